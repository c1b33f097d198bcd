use std::collections::HashMap;
use std::sync::Mutex;

use provebest_game::{Plain, SplitMix64};
use provebest_games::connect_four::ConnectFour;
use provebest_games::tic_tac_toe::{Board, TicTacToe};
use provebest_games::tree::Tree;
use provebest_machine::{Alone, Latency, Simulated, Threads, Wire};

use super::*;
use crate::solve::tests::{after_random_moves, minimax};
use crate::solve::{Kind, Proof};

/// All that a run kept, in order.
#[derive(Default)]
struct Journal(Vec<Finding>);

fn run<G, K: Machine>(
    game: &G,
    root: &G::State,
    known: &[Finding],
    grain: u64,
    all_moves: bool,
    machine: &K,
) -> (ProvedByTasks<G::Move>, Journal)
where
    G: Solvable + Sync,
    G::State: Send + Sync,
{
    let mut journal = Journal::default();
    let mut keep = |found: &[Finding], _: &[ProvedMove<G::Move>]| journal.0.extend_from_slice(found);
    let mut proof = ProofByTasks::new(game, root).known(known.to_vec()).grain(grain).keep(&mut keep);
    if all_moves {
        proof = proof.all_moves();
    }
    let proved = proof.run_on(machine).unwrap();
    (proved, journal)
}

/// Holds a solution against minimax: value, all moves if they were asked for, and a line that ends with the value.
fn check<G: Solvable>(game: &G, root: &G::State, solution: &Solution<G::Move>, all_moves: bool, what: &str) {
    let value = minimax(game, root);
    assert_eq!((solution.value, solution.kind, solution.stopped), (Some(value), Kind::Exact, None), "{what}");
    for mv in &solution.moves {
        let mut child = root.clone();
        game.play(&mut child, mv.played);
        let exact = -minimax(game, &child);
        assert!(mv.least <= exact && exact <= mv.most, "{what}: bounds of a move");
        assert!(!all_moves || mv.value() == Some(exact), "{what}: the value of a move");
    }
    let mut end = root.clone();
    solution.line.0.iter().for_each(|&mv| game.play(&mut end, mv));
    let Status::Over(last) = game.status(&end, &mut MoveList::new()) else { panic!("{what}: a line too short") };
    let last = game.worth(&end, last);
    assert_eq!(if solution.line.0.len() % 2 == 0 { last } else { -last }, value, "{what}: the line");
    assert_eq!(solution.moves_to_end, Some(solution.line.0.len() as u32), "{what}");
    assert!(solution.best == solution.line.0.first().copied(), "{what}");
}

/// A machine by its number: simulated ones with all kinds of networks, threads, and threads that talk in bytes.
fn on_machine<T>(number: u64, run: impl OnMachine<T>) -> T {
    let processors = [1, 2, 3, 4, 7, 16][number as usize % 6];
    let simulated = Simulated::new(processors).seed(number);
    match number % 8 {
        0 => run.on(&Alone),
        1 => run.on(&simulated.latency(5)),
        2 => run.on(&simulated.latency(1000)),
        6 if number.is_multiple_of(5) => run.on(&Threads::new(processors)),
        7 if number.is_multiple_of(5) => run.on(&Wire::new(processors)),
        _ => run.on(&simulated.latency(Latency::Random(0, 40))),
    }
}

trait OnMachine<T> {
    fn on<K: Machine>(self, machine: &K) -> T;
}

struct Solve<'a, G: Solvable> {
    game: &'a G,
    root: &'a G::State,
    known: &'a [Finding],
    grain: u64,
    all_moves: bool,
}

impl<G> OnMachine<(ProvedByTasks<G::Move>, Journal)> for Solve<'_, G>
where
    G: Solvable + Sync,
    G::State: Send + Sync,
{
    fn on<K: Machine>(self, machine: &K) -> (ProvedByTasks<G::Move>, Journal) {
        run(self.game, self.root, self.known, self.grain, self.all_moves, machine)
    }
}

/// Solves a position on a machine, and again on another one from any part of what was kept.
fn check_all<G>(game: &G, root: &G::State, seed: u64, what: &str)
where
    G: Solvable + Sync,
    G::State: Send + Sync,
{
    let grain = [1, 2, 5, 30, 1000, u64::MAX][(seed / 7) as usize % 6];
    let all_moves = seed.is_multiple_of(3);
    let solve =
        |known: &[Finding], grain, machine: u64| on_machine(machine, Solve { game, root, known, grain, all_moves });
    let (first, journal) = solve(&[], grain, seed);
    check(game, root, &first.solution, all_moves, what);
    assert_eq!(
        journal.0.iter().filter(|finding| finding.source != Source::Noted).count() as u64,
        first.tasks,
        "{what}"
    );
    let mut chance = SplitMix64::new(seed);
    let len = journal.0.len() as u64;
    for kept in [0, 1, chance.below(len + 1), len] {
        let known = &journal.0[..kept.min(len) as usize];
        let (second, rest) = solve(known, grain, seed + 1 + kept);
        check(game, root, &second.solution, all_moves, &format!("{what}, {kept} kept"));
        // What is done is done: no position is asked again what was answered, and none is given up twice.
        let mut done: HashMap<&[u32], (Score, Score, bool)> = HashMap::new();
        for finding in known.iter().filter(|finding| finding.source != Source::Noted) {
            let one = done.entry(&finding.path).or_insert((Score::WORST, Score::INFINITY, false));
            *one = (one.0.max(finding.least), one.1.min(finding.most), one.2 || finding.source == Source::Divided);
        }
        for finding in rest.0.iter().filter(|finding| finding.source != Source::Noted) {
            let Some((least, most, divided)) = done.get(&finding.path[..]) else { continue };
            assert!(!divided, "{what}: given up twice at {:?}", finding.path);
            assert!(
                finding.source == Source::Divided || finding.least > *least || finding.most < *most,
                "{what}: asked twice at {:?}",
                finding.path
            );
        }
        assert!(kept < len || second.tasks == 0, "{what}: all is known");
    }
}

