//! SSS* leaf by leaf, down to a seam: what the hybrid with alpha-beta and the pair of SSS* and DUAL* step through.
//!
//! Player A chooses among all children at once, player B is led through them one after the other, as in
//! `sequential/sss_star.rs`. Here every step goes from the root to one leaf, comes back, and goes on as far as it can without
//! another leaf, so that two searches can take turns, and a leaf may be a node at the seam, which alpha-beta values.

use provebest_game::{Depth, Evaluate, Score, Window};

use crate::limits::Stopped;
use crate::measure::{Cut, Observer};
use crate::sequential::alpha_beta::{BOUNDS, soft};
use crate::walk::{Entered, Walk};

/// The solution trees below the root that are still in the race. Merits are in A's view.
pub(crate) struct Solutions<S> {
    plan: Plan<S>,
    merit: Score,
    /// No merit need be larger.
    cap: Score,
    /// Does A move at the root?
    a_begins: bool,
    /// The depth, in plies that remain, of the nodes that alpha-beta values.
    seam: Depth,
    /// How many entries the papers' OPEN list would hold.
    open: u64,
    /// The child of the root that is solved, where A moves there.
    pub(crate) leader: Option<u32>,
}

/// What is kept of a node.
enum Plan<S> {
    /// Nothing but its state.
    Fresh(S),
    /// It was valued, and its merit is its value.
    Valued,
    /// A chooses among all children, each with its merit.
    Choice(Vec<(Score, Plan<S>)>),
    /// B is led through its children, and this is the one.
    Led { state: S, number: u32, child: Box<Plan<S>> },
}

/// What became of a node in a step.
enum Went {
    /// It is solved at its merit.
    Solved,
    /// Its merit is this now.
    Has(Score),
    /// It waits for the next step: a second leaf would have to be valued.
    Waits,
}

impl<S: Clone> Solutions<S> {
    pub(crate) fn new(root: S, a_begins: bool, seam: Depth) -> Self {
        Solutions {
            plan: Plan::Fresh(root),
            merit: Score::INFINITY,
            cap: Score::INFINITY,
            a_begins,
            seam,
            open: 1,
            leader: None,
        }
    }

    /// It does not matter any more whether A can have more than this.
    pub(crate) fn cap(&mut self, most: Score) {
        self.cap = self.cap.min(most);
        self.merit = self.merit.min(self.cap);
    }

    /// The best merit: what A can have at most.
    pub(crate) fn merit(&self) -> Score {
        self.merit
    }

    /// Values one more leaf; true if A is certain of the merit.
    pub(crate) fn step<G, W>(&mut self, walk: &mut Walk<'_, G, W>, depth: Depth) -> Result<bool, Stopped>
    where
        G: Evaluate<State = S>,
        W: Observer,
    {
        let mut plan = std::mem::replace(&mut self.plan, Plan::Valued);
        let mut valued = false;
        let solved = loop {
            match self.go(walk, &mut plan, depth, self.a_begins, self.merit, &mut valued) {
                Ok(Went::Solved) => break Ok(true),
                Ok(Went::Has(merit)) => self.merit = merit,
                Ok(Went::Waits) => break Ok(false),
                Err(stopped) => break Err(stopped),
            }
        };
        self.plan = plan;
        solved
    }

    fn go<G, W>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        plan: &mut Plan<S>,
        depth: Depth,
        a_moves: bool,
        merit: Score,
        valued: &mut bool,
    ) -> Result<Went, Stopped>
    where
        G: Evaluate<State = S>,
        W: Observer,
    {
        if let Plan::Fresh(state) = plan {
            if *valued {
                return Ok(Went::Waits);
            }
            let state = state.clone();
            *plan = match self.open(walk, state, depth, a_moves, merit)? {
                Ok(opened) => opened,
                Err(score) => {
                    (*plan, *valued) = (Plan::Valued, true);
                    return Ok(if score >= merit { Went::Solved } else { Went::Has(score) });
                }
            };
        }
        match plan {
            Plan::Fresh(_) | Plan::Valued => Ok(Went::Solved),
            Plan::Choice(children) => {
                let cap = self.cap;
                let leader = (0..children.len()).rev().max_by_key(|&i| children[i].0.min(cap)).unwrap_or(0);
                let number = leader as u32;
                walk.observer.descend(walk.ply(depth), number);
                let (merit, child) = &mut children[leader];
                match self.go(walk, child, depth.less(), false, cap.min(*merit), valued)? {
                    Went::Solved => {
                        walk.cut(depth, number, Cut::Solved);
                        self.drop_plan(walk, plan)?;
                        self.leader = Some(number);
                        Ok(Went::Solved)
                    }
                    Went::Waits => Ok(Went::Waits),
                    Went::Has(fallen) => {
                        *merit = fallen;
                        let best = children.iter().map(|(merit, _)| cap.min(*merit)).max();
                        Ok(Went::Has(best.unwrap_or(fallen)))
                    }
                }
            }
            Plan::Led { state, number, child } => loop {
                walk.observer.descend(walk.ply(depth), *number);
                match self.go(walk, child, depth.less(), true, merit, valued)? {
                    Went::Solved => {}
                    Went::Waits => return Ok(Went::Waits),
                    Went::Has(has) => {
                        if has < merit {
                            walk.tell_update(depth, *number, -has);
                        }
                        return Ok(Went::Has(has));
                    }
                }
                let Some(children) = walk.reopen(state, depth) else { return Ok(Went::Solved) };
                *number += 1;
                let next = *number < children.count();
                if next {
                    **child = Plan::Fresh(walk.game.child(state, children, &walk.list, *number).1);
                }
                walk.list.close(children);
                if !next {
                    return Ok(Went::Solved);
                }
            },
        }
    }

