//! What experiments on many processors have in common.

use provebest::family::{Settings, Variant};
use provebest::{Algorithm, AnyMachine};

use crate::plan::Plan;
use crate::trees::{Cell, Trees};
use crate::trial::Trial;

/// Every parallel search but PARITERSSS*, which with room enough is PARSSS*.
pub(super) fn parallel() -> Vec<Algorithm> {
    Algorithm::PARALLEL.iter().copied().filter(|&one| one != Algorithm::ParIterSss).collect()
}

/// Random, ordered and correlated trees of a shape.
pub(super) fn cells(width: u32, depth: u32) -> [Cell; 3] {
    [Trees::Random, Trees::First(60), Trees::Preordered].map(|trees| Cell { trees, width, depth })
}

/// Is it worth trying on such trees? Some store all that they visit, and some visit so much more with every processor that
/// they would never end on large ones.
pub(super) fn tries(algorithm: Algorithm, cell: Cell) -> bool {
    use Algorithm::*;
    let largest = match algorithm {
        KeyNode | ParallelAspiration => 5_000,
        ParSss | ParIterSss | LazySmp | Abdada => 20_000,
        _ => u64::MAX,
    };
    algorithm.is_parallel() && cell.minimal() <= largest
}

/// Subtrees of so many leaves are searched by one processor: simulated time is dear, and what is lost by it is small.
pub(super) fn grain(cell: Cell) -> u64 {
    (cell.minimal() / 10_000).min(200)
}

/// What every parallel search is told.
pub(super) fn settings(plan: &Plan, cell: Cell) -> Settings {
    Settings { grain: Some(grain(cell)), hash: Some(1 << 22), ..plan.settings() }
}

/// A search on so many processors, and with mail that takes so long; the keys are both, or only the first.
pub(super) fn trial(plan: &Plan, cell: Cell, algorithm: Algorithm, processors: u64, latency: Option<u64>) -> Trial {
    let mut settings = settings(plan, cell);
    let mut machine = provebest::machine::Simulated::new(processors as usize);
    let mut keys = vec![Some(processors as i64)];
    if let Some(latency) = latency {
        machine = machine.latency(latency);
        keys.push(Some(latency as i64));
        if algorithm.variants().contains(&Variant::Messages) {
            settings.variant = Some(Variant::Messages);
        }
    }
    Trial::of(keys, algorithm.with(settings), AnyMachine::Simulated(machine))
}

/// From `from` to `to`, each `factor` times the one before.
pub(super) fn powers(from: u64, to: u64, factor: u64) -> Vec<u64> {
    std::iter::successors(Some(from), |n| Some(n * factor)).take_while(|&n| n <= to).collect()
}

/// Is there a parallel search in the plan?
pub(super) fn check(plan: &Plan) -> anyhow::Result<()> {
    let parallel = plan.algorithms.iter().any(|one| one.is_parallel());
    anyhow::ensure!(parallel, "no parallel search: a list such as young-brothers,key-node would be right");
    Ok(())
}

/// The shape of a kind of tree, in words.
pub(super) fn words(cell: Cell) -> String {
    format!("w = {}, d = {}, {}", cell.width, cell.depth, cell.trees.words())
}
