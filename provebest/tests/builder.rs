//! Limits, ties and mistakes of the builder.

use std::time::{Duration, Instant};

use provebest::games::connect_four::ConnectFour;
use provebest::games::synthetic::Independent;
use provebest::games::tic_tac_toe::{Board, TicTacToe};
use provebest::games::tree::Tree;
use provebest::{
    Algorithm, CancelToken, Check, Depth, Kind, Reason, Score, SearchError, Settings, best_move, check_searches,
};

fn hopeless() -> Independent {
    Independent::new(30, Depth(40), 1, 1000).unwrap()
}

#[test]
fn every_algorithm_answers() {
    for seed in 0..50 {
        let tree = Tree::varied(seed);
        let root = tree.root();
        let truth = best_move(&tree, &root).algorithm(Algorithm::Minimax).search().unwrap();
        for &algorithm in Algorithm::ALL {
            let report = best_move(&tree, &root).algorithm(algorithm).search().unwrap();
            assert_eq!((report.value, report.kind), (truth.value, Kind::Exact), "{algorithm} on {tree}");
        }
        let all = best_move(&tree, &root).all_moves().unwrap();
        let ties: Vec<u32> = all.best().map(|m| m.played).collect();
        assert_eq!(all.best().next().map(|m| m.value), truth.value.filter(|_| truth.best.is_some()));
        assert_eq!(ties.first().copied(), truth.best, "{tree}");
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
    let report = ask().depth(40).nodes(10_000).search().unwrap();
    assert_eq!((report.stopped, report.value), (Some(Reason::Nodes), None));
    let report = ask().depth(40).memory(10_000).algorithm(Algorithm::SssStar).search().unwrap();
    assert_eq!(report.stopped, Some(Reason::Memory));
    let all = ask().depth(40).nodes(10_000).all_moves().unwrap();
    assert_eq!((all.stopped, all.moves.len()), (Some(Reason::Nodes), 0));

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
    let rules = ConnectFour::default();
    let (_, board) = ConnectFour::parse("445566").unwrap();
    let report = best_move(&rules, &board).time(Duration::from_secs(5)).search().unwrap();
    assert!(report.kind == Kind::Exact && report.line.0.len() == 1, "four in a row at once, at the first depth");
    let drawn = best_move(&TicTacToe, &Board::default()).search().unwrap();
    assert_eq!((drawn.value, drawn.kind, drawn.stopped), (Some(Score::ZERO), Kind::Exact, None));
}

#[test]
fn mistakes_are_told() {
    let tree = hopeless();
    let too_deep = best_move(&tree, &tree.root()).depth(5000).search();
    assert!(matches!(too_deep, Err(SearchError::TooDeep(_))), "{too_deep:?}");
    let settings = Settings { memory: Some(3), ..Settings::default() };
    let cramped = best_move(&tree, &tree.root()).algorithm(Algorithm::IterSss).settings(settings).search();
    assert!(cramped.unwrap_err().to_string().contains("M0"));
}

#[test]
fn the_games_at_hand_pass_the_check() {
    let board = Board::default();
    check_searches(Check::new(&TicTacToe, &board).games(10).equal().symmetric().text()).unwrap();
    let rules = ConnectFour::default();
    check_searches(Check::new(&rules, &rules.start()).games(5).depth(Depth(3)).equal().symmetric().text()).unwrap();
}
