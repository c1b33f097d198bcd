//! The signature: how much every method looks at on a fixed suite. The file `BENCH` at the root of the project holds it.

use std::sync::Arc;

use provebest::family::{Settings, Variant};
use provebest::{Algorithm, AnyMachine};
use provebest_game::{Depth, Game, Solvable};
use provebest_search::engine::{Engine, EngineTask, Enhancements};
use provebest_search::solve::Proof;

use crate::games::{self, Entry, SolverVisitor, Visitor};
use crate::method::Method;
use crate::problem::Problem;
use crate::request::{Record, Request, RequestError};
use crate::run::run;

/// Problems of every kind: shapes, orders, ties, early ends, estimates at the horizon.
const SUITE: &[(&str, &str, Option<u32>)] = &[
    ("tree", "[[[[4,4],[4,0]],[[4,4],[0,0]]],[[[6,5],[6,5]],[[5,4],[3,0]]]]", None),
    ("tree", "[2,[-16,[-25,[[-16],[6,7,-11,28]],[[-6],[-28,-4,2,-8]]]],[-10]]", None),
    ("tree", "[[[[[27]]],[[[23]],[[-28],[10],[-10],[-5,-26,7,0]]],[[12,[-19,22,-18,29],[5,21],-8]]]]", None),
    ("uniform", "w=5,d=5,seed=1", None),
    ("uniform", "w=5,d=6,seed=1", None),
    ("uniform", "w=5,d=6,seed=2,order=60", None),
    ("uniform", "w=3,d=9,seed=3,values=20", None),
    ("uniform", "w=20,d=4,seed=4,order=70,5,5,5,5,...", None),
    ("uniform", "w=6,d=5,seed=5,order=perfect", None),
    ("iid", "w=4,d=7,seed=6", None),
    ("iid", "w=2,d=12,seed=7,values=1", None),
    ("correlated", "w=4,d=6,seed=8,preorder=no", None),
    ("correlated", "w=4,d=6,seed=9,preorder=yes", None),
    ("correlated", "w=6,d=9,seed=10,preorder=yes", Some(5)),
    ("tictactoe", "", Some(5)),
    ("tictactoe", "519", None),
    ("connect4", "4455", Some(5)),
    ("connect4", "5x4:", Some(7)),
];

/// Where parallel searches are counted: simulated processors, whose every run is the same.
const MACHINES: [&str; 3] = ["sim:4", "sim:64,latency=5,seed=1", "sim:16,model=lockstep"];

/// What the engine and the solver look at: which of them, on which game and positions, and how deep.
const PLAYED: &[(&str, &str, &[&str], u32)] = &[
    (
        "engine",
        "chess",
        &[
            "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ],
        9,
    ),
    ("engine", "othello", &["f5d6", "f5f6e6f4"], 9),
    ("engine", "connect4", &["4", "44", "43443555"], 12),
    ("faithful-engine", "connect4", &["4", "44", "43443555"], 10),
    ("solver", "connect4", &["5x4:33", "7477227426172667", "216762562257711764152572"], 0),
    ("solver", "othello", &["--OXXXX--OXXOOOOO-XXXXXOXXXXXXXO-XXXXXXO-OXXXXOO-XXX-OOOX-XOOOOO X"], 0),
];

/// Bytes of their tables.
const TABLE: usize = 1 << 20;

/// What a method looked at, over its part of the suite.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Counts {
    /// The method.
    pub method: &'static str,
    /// Where it ran; the game, for those that are counted on one.
    pub place: String,
    /// Is `place` a game?
    pub on_game: bool,
    /// Distinct leaves, for the family.
    pub leaves: Option<u64>,
    /// Leaf visits.
    pub leaf_visits: u64,
    /// Nodes.
    pub nodes: u64,
    /// Descriptors stored, for the family.
    pub stored: u64,
    /// Time and messages on its machine, for a parallel search.
    pub took: Option<(u64, u64)>,
}

impl Counts {
    /// The line of `BENCH`.
    pub fn line(&self) -> String {
        let Counts { method, place, leaves, leaf_visits, nodes, stored, took, .. } = self;
        let took = took.map(|(time, messages)| format!(" time={time} messages={messages}")).unwrap_or_default();
        match leaves {
            Some(leaves) => {
                format!("{method} {place} leaves={leaves} visits={leaf_visits} nodes={nodes} stored={stored}{took}")
            }
            None => format!("{method} {place} leaves={leaf_visits} nodes={nodes}"),
        }
    }
}

