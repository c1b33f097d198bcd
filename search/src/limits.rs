//! What may end a search before its answer.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use provebest_game::{Depth, NodeCount};
use provebest_machine::{ByteBudget, Machine, Time};
pub use provebest_machine::{Reason, Stop, Stopped};

/// All limits of a search in one place. The default has none but the one on plies.
///
/// ```
/// use provebest_search::Limits;
/// let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
/// assert_eq!(limits.plies, Limits::PLIES);
/// ```
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The deepest search allowed. Searches recurse, so this is a limit on the stack: [`Limits::PLIES`], or fewer for a
    /// game with a large state, is safe on a thread of 2 MiB, without optimisation too. With a larger stack you may
    /// raise it, by a ply for every 2 KiB and 16 times the size of the game's state.
    pub plies: Depth,
    /// How many nodes may be entered, leaves included. Looked at between nodes: a last row of leaves may go over. Nodes that
    /// are entered again to make sure of the line, once the value is known, do not count.
    pub nodes: Option<u64>,
    /// How many bytes a search may store: OPEN lists, saved information, tables. Processors that keep stores of their own have equal
    /// shares of it, and the first to need more than its share ends the search.
    pub bytes: Option<u64>,
    /// The clock, the cancel token, or whatever else may end the search.
    pub stop: Option<&'a (dyn Stop + Sync)>,
}

impl<'a> Limits<'a> {
    /// The stop of the caller.
    pub(crate) fn caller(&self) -> Option<&'a dyn Stop> {
        self.stop.map(|stop| stop as &dyn Stop)
    }

    /// The default limit on plies.
    pub const PLIES: Depth = Depth(500);

    /// The limit on plies for states of this many bytes: the default one is lower where states are large.
    ///
    /// ```
    /// use provebest_search::Limits;
    /// assert_eq!(Limits::default().plies_for(16), Limits::PLIES);
    /// assert!(Limits::default().plies_for(4096) < Limits::PLIES);
    /// ```
    pub fn plies_for(&self, state: usize) -> Depth {
        let fewer = Self::PLIES.0 as usize * 4096 / (2048 + 16 * state).max(4096);
        if self.plies == Self::PLIES { Depth((fewer as u32).max(1)) } else { self.plies }
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { plies: Self::PLIES, nodes: None, bytes: None, stop: None }
    }
}

/// The search is deeper than its limit on plies allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooDeep {
    /// The depth that was asked for.
    pub depth: Depth,
    /// The limit.
    pub limit: Depth,
}

impl fmt::Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = if self.limit.0 == 1 { "ply" } else { "plies" };
        write!(f, "a search of {} plies is too deep; expected at most {} {unit}", self.depth.0, self.limit.0)
    }
}

impl std::error::Error for TooDeep {}

/// Counts nodes up to the next question to [`Stop`], so that going on costs an addition and a comparison. The counts
/// serve the counters too: a node is counted once.
pub(crate) struct Budget<'a> {
    pub(crate) inner: u64,
    pub(crate) leaves: u64,
    /// The number of nodes at which something is due: a question to [`Stop`], or more nodes.
    until: u64,
    nodes: u64,
    /// What the stores of this search take.
    bytes: ByteBudget,
    /// The stop of this search. Mail may be read when it is asked, so when that is depends on nothing but counts.
    stop: Asked<'a>,
    /// The stop of the caller. A clock may say when it is asked.
    caller: Asked<'a>,
    /// Where more nodes may be had when those allowed are used up.
    quota: Option<&'a NodeQuota>,
    /// Does the search go on when time or nodes are used up?
    ignores_soft_limits: bool,
    reason: Option<Reason>,
}

/// A stop, and the number of nodes at which it is asked next.
struct Asked<'a> {
    stop: Option<&'a dyn Stop>,
    at: u64,
}

impl<'a> Asked<'a> {
    fn new(stop: Option<&'a dyn Stop>) -> Self {
        Asked { stop, at: stop.map_or(u64::MAX, Stop::ask_again_after) }
    }

    /// Asks, if it is due.
    fn ask(&mut self, now: u64) -> Option<Reason> {
        let Some(stop) = self.stop else {
            self.at = u64::MAX;
            return None;
        };
        if now < self.at {
            return None;
        }
        let reason = stop.stop();
        self.at = now.saturating_add(stop.ask_again_after().max(1));
        reason
    }
}

