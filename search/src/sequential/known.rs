//! What a search knows of every node that it has met, linked as the tree is: the SaveInfo and GetInfo of Marsland, Reinefeld and
//! Schaeffer 1987, figure 3, for searches that are kept to the letter.

use std::num::NonZeroU32;

use provebest_game::{Children, Depth, Evaluate, Score, Window};

use crate::limits::Stopped;
use crate::measure::{Cut, Observer};
use crate::walk::Walk;

/// What the figure calls the kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Info {
    /// Nothing was saved.
    Nothing,
    /// All children were seen, and each has its merit.
    ProveBest,
    /// This child cut the others off.
    IgnoreLeft(u32),
}

#[derive(Clone, Copy)]
struct Known {
    info: Info,
    /// An upper bound of the node, in the view of its parent.
    merit: Score,
    children: Option<NonZeroU32>,
}

impl Known {
    const NOTHING: Known = Known { info: Info::Nothing, merit: Score::INFINITY, children: None };
}

/// Every node by its place; the root is at 0, siblings stand side by side.
pub(crate) struct KnownTree {
    nodes: Vec<Known>,
    saved: u64,
    /// Children in the order of their merits, for the nodes on the path.
    pub(crate) order: Vec<u32>,
}

impl KnownTree {
    pub(crate) fn new() -> KnownTree {
        KnownTree { nodes: vec![Known::NOTHING], saved: 0, order: Vec::new() }
    }

    /// Where the children of a node stand; room is made for them at the first time.
    pub(crate) fn children<G: Evaluate, W: Observer>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        at: usize,
        children: Children,
    ) -> Result<usize, Stopped> {
        if let Some(first) = self.nodes[at].children {
            return Ok(first.get() as usize);
        }
        let first = self.nodes.len();
        walk.grow(&mut self.nodes, first + children.count() as usize, Known::NOTHING)?;
        self.nodes[at].children = NonZeroU32::new(first as u32);
        Ok(first)
    }

    pub(crate) fn info(&self, at: usize) -> Info {
        self.nodes[at].info
    }

    pub(crate) fn merit(&self, at: usize) -> Score {
        self.nodes[at].merit
    }

    pub(crate) fn set_merit(&mut self, at: usize, merit: Score) {
        self.nodes[at].merit = merit;
    }

    /// SaveInfo.
    pub(crate) fn save<G: Evaluate, W: Observer>(&mut self, walk: &mut Walk<'_, G, W>, at: usize, info: Info) {
        self.saved += u64::from(self.nodes[at].info == Info::Nothing);
        self.nodes[at].info = info;
        walk.stored(self.saved);
    }

    /// Adds the children to `order`, highest merit first, leftmost among equals; says where they begin.
    pub(crate) fn sort(&mut self, first: usize, count: u32) -> usize {
        let base = self.order.len();
        self.order.extend(0..count);
        let nodes = &self.nodes;
        self.order[base..].sort_unstable_by_key(|&number| (-nodes[first + number as usize].merit, number));
        base
    }

    /// The child with the highest merit, leftmost among equals.
    pub(crate) fn best(&self, first: usize, count: u32) -> Option<u32> {
        (0..count).rev().max_by_key(|&number| self.nodes[first + number as usize].merit)
    }
}

/// The rest of the children are worth at most the merit of the next one. Is that no more than the best so far, `a` or alpha? Then this
/// node is done, and its value is the merit if that is more than `a`.
pub(crate) fn rest_is_no_better<G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    depth: Depth,
    (number, next): (u32, u32),
    merit: Score,
    a: &mut Score,
    window: Window,
) -> bool {
    let done = (*a).max(window.alpha) >= merit;
    if done {
        if merit > *a {
            *a = merit;
            walk.tell_recall(depth, next, -merit, Score::INFINITY);
            walk.recall(depth);
            walk.update(depth, next, merit, window);
        }
        walk.cut(depth, number, Cut::ProveBest);
    }
    done
}
