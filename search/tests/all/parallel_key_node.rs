//! The key node method, in lock step and by mail: always the answer of minimax, and the counts of the paper.

use std::collections::HashSet;

use provebest_game::{Depth, Score, Text};
use provebest_games::connect_four::ConnectFour;
use provebest_games::synthetic::{Correlated, Independent, Order, Weighted};
use provebest_games::tic_tac_toe::TicTacToe;
use provebest_games::tree::Tree;
use provebest_machine::{Alone, Costs, Latency, Machine, Simulated, Threads, Topology, Wire};
use provebest_search::KeyNodeVariant as Variant;
use provebest_search::measure::Event;
use provebest_search::{AlphaBeta, KeyNode, Kind, Limits, LockStep, ParallelSearch, Reason, Report, Search, Task};

use crate::demand;
use crate::patience::Patience;
use crate::reference::Plain;
use crate::reference::key_node::key_node;
use crate::reference::trees::for_seeds;
use crate::sample::{Sample, State};
use crate::watch::{Watched, counting, in_order, trace};

const ALL: [Variant; 7] = [
    Variant::Printed,
    Variant::Buffered,
    Variant::Stamped,
    Variant::Deepening,
    Variant::Suppressing,
    Variant::Partitioned,
    Variant::Roaming,
];
const PROCESSORS: [usize; 6] = [1, 2, 3, 5, 8, 64];

/// Value, kind, best move and line, told by the tree alone.
fn check_answer(tree: &Plain, report: &Report<u32>) -> Result<(), String> {
    let value = tree.minimax();
    demand!(report.value == Some(Score(value as i32)), "value {:?}, minimax is {value}", report.value);
    demand!(report.stopped.is_none(), "stopped by {:?}", report.stopped);
    demand!(matches!(report.kind, Kind::Exact | Kind::Heuristic), "kind {:?}", report.kind);
    demand!(report.best == report.line.0.first().copied(), "best {:?}, line {:?}", report.best, report.line);
    demand!(report.line.0.len() == report.path.len(), "line {:?}, path {:?}", report.line, report.path);
    let best = report.path.first().is_none_or(|first| tree.best().contains(first));
    demand!(best, "best {:?} of {:?}", report.path.first(), tree.best());
    tree.best_play(&report.path).map(drop)
}

/// Every leaf at most once, and counted as often as it is named.
fn check_leaves(observers: &[Watched], tree: &Plain, variant: Variant) -> Result<(), String> {
    let visits: u64 = observers.iter().map(|(counters, _)| counters.leaf_visits).sum();
    let order: Vec<&String> = observers.iter().flat_map(|(_, leaves)| leaves.order()).collect();
    demand!(order.len() as u64 == visits, "{visits} leaves counted, {} named", order.len());
    let distinct = order.iter().collect::<HashSet<_>>().len();
    demand!(distinct == order.len(), "{} of {} leaves twice", order.len() - distinct, order.len());
    let nodes: u64 = observers.iter().map(|(counters, _)| counters.nodes()).sum();
    let stored: u64 = observers.iter().map(|(counters, _)| counters.stored).sum();
    // When it deepens, a node is a leaf first and opened later.
    let most = if matches!(variant, Variant::Deepening | Variant::Suppressing) { 2 } else { 1 } * tree.count();
    demand!(nodes <= most && nodes > 0 && stored > 0, "{nodes} nodes, {stored} stored, of {}", tree.count());
    Ok(())
}

#[test]
fn in_step() {
    let kinds = |_: &Plain| ALL.into_iter().flat_map(|variant| PROCESSORS.map(|count| (variant, count))).collect();
    for_seeds(0..2500, kinds, |tree, _, (variant, count)| {
        let game = tree.to_tree();
        let root = game.root();
        let task = Task::new(&game, &root, game.height());
        let mut observers = [in_order()];
        let ran =
            KeyNode { variant }.search_in_step(&task, count, &mut observers[0]).map_err(|error| error.to_string())?;
        check_answer(tree, &ran.0)?;
        check_leaves(&observers, tree, variant)?;
        let again =
            KeyNode { variant }.search_in_step(&task, count, &mut counting()).map_err(|error| error.to_string())?;
        demand!(ran == again, "another time: {again:?}, not {ran:?}");
        Ok(())
    });
}

