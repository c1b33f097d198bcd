//! Means over many trees: against the theory of alpha-beta, and against an independent run of the 1987 experiment.

use provebest_game::Depth;
use provebest_games::synthetic::{Independent, Order, Weighted};
use provebest_search::{Search, Task};

use crate::reference::{Family, Plain};
use crate::sample::Sample;
use crate::watch::counting;

/// Mean and standard deviation.
fn moments(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0)).sqrt())
}

/// Every child is the best one as often as its weight says: otherwise nothing below means what it says.
#[test]
fn weights_are_kept() {
    const TREES: u64 = 20_000;
    let even = |width: u32| (Order::random(width), vec![1.0 / f64::from(width); width as usize]);
    let first = |width: u32, percent: f64| {
        let rest = (1.0 - percent / 100.0) / f64::from(width - 1);
        let shares = std::iter::once(percent / 100.0).chain((1..width).map(|_| rest)).collect();
        (Order::first(width, percent).expect("a share"), shares)
    };
    let orders = (2..=20).map(even).chain((2..=20).map(|width| first(width, 60.0))).chain([first(5, 33.0)]);
    for (order, shares) in orders {
        let width = shares.len();
        let mut best = vec![0_u64; width];
        for seed in 0..TREES {
            let tree = Weighted::new(width as u32, Depth(1), seed, 1_000_000_000, order.clone()).expect("a tree");
            best[Plain::of(&tree, &tree.root(), Depth(1)).best()[0] as usize] += 1;
        }
        for (number, (&count, &share)) in best.iter().zip(&shares).enumerate() {
            let expected = TREES as f64 * share;
            let z = (count as f64 - expected) / (expected * (1.0 - share)).sqrt();
            assert!(z.abs() < 4.5, "child {} of {width} is best {count} times, not {expected}: {best:?}", number + 1);
        }
    }
}

/// Expected leaves of alpha-beta on uniform trees with independent continuous leaves (Baudet 1978).
#[test]
fn alpha_beta_on_independent_leaves() {
    let theory = [(2, 2, 11.0 / 3.0), (5, 4, 227.35), (5, 5, 807.63), (5, 6, 2549.91)];
    for (width, height, expected) in theory {
        let trees: u64 = if width == 2 { 20_000 } else { 1500 };
        let visits = (0..trees).map(|seed| {
            let tree = Sample::from(Independent::new(width, Depth(height), seed, 1_000_000_000).expect("a tree"));
            let mut watched = counting();
            let root = tree.root();
            let task = Task::new(&tree, &root, Depth(height));
            Family::AlphaBeta.search(&task, &mut watched).expect("not too deep");
            watched.0.leaf_visits as f64
        });
        let (mean, sd) = moments(&visits.collect::<Vec<_>>());
        let error = sd / (trees as f64).sqrt();
        let z = (mean - expected) / error;
        assert!(
            z.abs() < 3.3,
            "w={width}, d={height}: {mean:.2} +- {error:.2} leaves, theory says {expected} (z {z:.2})"
        );
    }
}

/// Leaf visits in percent of the minimal tree, w = 5: means and standard deviations over 200 trees of an independent
/// implementation. Random trees, and trees whose first child is best in 60 %.
#[test]
fn the_experiment_of_1987() {
    use Family::*;
    let searches = [AlphaBeta, NegaScout, Pns, Ins, SssStar, DualStar];
    let table = [
        (20.0, 5, [(450., 92.), (466., 155.), (369., 105.), (325., 79.), (332., 92.), (251., 54.)]),
        (20.0, 6, [(808., 233.), (866., 321.), (679., 220.), (575., 162.), (452., 191.), (501., 96.)]),
        (60.0, 5, [(237., 64.), (208., 79.), (190., 62.), (181., 50.), (202., 54.), (161., 33.)]),
        (60.0, 6, [(347., 110.), (325., 142.), (287., 113.), (269., 94.), (238., 82.), (266., 69.)]),
    ];
    const TREES: u64 = 1000;
    let mut faults = String::new();
    for (percent, height, row) in table {
        let minimal = f64::from(5_u32.pow(u32::div_ceil(height, 2)) + 5_u32.pow(height / 2) - 1);
        for (search, (expected, spread)) in searches.into_iter().zip(row) {
            let visits = (0..TREES).map(|seed| {
                let order = Order::first(5, percent).expect("a share");
                let tree = Sample::from(Weighted::new(5, Depth(height), seed, 10_000, order).expect("a tree"));
                let mut watched = counting();
                search.search(&Task::new(&tree, &tree.root(), Depth(height)), &mut watched).expect("not too deep");
                100.0 * watched.0.leaf_visits as f64 / minimal
            });
            let (mean, sd) = moments(&visits.collect::<Vec<_>>());
            let error = (sd * sd / TREES as f64 + spread * spread / 200.0).sqrt();
            let z = (mean - expected) / error;
            if z.abs() > 3.0 {
                let order = if percent == 60.0 { "ordered" } else { "random" };
                faults += &format!("{search:?}, {order}, d={height}: {mean:.0} ({sd:.0}), not {expected} (z {z:.1})\n");
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}
