//! The engine in chess and Othello: `cargo bench -p provebest-search --bench engine [-- GAME] [DEPTH] [rounds=N] [SWITCH ...] [WAY ...]`,
//! the switches turned off. Twenty positions (chess: Bratko and Kopec 1982, the first twenty; Othello: after twelve moves by chance) to
//! a depth, every one with an empty table: nodes a second on one thread, and how much sooner two threads are there in these ways, or
//! in all, in some rounds, for no two are alike. In chess also how much sooner they have the move that is known to be best, for good,
//! where one thread needs a hundredth of a second for it. `rounds=0`: one thread alone, each position once, as a profiler wants it.
//!
//! First of all, what the machine gives: two engines that have nothing to do with each other, at the same time.

use std::time::Instant;

use provebest_game::{Depth, Evaluate, Game, Keyed, MoveList, Skills, SplitMix64, Status};
use provebest_games::chess::{Chess, Epd};
use provebest_games::othello::{Board, Othello};
use provebest_machine::Threads;
use provebest_search::engine::{Engine, EngineTask, Enhancements, Share};

/// How many positions.
const COUNT: usize = 20;

/// What is asked.
struct Asked {
    on: Enhancements,
    depth: Depth,
    rounds: usize,
    shares: Vec<Share>,
}

/// What twenty positions took in one way, beside one thread.
#[derive(Default)]
struct Sum {
    nodes: u64,
    quiet: u64,
    seconds: f64,
    depth: Faster,
    solution: Faster,
}

/// How many times as fast: the mean of single runs, for no run is worth more than another, and of the logarithm.
#[derive(Default)]
struct Faster {
    runs: u32,
    times: f64,
    logarithm: f64,
    squares: f64,
}

impl Faster {
    fn add(&mut self, times: f64) {
        self.runs += 1;
        self.times += times;
        self.logarithm += times.ln();
        self.squares += times.ln().powi(2);
    }

    fn print(&self) -> String {
        let runs = f64::from(self.runs.max(1));
        let (mean, variance) = (self.logarithm / runs, self.squares / runs - (self.logarithm / runs).powi(2));
        let error = (variance.max(0.0) / runs).sqrt();
        let percent = 100.0 * (error.exp() - 1.0);
        format!("{:.2} in the mean, {:.2} (+- {percent:.0} %) in the geometric mean", self.times / runs, mean.exp())
    }
}

/// One run.
struct Run {
    seconds: f64,
    nodes: u64,
    quiet: u64,
    /// When it had a move that is known to be best, for good.
    solved: Option<f64>,
}

fn main() {
    let mut asked = Asked { on: Enhancements::default(), depth: Depth(0), rounds: 3, shares: Vec::new() };
    let (mut depth, mut is_chess) = (None, true);
    for argument in std::env::args().skip(1).filter(|argument| argument != "--bench") {
        let parsed = argument.strip_prefix("rounds=").map(str::parse);
        match (argument.parse(), asked.on.with(&argument, false), Share::named(&argument), parsed) {
            (Ok(number), ..) => depth = Some(number),
            (_, Some(less), ..) => asked.on = less,
            (.., Some(share), _) => asked.shares.push(share),
            (.., Some(Ok(number))) => asked.rounds = number,
            _ if argument == "chess" || argument == "othello" => is_chess = argument == "chess",
            _ => panic!(
                "{argument}: neither chess, othello, a depth, rounds=N, one of {:?} nor one of {:?}",
                Enhancements::NAMES,
                Share::ALL.map(Share::name)
            ),
        }
    }
    assert!(asked.rounds > 0 || asked.shares.is_empty(), "rounds=0: one thread alone, so no way of sharing");
    if asked.rounds > 0 && asked.shares.is_empty() {
        asked.shares = Share::ALL.to_vec();
    }
    asked.depth = Depth(depth.unwrap_or(if is_chess { 15 } else { 18 }));
    if !is_chess {
        return race(&Othello, &middle_games(), &asked);
    }
    let rules = Chess::default();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../suites/chess/bratko_kopec.epd");
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let problems = Epd::parse_all(&rules, &text).unwrap_or_else(|(line, error)| panic!("{path}:{line}: {error}"));
    let problems: Vec<_> = problems.into_iter().take(COUNT).map(|epd| (epd.position, epd.best)).collect();
    race(&rules, &problems, &asked);
}

