//! What searches are written with. A search of your own, in your own crate, gets from it what the built-in ones have: limits,
//! counters, traces, the line of best play, and a true report when it is stopped early.
//!
//! [`Walk::run`] starts a search and makes its [`Report`](crate::Report). In between, the search is a function that calls
//! itself and tells the walk what it does, in a few verbs:
//!
//! | verb | what it does | counted as | for the line |
//! |---|---|---|---|
//! | [`enter`](Walk::enter) | enters a node: its value, or its children | one inner node, or one leaf for each value computed | ends it at a leaf |
//! | [`child`](Walk::child) | goes down to a child | | |
//! | [`update`](Walk::update) | a child made the node better | | goes on with that child |
//! | [`recall`](Walk::recall) | a child is not searched: its value is known | | nothing is known below |
//! | [`cut`](Walk::cut) | the other children are not needed, for this reason | one cut-off | |
//! | [`research`](Walk::research), [`again`](Walk::again) | a child, or the root, is searched once more | one re-search | |
//! | [`leave`](Walk::leave) | leaves a node with its value | | |
//!
//! Every verb that may end the search returns `Err(`[`Stopped`]`)` when a limit is reached. Hand it up with `?`: the report then
//! has the bound proved so far and the best move among those that are finished.
//!
//! Two searches are there to be used by others: [`Walk::ask`], the null window, and [`MemoryTest`](crate::MemoryTest), the null
//! window with memory.
//!
//! Alpha-beta, complete:
//!
//! ```
//! use provebest_game::{Depth, Evaluate, Score, Window};
//! use provebest_search::walk::{Entered, Stopped, Walk};
//! use provebest_search::{Counters, Cut, Observer, Report, Search, Task, TooDeep};
//!
//! struct MyAlphaBeta;
//!
//! impl Search for MyAlphaBeta {
//!     fn search<G: Evaluate, W: Observer>(&self, task: &Task<'_, G>, observer: &mut W) -> Result<Report<G::Move>, TooDeep> {
//!         Walk::run(task, observer, Window::FULL, |walk, root| value(walk, root, task.depth, Window::FULL))
//!     }
//! }
//!
//! fn value<G: Evaluate, W: Observer>(
//!     walk: &mut Walk<'_, G, W>, node: G::State, depth: Depth, mut window: Window,
//! ) -> Result<Score, Stopped> {
//!     let children = match walk.enter(&node, depth, window)? {
//!         Entered::Children(children) => children,
//!         Entered::Done(score) => return Ok(score),
//!     };
//!     let mut best = Score::WORST;
//!     for number in 0..children.count() {
//!         let child = walk.child(&node, children, depth, number);
//!         let score = -value(walk, child, depth.less(), -window)?;
//!         if score > best {
//!             best = score;
//!             walk.update(depth, number, best, window);
//!             if window.raise(best) {
//!                 walk.cut(depth, number, Cut::Beta);
//!                 break;
//!             }
//!         }
//!     }
//!     walk.leave(children, depth, best)
//! }
//!
//! # use provebest_games::tree::Tree;
//! let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
//! let mut counters = Counters::default();
//! let report = MyAlphaBeta.search(&Task::new(&tree, &tree.root(), tree.height()), &mut counters)?;
//! assert_eq!((report.value, report.path, counters.leaf_visits), (Some(Score(3)), vec![0, 0], 7));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::hint::select_unpredictable;

use provebest_game::{Bound, Children, Depth, Evaluate, MoveList, Ply, Score, Window};

use crate::limits::Budget;
pub use crate::limits::Stopped;
use crate::lines::{Lines, Variation};
use crate::measure::{Cut, Observer};
use crate::report::Task;

/// What became of a node that was entered.
#[derive(Debug)]
pub enum Entered {
    /// Its value is known: it is a leaf, or all its children are.
    Done(Score),
    /// Its children are to be searched. [`Walk::leave`] takes them back.
    Children(Children),
}

/// The walk of one search through the tree of one game: see the [module](self) for how a search is written with it.
///
/// Depths count the plies that remain: the root has that of the task, a child one less ([`Depth::less`]). Children have
/// numbers, counted from 0 in the order of the game. Scores and windows are in the view of the side to move at the node.
pub struct Walk<'a, G: Evaluate, W> {
    pub(crate) game: &'a G,
    pub(crate) observer: &'a mut W,
    pub(crate) budget: Budget<'a>,
    pub(crate) lines: Lines,
    pub(crate) list: MoveList<G::Move>,
    /// The edges of the window of the re-search that is under way, in the view of the mover at even and at odd depths. A
    /// re-search may return an edge, and that is then the value.
    edges: [Window; 2],
    /// The depth of the root.
    top: Depth,
    /// The best value of a root move that is finished: what the root has for certain.
    pub(crate) finished: Option<Score>,
    /// Values up to this one are no lower bounds at the root: its window says so.
    pub(crate) floor: Score,
    /// What the root cannot exceed, if that has been proved.
    pub(crate) ceiling: Option<Score>,
    /// Was any value an estimate?
    pub(crate) estimated: bool,
}

