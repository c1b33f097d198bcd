//! Claims about how many leaves the algorithms of the 1987 paper visit.

use super::super::claim::{Claim, Mark, Measure};
use super::super::table::Shelf;
use super::{Cell, cells, short};
use crate::statistics::Sample;
use crate::statistics::{Estimate, Found};

const ALL: [&str; 3] = ["leaves-by-depth", "leaves-by-width-odd", "leaves-by-width-even"];
const ODD: [&str; 2] = ["leaves-by-depth", "leaves-by-width-odd"];
const EVEN: [&str; 2] = ["leaves-by-depth", "leaves-by-width-even"];

pub(super) fn claims(shelf: &Shelf) -> anyhow::Result<Vec<Claim>> {
    Ok(vec![
        best_on_even_depth(shelf)?,
        beats_on_odd_depth(shelf, "dual-star")?,
        beats_on_odd_depth(shelf, "informed-negascout")?,
        only_alpha_beta_is_worse(shelf)?,
        bushy(shelf, "dual-star", 10.0)?,
        bushy(shelf, "negascout", 25.0)?,
        spread(shelf)?,
        quarter(shelf)?,
        best_on_strongly_ordered(shelf)?,
    ])
}

/// The best algorithm but one, by its mean.
fn best_but<'a>(cell: &'a Cell, one: &str) -> Option<&'a str> {
    let others = cell.visits.keys().filter(|name| *name != one);
    let by_mean = others.filter_map(|name| Some((cell.mean(name)?, name.as_str())));
    by_mean.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, name)| name)
}

/// Whether an algorithm is the best: its excess over the best of the others.
fn best(cell: &Cell, one: &str) -> Option<Measure> {
    let other = best_but(cell, one)?;
    let estimate = Estimate::excess(&cell.pairs(one, other)?);
    let detail = format!("next is {}", short(other));
    Some(Measure { place: cell.place.clone(), detail, estimate, found: estimate.below(0.0) })
}

fn best_on_even_depth(shelf: &Shelf) -> anyhow::Result<Claim> {
    let (cells, missing) = cells(shelf, &EVEN, |row| row.place.is_even())?;
    Ok(Claim {
        says: "On trees of even depth SSS* visits the fewest leaves of all.".into(),
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.1.2, figures 5 and 7",
        quantity: "leaves of SSS* over those of the best other algorithm, %".into(),
        reading: String::new(),
        mark: Mark::Below(0.0),
        measures: cells.iter().filter_map(|cell| best(cell, "sss-star")).collect(),
        experiments: EVEN.to_vec(),
        missing,
    })
}

fn beats_on_odd_depth(shelf: &Shelf, algorithm: &str) -> anyhow::Result<Claim> {
    let (cells, missing) = cells(shelf, &ODD, |row| row.place.is_odd())?;
    let measure = |cell: &Cell| {
        let estimate = Estimate::excess(&cell.pairs(algorithm, "sss-star")?);
        Some(Measure { place: cell.place.clone(), detail: String::new(), estimate, found: estimate.below(0.0) })
    };
    let name = short(algorithm);
    Ok(Claim {
        says: format!("On trees of odd depth {name} visits fewer leaves than SSS*."),
        source: "Marsland, Reinefeld and Schaeffer 1987, sections 4.1.2 and 5, figures 5 and 6",
        quantity: format!("leaves of {name} over those of SSS*, %"),
        reading: "Depths of 3 and more: on one ply every algorithm sees every leaf.".into(),
        mark: Mark::Below(0.0),
        measures: cells.iter().filter_map(measure).collect(),
        experiments: ODD.to_vec(),
        missing,
    })
}

fn only_alpha_beta_is_worse(shelf: &Shelf) -> anyhow::Result<Claim> {
    let wanted = |row: &super::Row| row.place.is_odd() && row.place.width > 5;
    let (cells, missing) = cells(shelf, &ODD, wanted)?;
    let mut measures = Vec::new();
    for cell in &cells {
        for other in ["negascout", "partially-informed-negascout", "informed-negascout", "dual-star"] {
            let Some(pairs) = cell.pairs("sss-star", other) else { continue };
            let estimate = Estimate::excess(&pairs);
            let detail = format!("than {}", short(other));
            measures.push(Measure { place: cell.place.clone(), detail, estimate, found: estimate.above(0.0) });
        }
    }
    Ok(Claim {
        says: "On trees of odd depth wider than 5, SSS* beats only alpha-beta: DUAL*, INS, PNS and eventually even \
               NegaScout visit fewer leaves."
            .into(),
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.1.2, figures 5 and 6",
        quantity: "leaves of SSS* over those of the other, %".into(),
        reading: String::new(),
        mark: Mark::Above(0.0),
        measures,
        experiments: ODD.to_vec(),
        missing,
    })
}