/// Twelve moves by chance.
fn middle_games() -> Vec<(<Othello as Game>::State, Vec<<Othello as Game>::Move>)> {
    let (mut chance, mut list) = (SplitMix64::new(1), MoveList::new());
    let mut one = || {
        let mut board = Board::default();
        for _ in 0..12 {
            list.clear();
            if Othello.moves(&board, &mut list) == Status::Open {
                Othello.play(&mut board, list.as_slice()[chance.below(list.len() as u64) as usize]);
            }
        }
        (board, Vec::new())
    };
    std::iter::repeat_with(&mut one).take(COUNT).collect()
}

fn race<G>(rules: &G, problems: &[(G::State, Vec<G::Move>)], asked: &Asked)
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync + PartialEq,
{
    let run = |(position, best): &(G::State, Vec<G::Move>), way: Option<Share>| -> Run {
        let engine = Engine::new(64 << 20, asked.on).expect("64 MiB");
        let task = EngineTask::new(rules, position, asked.depth);
        let (start, mut solved) = (Instant::now(), None);
        let mut listener = |answer: &provebest_search::engine::Answer<G::Move>| {
            let is_best = answer.best.is_some_and(|m| best.contains(&m));
            solved = is_best.then(|| solved.unwrap_or_else(|| start.elapsed().as_secs_f64()));
            None
        };
        let answer = match way {
            None => engine.search(&task, &mut listener),
            Some(share) => engine.search_on(&task, &Threads::new(2), share, &mut listener).expect("two threads"),
        };
        let seconds = start.elapsed().as_secs_f64();
        Run { seconds, nodes: answer.tally.nodes, quiet: answer.tally.quiescence, solved }
    };
    if asked.rounds > 0 {
        let all = || problems.iter().map(|problem| run(problem, None).seconds).sum::<f64>();
        let alone = all();
        let together = std::thread::scope(|scope| {
            let other = scope.spawn(all);
            all().max(other.join().expect("no panic"))
        });
        println!("the machine: two engines that share nothing do {:.2} times the work of one", 2.0 * alone / together);
    }

    let mut alone = Sum::default();
    let mut sums: Vec<Sum> = asked.shares.iter().map(|_| Sum::default()).collect();
    for problem in problems {
        let one = run(problem, None);
        alone.nodes += one.nodes;
        alone.quiet += one.quiet;
        alone.seconds += one.seconds;
        print!("one thread {:>9} nodes {:.3} s; ", one.nodes, one.seconds);
        for (&share, sum) in asked.shares.iter().zip(&mut sums) {
            let runs: Vec<Run> = (0..asked.rounds).map(|_| run(problem, Some(share))).collect();
            let seconds = runs.iter().map(|run| run.seconds).sum::<f64>() / asked.rounds as f64;
            let nodes = runs.iter().map(|run| run.nodes).sum::<u64>() / asked.rounds as u64;
            sum.nodes += nodes;
            sum.seconds += seconds;
            for run in &runs {
                sum.depth.add(one.seconds / run.seconds);
                if let Some((alone, two)) = one.solved.filter(|&alone| alone >= 0.01).zip(run.solved) {
                    sum.solution.add(alone / two);
                }
            }
            print!("{} {nodes:>9} nodes {seconds:.3} s; ", share.name());
        }
        println!();
    }
    let Sum { nodes, quiet, seconds, .. } = alone;
    println!(
        "depth {}: {nodes} nodes ({:.0} % in quiescence) in {seconds:.2} s: {:.0} nodes a second",
        asked.depth.0,
        100.0 * quiet as f64 / nodes as f64,
        nodes as f64 / seconds
    );
    for (share, sum) in asked.shares.iter().zip(&sums) {
        println!(
            "two threads, {}: {:.2} times as fast in all, {}, with {:.2} times the nodes",
            share.name(),
            seconds / sum.seconds,
            sum.depth.print(),
            sum.nodes as f64 / nodes as f64
        );
        if sum.solution.runs > 0 {
            println!(
                "  to the solution, in {} runs that have it as one thread has: {}",
                sum.solution.runs,
                sum.solution.print()
            );
        }
    }
}
