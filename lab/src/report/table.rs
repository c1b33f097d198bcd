//! The tables that experiments leave behind, read back.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::Context;
use csv::StringRecord;

use super::place::Place;
use crate::row::Took;

/// A `data.csv`: one row for each tree, trial and algorithm.
#[derive(Clone, Debug)]
pub(super) struct Data {
    columns: BTreeMap<String, usize>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A row of `data.csv`.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The kind of tree.
    pub place: Place,
    /// The number of the tree among its kind.
    pub tree: u64,
    /// The experiment's own keys, such as the distance of a window.
    pub keys: Vec<Option<i64>>,
    /// The name of the algorithm.
    pub algorithm: Rc<str>,
    /// What was counted.
    numbers: Box<[f64]>,
}

impl Data {
    /// A column by its name. A column that this table lacks has no numbers.
    pub fn column(&self, name: &str) -> impl Fn(&Row) -> Option<f64> + use<> {
        let at = self.columns.get(name).copied();
        move |row| at.map(|at| row.numbers[at]).filter(|number| !number.is_nan())
    }

    /// All kinds of trees, in their order.
    pub fn places(&self) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::new();
        for row in &self.rows {
            if places.last() != Some(&row.place) && !places.contains(&row.place) {
                places.push(row.place.clone());
            }
        }
        places.sort_by(Place::in_order);
        places
    }

    /// What a search took on a machine of many processors.
    pub fn took(&self, row: &Row) -> Option<Took> {
        let number = |name: &str| self.column(name)(row).map(|number| number as u64);
        let processors = row.keys.first().copied().flatten()? as u64;
        Some(Took {
            processors,
            time: number("time")?,
            work: number("work")?,
            idle: number("idle")?,
            mail: number("mail")?,
            messages: number("messages")?,
            critical_path: number("critical_path"),
        })
    }
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

/// A row of `paper.csv` with all its keys, for a table beside the paper's.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    /// The names and values of the columns that say what was searched, and how.
    pub keys: Vec<(String, String)>,
    /// What it is.
    pub quantity: String,
    /// Where it is printed.
    pub source: String,
    /// The number.
    pub printed: f64,
    /// Of how many trials the printed number is the mean.
    pub trials: u32,
    /// Our mean.
    pub mean: f64,
    /// The standard deviation over our trees.
    pub sd: f64,
    /// The number of our trees.
    pub trees: u64,
}

impl Comparison {
    /// How far a mean of as many trials as the paper's may lie off ours, in 95 %.
    pub fn reach(&self) -> f64 {
        1.96 * self.sd / f64::from(self.trials.max(1)).sqrt()
    }

    /// Does the printed number lie that near? Numbers are printed with few digits.
    pub fn fits(&self) -> bool {
        self.printed == self.mean || (self.printed - self.mean).abs() <= self.reach() + 0.005
    }
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
    data: RefCell<BTreeMap<String, Option<Rc<Data>>>>,
}

impl Shelf {
    /// The results below `dir`.
    pub fn new(dir: &Path) -> Shelf {
        Shelf { dir: dir.to_path_buf(), data: RefCell::default() }
    }

    /// The rows of an experiment; nothing if it was not run.
    pub fn data(&self, experiment: &str) -> anyhow::Result<Option<Rc<Data>>> {
        if let Some(known) = self.data.borrow().get(experiment) {
            return Ok(known.clone());
        }
        let mut names = BTreeMap::new();
        let rows = self.read(experiment, "data.csv", |columns, record| row(columns, record, &mut names))?;
        let data = rows.map(|(columns, rows)| Rc::new(Data { columns: columns.counted(), rows }));
        self.data.borrow_mut().insert(experiment.into(), data.clone());
        Ok(data)
    }

    /// The times of an experiment; nothing if it was not run.
    pub fn timing(&self, experiment: &str) -> anyhow::Result<Option<Vec<Timing>>> {
        Ok(self.read(experiment, "timing.csv", timing)?.map(|(_, rows)| rows))
    }

