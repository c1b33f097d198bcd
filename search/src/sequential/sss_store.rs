//! Where SSS* and DUAL* keep what they will go on with: nodes of B in blocks of siblings. Small is fast here: the search
//! jumps from one end of the store to the other.

use provebest_game::{Depth, Score};

use crate::limits::{Budget, Stopped};

/// A node of B: its children before `next` are done with or under way.
#[derive(Clone)]
pub(crate) struct Node<S> {
    pub(crate) state: S,
    /// The next child to read.
    pub(crate) next: u32,
    /// The line to the leaf at which the merit fell last.
    pub(crate) tail: Tail,
}

impl<S> Node<S> {
    #[inline(always)]
    pub(crate) fn new(state: S) -> Self {
        Node { state, next: 0, tail: Tail::ABOVE }
    }
}

/// The child of a node of B that is under way, if `count` is not 0: where its own children stand, how many there are, which leads.
/// Nodes just above the leaves, which are most of all, never have one, so it stands apart from them.
#[derive(Clone, Copy)]
pub(crate) struct UnderWay {
    pub(crate) block: u32,
    pub(crate) count: u32,
    pub(crate) leader: u32,
}

impl UnderWay {
    pub(crate) const NOTHING: UnderWay = UnderWay { block: 0, count: 0, leader: 0 };
    /// In place of a block: the children are leaves. They are not kept, but the papers' OPEN list would hold them.
    const ROW: u32 = u32::MAX;

    pub(crate) fn row(count: u32) -> UnderWay {
        UnderWay { block: Self::ROW, count, leader: 0 }
    }

    /// How many descriptors more than one the OPEN list would hold for a row of leaves.
    fn row_excess(self) -> u64 {
        if self.block == Self::ROW { u64::from(self.count.saturating_sub(1)) } else { 0 }
    }

    fn is_block(self) -> bool {
        self.count > 0 && self.block != Self::ROW
    }
}

/// The merit of a sibling in one number with its place, so that the larger is the better: of equal merits the one further
/// left.
///
/// It leaves the sign of a floating-point number free, and its largest exponent. So it is in the same order as the number with these
/// bits, and of those every x86-64 finds the largest two at a time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank(u64);

impl Rank {
    /// Behind every sibling.
    pub(crate) const LAST: Rank = Rank(0);

    const PLACES: u32 = (1 << 31) - 1;

    #[inline(always)]
    pub(crate) fn new(merit: Score, number: u32) -> Rank {
        debug_assert!((Score::WORST..=Score::INFINITY).contains(&merit) && number <= Self::PLACES);
        let merit = merit.0 as u32 ^ 1 << 31;
        Rank(u64::from(merit) << 31 | u64::from(Self::PLACES - number))
    }

    #[inline(always)]
    pub(crate) fn merit(self) -> Score {
        Score(((self.0 >> 31) as u32 ^ 1 << 31) as i32)
    }

    #[inline(always)]
    pub(crate) fn number(self) -> u32 {
        Self::PLACES - (self.0 as u32 & Self::PLACES)
    }
}

/// How a line goes on: a child that is a leaf, or a link.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tail(u32);

impl Tail {
    const LINK: u32 = 1 << 31;
    /// The merit did not fall here: it was given from above.
    pub(crate) const ABOVE: Tail = Tail(u32::MAX);
    /// The line ends: the node itself is the leaf.
    pub(crate) const HERE: Tail = Tail(u32::MAX - 1);

    /// The child with this number is the leaf.
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

/// A piece of a line: to the child of B at which the merit fell, to its child `by`, and on from there.
#[derive(Clone, Copy)]
pub(crate) struct Link {
    pub(crate) fell: u32,
    pub(crate) by: u32,
    pub(crate) tail: Tail,
}

/// A stored node takes no more than a cache line beside the game's state.
const _: () = assert!(size_of::<Node<()>>() + size_of::<UnderWay>() + size_of::<Rank>() <= 64);

pub(crate) struct Store<S> {
    pub(crate) ranks: Vec<Rank>,
    pub(crate) nodes: Vec<Node<S>>,
    pub(crate) under_way: Vec<UnderWay>,
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
        let (ranks, nodes, under_way, free, links, free_links) = Default::default();
        Store { ranks, nodes, under_way, nobody, free, links, free_links, open: 1 }
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

    /// Room for this many siblings.
    #[inline]
    pub(crate) fn block(&mut self, budget: &mut Budget<'_>, count: u32) -> Result<u32, Stopped> {
        let (class, size) = Self::class(count);
        if let Some(block) = self.free.get_mut(class).and_then(Vec::pop) {
            return Ok(block);
        }
        let (first, end) = (self.nodes.len(), self.nodes.len() + size);
        budget.grow(&mut self.ranks, end, Rank::LAST)?;
        budget.grow(&mut self.nodes, end, self.nobody.clone())?;
        budget.grow(&mut self.under_way, end, UnderWay::NOTHING)?;
        Ok(first as u32)
    }

