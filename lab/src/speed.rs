//! What many processors are worth: speed-ups, where the time goes, and the model of work and critical path.

use std::collections::{BTreeMap, BTreeSet};

use provebest::Algorithm;

use crate::results::Results;
use crate::row::Took;
use crate::statistics::{Fit, Sample};
use crate::subject::Subject;

/// The sequential searches, the best of which on a tree is what a speed-up on that tree is measured against.
pub const SEQUENTIAL: [Algorithm; 5] =
    [Algorithm::AlphaBeta, Algorithm::NegaScout, Algorithm::MtdF, Algorithm::SssStar, Algorithm::DualStar];

/// One search of one tree; `K` tells kinds of trees apart.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen<K> {
    /// The kind of tree.
    pub kind: K,
    /// The number of the tree.
    pub tree: u64,
    /// How long mail took, in leaf-times.
    pub latency: u64,
    /// The name of the algorithm.
    pub algorithm: String,
    /// Visits of leaves.
    pub leaf_visits: u64,
    /// What it took, if it was a parallel search.
    pub took: Option<Took>,
}

/// All searches of an experiment.
pub fn seen(results: &Results) -> Vec<Seen<Subject>> {
    let latency = results.keys.iter().position(|key| *key == "latency");
    let one = |counted: &crate::results::Counted| Seen {
        kind: counted.subject,
        tree: counted.tree.into(),
        latency: latency.and_then(|at| counted.row.keys[at]).unwrap_or(0) as u64,
        algorithm: counted.row.algorithm.clone(),
        leaf_visits: counted.row.leaf_visits,
        took: counted.row.took,
    };
    results.rows.iter().map(one).collect()
}

/// The speed of an algorithm on a number of processors, over all trees of a kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Speed<K> {
    /// The kind of tree.
    pub kind: K,
    /// The name of the algorithm.
    pub algorithm: String,
    /// How many processors.
    pub processors: u64,
    /// How many times as fast as the best sequential search of the tree.
    pub over_best: Sample,
    /// How many times as fast as itself on one processor.
    pub over_own: Sample,
    /// Leaf visits over those of the best sequential search.
    pub overhead: Sample,
    /// Which shares of processors x time went into [`PARTS`].
    pub shares: [Sample; 4],
    /// Leaf visits of the best sequential search.
    pub best: Sample,
    /// How many times as fast it could be on any number of processors: the best sequential search over its critical path.
    pub most: Sample,
}

/// Where the time of processors goes.
pub const PARTS: [&str; 4] = ["useful", "search overhead", "mail", "idle"];

/// The speed-ups of all searches with mail that takes no time, in the order in which they were made.
pub fn speeds<K: Ord + Clone>(all: &[Seen<K>]) -> Vec<Speed<K>> {
    speeds_with(all, 0)
}

/// The same where mail takes this long.
pub fn speeds_with<K: Ord + Clone>(all: &[Seen<K>], latency: u64) -> Vec<Speed<K>> {
    let (mut best, mut alone): (BTreeMap<_, u64>, BTreeMap<_, u64>) = Default::default();
    for one in all.iter().filter(|one| one.latency == 0) {
        match one.took {
            Some(Took { processors: 1, time, .. }) => {
                alone.insert((&one.kind, one.tree, &one.algorithm), time);
            }
            None if SEQUENTIAL.iter().any(|known| known.name() == one.algorithm) => {
                let least = best.entry((&one.kind, one.tree)).or_insert(u64::MAX);
                *least = one.leaf_visits.min(*least);
            }
            _ => {}
        }
    }
    let mut list: Vec<Speed<K>> = Vec::new();
    let mut places: BTreeMap<(&K, &str, u64), usize> = BTreeMap::new();
    for one in all.iter().filter(|one| one.latency == latency) {
        let Some((took, best)) = one.took.zip(best.get(&(&one.kind, one.tree)).copied()) else { continue };
        let place = *places.entry((&one.kind, &one.algorithm, took.processors)).or_insert(list.len());
        if place == list.len() {
            list.push(Speed {
                kind: one.kind.clone(),
                algorithm: one.algorithm.clone(),
                processors: took.processors,
                over_best: Sample::default(),
                over_own: Sample::default(),
                overhead: Sample::default(),
                shares: Default::default(),
                best: Sample::default(),
                most: Sample::default(),
            });
        }
        let (speed, best, time) = (&mut list[place], best as f64, took.time.max(1) as f64);
        speed.over_best.add(best / time);
        if let Some(&alone) = alone.get(&(&one.kind, one.tree, &one.algorithm)) {
            speed.over_own.add(alone as f64 / time);
        }
        speed.overhead.add(one.leaf_visits as f64 / best);
        speed.best.add(best);
        if let Some(path) = took.critical_path {
            speed.most.add(best / path.max(1) as f64);
        }
        let whole = took.processors as f64 * time;
        let (work, mail) = ((took.work - took.mail) as f64, took.mail as f64);
        let useful = best.min(work);
        let parts = [useful, work - useful, mail, took.idle as f64];
        speed.shares.iter_mut().zip(parts).for_each(|(sample, part)| sample.add(part / whole));
    }
    list
}

/// How an algorithm bore mail of some latency, over all trees of a kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Delayed<K> {
    /// The kind of tree.
    pub kind: K,
    /// The name of the algorithm.
    pub algorithm: String,
    /// How many processors.
    pub processors: u64,
    /// How long mail took, in leaf-times.
    pub latency: u64,
    /// Time over that of the same search with mail that takes none.
    pub time: Sample,
    /// Messages for each leaf visit.
    pub messages: Sample,
    /// Waiting, in percent of processors x time.
    pub idle: Sample,
}