#[test]
fn random_trees() {
    for seed in 0..1500 {
        let tree = Tree::varied(seed);
        check_all(&Plain(&tree), &tree.root(), seed, &format!("tree {seed}"));
    }
}

#[test]
fn tic_tac_toe() {
    let mut chance = SplitMix64::new(3);
    for number in 0..150 {
        let count = 2 + chance.below(6);
        let board = after_random_moves(&TicTacToe, Board::default(), count, &mut chance);
        check_all(&Plain(&TicTacToe), &board, number, &format!("tic-tac-toe {number}"));
    }
}

#[test]
fn small_boards_of_connect_four() {
    let mut chance = SplitMix64::new(4);
    for (width, height) in [(3, 3), (4, 4), (5, 3), (5, 4), (4, 6), (7, 6), (16, 3), (8, 7)] {
        let rules = ConnectFour::new(width, height).unwrap();
        for number in 0..20 {
            let count = u64::from(width * height).saturating_sub(11 - chance.below(3));
            let board = after_random_moves(&rules, rules.start(), count, &mut chance);
            check_all(&rules, &board, number, &format!("{width}x{height}, {number}"));
        }
    }
}

/// A processor that is lost ends the run, whichever it is and whenever. What was kept is enough to go on.
#[test]
fn a_lost_processor_costs_its_task_and_no_other() {
    let (rules, board) = ConnectFour::parse("5x4:33").unwrap();
    let (value, mut lost) = (Proof::new(&rules, &board).run().unwrap().value, 0);
    for number in 0..120 {
        let mut journal = Journal::default();
        let mut keep = |found: &[Finding], _: &[ProvedMove<u8>]| journal.0.extend_from_slice(found);
        let machine = Simulated::new(4).latency(7).losing(Rank(number % 4), u64::from(number));
        let proof = ProofByTasks::new(&rules, &board).grain(100).keep(&mut keep);
        match proof.run_on(&machine) {
            Ok(proved) => assert_eq!(proved.solution.value, value, "loss {number}: too late"),
            Err(error) => {
                lost += 1;
                assert!(matches!(error, NoReport::Failed(_)), "{error}");
            }
        }
        let (again, rest) = run(&rules, &board, &journal.0, 100, false, &Simulated::new(3));
        assert_eq!((again.solution.value, again.solution.stopped), (value, None), "loss {number}");
        let divided = |journal: &Journal| {
            let divided = journal.0.iter().filter(|finding| finding.source == Source::Divided);
            divided.map(|finding| finding.path.clone()).collect::<Vec<_>>()
        };
        let before = divided(&journal);
        assert!(divided(&rest).iter().all(|path| !before.contains(path)), "loss {number}: given up twice");
    }
    assert!(lost > 60, "{lost}");
}

/// With one processor and tasks without a limit, the proof is the plain one.
#[test]
fn whole_tasks_are_the_plain_proof() {
    for text in ["6x4:", "6x5:33", "7x6:4444443265555"] {
        let (rules, board) = ConnectFour::parse(text).unwrap();
        let plain = Proof::new(&rules, &board).run().unwrap();
        let (tasks, _) = run(&rules, &board, &[], u64::MAX, false, &Alone);
        let solution = tasks.solution;
        assert_eq!((solution.value, solution.moves_to_end), (plain.value, plain.moves_to_end), "{text}");
        assert!(solution.nodes <= plain.nodes + plain.nodes / 10, "{text}: {} {}", solution.nodes, plain.nodes);
    }
}

#[test]
fn a_game_without_end_is_refused() {
    let game = Plain(&crate::solve::tests::Circle);
    let limits = Limits { plies: Depth(30), ..Limits::default() };
    for grain in [1, 1000] {
        let proof = ProofByTasks::new(&game, &0).within(limits).grain(grain);
        let error = proof.run_on(&Simulated::new(3)).unwrap_err();
        assert!(matches!(error, NoReport::TooDeep(_)), "{error}");
    }
}

/// A limit on nodes ends it with bounds, and what was proved by then is enough to go on.
#[test]
fn limits_end_it_and_the_next_run_goes_on() {
    let rules = ConnectFour::new(6, 4).unwrap();
    let (root, value) = (rules.start(), Proof::new(&rules, &rules.start()).run().unwrap().value);
    let (kept, mut runs) = (Mutex::new(Vec::new()), 0);
    loop {
        runs += 1;
        let known = kept.lock().unwrap().clone();
        let mut keep = |found: &[Finding], _: &[ProvedMove<u8>]| kept.lock().unwrap().extend_from_slice(found);
        let limits = Limits { nodes: Some(5_000), ..Limits::default() };
        let proof = ProofByTasks::new(&rules, &root).within(limits).known(known).grain(500).keep(&mut keep);
        let solution = proof.run_on(&Threads::new(2)).unwrap().solution;
        assert!(solution.nodes < 7_000, "{}", solution.nodes);
        if solution.stopped.is_none() {
            assert_eq!(solution.value, value);
            break;
        }
        assert!(solution.stopped == Some(Reason::Nodes) && solution.least < solution.most, "{solution:?}");
    }
    assert!(runs > 3, "{runs}");
}
