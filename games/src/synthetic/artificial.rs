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

/// The ends of a node's interval that none of its children has drawn. It is worked out once for all children, when the node is opened.
#[derive(Clone, Copy)]
struct Missing {
    low: bool,
    high: bool,
}

impl Missing {
    fn note(self) -> u32 {
        u32::from(self.low) | u32::from(self.high) << 1
    }

    fn of(note: u32) -> Missing {
        Missing { low: note & 1 == 1, high: note >> 1 == 1 }
    }
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

    /// The least and the largest of the numbers that a child draws.
    fn drawn(&self, node: &Between, number: u32) -> (i32, i32) {
        let mut chance = SplitMix64::new(node.key).after(u64::from(number) * u64::from(self.draws));
        let size = (node.high - node.low) as u64 + 1;
        let draws = (0..self.draws).map(|_| node.low + chance.below(size) as i32);
        draws.fold((i32::MAX, i32::MIN), |(low, high), x| (low.min(x), high.max(x)))
    }

    /// Which ends of its interval no child has drawn: a look at all of them.
    fn missing(&self, node: &Between) -> Missing {
        let (mut low, mut high) = (true, true);
        for (least, most) in (0..self.width).map(|number| self.drawn(node, number)) {
            low &= least != node.low && most != node.low;
            high &= least != node.high && most != node.high;
            if !low && !high {
                break;
            }
        }
        Missing { low, high }
    }

    /// The interval of a child: it may get an end of its parent's.
    fn interval_of(&self, node: &Between, number: u32, missing: Missing) -> (i32, i32) {
        let (mut low, mut high) = self.drawn(node, number);
        let mut chance = SplitMix64::new(node.key).after(u64::from(self.width) * u64::from(self.draws));
        let mut gets = |is_missing: bool| is_missing && chance.below(self.width.into()) == u64::from(number);
        if gets(missing.low) {
            low = node.low;
        }
        if gets(missing.high) {
            high = node.high;
        }
        if self.coarse && high - low <= 2 {
            (low, high) = ((low + high) / 2, (low + high) / 2);
        }
        (low, high)
    }

    fn child_of(&self, node: &Between, number: u32, missing: Missing) -> Between {
        let (low, high) = self.interval_of(node, number, missing);
        Between { key: descend(node.key, number), low, high, first_moves: !node.first_moves }
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
        *node = self.child_of(node, number, self.missing(node));
    }

    fn status(&self, node: &Between, _: &mut MoveList<u32>) -> Status {
        if node.low == node.high { Status::Over(self.for_mover(node, node.low)) } else { Status::Open }
    }

    fn open(&self, node: &Between, list: &mut MoveList<u32>) -> Result<Children, Score> {
        match self.status(node, list) {
            Status::Over(value) => Err(value),
            Status::Open => Ok(Children::numbered(self.width).with_note(self.missing(node).note())),
        }
    }

    fn child(&self, node: &Between, children: Children, _: &MoveList<u32>, number: u32) -> (u32, Between) {
        (number, self.child_of(node, number, Missing::of(children.note())))
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

    /// As it is said: all draws in one row, then the children that get what is missing.
    fn in_one_row(tree: &Artificial, node: &Between) -> Vec<(i32, i32)> {
        let mut chance = SplitMix64::new(node.key);
        let size = (node.high - node.low) as u64 + 1;
        let mut all = Vec::new();
        for _ in 0..tree.width {
            let draws: Vec<i32> = (0..tree.draws).map(|_| node.low + chance.below(size) as i32).collect();
            all.push((*draws.iter().min().unwrap(), *draws.iter().max().unwrap()));
        }
        for end in [node.low, node.high] {
            if !all.iter().any(|&(low, high)| low == end || high == end) {
                let one = &mut all[chance.below(tree.width.into()) as usize];
                *if end == node.low { &mut one.0 } else { &mut one.1 } = end;
            }
        }
        all
    }

    fn intervals(tree: &Artificial, node: &Between) -> Vec<(i32, i32)> {
        let (list, children) = (MoveList::new(), tree.open(node, &mut MoveList::new()).unwrap());
        let each = (0..children.count()).map(|number| {
            let (_, child) = tree.child(node, children, &list, number);
            let mut played = *node;
            tree.play(&mut played, number);
            assert_eq!(child, played);
            (child.low, child.high)
        });
        each.collect()
    }

    #[test]
    fn children_stay_within_and_reach_the_ends() {
        for seed in 0..300 {
            let tree = Artificial::new(1 + seed as u32 % 6, seed, 50, 1 + seed as u32 % 4, false).unwrap();
            let mut node = tree.root();
            for step in 0..20 {
                if node.low == node.high {
                    break;
                }
                let all = intervals(&tree, &node);
                assert_eq!(all, in_one_row(&tree, &node));
                assert!(all.iter().all(|&(low, high)| node.low <= low && low <= high && high <= node.high));
                for end in [node.low, node.high] {
                    assert!(all.iter().any(|&(low, high)| low == end || high == end), "{end} of {node:?}");
                }
                tree.play(&mut node, (seed as u32 + step) % tree.width);
            }
        }
        let coarse = Artificial::new(5, 3, 9, 3, true).unwrap();
        assert!(intervals(&coarse, &coarse.root()).iter().all(|(low, high)| low == high || high - low > 2));
    }

    #[test]
    fn keeps_its_promises() {
        let tree = Artificial::new(3, 5, 100, 2, true).unwrap();
        let checked = Check::new(&tree, &tree.root()).games(50).evaluated().run();
        assert!(checked.is_ok(), "{:?}", checked.err().map(|fault| fault.to_string()));
    }
}
