//! Parallel searches against breadth first, under networks where mail overtakes mail, on threads and over bytes.

use std::sync::Mutex;

use crate::common::suite::korf;
use crate::common::{Graph, Luck, all_boards_of_eight, assert_done, every};
use provebest_machine::{Alone, Failure, Latency, Machine, Message, Rank, Simulated, Threads, Wire};
use provebest_puzzle::pancakes::Pancakes;
use provebest_puzzle::salesman::Salesman;
use provebest_puzzle::tiles::{Manhattan, Size, Tiles};
use provebest_puzzle::{
    AStar, Cost, HashDistributedAStar, IdaStar, Iteration, Limits, ParallelIdaStar, ParallelIterativeAStar,
    ParallelWindow, Puzzle, PuzzleProgress, Ran, Reason, Solve, SolveOn, Stop, Task, TranspositionDriven,
};

const SLICES: [u64; 4] = [1, 3, 20, 1000];

/// One of the searches, with parameters by chance.
fn run<P, K>(which: usize, luck: &mut Luck, task: &Task<'_, P>, machine: &K) -> (&'static str, Ran<P::Move>)
where
    P: Puzzle + Sync,
    P::State: Message + Sync,
    K: Machine,
{
    let (name, ran) = try_run(which, luck, task, machine);
    (name, ran.unwrap_or_else(|failure| panic!("{name}: {failure}")))
}

