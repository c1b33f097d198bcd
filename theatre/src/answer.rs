//! One request, one answer.

use std::sync::Arc;

use provebest::AnyMachine;
use provebest_catalog::book::Book;
use provebest_catalog::{Limits, Method, Problem, Request, RequestError, games};
use provebest_game::Depth;
use provebest_machine::Stop;
use serde::Deserialize;

use crate::tape::{Tape, record};
use crate::{board, list};

/// A longer request is refused.
pub const MOST_BYTES: usize = 1_000_000;

/// Why there is no answer.
///
/// ```
/// use provebest_theatre::answer;
/// let error = answer(br#"{"ask": "tape", "game": "connect4", "position": "44x", "runs": [{"method": "pvs"}]}"#).unwrap_err();
/// assert!(error.to_string().starts_with("the position of connect4: not a column at character 3"));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The request cannot be read.
    #[error("the request: {0}")]
    Json(#[from] serde_json::Error),
    /// It is too long.
    #[error("the request has {0} bytes; expected at most {MOST_BYTES}")]
    TooLong(usize),
    /// A part of it is wrong.
    #[error("{0}")]
    Refused(String),
    /// It was called off.
    #[error("the answer was called off")]
    Stopped,
}

impl AnswerError {
    /// What went wrong, and what that came from.
    pub(crate) fn of(error: &dyn std::error::Error) -> AnswerError {
        fn whole(error: &dyn std::error::Error) -> String {
            error.source().map_or_else(|| error.to_string(), |source| format!("{error}: {}", whole(source)))
        }
        AnswerError::Refused(whole(error))
    }
}

impl From<RequestError> for AnswerError {
    fn from(error: RequestError) -> AnswerError {
        AnswerError::of(&error)
    }
}

/// What may be asked for.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum Ask {
    Catalog,
    Tape(TapeRequest),
    Board(BoardRequest),
    #[cfg(feature = "play")]
    Play(crate::play::PlayRequest),
}

/// A problem, in the fields of a [`Request`].
#[derive(Deserialize)]
pub(crate) struct ProblemText {
    game: String,
    position: Option<String>,
    seed: Option<u64>,
    depth: Option<u32>,
}

#[derive(Deserialize)]
struct TapeRequest {
    #[serde(flatten)]
    problem: ProblemText,
    runs: Vec<RunText>,
    #[serde(default)]
    limits: Limits,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RunText {
    method: String,
    machine: Option<String>,
}

#[derive(Deserialize)]
struct BoardRequest {
    #[serde(flatten)]
    problem: ProblemText,
    path: Vec<u32>,
}

impl ProblemText {
    pub(crate) fn read(&self) -> Result<Arc<Problem>, AnswerError> {
        let info = games::find(&self.game).ok_or_else(|| RequestError::NoGame(self.game.clone()))?;
        let problem = Problem::read(info, self.position.as_deref(), self.seed, self.depth.map(Depth));
        problem.map(Arc::new).map_err(|error| AnswerError::of(&error))
    }
}

/// Answers a request: the same bytes every time and everywhere.
///
/// ```
/// let request = br#"{"ask": "board", "game": "tictactoe", "position": "519", "path": [0]}"#;
/// let board: serde_json::Value = serde_json::from_slice(&provebest_theatre::answer(request)?)?;
/// assert_eq!((&board["to_move"], &board["moves"][0]), (&"X".into(), &"3".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn answer(request: &[u8]) -> Result<Vec<u8>, AnswerError> {
    answer_until(request, &())
}

/// The same, until it is called off: then there is no answer.
///
/// ```
/// use provebest_theatre::{AnswerError, answer_until};
/// use provebest_machine::{Reason, Stop};
///
/// struct Gone;
/// impl Stop for Gone {
///     fn stop(&self) -> Option<Reason> {
///         Some(Reason::Cancel)
///     }
/// }
/// let request = br#"{"ask": "tape", "game": "connect4", "depth": 12, "runs": [{"method": "minimax"}]}"#;
/// assert!(matches!(answer_until(request, &Gone), Err(AnswerError::Stopped)));
/// ```
pub fn answer_until(request: &[u8], stop: &(dyn Stop + Sync)) -> Result<Vec<u8>, AnswerError> {
    answer_with(request, None, stop)
}

