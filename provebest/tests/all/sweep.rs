//! Stopped anywhere, still true. Every search on every machine is stopped at every node, at every question whether to go
//! on, and at every growth of its stores; every simulated processor is lost at every step. Whatever is reported must be
//! true of the tree, and everything must end.
//!
//! The seeds are fixed. `PROVEBEST_SOAK=30` goes on with more trees for thirty minutes.

use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use provebest::family::{AlgorithmSpec, Searched, Settings};
use provebest::game::{Evaluate, SplitMix64};
use provebest::games::connect_four::ConnectFour;
use provebest::games::tree::{Builder, Tree};
use provebest::machine::{Measured, Rank};
use provebest::search::{Counters, Limits, Report, Stop, TableSize, Task};
use provebest::{Algorithm, AnyMachine, Depth, Game, Kind, MoveList, Reason, Score, Status};

use crate::sample::{Sample, State, asked_about};

/// A tree that is simple enough to be right.
struct Node {
    children: Vec<Node>,
    /// What a leaf is worth to MAX.
    value: i32,
}

impl Node {
    /// An irregular tree with many ties.
    fn random(chance: &mut SplitMix64, depth: u32) -> Node {
        let leaf = depth == 0 || chance.below(8) == 0;
        let width = if leaf { 0 } else { 1 + chance.below(4) };
        let children = (0..width).map(|_| Node::random(chance, depth - 1)).collect();
        Node { children, value: chance.below(9) as i32 - 4 }
    }

    /// The tree of a game to some depth.
    fn of(game: &Sample, state: &State, depth: u32, ply: u32) -> Node {
        let view = if ply.is_multiple_of(2) { 1 } else { -1 };
        let mut moves = MoveList::new();
        if depth == 0 {
            return Node { children: Vec::new(), value: view * game.horizon(state, &mut moves).0.0 };
        }
        if let Status::Over(value) = game.moves(state, &mut moves) {
            return Node { children: Vec::new(), value: view * value.0 };
        }
        let child = |&m: &u32| {
            let mut state = *state;
            game.play(&mut state, m);
            Node::of(game, &state, depth - 1, ply + 1)
        };
        Node { children: moves.as_slice().iter().map(child).collect(), value: 0 }
    }

    /// The value for MAX, who moves at even plies.
    fn minimax(&self, ply: u32) -> i32 {
        let values = self.children.iter().map(|child| child.minimax(ply + 1));
        let best = if ply.is_multiple_of(2) { values.max() } else { values.min() };
        best.unwrap_or(self.value)
    }

    /// How many nodes it has.
    fn count(&self) -> usize {
        1 + self.children.iter().map(Node::count).sum::<usize>()
    }

    fn build(&self, builder: &mut Builder) {
        if self.children.is_empty() {
            return builder.leaf(self.value);
        }
        builder.open();
        self.children.iter().for_each(|child| child.build(builder));
        builder.close();
    }

    fn to_tree(&self) -> Tree {
        let mut builder = Builder::new();
        self.build(&mut builder);
        builder.finish()
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_tree().fmt(f)
    }
}

/// Says stop at the question with this number, and from then on.
struct StopAt {
    question: u64,
    asked: AtomicU64,
}

impl Stop for StopAt {
    fn stop(&self) -> Option<Reason> {
        (self.asked.fetch_add(1, Relaxed) >= self.question).then_some(Reason::Cancel)
    }

    fn ask_again_after(&self) -> u64 {
        1
    }
}

/// One search of one position on one machine.
struct Run<'a> {
    tree: &'a Node,
    game: &'a Sample,
    root: &'a State,
    depth: Depth,
    spec: AlgorithmSpec,
    machine: &'a AnyMachine,
}

type Came = Searched<u32, Counters>;

/// What a search has seen: its report without the moves, its measures, counters, and all positions that it asked about.
type Seen = (Option<Score>, Kind, Vec<u32>, Option<Measured>, Vec<Counters>, Vec<State>);