/// After how many nodes a search asks again, so that it asks about as often as wished, however long its nodes take.
pub(crate) struct Breath {
    /// The time between two questions.
    wish: Time,
    longest: u64,
    last: Cell<Time>,
    nodes: Cell<u64>,
}

impl Breath {
    pub(crate) fn new(wish: Time, longest: u64) -> Breath {
        Breath { wish, longest, last: Cell::new(0), nodes: Cell::new(1) }
    }

    /// How many nodes it was the last time.
    pub(crate) fn get(&self) -> u64 {
        self.nodes.get()
    }

    /// How many nodes it is now, and no more than `most`.
    pub(crate) fn next(&self, now: Time, most: u64) -> u64 {
        let taken = now.saturating_sub(self.last.replace(now)).max(1);
        let nodes = self.nodes.get();
        let wish = nodes.saturating_mul(self.wish) / taken;
        self.nodes.set(wish.clamp(1, nodes * 4).min(self.longest).min(most.max(1)));
        self.nodes.get()
    }
}

/// The nodes that several searches of one process may enter together. Each takes some, and comes back for more.
pub(crate) struct NodeQuota {
    left: AtomicU64,
    searches: u64,
}

impl NodeQuota {
    /// For all nodes that the limits allow, if there is a limit.
    pub(crate) fn new(limits: &Limits<'_>, searches: usize) -> Option<NodeQuota> {
        limits.nodes.map(|nodes| NodeQuota { left: AtomicU64::new(nodes), searches: searches as u64 })
    }

    /// For the nodes that a process of this machine may enter: its share of all.
    pub(crate) fn on(machine: &impl Machine, limits: &Limits<'_>) -> Option<NodeQuota> {
        let nodes = limits.nodes.map(|nodes| nodes / machine.processes() as u64);
        NodeQuota::new(&Limits { nodes, ..*limits }, machine.count() / machine.processes())
    }

    /// An equal share of the nodes that are left: what each search may enter before it comes back.
    fn share(&self) -> u64 {
        self.left.load(Relaxed) / self.searches
    }

