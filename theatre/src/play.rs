//! A game that is played: the board, and what is known of every move.
//!
//! A call spends a number of nodes and keeps nothing. A page that wants to see bounds improve calls again with twice as many: all calls
//! together take twice as long as the last one.

use std::collections::HashMap;

use provebest::player::{GameHistory, Level, Player, STACK, ThinkLimits, Timer};
use provebest_catalog::book::{Book, BookValue};
use provebest_catalog::games::{AnyGame, AnyState, Played, PlayedVisitor, word_of};
use provebest_catalog::worker::on_stack;
use provebest_catalog::{Limits, MoveOutcome, Problem, Record, Request, Winner, run};
use provebest_game::{Game, MoveList, Score, Status, line_in_words};
use provebest_machine::Stop;
use provebest_search::Kind;
use serde::{Deserialize, Serialize};

use crate::AnswerError;
use crate::answer::ProblemText;
use crate::board::Board;

#[derive(Deserialize)]
pub(crate) struct PlayRequest {
    #[serde(flatten)]
    problem: ProblemText,
    /// The moves since the position, in the game's notation.
    #[serde(default)]
    moves: Vec<String>,
    /// What the solver and the engine may spend, each.
    #[serde(default = "usual_nodes")]
    nodes: u64,
    /// How strong the engine plays, from 1 to 10; without it the best that is known is chosen.
    level: Option<u8>,
}

fn usual_nodes() -> u64 {
    100_000
}

/// Bytes of the engine's table and of the solver's, the same everywhere, so that answers are.
const TABLE: usize = 16 << 20;
const PROOFS: u64 = 64 << 20;
/// What a call may spend at most.
const MOST_NODES: u64 = 1_000_000_000;

#[derive(Serialize)]
struct Play {
    #[serde(flatten)]
    board: Board,
    /// The winner of a game that is over, seen from the side to move.
    winner: Option<Winner>,
    /// What is known of every move, in the order of the game.
    values: Vec<MoveValue>,
    /// What is proved of the position, for the side to move.
    proved: Option<Proved>,
    /// What the engine thinks of it.
    engine: Option<Thought>,
    /// What the book knows of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<FromBook>,
    /// The move to play: that of the book, at the level, or the best that is known.
    choice: Option<String>,
    /// What was spent.
    nodes: u64,
}

#[derive(Serialize)]
struct FromBook {
    #[serde(rename = "move")]
    word: Option<String>,
    /// What is proved.
    words: String,
}

/// What is known of a move, for the side that plays it.
#[derive(Serialize)]
struct MoveValue {
    #[serde(rename = "move")]
    word: String,
    /// Its value, if that is proved.
    value: Option<i32>,
    /// Proved bounds.
    least: Option<i32>,
    most: Option<i32>,
    /// The winner, if that is proved.
    winner: Option<Winner>,
    /// The engine's estimate, in its own units, and the plies after which it was made.
    estimate: Option<i32>,
    depth: Option<u32>,
    /// Is no other move known to be as good?
    best: bool,
}

#[derive(Serialize)]
struct Proved {
    value: Option<i32>,
    least: Option<i32>,
    most: Option<i32>,
    winner: Option<Winner>,
    line: Vec<String>,
    moves_to_end: Option<u32>,
    nodes: u64,
    /// Is there nothing left to prove?
    finished: bool,
}

#[derive(Serialize)]
struct Thought {
    value: Option<i32>,
    /// Is the value proved?
    exact: bool,
    depth: u32,
    line: Vec<String>,
    nodes: u64,
    #[serde(skip)]
    moves: HashMap<String, Opinion>,
    #[serde(skip)]
    choice: Option<String>,
}

/// What the engine says of a move.
#[derive(Clone, Copy)]
struct Opinion {
    value: i32,
    kind: Kind,
    depth: u32,
}

