//! Claims about puzzles.

use std::collections::BTreeMap;

use super::super::claim::{Claim, Mark, Measure};
use super::super::place::Place;
use super::super::table::{Row, Shelf};
use super::rows::Rows;
use crate::puzzles::{BRANCH_AND_BOUND, OUT_OF_MEMORY};
use crate::statistics::Sample;
use crate::statistics::{Estimate, Found};

pub(super) fn claims(shelf: &Shelf) -> anyhow::Result<Vec<Claim>> {
    Ok(vec![
        counts(&Rows::read(shelf, "korf-100")?),
        growth(&Rows::read(shelf, "ida-star-growth")?),
        only_small_problems(&Rows::read(shelf, "a-star-memory")?),
        more_nodes(&Rows::read(shelf, "a-star-memory")?),
        salesmen(&Rows::read(shelf, "ida-star-tsp")?),
        speedup(&Rows::read(shelf, "pida-speedup")?),
        first_solutions(&Rows::read(shelf, "parallel-window")?),
    ])
}

impl Rows {
    fn of<'a>(&'a self, place: &'a Place, algorithm: &'a str) -> impl Iterator<Item = &'a Row> {
        self.iter().filter(move |row| row.place == *place && row.algorithm == algorithm)
    }

    /// The times on a number of processors, puzzle by puzzle.
    fn times(&self, place: &Place, algorithm: &str, processors: i64) -> Vec<(u64, f64)> {
        let own = self.of(place, algorithm).filter(|row| row.key == Some(processors));
        own.filter_map(|row| Some((row.tree, row.took?.time as f64))).collect()
    }
}

/// Some number of two kinds of rows, puzzle by puzzle.
fn pairs(first: Vec<(u64, f64)>, second: Vec<(u64, f64)>) -> Vec<(f64, f64)> {
    let second: BTreeMap<u64, f64> = second.into_iter().collect();
    first.into_iter().filter_map(|(tree, number)| Some((number, *second.get(&tree)?))).collect()
}

fn measure(place: Place, detail: &str, estimate: Estimate, found: Found) -> Measure {
    Measure { place, detail: detail.into(), estimate, found }
}

/// All hundred boards, or nothing can be said.
fn counts(puzzles: &Rows) -> Claim {
    let of = |place: Place| {
        let nodes: Vec<u64> = puzzles.of(&place, "ida-star+manhattan").map(|row| row.nodes).collect();
        let mean = Estimate::exact(nodes.iter().sum::<u64>() as f64 / 1e8);
        (nodes.len() == 100).then(|| measure(place, "Manhattan distance", mean, mean.within(362.5, 363.5)))
    };
    Claim {
        measures: puzzles.places().into_iter().filter_map(of).collect(),
        ..puzzles.claim(
            "IDA* with Manhattan distance solves Korf's hundred boards of the 15-puzzle with 363 million nodes in the mean.",
            "Korf 1985",
            "nodes generated in the mean, millions",
            "Blank moves in the order up, left, right, down, and not back; only a run of all hundred boards counts.",
            Mark::Between(362.5, 363.5),
        )
    }
}

/// So many boards have to have an iteration.
const ENOUGH: usize = 6;

fn growth(puzzles: &Rows) -> Claim {
    let mut measures = Vec::new();
    for place in puzzles.places() {
        for name in ["ida-star+manhattan", "ida-star+linear-conflict", "ida-star+walking-distance"] {
            let mut boards: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
            puzzles.of(&place, name).for_each(|row| boards.entry(row.tree).or_default().push(row.nodes));
            // The deepest iteration that enough boards have, and the one before it.
            let deep = |last: usize| boards.values().filter(|nodes| nodes.len() > last).count() >= ENOUGH;
            let Some(last) = (1..20).rev().find(|&last| deep(last)) else { continue };
            let deep = boards.values().filter(|nodes| nodes.len() > last);
            let factors: Sample = deep.map(|nodes| nodes[last] as f64 / nodes[last - 1] as f64).collect();
            let estimate = Estimate::with_error(factors.mean(), factors.standard_error(), factors.count());
            let detail = format!("{name}, iteration {last}");
            measures.push(measure(place.clone(), &detail, estimate, estimate.within(4.0, 5.0)));
        }
    }
    Claim {
        measures,
        ..puzzles.claim(
            "In the 15-puzzle an iteration of IDA* has in the limit 4.54 times the nodes of the one before, with any heuristic.",
            "Korf, Reid and Edelkamp 2001",
            "nodes of an iteration over those of the one before",
            "The growth falls towards its limit from above, so it may be too early to tell: measured at the deepest iteration that six boards have; 4 to 5 passes.",
            Mark::Between(4.0, 5.0),
        )
    }
}

