//! Who knows the moves of a solution tree: a proof search with its table, or the solver.

use provebest_game::{Provable, Score, Window};

use super::{Claim, NoCertificate};
use crate::limits::{Budget, Limits, Reason, Stopped};
use crate::proof::df_pn::DfPn;
use crate::proof::question::Question;
use crate::proof::searcher::Searcher;
use crate::proof::table::Table;
use crate::solve::{Keeper, ProvedTable};

/// Knows how the side that claims keeps its claim.
pub trait Oracle<G: Provable> {
    /// Is a claim true of a position in which the game goes on? The default takes it for true: what is false, a checker refuses.
    fn holds(&mut self, _root: &G::State, _claim: Claim) -> Result<bool, Stopped> {
        Ok(true)
    }

    /// The number of such a move, in the order of the rules, at a position of the solution tree where that side is to move, this many
    /// plies below its root; `None` if there is none.
    fn keeping_move(&mut self, state: &G::State, ply: u32) -> Result<Option<u32>, Stopped>;

    /// Why it stopped.
    fn reason(&self) -> Option<Reason>;
}

/// df-pn with its table.
pub struct FromProof<'a, 's, G: Provable> {
    searcher: &'s mut Searcher<'a, G>,
    /// The answer.
    claim: Claim,
}

impl<G: Provable> FromProof<'_, '_, G> {
    /// Answers a question by df-pn, and lets `then` work with an oracle for the answer: `at least` what was asked, or `at most` one
    /// less. Returns the answer.
    pub fn ask(
        search: DfPn,
        question: &Question<'_, G>,
        then: impl FnOnce(&mut dyn Oracle<G>) -> Result<(), NoCertificate>,
    ) -> Result<Claim, NoCertificate> {
        let table = Table::growing(search.entries, question.limits.bytes, question.repetition().is_some());
        let table = table.ok_or(NoCertificate::Stopped(Some(Reason::Memory)))?;
        let budget = Budget::new(&question.limits);
        let mut searcher = Searcher::new(question, table, budget, search.patience, search.mobility);
        let numbers = searcher.decide(question.root);
        let numbers = numbers.map_err(|Stopped| NoCertificate::Stopped(searcher.budget.reason()))?;
        let own = numbers.verdict().ok_or(NoCertificate::NotProved)?;
        let claim = if own { Claim::AtLeast(question.least) } else { Claim::AtMost(question.least - 1) };
        then(&mut FromProof { searcher: &mut searcher, claim })?;
        Ok(claim)
    }
}

impl<G: Provable> Oracle<G> for FromProof<'_, '_, G> {
    fn holds(&mut self, _: &G::State, claim: Claim) -> Result<bool, Stopped> {
        Ok(claim == self.claim)
    }

    fn keeping_move(&mut self, state: &G::State, _: u32) -> Result<Option<u32>, Stopped> {
        self.searcher.keeping_move(state, self.claim.is_own())
    }

    fn reason(&self) -> Option<Reason> {
        self.searcher.budget.reason()
    }
}

/// The solver, alpha-beta with its table.
pub struct FromSolver<'a, G: Provable> {
    keeper: Keeper<'a, G>,
    least: Score,
}

impl<'a, G: Provable> FromSolver<'a, G> {
    /// For a claim about a position, and after it for others about the same one, with a table of at most this many bytes, within limits.
    pub fn new(game: &'a G, root: &G::State, claim: Claim, hash: u64, limits: Limits<'a>) -> Self {
        Self::from_table(game, root, claim, hash, limits, ProvedTable::EMPTY)
    }

    /// The same with what was proved of the position before, if it has room there.
    pub fn from_table(
        game: &'a G,
        root: &G::State,
        claim: Claim,
        hash: u64,
        limits: Limits<'a>,
        proved: ProvedTable,
    ) -> Self {
        FromSolver { keeper: Keeper::new(game, root, hash, limits, proved), least: claim.least() }
    }

    /// From now on for this claim about the same position, with the table as it is.
    pub fn turn_to(&mut self, claim: Claim) {
        self.least = claim.least();
    }
}

impl<G: Provable> Oracle<G> for FromSolver<'_, G> {
    fn holds(&mut self, root: &G::State, claim: Claim) -> Result<bool, Stopped> {
        self.turn_to(claim);
        match claim {
            Claim::AtLeast(least) => Ok(self.keeper.value(root, Window::null(least))? >= least),
            Claim::AtMost(most) => Ok(self.keeper.value(root, Window::null(most + 1))? <= most),
        }
    }

    fn keeping_move(&mut self, state: &G::State, ply: u32) -> Result<Option<u32>, Stopped> {
        self.keeper.keeping_move(state, self.least, ply)
    }

    fn reason(&self) -> Option<Reason> {
        self.keeper.reason()
    }
}