impl Opinion {
    /// At least this, if it is proved.
    fn least(self) -> Option<i32> {
        matches!(self.kind, Kind::Exact | Kind::Lower).then_some(self.value)
    }

    /// At most this, if it is proved.
    fn most(self) -> Option<i32> {
        matches!(self.kind, Kind::Exact | Kind::Upper).then_some(self.value)
    }

    /// The winner, if that is proved.
    fn winner(self) -> Option<Winner> {
        let (least, most) = (self.least(), self.most());
        let is_proved = least > Some(0) || most.is_some_and(|most| most < 0) || least.is_some() && least == most;
        is_proved.then(|| self.value.cmp(&0).into())
    }
}

impl PlayRequest {
    pub(crate) fn answer(&self, book: Option<&Book>, stop: &(dyn Stop + Sync)) -> Result<Vec<u8>, AnswerError> {
        let refused = |why: String| AnswerError::Refused(why);
        let problem = self.problem.read()?;
        let game = problem.game().filter(|_| problem.info().is_played());
        let game = game.ok_or_else(|| refused(format!("{} is not played; expected connect4, say", problem.name())))?;
        let level = match self.level {
            None => None,
            Some(level) => {
                let wrong = || refused(format!("level {level}: no such level; expected 1 to 10"));
                Some(Level::new(level).ok_or_else(wrong)?)
            }
        };
        if self.nodes == 0 || self.nodes > MOST_NODES {
            return Err(refused(format!("nodes {}: expected 1 to {MOST_NODES}", self.nodes)));
        }
        let (state, last) = self.state(game)?;
        let board = Board::new(game, &state, last);
        let mut list = MoveList::new();
        if let Status::Over(score) = game.status(&state, &mut list) {
            let winner = Some(score.cmp(&Score::ZERO).into());
            let (values, proved, engine, book, choice) = (vec![], None, None, None, None);
            let over = Play { board, winner, values, proved, engine, book, choice, nodes: 0 };
            return Ok(serde_json::to_vec(&over)?);
        }
        let solved = problem.info().solvable.then(|| self.solve(&problem, game, &state, stop)).transpose()?;
        let (proved, moves) = solved.map_or((None, Vec::new()), |(proved, moves)| (Some(proved), moves));
        let think = |level| match stop.stop() {
            Some(_) => Err(AnswerError::Stopped),
            None => self.think(game, level, stop).map_err(refused),
        };
        let thought = think(Level::FULL)?;
        let at_level = level.filter(|level| *level != Level::FULL).map(think).transpose()?;
        if stop.stop().is_some() {
            return Err(AnswerError::Stopped);
        }
        let book = book.filter(|book| book.game() == problem.info());
        let entry = book.and_then(|book| book.entry(&game.book_position(&state)));
        let mut moves = moves;
        if let Some(book) = book {
            from_book(book, game, &state, board.moves(), &mut moves);
        }
        let values = values(board.moves(), &moves, &thought);
        let spent = proved.as_ref().map_or(0, |proved| proved.nodes) + thought.nodes;
        let best = || values.iter().find(|one| one.best).map(|one| one.word.clone());
        let known = entry.and_then(|entry| entry.word.clone());
        let choice = known.or_else(|| at_level.as_ref().map_or_else(best, |weak| weak.choice.clone()));
        let book = entry.map(|entry| FromBook { word: entry.word.clone(), words: entry.to_string() });
        let nodes = spent + at_level.as_ref().map_or(0, |weak| weak.nodes);
        let play = Play { board, winner: None, values, proved, engine: Some(thought), book, choice, nodes };
        Ok(serde_json::to_vec(&play)?)
    }

