//! The best lines of the nodes on the current path.

use provebest_game::Depth;

/// For every depth, the line below the node of that depth which was searched last: son numbers, the node's own first.
pub(crate) struct Lines {
    rows: Vec<Vec<u32>>,
    /// The line of the last node just above the horizon: one leaf. Kept apart because it changes so often.
    last: Option<u32>,
}

impl Lines {
    pub(crate) fn new(depth: Depth) -> Self {
        Lines { rows: vec![Vec::new(); depth.0 as usize + 1], last: None }
    }

    /// The node just above the horizon prefers this leaf.
    #[inline(always)]
    pub(crate) fn prefer_leaf(&mut self, number: u32) {
        self.last = Some(number);
    }

    /// The node at `depth` prefers this son: its line is that son and the son's own line.
    #[inline]
    pub(crate) fn prefer(&mut self, depth: Depth, number: u32) {
        if depth == Depth(1) {
            return self.prefer_leaf(number);
        }
        let (below, above) = self.rows.split_at_mut(depth.0 as usize);
        let row = &mut above[0];
        row.clear();
        row.push(number);
        match depth {
            Depth(2) => row.extend(self.last),
            _ => row.extend_from_slice(&below[depth.0 as usize - 1]),
        }
    }

    /// The node at `depth` is a leaf.
    #[inline]
    pub(crate) fn end(&mut self, depth: Depth) {
        self.set(depth, &[]);
    }

    /// The node at `depth` has this line.
    pub(crate) fn set(&mut self, depth: Depth, line: &[u32]) {
        if depth == Depth(1) {
            self.last = line.first().copied();
        } else {
            let row = &mut self.rows[depth.0 as usize];
            row.clear();
            row.extend_from_slice(line);
        }
    }

    pub(crate) fn at(&self, depth: Depth) -> &[u32] {
        if depth == Depth(1) { self.last.as_slice() } else { &self.rows[depth.0 as usize] }
    }
}
