//! Runs the solver, and keeps what it proves.

use std::cmp::Ordering;
use std::path::Path;
use std::time::Duration;

use provebest::AnyMachine;
use provebest::proof_file::{ProofContents, ProofFile};
use provebest_game::{Game, MoveList, Score, Solvable, Status, Text, TextError, line_in_words};
use provebest_machine::Stop;
use provebest_search::Limits;
use provebest_search::solve::{Proof, ProvedMove, Solution};
use provebest_system::memory;

use super::{Reporter, Stopwatch, with_deadline};
use crate::games::MOST_PLIES;
use crate::games::{AnyGame, Entry, SolverVisitor, Visitor};
use crate::listener::News;
use crate::method::SolverSpec;
use crate::outcome::{Answer, GameAnswer, MoveOutcome, Outcome, Winner};
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
    reporter.report(News::Begins(&AnyMachine::Alone));
    let stack = stack_for(problem.depth().max(problem.shape().height).min(MOST_PLIES));
    let work = || {
        with_deadline(request, stop, |stop| {
            let watch = Stopwatch::start();
            let (answer, stopped, unwritten) = game.visit(Prove { any: game, request, spec, reporter, stop })?;
            Ok((answer, stopped, unwritten, watch.time()))
        })
    };
    let (answer, stopped, unwritten, time): (_, _, _, Duration) =
        on_stack("solve", stack, work, || reporter.report(News::Tick))?.map_err(|error: RequestError| error)?;
    Ok(Outcome {
        seconds: Some(time.as_secs_f64()),
        stopped,
        unwritten,
        ..Outcome::new(request, AnyMachine::Alone, Answer::Game(Box::new(answer)))
    })
}

type Proved = Result<(GameAnswer, Option<provebest_machine::Reason>, bool), RequestError>;

/// Proves a position.
#[derive(Clone, Copy)]
struct Prove<'a> {
    any: &'a AnyGame,
    request: &'a Request,
    spec: SolverSpec,
    reporter: Reporter<'a>,
    stop: &'a (dyn Stop + Sync),
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

impl<T: Text, G: Game<State = T::State, Move = T::Move>> SolverVisitor<G> for Solving<'_, T> {
    type Output = Proved;

    fn visit<S: Solvable + Game<State = G::State, Move = G::Move>>(self, game: &S) -> Proved {
        let Solving { prove: Prove { request, spec, reporter, stop, .. }, words, root, usual } = self;
        let (mut file, kept) = open(request, words, root, reporter)?;
        let ProofContents { moves: known, line: known_line } = kept;
        let limits = Limits {
            plies: MOST_PLIES,
            nodes: request.limits.nodes,
            bytes: Some(memory::limit(request.limits.memory)),
            stop: Some(stop),
        };
        let mut unwritten = false;
        let path = request.record.proof_file.as_deref();
        let mut keep = |written: Result<(), provebest::proof_file::ResumeError>| {
            if let (Err(why), Some(path)) = (written, path) {
                reporter.report(News::Unwritten(at(path), why.to_string()));
                unwritten = true;
            }
        };
        let mut witness = |one: &ProvedMove<S::Move>| {
            if let Some(open) = &mut file {
                let written = open.append(words, root, one);
                let lost = written.is_err();
                keep(written);
                if lost {
                    file = None;
                }
            }
        };
        let mut progress = |proof: &provebest_search::solve::Progress| reporter.report(News::Proof(proof));
        let mut solve = Proof::new(game, root).within(limits).known(known).known_line(known_line.0.iter().copied());
        if let Some(bytes) = spec.hash {
            solve = solve.hash(bytes);
        }
        if request.record.all_moves {
            solve = solve.all_moves();
        }
        let solution =
            solve.progress(&mut progress).witness(&mut witness).run().map_err(provebest::SearchError::from)?;
        let ends = solution.moves_to_end.is_some_and(|plies| plies > 0);
        if let Some(file) = file.as_mut().filter(|_| ends && solution.line != known_line) {
            keep(file.append_line(words, root, &solution.line));
        }
        let (stopped, answer) = (solution.stopped, answer(words, root, solution, usual, request));
        Ok((answer, stopped, unwritten))
    }
}

fn at(path: &Path) -> String {
    format!("the proof file '{}'", path.display())
}

/// Opens the file that proofs are kept in, if one is asked for, with what it holds.
fn open<G: Text>(
    request: &Request,
    words: &G,
    root: &G::State,
    reporter: Reporter<'_>,
) -> Result<(Option<ProofFile>, ProofContents<G::Move>), RequestError> {
    let Some(path) = &request.record.proof_file else { return Ok((None, ProofContents::default())) };
    let opened = ProofFile::open(path, request.problem.name(), words, root);
    let (file, kept) = opened.map_err(|error| RequestError::File { what: at(path), source: Box::new(error) })?;
    let done = kept.moves.iter().filter(|one| one.value().is_some()).count();
    if !kept.moves.is_empty() {
        let (count, noun) = (kept.moves.len(), if kept.moves.len() == 1 { "move" } else { "moves" });
        let line = if kept.line.0.is_empty() { "" } else { ", and best play" };
        reporter.note(format!("{}: {count} {noun} proved before, {done} of them to the end{line}", path.display()));
    }
    Ok((Some(file), kept))
}

/// A bound, unless there is none.
fn finite(score: Score) -> Option<i32> {
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
