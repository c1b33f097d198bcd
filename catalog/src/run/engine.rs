//! Runs the engine.

use std::time::Duration;

use provebest::AnyMachine;
use provebest::player::{GameHistory, Player, STACK, ThinkLimits, Timer, is_shortest, plies_to_end};
use provebest_game::{Depth, Evaluate, Keyed, Score, Skills, line_in_words};
use provebest_machine::{Reason, Stop};
use provebest_search::engine::{Answer as EngineAnswer, Enhancements, RootMove, Tally};
use provebest_search::{Kind, SharedTable};
use provebest_system::memory::{self, Size};

use super::{Reporter, fewer_threads_note, small_table_note};
use crate::games::{AnyGame, Entry, Visitor, word_of};
use crate::listener::{News, Thinking};
use crate::method::EngineSpec;
use crate::outcome::{Answer, GameAnswer, MoveOutcome, Outcome, winner_of};
use crate::problem::Problem;
use crate::ranks::{ask_others, think};
use crate::request::{Request, RequestError};
use crate::worker::on_stack;

/// How long the engine thinks where no limit is set.
const TIME: Duration = Duration::from_secs(5);
/// Bytes of the table by default.
const TABLE: u64 = 64 << 20;

/// The enhancements among these that have something to act on in this game.
///
/// ```
/// use provebest_catalog::{Problem, games, useful};
/// use provebest_search::engine::Enhancements;
/// let problem = Problem::read(games::find("connect4").unwrap(), None, None, None)?;
/// let useful = useful(&problem, Enhancements::ALL);
/// assert!(useful.names().len() < Enhancements::ALL.names().len(), "Connect Four has no null move, say");
/// # Ok::<(), provebest_catalog::ProblemError>(())
/// ```
pub fn useful(problem: &Problem, on: Enhancements) -> Enhancements {
    struct Useful(Enhancements);
    impl Visitor for Useful {
        type Output = Enhancements;
        fn visit<G: Entry>(self, _: &G, _: &G::State) -> Enhancements {
            match const { G::COMPILED.engine } {
                true => self.0.of_use::<G>(),
                false => self.0.of_use::<AnyGame>(),
            }
        }
    }
    problem.game().map_or(Enhancements::NONE, |game| game.visit(Useful(on)))
}

/// Refuses what the engine cannot do.
pub(super) fn check(problem: &Problem, spec: EngineSpec) -> Result<(), RequestError> {
    let wanted = problem.asked_depth();
    if wanted == Some(Depth(0)) {
        return Err(RequestError::refused("depth 0", "the engine looks ahead; expected 1 or more"));
    }
    if !spec.enhancements.deepening && wanted.is_none() {
        let why = "the engine goes to its depth at once; expected a depth";
        return Err(RequestError::refused("without deepening", why));
    }
    Ok(())
}

pub(super) fn run(
    request: &Request,
    spec: EngineSpec,
    reporter: Reporter<'_>,
    stop: &(dyn Stop + Sync),
) -> Result<Outcome, RequestError> {
    let Request { problem, limits, record, .. } = request;
    let game = problem.game().expect("a game was checked for");
    let wanted = problem.asked_depth();
    let machine = request.machine.clone().unwrap_or_default();
    let threads = machine.threads_each();
    let mut limited = wanted.is_some() || limits.nodes.is_some() || limits.time.is_some();
    let mut depth = wanted;
    if !limited && cfg!(target_family = "wasm") {
        // There is no clock.
        (limited, depth) = (true, Some(problem.info().usual_depth.unwrap_or(problem.depth())));
    }
    if !limited {
        reporter
            .note(format!("thinking for {} s; a time, a depth or a number of nodes says otherwise", TIME.as_secs()));
    }
    let think = ThinkLimits {
        time: limits.time.or((!limited).then_some(TIME)),
        depth,
        nodes: limits.nodes,
        ..ThinkLimits::default()
    };
    // The clock also runs while the table is made.
    let timer = Timer::new(think);
    let most = limits.memory.unwrap_or(u64::MAX);
    if spec.hash.is_some_and(|hash| hash > most) || most < SharedTable::LEAST_BYTES as u64 {
        return Ok(outcome(
            request,
            spec,
            Thought { stopped: Some(Reason::Memory), ..Thought::default() },
            Duration::ZERO,
        ));
    }
    let job =
        Think { request, any: game, timer: &timer, spec, most, machine: &machine, all: record.all_moves, reporter };
    let interrupt = || {
        reporter.report(News::Tick);
        if stop.stop().is_some() {
            timer.end();
        }
    };
    let thought = on_stack("engine", STACK, || game.visit(job), interrupt)??;
    if thought.threads < threads && !machine.is_cluster() {
        reporter.note(fewer_threads_note(threads, thought.threads));
    }
    Ok(outcome(request, spec, thought, timer.total()))
}

