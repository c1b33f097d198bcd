//! A node of a game that tells nothing of its moves but what they lead to: its children come in a row, each with its estimate, and
//! nothing else tells which to try first.
//!
//! It finds what [`Worker::node`] finds, which stays the text to read. What a row has told is not asked again: a child where the game
//! ends is not visited, and two plies above the horizon none that is refuted as it stands (`gains`).

use std::ops::ControlFlow;

use provebest_game::{Bound, Depth, Evaluate, Keyed, MaybeRepeat, MoveList, Score, Skills, Status, Window};

use super::node::{News, SoFar};
use super::worker::{At, PathDependence, Worker, sane};
use crate::limits::Stopped;
use crate::table::Entry;

/// A child that waits to be tried.
#[derive(Clone, Copy)]
pub(super) struct Waiting<M> {
    /// The estimate for the side that moves there, and below it the number, from the top down: of equals, the first is the greatest.
    key: i64,
    m: M,
    /// Is the game over there?
    over: bool,
}

impl<M> Waiting<M> {
    #[inline(always)]
    fn new(worth: Score, number: u32, m: M, over: bool) -> Self {
        Waiting { key: i64::from(worth.0) << 32 | i64::from(!number), m, over }
    }

    #[inline(always)]
    fn number(&self) -> u32 {
        !(self.key as u32)
    }

    #[inline(always)]
    fn worth(&self) -> Score {
        Score((self.key >> 32) as i32)
    }
}

