//! Below the horizon: noisy moves, until all is quiet.

use provebest_game::{Depth, Evaluate, Keyed, MaybeNoisy, MaybeOrder, MaybeRepeat, Score, Skills, Status, Window};

use super::worker::{At, PathDependence, Worker, is_decided};
use crate::limits::Stopped;

impl<G: Evaluate + Keyed + Skills> Worker<'_, G> {
    /// What a position at the horizon is worth: its value if the game has ended, its estimate if it is quiet.
    #[inline]
    pub(super) fn horizon(&mut self, state: &G::State, ply: u32, window: Window) -> Result<Score, Stopped> {
        if G::Noisy::HAS && self.on.quiescence {
            self.tally.leaves += 1;
            return self.quiescence(state, ply, window, self.on.checks);
        }
        self.enter(ply)?;
        Ok(self.leaf(state))
    }

    /// Fail-soft: a side that need not move may stand still, and has the estimate for certain. `checks`: threats count as noise.
    fn quiescence(&mut self, state: &G::State, ply: u32, mut window: Window, checks: bool) -> Result<Score, Stopped> {
        self.enter(ply)?;
        self.tally.quiescence += 1;
        if let Status::Over(value) = self.game.status(state, &mut self.list) {
            return Ok(self.over(value));
        }
        if ply >= self.last {
            self.estimated = true;
            let estimate = self.estimate(state);
            return Ok(self.known(estimate));
        }
        let (key, now) = (self.game.key(state), G::Repeat::now(self.game, state));
        // Worked out while the memory fetches what the table knows.
        let forced = self.is_forced(state);
        let stand = if forced { Score::WORST } else { self.estimate(state) };
        // With checks in the first ply, what is found below it would answer for less.
        let is_kept = checks || !self.on.checks;
        let entry = if is_kept { self.probe(key, now) } else { None };
        if let Some(score) = entry.and_then(|entry| self.answer(entry, Depth(0), window)) {
            return Ok(score);
        }
        let (asked, mut best) = (window, stand);
        self.estimated = true;
        if !forced && window.raise(stand) {
            return Ok(self.known(stand));
        }
        let mut noisy = 0;
        let open = self.list.open(|list| {
            G::Noisy::noisy(self.game, state, list);
            noisy = list.len() as u32;
            if G::Noisy::THREATENS && checks && !forced {
                G::Noisy::threats(self.game, state, list);
            }
            Status::Open
        });
        // Nothing noisy: all is quiet.
        let Ok(children) = open else { return Ok(self.known(best)) };
        // Noisy moves come in their order; all moves have to be ranked.
        let begin = self.picks.len();
        if forced {
            let at = At { depth: Depth(0), ply, may_pass: false, guided: false, without: None };
            self.rank(state, children, at, None);
        }
        let end = self.picks.len();
        for turn in 0..children.count() {
            let number = if forced { self.pick(begin + turn as usize, end).number() } else { turn };
            let m = self.list.at(children, number);
            if !forced {
                let most = stand + G::Noisy::gain(self.game, state, m) + 2 * self.unit;
                // What a threat wins is not seen at once.
                if most <= window.alpha && !is_decided(window.alpha) && turn < noisy {
                    best = best.max(most);
                    continue;
                }
                if G::Order::HAS && turn < noisy && G::Order::priority(self.game, state, m) < 0 {
                    continue;
                }
            }
            let child = self.play_to(state, m, Depth(0));
            let score = self.quiescence(&child, ply + 1, -window, false);
            let score = match score {
                Ok(score) => -score,
                Err(stopped) => {
                    self.picks.truncate(begin);
                    self.list.close(children);
                    return Err(stopped);
                }
            };
            if score > best {
                best = score;
                if score > window.alpha && (self.follows || !asked.is_null()) {
                    self.lead(ply, m);
                }
                if window.raise(score) {
                    break;
                }
            }
        }
        self.picks.truncate(begin);
        self.list.close(children);
        self.since = PathDependence::NONE;
        let bound = asked.bound(best);
        // What a deeper search has found is worth more.
        if is_kept && entry.is_none_or(|entry| entry.depth == Depth(0)) {
            self.store(key, now, None, best, bound, Depth(0));
        }
        Ok(best)
    }
}
