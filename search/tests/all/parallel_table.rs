//! Searches that share a table, on every machine with shared memory: the answer of minimax, whatever the table forgets
//! and in whatever order the others write to it.

use std::sync::atomic::{AtomicU64, Ordering};

use provebest_game::{Depth, Evaluate, Game, MoveList, Score, SplitMix64, Text};
use provebest_games::connect_four::ConnectFour;
use provebest_games::synthetic::{Correlated, Independent};
use provebest_games::tic_tac_toe::TicTacToe;
use provebest_machine::{Alone, Costs, Latency, SharedMemory, Simulated, Threads};
use provebest_search::*;

use crate::demand;
use crate::games::wander;
use crate::limits::chain;
use crate::patience::Patience;
use crate::reference::Plain;
use crate::reference::trees::for_seeds;
use crate::sample::{Sample, State};
use crate::watch::{Watched, counting, in_order};

#[derive(Clone, Copy, Debug)]
enum Of {
    Lazy,
    Abdada,
    MtSss,
}

#[derive(Clone, Copy, Debug)]
enum On {
    Alone,
    Threads(usize),
    /// So many processors, and a seed of everything else.
    Simulated(usize, u64),
}

/// A search on a machine.
#[derive(Clone, Copy, Debug)]
struct Try {
    of: Of,
    on: On,
    bytes: usize,
    deepening: bool,
}

fn run_on<K: SharedMemory>(kind: Try, task: &Task<'_, Sample>, machine: &K) -> Ran<u32, Watched> {
    let observers = vec![in_order(); machine.count()];
    let Try { bytes, deepening, .. } = kind;
    let ran = match kind.of {
        Of::Lazy => LazySmp { bytes, deepening }.search_on_table(task, machine, observers),
        Of::Abdada => Abdada { bytes, deepening }.search_on_table(task, machine, observers),
        Of::MtSss => ParMtSss { bytes }.search_on_table(task, machine, observers),
    };
    ran.expect("not too deep")
}

fn simulated(count: usize, seed: u64) -> Simulated {
    let costs = Costs { leaf: 1 + seed % 3, node: seed / 3 % 2, ..Costs::default() };
    Simulated::new(count).seed(seed).costs(costs).latency(Latency::Random(0, seed % 50))
}

fn run(kind: Try, task: &Task<'_, Sample>) -> Ran<u32, Watched> {
    match kind.on {
        On::Alone => run_on(kind, task, &Alone),
        On::Threads(count) => run_on(kind, task, &Threads::new(count)),
        On::Simulated(count, seed) => run_on(kind, task, &simulated(count, seed)),
    }
}

const SIZES: [usize; 3] = [0, 1 << 10, 1 << 16];

/// All searches, each on some machine or other.
fn kinds(seed: u64) -> Vec<Try> {
    let mut chance = SplitMix64::new(seed);
    let mut kinds = Vec::new();
    for of in [Of::Lazy, Of::Abdada, Of::MtSss] {
        let count = [1, 2, 3, 5, 8, 64][chance.below(6) as usize];
        for on in [On::Alone, On::Threads([1, 2, 4][chance.below(3) as usize]), On::Simulated(count, seed)] {
            let bytes = SIZES[chance.below(3) as usize];
            kinds.push(Try { of, on, bytes, deepening: chance.happens(50) });
        }
        kinds.push(Try { of, on: On::Simulated(3, !seed), bytes: 0, deepening: false });
    }
    kinds
}

