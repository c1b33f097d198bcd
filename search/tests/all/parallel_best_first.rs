//! PARSSS* and PARITERSSS* on every machine, against minimax, SSS*, ITERSSS* and their paper.

use provebest_game::{Depth, Score, SplitMix64};
use provebest_games::synthetic::Independent;
use provebest_games::tree::Tree;
use provebest_machine::{Alone, Costs, Latency, Machine, Measured, Simulated, Threads, Topology, Wire};
use provebest_search::*;

use crate::demand;
use crate::patience::Patience;
use crate::reference::trees::for_seeds;
use crate::reference::{Family, Plain};
use crate::sample::{Sample, State};
use crate::watch::{Watched, counting, in_order, trace};

/// Both searches as one.
#[derive(Clone, Copy, Debug)]
struct Both {
    /// M, if it is PARITERSSS*.
    memory: Option<Option<u64>>,
    spawn_height: Depth,
}

/// How it is driven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Drive {
    Shared,
    Mail,
}

/// What one run came to.
type Came = (Report<u32>, Counters, Measured);

impl Both {
    fn in_step(self, task: &Task<'_, Sample>, processors: usize) -> Came {
        let mut watched = counting();
        let spawn_height = self.spawn_height;
        let ran = match self.memory {
            None => ParSss { spawn_height }.search_in_step(task, processors, &mut watched),
            Some(memory) => ParIterSss { memory, spawn_height }.search_in_step(task, processors, &mut watched),
        };
        let (report, measured) = ran.expect("not too deep");
        (report, watched.0, measured)
    }

    fn on<K: provebest_machine::SharedMemory>(self, drive: Drive, task: &Task<'_, Sample>, machine: &K) -> Came {
        let observers = vec![counting(); machine.count()];
        let spawn_height = self.spawn_height;
        let ran = match (self.memory, drive) {
            (None, Drive::Shared) => ParSss { spawn_height }.search_on_shared(task, machine, observers),
            (None, Drive::Mail) => ParSss { spawn_height }.search_on(task, machine, observers),
            (Some(memory), Drive::Shared) => {
                ParIterSss { memory, spawn_height }.search_on_shared(task, machine, observers)
            }
            (Some(memory), Drive::Mail) => ParIterSss { memory, spawn_height }.search_on(task, machine, observers),
        };
        sum(ran.expect("not too deep"), machine.count())
    }

    fn on_wire(self, task: &Task<'_, Sample>, machine: &Wire) -> Came {
        let observers = vec![counting(); machine.count()];
        let spawn_height = self.spawn_height;
        let ran = match self.memory {
            None => ParSss { spawn_height }.search_on(task, machine, observers),
            Some(memory) => ParIterSss { memory, spawn_height }.search_on(task, machine, observers),
        };
        sum(ran.expect("not too deep"), machine.count())
    }
}

/// All observers together.
fn sum(ran: Ran<u32, Watched>, processors: usize) -> Came {
    assert_eq!(ran.observers.len(), processors);
    let mut all = Counters::default();
    for (observer, _) in &ran.observers {
        all.leaf_visits += observer.leaf_visits;
        all.inner += observer.inner;
        all.stored += observer.stored;
    }
    (ran.report, all, ran.measured)
}

/// Simulated processors with costs and a network that vary with the seed.
fn network(seed: u64, processors: usize) -> Simulated {
    let mut chance = SplitMix64::new(seed);
    let mut below = |count| chance.below(count);
    let costs = Costs { leaf: 1 + below(3), node: below(2), send: below(3), receive: below(2) };
    let costs = if seed.is_multiple_of(3) { Costs::default() } else { costs };
    let longest = [0, 1, 5, 40][below(4) as usize];
    let topology = [Topology::Complete, Topology::Ring, Topology::Grid, Topology::Tree][below(4) as usize];
    Simulated::new(processors).costs(costs).latency(Latency::Random(0, longest)).topology(topology).seed(seed)
}

fn least(tree: &Plain) -> u64 {
    u64::from(tree.height().div_ceil(2)) * tree.width().saturating_sub(1) + 1
}

/// PARSSS*, and PARITERSSS* with much and little memory.
fn kinds(tree: &Plain, seed: u64) -> Vec<Both> {
    let spawn_height = Depth([0, 0, 1, 2, 4][seed as usize % 5]);
    let least = least(tree);
    let memories = [None, Some(0), Some(1), Some(2), Some(least), Some(least + 3), Some(u64::MAX)];
    let with = |memory| Both { memory, spawn_height };
    [with(None)].into_iter().chain(memories.map(|memory| with(Some(memory)))).collect()
}

fn check(tree: &Plain, report: &Report<u32>) -> Result<(), String> {
    let moves: Vec<u32> = (0..tree.children.len() as u32).collect();
    crate::reference::family::check_answer(Family::IterSss(0), tree, &[], &moves, report)
}

