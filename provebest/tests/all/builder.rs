//! Limits, ties and mistakes of the builder.

use std::error::Error;
use std::time::{Duration, Instant};

use provebest::family::{Settings, SettingsError, check_searches};
use provebest::game::{Check, Text};
use provebest::games::connect_four::ConnectFour;
use provebest::games::synthetic::Independent;
use provebest::games::tic_tac_toe::{Board, TicTacToe};
use provebest::games::tree::Tree;
use provebest::{
    Algorithm, AllMoves, BestMove, CancelToken, Choice, Depth, Evaluate, Game, Hashed, Kind, MoveList, Reason, Score,
    SearchError, SearchMethod, Skills, Status, ToTheEnd, best_move, skills,
};

use crate::sample::Sample;

/// A heap; the side that takes the last one wins. Without keys, so that the family searches it.
#[derive(Clone, Copy)]
struct Heap {
    /// The most that a side may take.
    most: u32,
    /// What a heap is worth to the side to move, as far as can be seen.
    estimate: fn(u32) -> Score,
}

/// Take one, two or three.
const NIM: Heap = Heap { most: 3, estimate: |heap| Score((heap % 5) as i32 - 2) };

/// One move at a time, for a long time.
const LONG: Heap = Heap { most: 1, ..NIM };

/// With an estimate beyond all limits.
const ABSURD: Heap = Heap { estimate: |_| Score(i32::MAX), ..NIM };

skills!(Heap);

impl Game for Heap {
    type State = u32;
    type Move = u32;
    fn moves(&self, &heap: &u32, out: &mut MoveList<u32>) -> Status {
        out.extend(1..=heap.min(self.most));
        if heap == 0 { Status::Over(Score(-1)) } else { Status::Open }
    }
    fn play(&self, heap: &mut u32, taken: u32) {
        *heap -= taken;
    }
}

impl Evaluate for Heap {
    fn evaluate(&self, &heap: &u32) -> Score {
        (self.estimate)(heap)
    }
}

fn hopeless() -> Sample {
    Independent::new(30, Depth(40), 1, 1000).unwrap().into()
}

#[test]
fn every_algorithm_answers() {
    for seed in 0..50 {
        let tree = Tree::varied(seed);
        let text = tree.to_string();
        let tree = Sample::from(tree);
        let root = tree.root();
        let truth = best_move(&tree, &root).algorithm(Algorithm::Minimax).search().unwrap();
        for &algorithm in Algorithm::ALL {
            let report = best_move(&tree, &root).algorithm(algorithm).search().unwrap();
            assert_eq!((report.value, report.kind), (truth.value, Kind::Exact), "{algorithm} on {text}");
        }
        let all = best_move(&tree, &root).all_moves().unwrap();
        let ties: Vec<u32> = all.best().map(|m| m.played).collect();
        assert_eq!(all.best().next().map(|m| m.value), truth.value.filter(|_| truth.best.is_some()));
        assert_eq!(ties.first().copied(), truth.best, "{text}");
    }
}

#[test]
fn limits_end_a_search_with_what_is_known() {
    let tree = hopeless();
    let root = tree.root();
    let ask = || best_move(&tree, &root);
    let start = Instant::now();
    let report = ask().time(Duration::from_millis(50)).search().unwrap();
    assert!(start.elapsed() < Duration::from_secs(2));
    assert_eq!(report.stopped, Some(Reason::Time));
    assert!(report.best.is_some(), "deepening leaves the best move of the last depth");

    let report = ask().nodes(100_000).search().unwrap();
    assert_eq!((report.stopped, report.best.is_some()), (Some(Reason::Nodes), true));
    let report = ask().depth(40).nodes(10_000).algorithm(Algorithm::NegaScout).search().unwrap();
    assert_eq!((report.stopped, report.value), (Some(Reason::Nodes), None));
    // The engine deepens to its depth, and knows what it found on the way.
    let choice = ask().depth(40).nodes(10_000).search().unwrap();
    assert_eq!(
        (choice.stopped, choice.kind, choice.method),
        (Some(Reason::Nodes), Kind::Heuristic, SearchMethod::Engine)
    );
    assert!(choice.best.is_some() && choice.depth < Depth(40) && choice.nodes <= 10_100);
    let choice = ask().depth(5).memory(1000).search().unwrap();
    assert_eq!((choice.stopped, choice.depth), (None, Depth(5)), "a small table is enough");
    let report = ask().depth(40).memory(10_000).algorithm(Algorithm::SssStar).search().unwrap();
    assert_eq!(report.stopped, Some(Reason::Memory));
    let all = ask().depth(40).nodes(10_000).all_moves().unwrap();
    assert_eq!((all.stopped, all.moves.len()), (Some(Reason::Nodes), 0));
    let all = ask().nodes(10_000).all_moves().unwrap();
    assert_eq!((all.stopped, all.moves.len()), (Some(Reason::Nodes), 30), "what the last finished depth found");
    assert!(all.depth >= Depth(1));

    let token = CancelToken::new();
    let other = token.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        other.cancel();
    });
    assert_eq!(ask().cancel(&token).search().unwrap().stopped, Some(Reason::Cancel));
    thread.join().unwrap();
}

