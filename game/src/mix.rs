//! Numbers that look random and repeat exactly: for keys, and for tests that start from a seed.

/// Scrambles a number so that every bit of the result depends on every bit of `x`. Different numbers stay different,
/// so a position packed into 64 bits becomes a [`key`](crate::Keyed::key) without collisions.
///
/// This is the last step of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
///
/// ```
/// assert_ne!(provebest_game::mix(1), provebest_game::mix(2));
/// ```
#[inline]
pub const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The generator SplitMix64: the same seed gives the same numbers, on every machine.
///
/// ```
/// let mut numbers = provebest_game::SplitMix64::new(0);
/// assert_eq!(numbers.next_number(), 0xe220_a839_7b1d_cdaf);
/// assert!(numbers.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator that starts from `seed`.
    pub const fn new(seed: u64) -> Self {
        SplitMix64(seed)
    }

    /// The next number.
    #[inline]
    pub const fn next_number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `count`, all equally likely but for a bias of `count` in 2⁶⁴; 0 if `count` is 0.
    #[inline]
    pub const fn below(&mut self, count: u64) -> u64 {
        ((self.next_number() as u128 * count as u128) >> 64) as u64
    }

    /// True in `percent` of a hundred cases.
    #[inline]
    pub const fn happens(&mut self, percent: u32) -> bool {
        self.below(100) < percent as u64
    }
}