/// A node that was looked at, but not yet taken.
pub(crate) enum Looked {
    /// A leaf; its value, if the game has ended there.
    Leaf(Option<Score>),
    /// Its children. It was entered.
    Children(Children),
}

impl<'a, G: Evaluate, W: Observer> Walk<'a, G, W> {
    /// A walk that has yet to begin.
    pub(crate) fn new(task: &Task<'a, G>, observer: &'a mut W, budget: Budget<'a>) -> Self {
        Walk {
            game: task.game,
            observer,
            budget,
            lines: Lines::new(task.depth),
            list: MoveList::new(),
            edges: [Window::FULL; 2],
            top: task.depth,
            finished: None,
            floor: Window::FULL.alpha,
            ceiling: None,
            estimated: false,
        }
    }

    /// The depth of the root.
    pub(crate) fn top(&self) -> Depth {
        self.top
    }

    /// What is proved of the root when the search is called off.
    pub(crate) fn proved(&self) -> Option<(Score, Bound)> {
        let lower = self.finished.map(|score| (score, Bound::Lower));
        lower.or(self.ceiling.map(|score| (score, Bound::Upper)))
    }

    /// Begins again at the root, with a horizon at this depth.
    pub(crate) fn begin(&mut self, depth: Depth) {
        (self.top, self.finished, self.estimated) = (depth, None, false);
    }

    /// At the end of the walk.
    pub(crate) fn tell_total(&mut self) {
        self.observer.total(self.budget.inner, self.budget.leaves);
    }

    #[inline(always)]
    pub(crate) fn ply(&self, depth: Depth) -> Ply {
        Ply(self.top.0 - depth.0)
    }

    /// The value of a leaf at the horizon.
    #[inline(always)]
    fn leaf(&mut self, node: &G::State) -> Score {
        let (score, estimated) = self.game.horizon(node, &mut self.list);
        if estimated {
            self.estimated = true;
        }
        self.observer.leaf(Ply(self.top.0), score);
        score
    }

    /// Enters a node: its children, or its value if that can be told at once. It can at a leaf, and also at a node whose
    /// children are leaves: those are looked at here, in one loop, until one of them reaches beta.
    ///
    /// Counts one inner node or one leaf, and one leaf for each child looked at. A leaf ends the line; of a row of leaves the
    /// best is in the line.
    #[inline(always)]
    pub fn enter(&mut self, node: &G::State, depth: Depth, window: Window) -> Result<Entered, Stopped> {
        let entered = self.enter_one(node, depth, window)?;
        if let Entered::Children(children) = entered
            && depth == Depth(1)
        {
            return Ok(Entered::Done(self.row_of_leaves(node, children, window).0));
        }
        Ok(entered)
    }

    /// The same, but the search enters the leaves itself, one by one. For a search that remembers leaves or does not look
    /// at them in a row.
    #[inline(always)]
    pub fn enter_one(&mut self, node: &G::State, depth: Depth, window: Window) -> Result<Entered, Stopped> {
        self.budget.ask()?;
        if depth == Depth(0) {
            self.budget.leaves += 1;
            return Ok(Entered::Done(self.leaf(node)));
        }
        let opened = self.game.open(node, &mut self.list);
        Ok(self.entered(opened, depth, window))
    }

    /// Counts and tells what was opened above the horizon.
    #[inline(always)]
    pub(crate) fn entered(&mut self, opened: Result<Children, Score>, depth: Depth, window: Window) -> Entered {
        match opened {
            Ok(children) => {
                self.budget.inner += 1;
                self.observer.enter(self.ply(depth), window);
                Entered::Children(children)
            }
            Err(score) => {
                self.observer.leaf(self.ply(depth), score);
                self.budget.leaves += 1;
                self.lines.end(depth);
                Entered::Done(score)
            }
        }
    }

