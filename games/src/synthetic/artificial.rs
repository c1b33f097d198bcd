//! Berliner's artificial trees: nothing but intervals that narrow on the way down.

use provebest_game::{
    Children, Distribution, Evaluate, Game, Interval, Keyed, MoveList, Score, SplitMix64, Status, ValueRange,
};

use super::{ShapeError, check_shape, descend, plant};

/// Trees in which every node is an interval, from which those of its children are drawn, and a point is an end.
///
/// The root has [1, range]. A child has the least and the largest of `draws` numbers from its parent's interval; if then no
/// child has an end of that interval among its own, a random one gets it. All in the view of the first player. Two draws make
/// easy trees, more harder ones.
///
/// The tree below a node may have no end, so a search needs limits. Berliner 1979; with `coarse`, intervals of width 2 or less
/// become their midpoint (Palay 1982).
///
/// ```
/// use provebest_game::{Depth, Interval, Score, perft};
/// use provebest_games::synthetic::Artificial;
/// let tree = Artificial::new(4, 7, 100, 3, false)?;
/// assert_eq!(tree.interval(&tree.root()), (Score(1), Score(100)));
/// assert_eq!(perft(&tree, &tree.root(), Depth(1)), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Artificial {
    width: u32,
    draws: u32,
    coarse: bool,
    root: Between,
}

/// A node: an interval, and chance for what is below.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Between {
    key: u64,
    low: i32,
    high: i32,
    first_moves: bool,
}

impl Artificial {
    /// A tree of this width with values from 1 to `range`.
    pub fn new(width: u32, seed: u64, range: i32, draws: u32, coarse: bool) -> Result<Artificial, ShapeError> {
        check_shape(width, range)?;
        if draws == 0 {
            return Err(ShapeError("k=0; expected 1 or more".into()));
        }
        let key = plant(&[4, width.into(), range as u64, draws.into(), coarse.into(), seed]);
        let root = Between { key, low: 1, high: range, first_moves: true };
        Ok(Artificial { width, draws, coarse, root })
    }

    /// The root.
    pub fn root(&self) -> Between {
        self.root
    }

    /// The intervals of all children: one may get an end of its parent's.
    fn intervals(&self, node: &Between) -> Vec<(i32, i32)> {
        let mut chance = SplitMix64::new(node.key);
        let size = (node.high - node.low) as u64 + 1;
        let mut draw = || {
            let draws = (0..self.draws).map(|_| node.low + chance.below(size) as i32);
            draws.fold((i32::MAX, i32::MIN), |(low, high), x| (low.min(x), high.max(x)))
        };
        let mut all: Vec<(i32, i32)> = (0..self.width).map(|_| draw()).collect();
        let has = |all: &[(i32, i32)], end: i32| all.iter().any(|&(low, high)| low == end || high == end);
        if !has(&all, node.low) {
            all[chance.below(self.width.into()) as usize].0 = node.low;
        }
        if !has(&all, node.high) {
            all[chance.below(self.width.into()) as usize].1 = node.high;
        }
        if self.coarse {
            for (low, high) in &mut all {
                if *high - *low <= 2 {
                    (*low, *high) = ((*low + *high) / 2, (*low + *high) / 2);
                }
            }
        }
        all
    }

    fn for_mover(&self, node: &Between, value: i32) -> Score {
        Score(if node.first_moves { value } else { -value })
    }
}

impl Game for Artificial {
    type State = Between;
    type Move = u32;

    fn moves(&self, node: &Between, out: &mut MoveList<u32>) -> Status {
        let status = self.status(node, out);
        if status == Status::Open {
            out.extend(0..self.width);
        }
        status
    }

    fn play(&self, node: &mut Between, number: u32) {
        let (low, high) = self.intervals(node)[number as usize];
        *node = Between { key: descend(node.key, number), low, high, first_moves: !node.first_moves };
    }

    fn status(&self, node: &Between, _: &mut MoveList<u32>) -> Status {
        if node.low == node.high { Status::Over(self.for_mover(node, node.low)) } else { Status::Open }
    }

    fn open(&self, node: &Between, list: &mut MoveList<u32>) -> Result<Children, Score> {
        match self.status(node, list) {
            Status::Over(value) => Err(value),
            Status::Open => Ok(Children::numbered(self.width)),
        }
    }

    fn child(&self, node: &Between, _: Children, _: &MoveList<u32>, number: u32) -> (u32, Between) {
        let mut child = *node;
        self.play(&mut child, number);
        (number, child)
    }
}

/// The middle of the interval.
impl Evaluate for Artificial {
    fn evaluate(&self, node: &Between) -> Score {
        self.for_mover(node, node.low + (node.high - node.low) / 2)
    }
}

impl Interval for Artificial {
    fn interval(&self, node: &Between) -> (Score, Score) {
        let (low, high) = (self.for_mover(node, node.low), self.for_mover(node, node.high));
        (low.min(high), low.max(high))
    }
}

impl Distribution for Artificial {}

/// Nothing below leaves the interval.
impl ValueRange for Artificial {
    fn value_range(&self, node: &Between) -> (Score, Score) {
        self.interval(node)
    }
}

provebest_game::skills!(Artificial: Keyed);

impl Keyed for Artificial {
    fn key(&self, node: &Between) -> u64 {
        node.key
    }
}

#[cfg(test)]
mod tests {
    use provebest_game::Check;

    use super::*;

    #[test]
    fn children_stay_within_and_reach_the_ends() {
        for seed in 0..300 {
            let tree = Artificial::new(1 + seed as u32 % 6, seed, 50, 1 + seed as u32 % 4, false).unwrap();
            let mut node = tree.root();
            for step in 0..20 {
                if node.low == node.high {
                    break;
                }
                let all = tree.intervals(&node);
                assert!(all.iter().all(|&(low, high)| node.low <= low && low <= high && high <= node.high));
                for end in [node.low, node.high] {
                    assert!(all.iter().any(|&(low, high)| low == end || high == end), "{end} of {node:?}");
                }
                tree.play(&mut node, (seed as u32 + step) % tree.width);
            }
        }
        let coarse = Artificial::new(5, 3, 9, 3, true).unwrap();
        assert!(coarse.intervals(&coarse.root()).iter().all(|(low, high)| low == high || high - low > 2));
    }

    #[test]
    fn keeps_its_promises() {
        let tree = Artificial::new(3, 5, 100, 2, true).unwrap();
        let checked = Check::new(&tree, &tree.root()).games(50).evaluated().run();
        assert!(checked.is_ok(), "{:?}", checked.err().map(|fault| fault.to_string()));
    }
}
