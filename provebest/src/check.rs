//! The check of a game, with every search of the family in it.

use std::cell::Cell;
use std::time::Duration;

use provebest_game::{Check, Checked, Depth, Evaluate, Fault, Score, Skills};
use provebest_search::{Search, Task};

use crate::Algorithm;
use crate::clock::Stopwatch;
use crate::erased::ErasedGame;

/// Checks a game by random play from `root`: do its rules and the skills that it declares keep their promises, are values those of
/// the side to move, are keys those of one position each, and does every search find what plain minimax finds? The fault, if
/// there is one, says which promise was broken at which position; otherwise what was seen can be printed.
///
/// It takes seconds, however wide the game: the game is asked a limited number of times. If it takes longer than two, it says on
/// standard error how far it is. [`Rule`](crate::game::Rule) lists all promises, and [`Check`](Check#what-it-cannot-find) what cannot be found; with
/// [`check_searches`] a `Check` of your own draws the position of a fault, looks longer, or leaves a rule out.
///
/// ```
/// use provebest::games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,[4,6]],14]".parse()?;
/// let checked = provebest::check(&tree, &tree.root())?;
/// assert_eq!(checked.widest, 3);
/// println!("{checked}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check<G: Evaluate + Skills>(game: &G, root: &G::State) -> Result<Checked, Fault> {
    let (watch, told) = (Stopwatch::start(), Cell::new(Duration::ZERO));
    let progress = |asked: u64, most: u64| {
        if watch.elapsed() >= told.get() + Duration::from_secs(2) {
            told.set(watch.elapsed());
            eprintln!("checking the game: {} % of the questions at most", 100 * asked / most.max(1));
        }
    };
    check_searches(Check::new(game, root).games(400).work(Check::<G>::USUAL).skilled().watch(&progress))
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
    let value_by = |algorithm: Algorithm| -> Value<G> {
        Box::new(move |game, state, depth| value(algorithm, &ErasedGame::new(game, state), depth))
    };
    let searches: Vec<(&str, Value<G>)> = pruning.map(|&algorithm| (algorithm.name(), value_by(algorithm))).collect();
    searches.iter().fold(check.evaluated(), |check, (name, search)| check.search(name, search)).run()
}

/// What a search finds. Compiled once, for games of all types.
fn value(algorithm: Algorithm, game: &ErasedGame<'_>, depth: Depth) -> Score {
    let report = algorithm.search(&Task::new(game, game.root(), depth), &mut ());
    report.ok().and_then(|report| report.value).expect("small depths have no limits")
}
