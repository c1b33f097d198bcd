//! The solver's table, asked for moves: what keeps a value that is proved?

use provebest_game::{MoveList, Score, Solvable, Status};

use super::notes::{Narrow, Notes, Slot, Wide};
use super::prove::Prover;
use crate::limits::{Budget, Limits, Reason, Stopped};

/// Finds moves that keep a value, at one position after the other, with a table that it fills on the way.
pub(crate) struct Keeper<'a, G: Solvable>(Kept<'a, G>);

enum Kept<'a, G: Solvable> {
    Narrow(Prover<'a, G, Narrow>),
    Wide(Prover<'a, G, Wide>),
}

impl<'a, G: Solvable> Keeper<'a, G> {
    /// For positions below a root, with a table of at most this many bytes.
    pub(crate) fn new(game: &'a G, root: &G::State, hash: u64, limits: Limits<'a>) -> Self {
        let bytes = hash.min(limits.bytes.unwrap_or(u64::MAX));
        let (bits, (least, most)) = (game.key_bits(), game.bounds(root));
        let (plies, budget) = (limits.plies_for(size_of::<G::State>()), Budget::new(&limits));
        let narrow = Narrow::suits(bits, least, most).then(|| Notes::<Narrow>::try_new(bits, bytes)).flatten();
        Keeper(match narrow {
            Some(notes) => Kept::Narrow(Prover::new(game, budget, Some(notes), plies)),
            None => Kept::Wide(Prover::new(game, budget, Notes::try_new(bits, bytes), plies)),
        })
    }

    /// The number of a move, in the order of the rules, that is worth at least this. It must be known that there is one.
    pub(crate) fn keeping_move(&mut self, state: &G::State, least: Score, ply: u32) -> Result<Option<u32>, Stopped> {
        match &mut self.0 {
            Kept::Narrow(prover) => keeping_move(prover, state, least, ply),
            Kept::Wide(prover) => keeping_move(prover, state, least, ply),
        }
    }

    pub(crate) fn reason(&self) -> Option<Reason> {
        match &self.0 {
            Kept::Narrow(prover) => prover.budget.reason(),
            Kept::Wide(prover) => prover.budget.reason(),
        }
    }
}

fn keeping_move<G: Solvable, S: Slot>(
    prover: &mut Prover<'_, G, S>,
    state: &G::State,
    least: Score,
    ply: u32,
) -> Result<Option<u32>, Stopped> {
    let (game, mut all, mut order) = (prover.game, MoveList::new(), MoveList::new());
    if game.moves(state, &mut all) != Status::Open {
        return Ok(None);
    }
    // The order in which the solver tries them, its hint first; then those that it leaves out.
    if game.ranked(state, &mut order, &mut prover.budget.inner) != Status::Open {
        order.clear();
    }
    let hint = prover.hint(state) as usize;
    if hint < order.len() {
        order.as_mut_slice()[..=hint].rotate_right(1);
    }
    let rest: Vec<G::Move> = all.as_slice().iter().copied().filter(|m| !order.as_slice().contains(m)).collect();
    order.extend(rest);
    let kept = prover.best(state, least, order.as_slice(), ply)?;
    Ok(all.as_slice().iter().position(|&m| m == kept).map(|number| number as u32))
}