/// The figures of the paper, to the letter: the same leaves in the same order, the same time, the same messages.
#[test]
fn as_printed() {
    let kinds = |_: &Plain| {
        let variants = [(Variant::Printed, false), (Variant::Buffered, true), (Variant::Stamped, true)];
        variants.into_iter().flat_map(|variant| PROCESSORS.map(|count| (variant, count))).collect()
    };
    for_seeds(3000..4500, kinds, |tree, _, ((variant, buffered), count)| {
        let game = tree.to_tree();
        let (paper, plies, processed) = key_node(tree, count, buffered);
        let mut observer = in_order();
        let root = game.root();
        let task = Task::new(&game, &root, game.height());
        let (_, measured) =
            KeyNode { variant }.search_in_step(&task, count, &mut observer).map_err(|e| e.to_string())?;
        let order: Vec<String> = paper.leaves.iter().map(|leaf| crate::reference::family::dewey(leaf)).collect();
        demand!(paper.value == tree.minimax(), "the REFERENCE says {}", paper.value);
        demand!(observer.1.order() == order, "leaves {:?}, not {order:?}", observer.1.order());
        let counted = (observer.0.nodes(), measured.time, measured.work, measured.messages);
        let expected = (paper.nodes, plies, processed, processed);
        // A root that is a leaf ends the search at once.
        demand!(tree.is_leaf() || counted == expected, "{counted:?}, not {expected:?}");
        Ok(())
    });
}

/// A network by seed: anything from no latency at all to mail that overtakes mail, on every topology, at any cost.
fn network(seed: u64, count: usize) -> Simulated {
    let pick = |of: u64, salt: u64| provebest_game::mix(seed.wrapping_mul(31).wrapping_add(salt)) % of;
    let topologies = [Topology::Complete, Topology::Ring, Topology::Grid, Topology::Cube, Topology::Tree];
    let latency = match pick(4, 1) {
        0 => Latency::Fixed(pick(4, 2)),
        1 => Latency::Random(0, 1 + pick(4, 3)),
        _ => Latency::Random(pick(3, 4), 3 + pick(300, 5)),
    };
    let costs = Costs { leaf: 1 + pick(3, 6) * pick(20, 7), node: pick(3, 8), send: pick(3, 9), receive: pick(3, 10) };
    let machine = Simulated::new(count).latency(latency).topology(topologies[pick(5, 11) as usize]).seed(seed);
    if pick(3, 12) == 0 { machine } else { machine.costs(costs) }
}

fn on<K: Machine>(machine: &K, tree: &Plain, variant: Variant) -> Result<(), String> {
    let game = tree.to_tree();
    let root = game.root();
    let observers = (0..machine.count()).map(|_| in_order()).collect();
    let ran = KeyNode { variant }.search_on(&Task::new(&game, &root, game.height()), machine, observers);
    let ran = ran.map_err(|error| error.to_string())?;
    check_answer(tree, &ran.report)?;
    check_leaves(&ran.observers, tree, variant)
}

#[test]
fn by_mail() {
    let kinds = |_: &Plain| ALL.into_iter().flat_map(|variant| PROCESSORS.map(|count| (variant, count))).collect();
    for_seeds(5000..5800, kinds, |tree, seed, (variant, count)| on(&network(seed, count), tree, variant));
}

