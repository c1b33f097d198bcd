//! Which move to try next: what the table says, what the guide says, what looks good at first sight, killers, then quiet
//! moves by experience, and blunders last.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use provebest_game::{Children, Depth, Evaluate, Keyed, MaybeOrder, Skills};

use super::worker::{At, Worker};

/// A move that waits to be tried.
#[derive(Clone, Copy)]
pub(super) struct Pick {
    /// The rank, and below it the number, from the top down: of equals, the first is the greatest.
    key: i64,
    /// What speaks for it at first sight.
    pub(super) priority: i32,
    /// When its turn was, and what its experience, if it was put off.
    turn: u16,
    experience: i16,
}

impl Pick {
    #[inline(always)]
    fn new(rank: i32, number: u32, priority: i32) -> Pick {
        Pick { key: Self::key(rank, number), priority, turn: 0, experience: 0 }
    }

    #[inline(always)]
    fn key(rank: i32, number: u32) -> i64 {
        i64::from(rank) << 32 | i64::from(!number)
    }

    /// The number of the child.
    #[inline(always)]
    pub(super) fn number(self) -> u32 {
        !(self.key as u32)
    }

    fn rank(self) -> i32 {
        (self.key >> 32) as i32
    }

    pub(super) fn is_quiet(self) -> bool {
        self.priority == 0
    }

    /// How many were before it when it was put off, if it was.
    pub(super) fn waits_since(self) -> Option<u32> {
        (self.rank() == PUT_OFF).then_some(u32::from(self.turn))
    }

    /// How often it has led to cut-offs, for a quiet move.
    pub(super) fn experience(self) -> i32 {
        match self.rank() {
            PUT_OFF => i32::from(self.experience),
            rank if self.is_quiet() && (-MOST..=MOST).contains(&rank) => rank,
            _ => 0,
        }
    }

    /// To be tried after all others.
    fn put_off(self, turn: u32) -> Pick {
        let (key, experience) = (Self::key(PUT_OFF, self.number()), self.experience() as i16);
        Pick { key, turn: turn.min(u32::from(u16::MAX)) as u16, experience, ..self }
    }
}

/// Experience stays within these bounds.
const MOST: i32 = 1 << 14;
const KILLER: i32 = 1 << 20;
const LOUD: i32 = 1 << 24;
const GUIDE: i32 = 1 << 29;
const TABLE: i32 = 1 << 30;
const PUT_OFF: i32 = i32::MIN;

