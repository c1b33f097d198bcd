//! The tables that a person reads after a run, as data: a front end only prints them.

use provebest::Algorithm;

use crate::paper_comparison::{PaperComparison, rms};
use crate::plan::Plan;
use crate::plot::FEWEST_FOR_INTERVALS;
use crate::results::{Results, Summary};
use crate::statistics::Sample;
use crate::subject::Subject;

/// A table of text. Its first column is aligned to the left, and so is `names`; all others are aligned to the right.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    /// The names of the columns.
    pub header: Vec<String>,
    /// A column of names, if there is one beyond the first.
    pub names: Option<usize>,
    /// The rows, each as long as the header.
    pub rows: Vec<Vec<String>>,
}

/// More columns of algorithms do not fit on a screen.
const WIDEST: usize = 8;

/// The means of a run. Puzzles, and whatever an experiment has its own searches for, have nodes; trees and positions have leaf visits in percent of the minimal tree: a row for
/// each subject and key, a column for each algorithm. Where the algorithms are many, each has a row of its own, and each value
/// of the last key has a column.
pub fn overview(plan: &Plan, results: &Results) -> Layout {
    let (keys, summaries) = (&results.keys[..], &results.summaries()[..]);
    match keys.split_last() {
        _ if plan.own_searches => nodes(plan, keys, &results.counts, summaries),
        Some((last, others)) if plan.algorithms.len() > WIDEST => by_algorithm(plan, others, last, summaries),
        _ => by_keys(plan, keys, summaries),
    }
}

/// A row for each subject, key and search: nodes, and what else the experiment counts.
fn nodes(plan: &Plan, keys: &[&str], counts: &[&str], summaries: &[Summary]) -> Layout {
    let first = [if plan.is_of_puzzles() { "puzzles" } else { "trees" }];
    let header = first.iter().chain(keys).chain(&["algorithm", "n", "nodes"]).chain(counts);
    let row = |one: &Summary| {
        let size = match one.subject {
            Subject::Puzzle(size) => size.words(),
            Subject::Proof(size) => size.words(),
            other => other.to_string(),
        };
        let count = |sample: &Sample| if sample.count() > 0 { rounded(sample.mean()) } else { String::new() };
        let mut row = vec![size];
        row.extend(one.keys.iter().map(key_text));
        row.extend([one.algorithm.clone(), one.nodes.count().to_string(), rounded(one.nodes.mean())]);
        row.extend(one.counts.iter().map(count));
        row
    };
    Layout {
        header: header.map(|name| name.to_string()).collect(),
        names: Some(keys.len() + 1),
        rows: summaries.iter().map(row).collect(),
    }
}

fn by_keys(plan: &Plan, keys: &[&str], summaries: &[Summary]) -> Layout {
    const MOST: usize = 12;
    let header = ["trees"].iter().chain(keys).copied().chain(plan.algorithms.iter().map(short));
    let mut rows = Vec::new();
    for subject in plan.subjects() {
        let own: Vec<&Summary> = summaries.iter().filter(|summary| summary.subject == subject).collect();
        for value in some_keys(&own, MOST) {
            // Searches that are only compared with have no keys, and no column.
            if !plan.algorithms.iter().any(|algorithm| find(&own, algorithm, &value).is_some()) {
                continue;
            }
            let mut row = vec![subject.to_string()];
            row.extend(value.iter().map(key_text));
            row.extend(plan.algorithms.iter().map(|algorithm| mean(find(&own, algorithm, &value))));
            rows.push(row);
        }
    }
    Layout { header: header.map(String::from).collect(), names: None, rows }
}

fn find<'s>(own: &[&'s Summary], algorithm: &Algorithm, keys: &[Option<i64>]) -> Option<&'s Summary> {
    own.iter().copied().find(|summary| summary.algorithm == algorithm.name() && summary.keys == keys)
}

