//! The selective searches through the door.

use provebest_catalog::{MethodGroup, Record, Request, ValueKind, methods, run};

const TREE: &str = r#"{"value":5,"low":0,"high":10,"sons":[{"value":6,"low":4,"high":8,"sons":[5,7]},{"value":3,"low":1,"high":6,"sons":[{"value":3,"low":1,"high":5,"sons":[2,4]},6]},{"value":4,"low":2,"high":5,"sons":[3,9]}]}"#;

#[test]
fn every_one_of_them_finds_the_best_move() {
    for info in methods().filter(|info| info.group == MethodGroup::Selective) {
        for (game, position, best, value) in [
            ("tree", TREE, "1", 5),
            ("tree", "[[3,12,8],[2,4,6],[14,5,2]]", "1", 3),
            ("correlated", "w=3,d=4,seed=2", "", 0),
        ] {
            let outcome = run(&Request::new(game, position, info.name).unwrap(), &mut (), &()).unwrap();
            let answer = outcome.game_answer().unwrap();
            assert!(outcome.is_finished() && answer.expansions.is_some(), "{}", info.name);
            if !best.is_empty() {
                assert_eq!(answer.best.as_deref(), Some(best), "{} on {position}", info.name);
                assert!(answer.value.is_some_and(|found| found <= value), "{}", info.name);
                assert!(answer.kind != Some(ValueKind::Exact) || answer.value == Some(value), "{}", info.name);
            }
        }
    }
}

#[test]
fn settings_and_records_have_an_effect() {
    let outcome = |method: &str, all_moves: bool| {
        let mut request = Request::new("tree", TREE, method).unwrap();
        request.record = Record { all_moves, ..Record::default() };
        run(&request, &mut (), &())
    };
    let expansions = |method| outcome(method, false).unwrap().game_answer().unwrap().expansions;
    assert_eq!(expansions("b-star,strategy=prove-best"), Some(3));
    assert_eq!(expansions("b-star,strategy=disprove-rest"), Some(4));
    assert_eq!(expansions("cns,threshold=1"), Some(0));
    let found = outcome("b-star,strategy=prove-best", false).unwrap();
    let answer = found.game_answer().unwrap();
    let moves: Vec<_> = answer.moves.as_ref().unwrap().iter().map(|m| (m.low, m.high, m.best)).collect();
    let expected = [(Some(5), Some(5), Some(true)), (Some(1), Some(5), Some(false)), (Some(2), Some(5), Some(false))];
    assert_eq!(moves, expected);
    assert_eq!((answer.separated, answer.parameters.strategy.as_deref()), (Some(true), Some("prove-best")));
    assert!(outcome("evolving", true).unwrap_err().to_string().starts_with("all-moves: evolving looks for one move"));
}

/// A window around the estimate of the root, or around a first guess: on which side of it is the value?
#[test]
fn a_window_around_a_guess() {
    let kind = |method: &str| {
        let outcome = run(&Request::new("tree", TREE, method).unwrap(), &mut (), &()).unwrap();
        let answer = outcome.game_answer().unwrap();
        (answer.value, answer.kind, answer.parameters.first_guess, answer.parameters.window)
    };
    let below = kind("conspiracy-window,first-guess=9,window=2");
    assert_eq!(below, (Some(7), Some(ValueKind::Upper), Some(9), Some(2)));
    let above = kind("conspiracy-window,first-guess=-2,window=5");
    assert_eq!(above, (Some(3), Some(ValueKind::Lower), Some(-2), Some(5)));
    assert_eq!(kind("conspiracy-window,first-guess=5,window=1").1, Some(ValueKind::Heuristic), "between the edges");
    let inside = |method: &str| {
        let outcome = run(&Request::new("tree", TREE, method).unwrap(), &mut (), &()).unwrap();
        outcome.game_answer().unwrap().inside.map(|inside| (inside.least, inside.most, inside.proved))
    };
    assert_eq!(inside("conspiracy-window,first-guess=5,window=3"), Some((3, 7, true)));
    assert_eq!(inside("conspiracy-window,first-guess=5,window=3,threshold=1"), Some((3, 7, false)));
    assert_eq!(inside("conspiracy-window,first-guess=9,window=2"), None);
}

#[test]
fn trees_without_a_depth() {
    let request = |position: &str| Request::new("artificial", position, "b-star");
    let mut deep = request("w=4,k=2,range=200,seed=3").unwrap();
    deep.record = Record { all_moves: true, ..Record::default() };
    let outcome = run(&deep, &mut (), &()).unwrap();
    let answer = outcome.game_answer().unwrap();
    assert_eq!((answer.separated, answer.moves.as_ref().map(Vec::len)), (Some(true), Some(4)));
    assert_eq!(request("w=4").unwrap().problem.position(), "w=4,seed=1");
    for wrong in ["w=4,d=5", "w=0", "w=4,k=0", "w=4,range=0", "w=4,coarse=perhaps", ""] {
        assert!(request(wrong).is_err(), "{wrong}");
    }
}
