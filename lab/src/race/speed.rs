//! How fast the searches are, as ratios measured in one run: all contenders take turns on the same trees, and the median
//! over the rounds is told. Times are processor time of the thread, so that a busy machine disturbs less.

use anyhow::ensure;
use cpu_time::ThreadTime;
use provebest::Depth;
use provebest::games::synthetic::{Node, Order, Weighted};
use provebest::search::{Counters, Search, Task};

use provebest::search::{AlphaBeta, DualStar, InformedNegaScout, Minimax, NegaScout, SssStar};

use super::handmade::Handmade;

/// Trees of one kind.
#[derive(Clone, Copy)]
pub struct Kind {
    /// Children of a node.
    pub width: u32,
    /// Plies.
    pub depth: u32,
    /// How often the first child is the best, in percent; `None` for random order.
    pub first: Option<u32>,
}

impl Kind {
    /// The trees of the bars: narrow and bushy, even and odd depth, random and strongly ordered.
    pub const ALL: [Kind; 8] = {
        const fn kind(width: u32, depth: u32, first: Option<u32>) -> Kind {
            Kind { width, depth, first }
        }
        [
            kind(5, 10, None),
            kind(5, 10, Some(60)),
            kind(20, 6, None),
            kind(20, 6, Some(60)),
            kind(5, 9, None),
            kind(5, 9, Some(60)),
            kind(20, 5, None),
            kind(20, 5, Some(60)),
        ]
    };

    const RANGE: i32 = 10_000;
    /// How many of them it takes.
    pub const TREES: u64 = 8;

    /// What to call it.
    pub fn name(&self) -> String {
        let order = self.first.map_or("random".into(), |percent| format!("{percent} %"));
        format!("w={} d={} {order}", self.width, self.depth)
    }

    fn percent(&self) -> f64 {
        self.first.map_or(100.0 / f64::from(self.width), f64::from)
    }

    fn trees(&self, count: u64) -> anyhow::Result<Vec<Weighted>> {
        let order = Order::first(self.width, self.percent())?;
        let tree = |seed| Weighted::new(self.width, Depth(self.depth), seed, Self::RANGE, order.clone());
        Ok((0..count).map(tree).collect::<Result<_, _>>()?)
    }
}

/// What was measured on trees of one kind.
pub struct Speed {
    /// The kind of trees.
    pub kind: Kind,
    /// Leaf visits a second of the hand-written loops.
    pub handmade_alpha_beta: f64,
    /// The same of NegaScout.
    pub handmade_negascout: f64,
    /// Leaf rate through the trait with counters, as a share of the hand-written one.
    pub alpha_beta_share: f64,
    /// The same for NegaScout.
    pub negascout_share: f64,
    /// Time of a visit in NegaScout, in nanoseconds.
    pub negascout_visit: f64,
    /// Time of a visit, times that of NegaScout.
    pub informed: f64,
    /// The same of DUAL*.
    pub dual: f64,
    /// The same of SSS*.
    pub sss: f64,
}

/// Time and visits of one contender in one round.
#[derive(Clone, Copy, Default)]
struct Lap {
    seconds: f64,
    visits: u64,
}

impl Lap {
    fn per_visit(self) -> f64 {
        self.seconds / self.visits as f64
    }
}

fn timed(lap: &mut Lap, work: impl FnOnce() -> u64) {
    let start = ThreadTime::now();
    lap.visits += work();
    lap.seconds += start.elapsed().as_secs_f64();
}

pub(super) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Races on some trees of one kind, over some rounds.
pub fn race(kind: Kind, trees: u64, rounds: usize) -> anyhow::Result<Speed> {
    let trees = kind.trees(trees)?;
    let mut laps = Vec::new();
    for _ in 0..rounds {
        let [mut hand_ab, mut hand_ns, mut ab, mut ns, mut ins, mut dual, mut sss] = [Lap::default(); 7];
        for tree in &trees {
            let mut hand = Handmade::new(tree, kind.width, Kind::RANGE, kind.percent());
            timed(&mut hand_ab, || {
                std::hint::black_box(hand.alpha_beta());
                hand.leaves
            });
            let by_hand = hand.leaves;
            timed(&mut hand_ns, || {
                std::hint::black_box(hand.negascout());
                hand.leaves
            });
            let visits = observer(&mut ab, tree, &AlphaBeta);
            ensure!(visits == by_hand, "alpha-beta visits {visits} leaves, the hand-written one {by_hand}");
            let visits = observer(&mut ns, tree, &NegaScout);
            ensure!(visits == hand.leaves, "NegaScout visits {visits} leaves, the hand-written one {}", hand.leaves);
            observer(&mut ins, tree, &InformedNegaScout::default());
            observer(&mut dual, tree, &DualStar);
            observer(&mut sss, tree, &SssStar);
        }
        laps.push([hand_ab, hand_ns, ab, ns, ins, dual, sss].map(Lap::per_visit));
    }
    let of = |pick: fn(&[f64; 7]) -> f64| median(laps.iter().map(pick).collect());
    Ok(Speed {
        kind,
        handmade_alpha_beta: of(|lap| 1.0 / lap[0]),
        handmade_negascout: of(|lap| 1.0 / lap[1]),
        alpha_beta_share: of(|lap| lap[0] / lap[2]),
        negascout_share: of(|lap| lap[1] / lap[3]),
        negascout_visit: of(|lap| lap[3] * 1e9),
        informed: of(|lap| lap[4] / lap[3]),
        dual: of(|lap| lap[5] / lap[3]),
        sss: of(|lap| lap[6] / lap[3]),
    })
}

/// Minimax's leaf rate over the generator, in leaves a second, at a width of 20.
pub fn generator(rounds: usize) -> anyhow::Result<f64> {
    let tree = Weighted::new(20, Depth(5), 1, Kind::RANGE, Order::random(20))?;
    let rate = |_| {
        let mut lap = Lap::default();
        observer(&mut lap, &tree, &Minimax);
        1.0 / lap.per_visit()
    };
    Ok(median((0..rounds).map(rate).collect()))
}

fn observer(lap: &mut Lap, tree: &Weighted, search: &impl Search) -> u64 {
    let mut counters = Counters::default();
    let root: Node = tree.root();
    timed(lap, || {
        let task = Task::new(tree, &root, Depth(root.height()));
        std::hint::black_box(search.search(&task, &mut counters).ok());
        counters.leaf_visits
    });
    counters.leaf_visits
}
