//! Who hears how far a request is.

use provebest::AnyMachine;
use provebest_puzzle::Iteration;
use provebest_search::measure::Event;
use provebest_search::solve::Progress;

/// What there is to hear while a request runs.
#[non_exhaustive]
pub enum News<'a> {
    /// A search begins on this machine. If the system has no threads for it, it begins once more, with fewer.
    Begins(&'a AnyMachine),
    /// It goes on: several times a second.
    Tick,
    /// Something that people should know.
    Note(String),
    /// Something happened in the search, on the processor with this rank if there are several.
    Event(Option<u32>, Event),
    /// How far a proof is.
    Proof(&'a Progress),
    /// A puzzle: no solution is cheaper than this bound, and perhaps an iteration that has come to its end.
    Iteration(u32, Option<Iteration>),
    /// Pattern databases are built: which, how much is done, and of how much.
    Building(&'a str, u64, u64),
    /// They are built, or that was stopped.
    Built,
    /// A file could not be written: which, and why.
    Unwritten(String, String),
}

/// Hears how far a request is. `()` listens to nothing, and a closure is a listener, too.
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
