//! What theory says about uniform trees.

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::claim::Measure;
use super::super::super::place::Place;
use super::super::super::spec::short;
use super::super::super::table::{Row, Shelf};
use super::{Found, series};
use crate::statistics::{Estimate, Sample};
use crate::theory::{alpha_beta_leaves, branching_factor, dual_star_leaves, minimal_tree, sss_star_leaves};

/// Expected leaves by width and depth.
type Formula = fn(u32, u32) -> f64;

/// How many searches visit exactly the minimal tree.
pub(in super::super) fn minimal(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let (leaves, minimal) = (data.column("leaves"), data.column("minimal"));
    let exact = |row: &&&Row| leaves(row).is_some() && leaves(row) == minimal(row);
    let mut measures = Vec::new();
    for place in data.places() {
        let here: Vec<&Row> =
            data.rows.iter().filter(|row| row.place == place && *row.algorithm != *"minimax").collect();
        let off: BTreeSet<&str> = here.iter().filter(|row| !exact(row)).map(|row| short(&row.algorithm)).collect();
        let algorithms: BTreeSet<&str> = here.iter().map(|row| &*row.algorithm).collect();
        let trees: BTreeSet<u64> = here.iter().map(|row| row.tree).collect();
        let detail = match off.len() {
            0 => format!("{} algorithms, all exactly {}", algorithms.len(), minimal(here[0]).unwrap_or(0.0)),
            _ => format!("not {}", off.into_iter().collect::<Vec<_>>().join(", ")),
        };
        let share = 100.0 * here.iter().filter(exact).count() as f64 / here.len() as f64;
        measures.push(Measure::new(&place, detail, experiment, Estimate::fact(share, trees.len() as u64)));
    }
    Ok(Some(measures))
}

pub(in super::super) fn alpha_beta(shelf: &Shelf, experiment: &'static str) -> Found {
    formulas(shelf, experiment, &[("alpha-beta", alpha_beta_leaves)])
}

pub(in super::super) fn best_first(shelf: &Shelf, experiment: &'static str) -> Found {
    formulas(shelf, experiment, &[("sss-star", sss_star_leaves), ("dual-star", dual_star_leaves)])
}

/// Measured means over formulas, in percent.
fn formulas(shelf: &Shelf, experiment: &'static str, formulas: &[(&str, Formula)]) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let mut measures = Vec::new();
    for place in data.places().iter().filter(|place| place.order == "iid") {
        for (algorithm, formula) in formulas {
            let sample: Sample = series(&data, place, algorithm, &[], "leaf_visits").into_values().collect();
            if sample.count() > 0 {
                let expected = formula(place.width, place.depth);
                let detail = format!("{}, {:.2} for {expected:.2}", short(algorithm), sample.mean());
                let estimate = Estimate::mean(&sample, 100.0 / expected).shifted(-100.0);
                measures.push(Measure::new(place, detail, experiment, estimate));
            }
        }
    }
    Ok(Some(measures))
}

/// The largest error of the mean of a hundred trees against the formula.
pub(in super::super) fn hundreds(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let formulas: [(&str, &str, Formula); 2] =
        [("alpha-beta-formula", "alpha-beta", alpha_beta_leaves), ("sss-formula", "sss-star", sss_star_leaves)];
    let mut measures = Vec::new();
    for (_, algorithm, formula) in formulas.iter().filter(|(from, ..)| *from == experiment) {
        for place in data.places().iter().filter(|place| place.order == "iid" && place.depth > 2) {
            let visits: Vec<f64> = series(&data, place, algorithm, &[], "leaf_visits").into_values().collect();
            let expected = formula(place.width, place.depth);
            let errors = visits.chunks_exact(100).map(|hundred| {
                let mean = hundred.iter().sum::<f64>() / 100.0;
                100.0 * (mean / expected - 1.0).abs()
            });
            let count = visits.len() / 100;
            if let Some(largest) = errors.reduce(f64::max) {
                let detail = format!("{}, of {count} hundreds", short(algorithm));
                measures.push(Measure::new(place, detail, experiment, Estimate::fact(largest, visits.len() as u64)));
            }
        }
    }
    Ok(Some(measures))
}

/// The share of the minimal tree below the first child, over that of the formula, in percent.
pub(in super::super) fn principal_variation(shelf: &Shelf, experiment: &'static str) -> Found {
    if shelf.data(experiment)?.is_none() {
        return Ok(None);
    }
    let mut measures = Vec::new();
    for (width, depth) in [5, 10, 20].into_iter().flat_map(|width| [(width, 5), (width, 6)]) {
        let all = minimal_tree(width, depth) as f64;
        // The first child heads a minimal tree of its own.
        let share = minimal_tree(width, depth - 1) as f64 / all;
        let w = f64::from(width);
        let formula = if depth % 2 == 0 { (w + 1.0) / (2.0 * w) } else { 2.0 / (w + 1.0) };
        let place = Place { order: "perfect".into(), width, depth };
        let detail = format!("{:.1} % for {:.1} %", 100.0 * share, 100.0 * formula);
        let estimate = Estimate::fact(100.0 * (share / formula - 1.0), crate::statistics::FEWEST);
        measures.push(Measure::new(&place, detail, experiment, estimate));
    }
    Ok(Some(measures))
}

/// The growth over the last two plies, per ply, over its limit, in percent.
pub(in super::super) fn growth(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let all: Vec<Place> = data.places().into_iter().filter(|place| place.order == "iid").collect();
    let mut deepest: BTreeMap<u32, u32> = BTreeMap::new();
    for place in &all {
        let depth = deepest.entry(place.width).or_default();
        *depth = place.depth.max(*depth);
    }
    let mut measures = Vec::new();
    for place in all.iter().filter(|place| deepest[&place.width] == place.depth) {
        let Some(before) = all.iter().find(|one| one.width == place.width && one.depth + 2 == place.depth) else {
            continue;
        };
        for algorithm in ["alpha-beta", "sss-star", "dual-star"] {
            let mean = |place| {
                let sample: Sample = series(&data, place, algorithm, &[], "leaf_visits").into_values().collect();
                (sample.count() > 0).then(|| Estimate::mean(&sample, 1.0))
            };
            let (Some(now), Some(before)) = (mean(place), mean(before)) else { continue };
            let (two, limit) = (Estimate::ratio(now, before), branching_factor(place.width));
            let ply = two.through(f64::sqrt, 0.5 / two.value.sqrt());
            let detail = format!("{}, {:.3} for {limit:.3}", short(algorithm), ply.value);
            measures.push(Measure::new(place, detail, experiment, ply.scaled(100.0 / limit).shifted(-100.0)));
        }
    }
    Ok(Some(measures))
}
