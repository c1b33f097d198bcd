//! The rows of one experiment.

use std::rc::Rc;

use super::super::claim::{Claim, Mark};
use super::super::place::Place;
use super::super::table::{Row, Shelf};

/// The rows of an experiment, if it was run.
pub(super) struct Rows {
    name: &'static str,
    rows: Option<Rc<Vec<Row>>>,
}

impl Rows {
    pub(super) fn read(shelf: &Shelf, name: &'static str) -> anyhow::Result<Rows> {
        Ok(Rows { name, rows: shelf.data(name)? })
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().flat_map(|rows| rows.iter())
    }

    /// All kinds of trees, in their order.
    pub(super) fn places(&self) -> Vec<Place> {
        let mut places: Vec<Place> = self.iter().map(|row| row.place.clone()).collect();
        places.sort();
        places.dedup();
        places
    }

    /// A claim that rests on them, still without its numbers.
    pub(super) fn claim(&self, says: &str, source: &'static str, quantity: &str, reading: &str, mark: Mark) -> Claim {
        Claim {
            says: says.into(),
            source,
            quantity: quantity.into(),
            reading: reading.into(),
            mark,
            measures: Vec::new(),
            experiments: vec![self.name],
            missing: if self.rows.is_none() { vec![self.name] } else { Vec::new() },
        }
    }
}
