//! One integral over all thresholds.

use super::growth::pearl_xi;

/// So far from the critical threshold, in log-odds, nothing is left to count: e^-60 of a leaf.
const END: f64 = 60.0;

/// The grid is even in u, where sinh(u) times this is the distance from the critical threshold.
const FINE: f64 = 1e-10;

/// The integral of a density over the log-odds of the leaves, for trees whose lowest inner nodes take the greatest of
/// their leaves, or the least.
///
/// The deeper a tree, the more sharply its value is drawn to one critical threshold, Pearl's xi: each pair of plies adds
/// a factor of steepness there. So the grid is fine around it on a logarithmic scale. On a grid even in such a variable
/// the plain sum of a smooth function that vanishes at both ends converges faster than any power of the step; the step
/// is halved until two sums agree.
pub(super) fn integral(width: u32, lowest_is_greatest: bool, density: impl Fn(f64) -> f64) -> f64 {
    let xi = pearl_xi(width);
    let log_odds = (xi / (1.0 - xi)).ln();
    let critical = if lowest_is_greatest { log_odds } else { -log_odds };
    let reach = (END / FINE).asinh();
    let sum = |steps: u32, offset: f64| -> f64 {
        let terms = (0..steps).map(|k| {
            let u = reach * (2.0 * (f64::from(k) + offset) / f64::from(steps) - 1.0);
            FINE * u.cosh() * density(critical + FINE * u.sinh())
        });
        terms.sum()
    };
    let mut steps = 256;
    let mut total = sum(steps, 0.0);
    loop {
        let before = total / f64::from(steps);
        total += sum(steps, 0.5);
        steps *= 2;
        let now = total / f64::from(steps);
        if (now - before).abs() <= 1e-12 * now.abs() || steps > 1 << 16 {
            return 2.0 * reach * now;
        }
    }
}
