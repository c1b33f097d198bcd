//! Where the moves of the nodes on the current path are kept: one stack for the whole search.

use crate::{Score, Status};

/// The moves of one position, as [`Game::moves`](crate::Game::moves) lists them.
///
/// A search keeps one `MoveList` for its whole path: each node sees only its own part, so that no node allocates once
/// the list has grown to its working size.
///
/// ```
/// let mut list = provebest_game::MoveList::new();
/// list.push('a');
/// list.extend(['b', 'c']);
/// assert_eq!(list.as_slice(), ['a', 'b', 'c']);
/// ```
#[derive(Clone, Debug)]
pub struct MoveList<M> {
    all: Vec<M>,
    base: usize,
}

/// The children of an opened node: how many there are, and where their moves stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Children {
    first: usize,
    count: u32,
    note: u32,
}

impl Children {
    const NOWHERE: usize = usize::MAX;

    /// Children that the game can name by number alone, without a list.
    #[inline(always)]
    pub const fn numbered(count: u32) -> Children {
        Children { first: Children::NOWHERE, count, note: 0 }
    }

    /// The same, with a note of the game to itself: whatever it worked out when it opened the node and wants to have at
    /// hand for each child.
    #[inline(always)]
    pub const fn with_note(self, note: u32) -> Children {
        Children { note, ..self }
    }

    /// The game's note to itself.
    #[inline(always)]
    pub const fn note(self) -> u32 {
        self.note
    }

    /// How many children there are; at least one.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.count
    }
}

impl<M> Default for MoveList<M> {
    fn default() -> Self {
        MoveList { all: Vec::new(), base: 0 }
    }
}

impl<M: Copy> MoveList<M> {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, m: M) {
        self.all.push(m);
    }

    /// How many moves this position has so far.
    pub fn len(&self) -> usize {
        self.all.len() - self.base
    }

    /// Has no move been listed for this position?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The moves of this position.
    pub fn as_slice(&self) -> &[M] {
        &self.all[self.base..]
    }

    /// The moves of this position, to be put into a better order.
    pub fn as_mut_slice(&mut self) -> &mut [M] {
        &mut self.all[self.base..]
    }

    /// Forgets the moves of this position.
    pub fn clear(&mut self) {
        self.all.truncate(self.base);
    }

    /// Lets `fill` list the moves of a further node above those that are kept. An open node without moves, which
    /// [`check()`](crate::check()) reports as a fault of the rules, counts as a draw.
    #[inline]
    pub fn open(&mut self, fill: impl FnOnce(&mut Self) -> Status) -> Result<Children, Score> {
        let (first, below) = (self.all.len(), self.base);
        self.base = first;
        let status = fill(self);
        self.base = below;
        let count = self.all.len() - first;
        match status {
            Status::Open if count > 0 => Ok(Children { first, count: count as u32, note: 0 }),
            status => {
                self.all.truncate(first);
                Err(if let Status::Over(value) = status { value } else { Score::ZERO })
            }
        }
    }

    /// Lets `fill` list moves that nobody keeps.
    #[inline]
    pub fn apart(&mut self, fill: impl FnOnce(&mut Self) -> Status) -> Status {
        let (first, below) = (self.all.len(), self.base);
        self.base = first;
        let status = fill(self);
        self.base = below;
        self.all.truncate(first);
        status
    }

    /// The move of a child.
    #[inline]
    pub fn at(&self, children: Children, number: u32) -> M {
        self.all[children.first + number as usize]
    }

    /// The moves of all children.
    #[inline]
    pub fn of(&self, children: Children) -> &[M] {
        &self.all[children.first..children.first + children.count as usize]
    }

    /// How much is kept now, for [`MoveList::rewind`].
    pub fn mark(&self) -> usize {
        self.all.len()
    }

    /// Gives back the room of everything opened since the mark was taken.
    pub fn rewind(&mut self, mark: usize) {
        self.all.truncate(mark);
    }

    /// Gives back the room of a node and of everything opened after it.
    #[inline]
    pub fn close(&mut self, children: Children) {
        if children.first != Children::NOWHERE {
            self.all.truncate(children.first);
        }
    }
}

impl<M: Copy> Extend<M> for MoveList<M> {
    fn extend<T: IntoIterator<Item = M>>(&mut self, moves: T) {
        self.all.extend(moves);
    }
}
