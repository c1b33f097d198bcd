//! What helps to solve Othello: the last fields at once, discs that stay, and an order of moves.

use provebest_game::{MoveList, NodeCount, Provable, Score, Solvable, Status, Window};

use super::discs::{CORNERS, Discs};
use super::endgame::{Endgame, odd_fields, priority, stable_bound};
use super::evaluate::{Counts, Estimate};
#[cfg(not(target_family = "wasm"))]
use super::patterns::{FITTED, Patterns};
use super::{Board, Othello, each};

/// With this number of empty fields or fewer, a position is solved at once.
const AT_ONCE: u32 = 7;
/// From the first number of empty fields on, moves are sorted by a search with estimates, a ply deeper for every further
/// number of fields.
const LOOK: u32 = 12;
const STEP: u32 = 2;
const DEEPEST: u32 = 6;
/// Moves that look worse than the best so far by this much need no exact order, in hundredths of a disc.
const MARGIN: i32 = 800;
/// What an answer less is worth when moves are sorted, in hundredths of a disc: few answers make few nodes.
const ANSWER: i32 = 300;

/// How many plies a guess at the value of a position looks ahead, at most.
const GUESS: u32 = 8;

/// Values are final differences of discs, as everywhere.
impl Solvable for Othello {
    #[inline]
    fn bounds(&self, _: &Board) -> (Score, Score) {
        (Score(-64), Score(64))
    }

    fn answer(&self, board: &Board, window: Window, nodes: &mut NodeCount) -> Option<Score> {
        let (alpha, beta) = (window.alpha.0.max(-65), window.beta.0.min(65));
        let empties = board.discs.empties();
        if empties <= AT_ONCE {
            return Some(Score(within(board.discs, alpha, beta, nodes)));
        }
        stable_bound(board.discs, empties, alpha).map(Score)
    }

    fn ranked(&self, board: &Board, out: &mut MoveList<Option<u8>>, nodes: &mut NodeCount) -> Status {
        match board.discs.empties() {
            LOOK.. => rank(board.discs, estimate(), out, nodes),
            // No estimate is asked for, and the patterns need not be read.
            _ => rank(board.discs, &Counts, out, nodes),
        }
    }

    fn guess(&self, board: &Board, nodes: &mut NodeCount) -> Option<Score> {
        // Where the end is near, it takes longer to guess than to ask.
        let plies = board.discs.empties().checked_sub(LOOK)?.min(GUESS);
        let mut look = Look { estimate: estimate(), nodes };
        let value = look.value(board.discs, plies, -MOST, MOST);
        // Values are even.
        Some(Score(2 * (value + 6400 + 100).div_euclid(200) - 64))
    }

    #[inline]
    fn looks_ahead(&self, board: &Board) -> bool {
        board.discs.empties() >= 11
    }
}

/// Fail-soft within any window: one question after the other. The nodes below this one are counted.
fn within(discs: Discs, alpha: i32, beta: i32, nodes: &mut NodeCount) -> i32 {
    let (mut low, mut high) = (alpha, beta);
    let mut guess = (low + high) / 2;
    loop {
        let least = guess.clamp(low + 1, high);
        let mut endgame = Endgame::default();
        guess = endgame.ask(discs, least - 1);
        nodes.entered += endgame.nodes - 1;
        if guess >= least {
            if guess >= high {
                return guess;
            }
            low = guess;
            guess += 1;
        } else {
            if guess <= low {
                return guess;
            }
            high = guess;
        }
    }
}

impl Provable for Othello {
    #[inline]
    fn siblings_apart(&self) -> bool {
        true
    }
}

/// The best estimate that there is. A page does without patterns: every byte of it is sent.
#[cfg(not(target_family = "wasm"))]
#[inline(always)]
fn estimate() -> &'static Patterns {
    &FITTED
}

#[cfg(target_family = "wasm")]
fn estimate() -> &'static Counts {
    &Counts
}

/// The moves, the most promising first, sorted with the help of an estimate where many fields are empty.
pub fn rank<E: Estimate>(discs: Discs, estimate: &E, out: &mut MoveList<Option<u8>>, nodes: &mut NodeCount) -> Status {
    let moves = discs.moves();
    if moves == 0 {
        if discs.pass().moves() == 0 {
            return Status::Over(Score(discs.difference()));
        }
        out.push(None);
        return Status::Open;
    }
    let (empties, odd) = (discs.empties(), odd_fields(discs.empty()));
    let mut sorted = [(0, 0); 64];
    let (mut count, mut best) = (0, -MOST);
    for field in each(moves) {
        let child = discs.after(field, discs.flips(field));
        let hope = match empties.checked_sub(LOOK) {
            None => priority(child, field, odd),
            Some(more) => {
                let answers = child.moves();
                let answers = answers.count_ones() + (answers & CORNERS).count_ones();
                let mut look = Look { estimate, nodes };
                let value = -look.value(child, (more / STEP).min(DEEPEST), -MOST, (MARGIN - best).min(MOST));
                best = best.max(value);
                value - ANSWER * answers as i32
            }
        };
        sorted[count] = (-hope, field);
        count += 1;
    }
    sorted[..count].sort_unstable();
    out.extend(sorted[..count].iter().map(|&(_, field)| Some(field)));
    Status::Open
}

/// More than any estimate.
const MOST: i32 = 10_000;

/// A search with estimates.
struct Look<'a, E> {
    estimate: &'a E,
    nodes: &'a mut NodeCount,
}

impl<E: Estimate> Look<'_, E> {
    /// An estimate by a search to this depth, in hundredths of a disc; at first sight when all nodes are used up.
    fn value(&mut self, discs: Discs, plies: u32, alpha: i32, beta: i32) -> i32 {
        if self.nodes.is_used_up() {
            return self.estimate.hundredths(discs);
        }
        self.nodes.entered += 1;
        if plies == 0 {
            return self.estimate.hundredths(discs);
        }
        let moves = discs.moves();
        if moves == 0 {
            return match discs.pass().moves() {
                0 => 100 * discs.difference(),
                _ => -self.value(discs.pass(), plies, -beta, -alpha),
            };
        }
        let (mut best, mut alpha) = (-MOST, alpha);
        let mut try_child = |child: Discs| {
            best = best.max(-self.value(child, plies - 1, -beta, -alpha));
            alpha = alpha.max(best);
            best >= beta
        };
        let children = each(moves).map(|field| (field, discs.after(field, discs.flips(field))));
        if plies == 1 {
            children.map(|(_, child)| child).any(try_child);
            return best;
        }
        let mut sorted = [(0, Discs::default()); 64];
        let mut count = 0;
        for (field, child) in children {
            sorted[count] = (-priority(child, field, 0), child);
            count += 1;
        }
        let sorted = &mut sorted[..count];
        sorted.sort_unstable_by_key(|child| child.0);
        sorted.iter().any(|&(_, child)| try_child(child));
        best
    }
}