/// What is charged is what is visited, when nothing is on its way.
#[test]
fn work_is_visits() {
    for seed in 0..40 {
        let game = Sample::from(Correlated::new(4, Depth(5), seed, seed % 2 == 0).expect("a tree"));
        let root = game.root();
        for (variant, count) in ALL.into_iter().flat_map(|variant| [1, 3, 16, 100].map(|count| (variant, count))) {
            let machine = Simulated::new(count);
            let search = || {
                let observers = vec![counting(); count];
                KeyNode { variant }
                    .search_on(&Task::new(&game, &root, Depth(5)), &machine, observers)
                    .expect("a search")
            };
            let (ran, again) = (search(), search());
            let visits: u64 = ran.observers.iter().map(|(counters, _)| counters.leaf_visits).sum();
            let counted =
                |observers: &[Watched]| -> Vec<_> { observers.iter().map(|(counters, _)| counters.clone()).collect() };
            assert_eq!(visits, ran.measured.work, "{variant:?} on {count}, seed {seed}");
            assert_eq!((&ran.report, ran.measured), (&again.report, again.measured));
            assert_eq!(counted(&ran.observers), counted(&again.observers));
            assert!(ran.measured.critical_path.is_some_and(|path| path <= ran.measured.time));
        }
    }
}

#[test]
fn on_threads_and_over_bytes() {
    for_seeds(6000..6150, |_| ALL.to_vec(), |tree, _, variant| on(&Alone, tree, variant));
    for count in [1, 2, 4] {
        for_seeds(6000..6060, |_| ALL.to_vec(), |tree, _, variant| on(&Threads::new(count), tree, variant));
        for_seeds(6100..6160, |_| ALL.to_vec(), |tree, _, variant| on(&Wire::new(count), tree, variant));
    }
}

/// On one processor it does not matter whose queue it is.
#[test]
fn one_queue_of_one() {
    for seed in 0..50 {
        let game = Sample::from(Correlated::new(3, Depth(6), seed, false).expect("a tree"));
        let (root, mut orders) = (game.root(), Vec::new());
        for variant in [Variant::Buffered, Variant::Partitioned] {
            let mut observer = in_order();
            let ran = KeyNode { variant }.search_in_step(&Task::new(&game, &root, Depth(6)), 1, &mut observer);
            orders.push((ran, observer.1.order().to_vec()));
        }
        assert_eq!(orders[0], orders[1]);
    }
}

/// T(n) = T(n-1) + (w-1) T(n-2): the minimal tree without deep cut-offs. Every search of a uniform tree ends with one of
/// them; on a perfectly ordered one there is no other leaf, as long as reports keep their order.
#[test]
fn perfect_order() {
    for (width, height, seed) in [(2, 9, 1), (3, 6, 2), (4, 5, 3), (5, 4, 4), (7, 3, 5), (20, 2, 6), (6, 1, 7)] {
        let game = Weighted::new(width, Depth(height), seed, 10_000, Order::perfect(width)).expect("a tree");
        let game = Sample::from(game);
        let root = game.root();
        let task = Task::new(&game, &root, Depth(height));
        let minimal = (0..height).fold((1, 1), |(before, last), _| (last, last + u64::from(width - 1) * before)).1;
        for (variant, count) in [Variant::Printed, Variant::Buffered, Variant::Stamped, Variant::Partitioned]
            .into_iter()
            .flat_map(|variant| PROCESSORS.map(|count| (variant, count)))
        {
            let mut watched = counting();
            KeyNode { variant }.search_in_step(&task, count, &mut watched).expect("not too deep");
            let (counters, _) = watched;
            let observers = vec![counting(); count];
            let ran = KeyNode { variant }.search_on(&task, &network(seed, count), observers).expect("not too deep");
            let by_mail: u64 = ran.observers.iter().map(|(counters, _)| counters.leaf_visits).sum();
            let told = format!("{variant:?} on {count}, w={width}, d={height}");
            assert!(counters.leaf_visits >= minimal && by_mail >= minimal, "{told}");
            assert!(counters.leaf_visits == minimal || variant == Variant::Partitioned && count > 1, "{told}");
            assert!(by_mail == minimal || count > 1, "{told}, by mail");
        }
    }
}

