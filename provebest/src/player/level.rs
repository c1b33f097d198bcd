//! How strong a player is.

use provebest_game::SplitMix64;
use provebest_search::engine::Answer;

/// From 1, a beginner, to 10, as strong as it gets. Each level looks at about four times as many positions as the one below, and is
/// less often careless: of ten moves, level 3 plays nine without much thought, level 7 five, level 10 none.
///
/// A careless player takes moves for equally good that are not, the less so the higher its level. How much it overlooks is measured in
/// the game's own values: in what usually lies between the moves of a position. So levels mean the same whatever an estimate counts:
/// a level beats the one three below in most of a hundred games.
///
/// ```
/// use provebest::player::Level;
/// let (weak, strong) = (Level::new(1).unwrap(), Level::new(7).unwrap());
/// assert!(weak < Level::CASUAL && Level::CASUAL < strong && strong < Level::FULL);
/// assert!(weak.nodes() < strong.nodes() && Level::FULL.nodes().is_none());
/// assert_eq!(Level::CASUAL.to_string(), "3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// No limit but the clock, and always the best move.
    pub const FULL: Level = Level(10);

    /// One that a beginner beats now and then: games against a person begin with it.
    pub const CASUAL: Level = Level(3);

    /// A level from 1 to 10.
    ///
    /// ```
    /// use provebest::player::Level;
    /// assert_eq!(Level::new(10), Some(Level::FULL));
    /// assert_eq!((Level::new(0), Level::new(11)), (None, None));
    /// ```
    pub fn new(level: u8) -> Option<Level> {
        (1..=Level::FULL.0).contains(&level).then_some(Level(level))
    }

    /// How many nodes it may look at. One ply is searched in any case.
    pub fn nodes(self) -> Option<u64> {
        (self != Level::FULL).then(|| 25 << (2 * self.0))
    }

    /// Does it play its next move without much thought?
    pub(super) fn is_careless(self, chance: &mut SplitMix64) -> bool {
        // It takes care with a likelihood of (level / 10) squared.
        let square = |level: Level| u64::from(level.0).pow(2);
        chance.below(square(Level::FULL)) >= square(self)
    }

    /// By how much the values of a careless player are off at most: twelve times `spread` at level 1, and a fifth less at each further one.
    fn haze(self, spread: u64) -> u64 {
        (1..self.0).fold((12 * spread) << 16, |haze, _| haze / 5 * 4) >> 16
    }

    /// Puts the move first that a careless player takes for the best: its values are off by some part of `spread`, which is what
    /// usually lies between the moves of a position, and what is decided counts for four of these. A move that wins at
    /// once is seen by level 2 in one of three cases, by level 3 in two, and by higher ones always.
    pub(super) fn overlook<M: Copy>(
        self,
        answer: &mut Answer<M>,
        spread: i32,
        wins: impl Fn(M) -> bool,
        chance: &mut SplitMix64,
    ) {
        let spread = u64::from(spread.unsigned_abs()).max(1);
        let (haze, most) = (self.haze(spread), 4 * spread as i64);
        let sees_wins = chance.below(3) + 1 < u64::from(self.0);
        // The mean of two dice: small errors are frequent, large ones rare. All in halves, so that equal moves are drawn by lot.
        let mut error = || chance.below(2 * haze + 2) as i64 + chance.below(2 * haze + 2) as i64 - 2 * haze as i64 - 1;
        let seen: Vec<i64> = answer
            .moves
            .iter()
            .map(|one| match one.value {
                None => i64::MIN,
                Some(_) if sees_wins && wins(one.played) => i64::MAX,
                Some(value) => 2 * i64::from(value.0).clamp(-most, most) + error(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_levels_overlook_less() {
        let haze = |level: u8| Level(level).haze(100);
        assert_eq!((haze(1), haze(2), haze(9)), (1200, 960, 201));
        assert!((1..9).all(|level| haze(level) > haze(level + 1)));
        let mut chance = SplitMix64::new(1);
        let careless =
            [1, 3, 7, 9, 10].map(|level| (0..8000).filter(|_| Level(level).is_careless(&mut chance)).count());
        let expected = [7920, 7280, 4080, 1520, 0];
        assert!(careless.iter().zip(expected).all(|(found, wanted)| found.abs_diff(wanted) < 150), "{careless:?}");
    }
}
