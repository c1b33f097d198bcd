//! Where SSS* and DUAL* keep what they will go on with: nodes of B in blocks of brothers.

use provebest_game::{Depth, Score};

use crate::limits::{Budget, Stopped};

/// A node of B: its sons before `next` are done with or stored in `block`.
#[derive(Clone)]
pub(crate) struct Node<S> {
    pub(crate) state: S,
    /// The next son to read.
    pub(crate) next: u32,
    /// The sons of the son before that one, if `count` is not 0.
    pub(crate) block: u32,
    pub(crate) count: u32,
    /// How many more descriptors the papers' OPEN list would hold for the leaves of that son.
    pub(crate) row: u32,
    /// The son at which the merit fell last, and the rest of the line to the leaf that made it fall.
    pub(crate) fell: u32,
    pub(crate) tail: Tail,
}

/// How a line goes on after the son at which the merit fell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tail {
    /// The merit did not fall here: it was given from above.
    Above,
    /// There is no such son: the node itself is a leaf.
    Here,
    /// That son is the leaf.
    Leaf,
    /// That son's son with this number is the leaf.
    Row(u32),
    /// By that son's son that this link names, and on from there.
    Link(u32),
}

/// A piece of a line: to the son `by` of A, then to the son of B at which that one fell.
#[derive(Clone, Copy)]
struct Link {
    by: u32,
    fell: u32,
    tail: Tail,
}

impl<S> Node<S> {
    pub(crate) fn new(state: S) -> Self {
        Node { state, next: 0, block: 0, count: 0, row: 0, fell: 0, tail: Tail::Above }
    }
}

pub(crate) struct Store<S> {
    pub(crate) merits: Vec<Score>,
    pub(crate) nodes: Vec<Option<Node<S>>>,
    /// Blocks to use again, by size.
    free: Vec<Vec<u32>>,
    links: Vec<Link>,
    free_links: Vec<u32>,
    /// How many descriptors the papers' OPEN list would hold.
    pub(crate) open: u64,
}

impl<S: Clone> Store<S> {
    pub(crate) fn new() -> Self {
        let (merits, nodes, free, links, free_links) = Default::default();
        Store { merits, nodes, free, links, free_links, open: 1 }
    }

    /// Blocks up to this size are kept by exact size, larger ones rounded up to a power of two.
    const EXACT: u32 = 256;

    fn class(count: u32) -> (usize, u32) {
        if count <= Self::EXACT {
            (count as usize, count)
        } else {
            let log = 32 - (count - 1).leading_zeros();
            (Self::EXACT as usize + log as usize, 1 << log.min(31))
        }
    }

    /// Room for so many brothers.
    #[inline]
    pub(crate) fn block(&mut self, budget: &mut Budget<'_>, count: u32) -> Result<u32, Stopped> {
        let (class, size) = Self::class(count);
        if let Some(block) = self.free.get_mut(class).and_then(Vec::pop) {
            return Ok(block);
        }
        let (first, end) = (self.merits.len(), self.merits.len() + size as usize);
        budget.grow(&mut self.merits, end, Score::WORST)?;
        budget.grow(&mut self.nodes, end, None)?;
        Ok(first as u32)
    }

    pub(crate) fn merits(&self, block: u32, count: u32) -> &[Score] {
        &self.merits[block as usize..][..count as usize]
    }

    pub(crate) fn take(&mut self, slot: u32) -> Node<S> {
        self.nodes[slot as usize].clone().expect("a node whose merit is known is stored")
    }

    /// The merit of a node fell at this son.
    pub(crate) fn fall(&mut self, node: &mut Node<S>, number: u32, tail: Tail) {
        self.drop_line(node.tail);
        (node.fell, node.tail) = (number, tail);
    }

    /// The current son of a node is solved by its son `by`: the line of that one becomes the node's own, the rest of
    /// the block is dropped. `depth` is that of the son.
    pub(crate) fn solve(&mut self, node: &mut Node<S>, by: u32, depth: Depth) {
        let Node { block, count, .. } = *node;
        let (fell, tail) = match &mut self.nodes[(block + by) as usize] {
            Some(solver) => (solver.fell, std::mem::replace(&mut solver.tail, Tail::Above)),
            None => (0, Tail::Above),
        };
        if tail != Tail::Above {
            let link = Link { by, fell, tail };
            let at = match self.free_links.pop() {
                Some(at) => {
                    self.links[at as usize] = link;
                    at
                }
                None => {
                    self.links.push(link);
                    self.links.len() as u32 - 1
                }
            };
            self.fall(node, node.next - 1, Tail::Link(at));
        }
        self.release(block, count, count, depth.less());
        node.count = 0;
    }

    /// Gives back a block whose node of A is solved: of `count` brothers at `depth` the first `used` are stored.
    pub(crate) fn release(&mut self, block: u32, count: u32, used: u32, depth: Depth) {
        self.open -= u64::from(count) - 1;
        // Nodes just above the leaves have neither blocks nor links.
        if depth > Depth(1) {
            for slot in block..block + used {
                if let Some(node) = &self.nodes[slot as usize] {
                    let Node { block, count, row, tail, .. } = *node;
                    self.open -= u64::from(row);
                    self.drop_line(tail);
                    if count > 0 {
                        self.release(block, count, count, Depth(depth.0 - 2));
                    }
                }
            }
        }
        let (class, _) = Self::class(count);
        if class >= self.free.len() {
            self.free.resize(class + 1, Vec::new());
        }
        self.free[class].push(block);
    }

    fn drop_line(&mut self, mut tail: Tail) {
        while let Tail::Link(at) = tail {
            self.free_links.push(at);
            tail = self.links[at as usize].tail;
        }
    }

    /// How a stored node stands: its merit, and the line to the leaf behind it, or only to the son that is under way.
    pub(crate) fn standing(&self, slot: u32) -> (Score, Vec<u32>) {
        let merit = self.merits[slot as usize];
        match &self.nodes[slot as usize] {
            Some(Node { next, block, count, .. }) if *count > 0 => {
                let best = self.merits(*block, *count).iter().copied().max();
                (best.map_or(merit, |best| best.min(merit)), vec![next - 1])
            }
            _ => {
                let mut line = Vec::new();
                self.line(slot, &mut line);
                (merit, line)
            }
        }
    }

    /// The line from a stored node to the leaf that made its merit fall.
    pub(crate) fn line(&self, slot: u32, line: &mut Vec<u32>) {
        let Some(node) = &self.nodes[slot as usize] else { return };
        let (mut fell, mut tail) = (node.fell, node.tail);
        loop {
            match tail {
                Tail::Above | Tail::Here => return,
                Tail::Leaf => return line.push(fell),
                Tail::Row(leaf) => return line.extend([fell, leaf]),
                Tail::Link(at) => {
                    let link = self.links[at as usize];
                    line.extend([fell, link.by]);
                    (fell, tail) = (link.fell, link.tail);
                }
            }
        }
    }
}
