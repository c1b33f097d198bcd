//! Claims about selective searches.

use std::collections::BTreeMap;

use super::super::claim::{Claim, Mark, Measure};
use super::super::place::Place;
use super::super::table::{Row, Shelf};
use super::rows::Rows;
use crate::experiments::conspiracy_threshold::best_case;
use crate::statistics::{Estimate, Found};

pub(super) fn claims(shelf: &Shelf) -> anyhow::Result<Vec<Claim>> {
    let b_star = Rows::read(shelf, "b-star")?;
    Ok(vec![
        fewer_terminals(&Rows::read(shelf, "evolving")?),
        smallest_trees(&Rows::read(shelf, "conspiracy-threshold")?),
        a_choice(&b_star),
        with_chances(&b_star),
    ])
}

/// What two searches count on the same trees.
fn pairs(rows: &Rows, place: &Place, [first, second]: [&str; 2], count: fn(&Row) -> Option<u64>) -> Vec<(f64, f64)> {
    let of = |name: &str| -> BTreeMap<(u64, Option<i64>), f64> {
        let own = rows.iter().filter(|row| row.place == *place && row.algorithm == name);
        own.filter_map(|row| Some(((row.tree, row.key), count(row)? as f64))).collect()
    };
    let (first, second) = (of(first), of(second));
    first.into_iter().filter_map(|(tree, number)| Some((number, *second.get(&tree)?))).collect()
}

fn fewer_terminals(rows: &Rows) -> Claim {
    let mut measures = Vec::new();
    for place in rows.places() {
        for driver in ["preorder", "best-estimate"] {
            let pairs = pairs(rows, &place, [driver, "alpha-beta"], |row| Some(row.leaf_visits));
            let estimate = Estimate::excess(&pairs);
            measures.push(Measure {
                place: place.clone(),
                detail: driver.into(),
                estimate,
                found: estimate.below(0.0),
            });
        }
    }
    Claim {
        measures,
        ..rows.claim(
            "Evolving trees typically have fewer terminal nodes than the recursive form of alpha-beta.",
            "Lindstrom 1979, abstract",
            "leaf visits over those of alpha-beta, %",
            "Drivers that see the estimates of all children of a node before they go on below it.",
            Mark::Below(0.0),
        )
    }
}

/// No tree may be smaller.
fn smallest_trees(rows: &Rows) -> Claim {
    let mut measures = Vec::new();
    for place in rows.places() {
        for threshold in [2, 4, 6, 8] {
            let here = |row: &&Row| row.place == place && row.key == Some(threshold.into());
            let own = rows.iter().filter(here).filter(|row| row.algorithm == "conspiracy-numbers");
            let Some(least) = own.map(|row| row.nodes).min() else { continue };
            let ratio = least as f64 / best_case(place.width, threshold);
            measures.push(Measure {
                place: place.clone(),
                detail: format!("threshold {threshold}, {least} nodes"),
                estimate: Estimate::exact(ratio),
                found: if ratio >= 1.0 { Found::Yes } else { Found::No },
            });
        }
    }
    Claim {
        measures,
        ..rows.claim(
            "In the best case, conspiracy numbers with threshold T grow a tree of w^(T/(w-1)) nodes.",
            "Lister and Schaeffer 1994, abstract",
            "nodes of the smallest tree that was grown over the formula",
            "A lower bound: it fails where a tree that reaches the threshold has fewer nodes. A value that ends of the game decide \
             needs no conspirators, so small trees may be smaller.",
            Mark::Above(1.0),
        )
    }
}

/// Expansions, unless the search gave up.
fn solved(row: &Row) -> Option<u64> {
    let most = if row.algorithm == "pb-star" { 3_000 } else { 30_000 };
    (row.leaf_visits + row.nodes < most).then_some(row.nodes)
}

fn a_choice(rows: &Rows) -> Claim {
    let mut measures = Vec::new();
    for place in rows.places() {
        for strategy in ["alternate", "AD", "AR"] {
            let estimate = Estimate::excess(&pairs(rows, &place, [strategy, "prove-best"], solved));
            measures.push(Measure {
                place: place.clone(),
                detail: strategy.into(),
                estimate,
                found: estimate.below(0.0),
            });
        }
    }
    Claim {
        measures,
        ..rows.claim(
            "To choose between proving the best move and disproving the rest is better than to prove only.",
            "Berliner 1979",
            "expansions over those of best-first search, %",
            "Sums over the trees that both solve.",
            Mark::Below(0.0),
        )
    }
}

fn with_chances(rows: &Rows) -> Claim {
    let of = |place: Place| {
        let excess = Estimate::excess(&pairs(rows, &place, ["pb-star", "prove-best"], solved));
        let Estimate { value, low, high } = excess;
        let estimate = Estimate { value: value + 100.0, low: low + 100.0, high: high + 100.0 };
        Measure { place, detail: String::new(), estimate, found: estimate.within(25.0, 42.0) }
    };
    Claim {
        measures: rows.places().into_iter().map(of).collect(),
        ..rows.claim(
            "PB* needs a third of the expansions of best-first search.",
            "Palay 1980",
            "expansions of PB*, % of those of best-first search",
            "Sums over the trees that both solve; 25 to 42 % passes. The rules of PB* are a reading, and his trees are not known.",
            Mark::Between(25.0, 42.0),
        )
    }
}
