//! Which move to try next: what the table says, what the guide says, what looks good at first sight, killers, then quiet
//! moves by experience, and blunders last.

use provebest_game::{Depth, Evaluate, Keyed, Sons};

use super::worker::{At, Worker};
use super::{MaybeOrder, Skills};

/// A move that waits to be tried.
#[derive(Clone, Copy)]
pub(super) struct Pick {
    rank: i32,
    pub(super) number: u32,
    /// What speaks for it at first sight.
    pub(super) promise: i32,
}

impl Pick {
    pub(super) fn is_quiet(self) -> bool {
        self.promise == 0
    }

    /// Was it put off before?
    pub(super) fn has_waited(self) -> bool {
        self.rank == PUT_OFF
    }

    /// How often it has led to cut-offs, for a quiet move.
    pub(super) fn experience(self) -> i32 {
        if self.is_quiet() && (-MOST..=MOST).contains(&self.rank) { self.rank } else { 0 }
    }
}

/// Experience stays within these bounds.
const MOST: i32 = 1 << 14;
const KILLER: i32 = 1 << 20;
const LOUD: i32 = 1 << 24;
const GUIDE: i32 = 1 << 29;
const TABLE: i32 = 1 << 30;
const PUT_OFF: i32 = i32::MIN;

impl<G: Evaluate + Keyed, S: Skills<G>> Worker<'_, G, S> {
    /// Ranks the moves of a node; returns where they begin among the picks.
    pub(super) fn rank(&mut self, state: &G::State, sons: Sons, at: At, first: Option<u32>) -> usize {
        let begin = self.picks.len();
        let killers = self.killers[at.ply as usize];
        let guide = self.guide.get(at.ply as usize).copied().filter(|_| at.guided);
        for number in 0..sons.count() {
            let m = self.list.at(sons, number);
            let promise =
                if S::Order::HAS && self.is_kept(at.depth) { S::Order::promise(self.game, state, m) } else { 0 };
            let rank = if Some(number) == first {
                TABLE
            } else if Some(m) == guide {
                GUIDE
            } else if promise > 0 {
                LOUD.saturating_add(promise.min(LOUD))
            } else if promise < 0 {
                (-LOUD).saturating_add(promise.max(-LOUD))
            } else if let Some(place) = killers.iter().position(|&killer| killer == Some(m)) {
                KILLER - place as i32
            } else if S::Order::HAS && self.on.history {
                self.history[S::Order::slot(self.game, state, m)]
            } else {
                0
            };
            self.picks.push(Pick { rank, number, promise });
        }
        begin
    }

    /// The next move: the best of those that are left, of equals the first.
    #[inline]
    pub(super) fn pick(&mut self, place: usize, end: usize) -> Pick {
        let left = &mut self.picks[place..end];
        let mut best = 0;
        for number in 1..left.len() {
            if left[number].rank > left[best].rank {
                best = number;
            }
        }
        // The others keep their order.
        left[..=best].rotate_right(1);
        left[0]
    }

    /// The move picked at `place` is to be tried after all others.
    pub(super) fn put_off(&mut self, place: usize, end: usize) {
        self.picks[place].rank = PUT_OFF;
        self.picks[place..end].rotate_left(1);
    }

    /// The move picked at `place` has led to a cut-off, and those before it have not.
    pub(super) fn learn(&mut self, state: &G::State, sons: Sons, at: At, begin: usize, place: usize) {
        let pick = self.picks[place];
        if !pick.is_quiet() {
            return;
        }
        let m = self.list.at(sons, pick.number);
        if self.on.killers {
            let killers = &mut self.killers[at.ply as usize];
            if killers[0] != Some(m) {
                *killers = [Some(m), killers[0]];
            }
        }
        if S::Order::HAS && self.on.history {
            let weight = experience(at.depth);
            for other in begin..=place {
                let pick = self.picks[other];
                if pick.is_quiet() {
                    let slot = S::Order::slot(self.game, state, self.list.at(sons, pick.number));
                    let step = if other == place { weight } else { -weight };
                    let count = &mut self.history[slot];
                    // The nearer it is to the bound, the less it grows.
                    *count += step - *count * weight / MOST;
                }
            }
        }
    }
}

/// A cut-off counts the more the larger the tree is that it saves.
fn experience(depth: Depth) -> i32 {
    (depth.0.min(30) as i32).pow(2).min(900) + 1
}
