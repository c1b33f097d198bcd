//! What holds for the parallel searches beyond the value: relations to the sequential ones, limits, panics, timelines.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicU64;

use provebest_game::{Depth, Game, MoveList};
use provebest_games::synthetic::{Correlated, Independent, Order, Weighted};
use provebest_machine::{Latency, Machine, Simulated, Threads};
use provebest_search::engine::{Engine, EngineTask, Enhancements, Share};
use provebest_search::*;

use crate::patience::Patience;
use crate::sample::{Broken, Sample};
use crate::watch::{Watched, counting, in_order};

fn leaves(search: &impl Search, task: &Task<'_, Sample>) -> Vec<String> {
    let mut watched = in_order();
    search.search(task, &mut watched).expect("not too deep");
    watched.1.order().to_vec()
}

fn leaves_alone(search: &impl ParallelSearch, task: &Task<'_, Sample>) -> Vec<String> {
    let ran = search.search_on(task, &Simulated::new(1), vec![in_order()]).expect("not too deep");
    ran.observers[0].1.order().to_vec()
}

/// On one processor the parallel searches are the sequential ones they come from.
#[test]
fn one_processor() {
    for seed in 0..40 {
        let (width, depth) = [(2, 7), (3, 5), (5, 4), (7, 3)][seed as usize % 4];
        let order = Order::first(width, 60.0).expect("60 %");
        let tree = Sample::from(Weighted::new(width, Depth(depth), seed, 100, order).expect("a tree"));
        let root = tree.root();
        let task = Task::new(&tree, &root, Depth(depth));
        let alpha_beta = leaves(&AlphaBeta, &task);
        assert_eq!(leaves_alone(&BoundAndBranch::default(), &task), alpha_beta);
        assert_eq!(leaves_alone(&TreeSplitting::default(), &task), alpha_beta);
        let young = leaves_alone(&YoungBrothers::default(), &task);
        assert_eq!(leaves_alone(&DynamicPvSplitting::default(), &task), young);
        assert_eq!(leaves_alone(&PvSplitting { recursive: true, grain: None }, &task), young);
        assert_eq!(leaves(&Pvs, &task), young);
    }
}

/// On perfectly ordered trees: the minimal tree, or what it is without deep cut-offs.
#[test]
fn perfect_order() {
    fn without_deep(width: u64, depth: i32) -> u64 {
        if depth <= 0 { 1 } else { without_deep(width, depth - 1) + (width - 1) * without_deep(width, depth - 2) }
    }
    for (width, depth) in [(2, 6), (3, 5), (4, 4), (5, 3), (6, 1), (3, 0)] {
        let tree = Weighted::new(width, Depth(depth), 3, 1000, Order::perfect(width)).expect("a tree");
        let tree = Sample::from(tree);
        let root = tree.root();
        let task = Task::new(&tree, &root, Depth(depth));
        let minimal = u64::from(width).pow(depth / 2) + u64::from(width).pow(depth.div_ceil(2)) - 1;
        type Run<'r> = &'r dyn Fn(&Simulated, Vec<Watched>) -> Ran<u32, Watched>;
        let visits = |search: Run<'_>, count| {
            let ran = search(&Simulated::new(count), vec![counting(); count]);
            ran.observers.iter().map(|(counters, _)| counters.leaf_visits).sum::<u64>()
        };
        for count in [1, 2, 3, 8] {
            let run = |m: &Simulated, w| MandatoryWorkFirst::default().search_on(&task, m, w).expect("not too deep");
            assert_eq!(visits(&run, count), without_deep(width.into(), depth as i32), "w={width}, d={depth}");
            let run = |m: &Simulated, w| YoungBrothers::default().search_on(&task, m, w).expect("not too deep");
            assert_eq!(visits(&run, count), minimal, "w={width}, d={depth}, {count} processors");
            let run = |m: &Simulated, w| Jamboree::default().search_on(&task, m, w).expect("not too deep");
            assert_eq!(visits(&run, count), minimal, "w={width}, d={depth}, {count} processors");
        }
    }
}

/// What is charged is what was visited, and the rest is idle time.
#[test]
fn work_is_visits() {
    let tree = Sample::from(Independent::new(6, Depth(5), 1, 1000).expect("a tree"));
    let root = tree.root();
    let task = Task::new(&tree, &root, Depth(5));
    for count in [1, 2, 7, 64] {
        let ran = YoungBrothers::default().search_on(&task, &Simulated::new(count), vec![counting(); count]);
        let ran = ran.expect("not too deep");
        let visits: u64 = ran.observers.iter().map(|(counters, _)| counters.leaf_visits).sum();
        // Leaves that were begun when rank 0 had its answer are finished, but not charged any more.
        assert!(visits >= ran.measured.work && visits <= ran.measured.work + count as u64);
        assert_eq!(ran.measured.idle() + ran.measured.work, count as u64 * ran.measured.time);
    }
}

