//! Building a database: breadth first from the goal, over the placements of the pattern's tiles and the regions that the
//! empty cell can be in. Moves of the empty cell among other tiles cost nothing, so a region is one state.
//!
//! Placements stand in blocks, one for each set of cells, and the regions depend on the set alone. A slide leads from one
//! block to another, and orders to orders by one table: so the work goes along memory. A slide also changes the colour of
//! a cell, as on a chess board: sets are even or odd by turns, and one array serves for what is new and what comes next.
//! Three bytes are needed for each placement.

use std::collections::TryReserveError;

use provebest_machine::hints::in_large_pages;

use super::database::DatabaseError;
use super::place::{NOWHERE, Places, ordered, put};
use crate::limits::Reason;
use crate::tiles::Direction;

/// The progress of building a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Placements whose cost is known.
    pub done: u64,
    /// All placements of all patterns.
    pub all: u64,
}

/// The cost of a placement that has none yet.
const UNKNOWN: u8 = u8::MAX;

/// The free cells of a set, by region.
struct Regions {
    /// The region of each cell that is free.
    of: [u8; 25],
    /// For each region, the slides out of a set: the cell of a tile and a cell of the region.
    slides: Vec<Vec<(u8, u8)>>,
}

fn regions(set: u32, width: usize, height: usize) -> Regions {
    let (cells, mut of, mut slides) = (width * height, [UNKNOWN; 25], Vec::new());
    let neighbours = |cell: usize| Direction::ALL.into_iter().filter_map(move |way| way.from(cell, width, height));
    for start in 0..cells {
        if set >> start & 1 == 1 || of[start] != UNKNOWN {
            continue;
        }
        let (region, mut todo, mut out) = (slides.len() as u8, vec![start], Vec::new());
        of[start] = region;
        while let Some(cell) = todo.pop() {
            for next in neighbours(cell) {
                if set >> next & 1 == 1 {
                    out.push((next as u8, cell as u8));
                } else if of[next] == UNKNOWN {
                    of[next] = region;
                    todo.push(next);
                }
            }
        }
        slides.push(out);
    }
    Regions { of, slides }
}

/// What a slide makes of an order, when the tile with this rank among the occupied cells gets another rank.
fn reorder(places: &Places, from: usize, to: usize) -> Vec<u16> {
    let moved = |rank: usize| match rank {
        _ if rank == from => to,
        _ if from < rank && rank <= to => rank - 1,
        _ if to <= rank && rank < from => rank + 1,
        _ => rank,
    };
    let lane = |ranks: u64, lane: usize| (ranks >> (8 * lane) & 31) as usize;
    let count = places.count;
    let after = |ranks| (0..count).fold(NOWHERE, |after, at| put(after, at, moved(lane(ranks, at)) as u64));
    (0..places.orders).map(|number| places.order(after(ordered(count, number))) as u16).collect()
}

/// Room for this number of bytes, if the machine has it: in large pages, because most look-ups wait for memory.
pub(super) fn room(len: usize) -> Result<Vec<u8>, TryReserveError> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(len)?;
    in_large_pages(bytes.spare_capacity_mut());
    Ok(bytes)
}

/// The same, filled.
fn filled(len: usize, filler: u8) -> Result<Vec<u8>, DatabaseError> {
    let mut bytes = room(len).map_err(|_| DatabaseError::Memory { bytes: 3 * len as u64 })?;
    bytes.resize(len, filler);
    Ok(bytes)
}

/// The cost of every placement of these tiles.
pub(super) fn build(
    width: usize,
    height: usize,
    tiles: &[u8],
    places: &Places,
    progress: &mut dyn FnMut(u64) -> Option<Reason>,
) -> Result<Vec<u8>, DatabaseError> {
    let (count, orders) = (places.count, places.orders);
    let rank = |set: u32, cell: u8| (set & ((1 << cell) - 1)).count_ones() as usize;
    let reorders: Vec<Vec<u16>> = (0..count * count).map(|pair| reorder(places, pair / count, pair % count)).collect();
    let all: Vec<Regions> = places.sets.iter().map(|&set| regions(set, width, height)).collect();
    let mut costs = filled(places.len(), UNKNOWN)?;
    let mut reached = filled(places.len(), 0)?;
    // A bit for each region of a placement that comes next, or is new.
    let mut front = filled(places.len(), 0)?;
    let mut awake = vec![false; places.sets.len()];
    let home = tiles.iter().enumerate().fold(NOWHERE, |home, (lane, &tile)| put(home, lane, u64::from(tile)));
    let block = places.number(home) / orders;
    front[places.number(home)] = 1 << all[block].of[0];
    awake[block] = true;
    let mut lists: [Vec<u16>; 8] = Default::default();
    let mut done = 0;
    for cost in 0..UNKNOWN {
        let now: Vec<usize> = (0..awake.len()).filter(|&set| std::mem::take(&mut awake[set])).collect();
        if now.is_empty() {
            break;
        }
        for number in now {
            let block = number * orders..(number + 1) * orders;
            for (order, ((front, reached), known)) in
                front[block.clone()].iter_mut().zip(&mut reached[block.clone()]).zip(&mut costs[block]).enumerate()
            {
                let mut new = std::mem::take(front) & !*reached;
                if new != 0 {
                    *reached |= new;
                    if *known == UNKNOWN {
                        *known = cost;
                        done += 1;
                    }
                    while new != 0 {
                        lists[new.trailing_zeros() as usize].push(order as u16);
                        new &= new - 1;
                    }
                }
            }
            let set = places.sets[number];
            for (list, slides) in lists.iter_mut().zip(&all[number].slides) {
                for &(from, to) in slides.iter().filter(|_| !list.is_empty()) {
                    let after = set ^ (1 << from) ^ (1 << to);
                    let next = places.first(after);
                    let bit = 1 << all[next / orders].of[usize::from(from)];
                    let reorder = &reorders[rank(set, from) * count + rank(after, to)];
                    let front = &mut front[next..next + orders];
                    for &order in &*list {
                        front[usize::from(reorder[usize::from(order)])] |= bit;
                    }
                    awake[next / orders] = true;
                }
                list.clear();
            }
            if let Some(reason) = progress(done) {
                return Err(DatabaseError::Stopped(reason));
            }
        }
    }
    Ok(costs)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A byte has a bit for every region.
    #[test]
    fn there_are_at_most_eight_regions() {
        for (width, height, count) in [(4, 4, 8), (3, 5, 8), (4, 5, 7), (5, 5, 7)] {
            let sets = Places::new(width * height, count).sets;
            let most = sets.into_iter().map(|set| regions(set, width, height).slides.len()).max();
            assert!(most <= Some(8), "{width}x{height}: {most:?}");
        }
    }
}
