//! Two sets of discs on 64 fields: which moves there are, and what they turn over.
//!
//! Field a1 is bit 0, b1 bit 1, a2 bit 8. Moves of all fields are found at once, by shifting whole boards. What one move
//! turns over is found line by line: upwards by a carry, which runs over the opponent's discs to the first other field;
//! downwards by the same on the board upside down; along the row by a small table.

use provebest_game::mix;

/// A position without colours: the discs of the side to move and those of the other one, a bit per field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Discs {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub other: u64,
}

/// The four corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The fields diagonally next to a corner.
pub const X_FIELDS: u64 = 0x0042_0000_0000_4200;
/// The fields on the edge next to a corner.
pub const C_FIELDS: u64 = 0x4281_0000_0000_8142;
/// All but the first and the last column: no line across the board's side leads through them.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
const COLUMN: u64 = 0x0101_0101_0101_0101;

impl Discs {
    /// The fields that are empty.
    #[inline(always)]
    pub const fn empty(self) -> u64 {
        !(self.own | self.other)
    }

    /// How many fields are empty.
    #[inline(always)]
    pub const fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// The same with the other side to move.
    #[inline(always)]
    pub const fn pass(self) -> Discs {
        Discs { own: self.other, other: self.own }
    }

    /// The fields where the side to move can play.
    #[inline]
    pub const fn moves(self) -> u64 {
        let Discs { own, other } = self;
        let inner = other & INNER;
        let found = ends(own, inner, 1) | ends(own, inner, 7) | ends(own, inner, 9) | ends(own, other, 8);
        found & self.empty()
    }

    /// The discs that a move on this empty field turns over; none if it is no move.
    #[inline(always)]
    pub fn flips(self, field: u8) -> u64 {
        let field = field & 63;
        let row = field & 56;
        let column = (field & 7) as usize;
        let between = self.other >> (row + 1) & 63;
        let ends = ROW_ENDS[column][between as usize] & (self.own >> row) as u8;
        let along = u64::from(ROW_FLIPS[column][ends as usize]) << row;
        let up = self.flips_upwards(&RAYS[field as usize]);
        let upside_down = Discs { own: self.own.swap_bytes(), other: self.other.swap_bytes() };
        let down = upside_down.flips_upwards(&RAYS[(field ^ 56) as usize]).swap_bytes();
        along | up | down
    }

    #[inline(always)]
    fn flips_upwards(self, rays: &[u64; 3]) -> u64 {
        let mut flips = 0;
        for ray in rays {
            // Everything but the ray is filled, so that the carry comes out on the first field of it that the opponent
            // does not have.
            let end = (self.other | !ray).wrapping_add(1) & ray & self.own;
            flips |= end.wrapping_sub(u64::from(end != 0)) & ray;
        }
        flips
    }

    /// The position after a move on `field` that turns these discs over.
    #[inline(always)]
    pub const fn after(self, field: u8, flips: u64) -> Discs {
        Discs { own: self.other ^ flips, other: self.own ^ flips ^ (1 << field) }
    }

    /// The difference of the discs for the side to move when neither side can move any more: empty fields go to the winner.
    #[inline]
    pub const fn difference(self) -> i32 {
        let (own, other) = (self.own.count_ones() as i32, self.other.count_ones() as i32);
        let empty = 64 - own - other;
        if own > other {
            own - other + empty
        } else if own < other {
            own - other - empty
        } else {
            0
        }
    }

    /// A number that differs for different positions, almost surely.
    #[inline]
    pub const fn key(self) -> u64 {
        mix(self.own ^ mix(self.other.wrapping_add(0x9e37_79b9_7f4a_7c15)))
    }

    /// The eight ways to look at the position, itself first.
    pub fn images(self) -> [Discs; 8] {
        let seen = |look: fn(u64) -> u64, discs: Discs| Discs { own: look(discs.own), other: look(discs.other) };
        let upside_down = seen(u64::swap_bytes, self);
        let four = [self, upside_down, seen(mirror, self), seen(mirror, upside_down)];
        std::array::from_fn(|number| if number < 4 { four[number] } else { seen(transpose, four[number - 4]) })
    }

    /// Discs of the other side that the side to move can never turn over: most of them, all of them certain.
    #[inline]
    pub const fn stable_others(self) -> u64 {
        FullLines::of(!self.empty()).stable(self.other)
    }

