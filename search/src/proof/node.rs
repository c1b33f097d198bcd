//! A node of df-pn during one visit: its children, what is known of them, and which of them is next.

use provebest_game::Children;

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
    #[inline(always)]
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
    #[inline(always)]
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
    /// Until its number is larger than the second best by this many per cent (Pawlewicz and Lew's 1 + epsilon), and by as much as the
    /// [game says](provebest_game::Provable::patience).
    PerCent(u32),
}

impl Default for Patience {
    /// A quarter more.
    fn default() -> Self {
        Patience::PerCent(25)
    }
}

pub(super) struct Child {
    pub(super) key: u64,
    pub(super) found: Found,
    /// How many other processors are inside, if it is open.
    pub(super) inside: u32,
}

/// A node that is open. Its children stand on the searcher's stack.
pub(super) struct Node {
    pub(super) key: u64,
    pub(super) or: bool,
    /// May other processors be inside its children?
    pub(super) together: bool,
    pub(super) ply: u32,
    /// The moves, and where the first child stands.
    pub(super) moves: Children,
    pub(super) first: usize,
    /// The leftmost child with the least phi, the least phi of the others, and the sum of all delta, as they were last computed.
    pub(super) best: usize,
    pub(super) second: u32,
    pub(super) sum: u64,
    /// How many visits to children in a row have led to nothing.
    pub(super) idle: usize,
}

impl Child {
    #[inline(always)]
    pub(super) fn is_open(&self) -> bool {
        self.found.numbers.verdict().is_none()
    }

    /// The two numbers as the parent sees them, phi above delta; processors inside make phi larger.
    #[inline(always)]
    fn phi_above_delta(&self, or: bool, together: bool) -> u64 {
        let Numbers { pn, dn } = self.found.numbers;
        let word = (u64::from(dn) << 32 | u64::from(pn)).rotate_left(if or { 32 } else { 0 });
        if together {
            u64::from(plus((word >> 32) as u32, self.inside)) << 32 | word & u64::from(u32::MAX)
        } else {
            word
        }
    }
}

impl Node {
    /// What the children say; `repetition` is what a repeated position says.
    #[inline(always)]
    pub(super) fn found(&mut self, children: &[Child], repetition: Option<bool>) -> Found {
        // The two least phi, and below each the number of its child.
        let (mut least, mut second, mut sum) = (u64::MAX, u64::from(Numbers::INFINITE) << 32, 0);
        for (number, child) in (0..).zip(children) {
            let word = child.phi_above_delta(self.or, self.together);
            let phi = word >> 32 << 32 | number;
            second = second.min(phi.max(least));
            least = least.min(phi);
            sum += u64::from(word as u32);
        }
        (self.best, self.second, self.sum) = (least as u32 as usize, (second >> 32) as u32, sum);
        // A child with an infinite delta has a phi of 0.
        let (phi, delta) = ((least >> 32) as u32, sum.min(u64::from(Numbers::INFINITE) - 1) as u32);
        let numbers = Numbers::from_phi_delta(self.or, (phi, if phi == 0 { Numbers::INFINITE } else { delta }));
        match numbers.verdict() {
            Some(answer) if repetition == Some(answer) => self.found_by_repetition(children, answer),
            _ => Found::free(numbers),
        }
    }

    fn found_by_repetition(&self, children: &[Child], answer: bool) -> Found {
        let numbers = Numbers::of(answer);
        let behind = children.iter().filter(|child| child.found.numbers == numbers);
        let plies = behind.map(|child| child.found.rests_on);
        let rests_on = if self.or == answer { plies.max() } else { plies.min() }.unwrap_or(FREE);
        // A return to this node itself is there on every path.
        Found { numbers, rests_on: if rests_on >= self.ply { FREE } else { rests_on } }
    }

    /// The child to visit next, and when to come back. `most` are the thresholds of this node, `stays` what the game says of patience.
    #[inline(always)]
    pub(super) fn next(
        &self,
        children: &[Child],
        most: Thresholds,
        patience: Patience,
        stays: u32,
    ) -> (usize, Thresholds) {
        const INFINITE: u32 = Numbers::INFINITE;
        let (best, second) = (self.best, self.second);
        if self.idle >= children.len() + 8 {
            return (best, Thresholds::NONE);
        }
        let others = self.sum - u64::from(children[best].found.numbers.phi_delta(self.or).1);
        let others = others.min(u64::from(INFINITE) - 1) as u32;
        let wait = match patience {
            Patience::Leftmost => {
                let equal_on_the_left = children[..best]
                    .iter()
                    .any(|child| child.phi_above_delta(self.or, self.together) >> 32 == second.into());
                if equal_on_the_left { second } else { second + 1 }
            }
            Patience::Second => second + 1,
            Patience::PerCent(percent) => {
                let more = (u64::from(second) * (100 + u64::from(percent))).div_ceil(100);
                (more.min(INFINITE.into()) as u32).max(second.saturating_add(stays.max(1)))
            }
        };
        let (own_phi, own_delta) = most.0.phi_delta(self.or);
        let delta = if own_delta == INFINITE { INFINITE } else { own_delta - others };
        let phi = own_phi.min(wait).min(INFINITE);
        (best, Thresholds(Numbers::from_phi_delta(self.or, (phi, delta))))
    }
}
