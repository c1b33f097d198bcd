//! Searches with a scattered table, on every machine: the answer of minimax, whatever the table forgets, and in whatever
//! order and however late its mail comes.

use std::sync::atomic::{AtomicU64, Ordering};

use provebest_game::{Depth, Evaluate, Game, Judged, Keyed, MoveList, Score, SplitMix64, Text, mix};
use provebest_games::connect_four::{Board, ConnectFour};
use provebest_games::synthetic::{Correlated, Independent};
use provebest_games::tic_tac_toe::TicTacToe;
use provebest_machine::{Latency, Machine, Simulated, Threads, Wire};
use provebest_search::*;

use crate::demand;
use crate::games::wander;
use crate::parallel_crew::network;
use crate::parallel_table::check;
use crate::patience::Patience;
use crate::reference::Plain;
use crate::reference::trees::for_seeds;
use crate::sample::{Nim, Sample, State};
use crate::watch::{Watched, counting, in_order};

#[derive(Clone, Copy, Debug)]
enum On {
    Threads(usize),
    Wire(usize),
    /// This number of processors, and a seed of costs, latencies and topology.
    Simulated(usize, u64),
}

/// The methods that know of a table.
#[derive(Clone, Copy, Debug)]
enum Splits {
    YoungBrothers,
    DynamicPv,
    Jamboree,
}

/// A search on a machine.
#[derive(Clone, Copy, Debug)]
struct Try {
    method: Splits,
    on: On,
    size: TableSize,
    deepening: bool,
    grain: Option<u64>,
}

fn run_on<K: Machine>(kind: Try, task: &Task<'_, Sample>, machine: &K) -> Ran<u32, Watched> {
    let Try { size, deepening, grain, .. } = kind;
    match kind.method {
        Splits::YoungBrothers => watched(WithTable { search: YoungBrothers { grain }, size, deepening }, task, machine),
        Splits::DynamicPv => {
            watched(WithTable { search: DynamicPvSplitting { grain }, size, deepening }, task, machine)
        }
        Splits::Jamboree => watched(WithTable { search: Jamboree { grain }, size, deepening }, task, machine),
    }
}

fn watched<K: Machine>(search: impl ScatteredSearch, task: &Task<'_, Sample>, machine: &K) -> Ran<u32, Watched> {
    search.search_on_scattered(task, machine, vec![in_order(); machine.count()]).expect("a report")
}

fn run(kind: Try, task: &Task<'_, Sample>) -> Ran<u32, Watched> {
    match kind.on {
        On::Threads(count) => run_on(kind, task, &Threads::new(count)),
        On::Wire(count) => run_on(kind, task, &Wire::new(count)),
        On::Simulated(count, seed) => run_on(kind, task, &network(seed, count)),
    }
}

fn processors(kind: Try) -> u64 {
    match kind.on {
        On::Threads(count) | On::Wire(count) | On::Simulated(count, _) => count as u64,
    }
}

/// Some machines, each with a table of its own size.
fn kinds(seed: u64) -> Vec<Try> {
    let mut chance = SplitMix64::new(seed);
    let small = [1, 2, 3, 5, 8, 64][chance.below(6) as usize];
    let few = [1, 2, 4][chance.below(3) as usize];
    let other = 2 + chance.below(15) as usize;
    [On::Simulated(small, seed), On::Simulated(other, chance.next_number() >> 20), On::Threads(few), On::Wire(few)]
        .into_iter()
        .map(|on| {
            let bytes = [0, 64, 1 << 10, 1 << 16][chance.below(4) as usize];
            let size = if chance.happens(50) { TableSize::Total(bytes) } else { TableSize::Each(bytes) };
            let grain = [None, Some(0), Some(0), Some(4), Some(30)][chance.below(5) as usize];
            let deepening = chance.happens(50);
            let method = [Splits::YoungBrothers, Splits::DynamicPv, Splits::Jamboree][chance.below(3) as usize];
            Try { method, on, size, deepening, grain }
        })
        .collect()
}

fn table(ran: &Ran<u32, Watched>) -> TableCounts {
    let mut all = TableCounts::default();
    ran.observers.iter().for_each(|(counters, _)| all += counters.table);
    all
}

fn nodes(ran: &Ran<u32, Watched>) -> u64 {
    ran.observers.iter().map(|(counters, _)| counters.nodes()).sum()
}

