//! A solution tree on its way to the file: which of its nodes come again is known only when all of it is there.

use super::NoCertificate;
use crate::limits::Reason;

/// The nodes of a tree in the order of the file.
#[derive(Default)]
pub(super) struct Draft {
    nodes: Vec<Drafted>,
    shared: u64,
}

#[derive(Clone, Copy)]
struct Drafted {
    content: u64,
    kind: Kind,
    /// The nodes of its tree, 0 as long as that is not complete. Once it is written under a number: that number.
    size: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// An end with its margin, or the rest of a game.
    End,
    /// A node with its move or the number of its moves.
    Node,
    /// The same, and it comes again.
    Again,
    /// The same, and play returns to it.
    Returns,
    /// A node that is written under a number.
    Written,
    /// A node that was there before, by its place.
    Before,
}

/// Trees of fewer nodes are written again where they come again: a reader has not to remember them.
const SMALL: u32 = 4;

impl Draft {
    fn add(&mut self, content: u64, kind: Kind, size: u32) -> Result<u32, NoCertificate> {
        let place = u32::try_from(self.nodes.len()).ok().filter(|_| self.nodes.try_reserve(1).is_ok());
        let place = place.ok_or(NoCertificate::Stopped(Some(Reason::Memory)))?;
        self.nodes.push(Drafted { content, kind, size });
        Ok(place)
    }

    /// What it takes, or will while it grows next.
    pub(super) fn bytes(&self) -> u64 {
        let grows = self.nodes.len() == self.nodes.capacity();
        (self.nodes.capacity().max(4) * size_of::<Drafted>()) as u64 * if grows { 3 } else { 1 }
    }

    pub(super) fn end(&mut self, margin: u64) -> Result<(), NoCertificate> {
        self.add(margin, Kind::End, 1).map(drop)
    }

    /// The rest of a game, which the checker plays.
    pub(super) fn rest(&mut self) -> Result<(), NoCertificate> {
        self.end(3)
    }

    /// Begins a node, and returns its place.
    pub(super) fn begin(&mut self) -> Result<u32, NoCertificate> {
        self.add(0, Kind::Node, 0)
    }

    /// All of its tree is there. The content: the number of the move, or of the moves.
    pub(super) fn complete(&mut self, place: u32, content: u32) {
        let size = self.nodes.len() as u32 - place;
        let node = &mut self.nodes[place as usize];
        (node.content, node.size) = (content.into(), size);
    }

    pub(super) fn is_complete(&self, place: u32) -> bool {
        self.nodes[place as usize].size > 0
    }

    /// A node that was there before comes again.
    pub(super) fn again(&mut self, place: u32) -> Result<(), NoCertificate> {
        let node = &mut self.nodes[place as usize];
        node.kind = if node.size == 0 || node.kind == Kind::Returns { Kind::Returns } else { Kind::Again };
        self.add(place.into(), Kind::Before, 1).map(drop)
    }

    /// How many nodes were written under a number.
    pub(super) fn shared(&self) -> u64 {
        self.shared
    }

    /// Writes the numbers of the file.
    pub(super) fn write(&mut self, out: &mut dyn FnMut(u64) -> Result<(), NoCertificate>) -> Result<(), NoCertificate> {
        (0..self.nodes.len()).try_for_each(|place| self.write_node(place, out))
    }

    fn write_node(
        &mut self,
        place: usize,
        out: &mut dyn FnMut(u64) -> Result<(), NoCertificate>,
    ) -> Result<(), NoCertificate> {
        let Drafted { content, kind, size } = self.nodes[place];
        match kind {
            Kind::End => out(content),
            Kind::Again if size < SMALL => out(content << 2),
            Kind::Node => out(content << 2),
            Kind::Again | Kind::Returns => {
                let number = self.shared as u32;
                self.shared += 1;
                self.nodes[place] = Drafted { content, kind: Kind::Written, size: number };
                out(content << 2 | 1)
            }
            Kind::Written => out((self.shared - u64::from(size)) << 2 | 2),
            Kind::Before => match self.nodes[content as usize] {
                Drafted { kind: Kind::Written, size, .. } => out((self.shared - u64::from(size)) << 2 | 2),
                before => {
                    let tree = content as usize..content as usize + before.size as usize;
                    tree.into_iter().try_for_each(|place| self.write_node(place, out))
                }
            },
        }
    }
}
