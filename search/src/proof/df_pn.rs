//! df-pn (Nagai 2002): proof-number search depth first, with a table of fixed size and thresholds that say when to come back.
//!
//! ```text
//! mid(n, most pn, most dn):
//!     read the numbers of all children: table, else fresh
//!     loop: compute n's numbers
//!         if pn >= most pn, or dn >= most dn, or n is decided: store them, and return
//!         c = the child with the least phi; second = the least phi of the others       (phi: pn at OR, dn at AND)
//!         mid(c, phi at most min(most phi of n, second and a quarter), delta at most that of n less that of the siblings)
//!         read the numbers again: table, else what they returned in this visit
//! ```
//!
//! **Repetitions.** If a repeated position counts against the proof, a no may rest on the path, otherwise a yes may; the other answer is
//! safe. An answer carries the highest ply it rests on. A node stores it only if that is not above itself; otherwise it returns the
//! answer, and its parent uses it for this visit. After as many idle visits in a row as a node has children, and 8, it visits the next
//! child without thresholds: on graphs with cycles df-pn would otherwise go round for ever (Kishimoto and Müller 2008).

use provebest_game::{Depth, Provable};

use super::node::{Found, LIMIT, Patience, Thresholds};
use super::numbers::Numbers;
use super::question::{Question, Verdict};
use super::searcher::Searcher;
use super::table::Table;
use crate::limits::{Budget, Reason, Stopped, TooDeep};

/// df-pn: answers one question in the memory of its table.
///
/// Contract: the answer is yes if and only if the root is worth at least as much as is asked, whatever the size of the table, on
/// graphs with cycles too. Stopped early there is no answer.
///
/// Nagai, Df-pn Algorithm for Searching AND/OR Trees and Its Applications, thesis, 2002. Pawlewicz and Lew, Improving Depth-First
/// PN-Search: 1 + ε Trick, 2007. Kishimoto and Müller, About the Completeness of Depth-First Proof-Number Search, 2008.
///
/// Time: with [`Patience::Leftmost`] and a table that loses nothing, the expansions of [`Pn`](super::Pn) on trees, in that order. Memory: the
/// table and the path; and where positions come again, 16 bytes for each node at which a move decides for good.
///
/// ```
/// use provebest_game::{Plain, Score};
/// use provebest_games::tic_tac_toe::{Board, TicTacToe};
/// use provebest_search::proof::{DfPn, Question};
/// let (game, start) = (Plain(&TicTacToe), Board::default());
/// let draw = DfPn::default().ask(&Question::new(&game, &start, Score(0)))?;
/// let win = DfPn::default().ask(&Question::new(&game, &start, Score(1)))?;
/// assert_eq!((draw.answer, win.answer), (Some(true), Some(false)));
/// assert!(draw.line_complete && win.line_complete);
/// # Ok::<(), provebest_search::TooDeep>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DfPn {
    /// How many entries of 16 bytes the table has; fewer if the limit on bytes says so.
    pub entries: u64,
    /// When it leaves a child for the second best.
    pub patience: Patience,
    /// New nodes count as many as they have moves, instead of 1.
    pub mobility: bool,
}

impl Default for DfPn {
    /// A table of 16 MiB.
    fn default() -> Self {
        DfPn { entries: 1 << 20, patience: Patience::default(), mobility: false }
    }
}

impl DfPn {
    /// Answers a question.
    pub fn ask<G: Provable>(&self, question: &Question<'_, G>) -> Result<Verdict<G::Move>, TooDeep> {
        let table = Table::growing(self.entries, question.limits.bytes, question.repetition().is_some());
        let Some(table) = table else {
            return Ok(Verdict { stopped: Some(Reason::Memory), ..Verdict::open() });
        };
        let budget = Budget::new(&question.limits);
        let mut searcher = Searcher::new(question, table, budget, self.patience, self.mobility);
        let numbers = searcher.decide(question.root);
        let numbers = numbers.unwrap_or(searcher.root);
        searcher.conclude(question, numbers)
    }
}

impl<G: Provable> Searcher<'_, G> {
    /// The answer for the root of a search.
    pub(super) fn decide(&mut self, root: &G::State) -> Result<Numbers, Stopped> {
        self.decide_at(root, true)
    }

    /// The answer for any node as the root of a search.
    pub(super) fn decide_at(&mut self, state: &G::State, or: bool) -> Result<Numbers, Stopped> {
        let numbers = self.judge.look(state, or);
        if numbers.verdict().is_some() {
            return Ok(numbers);
        }
        self.begin();
        let found = self.mid(state, self.judge.key(state, or), or, Thresholds::NONE)?;
        self.sure(found)
    }

    /// The answer at a root, unless it rests on the limit on plies.
    pub(super) fn sure(&mut self, found: Found) -> Result<Numbers, Stopped> {
        self.too_deep |= found.rests_on == LIMIT;
        if self.too_deep { Err(Stopped) } else { Ok(found.numbers) }
    }

    fn mid(&mut self, state: &G::State, key: u64, or: bool, most: Thresholds) -> Result<Found, Stopped> {
        let before = self.expansions;
        let mut node = match self.enter(state, key, or)? {
            Ok(node) => node,
            Err(ended) => return Ok(ended),
        };
        loop {
            let found = self.found(&mut node);
            if most.reached(found.numbers) || found.numbers.verdict().is_some() {
                self.keep(&node, found, before)?;
                self.leave(&node);
                return Ok(found);
            }
            let (visit, child, key, most) = self.next(&node, state, most);
            let found = self.mid(&child, key, !or, most)?;
            self.returned(&mut node, visit, found);
        }
    }

    /// The verdict at the end of a search that found these numbers of the root, with a line behind it.
    pub(super) fn conclude(
        &mut self,
        question: &Question<'_, G>,
        numbers: Numbers,
    ) -> Result<Verdict<G::Move>, TooDeep> {
        if self.too_deep {
            let limit = self.plies();
            return Err(TooDeep { depth: Depth(limit.0 + 1), limit });
        }
        let answer = numbers.verdict();
        let (expansions, evaluations, visits) = (self.expansions, self.evaluations + 1, self.visits);
        let stopped = self.budget.reason().filter(|_| answer.is_none());
        let (line, line_complete) = answer.map_or_else(Default::default, |answer| self.line(question.root, answer));
        Ok(Verdict {
            answer,
            numbers,
            line,
            line_complete,
            expansions,
            evaluations,
            visits,
            stored: self.stored,
            stopped,
        })
    }
}
