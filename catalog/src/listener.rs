//! How a front end learns how far a request is.

use std::path::PathBuf;
use std::time::Duration;

use provebest::AnyMachine;
use provebest_game::Score;
use provebest_machine::Time;
use provebest_puzzle::Iteration;
use provebest_search::measure::Event;
use provebest_search::solve::{Progress, TaskProgress};

/// What a listener hears while a request runs.
#[non_exhaustive]
pub enum News<'a> {
    /// A search begins on this machine. If the system has no threads for it, it begins once more, with fewer.
    Begins(&'a AnyMachine),
    /// The search goes on. Sent several times a second.
    Tick,
    /// A remark for the user.
    Note(String),
    /// Something happened in the search.
    Event {
        /// On which processor, if there are several.
        rank: Option<u32>,
        /// When, in leaf-times: the virtual time of simulated processors; the leaf visits so far of a search whose events all come
        /// from one observer. Several real processors have no common clock.
        time: Option<Time>,
        /// What.
        event: Event,
    },
    /// An engine has finished an iteration, or found a better move.
    Thinks(&'a Thinking),
    /// The progress of a proof.
    Proof(&'a Progress),
    /// The progress of a proof that is cut into tasks.
    Tasks(&'a TaskProgress),
    /// A proof goes on from what its file holds.
    Resumed(&'a Resumed),
    /// A puzzle: no solution is cheaper than this bound; and the iteration that has ended, if one has.
    Iteration(u32, Option<Iteration>),
    /// Pattern databases are being built: their name, how much is done, and how much there is to do.
    Building(&'a str, u64, u64),
    /// The databases are built, or building them was stopped.
    Built,
    /// A file could not be written: which, and why.
    Unwritten(String, String),
}

/// What an engine knows while it thinks.
///
/// ```
/// use provebest_catalog::{News, Request, run};
/// let request = Request { limits: provebest_catalog::Limits { nodes: Some(2000), ..Default::default() }, ..Request::new("othello", "", "engine")? };
/// let mut depths = Vec::new();
/// let mut listener = |news: News<'_>| {
///     if let News::Thinks(thinking) = news {
///         depths.push((thinking.depth, thinking.line.is_empty()));
///     }
/// };
/// run(&request, &mut listener, &())?;
/// assert_eq!(depths.first(), Some(&(1, false)));
/// # Ok::<(), provebest_catalog::RequestError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thinking {
    /// Plies of the last iteration.
    pub depth: u32,
    /// The value, for the side to move.
    pub value: Option<Score>,
    /// Plies to the end of a game that is decided.
    pub plies: Option<u32>,
    /// The line, in the game's notation.
    pub line: Vec<String>,
    /// Nodes so far.
    pub nodes: u64,
}

/// What a proof file holds when a proof begins.
///
/// ```
/// use provebest_catalog::{Resumed, News, Request, run};
/// let path = std::env::temp_dir().join(format!("provebest-kept-{}", std::process::id()));
/// let mut request = Request::new("tictactoe", "", "solve")?;
/// request.record.proof_file = Some(path.clone());
/// run(&request, &mut (), &())?;
/// let mut kept = Resumed::default();
/// let mut listener = |news: News<'_>| {
///     if let News::Resumed(held) = news {
///         kept = held.clone();
///     }
/// };
/// run(&request, &mut listener, &())?;
/// assert!(kept.tasks > 0 && kept.moves == 9 && kept.line);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Resumed {
    /// The file.
    pub path: PathBuf,
    /// How many tasks have ended.
    pub tasks: u64,
    /// How long processors worked on them, all together.
    pub time: Duration,
    /// Of how many root moves something is proved.
    pub moves: usize,
    /// Of how many the value is proved.
    pub exact: usize,
    /// Is best play known?
    pub line: bool,
}

/// Hears how far a request is. `()` ignores everything, and a closure is a listener, too.
///
/// ```
/// use provebest_catalog::{News, Request, run};
/// let mut request = Request::new("tree", "[[3,12,8],[2,4,6],[14,5,2]]", "alpha-beta")?;
/// request.record.trace = true;
/// let mut events = 0;
/// let mut listener = |news: News<'_>| {
///     if let News::Event { .. } = news {
///         events += 1;
///     }
/// };
/// run(&request, &mut listener, &())?;
/// assert!(events > 7, "every visit of a leaf is an event");
/// # Ok::<(), provebest_catalog::RequestError>(())
/// ```
pub trait Listener: Send {
    /// Hears something, on any thread.
    fn hear(&mut self, news: News<'_>);
}

impl Listener for () {
    fn hear(&mut self, _: News<'_>) {}
}

impl<F: FnMut(News<'_>) + Send> Listener for F {
    fn hear(&mut self, news: News<'_>) {
        self(news);
    }
}
