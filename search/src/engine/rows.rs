//! A node of a game that tells nothing of its moves but what they lead to: its children come in a row, each with what it promises, and
//! nothing else tells which to try first.
//!
//! It finds what [`Worker::node`] finds, which stays the text to read. What a game sees by itself is not searched: a child where the
//! game ends or is won at once, and with null windows all that is two plies above the horizon (`gains`).

use std::ops::ControlFlow;

use provebest_game::{Bound, Depth, Evaluate, Keyed, MaybeRepeat, MoveList, Outlook, Score, Skills, Status, Window};

use super::node::{News, SoFar};
use super::worker::{PathDependence, Worker, sane};
use crate::limits::Stopped;
use crate::table::Entry;

/// A child that waits to be tried.
#[derive(Clone, Copy)]
pub(super) struct Waiting<M> {
    /// What it promises, and below it the number, from the top down: of equals, the first is the greatest.
    key: i64,
    seen: Outlook,
    m: M,
}

impl<M> Waiting<M> {
    #[inline(always)]
    fn new(promise: i32, number: u32, seen: Outlook, m: M) -> Self {
        Waiting { key: i64::from(promise) << 32 | i64::from(!number), seen, m }
    }

    #[inline(always)]
    fn number(&self) -> u32 {
        !(self.key as u32)
    }
}

/// Brings the most promising of them to the front.
#[inline(always)]
fn choose<M: Copy>(left: &mut [Waiting<M>]) {
    let Some(first) = left.first() else { return };
    let (mut best, mut key) = (0, first.key);
    for (place, one) in left.iter().enumerate().skip(1) {
        if one.key > key {
            (best, key) = (place, one.key);
        }
    }
    left.swap(0, best);
}

/// Where a node is, and what its parent knows of it.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) key: u64,
    pub(super) depth: Depth,
    pub(super) ply: u32,
    /// Its parent has seen that no move wins at once.
    pub(super) seen: bool,
    /// Is a cut-off likely? So it is where the node above was not cut off so far, and the other way round.
    pub(super) cuts: bool,
}

