//! Claims about puzzles.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::claim::{Claim, Mark, Measure};
use super::super::estimate::{Estimate, Found};
use super::super::place::Place;
use super::super::table::{Row, Shelf};
use crate::puzzles::BRANCH_AND_BOUND;
use crate::statistics::Sample;

pub(super) fn claims(shelf: &Shelf) -> anyhow::Result<Vec<Claim>> {
    Ok(vec![
        counts(&Puzzles::read(shelf, "korf-100")?),
        growth(&Puzzles::read(shelf, "ida-star-growth")?),
        salesmen(&Puzzles::read(shelf, "ida-star-tsp")?),
        speedup(&Puzzles::read(shelf, "pida-speedup")?),
        first_solutions(&Puzzles::read(shelf, "parallel-window")?),
    ])
}

/// The rows of an experiment on puzzles.
struct Puzzles {
    name: &'static str,
    rows: Option<Rc<Vec<Row>>>,
}

impl Puzzles {
    fn read(shelf: &Shelf, name: &'static str) -> anyhow::Result<Puzzles> {
        Ok(Puzzles { name, rows: shelf.data(name)? })
    }

    fn places(&self) -> Vec<Place> {
        let mut places: Vec<Place> =
            self.rows.iter().flat_map(|rows| rows.iter()).map(|row| row.place.clone()).collect();
        places.sort();
        places.dedup();
        places
    }

