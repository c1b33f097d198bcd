//! The shortest mate, once one is proved.

use std::num::NonZeroU32;

use super::job::{Job, Proved};
use crate::proof_search::{ProofQuestion, ProofSpec};
use crate::request::RequestError;

impl Job<'_> {
    /// Looks for the shortest mate, once one is proved in at most so many moves, or in any number. Each shorter one may take as long as
    /// the proof did, and some more; it is not asked about if that is not enough.
    pub(super) fn shorten(self, proved: &mut Proved, most: Option<NonZeroU32>) -> Result<(), RequestError> {
        let spent = proved.answer.nodes.unwrap_or(0);
        let mut left = self.request.limits.nodes.map(|nodes| nodes.saturating_sub(spent));
        for moves in 1.. {
            let Some(moves) = NonZeroU32::new(moves) else { return Ok(()) };
            let is_last = Some(moves) == most;
            if !is_last {
                let budget = 4 * spent + 10_000;
                // A larger table would only have to be cleared.
                let hash = self.spec.hash.unwrap_or(ProofSpec::HASH).min(2 * budget * ProofSpec::ENTRY);
                let job = Job { spec: ProofSpec { hash: Some(hash), ..self.spec }, ..self };
                let shorter =
                    job.asked(Some(ProofQuestion::Mate(Some(moves))), Some(left.unwrap_or(budget).min(budget)))?;
                let nodes = shorter.answer.nodes.unwrap_or(0);
                left = left.map(|left| left.saturating_sub(nodes));
                proved.answer.nodes = proved.answer.nodes.map(|all| all + nodes);
                match shorter.answer.proved.flatten() {
                    Some(true) => proved.answer.line = shorter.answer.line,
                    Some(false) => continue,
                    None => return Ok(()),
                }
            }
            self.mate_in(moves, proved, left);
            return Ok(());
        }
        Ok(())
    }

    /// There is a mate in so many moves, and no shorter one: a line in which both sides know it, and its value.
    #[cfg(feature = "chess")]
    fn mate_in(self, moves: NonZeroU32, proved: &mut Proved, left: Option<u64>) {
        use provebest_game::{Ply, Repeat, Score, Text};
        use provebest_games::chess::{Chess, MateProblem, Mates};
        use provebest_search::Kind;

        use super::both_sides::{Strategies, between};
        use super::job::for_each;

        let Some(crate::games::AnyGame::Chess(placed)) = self.request.problem.game() else { return };
        let plies = 2 * moves.get() - 1;
        if proved.answer.line.len() != plies as usize {
            let [mated, escaped] =
                [moves.get(), moves.get() - 1].map(|moves| MateProblem::new(placed.root.clone(), Some(moves)));
            let strategies = Strategies {
                game: &Mates,
                search: self.spec.df_pn(),
                limits: self.limits(for_each(left)),
                least: (&mated, Score(1)),
                most: (&escaped, Score(0)),
            };
            let Some(line) = between(&strategies) else { return };
            let words = provebest_game::line_in_words(&Mates, &mated, &line, |problem, m| Mates.print_move(problem, m));
            proved.answer.line = words;
        }
        let answer = &mut proved.answer;
        let Ply(now) = Chess::default().now(&placed.root);
        let value = Score::win_in(Ply(now + plies)).0;
        (answer.value, answer.kind) = (Some(value), Some(Kind::Exact.into()));
        (answer.least, answer.most) = (Some(Some(value)), Some(Some(value)));
        (answer.moves_to_end, answer.plies) = (Some(plies), Some(plies));
        answer.best = answer.line.first().cloned();
        answer.best_moves = Some(answer.best.iter().cloned().collect());
    }

    #[cfg(not(feature = "chess"))]
    fn mate_in(self, _: NonZeroU32, _: &mut Proved, _: Option<u64>) {}
}