/// The young brothers of a good tree scale.
#[test]
fn a_thousand_processors() {
    let order = Order::first(10, 90.0).expect("90 %");
    let tree = Sample::from(Weighted::new(10, Depth(8), 1, 10_000, order).expect("a tree"));
    let root = tree.root();
    let task = Task::new(&tree, &root, Depth(8));
    let run = |count| {
        let ran = YoungBrothers { grain: Some(10) }.search_on(&task, &Simulated::new(count), vec![counting(); count]);
        let ran = ran.expect("not too deep");
        assert_eq!(ran.report.value, Some(tree.planted()));
        ran.measured.time
    };
    let (one, many) = (run(1), run(1024));
    assert!(one / many > 20, "{one} leaf-times alone, {many} with 1,024 processors");
}

#[test]
fn all_stop_when_one_is_told_to() {
    fn try_on<K: Machine>(machine: &K) {
        let tree = Sample::from(Independent::new(5, Depth(9), 1, 1000).expect("a tree"));
        let root = tree.root();
        for patience in [0, 1, 10, 100] {
            let stop = Patience::new(patience).every(16);
            let limits = Limits { stop: Some(&stop), ..Limits::default() };
            let task = Task::new(&tree, &root, Depth(9)).within(limits);
            let all = [
                YoungBrothers::default().search_on(&task, machine, vec![counting(); machine.count()]),
                TreeSplitting::default().search_on(&task, machine, vec![counting(); machine.count()]),
                BoundAndBranch::default().search_on(&task, machine, vec![counting(); machine.count()]),
                MandatoryWorkFirst::default().search_on(&task, machine, vec![counting(); machine.count()]),
                ParallelAspiration::default().search_on(&task, machine, vec![counting(); machine.count()]),
                KeyNode::default().search_on(&task, machine, vec![counting(); machine.count()]),
                ParSss::default().search_on(&task, machine, vec![counting(); machine.count()]),
            ];
            for ran in all {
                let report = ran.expect("not too deep").report;
                assert_eq!(report.stopped, Some(Reason::Cancel));
                assert!(report.kind != Kind::Exact);
            }
        }
    }
    try_on(&Simulated::new(5).latency(Latency::Random(0, 40)));
    try_on(&Simulated::new(1));
    try_on(&Threads::new(3));
}

/// Rules that break.
fn broken(width: u32, height: u32, hole: fn(u64)) -> Sample {
    let tree = Independent::new(width, Depth(height), 1, 1000).expect("a tree");
    Sample::Broken(Broken { tree, listed: AtomicU64::new(0), hole })
}

#[test]
fn a_panic_in_the_rules_is_told() {
    fn try_on<K: Machine>(machine: &K, search: impl ParallelSearch) {
        let game = broken(6, 7, |listed| assert!(listed < 3000, "the rules have a hole"));
        let root = game.root();
        let task = Task::new(&game, &root, Depth(7));
        let search =
            AssertUnwindSafe(|| search.search_on(&task, machine, vec![counting(); machine.count()]).map(|_| ()));
        let panic = catch_unwind(search).expect_err("the rules panic");
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"the rules have a hole"));
    }
    for count in [1, 2, 4] {
        try_on(&Threads::new(count), YoungBrothers { grain: Some(10) });
        try_on(&Threads::new(count), PvSplitting::default());
        try_on(&Threads::new(count), KeyNode::default());
        try_on(&Threads::new(count), ParSss::default());
        try_on(&Simulated::new(count), Jamboree::default());
        try_on(&Threads::new(count), Uidpabs::default());
    }
}

#[test]
fn a_panic_ends_those_who_share_a_table() {
    let is_told = |search: &dyn Fn(&Sample)| {
        // Nobody would see the end of this tree. It breaks once, on whichever thread is there: the others have to hear of it.
        let game = broken(20, 40, |listed| assert_ne!(listed, 3000, "the rules have a crack"));
        let panic = catch_unwind(AssertUnwindSafe(|| search(&game))).expect_err("the rules panic");
        let told = panic.downcast_ref::<String>().expect("a text");
        assert!(told.contains("the rules have a crack"), "{told}");
    };
    for count in [1, 2, 4] {
        let machine = Threads::new(count);
        is_told(&|game| {
            let root = game.root();
            let task = Task::new(game, &root, Depth(40));
            let _ = LazySmp::default().search_on_table(&task, &machine, vec![counting(); count]);
        });
        is_told(&|game| {
            let root = game.root();
            let task = Task::new(game, &root, Depth(40));
            let _ = Abdada::default().search_on_table(&task, &machine, vec![counting(); count]);
        });
        for share in Share::ALL {
            is_told(&|game| {
                let engine = Engine::new(1 << 16, Enhancements::default()).expect("64 KiB");
                let root = game.root();
                let task = EngineTask::new(game, &root, Depth(40));
                engine.search_on(&task, &machine, share, &mut |_| None).unwrap();
            });
        }
    }
}

