//! Which nodes were visited, in which order, and what happened there.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::hash::{BuildHasherDefault, Hasher};

use provebest_game::{Ply, Score, Window, mix};
use provebest_machine::build::{read, write};

use super::{Cut, Observer, Why};

/// The path of the current node, as child numbers.
#[derive(Clone, Debug, Default)]
struct Path(Vec<u32>);

/// A hash of the path down to every ply, so that that of a leaf costs one step.
#[derive(Clone, Debug, Default)]
struct Hashes(Vec<u64>);

impl Hashes {
    #[inline]
    fn step(&mut self, ply: Ply, number: u32) {
        let ply = ply.0 as usize;
        let above = if ply == 0 { 0 } else { self.0[ply - 1] };
        self.0.truncate(ply);
        self.0.push(mix((above ^ u64::from(number)).wrapping_add(0x9e37_79b9_7f4a_7c15)));
    }
    #[inline]
    fn to(&self, ply: Ply) -> u64 {
        if ply.0 == 0 { 0 } else { self.0[ply.0 as usize - 1] }
    }
}

/// Hashes of paths, which need no other hash.
type PathSet = HashSet<u64, BuildHasherDefault<AsItIs>>;

#[derive(Clone, Default, Debug)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| mix(hash ^ u64::from(byte)));
    }
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

impl Path {
    fn step(&mut self, ply: Ply, number: u32) {
        self.0.truncate(ply.0 as usize);
        self.0.push(number);
    }
    fn to(&self, ply: Ply) -> &[u32] {
        &self.0[..ply.0 as usize]
    }
}

/// A path as people write it: children counted from 1, with dots between; the root is empty.
pub fn dewey(path: &[u32]) -> String {
    let mut text = String::with_capacity(path.len() * 2);
    for (i, child) in path.iter().enumerate() {
        let dot = if i > 0 { "." } else { "" };
        let _ = write!(text, "{dot}{}", u64::from(*child) + 1);
    }
    text
}

/// Which leaves were visited: how many different ones, and on request all visits in order.
///
/// Distinct leaves are told apart by a 64-bit hash of their path, so that ten million of them fit into memory.
#[derive(Clone, Debug, Default)]
pub struct Leaves {
    path: Path,
    hashes: Hashes,
    seen: PathSet,
    visits: u64,
    most: Option<u64>,
    order: Option<Vec<String>>,
}

impl Leaves {
    /// Counts distinct leaves.
    pub fn count() -> Leaves {
        Leaves::default()
    }

    /// Counts distinct leaves up to this many visits, and gives up after that.
    pub fn count_up_to(visits: u64) -> Leaves {
        Leaves { most: Some(visits), ..Leaves::default() }
    }

    /// Keeps every visit in order as well.
    pub fn in_order(mut self) -> Leaves {
        self.order = Some(Vec::new());
        self
    }

    /// Hears how many visits there were so far on all processors, so that all give up together.
    pub fn among(&mut self, visits: u64) {
        if self.most.is_some_and(|most| visits > most) {
            (self.most, self.seen) = (Some(0), PathSet::default());
        }
    }

    /// Adds what another processor visited. Its visits in order come behind those that are here.
    pub fn join(&mut self, other: Leaves) {
        self.visits += other.visits;
        self.most = self.most.min(other.most).or(self.most).or(other.most);
        match self.most {
            Some(most) if self.visits > most => self.seen = PathSet::default(),
            _ if self.seen.is_empty() => self.seen = other.seen,
            _ => self.seen.extend(other.seen),
        }
        if let (Some(order), Some(more)) = (&mut self.order, other.order) {
            order.extend(more);
        }
    }

    /// How many different leaves were visited, unless there were too many visits to keep track.
    pub fn distinct(&self) -> Option<u64> {
        let given_up = self.most.is_some_and(|most| self.visits > most);
        (!given_up).then_some(self.seen.len() as u64)
    }

    /// Is every visit kept in order?
    pub fn keeps_order(&self) -> bool {
        self.order.is_some()
    }

    /// Every visit in order, as 1-based Dewey paths ("2.1.1"); empty unless asked for.
    pub fn order(&self) -> &[String] {
        self.order.as_deref().unwrap_or_default()
    }
}

