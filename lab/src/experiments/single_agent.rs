//! What experiments on puzzles share.

use crate::layout::with_commas;
use crate::plan::Plan;
use crate::plot::{Curve, Ink, Point};
use crate::puzzles::{BRANCH_AND_BOUND, OUT_OF_MEMORY};
use crate::results::{Results, Summary};
use crate::statistics::Sample;
use crate::subject::{PuzzleSize, Subject};

/// A plan for boards of these sizes.
pub(super) fn boards(sizes: &[(u32, u32)], number: u32) -> Plan {
    Plan::of_puzzles(sizes.iter().map(|&(width, height)| PuzzleSize::Tiles { width, height }), number)
}

/// The names in the tables of a kind of puzzle, in their order.
pub(super) fn names(results: &Results, subject: Subject) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for one in results.rows.iter().filter(|one| one.subject == subject) {
        if !names.contains(&one.row.algorithm) {
            names.push(one.row.algorithm.clone());
        }
    }
    names
}

/// What a name of the tables is called in a picture. Where there are several heuristics, the search is named by the title.
pub(super) fn label(name: &str) -> String {
    match name {
        "a-star" => "A*".into(),
        "ida-star" => "IDA*".into(),
        "parallel-iterative-a-star" => "PIA*".into(),
        "hash-distributed-a-star" => "hash-distributed A*".into(),
        OUT_OF_MEMORY => "A*, out of memory".into(),
        BRANCH_AND_BOUND => "branch and bound".into(),
        "ida-star+pdb-663" => "databases 6-6-3".into(),
        "ida-star+pdb-78" => "databases 7-8".into(),
        _ => {
            name.strip_prefix("ida-star+").unwrap_or(name).replace('-', " ").replace("manhattan", "Manhattan distance")
        }
    }
}

/// A kind of board, by its size.
pub(super) fn size(subject: Subject) -> String {
    format!("{}x{}", subject.width(), subject.depth())
}

/// A number of nodes in a sentence: whole, with commas between thousands.
pub(super) fn whole(number: f64) -> String {
    with_commas(number.round() as u64)
}

/// The ink of a search, the same in every picture; of a heuristic by its place in the list.
pub(super) fn search_ink(name: &str, place: usize) -> Ink {
    match name {
        "ida-star" => ink(0),
        "a-star" => ink(1),
        BRANCH_AND_BOUND => ink(2),
        OUT_OF_MEMORY => ink(11),
        _ => ink(place),
    }
}

/// An ink for each place in a list.
pub(super) fn ink(place: usize) -> Ink {
    Ink::numbered(place)
}

/// A curve for each name over what the summaries know.
pub(super) fn curves(
    results: &Results,
    subject: Subject,
    x: impl Fn(&Summary) -> Option<f64>,
    y: impl Fn(&Summary) -> Sample,
) -> Vec<Curve> {
    let all = results.summaries();
    let curve = |(place, name): (usize, String)| {
        let own = all.iter().filter(|summary| summary.subject == subject && summary.algorithm == name);
        let points: Vec<Point> = own.filter_map(|summary| Some(point(x(summary)?, &y(summary)))).collect();
        (!points.is_empty()).then_some(Curve { label: label(&name), ink: search_ink(&name, place), points })
    };
    names(results, subject).into_iter().enumerate().filter_map(curve).collect()
}

/// A mean with the least and the most, on a scale of equal factors.
pub(super) fn point(x: f64, sample: &Sample) -> Point {
    let (low, high) = sample.range();
    Point { x, y: sample.mean().max(1e-9), low: low.max(1e-9), high: high.max(1e-9) }
}

/// The same curves, each a little to the right of the one before, so that their bars can be told apart.
pub(super) fn apart(mut curves: Vec<Curve>, factor: f64) -> Vec<Curve> {
    let middle = (curves.len() as f64 - 1.0) / 2.0;
    for (place, curve) in curves.iter_mut().enumerate() {
        curve.points.iter_mut().for_each(|point| point.x *= factor.powf(place as f64 - middle));
    }
    curves
}

/// A line of theory.
pub(super) fn line(label: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Curve {
    let points = points.into_iter().map(|(x, y)| Point::sharp(x, y)).collect();
    Curve { label: label.into(), ink: Ink::THEORY, points }
}

/// All rows of a name on a kind of puzzle.
pub(super) fn rows<'a>(
    results: &'a Results,
    subject: Subject,
    name: &'a str,
) -> impl Iterator<Item = &'a crate::results::Counted> {
    results.rows.iter().filter(move |one| one.subject == subject && one.row.algorithm == name)
}

/// A sample of some numbers.
pub(super) fn sample(numbers: impl IntoIterator<Item = f64>) -> Sample {
    let mut sample = Sample::default();
    numbers.into_iter().for_each(|number| sample.add(number));
    sample
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_as_people_write_them() {
        let labels = ["ida-star", "ida-star+manhattan", "ida-star+pdb-78", "first-solution"].map(label);
        assert_eq!(labels, ["IDA*", "Manhattan distance", "databases 7-8", "first solution"]);
        assert_eq!([7.0, 62.5, 1234.4, 1_234_567.0].map(whole), ["7", "63", "1,234", "1,234,567"]);
    }
}
