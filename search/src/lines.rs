//! The best lines of the nodes on the current path.

use provebest_game::Depth;

/// For every depth, the line below the node of that depth which was searched last.
///
/// A line is kept backwards, its last move first: then the line of a father is that of its son and one more number, and
/// copying goes block by block without a call.
pub(crate) struct Lines {
    rows: Vec<Row>,
    /// The line of the last node just above the horizon: one leaf. Kept apart because it changes so often.
    last: Option<u32>,
}

#[derive(Clone, Default)]
struct Row {
    len: usize,
    numbers: Vec<[u32; BLOCK]>,
}

const BLOCK: usize = 8;

impl Row {
    /// Makes this row the line of `rest` with `number` before it.
    #[inline]
    fn extend(&mut self, rest: &Row, number: u32) {
        let blocks = rest.len / BLOCK + 1;
        if self.numbers.len() < blocks {
            self.numbers.resize(blocks, [0; BLOCK]);
        }
        for (mine, other) in self.numbers.iter_mut().zip(&rest.numbers) {
            *mine = *other;
        }
        self.numbers[rest.len / BLOCK][rest.len % BLOCK] = number;
        self.len = rest.len + 1;
    }

    fn forwards(&self) -> impl Iterator<Item = u32> {
        self.numbers.as_flattened()[..self.len].iter().rev().copied()
    }
}

impl Lines {
    pub(crate) fn new(depth: Depth) -> Self {
        Lines { rows: vec![Row::default(); depth.0 as usize + 1], last: None }
    }

    /// The node just above the horizon prefers this leaf.
    #[inline(always)]
    pub(crate) fn prefer_leaf(&mut self, number: u32) {
        self.last = Some(number);
    }

    /// The node at `depth` prefers this son: its line is that son and the son's own line.
    #[inline]
    pub(crate) fn prefer(&mut self, depth: Depth, number: u32) {
        let depth = depth.0 as usize;
        match depth {
            1 => self.last = Some(number),
            2 => {
                let row = &mut self.rows[2];
                if row.numbers.is_empty() {
                    row.numbers.push([0; BLOCK]);
                }
                let line = &mut row.numbers[0];
                match self.last {
                    Some(leaf) => (line[0], line[1], row.len) = (leaf, number, 2),
                    None => (line[0], row.len) = (number, 1),
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
            Depth(1) => self.last = None,
            _ => self.rows[depth.0 as usize].len = 0,
        }
    }

    /// The node at `depth` has this line.
    pub(crate) fn set(&mut self, depth: Depth, line: &[u32]) {
        if depth == Depth(1) {
            self.last = line.first().copied();
            return;
        }
        let row = &mut self.rows[depth.0 as usize];
        row.len = line.len();
        row.numbers.resize(row.numbers.len().max(line.len().div_ceil(BLOCK)), [0; BLOCK]);
        for (mine, &number) in row.numbers.as_flattened_mut().iter_mut().zip(line.iter().rev()) {
            *mine = number;
        }
    }

    /// The line of the node at `depth`, put into `line`.
    pub(crate) fn read(&self, depth: Depth, line: &mut Vec<u32>) {
        line.clear();
        match depth {
            Depth(1) => line.extend(self.last),
            _ => line.extend(self.rows[depth.0 as usize].forwards()),
        }
    }

    /// The line of the node at `depth`.
    pub(crate) fn at(&self, depth: Depth) -> Vec<u32> {
        let mut line = Vec::new();
        self.read(depth, &mut line);
        line
    }
}
