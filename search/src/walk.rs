//! What every depth-first search carries through the tree, so that the algorithms need to speak of nothing else.

use provebest_game::{Bound, Children, Depth, Evaluate, MoveList, Ply, Score, Window};

use crate::limits::{Budget, Stopped};
use crate::lines::Lines;
use crate::measure::{Cut, Observer};
use crate::report::Task;

/// A node that was entered.
pub(crate) enum Entered {
    /// Its value is known.
    Done(Score),
    /// Its children are to be searched.
    Children(Children),
}

/// The walk of one search through the tree of one game.
pub(crate) struct Walk<'a, G: Evaluate, W> {
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
    #[inline(always)]
    pub(crate) fn open(&mut self, node: &G::State, depth: Depth, window: Window) -> Result<Entered, Stopped> {
        let entered = self.open_inner(node, depth, window)?;
        if let Entered::Children(children) = entered
            && depth == Depth(1)
        {
            return Ok(Entered::Done(self.row_of_leaves(node, children, window).0));
        }
        Ok(entered)
    }

    /// The same, but the children of a node just above the horizon are left to the caller.
    #[inline(always)]
    pub(crate) fn open_inner(&mut self, node: &G::State, depth: Depth, window: Window) -> Result<Entered, Stopped> {
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
        let (mut best, mut by) = (Score::WORST, 0);
        let mut number = from;
        while number < children.count() {
            let child = self.child(node, children, depth, number);
            let score = -self.leaf(&child);
            number += 1;
            if score > best {
                (best, by) = (score, number - 1);
                self.observer.update(self.ply(depth), by, best);
                if best >= beta {
                    break;
                }
            }
        }
        self.budget.leaves += u64::from(number - from);
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

    /// Turns to a child.
    #[inline(always)]
    pub(crate) fn child(&mut self, node: &G::State, children: Children, depth: Depth, number: u32) -> G::State {
        self.observer.descend(self.ply(depth), number);
        self.game.child(node, children, &self.list, number).1
    }

    /// The node has a better value than before, by this child, and the line goes on there.
    #[inline(always)]
    pub(crate) fn update(&mut self, depth: Depth, number: u32, score: Score) {
        self.lines.prefer(depth, number);
        self.finish(depth, score);
        self.tell_update(depth, number, score);
    }

    /// The same where nobody will ask for the line.
    #[inline(always)]
    pub(crate) fn tell_update(&mut self, depth: Depth, number: u32, score: Score) {
        self.observer.update(self.ply(depth), number, score);
    }

    #[inline(always)]
    fn finish(&mut self, depth: Depth, score: Score) {
        if depth == self.top && score > self.floor {
            self.finished = Some(score);
        }
    }

    /// The remaining children of the node are not needed.
    #[inline(always)]
    pub(crate) fn cut(&mut self, depth: Depth, number: u32, why: Cut) {
        self.observer.cut(self.ply(depth), number, why);
    }

    /// A child will be searched again.
    #[inline(always)]
    pub(crate) fn research(&mut self, depth: Depth, number: u32, window: Window) {
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

    /// The root will be searched again.
    pub(crate) fn again(&mut self, window: Window) {
        self.observer.research(Ply(0), None, window);
    }

    /// Leaves the node.
    #[inline(always)]
    pub(crate) fn close(&mut self, children: Children, depth: Depth, score: Score) -> Result<Score, Stopped> {
        self.list.close(children);
        self.observer.exit(self.ply(depth), score);
        Ok(score)
    }
}
