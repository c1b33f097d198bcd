//! What informed NegaScout notes about the nodes it has asked.

use provebest_game::{Score, mix};

use crate::limits::{Budget, Reason, Stopped};
use crate::lines::{ALL_SURE, Variation};

/// What is known of a node from the question it was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Note<N> {
    /// Nothing: it is a leaf, or the note is gone.
    Lost,
    /// Its children are leaves, and this one is the best of those seen; it cut the others off or not.
    Row { leaf: u32, cut: bool },
    /// This child cut the others off.
    Cut { child: u32, below: N },
    /// All children were seen; their merits have been read.
    All,
}

/// A store of notes, in the hand of one search.
pub(crate) trait Notes {
    /// By what a note is found again.
    type Name: Copy + PartialEq;
    /// The name of the root.
    const ROOT: Self::Name;
    /// The name of a node that has no note.
    const LEAF: Self::Name;
    /// Do the notes not tell how lines go on, so that the search must keep them?
    const LINES: bool = false;

    /// The name under which the child of a node may be noted.
    fn name(&self, above: Self::Name, number: u32) -> Self::Name;

    /// The name of a child that is about to be asked, and may be searched again.
    #[inline(always)]
    fn question(&mut self, above: Self::Name, number: u32) -> Self::Name {
        self.name(above, number)
    }

    /// Where the line of a child of this node is to be put, if this store wants it.
    #[inline(always)]
    fn room_for_line(&mut self, _name: Self::Name, _number: u32) -> Option<&mut Variation> {
        None
    }

    /// Notes a node whose children are leaves.
    fn row(&mut self, name: Self::Name, leaf: u32, cut: bool) -> Self::Name;
    /// Notes a node that a child cut off.
    fn cut(
        &mut self,
        budget: &mut Budget<'_>,
        name: Self::Name,
        child: u32,
        below: Self::Name,
    ) -> Result<Self::Name, Stopped>;
    /// Notes the merits of all children.
    fn all(
        &mut self,
        budget: &mut Budget<'_>,
        name: Self::Name,
        merits: &[(Score, Self::Name)],
    ) -> Result<Self::Name, Stopped>;

    /// Reads a note; merits are added to `merits`.
    fn read(&self, name: Self::Name, merits: &mut Vec<(Score, Self::Name)>) -> Note<Self::Name>;

    /// The state of the store, to come back to.
    fn mark(&self) -> (usize, u64);
    /// Forgets all notes since the mark.
    fn back_to(&mut self, mark: (usize, u64));
    /// How many notes are kept.
    fn kept(&self) -> u64;

    /// The line from a noted node to the leaf behind its value; it ends where a note is gone.
    /// The end of `merits` is used and left as it was.
    fn line(&self, mut name: Self::Name, line: &mut Variation, merits: &mut Vec<(Score, Self::Name)>) {
        let (base, path) = (merits.len(), &mut line.path);
        path.clear();
        line.sure = ALL_SURE;
        while name != Self::LEAF {
            let here = path.len() as u32;
            match self.read(name, merits) {
                Note::Lost => {
                    line.sure = line.sure.min(here);
                    return;
                }
                Note::Row { leaf, .. } => {
                    path.push(leaf);
                    return;
                }
                Note::Cut { child, below } => {
                    path.push(child);
                    name = below;
                }
                Note::All => {
                    let (number, alone) = highest(&merits[base..]).expect("a node has children");
                    path.push(number);
                    name = merits[base + number as usize].1;
                    merits.truncate(base);
                    if !alone {
                        line.sure = line.sure.min(here);
                    }
                }
            }
        }
    }
}

/// The leftmost child with the highest merit, and whether no other has it too.
pub(crate) fn highest<N>(merits: &[(Score, N)]) -> Option<(u32, bool)> {
    let (mut best, mut at, mut alone) = (Score::WORST, None, true);
    for (number, &(merit, _)) in (0..).zip(merits) {
        if merit > best {
            (best, at, alone) = (merit, Some(number), true);
        } else if merit == best {
            alone = false;
        }
    }
    at.map(|number| (number, alone))
}

/// All notes, each naming those of the children. A note is written after those below it, so forgetting is cutting off the
/// end. A name tells in its upper two bits what it names; the note of a row of leaves fits into the name.
#[derive(Default)]
pub(crate) struct LinkedNotes {
    /// A cut is a pair of the child and its name; merits are a pair that counts them, and a pair for each.
    pairs: Vec<(Score, u32)>,
    kept: u64,
}

impl LinkedNotes {
    const ROW: u32 = 1 << 30;
    const CUT: u32 = 2 << 30;
    const ALL: u32 = 3 << 30;
    const KIND: u32 = 3 << 30;
    const CUT_ROW: u32 = 1 << 29;

