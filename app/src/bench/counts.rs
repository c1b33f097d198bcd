//! The signature: how much every search looks at on a fixed suite. `BENCH` at the root of the project holds it.

use std::sync::atomic::AtomicU64;

use provebest::machine::Measured;
use provebest::{Algorithm, AlgorithmSpec, AnyMachine, Depth, Leaves, Task};

use crate::cli::Tuning;
use crate::problem::{GameName, Problem};
use crate::recorder::{Recorded, Recorder};
use crate::run::{search, settings};

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

/// Where parallel searches are counted: simulated processors, whose every run is the same.
const MACHINES: [&str; 3] = ["sim:4", "sim:64,latency=5,seed=1", "sim:16,model=lockstep"];

/// What a search looked at, over the whole suite.
pub struct Counts {
    pub algorithm: Algorithm,
    pub machine: AnyMachine,
    pub leaves: u64,
    pub leaf_visits: u64,
    pub nodes: u64,
    pub stored: u64,
    /// What it took on its machine, if it is a parallel search.
    pub took: Option<Took>,
}

/// What a parallel search took, over the whole suite.
#[derive(Clone, Copy, Default)]
pub struct Took {
    pub time: u64,
    pub messages: u64,
}

impl Counts {
    fn new(algorithm: Algorithm, machine: AnyMachine) -> Counts {
        let took = algorithm.is_parallel().then(Took::default);
        Counts { algorithm, machine, leaves: 0, leaf_visits: 0, nodes: 0, stored: 0, took }
    }

    /// The line of `BENCH`.
    pub fn line(&self) -> String {
        let Counts { algorithm, machine, leaves, leaf_visits, nodes, stored, took } = self;
        let took = took.map(|Took { time, messages }| format!(" time={time} messages={messages}")).unwrap_or_default();
        format!("{algorithm} {machine} leaves={leaves} visits={leaf_visits} nodes={nodes} stored={stored}{took}")
    }

    fn add(&mut self, recorded: Recorded, measured: Option<Measured>) {
        self.leaves += recorded.leaves.unwrap_or_default();
        self.leaf_visits += recorded.counters.leaf_visits;
        self.nodes += recorded.counters.nodes();
        self.stored += recorded.counters.stored;
        if let (Some(took), Some(measured)) = (&mut self.took, measured) {
            took.time += measured.time;
            took.messages += measured.messages;
        }
    }
}

/// Runs the suite.
pub fn count() -> anyhow::Result<Vec<Counts>> {
    let alone = Algorithm::SEQUENTIAL.iter().map(|&algorithm| Counts::new(algorithm, AnyMachine::Alone));
    let mut all: Vec<Counts> = alone.collect();
    let machines = MACHINES.iter().map(|text| text.parse()).collect::<Result<Vec<AnyMachine>, _>>()?;
    for &algorithm in Algorithm::PARALLEL {
        let its = machines.iter().filter(|machine| algorithm.runs_on(machine));
        all.extend(its.map(|machine| Counts::new(algorithm, machine.clone())));
    }
    for &(game, position, depth) in SUITE {
        let problem = Problem::read(game, Some(position), None, depth.map(Depth))?;
        let settings = settings(&problem, &Tuning::default(), Algorithm::ALL)?;
        for counts in &mut all {
            let (spec, machine) = (counts.algorithm.with(settings), &counts.machine);
            let (recorded, measured) = counted(&problem, spec, machine)?;
            counts.add(recorded, measured);
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

/// What a search counts on a problem.
fn counted(
    problem: &Problem,
    spec: AlgorithmSpec,
    machine: &AnyMachine,
) -> Result<(Recorded, Option<Measured>), provebest::SearchError> {
    let root = problem.rules.root();
    let task = Task::new(&problem.rules, &root, problem.depth);
    let (visits, several) = (AtomicU64::new(0), spec.algorithm.is_parallel());
    let recorder = || {
        let recorder = Recorder::new(Leaves::count(), None);
        if several { recorder.among(&visits) } else { recorder }
    };
    let searched = search(spec, problem, &task, machine, recorder)?;
    Ok((Recorder::close(searched.observers), searched.measured))
}