/// What latency did to all searches, in the order in which they were made.
pub fn delays<K: Ord + Clone>(all: &[Seen<K>]) -> Vec<Delayed<K>> {
    let prompt: BTreeMap<_, u64> = all
        .iter()
        .filter(|one| one.latency == 0)
        .filter_map(|one| Some(((&one.kind, one.tree, &one.algorithm, one.took?.processors), one.took?.time)))
        .collect();
    let mut list: Vec<Delayed<K>> = Vec::new();
    let mut places: BTreeMap<(&K, &str, u64, u64), usize> = BTreeMap::new();
    for one in all {
        let Some(took) = one.took else { continue };
        let Some(&prompt) = prompt.get(&(&one.kind, one.tree, &one.algorithm, took.processors)) else { continue };
        let place = *places.entry((&one.kind, &one.algorithm, took.processors, one.latency)).or_insert(list.len());
        if place == list.len() {
            list.push(Delayed {
                kind: one.kind.clone(),
                algorithm: one.algorithm.clone(),
                processors: took.processors,
                latency: one.latency,
                time: Sample::default(),
                messages: Sample::default(),
                idle: Sample::default(),
            });
        }
        let delayed = &mut list[place];
        delayed.time.add(took.time as f64 / prompt.max(1) as f64);
        delayed.messages.add(took.messages as f64 / one.leaf_visits.max(1) as f64);
        delayed.idle.add(100.0 * took.idle as f64 / (took.processors * took.time.max(1)) as f64);
    }
    list
}

/// Which work and which critical path stand in the model T = c1 C + c2 W / P.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// Those of the run itself, on P processors.
    Own,
    /// Those of the run on one processor.
    One,
}

/// A run as the model of work and critical path sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Modelled<K> {
    /// The tree.
    pub tree: (K, u64),
    /// The critical path, C.
    pub path: f64,
    /// The work of each processor, W / P.
    pub share: f64,
    /// The time it took, T.
    pub time: f64,
}

/// The runs of an algorithm that has critical paths.
pub fn modelled<K: Ord + Clone>(all: &[Seen<K>], algorithm: &str, basis: Basis) -> Vec<Modelled<K>> {
    let own = || all.iter().filter(|one| one.algorithm == algorithm);
    let alone: BTreeMap<(&K, u64), Took> =
        own().filter_map(|one| Some(((&one.kind, one.tree), one.took.filter(|took| took.processors == 1)?))).collect();
    let run = |one: &Seen<K>| {
        let took = one.took?;
        let basis = match basis {
            Basis::Own => took,
            Basis::One => *alone.get(&(&one.kind, one.tree))?,
        };
        Some(Modelled {
            tree: (one.kind.clone(), one.tree),
            path: basis.critical_path? as f64,
            share: basis.work as f64 / took.processors as f64,
            time: took.time.max(1) as f64,
        })
    };
    own().filter_map(run).collect()
}

/// The constants c1 and c2 that fit best, by the squares of relative errors.
pub fn fit<K: Ord + Clone>(runs: &[Modelled<K>]) -> Option<Fit> {
    let trees: BTreeSet<&(K, u64)> = runs.iter().map(|run| &run.tree).collect();
    let trees: BTreeMap<&(K, u64), usize> = trees.into_iter().zip(0..).collect();
    let row = |run: &Modelled<K>| ([run.path / run.time, run.share / run.time], trees[&run.tree]);
    Fit::to_one(&runs.iter().map(row).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(algorithm: &str, tree: u64, visits: u64, took: Option<(u64, u64, u64)>) -> Seen<u32> {
        let took = took.map(|(processors, time, work)| Took {
            processors,
            time,
            work,
            idle: processors * time - work,
            mail: 0,
            messages: 0,
            critical_path: Some(time / 2),
        });
        Seen { kind: 7, tree, latency: 0, algorithm: algorithm.into(), leaf_visits: visits, took }
    }

    #[test]
    fn speed_is_relative_to_the_best_search_of_each_tree() {
        let all = [
            run("alpha-beta", 0, 200, None),
            run("dual-star", 0, 100, None),
            run("alpha-beta", 1, 300, None),
            run("young-brothers", 0, 200, Some((1, 200, 200))),
            run("young-brothers", 1, 300, Some((1, 300, 300))),
            run("young-brothers", 0, 320, Some((4, 100, 320))),
            run("young-brothers", 1, 400, Some((4, 100, 400))),
        ];
        let speeds = speeds(&all);
        let four = speeds.iter().find(|speed| speed.processors == 4).unwrap();
        assert_eq!((four.over_best.mean(), four.over_own.mean()), (2.0, 2.5));
        let shares = four.shares.map(|share| share.mean());
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{shares:?}");
        assert!((shares[0] - 0.5).abs() < 1e-12 && (shares[3] - 0.1).abs() < 1e-12, "{shares:?}");
    }

    #[test]
    fn a_law_that_holds_is_found() {
        let law = |tree: u64, processors: u64| {
            let (path, work) = (100 + 10 * tree, 10_000 + 997 * tree * tree);
            let time = path + 2 * work / processors;
            let took = Took { critical_path: Some(path), time, work, ..took(processors) };
            Seen { took: Some(took), ..run("jamboree", tree, work, None) }
        };
        let all: Vec<_> = (0..20).flat_map(|tree| [1, 4, 16, 64, 256].map(|p| law(tree, p))).collect();
        for basis in [Basis::Own, Basis::One] {
            let fit = fit(&modelled(&all, "jamboree", basis)).unwrap();
            assert!((fit.factors[0] - 1.0).abs() < 0.01 && (fit.factors[1] - 2.0).abs() < 0.01, "{fit:?}");
        }
    }

    fn took(processors: u64) -> Took {
        Took { processors, time: 0, work: 0, idle: 0, mail: 0, messages: 0, critical_path: None }
    }
}