    #[inline(always)]
    fn room(&mut self, budget: &mut Budget<'_>, pairs: usize) -> Result<u32, Stopped> {
        let at = self.pairs.len();
        if at + pairs > self.pairs.capacity() {
            if at + pairs >= Self::KIND as usize >> 2 {
                return budget.end(Reason::Memory).map(|()| 0);
            }
            budget.reserve(&mut self.pairs, at + pairs)?;
        }
        self.kept += 1;
        Ok(at as u32)
    }
}

impl Notes for LinkedNotes {
    type Name = u32;
    const ROOT: u32 = 0;
    const LEAF: u32 = 0;

    #[inline(always)]
    fn name(&self, _: u32, _: u32) -> u32 {
        0
    }

    #[inline(always)]
    fn row(&mut self, _: u32, leaf: u32, cut: bool) -> u32 {
        self.kept += 1;
        Self::ROW | if cut { Self::CUT_ROW } else { 0 } | leaf
    }

    #[inline(always)]
    fn cut(&mut self, budget: &mut Budget<'_>, _: u32, child: u32, below: u32) -> Result<u32, Stopped> {
        let at = self.room(budget, 1)?;
        self.pairs.push((Score(child as i32), below));
        Ok(Self::CUT | at)
    }

    #[inline(always)]
    fn all(&mut self, budget: &mut Budget<'_>, _: u32, merits: &[(Score, u32)]) -> Result<u32, Stopped> {
        let at = self.room(budget, 1 + merits.len())?;
        self.pairs.push((Score::ZERO, merits.len() as u32));
        self.pairs.extend_from_slice(merits);
        Ok(Self::ALL | at)
    }

    fn read(&self, name: u32, merits: &mut Vec<(Score, u32)>) -> Note<u32> {
        let at = (name & !Self::KIND) as usize;
        match name & Self::KIND {
            Self::ROW => Note::Row { leaf: name & (Self::CUT_ROW - 1), cut: name & Self::CUT_ROW != 0 },
            Self::CUT => Note::Cut { child: self.pairs[at].0.0 as u32, below: self.pairs[at].1 },
            Self::ALL => {
                merits.extend_from_slice(&self.pairs[at + 1..][..self.pairs[at].1 as usize]);
                Note::All
            }
            _ => Note::Lost,
        }
    }

    fn mark(&self) -> (usize, u64) {
        (self.pairs.len(), self.kept)
    }

    fn back_to(&mut self, (pairs, kept): (usize, u64)) {
        self.pairs.truncate(pairs);
        self.kept = kept;
    }

    fn kept(&self) -> u64 {
        self.kept
    }
}

/// Notes in a table of fixed size, found by a hash of the path. The newer note wins a slot; merits stand in a ring, and
/// a note whose merits have been written over is gone.
pub(crate) struct TableNotes {
    slots: Vec<Slot>,
    ring: Vec<Score>,
    /// How many merits have been written in all.
    written: u64,
    kept: u64,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    /// Where the merits begin, counted from the first ever written.
    at: u64,
    /// How many merits; or the best leaf; or the cutting child.
    number: u32,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Empty,
    Row,
    CutRow,
    Cut,
    All,
}

impl TableNotes {
    /// A table of this many bytes: three quarters for the slots, one for the merits.
    pub(crate) fn new(budget: &mut Budget<'_>, bytes: usize) -> Result<Self, Stopped> {
        let mut table = TableNotes { slots: Vec::new(), ring: Vec::new(), written: 0, kept: 0 };
        let empty = Slot { key: 0, at: 0, number: 0, kind: Kind::Empty };
        budget.grow(&mut table.slots, (bytes / 4 * 3 / size_of::<Slot>()).max(1), empty)?;
        budget.grow(&mut table.ring, (bytes / 4 / size_of::<Score>()).max(1), Score::ZERO)?;
        Ok(table)
    }

    fn slot(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    fn write(&mut self, key: u64, at: u64, number: u32, kind: Kind) -> u64 {
        let slot = self.slot(key);
        self.kept += u64::from(self.slots[slot].kind == Kind::Empty);
        self.slots[slot] = Slot { key, at, number, kind };
        key
    }
}

impl Notes for TableNotes {
    type Name = u64;
    const ROOT: u64 = 1;
    const LEAF: u64 = 0;

    #[inline(always)]
    fn name(&self, above: u64, number: u32) -> u64 {
        mix(above.wrapping_add((u64::from(number) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))).max(1)
    }

    fn row(&mut self, name: u64, leaf: u32, cut: bool) -> u64 {
        self.write(name, 0, leaf, if cut { Kind::CutRow } else { Kind::Row })
    }

    fn cut(&mut self, _: &mut Budget<'_>, name: u64, child: u32, below: u64) -> Result<u64, Stopped> {
        // A leaf has no note, which is not the same as a note that is gone.
        Ok(self.write(name, u64::from(below != Self::LEAF), child, Kind::Cut))
    }