/// The same with a book of proved values, for games that are played.
///
/// ```
/// use provebest_catalog::book::{Book, write_book};
/// use provebest_catalog::{Request, run};
/// let request = Request::new("tictactoe", "", "solve")?;
/// let (outcome, mut file) = (run(&request, &mut (), &())?, Vec::new());
/// write_book(&request, &outcome, 4, None, &(), &mut file)?;
/// let book = Book::read(&mut &file[..], None)?;
/// let request = br#"{"ask": "play", "game": "tictactoe", "nodes": 1}"#;
/// let play = provebest_theatre::answer_with(request, Some(&book), &())?;
/// let play: serde_json::Value = serde_json::from_slice(&play)?;
/// assert_eq!(play["book"]["words"], "worth 0, proved");
/// assert_eq!(play["choice"], play["book"]["move"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg_attr(not(feature = "play"), allow(unused_variables))]
pub fn answer_with(request: &[u8], book: Option<&Book>, stop: &(dyn Stop + Sync)) -> Result<Vec<u8>, AnswerError> {
    if request.len() > MOST_BYTES {
        return Err(AnswerError::TooLong(request.len()));
    }
    match serde_json::from_slice(request)? {
        Ask::Catalog => list::answer(),
        Ask::Tape(request) => request.answer(stop),
        Ask::Board(BoardRequest { problem, path }) => board::answer(&*problem.read()?, &path),
        #[cfg(feature = "play")]
        Ask::Play(request) => request.answer(book, stop),
    }
}

impl TapeRequest {
    /// The most runs on one tape.
    const MOST_RUNS: usize = 64;
    /// What a search may store, unless the request says otherwise: what is free must not change the answer.
    const MEMORY: u64 = 256 << 20;

    fn answer(self, stop: &(dyn Stop + Sync)) -> Result<Vec<u8>, AnswerError> {
        let refused = |why: String| Err(AnswerError::Refused(why));
        if self.runs.is_empty() || self.runs.len() > Self::MOST_RUNS {
            return refused(format!("{} runs; expected 1 to {}", self.runs.len(), Self::MOST_RUNS));
        }
        if self.limits.time.is_some() {
            return refused("limits: a tape is the same every time; expected no limit on time".into());
        }
        let problem = self.problem.read()?;
        let limits = Limits { memory: self.limits.memory.or(Some(Self::MEMORY)), ..self.limits };
        let requests = self.runs.iter().map(|run| run.request(&problem, limits)).collect::<Result<Vec<_>, _>>()?;
        #[cfg(feature = "puzzles")]
        if problem.game().is_none() {
            return crate::puzzle::tape(&problem, &requests, stop);
        }
        let mut tape = Tape::new(problem)?;
        for request in &requests {
            record(&mut tape, request, stop)?;
        }
        Ok(tape.write())
    }
}

impl RunText {
    fn request(&self, problem: &Arc<Problem>, limits: Limits) -> Result<Request, AnswerError> {
        let named = |what: &str, error: provebest_game::TextError| AnswerError::Refused(format!("the {what}: {error}"));
        let method: Method = self.method.parse().map_err(|error| named("method", error))?;
        let machine = self.machine.as_deref().map(str::parse).transpose().map_err(|error| named("machine", error))?;
        // Some methods run on threads unless they are told otherwise.
        let machine = machine.or(method.is_parallel().then(|| AnyMachine::simulated(4)));
        if let Some(real) = machine.as_ref().filter(|machine| machine.is_real()) {
            return Err(AnswerError::Refused(format!("machine {real}: a tape needs one clock; expected sim:N")));
        }
        let request = Request { machine, limits, ..Request::of(problem.clone(), method) };
        request.check()?;
        Ok(request)
    }
}