    /// Enters a node, unless it is a leaf: that is for the caller to take, now or later.
    #[inline(always)]
    pub(crate) fn look(&mut self, node: &G::State, depth: Depth, window: Window) -> Result<Looked, Stopped> {
        if depth == Depth(0) {
            return Ok(Looked::Leaf(None));
        }
        match self.game.open(node, &mut self.list) {
            Ok(children) => {
                self.budget.ask().inspect_err(|_| self.list.close(children))?;
                self.budget.inner += 1;
                self.observer.enter(self.ply(depth), window);
                Ok(Looked::Children(children))
            }
            Err(score) => Ok(Looked::Leaf(Some(score))),
        }
    }

    /// Takes the value of a leaf that was looked at.
    #[inline(always)]
    pub(crate) fn take_leaf(&mut self, node: &G::State, depth: Depth, looked: Option<Score>) -> Result<Score, Stopped> {
        self.budget.ask()?;
        self.budget.leaves += 1;
        Ok(match looked {
            None => self.leaf(node),
            Some(score) => {
                self.observer.leaf(self.ply(depth), score);
                score
            }
        })
    }

    /// The value of a node whose children are leaves, and which of them it comes from.
    #[inline(always)]
    pub(crate) fn row_of_leaves(&mut self, node: &G::State, children: Children, window: Window) -> (Score, u32) {
        let depth = Depth(1);
        let (best, by) = self.row(node, children, 0, window.beta);
        if best >= window.beta {
            self.cut(depth, by, Cut::Beta);
        }
        self.lines.prefer_leaf(by);
        self.finish(depth, best);
        self.list.close(children);
        self.observer.exit(self.ply(depth), best);
        (best, by)
    }

    /// The best of the leaves below a node, from number `from` on, and which it is; up to the first that reaches beta.
    #[inline(always)]
    pub(crate) fn row(&mut self, node: &G::State, children: Children, from: u32, beta: Score) -> (Score, u32) {
        let depth = Depth(1);
        let (mut best, mut by, mut seen) = (Score::WORST, 0, 0);
        for number in from..children.count() {
            let child = self.child(node, children, depth, number);
            let score = -self.leaf(&child);
            seen += 1;
            if score > best {
                self.observer.update(self.ply(depth), number, score);
            }
            // Which leaf is better cannot be foretold, so there is no branch.
            by = select_unpredictable(score > best, number, by);
            best = best.max(score);
            if score >= beta {
                break;
            }
        }
        self.budget.leaves += seen;
        (best, by)
    }

    /// Opens a node that was entered before.
    #[inline(always)]
    pub(crate) fn reopen(&mut self, node: &G::State, depth: Depth) -> Option<Children> {
        if depth == Depth(0) { None } else { self.game.open(node, &mut self.list).ok() }
    }

    /// The node at the end of a path.
    pub(crate) fn replay(&mut self, root: &G::State, path: &[u32]) -> G::State {
        path.iter().fold(root.clone(), |node, &number| {
            let children = self.game.open(&node, &mut self.list).expect("a path leads through inner nodes");
            let child = self.game.child(&node, children, &self.list, number).1;
            self.list.close(children);
            child
        })
    }

    /// Goes down from the node at `depth` to the child with this number. Nothing is counted until the child is entered.
    #[inline(always)]
    pub fn child(&mut self, node: &G::State, children: Children, depth: Depth, number: u32) -> G::State {
        self.observer.descend(self.ply(depth), number);
        self.game.child(node, children, &self.list, number).1
    }

    /// The node at `depth` has a better value than before, by the child that was searched last, and the line goes on there.
    /// `window` is the one that the node has now, before the value raises it.
    ///
    /// A value inside the window is exact, and so is the move. A value outside is a bound, and the line behind it a proposal:
    /// if it is needed, [`Walk::run`] makes sure of it after the search. At the root, a value above alpha is a lower
    /// bound that the report has if the search is stopped.
    #[inline]
    pub fn update(&mut self, depth: Depth, number: u32, score: Score, window: Window) {
        self.tell_update(depth, number, score);
        if depth == self.top {
            let is_bound = score > window.alpha;
            // A bound that is proved keeps its line until there is a better one.
            if self.finished.is_some_and(|finished| !is_bound || score <= finished) {
                return;
            }
            if is_bound {
                self.finished = Some(score);
            }
        }
        self.lines.prefer(depth, number);
        if !window.contains(score) {
            self.lines.doubt(depth);
        }
    }

    /// The child of the node at `depth` that an [`update`](Walk::update) names next is not searched: its value is remembered.
    /// So nothing is known of the line below it.
    pub fn recall(&mut self, depth: Depth) {
        self.lines.set(depth.less(), &Variation::default());
    }

