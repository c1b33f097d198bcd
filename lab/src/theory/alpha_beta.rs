//! Expected leaves of alpha-beta: Fuller, Gaschnig and Gillogly 1973; Baudet 1978.

use super::chance::Chance;
use super::integral::integral;

/// The expected leaves of alpha-beta, with the full window, on uniform trees with independent leaves that are all
/// different.
///
/// A leaf is visited if alpha < beta there: alpha is the greatest value among elder siblings of its MAX line (children of
/// MAX nodes on the path), beta the least among elder siblings at MIN nodes. These are values of disjoint subtrees, so
/// with alpha = t the chance of beta > t is a product over the levels. Summed over all leaves, each level is a
/// geometric sum: r of the chance that elders lie below (MAX levels), s of the chance that they do not (MIN levels), and
///
/// N(w, d) = w^floor(d/2) + integral of s s .. d(r r ..)
///
/// where the first term counts the leaves whose alpha is minus infinity.
///
/// ```
/// use provebest_lab::theory::alpha_beta_leaves;
/// assert!((alpha_beta_leaves(2, 2) - 11.0 / 3.0).abs() < 1e-9);
/// ```
pub fn alpha_beta_leaves(width: u32, depth: u32) -> f64 {
    f64::from(width).powi((depth / 2) as i32) + integral(width, depth % 2 == 1, |t| density(width, depth, t))
}

/// The derivative of the MAX levels' product, times the MIN levels' product.
fn density(width: u32, depth: u32, log_odds: f64) -> f64 {
    let mut child = Chance::leaf(log_odds);
    let (mut product, mut derivative) = (1.0, 0.0);
    for level in (0..depth).rev() {
        if level % 2 == 0 {
            let (sum, growth) = child.elders_below(width);
            derivative = derivative * sum + product * growth;
            product *= sum;
            child = child.greatest(width);
        } else {
            let (sum, _) = child.elders_above(width);
            derivative *= sum;
            product *= sum;
            child = child.least(width);
        }
    }
    derivative
}
