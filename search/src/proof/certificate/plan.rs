//! The first pass over a solution tree: which positions it has, with which moves, and which of them come again.

use std::ops::Range;

use provebest_game::{Children, Depth, MoveList, Provable, Score, Status};
use rustc_hash::FxHashMap;

use super::oracle::Oracle;
use super::{Claim, NoCertificate};
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
    list: MoveList<G::Move>,
}

impl<'a, G: Provable> Plan<'a, G> {
    pub(super) fn new(game: &'a G, root: &G::State, claim: Claim, oracle: &'a mut dyn Oracle<G>) -> Self {
        let returned = game.repeated(root).map(|worth| if claim.is_own() { worth } else { -worth });
        let may_return = returned.is_some_and(|worth| worth >= claim.least());
        let plies = Limits::default().plies_for(size_of::<G::State>());
        let (positions, list) = (FxHashMap::default(), MoveList::new());
        Plan { game, oracle, least: claim.least(), may_return, plies, positions, list }
    }

    fn key(&self, state: &G::State, own: bool) -> u64 {
        let key = self.game.key(state);
        if own { key } else { !key }
    }

    pub(super) fn at(&mut self, state: &G::State, own: bool) -> Option<&mut Planned> {
        self.positions.get_mut(&self.key(state, own))
    }

    /// Where the game has ended, or what is left of it cannot spoil the claim: by how much the claim is met; `Some(None)` if it is not met.
    pub(super) fn margin(&mut self, state: &G::State, own: bool) -> Option<Option<u64>> {
        let (value, ended) = match self.game.status(state, &mut self.list) {
            Status::Over(value) => (self.game.worth(state, value), true),
            Status::Open => {
                let (least, most) = self.game.bounds(state);
                (if own { least } else { most }, false)
            }
        };
        let worth = if own { value } else { -value };
        let margin = u64::try_from(i64::from(worth.0) - i64::from(self.least.0)).ok();
        (ended || margin.is_some()).then_some(margin)
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
        let mut planned = Planned { open: true, ..Planned::default() };
        if own {
            let number = self.oracle.keeping_move(state, ply);
            let number = number.map_err(|Stopped| NoCertificate::Stopped(self.oracle.reason()))?;
            planned.number = number.ok_or(NoCertificate::NotProved)?;
        }
        self.positions.insert(key, planned);
        let (children, moves) = self.children(state, own.then_some(planned.number))?;
        let mut nodes: u32 = 1;
        for number in moves {
            let child = self.child(state, children, number);
            nodes = nodes.saturating_add(self.look(&child, !own, ply + 1)?);
        }
        self.close(children);
        let planned = self.positions.entry(key).or_default();
        (planned.open, planned.nodes) = (false, nodes);
        Ok(nodes)
    }

    /// The children of an open position, and the numbers of those in the tree: all, or the one that is named.
    pub(super) fn children(
        &mut self,
        state: &G::State,
        only: Option<u32>,
    ) -> Result<(Children, Range<u32>), NoCertificate> {
        let game = self.game;
        let children = self.list.open(|list| game.moves(state, list)).map_err(|_| NoCertificate::NotProved)?;
        match only {
            Some(number) if number >= children.count() => Err(NoCertificate::NotProved),
            Some(number) => Ok((children, number..number + 1)),
            None => Ok((children, 0..children.count())),
        }
    }

    /// The position after a move.
    pub(super) fn child(&self, state: &G::State, children: Children, number: u32) -> G::State {
        let mut child = state.clone();
        self.game.play(&mut child, self.list.at(children, number));
        child
    }

    /// Gives back the room of the moves.
    pub(super) fn close(&mut self, children: Children) {
        self.list.close(children);
    }
}
