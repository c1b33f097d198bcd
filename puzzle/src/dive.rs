//! Depth first below a bound: one iteration of IDA*, which can be interrupted and goes on later, here or elsewhere.
//!
//! An interrupted dive returns through its frames, and each of them leaves the sons it has not yet dived into. So what is
//! left of the tree is a list of nodes, those of the deepest frame first, and nothing has to be kept for that before.

use std::ops::ControlFlow::{Break, Continue};

use crate::puzzle::{Cost, Puzzle};
use crate::report::Path;

/// How a dive ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dived {
    /// There is no goal within the bound.
    Failed,
    /// A goal was found.
    Found,
    /// It was interrupted.
    Interrupted,
}

/// Why a frame is left early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ended {
    /// A goal was found.
    Found,
    /// The dive was interrupted before it entered a son of this frame.
    Here,
    /// It was interrupted below.
    Below,
}

/// Asked at about every son whether the state needs a look, and every so many nodes whether to go on.
pub(crate) trait Guide<P: Puzzle> {
    /// After so many generated nodes: after how many to ask again, or `None` to interrupt the dive.
    fn go_on(&mut self, generated: u64) -> Option<u64>;

    /// Has this state been looked at with as much left, in this iteration?
    #[inline(always)]
    fn knows(&mut self, _puzzle: &P, _state: &P::State, _rest: u64) -> bool {
        false
    }
}

/// A node that an interrupted dive has left.
pub(crate) struct Left<S> {
    pub(crate) state: S,
    /// What may be spent from here on.
    pub(crate) rest: u64,
    /// How many of the last numbers of the spine are below its father.
    below: usize,
    number: u32,
}

/// A dive, its counts, and what it leaves.
pub(crate) struct Dive<'a, P: Puzzle, G> {
    puzzle: &'a P,
    pub(crate) guide: G,
    pub(crate) generated: u64,
    pub(crate) expanded: u64,
    /// When to ask the guide next.
    pub(crate) until: u64,
    /// By how much the cheapest path that was not followed went over the bound.
    pub(crate) over: u64,
    /// When a goal is found, is the rest of the tree left as well, as if interrupted?
    pub(crate) exhaustive: bool,
    /// The longest path allowed, and whether one was too long.
    pub(crate) moves: usize,
    pub(crate) too_long: bool,
    /// The states on the path, if there may be loops.
    keys: Vec<P::Key>,
    /// Son numbers, the last first: to the goal, or to where the dive was interrupted.
    spine: Path,
    left: Vec<Left<P::State>>,
}

impl<'a, P: Puzzle, G: Guide<P>> Dive<'a, P, G> {
    pub(crate) fn new(puzzle: &'a P, guide: G, moves: usize) -> Self {
        let (keys, spine, left) = (Vec::new(), Path::new(), Vec::new());
        let (generated, expanded, until, over) = (0, 0, 0, u64::MAX);
        Dive {
            puzzle,
            guide,
            generated,
            expanded,
            until,
            over,
            exhaustive: false,
            moves,
            too_long: false,
            keys,
            spine,
            left,
        }
    }