    fn all(&mut self, _: &mut Budget<'_>, name: u64, merits: &[(Score, u64)]) -> Result<u64, Stopped> {
        let at = self.written;
        for &(merit, _) in merits {
            let ring = self.ring.len() as u64;
            self.ring[(self.written % ring) as usize] = merit;
            self.written += 1;
        }
        Ok(self.write(name, at, merits.len() as u32, Kind::All))
    }

    fn read(&self, name: u64, merits: &mut Vec<(Score, u64)>) -> Note<u64> {
        let Slot { key, at, number, kind } = self.slots[self.slot(name)];
        let ring = self.ring.len() as u64;
        match kind {
            _ if key != name => Note::Lost,
            Kind::Empty => Note::Lost,
            Kind::Row => Note::Row { leaf: number, cut: false },
            Kind::CutRow => Note::Row { leaf: number, cut: true },
            Kind::Cut => Note::Cut { child: number, below: if at == 0 { Self::LEAF } else { self.name(name, number) } },
            Kind::All if self.written - at > ring => Note::Lost,
            Kind::All => {
                let one = |i: u32| (self.ring[((at + u64::from(i)) % ring) as usize], self.name(name, i));
                merits.extend((0..number).map(one));
                Note::All
            }
        }
    }

    fn mark(&self) -> (usize, u64) {
        (0, 0)
    }

    fn back_to(&mut self, _: (usize, u64)) {}

    fn kept(&self) -> u64 {
        self.kept
    }
}

/// Of every node that is asked, and may be searched again, the answers of its children, and nothing of those below.
#[derive(Default)]
pub(crate) struct FirstNotes {
    /// The asked that are open, outermost first; those behind `open` wait to be used again.
    asked: Vec<Asked>,
    open: usize,
}

#[derive(Default)]
struct Asked {
    /// The child that cut the others off.
    cut: Option<u32>,
    /// Of each child its merit and the line behind it.
    children: Vec<(Score, Variation)>,
    count: usize,
}

/// What the first notes can be asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FirstName {
    /// Nothing is known.
    Nothing,
    /// The question with this number.
    Asked(usize),
    /// A child of the node that was asked it.
    Child(usize, u32),
}

impl Notes for FirstNotes {
    type Name = FirstName;
    const ROOT: FirstName = FirstName::Nothing;
    const LEAF: FirstName = FirstName::Nothing;
    const LINES: bool = true;

    fn name(&self, _: FirstName, _: u32) -> FirstName {
        FirstName::Nothing
    }

    fn question(&mut self, _: FirstName, _: u32) -> FirstName {
        if self.open == self.asked.len() {
            self.asked.push(Asked::default());
        }
        let question = &mut self.asked[self.open];
        (question.cut, question.count) = (None, 0);
        self.open += 1;
        FirstName::Asked(self.open - 1)
    }

    #[inline]
    fn room_for_line(&mut self, name: FirstName, number: u32) -> Option<&mut Variation> {
        let FirstName::Asked(at) = name else { return None };
        let Asked { children, count, .. } = &mut self.asked[at];
        *count = number as usize + 1;
        if children.len() < *count {
            children.resize_with(*count, Default::default);
        }
        Some(&mut children[number as usize].1)
    }

    fn row(&mut self, _: FirstName, _: u32, _: bool) -> FirstName {
        FirstName::Nothing
    }

    fn cut(&mut self, _: &mut Budget<'_>, name: FirstName, child: u32, _: FirstName) -> Result<FirstName, Stopped> {
        if let FirstName::Asked(at) = name {
            self.asked[at].cut = Some(child);
        }
        Ok(name)
    }

    fn all(
        &mut self,
        _: &mut Budget<'_>,
        name: FirstName,
        merits: &[(Score, FirstName)],
    ) -> Result<FirstName, Stopped> {
        if let FirstName::Asked(at) = name {
            for (child, (merit, _)) in self.asked[at].children.iter_mut().zip(merits) {
                child.0 = *merit;
            }
        }
        Ok(name)
    }

    fn read(&self, name: FirstName, merits: &mut Vec<(Score, FirstName)>) -> Note<FirstName> {
        let FirstName::Asked(at) = name else { return Note::Lost };
        let Asked { cut, children, count } = &self.asked[at];
        if let Some(child) = *cut {
            return Note::Cut { child, below: FirstName::Nothing };
        }
        merits.extend((0..).zip(&children[..*count]).map(|(number, child)| (child.0, FirstName::Child(at, number))));
        Note::All
    }

    fn mark(&self) -> (usize, u64) {
        (self.open, 0)
    }

    fn back_to(&mut self, (open, _): (usize, u64)) {
        self.open = open;
    }

    fn kept(&self) -> u64 {
        self.open as u64
    }

    fn line(&self, name: FirstName, line: &mut Variation, _: &mut Vec<(Score, FirstName)>) {
        match name {
            FirstName::Child(at, number) => line.clone_from(&self.asked[at].children[number as usize].1),
            _ => *line = Variation::default(),
        }
    }
}