/// A tree for the searches, and a task on it.
struct Field {
    game: Sample,
    root: State,
}

impl Field {
    fn new(tree: &Plain) -> Field {
        let game = tree.to_tree();
        Field { root: game.root(), game }
    }
    fn task(&self) -> Task<'_, Sample> {
        Task::new(&self.game, &self.root, self.game.height())
    }
}

const PROCESSORS: [usize; 6] = [1, 2, 3, 5, 8, 64];

/// Section 3, table 1, with some value for each of the leaves that do not matter.
#[test]
fn the_papers_example() {
    for [a, b, c, d] in [[0; 4], [9; 4], [-9; 4], [4; 4], [5, 3, 4, 6], [3, 9, 0, 5]] {
        let tree = format!("[[[[4,4],[4,{a}]],[[4,4],[{b},{c}]]],[[[6,5],[6,5]],[[5,4],[3,{d}]]]]");
        let tree = Sample::from(tree.parse::<Tree>().expect("a tree"));
        let root = tree.root();
        let task = Task::new(&tree, &root, tree.height());
        let mut events = Vec::new();
        let ran = ParSss::default().search_in_step(&task, 2, &mut trace(|event| events.push(event)));
        let (report, measured) = ran.expect("not too deep");
        assert_eq!((report.value, measured.time, measured.work), (Some(Score(4)), 7, 12));
        let leaf = |event: &measure::Event| match event {
            measure::Event::Leaf(path, value) => {
                Some((path.iter().map(|child| (child + 1).to_string()).collect::<String>(), value.0))
            }
            _ => None,
        };
        let leaves: Vec<(String, i32)> = events.iter().filter_map(leaf).collect();
        let below = |first: char| -> Vec<&str> {
            leaves.iter().map(|(leaf, _)| leaf.as_str()).filter(|leaf| leaf.starts_with(first)).collect()
        };
        assert_eq!(below('1'), ["1111", "1121", "1112", "1211", "1212"]);
        assert_eq!(below('2'), ["2111", "2121", "2112", "2122", "2211", "2212", "2221"]);
        let alone = ParSss::default().search_in_step(&task, 1, &mut counting()).expect("not too deep").1;
        assert_eq!((alone.time, alone.work, alone.critical_path, alone.messages), (12, 12, None, 0));
    }
}

/// By the clock of time slices the value is minimax's, too, whatever the slices and their order.
#[test]
fn slices_of_time() {
    for_seeds(
        0..300,
        |_| vec![()],
        |tree, seed, ()| {
            let field = Field::new(tree);
            let task = field.task();
            let wanted = Minimax.search(&task, &mut ()).map_err(|error| error.to_string())?.value;
            for (processes, slice) in [(1, 1), (2, 1), (2, 5), (3, 100), (8, 1), (8, 3)] {
                let (memory, spawn_height) = (Some(least(tree) + seed % 9), Depth((seed % 3) as u32));
                let found = ParIterSss { memory, spawn_height }.search_in_slices(&task, processes, slice, seed);
                let (report, measured) = found.map_err(|error| error.to_string())?;
                demand!(report.value == wanted, "another value: {processes} processes, slices of {slice}");
                demand!(measured.time <= measured.work, "more time than work: {measured:?}");
            }
            Ok(())
        },
    );
}

/// With one processor, however driven, the leaves are those of SSS* and ITERSSS*, in their order, and so is all that is
/// counted.
#[test]
fn one_processor() {
    for_seeds(
        0..600,
        |_| vec![()],
        |tree, seed, ()| {
            let field = Field::new(tree);
            let task = field.task();
            let memory = Some(least(tree) + seed % 7);
            let observer = in_order;
            let told = |(counters, leaves): Watched| {
                (counters.leaf_visits, counters.inner, counters.stored, leaves.order().to_vec())
            };
            let spawn_height = Depth(0);
            let (mut sss, mut iter) = (observer(), observer());
            let _ = SssStar.search(&task, &mut sss);
            let wanted = IterSss { memory }.search(&task, &mut iter).map_err(|error| error.to_string())?;
            let (sss, iter) = (told(sss), told(iter));

            let (mut par, mut pariter) = (observer(), observer());
            let _ = ParSss { spawn_height }.search_in_step(&task, 1, &mut par);
            let got = ParIterSss { memory, spawn_height }.search_in_step(&task, 1, &mut pariter);
            demand!(got.map_err(|error| error.to_string())?.0 == wanted, "another report in lock step");
            demand!(told(par) == sss, "PARSSS*(1) in lock step is not SSS*");
            demand!(told(pariter) == iter, "PARITERSSS*(1) in lock step is not ITERSSS*");

            for machine in [Simulated::new(1), network(seed, 1)] {
                let mut shared =
                    ParSss { spawn_height }.search_on_shared(&task, &machine, vec![observer()]).expect("not deep");
                demand!(told(shared.observers.remove(0)) == sss, "PARSSS*(1) in shared memory is not SSS*");
                let mut mail =
                    ParIterSss { memory, spawn_height }.search_on(&task, &machine, vec![observer()]).expect("not deep");
                demand!(told(mail.observers.remove(0)) == iter, "PARITERSSS*(1) over mail is not ITERSSS*");
                demand!(mail.report == wanted, "another report over mail");
            }
            let mut alone = ParSss { spawn_height }.search_on(&task, &Alone, vec![observer()]).expect("not deep");
            demand!(told(alone.observers.remove(0)) == sss, "PARSSS*(1) alone is not SSS*");
            Ok(())
        },
    );
}

