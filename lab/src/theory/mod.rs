//! What theory expects of a search on uniform trees, as numbers to compare with measured means.
//!
//! Two models are covered. On perfectly ordered trees the best search visits [`minimal_tree`] leaves, and the good ones
//! visit no more. On trees whose leaves are independent and all different, the expected leaves of alpha-beta, SSS* and
//! DUAL* are integrals over one threshold, because what decides whether a leaf is visited are the values of subtrees
//! that have no leaf in common: [`alpha_beta_leaves`], [`sss_star_leaves`], [`dual_star_leaves`]. How fast all of them
//! grow with the depth is [`branching_factor`].

mod alpha_beta;
mod best_first;
mod chance;
mod growth;
mod integral;
mod minimal;

pub use alpha_beta::alpha_beta_leaves;
pub use best_first::{dual_star_leaves, sss_star_leaves};
pub use growth::{branching_factor, pearl_xi};
pub use minimal::minimal_tree;

#[cfg(test)]
mod tests;
