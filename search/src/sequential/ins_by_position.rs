//! Informed NegaScout whose information stands in a transposition table (Marsland, Reinefeld and Schaeffer 1987, section 2.3, who name it
//! as a possibility): what was found out about a position counts however it is reached.

use provebest_game::{Depth, Evaluate, Keyed, Score, Window, mix};

use crate::limits::{Stopped, TooDeep};
use crate::measure::{Cut, Observer};
use crate::report::{Report, Task};
use crate::walk::{Entered, Walk};

/// Informed NegaScout with merits by position.
///
/// For every position and depth the table has a merit of each child, an upper bound; of a child that was not seen, or was too good,
/// there is none. One rule makes both kinds of information: children come by merit, those without one first, and the search of a node is
/// done when the next merit is at most max(best, alpha).
/// * Where a child has cut the others off, it comes first again, and those to its left come last, if at all: ignore left.
/// * Where all were seen, the best is proved when no other can be better: prove best.
///
/// Contract: the value of minimax. Keys of different positions must differ, as in any transposition table.
///
/// Marsland, Reinefeld and Schaeffer 1987, section 2.3; a reading.
///
/// Time: where positions come again, fewer visits than informed NegaScout. Memory: w merits for every position that was entered.
///
/// ```
/// use provebest_games::tic_tac_toe::TicTacToe;
/// use provebest_search::{InsByPosition, Task};
/// # use provebest_game::*;
/// let root = TicTacToe.parse("159")?;
/// let report = InsByPosition.search(&Task::new(&TicTacToe, &root, Depth(6)), &mut ())?;
/// assert!(report.value.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct InsByPosition;

impl InsByPosition {
    /// Searches a task.
    pub fn search<G: Evaluate + Keyed, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, Window::FULL, |walk, root| {
            search(walk, &mut Merits::default(), root, task.depth, Window::FULL)
        })
    }
}

fn search<G: Evaluate + Keyed, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    merits: &mut Merits,
    node: G::State,
    depth: Depth,
    Window { alpha, beta }: Window,
) -> Result<Score, Stopped> {
    let children = match walk.enter_one(&node, depth, Window::new(alpha, beta))? {
        Entered::Children(children) => children,
        Entered::Done(score) => return Ok(score),
    };
    let key = mix(walk.game().key(&node) ^ mix(depth.0.into()));
    let first = merits.find(walk, key, children.count())?;
    let (base, mut best, mut last) = (merits.sort(first, children.count()), Score::WORST, None);
    for place in base..merits.order.len() {
        let number = merits.order[place];
        let (floor, merit) = (best.max(alpha), merits.all[first + number as usize]);
        if merit <= floor {
            if merit > best {
                best = merit;
                walk.tell_recall(depth, number, -merit, Score::INFINITY);
                walk.recall(depth);
                walk.update(depth, number, best, Window::new(floor, beta));
            }
            if let Some(last) = last {
                walk.cut(depth, last, Cut::ProveBest);
            }
            break;
        }
        let most = merit.min(beta);
        // The eldest is searched, the others are asked first.
        let asked = if last.is_none() || depth <= Depth(1) { most } else { most.min(floor + 1) };
        let child = walk.child(&node, children, depth, number);
        let mut score = -search(walk, merits, child.clone(), depth.less(), -Window::new(floor, asked))?;
        let mut edge = asked;
        if asked <= score && score < most {
            walk.research(depth, number, Window::new(score, most));
            score = -search(walk, merits, child, depth.less(), -Window::new(score, most))?;
            edge = most;
        }
        last = Some(number);
        if score < edge {
            merits.note(first + number as usize, score);
        }
        if score > best {
            best = score;
            walk.update(depth, number, best, Window::new(floor, beta));
            if best >= beta {
                walk.cut(depth, number, Cut::Beta);
                break;
            }
        }
    }
    merits.order.truncate(base);
    walk.leave(children, depth, best)
}

/// The merits of all positions, found by key.
#[derive(Default)]
struct Merits {
    all: Vec<Score>,
    /// Keys, and where the merits of their children begin; 0 for an empty slot. As many as a power of two.
    slots: Vec<(u64, u32)>,
    positions: usize,
    /// Children in the order of their merits, for the nodes on the path.
    order: Vec<u32>,
}

impl Merits {
    /// Where the merits of a position begin. At first there are none.
    fn find<G: Evaluate, W: Observer>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        key: u64,
        count: u32,
    ) -> Result<usize, Stopped> {
        if 2 * self.positions >= self.slots.len() {
            let old = std::mem::take(&mut self.slots);
            walk.grow(&mut self.slots, (2 * old.len()).max(64), (0, 0))?;
            for (key, first) in old.into_iter().filter(|&(_, first)| first > 0) {
                let slot = self.slot(key);
                self.slots[slot] = (key, first);
            }
        }
        let slot = self.slot(key);
        if self.slots[slot].1 == 0 {
            // Nothing begins at 0.
            let first = self.all.len().max(1);
            walk.grow(&mut self.all, first + count as usize, Score::INFINITY)?;
            self.slots[slot] = (key, first as u32);
            self.positions += 1;
            walk.stored(self.positions as u64);
        }
        Ok(self.slots[slot].1 as usize)
    }

    /// The slot of a key, or an empty one.
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = key as usize & mask;
        while self.slots[slot].1 > 0 && self.slots[slot].0 != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Adds the children to `order`, highest merit first, leftmost among equals; says where they begin.
    fn sort(&mut self, first: usize, count: u32) -> usize {
        let base = self.order.len();
        self.order.extend(0..count);
        let all = &self.all;
        self.order[base..].sort_unstable_by_key(|&number| (-all[first + number as usize], number));
        base
    }

    fn note(&mut self, at: usize, merit: Score) {
        self.all[at] = merit.min(self.all[at]);
    }
}
