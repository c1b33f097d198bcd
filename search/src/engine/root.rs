//! The root: iterations, windows, and the values of its moves.

use provebest_game::{Bound, Depth, Evaluate, Keyed, Line, MaybeRepeat, Score, Skills, Window};

use super::node::SECOND_LAYER;
use super::worker::{At, Worker, is_decided};
use super::{Answer, Driver, EngineTask, RootMove, Tally};
use crate::limits::{Reason, Stopped};
use crate::report::Kind;

/// An iteration is expected to need less than so many times the nodes of all before.
const GROWTH: u64 = 64;

/// A move of the root while it is searched.
struct Candidate<G: Evaluate> {
    known: RootMove<G::Move>,
    state: G::State,
    /// Is there an estimate in what is known of it?
    estimated: bool,
}

impl<G: Evaluate> Candidate<G> {
    /// Is its value at least the one found? Without estimates on the way, or if it wins.
    fn is_proved_from_below(&self) -> bool {
        let wins = self.known.value.is_some_and(|value| is_decided(value) && value > Score::ZERO);
        matches!(self.known.kind, Kind::Exact | Kind::Lower) && (wins || !self.estimated)
    }

    /// The same from above: or if it loses.
    fn is_proved_from_above(&self) -> bool {
        let loses = self.known.value.is_some_and(|value| is_decided(value) && value < Score::ZERO);
        matches!(self.known.kind, Kind::Exact | Kind::Upper) && (loses || !self.estimated)
    }

    /// What may be said of it: a bound only if it is proved.
    fn reported(&self, depth: Depth) -> RootMove<G::Move> {
        let mut known = RootMove { depth, ..self.known.clone() };
        match known.kind {
            Kind::Lower if !self.is_proved_from_below() => known.kind = Kind::Heuristic,
            Kind::Upper if !self.is_proved_from_above() => (known.value, known.kind) = (None, Kind::Unknown),
            _ => {}
        }
        known
    }
}

impl<'a, G: Evaluate + Keyed + Skills> Worker<'a, G> {
    /// Searches to one ply, to two, and so on. Threads that help to fill the same table (`rank` above 0) leave some out. The first
    /// iteration is finished however little time and however few nodes there are: without it, nothing is known of any move.
    pub(super) fn deepen(
        mut self,
        task: &EngineTask<'a, G>,
        rank: usize,
        listener: &mut dyn FnMut(&Answer<G::Move>) -> Option<Reason>,
    ) -> Answer<G::Move> {
        let mut moves = match self.candidates(task) {
            Ok(moves) => moves,
            Err(value) => {
                let tally = Tally { nodes: 1, leaves: 1, ..Tally::default() };
                return Answer { value: Some(value), kind: Kind::Exact, tally, stopped: None, ..self.nothing() };
            }
        };
        self.keys.push(self.game.key(task.root));
        let wanted = task.moves.clamp(1, moves.len());
        let mut found = vec![Vec::new(); wanted];
        let mut answer = self.report(&moves, wanted, Depth(0));
        let last = task.depth.0.min(self.last);
        if last == 0 {
            return answer;
        }
        let few = if self.on.two_plies { 2 } else { 1 };
        let step = if self.on.long_steps { 3 * few } else { few };
        // The first one is small, whatever the steps.
        let first = (last - 1) % few + 1;
        for depth in if self.on.deepening { 1 } else { last }..=last {
            let (number, left) = (depth / step, (last - depth) % step);
            // Half of the helpers leave out even steps, the others odd ones, but not the last; those that put off what others
            // search have to be at the same depth.
            let skips = rank > 0 && self.marks.is_none() && depth < last;
            if left > 0 && depth != first || skips && (number as usize + rank).is_multiple_of(2) {
                continue;
            }
            if rank == 0 {
                let is_small = self.plain && self.on.deepening;
                let entries = if is_small { self.total().nodes.saturating_mul(GROWTH) } else { u64::MAX };
                self.table.make_room(entries);
            }
            self.horizon = Depth(depth);
            let is_first = rank == 0 && self.on.deepening && answer.depth == Depth(0);
            if is_first {
                self.budget.ignore_soft_limits(true);
            }
            let beyond = if self.on.second_layer { SECOND_LAYER.0 } else { 0 };
            let done = self.iteration(&mut moves, &mut found, Depth(depth + beyond));
            if is_first {
                self.budget.ignore_soft_limits(false);
            }
            if done.is_err() {
                let reason = self.budget.reason();
                self.add_unfinished(&mut answer, &moves);
                (answer.tally, answer.absurd) = (self.total(), self.absurd);
                answer.stopped = reason;
                return answer;
            }
            moves[..wanted].iter_mut().for_each(|candidate| self.complete(task, candidate, Depth(depth)));
            answer = self.report(&moves, wanted, Depth(depth));
            if let Some(reason) = listener(&answer) {
                answer.stopped = Some(reason);
                return answer;
            }
            let settled = |one: &Candidate<G>| match one.known.value {
                Some(value) if is_decided(value) => one.known.line.0.len() <= depth as usize,
                _ => !one.estimated,
            };
            let decided = answer.value.is_some_and(is_decided) && wanted == 1;
            if decided && settled(&moves[0]) || moves.iter().all(settled) {
                break;
            }
        }
        answer
    }