/// Level by level: when the root has told that its value holds to a level, it is that of minimax to this depth.
#[test]
fn deepening() {
    for seed in 0..150 {
        let width = 2 + seed as u32 % 3;
        let game = Sample::from(Correlated::new(width, Depth(8), seed, seed % 4 == 0).expect("a tree"));
        let (root, depth) = (game.root(), Depth(1 + seed as u32 % 5));
        let task = Task::new(&game, &root, depth);
        let values: Vec<i64> = (0..=depth.0).map(|depth| Plain::of(&game, &root, Depth(depth)).minimax()).collect();
        let told = |values: &mut Vec<i64>, event| {
            if let Event::Exit(path, Score(value)) = event {
                assert!(path.is_empty());
                values.push(value.into());
            }
        };
        for count in PROCESSORS {
            let key_node = KeyNode { variant: Variant::Deepening };
            let mut in_step = Vec::new();
            let ran = key_node.search_in_step(&task, count, &mut trace(|event| told(&mut in_step, event)));
            let (report, _) = ran.expect("not too deep");
            check_answer(&Plain::of(&game, &root, depth), &report).expect("the answer");
            assert_eq!((in_step, report.kind), (values.clone(), Kind::Heuristic), "in step on {count}, seed {seed}");

            let (sender, receiver) = std::sync::mpsc::channel();
            let teller = || {
                let sender = sender.clone();
                trace(move |event| told_to(&sender, event))
            };
            let observers = (0..count).map(|_| teller()).collect();
            let ran = key_node.search_on(&task, &network(seed, count), observers).expect("not too deep");
            check_answer(&Plain::of(&game, &root, depth), &ran.report).expect("the answer");
            assert_eq!(receiver.try_iter().collect::<Vec<_>>(), values, "by mail on {count}, seed {seed}");
        }
    }
}

fn told_to(sender: &std::sync::mpsc::Sender<i64>, event: Event) {
    if let Event::Exit(_, Score(value)) = event {
        sender.send(value.into()).expect("somebody listens");
    }
}

/// Where the game ends before the depth, nothing is asked twice for it: the value holds for ever.
#[test]
fn deepening_ends_with_the_game() {
    let game = Sample::from("[[3,12,8],[2,4,6],[14,5,2]]".parse::<Tree>().expect("a tree"));
    let (mut levels, root) = (Vec::new(), game.root());
    let tell = |event| levels.extend(matches!(event, Event::Exit(..)).then_some(()));
    let key_node = KeyNode { variant: Variant::Deepening };
    let ran = key_node.search_in_step(&Task::new(&game, &root, Depth(90)), 4, &mut trace(tell));
    let (report, _) = ran.expect("a search");
    assert_eq!((report.value, report.kind, levels.len()), (Some(Score(3)), Kind::Exact, 3));
}

/// Games with lists of moves, which end at or before the horizon or do not end at all.
#[test]
fn games() {
    fn try_game(game: &Sample, root: &State, most: u32) {
        for (depth, variant) in (0..=most).flat_map(|depth| ALL.map(|variant| (Depth(depth), variant))) {
            let (tree, task) = (Plain::of(game, root, depth), Task::new(game, root, depth));
            let (report, _) = KeyNode { variant }.search_in_step(&task, 5, &mut counting()).expect("not too deep");
            let ran = KeyNode { variant }.search_on(&task, &network(depth.0.into(), 5), vec![counting(); 5]);
            for report in [report, ran.expect("not too deep").report] {
                check_answer(&tree, &report).unwrap_or_else(|fault| panic!("{variant:?}: {fault}\n{tree}"));
                assert!(report.kind == Kind::Exact || tree.estimated_somewhere());
            }
        }
    }
    let game = Sample::from(TicTacToe);
    let board = game.parse("159").expect("a position");
    try_game(&game, &board, 6);
    let rules = Sample::from(ConnectFour::new(4, 4).expect("a size that fits"));
    try_game(&rules, &rules.root(), 6);
}