    /// The same for the discs of both sides: own ones, others.
    #[inline]
    pub const fn stable(self) -> (u64, u64) {
        let lines = FullLines::of(!self.empty());
        (lines.stable(self.own), lines.stable(self.other))
    }
}

/// The fields whose row, column or diagonal is full.
struct FullLines {
    rows: u64,
    columns: u64,
    rising: u64,
    falling: u64,
}

impl FullLines {
    #[inline(always)]
    const fn of(taken: u64) -> FullLines {
        FullLines {
            rows: full_rows(taken),
            columns: full_columns(taken),
            rising: full_up::<9>(taken) & full_down::<9>(taken),
            falling: full_up::<7>(taken) & full_down::<7>(taken),
        }
    }

    /// The stable ones of these discs. A disc is stable if along each of the four lines through it the line is full, or a
    /// neighbour is stable, or the board ends.
    #[inline(always)]
    const fn stable(&self, discs: u64) -> u64 {
        let FullLines { rows, columns, rising, falling } = *self;
        let mut stable = discs & rows & columns & rising & falling;
        let mut grown = stable | discs & CORNERS;
        while grown != stable {
            stable = grown;
            let along_row = rows | stable << 1 | stable >> 1 | 0x8181_8181_8181_8181;
            let along_column = columns | stable << 8 | stable >> 8 | 0xff00_0000_0000_00ff;
            let along_rising = rising | stable << 9 | stable >> 9 | 0xff81_8181_8181_81ff;
            let along_falling = falling | stable << 7 | stable >> 7 | 0xff81_8181_8181_81ff;
            grown |= discs & along_row & along_column & along_rising & along_falling;
        }
        stable
    }
}

/// The fields beyond unbroken rows of `other` that begin at an own disc, in the two directions of this step.
#[inline(always)]
const fn ends(own: u64, other: u64, step: u32) -> u64 {
    let mut up = other & (own << step);
    let mut down = other & (own >> step);
    up |= other & (up << step);
    down |= other & (down >> step);
    let pairs_up = other & (other << step);
    let pairs_down = pairs_up >> step;
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up << step | down >> step
}

const fn full_rows(taken: u64) -> u64 {
    let mut all = taken & taken >> 4;
    all &= all >> 2;
    all &= all >> 1;
    (all & COLUMN) * 0xff
}

const fn full_columns(taken: u64) -> u64 {
    let mut all = taken & taken.rotate_right(32);
    all &= all.rotate_right(16);
    all & all.rotate_right(8)
}

/// The fields from which a diagonal is full as far as it goes down the board in this step.
#[inline(always)]
const fn full_up<const STEP: u32>(taken: u64) -> u64 {
    let mut all = taken;
    let mut steps = 1;
    while steps <= 4 {
        let column = if STEP == 9 { first_columns(steps) } else { !first_columns(8 - steps) };
        all &= all << (steps * STEP) | first_rows(steps) | column;
        steps *= 2;
    }
    all
}

/// The same, up the board.
#[inline(always)]
const fn full_down<const STEP: u32>(taken: u64) -> u64 {
    let mut all = taken;
    let mut steps = 1;
    while steps <= 4 {
        let column = if STEP == 7 { first_columns(steps) } else { !first_columns(8 - steps) };
        all &= all >> (steps * STEP) | !first_rows(8 - steps) | column;
        steps *= 2;
    }
    all
}

const fn first_rows(count: u32) -> u64 {
    (1 << (8 * count)) - 1
}

const fn first_columns(count: u32) -> u64 {
    COLUMN * ((1 << count) - 1)
}

const fn mirror(bits: u64) -> u64 {
    bits.reverse_bits().swap_bytes()
}

pub(super) const fn transpose(bits: u64) -> u64 {
    let mut bits = bits;
    let swap = (bits ^ bits >> 7) & 0x00aa_00aa_00aa_00aa;
    bits ^= swap ^ swap << 7;
    let swap = (bits ^ bits >> 14) & 0x0000_cccc_0000_cccc;
    bits ^= swap ^ swap << 14;
    let swap = (bits ^ bits >> 28) & 0x0000_0000_f0f0_f0f0;
    bits ^ swap ^ swap << 28
}

