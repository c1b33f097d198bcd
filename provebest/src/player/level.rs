//! How strong a player is.

use provebest_game::SplitMix64;
use provebest_search::engine::Answer;

/// From 1, a beginner, to 20, as strong as it gets. Each level looks at about twice as many positions as the one below, and is
/// less often careless: of twenty moves, level 5 plays fifteen without much thought, level 19 one, level 20 none.
///
/// A careless player looks one ply ahead, and takes moves for equally good that are not. How much it overlooks is measured in the
/// game's own values: in what usually lies between the moves of a position. So levels mean the same whatever an estimate counts.
///
/// ```
/// use provebest::player::Level;
/// let (weak, strong) = (Level::new(1).unwrap(), Level::new(12).unwrap());
/// assert!(weak < Level::CASUAL && Level::CASUAL < strong && strong < Level::FULL);
/// assert!(weak.nodes() < strong.nodes() && Level::FULL.nodes().is_none());
/// assert_eq!(Level::CASUAL.to_string(), "5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// No limit but the clock, and always the best move.
    pub const FULL: Level = Level(20);

    /// One that a beginner beats now and then: games against a person begin with it.
    pub const CASUAL: Level = Level(5);

    /// A level from 1 to 20.
    ///
    /// ```
    /// use provebest::player::Level;
    /// assert_eq!(Level::new(20), Some(Level::FULL));
    /// assert_eq!((Level::new(0), Level::new(21)), (None, None));
    /// ```
    pub fn new(level: u8) -> Option<Level> {
        (1..=20).contains(&level).then_some(Level(level))
    }

    /// How many nodes it may look at. One ply is searched in any case.
    pub fn nodes(self) -> Option<u64> {
        (self != Level::FULL).then(|| 50 << self.0)
    }

    /// Does it play its next move without much thought?
    pub(super) fn is_careless(self, chance: &mut SplitMix64) -> bool {
        chance.below(Level::FULL.0.into()) < u64::from(Level::FULL.0 - self.0)
    }

    /// Puts the move first that a careless player takes for the best: its values are off by up to six times `spread`, which is what
    /// usually lies between the moves of a position. Wins and losses at the next ply are seen as they are.
    pub(super) fn overlook<M: Copy>(answer: &mut Answer<M>, spread: i32, chance: &mut SplitMix64) {
        let haze = 6 * spread.unsigned_abs() as u64;
        // The mean of two dice: small errors are frequent, large ones rare. All in halves, so that equal moves are drawn by lot.
        let mut error = || chance.below(2 * haze + 2) as i64 + chance.below(2 * haze + 2) as i64 - 2 * haze as i64 - 1;
        let seen: Vec<i64> = answer
            .moves
            .iter()
            .map(|one| match one.value {
                None => i64::MIN,
                Some(value) if value.end().is_some() => 2 * i64::from(value.0),
                Some(value) => 2 * i64::from(value.0) + error(),
            })
            .collect();
        let best = (0..seen.len()).rev().max_by_key(|&place| seen[place]);
        if let Some(best) = best {
            answer.prefer(best);
        }
    }
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