/// What holds for every report: the answer, or a true bound if it was stopped for this reason.
pub fn check(tree: &Plain, ran: &Ran<u32, Watched>, why: Option<Reason>) -> Result<(), String> {
    let (value, report) = (tree.minimax(), &ran.report);
    let told = report.value.map(|score| i64::from(score.0));
    let end = report.path.iter().try_fold(tree, |node, &child| node.children.get(child as usize));
    let Some(end) = end else { return Err(format!("path {:?} leaves the tree", report.path)) };
    demand!(report.line.0.len() == report.path.len(), "line {:?}, path {:?}", report.line, report.path);
    demand!(report.best == report.line.0.first().copied(), "best {:?}, line {:?}", report.best, report.line);
    for (counters, leaves) in &ran.observers {
        demand!(counters.leaf_visits == leaves.order().len() as u64, "leaves are miscounted");
    }
    if report.stopped.is_none() {
        demand!(told == Some(value), "value {told:?}, minimax is {value}");
        tree.best_play(&report.path)?;
        let first = report.path.first();
        let right = first.map_or(tree.is_leaf(), |first| tree.best().contains(first));
        demand!(right, "best {first:?}, not one of {:?}", tree.best());
        demand!(matches!(report.kind, Kind::Exact | Kind::Heuristic), "{:?}", report.kind);
        let leaves = ran.observers.iter().flat_map(|(_, leaves)| leaves.order());
        let estimated = |leaf: &String| {
            let path: Vec<u32> = leaf.split('.').flat_map(str::parse).collect();
            tree.at(&path).estimated
        };
        let exact = report.kind == Kind::Exact;
        demand!(exact || leaves.clone().any(estimated), "an estimate that nobody saw");
        demand!(!exact || !end.estimated, "exact, but the line ends in an estimate");
        return Ok(());
    }
    demand!(report.stopped == why, "stopped by {:?}, not {why:?}", report.stopped);
    match (report.kind, told) {
        (Kind::Unknown, None) => {}
        (Kind::Lower, Some(bound)) => {
            demand!(value >= bound, "{bound} is no lower bound of {value}");
            let child = report.path.first().map(|&best| tree.children[best as usize].minimax());
            demand!(child.is_some_and(|child| child >= bound), "at least {bound} by a child worth {child:?}");
        }
        told => return Err(format!("stopped, but {told:?}")),
    }
    Ok(())
}

/// Many ties, irregular shapes, chains, single leaves.
#[test]
fn random_trees() {
    let seeds = 0..2000_u64;
    let count = AtomicU64::new(0);
    for_seeds(
        seeds,
        |_| kinds(count.fetch_add(1, Ordering::Relaxed)),
        |tree, seed, kind| {
            let game = tree.to_tree();
            let root = game.root();
            let depth = Depth(game.height().0 + [0, 0, 0, 1, 3][seed as usize % 5]);
            let ran = run(kind, &Task::new(&game, &root, depth));
            check(tree, &ran, None)?;
            let stored: u64 = ran.observers.iter().map(|(counters, _)| counters.stored).sum();
            demand!(stored <= (kind.bytes as u64 / 16).max(4), "{stored} entries in {} bytes", kind.bytes);
            if let (On::Simulated(..), again) = (kind.on, run(kind, &Task::new(&game, &root, depth))) {
                demand!(again.report == ran.report && again.measured == ran.measured, "not the same twice");
                let order = |ran: &Ran<u32, Watched>| -> Vec<_> {
                    ran.observers.iter().map(|(_, leaves)| leaves.order().to_vec()).collect()
                };
                demand!(order(&ran) == order(&again), "not the same leaves twice");
            }
            Ok(())
        },
    );
}

/// One processor searches a tree without transpositions as alpha-beta does, leaf by leaf.
#[test]
fn one_processor_is_alpha_beta() {
    let kinds = |_: &Plain| {
        let one = |on| SIZES.map(|bytes| [Of::Lazy, Of::Abdada].map(|of| Try { of, on, bytes, deepening: false }));
        [On::Alone, On::Threads(1), On::Simulated(1, 5)].map(one).concat().concat()
    };
    for_seeds(3000..3600, kinds, |tree, _, kind| {
        let game = tree.to_tree();
        let root = game.root();
        let task = Task::new(&game, &root, game.height());
        let mut watched = in_order();
        let report = AlphaBeta.search(&task, &mut watched).map_err(|error| error.to_string())?;
        let ran = run(kind, &task);
        let (counters, leaves) = &ran.observers[0];
        demand!(leaves.order() == watched.1.order(), "leaves {:?}, not {:?}", leaves.order(), watched.1.order());
        demand!(counters.nodes() == watched.0.nodes(), "{} nodes", counters.nodes());
        demand!(ran.report == report, "{:?}, not {report:?}", ran.report);
        Ok(())
    });
}

