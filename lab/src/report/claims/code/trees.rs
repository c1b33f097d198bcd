//! Leaves of the algorithms of 1987.

use super::super::super::claim::Measure;
use super::super::super::spec::short;
use super::super::super::table::Shelf;
use super::{Found, pairs, series};
use crate::statistics::Estimate;

/// SSS* over INS without the tenth of trees that favour SSS* most.
pub(in super::super) fn without_the_luckiest(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let mut measures = Vec::new();
    for place in data.places().iter().filter(|place| place.is_even() && place.depth > 2) {
        let [sss, ins] = ["sss-star", "informed-negascout"].map(|name| series(&data, place, name, &[], "leaf_visits"));
        let mut pairs = pairs(&sss, &ins);
        pairs.sort_by(|a, b| (a.0 - a.1).total_cmp(&(b.0 - b.1)));
        let rest = &pairs[pairs.len() / 10..];
        if !rest.is_empty() {
            let all = Estimate::excess(&pairs).value;
            let detail = format!("{:.0} % with them", all).replace('-', "\u{2212}");
            measures.push(Measure::new(place, detail, experiment, Estimate::excess(rest)));
        }
    }
    Ok(Some(measures))
}

/// What changes beyond a width of 20, in percentage points over SSS*.
pub(in super::super) fn beyond_twenty(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let all = data.places();
    let mut measures = Vec::new();
    for wide in all.iter().filter(|place| place.width > 20) {
        let same =
            |place: &&super::Place| place.width == 20 && (place.depth, &place.order) == (wide.depth, &wide.order);
        let Some(twenty) = all.iter().find(same) else { continue };
        for name in ["negascout", "informed-negascout", "dual-star"] {
            let excess = |place| {
                let [own, sss] = [name, "sss-star"].map(|name| series(&data, place, name, &[], "leaf_visits"));
                Estimate::excess(&pairs(&own, &sss))
            };
            let (wide_excess, narrow) = (excess(wide), excess(twenty));
            // Different trees: the errors add up as squares.
            let (error, trees) = (wide_excess.error().hypot(narrow.error()), wide_excess.trees.min(narrow.trees));
            let estimate = Estimate::with_error(wide_excess.value - narrow.value, error, trees);
            measures.push(Measure::new(wide, short(name), experiment, estimate));
        }
    }
    Ok(Some(measures))
}
