//! Printed values, limits, and relations between the formulas.

use super::*;

/// The values were checked against simulation by an independent implementation.
#[test]
fn alpha_beta_to_the_printed_digits() {
    let printed = [(5, 4, 227.35), (5, 5, 807.63), (5, 6, 2549.91), (10, 5, 11551.16)];
    for (width, depth, expected) in printed {
        let leaves = alpha_beta_leaves(width, depth);
        assert!((leaves - expected).abs() < 0.005001, "w={width}, d={depth}: {leaves}, not {expected}");
    }
    assert!((alpha_beta_leaves(2, 2) - 11.0 / 3.0).abs() < 1e-10);
}

/// With one ply every leaf is seen; with one child there is one leaf.
#[test]
fn nothing_to_cut() {
    for formula in [alpha_beta_leaves, sss_star_leaves, dual_star_leaves] {
        for width in 1..=20 {
            assert!((formula(width, 1) - f64::from(width)).abs() < 1e-9, "w={width}: {}", formula(width, 1));
        }
        for depth in 0..=9 {
            assert!((formula(1, depth) - 1.0).abs() < 1e-9);
        }
    }
}

/// Two plies by hand. Alpha-beta, Knuth and Moore's shallow case; the sums are exact for width 2 and 3.
#[test]
fn two_plies_by_hand() {
    // Child j > 1 of the root is left at its k-th leaf if the least of k leaves is below the best of j - 1 children: P(leaf
    // k+1 is visited) = 1 - P(min of k < max of (j-1) minima of w), by counting orders.
    let by_integral = |w: i32| {
        let steps = 2_000_000;
        let mut sum = f64::from(w);
        for step in 0..steps {
            let x = (f64::from(step) + 0.5) / f64::from(steps);
            let minimum = 1.0 - (1.0 - x).powi(w);
            let density = f64::from(w) * (1.0 - x).powi(w - 1);
            for elders in 1..w {
                let alpha = f64::from(elders) * minimum.powi(elders - 1) * density;
                sum += alpha * (0..w).map(|k| (1.0 - x).powi(k)).sum::<f64>() / f64::from(steps);
            }
        }
        sum
    };
    for width in [2, 3, 7] {
        let expected = by_integral(width as i32);
        assert!((alpha_beta_leaves(width, 2) - expected).abs() < 1e-6, "w={width}: {expected}");
    }
}

/// The minimal tree is a bound from below, alpha-beta one from above: SSS* and DUAL* visit a subset of its leaves. On
/// two plies DUAL* is alpha-beta.
#[test]
fn between_the_minimal_tree_and_alpha_beta() {
    for width in [2, 3, 5, 10, 20] {
        for depth in 2..=8 {
            let minimal = minimal_tree(width, depth) as f64;
            let alpha_beta = alpha_beta_leaves(width, depth);
            for (name, leaves) in [("SSS*", sss_star_leaves(width, depth)), ("DUAL*", dual_star_leaves(width, depth))] {
                assert!(
                    minimal < leaves && leaves < alpha_beta * (1.0 + 1e-11),
                    "{name}, w={width}, d={depth}: {leaves}"
                );
            }
        }
    }
}

/// Far down, two plies multiply the leaves by the square of the branching factor, whatever the search.
#[test]
fn growth_tends_to_the_branching_factor() {
    for width in [2, 5, 20] {
        for (name, formula) in [
            ("alpha-beta", alpha_beta_leaves as fn(u32, u32) -> f64),
            ("SSS*", sss_star_leaves),
            ("DUAL*", dual_star_leaves),
        ] {
            let growth = |depth| (formula(width, depth) / formula(width, depth - 2)).sqrt();
            let limit = branching_factor(width);
            let (near, far) = ((growth(8) / limit - 1.0).abs(), (growth(16) / limit - 1.0).abs());
            assert!(far < 0.04 && far < near, "{name}, w={width}: off by {near} at depth 8, {far} at 16");
        }
    }
}

/// xi solves its equation, to the last digit.
#[test]
fn xi_solves_its_equation() {
    for width in 1..=100 {
        let xi = pearl_xi(width);
        assert!((xi.powi(width as i32) + xi - 1.0).abs() < 1e-13, "w={width}: {xi}");
    }
    assert!((branching_factor(5) - 3.08).abs() < 0.01, "{}", branching_factor(5));
}

/// Small counts by hand, and a great one that does not fit.
#[test]
fn minimal_trees() {
    assert_eq!([1, 2, 3, 4].map(|depth| minimal_tree(3, depth)), [3, 5, 11, 17]);
    assert_eq!(minimal_tree(7, 0), 1);
    assert_eq!(minimal_tree(1000, 50), u64::MAX);
}
