//! What one processor carries through the tree.

use std::sync::Arc;
use std::sync::atomic::AtomicI32;

use provebest_game::{
    Bound, Depth, Evaluate, Keyed, MaybeNoisy, MaybeOrder, MaybeRepeat, MoveList, Ply, Score, Skills, Window,
};

use super::order::Pick;
use super::rows::Waiting;
use super::split::{CallOff, SplitPool};
use super::{Driver, EngineTask, Enhancements, Exchange, Tally};
use crate::limits::{Budget, Stopped};
use crate::table::{Entry, SharedMarks, SharedTable};

/// The ply of a position that a value depends on. A draw by repetition depends on the position that came again: below it, the
/// value holds on this path only, and is not kept. `NONE`: it holds however the position was reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct PathDependence(i64);

impl PathDependence {
    pub(super) const NONE: PathDependence = PathDependence(i64::MAX);
    /// A position before the root.
    pub(super) const PAST: PathDependence = PathDependence(-1);

    pub(super) fn ply(ply: u32) -> PathDependence {
        PathDependence(i64::from(ply))
    }
}

/// Counts for kinds of moves.
pub(super) type Experience = Arc<[AtomicI32]>;

pub(super) fn no_experience<G: Skills>(on: Enhancements) -> Experience {
    let places = if on.of_use::<G>().from_to { G::Order::ROUTES } else { G::Order::HISTORY_SIZE };
    std::iter::repeat_with(AtomicI32::default).take(places).collect()
}

/// Where a node is, and what may be done with it.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) depth: Depth,
    pub(super) ply: u32,
    /// May the side to move be asked what if it did nothing?
    pub(super) may_pass: bool,
    /// Has the path followed the guide so far?
    pub(super) guided: bool,
    /// A child that is left out.
    pub(super) without: Option<u32>,
}

pub(super) struct Worker<'a, G: Evaluate + Keyed + Skills> {
    pub(super) game: &'a G,
    pub(super) on: Enhancements,
    /// What a pawn is worth.
    pub(super) unit: i32,
    pub(super) table: &'a SharedTable,
    pub(super) exchange: Option<&'a Exchange>,
    pub(super) marks: Option<&'a SharedMarks>,
    /// With whom to share younger siblings, and what calls this one off.
    pub(super) pool: Option<&'a SplitPool<G>>,
    pub(super) call_off: Option<&'a CallOff<'a>>,
    pub(super) budget: Budget<'a>,
    pub(super) list: MoveList<G::Move>,
    pub(super) picks: Vec<Pick>,
    /// The same for nodes whose children come in rows.
    pub(super) row: Vec<Waiting<G::Move>>,
    /// The keys of the children of one node.
    pub(super) child_keys: Vec<u64>,
    /// The keys of the positions before the root, of the root, and of the path.
    pub(super) keys: Vec<u64>,
    /// Where the root stands among them.
    pub(super) root: usize,
    pub(super) killers: Vec<[Option<G::Move>; 2]>,
    /// How often moves have led to cut-offs. Threads that search the same tree share it: what one has seen helps all, and a
    /// count that is lost is no loss.
    pub(super) history: Experience,
    /// Are the children of a node one ply above the horizon leaves, and nothing but leaves?
    pub(super) rows: bool,
    /// Does nothing but rows tell what to do at a node, so that [`Worker::in_rows`] does for it?
    pub(super) plain: bool,
    /// Is an estimate wanted at a node above the horizon?
    pub(super) prunes: bool,
    /// Are lines wanted where windows are null, too?
    pub(super) follows: bool,
    /// The best line from each ply on.
    pub(super) lines: Vec<Vec<G::Move>>,
    /// The line to follow first: what refuted the root move the last time.
    pub(super) guide: Vec<G::Move>,
    pub(super) estimates: Vec<Option<Score>>,
    /// What the last value that was returned depends on.
    pub(super) since: PathDependence,
    /// Is there an estimate in what was found since this was last cleared?
    pub(super) estimated: bool,
    /// The depth of this iteration, and the last ply there is room for.
    pub(super) horizon: Depth,
    pub(super) last: u32,
    pub(super) tally: Tally,
    /// An estimate or a result beyond all bounds.
    pub(super) absurd: Option<Score>,
    /// Has this iteration found a best move? How many of those wanted has it found for good?
    pub(super) improved: bool,
    pub(super) finished: usize,
    /// How many plies less for a late move, by depth and by the number of moves tried.
    pub(super) fewer: Box<[[u8; 64]; 64]>,
}