fn try_positions(game: &Sample, start: &State, positions: u64, plies: u64, depth: u32) {
    let mut chance = SplitMix64::new(positions);
    for _ in 0..positions {
        let played = chance.below(plies + 1);
        let state = wander(game, start, played, &mut chance);
        for depth in 0..=depth {
            let tree = Plain::of(game, &state, Depth(depth));
            let task = Task::new(game, &state, Depth(depth));
            for kind in kinds(chance.next_number()) {
                let fault = |fault| panic!("position {}, {kind:?} to depth {depth}: {fault}", game.print(&state));
                check(&tree, &run(kind, &task), None).unwrap_or_else(fault);
                // With grain and without, one processor does the same.
                let [coarse, fine] = [On::Alone, On::Simulated(1, 0)].map(|on| run(Try { on, ..kind }, &task));
                let [coarse_leaves, fine_leaves] = [&coarse, &fine].map(|ran| ran.observers[0].1.order());
                assert_eq!(coarse_leaves, fine_leaves, "{kind:?} to depth {depth}: {}", game.print(&state));
                assert_eq!(coarse.report, fine.report);
                assert_eq!(coarse.observers[0].0, fine.observers[0].0);
            }
        }
    }
}

#[test]
fn tic_tac_toe() {
    let game = Sample::from(TicTacToe);
    try_positions(&game, &game.root(), 60, 9, 5);
    try_positions(&game, &game.parse("15").expect("a position"), 1, 0, 7);
}

#[test]
fn connect_four() {
    let rules = Sample::from(ConnectFour::default());
    try_positions(&rules, &rules.root(), 25, 35, 4);
    let rules = Sample::from(ConnectFour::default().centre_first());
    try_positions(&rules, &rules.root(), 10, 42, 5);
    let rules = Sample::from(ConnectFour::new(4, 4).expect("a size that fits"));
    try_positions(&rules, &rules.root(), 40, 16, 6);
}

/// Large enough that threads really meet above the grain.
#[test]
fn above_the_grain() {
    let rules = Sample::from(ConnectFour::default().centre_first());
    for (position, depth) in [("", 9), ("4455", 9), ("4444", 8)] {
        let state = rules.parse(position).expect("a position");
        let task = Task::new(&rules, &state, Depth(depth));
        let value = AlphaBeta.search(&task, &mut ()).expect("not too deep").value;
        for of in [Of::Lazy, Of::Abdada, Of::MtSss] {
            for (bytes, deepening) in [(1 << 20, true), (1 << 20, false), (64, true), (4096, false)] {
                for on in [On::Threads(1), On::Threads(2), On::Threads(4), On::Simulated(3, 1)] {
                    let kind = Try { of, on, bytes, deepening };
                    let ran = run(kind, &task);
                    assert_eq!(ran.report.value, value, "{kind:?} {position}");
                    let end = ran.report.line.0.iter().fold(state, |mut state, &column| {
                        rules.play(&mut state, column);
                        state
                    });
                    let (end, _) = rules.horizon(&end, &mut MoveList::new());
                    let end = if ran.report.line.0.len().is_multiple_of(2) { end } else { -end };
                    assert_eq!(Some(end), value, "{kind:?} {position}: {:?}", ran.report.line);
                }
            }
        }
    }
}

/// Trees with an honest value everywhere, searched to less than their height.
#[test]
fn correlated() {
    for seed in 0..40 {
        let game = Sample::from(Correlated::new(4, Depth(9), seed, seed % 2 == 0).expect("a tree"));
        for depth in 0..=5 {
            let tree = Plain::of(&game, &game.root(), Depth(depth));
            for kind in kinds(seed) {
                let ran = run(kind, &Task::new(&game, &game.root(), Depth(depth)));
                check(&tree, &ran, None).unwrap_or_else(|fault| panic!("{kind:?}, seed {seed}, {depth}: {fault}"));
            }
        }
    }
}

