//! What is asked for, as data: a problem, a method, a machine, limits, and what to record.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use provebest::{AnyMachine, SearchError};
use provebest_game::{Depth, TextError};
use provebest_system::memory::NoRoom;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::games;
use crate::method::{Method, SettingError};
use crate::problem::{Problem, ProblemError};
use crate::tiles::TileProblemError;
use crate::worker::Lost;

/// What is asked for.
///
/// As text it is JSON; a rank of a cluster, a page or a script may write it:
///
/// ```
/// use provebest_catalog::{Request, run};
/// let text = r#"{"game": "connect4", "position": "4455", "depth": 6, "method": "negascout"}"#;
/// let request: Request = serde_json::from_str(text)?;
/// let outcome = run(&request, &mut (), &())?;
/// assert_eq!(outcome.game_answer().and_then(|answer| answer.best.as_deref()), Some("3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    /// What is searched.
    pub problem: Arc<Problem>,
    /// How.
    pub method: Method,
    /// Where it runs; `None` leaves the choice to the method.
    pub machine: Option<AnyMachine>,
    /// What may end it early.
    pub limits: Limits,
    /// What to record.
    pub record: Record,
}

/// What may end a search early. The depth belongs to the problem.
///
/// ```
/// use provebest_catalog::{Limits, Request, run};
/// use provebest_machine::Reason;
/// let mut request = Request::new("connect4", "", "alpha-beta")?;
/// request.limits = Limits { nodes: Some(100), ..Limits::default() };
/// assert_eq!(run(&request, &mut (), &())?.stopped, Some(Reason::Nodes));
/// # Ok::<(), provebest_catalog::RequestError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Time. With this limit the search runs only once, watched and timed at the same time.
    #[serde(skip_serializing_if = "Option::is_none", with = "seconds")]
    pub time: Option<Duration>,
    /// Nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Bytes that may be stored; by default what is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

/// What to record beside the answer.
///
/// ```
/// use provebest_catalog::{Record, Request, run};
/// let mut request = Request::new("tree", "[[3,12,8],[2,4,6],[14,5,2]]", "alpha-beta")?;
/// request.record = Record { leaf_order: true, all_moves: true, ..Record::default() };
/// let outcome = run(&request, &mut (), &())?;
/// let answer = outcome.game_answer().unwrap();
/// assert_eq!(answer.leaf_order.as_ref().unwrap().join(" "), "1.1 1.2 1.3 2.1 3.1 3.2 3.3");
/// let values: Vec<_> = answer.moves.iter().flatten().map(|one| one.value.unwrap()).collect();
/// assert_eq!(values, [3, 2, 2]);
/// # Ok::<(), provebest_catalog::RequestError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Record {
    /// Also search every root move on its own: its exact value, and all ties.
    pub all_moves: bool,
    /// Keep every leaf visit in order.
    pub leaf_order: bool,
    /// Count distinct leaves even above 10 million visits.
    pub count_leaves: bool,
    /// Send every event to the listener.
    pub trace: bool,
    /// Keep what each processor did and when.
    pub timeline: bool,
    /// Run it only once: no second run for an exact time or for a speed-up.
    pub once: bool,
    /// Keep what is proved in this file, and go on from there if it exists (solver, puzzles).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_file: Option<PathBuf>,
    /// Write the boards of the solution (puzzles).
    pub boards: bool,
    /// Find every shortest solution, not only one (IDA* on puzzles).
    pub all_solutions: bool,
    /// Keep the table of the solver in the outcome, for a certificate.
    pub table: bool,
}

