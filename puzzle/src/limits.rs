//! What may end a search before its answer.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

pub(crate) use provebest_machine::Stopped;
use provebest_machine::{ByteBudget, Machine};
pub use provebest_machine::{Reason, Stop};

/// All limits of a search in one place. The default has none but the one on the length of a path.
///
/// ```
/// use provebest_puzzle::Limits;
/// let limits = Limits { nodes: Some(1_000_000), bytes: Some(2 << 30), ..Limits::default() };
/// assert_eq!(limits.moves, Limits::MOVES);
/// ```
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The longest path that branch and bound and RBFS may follow: they recurse, so this is a limit on the stack. The
    /// default is safe on a thread of 2 MiB, without optimisation too. With a larger stack it may be raised.
    pub moves: usize,
    /// How many nodes may be generated. Checked between nodes, so the last children may go over.
    pub nodes: Option<u64>,
    /// How many bytes a search may store: nodes, queues, tables, on all processors together.
    pub bytes: Option<u64>,
    /// The clock, the cancel token, or whatever else may end the search.
    pub stop: Option<&'a (dyn Stop + Sync)>,
}

impl Limits<'_> {
    /// The default limit on the length of a path.
    pub const MOVES: usize = 1000;

    /// The limit on a path, by the bytes of a state: the default limit is lower where states are large.
    pub(crate) fn moves_for(&self, state: usize) -> usize {
        if self.moves == Self::MOVES { (Self::MOVES * 1024 / (512 + 8 * state).max(1024)).max(1) } else { self.moves }
    }

    /// What one of `count` processors may store: an equal share of the bytes.
    pub(crate) fn share(&self, processors: usize) -> Self {
        Limits { bytes: self.bytes.map(|bytes| bytes / processors.max(1) as u64), ..*self }
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { moves: Self::MOVES, nodes: None, bytes: None, stop: None }
    }
}

/// What is left of the limits.
pub(crate) struct Budget<'a> {
    /// The number of nodes at which to ask next.
    pub(crate) until: u64,
    nodes: u64,
    bytes: ByteBudget,
    stop: Option<&'a (dyn Stop + Sync)>,
    pub(crate) reason: Option<Reason>,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: &Limits<'a>) -> Self {
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let until = nodes.min(limits.stop.map_or(u64::MAX, Stop::ask_again_after));
        Budget { until, nodes, bytes: ByteBudget::new(limits.bytes), stop: limits.stop, reason: None }
    }

    /// May the search go on after this number of nodes?
    #[inline(always)]
    pub(crate) fn ask(&mut self, nodes: u64) -> Result<(), Stopped> {
        if nodes >= self.until { self.check_now(nodes) } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn check_now(&mut self, nodes: u64) -> Result<(), Stopped> {
        if let Some(reason) = self.stop.and_then(Stop::stop) {
            return self.end(reason);
        }
        if nodes >= self.nodes {
            return self.end(Reason::Nodes);
        }
        let breath = self.stop.map_or(u64::MAX, Stop::ask_again_after).max(1);
        self.until = nodes.saturating_add(breath).min(self.nodes);
        Ok(())
    }

    /// Adds an item to a store, within the limit on bytes and within what the machine has.
    #[inline]
    pub(crate) fn push<T>(&mut self, store: &mut Vec<T>, item: T) -> Result<(), Stopped> {
        self.bytes.push(store, item).or_else(|Stopped| self.end(Reason::Memory))
    }

    /// Makes room for `len` items at least, within the same limits.
    pub(crate) fn reserve<T>(&mut self, store: &mut Vec<T>, len: usize) -> Result<(), Stopped> {
        self.bytes.reserve(store, len).or_else(|Stopped| self.end(Reason::Memory))
    }

    /// A store is given back.
    pub(crate) fn release<T>(&mut self, store: Vec<T>) {
        self.bytes.release(store);
    }

    /// The most bytes that were held at once.
    pub(crate) fn most(&self) -> u64 {
        self.bytes.most()
    }

    #[cold]
    pub(crate) fn end(&mut self, reason: Reason) -> Result<(), Stopped> {
        self.reason.get_or_insert(reason);
        Err(Stopped)
    }
}

/// The nodes that several processors may generate together. Each takes some, and comes back for more.
pub(crate) struct NodeQuota(AtomicU64);

impl NodeQuota {
    /// Of a process of this machine: its share of all.
    pub(crate) fn on(machine: &impl Machine, limits: &Limits<'_>) -> NodeQuota {
        NodeQuota(AtomicU64::new(limits.nodes.map_or(u64::MAX, |nodes| nodes / machine.processes() as u64)))
    }

    /// How many nodes are left?
    pub(crate) fn left(&self) -> u64 {
        self.0.load(Relaxed)
    }

    /// Takes this number of nodes: is anything left?
    pub(crate) fn pay(&self, nodes: u64) -> bool {
        let left = self.0.fetch_update(Relaxed, Relaxed, |left| Some(left.saturating_sub(nodes)));
        left.is_ok_and(|left| left > nodes)
    }
}
