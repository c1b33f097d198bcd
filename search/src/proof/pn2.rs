//! PN² (Allis 1994; Breuker 1998): proof-number search whose nodes are evaluated by proof-number searches.

use provebest_game::Provable;

use super::pn::grow_and_answer;
use super::question::{Question, Verdict};
use super::table::Full;
use crate::limits::{Reason, TooDeep};

/// PN²: the node that is chosen is evaluated by a proof-number search of its own, which may grow as many nodes as the first tree has at that moment. Of its tree
/// only the children of its root stay, and none if it is decided.
///
/// Contract: that of [`Pn`](super::Pn).
///
/// Breuker, Memory versus Search in Games, thesis, 1998.
///
/// Time: up to a few times that of [`Pn`](super::Pn). Memory: about the square root of the nodes that are expanded.
///
/// ```
/// use provebest_game::{Plain, Score};
/// use provebest_games::tic_tac_toe::{Board, TicTacToe};
/// use provebest_search::proof::{Pn, Pn2, Question};
/// let (game, start) = (Plain(&TicTacToe), Board::default());
/// let question = Question::new(&game, &start, Score(0));
/// let (one, two) = (Pn::default().ask(&question)?, Pn2::default().ask(&question)?);
/// assert_eq!((one.answer, two.answer), (Some(true), Some(true)));
/// assert!(two.stored < one.stored);
/// # Ok::<(), provebest_search::TooDeep>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pn2 {
    /// New nodes count as many as they have moves, instead of 1.
    pub mobility: bool,
}

impl Pn2 {
    /// Answers a question.
    pub fn ask<G: Provable>(&self, question: &Question<'_, G>) -> Result<Verdict<G::Move>, TooDeep> {
        grow_and_answer(question, self.mobility, |tree, searcher| {
            let leaf = tree.most_proving();
            tree.tell_choice(leaf, question.steps);
            let mut second = tree.second(leaf, &mut searcher.judge);
            loop {
                let leaf = second.most_proving();
                second.expand(leaf, searcher, question.expanded)?;
                second.update(leaf);
                if second.numbers().verdict().is_some() || second.nodes.len() >= tree.nodes.len() {
                    break;
                }
                searcher.budget.ask()?;
            }
            // Where play may return, the moves of what is decided must not be lost: those of the root, or of its children.
            let decided = second.numbers().verdict().is_some();
            let roots = if decided { 0..1 } else { second.children(0) };
            for root in roots.filter(|_| searcher.repetition.is_some()) {
                if let Err(Full) = second.keep_proof(root, &mut searcher.table, searcher.repetition) {
                    return searcher.budget.end(Reason::Memory);
                }
            }
            if decided {
                tree.nodes[leaf].numbers = second.numbers();
            } else {
                tree.graft(leaf, &mut second, searcher)?;
            }
            tree.update(leaf);
            tree.tell_numbers(leaf, question.steps);
            second.release(&mut searcher.budget)
        })
    }
}
