//! The tables that experiments leave behind, read back.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::Context;
use csv::StringRecord;

use super::place::Place;
use crate::row::Took;

/// A row of `data.csv`: one tree, one algorithm.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The kind of tree.
    pub place: Place,
    /// The number of the tree among its kind.
    pub tree: u64,
    /// The experiment's own key, such as the distance of a window.
    pub key: Option<i64>,
    /// The name of the algorithm.
    pub algorithm: String,
    /// Distinct leaves, where they were counted.
    pub leaves: Option<u64>,
    /// Visits of leaves.
    pub leaf_visits: u64,
    /// Entries into nodes; 0 where they were not counted.
    pub nodes: u64,
    /// Leaves of the minimal tree.
    pub minimal: u64,
    /// How long mail took, where it was varied.
    pub latency: u64,
    /// What it took on a machine of many processors.
    pub took: Option<Took>,
}

/// A row of `paper.csv`: a number that a paper printed, and the same measured here.
#[derive(Clone, Debug)]
pub(super) struct Printed {
    /// The kind of tree.
    pub place: Place,
    /// What it is.
    pub quantity: String,
    /// Where it is printed.
    pub source: String,
    /// How many processors there were; none for a sequential search.
    pub processors: Option<u64>,
    /// How much room there was, where it was varied.
    pub memory: Option<u64>,
    /// The number.
    pub printed: f64,
    /// The least of all trees.
    pub least: f64,
    /// The most of all trees.
    pub most: f64,
    /// The number of trees.
    pub trees: u64,
    /// By how many standard errors it lies off our mean.
    pub z: Option<f64>,
}

/// A row of `timing.csv`: one kind of tree, one algorithm.
#[derive(Clone, Debug)]
pub(super) struct Timing {
    /// The kind of tree.
    pub place: Place,
    /// The experiment's own key.
    pub key: Option<i64>,
    /// The name of the algorithm.
    pub algorithm: String,
    /// The number of trees.
    pub trees: u64,
    /// Processor time for a tree.
    pub mean_seconds: f64,
    /// Its standard deviation over the trees.
    pub sd_seconds: f64,
    /// Processor time for a visit of a leaf.
    pub per_visit: f64,
}

/// The folder with all results; what was read is kept.
pub(super) struct Shelf {
    dir: PathBuf,
    data: RefCell<BTreeMap<String, Option<Rc<Vec<Row>>>>>,
}

impl Shelf {
    /// The results below `dir`.
    pub fn new(dir: &Path) -> Shelf {
        Shelf { dir: dir.to_path_buf(), data: RefCell::default() }
    }

    /// The rows of an experiment; nothing if it was not run.
    pub fn data(&self, experiment: &str) -> anyhow::Result<Option<Rc<Vec<Row>>>> {
        if let Some(known) = self.data.borrow().get(experiment) {
            return Ok(known.clone());
        }
        let rows = self.read(experiment, "data.csv", row)?.map(Rc::new);
        self.data.borrow_mut().insert(experiment.into(), rows.clone());
        Ok(rows)
    }

    /// The times of an experiment; nothing if it was not run.
    pub fn timing(&self, experiment: &str) -> anyhow::Result<Option<Vec<Timing>>> {
        self.read(experiment, "timing.csv", timing)
    }

    /// The printed numbers and those of an experiment; nothing if it was not run.
    pub fn printed(&self, experiment: &str) -> anyhow::Result<Option<Vec<Printed>>> {
        self.read(experiment, "paper.csv", printed)
    }

    /// The picture of an experiment, ready to stand inside a page.
    pub fn figure(&self, experiment: &str) -> Option<String> {
        let text = std::fs::read_to_string(self.dir.join(experiment).join("figure.svg")).ok()?;
        text.find("<svg").map(|start| text[start..].trim_end().to_string())
    }

    /// What an experiment's manifest says under a name.
    pub fn manifest(&self, experiment: &str) -> Option<serde_json::Value> {
        let text = std::fs::read_to_string(self.dir.join(experiment).join("manifest.json")).ok()?;
        serde_json::from_str(&text).ok()
    }