    /// The position after the moves, and the last one.
    fn state(&self, game: &AnyGame) -> Result<(AnyState, Option<u32>), AnswerError> {
        let (mut state, mut last) = (game.root(), None);
        for (number, word) in self.moves.iter().enumerate() {
            let wrong = |why: String| AnswerError::Refused(format!("move {}: {why}", number + 1));
            if let Status::Over(_) = game.status(&state, &mut MoveList::new()) {
                return Err(wrong(format!("{word}: the game is over; expected no more moves")));
            }
            let m = game.read_word(&state, word).map_err(|error| wrong(error.to_string()))?;
            game.play(&mut state, m);
            last = Some(m);
        }
        Ok((state, last))
    }

    fn solve(
        &self,
        problem: &Problem,
        game: &AnyGame,
        state: &AnyState,
        stop: &(dyn Stop + Sync),
    ) -> Result<(Proved, Vec<MoveOutcome>), AnswerError> {
        let here = Problem::read(problem.info(), Some(&game.position(state)), None, None);
        let here = here.map_err(|error| AnswerError::of(&error))?;
        let method = format!("solve,hash={PROOFS}").parse().map_err(|error| AnswerError::of(&error))?;
        let request = Request {
            limits: Limits { nodes: Some(self.nodes), memory: Some(4 * PROOFS), ..Limits::default() },
            record: Record { all_moves: true, ..Record::default() },
            ..Request::of(here.into(), method)
        };
        let outcome = run(&request, &mut (), stop)?;
        let answer = outcome.game_answer().cloned().unwrap_or_default();
        let exact = answer.least.flatten().filter(|_| answer.least == answer.most);
        let proved = Proved {
            value: exact,
            least: answer.least.flatten(),
            most: answer.most.flatten(),
            winner: answer.winner,
            line: answer.line,
            moves_to_end: answer.moves_to_end,
            nodes: answer.nodes.unwrap_or(0),
            finished: outcome.stopped.is_none(),
        };
        Ok((proved, answer.moves.unwrap_or_default()))
    }

    fn think(&self, game: &AnyGame, level: Level, stop: &(dyn Stop + Sync)) -> Result<Thought, String> {
        let timer = Timer::new(ThinkLimits { nodes: Some(self.nodes), ..ThinkLimits::default() });
        let think = || game.visit_played(Think { words: &self.moves, timer: &timer, level });
        let end_if_asked = || stop.stop().into_iter().for_each(|_| timer.end());
        let thought = on_stack("engine", STACK, think, end_if_asked).map_err(|lost| lost.to_string())?;
        thought.unwrap_or_else(|| Err("the game is not played".into()))
    }
}

/// Adds what a book knows of the moves: by the position, and by the positions after them.
fn from_book(book: &Book, game: &AnyGame, state: &AnyState, words: &[String], moves: &mut Vec<MoveOutcome>) {
    let value = |value: Option<BookValue>| if let Some(BookValue::Value(value)) = value { Some(value) } else { None };
    let here = book.entry(&game.book_position(state));
    for word in words {
        let Ok(m) = game.read_word(state, word) else { continue };
        let mut child = state.clone();
        game.play(&mut child, m);
        let after = book.entry(&game.book_position(&child));
        let own = here.filter(|entry| entry.word.as_ref() == Some(word)).and_then(|entry| value(entry.least));
        let least = after.and_then(|entry| value(entry.most)).map(|most| -most).max(own);
        let most = after.and_then(|entry| value(entry.least)).map(|least| -least);
        if least.is_none() && most.is_none() {
            continue;
        }
        if !moves.iter().any(|one| one.word == *word) {
            let mut new = MoveOutcome::default();
            new.word = word.clone();
            moves.push(new);
        }
        let Some(known) = moves.iter_mut().find(|one| one.word == *word) else { continue };
        known.least = Some(known.least.flatten().max(least));
        known.most = Some(match (known.most.flatten(), most) {
            (Some(known), Some(most)) => Some(known.min(most)),
            (known, most) => known.or(most),
        });
        if known.least == known.most {
            known.value = known.least.flatten();
        }
    }
}