/// What the engine found, in words.
#[derive(Default)]
struct Thought {
    value: Option<Score>,
    kind: Option<Kind>,
    line: Vec<String>,
    plies: Option<u32>,
    depth: Depth,
    moves: Vec<MoveOutcome>,
    tally: Tally,
    threads: usize,
    stopped: Option<Reason>,
    /// The enhancements that had something to act on.
    on: Enhancements,
}

fn outcome(request: &Request, spec: EngineSpec, thought: Thought, time: Duration) -> Outcome {
    let problem = &request.problem;
    let Thought { value, kind, line, plies, depth, mut moves, tally, threads, stopped, on } = thought;
    let kind = kind.unwrap_or(Kind::Unknown);
    let played = problem.info().is_played();
    // The first is the best, also where others have better values of an iteration before.
    let best = moves.first().and_then(|one| one.value);
    for one in &mut moves {
        one.best = best.map(|best| one.value == Some(best));
        one.winner = winner_of(played, one.value.map(Score), one.kind.map_or(Kind::Unknown, Kind::from));
    }
    // Time and nodes end the engine as they should. Only a depth that was asked for and not reached is missing.
    let short = problem.asked_depth().is_some() || value.is_none();
    let decided = value.filter(|_| kind == Kind::Exact).and_then(Score::end);
    let answer = GameAnswer {
        value: value.map(|value| value.0),
        kind: Some(kind.into()),
        best: line.first().cloned(),
        line,
        leaves: Some(None),
        leaf_visits: Some(Some(tally.leaves)),
        nodes: Some(tally.nodes),
        stored: Some(Some(0)),
        moves_to_end: decided.and(plies),
        winner: winner_of(played, value, kind),
        deepest: Some(tally.deepest),
        quiescence: Some(tally.quiescence),
        enhancements: Some(on.names().into_iter().map(String::from).collect()),
        moves: (moves.len() > 1).then_some(moves),
        perhaps_sooner: plies.is_some_and(|plies| !is_shortest(on, plies, depth)),
        plies,
        ..GameAnswer::default()
    };
    let machine = match &request.machine {
        Some(machine) if machine.is_cluster() => machine.clone(),
        _ if threads > 1 => AnyMachine::threads(threads),
        _ => AnyMachine::Alone,
    };
    let algorithm = match threads {
        0 | 1 => "engine".to_string(),
        _ => format!("engine:{}", spec.share.name()),
    };
    Outcome {
        algorithm,
        seconds: Some(time.as_secs_f64()),
        stopped: stopped.filter(|&why| short || why == Reason::Cancel),
        depth: Some(depth.0),
        ..Outcome::new(request, machine, Answer::Game(Box::new(answer)))
    }
}

/// The bytes of a table for a search of this time, if it is short. Fresh memory takes a millisecond for each megabyte or two when
/// it is first touched: a larger table would leave no time to think.
fn usual_table(time: Duration) -> u64 {
    (time.as_millis() as u64).saturating_mul(160_000).max(1 << 20)
}

struct Think<'a> {
    request: &'a Request,
    any: &'a AnyGame,
    timer: &'a Timer,
    spec: EngineSpec,
    /// A table without a requested size is at most this large.
    most: u64,
    machine: &'a AnyMachine,
    all: bool,
    reporter: Reporter<'a>,
}

