//! How fast puzzles are solved: what pattern databases take to be built, Korf's boards with them, IDA* through the trait
//! beside a loop by hand, and what a second thread is worth to parallel IDA*.

use std::ops::Range;
use std::time::Instant;

use anyhow::{Context, ensure};
use cpu_time::ThreadTime;
use provebest::Reason;
use provebest::machine::Threads;
use provebest::puzzle::tiles::{Databases, Heuristic, Manhattan, Partition, Patterns, Progress, Size, Tiles};
use provebest::puzzle::{BatchIdaStar, IdaStar, ParallelIdaStar, Solve, SolveOn, Task};

use super::speed::median;
use crate::puzzles::{Korf, korf};
use by_hand::ByHand;
use provebest_system::memory;

#[path = "../../../puzzle/benches/by_hand/mod.rs"]
mod by_hand;

type Four = Size<4, 4>;

/// How much is done: which databases, and for each part, which of Korf's boards, the easiest first.
pub struct Amount {
    /// Which databases.
    pub partition: Partition,
    /// Boards to solve with them.
    pub solved: Range<usize>,
    /// Boards for the race against the loop by hand.
    pub raced: Range<usize>,
    /// Boards for the race of two threads against one.
    pub threaded: Range<usize>,
}

impl Amount {
    /// All boards with the largest databases; for the races boards of 1 to 12, and of 62 to 64 million nodes.
    pub fn full() -> Amount {
        Amount { partition: Partition::seven_eight(), solved: 0..100, raced: 4..28, threaded: 51..54 }
    }

    /// A few easy boards, and databases that are built in a second or two.
    pub fn quick() -> Amount {
        Amount { partition: Partition::six_six_three(), solved: 0..10, raced: 0..2, threaded: 0..2 }
    }
}

/// Databases, and what it took to build them.
pub struct Built {
    /// The databases.
    pub databases: Databases,
    /// How long it took.
    pub seconds: f64,
    /// The most bytes in memory at once.
    pub peak: Option<u64>,
}

/// Builds databases; they are not kept in a file.
pub fn build(partition: &Partition, progress: &mut dyn FnMut(Progress) -> Option<Reason>) -> anyhow::Result<Built> {
    memory::forget();
    let start = Instant::now();
    let databases = Databases::build(partition, progress).context("the databases")?;
    Ok(Built { databases, seconds: start.elapsed().as_secs_f64(), peak: memory::most() })
}

/// What it took to solve boards with databases.
pub struct Solved {
    /// How many boards.
    pub boards: usize,
    /// Nodes generated.
    pub generated: u64,
    /// How long it took.
    pub seconds: f64,
    /// The most bytes in memory at once.
    pub peak: Option<u64>,
}

/// Solves boards with databases in batches, round after round.
pub fn solve(databases: &Databases, boards: &[Korf], rounds: usize) -> anyhow::Result<Solved> {
    memory::forget();
    let tiles = Tiles::new(Size, Patterns::new(Size::<4, 4>, databases)?);
    let (mut generated, mut times) = (0, Vec::new());
    for _ in 0..rounds {
        generated = 0;
        let start = ThreadTime::now();
        for board in boards {
            generated += count_nodes(BatchIdaStar::default(), &tiles, board)?;
        }
        times.push(start.elapsed().as_secs_f64());
    }
    Ok(Solved { boards: boards.len(), generated, seconds: median(times), peak: memory::most() })
}

/// Solves a board; its length has to be Korf's. Returns the nodes.
fn count_nodes<H: Heuristic<Four>>(search: impl Solve, tiles: &Tiles<Four, H>, board: &Korf) -> anyhow::Result<u64> {
    let start = tiles.position(board.board.tiles())?;
    let report = search.solve(&Task::new(tiles, &start));
    let length = u64::from(report.bound.0);
    ensure!(length == board.length, "{}: {length} moves, and not {}", board.board, board.length);
    Ok(report.generated)
}

/// IDA* with Manhattan distance through the trait, beside the loop by hand.
pub struct Share {
    /// Nodes a second through the trait, as a share of those by hand.
    pub share: f64,
    /// Nodes a second through the trait.
    pub by_trait: f64,
    /// Nodes a second by hand.
    pub by_hand: f64,
}

/// Both solve the same boards in turn; medians over the rounds.
pub fn share(boards: &[Korf], rounds: usize) -> anyhow::Result<Share> {
    let tiles = Tiles::new(Size, Manhattan::<Four>::new());
    let mut laps = Vec::new();
    for _ in 0..rounds {
        let (mut nodes, mut by_trait, mut by_hand) = (0.0, 0.0, 0.0);
        for board in boards {
            let start = ThreadTime::now();
            let generated = count_nodes(IdaStar::default(), &tiles, board)?;
            by_trait += start.elapsed().as_secs_f64();
            let mut hand = ByHand::new(board.board.tiles());
            let start = ThreadTime::now();
            hand.solve();
            by_hand += start.elapsed().as_secs_f64();
            let same = (generated, hand.nodes) == (board.nodes, board.nodes);
            ensure!(same, "{}: {generated} and {} nodes, and not {}", board.board, hand.nodes, board.nodes);
            nodes += board.nodes as f64;
        }
        laps.push((by_hand / by_trait, nodes / by_trait, nodes / by_hand));
    }
    let of = |pick: fn(&(f64, f64, f64)) -> f64| median(laps.iter().map(pick).collect());
    Ok(Share { share: of(|lap| lap.0), by_trait: of(|lap| lap.1), by_hand: of(|lap| lap.2) })
}

/// What a second thread is worth to parallel IDA*.
pub struct Gain {
    /// How much faster two threads are than one.
    pub two_over_one: f64,
    /// The time on one thread, times that of IDA*.
    pub one_over_sequential: f64,
}

/// IDA*, one thread and two solve the same boards in turn; medians over the rounds. The last iteration ends where a goal is
/// found, which differs: so times are those of a node.
pub fn gain(boards: &[Korf], rounds: usize) -> anyhow::Result<Gain> {
    let tiles = Tiles::new(Size, Manhattan::<Four>::new());
    let (mut gains, mut costs) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let [mut alone, mut one, mut two] = [(0.0, 0); 3];
        for board in boards {
            let start = Instant::now();
            let nodes = count_nodes(IdaStar::default(), &tiles, board)?;
            alone = (alone.0 + start.elapsed().as_secs_f64(), alone.1 + nodes);
            for (threads, lap) in [(1, &mut one), (2, &mut two)] {
                let begin = Instant::now();
                let start = tiles.position(board.board.tiles())?;
                let ran = ParallelIdaStar::default()
                    .solve_on(&Task::new(&tiles, &start), &Threads::new(threads))
                    .expect("threads");
                *lap = (lap.0 + begin.elapsed().as_secs_f64(), lap.1 + ran.report.generated);
                ensure!(u64::from(ran.report.bound.0) == board.length, "{}: not {} moves", board.board, board.length);
            }
        }
        let [alone, one, two] = [alone, one, two].map(|(seconds, nodes)| seconds / nodes as f64);
        gains.push(one / two);
        costs.push(one / alone);
    }
    Ok(Gain { two_over_one: median(gains), one_over_sequential: median(costs) })
}

/// Some of Korf's boards, the easiest first.
pub fn boards(range: Range<usize>) -> &'static [Korf] {
    &korf()[range]
}