impl Run<'_> {
    fn search(&self, limits: Limits<'_>) -> Result<Came, String> {
        self.search_on(self.machine, limits)
    }

    /// A panic is an error with its message.
    fn search_on(&self, machine: &AnyMachine, limits: Limits<'_>) -> Result<Came, String> {
        let task = Task::new(self.game, self.root, self.depth).within(limits);
        let search = || self.spec.search_keyed_on(&task, machine, Counters::default).map_err(|error| error.to_string());
        quietly(search).unwrap_or_else(|panic| Err(format!("a panic: {panic}")))
    }

    /// What a report says is true. `why`: what may have stopped the search.
    fn check(&self, report: &Report<u32>, why: Reason, cut_short: bool) -> Result<(), String> {
        let value = self.tree.minimax(0);
        if report.stopped.is_none() {
            let finished = matches!(report.kind, Kind::Exact | Kind::Heuristic);
            demand(report.value == Some(Score(value)) && finished, || {
                format!("{:?} {:?}, and it is {value}", report.kind, report.value)
            })?;
            return self.check_line(report, value, cut_short);
        }
        demand(report.stopped == Some(why), || format!("stopped by {:?}, not by {why:?}", report.stopped))?;
        let first = report.path.first().map(|&number| self.tree.children.get(number as usize));
        let first = match first {
            Some(None) => return Err(format!("no move has the number {:?}", report.path.first())),
            Some(Some(child)) => Some(child.minimax(1)),
            None => None,
        };
        match (report.kind, report.value) {
            (Kind::Unknown, None) => Ok(()),
            (Kind::Upper, Some(Score(bound))) => {
                demand(value <= bound, || format!("at most {bound}, and it is {value}"))
            }
            (Kind::Lower, Some(Score(bound))) => {
                demand(value >= bound, || format!("at least {bound}, and it is {value}"))?;
                let by = first.is_some_and(|first| first >= bound) || self.tree.children.is_empty();
                demand(by, || format!("at least {bound}, by a move worth {first:?}"))
            }
            told => Err(format!("stopped, and {told:?}")),
        }
    }

    /// Best play at every step, to a leaf, unless the search was told to stop while it looked for the line.
    fn check_line(&self, report: &Report<u32>, value: i32, cut_short: bool) -> Result<(), String> {
        let (mut node, path) = (self.tree, &report.path);
        for (ply, &number) in (1..).zip(path) {
            let child = node.children.get(number as usize);
            node = child.ok_or_else(|| format!("the line {path:?} leaves the tree"))?;
            let worth = node.minimax(ply);
            demand(worth == value, || format!("the line {path:?} goes to a node worth {worth}, and it is {value}"))?;
        }
        let ends = node.children.is_empty();
        demand(ends == report.line_complete, || format!("the line {path:?} is complete: {}", report.line_complete))?;
        demand(ends || cut_short, || format!("the line {path:?} ends before a leaf"))
    }

    /// Stopped by a limit on nodes, for every limit up to what it takes.
    fn every_node(&self) -> Result<(), String> {
        let width = self.tree.children.len().max(4) as u64;
        for nodes in 0.. {
            let came = self.search(Limits { nodes: Some(nodes), ..Limits::default() });
            let told = |fault| format!("{nodes} nodes: {fault}");
            let came = came.map_err(told)?;
            self.check(&came.report, Reason::Nodes, false).map_err(told)?;
            let seen: u64 = came.observers.iter().map(Counters::nodes).sum();
            let most = nodes + width * self.machine.processors() as u64;
            demand(seen <= most, || told(format!("{seen} were entered")))?;
            if came.report.stopped.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// Stopped at every question whether to go on.
    fn every_question(&self) -> Result<(), String> {
        for question in 0.. {
            let stop = StopAt { question, asked: AtomicU64::new(0) };
            let came = self.search(Limits { stop: Some(&stop), ..Limits::default() });
            let told = |fault| format!("stopped at question {question}: {fault}");
            let came = came.map_err(told)?;
            let was_told = stop.asked.load(Relaxed) > question;
            self.check(&came.report, Reason::Cancel, was_told).map_err(told)?;
            if !was_told {
                break;
            }
        }
        Ok(())
    }

    /// Stopped when its stores would grow beyond a limit.
    fn every_growth(&self) -> Result<(), String> {
        let mut bytes = 0;
        while bytes < 1 << 20 {
            let came = self.search(Limits { bytes: Some(bytes), ..Limits::default() });
            let told = |fault| format!("{bytes} bytes: {fault}");
            let came = came.map_err(told)?;
            self.check(&came.report, Reason::Memory, false).map_err(told)?;
            if came.report.stopped.is_none() {
                break;
            }
            bytes += 8 + bytes / 8;
        }
        Ok(())
    }

    /// Stopped by a limit on nodes or bytes, or at a question, somewhere.
    fn somewhere(&self, chance: &mut SplitMix64) -> Result<(), String> {
        let took: u64 = self.search(Limits::default())?.observers.iter().map(Counters::nodes).sum();
        for _ in 0..4 {
            let at = chance.below(took + 1);
            let stop = StopAt { question: at, asked: AtomicU64::new(0) };
            let (limits, why) = match chance.below(3) {
                0 => (Limits { nodes: Some(at), ..Limits::default() }, Reason::Nodes),
                1 => (Limits { bytes: Some(8 * at), ..Limits::default() }, Reason::Memory),
                _ => (Limits { stop: Some(&stop), ..Limits::default() }, Reason::Cancel),
            };
            let told = |fault| format!("{at} of {took}, {why:?}: {fault}");
            let came = self.search(limits).map_err(told)?;
            let cut_short = stop.asked.load(Relaxed) > stop.question;
            self.check(&came.report, why, cut_short).map_err(told)?;
        }
        Ok(())
    }

    /// A limit that is never reached changes nothing: not the leaves, not their order, not the time.
    fn limit_never_reached(&self) -> Result<(), String> {
        let seen = |limits| -> Result<Seen, String> {
            let (came, asked) = asked_about(|| self.search(limits));
            let Searched { report, observers, measured, .. } = came?;
            demand(!asked.is_empty(), || "a search that asks the game nothing".into())?;
            Ok((report.value, report.kind, report.path, measured, observers, asked))
        };
        let free = seen(Limits::default())?;
        let limited = seen(Limits { nodes: Some(1 << 40), bytes: Some(1 << 40), ..Limits::default() })?;
        demand(free == limited, || format!("a limit that is never reached: {limited:?}, and without it {free:?}"))
    }

    /// A simulated processor is lost at every step: the search says so, or was done.
    fn every_loss(&self) -> Result<(), String> {
        let AnyMachine::Simulated(simulated) = self.machine else { return Ok(()) };
        for rank in (0..self.machine.processors() as u32).map(Rank) {
            for step in 0.. {
                let machine = AnyMachine::Simulated(simulated.clone().losing(rank, step));
                match self.search_on(&machine, Limits::default()) {
                    Err(fault) if fault.contains("was lost") => {}
                    Err(fault) => return Err(format!("processor {} lost at step {step}: {fault}", rank.0)),
                    Ok(came) => {
                        self.check(&came.report, Reason::Cancel, false)?;
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}

fn demand(holds: bool, fault: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(fault()) }
}

thread_local! {
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// Runs something that may panic, and gives the message back instead of printing it.
fn quietly<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let loud = take_hook();
        set_hook(Box::new(move |panic| {
            if !EXPECTED.get() {
                loud(panic)
            }
        }));
    });
    EXPECTED.set(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    EXPECTED.set(false);
    result.map_err(|panic| match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
        (Some(text), _) => text.clone(),
        (_, Some(text)) => text.to_string(),
        _ => "?".to_string(),
    })
}

/// Every search that runs on a machine, in every variant.
fn searches(machine: &AnyMachine) -> Vec<AlgorithmSpec> {
    let alone = *machine == AnyMachine::Alone;
    let runs = |algorithm: &&Algorithm| algorithm.runs_on(machine) && (alone || algorithm.is_parallel());
    let mut all = Vec::new();
    for &algorithm in Algorithm::ALL.iter().filter(runs) {
        // A shared table is small: clearing the usual 16 MB takes longer than the search.
        let hash = algorithm.needs_keys().then_some(1 << 12);
        let settings = Settings { first_guess: Some(Score(1)), margin: Some(2), hash, ..Settings::default() };
        all.push(algorithm.with(settings));
        if algorithm == Algorithm::InformedNegaScout {
            all.push(algorithm.with(Settings { hash: Some(1 << 12), ..settings }));
        }
        for &variant in algorithm.variants() {
            all.push(algorithm.with(Settings { variant: Some(variant), ..settings }));
        }
        if algorithm.takes_grain() {
            all.push(algorithm.with(Settings { grain: Some(4), ..settings }));
        }
        if algorithm.takes_table() && !alone {
            for (size, deepening) in [(TableSize::Total(1 << 10), false), (TableSize::Each(64), true)] {
                all.push(algorithm.with(Settings { table: Some(size), deepening, ..settings }));
            }
        }
    }
    all
}

/// What is done with every search on every machine.
type Check = fn(&Run<'_>, &mut SplitMix64) -> Result<(), String>;

/// Does a check with every search on these machines, on trees with at most `most` nodes and now and then a game: with this number
/// of seeds, or for as long as `PROVEBEST_SOAK` says.
fn sweep(machines: &[&str], most: usize, seeds: u64, check: Check) {
    let soak = std::env::var("PROVEBEST_SOAK").ok().and_then(|minutes| minutes.parse::<f64>().ok());
    let until = soak.map(|minutes| Instant::now() + Duration::from_secs_f64(60.0 * minutes));
    let named: Vec<AnyMachine> = machines.iter().map(|text| text.parse().expect("a machine")).collect();
    for seed in 0.. {
        if until.map_or(seed >= seeds, |until| Instant::now() > until) {
            break;
        }
        let mut chance = SplitMix64::new(seed);
        let drawn = [AnyMachine::Alone, network(&mut chance)];
        let machines = if named.is_empty() { &drawn[..] } else { &named };
        if seed % 8 == 7 {
            let rules = Sample::from(ConnectFour::new(4, 4).expect("a board"));
            let mut board = rules.root();
            let empty = 3 + chance.below(3) as u32;
            for _ in 0..16 - empty {
                let mut moves = MoveList::new();
                if rules.moves(&board, &mut moves) == Status::Open {
                    rules.play(&mut board, moves.as_slice()[chance.below(moves.len() as u64) as usize]);
                }
            }
            let depth = if chance.below(3) == 0 { 2 } else { empty };
            let tree = Node::of(&rules, &board, depth, 0);
            let at = Position { tree: &tree, game: &rules, root: &board, depth: Depth(depth) };
            at.check(machines, check, seed, &mut chance);
            continue;
        }
        let tree = Node::random(&mut chance, if most > 100 { 7 } else { 5 });
        if tree.count() <= most {
            let game = Sample::from(tree.to_tree());
            let at = Position { tree: &tree, game: &game, root: &game.root(), depth: game.height() };
            at.check(machines, check, seed, &mut chance);
        }
    }
}

/// A machine of some size with costs and a network of its own.
fn network(chance: &mut SplitMix64) -> AnyMachine {
    let count = 1 + chance.below(9);
    if chance.below(4) == 0 {
        return format!("sim:{count},model=lockstep").parse().expect("a machine");
    }
    let topology = ["complete", "ring", "grid", "cube", "tree"][chance.below(5) as usize];
    let mut cost = |most| chance.below(most);
    let costs = format!("leaf={},node={},send={},receive={}", 1 + cost(3), cost(3), cost(3), cost(3));
    let text = format!("sim:{count},{costs},latency=0..{},topology={topology},seed={}", cost(12), cost(1000));
    text.parse().expect("a machine")
}

/// What is searched.
struct Position<'a> {
    tree: &'a Node,
    game: &'a Sample,
    root: &'a State,
    depth: Depth,
}

impl Position<'_> {
    fn check(&self, machines: &[AnyMachine], check: Check, seed: u64, chance: &mut SplitMix64) {
        let &Position { tree, game, root, depth } = self;
        for machine in machines {
            for spec in searches(machine) {
                let run = Run { tree, game, root, depth, spec, machine };
                check(&run, chance).unwrap_or_else(|fault| {
                    let (algorithm, settings) = (spec.algorithm, spec.settings);
                    panic!("{algorithm} {settings:?} on {machine}, seed {seed}, {tree}\n{fault}")
                });
            }
        }
    }
}

const SIMULATED: [&str; 7] = [
    "alone",
    "sim:1",
    "sim:2",
    "sim:3,latency=2",
    "sim:5,latency=0..9,seed=3,leaf=3,node=1,send=1,receive=1",
    "sim:2,model=lockstep",
    "sim:5,model=lockstep",
];

#[test]
fn stopped_at_every_node() {
    sweep(&SIMULATED, 60, 100, |run, _| run.every_node());
}

#[test]
fn stopped_at_every_question() {
    sweep(&SIMULATED, 60, 70, |run, _| run.every_question());
}

#[test]
fn stopped_at_every_growth() {
    sweep(&SIMULATED, 60, 250, |run, _| run.every_growth());
}

#[test]
fn stopped_somewhere_in_larger_trees() {
    sweep(&[], 2000, 250, |run, chance| run.somewhere(chance));
}

#[test]
fn stopped_on_threads() {
    sweep(&["threads:1", "threads:2", "threads:3"], 60, 10, |run, _| {
        run.every_node()?;
        run.every_question()?;
        run.every_growth()
    });
}

#[test]
fn a_limit_that_is_never_reached_changes_nothing() {
    sweep(&SIMULATED, 60, 350, |run, _| run.limit_never_reached());
}

#[test]
fn processors_that_are_lost_are_reported() {
    sweep(&["sim:2", "sim:3,latency=0..7,seed=5"], 60, 60, |run, _| run.every_loss());
}
