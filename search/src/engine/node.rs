//! A node above the horizon: alpha-beta, step by step.

use std::ops::ControlFlow;

use provebest_game::{
    Bound, Children, Depth, Evaluate, Game, Keyed, MaybeNoisy, MaybeOrder, MaybePass, MaybeRepeat, Ply, Score, Skills,
    Status, Window,
};

use super::order::Pick;
use super::rows::Spot;
use super::split::Split;
use super::worker::{At, PathDependence, Worker, is_decided, sane};
use crate::limits::Stopped;
use crate::table::Entry;

/// With `second_layer`, how many plies are added, and how many moves of a node are tried there.
pub(super) const SECOND_LAYER: Depth = Depth(2);
const CHOSEN: u32 = 4;

/// What is known of a node before its children are looked at.
struct Known {
    key: u64,
    now: Ply,
    entry: Option<Entry>,
    /// Is the side to move in need?
    forced: bool,
    /// Is the game known to go on?
    open: bool,
    estimate: Option<Score>,
}

/// A node whose children are tried.
pub(super) struct Here<'s, G: Game> {
    pub(super) state: &'s G::State,
    pub(super) at: At,
    pub(super) key: u64,
    /// What the table knows of it.
    pub(super) entry: Option<Entry>,
    /// How many moves there are, if one or two; otherwise 0.
    pub(super) few: u32,
    /// Is the side to move in need?
    pub(super) forced: bool,
    pub(super) estimate: Option<Score>,
    /// Is that better than two plies ago?
    pub(super) improves: bool,
    /// If several search its children.
    pub(super) split: Option<&'s Split<G>>,
}

/// What has come of its children so far.
#[derive(Clone, Copy)]
pub(super) struct SoFar {
    pub(super) window: Window,
    pub(super) best: Score,
    /// The child that is better than alpha was.
    pub(super) by: Option<u32>,
    pub(super) since: PathDependence,
    pub(super) tried: u32,
    /// How many of those tried were quiet.
    pub(super) quiet: u32,
    /// How many were left to others for the time being.
    pub(super) put_off: u32,
}

/// Which moves of a node are to be ranked next: those that look good at first sight, or all others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Loud,
    Quiet,
    Done,
}

/// What a child has changed.
#[derive(PartialEq, Eq)]
pub(super) enum News {
    None,
    Better,
    /// A cut-off.
    Enough,
}

impl SoFar {
    pub(super) fn new(window: Window) -> SoFar {
        SoFar { window, best: Score::WORST, by: None, since: PathDependence::NONE, tried: 0, quiet: 0, put_off: 0 }
    }

    /// A child has this value, which holds since then.
    #[inline(always)]
    pub(super) fn note(&mut self, number: u32, score: Score, since: PathDependence) -> News {
        self.tried += 1;
        self.since = self.since.min(since);
        if score <= self.best {
            return News::None;
        }
        self.best = score;
        let better = score > self.window.alpha;
        if better {
            self.by = Some(number);
        }
        if self.window.raise(score) {
            self.since = since;
            return News::Enough;
        }
        if better { News::Better } else { News::None }
    }
}