/// UIDPABS to a horizon with estimates has the value of minimax to that depth. Stopped, it says how deep it came, and that is the
/// value of minimax to the smaller depth; a bound to the full depth is one.
#[test]
fn deepening_without_waiting() {
    let (mut reached, mut bounds) = (0, 0);
    for seed in 0..300 {
        let (width, height) = [(3, 6), (5, 4), (2, 8), (7, 4)][seed as usize % 4];
        let tree = Sample::from(Correlated::new(width, Depth(height), seed, seed % 2 == 0).expect("a tree"));
        let root = tree.root();
        let depth = Depth(height - 1 - seed as u32 % 2);
        let minimax = |depth| Minimax.search(&Task::new(&tree, &root, depth), &mut ()).expect("not too deep");
        let value = minimax(depth).value;
        let task = Task::new(&tree, &root, depth);
        let machine = Simulated::new([1, 2, 3, 16][seed as usize / 4 % 4]).latency(Latency::Random(0, 40)).seed(seed);
        let search = Uidpabs { margin: [1, 5, 50, i32::MAX][seed as usize / 16 % 4] };
        let on = |task: &Task<'_, Sample>| {
            search.search_on(task, &machine, vec![counting(); machine.count()]).expect("not too deep").report
        };
        let report = on(&task);
        assert_eq!((report.value, report.kind, report.reached), (value, Kind::Heuristic, None), "{seed}");
        // Mail is collected at every node.
        let report =
            on(&Task::new(&tree, &root, depth).within(Limits { stop: Some(&AtEveryNode), ..Limits::default() }));
        assert_eq!((report.value, report.stopped), (value, None), "{seed}");
        for nodes in [5, 30, 100, 300] {
            let stop: Option<&(dyn Stop + Sync)> = if nodes > 50 { Some(&AtEveryNode) } else { None };
            let limits = Limits { nodes: Some(nodes), stop, ..Limits::default() };
            let report = on(&Task::new(&tree, &root, depth).within(limits));
            if report.stopped.is_none() {
                assert_eq!(report.value, value);
            } else if let Some(Reached { depth: less, value }) = report.reached {
                assert!(less < depth && report.value.is_none() && report.best.is_some());
                let shallow = minimax(less);
                assert_eq!(Some(value), shallow.value, "{seed}: {nodes} nodes, to {less:?}");
                let child = tree_child(&tree, &root, report.path[0]);
                let after = Minimax.search(&Task::new(&tree, &child, less.less()), &mut ()).expect("not too deep");
                assert_eq!(after.value.map(|value| -value), shallow.value, "one of the best moves");
                reached += 1;
            } else if report.value.is_some() {
                assert!(report.kind == Kind::Lower && report.value <= value, "{seed}");
                bounds += 1;
            }
        }
    }
    assert!(reached > 100 && bounds > 100, "{reached} stopped before they had a value, {bounds} with a bound");
}

struct AtEveryNode;

impl Stop for AtEveryNode {
    fn stop(&self) -> Option<Reason> {
        None
    }

    fn ask_again_after(&self) -> u64 {
        1
    }
}

fn tree_child(tree: &Sample, root: &<Sample as Game>::State, number: u32) -> <Sample as Game>::State {
    let mut list = MoveList::new();
    let children = tree.open(root, &mut list).expect("the root has moves");
    tree.child(root, children, &list, number).1
}

/// The timeline shows all work, and that called off was in vain.
#[test]
fn timelines() {
    let tree = Sample::from(Independent::new(8, Depth(4), 1, 1000).expect("a tree"));
    let root = tree.root();
    let task = Task::new(&tree, &root, Depth(4));
    let machine = Simulated::new(16).timeline(true);
    let ran = YoungBrothers::default().search_on(&task, &machine, vec![counting(); 16]).expect("not too deep");
    let timeline = ran.timeline.expect("it was asked for");
    let spans: u64 = timeline.spans.iter().map(|span| span.end - span.start).sum();
    assert_eq!((timeline.processors, timeline.time, spans), (16, ran.measured.time, ran.measured.work));
    assert!(timeline.wasted() > 0 && timeline.wasted() < spans);
    assert!(timeline.jobs.iter().any(|job| job.label.contains('.') && !job.wasted));
}