#[test]
fn lock_step() {
    for_seeds(
        1000..3000,
        |_| PROCESSORS.to_vec(),
        |tree, seed, processors| {
            let field = Field::new(tree);
            for search in kinds(tree, seed) {
                let (report, counters, measured) = search.in_step(&field.task(), processors);
                check(tree, &report).map_err(|fault| format!("{search:?}: {fault}"))?;
                let Measured { time, work, .. } = measured;
                demand!(counters.leaf_visits == work, "{search:?}: {} visits, work {work}", counters.leaf_visits);
                demand!(work <= time * processors as u64, "{search:?}: work {work} in time {time}");
                demand!(time <= work, "{search:?}: nobody worked at some of {time} ticks");
                let roomy = search.memory.flatten() == Some(u64::MAX);
                demand!(!(roomy && report.over_memory), "{search:?}: there was room");
            }
            Ok(())
        },
    );
}

/// PARITERSSS* with room for all is PARSSS*.
#[test]
fn much_memory() {
    for_seeds(
        3000..3500,
        |_| PROCESSORS.to_vec(),
        |tree, seed, processors| {
            let field = Field::new(tree);
            let search = kinds(tree, seed)[0];
            let roomy = Both { memory: Some(Some(u64::MAX)), ..search };
            demand!(
                search.in_step(&field.task(), processors) == roomy.in_step(&field.task(), processors),
                "not the same"
            );
            Ok(())
        },
    );
}

/// Hundreds of networks, in some of which letters overtake letters; and every run twice.
#[test]
fn simulated() {
    for drive in [Drive::Shared, Drive::Mail] {
        for_seeds(
            4000..4800,
            |_| PROCESSORS.to_vec(),
            |tree, seed, processors| {
                let field = Field::new(tree);
                let machine = network(seed, processors);
                for search in kinds(tree, seed) {
                    let came = search.on(drive, &field.task(), &machine);
                    check(tree, &came.0).map_err(|fault| format!("{drive:?}, {search:?}: {fault}"))?;
                    demand!(
                        search.on(drive, &field.task(), &machine) == came,
                        "{drive:?}, {search:?}: the second run differs"
                    );
                }
                Ok(())
            },
        );
    }
}

/// Where only leaves cost anything and memory is shared, what is charged is what is visited.
#[test]
fn visits_are_charged() {
    for_seeds(
        5000..5300,
        |_| PROCESSORS.to_vec(),
        |tree, seed, processors| {
            let field = Field::new(tree);
            let search = kinds(tree, seed)[0];
            let (_, counters, measured) = search.on(Drive::Shared, &field.task(), &Simulated::new(processors));
            let Measured { time, work, critical_path, .. } = measured;
            demand!(counters.leaf_visits == work, "{} visits, work {work}", counters.leaf_visits);
            demand!(work <= time * processors as u64, "work {work} in time {time}");
            demand!(
                critical_path.is_some_and(|path| path <= time),
                "a critical path of {critical_path:?} in time {time}"
            );
            Ok(())
        },
    );
}

#[test]
fn threads() {
    for_seeds(
        6000..6150,
        |_| vec![1, 2, 4],
        |tree, seed, processors| {
            let field = Field::new(tree);
            for search in kinds(tree, seed) {
                for drive in [Drive::Shared, Drive::Mail] {
                    let (report, ..) = search.on(drive, &field.task(), &Threads::new(processors));
                    check(tree, &report).map_err(|fault| format!("{drive:?}, {search:?}: {fault}"))?;
                }
                let (report, ..) = search.on_wire(&field.task(), &Wire::new(processors));
                check(tree, &report).map_err(|fault| format!("on the wire, {search:?}: {fault}"))?;
            }
            Ok(())
        },
    );
}

