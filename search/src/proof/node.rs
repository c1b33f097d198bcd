//! A node of df-pn during one visit: its children, what is known of them, and which of them is next.

use super::numbers::{Numbers, plus};

/// What a visit found of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub(super) numbers: Numbers,
    /// The ply nearest to the root to which play must return for the answer to hold; [`FREE`] if it holds on every path.
    pub(super) rests_on: u32,
}

/// Rests on no ply.
pub(super) const FREE: u32 = u32::MAX;
/// Rests on the limit on plies, as if play there returned to a position above the root, whose ply is 1.
pub(super) const LIMIT: u32 = 0;

impl Found {
    pub(super) fn free(numbers: Numbers) -> Found {
        Found { numbers, rests_on: FREE }
    }
}

/// When to come back from a node: if one of its numbers is as large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Thresholds(pub(super) Numbers);

impl Thresholds {
    /// Not before the node is decided.
    pub(super) const NONE: Thresholds = Thresholds(Numbers { pn: Numbers::INFINITE, dn: Numbers::INFINITE });

    /// Is it time?
    pub(super) fn reached(self, Numbers { pn, dn }: Numbers) -> bool {
        pn >= self.0.pn || dn >= self.0.dn
    }
}

/// How long the most promising child stays the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// Until it is no longer the leftmost of the best: the order of proof-number search.
    Leftmost,
    /// Until its number is larger than the second best.
    Second,
    /// Until its number is larger than the second best by this many per cent: Pawlewicz and Lew's 1 + epsilon.
    PerCent(u32),
}

impl Default for Patience {
    /// A quarter more.
    fn default() -> Self {
        Patience::PerCent(25)
    }
}

pub(super) struct Child<S> {
    pub(super) state: S,
    pub(super) key: u64,
    pub(super) found: Found,
    /// How many other processors are inside.
    pub(super) inside: u32,
}

pub(super) struct Node<S> {
    pub(super) key: u64,
    pub(super) or: bool,
    pub(super) ply: u32,
    pub(super) children: Vec<Child<S>>,
    /// How many visits to children in a row have led to nothing.
    pub(super) idle: usize,
}

impl<S> Child<S> {
    pub(super) fn is_open(&self) -> bool {
        self.found.numbers.verdict().is_none()
    }

    /// The two numbers as the parent sees them; processors inside make the first one larger.
    fn phi_delta(&self, or: bool) -> (u32, u32) {
        let (phi, delta) = self.found.numbers.phi_delta(or);
        (if self.is_open() { plus(phi, self.inside) } else { phi }, delta)
    }
}

impl<S> Node<S> {
    /// What the children say; `repetition` is what a repeated position says.
    pub(super) fn found(&self, repetition: Option<bool>) -> Found {
        let children = self.children.iter().map(|child| Numbers::from_phi_delta(self.or, child.phi_delta(self.or)));
        let numbers = Numbers::of_children(self.or, children);
        let Some(answer) = numbers.verdict().filter(|&answer| repetition == Some(answer)) else {
            return Found::free(numbers);
        };
        let behind = self.children.iter().filter(|child| child.found.numbers == Numbers::of(answer));
        let plies = behind.map(|child| child.found.rests_on);
        let rests_on = if self.or == answer { plies.max() } else { plies.min() }.unwrap_or(FREE);
        // A return to this node itself is there on every path.
        Found { numbers, rests_on: if rests_on >= self.ply { FREE } else { rests_on } }
    }

    /// The child to visit next, and when to come back. `most` are the thresholds of this node.
    pub(super) fn next(&self, most: Thresholds, patience: Patience) -> (usize, Thresholds) {
        const INFINITE: u32 = Numbers::INFINITE;
        let (mut best, mut phi) = (0, INFINITE);
        // The least number left of the best child and right of it, and the sum of the other numbers of its siblings.
        let (mut left, mut right) = (INFINITE, INFINITE);
        for (number, child) in self.children.iter().enumerate() {
            let (own, _) = child.phi_delta(self.or);
            if own < phi {
                (left, right) = (left.min(phi).min(right), INFINITE);
                (best, phi) = (number, own);
            } else {
                right = right.min(own);
            }
        }
        if self.idle >= self.children.len() + 8 {
            return (best, Thresholds::NONE);
        }
        let siblings = self.children.iter().enumerate().filter(|&(number, _)| number != best);
        let others = siblings.fold(0, |sum, (_, child)| plus(sum, child.phi_delta(self.or).1));
        let second = left.min(right);
        let wait = match patience {
            Patience::Leftmost => left.min(right.saturating_add(1)),
            Patience::Second => second + 1,
            Patience::PerCent(percent) => {
                let more = (u64::from(second) * (100 + u64::from(percent))).div_ceil(100);
                (more.min(INFINITE.into()) as u32).max(second + 1)
            }
        };
        let (own_phi, own_delta) = most.0.phi_delta(self.or);
        let delta = if own_delta == INFINITE { INFINITE } else { own_delta - others };
        let phi = own_phi.min(wait).min(INFINITE);
        (best, Thresholds(Numbers::from_phi_delta(self.or, (phi, delta))))
    }

    /// A visit to a child has found this; `progress`: something new was expanded.
    pub(super) fn returned(&mut self, number: usize, found: Found, progress: bool) {
        let child = &mut self.children[number];
        child.found = found;
        self.idle = if progress || !child.is_open() { 0 } else { self.idle + 1 };
    }
}
