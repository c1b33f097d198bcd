//! Engines in games, and null windows that are searched again.

use super::super::super::claim::Measure;
use super::super::super::place::Place;
use super::super::super::table::Shelf;
use super::{Found, pairs, series};
use crate::statistics::Estimate;

/// The share of direct alpha-beta's leaves at an odd depth, over that between the even depths beside it.
pub(in super::super) fn swings(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let places = data.places();
    let visits = |place: &Place, name: &str, key| series(&data, place, name, &[key], "leaf_visits");
    let mut measures = Vec::new();
    for place in places.iter().filter(|place| place.is_odd()) {
        for (words, name, key) in
            [("minimal tree", "minimal-tree", None), ("all three tables", "pvs+trans+ref+hist", Some(1 << 20))]
        {
            let at = |depth: u32| {
                let place = places.iter().find(|one| one.order == place.order && one.depth == depth)?;
                let pairs = pairs(&visits(place, name, key), &visits(place, "alpha-beta", None));
                (!pairs.is_empty()).then(|| Estimate::quotient(&pairs))
            };
            let (before, here, after) = (at(place.depth - 1), at(place.depth), at(place.depth + 1));
            let (Some(before), Some(here), Some(after)) = (before, here, after) else { continue };
            // The root of a product has half the relative errors of its factors.
            let between = (before.value * after.value).sqrt();
            let relative = (before.error() / before.value).hypot(after.error() / after.value) / 2.0;
            let between = Estimate::with_error(between, between * relative, before.trees.min(after.trees));
            measures.push(Measure::new(place, words, experiment, Estimate::ratio(here, between)));
        }
    }
    Ok(Some(measures))
}

/// One re-search to so many inner nodes is few.
const FEW: f64 = 0.05;

/// PVS over alpha-beta where few null windows are searched again.
pub(in super::super) fn research_rate(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let mut measures = Vec::new();
    for place in data.places() {
        let [pvs, alpha_beta] = ["pvs", "alpha-beta"].map(|name| series(&data, &place, name, &[None], "leaf_visits"));
        let sum = |column: &str| series(&data, &place, "pvs", &[None], column).values().sum::<f64>();
        let inner = sum("nodes") - sum("leaf_visits");
        let rate = sum("researches") / inner.max(1.0);
        let pairs = pairs(&pvs, &alpha_beta);
        if !pairs.is_empty() && rate <= FEW {
            let detail = format!("{:.1} re-searches to a hundred inner nodes", 100.0 * rate);
            measures.push(Measure::new(&place, detail, experiment, Estimate::excess(&pairs)));
        }
    }
    Ok(Some(measures))
}

/// Probes with keys of 48 bits that another position answers, in percent.
pub(in super::super) fn key_conflicts(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let mut measures = Vec::new();
    for place in data.places() {
        let bits = 48;
        let sum = |column: &str| series(&data, &place, "table", &[Some(bits)], column).values().sum::<f64>();
        let (probes, errors) = (sum("probes"), sum("errors"));
        let detail = format!("{bits} bits, {errors} of {probes}");
        measures.push(Measure::new(&place, detail, experiment, Estimate::share(errors, probes as u64)));
    }
    Ok(Some(measures))
}