impl<G: Evaluate + Keyed + Skills> Worker<'_, G> {
    /// Fail-soft, as [`Worker::node`], of an open position two plies or more above the horizon.
    pub(super) fn in_rows<const PV: bool>(
        &mut self,
        state: &G::State,
        at: At,
        window: Window,
    ) -> Result<Score, Stopped> {
        debug_assert!(self.game.status(state, &mut MoveList::new()) == Status::Open);
        self.enter(at.ply)?;
        if let Some((m, value)) = self.game.wins_at_once(state) {
            self.budget.inner += 1;
            self.tally.leaves += 1;
            self.tally.deepest = self.tally.deepest.max(at.ply + 1);
            if PV || self.follows {
                self.lines[at.ply as usize].push(m);
            }
            return Ok(self.over(-value));
        }
        let (key, now) = (self.game.key(state), G::Repeat::now(self.game, state));
        let entry = self.probe(key, now);
        if (!PV || !self.on.pvs)
            && let Some(score) = entry.and_then(|entry| self.answer(entry, at.depth, window))
        {
            return Ok(score);
        }
        let (mark, estimated) = (self.row.len(), std::mem::take(&mut self.estimated));
        let mut so_far = SoFar::new(window);
        let done = self.try_row::<PV>(state, at, entry, &mut so_far);
        self.row.truncate(mark);
        match done {
            Ok(None) => {
                self.store(key, now, so_far.by, so_far.best, window.bound(so_far.best), at.depth);
                self.since = PathDependence::NONE;
            }
            Ok(Some((number, score))) => {
                so_far.best = score;
                if let Some(number) = number {
                    self.store(key, now, Some(number), score, Bound::Lower, at.depth);
                }
            }
            Err(stopped) => return Err(stopped),
        }
        self.estimated |= estimated;
        Ok(so_far.best)
    }

    /// Tries the children one after the other, until one is enough. Or a value that needs no child, and a child that the table knows to
    /// have it.
    #[inline(always)]
    fn try_row<const PV: bool>(
        &mut self,
        state: &G::State,
        at: At,
        entry: Option<Entry>,
        so_far: &mut SoFar,
    ) -> Result<Option<(Option<u32>, Score)>, Stopped> {
        let At { depth, ply, .. } = at;
        let game = self.game;

        // The move of the table, before any other is looked at.
        let mut first = entry.and_then(|entry| entry.child).filter(|_| depth >= Depth(3));
        if let Some(number) = first {
            match game.open(state, &mut self.list) {
                Ok(children) if number < children.count() => {
                    let (m, child) = game.child(state, children, &self.list, number);
                    self.list.close(children);
                    let score = match game.status(&child, &mut self.list) {
                        Status::Over(value) => self.end_below(value, ply),
                        Status::Open => self.below::<PV>(&child, at, so_far)?,
                    };
                    if self.note_row::<PV>(number, m, score, ply, so_far) {
                        return Ok(None);
                    }
                }
                Ok(children) => {
                    first = None;
                    self.list.close(children);
                }
                Err(_) => first = None,
            }
        }

        // The others.
        let (begin, beta) = (self.row.len(), so_far.window.beta);
        let (row, absurd) = (&mut self.row, &mut self.absurd);
        let mut number = 0;
        let over = game.leaves(state, &mut self.list, |m, worth, estimated| {
            let worth = -sane(worth, estimated, absurd);
            if Some(number) != first {
                row.push(Waiting::new(worth, number, m, !estimated));
            }
            number += 1;
            if !estimated && worth >= beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(value) = over {
            self.tally.leaves += 1;
            return Ok(Some((None, self.over(value))));
        }
        let end = self.row.len();
        if self.on.children_in_table
            && !PV
            && depth >= Depth(4)
            && let Some((number, score)) = self.known_in_row(state, begin, depth, beta)
        {
            return Ok(Some((Some(number), score)));
        }
        // Those of which the estimate tells enough come last, in any order.
        let mut is_told = false;
        for place in begin..end {
            let left = &mut self.row[place..end];
            if !is_told {
                let best =
                    (1..left.len()).fold(0, |best, other| if left[other].key > left[best].key { other } else { best });
                left.swap(0, best);
            }
            let waiting = left[0];
            let (worth, number) = (waiting.worth(), waiting.number());
            is_told |= depth == Depth(2) && worth <= so_far.window.alpha;
            if waiting.over {
                let score = self.end_below(-worth, ply);
                if self.note_row::<PV>(number, waiting.m, score, ply, so_far) {
                    break;
                }
                continue;
            }
            let child = self.play_to(state, waiting.m, depth.less());
            if depth == Depth(2)
                && worth <= so_far.window.alpha
                && let Some(gain) = game.least_gain(&child)
                && worth - gain <= so_far.window.alpha
            {
                self.budget.inner += 1;
                self.tally.leaves += 1;
                self.tally.deepest = self.tally.deepest.max(ply + 1);
                self.estimated = true;
                so_far.tried += 1;
                so_far.best = so_far.best.max(worth - gain);
                continue;
            }
            let score = self.below::<PV>(&child, at, so_far)?;
            if self.note_row::<PV>(number, waiting.m, score, ply, so_far) {
                break;
            }
        }
        Ok(None)
    }

    /// The game is over at a child: its value for the side to move at its parent.
    fn end_below(&mut self, value: Score, ply: u32) -> Score {
        self.budget.inner += 1;
        self.tally.leaves += 1;
        self.tally.deepest = self.tally.deepest.max(ply + 1);
        self.lines[ply as usize + 1].clear();
        -self.over(value)
    }

    /// The value of a child for the side to move at its parent, fail-soft.
    #[inline(always)]
    fn below<const PV: bool>(&mut self, child: &G::State, at: At, so_far: &SoFar) -> Result<Score, Stopped> {
        let (depth, ply, window) = (at.depth.less(), at.ply + 1, so_far.window);
        if depth == Depth(1) {
            self.enter(ply)?;
            return Ok(-self.leaves::<PV>(child, ply, -window));
        }
        let below = At { depth, ply, ..at };
        if so_far.tried == 0 || !self.on.pvs {
            return Ok(-self.in_rows::<PV>(child, below, -window)?);
        }
        let score = -self.in_rows::<false>(child, below, -Window::null(window.alpha + 1))?;
        if PV && window.contains(score) { Ok(-self.in_rows::<PV>(child, below, -window)?) } else { Ok(score) }
    }

    /// A child has this value; is it enough?
    #[inline(always)]
    fn note_row<const PV: bool>(
        &mut self,
        number: u32,
        m: G::Move,
        score: Score,
        ply: u32,
        so_far: &mut SoFar,
    ) -> bool {
        let news = so_far.note(number, score, PathDependence::NONE);
        if (PV || self.follows) && news != News::None {
            self.lead(ply, m);
        }
        news == News::Enough
    }

    /// A child of the row and what it promises at least, if the table knows that this is from `beta` on.
    fn known_in_row(&mut self, state: &G::State, begin: usize, depth: Depth, beta: Score) -> Option<(u32, Score)> {
        let below = -Window::null(beta);
        self.child_keys.clear();
        for place in begin..self.row.len() {
            let key = self.game.key(&self.play(state, self.row[place].m));
            self.table.fetch(key);
            self.child_keys.push(key);
        }
        for place in begin..self.row.len() {
            let Some(entry) = self.table.probe(self.child_keys[place - begin]) else { continue };
            if entry.bound != Bound::Lower
                && -entry.value >= beta
                && let Some(score) = self.answer(entry, depth.less(), below)
            {
                return Some((self.row[place].number(), -score));
            }
        }
        None
    }
}
