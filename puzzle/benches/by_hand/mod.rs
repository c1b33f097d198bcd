//! IDA* with Manhattan distance for the 15-puzzle and nothing else: no trait, no limits, no path. How fast it could be.

/// The loop: a board of bytes that is changed and changed back, and tables for this puzzle alone.
pub struct ByHand {
    board: [u8; 16],
    /// Generated, the root included.
    pub nodes: u64,
    next: u32,
    /// By tile, where it was and where it goes to.
    pub steps: [[[i8; 16]; 16]; 16],
    /// By empty cell: where it can go, in the order up, left, right, down.
    pub ways: [([u8; 4], usize); 16],
}

impl ByHand {
    pub fn new(tiles: &[usize]) -> ByHand {
        let distance = |tile: usize, cell: usize| ((tile / 4).abs_diff(cell / 4) + (tile % 4).abs_diff(cell % 4)) as i8;
        let (mut steps, mut ways) = ([[[0; 16]; 16]; 16], [([0; 4], 0); 16]);
        for cell in 0..16 {
            let (row, column) = (cell / 4, cell % 4);
            let mut add = |to: usize| {
                let (list, count) = &mut ways[cell];
                list[*count] = to as u8;
                *count += 1;
                for (tile, steps) in steps.iter_mut().enumerate() {
                    steps[to][cell] = distance(tile, cell) - distance(tile, to);
                }
            };
            (row > 0).then(|| add(cell - 4));
            (column > 0).then(|| add(cell - 1));
            (column < 3).then(|| add(cell + 1));
            (row < 3).then(|| add(cell + 4));
        }
        let board = std::array::from_fn(|cell| tiles[cell] as u8);
        ByHand { board, nodes: 0, next: 0, steps, ways }
    }

    /// The length of the shortest solution.
    pub fn solve(&mut self) -> u32 {
        let placed = || self.board.iter().enumerate().filter(|&(_, &tile)| tile != 0);
        let distance = |(cell, &tile): (usize, &u8)| {
            (usize::from(tile) / 4).abs_diff(cell / 4) + (usize::from(tile) % 4).abs_diff(cell % 4)
        };
        let start = placed().map(distance).sum::<usize>() as u32;
        let blank = self.board.iter().position(|&tile| tile == 0).expect("an empty cell");
        (self.nodes, self.next) = (1, start);
        loop {
            let bound = self.next;
            self.next = u32::MAX;
            if self.dive(blank, 16, 0, start, bound) {
                return bound;
            }
        }
    }

    fn dive(&mut self, blank: usize, before: usize, cost: u32, left: u32, bound: u32) -> bool {
        let (list, count) = self.ways[blank & 15];
        for &to in list.iter().take(count) {
            let to = usize::from(to);
            if to == before {
                continue;
            }
            self.nodes += 1;
            let tile = self.board[to & 15];
            let step = self.steps[usize::from(tile) & 15][to & 15][blank & 15];
            let left = left.wrapping_add_signed(i32::from(step));
            let total = cost + 1 + left;
            if total > bound {
                self.next = self.next.min(total);
                continue;
            }
            if left == 0 {
                return true;
            }
            (self.board[blank & 15], self.board[to & 15]) = (tile, 0);
            if self.dive(to, blank, cost + 1, left, bound) {
                return true;
            }
            (self.board[blank & 15], self.board[to & 15]) = (0, tile);
        }
        false
    }
}