impl<'a, G: Evaluate + Keyed + Skills> Worker<'a, G> {
    pub(super) fn new(task: &EngineTask<'a, G>, on: Enhancements, table: &'a SharedTable, budget: Budget<'a>) -> Self {
        let (on, last) = (on.of_use::<G>(), task.most_plies().0);
        let room = last as usize + 2;
        let rows = on.rows
            && !(G::Repeat::HAS || on.extensions || on.two_replies)
            && !(on.futility || on.razoring || on.beta_razoring || on.late_pruning);
        let mut keys = task.before.to_vec();
        keys.reserve(room);
        Worker {
            game: task.game,
            on,
            unit: task.game.unit().clamp(1, Score::LIMIT / 1000),
            table,
            exchange: task.exchange,
            marks: None,
            pool: None,
            call_off: None,
            budget,
            list: MoveList::new(),
            picks: Vec::new(),
            row: Vec::new(),
            child_keys: Vec::new(),
            root: keys.len(),
            keys,
            killers: vec![[None; 2]; room],
            history: no_experience::<G>(on),
            rows,
            plain: rows && on.presort && on.gains && !(on.refutation || on.null_move || on.singular),
            prunes: on.razoring || on.beta_razoring || on.futility || on.null_move || on.late_pruning,
            follows: on.refutation || on.driver == Driver::MtdF,
            lines: vec![Vec::new(); room],
            guide: Vec::new(),
            estimates: vec![None; room],
            since: PathDependence::NONE,
            estimated: false,
            horizon: Depth(0),
            last,
            tally: Tally::default(),
            absurd: None,
            improved: false,
            finished: 0,
            fewer: fewer(),
        }
    }

    /// Counts a node, and asks now and then whether to go on.
    #[inline(always)]
    pub(super) fn enter(&mut self, ply: u32) -> Result<(), Stopped> {
        self.budget.inner += 1;
        self.tally.deepest = self.tally.deepest.max(ply);
        self.lines[ply as usize].clear();
        self.budget.ask()
    }

    /// A value that does not depend on the path.
    #[inline(always)]
    pub(super) fn known(&mut self, score: Score) -> Score {
        self.since = PathDependence::NONE;
        score
    }

    /// The same position earlier on the path, or twice before the root: since when?
    #[inline]
    pub(super) fn repeats(&self, state: &G::State, key: u64) -> Option<PathDependence> {
        if !G::Repeat::HAS {
            return None;
        }
        self.came_before(self.keys.len(), G::Repeat::reversible(self.game, state), key)
    }

    /// The same for a position at this place of the path, which can have come `back` plies before.
    fn came_before(&self, here: usize, back: u32, key: u64) -> Option<PathDependence> {
        // The same side has to be to move.
        let mut past = 0;
        for place in (2..=(back as usize).min(here)).step_by(2).map(|plies| here - plies) {
            if self.keys[place] != key {
                continue;
            }
            if place >= self.root {
                return Some(PathDependence::ply((place - self.root) as u32));
            }
            past += 1;
            if past == 2 {
                return Some(PathDependence::PAST);
            }
        }
        None
    }

    /// Can the side to move bring back a position of the path? The table does not know: it has seen others.
    pub(super) fn can_repeat(&mut self, state: &G::State) -> bool {
        let here = self.keys.len();
        if !G::Repeat::HAS || here == 0 || G::Repeat::reversible(self.game, state) + 1 < G::Repeat::SOONEST {
            return false;
        }
        let open = self.list.open(|list| self.game.moves(state, list));
        let Ok(children) = open else { return false };
        let mut found = false;
        for number in 0..children.count() {
            let child = self.play(state, self.list.at(children, number));
            let back = G::Repeat::reversible(self.game, &child);
            found |= back > 0 && self.came_before(here + 1, back, self.game.key(&child)).is_some();
        }
        self.list.close(children);
        found
    }

    /// What the table knows, with the distance to an end counted from `now`.
    #[inline]
    pub(super) fn probe(&self, key: u64, now: Ply) -> Option<Entry> {
        if !self.on.table {
            return None;
        }
        self.table.probe(key).map(|entry| self.at_ply(entry, now))
    }

    /// An entry with the distance to an end counted from `now`.
    #[inline]
    pub(super) fn at_ply(&self, entry: Entry, now: Ply) -> Entry {
        if G::Repeat::HAS { Entry { value: shifted(entry.value, i64::from(now.0)), ..entry } } else { entry }
    }

    /// Are nodes of this depth leaves, without noise below?
    #[inline(always)]
    pub(super) fn is_leaf(&self, depth: Depth) -> bool {
        depth == Depth(0) && !(G::Noisy::HAS && self.on.quiescence)
    }

