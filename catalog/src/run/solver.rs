//! Runs the solver.

use std::cmp::Ordering;
use std::time::Duration;

use provebest::{AnyMachine, SearchError};
use provebest_game::{Game, MoveList, Score, Solvable, Status, Text, TextError, line_in_words};
use provebest_machine::{Measured, Stop};
use provebest_search::NoReport;
use provebest_search::solve::{Proof, ProvedMove, Solution, SolvedTogether};

use super::tasks::{self, Job};
use super::{Reporter, Stopwatch, proof_limits, small_table_note, with_deadline, with_fewer_threads};
use crate::games::MOST_PLIES;
use crate::games::{AnyGame, Entry, SolverVisitor, Visitor};
use crate::listener::News;
use crate::method::SolverSpec;
use crate::outcome::{Answer, GameAnswer, KeptTable, Machinery, MoveOutcome, Outcome, Winner};
use crate::request::{Request, RequestError};
use crate::worker::{on_stack, stack_for};

pub(super) fn run(
    request: &Request,
    spec: SolverSpec,
    reporter: Reporter<'_>,
    stop: &(dyn Stop + Sync),
) -> Result<Outcome, RequestError> {
    let problem = &request.problem;
    let game = problem.game().expect("a game was checked for");
    let stack = stack_for(problem.depth().max(problem.shape().height).min(MOST_PLIES));
    let work = || {
        with_deadline(request, stop, |stop| {
            let watch = Stopwatch::start();
            let solved = game.visit(Prove { any: game, request, spec, reporter, stop, stack })?;
            Ok((solved, watch.time()))
        })
    };
    let (solved, time): (Solved, Duration) =
        on_stack("solve", stack, work, || reporter.report(News::Tick))?.map_err(|error: RequestError| error)?;
    let Solved { answer, stopped, unwritten, machine, measured, table } = solved;
    Ok(Outcome {
        seconds: Some(time.as_secs_f64()),
        stopped,
        unwritten,
        table,
        machinery: measured.map(|measured| Machinery::new(&machine, measured, None)),
        measured,
        ..Outcome::new(request, machine, Answer::Game(Box::new(answer)))
    })
}

/// Bytes that the table may grow to by default.
const USUAL_TABLE: u64 = 128 << 20;

type Proved = Result<Solved, RequestError>;

struct Solved {
    answer: GameAnswer,
    stopped: Option<provebest_machine::Reason>,
    unwritten: bool,
    machine: AnyMachine,
    measured: Option<Measured>,
    table: KeptTable,
}

/// Proves a position.
#[derive(Clone, Copy)]
struct Prove<'a> {
    any: &'a AnyGame,
    request: &'a Request,
    spec: SolverSpec,
    reporter: Reporter<'a>,
    stop: &'a (dyn Stop + Sync),
    /// Bytes of stack for each thread.
    stack: usize,
}

impl Visitor for Prove<'_> {
    type Output = Proved;

    fn visit<G: Entry>(self, game: &G, root: &G::State) -> Proved {
        match const { G::COMPILED.solver } {
            true => {
                let words = Words { game };
                game.for_solver(Solving { prove: self, words: &words, root, usual: &|value| game.proved_value(value) })
            }
            false => {
                let (any, root) = (self.any, self.any.root());
                let words = AnyWords { game: any };
                any.for_solver(Solving {
                    prove: self,
                    words: &words,
                    root: &root,
                    usual: &|value| any.proved_value(value),
                })
            }
        }
    }
}

/// The same game as the solver likes it, with the words of the game.
struct Solving<'a, G: Text> {
    prove: Prove<'a>,
    words: &'a G,
    root: &'a G::State,
    /// Values on the scale that people know.
    usual: &'a dyn Fn(Score) -> Score,
}

impl<T, G> SolverVisitor<G> for Solving<'_, T>
where
    T: Text<State: Send + Sync, Move: Send + Sync> + Sync,
    G: Game<State = T::State, Move = T::Move>,
{
    type Output = Proved;

    fn visit<S: Solvable + Sync + Game<State = G::State, Move = G::Move>>(self, game: &S) -> Proved {
        let Solving { prove: Prove { request, spec, reporter, stop, stack, .. }, words, root, usual } = self;
        reporter.report(News::Begins(&request.machine()));
        let machine = request.machine();
        // Threads share a table, unless tasks are asked for.
        let on_threads = matches!(machine, AnyMachine::Threads(_)) && spec.grain.is_none();
        let in_tasks = machine != AnyMachine::Alone && !on_threads || request.record.proof_file.is_some();
        // Neither threads nor files are there.
        if !cfg!(target_family = "wasm") && in_tasks {
            let job = Job { request, spec, reporter, stop, words, root, stack };
            let solved = tasks::solve(job, game, machine)?;
            let tasks::Solved { solution, unwritten, machine, measured } = solved;
            let (stopped, answer) = (solution.stopped, answer(words, root, solution, usual, request));
            return Ok(Solved { answer, stopped, unwritten, machine, measured, table: KeptTable::default() });
        }
        if let Some(most) = request.limits.memory.filter(|&most| most < spec.hash.unwrap_or(USUAL_TABLE)) {
            reporter.note(small_table_note(most));
        }
        let mut machine = machine;
        let (solution, table, measured) = loop {
            let mut progress = |proof: &provebest_search::solve::Progress| reporter.report(News::Proof(proof));
            let mut solve = Proof::new(game, root).within(proof_limits(request, stop)).progress(&mut progress);
            if let Some(bytes) = spec.hash {
                solve = solve.hash(bytes);
            }
            if request.record.all_moves {
                solve = solve.all_moves();
            }
            let AnyMachine::Threads(threads) = machine else {
                let (solution, table) = solve.run_and_keep().map_err(SearchError::from)?;
                break (solution, table, None);
            };
            match solve.run_on(&threads.stack(stack)) {
                Ok(SolvedTogether { solution, table, measured }) => break (solution, table, Some(measured)),
                Err(NoReport::Failed(failure)) => {
                    let fewer = with_fewer_threads(&failure, reporter);
                    machine = fewer.ok_or_else(|| SearchError::from(NoReport::Failed(failure)))?;
                }
                Err(error) => return Err(SearchError::from(error).into()),
            }
        };
        let table = if request.record.table { KeptTable::new(table) } else { KeptTable::default() };
        let (stopped, answer) = (solution.stopped, answer(words, root, solution, usual, request));
        Ok(Solved { answer, stopped, unwritten: false, machine, measured, table })
    }
}

