//! What one processor of a search with a shared table does: look a node up, enter it, and leave it with a value.
//!
//! Where time is virtual, a processor leaves the stage at every leaf. On real machines subtrees of less than a grain are
//! searched by an ordinary recursive function, [`TableWorker::below_grain`]: nothing is paid per node for being parallel. It is
//! alpha-beta with the table, which all of these searches are for one processor.

use std::sync::atomic::AtomicU64;

use provebest_game::{Children, Depth, Evaluate, Keyed, Score, Window, mix};
use provebest_machine::{Processor, Rank, Work};

use super::Path;
use super::table_method::{Common, TableMethod};
use crate::limits::{Reason, Stopped};
use crate::measure::{Cut, Observer};
use crate::report::Task;
use crate::table::{Entry, Mark};
use crate::walk::{Entered, Walk};

/// One processor of a search with a shared table.
pub(crate) struct TableWorker<'a, G: Evaluate, W> {
    pub(crate) me: &'a dyn Processor<()>,
    pub(crate) walk: Walk<'a, G, W>,
    pub(crate) common: &'a Common<'a>,
    /// Subtrees that are estimated at fewer leaves are not worth dividing.
    pub(crate) grain: u64,
    /// How many slots it was the first to fill.
    pub(crate) stored: u64,
}

/// What comes of looking at a node.
pub(crate) enum Looked<T> {
    /// Its value is known.
    Done(Score),
    /// It is not.
    Open(T),
}

/// A node whose children are being searched.
pub(crate) struct Inside<S> {
    state: S,
    key: u64,
    children: Children,
    depth: Depth,
    /// The child that the table named.
    first: Option<u32>,
    /// The window it was entered with.
    asked: Window,
    /// The window of the children that are left.
    pub(crate) window: Window,
    best: Score,
    by: Option<u32>,
    /// Was there an estimate before it was entered?
    estimated: bool,
}

impl<S> Inside<S> {
    /// The order of the children: the one that the table named or else the eldest, then the others, from one on that depends
    /// on `shift`. Just above the horizon they come as they are: it is one loop.
    pub(crate) fn order(&self, shift: u64) -> impl Iterator<Item = u32> + use<S> {
        let (first, shift) = if self.depth == Depth(1) { (None, 0) } else { (self.first, shift) };
        order(first, self.children, shift)
    }

    /// The depth of the children.
    pub(crate) fn below(&self) -> Depth {
        self.depth.less()
    }
}

fn order(first: Option<u32>, children: Children, shift: u64) -> impl Iterator<Item = u32> {
    let count = children.count();
    let shift = (shift % u64::from(count)) as u32;
    let first = first.filter(|&first| first < count).unwrap_or(0);
    let others = (shift..count).chain(0..shift).filter(move |&number| number != first);
    std::iter::once(first).chain(others)
}

impl<'a, G: Evaluate + Keyed, W: Observer> TableWorker<'a, G, W> {
    pub(crate) fn key(&self, node: &G::State) -> u64 {
        self.walk.game.key(node)
    }