fn by_algorithm(plan: &Plan, others: &[&str], last: &str, summaries: &[Summary]) -> Layout {
    let mut columns: Vec<Option<i64>> = summaries.iter().filter_map(|summary| summary.keys.last().copied()).collect();
    columns.sort_unstable();
    columns.dedup();
    let step = columns.len().div_ceil(WIDEST).max(1);
    let columns: Vec<Option<i64>> = columns.into_iter().step_by(step).collect();
    let header = ["trees"].iter().chain(others).chain(&["algorithm"]).map(|name| name.to_string());
    let header = header.chain(columns.iter().map(|column| format!("{last} {}", key_text(column))));
    let mut rows = Vec::new();
    for subject in plan.subjects() {
        let own: Vec<&Summary> = summaries.iter().filter(|summary| summary.subject == subject).collect();
        let mut places: Vec<&[Option<i64>]> = own.iter().map(|summary| &summary.keys[..others.len()]).collect();
        places.sort_unstable();
        places.dedup();
        for (place, algorithm) in places.iter().flat_map(|place| plan.algorithms.iter().map(move |a| (*place, a))) {
            let mut row = vec![subject.to_string()];
            row.extend(place.iter().map(key_text));
            row.push(short(algorithm).into());
            row.extend(columns.iter().map(|column| {
                let here = |summary: &&&Summary| summary.keys.split_last() == Some((column, place));
                mean(own.iter().filter(here).find(|summary| summary.algorithm == algorithm.name()).copied())
            }));
            rows.push(row);
        }
    }
    Layout { header: header.collect(), names: Some(others.len() + 1), rows }
}

/// The numbers of a paper with those measured here: a row for each subject and key, a column for each quantity.
pub fn printed(keys: &[&str], paper: &[PaperComparison]) -> Layout {
    let mut quantities: Vec<&str> = Vec::new();
    let mut places: Vec<(Subject, &[Option<i64>])> = Vec::new();
    for one in paper {
        let place = (one.subject, &one.keys[..]);
        if !places.contains(&place) {
            places.push(place);
        }
        if !quantities.contains(&one.quantity) {
            quantities.push(one.quantity);
        }
    }
    let row = |(subject, keys): (Subject, &[Option<i64>])| {
        let mut row = vec![subject.to_string()];
        row.extend(keys.iter().map(key_text));
        row.extend(quantities.iter().map(|quantity| {
            let here = |one: &&PaperComparison| one.quantity == *quantity && one.keys == keys && one.subject == subject;
            paper.iter().find(here).map_or(String::new(), pair)
        }));
        row
    };
    let rows = places.into_iter().map(row).collect();
    let header = ["trees"].iter().chain(keys).chain(&quantities).map(|name| name.to_string()).collect();
    Layout { header, names: None, rows }
}

/// How well the numbers of each source agree with ours, a sentence for each.
pub fn sources(paper: &[PaperComparison]) -> Vec<String> {
    let mut names: Vec<(&str, u32)> = paper.iter().map(|one| (one.source, one.trials)).collect();
    names.sort_unstable();
    names.dedup();
    let line = |(name, trials): (&str, u32)| {
        let own: Vec<&PaperComparison> = paper.iter().filter(|one| one.source == name).collect();
        let inside = own.iter().filter(|one| one.inside()).count();
        if trials == 1 {
            return format!(
                "{name} | measured here: {inside} of {} numbers lie in the range over the trees",
                own.len()
            );
        }
        let farthest = own.iter().filter_map(|one| one.z()).map(f64::abs).fold(0.0, f64::max);
        format!(
            "{name} | measured here: {} numbers, root mean square of z {:.2}, the farthest {farthest:.2} standard errors off",
            own.len(),
            rms(own.iter().copied())
        )
    };
    let mut lines: Vec<String> = names.into_iter().map(line).collect();
    let tables: Vec<&PaperComparison> = paper.iter().filter(|one| one.trials > 1 && !one.sharp).collect();
    if !tables.is_empty() {
        let all = rms(tables.iter().copied());
        lines.push(format!("all {} numbers of the paper: root mean square of z {all:.2}", tables.len()));
    }
    lines
}

fn short(algorithm: &Algorithm) -> &str {
    algorithm.about().short.unwrap_or(algorithm.name())
}

fn mean(summary: Option<&Summary>) -> String {
    summary.map_or(String::new(), |s| match s.percent.count() < FEWEST_FOR_INTERVALS.into() {
        true => format!("{:.0}", s.percent.mean()),
        false => format!("{:.0} ±{:.0}", s.percent.mean(), s.percent.half_interval()),
    })
}