fn only_small_problems(puzzles: &Rows) -> Claim {
    let fifteen = |place: &Place| (place.width, place.depth) == (4, 4);
    let of = |place: Place| {
        let [solved, out] = ["a-star", OUT_OF_MEMORY].map(|name| puzzles.of(&place, name).count() as u64);
        let share = Estimate::share(solved, solved + out);
        (solved + out > 0).then(|| measure(place, "", share, share.below(100.0)))
    };
    Claim {
        measures: puzzles.places().into_iter().filter(fifteen).filter_map(of).collect(),
        ..puzzles.claim(
            "Because of its high memory requirements A* can handle only small problems, such as the 3x4 puzzle.",
            "Marsland 1991 (the survey), section 2",
            "boards of the 15-puzzle that A* solves, %",
            "Within 1 GB (100 MB where it was run quickly). That is much more than there was in 1991, so what counts is whether some boards are still too large.",
            Mark::Below(100.0),
        )
    }
}

fn more_nodes(puzzles: &Rows) -> Claim {
    Claim {
        measures: puzzles.places().into_iter().filter_map(|place| beyond(puzzles, place, "a-star")).collect(),
        ..puzzles.claim(
            "IDA* may expand more nodes than A*.",
            "Marsland 1991 (the survey), section 2",
            "nodes of IDA* beyond those of A*, %",
            "Nodes generated, on the boards that A* solves.",
            Mark::Above(0.0),
        )
    }
}

/// The nodes of IDA* beyond those of another search, in percent, where both came to an end.
fn beyond(puzzles: &Rows, place: Place, other: &str) -> Option<Measure> {
    let nodes = |name| puzzles.of(&place, name).map(|row| (row.tree, row.nodes as f64)).collect::<Vec<_>>();
    let pairs = pairs(nodes("ida-star"), nodes(other));
    let estimate = (!pairs.is_empty()).then(|| Estimate::excess(&pairs))?;
    Some(measure(place, "", estimate, estimate.above(0.0)))
}

fn salesmen(puzzles: &Rows) -> Claim {
    Claim {
        measures: puzzles.places().into_iter().filter_map(|place| beyond(puzzles, place, BRANCH_AND_BOUND)).collect(),
        ..puzzles.claim(
            "On the travelling salesman IDA* does badly: branch and bound, depth first too, generates fewer nodes.",
            "Marsland 1991 (the survey), section 2",
            "nodes of IDA* beyond those of depth-first branch and bound, %",
            "",
            Mark::Above(0.0),
        )
    }
}

fn speedup(puzzles: &Rows) -> Claim {
    let mut measures = Vec::new();
    for place in puzzles.places() {
        for count in [4, 16, 64] {
            let time = |processors| puzzles.times(&place, "whole-iteration", processors);
            let pairs = pairs(time(1), time(count));
            let mut share = Sample::default();
            pairs.iter().for_each(|(one, many)| share.add(one / many / count as f64));
            if share.count() > 1 {
                let estimate = Estimate::with_error(share.mean(), share.standard_error(), share.count());
                measures.push(measure(place.clone(), &format!("{count} processors"), estimate, estimate.above(0.9)));
            }
        }
    }
    Claim {
        measures,
        ..puzzles.claim(
            "Parallel IDA* on N processors is about 0.93 N times as fast, in the 15-puzzle too.",
            "Marsland 1991 (the survey), section 4.1, on Rao, Kumar and Ramesh 1987",
            "speed-up over one simulated processor, divided by N",
            "The last iteration is searched to its end, so that all do the same work. Mail takes no time. 0.9 or more passes.",
            Mark::Above(0.9),
        )
    }
}

fn first_solutions(puzzles: &Rows) -> Claim {
    let mut measures = Vec::new();
    for place in puzzles.places() {
        for count in [4, 16, 64] {
            let time = |name| puzzles.times(&place, name, count);
            let pairs = pairs(time("first-solution"), time("proof"));
            if !pairs.is_empty() {
                let estimate = Estimate::excess(&pairs);
                measures.push(measure(place.clone(), &format!("{count} processors"), estimate, estimate.below(-10.0)));
            }
        }
    }
    Claim {
        measures,
        ..puzzles.claim(
            "Parallel window search finds a solution quickly, and only later guarantees that one is optimal.",
            "Marsland 1991 (the survey), section 4.1, on Powley and Korf 1989",
            "time to the first solution beyond that to the proof, %",
            "A tenth of the time sooner counts. Nodes are not ordered from iteration to iteration.",
            Mark::Below(-10.0),
        )
    }
}
