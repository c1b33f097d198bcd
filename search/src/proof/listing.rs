//! What df-pn sees of the children of a node when it enters it: those on the path, those in its table, and the others at a look.

use provebest_game::{MoveList, Provable, Score, Surveyor};

use super::node::{Child, Found};
use super::numbers::Numbers;
use super::question::{fresh, verdict};
use super::table::{Expected, Table};

pub(super) struct Listing<'s, G: Provable> {
    pub(super) game: &'s G,
    /// For moves that are only counted, if new nodes count as many as they have.
    pub(super) counted: Option<&'s mut MoveList<G::Move>>,
    pub(super) least: Score,
    /// Are the children OR nodes?
    pub(super) or: bool,
    pub(super) table: &'s Table,
    /// The keys of the nodes that are open, the parent too, and what a repeated position says.
    pub(super) path: &'s [u64],
    pub(super) repetition: Option<bool>,
    pub(super) children: &'s mut Vec<Child>,
}

impl<G: Provable> Listing<'_, G> {
    /// The key of a child as a node: the question there is another one for the other side.
    #[inline(always)]
    fn as_node(&self, key: u64) -> u64 {
        if self.or { key } else { !key }
    }

    /// What a position says that stands on the path.
    #[inline(always)]
    fn repeated(&self, key: u64) -> Option<Found> {
        let answer = self.repetition?;
        let ply = self.path.iter().position(|&above| above == key)?;
        Some(Found { numbers: Numbers::of(answer), rests_on: ply as u32 + 1 })
    }

    /// The numbers that a look shows.
    #[inline(always)]
    fn seen(&mut self, child: &G::State, value: Option<Score>) -> Numbers {
        match (value, &mut self.counted) {
            (Some(value), _) => verdict(self.least, self.or, value),
            (None, Some(list)) => fresh(self.game, list, child, self.or),
            (None, None) => Numbers::UNKNOWN,
        }
    }
}

impl<G: Provable> Surveyor<G::State> for Listing<'_, G> {
    type Expected = Expected;

    #[inline(always)]
    fn expects(&mut self, key: u64) -> Expected {
        self.table.expect(self.as_node(key))
    }

    /// A child that decides its parent is enough.
    #[inline(always)]
    fn meets(&mut self, expected: Expected, child: &G::State, look: impl FnOnce() -> Option<Score>) -> bool {
        let key = expected.key;
        let found = match (self.repeated(key), self.table.known_expected(expected, self.repetition)) {
            (Some(found), _) => found,
            (None, Some(numbers)) => Found::free(numbers),
            (None, None) => Found::free(self.seen(child, look())),
        };
        self.children.push(Child { key, found, inside: 0 });
        found != Found::free(Numbers::of(!self.or))
    }
}