impl<G: Evaluate + Keyed + Skills> Worker<'_, G> {
    /// The value of a node, fail-soft: at most alpha it is an upper bound, from beta on a lower bound, between them the
    /// value. `PV`: the window is open, and a whole line is wanted.
    pub(super) fn node<const PV: bool>(&mut self, state: &G::State, at: At, window: Window) -> Result<Score, Stopped> {
        debug_assert!(window.alpha < window.beta);
        if at.depth == Depth(1) && self.rows {
            self.enter(at.ply)?;
            return Ok(self.leaves::<PV>(state, at.ply, window));
        }
        if self.plain && at.depth >= Depth(2) && (at.depth < Depth(4) || self.pool.is_none() && self.marks.is_none()) {
            if let Status::Over(value) = self.game.status(state, &mut self.list) {
                self.enter(at.ply)?;
                self.tally.leaves += 1;
                return Ok(self.over(value));
            }
            let At { depth, ply, .. } = at;
            let spot = Spot { key: self.game.key(state), depth, ply, seen: false, cuts: !PV };
            return self.in_rows::<PV>(state, spot, window);
        }
        // 1. A position that comes again is a draw.
        let key = if G::Repeat::HAS || at.depth > Depth(0) { self.game.key(state) } else { 0 };
        if let Some(since) = self.repeats(state, key) {
            self.enter(at.ply)?;
            self.since = since;
            return Ok(Score::ZERO);
        }

        // 2. The horizon.
        if at.depth == Depth(0) || at.ply >= self.last {
            return self.horizon(state, at.ply, window);
        }
        self.enter(at.ply)?;

        // 3. The table. While the memory fetches what it knows, the end of the game, if the game tells it without its moves, and the
        // estimate, which is nearly always wanted.
        let (now, forced) = (G::Repeat::now(self.game, state), self.is_forced(state));
        let open = G::Noisy::HAS && self.on.quiescence && !forced;
        if open && let Status::Over(value) = self.game.status(state, &mut self.list) {
            return Ok(self.end(value));
        }
        let estimate = if open && self.prunes { Some(self.estimate(state)) } else { None };
        let entry = if at.without.is_none() && self.is_kept(at.depth) { self.probe(key, now) } else { None };
        if (!PV || !self.on.pvs)
            && let Some(score) = entry.and_then(|entry| self.answer_at(state, entry, at.depth, window))
        {
            return Ok(score);
        }

        let (listed, picked, estimated) = (self.list.mark(), self.picks.len(), std::mem::take(&mut self.estimated));
        if G::Repeat::HAS {
            self.keys.push(key);
        }
        let score = self.inside::<PV>(state, Known { key, now, entry, forced, open, estimate }, at, window);
        if G::Repeat::HAS {
            self.keys.pop();
        }
        self.estimated |= estimated;
        self.picks.truncate(picked);
        self.list.rewind(listed);
        score
    }

    /// The moves, or the value of a game that is over.
    #[inline(always)]
    fn moves(&mut self, state: &G::State) -> Result<Children, Score> {
        let open = self.list.open(|list| self.game.moves(state, list));
        open.map_err(|value| self.end(value))
    }

    fn end(&mut self, value: Score) -> Score {
        self.tally.leaves += 1;
        self.over(value)
    }

    fn inside<const PV: bool>(
        &mut self,
        state: &G::State,
        known: Known,
        at: At,
        asked: Window,
    ) -> Result<Score, Stopped> {
        let Known { key, now, entry, forced, open, estimate } = known;
        let (on, window) = (self.on, asked);
        // A ply less where the table knows no move to begin with.
        let is_known = at.without.is_some() || entry.is_some_and(|entry| entry.child.is_some());
        let depth = match on.internal_reductions && !is_known && !forced && at.depth >= Depth(4) {
            true => at.depth.less(),
            false => at.depth,
        };
        let (ply, at) = (at.ply, At { depth, ..at });

        // 4. The moves, or the end of the game. Where the game is known to go on, they wait: they may not be needed.
        let listed = match open {
            false => match self.moves(state) {
                Ok(children) => Some(children),
                Err(value) => return Ok(value),
            },
            true => None,
        };

        // 5. Whatever is so clear that no child needs to be looked at.
        let estimate = match estimate {
            None if self.prunes && !forced => Some(self.estimate(state)),
            known => known,
        };
        self.estimates[ply as usize] = estimate;
        let before = if ply >= 2 { self.estimates[ply as usize - 2] } else { None };
        let improves = estimate.zip(before).is_some_and(|(now, before)| now > before);
        if let Some(estimate) = estimate.filter(|_| !PV && at.without.is_none() && !is_decided(window.beta))
            && let Some(score) = self.clear(state, at, window, estimate, improves)?
        {
            return Ok(score);
        }

        if let Some(estimate) = estimate.filter(|&estimate| on.beta_razoring && estimate >= window.beta)
            && depth == Depth(1)
            && !is_decided(window.beta)
        {
            self.estimated = true;
            return Ok(self.known(estimate));
        }

        let children = match listed.map_or_else(|| self.moves(state), Ok) {
            Ok(children) => children,
            Err(value) => return Ok(value),
        };

        // 6. A child that the table knows to be good enough.
        if on.children_in_table
            && !PV
            && depth >= Depth(4)
            && at.without.is_none()
            && let Some((number, score)) = self.known_cut(state, children, depth, window.beta)
        {
            self.store(key, now, Some(number), score, Bound::Lower, depth);
            return Ok(score);
        }

        // 7 to 10. The children.
        let few = if children.count() <= 2 { children.count() } else { 0 };
        let here = Here { state, at, key, entry, few, forced, estimate, improves, split: None };
        let mut so_far = SoFar::new(asked);
        if let Some(score) = self.children::<PV>(&here, now, children, &mut so_far)? {
            return Ok(score);
        }

        // 11. What was found out, unless it holds on this path only.
        let SoFar { best, by, since, tried, window, .. } = so_far;
        self.since = since;
        if at.without.is_some() {
            return Ok(if tried == 0 { window.alpha } else { best });
        }
        if since >= PathDependence::ply(ply) {
            self.since = PathDependence::NONE;
        }
        if since >= PathDependence::ply(ply) && self.is_kept(depth) {
            self.store(key, now, by, best, asked.bound(best), depth);
        }
        Ok(best)
    }

    /// Tries the children one after the other, until one is enough. If others at work have finished the node meanwhile, their
    /// value.
    #[inline(always)]
    fn children<const PV: bool>(
        &mut self,
        here: &Here<'_, G>,
        now: Ply,
        children: Children,
        so_far: &mut SoFar,
    ) -> Result<Option<Score>, Stopped> {
        let Here { state, at, key, entry, .. } = *here;
        let (At { depth, ply, .. }, asked) = (at, so_far.window);

        // 7. The moves: that of the table, and if it does not suffice, the others, most promising first.
        let begin = self.picks.len();
        let first = entry.and_then(|entry| entry.child).filter(|&number| number < children.count());
        // Others at work are told of all moves at once.
        let at_once = self.pool.is_some() || self.marks.is_some();
        let mut stage = Stage::Loud;
        if let Some(number) = first {
            self.rank_first(state, children, at, number);
        }
        let mut end = self.picks.len();
        let mut place = begin;
        loop {
            if place == end {
                if stage == Stage::Done {
                    break;
                }
                if stage == Stage::Loud {
                    end = self.rank_loud(state, children, at, first);
                    stage = Stage::Quiet;
                    if end > place && !at_once {
                        continue;
                    }
                }
                self.rank_quiet(state, children, at, first);
                end = self.picks.len();
                stage = Stage::Done;
                continue;
            }
            // Idle threads may help with younger siblings.
            if so_far.tried > 0
                && stage == Stage::Done
                && let Some(pool) = self.pool.filter(|pool| pool.is_welcome(at))
            {
                let cut = self.share::<PV>(pool, here, children, place..end, so_far)?;
                if let Some(place) = cut {
                    self.learn(state, children, at, begin, place);
                }
                break;
            }
            // With others at work, one of them may have finished the node meanwhile.
            let shared = self.marks.filter(|_| depth >= Depth(4));
            if shared.is_some()
                && so_far.tried > 0
                && !PV
                && at.without.is_none()
                && let Some(score) = self.answer_again(state, key, now, depth, asked)
            {
                return Ok(Some(score));
            }
            let pick = self.pick(place, end);
            place += 1;
            if Some(pick.number()) == at.without {
                continue;
            }
            if self.is_too_late::<PV>(here, so_far, pick) {
                self.estimated = true;
                // Those that follow are no better, unless one that looks good was put off.
                match so_far.put_off {
                    0 => break,
                    _ => continue,
                }
            }
            let m = self.list.at(children, pick.number());
            if let Some(reach) = self.falls_short::<PV>(here, so_far, pick, m) {
                self.estimated = true;
                so_far.best = so_far.best.max(reach);
                continue;
            }
            let is_guide = at.guided && self.guide.get(ply as usize) == Some(&m);
            let child = self.play_to(state, m, depth.less());
            // What one of them searches can wait.
            let alone = so_far.tried > 0 && pick.waits_since().is_none();
            let mark = shared.map(|marks| marks.enter(self.game.key(&child), depth, alone));
            if let Some(None) = mark {
                place -= 1;
                self.put_off(place, so_far.tried + so_far.put_off);
                so_far.put_off += 1;
                so_far.quiet += u32::from(pick.is_quiet());
                continue;
            }
            let score = self.child::<PV>(here, so_far, pick, &child, is_guide)?;
            match so_far.note(pick.number(), score, self.since) {
                News::None => {}
                News::Better if PV || self.follows => self.lead(ply, m),
                News::Better => {}
                News::Enough => {
                    if PV || self.follows {
                        self.lead(ply, m);
                    }
                    self.learn(state, children, at, begin, place - 1);
                    break;
                }
            }
        }
        Ok(None)
    }

    /// A value that the estimate makes so clear that no child needs to be looked at.
    #[inline(always)]
    fn clear(
        &mut self,
        state: &G::State,
        at: At,
        window: Window,
        estimate: Score,
        improves: bool,
    ) -> Result<Option<Score>, Stopped> {
        let (At { depth, ply, .. }, on, unit) = (at, self.on, self.unit);
        let far = |plies: u32, share: i32| plies as i32 * unit * share / 100;
        if on.razoring && depth <= Depth(3) && estimate + far(depth.0, 200) + unit < window.alpha {
            let score = self.horizon(state, ply, Window::null(window.alpha + 1))?;
            if score <= window.alpha {
                self.estimated = true;
                return Ok(Some(score));
            }
        }
        let margin = far(depth.0 - u32::from(improves), 80);
        if on.futility && depth <= Depth(7) && estimate - margin >= window.beta {
            self.estimated = true;
            return Ok(Some(self.known(estimate - margin)));
        }
        if on.null_move
            && at.may_pass
            && depth >= Depth(2)
            && estimate >= window.beta
            && let Some(child) = G::Pass::pass(self.game, state)
        {
            let more = ((estimate.0 - window.beta.0) / (2 * unit)).clamp(0, 3) as u32;
            let less = Depth(depth.0.saturating_sub(3 + depth.0 / 4 + more));
            self.fetch(&child, less);
            let below = At { depth: less, ply: ply + 1, may_pass: false, guided: false, without: None };
            let score = -self.node::<false>(&child, below, -Window::null(window.beta))?;
            if score >= window.beta {
                self.estimated = true;
                return Ok(Some(if is_decided(score) { window.beta } else { score }));
            }
        }
        Ok(None)
    }

    /// What an entry answers here, where another path may lead to a draw.
    #[inline(always)]
    fn answer_at(&mut self, state: &G::State, entry: Entry, depth: Depth, window: Window) -> Option<Score> {
        let score = self.answer(entry, depth, window)?;
        (score >= Score::ZERO || !self.can_repeat(state)).then_some(score)
    }

    /// What the table answers by now at a node that has been entered.
    fn answer_again(&mut self, state: &G::State, key: u64, now: Ply, depth: Depth, window: Window) -> Option<Score> {
        let entry = self.probe(key, now)?;
        // As before it was entered: its own key is not on the path.
        if G::Repeat::HAS {
            self.keys.pop();
        }
        let score = self.answer_at(state, entry, depth, window);
        if G::Repeat::HAS {
            self.keys.push(key);
        }
        score
    }

    /// 8. Of quiet moves near the horizon, only a few are tried; of all moves in the second layer.
    #[inline(always)]
    pub(super) fn is_too_late<const PV: bool>(&self, here: &Here<'_, G>, so_far: &SoFar, pick: Pick) -> bool {
        let Here { at: At { depth, .. }, forced, improves, .. } = *here;
        let open = forced || so_far.tried == 0 || is_decided(so_far.best) || is_decided(so_far.window.alpha);
        if G::Order::HAS && self.on.second_layer && depth <= SECOND_LAYER && !open && pick.waits_since().is_none() {
            return so_far.tried + so_far.put_off >= CHOSEN || pick.priority < 0;
        }
        let most = (3 + depth.0 * depth.0) >> u32::from(!improves);
        let in_time = so_far.quiet < most || pick.priority > 0 || pick.waits_since().is_some();
        G::Order::HAS && self.on.late_pruning && depth <= Depth(6) && !PV && !open && !in_time
    }

    /// 9. A quiet move of a position far below the window, which cannot lift it into it: what it reaches at most.
    #[inline(always)]
    pub(super) fn falls_short<const PV: bool>(
        &self,
        here: &Here<'_, G>,
        so_far: &SoFar,
        pick: Pick,
        m: G::Move,
    ) -> Option<Score> {
        let Here { at: At { depth, .. }, estimate, .. } = *here;
        let SoFar { window, best, tried, .. } = *so_far;
        let asked = G::Order::HAS && self.on.futility && depth <= Depth(6) && !PV && pick.priority <= 0 && tried > 0;
        if !asked || is_decided(best) || is_decided(window.alpha) {
            return None;
        }
        // None in need.
        let reach = estimate? + self.unit + depth.0 as i32 * self.unit * 4 / 5;
        (reach <= window.alpha && !G::Noisy::forces(self.game, here.state, m)).then_some(reach)
    }

    /// The value of a child for the side to move at its parent, fail-soft.
    #[inline(always)]
    pub(super) fn child<const PV: bool>(
        &mut self,
        here: &Here<'_, G>,
        so_far: &mut SoFar,
        pick: Pick,
        child: &G::State,
        is_guide: bool,
    ) -> Result<Score, Stopped> {
        let (on, in_need) = (self.on, self.is_forced(child));
        let Here { at: At { depth, ply, .. }, entry, forced, improves, .. } = *here;
        let SoFar { window, tried, .. } = *so_far;
        let late = G::Order::HAS && pick.priority <= 0 && tried > 0 && !forced && !in_need;
        so_far.quiet += u32::from(pick.is_quiet() && pick.waits_since().is_none());

        // 10. A ply more or less.
        let mut more = 0;
        if 2 * ply < 3 * self.horizon.0 {
            if on.extensions && (in_need || here.few == 1) || on.two_replies && here.few > 0 {
                more = 1;
            } else if let Some(entry) = entry.filter(|entry| self.is_worth_a_trial(*entry, pick.number(), here.at)) {
                more = u32::from(self.is_singular(here.state, here.at, entry, here.key)?);
            }
        }
        let full = Depth(depth.0 - 1 + more);
        let turn = pick.waits_since().unwrap_or(tried + so_far.put_off);
        let less = match late && on.reductions && depth >= Depth(3) && turn >= 2 {
            true => self.reduction::<PV>(depth, turn, pick.experience(), improves).min(full.0.saturating_sub(1)),
            false => 0,
        };
        let below = At { depth: full, ply: ply + 1, may_pass: true, guided: is_guide, without: None };

        // A leaf has a value, not a bound.
        if tried == 0 || !on.pvs || self.is_leaf(full) {
            return self.node::<PV>(child, below, -window).map(|score| -score);
        }
        let null = -Window::null(window.alpha + 1);
        let mut score = -self.node::<false>(child, At { depth: Depth(full.0 - less), ..below }, null)?;
        if less > 0 && score > window.alpha {
            score = -self.node::<false>(child, below, null)?;
        }
        if PV && window.contains(score) {
            // Others may have found something better meanwhile.
            let window = here.split.map_or(window, Split::window);
            if window.alpha < window.beta {
                score = -self.node::<PV>(child, below, -window)?;
            }
        }
        Ok(score)
    }

    /// The children are leaves: whatever would tell which to look at first costs more than to look at them.
    pub(super) fn leaves<const PV: bool>(&mut self, state: &G::State, ply: u32, mut window: Window) -> Score {
        let (mut best, mut by, mut count, mut guessed) = (Score::WORST, None, 0, false);
        let (game, absurd, alpha) = (self.game, &mut self.absurd, window.alpha);
        let over = game.leaves(state, &mut self.list, |m, worth, estimated| {
            count += 1;
            guessed |= estimated;
            let score = -sane(worth, estimated, absurd);
            if score > best {
                (best, by) = (score, Some(m));
            }
            if window.raise(score) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(value) = over {
            self.tally.leaves += 1;
            return self.over(value);
        }
        self.budget.inner += count;
        self.tally.leaves += count;
        self.tally.deepest = self.tally.deepest.max(ply + 1);
        self.estimated |= guessed;
        if best > alpha && (PV || self.follows) {
            self.lines[ply as usize].extend(by);
        }
        self.known(best)
    }

    /// A child and what it promises at least, if the table knows that this is from `beta` on.
    fn known_cut(&mut self, state: &G::State, children: Children, depth: Depth, beta: Score) -> Option<(u32, Score)> {
        let below = -Window::null(beta);
        // The memory fetches all of them at once.
        self.child_keys.clear();
        for number in 0..children.count() {
            let key = self.game.key(&self.play(state, self.list.at(children, number)));
            self.table.fetch(key);
            self.child_keys.push(key);
        }
        for number in 0..children.count() {
            let key = self.child_keys[number as usize];
            let Some(entry) = self.table.probe(key) else { continue };
            let child = self.play(state, self.list.at(children, number));
            let entry = self.at_ply(entry, G::Repeat::now(self.game, &child));
            let suffices = entry.bound != Bound::Lower && -entry.value >= beta;
            if !suffices || self.repeats(&child, key).is_some() || entry.value < Score::ZERO && self.can_repeat(&child)
            {
                continue;
            }
            if let Some(score) = self.answer(entry, depth.less(), below) {
                return Some((number, -score));
            }
        }
        None
    }

    fn is_worth_a_trial(&self, entry: Entry, number: u32, at: At) -> bool {
        self.on.singular
            && at.depth >= Depth(8)
            && at.without.is_none()
            && entry.child == Some(number)
            && entry.bound != Bound::Upper
            && entry.depth.0 + 3 >= at.depth.0
            && !is_decided(entry.value)
    }

    /// Are all other moves worse than the table's by a margin?
    fn is_singular(&mut self, state: &G::State, at: At, entry: Entry, key: u64) -> Result<bool, Stopped> {
        let target = entry.value - (self.unit * at.depth.0 as i32 / 50).max(1);
        let others =
            At { depth: Depth((at.depth.0 - 1) / 2), guided: false, may_pass: false, without: entry.child, ..at };
        // The position is entered anew, and does not repeat itself.
        if G::Repeat::HAS {
            self.keys.pop();
        }
        let estimated = self.estimated;
        let score = self.node::<false>(state, others, Window::null(target));
        if G::Repeat::HAS {
            self.keys.push(key);
        }
        self.estimated = estimated;
        Ok(score? < target)
    }

    /// How many plies a late move is searched less.
    fn reduction<const PV: bool>(&self, depth: Depth, tried: u32, experience: i32, improves: bool) -> u32 {
        let less = i32::from(self.fewer[depth.0.min(63) as usize][tried.min(63) as usize]) - i32::from(PV)
            + i32::from(!improves)
            - experience / (1 << 13);
        less.max(0) as u32
    }
}
