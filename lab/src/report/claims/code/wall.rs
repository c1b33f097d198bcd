//! The refutation wall: narrow windows around the value of a tree.

use std::collections::BTreeMap;

use super::super::super::claim::Measure;
use super::super::super::place::Place;
use super::super::super::table::{Data, Shelf};
use super::{Found, pairs};
use crate::statistics::{Estimate, Sample};

/// Visits by the distance of the window from the value, then by tree.
type Wall = BTreeMap<i64, BTreeMap<u64, f64>>;

fn wall(data: &Data, place: &Place) -> Wall {
    let visits = data.column("leaf_visits");
    let mut wall = Wall::new();
    for row in data.rows.iter().filter(|row| row.place == *place) {
        if let (Some(&Some(distance)), Some(visits)) = (row.keys.first(), visits(row)) {
            wall.entry(distance).or_default().insert(row.tree, visits);
        }
    }
    wall
}

/// How much more the visits rise from -1 to 0 than between any other neighbours, in percent of the visits at -1.
pub(in super::super) fn steepest(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let mut measures = Vec::new();
    for place in data.places() {
        let wall = wall(&data, &place);
        let rise = |at: i64| -> Option<BTreeMap<u64, f64>> {
            let (low, high) = (wall.get(&at)?, wall.get(&(at + 1))?);
            Some(high.iter().filter_map(|(tree, high)| Some((*tree, high - low.get(tree)?))).collect())
        };
        let mean = |rises: &BTreeMap<u64, f64>| rises.values().sum::<f64>() / rises.len().max(1) as f64;
        let elsewhere = wall.keys().filter(|&&at| at != -1).filter_map(|&at| Some((at, rise(at)?)));
        let next = elsewhere.max_by(|a, b| mean(&a.1).total_cmp(&mean(&b.1)));
        let (Some(here), Some((at, next)), Some(below)) = (rise(-1), next, wall.get(&-1)) else { continue };
        let level = mean(below);
        let lead: Sample = pairs(&here, &next).into_iter().map(|(here, next)| here - next).collect();
        let signed = |i: i64| i.to_string().replace('-', "\u{2212}");
        let detail = format!("next from i = {} to {}", signed(at), signed(at + 1));
        measures.push(Measure::new(&place, detail, experiment, Estimate::mean(&lead, 100.0 / level)));
    }
    Ok(Some(measures))
}

/// The wall of ordered trees over that of random trees of the same shape.
pub(in super::super) fn higher(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let height = |place: &Place| {
        let wall = wall(&data, place);
        Some(Estimate::quotient(&pairs(wall.get(&0)?, wall.get(&-1)?)))
    };
    let all = data.places();
    let mut measures = Vec::new();
    for ordered in all.iter().filter(|place| place.order != "random") {
        let same =
            |place: &&Place| place.order == "random" && (place.width, place.depth) == (ordered.width, ordered.depth);
        let Some(random) = all.iter().find(same) else { continue };
        if let (Some(high), Some(low)) = (height(ordered), height(random)) {
            let detail = format!("{:.2} over {:.2}", high.value, low.value);
            measures.push(Measure::new(ordered, detail, experiment, Estimate::ratio(high, low)));
        }
    }
    Ok(Some(measures))
}