impl<G: Evaluate + Keyed + Skills> Worker<'_, G> {
    /// Fail-soft, as [`Worker::node`], of an open position two plies or more above the horizon.
    pub(super) fn in_rows<const PV: bool>(
        &mut self,
        state: &G::State,
        spot: Spot,
        window: Window,
    ) -> Result<Score, Stopped> {
        let Spot { key, depth, ply, seen, .. } = spot;
        debug_assert!(self.game.status(state, &mut MoveList::new()) == Status::Open);
        self.enter(ply)?;
        if !seen && let Some((m, value)) = self.game.wins_at_once(state) {
            self.budget.inner += 1;
            self.tally.leaves += 1;
            self.tally.deepest = self.tally.deepest.max(ply + 1);
            if PV || self.follows {
                self.lines[ply as usize].push(m);
            }
            return Ok(self.over(-value));
        }
        let now = G::Repeat::now(self.game, state);
        let entry = self.probe(key, now);
        if (!PV || !self.on.pvs)
            && let Some(score) = entry.and_then(|entry| self.answer(entry, depth, window))
        {
            return Ok(score);
        }
        let (mark, estimated) = (self.row.len(), std::mem::take(&mut self.estimated));
        let mut so_far = SoFar::new(window);
        let done = self.try_row::<PV>(state, spot, entry, &mut so_far);
        self.row.truncate(mark);
        if let Some((number, score)) = done? {
            so_far.best = score;
            self.store(key, now, Some(number), score, Bound::Lower, depth);
        } else {
            self.store(key, now, so_far.by, so_far.best, window.bound(so_far.best), depth);
        }
        self.since = PathDependence::NONE;
        self.estimated |= estimated;
        Ok(so_far.best)
    }

    /// Tries the children one after the other, until one is enough. Or a child that the table knows to be enough, and what it promises.
    #[inline(always)]
    fn try_row<const PV: bool>(
        &mut self,
        state: &G::State,
        spot: Spot,
        entry: Option<Entry>,
        so_far: &mut SoFar,
    ) -> Result<Option<(u32, Score)>, Stopped> {
        let Spot { depth, ply, .. } = spot;
        let (game, wants_line) = (self.game, PV || self.follows);

        // The move of the table, before any other is looked at.
        let mut first = entry.and_then(|entry| entry.child).filter(|_| depth >= Depth(4));
        if let Some(number) = first {
            match game.open(state, &mut self.list) {
                Ok(children) if number < children.count() => {
                    let (m, child) = game.child(state, children, &self.list, number);
                    self.list.close(children);
                    let score = match game.status(&child, &mut self.list) {
                        Status::Over(value) => self.end_below(value, ply),
                        Status::Open => self.child_below::<PV>(&child, spot, false, so_far)?,
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
        let (row, absurd, mut number) = (&mut self.row, &mut self.absurd, 0);
        game.row(state, &mut self.list, |m, seen| {
            let promise = match seen {
                Outlook::Open(promise) => promise,
                Outlook::Over(worth) | Outlook::Won(worth) => -sane(worth, false, absurd).0,
            };
            row.push(Waiting::new(promise, number, seen, m));
            number += 1;
            let wins = matches!(seen, Outlook::Over(_)) && promise >= beta.0;
            if wins { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(first) = first {
            let there = (begin..self.row.len()).find(|&place| self.row[place].number() == first);
            there.map(|place| self.row.swap_remove(place));
        }
        let end = self.row.len();
        if self.on.children_in_table
            && spot.cuts
            && depth >= Depth(4)
            && let Some(known) = self.known_in_row(state, begin, depth, beta)
        {
            return Ok(Some(known));
        }
        for place in begin..end {
            choose(&mut self.row[place..end]);
            let waiting = self.row[place];
            let score = match waiting.seen {
                Outlook::Over(value) => self.end_below(value, ply),
                Outlook::Won(value) if !wants_line => self.end_below(value, ply),
                seen => {
                    let child = self.play(state, waiting.m);
                    let is_open = matches!(seen, Outlook::Open(_));
                    self.child_below::<PV>(&child, spot, is_open, so_far)?
                }
            };
            if self.note_row::<PV>(waiting.number(), waiting.m, score, ply, so_far) {
                break;
            }
        }
        // An open position without moves counts as a draw.
        if so_far.tried == 0 {
            so_far.best = Score::ZERO;
        }
        Ok(None)
    }

    /// The game is over at a child, or is with its next move: its value for the side to move at its parent.
    #[inline(always)]
    fn end_below(&mut self, value: Score, ply: u32) -> Score {
        self.budget.inner += 1;
        self.tally.leaves += 1;
        self.tally.deepest = self.tally.deepest.max(ply + 1);
        self.lines[ply as usize + 1].clear();
        -self.over(value)
    }

    /// The value of an open child for the side to move at its parent, fail-soft. `seen`: no move wins at once there.
    #[inline(always)]
    fn child_below<const PV: bool>(
        &mut self,
        child: &G::State,
        above: Spot,
        seen: bool,
        so_far: &SoFar,
    ) -> Result<Score, Stopped> {
        let (ply, window) = (above.ply + 1, so_far.window);
        if above.depth == Depth(2) {
            self.enter(ply)?;
            return Ok(-self.leaves::<PV>(child, ply, -window));
        }
        if above.depth == Depth(3)
            && !(PV || self.follows)
            && window.is_null()
            && let Some(score) = self.seen_below(child, ply, window.alpha)?
        {
            return Ok(score);
        }
        let key = self.game.key(child);
        self.table.fetch(key);
        let below = Spot { key, depth: above.depth.less(), ply, seen, cuts: PV || !above.cuts };
        if so_far.tried == 0 || !self.on.pvs {
            return Ok(-self.in_rows::<PV>(child, Spot { cuts: !above.cuts, ..below }, -window)?);
        }
        let score = -self.in_rows::<false>(child, below, -Window::null(window.alpha + 1))?;
        if PV && window.contains(score) { Ok(-self.in_rows::<PV>(child, below, -window)?) } else { Ok(score) }
    }

    /// The same of a child two plies above the horizon, if the game sees it by itself.
    #[inline(always)]
    fn seen_below(&mut self, child: &G::State, ply: u32, alpha: Score) -> Result<Option<Score>, Stopped> {
        let Some(seen) = self.game.two_plies(child, -alpha) else { return Ok(None) };
        self.enter(ply)?;
        self.budget.inner += u64::from(seen.count);
        self.tally.leaves += u64::from(seen.count);
        self.tally.deepest = self.tally.deepest.max(ply + 2);
        self.estimated |= seen.estimated;
        Ok(Some(-sane(seen.worth, seen.estimated, &mut self.absurd)))
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