/// Simulated, a search is the same twice, and its table holds no more than it has room for.
fn check_all(kind: Try, task: &Task<'_, Sample>, tree: &Plain) -> Result<(), String> {
    fn has_estimates(tree: &Plain) -> bool {
        tree.estimated || tree.children.iter().any(has_estimates)
    }
    let ran = run(kind, task);
    match check(tree, &ran, None) {
        // A position that comes again at another ply may have been estimated in an iteration before.
        Err(fault) if fault == "an estimate that nobody saw" && kind.deepening && has_estimates(tree) => {}
        checked => checked?,
    }
    let counts = table(&ran);
    demand!(counts.hits + counts.late <= counts.lookups, "{counts:?}");
    demand!(counts.cutoffs <= counts.hits && counts.late_cutoffs <= counts.cutoffs, "{counts:?}");
    let count = processors(kind) as usize;
    let stored = ran.observers.iter().map(|(counters, _)| counters.stored).max().unwrap_or(0);
    demand!(stored as usize * 16 <= kind.size.each(count).max(64), "{stored} entries");
    if let On::Simulated(..) = kind.on {
        let again = run(kind, task);
        demand!(again.report == ran.report && again.measured == ran.measured, "not the same twice");
        demand!(table(&again) == counts, "{:?}, not {counts:?}", table(&again));
        demand!(count > 1 || counts.messages == 0, "one processor has nobody to write to");
    }
    Ok(())
}

#[test]
fn random_trees() {
    let count = AtomicU64::new(0);
    for_seeds(
        0..2500,
        |_| kinds(count.fetch_add(1, Ordering::Relaxed)),
        |tree, seed, kind| {
            let game = tree.to_tree();
            let root = game.root();
            let depth = Depth(game.height().0 + [0, 0, 0, 1, 3][seed as usize % 5]);
            check_all(kind, &Task::new(&game, &root, depth), tree)
        },
    );
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
                let fault = |fault| panic!("position {state:?}, {kind:?} to depth {depth}: {fault}");
                check_all(kind, &task, &tree).unwrap_or_else(fault);
            }
        }
    }
}

#[test]
fn tic_tac_toe() {
    let game = Sample::from(TicTacToe);
    try_positions(&game, &game.root(), 60, 9, 5);
    try_positions(&game, &game.parse("15").expect("a position"), 2, 0, 7);
}

#[test]
fn connect_four() {
    let rules = Sample::from(ConnectFour::default());
    try_positions(&rules, &rules.root(), 20, 35, 4);
    let rules = Sample::from(ConnectFour::new(4, 4).expect("a size that fits"));
    try_positions(&rules, &rules.root(), 120, 16, 6);
}

/// Estimates that have nothing to do with each other, and few of them: many ties, and the same position in many places.
#[test]
fn estimates_by_chance() {
    for values in [2, 5, 1000] {
        let judge = move |game: &ConnectFour, board: &Board| Score((mix(game.key(board)) % values) as i32);
        let game = ConnectFour::new(4, 4).expect("a size that fits");
        let rules = Sample::Judged(Judged::new(game, Box::new(judge)));
        try_positions(&rules, &rules.root(), 50, 8, 6);
        let judge = move |_: &Nim, heap: &u32| Score((mix(u64::from(*heap)) % values) as i32 - 1);
        let heaps = Sample::Nim(Judged::new(Nim, Box::new(judge)));
        for heap in 0..25 {
            let start = State::Heap(heap);
            for depth in [3, 6, 8] {
                let tree = Plain::of(&heaps, &start, Depth(depth));
                for kind in kinds(u64::from(heap * 31 + depth)) {
                    let fault = |fault| panic!("{heap}, {kind:?} to depth {depth}: {fault}");
                    check_all(kind, &Task::new(&heaps, &start, Depth(depth)), &tree).unwrap_or_else(fault);
                }
            }
        }
    }
}

/// Trees with an honest value everywhere, searched to less than their height.
#[test]
fn correlated() {
    for seed in 0..30 {
        let game = Sample::from(Correlated::new(4, Depth(9), seed, seed % 2 == 0).expect("a tree"));
        for depth in 0..=5 {
            let tree = Plain::of(&game, &game.root(), Depth(depth));
            for kind in kinds(seed) {
                let fault = |fault| panic!("{kind:?}, seed {seed}, {depth}: {fault}");
                check_all(kind, &Task::new(&game, &game.root(), Depth(depth)), &tree).unwrap_or_else(fault);
            }
        }
    }
}

/// Deep enough that answers end nodes in the middle of their search, that late ones are kept, and that memory is of use.
#[test]
fn answers_are_of_use() {
    let rules = Sample::from(ConnectFour::default().centre_first());
    let state = rules.root();
    let task = Task::new(&rules, &state, Depth(8));
    let value = AlphaBeta.search(&task, &mut ()).expect("not too deep").value;
    let without = |count: usize| {
        let ran = YoungBrothers::default().search_on(&task, &Simulated::new(count), vec![counting(); count]);
        nodes(&ran.expect("a report"))
    };
    for count in [1, 4, 16] {
        let mut before = without(count);
        for bytes in [1 << 12, 1 << 22] {
            let size = TableSize::Total(bytes);
            let kind =
                Try { method: Splits::YoungBrothers, on: On::Simulated(count, 0), size, deepening: false, grain: None };
            let ran = run(kind, &task);
            assert_eq!(ran.report.value, value, "{kind:?}");
            let end = worth(&rules, state, &ran.report.line.0);
            assert_eq!(Some(end), value, "{kind:?}: {:?}", ran.report.line);
            let counts = table(&ran);
            println!("{count} processors, {bytes} bytes: {} nodes, before {before}, {counts:?}", nodes(&ran));
            assert!(nodes(&ran) < before, "{kind:?}: {} nodes, not fewer than {before}", nodes(&ran));
            assert_eq!(count > 1, counts.late_cutoffs > 0, "{kind:?}: {counts:?}");
            before = nodes(&ran);
        }
    }
}