/// What holds for a report of a search with a limit: the answer, or a true bound and the reason.
fn check_limited(tree: &Plain, report: &Report<u32>, why: Reason) -> Result<(), String> {
    if report.stopped.is_none() {
        return check(tree, report);
    }
    let value = tree.minimax();
    demand!(report.stopped == Some(why), "stopped by {:?}, not {why:?}", report.stopped);
    match report.value {
        None => demand!(report.kind == Kind::Unknown, "no value, but {:?}", report.kind),
        Some(bound) => {
            demand!(report.kind == Kind::Upper, "stopped, and yet {:?}", report.kind);
            demand!(i64::from(bound.0) >= value, "{bound} is no upper bound of {value}");
            demand!(bound < Score::INFINITY, "an infinite bound");
        }
    }
    Ok(())
}

/// Whatever the limit, all processors come home, and what is reported is true.
#[test]
fn limits() {
    for_seeds(
        7000..7150,
        |_| vec![1, 2, 5, 16],
        |tree, seed, processors| {
            let field = Field::new(tree);
            let machine = network(seed, processors);
            let both = kinds(tree, seed);
            let searches = [both[0], both[1 + seed as usize % 7]];
            let patience: Vec<Patience> =
                [0, 1, 3, 10, 50].map(|left| Patience::new(left).every(7)).into_iter().collect();
            let mut limits: Vec<(Limits<'_>, Reason)> = Vec::new();
            let none = Limits::default();
            limits.extend([0, 1, 2, 5, 17, 60, 250, 1000].map(|n| (Limits { nodes: Some(n), ..none }, Reason::Nodes)));
            limits.extend([0, 100, 1500, 20_000, 1 << 30].map(|n| (Limits { bytes: Some(n), ..none }, Reason::Memory)));
            limits.extend(patience.iter().map(|stop| (Limits { stop: Some(stop), ..none }, Reason::Cancel)));
            for (limits, why) in limits {
                for search in searches {
                    let task = || field.task().within(limits);
                    let mut runs = vec![("in step", search.in_step(&task(), processors))];
                    runs.push(("shared", search.on(Drive::Shared, &task(), &machine)));
                    runs.push(("by mail", search.on(Drive::Mail, &task(), &machine)));
                    if seed.is_multiple_of(10) && processors < 5 {
                        runs.push(("threads", search.on(Drive::Shared, &task(), &Threads::new(processors))));
                        runs.push(("threads by mail", search.on(Drive::Mail, &task(), &Threads::new(processors))));
                    }
                    for (how, (report, counters, _)) in runs {
                        let told = |fault| format!("{how}, {search:?}, {:?} nodes: {fault}", limits.nodes);
                        check_limited(tree, &report, why).map_err(told)?;
                        let seen = counters.nodes();
                        let most = limits.nodes.unwrap_or(u64::MAX);
                        demand!(seen <= most, "{how}, {search:?}: {seen} nodes, the limit is {most}");
                        demand!(limits.bytes != Some(1 << 30) || report.stopped.is_none(), "{how}: stopped");
                    }
                }
            }
            Ok(())
        },
    );
}

/// Processors help, and the timeline knows which of their work was wasted.
#[test]
fn speed_up_and_timeline() {
    let game = Sample::from(Independent::new(5, Depth(7), 3, 1_000_000_000).expect("a tree"));
    let root = game.root();
    let task = Task::new(&game, &root, Depth(7));
    let search = ParSss { spawn_height: Depth(4) };
    let wanted = search.search_in_step(&task, 1, &mut counting()).expect("not too deep");
    for processors in [2, 8] {
        let step = search.search_in_step(&task, processors, &mut counting()).expect("not too deep");
        let machine = Simulated::new(processors).timeline(true);
        let shared = search.search_on_shared(&task, &machine, vec![counting(); processors]).expect("not too deep");
        let mail = search.search_on(&task, &machine, vec![counting(); processors]).expect("not too deep");
        assert_eq!(shared.measured.messages > 0, mail.measured.messages > 0);
        for (how, report, measured) in [
            ("in step", step.0, step.1),
            ("shared", shared.report, shared.measured),
            ("by mail", mail.report, mail.measured),
        ] {
            assert_eq!(report.value, wanted.0.value, "{how}");
            let speed_up = wanted.1.time as f64 / measured.time as f64;
            assert!(speed_up > 1.2, "{how}: a speed-up of {speed_up:.2} with {processors} processors");
        }
        for timeline in [shared.timeline, mail.timeline] {
            let timeline = timeline.expect("it was asked for");
            assert_eq!(timeline.jobs[0].label, "root");
            assert!(timeline.jobs.len() > processors);
            assert!(timeline.jobs.iter().any(|job| job.wasted), "somebody is killed");
            assert!(!timeline.jobs[0].wasted && timeline.wasted() > 0);
            assert!(timeline.spans.iter().all(|span| span.job.is_some()));
        }
    }
}
