//! Alpha-beta and NegaScout written by hand for the weights generator and nothing else: no trait, no limits, no line,
//! one counter. How fast the family could be, and so what the generic searches are measured against.

use std::hint::select_unpredictable;

use provebest::Keyed;
use provebest::game::mix;
use provebest::games::synthetic::{Node, Weighted};

/// A tree whose first child is best with a given chance.
pub struct Handmade {
    width: u32,
    range: i32,
    first: u64,
    spread: u64,
    height: u32,
    key: u64,
    value: i32,
    pub leaves: u64,
}

impl Handmade {
    /// The same tree as `tree`, which has this width, range and percentage for the first child.
    pub fn new(tree: &Weighted, width: u32, range: i32, percent: f64) -> Self {
        let root: Node = tree.root();
        let whole = 1u64 << 32;
        let first = (percent / 100.0 * whole as f64).round() as u64;
        let spread = (((u128::from(width) - 1) << 56) / u128::from(whole - first)) as u64;
        let (key, value) = (tree.key(&root), tree.planted().0);
        Handmade { width, range, first, spread, height: root.height(), key, value, leaves: 0 }
    }

    pub fn alpha_beta(&mut self) -> i32 {
        self.leaves = 0;
        self.open(self.key, self.value, self.height, -2_000_000_000, 2_000_000_000)
    }

    pub fn negascout(&mut self) -> i32 {
        self.leaves = 0;
        self.scout(self.key, self.value, self.height, -2_000_000_000, 2_000_000_000)
    }

    #[inline(always)]
    fn best(&self, key: u64) -> u32 {
        let draw = key & 0xffff_ffff;
        let other = ((u128::from(draw.wrapping_sub(self.first)) * u128::from(self.spread)) >> 56) as u32;
        select_unpredictable(draw < self.first, 0, other.wrapping_add(1))
    }

    #[inline(always)]
    fn child(&self, key: u64, value: i32, best: u32, number: u32) -> (u64, i32) {
        let key = mix(key.wrapping_add((u64::from(number) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let room = value + self.range + i32::from(number > best);
        let other = if room > 0 { ((u128::from(key) * room as u128) >> 64) as i32 - self.range } else { value - 1 };
        (key, -(if number == best { value } else { other }))
    }

    #[inline(always)]
    fn row(&mut self, key: u64, value: i32, beta: i32) -> i32 {
        let (first, mut best, mut seen) = (self.best(key), i32::MIN, 0);
        for number in 0..self.width {
            let score = -self.child(key, value, first, number).1;
            seen += 1;
            best = best.max(score);
            if score >= beta {
                break;
            }
        }
        self.leaves += seen;
        best
    }

    fn open(&mut self, key: u64, value: i32, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if depth == 1 {
            return self.row(key, value, beta);
        }
        let (first, mut best) = (self.best(key), i32::MIN);
        for number in 0..self.width {
            let (key, value) = self.child(key, value, first, number);
            let score = -self.open(key, value, depth - 1, -beta, -alpha);
            if score > best {
                best = score;
                if score >= beta {
                    break;
                }
                alpha = alpha.max(score);
            }
        }
        best
    }

    fn null(&mut self, key: u64, value: i32, depth: u32, beta: i32) -> i32 {
        if depth == 1 {
            return self.row(key, value, beta);
        }
        let (first, mut best) = (self.best(key), i32::MIN);
        for number in 0..self.width {
            let (key, value) = self.child(key, value, first, number);
            let score = -self.null(key, value, depth - 1, -beta + 1);
            if score > best {
                best = score;
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    fn scout(&mut self, key: u64, value: i32, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if depth == 1 {
            return self.row(key, value, beta);
        }
        let (first, mut best) = (self.best(key), i32::MIN);
        for number in 0..self.width {
            let (key, value) = self.child(key, value, first, number);
            let score = if number == 0 {
                -self.scout(key, value, depth - 1, -beta, -alpha)
            } else {
                let score = -self.null(key, value, depth - 1, -alpha);
                if score > alpha && score < beta && depth > 2 {
                    -self.scout(key, value, depth - 1, -beta, -score)
                } else {
                    score
                }
            };
            if score > best {
                best = score;
                if score >= beta {
                    break;
                }
                alpha = alpha.max(score);
            }
        }
        best
    }
}