    /// The best of the siblings in a block behind the `first`, found without a branch.
    #[inline(always)]
    pub(crate) fn second(&self, block: u32, count: u32, first: Rank) -> Rank {
        let ranks = &self.ranks[block as usize..][..count as usize];
        let first = f64::from_bits(first.0);
        let other = |rank: &Rank| Some(f64::from_bits(rank.0)).filter(|&rank| rank != first).unwrap_or(0.0);
        let larger = |a: f64, b: f64| if a > b { a } else { b };
        let mut four = [0.0; 4];
        let mut fours = ranks.chunks_exact(4);
        for chunk in &mut fours {
            for (best, rank) in four.iter_mut().zip(chunk) {
                *best = larger(*best, other(rank));
            }
        }
        let best = larger(larger(four[0], four[2]), larger(four[1], four[3]));
        Rank(fours.remainder().iter().fold(best, |best, rank| larger(best, other(rank))).to_bits())
    }

    /// What is under way at a stored node, if its children are stored.
    #[inline(always)]
    pub(crate) fn under_way(&self, slot: u32) -> Option<UnderWay> {
        Some(self.under_way[slot as usize]).filter(|under_way| under_way.is_block())
    }

    /// A stored node, to read on: the leaves it fell by last are solved.
    #[inline(always)]
    pub(crate) fn take(&mut self, slot: u32) -> Node<S> {
        self.open -= std::mem::replace(&mut self.under_way[slot as usize], UnderWay::NOTHING).row_excess();
        self.nodes[slot as usize].clone()
    }

    /// The merit of a node fell.
    pub(crate) fn fall(&mut self, node: &mut Node<S>, tail: Tail) {
        self.drop_line(node.tail);
        node.tail = tail;
    }

    /// Keeps a piece of a line.
    pub(crate) fn link(&mut self, budget: &mut Budget<'_>, link: Link) -> Result<Tail, Stopped> {
        let at = match self.free_links.pop() {
            Some(at) => {
                self.links[at as usize] = link;
                at
            }
            None => {
                budget.push(&mut self.links, link)?;
                self.links.len() as u32 - 1
            }
        };
        Ok(Tail(Tail::LINK | at))
    }

    /// The child of a stored node that is under way is solved by its own child `by`: the line of that one becomes the node's,
    /// the rest of the block is dropped. `depth` is that of the child.
    pub(crate) fn solve(&mut self, budget: &mut Budget<'_>, slot: u32, by: u32, depth: Depth) -> Result<(), Stopped> {
        let Node { next, tail: old, .. } = self.nodes[slot as usize];
        let UnderWay { block, count, .. } = self.under_way[slot as usize];
        let tail = std::mem::replace(&mut self.nodes[(block + by) as usize].tail, Tail::ABOVE);
        if tail != Tail::ABOVE {
            self.drop_line(old);
            self.nodes[slot as usize].tail = self.link(budget, Link { fell: next - 1, by, tail })?;
        }
        self.release(block, count, count, depth.less());
        self.under_way[slot as usize] = UnderWay::NOTHING;
        Ok(())
    }

    /// Gives back a block whose node of A is solved: of `count` siblings at `depth` the first `used` are stored.
    pub(crate) fn release(&mut self, block: u32, count: u32, used: u32, depth: Depth) {
        self.open -= u64::from(count) - 1;
        // Nodes just above the leaves have neither blocks nor links.
        if depth > Depth(1) {
            for slot in block..block + used {
                self.drop_line(self.nodes[slot as usize].tail);
                let under_way = self.under_way[slot as usize];
                self.open -= under_way.row_excess();
                if under_way.is_block() {
                    let UnderWay { block, count, .. } = under_way;
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

    /// The line to the leaf behind the merit of a stored node, or only to the child that is under way.
    pub(crate) fn standing(&self, slot: u32) -> Vec<u32> {
        match self.under_way(slot) {
            Some(_) => vec![self.nodes[slot as usize].next - 1],
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

#[cfg(test)]
mod tests {
    use provebest_game::SplitMix64;

    use super::*;

    #[test]
    fn ranks_are_in_the_order_of_merits_and_then_from_left_to_right() {
        let merits = [Score::WORST, Score(-1_900_000_000), Score(-1), Score(0), Score(1), Score::INFINITY];
        let numbers = [Rank::PLACES, 1000, 1, 0];
        let ranks: Vec<Rank> =
            merits.iter().flat_map(|&merit| numbers.map(|number| Rank::new(merit, number))).collect();
        assert!(ranks.is_sorted_by(|a, b| a < b) && Rank::LAST < ranks[0]);
        assert!(ranks.is_sorted_by(|a, b| f64::from_bits(a.0) < f64::from_bits(b.0)));
        let again = ranks.iter().map(|rank| Rank::new(rank.merit(), rank.number()));
        assert!(again.eq(ranks.iter().copied()));
    }

    #[test]
    fn the_second_is_the_best_but_for_the_first() {
        let mut chance = SplitMix64::new(7);
        for count in 1..40 {
            let mut store = Store::new(&());
            let mut budget = Budget::new(&crate::Limits::default());
            store.block(&mut budget, 3).unwrap();
            let block = store.block(&mut budget, count).unwrap();
            let mut ranks: Vec<Rank> =
                (0..count).map(|number| Rank::new(Score(chance.below(9) as i32 - 4), number)).collect();
            store.ranks[block as usize..].copy_from_slice(&ranks);
            ranks.sort();
            let first = ranks.pop().unwrap();
            let second = ranks.pop().unwrap_or(Rank::LAST);
            assert!(store.second(block, count, first) == second, "{count} siblings");
        }
    }
}
