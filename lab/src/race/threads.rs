//! What threads gain, and what being ready for them costs: young brothers on trees whose leaves take real work.

use std::time::Instant;

use provebest::game::Shape;
use provebest::games::synthetic::{Node, Order, Weighted};
use provebest::machine::Threads;
use provebest::search::{ParallelSearch, Pvs, YoungBrothers};
use provebest::search::{Search, Task};
use provebest::{Depth, Evaluate, Game, Keyed, MoveList, Score, Status};

use super::speed::median;

/// Trees of the weights generator with leaves that take a while.
struct Heavy(Weighted);

impl Heavy {
    /// So many rounds of mixing take more than 10 microseconds.
    const ROUNDS: u32 = 4000;
    const WIDTH: u32 = 10;
    const DEPTH: Depth = Depth(7);
    /// The first child is best in so many of a hundred nodes.
    const ORDER: f64 = 80.0;

    fn new(seed: u64) -> anyhow::Result<Heavy> {
        Ok(Heavy(Weighted::new(Self::WIDTH, Self::DEPTH, seed, 10_000, Order::first(Self::WIDTH, Self::ORDER)?)?))
    }
}

impl Game for Heavy {
    type State = Node;
    type Move = u32;

    fn moves(&self, node: &Node, out: &mut MoveList<u32>) -> Status {
        self.0.moves(node, out)
    }

    fn play(&self, node: &mut Node, m: u32) {
        self.0.play(node, m);
    }

    fn status(&self, node: &Node, list: &mut MoveList<u32>) -> Status {
        if node.height() == 0 {
            let key = (0..Self::ROUNDS).fold(self.0.key(node), |key, _| provebest::game::mix(key));
            std::hint::black_box(key);
        }
        self.0.status(node, list)
    }

    fn shape(&self, node: &Node) -> Option<Shape> {
        self.0.shape(node)
    }
}

impl Evaluate for Heavy {
    fn evaluate(&self, node: &Node) -> Score {
        self.0.evaluate(node)
    }
}

/// What was measured.
pub struct Gain {
    /// How much faster two threads are than one.
    pub two_over_one: f64,
    /// The time on one thread, times that of the sequential search, which visits the same leaves.
    pub one_over_sequential: f64,
    /// Microseconds of a leaf.
    pub leaf: f64,
}

/// How many trees it takes.
pub const TREES: u64 = 4;

/// Searches some trees sequentially, on one thread and on two, in turn; medians over the rounds.
pub fn gain(trees: u64, rounds: usize) -> anyhow::Result<Gain> {
    let trees: Vec<Heavy> = (1..=trees).map(Heavy::new).collect::<Result<_, _>>()?;
    let (mut gains, mut costs, mut leaves) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let (mut alone, mut one, mut two, mut visits) = (0.0, 0.0, 0.0, 0);
        for tree in &trees {
            let root = tree.0.root();
            let task = Task::new(tree, &root, Heavy::DEPTH);
            let mut counters = provebest::search::Counters::default();
            let start = Instant::now();
            Pvs.search(&task, &mut counters)?;
            alone += start.elapsed().as_secs_f64();
            visits += counters.leaf_visits;
            for (threads, time) in [(1, &mut one), (2, &mut two)] {
                let start = Instant::now();
                let counters = vec![provebest::search::Counters::default(); threads];
                YoungBrothers::default().search_on(&task, &Threads::new(threads), counters)?;
                *time += start.elapsed().as_secs_f64();
            }
        }
        gains.push(one / two);
        costs.push(one / alone);
        leaves.push(1e6 * alone / visits as f64);
    }
    Ok(Gain { two_over_one: median(gains), one_over_sequential: median(costs), leaf: median(leaves) })
}
