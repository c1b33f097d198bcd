//! A value by questions: is it at least this, is it at least that?

use provebest_game::{Provable, Score};

use super::question::Verdict;
use crate::limits::TooDeep;

/// What is proved of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds<M> {
    /// The value is at least this.
    pub least: Score,
    /// And at most this.
    pub most: Score,
    /// What the questions were, and what came of each.
    pub asked: Vec<(Score, Verdict<M>)>,
}

/// The value of a position by questions that `ask` answers: is it a win, is it a draw, then by halves. It ends at the first question
/// that has no answer.
///
/// ```
/// use provebest_game::Score;
/// use provebest_games::connect_four::ConnectFour;
/// use provebest_search::proof::{DfPn, Question, value};
/// let (rules, board) = ConnectFour::parse("6x4:22334")?;
/// let proved = value(&rules, &board, |least| DfPn::default().ask(&Question::new(&rules, &board, least)))?;
/// assert_eq!((proved.least, proved.most), (Score(-9), Score(-9)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn value<G: Provable>(
    game: &G,
    root: &G::State,
    ask: impl FnMut(Score) -> Result<Verdict<G::Move>, TooDeep>,
) -> Result<Bounds<G::Move>, TooDeep> {
    value_within(game.bounds(root), ask)
}

/// The same for a value that is known to be within these bounds.
///
/// ```
/// use provebest_game::{Plain, Score};
/// use provebest_games::tree::Tree;
/// use provebest_search::proof::{Pn, Question, value_within};
/// let tree: Tree = "[[5,7],[[2,4],6],[3,9]]".parse()?;
/// let (game, root) = (Plain(&tree), tree.root());
/// let ask = |least| Pn::default().ask(&Question::new(&game, &root, least));
/// let proved = value_within((Score(2), Score(9)), ask)?;
/// assert_eq!((proved.least, proved.most, proved.asked.len()), (Score(5), Score(5), 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn value_within<M, E>(
    (least, most): (Score, Score),
    mut ask: impl FnMut(Score) -> Result<Verdict<M>, E>,
) -> Result<Bounds<M>, E> {
    let mut bounds = Bounds { least, most, asked: Vec::new() };
    while bounds.least < bounds.most {
        let (low, high) = (i64::from(bounds.least.0), i64::from(bounds.most.0));
        let gamma = match () {
            () if low < 1 && 1 <= high => 1,
            () if low < 0 && 0 <= high => 0,
            () => low + (high - low) / 2 + (high - low) % 2,
        };
        let gamma = Score(gamma.clamp(low + 1, high) as i32);
        let verdict = ask(gamma)?;
        let answer = verdict.answer;
        bounds.asked.push((gamma, verdict));
        match answer {
            Some(true) => bounds.least = gamma,
            Some(false) => bounds.most = gamma - 1,
            None => break,
        }
    }
    Ok(bounds)
}
