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

/// FNV-1a, a checksum of bytes, for files that are to be whole: it finds accidents, not forgers (Fowler, Noll, Vo).
///
/// ```
/// use provebest_game::Checksum;
/// let mut sum = Checksum::default();
/// sum.add(b"foo");
/// sum.add(b"bar");
/// assert_eq!(sum.value(), 0x8594_4171_f739_67e8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checksum(u64);

impl Default for Checksum {
    /// That of nothing.
    fn default() -> Self {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    /// Goes on with more bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    }

    /// The sum of all bytes so far.
    pub fn value(self) -> u64 {
        self.0
    }
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

    /// The same generator after so many numbers.
    ///
    /// ```
    /// use provebest_game::SplitMix64;
    /// let (mut chance, mut ahead) = (SplitMix64::new(7), SplitMix64::new(7).after(2));
    /// (chance.next_number(), chance.next_number());
    /// assert_eq!(chance.next_number(), ahead.next_number());
    /// ```
    #[inline]
    pub const fn after(self, numbers: u64) -> Self {
        SplitMix64(self.0.wrapping_add(numbers.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
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
