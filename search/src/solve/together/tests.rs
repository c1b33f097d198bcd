use std::sync::atomic::AtomicBool;

use provebest_game::{MoveList, NodeCount, Plain, SplitMix64, Status};
use provebest_games::connect_four::ConnectFour;
use provebest_games::othello::{self, Othello};
use provebest_games::tic_tac_toe::{Board, TicTacToe};
use provebest_games::tree::Tree;
use provebest_machine::{Simulated, Threads};

use super::*;
use crate::report::Kind;
use crate::solve::Progress;
use crate::solve::tests::{Circle, after_random_moves, minimax};

/// Bounds hold for the root and its moves; of a proof that came to its end all that was asked for is exact, and the line goes to the end.
fn check<G: Solvable>(game: &G, root: &G::State, solution: &Solution<G::Move>, all_moves: bool, what: &str) {
    let value = minimax(game, root);
    assert!(solution.least <= value && value <= solution.most, "{what}: bounds");
    for mv in &solution.moves {
        let mut child = root.clone();
        game.play(&mut child, mv.played);
        let exact = -minimax(game, &child);
        assert!(mv.least <= exact && exact <= mv.most, "{what}: bounds of a move");
        assert!(!all_moves || solution.stopped.is_some() || mv.value() == Some(exact), "{what}: the value of a move");
    }
    if solution.stopped.is_some() {
        return;
    }
    assert_eq!((solution.value, solution.kind), (Some(value), Kind::Exact), "{what}");
    let Some(plies) = solution.moves_to_end else { return };
    let mut end = root.clone();
    solution.line.0.iter().for_each(|&mv| game.play(&mut end, mv));
    let Status::Over(last) = game.status(&end, &mut MoveList::new()) else { panic!("{what}: a line too short") };
    let last = game.worth(&end, last);
    assert_eq!(if plies % 2 == 0 { last } else { -last }, value, "{what}: the line");
}

/// Solves a position with 1 to 4 threads and tables of several sizes, and holds everything against minimax.
fn check_all<G>(game: &G, root: &G::State, seed: u64, what: &str)
where
    G: Solvable<State: Send + Sync, Move: Send + Sync> + Sync,
{
    let hash = [0, 200, 5000, 1 << 20][seed as usize % 4];
    let (threads, all_moves) = (1 + seed as usize / 4 % 4, seed.is_multiple_of(3));
    let what = format!("{what}, {threads} threads, {hash} bytes");
    let proof = |limits| {
        let proof = Proof::new(game, root).hash(hash).within(limits);
        if all_moves { proof.all_moves() } else { proof }
    };
    let whole = proof(Limits::default()).run_on(&Threads::new(threads)).unwrap();
    check(game, root, &whole.solution, all_moves, &what);
    assert!(whole.solution.stopped.is_none() && whole.solution.moves_to_end.is_some(), "{what}");
    assert_eq!(whole.measured.processors, threads);
    if threads == 1 {
        assert!(whole.solution == proof(Limits::default()).run().unwrap(), "{what}");
    }
    let nodes = SplitMix64::new(seed).below(whole.solution.nodes + 1);
    let limited = proof(Limits { nodes: Some(nodes), ..Limits::default() });
    let limited = limited.run_on(&Threads::new(threads)).unwrap().solution;
    check(game, root, &limited, all_moves, &format!("{what}, {nodes} nodes"));
    assert!(matches!(limited.stopped, None | Some(Reason::Nodes)), "{what}: {:?}", limited.stopped);
    let few = proof(Limits { bytes: Some(nodes), ..Limits::default() });
    check(
        game,
        root,
        &few.run_on(&Threads::new(threads)).unwrap().solution,
        all_moves,
        &format!("{what}, {nodes} bytes"),
    );
}

#[test]
fn random_trees() {
    for seed in 0..500 {
        let tree = Tree::varied(seed);
        check_all(&Plain(&tree), &tree.root(), seed, &format!("tree {seed}"));
    }
}

#[test]
fn small_boards() {
    let mut chance = SplitMix64::new(4);
    for number in 0..60 {
        let board = after_random_moves(&TicTacToe, Board::default(), 2 + chance.below(6), &mut chance);
        check_all(&Plain(&TicTacToe), &board, number, &format!("tic-tac-toe {number}"));
    }
    for (width, height) in [(4, 4), (5, 4), (4, 6), (7, 6), (8, 7)] {
        let rules = ConnectFour::new(width, height).unwrap();
        for number in 0..16 {
            let count = u64::from(width * height).saturating_sub(11 - chance.below(3));
            let board = after_random_moves(&rules, rules.start(), count, &mut chance);
            check_all(&rules, &board, number, &format!("{width}x{height}, {number}"));
        }
    }
}

/// Large enough that processors share nodes, put children off, call each other off and let the table grow.
#[test]
fn whole_boards() {
    for text in ["6x4:", "5x5:", "6x5:33", "7x6:4444443265555", "7x6:44444432655"] {
        let (rules, board) = ConnectFour::parse(text).unwrap();
        let alone = Proof::new(&rules, &board).all_moves().run().unwrap();
        for threads in 2..=4 {
            for hash in [1 << 14, 1 << 18, 1 << 24] {
                let proof = Proof::new(&rules, &board).all_moves().hash(hash);
                let together = proof.run_on(&Threads::new(threads)).unwrap().solution;
                assert_eq!((together.value, together.stopped), (alone.value, None), "{text}, {threads}, {hash}");
                assert_eq!(together.moves, alone.moves, "{text}, {threads} threads, {hash} bytes");
                assert_eq!(together.line.0.len() as u32, together.moves_to_end.unwrap());
            }
        }
    }
}

