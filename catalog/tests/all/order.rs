//! `order=` of a uniform tree.

use provebest_catalog::games::{self, AnyGame, PositionError};
use provebest_catalog::{Problem, ProblemError};
use provebest_game::TextError;

/// What comes before the order.
fn start(width: u32) -> String {
    format!("w={width},d=1,seed=1,")
}

/// The rules of a tree with this order, as text: trees that differ in nothing else are equal if their orders are.
fn order(text: &str, width: u32) -> Result<String, TextError> {
    let position = format!("{}order={text}", start(width));
    match Problem::read(games::find("uniform").unwrap(), Some(&position), None, None) {
        Ok(problem) => match problem.game() {
            Some(AnyGame::Uniform(placed)) => Ok(format!("{:?}", placed.rules)),
            _ => panic!("{position} is no uniform tree"),
        },
        Err(ProblemError::Position { source: PositionError::Text(error), .. }) => Err(error),
        Err(error) => panic!("{position}: {error}"),
    }
}

#[test]
fn orders_are_read() {
    assert_eq!(order("random", 4), order("25", 4));
    assert_eq!(order("perfect", 4), order("100,0,..", 4));
    assert_eq!(order("60", 5), order("60,10,10,10,10", 5));
    assert_eq!(order("60", 5), order("60,...", 5));
    assert_ne!(order("60", 5), order("50", 5));
    let bushy = format!("70,5,5,5,5{}", ",2/3".repeat(15));
    assert!(order(&bushy, 20).is_ok());
    assert!(order("70,5,5,5,5,...", 20).is_ok());
}

#[test]
fn mistakes_are_named_with_their_place() {
    for (text, width, place, why) in [
        ("", 4, 6, "no weight"),
        ("x", 4, 6, "no weight"),
        ("101", 4, 6, "no weight"),
        ("60,nan,...", 4, 9, "no weight"),
        ("60,1/0,...", 4, 9, "no weight"),
        ("60,...,5", 4, 13, "a weight behind the dots"),
        ("60,30", 2, 6, "weights that sum to 90"),
        ("60,50,...", 3, 6, "weights that sum to 110"),
        ("60,40", 3, 6, "2 weights for 3 children"),
        ("60,20,20", 2, 6, "3 weights for 2 children"),
    ] {
        let error = order(text, width).unwrap_err();
        assert_eq!((error.place - start(width).len(), error.why.as_str()), (place, why), "{text}");
    }
}
