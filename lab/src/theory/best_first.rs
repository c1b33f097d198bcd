//! Expected leaves of SSS* and DUAL*, derived here and checked against measured means.
//!
//! Roizen and Pearl 1983 gave the first such analysis; the derivation below is our own, from the way SSS* works.
//!
//! SSS* takes up all children of a MAX node at once, but the children of a MIN node one after the other, each when its elder
//! siblings are solved. A leaf therefore waits with the merit h = the least value among the elder siblings at the MIN
//! nodes of its path (infinite if there are none). It is visited unless some MAX node p of the path is solved first.
//! Let H(p) be the merit with which p itself was taken up, the least value among the elder siblings *above* p.
//! A child of p beside the path, of value v, solves p with merit min(v, H(p)). So the leaf is visited if at every p:
//!
//! - all elder siblings at p have v < h (at equal merit the leftmost goes first, so an elder wins a tie);
//! - all younger siblings at p have v < h, *or* h = H(p): then nothing below p has lowered the merit, a younger sibling
//!   can at most tie, and the leaf goes first.
//!
//! Let m be the MIN node of the path that lowers the merit to h. The second case holds exactly for the MAX nodes below
//! m. All values belong to disjoint subtrees, so with h = t the chance is a product over the levels: at MAX levels above
//! m all siblings lie below t, at MAX levels below m the elder siblings do, at MIN levels no elder sibling does, and at
//! m the least of them is t. Summed over the leaves, each level is a power or a geometric sum; summed over m and
//! integrated over t it is the expectation, to which the leaves without any such m are added, which are always visited:
//! w to the number of MAX levels.
//!
//! DUAL* is SSS* with the players exchanged: its sequential levels start at the root.

use super::chance::Chance;
use super::integral::integral;

/// The expected leaves of SSS* on uniform trees with independent leaves that are all different.
///
/// ```
/// use provebest_lab::theory::sss_star_leaves;
/// // Three of four leaves, and the last one if it matters: one time in three.
/// assert!((sss_star_leaves(2, 2) - 10.0 / 3.0).abs() < 1e-9);
/// ```
pub fn sss_star_leaves(width: u32, depth: u32) -> f64 {
    leaves(width, depth, |level| level % 2 == 0)
}

/// The expected leaves of DUAL* on uniform trees with independent leaves that are all different.
///
/// ```
/// use provebest_lab::theory::{dual_star_leaves, sss_star_leaves};
/// // With an odd depth DUAL* is the better one.
/// assert!(dual_star_leaves(5, 5) < sss_star_leaves(5, 5));
/// ```
pub fn dual_star_leaves(width: u32, depth: u32) -> f64 {
    leaves(width, depth, |level| level % 2 == 1)
}

/// Expected leaves, where the nodes of some levels take up all their children at once.
fn leaves(width: u32, depth: u32, at_once: impl Fn(u32) -> bool) -> f64 {
    let always = f64::from(width).powi((0..depth).filter(|&level| at_once(level)).count() as i32);
    let lowest_is_greatest = depth > 0 && at_once(depth - 1);
    always + integral(width, lowest_is_greatest, |t| density(width, depth, &at_once, t))
}

/// How likely it is, per log-odds, that a leaf waits with merit t and is visited; summed over the leaves.
fn density(width: u32, depth: u32, at_once: impl Fn(u32) -> bool, log_odds: f64) -> f64 {
    let mut child = Chance::leaf(log_odds);
    // The sum over the leaves of the subtrees seen so far: with the merit still to be lowered, and with it lowered.
    let (mut open, mut lowered) = (1.0, 0.0);
    for level in (0..depth).rev() {
        if at_once(level) {
            open *= child.elders_below(width).0;
            lowered *= child.all_but_one(width);
            child = child.greatest(width);
        } else {
            let (sum, fall) = child.elders_above(width);
            lowered = lowered * sum + open * fall;
            open *= sum;
            child = child.least(width);
        }
    }
    lowered
}
