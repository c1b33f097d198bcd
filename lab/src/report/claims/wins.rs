//! Claims about how often one algorithm beats another.

use super::super::claim::{Claim, Mark, Measure};
use super::super::table::Shelf;
use super::{Cell, cells};
use crate::statistics::{Estimate, Found};

const ODD: [&str; 3] = ["who-wins", "leaves-by-depth", "leaves-by-width-odd"];
const EVEN: [&str; 3] = ["who-wins", "leaves-by-depth", "leaves-by-width-even"];
const ALL: [&str; 4] = ["who-wins", "leaves-by-depth", "leaves-by-width-odd", "leaves-by-width-even"];

pub(super) fn claims(shelf: &Shelf) -> anyhow::Result<Vec<Claim>> {
    Ok(vec![eighty(shelf)?, marginally(shelf)?, never_more(shelf)?])
}

/// On how many trees the first algorithm visits fewer leaves; trees where both visit the same count as half.
fn wins(cell: &Cell, first: &str, second: &str) -> Option<Estimate> {
    let pairs = cell.pairs(first, second)?;
    let fewer = pairs.iter().filter(|(a, b)| a < b).count() as f64;
    let same = pairs.iter().filter(|(a, b)| a == b).count() as f64;
    Some(Estimate::share((fewer + same / 2.0).round() as u64, pairs.len() as u64))
}

fn eighty(shelf: &Shelf) -> anyhow::Result<Claim> {
    let (cells, missing) = cells(shelf, &ODD, |row| row.place.is_odd())?;
    let measure = |cell: &Cell| {
        let estimate = wins(cell, "informed-negascout", "sss-star")?;
        let found = estimate.within(75.0, 85.0);
        Some(Measure { place: cell.place.clone(), detail: String::new(), estimate, found })
    };
    Ok(Claim {
        says: "INS beats SSS* in about 80 % of the trees of odd depth.".into(),
        source: "Marsland, Reinefeld and Schaeffer 1987, section 5",
        quantity: "trees where INS visits fewer leaves than SSS*, %".into(),
        reading: "'About' is read as 75 to 85 %; a tie counts as half.".into(),
        mark: Mark::Between(75.0, 85.0),
        measures: cells.iter().filter_map(measure).collect(),
        experiments: ODD.to_vec(),
        missing,
    })
}

fn marginally(shelf: &Shelf) -> anyhow::Result<Claim> {
    let (cells, missing) = cells(shelf, &EVEN, |row| row.place.is_even() && row.place.depth > 2)?;
    let measure = |cell: &Cell| {
        let estimate = wins(cell, "sss-star", "informed-negascout")?;
        let found = estimate.within(50.0, 65.0);
        Some(Measure { place: cell.place.clone(), detail: String::new(), estimate, found })
    };
    Ok(Claim {
        says:
            "On trees of even depth SSS* is better than INS only marginally more often than not: its lead in the mean \
               comes from a few trees."
                .into(),
        source: "Marsland, Reinefeld and Schaeffer 1987, section 5",
        quantity: "trees where SSS* visits fewer leaves than INS, %".into(),
        reading: "'Marginally' is read as 50 to 65 %; a tie counts as half; depths of 4 and more.".into(),
        mark: Mark::Between(50.0, 65.0),
        measures: cells.iter().filter_map(measure).collect(),
        experiments: EVEN.to_vec(),
        missing,
    })
}

fn never_more(shelf: &Shelf) -> anyhow::Result<Claim> {
    let (cells, missing) = cells(shelf, &ALL, |_| true)?;
    let measure = |cell: &Cell| {
        let pairs = cell.pairs("sss-star", "alpha-beta")?;
        let kept = pairs.iter().filter(|(sss, alpha_beta)| sss <= alpha_beta).count();
        let found = if kept == pairs.len() { Found::Yes } else { Found::No };
        let estimate = Estimate::exact(100.0 * kept as f64 / pairs.len().max(1) as f64);
        let detail = format!("{} trees", pairs.len());
        Some(Measure { place: cell.place.clone(), detail, estimate, found })
    };
    Ok(Claim {
        says: "SSS* never visits more leaves than alpha-beta.".into(),
        source: "Stockman 1979; Marsland 1991 (the survey), section 3.6",
        quantity: "trees where SSS* visits at most the leaves of alpha-beta, %".into(),
        reading: "A theorem about every single tree: one exception would refute it.".into(),
        mark: Mark::At(100.0),
        measures: cells.iter().filter_map(measure).collect(),
        experiments: ALL.to_vec(),
        missing: if cells.is_empty() { missing } else { Vec::new() },
    })
}
