//! The signature: how much every search looks at on a fixed suite. `BENCH` at the root of the project holds it.

use provebest::{Algorithm, Counters, Depth, Leaves, Search, Settings, Task, Tuned};

use crate::cli::Tuning;
use crate::problem::{GameName, Job, Playable, Problem};
use crate::recorder::{Recorded, Recorder};
use crate::run::settings;

/// Problems of every kind: shapes, orders, ties, early ends, estimates at the horizon.
const SUITE: &[(GameName, &str, Option<u32>)] = &[
    (GameName::Tree, "[[[[4,4],[4,0]],[[4,4],[0,0]]],[[[6,5],[6,5]],[[5,4],[3,0]]]]", None),
    (GameName::Tree, "[2,[-16,[-25,[[-16],[6,7,-11,28]],[[-6],[-28,-4,2,-8]]]],[-10]]", None),
    (GameName::Tree, "[[[[[27]]],[[[23]],[[-28],[10],[-10],[-5,-26,7,0]]],[[12,[-19,22,-18,29],[5,21],-8]]]]", None),
    (GameName::Uniform, "w=5,d=5,seed=1", None),
    (GameName::Uniform, "w=5,d=6,seed=1", None),
    (GameName::Uniform, "w=5,d=6,seed=2,order=60", None),
    (GameName::Uniform, "w=3,d=9,seed=3,values=20", None),
    (GameName::Uniform, "w=20,d=4,seed=4,order=70,5,5,5,5,...", None),
    (GameName::Uniform, "w=6,d=5,seed=5,order=perfect", None),
    (GameName::Iid, "w=4,d=7,seed=6", None),
    (GameName::Iid, "w=2,d=12,seed=7,values=1", None),
    (GameName::Correlated, "w=4,d=6,seed=8,preorder=no", None),
    (GameName::Correlated, "w=4,d=6,seed=9,preorder=yes", None),
    (GameName::Correlated, "w=6,d=9,seed=10,preorder=yes", Some(5)),
    (GameName::TicTacToe, "", Some(5)),
    (GameName::TicTacToe, "519", None),
    (GameName::ConnectFour, "4455", Some(5)),
    (GameName::ConnectFour, "5x4:", Some(7)),
];

/// What a search looked at, over the whole suite.
pub struct Counts {
    pub algorithm: Algorithm,
    pub leaves: u64,
    pub leaf_visits: u64,
    pub nodes: u64,
    pub stored: u64,
}

impl Counts {
    /// The line of `BENCH`.
    pub fn line(&self) -> String {
        let Counts { algorithm, leaves, leaf_visits, nodes, stored } = self;
        format!("{} alone leaves={leaves} visits={leaf_visits} nodes={nodes} stored={stored}", algorithm.name())
    }
}

/// Runs the suite.
pub fn count() -> anyhow::Result<Vec<Counts>> {
    let mut all = Vec::new();
    for &algorithm in Algorithm::SEQUENTIAL {
        all.push(Counts { algorithm, leaves: 0, leaf_visits: 0, nodes: 0, stored: 0 });
    }
    for &(game, position, depth) in SUITE {
        let problem = Problem::read(game, Some(position), None, depth.map(Depth))?;
        let settings = settings(&problem, &Tuning::default(), Algorithm::SEQUENTIAL)?;
        for counts in &mut all {
            let (counters, leaves) =
                problem.visit(Count { algorithm: counts.algorithm, settings, depth: problem.depth })?;
            counts.leaves += leaves;
            counts.leaf_visits += counters.leaf_visits;
            counts.nodes += counters.nodes();
            counts.stored += counters.stored;
        }
    }
    Ok(all)
}

/// One number for all counts: the sum of all nodes. Commits name it.
pub fn signature(counts: &[Counts]) -> u64 {
    counts.iter().map(|counts| counts.nodes).sum()
}

/// How many problems there are.
pub fn problems() -> usize {
    SUITE.len()
}

/// The counts that the project's own `BENCH` holds.
pub fn expected() -> &'static str {
    include_str!("../../../BENCH")
}

struct Count {
    algorithm: Algorithm,
    settings: Settings,
    depth: Depth,
}

impl Job for Count {
    type Output = anyhow::Result<(Counters, u64)>;

    fn run<G: Playable>(self, game: &G, root: &G::State) -> Self::Output {
        let mut recorder = Recorder::new(Leaves::count(), None);
        let tuned: Tuned = self.algorithm.with(self.settings);
        tuned.search(&Task::new(game, root, self.depth), &mut recorder)?;
        let Recorded { counters, leaves, .. } = Recorder::close(vec![recorder]);
        Ok((counters, leaves.unwrap_or_default()))
    }
}
