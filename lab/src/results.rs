//! The tables of an experiment: one row per tree and trial, and what they amount to.

use std::collections::BTreeMap;
use std::io::Write;

use crate::statistics::Sample;
use crate::trees::Cell;
use crate::trial::{Row, Took};

/// Everything that was counted, in the order of the tables: by kind of tree, by tree, by trial.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Results {
    /// The names of the experiment's own key columns.
    pub keys: Vec<&'static str>,
    /// The names of what the experiment counts beside.
    pub counts: Vec<&'static str>,
    /// The rows.
    pub rows: Vec<Counted>,
}

/// A row and the tree it belongs to.
#[derive(Clone, PartialEq, Debug)]
pub struct Counted {
    /// The kind of tree.
    pub cell: Cell,
    /// The number of the tree.
    pub tree: u32,
    /// What was counted.
    pub row: Row,
}

impl Counted {
    /// Visits of leaves in percent of the minimal tree.
    pub fn percent(&self) -> f64 {
        100.0 * self.row.leaf_visits as f64 / self.cell.minimal() as f64
    }
}

/// What all trees of a kind amount to, for one trial.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The kind of tree.
    pub cell: Cell,
    /// The values of the experiment's own key columns.
    pub keys: Vec<Option<i64>>,
    /// The name of the algorithm.
    pub algorithm: String,
    /// Visits of leaves in percent of the minimal tree.
    pub percent: Sample,
    /// Distinct leaves in percent of the minimal tree; nothing if they were not counted on every tree.
    pub leaves_percent: Option<Sample>,
    /// Visits of leaves.
    pub leaf_visits: Sample,
    /// Entries into nodes.
    pub nodes: Sample,
    /// Most descriptors stored at once.
    pub stored: Sample,
    /// The same of the tree that needed most.
    pub most_stored: u64,
    /// Processor time.
    pub seconds: Sample,
    /// What it took on machines of many processors, by [`Took::COLUMNS`]; empty samples for sequential searches.
    pub took: [Sample; Took::COLUMNS.len()],
    /// How many times sooner than another trial it knew the answer; empty where there is none.
    pub speedup: Sample,
    /// What else the experiment counts, where it did.
    pub counts: Vec<Sample>,
}

impl Summary {
    /// The first of the experiment's own keys.
    pub fn key(&self) -> Option<i64> {
        self.keys.first().copied().flatten()
    }

    /// When the answer was known, by the clock of the machine.
    pub fn time(&self) -> Sample {
        self.took[0]
    }

    /// Processor time of a visit of a leaf, in nanoseconds.
    pub fn nanoseconds_per_visit(&self) -> f64 {
        1e9 * self.seconds.mean() / self.leaf_visits.mean().max(1.0)
    }
}

impl Results {
    /// One summary per kind of tree and trial, in the order of the tables.
    pub fn summaries(&self) -> Vec<Summary> {
        let mut list: Vec<Summary> = Vec::new();
        let mut places: BTreeMap<(Cell, &[Option<i64>], &str), usize> = BTreeMap::new();
        for Counted { cell, row, .. } in &self.rows {
            let place = *places.entry((*cell, &row.keys, &row.algorithm)).or_insert(list.len());
            if place == list.len() {
                list.push(Summary {
                    cell: *cell,
                    keys: row.keys.clone(),
                    algorithm: row.algorithm.clone(),
                    percent: Sample::default(),
                    leaves_percent: Some(Sample::default()),
                    leaf_visits: Sample::default(),
                    nodes: Sample::default(),
                    stored: Sample::default(),
                    most_stored: 0,
                    seconds: Sample::default(),
                    took: Default::default(),
                    speedup: Sample::default(),
                    counts: vec![Sample::default(); self.counts.len()],
                });
            }
            let (summary, minimal) = (&mut list[place], cell.minimal() as f64);
            summary.percent.add(100.0 * row.leaf_visits as f64 / minimal);
            summary.leaves_percent = match (summary.leaves_percent, row.leaves) {
                (Some(mut sample), Some(leaves)) => {
                    sample.add(100.0 * leaves as f64 / minimal);
                    Some(sample)
                }
                _ => None,
            };
            summary.leaf_visits.add(row.leaf_visits as f64);
            summary.nodes.add(row.nodes as f64);
            summary.stored.add(row.stored as f64);
            summary.most_stored = summary.most_stored.max(row.stored);
            summary.seconds.add(row.seconds);
            for (sample, number) in summary.took.iter_mut().zip(row.took.iter().flat_map(Took::numbers)) {
                number.into_iter().for_each(|number| sample.add(number as f64));
            }
            row.speedup().into_iter().for_each(|speedup| summary.speedup.add(speedup));
            for (sample, count) in summary.counts.iter_mut().zip(&row.counts) {
                count.iter().for_each(|&count| sample.add(count as f64));
            }
        }
        list
    }

    /// Did anything run on many processors?
    fn has_machines(&self) -> bool {
        self.rows.iter().any(|counted| counted.row.took.is_some())
    }

    /// Was anything told by another trial?
    fn has_speedups(&self) -> bool {
        self.rows.iter().any(|counted| counted.row.base.is_some())
    }

