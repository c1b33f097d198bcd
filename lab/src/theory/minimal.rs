//! The least any search can get away with.

/// The leaves of the minimal tree, w^ceil(d/2) + w^floor(d/2) - 1 (Knuth and Moore 1975): the fewest leaves that prove
/// the value of a uniform tree, and what every good search visits when the best child always comes first.
///
/// Counts beyond `u64` are given as `u64::MAX`.
///
/// ```
/// use provebest_lab::theory::minimal_tree;
/// assert_eq!(minimal_tree(5, 6), 125 + 125 - 1);
/// assert_eq!(minimal_tree(5, 5), 125 + 25 - 1);
/// ```
pub fn minimal_tree(width: u32, depth: u32) -> u64 {
    let power = |exponent| u64::from(width).saturating_pow(exponent);
    power(depth.div_ceil(2)).saturating_add(power(depth / 2) - 1)
}