/// Counts what the family looks at, and then the engine and the solver.
pub fn count() -> Result<Vec<Counts>, RequestError> {
    let mut all = Vec::new();
    let machines = MACHINES.iter().map(|text| text.parse()).collect::<Result<Vec<AnyMachine>, _>>()?;
    let problems = SUITE.iter().map(|&(game, position, depth)| read(game, position, depth));
    let problems = problems.collect::<Result<Vec<_>, _>>()?;
    for &algorithm in Algorithm::ALL {
        let alone = [AnyMachine::Alone];
        let places = if algorithm.is_parallel() { &machines[..] } else { &alone };
        for machine in places.iter().filter(|machine| algorithm.runs_on(machine)) {
            all.push(family(algorithm, None, machine, &problems)?);
        }
    }
    for &algorithm in Algorithm::SEQUENTIAL {
        for &variant in algorithm.variants().iter().skip(1) {
            all.push(family(algorithm, Some(variant), &AnyMachine::Alone, &problems)?);
        }
    }
    for &(method, game, positions, depth) in PLAYED {
        let mut counts = Counts { method, place: game.into(), on_game: true, ..Counts::default() };
        // A build without chess counts the rest.
        if games::find(game).is_none() {
            continue;
        }
        for position in positions {
            let problem = read(game, position, None)?;
            let game = problem.game().expect("only games are counted");
            let (nodes, leaves) = match method {
                "solver" => (game.visit(Solving)?, 0),
                _ => game.visit(Engines { faithful: method != "engine", depth: Depth(depth) }),
            };
            (counts.nodes, counts.leaf_visits) = (counts.nodes + nodes, counts.leaf_visits + leaves);
        }
        all.push(counts);
    }
    Ok(all)
}

/// One number for all counts: the sum of all nodes. Commits name it.
///
/// ```
/// use provebest_catalog::signature::{Counts, signature, trees};
/// assert_eq!(signature(&[Counts::default()]), 0);
/// assert!(trees() > 10);
/// ```
pub fn signature(counts: &[Counts]) -> u64 {
    counts.iter().map(|counts| counts.nodes).sum()
}

/// How many trees there are.
pub fn trees() -> usize {
    SUITE.len()
}

fn read(game: &str, position: &str, depth: Option<u32>) -> Result<Arc<Problem>, RequestError> {
    let info = games::find(game).ok_or_else(|| RequestError::NoGame(game.into()))?;
    Ok(Arc::new(Problem::read(info, Some(position), None, depth.map(Depth))?))
}

fn family(
    algorithm: Algorithm,
    variant: Option<Variant>,
    machine: &AnyMachine,
    problems: &[Arc<Problem>],
) -> Result<Counts, RequestError> {
    let place = variant.map_or(machine.to_string(), |variant| format!("{machine},variant={variant}"));
    let method = Method::Family(algorithm.with(Settings { variant, ..Settings::default() }));
    let took = algorithm.is_parallel().then_some((0, 0));
    let mut counts = Counts { method: algorithm.name(), place, leaves: Some(0), took, ..Counts::default() };
    for problem in problems {
        let request = Request {
            machine: Some(machine.clone()),
            record: Record { once: true, count_leaves: true, ..Record::default() },
            ..Request::of(problem.clone(), method)
        };
        let outcome = run(&request, &mut (), &())?;
        let Some(answer) = outcome.game_answer() else { continue };
        counts.leaves = counts.leaves.zip(answer.leaves.flatten()).map(|(sum, leaves)| sum + leaves);
        counts.leaf_visits += answer.visits();
        counts.nodes += answer.nodes.unwrap_or(0);
        counts.stored += answer.stored.flatten().unwrap_or(0);
        if let (Some((time, messages)), Some(measured)) = (&mut counts.took, outcome.measured) {
            *time += measured.time;
            *messages += measured.messages;
        }
    }
    Ok(counts)
}

/// The engine without anything around it: nodes and leaves.
struct Engines {
    faithful: bool,
    depth: Depth,
}

impl Visitor for Engines {
    type Output = (u64, u64);

    fn visit<G: Entry>(self, game: &G, root: &G::State) -> (u64, u64) {
        if !const { G::COMPILED.engine } {
            return (0, 0);
        }
        let on = if self.faithful { Enhancements::FAITHFUL } else { Enhancements::default() };
        game.for_engine(|game| {
            let Ok(engine) = Engine::new(TABLE, on) else { return (0, 0) };
            let tally = engine.search(&EngineTask::new(game, root, self.depth), &mut |_| None).tally;
            (tally.nodes, tally.leaves)
        })
    }
}

/// The solver without anything around it: nodes.
struct Solving;

impl Visitor for Solving {
    type Output = Result<u64, RequestError>;

    fn visit<G: Entry>(self, game: &G, root: &G::State) -> Self::Output {
        struct Prove<'a, G: Game>(&'a G::State);
        impl<G: Game> SolverVisitor<G> for Prove<'_, G> {
            type Output = Result<u64, RequestError>;
            fn visit<S: Solvable + Sync + Game<State = G::State, Move = G::Move>>(self, game: &S) -> Self::Output {
                let solved = Proof::new(game, self.0).hash(TABLE as u64).run().map_err(provebest::SearchError::from)?;
                Ok(solved.nodes)
            }
        }
        if const { G::COMPILED.solver } { game.for_solver(Prove(root)) } else { Ok(0) }
    }
}
