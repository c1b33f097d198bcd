//! The first pass over a solution tree: which positions it has, with which moves, and which of them come again.

use provebest_game::{Depth, Provable, Score};
use rustc_hash::FxHashMap;

use super::oracle::Oracle;
use super::{Claim, NoCertificate, moves_of};
use crate::limits::{Limits, Stopped};

/// A position of a solution tree.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Planned {
    /// The number of the move, where the side that claims is to move.
    pub(super) number: u32,
    /// The nodes of its tree, without those of positions that were there before.
    pub(super) nodes: u32,
    /// Does it come again?
    pub(super) again: bool,
    /// Does play return to it?
    pub(super) returns: bool,
    /// Is its tree being looked at?
    open: bool,
    /// The number under which it is referred to.
    pub(super) written: Option<u64>,
}

pub(super) struct Plan<'a, G: Provable> {
    game: &'a G,
    oracle: &'a mut dyn Oracle<G>,
    least: Score,
    /// Does play that returns suit the claim?
    may_return: bool,
    plies: Depth,
    positions: FxHashMap<u64, Planned>,
}

impl<'a, G: Provable> Plan<'a, G> {
    pub(super) fn new(game: &'a G, root: &G::State, claim: Claim, oracle: &'a mut dyn Oracle<G>) -> Self {
        let returned = game.repeated(root).map(|worth| if claim.is_own() { worth } else { -worth });
        let may_return = returned.is_some_and(|worth| worth >= claim.least());
        let plies = Limits::default().plies_for(size_of::<G::State>());
        Plan { game, oracle, least: claim.least(), may_return, plies, positions: FxHashMap::default() }
    }

    fn key(&self, state: &G::State, own: bool) -> u64 {
        let key = self.game.key(state);
        if own { key } else { !key }
    }

    pub(super) fn at(&mut self, state: &G::State, own: bool) -> Option<&mut Planned> {
        self.positions.get_mut(&self.key(state, own))
    }

    /// Where the game has ended, by how much the claim is met; `Some(None)` if it is not met.
    pub(super) fn margin(&self, state: &G::State, own: bool) -> Option<Option<u64>> {
        let value = self.game.worth(state, moves_of(self.game, state).err()?);
        let worth = if own { value } else { -value };
        Some(u64::try_from(i64::from(worth.0) - i64::from(self.least.0)).ok())
    }

    /// Looks at the tree below a position, and returns how many nodes it has.
    pub(super) fn look(&mut self, state: &G::State, own: bool, ply: u32) -> Result<u32, NoCertificate> {
        if let Some(margin) = self.margin(state, own) {
            return margin.map(|_| 1).ok_or(NoCertificate::NotProved);
        }
        let (key, may_return) = (self.key(state, own), self.may_return);
        if let Some(planned) = self.positions.get_mut(&key) {
            (planned.again, planned.returns) = (true, planned.returns || planned.open);
            return if planned.open && !may_return { Err(NoCertificate::NotProved) } else { Ok(1) };
        }
        if ply >= self.plies.0 {
            return Err(NoCertificate::Stopped(None));
        }
        let list = moves_of(self.game, state).map_err(|_| NoCertificate::NotProved)?;
        let mut planned = Planned { open: true, ..Planned::default() };
        let mut moves = list.as_slice();
        if own {
            let number = self.oracle.keeping_move(state, ply);
            let number = number.map_err(|Stopped| NoCertificate::Stopped(self.oracle.reason()))?;
            planned.number =
                number.filter(|&number| (number as usize) < moves.len()).ok_or(NoCertificate::NotProved)?;
            moves = &moves[planned.number as usize..][..1];
        }
        self.positions.insert(key, planned);
        let mut nodes: u32 = 1;
        for &m in moves {
            let mut child = state.clone();
            self.game.play(&mut child, m);
            nodes = nodes.saturating_add(self.look(&child, !own, ply + 1)?);
        }
        let planned = self.positions.entry(key).or_default();
        (planned.open, planned.nodes) = (false, nodes);
        Ok(nodes)
    }
}