    /// Marks a node, unless the mark is to be `exclusive` and another processor is there. Leaves are never exclusive: their
    /// values are not kept.
    pub(crate) fn mark(&self, key: u64, depth: Depth, exclusive: bool) -> Option<Mark<'a, AtomicU64>> {
        self.common.marks.enter(key, depth, exclusive && depth > Depth(0))
    }

    /// What the table answers; and if it does not suffice, the child that it would look at first.
    #[inline]
    pub(crate) fn look_up(&mut self, key: u64, depth: Depth, window: Window) -> Looked<Option<u32>> {
        let Some(entry) = self.common.table.probe(key) else { return Looked::Open(None) };
        match entry.answer(depth, window) {
            Some(score) => {
                self.walk.estimated |= entry.estimated;
                self.walk.lines.end(depth);
                let (lower, upper) = entry.bounds();
                self.walk.observer.recall(self.walk.ply(depth), lower, upper);
                Looked::Done(score)
            }
            None => Looked::Open(entry.child),
        }
    }

    /// Works for a node, and enters it.
    pub(crate) async fn open(
        &mut self,
        node: G::State,
        key: u64,
        depth: Depth,
        window: Window,
        first: Option<u32>,
    ) -> Result<Looked<Inside<G::State>>, Stopped> {
        let children = self.walk.reopen(&node, depth).inspect(|children| self.walk.list.close(*children));
        self.me.work(if children.is_some() { Work::NODE } else { Work::LEAF }).await;
        if self.common.end.over.is_over() {
            self.walk.budget.end(Reason::Cancel)?;
        }
        self.enter(node, key, depth, window, first)
    }

    #[inline(always)]
    fn enter(
        &mut self,
        state: G::State,
        key: u64,
        depth: Depth,
        window: Window,
        first: Option<u32>,
    ) -> Result<Looked<Inside<G::State>>, Stopped> {
        Ok(match self.walk.enter_one(&state, depth, window)? {
            Entered::Done(score) => Looked::Done(score),
            Entered::Children(children) => {
                let estimated = std::mem::take(&mut self.walk.estimated);
                let (asked, best, by) = (window, Score::WORST, None);
                Looked::Open(Inside { state, key, children, depth, first, asked, window, best, by, estimated })
            }
        })
    }

    /// Are the children of the node too small to be searched by more than one?
    pub(crate) fn is_small(&self, node: &Inside<G::State>) -> bool {
        u64::from(node.children.count()).saturating_pow(node.below().0.div_ceil(2)) < self.grain
    }

    #[inline(always)]
    pub(crate) fn child(&mut self, node: &Inside<G::State>, number: u32) -> G::State {
        self.walk.child(&node.state, node.children, node.depth, number)
    }

    /// A child of the node is worth `score`: true if no other is needed.
    #[inline(always)]
    pub(crate) fn found(&mut self, node: &mut Inside<G::State>, number: u32, score: Score) -> bool {
        if score <= node.best {
            return false;
        }
        (node.best, node.by) = (score, Some(number));
        if node.window.contains(score) {
            self.walk.update_sure(node.depth, number, score);
        } else {
            self.walk.tell_update(node.depth, number, score);
        }
        let cut = node.window.raise(score);
        if cut {
            self.walk.cut(node.depth, number, Cut::Beta);
        }
        cut
    }

    /// Stores what was found, and leaves the node.
    #[inline(always)]
    pub(crate) fn close(&mut self, node: Inside<G::State>) -> Result<Score, Stopped> {
        self.store(&node);
        self.walk.leave(node.children, node.depth, node.best)
    }

    #[inline(always)]
    fn store(&mut self, node: &Inside<G::State>) {
        let (value, bound, estimated) = (node.best, node.asked.bound(node.best), self.walk.estimated);
        let entry = Entry { child: node.by, value, bound, depth: node.depth, estimated };
        self.stored += u64::from(self.common.table.store(node.key, entry));
        self.walk.estimated |= node.estimated;
    }

    /// Where this processor goes on after the first child of a node: rank 0 with the next.
    #[inline]
    pub(crate) fn shift(&self, key: u64) -> u64 {
        match self.me.rank() {
            Rank::FIRST => 0,
            Rank(rank) => mix(key ^ mix(u64::from(rank))),
        }
    }

    /// Alpha-beta with the table, without a break; `SHIFT`: in an order of this processor's own.
    pub(crate) fn below_grain<const SHIFT: bool>(
        &mut self,
        node: G::State,
        depth: Depth,
        window: Window,
    ) -> Result<Score, Stopped> {
        let key = if depth == Depth(0) { 0 } else { self.key(&node) };
        let first = match depth {
            Depth(0) => None,
            _ => match self.look_up(key, depth, window) {
                Looked::Done(score) => return Ok(score),
                Looked::Open(first) => first,
            },
        };
        let mut node = match self.enter(node, key, depth, window, first)? {
            Looked::Done(score) => return Ok(score),
            Looked::Open(node) => node,
        };
        if depth == Depth(1) {
            let (best, by) = self.walk.row_of_leaves(&node.state, node.children, window);
            (node.best, node.by) = (best, Some(by));
            self.store(&node);
            return Ok(node.best);
        }
        for number in node.order(if SHIFT { self.shift(key) } else { 0 }) {
            let child = self.child(&node, number);
            let score = -self.below_grain::<SHIFT>(child, depth.less(), -node.window)?;
            if self.found(&mut node, number, score) {
                break;
            }
        }
        self.close(node)
    }

    /// The value of the root. The best line, as far as it is known, is left in `path`.
    pub(crate) async fn answer<T: TableMethod>(
        &mut self,
        search: &T,
        task: &Task<'_, G>,
        path: &mut Path,
    ) -> Result<Score, Stopped> {
        for depth in search.depths_before(task.depth, self.me.rank()) {
            self.walk.begin(depth);
            let done = T::search(self, task.root.clone(), depth, Window::FULL).await;
            // What holds to this depth is no bound to the full one.
            self.walk.finished = None;
            done?;
            *path = self.walk.lines.at(depth).path.into_iter().take(1).collect();
        }
        self.walk.begin(task.depth);
        let value = T::search(self, task.root.clone(), task.depth, Window::FULL).await?;
        *path = self.line::<T>(task.root, task.depth, value).await?;
        Ok(value)
    }

    /// The line from the root to a leaf worth `value`. Where the table answered, the line ends: then the children are asked
    /// which of them the value comes from, and most of the time the table knows.
    async fn line<T: TableMethod>(&mut self, root: &G::State, depth: Depth, value: Score) -> Result<Path, Stopped> {
        let (mut path, mut node, mut depth, mut value) = (Path::new(), root.clone(), depth, value);
        loop {
            for number in self.walk.lines.at(depth).path {
                let Some(children) = self.walk.reopen(&node, depth) else { break };
                node = self.walk.child(&node, children, depth, number);
                self.walk.list.close(children);
                path.push(number);
                (depth, value) = (depth.less(), -value);
            }
            let Some(children) = self.walk.reopen(&node, depth) else { return Ok(path) };
            let first = self.common.table.probe(self.key(&node)).and_then(|entry| entry.child);
            let window = Window::new(-value - 1, -value + 1);
            for number in order(first, children, 0) {
                self.walk.research(depth, number, -window);
                let child = self.walk.child(&node, children, depth, number);
                if T::search(self, child.clone(), depth.less(), window).await? == -value {
                    path.push(number);
                    node = child;
                    break;
                }
            }
            self.walk.list.close(children);
            (depth, value) = (depth.less(), -value);
        }
    }
}