fn bushy(shelf: &Shelf, algorithm: &str, percent: f64) -> anyhow::Result<Claim> {
    let wanted = |row: &super::Row| row.place.order == "60" && row.place.depth == 6 && row.place.width >= 20;
    let (cells, missing) = cells(shelf, &["leaves-by-width-even"], wanted)?;
    let (low, high) = (percent - 5.0, percent + 5.0);
    let measure = |cell: &Cell| {
        let estimate = Estimate::excess(&cell.pairs(algorithm, "sss-star")?);
        let found = estimate.within(low, high);
        Some(Measure { place: cell.place.clone(), detail: String::new(), estimate, found })
    };
    let name = short(algorithm);
    Ok(Claim {
        says: format!("On ordered bushy trees of depth 6 {name} visits about {percent} % more leaves than SSS*."),
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.1.2, figure 7",
        quantity: format!("leaves of {name} over those of SSS*, %"),
        reading: format!("Bushy means 20 children or more, as in the paper; 'about' is read as {low} to {high} %."),
        mark: Mark::Between(low, high),
        measures: cells.iter().filter_map(measure).collect(),
        experiments: vec!["leaves-by-width-even"],
        missing,
    })
}

fn spread(shelf: &Shelf) -> anyhow::Result<Claim> {
    let (cells, missing) = cells(shelf, &ALL, |row| row.place.depth > 2 && row.algorithm == "sss-star")?;
    let measure = |cell: &Cell| {
        let sample: Sample = cell.visits.get("sss-star")?.values().copied().collect();
        let estimate = Estimate::spread(&sample);
        let found = estimate.within(20.0, 40.0);
        Some(Measure { place: cell.place.clone(), detail: String::new(), estimate, found })
    };
    Ok(Claim {
        says: "The leaves of SSS* have a standard deviation of about 30 %.".into(),
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.1.2",
        quantity: "standard deviation over trees of the leaves of SSS*, % of their mean".into(),
        reading: "'About' is read as 20 to 40 %; depths of 3 and more.".into(),
        mark: Mark::Between(20.0, 40.0),
        measures: cells.iter().filter_map(measure).collect(),
        experiments: ALL.to_vec(),
        missing,
    })
}

fn quarter(shelf: &Shelf) -> anyhow::Result<Claim> {
    let (cells, missing) = cells(shelf, &ALL, |row| row.place.depth > 2)?;
    let measure = |cell: &Cell| {
        let sss = cell.visits.get("sss-star")?;
        let least = |tree: &u64| {
            let others = cell.visits.iter().filter(|(name, _)| *name != "sss-star");
            others.filter_map(|(_, visits)| visits.get(tree)).copied().reduce(f64::min)
        };
        let ratios: Vec<f64> = sss.iter().filter_map(|(tree, visits)| Some(visits / least(tree)?)).collect();
        let hits = ratios.iter().filter(|ratio| **ratio <= 0.25).count() as u64;
        let lowest = ratios.iter().copied().reduce(f64::min)?;
        let estimate = Estimate::share(hits, ratios.len() as u64);
        let found = match hits {
            0 if estimate.high < 1.0 => Found::No,
            0 => Found::Unclear,
            _ => Found::Yes,
        };
        let detail = format!("luckiest tree {:.0} %", 100.0 * lowest);
        Some(Measure { place: cell.place.clone(), detail, estimate, found })
    };
    Ok(Claim {
        says: "Sometimes SSS* visits only a quarter of the leaves of any other algorithm.".into(),
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.1.2",
        quantity: "trees where SSS* needs at most a quarter of the leaves of every other algorithm, %".into(),
        reading:
            "'Sometimes' is read as: on at least one of the trees. It fails if none was seen and the interval ends \
                  below 1 %. The row names the luckiest tree: the leaves of SSS* in percent \
                  of the best other algorithm."
                .into(),
        mark: Mark::Above(0.0),
        measures: cells.iter().filter_map(measure).collect(),
        experiments: ALL.to_vec(),
        missing,
    })
}

fn best_on_strongly_ordered(shelf: &Shelf) -> anyhow::Result<Claim> {
    let experiments = ["strongly-ordered"];
    let family = |name: &str| {
        let names = ["alpha-beta", "negascout", "partially-informed-negascout", "informed-negascout"];
        names.contains(&name) || ["sss-star", "dual-star", "pvs", "scout"].contains(&name)
    };
    let (cells, missing) = cells(shelf, &experiments, |row| row.place.is_odd() && family(&row.algorithm))?;
    Ok(Claim {
        says: "On strongly ordered bushy trees of odd depth DUAL* is the best.".into(),
        source: "Marsland 1991 (the survey), section 3.6, figure 5",
        quantity: "leaves of DUAL* over those of the best other algorithm, %".into(),
        reading: "Among the algorithms of both papers that need no first guess and no table; MT-DUAL* is DUAL*.".into(),
        mark: Mark::Below(0.0),
        measures: cells.iter().filter_map(|cell| best(cell, "dual-star")).collect(),
        experiments: experiments.to_vec(),
        missing,
    })
}