#[test]
fn games_are_played_well() {
    let rules = Sample::from(ConnectFour::default());
    let board = rules.parse("445566").unwrap();
    let report = best_move(&rules, &board).time(Duration::from_secs(5)).search().unwrap();
    assert!(report.kind == Kind::Exact && report.line.0.len() == 1, "four in a row at once, at the first depth");
    let noughts = Sample::from(TicTacToe);
    let drawn = best_move(&noughts, &noughts.root()).search().unwrap();
    assert_eq!((drawn.value, drawn.kind, drawn.stopped), (Some(Score::ZERO), Kind::Exact, None));
}

/// The engine and the family find the same to any depth, for the best move and for all of them.
#[test]
fn both_methods_find_the_same() {
    let family = SearchMethod::Family(Algorithm::NegaScout);
    for heap in 1..14 {
        for depth in [None, Some(0), Some(1), Some(3), Some(6)] {
            fn ask<'a, G: Evaluate + Skills>(game: &'a G, heap: &'a G::State, depth: Option<u32>) -> BestMove<'a, G> {
                let ask = best_move(game, heap);
                depth.into_iter().fold(ask, |ask, depth| ask.depth(depth))
            }
            let (by_family, by_engine) = (ask(&NIM, &heap, depth), ask(&Hashed(NIM), &heap, depth));
            let (one, other) = (by_family.search().unwrap(), by_engine.search().unwrap());
            assert_eq!(one.method, family);
            assert_eq!(other.method, if depth == Some(0) { family } else { SearchMethod::Engine });
            // The engine tells more often that what it estimated does not matter.
            let truth = Score(if heap % 4 == 0 { -1 } else { 1 });
            let agrees = |choice: &Choice<u32>| {
                choice.kind == one.kind || choice.kind == Kind::Exact && choice.value == Some(truth)
            };
            assert_eq!(one.value, other.value, "{heap} to {depth:?}");
            assert!(agrees(&other), "{heap} to {depth:?}: {other:?}");
            let (all, others) = (by_family.all_moves().unwrap(), by_engine.all_moves().unwrap());
            let values = |all: &AllMoves<u32>| -> Vec<_> { all.moves.iter().map(|m| (m.played, m.value)).collect() };
            assert_eq!(values(&all), values(&others), "{heap} to {depth:?}");
            let threads = ask(&Hashed(NIM), &heap, depth.map(|depth| depth.max(1))).threads(2).search().unwrap();
            if depth != Some(0) {
                assert_eq!(threads.value, one.value, "{heap} to {depth:?}");
                assert!(agrees(&threads), "{heap} to {depth:?}: {threads:?}");
            }
        }
    }
    let over = best_move(&Hashed(ToTheEnd(NIM)), &0).search().unwrap();
    assert_eq!((over.value, over.kind, over.best), (Some(Score(-1)), Kind::Exact, None));
}

/// The engine leaves games to the family that last longer than its plies, and nobody needs more stack than there is.
#[test]
fn long_games_are_searched_to_their_end() {
    let game = Hashed(ToTheEnd(LONG));
    for plies in [1, 100, 374, 375, 376, 499] {
        let choice = best_move(&game, &plies).search().unwrap();
        let value = Score(if plies % 2 == 0 { -1 } else { 1 });
        assert_eq!((choice.value, choice.kind), (Some(value), Kind::Exact), "{plies}");
        assert_eq!(best_move(&game, &plies).depth(plies).search().unwrap().value, Some(value), "{plies}");
    }
    let limited = best_move(&game, &10_000).nodes(200_000).search().unwrap();
    assert_eq!((limited.kind, limited.method), (Kind::Heuristic, SearchMethod::Engine));
}

#[test]
fn mistakes_are_told() {
    let tree = hopeless();
    let too_deep = best_move(&tree, &tree.root()).depth(5000).search();
    assert!(matches!(too_deep, Err(SearchError::TooDeep(_))), "{too_deep:?}");
    let too_deep = best_move(&tree, &tree.root()).depth(5000).algorithm(Algorithm::NegaScout).search();
    assert!(matches!(too_deep, Err(SearchError::TooDeep(_))), "{too_deep:?}");
    let threads = best_move(&tree, &tree.root()).depth(2).threads(2).algorithm(Algorithm::Pvs).search();
    assert_eq!(threads.unwrap_err(), SearchError::ThreadsWithoutMachine(Algorithm::Pvs));
    let absurd = Hashed(ABSURD);
    assert_eq!(best_move(&absurd, &9).depth(2).search().unwrap_err(), SearchError::Absurd(Score(i32::MAX)));
    let settings = Settings { memory: Some(3), ..Settings::default() };
    let cramped = best_move(&tree, &tree.root()).algorithm(Algorithm::IterSss).settings(settings).search();
    let error = cramped.unwrap_err();
    assert!(error.to_string().contains("M0"));
    assert!(matches!(error.source().unwrap().downcast_ref(), Some(SettingsError::Memory { nodes: 3, .. })));
}

#[test]
fn the_games_at_hand_pass_the_check() {
    let board = Board::default();
    check_searches(Check::new(&TicTacToe, &board).games(10).equal().symmetric().text()).unwrap();
    let rules = ConnectFour::default();
    check_searches(Check::new(&rules, &rules.start()).games(5).depth(Depth(3)).equal().symmetric().text()).unwrap();
}