/// What the solver and the engine know of every move.
fn values(words: &[String], proved: &[MoveOutcome], thought: &Thought) -> Vec<MoveValue> {
    let of = |word: &String| {
        let known = proved.iter().find(|one| one.word == *word);
        let opinion = thought.moves.get(word).copied();
        // What the engine proves counts in its own units, where no solver has others.
        let proof = opinion.filter(|_| proved.is_empty());
        let (least, most) = (proof.and_then(Opinion::least), proof.and_then(Opinion::most));
        let estimate = opinion.filter(|opinion| opinion.kind != Kind::Upper);
        MoveValue {
            word: word.clone(),
            value: known.and_then(|one| one.value).or(least.filter(|_| least == most)),
            least: known.and_then(|one| one.least.flatten()).or(least),
            most: known.and_then(|one| one.most.flatten()).or(most),
            winner: known.and_then(|one| one.winner).or_else(|| opinion.and_then(Opinion::winner)),
            estimate: estimate.map(|opinion| opinion.value),
            depth: estimate.map(|opinion| opinion.depth),
            best: false,
        }
    };
    let mut values: Vec<MoveValue> = words.iter().map(of).collect();
    // A move is proved best if no other can have more than it has for certain. Otherwise a proved win is better than an estimate, and
    // the engine's choice is the best one known, unless the iteration that it was stopped in has a better one already.
    let least = values.iter().filter_map(|one| one.least).max();
    let may_be_more = |one: &MoveValue| one.most.is_none_or(|most| Some(most) > least);
    let best = values.iter().position(|one| {
        least.is_some()
            && one.least == least
            && values.iter().all(|other| std::ptr::eq(one, other) || !may_be_more(other))
    });
    let choice = words.iter().position(|word| Some(word) == thought.line.first());
    let newest = values.iter().filter_map(|one| one.depth).max();
    let is_newest = |place: &usize| newest.is_some() && values[*place].depth == newest;
    let newer =
        (0..values.len()).filter(is_newest).max_by_key(|&place| (values[place].estimate, Some(place) == choice));
    let known = newer.filter(|_| choice.is_some_and(|choice| is_newest(&choice))).or(choice);
    let is_won = |place: &usize| values[*place].least > Some(0);
    let won = known
        .filter(is_won)
        .or_else(|| (0..values.len()).rev().filter(is_won).max_by_key(|&place| values[place].least));
    if let Some(best) = best.or(won).or(known) {
        values[best].best = true;
    }
    values
}

/// The engine thinks about the position after some moves.
struct Think<'a> {
    words: &'a [String],
    timer: &'a Timer,
    level: Level,
}

impl PlayedVisitor for Think<'_> {
    type Output = Result<Thought, String>;

    fn visit<G: Played>(self, game: &G, root: &G::State) -> Self::Output {
        game.for_engine(|game| {
            let player = Player::new(game, TABLE).map_err(|error| error.to_string())?;
            let player = player.level(self.level).moves(usize::MAX);
            let mut history = GameHistory::new(game, root.clone());
            for word in self.words {
                let m = game.read_word(history.state(), word).map_err(|error| error.to_string())?;
                history.play(m);
            }
            let answer =
                G::think(&player, &history, self.timer, &[], &mut |_| {}).map_err(|error| error.to_string())?;
            let state = history.state();
            let word = |m: G::Move| word_of(game, state, m);
            let known = answer.moves.iter().filter(|one| one.kind != Kind::Unknown);
            let moves = known.filter_map(|one| {
                let opinion = Opinion { value: one.value?.0, kind: one.kind, depth: one.depth.0 };
                Some((word(*one.line.0.first()?), opinion))
            });
            Ok(Thought {
                value: answer.value.map(|value| value.0),
                exact: answer.kind == Kind::Exact,
                depth: answer.depth.0,
                line: line_in_words(game, state, &answer.line.0, |state, m| word_of(game, state, m)),
                nodes: answer.tally.nodes,
                moves: moves.collect(),
                choice: answer.best.map(word),
            })
        })
    }
}
