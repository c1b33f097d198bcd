//! Where SSS* and DUAL* keep what they will go on with: nodes of B in blocks of brothers. Small is fast here: the search
//! jumps from one end of the store to the other.

use provebest_game::{Depth, Score};

use crate::limits::{Budget, Stopped};

/// A node of B: its sons before `next` are done with or under way.
#[derive(Clone)]
pub(crate) struct Node<S> {
    pub(crate) state: S,
    /// The next son to read.
    pub(crate) next: u32,
    /// The sons of the son before that one, if it is under way: where they stand, and how many there are.
    pub(crate) block: u32,
    pub(crate) count: u32,
    /// The line to the leaf at which the merit fell last.
    pub(crate) tail: Tail,
}

impl<S> Node<S> {
    /// In place of a block: the sons are leaves. They are not kept, but the papers' OPEN list would hold them.
    pub(crate) const ROW: u32 = u32::MAX;

    #[inline(always)]
    pub(crate) fn new(state: S) -> Self {
        Node { state, next: 0, block: 0, count: 0, tail: Tail::ABOVE }
    }
}

/// How a line goes on: a son that is a leaf, or a link.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tail(u32);

impl Tail {
    const LINK: u32 = 1 << 31;
    /// The merit did not fall here: it was given from above.
    pub(crate) const ABOVE: Tail = Tail(u32::MAX);
    /// The line ends: the node itself is the leaf.
    pub(crate) const HERE: Tail = Tail(u32::MAX - 1);

    /// The son with this number is the leaf.
    #[inline(always)]
    pub(crate) fn leaf(number: u32) -> Tail {
        Tail(number & !Self::LINK)
    }

    fn link(self) -> Option<usize> {
        (self.0 & Self::LINK != 0 && self < Tail::HERE).then_some((self.0 & !Self::LINK) as usize)
    }
}

impl PartialOrd for Tail {
    fn partial_cmp(&self, other: &Tail) -> Option<std::cmp::Ordering> {
        self.0.partial_cmp(&other.0)
    }
}

/// A piece of a line: to the son of B at which the merit fell, to its son `by`, and on from there.
#[derive(Clone, Copy)]
pub(crate) struct Link {
    pub(crate) fell: u32,
    pub(crate) by: u32,
    pub(crate) tail: Tail,
}

pub(crate) struct Store<S> {
    pub(crate) merits: Vec<Score>,
    pub(crate) nodes: Vec<Node<S>>,
    /// What stands in slots that are not used.
    nobody: Node<S>,
    /// Blocks to use again, by size.
    free: Vec<Vec<u32>>,
    links: Vec<Link>,
    free_links: Vec<u32>,
    /// How many descriptors the papers' OPEN list would hold.
    pub(crate) open: u64,
}

impl<S: Clone> Store<S> {
    pub(crate) fn new(anything: &S) -> Self {
        let nobody = Node::new(anything.clone());
        let (merits, nodes, free, links, free_links) = Default::default();
        Store { merits, nodes, nobody, free, links, free_links, open: 1 }
    }

    /// Blocks up to this size are kept by exact size, larger ones rounded up to a power of two.
    const EXACT: u32 = 256;

    fn class(count: u32) -> (usize, usize) {
        if count <= Self::EXACT {
            (count as usize, count as usize)
        } else {
            let log = u32::BITS - (count - 1).leading_zeros();
            ((Self::EXACT + log) as usize, 1 << log)
        }
    }

    /// Room for so many brothers.
    #[inline]
    pub(crate) fn block(&mut self, budget: &mut Budget<'_>, count: u32) -> Result<u32, Stopped> {
        let (class, size) = Self::class(count);
        if let Some(block) = self.free.get_mut(class).and_then(Vec::pop) {
            return Ok(block);
        }
        let (first, end) = (self.nodes.len(), self.nodes.len() + size);
        budget.grow(&mut self.merits, end, Score::WORST)?;
        budget.grow(&mut self.nodes, end, self.nobody.clone())?;
        Ok(first as u32)
    }

    /// The merits of a block.
    #[inline(always)]
    pub(crate) fn merits(&self, block: u32, count: u32) -> &[Score] {
        &self.merits[block as usize..][..count as usize]
    }

    /// The son of a stored node that is under way, and where its sons are.
    #[inline(always)]
    pub(crate) fn under_way(&self, slot: u32) -> Option<(u32, u32, u32)> {
        let node = &self.nodes[slot as usize];
        (node.count > 0 && node.block != Node::<S>::ROW).then(|| (node.next - 1, node.block, node.count))
    }

    /// A stored node, to read on: the leaves it fell by last are solved.
    #[inline(always)]
    pub(crate) fn take(&mut self, slot: u32) -> Node<S> {
        let mut node = self.nodes[slot as usize].clone();
        self.open -= u64::from(std::mem::take(&mut node.count).saturating_sub(1));
        node
    }

    /// The merit of a node fell.
    pub(crate) fn fall(&mut self, node: &mut Node<S>, tail: Tail) {
        self.drop_line(node.tail);
        node.tail = tail;
    }

    /// Keeps a piece of a line.
    pub(crate) fn link(&mut self, link: Link) -> Tail {
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
        Tail(Tail::LINK | at)
    }

    /// The son of a stored node that is under way is solved by its own son `by`: the line of that one becomes the node's,
    /// the rest of the block is dropped. `depth` is that of the son.
    pub(crate) fn solve(&mut self, slot: u32, by: u32, depth: Depth) {
        let Node { block, count, next, tail: old, .. } = self.nodes[slot as usize];
        let tail = std::mem::replace(&mut self.nodes[(block + by) as usize].tail, Tail::ABOVE);
        if tail != Tail::ABOVE {
            self.drop_line(old);
            self.nodes[slot as usize].tail = self.link(Link { fell: next - 1, by, tail });
        }
        self.release(block, count, count, depth.less());
        self.nodes[slot as usize].count = 0;
    }

    /// Gives back a block whose node of A is solved: of `count` brothers at `depth` the first `used` are stored.
    pub(crate) fn release(&mut self, block: u32, count: u32, used: u32, depth: Depth) {
        self.open -= u64::from(count) - 1;
        // Nodes just above the leaves have neither blocks nor links.
        if depth > Depth(1) {
            for slot in block..block + used {
                let Node { block, count, tail, .. } = self.nodes[slot as usize];
                self.drop_line(tail);
                if block == Node::<S>::ROW {
                    self.open -= u64::from(count.saturating_sub(1));
                } else if count > 0 {
                    self.release(block, count, count, Depth(depth.0 - 2));
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
        while let Some(at) = tail.link() {
            self.free_links.push(at as u32);
            tail = self.links[at].tail;
        }
    }

    /// The line to the leaf behind the merit of a stored node, or only to the son that is under way.
    pub(crate) fn standing(&self, slot: u32) -> Vec<u32> {
        match self.under_way(slot) {
            Some((number, ..)) => vec![number],
            None => self.line(slot, Vec::new()),
        }
    }

    /// The line from a stored node to the leaf that made its merit fall, behind what `line` holds.
    pub(crate) fn line(&self, slot: u32, mut line: Vec<u32>) -> Vec<u32> {
        let mut tail = self.nodes[slot as usize].tail;
        while let Some(at) = tail.link() {
            let link = self.links[at];
            line.extend([link.fell, link.by]);
            tail = link.tail;
        }
        if tail < Tail::HERE {
            line.push(tail.0);
        }
        line
    }
}
