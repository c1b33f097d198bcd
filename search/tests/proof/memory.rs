//! A limit on bytes ends a proof search with what is proved so far, and makes nothing wrong.

use provebest_game::{Score, Text};
use provebest_games::chess::Mates;
use provebest_games::connect_four::ConnectFour;
use provebest_machine::{Simulated, Threads};
use provebest_search::proof::{DfPn, ParallelDfPn, Pn, Pn2, Question, Verdict};
use provebest_search::{Limits, Reason};

use crate::graph::Graph;
use crate::graphs::line_shows;

fn within(bytes: u64) -> Limits<'static> {
    Limits { bytes: Some(bytes), nodes: Some(2_000_000), ..Limits::default() }
}

#[test]
fn graphs_in_little_memory() {
    let (mut answered, mut ended) = (0, 0);
    for seed in 0..600 {
        let graph = Graph::random(seed, 14, [8, 15, 30][seed as usize % 3]);
        for (root, least) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let wanted = graph.at_least(root, least)[root as usize];
            for bytes in [0, 16, 64, 1 << 8, 1 << 10, 1 << 13] {
                let question = Question::new(&graph, &root, Score(least)).within(within(bytes));
                let together = ParallelDfPn::default().ask_on(&question, &Simulated::new(3)).unwrap();
                let verdicts = [
                    Pn::default().ask(&question).unwrap(),
                    Pn2::default().ask(&question).unwrap(),
                    DfPn::default().ask(&question).unwrap(),
                    together.verdict,
                ];
                for (search, verdict) in verdicts.iter().enumerate() {
                    let name = format!("seed {seed}, search {search}, {bytes} bytes, root {root}, at least {least}");
                    match verdict.answer {
                        Some(answer) => {
                            assert_eq!(answer, wanted, "{name}");
                            assert!(!verdict.line_complete || line_shows(&graph, root, least, verdict), "{name}");
                            answered += 1;
                        }
                        None => {
                            assert_eq!(verdict.stopped, Some(Reason::Memory), "{name}");
                            ended += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(answered > 5000 && ended > 5000, "{answered} and {ended}");
}

/// The kept moves of an endless problem count too, however many processors keep them.
#[test]
fn kept_moves_are_within_the_limit() {
    let problem = Mates.parse("8/8/8/4k3/8/8/8/1K1Q3R w - - 0 1").unwrap();
    let ask = |bytes| {
        let question = Question::new(&Mates, &problem, Score(1)).within(within(bytes));
        let alone = DfPn::default().ask(&question).unwrap();
        let simulated = ParallelDfPn::default().ask_on(&question, &Simulated::new(3)).unwrap().verdict;
        let threads = ParallelDfPn::default().ask_on(&question, &Threads::new(2)).unwrap().verdict;
        [alone, simulated, threads]
    };
    for verdict in ask(1 << 9) {
        assert_eq!((verdict.answer, verdict.stopped), (None, Some(Reason::Memory)));
        assert!(verdict.expansions > 0);
    }
    for verdict in ask(1 << 28) {
        assert_eq!((verdict.answer, verdict.line_complete), (Some(true), true));
    }
}

/// A search that was stopped tells the numbers of its root.
#[test]
fn what_is_proved_so_far_is_told() {
    let (rules, board) = ConnectFour::parse("7x6:").unwrap();
    let limits = Limits { nodes: Some(5000), ..Limits::default() };
    let question = Question::new(&rules, &board, Score(1)).within(limits);
    let together = ParallelDfPn::default().ask_on(&question, &Simulated::new(4)).unwrap();
    let verdicts = [Pn::default().ask(&question).unwrap(), DfPn::default().ask(&question).unwrap(), together.verdict];
    for (search, Verdict { answer, numbers, .. }) in verdicts.iter().enumerate() {
        assert!(answer.is_none() && numbers.pn > 1 && numbers.dn > 1, "search {search}: {numbers:?}");
    }
}