impl Visitor for Think<'_> {
    type Output = Result<Thought, RequestError>;

    fn visit<G: Entry>(self, game: &G, root: &G::State) -> Self::Output {
        match const { G::COMPILED.engine } {
            true => game.for_engine(|game| self.think(game, root, |state, m| word_of(game, state, m))),
            false => {
                let (any, root) = (self.any, self.any.root());
                self.think(any, &root, |state, m| any.word_of(state, m))
            }
        }
    }
}

impl Think<'_> {
    fn think<G>(
        self,
        game: &G,
        root: &G::State,
        word: impl Fn(&G::State, G::Move) -> String + Sync,
    ) -> Result<Thought, RequestError>
    where
        G: Evaluate<State: Send + Sync, Move: Send + Sync> + Keyed + Skills + Sync,
    {
        let Think { request, timer, spec, most, machine, all, reporter, .. } = self;
        let usual = timer.limits().time.map_or(TABLE, |time| TABLE.min(usual_table(time)));
        if spec.hash.is_none() && most < usual {
            reporter.note(small_table_note(most));
        }
        let usual = usual.min(most);
        let (player, bytes) = memory::with_table(spec.hash, usual, |room| Player::new(game, room))?;
        if spec.hash.is_none() && bytes < usual {
            reporter.note(format!("a table of {} instead of {}: no more is free", Size(bytes), Size(usual)));
        }
        let player = player.threads(machine.threads_each()).enhancements(spec.enhancements).share(spec.share);
        let player = player.moves(if all { usize::MAX } else { 1 });
        let history = GameHistory::new(game, root.clone());
        let on = spec.enhancements.of_use::<G>();
        ask_others(request, machine)?;
        let in_words = |line: &[G::Move]| line_in_words(game, root, line, &word);
        let mut listener = |answer: &EngineAnswer<G::Move>| {
            let (line, value) = (answer.line.moves(), answer.value);
            reporter.report(News::Thinks(&Thinking {
                depth: answer.depth.0,
                value,
                plies: value.and_then(|value| plies_to_end(game, root, value, line)),
                line: in_words(line),
                nodes: answer.tally.nodes,
            }));
        };
        let answer = think(machine, player, &history, timer, &mut listener)?;
        // A line that a table has cut short says less than the score.
        let plies = |value: Option<Score>, line: &[G::Move]| {
            let plies = value.and_then(|value| plies_to_end(game, root, value, line));
            plies.unwrap_or(line.len() as u32)
        };
        // What an iteration before said of a move is no match for what the last one said of others.
        let newest = answer.moves.first().map(|one| one.depth).filter(|_| !all);
        let is_told = |one: &&RootMove<G::Move>| {
            !matches!(one.kind, Kind::Upper | Kind::Unknown) && newest.is_none_or(|newest| one.depth == newest)
        };
        let known = answer.moves.iter().filter(is_told);
        let moves = known.map(|one| {
            let (plies, line) = (plies(one.value, &one.line.0), in_words(&one.line.0));
            let decided = one.value.filter(|_| one.kind == Kind::Exact).and_then(Score::end);
            MoveOutcome {
                word: line.first().cloned().unwrap_or_default(),
                value: one.value.map(|value| value.0),
                kind: Some(one.kind.into()),
                line: Some(line),
                moves_to_end: decided.map(|_| plies),
                plies: Some(plies),
                perhaps_sooner: !is_shortest(on, plies, answer.depth),
                ..MoveOutcome::default()
            }
        });
        Ok(Thought {
            value: answer.value,
            kind: Some(answer.kind),
            plies: Some(plies(answer.value, &answer.line.0)),
            // Of a search without a value not even the first move is known to be good.
            line: answer.value.map_or(Vec::new(), |_| in_words(&answer.line.0)),
            depth: answer.depth,
            moves: moves.collect(),
            tally: answer.tally,
            threads: answer.processors,
            stopped: answer.stopped,
            on,
        })
    }
}