/// Stops at the question whether to go on with this number.
struct StopAt {
    question: u64,
    asked: AtomicU64,
}

impl Stop for StopAt {
    fn stop(&self) -> Option<Reason> {
        (self.asked.fetch_add(1, Relaxed) >= self.question).then_some(Reason::Time)
    }
    fn ask_again_after(&self) -> u64 {
        100
    }
}

/// Called off or out of nodes anywhere, what is said of the root and its moves is true, and nodes are not overdrawn by more than `slack`
/// for each thread. How many proofs were stopped?
fn stopped_anywhere<G>(game: &G, root: &G::State, steps: u64, slack: u64) -> u32
where
    G: Solvable<State: Send + Sync, Move: Send + Sync> + Sync,
{
    let alone = Proof::new(game, root).all_moves().run().unwrap();
    let value = alone.value.unwrap();
    let mut stopped = 0;
    for step in 0..steps {
        let threads = 1 + step % 4;
        let stop = StopAt { question: step * step / 4, asked: AtomicU64::new(0) };
        let at = step * step * alone.nodes * 6 / (5 * steps * steps);
        for (limits, reason) in [
            (Limits { stop: Some(&stop), ..Limits::default() }, Reason::Time),
            (Limits { nodes: Some(at), ..Limits::default() }, Reason::Nodes),
        ] {
            let solution = Proof::new(game, root)
                .all_moves()
                .within(limits)
                .run_on(&Threads::new(threads as usize))
                .unwrap()
                .solution;
            assert!(solution.least <= value && value <= solution.most);
            for (one, exact) in solution.moves.iter().zip(&alone.moves) {
                assert!(one.least <= exact.least && exact.most <= one.most);
            }
            assert!(
                limits.nodes.is_none_or(|most| solution.nodes <= most + slack * threads),
                "{} of {at}",
                solution.nodes
            );
            match solution.stopped {
                None => assert!(solution.moves == alone.moves),
                Some(why) => {
                    stopped += 1;
                    assert_eq!(why, reason);
                }
            }
        }
    }
    stopped
}

#[test]
fn stopped_anywhere_it_says_the_truth() {
    let (rules, board) = ConnectFour::parse("6x4:33").unwrap();
    let stopped = stopped_anywhere(&rules, &board, 60, 20);
    assert!(stopped > 40, "{stopped}");
}

/// Othello enters many nodes by itself, for a guess and to sort moves. Only its last fields are solved at once, whatever the limit.
#[test]
fn a_game_that_searches_by_itself_keeps_the_limit_on_nodes() {
    let after = |count| after_random_moves(&Othello, othello::Board::default(), count, &mut SplitMix64::new(7));
    let stopped = stopped_anywhere(&Othello, &after(46), 40, 500);
    assert!(stopped > 25, "{stopped}");
    let board = after(40);
    let mut guessed = NodeCount::unlimited();
    Othello.guess(&board, &mut guessed).unwrap();
    for (threads, nodes) in (1..=4).flat_map(|threads| [0, 100, 1000].map(|nodes| (threads, nodes))) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let solution = Proof::new(&Othello, &board).within(limits).run_on(&Threads::new(threads)).unwrap().solution;
        assert!(
            solution.nodes <= nodes + 1500 && guessed.entered > 50_000,
            "{} of {nodes}, {guessed:?}",
            solution.nodes
        );
        assert_eq!((solution.value, solution.stopped), (None, Some(Reason::Nodes)));
    }
}

#[test]
fn a_game_without_end_is_refused() {
    let limits = Limits { plies: Depth(30), ..Limits::default() };
    let error = Proof::new(&Plain(&Circle), &0).within(limits).run_on(&Threads::new(3)).unwrap_err();
    assert!(matches!(error, NoReport::TooDeep(_)), "{error}");
}

/// On a simulated machine rank 0 works alone.
#[test]
fn simulated_processors_prove_it_too() {
    let (rules, board) = ConnectFour::parse("6x4:").unwrap();
    let value = Proof::new(&rules, &board).run().unwrap().value;
    assert_eq!(Proof::new(&rules, &board).run_on(&Simulated::new(3)).unwrap().solution.value, value);
}

#[test]
fn progress_narrows_the_bounds_and_counts_all_nodes() {
    let (rules, board) = ConnectFour::parse("6x5:").unwrap();
    let (mut told, proved) = (Vec::new(), AtomicBool::new(false));
    let mut sink = |progress: &Progress| told.push(*progress);
    let mut witness = |one: &ProvedMove<u8>| proved.store(one.least <= one.most, Relaxed);
    let proof = Proof::new(&rules, &board).progress(&mut sink).witness(&mut witness);
    let solution = proof.run_on(&Threads::new(2)).unwrap().solution;
    assert!(proved.load(Relaxed));
    assert!(told.windows(2).all(|two| two[0].least <= two[1].least && two[1].most <= two[0].most));
    assert!(told.windows(2).all(|two| two[0].done <= two[1].done));
    let last = told.last().unwrap();
    assert!(last.nodes > solution.nodes / 4 && last.nodes <= solution.nodes, "{} of {}", last.nodes, solution.nodes);
}
