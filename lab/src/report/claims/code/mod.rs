//! What a table of claims cannot say: one function for each peculiar quantity. It gets the name of an experiment, and returns
//! its numbers, or nothing if the experiment was not run.

pub(super) mod games;
pub(super) mod machines;
pub(super) mod printed;
pub(super) mod puzzles;
pub(super) mod theory;
pub(super) mod trees;
pub(super) mod wall;

use std::collections::BTreeMap;

use super::super::claim::Measure;
use super::super::place::Place;
use super::super::table::{Data, Row};

/// What a function returns.
type Found = anyhow::Result<Option<Vec<Measure>>>;

/// A column of the rows of an algorithm at a place, tree by tree, for rows that have these keys.
fn series(data: &Data, place: &Place, algorithm: &str, keys: &[Option<i64>], column: &str) -> BTreeMap<u64, f64> {
    let column = data.column(column);
    let own = |row: &&Row| row.place == *place && *row.algorithm == *algorithm && row.keys.starts_with(keys);
    data.rows.iter().filter(own).filter_map(|row| Some((row.tree, column(row)?))).collect()
}

/// Two numbers for each tree that has both.
fn pairs(first: &BTreeMap<u64, f64>, second: &BTreeMap<u64, f64>) -> Vec<(f64, f64)> {
    first.iter().filter_map(|(tree, number)| Some((*number, *second.get(tree)?))).collect()
}