impl Observer for Leaves {
    #[inline]
    fn descend(&mut self, ply: Ply, number: u32) {
        self.hashes.step(ply, number);
        if self.order.is_some() {
            self.path.step(ply, number);
        }
    }
    #[inline]
    fn leaf(&mut self, ply: Ply, _: Score) {
        self.visits += 1;
        if self.seen.len() == self.seen.capacity() && self.seen.try_reserve(1).is_err() {
            self.most = Some(0); // no memory for it: a count is not worth a search
        }
        if self.most.is_none_or(|most| self.visits <= most) {
            self.seen.insert(self.hashes.to(ply));
        } else if !self.seen.is_empty() {
            self.seen = PathSet::default();
        }
        if let Some(order) = &mut self.order {
            order.push(dewey(self.path.to(ply)));
        }
    }
    fn seen(&self) -> Vec<u8> {
        let seen: Vec<u64> = self.seen.iter().copied().collect();
        write(&(seen, self.visits, self.most, &self.order))
    }
    fn add_seen(&mut self, bytes: &[u8]) {
        if let Some((seen, visits, most, order)) = read::<(Vec<u64>, _, _, _)>(bytes) {
            let seen = seen.into_iter().collect();
            self.join(Leaves { seen, visits, most, order, ..Leaves::default() });
        }
    }
}

/// One thing that happened, at the node with this path (child numbers from 0).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// An inner node was entered with a window.
    Enter(Vec<u32>, Window),
    /// A frontier node is going to be expanded.
    Expand(Vec<u32>, Why),
    /// A leaf was evaluated.
    Leaf(Vec<u32>, Score),
    /// An inner node was estimated; it may be expanded later.
    Estimate(Vec<u32>, Score),
    /// A node got a better value from the child with this number.
    Update(Vec<u32>, u32, Score),
    /// The remaining children of a node were cut off at the child with this number.
    Cut(Vec<u32>, u32, Cut),
    /// The child with this number, or the root itself, is searched again.
    Research(Vec<u32>, Option<u32>, Window),
    /// A node was not entered: by a stored bound its value is at least the first and at most the second.
    Recall(Vec<u32>, Score, Score),
    /// A node was left with a value.
    Exit(Vec<u32>, Score),
    /// This many descriptors are stored now.
    Stored(u64),
}

/// Keeps or passes on everything that happens: what a viewer replays.
pub struct Trace<F: FnMut(Event)> {
    path: Path,
    tell: F,
}

impl<F: FnMut(Event)> Trace<F> {
    /// Tells every event to `tell`.
    pub fn new(tell: F) -> Self {
        Trace { path: Path::default(), tell }
    }

    fn at(&self, ply: Ply) -> Vec<u32> {
        self.path.to(ply).to_vec()
    }
}

impl<F: FnMut(Event)> Observer for Trace<F> {
    fn descend(&mut self, ply: Ply, number: u32) {
        self.path.step(ply, number);
    }
    fn enter(&mut self, ply: Ply, window: Window) {
        let at = self.at(ply);
        (self.tell)(Event::Enter(at, window));
    }
    fn expand(&mut self, ply: Ply, why: Why) {
        let at = self.at(ply);
        (self.tell)(Event::Expand(at, why));
    }
    fn leaf(&mut self, ply: Ply, value: Score) {
        let at = self.at(ply);
        (self.tell)(Event::Leaf(at, value));
    }
    fn estimate(&mut self, ply: Ply, value: Score) {
        let at = self.at(ply);
        (self.tell)(Event::Estimate(at, value));
    }
    fn update(&mut self, ply: Ply, number: u32, value: Score) {
        let at = self.at(ply);
        (self.tell)(Event::Update(at, number, value));
    }
    fn cut(&mut self, ply: Ply, number: u32, why: Cut) {
        let at = self.at(ply);
        (self.tell)(Event::Cut(at, number, why));
    }
    fn research(&mut self, ply: Ply, number: Option<u32>, window: Window) {
        let at = self.at(ply);
        (self.tell)(Event::Research(at, number, window));
    }
    fn recall(&mut self, ply: Ply, lower: Score, upper: Score) {
        let at = self.at(ply);
        (self.tell)(Event::Recall(at, lower, upper));
    }
    fn exit(&mut self, ply: Ply, value: Score) {
        let at = self.at(ply);
        (self.tell)(Event::Exit(at, value));
    }
    fn stored(&mut self, now: u64) {
        (self.tell)(Event::Stored(now));
    }
}