    /// Dives from a state at the end of a path, with so much to spend. `ancestors` are the states before it on the path;
    /// they matter only where there may be loops.
    pub(crate) fn from<'s>(
        &mut self,
        ancestors: impl IntoIterator<Item = &'s P::State>,
        state: &'s P::State,
        rest: u64,
    ) -> Dived
    where
        P::State: 's,
    {
        self.spine.clear();
        self.left.clear();
        if P::LOOPS {
            self.keys.clear();
            let puzzle = self.puzzle;
            self.keys.extend(ancestors.into_iter().chain([state]).map(|state| puzzle.key(state)));
        } else if rest > self.moves as u64 {
            self.too_long = true;
            return Dived::Failed;
        }
        // What an interrupted dive left has not been looked at.
        if self.puzzle.is_goal(state) { Dived::Found } else { self.node(state.clone(), rest) }
    }

    /// The path to the goal that was found, from where the dive began.
    pub(crate) fn path(&self) -> impl Iterator<Item = u32> + '_ {
        self.spine.iter().rev().copied()
    }

    /// What an interrupted dive has left, the deepest first, each with its path from where the dive began.
    pub(crate) fn left(&mut self) -> impl Iterator<Item = (Left<P::State>, Path)> + '_ {
        let spine = &self.spine;
        self.left.drain(..).map(|left| {
            let path = spine[left.below..].iter().rev().copied().chain([left.number]).collect();
            (left, path)
        })
    }

    /// A son may be dived into, unless it is on the path or has been looked at.
    #[inline(always)]
    fn may_enter(&mut self, state: &P::State, rest: u64) -> bool {
        if P::LOOPS {
            let key = self.puzzle.key(state);
            if self.keys.contains(&key) {
                return false;
            }
            if self.keys.len() > self.moves {
                self.too_long = true;
                return false;
            }
        }
        !self.guide.knows(self.puzzle, state, rest)
    }

    #[cold]
    #[inline(never)]
    fn is_interrupted(&mut self) -> bool {
        match self.guide.go_on(self.generated) {
            Some(until) => {
                self.until = until;
                false
            }
            None => true,
        }
    }

    fn node(&mut self, state: P::State, rest: u64) -> Dived {
        self.expanded += 1;
        let puzzle = self.puzzle;
        let mut number = 0;
        let ended = puzzle.sons(&state, |_, Cost(cost), son| {
            number += 1;
            self.generated += 1;
            let Cost(estimate) = puzzle.estimate(&son);
            let need = u64::from(estimate) + u64::from(cost);
            if need > rest {
                if need - rest < self.over {
                    self.over = need - rest;
                }
                return Continue(());
            }
            let rest = rest - u64::from(cost);
            if estimate == 0 && puzzle.is_goal(&son) {
                return Break(Ended::Found);
            }
            if !self.may_enter(&son, rest) {
                return Continue(());
            }
            if self.generated >= self.until && self.is_interrupted() {
                return Break(Ended::Here);
            }
            if P::LOOPS {
                self.keys.push(puzzle.key(&son));
            }
            let dived = self.node(son, rest);
            if P::LOOPS {
                self.keys.pop();
            }
            match dived {
                Dived::Failed => Continue(()),
                Dived::Found => Break(Ended::Found),
                Dived::Interrupted => Break(Ended::Below),
            }
        });
        match ended {
            Continue(()) => Dived::Failed,
            Break(ended) => {
                self.unwind(&state, rest, number, ended);
                if ended == Ended::Found { Dived::Found } else { Dived::Interrupted }
            }
        }
    }

    /// A frame is left early, at the son with this number, counted from 1.
    #[cold]
    #[inline(never)]
    fn unwind(&mut self, state: &P::State, rest: u64, number: u32, ended: Ended) {
        let (puzzle, mut at) = (self.puzzle, 0);
        let entered = match ended {
            Ended::Here => number - 1,
            Ended::Found | Ended::Below => {
                self.spine.push(number - 1);
                number
            }
        };
        if ended == Ended::Found && !self.exhaustive {
            return;
        }
        let below = self.spine.len();
        let _ = puzzle.sons(state, |_, Cost(cost), son| {
            at += 1;
            if at <= entered {
                return Continue::<()>(());
            }
            self.generated += u64::from(at > number);
            let need = u64::from(puzzle.estimate(&son).0) + u64::from(cost);
            if need > rest {
                self.over = self.over.min(need - rest);
            } else if !(P::LOOPS && self.keys.contains(&puzzle.key(&son))) {
                self.left.push(Left { state: son, rest: rest - u64::from(cost), below, number: at - 1 });
            }
            Continue(())
        });
    }
}