fn nodes(ran: &Ran<u32, Watched>) -> u64 {
    ran.observers.iter().map(|(counters, _)| counters.nodes()).sum()
}

fn processors(kind: Try) -> u64 {
    match kind.on {
        On::Alone => 1,
        On::Threads(count) | On::Simulated(count, _) => count as u64,
    }
}

#[test]
fn limits_on_nodes() {
    let count = AtomicU64::new(7000);
    for_seeds(
        30_000..30_100,
        |_| kinds(count.fetch_add(1, Ordering::Relaxed)),
        |tree, _, kind| {
            if tree.count() > 200 {
                return Ok(());
            }
            let game = tree.to_tree();
            let root = game.root();
            let limited = |nodes| {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                run(kind, &Task::new(&game, &root, game.height()).within(limits))
            };
            let full = nodes(&run(kind, &Task::new(&game, &root, game.height())));
            for limit in (0..=full + 1).step_by(1 + full as usize / 60).chain([full]) {
                let ran = limited(limit);
                check(tree, &ran, Some(Reason::Nodes)).map_err(|fault| format!("{limit} of {full}: {fault}"))?;
                let most = limit + processors(kind) * tree.width();
                demand!(nodes(&ran) <= most, "{} nodes, the limit is {limit}", nodes(&ran));
                demand!(limit > 0 || ran.report.stopped.is_some(), "not stopped");
                let alone = processors(kind) == 1 && limit >= full;
                demand!(!alone || ran.report.stopped.is_none(), "stopped at {limit} of {full}");
            }
            Ok(())
        },
    );
}

#[test]
fn limits_on_bytes() {
    let game = Sample::from(Independent::new(4, Depth(5), 3, 100).expect("a tree"));
    let root = game.root();
    let tree = Plain::of(&game, &root, Depth(5));
    for seed in 0..20 {
        for kind in kinds(seed) {
            let mut stopped_before = true;
            for bytes in [0, 63, 64, 600, 5000, 100_000] {
                let limits = Limits { bytes: Some(bytes), ..Limits::default() };
                let ran = run(kind, &Task::new(&game, &root, Depth(5)).within(limits));
                check(&tree, &ran, Some(Reason::Memory)).unwrap_or_else(|fault| panic!("{kind:?}: {fault}"));
                let stopped = ran.report.stopped.is_some();
                assert!(stopped_before || !stopped, "{kind:?}: stopped with {bytes}, but not with fewer");
                assert!(stopped || ran.observers[0].0.stored * 16 <= bytes, "{kind:?}: {bytes} bytes");
                assert!(bytes > 63 || stopped, "{kind:?}");
                stopped_before = stopped;
            }
            assert!(!stopped_before, "{kind:?}");
        }
    }
    let too_much = LazySmp { bytes: usize::MAX / 2, deepening: false };
    let ran =
        too_much.search_on_table(&Task::new(&game, &root, Depth(5)), &Alone, vec![counting()]).expect("not too deep");
    assert_eq!(ran.report.stopped, Some(Reason::Memory), "more than there is");
}

#[test]
fn stop() {
    let game = Sample::from(Correlated::new(5, Depth(9), 4, false).expect("a tree"));
    let root = game.root();
    let tree = Plain::of(&game, &root, Depth(6));
    for seed in 0..10 {
        for kind in kinds(seed) {
            for reason in [Reason::Time, Reason::Cancel] {
                for left in [0, 1, 2, 5, 9, 14, 30, 1000] {
                    let patience = Patience::new(left).because(reason).every(50);
                    let limits = Limits { stop: Some(&patience), ..Limits::default() };
                    let ran = run(kind, &Task::new(&game, &root, Depth(6)).within(limits));
                    let told = |fault| panic!("{kind:?}, {reason:?} after {left}: {fault}");
                    check(&tree, &ran, Some(reason)).unwrap_or_else(told);
                    // After the first call nobody goes on for long.
                    let most = (left + 2 * processors(kind)) * 56;
                    assert!(ran.report.stopped.is_none() || nodes(&ran) <= most, "{kind:?}: {} nodes", nodes(&ran));
                }
            }
        }
    }
}