fn try_run<P, K>(
    which: usize,
    luck: &mut Luck,
    task: &Task<'_, P>,
    machine: &K,
) -> (&'static str, Result<Ran<P::Move>, Failure>)
where
    P: Puzzle + Sync,
    P::State: Message + Sync,
    K: Machine,
{
    let slice = SLICES[luck.below(4)];
    match which {
        2 => ("HDA*", HashDistributedAStar { batch: 1 + luck.below(20) }.solve_on(task, machine)),
        4 => ("PIA*", ParallelIterativeAStar { batch: 1 + luck.below(20) }.solve_on(task, machine)),
        3 => {
            let table = [0, 500, 10_000, 1 << 24][luck.below(4)];
            let (batch, exhaustive) = (1 + luck.below(20), luck.below(2) == 0);
            ("TDS", TranspositionDriven { table, batch, slice, exhaustive }.solve_on(task, machine))
        }
        0 => {
            let frontier = [0, 1, 7, 60][luck.below(4)];
            let search = ParallelWindow { slice, step: Cost(1 + luck.below(2) as u32), frontier };
            ("parallel window", search.solve_on(task, machine))
        }
        _ => {
            let search = ParallelIdaStar { slice, exhaustive: luck.below(2) == 0 };
            ("PIDA*", search.solve_on(task, machine))
        }
    }
}

const SEARCHES: usize = 5;

/// With an order of the nodes near the root other nodes come first, and the solution is as long.
#[test]
fn ordered_windows_find_the_same() {
    let tiles = Tiles::new(Size::<4, 4>, Manhattan::new());
    let mut korf = korf();
    korf.sort_by_key(|one| one.nodes);
    for one in &korf[..3] {
        let start = tiles.position(&one.tiles).unwrap();
        let solve = |frontier| {
            let search = ParallelWindow { step: Cost(2), frontier, ..ParallelWindow::default() };
            search.solve_on(&Task::new(&tiles, &start), &Simulated::new(8)).unwrap()
        };
        let (plain, ordered) = (solve(0), solve(ParallelWindow::FRONTIER));
        assert!(plain.report.is_optimal() && ordered.report.is_optimal());
        assert_eq!(plain.report.bound, ordered.report.bound);
        assert_ne!(plain.solutions, ordered.solutions, "solutions come at other times");
    }
}

/// On one processor PIA* expands what A* expands, by thresholds that rise; on many, each state within the last threshold but one.
#[test]
fn pia_expands_what_a_star_expands() {
    let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
    let all = all_boards_of_eight();
    let mut luck = Luck(23);
    for seed in 0..40 {
        let start = tiles.position(&all[luck.below(all.len())].0).unwrap();
        let task = Task::new(&tiles, &start);
        let wanted = AStar.solve(&task);
        let alone = ParallelIterativeAStar::default().solve_on(&task, &Simulated::new(1)).unwrap().report;
        assert_eq!((alone.expanded, alone.bound), (wanted.expanded, wanted.bound));
        let machine = Simulated::new(2 + luck.below(7)).latency(Latency::Random(0, 90)).seed(seed);
        for report in [alone, ParallelIterativeAStar { batch: 3 }.solve_on(&task, &machine).unwrap().report] {
            let Iteration { generated, expanded, .. } = report.iterations.iter().fold(
                Iteration { bound: Cost::ZERO, generated: 1, expanded: 0 },
                |sum, one| {
                    assert!(one.bound > sum.bound);
                    Iteration {
                        bound: one.bound,
                        generated: sum.generated + one.generated,
                        expanded: sum.expanded + one.expanded,
                    }
                },
            );
            assert_eq!((generated, expanded), (report.generated, report.expanded));
            let last = report.iterations.last().map_or(0, |last| last.expanded);
            assert!(report.expanded - last <= wanted.expanded, "what is cheaper than the solution is expanded by both");
        }
    }
}

#[test]
fn random_networks() {
    let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
    let all = all_boards_of_eight();
    let mut luck = Luck(5);
    for seed in 0..500 / every(2) as u64 {
        let (board, length) = &all[luck.below(all.len())];
        let start = tiles.position(board).unwrap();
        let task = Task::new(&tiles, &start);
        let latency = Latency::Random(0, luck.below(200) as u64);
        let machine = Simulated::new(1 + luck.below(9)).latency(latency).seed(seed);
        for which in 0..SEARCHES {
            let (_, ran) = run(which, &mut luck, &task, &machine);
            assert_done(board, 3, &ran.report, *length);
        }
    }
}

#[test]
fn random_graphs_on_all_machines() {
    let mut luck = Luck(7);
    for seed in 0..5000 / every(2) as u64 {
        let graph = Graph::random(&mut luck);
        let puzzle = graph.puzzle();
        let task = Task::new(&puzzle, &0);
        let machine = Simulated::new(1 + luck.below(5)).latency(Latency::Random(0, 9)).seed(seed);
        for which in 0..SEARCHES {
            let (name, ran) = run(which, &mut luck, &task, &machine);
            graph.check(&ran.report, &format!("{name} on {machine}"));
            let (name, ran) = run(which, &mut luck, &task, &Alone);
            graph.check(&ran.report, &format!("{name} alone"));
            if seed % 20 == 0 {
                let (name, ran) = run(which, &mut luck, &task, &Threads::new(3));
                graph.check(&ran.report, name);
                let (name, ran) = run(which, &mut luck, &task, &Wire::new(2));
                graph.check(&ran.report, name);
            }
        }
    }
}

/// A processor is lost at any step. The search reports that, and another search can go on from the bounds it reported.
#[test]
fn lost_processors() {
    let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
    let all = all_boards_of_eight();
    let mut luck = Luck(15);
    let (mut lost, mut gone_on) = (0, 0);
    for seed in 0..60 / every(2) as u64 {
        let (board, length) = &all[luck.below(all.len())];
        let start = tiles.position(board).unwrap();
        let machine = Simulated::new(1 + luck.below(4)).latency(Latency::Random(0, 20)).seed(seed);
        for which in 0..SEARCHES {
            let rank = Rank(luck.below(machine.count()) as u32);
            let (mut step, stride) = (0, 1 + luck.below(40) as u64);
            loop {
                let kept = Mutex::new(Cost::ZERO);
                let keep = |news: &PuzzleProgress| {
                    let mut kept = kept.lock().unwrap();
                    *kept = news.bound.max(*kept);
                };
                let task = Task::new(&tiles, &start).tell(&keep);
                match try_run(which, &mut luck, &task, &machine.clone().losing(rank, step)).1 {
                    Ok(ran) => break assert_done(board, 3, &ran.report, *length),
                    Err(failure) => assert!(failure.to_string().contains("was lost"), "{failure}"),
                }
                let kept = *kept.lock().unwrap();
                assert!(kept <= Cost(*length), "the bound {kept:?} is kept, and the solution has {length}");
                let task = Task::new(&tiles, &start).resume(kept);
                assert_done(board, 3, &run(which, &mut luck, &task, &machine).1.report, *length);
                (lost, gone_on) = (lost + 1, gone_on + u32::from(kept > Cost::ZERO));
                step += stride + step / 4;
            }
        }
    }
    assert!(lost > 500 && gone_on > 100, "{lost} lost, {gone_on} of them with something to go on from");
}

#[test]
fn threads_and_bytes() {
    let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
    let all = all_boards_of_eight();
    let mut luck = Luck(9);
    for _ in 0..60 / every(2) {
        let (board, length) = &all[luck.below(all.len())];
        let start = tiles.position(board).unwrap();
        let task = Task::new(&tiles, &start);
        for which in 0..SEARCHES {
            let count = 1 + luck.below(4);
            let (_, ran) = run(which, &mut luck, &task, &Threads::new(count));
            assert_done(board, 3, &ran.report, *length);
            let (_, ran) = run(which, &mut luck, &task, &Wire::new(count));
            assert_done(board, 3, &ran.report, *length);
        }
    }
}

/// Iterations that fail have the nodes of IDA*, whichever processor generates them; and the last one on one processor has few more.
#[test]
fn the_nodes_of_ida_star() {
    let tiles = Tiles::new(Size::<4, 4>, Manhattan::new());
    for one in korf().iter().filter(|one| one.nodes < 2_000_000) {
        let start = tiles.position(&one.tiles).unwrap();
        let task = Task::new(&tiles, &start);
        let sequential = IdaStar::default().solve(&task);
        for processors in [1, 16] {
            let ran = ParallelIdaStar::default().solve_on(&task, &Simulated::new(processors)).unwrap();
            assert_done(&one.tiles, 4, &ran.report, one.length);
            let last = sequential.iterations.len() - 1;
            assert_eq!(ran.report.iterations[..last], sequential.iterations[..last]);
            // Siblings of the last path are generated when a slice ends.
            assert!(processors > 1 || ran.report.generated - one.nodes < 100);
        }
    }
}

/// An iteration that fails has no more nodes than that of IDA*. One processor goes through the tree as IDA* with a table does; its
/// own table loses less.
#[test]
fn no_more_nodes_than_ida_star() {
    let tiles = Tiles::new(Size::<4, 4>, Manhattan::new());
    for one in korf().iter().filter(|one| one.nodes < 1_000_000) {
        let start = tiles.position(&one.tiles).unwrap();
        let task = Task::new(&tiles, &start);
        let (plain, with_table) = (IdaStar::default().solve(&task), IdaStar { table: 1 << 26 }.solve(&task));
        let last = plain.iterations.len() - 1;
        for (processors, table, batch) in [(1, 1 << 28, 1), (1, 1 << 12, 16), (16, 1 << 28, 16), (16, 0, 5)] {
            let search = TranspositionDriven { table, batch, ..TranspositionDriven::default() };
            let ran = search.solve_on(&task, &Simulated::new(processors)).unwrap();
            assert_done(&one.tiles, 4, &ran.report, one.length);
            let again = search.solve_on(&task, &Simulated::new(processors)).unwrap();
            assert_eq!((&again.report, again.measured), (&ran.report, ran.measured), "the same again");
            let iterations = ran.report.iterations;
            assert_eq!(iterations.len(), last + 1);
            for (ours, theirs) in iterations[..last].iter().zip(&plain.iterations) {
                assert_eq!(ours.bound, theirs.bound);
                assert!(ours.generated <= theirs.generated && ours.expanded <= theirs.expanded);
                assert!(table > 0 || ours == theirs, "without a table just those of IDA*: {ours:?} {theirs:?}");
            }
            if (processors, table) == (1, 1 << 28) {
                let nodes = |all: &[Iteration]| all[..last].iter().map(|one| one.generated).sum::<u64>();
                assert!(nodes(&iterations) <= nodes(&with_table.iterations));
            }
        }
    }
}

/// All puzzles that are here, on random networks, on threads and over bytes.
#[test]
fn pancakes_and_salesmen() {
    let mut luck = Luck(21);
    let pancakes = Pancakes::new(8).unwrap();
    for seed in 0..60 {
        let mut sizes: Vec<u8> = (1..=8).collect();
        (1..8).rev().for_each(|at| sizes.swap(at, luck.below(at + 1)));
        let stack = pancakes.stack(&sizes).unwrap();
        on_all_machines(&Task::new(&pancakes, &stack), &mut luck, seed);
        let salesman = Salesman::random(4 + luck.below(4), seed);
        on_all_machines(&Task::new(&salesman, &salesman.start()), &mut luck, seed);
    }
}

fn on_all_machines<P>(task: &Task<'_, P>, luck: &mut Luck, seed: u64)
where
    P: Puzzle + Sync,
    P::State: Message + Sync,
{
    let expected = AStar.solve(task).bound;
    let check = |(name, ran): (&str, Ran<P::Move>), machine: &str| {
        let cost = ran.report.solution.as_ref().map(|solution| solution.cost);
        assert_eq!((ran.report.bound, cost), (expected, Some(expected)), "{name} on {machine}, seed {seed}");
    };
    let machine = Simulated::new(1 + luck.below(7)).latency(Latency::Random(0, luck.below(50) as u64)).seed(seed);
    for which in 0..SEARCHES {
        check(run(which, luck, task, &machine), &machine.to_string());
        if seed.is_multiple_of(10) {
            check(run(which, luck, task, &Threads::new(3)), "threads");
            check(run(which, luck, task, &Wire::new(3)), "bytes");
        }
    }
}

/// What all processors store is reported, and not what one of them does.
#[test]
fn bytes_of_all() {
    let tiles = Tiles::new(Size::<4, 4>, Manhattan::new());
    let korf = korf();
    let one = korf.iter().min_by_key(|one| one.nodes).unwrap();
    let start = tiles.position(&one.tiles).unwrap();
    let bytes = |count| {
        HashDistributedAStar::default()
            .solve_on(&Task::new(&tiles, &start), &Simulated::new(count))
            .unwrap()
            .report
            .bytes
    };
    assert!(2 * bytes(8) > bytes(1) && bytes(1) > 0);
}

/// The limit on bytes is for all processors together: a processor that may store only a share of it reaches it sooner.
#[test]
fn bytes_are_shared() {
    let luck = &mut Luck(13);
    // A thousand children of the root, and the last one leads to the goal.
    let mut ways = vec![Vec::new(); 1002];
    ways[0] = (1..1001).map(|child| (child, Cost(1))).collect();
    ways[1000] = vec![(1001, Cost(1))];
    let star = Graph::without_estimates(ways, Some(1001));
    let star = star.puzzle();
    for which in 0..SEARCHES {
        let room = if which >= 2 { 200_000 } else { 50_000 };
        for (processors, bytes, enough) in [(1, room, true), (10, room, false), (10, 10 * room, true)] {
            let task = Task::new(&star, &0).within(Limits { bytes: Some(bytes), ..Limits::default() });
            let (name, ran) = run(which, luck, &task, &Simulated::new(processors));
            let stopped = if enough { None } else { Some(Reason::Memory) };
            // Where states have owners, the children are divided, too.
            if which < 2 || enough {
                assert_eq!(ran.report.stopped, stopped, "{name} on {processors} with {bytes} bytes");
            }
        }
    }
    // A path of free moves that is far too long.
    let path = (1..100_000).map(|to| vec![(to, Cost(0))]).chain([Vec::new()]);
    let endless = Graph::without_estimates(path.collect(), None);
    let endless = endless.puzzle();
    for which in 0..SEARCHES {
        let task = Task::new(&endless, &0).within(Limits { bytes: Some(10_000), ..Limits::default() });
        let (name, ran) = run(which, luck, &task, &Simulated::new(3));
        assert_eq!(ran.report.stopped, Some(Reason::Memory), "{name}");
    }
}

/// The speed-up that the survey reports for PIDA*, 0.93 N, on an instance of ten million nodes.
#[test]
fn speed_up_of_parallel_ida_star() {
    let tiles = Tiles::new(Size::<4, 4>, Manhattan::new());
    let korf = korf();
    let one = korf.iter().filter(|one| one.nodes > 10_000_000).min_by_key(|one| one.nodes).unwrap();
    let start = tiles.position(&one.tiles).unwrap();
    let search = ParallelIdaStar { exhaustive: true, slice: 300 };
    let time =
        |count| search.solve_on(&Task::new(&tiles, &start), &Simulated::new(count)).unwrap().measured.time as f64;
    let speed_up = time(1) / time(64);
    assert!(speed_up >= 0.9 * 64.0, "{speed_up}");
}

/// Hashes spread the work evenly, and a table of all searches far fewer nodes.
#[test]
fn speed_up_of_transposition_driven_scheduling() {
    let tiles = Tiles::new(Size::<4, 4>, Manhattan::new());
    let korf = korf();
    let one = korf.iter().filter(|one| one.nodes > 10_000_000).min_by_key(|one| one.nodes).unwrap();
    let start = tiles.position(&one.tiles).unwrap();
    let search = TranspositionDriven { exhaustive: true, ..TranspositionDriven::default() };
    let on = |count| search.solve_on(&Task::new(&tiles, &start), &Simulated::new(count).latency(50)).unwrap();
    let (alone, many) = (on(1), on(64));
    let speed_up = alone.measured.time as f64 / many.measured.time as f64;
    assert!(speed_up >= 0.8 * 64.0, "{speed_up}");
    let whole = ParallelIdaStar { exhaustive: true, slice: 10_000 };
    let all = whole.solve_on(&Task::new(&tiles, &start), &Simulated::new(1)).unwrap().report.generated;
    let nodes = (alone.report.generated, many.report.generated);
    assert!(10 * nodes.0 < 7 * all && 10 * nodes.1 < 7 * all, "{nodes:?} of {all}, {speed_up}");
}

struct After(std::sync::atomic::AtomicU64);

impl Stop for After {
    fn stop(&self) -> Option<Reason> {
        let left = &self.0;
        let some =
            left.fetch_update(std::sync::atomic::Ordering::Relaxed, std::sync::atomic::Ordering::Relaxed, |left| {
                left.checked_sub(1)
            });
        some.is_err().then_some(Reason::Cancel)
    }
}

#[test]
fn limits_are_kept() {
    let tiles = Tiles::new(Size::<4, 4>, Manhattan::new());
    let korf = korf();
    let start = tiles.position(&korf[0].tiles).unwrap();
    let mut luck = Luck(11);
    for which in 0..SEARCHES {
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let machine = Simulated::new(5);
        let (name, ran) = run(which, &mut luck, &Task::new(&tiles, &start).within(limits), &machine);
        assert_eq!(ran.report.stopped, Some(Reason::Nodes), "{name}");
        assert!((90_000..120_000).contains(&ran.report.generated), "{name}: {}", ran.report.generated);
        let stop = After(20.into());
        let limits = Limits { stop: Some(&stop), ..Limits::default() };
        let (name, ran) = run(which, &mut luck, &Task::new(&tiles, &start).within(limits), &Threads::new(2));
        assert_eq!(ran.report.stopped, Some(Reason::Cancel), "{name}");
        assert!(ran.report.bound.0 >= 41 && ran.report.bound.0 <= 57, "{name}");
    }
}

/// However tight the limits are, nothing false is proved, and what was found is not lost.
#[test]
fn tight_limits_prove_nothing_false() {
    let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
    let start = tiles.parse("8 7 6 0 4 1 2 5 3").unwrap();
    let mut luck = Luck(5);
    for which in 0..SEARCHES {
        for processors in [1, 4, 9] {
            for bytes in [0, 200, 500, 1000, 3000, 10_000] {
                let limits = Limits { bytes: Some(bytes), nodes: Some(100_000), ..Limits::default() };
                let (name, ran) =
                    run(which, &mut luck, &Task::new(&tiles, &start).within(limits), &Simulated::new(processors));
                let report = ran.report;
                assert!(report.bound <= Cost(31), "{name}, {bytes} bytes on {processors}: {:?}", report.bound);
                assert!(report.stopped.is_some() || report.is_optimal(), "{name}, {bytes} bytes on {processors}");
            }
        }
    }
    // A limit that falls together with the goal.
    let search = ParallelWindow::default();
    let solve = |nodes| {
        let limits = Limits { nodes, ..Limits::default() };
        search.solve_on(&Task::new(&tiles, &start).within(limits), &Simulated::new(1)).unwrap().report
    };
    let all = solve(None).generated;
    assert!(solve(Some(all)).is_optimal());
    // Processors do not all take a slice each from what is left for none.
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let many = search.solve_on(&Task::new(&tiles, &start).within(limits), &Simulated::new(500)).unwrap().report;
    assert!(many.stopped == Some(Reason::Nodes) && many.generated < 3000, "{}", many.generated);
}
