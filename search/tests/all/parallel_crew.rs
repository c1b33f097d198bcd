//! The depth-first parallel searches on simulated machines of all sizes, under networks where mail overtakes mail, and
//! on threads: the value of minimax, one of its best moves, a line that leads to the value.

use provebest_game::{Depth, Score};
use provebest_machine::{Alone, Costs, Latency, Machine, Simulated, Threads, Topology, Wire};
use provebest_search::*;

use crate::demand;
use crate::reference::Plain;
use crate::reference::trees::for_seeds;
use crate::sample::Sample;
use crate::watch::{Watched, counting};

/// The searches, by name.
#[derive(Clone, Copy, Debug)]
enum Kind {
    YoungBrothers,
    Jamboree,
    PvSplitting,
    RecursivePvSplitting,
    DynamicPvSplitting,
    BoundAndBranch,
    TreeSplitting,
    MandatoryWorkFirst,
    EvaluateRefute,
    ParallelAspiration,
    Uidpabs,
    ParallelDual,
    BoardByNeed,
    TestedBoard,
    BoardEldestFirst,
    ScatteredBoardByNeed,
    ScatteredBoardEldestFirst,
}

const KINDS: &[Kind] = &[
    Kind::YoungBrothers,
    Kind::Jamboree,
    Kind::PvSplitting,
    Kind::RecursivePvSplitting,
    Kind::DynamicPvSplitting,
    Kind::BoundAndBranch,
    Kind::TreeSplitting,
    Kind::MandatoryWorkFirst,
    Kind::EvaluateRefute,
    Kind::ParallelAspiration,
    Kind::Uidpabs,
    Kind::ParallelDual,
    Kind::BoardByNeed,
    Kind::TestedBoard,
    Kind::BoardEldestFirst,
    Kind::ScatteredBoardByNeed,
    Kind::ScatteredBoardEldestFirst,
];

fn run<K: Machine>(kind: Kind, grain: Option<u64>, task: &Task<'_, Sample>, machine: &K) -> Ran<u32, Watched> {
    let observers = vec![counting(); machine.count()];
    let board = |order, scattered| BoardSearch { grain, order, scattered, tests: Some(false) };
    match kind {
        Kind::YoungBrothers => YoungBrothers { grain }.search_on(task, machine, observers),
        Kind::Jamboree => Jamboree { grain }.search_on(task, machine, observers),
        Kind::PvSplitting => PvSplitting { grain, recursive: false }.search_on(task, machine, observers),
        Kind::RecursivePvSplitting => PvSplitting { grain, recursive: true }.search_on(task, machine, observers),
        Kind::DynamicPvSplitting => DynamicPvSplitting { grain }.search_on(task, machine, observers),
        Kind::BoundAndBranch => BoundAndBranch { grain }.search_on(task, machine, observers),
        Kind::TreeSplitting => TreeSplitting { grain }.search_on(task, machine, observers),
        Kind::MandatoryWorkFirst => MandatoryWorkFirst { grain }.search_on(task, machine, observers),
        Kind::EvaluateRefute => EvaluateRefute { grain }.search_on(task, machine, observers),
        Kind::ParallelAspiration => {
            ParallelAspiration { grain, margin: 3, ..Default::default() }.search_on(task, machine, observers)
        }
        Kind::Uidpabs => {
            let margin = grain.map_or(50, |grain| 1 + grain as i32);
            Uidpabs { margin }.search_on(task, machine, observers)
        }
        Kind::ParallelDual => ParallelDual.search_on(task, machine, observers),
        Kind::BoardByNeed => board(JobOrder::Need, false).search_on(task, machine, observers),
        Kind::TestedBoard => {
            BoardSearch { tests: Some(true), ..board(JobOrder::Need, false) }.search_on(task, machine, observers)
        }
        Kind::BoardEldestFirst => board(JobOrder::Eldest, false).search_on(task, machine, observers),
        Kind::ScatteredBoardByNeed => board(JobOrder::Need, true).search_on(task, machine, observers),
        Kind::ScatteredBoardEldestFirst => board(JobOrder::Eldest, true).search_on(task, machine, observers),
    }
    .expect("not too deep")
}

fn counted(ran: &Ran<u32, Watched>) -> Vec<&Counters> {
    ran.observers.iter().map(|(counters, _)| counters).collect()
}

fn check(tree: &Plain, ran: &Ran<u32, Watched>) -> Result<(), String> {
    let report = &ran.report;
    let value = report.value.map(|score| i64::from(score.0));
    demand!(value == Some(tree.minimax()), "value {value:?}, minimax {}", tree.minimax());
    demand!(report.kind == provebest_search::Kind::Exact, "{:?}", report.kind);
    tree.best_play(&report.path).map(drop)
}

