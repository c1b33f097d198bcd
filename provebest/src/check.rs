//! The check of a game, with every search of the family in it.

use provebest_game::{Check, Checked, Depth, Evaluate, Fault, Score};
use provebest_search::{Search, Task};

use crate::Algorithm;

/// Checks a game by random play from `root`: do its rules keep their promises, and does every search find what plain
/// minimax finds? The fault, if there is one, says which promise was broken at which position.
///
/// [`check_searches`] does the same with further skills of the game.
///
/// ```
/// use provebest::games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,[4,6]],14]".parse()?;
/// let checked = provebest::check(&tree, &tree.root())?;
/// assert_eq!(checked.widest, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check<G: Evaluate>(game: &G, root: &G::State) -> Result<Checked, Fault> {
    check_searches(Check::new(game, root).games(20))
}

/// Runs a check of your own making with every search added to it.
///
/// ```
/// use provebest::game::Check;
/// use provebest::games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,[4,6]],14]".parse()?;
/// provebest::family::check_searches(Check::new(&tree, &tree.root()).games(5).keyed().text())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_searches<G: Evaluate>(check: Check<'_, G>) -> Result<Checked, Fault> {
    type Value<G> = Box<dyn Fn(&G, &<G as provebest_game::Game>::State, Depth) -> Score>;
    let pruning = Algorithm::SEQUENTIAL.iter().filter(|&&algorithm| algorithm != Algorithm::Minimax);
    let searches: Vec<(&str, Value<G>)> = pruning
        .map(|&algorithm| {
            let value = move |game: &G, state: &G::State, depth| {
                let report = algorithm.search(&Task::new(game, state, depth), &mut ());
                report.ok().and_then(|report| report.value).expect("small depths have no limits")
            };
            (algorithm.name(), Box::new(value) as Value<G>)
        })
        .collect();
    searches.iter().fold(check.evaluated(), |check, (name, search)| check.search(name, search)).run()
}