fn key_text(key: &Option<i64>) -> String {
    key.map_or(String::new(), |key| key.to_string())
}

/// A mean for people to read: shares and other small ones with what follows the point.
pub(crate) fn rounded(mean: f64) -> String {
    match mean {
        small if small < 10.0 && small.fract() != 0.0 => format!("{small:.2}"),
        large => with_commas(large.round() as u64),
    }
}

/// A whole number with commas between thousands.
pub(crate) fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// Some of many keys, evenly spread, and those next to a border.
fn some_keys(own: &[&Summary], most: usize) -> Vec<Vec<Option<i64>>> {
    let mut values: Vec<Vec<Option<i64>>> = own.iter().map(|summary| summary.keys.clone()).collect();
    values.sort_unstable();
    values.dedup();
    let (count, step) = (values.len(), values.len().div_ceil(most).max(1));
    let near = |value: &[Option<i64>]| value.iter().flatten().any(|key| (-1..=0).contains(key));
    let shown = |(i, value): &(usize, Vec<Option<i64>>)| i % step == 0 || i + 1 == count || near(value);
    values.into_iter().enumerate().filter(shown).map(|(_, value)| value).collect()
}

/// A printed number and ours: the range over the trees if it is of one instance, otherwise the mean.
fn pair(one: &PaperComparison) -> String {
    let number = |x: f64| match x {
        x if x.is_infinite() => "\u{221e}".to_string(),
        x if x.fract() == 0.0 || x >= 1000.0 => format!("{x:.0}"),
        x => format!("{x:.2}"),
    };
    let (least, most) = one.measured.range();
    let ours = match one.trials {
        1 if least < most => format!("{}..{}", number(least), number(most)),
        _ => number(one.measured.mean()),
    };
    let outside = if one.trials == 1 && !one.inside() { " (!)" } else { "" };
    format!("{} | {ours}{outside}", number(one.printed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Counted;
    use crate::row::Row;

    #[test]
    fn a_share_is_not_rounded_away() {
        assert_eq!([0.0, 0.5, 1.0, 12.5, 1736.5].map(rounded), ["0", "0.50", "1", "13", "1,737"]);
    }

    #[test]
    fn commas_stand_between_thousands() {
        assert_eq!([7, 123, 1234, 1_234_567].map(with_commas), ["7", "123", "1,234", "1,234,567"]);
    }

    /// Rows of all algorithms of a plan on its subjects, with each of these keys.
    fn results(plan: &Plan, keys: &[i64]) -> Results {
        let mut rows = Vec::new();
        for (subject, key) in plan.subjects().into_iter().flat_map(|subject| keys.iter().map(move |key| (subject, key)))
        {
            for algorithm in &plan.algorithms {
                let row = Row {
                    keys: vec![Some(*key)],
                    algorithm: algorithm.name().into(),
                    leaves: None,
                    leaf_visits: subject.minimal().unwrap_or(0),
                    nodes: 1234,
                    stored: 0,
                    seconds: 0.0,
                    took: None,
                    base: None,
                    counts: Vec::new(),
                };
                rows.push(Counted { subject, tree: 0, row });
            }
        }
        Results { keys: vec!["processors"], counts: Vec::new(), rows }
    }

    #[test]
    fn few_algorithms_stand_side_by_side_and_many_below_each_other() {
        let few = Plan::of(&[Algorithm::AlphaBeta, Algorithm::NegaScout], &[3], &[4], 1);
        let table = overview(&few, &results(&few, &[1, 2]));
        assert_eq!(table.header[..2], ["trees", "processors"]);
        assert_eq!((table.header.len(), table.rows.len(), table.names), (4, 2 * 2, None));
        assert!(table.rows.iter().all(|row| row[2] == "100" && row[3] == "100"));

        let many = Plan::of(Algorithm::SEQUENTIAL, &[3], &[4], 1);
        let table = overview(&many, &results(&many, &[1, 2]));
        assert_eq!(table.header, ["trees", "algorithm", "processors 1", "processors 2"]);
        assert_eq!((table.rows.len(), table.names), (2 * many.algorithms.len(), Some(1)));
    }
}