/// As many plies as the limit allows fit on the stack of a test thread, and more are refused.
#[test]
fn plies() {
    let most = Limits::PLIES;
    let (deep, deepest) = (chain(most.0 + 1), chain(most.0));
    for kind in (0..20).flat_map(kinds) {
        let kind = Try { deepening: false, ..kind };
        let ran = run(kind, &Task::new(&deepest, &deepest.root(), most));
        assert_eq!(ran.report.value, Some(Score(7)));
        assert_eq!(ran.report.path, vec![0; most.0 as usize]);
    }
    let root = deep.root();
    let task = Task::new(&deep, &root, Depth(most.0 + 1));
    assert!(LazySmp::default().search_on_table(&task, &Alone, vec![counting()]).is_err());
}

/// Processors are of use, and what they cost is told.
#[test]
fn more_processors_are_faster() {
    for of in [Of::Lazy, Of::Abdada] {
        let mut times = Vec::new();
        for count in [1, 2, 4, 8, 16] {
            let (mut time, mut leaves) = (0, 0);
            for seed in 0..20 {
                let game = Sample::from(Independent::new(5, Depth(6), seed, 1_000_000).expect("a tree"));
                let kind = Try { of, on: On::Simulated(count, 0), bytes: 1 << 20, deepening: false };
                let ran = run(kind, &Task::new(&game, &game.root(), Depth(6)));
                assert_eq!(
                    ran.report.value,
                    AlphaBeta.search(&Task::new(&game, &game.root(), Depth(6)), &mut ()).expect("not too deep").value
                );
                time += ran.measured.time;
                leaves += ran.observers.iter().map(|(counters, _)| counters.leaf_visits).sum::<u64>();
            }
            println!("{of:?} on {count}: time {time}, leaves {leaves}");
            times.push(time);
        }
        assert!(times.is_sorted_by(|more, fewer| more > fewer), "{of:?}: {times:?}");
    }
}

/// Numbers for people: `cargo test --release -p provebest-search --test all -- parallel_table --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn connect_four_measured() {
    fn measure<K: SharedMemory>(name: &str, machine: &K, depth: u32, unit: f64, runs: u32) {
        let rules = Sample::from(ConnectFour::default().centre_first());
        let start = rules.root();
        let task = Task::new(&rules, &start, Depth(depth));
        for (of, deepening) in [(Of::Lazy, false), (Of::Lazy, true), (Of::Abdada, false), (Of::Abdada, true)] {
            let one = |_| {
                let (bytes, observers) = (64 << 20, vec![counting(); machine.count()]);
                let ran = match of {
                    Of::Lazy => LazySmp { bytes, deepening }.search_on_table(&task, machine, observers),
                    Of::Abdada => Abdada { bytes, deepening }.search_on_table(&task, machine, observers),
                    Of::MtSss => ParMtSss { bytes }.search_on_table(&task, machine, observers),
                };
                ran.expect("not too deep")
            };
            let fastest = (0..runs).map(one).min_by_key(|ran| ran.measured.time).expect("a run");
            let sum =
                |what: fn(&Counters) -> u64| fastest.observers.iter().map(|(counters, _)| what(counters)).sum::<u64>();
            let (nodes, leaves) = (sum(Counters::nodes), sum(|counters| counters.leaf_visits));
            let time = fastest.measured.time as f64 * unit;
            println!(
                "{name}, depth {depth}, {of:?}, deepening {deepening}: {nodes} nodes, {leaves} leaves, time {time:.3}"
            );
        }
    }
    for count in [1, 2, 4, 8] {
        measure(&format!("sim:{count}"), &Simulated::new(count), 12, 1.0, 1);
    }
    for count in [1, 2] {
        measure(&format!("threads:{count}"), &Threads::new(count), 12, 1e-9, 5);
        measure(&format!("threads:{count}"), &Threads::new(count), 16, 1e-9, 5);
    }
}