/// A machine of some size with costs and a network of its own.
pub fn network(seed: u64, count: usize) -> Simulated {
    let latency = match seed % 4 {
        0 => Latency::Fixed(0),
        1 => Latency::Fixed(seed % 50),
        _ => Latency::Random(0, 1 + seed % 500),
    };
    let topology =
        [Topology::Complete, Topology::Ring, Topology::Grid, Topology::Cube, Topology::Tree][seed as usize % 5];
    let costs = match seed % 3 {
        0 => Costs::default(),
        1 => Costs { leaf: 3, node: 1, send: 0, receive: 0 },
        _ => Costs { leaf: 5, node: 1, send: 2, receive: 1 },
    };
    Simulated::new(count).latency(latency).topology(topology).costs(costs).seed(seed)
}

const COUNTS: [usize; 6] = [1, 2, 3, 5, 8, 64];

#[test]
fn simulated() {
    for_seeds(
        0..2000,
        |_| KINDS.to_vec(),
        |tree, seed, kind| {
            let game = tree.to_tree();
            let root = game.root();
            let task = Task::new(&game, &root, Depth(game.height().0 + [0, 0, 2][seed as usize % 3]));
            for count in COUNTS {
                let machine = network(seed / 2 * u64::from(seed % 2 == 1), count);
                let grain = [None, Some(0), Some(4), Some(30)][(seed / 7) as usize % 4];
                let ran = run(kind, grain, &task, &machine);
                check(tree, &ran).map_err(|fault| format!("{count} processors, {machine:?}: {fault}"))?;
                if (seed as usize + count).is_multiple_of(4) {
                    let again = run(kind, grain, &task, &machine);
                    demand!(again.measured == ran.measured && counted(&again) == counted(&ran), "not the same again");
                }
                let visits: u64 = ran.observers.iter().map(|(counters, _)| counters.leaf_visits).sum();
                if count == 1 && seed % 2 == 0 {
                    demand!(ran.measured.work == visits, "{:?}, {visits} leaves", ran.measured);
                }
                let path = ran.measured.critical_path.unwrap_or(0);
                demand!(path <= ran.measured.work.max(ran.measured.time), "{:?}", ran.measured);
            }
            let ran = run(kind, Some(2), &task, &Alone);
            check(tree, &ran).map_err(|fault| format!("alone: {fault}"))
        },
    );
}

/// More processors than most of these trees have nodes.
#[test]
fn a_thousand_processors() {
    for_seeds(
        0..20,
        |_| {
            vec![
                Kind::BoardByNeed,
                Kind::TestedBoard,
                Kind::BoardEldestFirst,
                Kind::ScatteredBoardByNeed,
                Kind::ScatteredBoardEldestFirst,
            ]
        },
        |tree, seed, kind| {
            let game = tree.to_tree();
            let root = game.root();
            let task = Task::new(&game, &root, game.height());
            check(tree, &run(kind, None, &task, &network(seed, 1024)))
        },
    );
}

#[test]
fn threads() {
    for_seeds(
        0..200,
        |_| KINDS.to_vec(),
        |tree, _, kind| {
            let game = tree.to_tree();
            let root = game.root();
            let task = Task::new(&game, &root, game.height());
            for count in [1, 2, 4] {
                let ran = run(kind, Some(3), &task, &Threads::new(count));
                check(tree, &ran).map_err(|fault| format!("{count} threads: {fault}"))?;
                let ran = run(kind, Some(3), &task, &Wire::new(count));
                check(tree, &ran).map_err(|fault| format!("{count} threads over bytes: {fault}"))?;
            }
            Ok(())
        },
    );
}

#[test]
fn limits() {
    for_seeds(
        0..300,
        |_| KINDS.to_vec(),
        |tree, seed, kind| {
            let game = tree.to_tree();
            let root = game.root();
            let nodes = [1, 2, 5, 20, 100][seed as usize % 5];
            let task = Task::new(&game, &root, game.height());
            let task = task.within(Limits { nodes: Some(nodes), ..Limits::default() });
            for count in COUNTS {
                let ran = run(kind, None, &task, &network(seed, count));
                match ran.report.stopped {
                    None => check(tree, &ran)?,
                    Some(why) => {
                        demand!(why == Reason::Nodes, "{why}");
                        let (kind, value) = (ran.report.kind, i64::from(ran.report.value.unwrap_or(Score::WORST).0));
                        match kind {
                            provebest_search::Kind::Upper => demand!(value >= tree.minimax(), "at most {value}"),
                            _ => demand!(value <= tree.minimax(), "at least {value}"),
                        }
                    }
                }
            }
            Ok(())
        },
    );
}
