//! The claims, one topic a file.

mod games;
mod leaves;
mod machines;
mod overheads;
mod printed;
mod puzzles;
mod rows;
mod selective;
mod theory;
mod wall;
mod wins;

use std::collections::BTreeMap;

use super::claim::Claim;
use super::place::Place;
use super::table::{Row, Shelf};
use crate::plot::label;

/// All claims, in the order of the report, with what was measured so far.
pub(super) fn all(shelf: &Shelf) -> anyhow::Result<Vec<Claim>> {
    let mut claims = leaves::claims(shelf)?;
    claims.extend(wins::claims(shelf)?);
    claims.extend(wall::claims(shelf)?);
    claims.extend(overheads::claims(shelf)?);
    claims.extend(theory::claims(shelf)?);
    claims.extend(printed::claims(shelf)?);
    claims.extend(machines::claims(shelf)?);
    claims.extend(games::claims(shelf)?);
    claims.extend(puzzles::claims(shelf)?);
    claims.extend(selective::claims(shelf)?);
    Ok(claims)
}

/// All trees of a kind, with what each algorithm visited.
struct Cell {
    place: Place,
    visits: BTreeMap<String, BTreeMap<u64, f64>>,
}

impl Cell {
    /// Visits of two algorithms, tree by tree.
    fn pairs(&self, first: &str, second: &str) -> Option<Vec<(f64, f64)>> {
        let (first, second) = (self.visits.get(first)?, self.visits.get(second)?);
        Some(first.iter().filter_map(|(tree, a)| Some((*a, *second.get(tree)?))).collect())
    }

    /// The mean visits of an algorithm.
    fn mean(&self, algorithm: &str) -> Option<f64> {
        let visits = self.visits.get(algorithm)?;
        Some(visits.values().sum::<f64>() / visits.len() as f64)
    }
}

/// The rows of some experiments by kind of tree, each kind from the first experiment that has it; and the experiments
/// that were not run.
fn cells(
    shelf: &Shelf,
    experiments: &[&'static str],
    wanted: impl Fn(&Row) -> bool,
) -> anyhow::Result<(Vec<Cell>, Vec<&'static str>)> {
    let (mut cells, mut missing): (Vec<Cell>, Vec<&'static str>) = (Vec::new(), Vec::new());
    for &experiment in experiments {
        let Some(rows) = shelf.data(experiment)? else {
            missing.push(experiment);
            continue;
        };
        let mut fresh: Vec<Cell> = Vec::new();
        let mut at: BTreeMap<&Place, usize> = BTreeMap::new();
        for row in rows.iter().filter(|row| wanted(row)) {
            if cells.iter().any(|cell| cell.place == row.place) {
                continue;
            }
            let at = *at.entry(&row.place).or_insert_with(|| {
                fresh.push(Cell { place: row.place.clone(), visits: BTreeMap::new() });
                fresh.len() - 1
            });
            let visits = fresh[at].visits.entry(row.algorithm.clone()).or_default();
            visits.insert(row.tree, row.leaf_visits as f64);
        }
        cells.extend(fresh);
    }
    cells.sort_by(|a, b| a.place.in_order(&b.place));
    Ok((cells, missing))
}

/// The short name that the papers use.
fn short(algorithm: &str) -> &str {
    match algorithm.parse() {
        Ok(known) => label(known),
        Err(_) => algorithm,
    }
}