impl<G: Evaluate + Keyed + Skills> Worker<'_, G> {
    /// The move that is tried before any other is looked at.
    pub(super) fn rank_first(&mut self, state: &G::State, children: Children, at: At, number: u32) {
        let priority = self.priority(state, self.list.at(children, number), at.depth);
        self.picks.push(Pick::new(TABLE, number, priority));
    }

    /// Ranks the moves of a node, but for one that has been tried.
    pub(super) fn rank(&mut self, state: &G::State, children: Children, at: At, tried: Option<u32>) {
        self.rank_loud(state, children, at, tried);
        self.rank_quiet(state, children, at, tried);
    }

    /// The same for those that are not quiet at first sight. Those that look good end before the place that comes back, blunders stand from
    /// there on. Quiet moves wait for [`rank_quiet`](Self::rank_quiet): often one that looks good is enough, and if not, more is known
    /// of them by then.
    pub(super) fn rank_loud(&mut self, state: &G::State, children: Children, at: At, tried: Option<u32>) -> usize {
        if self.by_estimates(at) {
            self.rank_by_estimates(state, children, at, tried);
            return self.picks.len();
        }
        let mut end = self.picks.len();
        if !G::Order::HAS && !at.guided {
            return end;
        }
        let (game, guide, has_priority) = (self.game, self.guide(at), G::Order::HAS && self.is_kept(at.depth));
        for (&m, number) in self.list.of(children).iter().zip(0..) {
            let is_guide = guide == Some(m);
            if !is_guide && (!has_priority || G::Order::is_quiet(game, state, m)) || Some(number) == tried {
                continue;
            }
            let priority = if has_priority { G::Order::priority(game, state, m) } else { 0 };
            let rank = match is_guide {
                true => GUIDE,
                false if priority > 0 => LOUD.saturating_add(priority.min(LOUD)),
                false => (-LOUD).saturating_add(priority.max(-LOUD)),
            };
            self.picks.push(Pick::new(rank, number, priority));
            if rank > 0 {
                let last = self.picks.len() - 1;
                self.picks.swap(end, last);
                end += 1;
            }
        }
        end
    }

    /// Ranks the quiet moves: killers, then by experience.
    pub(super) fn rank_quiet(&mut self, state: &G::State, children: Children, at: At, tried: Option<u32>) {
        if self.by_estimates(at) {
            return;
        }
        let (game, guide, has_priority) = (self.game, self.guide(at), G::Order::HAS && self.is_kept(at.depth));
        let has_killers = self.on.killers && (G::Order::HAS || !self.on.presort);
        let killers = if has_killers { self.killers[at.ply as usize] } else { [None; 2] };
        let has_history = G::Order::HAS && self.on.history;
        for (&m, number) in self.list.of(children).iter().zip(0..) {
            let is_quiet = !has_priority || G::Order::is_quiet(game, state, m);
            if !is_quiet || guide == Some(m) || Some(number) == tried {
                continue;
            }
            let rank = match killers {
                [first, _] if first == Some(m) => KILLER,
                [_, second] if second == Some(m) => KILLER - 1,
                _ if has_history => self.history[self.history_index(state, m)].load(Relaxed),
                _ => 0,
            };
            self.picks.push(Pick::new(rank, number, 0));
        }
    }

    /// Does nothing tell moves apart but what they lead to?
    #[inline(always)]
    fn by_estimates(&self, at: At) -> bool {
        !G::Order::HAS && self.on.presort && at.depth >= Depth(3)
    }

    /// The move of the guide here, if the path has followed it.
    #[inline(always)]
    fn guide(&self, at: At) -> Option<G::Move> {
        if at.guided { self.guide.get(at.ply as usize).copied() } else { None }
    }

    /// The same, where nothing tells moves apart but what they lead to.
    fn rank_by_estimates(&mut self, state: &G::State, children: Children, at: At, tried: Option<u32>) {
        let (game, begin, mut number) = (self.game, self.picks.len(), 0);
        let picks = &mut self.picks;
        let _ = game.leaves(state, &mut self.list, |_, worth, _| {
            if Some(number) != tried {
                picks.push(Pick::new((-worth.0).clamp(-LOUD, KILLER / 2), number, 0));
            }
            number += 1;
            ControlFlow::Continue(())
        });
        if at.guided {
            let guide = (begin..self.picks.len()).find(|&place| {
                Some(&self.list.at(children, self.picks[place].number())) == self.guide.get(at.ply as usize)
            });
            if let Some(place) = guide {
                self.picks[place] = Pick::new(GUIDE, self.picks[place].number(), 0);
            }
        }
    }

    /// Where the experience with a move is.
    #[inline(always)]
    fn history_index(&self, state: &G::State, m: G::Move) -> usize {
        match G::Order::ROUTES > 0 && self.on.from_to {
            true => G::Order::route(self.game, state, m),
            false => G::Order::history_index(self.game, state, m),
        }
    }

    #[inline(always)]
    fn priority(&self, state: &G::State, m: G::Move, depth: Depth) -> i32 {
        if G::Order::HAS && self.is_kept(depth) { G::Order::priority(self.game, state, m) } else { 0 }
    }

    /// The next move: the best of those that are left, of equals the first.
    #[inline]
    pub(super) fn pick(&mut self, place: usize, end: usize) -> Pick {
        let left = &mut self.picks[place..end];
        let (mut best, mut greatest) = (0, left[0].key);
        for (other, pick) in left.iter().enumerate().skip(1) {
            if pick.key > greatest {
                (best, greatest) = (other, pick.key);
            }
        }
        left.swap(0, best);
        left[0]
    }

    /// The move picked at `place`, after some others, is to be tried again when the rest is done.
    pub(super) fn put_off(&mut self, place: usize, turn: u32) {
        self.picks[place] = self.picks[place].put_off(turn);
    }

    /// The move picked at `place` has led to a cut-off, and those before it have not.
    pub(super) fn learn(&mut self, state: &G::State, children: Children, at: At, begin: usize, place: usize) {
        let pick = self.picks[place];
        if !pick.is_quiet() {
            return;
        }
        let m = self.list.at(children, pick.number());
        if self.on.killers {
            let killers = &mut self.killers[at.ply as usize];
            if killers[0] != Some(m) {
                *killers = [Some(m), killers[0]];
            }
        }
        if G::Order::HAS && self.on.history {
            let weight = experience(at.depth);
            for other in begin..=place {
                let pick = self.picks[other];
                if pick.is_quiet() {
                    let index = self.history_index(state, self.list.at(children, pick.number()));
                    let step = if other == place { weight } else { -weight };
                    let count = &self.history[index];
                    // The nearer it is to the bound, the less it grows.
                    let now = count.load(Relaxed);
                    count.store(now + step - now * weight / MOST, Relaxed);
                }
            }
        }
    }
}

/// A cut-off counts the more the larger the tree is that it saves.
fn experience(depth: Depth) -> i32 {
    (depth.0.min(30) as i32).pow(2).min(900) + 1
}
