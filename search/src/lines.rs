//! The best lines of the nodes on the current path.

use provebest_game::Depth;

/// Child numbers from the root on, counted from 0.
pub(crate) type Path = Vec<u32>;

/// For every depth, the line below the node of that depth which was searched last.
///
/// A line is kept backwards, its last move first: then the line of a parent is that of its child and one more number, and
/// copying goes block by block without a call.
pub(crate) struct Lines {
    rows: Vec<Row>,
    /// The line of the last node just above the horizon. Kept apart because it changes so often.
    last: Last,
}

/// The line of a node just above the horizon.
#[derive(Clone, Copy)]
enum Last {
    /// Its best leaf.
    Leaf(u32),
    /// It is a leaf itself.
    End,
    /// It is not known any more.
    Lost,
}

#[derive(Clone, Default)]
struct Row {
    extent: Extent,
    numbers: Vec<[u32; BLOCK]>,
}

/// How long a line is, and how much of its end is in doubt: 0 for nothing, 1 for what comes after the line, one more for each
/// move. Counted from the end, doubts stay as they are when a move is put before the line.
#[derive(Clone, Copy, Default)]
struct Extent {
    len: u32,
    in_doubt: u32,
}

impl Extent {
    const fn of(len: u32) -> Extent {
        Extent { len, in_doubt: 0 }
    }

    fn sure(self) -> u32 {
        if self.in_doubt == 0 { ALL_SURE } else { self.len + 1 - self.in_doubt }
    }
}

/// The line of a node, and how much of it is best play.
///
/// A search with a window knows no best move at a node that stays at or below alpha, only an upper bound of each child. If
/// the value of the node is known otherwise to be the largest of them, then the child with that bound is a best one, as
/// long as no other has the same. If one has, the line is in doubt from there on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Variation {
    pub(crate) path: Path,
    /// How many moves are best play, if the value of the node is the one found; [`ALL_SURE`] for a line that is complete.
    pub(crate) sure: u32,
}

/// No move of the line is in doubt, and it ends in a leaf.
pub(crate) const ALL_SURE: u32 = u32::MAX;

impl From<Path> for Variation {
    fn from(path: Path) -> Variation {
        Variation { path, sure: ALL_SURE }
    }
}

const BLOCK: usize = 8;

impl Row {
    /// Makes this row the line of `rest` with `number` before it.
    #[inline]
    fn extend(&mut self, rest: &Row, number: u32) {
        let len = rest.extent.len as usize;
        let blocks = len / BLOCK + 1;
        if self.numbers.len() < blocks {
            self.numbers.resize(blocks, [0; BLOCK]);
        }
        for (mine, other) in self.numbers.iter_mut().zip(&rest.numbers) {
            *mine = *other;
        }
        self.numbers[len / BLOCK][len % BLOCK] = number;
        self.extent = Extent { len: rest.extent.len + 1, ..rest.extent };
    }

    fn forwards(&self) -> impl Iterator<Item = u32> {
        self.numbers.as_flattened()[..self.extent.len as usize].iter().rev().copied()
    }
}

impl Lines {
    pub(crate) fn new(depth: Depth) -> Self {
        Lines { rows: vec![Row::default(); depth.0 as usize + 1], last: Last::End }
    }

    /// The node just above the horizon prefers this leaf.
    #[inline(always)]
    pub(crate) fn prefer_leaf(&mut self, number: u32) {
        self.last = Last::Leaf(number);
    }

    /// The node at `depth` prefers this child: its line is that child and the child's own line.
    #[inline]
    pub(crate) fn prefer(&mut self, depth: Depth, number: u32) {
        let depth = depth.0 as usize;
        match depth {
            1 => self.last = Last::Leaf(number),
            2 => {
                let row = &mut self.rows[2];
                if row.numbers.is_empty() {
                    row.numbers.push([0; BLOCK]);
                }
                let line = &mut row.numbers[0];
                match self.last {
                    Last::Leaf(leaf) => (line[0], line[1], row.extent) = (leaf, number, Extent::of(2)),
                    Last::End => (line[0], row.extent) = (number, Extent::of(1)),
                    Last::Lost => (line[0], row.extent) = (number, Extent { len: 1, in_doubt: 1 }),
                }
            }
            _ => {
                let (below, above) = self.rows.split_at_mut(depth);
                above[0].extend(&below[depth - 1], number);
            }
        }
    }

    /// The node at `depth` is a leaf.
    #[inline]
    pub(crate) fn end(&mut self, depth: Depth) {
        match depth {
            Depth(1) => self.last = Last::End,
            _ => self.rows[depth.0 as usize].extent = Extent::of(0),
        }
    }

    /// Another child of the node at `depth` has the same upper bound as the one it prefers. (Bounds of leaves are values.)
    #[cold]
    #[inline(never)]
    pub(crate) fn doubt(&mut self, depth: Depth) {
        if depth > Depth(1) {
            let Extent { len, in_doubt } = &mut self.rows[depth.0 as usize].extent;
            *in_doubt = *len + 1;
        }
    }

    /// Of the line of the node at `depth`, only the first move is sure.
    pub(crate) fn doubt_replies(&mut self, depth: Depth) {
        if depth > Depth(1) {
            let Extent { len, in_doubt } = &mut self.rows[depth.0 as usize].extent;
            *in_doubt = *len;
        }
    }

    /// The node at `depth` has this line.
    pub(crate) fn set(&mut self, depth: Depth, Variation { path, sure }: &Variation) {
        if depth == Depth(1) {
            self.last = match path.first() {
                Some(&leaf) => Last::Leaf(leaf),
                None if *sure == ALL_SURE => Last::End,
                None => Last::Lost,
            };
            return;
        }
        let row = &mut self.rows[depth.0 as usize];
        let len = path.len() as u32;
        row.extent = Extent { len, in_doubt: if *sure == ALL_SURE { 0 } else { len + 1 - sure.min(&len) } };
        row.numbers.resize(row.numbers.len().max(path.len().div_ceil(BLOCK)), [0; BLOCK]);
        for (mine, &number) in row.numbers.as_flattened_mut().iter_mut().zip(path.iter().rev()) {
            *mine = number;
        }
    }

    /// The line of the node at `depth`, put into `line`.
    pub(crate) fn read(&self, depth: Depth, line: &mut Variation) {
        line.path.clear();
        match depth {
            Depth(1) => {
                line.path.extend(if let Last::Leaf(leaf) = self.last { Some(leaf) } else { None });
                line.sure = if let Last::Lost = self.last { 0 } else { ALL_SURE };
            }
            _ => {
                let row = &self.rows[depth.0 as usize];
                line.path.extend(row.forwards());
                line.sure = row.extent.sure();
            }
        }
    }

    /// The line of the node at `depth`.
    pub(crate) fn at(&self, depth: Depth) -> Variation {
        let mut line = Variation::default();
        self.read(depth, &mut line);
        line
    }
}
