//! The best move by the engine, for a game with keys.

use provebest_game::{Depth, Evaluate, Game, Keyed, MaybeKeyed, NeedsKeys, Skills};
use provebest_search::engine::{Answer, Engine, EngineTask, Enhancements, Share};
use provebest_search::{Kind, Limits};

use super::{BestMove, has_keys};
use crate::error::SearchError;
use crate::{AllMoves, MoveValue};

/// The values of how many root moves?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Best,
    All,
}

/// Searches on a number of threads, and keeps the answer of the last finished iteration. It is a pointer to a function, so that
/// only a game that is searched so has to be `Sync`.
pub(super) type OnThreads<G> =
    fn(&Engine, &EngineTask<'_, G>, usize, &mut Option<Answer<<G as Game>::Move>>) -> Answer<<G as Game>::Move>;

/// The answer, and the one that the last finished iteration had.
type Answers<M> = (Answer<M>, Option<Answer<M>>);

/// An engine's table where nothing else is said.
const TABLE: u64 = 64 << 20;
/// Fresh memory takes a millisecond for each megabyte or two when it is first touched: a short search has a smaller table.
const TABLE_FOR_A_MILLISECOND: u64 = 160_000;

pub(super) struct ByEngine<'b, 'a, G: Evaluate>(&'b BestMove<'a, G>, Wanted);

impl<G: Evaluate + Skills> NeedsKeys<G> for ByEngine<'_, '_, G> {
    type Output = Result<Answers<G::Move>, SearchError>;

    fn run(self) -> Self::Output
    where
        G: Keyed,
    {
        let ByEngine(request, wanted) = self;
        request.within_limits(|limits| {
            let depth = request.depth.unwrap_or_else(|| request.height());
            let engine = request.engine();
            let moves = if wanted == Wanted::All { usize::MAX } else { 1 };
            // The table keeps to the limit on memory.
            let limits = Limits { bytes: None, ..limits };
            let task = EngineTask { moves, limits, ..EngineTask::new(request.game, request.state, depth) };
            let mut finished = None;
            let answer = match request.threads {
                Some((threads, run)) => run(&engine, &task, threads, &mut finished),
                None => engine.search(&task, &mut |answer| {
                    finished = Some(answer.clone());
                    None
                }),
            };
            match answer.absurd {
                Some(absurd) => Err(SearchError::Absurd(absurd)),
                None => Ok((answer, finished)),
            }
        })
    }
}

/// Searches on threads; on fewer, if the system has fewer.
pub(super) fn on_threads<G>(
    engine: &Engine,
    task: &EngineTask<'_, G>,
    threads: usize,
    finished: &mut Option<Answer<G::Move>>,
) -> Answer<G::Move>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    crate::player::on_threads(engine, task, threads, Share::Lazy, &mut |answer| {
        *finished = Some(answer.clone());
        None
    })
}

impl<G: Evaluate + Skills> BestMove<'_, G> {
    /// What the engine finds, unless the game has no keys, an algorithm of the family was chosen, or the depth is none for it.
    pub(super) fn by_engine(&self, wanted: Wanted) -> Option<Result<Answers<G::Move>, SearchError>> {
        let known = self.depth.or_else(|| self.game.shape(self.state).map(|shape| shape.height));
        // A search that has to go deeper than the engine does is one for the family; under a limit, deepening ends before.
        let too_deep = known > Some(self.engine_plies()) && !(self.depth.is_none() && self.is_limited());
        if self.algorithm.is_some() || self.depth == Some(Depth(0)) || too_deep || !has_keys::<G>() {
            return None;
        }
        let answers = G::Keyed::with_keys(ByEngine(self, wanted)).ok()?;
        // Without any limit it is to the end of the game, and the family may go further.
        let to_the_end = self.depth.is_none() && !self.is_limited();
        let is_short = |(answer, _): &Answers<G::Move>| to_the_end && answer.depth >= self.engine_plies();
        if answers.as_ref().is_ok_and(is_short) { None } else { Some(answers) }
    }

    /// The last ply that the engine looks at.
    fn engine_plies(&self) -> Depth {
        let limits = Limits { plies: self.plies, ..Limits::default() };
        EngineTask { limits, ..EngineTask::new(self.game, self.state, Depth(0)) }.most_plies()
    }

    fn engine(&self) -> Engine {
        let short = self
            .time
            .map(|time| time.as_millis() as u64)
            .map_or(TABLE, |milliseconds| milliseconds.saturating_mul(TABLE_FOR_A_MILLISECOND).max(1 << 20));
        let mut bytes = self.bytes.unwrap_or(u64::MAX).min(TABLE).min(short) as usize;
        // What a depth says is searched in full; under other limits, all that helps to look deeper is on.
        let on = match self.depth {
            None if self.is_limited() => Enhancements::default(),
            None => Enhancements::FAITHFUL,
            Some(_) => Enhancements { quiescence: true, ..Enhancements::FAITHFUL },
        };
        loop {
            match Engine::new(bytes, on) {
                Ok(engine) => return engine,
                Err(_) => bytes /= 2,
            }
        }
    }

    /// The values of all moves as the game lists them.
    pub(super) fn values(&self, answer: Answer<G::Move>, finished: Option<Answer<G::Move>>) -> AllMoves<G::Move> {
        let stopped = answer.stopped;
        let known = match stopped {
            None => Some(answer),
            // Of a depth that was asked for, nothing is finished; of deepening, what it has come to.
            Some(_) => finished.filter(|_| self.depth.is_none()),
        };
        let (depth, moves) = known.map_or((Depth(0), Vec::new()), |known| (known.depth, known.moves));
        let values = moves.into_iter().filter_map(|one| {
            let value = one.value.filter(|_| matches!(one.kind, Kind::Exact | Kind::Heuristic))?;
            let (path, line_complete) = self.path(&one.line.0, depth);
            Some(MoveValue { played: one.played, number: one.number, value, kind: one.kind, path, line_complete })
        });
        let mut moves: Vec<MoveValue<G::Move>> = values.collect();
        moves.sort_by_key(|one| one.number);
        AllMoves { moves, depth, stopped }
    }

    /// A line as child numbers, and whether it ends in a leaf of a search to this depth.
    fn path(&self, line: &[G::Move], depth: Depth) -> (Vec<u32>, bool) {
        let (mut state, mut list, mut path) = (self.state.clone(), provebest_game::MoveList::new(), Vec::new());
        for m in line {
            list.clear();
            self.game.moves(&state, &mut list);
            let Some(number) = list.as_slice().iter().position(|one| one == m) else { return (path, false) };
            path.push(number as u32);
            self.game.play(&mut state, *m);
        }
        list.clear();
        let over = self.game.status(&state, &mut list) != provebest_game::Status::Open;
        let complete = over || path.len() >= depth.0 as usize;
        (path, complete)
    }
}