/// Why a request has no outcome.
///
/// ```
/// use provebest_catalog::{Request, run};
/// let error = run(&Request::new("connect4", "", "ida-star")?, &mut (), &()).unwrap_err();
/// assert!(error.names_an_option());
/// assert!(error.to_string().starts_with("algorithm ida-star: a search for puzzles"));
/// # Ok::<(), provebest_catalog::RequestError>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// There is no such problem.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// There is no such method or machine.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The method has no use for a setting.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Parts of the request do not go together.
    #[error("{}{why}", if option.is_empty() { String::new() } else { format!("{option}: ") })]
    Refused {
        /// The part that is wrong.
        option: String,
        /// Why, and what is expected.
        why: String,
    },
    /// No game has this name.
    #[error("no game is called '{0}'; expected one of {names}", names = games::names())]
    NoGame(String),
    /// The search cannot be run, or its machine failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The same for a puzzle.
    #[error(transparent)]
    Puzzle(#[from] TileProblemError),
    /// There is no room for a table of this size.
    #[error("hash: {0}")]
    NoRoom(#[from] NoRoom),
    /// The worker was lost.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// A file cannot be read or written.
    #[error("{what}")]
    File {
        /// Which file.
        what: String,
        /// Why not.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl RequestError {
    pub(crate) fn refused(option: impl Into<String>, why: impl Into<String>) -> RequestError {
        RequestError::Refused { option: option.into(), why: why.into() }
    }

    /// Does the text begin with the name of an option: a setting, a limit, the machine? A command line writes dashes before it.
    pub fn names_an_option(&self) -> bool {
        match self {
            RequestError::Problem(error) => error.option().is_some(),
            RequestError::Setting(_) | RequestError::NoRoom(_) => true,
            RequestError::Refused { option, .. } => !option.is_empty(),
            _ => false,
        }
    }
}

impl Request {
    /// A request without limits that records nothing special. Machine, limits and record can be set in its fields.
    pub fn new(game: &str, position: &str, method: &str) -> Result<Request, RequestError> {
        let info = games::find(game).ok_or_else(|| RequestError::NoGame(game.into()))?;
        Ok(Request::of(Arc::new(Problem::read(info, Some(position), None, None)?), method.parse()?))
    }

    /// The same with parts that were read before.
    pub fn of(problem: Arc<Problem>, method: Method) -> Request {
        Request { problem, method, machine: None, limits: Limits::default(), record: Record::default() }
    }
}

/// The text of a request.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    game: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    machine: Option<String>,
    #[serde(default)]
    limits: Limits,
    #[serde(default)]
    record: Record,
}

impl Serialize for Request {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Text {
            game: self.problem.name().into(),
            position: Some(self.problem.text()),
            seed: None,
            depth: self.problem.asked_depth().map(|depth| depth.0),
            method: Some(self.method.to_string()),
            machine: self.machine.as_ref().map(|machine| machine.to_string()),
            limits: self.limits,
            record: self.record.clone(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Request {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Request, D::Error> {
        use serde::de::Error;
        /// What went wrong, and what that came from.
        fn whole(error: &dyn std::error::Error) -> String {
            error.source().map_or_else(|| error.to_string(), |source| format!("{error}: {}", whole(source)))
        }
        let text = Text::deserialize(deserializer)?;
        let info = games::find(&text.game).ok_or_else(|| D::Error::custom(RequestError::NoGame(text.game.clone())))?;
        let problem = Problem::read(info, text.position.as_deref(), text.seed, text.depth.map(Depth));
        let problem = problem.map_err(|error| D::Error::custom(whole(&error)))?;
        let method = text.method.as_deref().unwrap_or(info.usual_method).parse();
        let machine = text.machine.map(|machine| machine.parse()).transpose();
        Ok(Request {
            problem: Arc::new(problem),
            method: method.map_err(|error| D::Error::custom(format!("the method: {error}")))?,
            machine: machine.map_err(|error: TextError| D::Error::custom(format!("the machine: {error}")))?,
            limits: text.limits,
            record: text.record,
        })
    }
}

/// A time in seconds.
mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_secs_f64()).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        let seconds: Option<f64> = Option::deserialize(deserializer)?;
        seconds.map(Duration::try_from_secs_f64).transpose().map_err(serde::de::Error::custom)
    }
}