    fn header(&self, before: &[&'static str], after: &[&'static str]) -> Vec<&'static str> {
        let places = ["order", "width", "depth"];
        places.iter().chain(before).chain(&self.keys).chain(&["algorithm"]).chain(after).copied().collect()
    }

    /// `data.csv`: one row per tree and trial, without a clock.
    pub fn write_data(&self, out: impl Write) -> anyhow::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        let mut columns = vec!["leaves", "leaf_visits", "minimal", "nodes", "stored"];
        columns.extend(&self.counts);
        let machines = self.has_machines();
        if machines {
            columns.extend(Took::COLUMNS);
        }
        let speedups = self.has_speedups();
        columns.extend(speedups.then_some("speedup"));
        csv.write_record(self.header(&["tree"], &columns))?;
        for Counted { cell, tree, row } in &self.rows {
            let mut record = place(cell);
            record.push(tree.to_string());
            record.extend(row.keys.iter().map(|key| shown(*key)));
            record.push(row.algorithm.clone());
            record.push(shown(row.leaves));
            record.push(row.leaf_visits.to_string());
            record.push(of_trees(cell, cell.minimal().to_string()));
            record.extend([row.nodes, row.stored].map(|number| number.to_string()));
            record.extend((0..self.counts.len()).map(|place| shown(row.counts.get(place).copied().flatten())));
            if machines {
                let took = row.took.map_or([None; Took::COLUMNS.len()], |took| took.numbers());
                record.extend(took.map(shown));
            }
            if speedups {
                record.push(shown(row.speedup().map(decimal)));
            }
            csv.write_record(record)?;
        }
        Ok(csv.flush()?)
    }

    /// `summary.csv`: means, standard deviations and 95 % intervals, without a clock.
    pub fn write_summary(&self, out: impl Write) -> anyhow::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        let mut columns = vec![
            "mean_percent_of_minimal",
            "sd_percent",
            "n",
            "low_percent_95",
            "high_percent_95",
            "mean_leaves_percent",
            "mean_leaf_visits",
            "minimal",
            "mean_nodes",
            "mean_stored",
            "most_stored",
        ];
        let counts: Vec<String> = self.counts.iter().map(|count| format!("mean_{count}")).collect();
        let machines = self.has_machines();
        if machines {
            columns.extend(["mean_time", "sd_time", "least_time", "most_time"]);
            columns.extend(["mean_work", "mean_idle", "mean_mail", "mean_messages", "mean_critical_path"]);
        }
        let speedups = self.has_speedups();
        if speedups {
            columns.extend(["mean_speedup", "sd_speedup", "least_speedup", "most_speedup"]);
        }
        let header = self.header(&[], &columns);
        csv.write_record(header.into_iter().chain(counts.iter().map(String::as_str)))?;
        for summary in self.summaries() {
            let (low, high) = summary.percent.interval();
            let mut record = place(&summary.cell);
            record.extend(summary.keys.iter().map(|key| shown(*key)));
            record.push(summary.algorithm.clone());
            let percent = |number: f64| of_trees(&summary.cell, decimal(number));
            record.extend([percent(summary.percent.mean()), percent(summary.percent.deviation())]);
            record.push(summary.percent.count().to_string());
            record.extend([percent(low), percent(high)]);
            record.push(summary.leaves_percent.map_or(String::new(), |sample| decimal(sample.mean())));
            record.push(decimal(summary.leaf_visits.mean()));
            record.push(of_trees(&summary.cell, summary.cell.minimal().to_string()));
            record.extend([decimal(summary.nodes.mean()), decimal(summary.stored.mean())]);
            record.push(summary.most_stored.to_string());
            if machines {
                let mean = |sample: &Sample| shown((sample.count() > 0).then(|| decimal(sample.mean())));
                record.extend(spread(&summary.time()));
                record.extend(summary.took[1..].iter().map(mean));
            }
            if speedups {
                record.extend(spread(&summary.speedup));
            }
            let mean = |sample: &Sample| shown((sample.count() > 0).then(|| decimal(sample.mean())));
            record.extend(summary.counts.iter().map(mean));
            csv.write_record(record)?;
        }
        Ok(csv.flush()?)
    }

    /// `timing.csv`: processor time, which no two runs have in common.
    pub fn write_timing(&self, out: impl Write) -> anyhow::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        csv.write_record(
            self.header(
                &[],
                &["n", "mean_seconds", "sd_seconds", "nanoseconds_per_leaf_visit", "relative_to_negascout"],
            ),
        )?;
        let all = self.summaries();
        for summary in &all {
            let scout = all.iter().find(|one| one.cell == summary.cell && one.algorithm == "negascout");
            let mut record = place(&summary.cell);
            record.extend(summary.keys.iter().map(|key| shown(*key)));
            record.push(summary.algorithm.clone());
            record.push(summary.seconds.count().to_string());
            record.push(format!("{:.9}", summary.seconds.mean()));
            record.push(format!("{:.9}", summary.seconds.deviation()));
            record.push(format!("{:.2}", summary.nanoseconds_per_visit()));
            let ratio = |scout: &Summary| summary.nanoseconds_per_visit() / scout.nanoseconds_per_visit();
            record.push(scout.map_or(String::new(), |scout| format!("{:.3}", ratio(scout))));
            csv.write_record(record)?;
        }
        Ok(csv.flush()?)
    }
}

fn place(cell: &Cell) -> Vec<String> {
    vec![cell.trees.to_string(), cell.width.to_string(), cell.depth.to_string()]
}

/// A puzzle has no minimal tree, and nothing is told in percent of it.
fn of_trees(cell: &Cell, text: String) -> String {
    if cell.trees.is_puzzle() { String::new() } else { text }
}

fn shown(number: Option<impl ToString>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

/// Mean, standard deviation, least and most, if there is anything.
fn spread(sample: &Sample) -> [String; 4] {
    let (least, most) = sample.range();
    let numbers = [sample.mean(), sample.deviation(), least, most];
    numbers.map(|number| shown((sample.count() > 0).then(|| decimal(number))))
}

fn decimal(number: f64) -> String {
    format!("{number:.4}")
}
