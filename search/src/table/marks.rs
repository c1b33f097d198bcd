//! Marks on the nodes that processors are at.
//!
//! Weill kept a count of processors in the entry of the node in the transposition table. Here the marks stand in a small
//! table of their own: an entry may be overwritten while a processor is below its node, and then its count is lost, or
//! taken from another node; a mark stays until it is taken away. And a table of entries without counts serves searches
//! that mark nothing.

use std::collections::TryReserveError;
use std::sync::atomic::AtomicU64;

use provebest_game::{Depth, mix};

use super::Word;

/// Marks on nodes: [`SharedMarks`], or on other words.
pub struct Marks<W>(Vec<W>);

/// Marks on the nodes that processors search, for all to see.
///
/// Two nodes may want the same place. Then the later one has no mark, and other processors do not keep away from it. That
/// costs time and nothing else.
///
/// ```
/// use provebest_game::Depth;
/// use provebest_search::SharedMarks;
/// let marks = SharedMarks::try_new(16)?;
/// let first = marks.enter(7, Depth(3), true).expect("nobody is there");
/// assert!(marks.enter(7, Depth(3), true).is_none(), "not alone");
/// let second = marks.enter(7, Depth(3), false).expect("with others, then");
/// drop((first, second));
/// assert!(marks.enter(7, Depth(3), true).is_some());
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
pub type SharedMarks = Marks<AtomicU64>;

/// The mark of one processor on one node. Dropping it takes it away.
#[must_use]
pub struct Mark<'m, W: Word> {
    /// None if the place was taken.
    place: Option<&'m W>,
}

/// A word holds the name of a node, and in these low bits how many processors are there; 0 if there are none.
const COUNT: u64 = 0xffff;

impl<W: Word> Marks<W> {
    /// Room for this many marks.
    pub fn try_new(room: usize) -> Result<Self, TryReserveError> {
        W::zeros(room.max(1)).map(Marks)
    }

    /// Marks the position with this key at this depth. `None` if the mark is to be `exclusive` and a processor is there.
    pub fn enter(&self, key: u64, depth: Depth, exclusive: bool) -> Option<Mark<'_, W>> {
        let name = mix(key ^ u64::from(depth.0)) | COUNT;
        let place = &self.0[((u128::from(name) * self.0.len() as u128) >> 64) as usize];
        let mut now = place.load();
        loop {
            let marked = match now {
                0 => name - COUNT + 1,
                _ if now | COUNT != name || now == name => return Some(Mark { place: None }),
                _ if exclusive => return None,
                _ => now + 1,
            };
            match place.exchange(now, marked) {
                Ok(_) => return Some(Mark { place: Some(place) }),
                Err(other) => now = other,
            }
        }
    }

    /// How many processors are at the position with this key at this depth.
    ///
    /// ```
    /// use provebest_game::Depth;
    /// let marks = provebest_search::SharedMarks::try_new(16)?;
    /// let mark = marks.enter(7, Depth(3), false);
    /// assert_eq!((marks.inside(7, Depth(3)), marks.inside(7, Depth(2))), (1, 0));
    /// # drop(mark);
    /// # Ok::<(), std::collections::TryReserveError>(())
    /// ```
    pub fn inside(&self, key: u64, depth: Depth) -> u32 {
        let name = mix(key ^ u64::from(depth.0)) | COUNT;
        let now = self.0[((u128::from(name) * self.0.len() as u128) >> 64) as usize].load();
        if now | COUNT == name { (now & COUNT) as u32 } else { 0 }
    }

    /// Is there no mark at all?
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| word.load() == 0)
    }
}

impl<W: Word> Drop for Mark<'_, W> {
    fn drop(&mut self) {
        let Some(place) = self.place else { return };
        let mut now = place.load();
        while let Err(other) = place.exchange(now, if now & COUNT == 1 { 0 } else { now - 1 }) {
            now = other;
        }
    }
}
