//! The key node method, in lock step and by mail: always the answer of minimax, and the counts of the paper.

mod reference;

use std::collections::HashSet;
use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};

use provebest_game::{Depth, Evaluate, Score};
use provebest_games::synthetic::{Correlated, Independent, Order, Weighted};
use provebest_machine::{Alone, Costs, Latency, Machine, Simulated, Threads, Topology, Wire};
use provebest_search::measure::Event;
use provebest_search::parallel::Variant;
use provebest_search::{Counters, KeyNode, Kind, Leaves, Limits, LockStep, ParallelSearch, Reason, Report, Stop, Task};
use provebest_search::{AlphaBeta, Search, Trace};
use reference::Plain;
use reference::key_node::key_node;
use reference::trees::for_seeds;

const ALL: [Variant; 5] =
    [Variant::Printed, Variant::Buffered, Variant::Stamped, Variant::Deepening, Variant::Partitioned];
const PROCESSORS: [usize; 6] = [1, 2, 3, 5, 8, 64];

type Watch = (Counters, Leaves);

fn watch() -> Watch {
    (Counters::default(), Leaves::count().in_order())
}

/// Value, kind, best move and line, told by the tree alone.
fn check_answer<M: Eq + Copy + Debug>(tree: &Plain, report: &Report<M>) -> Result<(), String> {
    let value = tree.minimax();
    demand!(report.value == Some(Score(value as i32)), "value {:?}, minimax is {value}", report.value);
    demand!(report.stopped.is_none(), "stopped by {:?}", report.stopped);
    demand!(matches!(report.kind, Kind::Exact | Kind::Heuristic), "kind {:?}", report.kind);
    demand!(report.best == report.line.0.first().copied(), "best {:?}, line {:?}", report.best, report.line);
    demand!(report.line.0.len() == report.path.len(), "line {:?}, path {:?}", report.line, report.path);
    let best = report.path.first().is_none_or(|first| tree.best().contains(first));
    demand!(best, "best {:?} of {:?}", report.path.first(), tree.best());
    let end = report.path.iter().try_fold(tree, |node, &son| node.sons.get(son as usize));
    let Some(end) = end else { return Err(format!("path {:?} leaves the tree", report.path)) };
    demand!(end.is_leaf() && end.value == value, "path {:?} ends in {end}, not in {value}", report.path);
    Ok(())
}

/// Every leaf at most once, and counted as often as it is named.
fn check_leaves(watches: &[Watch], tree: &Plain, variant: Variant) -> Result<(), String> {
    let visits: u64 = watches.iter().map(|(counters, _)| counters.leaf_visits).sum();
    let order: Vec<&String> = watches.iter().flat_map(|(_, leaves)| leaves.order()).collect();
    demand!(order.len() as u64 == visits, "{visits} leaves counted, {} named", order.len());
    let distinct = order.iter().collect::<HashSet<_>>().len();
    demand!(distinct == order.len(), "{} of {} leaves twice", order.len() - distinct, order.len());
    let nodes: u64 = watches.iter().map(|(counters, _)| counters.nodes()).sum();
    let stored: u64 = watches.iter().map(|(counters, _)| counters.stored).sum();
    // When it deepens, a node is a leaf first and opened later.
    let most = if variant == Variant::Deepening { 2 } else { 1 } * tree.count();
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
        let mut watches = [watch()];
        let ran = KeyNode { variant }.search_in_step(&task, count, &mut watches[0]).map_err(|error| error.to_string())?;
        check_answer(tree, &ran.0)?;
        check_leaves(&watches, tree, variant)?;
        let again = KeyNode { variant }.search_in_step(&task, count, &mut ()).map_err(|error| error.to_string())?;
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
        let mut watch = watch();
        let root = game.root();
        let task = Task::new(&game, &root, game.height());
        let (_, measured) = KeyNode { variant }.search_in_step(&task, count, &mut watch).map_err(|e| e.to_string())?;
        let order: Vec<String> = paper.leaves.iter().map(|leaf| reference::family::dewey(leaf)).collect();
        demand!(paper.value == tree.minimax(), "the REFERENCE says {}", paper.value);
        demand!(watch.1.order() == order, "leaves {:?}, not {order:?}", watch.1.order());
        let counted = (watch.0.nodes(), measured.time, measured.work, measured.messages);
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
    let costs =
        Costs { leaf: 1 + pick(3, 6) * pick(20, 7), node: pick(3, 8), send: pick(3, 9), receive: pick(3, 10) };
    let machine = Simulated::new(count).latency(latency).topology(topologies[pick(5, 11) as usize]).seed(seed);
    if pick(3, 12) == 0 { machine } else { machine.costs(costs) }
}

fn on<K: Machine>(machine: &K, tree: &Plain, variant: Variant) -> Result<(), String> {
    let game = tree.to_tree();
    let root = game.root();
    let watches = (0..machine.count()).map(|_| watch()).collect();
    let ran = KeyNode { variant }.search_on(&Task::new(&game, &root, game.height()), machine, watches);
    let ran = ran.map_err(|error| error.to_string())?;
    check_answer(tree, &ran.report)?;
    check_leaves(&ran.watches, tree, variant)
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
        let game = Correlated::new(4, Depth(5), seed, seed % 2 == 0).expect("a tree");
        let root = game.root();
        for (variant, count) in ALL.into_iter().flat_map(|variant| [1, 3, 16, 100].map(|count| (variant, count))) {
            let machine = Simulated::new(count);
            let search = || {
                let watches = vec![Counters::default(); count];
                KeyNode { variant }.search_on(&Task::new(&game, &root, Depth(5)), &machine, watches).expect("a search")
            };
            let (ran, again) = (search(), search());
            let visits: u64 = ran.watches.iter().map(|counters| counters.leaf_visits).sum();
            assert_eq!(visits, ran.measured.work, "{variant:?} on {count}, seed {seed}");
            assert_eq!((&ran.report, &ran.watches, ran.measured), (&again.report, &again.watches, again.measured));
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
