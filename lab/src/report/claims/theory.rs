//! What theory says about uniform trees.

use std::collections::BTreeSet;

use super::super::claim::{Claim, Mark, Measure};
use super::super::table::Shelf;
use super::{Cell, cells, short};
use crate::statistics::Sample;
use crate::statistics::{Estimate, Found};
use crate::theory::{alpha_beta_leaves, branching_factor, dual_star_leaves, sss_star_leaves};

/// Expected leaves by width and depth.
type Formula = fn(u32, u32) -> f64;

pub(super) fn claims(shelf: &Shelf) -> anyhow::Result<Vec<Claim>> {
    Ok(vec![
        minimal(shelf)?,
        formula(
            shelf,
            "The expected leaves of alpha-beta on independent leaves follow from an exact formula.",
            "Fuller, Gaschnig and Gillogly 1973; Baudet 1978",
            "alpha-beta-formula",
            &[("alpha-beta", alpha_beta_leaves)],
        )?,
        formula(
            shelf,
            "The expected leaves of SSS* and DUAL* on independent leaves follow from an exact formula.",
            "after Roizen and Pearl 1983; the formula is derived in this project",
            "sss-formula",
            &[("sss-star", sss_star_leaves), ("dual-star", dual_star_leaves)],
        )?,
        growth(shelf)?,
    ])
}

fn minimal(shelf: &Shelf) -> anyhow::Result<Claim> {
    const NAME: [&str; 1] = ["minimal-tree"];
    let rows = shelf.data(NAME[0])?;
    let missing = if rows.is_none() { NAME.to_vec() } else { Vec::new() };
    let rows: Vec<_> = rows.iter().flat_map(|rows| rows.iter()).filter(|row| row.algorithm != "minimax").collect();
    let places: BTreeSet<_> = rows.iter().map(|row| &row.place).collect();
    let measure = |place: &super::super::place::Place| {
        let here: Vec<_> = rows.iter().filter(|row| row.place == *place).collect();
        let off: BTreeSet<&str> =
            here.iter().filter(|row| row.leaves != Some(row.minimal)).map(|row| short(&row.algorithm)).collect();
        let exact = here.iter().filter(|row| row.leaves == Some(row.minimal)).count();
        let algorithms: BTreeSet<&str> = here.iter().map(|row| row.algorithm.as_str()).collect();
        let detail = match off.len() {
            0 => format!("{} algorithms, all exactly {}", algorithms.len(), here[0].minimal),
            _ => format!("not {}", off.into_iter().collect::<Vec<_>>().join(", ")),
        };
        let found = if exact == here.len() { Found::Yes } else { Found::No };
        let estimate = Estimate::exact(100.0 * exact as f64 / here.len() as f64);
        Measure { place: place.clone(), detail, estimate, found }
    };
    Ok(Claim {
        says: "On perfectly ordered trees every pruning search visits exactly w^\u{2308}d/2\u{2309} + w^\u{230a}d/2\u{230b} \u{2212} 1 \
               different leaves."
            .into(),
        source: "Knuth and Moore 1975",
        quantity: "searches that visit exactly the minimal tree, %".into(),
        reading: "Exact: one search of one tree with a different count would refute it.".into(),
        mark: Mark::At(100.0),
        measures: places.into_iter().map(measure).collect(),
        experiments: NAME.to_vec(),
        missing,
    })
}

fn formula(
    shelf: &Shelf,
    says: &str,
    source: &'static str,
    experiment: &'static str,
    formulas: &[(&str, Formula)],
) -> anyhow::Result<Claim> {
    let (cells, missing) = cells(shelf, &[experiment], |row| row.place.order == "iid" && row.key.is_none())?;
    let mut measures = Vec::new();
    for cell in &cells {
        for (algorithm, formula) in formulas {
            let Some(visits) = cell.visits.get(*algorithm) else { continue };
            let sample: Sample = visits.values().copied().collect();
            let expected = formula(cell.place.width, cell.place.depth);
            let percent = 100.0 / expected;
            let error = sample.standard_error();
            let estimate = Estimate::with_error(percent * (sample.mean() - expected), percent * error, sample.count());
            let found = match sample.count() {
                0 | 1 => Found::Unclear,
                _ if (sample.mean() - expected).abs() <= 3.3 * error + 1e-9 * expected => Found::Yes,
                _ => Found::No,
            };
            let detail = format!("{}, {:.2} for {expected:.2}", short(algorithm), sample.mean());
            measures.push(Measure { place: cell.place.clone(), detail, estimate, found });
        }
    }
    Ok(Claim {
        says: says.into(),
        source,
        quantity: "measured mean over the formula, %".into(),
        reading:
            "It holds where the mean lies within 3.3 standard errors of the formula; the rows give the mean and the \
                  formula."
                .into(),
        mark: Mark::At(0.0),
        measures,
        experiments: vec![experiment],
        missing,
    })
}

fn growth(shelf: &Shelf) -> anyhow::Result<Claim> {
    let (cells, missing) = cells(shelf, &["branching-factor"], |row| row.place.order == "iid")?;
    let sample = |cell: &Cell, algorithm: &str| -> Option<Sample> {
        Some(cell.visits.get(algorithm)?.values().copied().collect())
    };
    let deepest = |width| cells.iter().filter(|cell| cell.place.width == width).map(|cell| cell.place.depth).max();
    let mut measures = Vec::new();
    for cell in cells.iter().filter(|cell| deepest(cell.place.width) == Some(cell.place.depth)) {
        let (width, depth) = (cell.place.width, cell.place.depth);
        let Some(before) = cells.iter().find(|one| one.place.width == width && one.place.depth + 2 == depth) else {
            continue;
        };
        for algorithm in cell.visits.keys() {
            let (Some(now), Some(before)) = (sample(cell, algorithm), sample(before, algorithm)) else { continue };
            let relative = |sample: &Sample| (sample.mean(), sample.standard_error() / sample.mean());
            let two = Estimate::ratio(relative(&now), relative(&before));
            let limit = branching_factor(width);
            let percent = |x: f64| 100.0 * (x.sqrt() / limit - 1.0);
            let estimate = Estimate { value: percent(two.value), low: percent(two.low), high: percent(two.high) };
            let detail = format!("{}, {:.3} for {limit:.3}", short(algorithm), two.value.sqrt());
            let found = estimate.within(-10.0, 10.0);
            measures.push(Measure { place: cell.place.clone(), detail, estimate, found });
        }
    }
    Ok(Claim {
        says: "One ply more multiplies the leaves by \u{3be} / (1 \u{2212} \u{3be}), where \u{3be}^w + \u{3be} = 1; for SSS* as for \
               alpha-beta."
            .into(),
        source: "Pearl 1982; Roizen and Pearl 1983",
        quantity: "measured growth per ply over the limit, %".into(),
        reading: "A limit for great depth: judged at the deepest trees of each width, over the last two plies, within 10 %."
            .into(),
        mark: Mark::Between(-10.0, 10.0),
        measures,
        experiments: vec!["branching-factor"],
        missing,
    })
}
