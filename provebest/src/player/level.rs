//! How strong a player is.

use provebest_game::SplitMix64;
use provebest_search::engine::Answer;

/// From 1, a beginner, to 20, as strong as it gets. Each level looks at about twice as many positions as the one below, and is
/// less often content with a move that is not the best.
///
/// ```
/// use provebest::player::Level;
/// let (weak, strong) = (Level::new(1).unwrap(), Level::new(12).unwrap());
/// assert!(weak < strong && strong < Level::FULL);
/// assert!(weak.nodes() < strong.nodes() && Level::FULL.nodes().is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// No limit but the clock, and always the best move.
    pub const FULL: Level = Level(20);

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

    /// Puts the move first that it plays: values are seen through a haze that is three units wide on level 1, and a sixth of
    /// one on level 19. Forced wins and losses are seen as they are.
    pub(super) fn choose<M: Copy>(self, answer: &mut Answer<M>, unit: i32, chance: &mut SplitMix64) {
        let haze = i64::from(unit) * 3 * i64::from(20 - self.0) / 19;
        let mut blur =
            || chance.below(2 * haze as u64 + 1) as i64 + chance.below(2 * haze as u64 + 1) as i64 - 2 * haze;
        let seen: Vec<i64> = answer
            .moves
            .iter()
            .map(|one| match one.value {
                None => i64::MIN,
                Some(value) if value.end().is_some() => i64::from(value.0),
                Some(value) => i64::from(value.0) + blur() / 2,
            })
            .collect();
        let best = (0..seen.len()).rev().max_by_key(|&place| seen[place]);
        if let Some(best) = best {
            answer.prefer(best);
        }
    }
}
