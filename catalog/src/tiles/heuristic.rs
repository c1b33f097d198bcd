//! Heuristics by name.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use provebest_puzzle::Reason;
use provebest_puzzle::tiles::{DatabaseError, Databases, Opened, Origin, Partition, Progress};

/// How far a board is from the goal at least: the heuristics by name.
///
/// ```
/// use provebest_catalog::tiles::TileHeuristic;
/// assert_eq!("pdb-78".parse(), Ok(TileHeuristic::SevenEight));
/// assert!(TileHeuristic::WalkingDistance.fits(4, 4) && !TileHeuristic::WalkingDistance.fits(5, 5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum TileHeuristic {
    /// Manhattan distance.
    Manhattan,
    /// Manhattan distance with linear conflicts.
    LinearConflict,
    /// Walking distance, for boards of up to 16 cells.
    WalkingDistance,
    /// Pattern databases of 6, 6 and 3 tiles, for 4x4: 12 MB.
    SixSixThree,
    /// Pattern databases of 7 and 8 tiles, for 4x4: 577 MB.
    SevenEight,
    /// Pattern databases of four times 6 tiles, for 5x5: 510 MB.
    FourSixes,
}

impl TileHeuristic {
    /// All of them, the simplest first.
    pub const ALL: [TileHeuristic; 6] = [
        TileHeuristic::Manhattan,
        TileHeuristic::LinearConflict,
        TileHeuristic::WalkingDistance,
        TileHeuristic::SixSixThree,
        TileHeuristic::SevenEight,
        TileHeuristic::FourSixes,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            TileHeuristic::Manhattan => "manhattan",
            TileHeuristic::LinearConflict => "linear-conflict",
            TileHeuristic::WalkingDistance => "walking-distance",
            TileHeuristic::SixSixThree => "pdb-663",
            TileHeuristic::SevenEight => "pdb-78",
            TileHeuristic::FourSixes => "pdb-6666",
        }
    }

    /// What it is, in a line.
    pub const fn summary(self) -> &'static str {
        match self {
            TileHeuristic::Manhattan => "how far each tile is from its place",
            TileHeuristic::LinearConflict => "the same, and two more for tiles that stand in each other's way",
            TileHeuristic::WalkingDistance => "the moves that bring every tile into its row, and those for the columns",
            TileHeuristic::SixSixThree => "pattern databases of 6, 6 and 3 tiles, 12 MB (4x4)",
            TileHeuristic::SevenEight => "pattern databases of 7 and 8 tiles, 577 MB (4x4)",
            TileHeuristic::FourSixes => "pattern databases of four times 6 tiles, 510 MB (5x5)",
        }
    }

    /// Is there such a heuristic for boards of this size?
    pub const fn fits(self, width: usize, height: usize) -> bool {
        match self {
            TileHeuristic::Manhattan | TileHeuristic::LinearConflict => true,
            TileHeuristic::WalkingDistance => width * height <= 16,
            TileHeuristic::SixSixThree | TileHeuristic::SevenEight => width == 4 && height == 4,
            TileHeuristic::FourSixes => width == 5 && height == 5,
        }
    }

    /// The best one for boards of this size that needs no large databases.
    pub const fn usual(width: usize, height: usize) -> TileHeuristic {
        match (width, height) {
            (4, 4) => TileHeuristic::SixSixThree,
            _ if width * height <= 16 => TileHeuristic::WalkingDistance,
            _ => TileHeuristic::LinearConflict,
        }
    }

    /// How its databases divide the tiles, if it has any.
    pub fn partition(self) -> Option<Partition> {
        match self {
            TileHeuristic::SixSixThree => Some(Partition::six_six_three()),
            TileHeuristic::SevenEight => Some(Partition::seven_eight()),
            TileHeuristic::FourSixes => Some(Partition::six_six_six_six()),
            _ => None,
        }
    }

    /// Its databases, if it has any: from their file in a folder, or built and then written there. Without a folder they
    /// are built and not kept. `progress` is called while they are built, and may return a reason to stop.
    pub fn databases(
        self,
        folder: Option<&Path>,
        progress: &mut dyn FnMut(Progress) -> Option<Reason>,
    ) -> Result<Option<Opened>, DatabaseError> {
        let Some(partition) = self.partition() else { return Ok(None) };
        if let Some(folder) = folder {
            return Databases::open(&folder.join(format!("{partition}.tiles")), &partition, progress).map(Some);
        }
        let databases = Databases::build(&partition, progress)?;
        let nowhere = || std::io::Error::new(std::io::ErrorKind::NotFound, "there is no folder for it");
        Ok(Some(Opened { databases, origin: Origin::Built { why: nowhere(), written: Err(nowhere()) } }))
    }
}

impl fmt::Display for TileHeuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for TileHeuristic {
    type Err = String;

    fn from_str(text: &str) -> Result<TileHeuristic, String> {
        let names = || TileHeuristic::ALL.map(TileHeuristic::name).join(", ");
        let found = TileHeuristic::ALL.into_iter().find(|heuristic| heuristic.name() == text);
        found.ok_or_else(|| format!("no heuristic is called '{text}'; expected one of {}", names()))
    }
}