/// From each field, the rays to the next row, along the column and along both diagonals.
static RAYS: [[u64; 3]; 64] = {
    let mut rays = [[0; 3]; 64];
    let mut field = 0;
    while field < 64 {
        let mut side = -1;
        while side <= 1 {
            let (mut row, mut column) = (field as i32 / 8 + 1, field as i32 % 8 + side);
            while row < 8 && 0 <= column && column < 8 {
                rays[field][(side + 1) as usize] |= 1 << (8 * row + column);
                row += 1;
                column += side;
            }
            side += 1;
        }
        field += 1;
    }
    rays
};

/// By the column of a move and the opponent's discs on columns 1 to 6 of its row: where an own disc would close them in.
static ROW_ENDS: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut column = 0;
    while column < 8 {
        let mut between = 0;
        while between < 64 {
            let others = (between as u8) << 1;
            let mut right = column as i32 + 1;
            while right < 8 && others >> right & 1 == 1 {
                right += 1;
            }
            let mut left = column as i32 - 1;
            while left >= 0 && others >> left & 1 == 1 {
                left -= 1;
            }
            let mut ends = 0;
            if right < 8 && right > column as i32 + 1 {
                ends |= 1 << right;
            }
            if left >= 0 && left < column as i32 - 1 {
                ends |= 1 << left;
            }
            table[column][between] = ends;
            between += 1;
        }
        column += 1;
    }
    table
};

/// By the column of a move and the own discs that close others in: what lies between.
static ROW_FLIPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut column = 0;
    while column < 8 {
        let mut ends = 0;
        while ends < 256 {
            let mut end = 0;
            while end < 8 {
                if ends >> end & 1 == 1 {
                    let (low, high) = if end < column { (end, column) } else { (column, end) };
                    let mut between = low + 1;
                    while between < high {
                        table[column][ends] |= 1 << between;
                        between += 1;
                    }
                }
                end += 1;
            }
            ends += 1;
        }
        column += 1;
    }
    table
};

/// How many discs the last move of a game turns over, when all fields but this one are taken and these are one's own.
#[inline(always)]
pub fn last_flips(own: u64, field: u8) -> u32 {
    let field = field & 63;
    let (row, column) = (field >> 3, field & 7);
    let [rising, falling] = DIAGONALS[field as usize];
    let counts = &LAST_FLIPS[column as usize];
    let on_row = counts[(own >> (8 * row)) as u8 as usize];
    let on_rising = counts[((own & rising).wrapping_mul(COLUMN) >> 56) as usize];
    let on_falling = counts[((own & falling).wrapping_mul(COLUMN) >> 56) as usize];
    let upright = ((own >> column) & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let on_column = LAST_FLIPS[row as usize][upright as usize];
    u32::from(on_row) + u32::from(on_rising) + u32::from(on_falling) + u32::from(on_column)
}

/// The two diagonals through each field.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut lines = [[0; 2]; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        let (field, other) = (pair / 64, pair % 64);
        if field / 8 + other % 8 == other / 8 + field % 8 {
            lines[field][0] |= 1 << other;
        }
        if field / 8 + field % 8 == other / 8 + other % 8 {
            lines[field][1] |= 1 << other;
        }
        pair += 1;
    }
    lines
};

/// By the place of the last empty field on a line and the own discs on it: how many others are turned over.
static LAST_FLIPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0_i32;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut step = -1;
            while step <= 1 {
                let mut next = place + step;
                while 0 <= next && next < 8 && own >> next & 1 == 0 {
                    next += step;
                }
                if 0 <= next && next < 8 {
                    table[place as usize][own] += ((next - place).abs() - 1) as u8;
                }
                step += 2;
            }
            own += 1;
        }
        place += 1;
    }
    table
};

/// The fields around each field.
pub static AROUND: [u64; 64] = {
    let mut around = [0; 64];
    let mut field = 0;
    while field < 64 {
        around[field] = spread(1 << field) & !(1 << field);
        field += 1;
    }
    around
};

/// These fields and all those around them.
#[inline(always)]
pub const fn spread(fields: u64) -> u64 {
    let inner = fields & INNER;
    let edge = fields & !INNER;
    let right = (inner | edge & COLUMN) << 1;
    let left = (inner | edge & !COLUMN) >> 1;
    let wide = fields | right | left;
    wide | wide << 8 | wide >> 8
}