/// A bound, unless there is none.
pub(super) fn finite(score: Score) -> Option<i32> {
    (score != Score::WORST && score != Score::INFINITY).then_some(score.0)
}

/// The winner, if these proved bounds decide it. A value on another scale does not always decide it: on a board of Connect Four
/// with an odd number of cells a win with the last stone counts nothing.
pub(super) fn decided(least: Score, most: Score) -> Option<Winner> {
    let outcome = match (least.cmp(&Score::ZERO), most.cmp(&Score::ZERO)) {
        (Ordering::Greater, _) => Ordering::Greater,
        (_, Ordering::Less) => Ordering::Less,
        (Ordering::Equal, Ordering::Equal) => Ordering::Equal,
        _ => return None,
    };
    Some(outcome.into())
}

fn answer<G: Text>(
    words: &G,
    root: &G::State,
    solution: Solution<G::Move>,
    usual: &dyn Fn(Score) -> Score,
    request: &Request,
) -> GameAnswer {
    let played = request.problem.info().is_played();
    let told = |bound: Score| if finite(bound).is_some() { usual(bound) } else { bound };
    let word = |m: G::Move| words.print_move(root, m);
    let of_move = |one: &ProvedMove<G::Move>| {
        let (least, most) = (told(one.least), told(one.most));
        MoveOutcome {
            word: word(one.played),
            value: one.value().map(|value| told(value).0),
            least: Some(finite(least)),
            most: Some(finite(most)),
            winner: decided(one.least, one.most).filter(|_| played),
            ..MoveOutcome::default()
        }
    };
    let kind = solution.kind;
    let (least, most) = (finite(told(solution.least)), finite(told(solution.most)));
    let value = solution.value.map(|value| told(value).0);
    GameAnswer {
        value: value.or(if kind == provebest_search::Kind::Upper { most } else { least }),
        kind: Some(kind.into()),
        best: solution.best.map(word),
        line: line_in_words(words, root, &solution.line.0, |state, m| words.print_move(state, m)),
        nodes: Some(solution.nodes),
        moves_to_end: solution.moves_to_end,
        winner: decided(solution.least, solution.most).filter(|_| played),
        least: Some(least),
        most: Some(most),
        best_moves: Some(solution.best_moves().map(|one| word(one.played)).collect()),
        skipped: solution.skipped.into(),
        moves: Some(solution.moves.iter().map(of_move).collect()),
        plies: solution.moves_to_end,
        ..GameAnswer::default()
    }
}

/// A game of the table with its words as a skill.
struct Words<'a, G> {
    game: &'a G,
}

/// The same for all games as one.
struct AnyWords<'a> {
    game: &'a AnyGame,
}

macro_rules! words {
    ($([$($generic:tt)*] $type:ty, $inner:ty, $print:expr, $read:expr, $write:expr);*) => {$(
        impl<$($generic)*> Game for $type {
            type State = <$inner as Game>::State;
            type Move = <$inner as Game>::Move;
            fn moves(&self, state: &Self::State, out: &mut MoveList<Self::Move>) -> Status {
                self.game.moves(state, out)
            }
            fn play(&self, state: &mut Self::State, m: Self::Move) {
                self.game.play(state, m);
            }
        }

        impl<$($generic)*> Text for $type {
            fn parse(&self, text: &str) -> Result<Self::State, TextError> {
                Err(TextError::new(text, 0, "a position", "a move"))
            }
            fn print(&self, state: &Self::State) -> String {
                $write(self.game, state)
            }
            fn print_move(&self, state: &Self::State, m: Self::Move) -> String {
                $print(self.game, state, m)
            }
            fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, TextError> {
                $read(self.game, state, text)
            }
        }
    )*};
}

words! {
    ['a, G: Entry] Words<'a, G>, G, crate::games::word_of, G::read_word, G::position;
    ['a] AnyWords<'a>, AnyGame, AnyGame::word_of, AnyGame::read_word, AnyGame::position
}
