//! Puzzles and selective searches.

use std::collections::BTreeMap;

use super::super::super::claim::Measure;
use super::super::super::table::Shelf;
use super::{Found, pairs, series};
use crate::experiments::conspiracy_threshold::best_case;
use crate::puzzles::OUT_OF_MEMORY;
use crate::statistics::{Estimate, FEWEST, Sample};

/// The mean nodes of all hundred boards, in millions, or nothing.
pub(in super::super) fn korf(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let mut measures = Vec::new();
    for place in data.places() {
        let nodes = series(&data, &place, "ida-star+manhattan", &[], "nodes");
        if nodes.len() == 100 {
            let mean = nodes.values().sum::<f64>() / 1e8;
            measures.push(Measure::new(&place, "Manhattan distance", experiment, Estimate::fact(mean, 100)));
        }
    }
    Ok(Some(measures))
}

/// How an iteration of IDA* grows over the one before: the deepest that enough boards have.
pub(in super::super) fn growth(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let nodes = data.column("nodes");
    let mut measures = Vec::new();
    for place in data.places() {
        for name in ["ida-star+manhattan", "ida-star+linear-conflict", "ida-star+walking-distance"] {
            let mut boards: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
            for row in data.rows.iter().filter(|row| row.place == place && *row.algorithm == *name) {
                boards.entry(row.tree).or_default().extend(nodes(row));
            }
            let deep = |last: usize| boards.values().filter(|nodes| nodes.len() > last).count() as u64 >= FEWEST;
            let Some(last) = (1..20).rev().find(|&last| deep(last)) else { continue };
            let deep = boards.values().filter(|nodes| nodes.len() > last);
            let factors: Sample = deep.map(|nodes| nodes[last] / nodes[last - 1]).collect();
            let detail = format!("{name}, iteration {last}");
            measures.push(Measure::new(&place, detail, experiment, Estimate::mean(&factors, 1.0)));
        }
    }
    Ok(Some(measures))
}

/// Boards of the 15-puzzle that A* solves, in percent.
pub(in super::super) fn only_small_problems(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let mut measures = Vec::new();
    for place in data.places().iter().filter(|place| (place.width, place.depth) == (4, 4)) {
        let [solved, out] = ["a-star", OUT_OF_MEMORY].map(|name| series(&data, place, name, &[], "nodes").len());
        if solved + out > 0 {
            let share = Estimate::share(solved as f64, (solved + out) as u64);
            measures.push(Measure::new(place, format!("{out} too large"), experiment, share));
        }
    }
    Ok(Some(measures))
}

/// Boards on which N processors are more than N times as fast, in percent.
pub(in super::super) fn anomalies(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let mut measures = Vec::new();
    for place in data.places() {
        for count in [4_u32, 16, 64] {
            let time = |count: u32| series(&data, &place, "first-solution", &[Some(count.into())], "time");
            let pairs = pairs(&time(1), &time(count));
            let hits = pairs.iter().filter(|(one, many)| *one > f64::from(count) * many).count();
            if !pairs.is_empty() {
                let share = Estimate::share(hits as f64, pairs.len() as u64);
                measures.push(Measure::new(&place, format!("{count} processors"), experiment, share));
            }
        }
    }
    Ok(Some(measures))
}

/// The smallest tree that conspiracy numbers grew, over the formula.
pub(in super::super) fn smallest_trees(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let mut measures = Vec::new();
    for place in data.places() {
        for threshold in [2, 4, 6, 8] {
            let nodes = series(&data, &place, "conspiracy-numbers", &[Some(threshold.into())], "nodes");
            let Some(least) = nodes.values().copied().reduce(f64::min) else { continue };
            let estimate = Estimate::fact(least / best_case(place.width, threshold), nodes.len() as u64);
            measures.push(Measure::new(&place, format!("threshold {threshold}, {least} nodes"), experiment, estimate));
        }
    }
    Ok(Some(measures))
}