    /// Opens a node, or tells what it is worth to A: exactly, or at least the merit.
    fn open<G, W>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        state: S,
        depth: Depth,
        a_moves: bool,
        merit: Score,
    ) -> Result<Result<Plan<S>, Score>, Stopped>
    where
        G: Evaluate<State = S>,
        W: Observer,
    {
        let in_a_view = |score: Score| if a_moves { score } else { -score };
        if depth <= self.seam {
            let window = Window::new(Score::WORST, merit);
            let score = soft::<BOUNDS, G, W>(walk, state, depth, if a_moves { window } else { -window })?;
            return Ok(Err(in_a_view(score)));
        }
        let window = Window::null(merit);
        let children = match walk.enter_one(&state, depth, if a_moves { window } else { -window })? {
            Entered::Done(score) => return Ok(Err(in_a_view(score))),
            Entered::Children(children) => children,
        };
        let child = |number: u32| Plan::Fresh(walk.game.child(&state, children, &walk.list, number).1);
        let plan = if a_moves {
            let size = u64::from(children.count());
            let all = (0..children.count()).map(|number| (merit, child(number))).collect();
            walk.budget.change(0, size * size_of::<(Score, Plan<S>)>() as u64)?;
            self.open += size - 1;
            walk.observer.stored(self.open);
            Plan::Choice(all)
        } else {
            let child = Box::new(child(0));
            Plan::Led { state, number: 0, child }
        };
        walk.list.close(children);
        Ok(Ok(plan))
    }

    /// A choice is made: nothing of it is needed any more.
    fn drop_plan<G, W>(&mut self, walk: &mut Walk<'_, G, W>, plan: &mut Plan<S>) -> Result<(), Stopped>
    where
        G: Evaluate<State = S>,
        W: Observer,
    {
        let (entries, places) = plan.size();
        self.open -= entries - 1;
        *plan = Plan::Valued;
        walk.budget.change(places * size_of::<(Score, Plan<S>)>() as u64, 0)
    }
}

impl<S> Plan<S> {
    /// How many entries of an OPEN list it stands for, and how many places its choices take.
    fn size(&self) -> (u64, u64) {
        match self {
            Plan::Fresh(_) | Plan::Valued => (1, 0),
            Plan::Led { child, .. } => child.size(),
            Plan::Choice(children) => {
                children.iter().fold((0, children.len() as u64), |(entries, places), (_, child)| {
                    let (more, larger) = child.size();
                    (entries + more, places + larger)
                })
            }
        }
    }
}