    /// The printed numbers and those of an experiment; nothing if it was not run.
    pub fn printed(&self, experiment: &str) -> anyhow::Result<Option<Vec<Printed>>> {
        Ok(self.read(experiment, "paper.csv", printed)?.map(|(_, rows)| rows))
    }

    /// The same with all keys.
    pub fn comparisons(&self, experiment: &str) -> anyhow::Result<Option<Vec<Comparison>>> {
        Ok(self.read(experiment, "paper.csv", comparison)?.map(|(_, rows)| rows))
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
        mut parse: impl FnMut(&Columns, &StringRecord) -> anyhow::Result<T>,
    ) -> anyhow::Result<Option<(Columns, Vec<T>)>> {
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
        Ok(Some((columns, rows)))
    }
}

/// Where which column stands.
struct Columns {
    names: BTreeMap<String, usize>,
    /// The key columns: all before that of the algorithm which do not name the tree.
    keys: Vec<usize>,
    /// The first column behind that of the algorithm.
    counts: usize,
}

impl Columns {
    fn new(header: &StringRecord) -> Columns {
        let names: BTreeMap<String, usize> = header.iter().map(String::from).zip(0..).collect();
        let before = |name: &str| ["order", "width", "depth", "tree"].contains(&name);
        let algorithm = header.iter().position(|name| name == "algorithm").unwrap_or(header.len());
        let keys = (0..algorithm).filter(|&at| !before(&header[at])).collect();
        Columns { names, keys, counts: (algorithm + 1).min(header.len()) }
    }

    /// Where the counts stand in the numbers of a row.
    fn counted(&self) -> BTreeMap<String, usize> {
        let of = |(name, at): (&String, &usize)| Some((name.clone(), at.checked_sub(self.counts)?));
        self.names.iter().filter_map(of).collect()
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

    fn place(&self, record: &StringRecord) -> anyhow::Result<Place> {
        Ok(Place {
            order: self.text(record, "order")?.into(),
            width: self.number(record, "width")?,
            depth: self.number(record, "depth")?,
        })
    }

    fn keys(&self, record: &StringRecord) -> Vec<Option<i64>> {
        self.keys.iter().map(|&at| record[at].parse().ok()).collect()
    }
}

fn row(columns: &Columns, record: &StringRecord, names: &mut BTreeMap<String, Rc<str>>) -> anyhow::Result<Row> {
    let name = columns.text(record, "algorithm")?;
    let algorithm = names.entry(name.into()).or_insert_with(|| name.into()).clone();
    columns.number::<f64>(record, "leaf_visits")?;
    let numbers = (columns.counts..record.len()).map(|at| record[at].parse().unwrap_or(f64::NAN));
    Ok(Row {
        place: columns.place(record)?,
        tree: columns.number(record, "tree")?,
        keys: columns.keys(record),
        algorithm,
        numbers: numbers.collect(),
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

fn comparison(columns: &Columns, record: &StringRecord) -> anyhow::Result<Comparison> {
    let end = columns.names.get("quantity").copied().unwrap_or(0);
    let mut keys: Vec<(usize, &String)> = columns.names.iter().map(|(name, &at)| (at, name)).collect();
    keys.retain(|(at, _)| *at < end);
    keys.sort_unstable();
    Ok(Comparison {
        keys: keys.into_iter().map(|(at, name)| (name.clone(), record[at].to_string())).collect(),
        quantity: columns.text(record, "quantity")?.into(),
        source: columns.text(record, "source")?.into(),
        printed: columns.number(record, "printed")?,
        trials: columns.number(record, "trials")?,
        mean: columns.number(record, "mean")?,
        sd: columns.number(record, "sd")?,
        trees: columns.number(record, "n")?,
    })
}

fn timing(columns: &Columns, record: &StringRecord) -> anyhow::Result<Timing> {
    Ok(Timing {
        place: columns.place(record)?,
        key: columns.keys(record).first().copied().flatten(),
        algorithm: columns.text(record, "algorithm")?.into(),
        trees: columns.number(record, "n")?,
        mean_seconds: columns.number(record, "mean_seconds")?,
        sd_seconds: columns.number(record, "sd_seconds")?,
        per_visit: columns.number(record, "nanoseconds_per_leaf_visit")?,
    })
}
