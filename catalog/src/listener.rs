//! How a front end learns how far a request is.

use provebest::AnyMachine;
use provebest_puzzle::Iteration;
use provebest_search::measure::Event;
use provebest_search::solve::Progress;

/// What a listener hears while a request runs.
#[non_exhaustive]
pub enum News<'a> {
    /// A search begins on this machine. If the system has no threads for it, it begins once more, with fewer.
    Begins(&'a AnyMachine),
    /// The search goes on. Sent several times a second.
    Tick,
    /// A remark for the user.
    Note(String),
    /// Something happened in the search, on the processor with this rank if there are several.
    Event(Option<u32>, Event),
    /// The progress of a proof.
    Proof(&'a Progress),
    /// A puzzle: no solution is cheaper than this bound; and the iteration that has ended, if one has.
    Iteration(u32, Option<Iteration>),
    /// Pattern databases are being built: their name, how much is done, and how much there is to do.
    Building(&'a str, u64, u64),
    /// The databases are built, or building them was stopped.
    Built,
    /// A file could not be written: which, and why.
    Unwritten(String, String),
}

/// Hears how far a request is. `()` ignores everything, and a closure is a listener, too.
///
/// ```
/// use provebest_catalog::{News, Request, run};
/// let mut request = Request::new("tree", "[[3,12,8],[2,4,6],[14,5,2]]", "alpha-beta")?;
/// request.record.trace = true;
/// let mut events = 0;
/// let mut listener = |news: News<'_>| {
///     if let News::Event(..) = news {
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
