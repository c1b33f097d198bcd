//! An estimate by patterns: what stands on the edges, the lines, the diagonals and around the corners is looked up in tables
//! of weights, and the sum is what a position seems to be worth.
//!
//! The weights were fitted to positions that the solver solved, from games that the project played against itself
//! (`search/examples/fit_othello_patterns.rs` makes `patterns.weights`). They only sort moves and guess: nothing that is proved
//! depends on them. Patterns that are images of each other share a weight. After M. Buro, *Experiments with Multi-ProbCut
//! and a new high-quality evaluation function for Othello*, 1997.

use std::sync::LazyLock;

use super::discs::{Discs, transpose};
use super::evaluate::Estimate;

/// Room for all patterns, one after the other; a power of two.
pub const ROOM: usize = 1 << 18;
/// Weights differ with the number of empty fields: up to 12, up to 16, and more.
pub const STAGES: usize = 3;
/// How many numbers of empty fields have a constant of their own.
pub const CONSTANTS: usize = 64;
/// A weight of 1 is this many hundredths of a disc.
pub const UNIT: i32 = 12;

/// A kind of pattern: where its weights begin, and how many fields it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Kind {
    from: usize,
    fields: usize,
}

const EDGE: Kind = Kind { from: 0, fields: 10 };
const CORNER: Kind = Kind { from: 1 << 16, fields: 9 };
const LINES: [Kind; 3] = [kind(3 << 15, 8), kind(13 << 13, 8), kind(14 << 13, 8)];
/// From the longest to those of four fields.
const DIAGONALS: [Kind; 5] =
    [kind(15 << 13, 8), kind(1 << 17, 7), kind(33 << 12, 6), kind(67 << 11, 5), kind(135 << 10, 4)];

const fn kind(from: usize, fields: usize) -> Kind {
    Kind { from, fields }
}

fn kinds() -> impl Iterator<Item = Kind> {
    [EDGE, CORNER].into_iter().chain(LINES).chain(DIAGONALS)
}

/// The stage of a position with this number of empty fields.
#[inline(always)]
pub const fn stage(empties: u32) -> usize {
    match empties {
        0..=12 => 0,
        13..=16 => 1,
        _ => 2,
    }
}

/// Calls `f` with the place of the weight of every pattern.
#[inline(always)]
pub fn each_pattern(discs: Discs, mut f: impl FnMut(usize)) {
    let turn = |bits: u64| transpose(bits).swap_bytes();
    let (own, other) = (turn(discs.own), turn(discs.other));
    let half = |discs: Discs| Discs { own: discs.own.reverse_bits(), other: discs.other.reverse_bits() };
    let turned = Discs { own, other };
    for (number, seen) in [discs, turned, half(discs), half(turned)].into_iter().enumerate() {
        let mut look_up = |kind: Kind, gather: fn(u64) -> u64| {
            let digits = |bits: u64| usize::from(DIGITS[gather(bits) as usize & 1023]);
            f(kind.from + digits(seen.own) + 2 * digits(seen.other));
        };
        look_up(EDGE, |bits| bits & 0xff | bits >> 1 & 0x100 | bits >> 5 & 0x200);
        look_up(CORNER, |bits| (bits & 0x07_0707).wrapping_mul(0x40_0801) >> 16 & 0x1ff);
        look_up(LINES[0], |bits| bits >> 8 & 0xff);
        look_up(LINES[1], |bits| bits >> 16 & 0xff);
        look_up(LINES[2], |bits| bits >> 24 & 0xff);
        look_up(DIAGONALS[1], |bits| (bits & 0x0080_4020_1008_0402).wrapping_mul(COLUMN) >> 57);
        look_up(DIAGONALS[2], |bits| (bits & 0x0000_8040_2010_0804).wrapping_mul(COLUMN) >> 58);
        look_up(DIAGONALS[3], |bits| (bits & 0x0000_0080_4020_1008).wrapping_mul(COLUMN) >> 59);
        look_up(DIAGONALS[4], |bits| (bits & 0x0000_0000_8040_2010).wrapping_mul(COLUMN) >> 60);
        if number < 2 {
            look_up(DIAGONALS[0], |bits| (bits & 0x8040_2010_0804_0201).wrapping_mul(COLUMN) >> 56);
        }
    }
}

const COLUMN: u64 = 0x0101_0101_0101_0101;

/// Bits as the digits of a number of base 3.
static DIGITS: [u16; 1024] = {
    let mut digits = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        let (mut place, mut power) = (0, 1);
        while place < 10 {
            if bits >> place & 1 == 1 {
                digits[bits] += power;
            }
            power *= 3;
            place += 1;
        }
        bits += 1;
    }
    digits
};

/// For every place, the number of its weight in the file; patterns that are images of each other have the same one. And how
/// many weights there are.
pub fn classes() -> (Vec<u32>, usize) {
    let (mut classes, mut count) = (vec![0; ROOM], 0);
    for kind in kinds() {
        let other_way: Vec<usize> = (0..kind.fields)
            .map(|field| match kind {
                EDGE if field == 8 => 9,
                EDGE if field == 9 => 8,
                EDGE => 7 - field,
                // Rows from the third to the first: the image in the diagonal.
                CORNER => 3 * (2 - field % 3) + (2 - field / 3),
                _ => kind.fields - 1 - field,
            })
            .collect();
        let worth: Vec<usize> = other_way.iter().map(|&field| 3_usize.pow(field as u32)).collect();
        for index in 0..3_usize.pow(kind.fields as u32) {
            let (mut image, mut rest) = (0, index);
            for worth in &worth {
                image += rest % 3 * worth;
                rest /= 3;
            }
            if image < index {
                classes[kind.from + index] = classes[kind.from + image];
            } else {
                classes[kind.from + index] = count as u32;
                count += 1;
            }
        }
    }
    (classes, count)
}

/// The weights, one for each place and stage.
pub struct Patterns {
    stages: [Box<[i16; ROOM]>; STAGES],
    constants: [i32; CONSTANTS],
}

/// The fitted ones.
pub static FITTED: LazyLock<Patterns> = LazyLock::new(|| Patterns::from_bytes(include_bytes!("patterns.weights")));

impl Patterns {
    /// From a file: the constants in discs, and then the weights of each stage, a byte each.
    ///
    /// # Panics
    /// If the file is too short.
    pub fn from_bytes(bytes: &[u8]) -> Patterns {
        let (classes, count) = classes();
        let (constants, weights) = bytes.split_at(CONSTANTS);
        let stages = std::array::from_fn(|stage| {
            let weights = &weights[stage * count..][..count];
            let placed: Vec<i16> = classes.iter().map(|&class| i16::from(weights[class as usize] as i8)).collect();
            placed.into_boxed_slice().try_into().expect("a weight for each place")
        });
        Patterns { stages, constants: std::array::from_fn(|empties| 100 * i32::from(constants[empties] as i8)) }
    }
}

impl Estimate for Patterns {
    #[inline]
    fn hundredths(&self, discs: Discs) -> i32 {
        let empties = discs.empties();
        let weights = &*self.stages[stage(empties)];
        let mut sum = 0;
        each_pattern(discs, |place| sum += i32::from(weights[place & (ROOM - 1)]));
        (UNIT * sum + self.constants[empties as usize & (CONSTANTS - 1)]).clamp(-6300, 6300)
    }
}