    /// Some nodes: fewer at a time towards the end, so that none runs dry while another has many left.
    pub(crate) fn take(&self) -> u64 {
        let some = |left: u64| (left / (2 * self.searches)).clamp(1, 1024).min(left);
        let taken = self.left.fetch_update(Relaxed, Relaxed, |left| Some(left - some(left)));
        taken.map_or(0, some)
    }
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: &Limits<'a>) -> Self {
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let caller = Asked::new(limits.caller());
        Budget {
            inner: 0,
            leaves: 0,
            until: nodes.min(caller.at),
            nodes,
            bytes: ByteBudget::new(limits.bytes),
            stop: Asked::new(None),
            caller,
            reason: None,
            quota: None,
            ignores_soft_limits: false,
        }
    }

    /// One of several budgets with a common quota for nodes, if they are limited, and a stop.
    pub(crate) fn shared(quota: Option<&'a NodeQuota>, stop: &'a dyn Stop) -> Self {
        let nodes = quota.map(|_| 0);
        Budget { quota, ..Budget::new(&Limits { nodes, ..Limits::default() }) }.stopped_by(stop)
    }

    /// The same with this stop in place of the one of the limits.
    pub(crate) fn stopped_by(self, stop: &'a dyn Stop) -> Self {
        let stop = Asked::new(Some(stop));
        Budget { until: self.nodes.min(stop.at), stop, caller: Asked::new(None), ..self }
    }

    /// The same with the stop of the caller too, if there is one. It is asked when it wishes, and moves none of the questions to the other.
    pub(crate) fn and_by(self, caller: Option<&'a dyn Stop>) -> Self {
        let caller = Asked::new(caller);
        Budget { until: self.until.min(caller.at), caller, ..self }
    }

    /// What called this search off is over.
    pub(crate) fn clear_stop(&mut self) {
        self.reason = None;
    }

    /// The part of one of `processors`: an equal share of the bytes, whatever the others need, and nodes from a common quota.
    pub(crate) fn part(limits: &Limits<'a>, processors: usize, quota: Option<&'a NodeQuota>) -> Self {
        let bytes = limits.bytes.map(|bytes| bytes / processors as u64);
        let nodes = limits.nodes.map(|_| 0);
        Budget { quota, ..Budget::new(&Limits { bytes, nodes, ..*limits }) }
    }

    /// From now on, or no longer, the search goes on when time or nodes are used up. Either way it asks at the next node.
    pub(crate) fn ignore_soft_limits(&mut self, ignores_soft_limits: bool) {
        (self.ignores_soft_limits, self.until) = (ignores_soft_limits, 0);
        (self.stop.at, self.caller.at) = (0, 0);
    }

    /// May the search go on?
    #[inline(always)]
    pub(crate) fn ask(&mut self) -> Result<(), Stopped> {
        if self.inner + self.leaves >= self.until { self.do_what_is_due() } else { Ok(()) }
    }

    /// The nodes so far and their limit, for a game that searches by itself; what it enters goes back to `inner`. Of what several searches
    /// may still have together, each has its share.
    #[inline(always)]
    pub(crate) fn count(&self) -> NodeCount {
        let limit = match self.ignores_soft_limits {
            true => u64::MAX,
            false => (self.nodes + self.quota.map_or(0, NodeQuota::share)).saturating_sub(self.leaves),
        };
        NodeCount { entered: self.inner, limit }
    }

    /// Asks now: for a search that does much between two nodes.
    pub(crate) fn check_now(&mut self) -> Result<(), Stopped> {
        (self.stop.at, self.caller.at) = (0, 0);
        self.do_what_is_due()
    }

    #[cold]
    #[inline(never)]
    fn do_what_is_due(&mut self) -> Result<(), Stopped> {
        let now = self.inner + self.leaves;
        let can_wait = |reason: &Reason| self.ignores_soft_limits && matches!(reason, Reason::Time | Reason::Nodes);
        if let Some(reason) = self.caller.ask(now).or_else(|| self.stop.ask(now)).filter(|reason| !can_wait(reason)) {
            return self.end(reason);
        }
        let ask_at = self.stop.at.min(self.caller.at);
        while now >= self.nodes {
            match self.quota.map_or(0, NodeQuota::take) {
                0 => break,
                more => self.nodes += more,
            }
        }
        self.until = if self.ignores_soft_limits { ask_at } else { ask_at.min(self.nodes) };
        if now >= self.nodes && !self.ignores_soft_limits { self.end(Reason::Nodes) } else { Ok(()) }
    }

    /// A store that takes `before` bytes needs `after`: is that, with all other stores, within the limit?
    pub(crate) fn fits(&self, before: u64, after: u64) -> bool {
        self.bytes.fits(before, after)
    }

    /// A store that took `before` bytes takes `after` from now on.
    pub(crate) fn change(&mut self, before: u64, after: u64) -> Result<(), Stopped> {
        self.bytes.change(before, after).or_else(|Stopped| self.end(Reason::Memory))
    }

    /// One store takes this many bytes now: is that alone within the limit?
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), Stopped> {
        if bytes as u64 > self.bytes.limit() { self.end(Reason::Memory) } else { Ok(()) }
    }

    /// Makes a store `len` items long, within the limit on bytes and within what the machine has.
    #[inline]
    pub(crate) fn grow<T: Clone>(&mut self, store: &mut Vec<T>, len: usize, filler: T) -> Result<(), Stopped> {
        self.bytes.grow(store, len, filler).or_else(|Stopped| self.end(Reason::Memory))
    }

    /// Adds an item to a store, within the same limits.
    #[inline]
    pub(crate) fn push<T>(&mut self, store: &mut Vec<T>, item: T) -> Result<(), Stopped> {
        self.bytes.push(store, item).or_else(|Stopped| self.end(Reason::Memory))
    }

    /// Makes room for `len` items at least, within the same limits.
    pub(crate) fn reserve<T>(&mut self, store: &mut Vec<T>, len: usize) -> Result<(), Stopped> {
        self.bytes.reserve(store, len).or_else(|Stopped| self.end(Reason::Memory))
    }

    #[cold]
    pub(crate) fn end(&mut self, reason: Reason) -> Result<(), Stopped> {
        self.reason.get_or_insert(reason);
        Err(Stopped)
    }

    pub(crate) fn reason(&self) -> Option<Reason> {
        self.reason
    }
}