    /// What a helper has to say in the end: how much it has done.
    pub(super) fn nothing(self) -> Answer<G::Move> {
        Answer {
            value: None,
            kind: Kind::Unknown,
            best: None,
            line: Line::default(),
            depth: Depth(0),
            moves: Vec::new(),
            tally: self.total(),
            processors: 1,
            stopped: Some(Reason::Cancel),
            absurd: self.absurd,
        }
    }

    /// An iteration was called off: what it has found counts, even if not all moves have been tried; of the others, what was
    /// known before.
    fn add_unfinished(&self, answer: &mut Answer<G::Move>, moves: &[Candidate<G>]) {
        let fresh = &moves[..self.finished.max(usize::from(self.improved))];
        let Some(first) = fresh.first() else { return };
        let is_fresh = |number: u32| fresh.iter().any(|one| one.known.number == number);
        let before = std::mem::take(&mut answer.moves).into_iter().filter(|one| !is_fresh(one.number));
        answer.moves = fresh.iter().map(|one| one.reported(self.horizon)).chain(before).collect();
        answer.follow_first();
        answer.value = first.known.value;
        // There may be a better move, or a faster win.
        answer.kind = if first.is_proved_from_below() { Kind::Lower } else { Kind::Heuristic };
    }

    /// The moves of the root, or its value if the game is over.
    fn candidates(&mut self, task: &EngineTask<'a, G>) -> Result<Vec<Candidate<G>>, Score> {
        let children = self.list.open(|list| self.game.moves(task.root, list))?;
        let at = At { depth: Depth(0), ply: 0, may_pass: false, guided: false, without: None };
        let first = self.probe(self.game.key(task.root), G::Repeat::now(self.game, task.root));
        let begin = self.picks.len();
        let first = first.and_then(|entry| entry.child).filter(|&number| number < children.count());
        if let Some(number) = first {
            self.rank_first(task.root, children, at, number);
        }
        self.rank(task.root, children, at, first);
        let end = self.picks.len();
        let mut all = Vec::new();
        for place in begin..end {
            let number = self.pick(place, end).number();
            let m = self.list.at(children, number);
            if !task.only.is_empty() && !task.only.contains(&number) {
                continue;
            }
            let state = self.play(task.root, m);
            let known =
                RootMove { played: m, number, value: None, kind: Kind::Unknown, depth: Depth(0), line: Line(vec![m]) };
            all.push(Candidate { known, state, estimated: true });
        }
        self.picks.truncate(begin);
        self.list.close(children);
        if all.is_empty() { Err(Score::ZERO) } else { Ok(all) }
    }

    /// Finds as many moves as there are lists of what the iterations before have found.
    fn iteration(&mut self, moves: &mut [Candidate<G>], found: &mut [Vec<Score>], depth: Depth) -> Result<(), Stopped> {
        (self.improved, self.finished) = (false, 0);
        for (place, found) in found.iter().enumerate() {
            self.drive(&mut moves[place..], found, depth)?;
            self.finished += 1;
        }
        // What is searched later with more in the table may turn out better.
        for last in 1..found.len() {
            for place in (1..=last).rev() {
                if moves[place - 1].known.value >= moves[place].known.value {
                    break;
                }
                moves.swap(place - 1, place);
            }
        }
        for (found, one) in found.iter_mut().zip(moves) {
            found.extend(one.known.value);
        }
        Ok(())
    }

    /// Finds the best of some moves, and puts it first.
    fn drive(&mut self, moves: &mut [Candidate<G>], found: &[Score], depth: Depth) -> Result<(), Stopped> {
        moves.iter_mut().for_each(|one| one.estimated = false);
        let guess = found.last().copied().filter(|&guess| !is_decided(guess));
        // Values of odd and of even depths often differ.
        let before = found.iter().rev().nth(usize::from(!self.on.two_plies));
        let before = before.copied().filter(|&before| !is_decided(before)).or(guess);
        match (self.on.driver, guess.zip(before)) {
            (Driver::Aspiration, Some((guess, other))) => {
                let mut reach = (self.unit / 3).max(1);
                let mut window = Window::new(guess.min(other) - reach, guess.max(other) + reach);
                loop {
                    let score = self.row(moves, depth, window)?;
                    reach = reach.saturating_mul(3);
                    let far = reach > 8 * self.unit;
                    if score <= window.alpha {
                        window.alpha = if far { Score::WORST } else { score - reach };
                    } else if score >= window.beta {
                        window.beta = if far { Score::INFINITY } else { score + reach };
                    } else {
                        return Ok(());
                    }
                }
            }
            (Driver::MtdF, Some((_, mut guess))) => {
                let mut bounds = Window::FULL;
                while bounds.alpha < bounds.beta {
                    let gamma = if guess == bounds.alpha { guess + 1 } else { guess };
                    guess = self.row(moves, depth, Window::null(gamma))?;
                    if guess < gamma {
                        bounds.beta = guess;
                    } else {
                        bounds.alpha = guess;
                    }
                }
                moves[0].known.value = Some(guess);
                moves[0].known.kind = Kind::Heuristic;
                Ok(())
            }
            _ => self.row(moves, depth, Window::FULL).map(|_| ()),
        }
    }