/// Means of the paper's experiment: nodes and leaves of alpha-beta; messages on one processor; leaves and speed-up on 5
/// and on 20. The numbers are the means of 2,000 trials of an independent implementation.
#[test]
fn the_experiment_of_1983() {
    let table = [
        (3, 5, true, [96.8, 49.0, 325., 64.4, 3.99, 64.8, 10.18]),
        (3, 6, true, [186.2, 86.6, 843., 148.1, 4.18, 149.7, 13.28]),
        (4, 4, true, [79.5, 43.0, 230., 55.6, 3.70, 56.0, 9.30]),
        (4, 5, true, [190.4, 108.3, 683., 149.4, 3.89, 150.7, 12.13]),
        (3, 5, false, [168.0, 96.6, 1294., 142.3, 4.41, 141.2, 15.32]),
        (3, 6, false, [377.6, 207.9, 4119., 381.9, 4.63, 378.6, 17.62]),
        (4, 4, false, [149.3, 95.9, 1033., 142.9, 4.16, 141.3, 13.62]),
        (4, 5, false, [423.9, 273.2, 4026., 476.5, 4.32, 472.0, 15.72]),
    ];
    const TRIALS: u64 = 300;
    let mut faults = String::new();
    for (width, height, preordered, row) in table {
        let mut columns: [Vec<f64>; 7] = Default::default();
        for seed in 0..TRIALS {
            let game = Sample::from(Correlated::new(width, Depth(height), seed, preordered).expect("a tree"));
            let root = game.root();
            let task = Task::new(&game, &root, Depth(height));
            let mut classical = counting();
            AlphaBeta.search(&task, &mut classical).expect("not too deep");
            let (classical, _) = classical;
            let run = |count| {
                let mut watched = counting();
                let (_, measured) =
                    KeyNode::default().search_in_step(&task, count, &mut watched).expect("not too deep");
                (watched.0.leaf_visits as f64, measured.time as f64)
            };
            let ((_, mono), (five, time5), (twenty, time20)) = (run(1), run(5), run(20));
            let (nodes, leaves) = (classical.nodes() as f64, classical.leaf_visits as f64);
            let trial = [nodes, leaves, mono, five, mono / time5, twenty, mono / time20];
            columns.iter_mut().zip(trial).for_each(|(column, value)| column.push(value));
        }
        for (number, (column, expected)) in columns.iter().zip(row).enumerate() {
            let n = TRIALS as f64;
            let mean = column.iter().sum::<f64>() / n;
            let variance = column.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
            let z = (mean - expected) / (variance / n + variance / 2000.0).sqrt();
            if z.abs() > 3.0 {
                faults += &format!("w={width}, d={height}, {preordered}, column {number}: {mean:.2}, z {z:.1}\n");
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

/// What holds when a search was called off: it says so, and proves nothing.
fn check_stopped(report: &Report<u32>, tree: &Plain, why: Reason) {
    match report.stopped {
        None => assert_eq!(report.value, Some(Score(tree.minimax() as i32))),
        Some(reason) => {
            assert_eq!((reason, report.value, report.kind), (why, None, Kind::Unknown));
            assert!(report.best.is_none() && report.path.is_empty());
        }
    }
}

#[test]
fn nodes() {
    let game = Sample::from(Independent::new(4, Depth(5), 1, 100).expect("a tree"));
    let root = game.root();
    let tree = Plain::of(&game, &root, Depth(5));
    for (variant, count) in ALL.into_iter().flat_map(|variant| [1, 2, 5, 64].map(|count| (variant, count))) {
        for nodes in [0, 1, 2, 10, 100, 300, 3000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let task = Task::new(&game, &root, Depth(5)).within(limits);
            let mut watched = counting();
            let (report, _) = KeyNode { variant }.search_in_step(&task, count, &mut watched).expect("a search");
            let (counters, _) = watched;
            check_stopped(&report, &tree, Reason::Nodes);
            assert!(counters.nodes() <= nodes, "{} nodes of {nodes}", counters.nodes());
            assert!(nodes < 2000 || report.stopped.is_none());

            let machine = network(nodes, count);
            let ran = KeyNode { variant }.search_on(&task, &machine, vec![counting(); count]);
            let ran = ran.expect("a search");
            check_stopped(&ran.report, &tree, Reason::Nodes);
            assert!(nodes > 100 || ran.report.stopped.is_some(), "{variant:?} on {count} within {nodes} nodes");
            assert!(nodes < 3000 || ran.report.stopped.is_none(), "{variant:?} on {count} within {nodes} nodes");
        }
    }
}

#[test]
fn bytes() {
    let game = Sample::from(Independent::new(4, Depth(5), 1, 100).expect("a tree"));
    let root = game.root();
    let tree = Plain::of(&game, &root, Depth(5));
    for (variant, count) in ALL.into_iter().flat_map(|variant| [1, 2, 5, 64].map(|count| (variant, count))) {
        for bytes in [0, 100, 1000, 10_000, 1 << 30] {
            let limits = Limits { bytes: Some(bytes), ..Limits::default() };
            let task = Task::new(&game, &root, Depth(5)).within(limits);
            let (report, _) = KeyNode { variant }.search_in_step(&task, count, &mut counting()).expect("a search");
            let ran = KeyNode { variant }
                .search_on(&task, &network(bytes, count), vec![counting(); count])
                .expect("a search");
            for report in [report, ran.report] {
                check_stopped(&report, &tree, Reason::Memory);
                assert_eq!(report.stopped.is_some(), bytes <= 10_000, "{variant:?} on {count} within {bytes} bytes");
            }
        }
    }
}

#[test]
fn stop() {
    let game = Sample::from(Correlated::new(4, Depth(7), 1, false).expect("a tree"));
    let root = game.root();
    let tree = Plain::of(&game, &root, Depth(7));
    for (variant, count) in ALL.into_iter().flat_map(|variant| [1, 2, 4].map(|count| (variant, count))) {
        for patience in [0, 1, 3, 1_000_000] {
            let try_it = |search: &dyn Fn(&Task<'_, Sample>) -> Report<u32>| {
                let stop = Patience::new(patience);
                let limits = Limits { stop: Some(&stop), ..Limits::default() };
                let report = search(&Task::new(&game, &root, Depth(7)).within(limits));
                check_stopped(&report, &tree, Reason::Cancel);
                assert_eq!(report.stopped.is_some(), patience < 100, "{variant:?} on {count}, question {patience}");
            };
            let key_node = KeyNode { variant };
            try_it(&|task| key_node.search_in_step(task, count, &mut counting()).expect("a search").0);
            try_it(&|task| {
                key_node.search_on(task, &network(7, count), vec![counting(); count]).expect("a search").report
            });
            try_it(&|task| {
                key_node.search_on(task, &Threads::new(count), vec![counting(); count]).expect("a search").report
            });
            try_it(&|task| {
                key_node.search_on(task, &Wire::new(count), vec![counting(); count]).expect("a search").report
            });
        }
    }
}

/// A search that is too deep is refused, and one that is as deep as it may be is not.
#[test]
fn plies() {
    let limits = Limits { plies: Depth(3), ..Limits::default() };
    let game = Sample::from(Correlated::new(2, Depth(9), 1, false).expect("a tree"));
    let root = game.root();
    for (depth, right) in [(3, true), (4, false)] {
        let task = Task::new(&game, &root, Depth(depth)).within(limits);
        assert_eq!(KeyNode::default().search_in_step(&task, 2, &mut counting()).is_ok(), right);
        assert_eq!(KeyNode::default().search_on(&task, &Alone, vec![counting()]).is_ok(), right);
    }
}
