//! The way through a solution tree: which positions it has, with which moves, and which of them come again.

use std::collections::hash_map::Entry;

use provebest_game::{Children, Depth, MoveList, Provable, Score, Status};
use rustc_hash::FxHashMap;

use super::draft::Draft;
use super::oracle::Oracle;
use super::{Claim, NoCertificate};
use crate::limits::{Limits, Reason, Stopped};

/// Bytes of a key and its place.
const PLACE: u64 = 17;

pub(super) struct Plan<'a, G: Provable> {
    game: &'a G,
    oracle: &'a mut dyn Oracle<G>,
    least: Score,
    /// Does play that returns suit the claim?
    may_return: bool,
    plies: Depth,
    /// Where the positions stand in the draft.
    places: FxHashMap<u64, u32>,
    draft: Draft,
    list: MoveList<G::Move>,
    /// The bytes that places and draft may take.
    most: u64,
}

impl<'a, G: Provable> Plan<'a, G> {
    pub(super) fn new(game: &'a G, root: &G::State, claim: Claim, oracle: &'a mut dyn Oracle<G>, most: u64) -> Self {
        let returned = game.repeated(root).map(|worth| if claim.is_own() { worth } else { -worth });
        let may_return = returned.is_some_and(|worth| worth >= claim.least());
        let plies = Limits::default().plies_for(size_of::<G::State>());
        let (places, draft, list) = (FxHashMap::default(), Draft::default(), MoveList::new());
        Plan { game, oracle, least: claim.least(), may_return, plies, places, draft, list, most }
    }

    /// All of the tree.
    pub(super) fn end(self) -> Draft {
        self.draft
    }

    fn key(&self, state: &G::State, own: bool) -> u64 {
        let key = self.game.key(state);
        if own { key } else { !key }
    }

    /// By how much a value that is at least `least` and at most `most` meets the claim, if it does.
    fn margin(&self, own: bool, (least, most): (Score, Score)) -> Option<u64> {
        let worth = if own { least } else { -most };
        u64::try_from(i64::from(worth.0) - i64::from(self.least.0)).ok()
    }

    /// Looks at the whole tree.
    pub(super) fn look_at_root(&mut self, root: &G::State, claim: Claim) -> Result<(), NoCertificate> {
        if self.game.status(root, &mut self.list) == Status::Open {
            let holds = self.oracle.holds(root, claim);
            if !holds.map_err(|Stopped| NoCertificate::Stopped(self.oracle.reason()))? {
                return Err(NoCertificate::NotProved);
            }
        }
        self.look(root, claim.is_own(), 0)
    }

    /// Looks at the tree below a position; `own`: the side that claims is to move.
    fn look(&mut self, state: &G::State, own: bool, ply: u32) -> Result<(), NoCertificate> {
        match self.game.open(state, &mut self.list) {
            Ok(children) => {
                let looked = self.look_open(state, own, ply, children);
                self.list.close(children);
                looked
            }
            Err(value) => {
                let value = self.game.worth(state, value);
                self.draft.end(self.margin(own, (value, value)).ok_or(NoCertificate::NotProved)?)
            }
        }
    }

    fn look_open(&mut self, state: &G::State, own: bool, ply: u32, children: Children) -> Result<(), NoCertificate> {
        if let Some(margin) = self.margin(own, self.game.settled(state)) {
            return self.draft.end(margin);
        }
        if self.game.ends_soon(state) {
            return self.draft.rest();
        }
        // What grows next stands in two places for a while.
        let grows = self.places.len() == self.places.capacity();
        let places = self.places.capacity().max(4) as u64 * if grows { 3 * PLACE } else { PLACE };
        if places + self.draft.bytes() > self.most {
            return Err(NoCertificate::Stopped(Some(Reason::Memory)));
        }
        let place = match self.places.entry(self.key(state, own)) {
            Entry::Occupied(place) => {
                let place = *place.get();
                let returns = !self.draft.is_complete(place) && !self.may_return;
                return if returns { Err(NoCertificate::NotProved) } else { self.draft.again(place) };
            }
            Entry::Vacant(entry) => *entry.insert(self.draft.begin()?),
        };
        if ply >= self.plies.0 {
            return Err(NoCertificate::Stopped(None));
        }
        let moves = if own {
            let number = self.keeping_move(state, ply)?;
            if number >= children.count() {
                return Err(NoCertificate::NotProved);
            }
            number..number + 1
        } else {
            0..children.count()
        };
        for number in moves.clone() {
            let (_, child) = self.game.child(state, children, &self.list, number);
            self.look(&child, !own, ply + 1)?;
        }
        self.draft.complete(place, if own { moves.start } else { moves.end });
        Ok(())
    }

    fn keeping_move(&mut self, state: &G::State, ply: u32) -> Result<u32, NoCertificate> {
        let number = self.oracle.keeping_move(state, ply);
        let number = number.map_err(|Stopped| NoCertificate::Stopped(self.oracle.reason()))?;
        number.ok_or(NoCertificate::NotProved)
    }
}