    /// Searches some moves with a window, fail-soft. One that raises the value goes to the front.
    fn row(&mut self, moves: &mut [Candidate<G>], depth: Depth, mut window: Window) -> Result<Score, Stopped> {
        self.enter(0)?;
        let mut best = Score::WORST;
        let open = !window.is_null();
        let (mut number, mut put_off) = (0, 0);
        while number < moves.len() {
            // What somebody else searches is put off to the end.
            let alone = number > 0 && number + put_off < moves.len();
            let mark = self.marks.map(|marks| marks.enter(self.game.key(&moves[number].state), depth, alone));
            if let Some(None) = mark {
                moves[number..].rotate_left(1);
                put_off += 1;
                continue;
            }
            let Candidate { known, state, .. } = &moves[number];
            let more = self.on.extensions && moves.len() > 1 && self.is_forced(state);
            let mut below = At {
                depth: Depth(depth.0 - 1 + u32::from(more)),
                ply: 1,
                may_pass: true,
                guided: self.on.refutation,
                without: None,
            };
            self.guide.clear();
            if self.on.refutation {
                self.guide.extend_from_slice(&known.line.0);
                below.guided = true;
            }
            self.estimated = false;
            let (state, null) = (state.clone(), -Window::null(window.alpha + 1));
            let score = if number == 0 || !self.on.pvs {
                if open {
                    -self.node::<true>(&state, below, -window)?
                } else {
                    -self.node::<false>(&state, below, -window)?
                }
            } else {
                let score = -self.node::<false>(&state, below, null)?;
                if open && window.contains(score) { -self.node::<true>(&state, below, -window)? } else { score }
            };
            let one = &mut moves[number];
            // Both bounds of a value count, and they may come from different windows.
            one.estimated |= self.estimated;
            one.known.value = Some(score);
            one.known.kind = match window.bound(score) {
                Bound::Lower => Kind::Lower,
                Bound::Upper => Kind::Upper,
                Bound::Exact if one.estimated && !is_decided(score) => Kind::Heuristic,
                Bound::Exact => Kind::Exact,
            };
            // Of a move that is too bad, what refutes it.
            one.known.line.0.truncate(1);
            one.known.line.0.extend_from_slice(&self.lines[1]);
            if score > best {
                best = score;
                if score > window.alpha {
                    moves[..=number].rotate_right(1);
                    self.improved = true;
                }
                if window.raise(score) {
                    break;
                }
            }
            number += 1;
        }
        Ok(best)
    }

    /// A line that was cut short by the table goes on as the table says.
    fn complete(&mut self, task: &EngineTask<'a, G>, candidate: &mut Candidate<G>, depth: Depth) {
        if !self.on.table || candidate.known.kind == Kind::Upper {
            return;
        }
        let line = &mut candidate.known.line.0;
        let mut state = task.root.clone();
        let mut keys = Vec::new();
        for &m in line.iter() {
            keys.push(self.game.key(&state));
            self.game.play(&mut state, m);
        }
        while line.len() < depth.0 as usize {
            let key = self.game.key(&state);
            let entry = self.table.probe(key).filter(|entry| entry.bound == Bound::Exact);
            let Some(number) = entry.and_then(|entry| entry.child).filter(|_| !keys.contains(&key)) else { break };
            keys.push(key);
            let Ok(children) = self.list.open(|list| self.game.moves(&state, list)) else { break };
            let m = (number < children.count()).then(|| self.list.at(children, number));
            self.list.close(children);
            let Some(m) = m else { break };
            line.push(m);
            self.game.play(&mut state, m);
        }
    }

    fn total(&self) -> Tally {
        Tally { nodes: self.budget.inner, ..self.tally }
    }

    fn report(&self, moves: &[Candidate<G>], wanted: usize, depth: Depth) -> Answer<G::Move> {
        let value = moves[0].known.value;
        let kind = match (value, moves[0].known.kind) {
            (None, _) => Kind::Unknown,
            (Some(value), Kind::Exact) if is_decided(value) => Kind::Exact,
            (Some(_), Kind::Exact | Kind::Heuristic) if moves.iter().all(|one| !one.estimated) => Kind::Exact,
            (Some(_), _) => Kind::Heuristic,
        };
        let (asked, others) = moves.split_at(wanted);
        let others = others.iter().map(|one| match one.is_proved_from_above() {
            true => RootMove { kind: Kind::Upper, depth, ..one.known.clone() },
            false => RootMove { value: None, kind: Kind::Unknown, depth, ..one.known.clone() },
        });
        let moves = asked.iter().map(|one| one.reported(depth)).chain(others).collect();
        let (best, line, tally, absurd) = (None, Line::default(), self.total(), self.absurd);
        let mut answer = Answer { value, kind, best, line, depth, moves, tally, processors: 1, stopped: None, absurd };
        answer.follow_first();
        answer
    }
}
