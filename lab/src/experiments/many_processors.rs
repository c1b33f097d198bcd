//! What experiments on many processors have in common.

use provebest::family::{Settings, Variant};
use provebest::{Algorithm, AnyMachine};

use crate::plan::Plan;
use crate::subject::{TreeClass, TreeKind};
use crate::trial::Trial;

/// Every parallel search but PARITERSSS*, which with room enough is PARSSS*.
pub(super) fn parallel() -> Vec<Algorithm> {
    Algorithm::PARALLEL.iter().copied().filter(|&one| one != Algorithm::ParIterSss).collect()
}

/// Random, ordered and correlated trees of a shape.
pub(super) fn classes(width: u32, depth: u32) -> [TreeClass; 3] {
    [TreeKind::Random, TreeKind::First(60), TreeKind::Preordered].map(|kind| TreeClass { kind, width, depth })
}

/// Is a search possible on such trees? Some searches store all that they visit, and some visit far more with every
/// processor: they do not end on large trees.
pub(super) fn tries(algorithm: Algorithm, class: TreeClass) -> bool {
    use Algorithm::*;
    let largest = match algorithm {
        KeyNode | ParallelAspiration | ParMtSss => 5_000,
        ParSss | ParIterSss | ParallelDual | LazySmp | Abdada => 20_000,
        // It cuts a large tree into many small jobs: minutes for each run, and a benchmark of its own.
        BoardSearch => 1_000_000,
        _ => u64::MAX,
    };
    algorithm.is_parallel() && class.minimal() <= largest
}

/// On how many processors is it worth a run? Every processor adds to the work of these, and they gain nothing beyond some ten or some
/// hundred.
pub(super) fn most(algorithm: Algorithm) -> u64 {
    use Algorithm::*;
    match algorithm {
        KeyNode | ParMtSss => 64,
        ParallelAspiration | Abdada => 256,
        _ => 4096,
    }
}

/// Subtrees with up to this number of leaves are searched by one processor: simulation is slow. A thousand processors wait for each
/// other's subtrees: with 200 in place of 40, young brothers wait reaches half of the speed-up (w = 12, d = 12).
pub(super) fn grain(class: TreeClass) -> u64 {
    (class.minimal() / 10_000).min(40)
}

/// The settings of every parallel search. Board search chooses its grain by the number of processors.
pub(super) fn settings(plan: &Plan, class: TreeClass) -> Settings {
    Settings { grain: Some(grain(class)), hash: Some(1 << 22), ..plan.settings() }
}

/// A search on some processors, with mail of some latency. Both are keys, or only the first.
pub(super) fn trial(
    plan: &Plan,
    class: TreeClass,
    algorithm: Algorithm,
    processors: u64,
    latency: Option<u64>,
) -> Trial {
    let mut settings = settings(plan, class);
    settings.grain = settings.grain.filter(|_| algorithm != Algorithm::BoardSearch);
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
    anyhow::ensure!(parallel, "no parallel search: nothing to do; expected a list such as young-brothers,key-node");
    Ok(())
}
