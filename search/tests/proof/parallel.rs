//! df-pn by several processors: the same answers, one processor like df-pn alone, on simulated processors and on threads.

use std::sync::Mutex;

use provebest_game::{Depth, Plain, Provable, Score};
use provebest_games::connect_four::ConnectFour;
use provebest_games::tree::{RandomTree, Tree};
use provebest_machine::{Simulated, Threads};
use provebest_search::proof::{DfPn, ParallelDfPn, Patience, Question};
use provebest_search::{Limits, Reason};

use crate::graph::Graph;
use crate::graphs;
use crate::trees::line_shows;

const COUNTS: [usize; 4] = [1, 2, 3, 8];

/// One processor expands what df-pn expands, in its order.
fn one_is_alone<G: Provable + Sync>(game: &G, root: &G::State, least: Score, search: DfPn, name: &str)
where
    G::State: Send + Sync + PartialEq + std::fmt::Debug,
{
    let orders: [Mutex<Vec<G::State>>; 2] = Default::default();
    let sinks = [0, 1].map(|at| {
        let order = &orders[at];
        move |state: &G::State| order.lock().unwrap().push(state.clone())
    });
    let question = Question::new(game, root, least);
    let alone = search.ask(&question.clone().telling(&sinks[0])).unwrap();
    let one = ParallelDfPn(search).ask_on(&question.telling(&sinks[1]), &Simulated::new(1)).unwrap();
    // The line may expand what the table has lost.
    let counts = alone.expansions as usize;
    let first = |at: usize| orders[at].lock().unwrap()[..counts].to_vec();
    assert_eq!(first(0), first(1), "{name}");
    assert_eq!((one.verdict.answer, one.verdict.visits), (alone.answer, alone.visits), "{name}");
    assert_eq!((one.verdict.expansions, one.measured.time), (alone.expansions, alone.expansions), "{name}");
}

#[test]
fn trees_have_the_same_answers() {
    for seed in 0..400 {
        let mut options = RandomTree::varied(seed);
        options.depth = Depth(options.depth.0.min(5));
        let tree = Tree::random(&options);
        let (game, root, least) = (Plain(&tree), tree.root(), Score(seed as i32 % 3 - 1));
        for entries in [1, 3, 16, 1 << 12] {
            for patience in [Patience::Leftmost, Patience::PerCent(25)] {
                let search = DfPn { entries, patience, mobility: false };
                let question = Question::new(&game, &root, least);
                let alone = search.ask(&question).unwrap();
                for count in COUNTS {
                    let ran = ParallelDfPn(search).ask_on(&question, &Simulated::new(count)).unwrap();
                    let name = format!("seed {seed}, {count} processors, {search:?}");
                    assert_eq!(ran.verdict.answer, alone.answer, "{name}");
                    assert!(ran.verdict.expansions <= count as u64 * ran.measured.time, "{name}");
                    assert!(line_shows(&game, &root, least, &ran.verdict), "{name}");
                }
                one_is_alone(&game, &root, least, search, &format!("seed {seed}"));
            }
        }
    }
}

#[test]
fn graphs_have_the_same_answers() {
    for seed in 0..800 {
        let graph = Graph::random(seed, 20, [8, 20][seed as usize % 2]);
        for (root, least) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let wanted = graph.at_least(root, least)[root as usize];
            let limits = Limits { nodes: Some(2_000_000), ..Limits::default() };
            let question = Question::new(&graph, &root, Score(least)).within(limits);
            let search = DfPn { entries: 1 << 10, ..DfPn::default() };
            for count in COUNTS {
                let ran = ParallelDfPn(search).ask_on(&question, &Simulated::new(count)).unwrap();
                let name = format!("seed {seed}, {count} processors, root {root}, at least {least}");
                assert_eq!(ran.verdict.answer, Some(wanted), "{name}: {:?}", ran.verdict);
                assert!(ran.verdict.expansions <= count as u64 * ran.measured.time, "{name}");
                assert!(graphs::line_shows(&graph, root, least, &ran.verdict), "{name}");
            }
            one_is_alone(&graph, &root, Score(least), search, &format!("seed {seed}"));
            for entries in [1, 3, 16].into_iter().filter(|_| seed < 100) {
                let small = DfPn { entries, ..DfPn::default() };
                for count in [1, 3] {
                    let ran = ParallelDfPn(small).ask_on(&question, &Simulated::new(count)).unwrap();
                    let name = format!("seed {seed}, {count} processors, {entries} entries");
                    assert_eq!(ran.verdict.answer, Some(wanted), "{name}: {:?}", ran.verdict);
                    assert!(graphs::line_shows(&graph, root, least, &ran.verdict), "{name}");
                }
            }
            if seed < 50 {
                let ran = ParallelDfPn(search).ask_on(&question, &Threads::new(3)).unwrap();
                assert_eq!(ran.verdict.answer, Some(wanted));
                assert!(graphs::line_shows(&graph, root, least, &ran.verdict));
            }
        }
    }
}

#[test]
fn connect_four_is_faster_with_more_processors() {
    let (rules, board) = ConnectFour::parse("5x4:").unwrap();
    let mut times = Vec::new();
    for count in COUNTS {
        let question = Question::new(&rules, &board, Score(1));
        let ran = ParallelDfPn::default().ask_on(&question, &Simulated::new(count)).unwrap();
        assert_eq!(ran.verdict.answer, Some(false));
        assert!(line_shows(&rules, &board, Score(1), &ran.verdict));
        times.push((ran.measured.time, ran.verdict.expansions));
    }
    assert!(times.is_sorted_by(|one, other| one.0 > other.0), "{times:?}");
    assert!(times[0].0 > 4 * times[3].0, "{times:?}");
    assert!(times[3].1 < 2 * times[0].1, "{times:?}");
    for least in [0, 1] {
        let question = Question::new(&rules, &board, Score(least));
        let ran = ParallelDfPn::default().ask_on(&question, &Threads::new(4)).unwrap();
        assert_eq!(ran.verdict.answer, Some(least == 0));
        assert!(line_shows(&rules, &board, Score(least), &ran.verdict));
    }
}

#[test]
fn limits_end_all_processors() {
    let (rules, board) = ConnectFour::parse("7x6:").unwrap();
    let limits = Limits { nodes: Some(3000), ..Limits::default() };
    let question = Question::new(&rules, &board, Score(1)).within(limits);
    let simulated = ParallelDfPn::default().ask_on(&question, &Simulated::new(5)).unwrap().verdict;
    let threads = ParallelDfPn::default().ask_on(&question, &Threads::new(3)).unwrap().verdict;
    for verdict in [simulated, threads] {
        assert_eq!((verdict.answer, verdict.stopped), (None, Some(Reason::Nodes)));
        assert!(verdict.visits <= 3000 + 5);
    }
}