    /// Is it worth to look for nodes of this depth in the table? A row of leaves is faster than memory.
    #[inline(always)]
    pub(super) fn is_kept(&self, depth: Depth) -> bool {
        depth > Depth(1) || !self.on.rows || G::Noisy::HAS && self.on.quiescence
    }

    /// What an entry answers.
    #[inline]
    pub(super) fn answer(&mut self, entry: Entry, depth: Depth, window: Window) -> Option<Score> {
        let score = if self.on.deeper { entry.answer_or_deeper(depth, window) } else { entry.answer(depth, window) }?;
        self.estimated |= entry.estimated;
        self.tally.answered += 1;
        Some(self.known(score))
    }

    #[inline]
    pub(super) fn store(&mut self, key: u64, now: Ply, child: Option<u32>, value: Score, bound: Bound, depth: Depth) {
        if self.on.table {
            let value = if G::Repeat::HAS { shifted(value, -i64::from(now.0)) } else { value };
            let entry = Entry { child, value, bound, depth, estimated: self.estimated };
            self.table.store(key, entry);
            if depth >= Exchange::LEAST
                && let Some(exchange) = self.exchange
            {
                exchange.offer(key, entry);
            }
        }
    }

    /// A quiet position at the horizon, or the end of the game.
    #[inline]
    pub(super) fn leaf(&mut self, state: &G::State) -> Score {
        self.tally.leaves += 1;
        let (score, estimated) = self.game.horizon(state, &mut self.list);
        self.estimated |= estimated;
        let score = sane(score, estimated, &mut self.absurd);
        self.known(score)
    }

    /// The result of a game that is over.
    #[inline]
    pub(super) fn over(&mut self, value: Score) -> Score {
        let score = sane(value, false, &mut self.absurd);
        self.known(score)
    }

    /// The estimate of an open position.
    #[inline]
    pub(super) fn estimate(&mut self, state: &G::State) -> Score {
        sane(self.game.evaluate(state), true, &mut self.absurd)
    }

    #[inline(always)]
    pub(super) fn is_forced(&self, state: &G::State) -> bool {
        G::Noisy::is_forced(self.game, state)
    }

    /// The child that a move leads to.
    #[inline(always)]
    pub(super) fn play(&self, state: &G::State, m: G::Move) -> G::State {
        let mut child = state.clone();
        self.game.play(&mut child, m);
        child
    }

    /// The same, while the memory fetches what the table knows of the child.
    #[inline(always)]
    pub(super) fn play_to(&self, state: &G::State, m: G::Move, depth: Depth) -> G::State {
        let child = self.play(state, m);
        self.fetch(&child, depth);
        child
    }

    /// Lets the memory fetch what the table knows of a position that comes next.
    #[inline(always)]
    pub(super) fn fetch(&self, next: &G::State, depth: Depth) {
        if self.on.table && self.is_kept(depth) {
            self.table.fetch(self.game.key(next));
        }
    }

    /// `m` is the best move at a ply: the line goes on with that of the ply below.
    pub(super) fn lead(&mut self, ply: u32, m: G::Move) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0]);
    }
}

/// Grows with the logarithms of depth and number, by half of their product.
fn fewer() -> Box<[[u8; 64]; 64]> {
    let mut table = Box::new([[0; 64]; 64]);
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (tried, plies) in row.iter_mut().enumerate() {
            *plies = ((depth as f64).ln() * (tried as f64 + 1.0).ln() / 2.0 + 0.5) as u8;
        }
    }
    table
}

/// An estimate or a result within bounds; one beyond them is taken down.
#[inline(always)]
pub(super) fn sane(score: Score, estimated: bool, absurd: &mut Option<Score>) -> Score {
    let most = if estimated { Score::LIMIT } else { Score::win_in(Ply(0)).0 };
    if (-most..=most).contains(&score.0) {
        return score;
    }
    *absurd = Some(score);
    Score(score.0.clamp(-most, most))
}

/// Is the game decided at this value?
#[inline]
pub(super) fn is_decided(score: Score) -> bool {
    score.end().is_some()
}

/// A decided value, with its end this many plies later.
#[inline]
fn shifted(score: Score, plies: i64) -> Score {
    match score.end() {
        None => score,
        Some(end) => {
            let end = Ply((i64::from(end.0) + plies).max(0) as u32);
            if score > Score::ZERO { Score::win_in(end) } else { Score::loss_in(end) }
        }
    }
}