/// Windows become narrower while nodes are searched. What is stored meanwhile holds all the same: a table that takes it for the
/// window that was asked for is wrong once in some hundred of these.
#[test]
fn narrower_windows_leave_no_lies_in_the_table() {
    for seed in 0..24_u64 {
        let values = [3, 20, 1000, 100_000][seed as usize % 4];
        let judge = move |game: &ConnectFour, board: &Board| Score((mix(game.key(board) ^ mix(seed)) % values) as i32);
        let game = ConnectFour::new(4 + seed as u32 % 2, 4).expect("a size that fits");
        let rules = Sample::Judged(Judged::new(game, Box::new(judge)));
        let state = rules.root();
        let task = Task::new(&rules, &state, Depth(7));
        let value = AlphaBeta.search(&task, &mut ()).expect("not too deep").value;
        for count in [2, 3, 5, 8, 16, 40] {
            for latency in [0, 3, 30] {
                let latency = if seed % 2 == 0 { Latency::Fixed(latency) } else { Latency::Random(0, latency) };
                let machine = Simulated::new(count).latency(latency).seed(seed);
                let (search, size) = (YoungBrothers::default(), TableSize::Total(1 << 20));
                let search = WithTable { search, size, deepening: seed % 3 == 0 };
                let ran = search.search_on_scattered(&task, &machine, vec![counting(); count]).expect("a report");
                assert_eq!(ran.report.value, value, "seed {seed} on {machine}");
                assert_eq!(Some(worth(&rules, state, &ran.report.line.0)), value, "seed {seed} on {machine}");
            }
        }
    }
}

/// What a line leads to.
fn worth(rules: &Sample, state: State, line: &[u32]) -> Score {
    let end = line.iter().fold(state, |mut state, &m| {
        rules.play(&mut state, m);
        state
    });
    let (end, _) = rules.horizon(&end, &mut MoveList::new());
    if line.len().is_multiple_of(2) { end } else { -end }
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
            let full = nodes(&run(kind, &Task::new(&game, &root, game.height())));
            for limit in (0..=full + 1).step_by(1 + full as usize / 40).chain([full]) {
                let limits = Limits { nodes: Some(limit), ..Limits::default() };
                let ran = run(kind, &Task::new(&game, &root, game.height()).within(limits));
                check(tree, &ran, Some(Reason::Nodes)).map_err(|fault| format!("{limit} of {full}: {fault}"))?;
                demand!(limit > 0 || ran.report.stopped.is_some(), "not stopped");
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
    for kind in (0..20).flat_map(kinds) {
        let count = processors(kind) as usize;
        let needed = ((kind.size.each(count).max(64) + ScatteredTable::BYTES_BESIDE) * count) as u64;
        for (bytes, enough) in [(0, false), (needed - 1, false), (needed, true)] {
            let limits = Limits { bytes: Some(bytes), ..Limits::default() };
            let ran = run(kind, &Task::new(&game, &root, Depth(5)).within(limits));
            check(&tree, &ran, Some(Reason::Memory)).unwrap_or_else(|fault| panic!("{kind:?}: {fault}"));
            assert_eq!(ran.report.stopped.is_none(), enough, "{kind:?}: {bytes} of {needed}");
        }
    }
    for count in [1, 3] {
        let too_much = Try { size: TableSize::Each(usize::MAX / 2), ..kinds(0)[0] };
        let on = [On::Simulated(count, 0), On::Wire(count)];
        for ran in on.map(|on| run(Try { on, ..too_much }, &Task::new(&game, &root, Depth(5)))) {
            assert_eq!(ran.report.stopped, Some(Reason::Memory), "more than there is");
        }
    }
}

#[test]
fn stop() {
    let game = Sample::from(Correlated::new(5, Depth(9), 4, false).expect("a tree"));
    let root = game.root();
    let tree = Plain::of(&game, &root, Depth(6));
    for seed in 0..12 {
        for kind in kinds(seed) {
            for left in [0, 1, 5, 50, 300] {
                let patience = Patience::new(left).because(Reason::Time).every(50);
                let limits = Limits { stop: Some(&patience), ..Limits::default() };
                let ran = run(kind, &Task::new(&game, &root, Depth(6)).within(limits));
                let told = |fault| panic!("{kind:?}, after {left}: {fault}");
                check(&tree, &ran, Some(Reason::Time)).unwrap_or_else(told);
            }
        }
    }
}