    /// The root was searched with a window, and this is its value or bound. A search that begins at the root more than once
    /// tells it each time: if it is stopped later, the report has the bound.
    pub fn prove(&mut self, window: Window, score: Score) {
        let bound = window.bound(score);
        if bound != Bound::Upper {
            self.finished = self.finished.max(Some(score));
        }
        if bound != Bound::Lower {
            self.ceiling = Some(self.ceiling.map_or(score, |ceiling| ceiling.min(score)));
        }
    }

    /// Proposes a line from the root on, as child numbers: for a search that does not go depth first. [`Walk::run`] makes
    /// sure of it after the search, and completes it.
    pub fn propose_line(&mut self, path: &[u32]) {
        // Above the leaves a line has one move, and no room for a doubt.
        let path = if self.top == Depth(1) { Vec::new() } else { path.to_vec() };
        self.lines.set(self.top, &Variation { path, sure: 0 });
    }

    /// This many nodes are stored now: counters keep the largest number.
    pub fn stored(&mut self, now: u64) {
        self.observer.stored(now);
    }

    /// Adds an item to a store, within the limit on bytes and what the machine has.
    pub fn push<T>(&mut self, store: &mut Vec<T>, item: T) -> Result<(), Stopped> {
        self.budget.push(store, item)
    }

    /// Makes a store `len` items long, within the same limits.
    pub fn grow<T: Clone>(&mut self, store: &mut Vec<T>, len: usize, filler: T) -> Result<(), Stopped> {
        self.budget.grow(store, len, filler)
    }

    /// The rules of the game.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// As [`update`](Walk::update), where the search answers for the line.
    #[inline(always)]
    pub(crate) fn update_sure(&mut self, depth: Depth, number: u32, score: Score) {
        self.lines.prefer(depth, number);
        self.finish(depth, score);
        self.tell_update(depth, number, score);
    }

    /// The same where nobody will ask for the line.
    #[inline(always)]
    pub(crate) fn tell_update(&mut self, depth: Depth, number: u32, score: Score) {
        self.observer.update(self.ply(depth), number, score);
    }

    /// The child with this number of the node at `depth` is not entered: a stored bound answers for it, in its own view.
    #[inline(always)]
    pub(crate) fn tell_recall(&mut self, depth: Depth, number: u32, lower: Score, upper: Score) {
        self.observer.descend(self.ply(depth), number);
        self.observer.recall(self.ply(depth.less()), lower, upper);
    }

    #[inline(always)]
    fn finish(&mut self, depth: Depth, score: Score) {
        if depth == self.top && score > self.floor {
            self.finished = Some(score);
        }
    }

    /// The remaining children of the node at `depth` are not needed, because of the child with this number. Counts one
    /// cut-off of this kind.
    #[inline(always)]
    pub fn cut(&mut self, depth: Depth, number: u32, why: Cut) {
        self.observer.cut(self.ply(depth), number, why);
    }

    /// The child with this number of the node at `depth` will be searched again with this window, in the view of the node.
    /// Counts one re-search.
    #[inline(always)]
    pub fn research(&mut self, depth: Depth, number: u32, window: Window) {
        self.observer.research(self.ply(depth), Some(number), window);
        self.observer.descend(self.ply(depth), number);
    }

    /// Re-searches the node at `depth` with `window`, by `search`, and keeps the lines of values at its edges meanwhile.
    #[inline(always)]
    pub(crate) fn within_edges(
        &mut self,
        depth: Depth,
        window: Window,
        search: impl FnOnce(&mut Self) -> Result<Score, Stopped>,
    ) -> Result<Score, Stopped> {
        let outer = self.edges;
        (self.edges[(depth.0 & 1) as usize], self.edges[(depth.0 & 1 ^ 1) as usize]) = (window, -window);
        let score = search(self);
        self.edges = outer;
        score
    }

    /// Is this value of the node at `depth` an edge of the re-search under way?
    #[inline(always)]
    pub(crate) fn is_edge(&self, depth: Depth, score: Score) -> bool {
        let Window { alpha, beta } = self.edges[(depth.0 & 1) as usize];
        score == alpha || score == beta
    }

    /// The root will be searched again with this window. Counts one re-search.
    pub fn again(&mut self, window: Window) {
        self.observer.research(Ply(0), None, window);
    }

    /// Leaves the node at `depth`, whose children these were, with this value, and returns the value.
    #[inline(always)]
    pub fn leave(&mut self, children: Children, depth: Depth, score: Score) -> Result<Score, Stopped> {
        self.list.close(children);
        self.observer.exit(self.ply(depth), score);
        Ok(score)
    }
}
