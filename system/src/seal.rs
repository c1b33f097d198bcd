//! Lines of text with checksums, for files that are only appended to.

/// Puts a checksum at the end of each line of a file. Those of the first line begin with nothing, those of all others with the first
/// line: a line that was torn or changed is noticed, and so is one of another file.
///
/// ```
/// use provebest_system::Seal;
///
/// let first = Seal::FIRST.close("a proof of connect4 6x5:");
/// let seal = Seal::behind("a proof of connect4 6x5:");
/// let line = seal.close("3 at least 1");
/// assert_eq!(Seal::FIRST.open(first.trim_end()), Some("a proof of connect4 6x5:"));
/// assert_eq!(seal.open(line.trim_end()), Some("3 at least 1"));
/// assert_eq!(seal.open(&line[1..].trim_end()), None, "torn");
/// assert_eq!(Seal::behind("another proof").open(line.trim_end()), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seal(u64);

impl Seal {
    /// For the first line of a file.
    pub const FIRST: Seal = Seal(0);

    /// For the lines behind this first one.
    pub fn behind(first: &str) -> Seal {
        Seal(Seal::FIRST.checksum(first))
    }

    /// A line with its checksum and a line break.
    pub fn close(self, line: &str) -> String {
        format!("{line} {:016x}\n", self.checksum(line))
    }

    /// The line without its checksum, if that is right. The line break is off already.
    pub fn open(self, line: &str) -> Option<&str> {
        let (line, sum) = line.rsplit_once(' ')?;
        (sum == format!("{:016x}", self.checksum(line))).then_some(line)
    }

    fn checksum(self, line: &str) -> u64 {
        line.bytes().fold(self.0 ^ line.len() as u64, |sum, byte| mix(sum ^ u64::from(byte)))
    }
}

/// The last step of SplitMix64 (Steele, Lea, Flood 2014): different numbers stay different.
const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
