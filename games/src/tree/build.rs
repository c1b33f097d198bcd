//! Building a tree from left to right, without recursion.

use provebest_game::Depth;

use super::{Estimate, Packed, Tree};

/// Builds a [`Tree`] from left to right: opens lists, adds leaves, closes lists.
///
/// ```
/// use provebest_games::tree::Builder;
///
/// let mut builder = Builder::new();
/// builder.open();
/// builder.leaf(3);
/// builder.open();
/// builder.leaf(-1);
/// builder.close();
/// builder.close();
/// assert_eq!(builder.finish().to_string(), "[3,[-1]]");
/// ```
///
/// # Panics
///
/// Its methods panic where no tree would come out: an empty list, a list closed twice or never, a second root, a value
/// beyond ±[`Tree::LIMIT`].
#[derive(Clone, Debug)]
pub struct Builder {
    /// From the left the nodes that stand where they will stay; from the right, backwards, those whose siblings are not
    /// all known yet.
    nodes: Vec<Packed>,
    settled: usize,
    waiting: usize,
    /// For every open list, how many nodes waited before it.
    lists: Vec<u32>,
    width: u32,
    height: usize,
    leaf_count: u64,
    estimates: Vec<(u32, Estimate)>,
}

impl Default for Builder {
    fn default() -> Self {
        Builder::with_room(64)
    }
}

impl Builder {
    /// Nothing yet.
    pub fn new() -> Self {
        Builder::default()
    }

    /// Empty, with room for this number of nodes: a tree of exactly this size takes no more memory.
    pub fn with_room(nodes: usize) -> Self {
        Builder {
            nodes: vec![Packed::default(); nodes],
            settled: 0,
            waiting: 0,
            lists: Vec::new(),
            width: 0,
            height: 0,
            leaf_count: 0,
            estimates: Vec::new(),
        }
    }

    /// How many lists are open.
    pub fn depth(&self) -> usize {
        self.lists.len()
    }

    /// Opens a list: an inner node, whose children follow.
    pub fn open(&mut self) {
        self.lists.push(self.waiting as u32);
    }

    /// Adds a leaf, with its value from the view of MAX, the side to move at the root.
    pub fn leaf(&mut self, value: i32) {
        assert!((-Tree::LIMIT..=Tree::LIMIT).contains(&value), "a leaf value beyond the limit");
        self.height = self.height.max(self.depth());
        self.leaf_count += 1;
        self.push(Packed::leaf(if self.depth().is_multiple_of(2) { value } else { -value }));
    }

    /// Closes the list opened last, with what its node seems to be worth, from the view of MAX.
    ///
    /// ```
    /// use provebest_games::tree::{Builder, Estimate};
    ///
    /// let mut builder = Builder::new();
    /// builder.open();
    /// builder.leaf(3);
    /// builder.close_with(Estimate { value: 4, low: 1, high: 6 });
    /// assert_eq!(builder.finish().to_string(), r#"{"value":4,"low":1,"high":6,"children":[3]}"#);
    /// ```
    pub fn close_with(&mut self, estimate: Estimate) {
        assert!(estimate.low <= estimate.high, "an interval without values");
        self.close();
        let estimate = if self.depth().is_multiple_of(2) { estimate } else { -estimate };
        let place = self.nodes.len() - self.waiting;
        self.estimates.push((self.nodes[place].content, estimate));
    }

    /// Closes the list opened last.
    pub fn close(&mut self) {
        let before = self.lists.pop().expect("no list is open") as usize;
        let children = self.waiting - before;
        assert!(children > 0, "an empty list");
        let start = self.nodes.len() - self.waiting;
        self.nodes[start..start + children].reverse();
        self.nodes.copy_within(start..start + children, self.settled);
        let content = self.settled as u32;
        self.settled += children;
        self.waiting = before;
        self.width = self.width.max(children as u32);
        self.push(Packed { children: children as u32, content });
    }

    /// The tree.
    pub fn finish(mut self) -> Tree {
        assert!(self.lists.is_empty(), "a list is still open");
        assert!(self.waiting == 1, "no root");
        self.nodes[self.settled] = self.nodes[self.nodes.len() - 1];
        self.nodes.truncate(self.settled + 1);
        Tree {
            nodes: self.nodes,
            width: self.width,
            height: Depth(self.height as u32),
            leaf_count: self.leaf_count,
            estimates: self.estimates,
        }
    }

    fn push(&mut self, node: Packed) {
        assert!(!self.lists.is_empty() || self.waiting == 0, "a second root");
        if self.settled + self.waiting == self.nodes.len() {
            self.grow();
        }
        self.waiting += 1;
        let place = self.nodes.len() - self.waiting;
        self.nodes[place] = node;
    }

    fn grow(&mut self) {
        let (old, new) = (self.nodes.len(), self.nodes.len() * 2 + 1);
        assert!(u32::try_from(new).is_ok(), "too many nodes");
        self.nodes.resize(new, Packed::default());
        self.nodes.copy_within(self.settled..old, new - self.waiting);
    }
}
