//! The papers' own texts, short and literal, on plain nested trees. The searches of the crate are held against them:
//! value, leaves in order, entries into nodes, most descriptors stored.
#![allow(dead_code, unused_imports)] // each test file uses a part of it

pub mod depth_first;
pub mod family;
pub mod informed;
pub mod key_node;
pub mod memory_test;
pub mod open_list;
pub mod plain;
pub mod trees;

pub use family::Family;
pub use plain::Plain;

/// More than any leaf is worth. The crate's infinity is another number, and that must not matter.
pub const INF: i64 = 1 << 40;

/// What a reference text did.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The value for MAX, who moves at the root.
    pub value: i64,
    /// Every visit of a leaf in order, as the numbers of the children on the way, counted from 1.
    pub leaves: Vec<Vec<u32>>,
    /// Entries into nodes, leaves included; for searches with an OPEN list, selections of a LIVE node.
    pub nodes: u64,
    /// Most descriptors held at once.
    pub stored: u64,
    /// Did ITERSSS* expand a node in spite of M?
    pub over_memory: bool,
}

impl Run {
    /// Evaluates a leaf in the view of the side to move there.
    fn evaluate(&mut self, leaf: &Plain) -> i64 {
        self.leaves.push(leaf.path.clone());
        if leaf.is_max() { leaf.value } else { -leaf.value }
    }
}
