//! The tables of an experiment: one row for each tree and trial, and their means.

use std::collections::BTreeMap;
use std::io::Write;

use crate::row::{Row, Took};
use crate::statistics::Sample;
use crate::subject::Subject;

/// Everything that was counted, in the order of the tables: by kind of tree, by tree, by trial.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Results {
    /// The names of the experiment's own key columns.
    pub keys: Vec<&'static str>,
    /// The names of the further counts of the experiment.
    pub counts: Vec<&'static str>,
    /// The rows.
    pub rows: Vec<Counted>,
}

/// A row and the tree it belongs to.
#[derive(Clone, PartialEq, Debug)]
pub struct Counted {
    /// The kind of tree.
    pub subject: Subject,
    /// The number of the tree.
    pub tree: u32,
    /// What was counted.
    pub row: Row,
}

impl Counted {
    /// Visits of leaves in percent of the minimal tree, if there is one.
    pub fn percent(&self) -> Option<f64> {
        Some(100.0 * self.row.leaf_visits as f64 / self.subject.minimal()? as f64)
    }
}

/// The means over all trees of a kind, for one trial.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The kind of tree.
    pub subject: Subject,
    /// The values of the experiment's own key columns.
    pub keys: Vec<Option<i64>>,
    /// The name of the algorithm.
    pub algorithm: String,
    /// Visits of leaves in percent of the minimal tree; empty for puzzles, which have none.
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
    /// What was searched, in the order of the tables.
    pub fn subjects(&self) -> Vec<Subject> {
        let mut subjects: Vec<Subject> = self.rows.iter().map(|counted| counted.subject).collect();
        subjects.dedup();
        subjects
    }

    /// One summary per kind of tree and trial, in the order of the tables.
    pub fn summaries(&self) -> Vec<Summary> {
        let mut list: Vec<Summary> = Vec::new();
        let mut places: BTreeMap<(Subject, &[Option<i64>], &str), usize> = BTreeMap::new();
        for counted in &self.rows {
            let Counted { subject, row, .. } = counted;
            let place = *places.entry((*subject, &row.keys, &row.algorithm)).or_insert(list.len());
            if place == list.len() {
                list.push(Summary {
                    subject: *subject,
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
            let summary = &mut list[place];
            counted.percent().into_iter().for_each(|percent| summary.percent.add(percent));
            summary.leaves_percent = match (summary.leaves_percent, row.leaves, subject.minimal()) {
                (Some(mut sample), Some(leaves), Some(minimal)) => {
                    sample.add(100.0 * leaves as f64 / minimal as f64);
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

    /// Does any row have a speed-up?
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
        let (machines, speedups) = (self.has_machines(), self.has_speedups());
        csv.write_record(self.data_header())?;
        for Counted { subject, tree, row } in &self.rows {
            let mut record = place(subject);
            record.push(tree.to_string());
            record.extend(row.keys.iter().map(|key| shown(*key)));
            record.push(row.algorithm.clone());
            record.push(shown(row.leaves));
            record.push(row.leaf_visits.to_string());
            record.push(shown(subject.minimal()));
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

    /// The columns of `data.csv`.
    pub fn data_header(&self) -> Vec<String> {
        let mut columns = vec!["leaves", "leaf_visits", "minimal", "nodes", "stored"];
        columns.extend(&self.counts);
        if self.has_machines() {
            columns.extend(Took::COLUMNS);
        }
        columns.extend(self.has_speedups().then_some("speedup"));
        self.header(&["tree"], &columns).into_iter().map(String::from).collect()
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
            let mut record = place(&summary.subject);
            record.extend(summary.keys.iter().map(|key| shown(*key)));
            record.push(summary.algorithm.clone());
            let percent = |number: f64| shown((summary.percent.count() > 0).then(|| decimal(number)));
            record.extend([percent(summary.percent.mean()), percent(summary.percent.deviation())]);
            record.push(summary.leaf_visits.count().to_string());
            record.extend([percent(low), percent(high)]);
            record.push(summary.leaves_percent.map_or(String::new(), |sample| decimal(sample.mean())));
            record.push(decimal(summary.leaf_visits.mean()));
            record.push(shown(summary.subject.minimal()));
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
            let scout = all.iter().find(|one| one.subject == summary.subject && one.algorithm == "negascout");
            let mut record = place(&summary.subject);
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

fn place(subject: &Subject) -> Vec<String> {
    vec![subject.kind().to_string(), subject.width().to_string(), subject.depth().to_string()]
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