    fn of<'a>(&'a self, place: &'a Place, algorithm: &'a str) -> impl Iterator<Item = &'a Row> {
        let all = self.rows.iter().flat_map(|rows| rows.iter());
        all.filter(move |row| row.place == *place && row.algorithm == algorithm)
    }

    /// Some number of two kinds of rows, puzzle by puzzle.
    fn pairs(
        &self,
        first: impl Iterator<Item = (u64, f64)>,
        second: impl Iterator<Item = (u64, f64)>,
    ) -> Vec<(f64, f64)> {
        let second: BTreeMap<u64, f64> = second.collect();
        first.filter_map(|(tree, number)| Some((number, *second.get(&tree)?))).collect()
    }

    fn claim(&self, says: &str, source: &'static str, quantity: &str, reading: &str, mark: Mark) -> Claim {
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

fn measure(place: Place, detail: &str, estimate: Estimate, found: Found) -> Measure {
    Measure { place, detail: detail.into(), estimate, found }
}

/// All hundred boards, or nothing can be said.
fn counts(puzzles: &Puzzles) -> Claim {
    let of = |place: Place| {
        let nodes: Vec<u64> = puzzles.of(&place, "ida-star+manhattan").map(|row| row.nodes).collect();
        let mean = Estimate::exact(nodes.iter().sum::<u64>() as f64 / 1e8);
        (nodes.len() == 100).then(|| measure(place, "Manhattan distance", mean, mean.within(362.5, 363.5)))
    };
    Claim {
        measures: puzzles.places().into_iter().filter_map(of).collect(),
        ..puzzles.claim(
            "IDA* with Manhattan distance solves Korf's hundred boards of the 15-puzzle with 363 million nodes in the mean.",
            "Korf 1985, table 2",
            "nodes generated in the mean, millions",
            "Blank moves in the order up, left, right, down, and not back; only a run of all hundred boards counts.",
            Mark::Between(362.5, 363.5),
        )
    }
}

fn growth(puzzles: &Puzzles) -> Claim {
    let mut measures = Vec::new();
    for place in puzzles.places() {
        for name in ["ida-star+manhattan", "ida-star+linear-conflict", "ida-star+walking-distance"] {
            let mut boards: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
            puzzles.of(&place, name).for_each(|row| boards.entry(row.tree).or_default().push(row.nodes));
            let mut factors = Sample::default();
            for nodes in boards.values() {
                if let [.., before, last] = nodes[..] {
                    factors.add(last as f64 / before as f64);
                }
            }
            if factors.count() > 1 {
                let estimate = Estimate::with_error(factors.mean(), factors.standard_error(), factors.count());
                measures.push(measure(place.clone(), name, estimate, estimate.within(4.0, 5.5)));
            }
        }
    }
    Claim {
        measures,
        ..puzzles.claim(
            "In the 15-puzzle an iteration of IDA* has 4.54 times the nodes of the one before, with any heuristic.",
            "Korf, Reid and Edelkamp 2001",
            "nodes of the last iteration that failed over those of the one before",
            "4.54 is the limit for deep searches; what is measured here is at the depths of Korf's boards, so 4 to 5.5 passes.",
            Mark::Between(4.0, 5.5),
        )
    }
}

fn salesmen(puzzles: &Puzzles) -> Claim {
    let of = |place: Place| {
        let nodes =
            |name: &'static str| puzzles.of(&place, name).map(|row| (row.tree, row.nodes as f64)).collect::<Vec<_>>();
        let pairs = puzzles.pairs(nodes("ida-star").into_iter(), nodes(BRANCH_AND_BOUND).into_iter());
        let estimate = (!pairs.is_empty()).then(|| Estimate::excess(&pairs))?;
        Some(measure(place, "", estimate, estimate.above(0.0)))
    };
    Claim {
        measures: puzzles.places().into_iter().filter_map(of).collect(),
        ..puzzles.claim(
            "On the travelling salesman IDA* does badly: branch and bound, depth first too, generates fewer nodes.",
            "Marsland 1991 (the survey); Korf 1985, section 6",
            "nodes of IDA* beyond those of depth-first branch and bound, %",
            "",
            Mark::Above(0.0),
        )
    }
}

fn speedup(puzzles: &Puzzles) -> Claim {
    let mut measures = Vec::new();
    for place in puzzles.places() {
        for count in [4, 16] {
            let time = |count: i64| {
                let own = puzzles.of(&place, "parallel-ida-star").filter(move |row| row.key == Some(count));
                own.filter_map(|row| Some((row.tree, row.took?.time as f64))).collect::<Vec<_>>()
            };
            let pairs = puzzles.pairs(time(1).into_iter(), time(count).into_iter());
            let mut share = Sample::default();
            pairs.iter().for_each(|(one, many)| share.add(one / many / count as f64));
            if share.count() > 1 {
                let estimate = Estimate::with_error(share.mean(), share.standard_error(), share.count());
                measures.push(measure(place.clone(), &format!("{count} processors"), estimate, estimate.above(0.93)));
            }
        }
    }
    Claim {
        measures,
        ..puzzles.claim(
            "Parallel IDA* on N processors is 0.93 N times as fast.",
            "Rao, Kumar and Ramesh 1987, on up to 30 processors; Marsland 1991 (the survey), section 4.1",
            "speed-up over one simulated processor, divided by N",
            "The last iteration ends with the first solution, which may come sooner or later than by one processor.",
            Mark::Above(0.93),
        )
    }
}

fn first_solutions(puzzles: &Puzzles) -> Claim {
    let mut measures = Vec::new();
    for place in puzzles.places() {
        for count in [4, 16, 64] {
            let time = |name: &'static str| {
                let own = puzzles.of(&place, name).filter(move |row| row.key == Some(count));
                own.filter_map(|row| Some((row.tree, row.took?.time as f64))).collect::<Vec<_>>()
            };
            let pairs = puzzles.pairs(time("first-solution").into_iter(), time("proof").into_iter());
            if !pairs.is_empty() {
                let estimate = Estimate::excess(&pairs);
                measures.push(measure(place.clone(), &format!("{count} processors"), estimate, estimate.below(0.0)));
            }
        }
    }
    Claim {
        measures,
        ..puzzles.claim(
            "Parallel window search has a solution before it has proved which is the shortest.",
            "Powley and Korf 1989",
            "time to the first solution beyond that to the proof, %",
            "Nodes are not ordered from iteration to iteration.",
            Mark::Below(0.0),
        )
    }
}
