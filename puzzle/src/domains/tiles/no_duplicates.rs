//! Pruning of duplicate moves: a finite state machine over the moves of the empty cell (Taylor and Korf 1993).

use rustc_hash::FxHashSet;

use super::pruning::MovePruning;
use super::{Direction, Layout, pack};

/// Moves of the empty cell that lead to the same board as other moves are not followed, if the others are fewer, or as many and
/// earlier in the order up, left, right, down. Strings of up to a given number of moves are compared.
///
/// Contract: of the cheapest solutions, the one whose moves come first in that order is left. For if it had a string of moves in it
/// that is not followed, the string that leads to the same board would make it cheaper, or as cheap and earlier. All prefixes
/// of a cheapest solution are within the bound of IDA*, by any heuristic that never overestimates. So costs are those without
/// pruning. Other solutions are lost: there is nothing to be had for [`IdaStar::all_solutions`](crate::IdaStar::all_solutions).
///
/// Two states with the same board are the same only if the same moves are followed from them. So the state of the machine is a part of
/// the key, and searches with tables store a board more than once.
///
/// Taylor and Korf, Pruning duplicate nodes in depth-first search, AAAI 1993. They compare strings on a board without borders, and
/// ask that the better string stays within the cells of the other. Here strings begin in a cell of this board, and only strings
/// that can be played there are compared: more is pruned.
///
/// Memory: a state for each beginning of a string that is not followed, 16 bytes each. On 4x4 they are 15,222 for strings of up to 12
/// moves, 53,205 for 14, 198,257 for 16. The time to find them grows as fast.
pub struct NoDuplicates {
    /// By state: the spots after the moves that are followed, the last direction first; 0 for none.
    next: Vec<[u32; 4]>,
}

/// Longer strings are not compared: it takes too long to find them.
const LONGEST: usize = 18;

/// A string of moves from a cell that is followed.
struct Node {
    /// Where the empty cell is now.
    cell: usize,
    /// The string without its last move.
    parent: Option<usize>,
    /// The string without its first move, from the cell behind it.
    suffix: usize,
    children: [Child; 4],
    /// Does a string that is not followed, and of which all parts are, begin with this one?
    begins: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Child {
    /// There is no such cell, or longer strings are not compared.
    Nothing,
    Followed(usize),
    Duplicate,
}

impl NoDuplicates {
    /// For boards of this size, by strings of up to `longest` moves; more than 18 are taken as 18.
    pub(super) fn new<S: Layout>(size: S, longest: usize) -> NoDuplicates {
        let nodes = strings(size, longest.clamp(2, LONGEST));
        // What begins nowhere is as good as its end.
        let mut states = 0;
        let mut state_of = vec![0; nodes.len()];
        for (number, node) in nodes.iter().enumerate() {
            state_of[number] = if node.begins { states } else { state_of[node.suffix] };
            states += u32::from(node.begins);
        }
        let after = |mut number: usize, step: Direction| loop {
            match nodes[number].children[step as usize] {
                Child::Followed(child) => {
                    break state_of[child] << 8 | 128 | (nodes[child].cell as u32) << 2 | step as u32;
                }
                Child::Nothing if nodes[number].suffix != number => number = nodes[number].suffix,
                _ => break 0,
            }
        };
        let next = (0..nodes.len()).filter(|&number| nodes[number].begins).map(|number| {
            let mut list = [0; 4];
            let steps = Direction::ALL.into_iter().rev().map(|step| after(number, step)).filter(|&spot| spot != 0);
            list.iter_mut().zip(steps).for_each(|(place, spot)| *place = spot);
            list
        });
        NoDuplicates { next: next.collect() }
    }

    /// How many states the machine has.
    pub fn states(&self) -> usize {
        self.next.len()
    }
}

/// All strings that are followed of fewer than `longest` moves, first those of no move by their cells. They are found from all cells at
/// once, the shorter ones first, and the earlier ones first: so the first string that leads to a board is the best one.
fn strings<S: Layout>(size: S, longest: usize) -> Vec<Node> {
    let node =
        |cell, parent, suffix| Node { cell, parent, suffix, children: [Child::Nothing; 4], begins: parent.is_none() };
    let mut nodes: Vec<Node> = (0..size.cells()).map(|cell| node(cell, None, cell)).collect();
    let start = |blank: usize| {
        let mut tiles: Vec<usize> = (0..size.cells()).collect();
        tiles.swap(0, blank);
        (blank, blank, pack::<S>(&tiles))
    };
    // A string, where it begins, and the board behind it.
    let mut level: Vec<(usize, usize, S::Word)> = (0..size.cells()).map(start).collect();
    let mut seen: FxHashSet<(u8, S::Word)> = level.iter().map(|&(_, from, board)| (from as u8, board)).collect();
    for length in 1..=longest {
        for (number, from, board) in std::mem::take(&mut level) {
            let blank = nodes[number].cell;
            for step in Direction::ALL {
                let Some(cell) = step.from(blank, size.width(), size.height()) else { continue };
                let suffix = match length {
                    1 => Child::Followed(cell),
                    _ => nodes[nodes[number].suffix].children[step as usize],
                };
                let after = S::slide(board, S::tile(board, cell), cell, blank);
                nodes[number].children[step as usize] = match suffix {
                    Child::Followed(suffix) if seen.insert((from as u8, after)) => {
                        if length == longest {
                            continue;
                        }
                        nodes.push(node(cell, Some(number), suffix));
                        level.push((nodes.len() - 1, from, after));
                        Child::Followed(nodes.len() - 1)
                    }
                    Child::Followed(_) => {
                        let mut above = Some(number);
                        while let Some(number) = above.filter(|&number| !nodes[number].begins) {
                            nodes[number].begins = true;
                            above = nodes[number].parent;
                        }
                        Child::Duplicate
                    }
                    _ => Child::Duplicate,
                };
            }
        }
    }
    nodes
}

impl MovePruning for NoDuplicates {
    /// Two bits for the direction, five for the cell, one that is always set, and the state.
    type Spot = u32;
    type Key = u32;
    type Spots = List;

    /// The first states are those of the cells, with no move before.
    fn start(&self, blank: usize) -> u32 {
        (blank as u32) << 8 | 128 | (blank as u32) << 2
    }

    #[inline(always)]
    fn way(spot: u32) -> usize {
        spot as usize & 127
    }

    #[inline(always)]
    fn next(&self, spot: u32) -> List {
        let mut list = self.next[spot as usize >> 8];
        let count = list.iter().take_while(|&&spot| spot != 0).count();
        list[..count].reverse();
        List { list, at: 0 }
    }

    #[inline(always)]
    fn next_backwards(&self, spot: u32) -> List {
        List { list: self.next[spot as usize >> 8], at: 0 }
    }

    #[inline(always)]
    fn key(spot: u32) -> u32 {
        spot >> 8
    }
}

/// Up to four spots.
pub struct List {
    list: [u32; 4],
    at: usize,
}

impl Iterator for List {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        let spot = self.list.get(self.at).copied().filter(|&spot| spot != 0);
        self.at += 1;
        spot
    }
}
