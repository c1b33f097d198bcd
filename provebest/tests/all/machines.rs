//! Parallel searches by name, on every machine they run on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use provebest::family::{AlgorithmSpec, Settings};
use provebest::game::SplitMix64;
use provebest::games::tree::Tree;
use provebest::search::{Counters, Limits, Reason, Stop, TableSize, Task};
use provebest::{Algorithm, AnyMachine, Evaluate, Judged, Score, SearchError, best_move};

use crate::sample::{Nim, Sample, State};

const MACHINES: [&str; 8] = [
    "alone",
    "sim:1",
    "sim:3",
    "sim:16,latency=5..40,seed=7",
    "sim:5,leaf=2,node=1,send=1,receive=1,latency=3,topology=ring",
    "sim:2,model=lockstep",
    "sim:9,model=lockstep",
    "threads:3",
];

#[test]
fn values_are_those_of_minimax() {
    for seed in 0..40 {
        let tree = Tree::varied(seed);
        let text = tree.to_string();
        let tree = Sample::from(tree);
        let root = tree.root();
        let task = || Task::new(&tree, &root, tree.height());
        let truth = best_move(&tree, &root).algorithm(Algorithm::Minimax).search().unwrap();
        for machine in MACHINES.map(|text| text.parse::<AnyMachine>().unwrap()) {
            for algorithm in Algorithm::PARALLEL.iter().copied().filter(|algorithm| algorithm.runs_on(&machine)) {
                let variants = algorithm.variants().iter().map(|&variant| Some(variant));
                for variant in variants.chain([None]) {
                    let spec = algorithm.with(Settings { variant, ..Settings::default() });
                    let searched = spec.search_keyed_on(&task(), &machine, Counters::default).unwrap();
                    assert_eq!(searched.report.value, truth.value, "{algorithm} {variant:?} on {machine}: {text}");
                    let measured = searched.measured.unwrap();
                    assert_eq!(measured.processors, machine.processors());
                }
            }
        }
    }
}

/// It never stops a search, and wishes to be asked again after a number of nodes that nobody can foresee.
struct Whims(Mutex<SplitMix64>);

impl Stop for Whims {
    fn stop(&self) -> Option<Reason> {
        None
    }

    fn ask_again_after(&self) -> u64 {
        1 + self.0.lock().unwrap().below(60)
    }
}

/// A tree in which the best children come last, so that processors call each other off all the time.
fn badly_ordered(chance: &mut SplitMix64, depth: u32, least: u64) -> String {
    if depth == 0 {
        return (least + chance.below(400)).to_string();
    }
    let child = |number: u64| badly_ordered(chance, depth - 1, 2000 - least.min(1500) - 60 * number);
    format!("[{}]", (0..4).map(child).collect::<Vec<_>>().join(","))
}

#[test]
fn when_the_caller_is_asked_changes_no_count() {
    for seed in 0..3 {
        let text = badly_ordered(&mut SplitMix64::new(seed), 5, 800);
        let tree = Sample::from(text.parse::<Tree>().unwrap());
        let root = tree.root();
        for machine in ["sim:16", "sim:7,latency=2..9,seed=3"].map(|text| text.parse::<AnyMachine>().unwrap()) {
            for algorithm in Algorithm::PARALLEL.iter().copied().filter(|algorithm| algorithm.runs_on(&machine)) {
                let hash = algorithm.needs_keys().then_some(1 << 14);
                let tables = [None, Some(TableSize::Total(1 << 14))];
                for table in tables.into_iter().filter(|table| table.is_none() || algorithm.takes_table()) {
                    let spec = algorithm.with(Settings { hash, table, ..Settings::default() });
                    let search = |stop: Option<&(dyn Stop + Sync)>| {
                        let task = Task {
                            limits: Limits { stop, ..Limits::default() },
                            ..Task::new(&tree, &root, tree.height())
                        };
                        let searched = spec.search_keyed_on(&task, &machine, Counters::default).unwrap();
                        (searched.report.value, searched.report.path, searched.measured, searched.observers)
                    };
                    let calm = search(None);
                    for whim in 1..4 {
                        let whims = Whims(Mutex::new(SplitMix64::new(whim)));
                        assert_eq!(search(Some(&whims)), calm, "{algorithm} {table:?} on {machine}: {text}");
                    }
                }
            }
        }
    }
}

#[test]
fn sequential_searches_run_alone_everywhere() {
    let tree = Sample::from("[[3,12,8],[2,4,6],[14,5,2]]".parse::<Tree>().unwrap());
    let root = tree.root();
    for machine in MACHINES.map(|text| text.parse::<AnyMachine>().unwrap()) {
        let task = Task::new(&tree, &root, tree.height());
        let searched = AlgorithmSpec::from(Algorithm::AlphaBeta).search_on(&task, &machine, Counters::default).unwrap();
        assert_eq!((searched.report.value, searched.measured), (Some(Score(3)), None));
        assert_eq!(searched.observers.len(), 1);
        assert_eq!(searched.observers[0].leaf_visits, 7);
    }
}

#[test]
fn what_does_not_run_says_what_would() {
    let tree = Sample::from("[[3,12,8],[2,4,6],[14,5,2]]".parse::<Tree>().unwrap());
    let root = tree.root();
    let ask = |algorithm| best_move(&tree, &root).algorithm(algorithm);
    let machine = |text: &str| text.parse::<AnyMachine>().unwrap();
    let why = |error: SearchError| error.to_string();
    let error = why(ask(Algorithm::YoungBrothers).search_on(&machine("sim:4,model=lockstep")).unwrap_err());
    assert_eq!(error, "young-brothers does not run on sim:4,model=lockstep; expected sim:4 or threads:4");
    let error = why(ask(Algorithm::KeyNode).search_on(&machine("alone")).unwrap_err());
    assert_eq!(error, "key-node does not run on alone; expected sim:1 or threads:1");
    let error = why(ask(Algorithm::LazySmp).search_on(&machine("threads:2")).unwrap_err());
    assert_eq!(error, "lazy-smp needs a game with keys");
    assert_eq!(ask(Algorithm::LazySmp).search_keyed_on(&machine("threads:2")).unwrap().value, Some(Score(3)));
    // Without a machine it is the search that it makes parallel.
    assert_eq!(ask(Algorithm::LazySmp).search().unwrap().value, Some(Score(3)));
}

#[test]
fn a_panic_in_a_game_surfaces_as_it_is() {
    let judge = |_: &Nim, &heap: &u32| if heap == 3 { panic!("three is too few") } else { Score(1) };
    let game = Sample::Nim(Judged::new(Nim, Box::new(judge)));
    assert_eq!(game.evaluate(&State::Heap(5)), Score(1));
    for algorithm in Algorithm::PARALLEL.iter().copied().filter(|algorithm| !algorithm.needs_keys()) {
        for machine in [AnyMachine::simulated(4), AnyMachine::threads(4)] {
            let ask = || best_move(&game, &State::Heap(12)).depth(5).algorithm(algorithm).search_on(&machine);
            let panic = catch_unwind(AssertUnwindSafe(ask)).unwrap_err();
            assert_eq!(panic.downcast_ref(), Some(&"three is too few"), "{algorithm} on {machine}");
        }
    }
}
