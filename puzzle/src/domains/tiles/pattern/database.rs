//! The databases of a partition.

use std::fmt;

use thiserror::Error;

use super::PATTERNS;
use super::build::{Progress, build};
use super::place::Places;
use crate::limits::Reason;

/// How the tiles of a board are divided among patterns.
///
/// ```
/// use provebest_puzzle::tiles::Partition;
/// assert_eq!(Partition::seven_eight().to_string(), "7-8");
/// assert_eq!(Partition::six_six_three().bytes(), 5_765_760 + 5_765_760 + 3_360);
/// assert_eq!(Partition::six_six_six_six().bytes(), 4 * 127_512_000);
/// assert!(Partition::new(4, 4, &[&[1, 2, 2]]).is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partition {
    width: usize,
    height: usize,
    patterns: Vec<Vec<u8>>,
}

impl Partition {
    /// Divides the tiles of a board in this way. Not every tile has to be in a pattern, but none may be in two.
    pub fn new(width: usize, height: usize, patterns: &[&[u8]]) -> Result<Partition, DatabaseError> {
        let cells = width * height;
        if !(2..=5).contains(&width) || !(2..=5).contains(&height) {
            return Err(DatabaseError::Cells { width, height });
        }
        if patterns.is_empty()
            || patterns.len() > PATTERNS
            || patterns.iter().any(|tiles| !(1..=8).contains(&tiles.len()))
        {
            return Err(DatabaseError::Patterns { lengths: patterns.iter().map(|tiles| tiles.len()).collect() });
        }
        let all: Vec<u8> = patterns.iter().flat_map(|tiles| tiles.iter().copied()).collect();
        for (at, &tile) in all.iter().enumerate() {
            if tile == 0 || usize::from(tile) >= cells || all[..at].contains(&tile) {
                return Err(DatabaseError::Tile { tile, most: cells - 1 });
            }
        }
        let partition = Partition { width, height, patterns: patterns.iter().map(|tiles| tiles.to_vec()).collect() };
        // Placements are numbered with 32 bits.
        let too_many = partition.placements().find(|&placements| placements > u32::MAX.into());
        too_many.map_or(Ok(partition), |bytes| Err(DatabaseError::Memory { bytes: 3 * bytes }))
    }

    /// The 15-puzzle in patterns of 6, 6 and 3 tiles: some megabytes, built in a second or two.
    pub fn six_six_three() -> Partition {
        let patterns = vec![vec![4, 5, 8, 9, 12, 13], vec![6, 7, 10, 11, 14, 15], vec![1, 2, 3]];
        Partition { width: 4, height: 4, patterns }
    }

    /// The 15-puzzle in patterns of 7 and 8 tiles: the upper two rows and the lower two, 577 MB.
    pub fn seven_eight() -> Partition {
        Partition { width: 4, height: 4, patterns: vec![(1..8).collect(), (8..16).collect()] }
    }

    /// The 24-puzzle in four patterns of 6 tiles: 510 MB.
    pub fn six_six_six_six() -> Partition {
        let patterns = vec![
            vec![1, 2, 5, 6, 7, 12],
            vec![3, 4, 8, 9, 13, 14],
            vec![10, 11, 15, 16, 20, 21],
            vec![17, 18, 19, 22, 23, 24],
        ];
        Partition { width: 5, height: 5, patterns }
    }

    /// Columns of the board.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of the board.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The tiles of each pattern.
    pub fn patterns(&self) -> &[Vec<u8>] {
        &self.patterns
    }

    /// How many bytes the databases take.
    pub fn bytes(&self) -> u64 {
        self.placements().sum()
    }

    /// How many placements each pattern has.
    fn placements(&self) -> impl Iterator<Item = u64> {
        let cells = (self.width * self.height) as u64;
        self.patterns.iter().map(move |tiles| (cells - tiles.len() as u64 + 1..=cells).product())
    }

    pub(super) fn places(&self) -> Vec<Places> {
        self.patterns.iter().map(|tiles| Places::new(self.width * self.height, tiles.len())).collect()
    }
}

/// How many tiles each pattern has: `7-8`.
impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lengths: Vec<String> = self.patterns.iter().map(|tiles| tiles.len().to_string()).collect();
        f.write_str(&lengths.join("-"))
    }
}

/// What is wrong with a partition, or why there is no database.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DatabaseError {
    /// A board that there are no databases for.
    #[error("pattern databases for {width}x{height}: a board must have 2 to 5 rows and columns")]
    Cells {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
    },
    /// Too many patterns, or patterns of too many tiles.
    #[error("patterns of {lengths:?} tiles: there may be one to four patterns, each of one to eight tiles")]
    Patterns {
        /// Tiles of each pattern.
        lengths: Vec<usize>,
    },
    /// A tile that does not exist, or that is in two patterns.
    #[error("tile {tile} in a pattern: each tile from 1 to {most} may be in one pattern, once")]
    Tile {
        /// The tile.
        tile: u8,
        /// The largest number of a tile.
        most: usize,
    },
    /// The databases are for other boards.
    #[error("the databases are for boards of {}x{}, and not of {width}x{height}", partition.width(), partition.height())]
    OtherSize {
        /// Columns of the board.
        width: usize,
        /// Rows of the board.
        height: usize,
        /// What the databases are for.
        partition: Partition,
    },
    /// The building was called off.
    #[error("the building was stopped ({0})")]
    Stopped(Reason),
    /// There is not enough memory.
    #[error("not enough memory: {bytes} bytes are needed")]
    Memory {
        /// Bytes that are needed.
        bytes: u64,
    },
}

/// The databases of a partition: a byte for every placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Databases {
    pub(super) partition: Partition,
    pub(super) places: Vec<Places>,
    pub(super) costs: Vec<Vec<u8>>,
}

impl Databases {
    /// Builds them; the largest takes three times its size in memory meanwhile. `progress` is called every few milliseconds, and
    /// may return a reason to stop.
    pub fn build(
        partition: &Partition,
        progress: &mut dyn FnMut(Progress) -> Option<Reason>,
    ) -> Result<Databases, DatabaseError> {
        let places = partition.places();
        let (mut costs, mut before, all) = (Vec::new(), 0, partition.bytes());
        for (tiles, places) in partition.patterns.iter().zip(&places) {
            let mut tell = |done| progress(Progress { done: before + done, all });
            costs.push(build(partition.width, partition.height, tiles, places, &mut tell)?);
            before += places.len() as u64;
        }
        Ok(Databases { partition: partition.clone(), places, costs })
    }

    /// What they are for.
    pub fn partition(&self) -> &Partition {
        &self.partition
    }
}