    fn read<T>(
        &self,
        experiment: &str,
        file: &str,
        parse: impl Fn(&Columns, &StringRecord) -> anyhow::Result<T>,
    ) -> anyhow::Result<Option<Vec<T>>> {
        let path = self.dir.join(experiment).join(file);
        if !path.exists() {
            return Ok(None);
        }
        let mut reader = csv::Reader::from_path(&path).with_context(|| format!("{}", path.display()))?;
        let columns = Columns::new(reader.headers()?);
        let mut rows = Vec::new();
        for (number, record) in reader.records().enumerate() {
            let line = || format!("{}, line {}", path.display(), number + 2);
            rows.push(parse(&columns, &record.with_context(line)?).with_context(line)?);
        }
        Ok(Some(rows))
    }
}

/// Where which column stands.
struct Columns {
    names: BTreeMap<String, usize>,
    key: Option<usize>,
}

impl Columns {
    fn new(header: &StringRecord) -> Columns {
        let names: BTreeMap<String, usize> = header.iter().map(String::from).zip(0..).collect();
        let before = |name: &str| ["order", "width", "depth", "tree"].contains(&name);
        let key = header.iter().position(|name| !before(name)).filter(|&at| &header[at] != "algorithm");
        Columns { names, key }
    }

    fn text<'a>(&self, record: &'a StringRecord, name: &str) -> anyhow::Result<&'a str> {
        let at = self.names.get(name).with_context(|| format!("there is no column '{name}'"))?;
        Ok(&record[*at])
    }

    fn number<T: std::str::FromStr>(&self, record: &StringRecord, name: &str) -> anyhow::Result<T> {
        let text = self.text(record, name)?;
        text.parse().ok().with_context(|| format!("'{text}' in column '{name}' is not a number"))
    }

    /// A number that may be missing, in a column that may be missing.
    fn maybe<T: std::str::FromStr>(&self, record: &StringRecord, name: &str) -> Option<T> {
        record[*self.names.get(name)?].parse().ok()
    }

    fn took(&self, record: &StringRecord) -> Option<Took> {
        Some(Took {
            processors: self.maybe(record, "processors")?,
            time: self.maybe(record, "time")?,
            work: self.maybe(record, "work")?,
            idle: self.maybe(record, "idle")?,
            mail: self.maybe(record, "mail")?,
            messages: self.maybe(record, "messages")?,
            critical_path: self.maybe(record, "critical_path"),
        })
    }

    fn place(&self, record: &StringRecord) -> anyhow::Result<Place> {
        Ok(Place {
            order: self.text(record, "order")?.into(),
            width: self.number(record, "width")?,
            depth: self.number(record, "depth")?,
        })
    }

    fn key(&self, record: &StringRecord) -> Option<i64> {
        self.key.and_then(|at| record[at].parse().ok())
    }
}

fn row(columns: &Columns, record: &StringRecord) -> anyhow::Result<Row> {
    Ok(Row {
        place: columns.place(record)?,
        tree: columns.number(record, "tree")?,
        key: columns.key(record),
        algorithm: columns.text(record, "algorithm")?.into(),
        leaves: columns.text(record, "leaves")?.parse().ok(),
        leaf_visits: columns.number(record, "leaf_visits")?,
        nodes: columns.maybe(record, "nodes").unwrap_or(0),
        // Puzzles have none.
        minimal: if columns.text(record, "minimal")?.is_empty() { 0 } else { columns.number(record, "minimal")? },
        latency: columns.maybe(record, "latency").unwrap_or(0),
        took: columns.took(record),
    })
}

fn printed(columns: &Columns, record: &StringRecord) -> anyhow::Result<Printed> {
    Ok(Printed {
        place: columns.place(record)?,
        quantity: columns.text(record, "quantity")?.into(),
        source: columns.text(record, "source")?.into(),
        processors: columns.maybe(record, "processors"),
        memory: columns.maybe(record, "memory"),
        printed: columns.number(record, "printed")?,
        least: columns.number(record, "least")?,
        most: columns.number(record, "most")?,
        trees: columns.number(record, "n")?,
        z: columns.maybe(record, "z"),
    })
}

fn timing(columns: &Columns, record: &StringRecord) -> anyhow::Result<Timing> {
    Ok(Timing {
        place: columns.place(record)?,
        key: columns.key(record),
        algorithm: columns.text(record, "algorithm")?.into(),
        trees: columns.number(record, "n")?,
        mean_seconds: columns.number(record, "mean_seconds")?,
        sd_seconds: columns.number(record, "sd_seconds")?,
        per_visit: columns.number(record, "nanoseconds_per_leaf_visit")?,
    })
}
