//! The weights generator: the root's value is drawn first, and handed down to the child that is to be best.

use std::fmt;
use std::hint::select_unpredictable;

use provebest_game::{
    Children, Depth, Distribution, Evaluate, Game, Interval, Keyed, MoveList, Score, Shape, Status, ValueRange,
};

use super::{Node, ShapeError, below, check_shape, descend, plant};

/// Uniform trees with a chosen degree of ordering.
///
/// The weights say how likely each child is to be the best. The best child gets its parent's value; the others, in the
/// parent's view, get a value from `[-R, v-1]` left of it and from `[-R, v]` right of it, so the best is also the
/// leftmost best. Marsland, Reinefeld and Schaeffer 1987, section 4.1.1.
///
/// ```
/// use provebest_game::{Depth, Game, perft};
/// use provebest_games::synthetic::{Order, Weighted};
/// let tree = Weighted::new(5, Depth(3), 1, 10_000, Order::first(5, 60.0)?)?;
/// assert_eq!(perft(&tree, &tree.root(), Depth(3)), 125);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Weighted {
    width: u32,
    range: i32,
    order: Order,
    root: Node,
}

/// Which child is how likely to be the best one.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// The first child is best with this probability, in parts of 2^32.
    first: u64,
    /// Spreads what is left evenly over the others: children per part, in parts of 2^56.
    spread: u64,
    /// Cumulated probabilities, in parts of 2^32, where the others are not equally likely.
    table: Box<[u64]>,
}

/// Weights that make no order.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderError(String);

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OrderError {}

const WHOLE: u64 = 1 << 32;

impl Order {
    /// Fraction bits of the spread: few would starve the last children.
    const FINE: u32 = 56;

    /// Every child is equally likely to be best: a random tree.
    pub fn random(width: u32) -> Order {
        Order::first(width, 100.0 / f64::from(width)).expect("a share of 100 lies between 0 and 100")
    }

    /// The first child is always best: a perfectly ordered tree.
    pub fn perfect(width: u32) -> Order {
        Order::first(width, 100.0).expect("100 lies between 0 and 100")
    }

    /// The first child is best in `percent` of all nodes; the others share the rest.
    pub fn first(width: u32, percent: f64) -> Result<Order, OrderError> {
        if !(0.0..=100.0).contains(&percent) {
            return Err(OrderError("no percentage; expected a number from 0 to 100".into()));
        }
        let first = if width == 1 { WHOLE } else { (percent / 100.0 * WHOLE as f64).round() as u64 };
        let spread = if first >= WHOLE { 0 } else { ((width as u128 - 1) << Self::FINE) / (WHOLE - first) as u128 };
        Ok(Order { first, spread: spread.min(u64::MAX.into()) as u64, table: Box::default() })
    }

    /// One weight a child, in percent; they sum to 100.
    ///
    /// ```
    /// use provebest_games::synthetic::Order;
    /// assert!(Order::weights(&[70.0, 20.0, 10.0]).is_ok());
    /// assert!(Order::weights(&[70.0, 20.0]).unwrap_err().to_string().contains("sum to about 90"));
    /// ```
    pub fn weights(weights: &[f64]) -> Result<Order, OrderError> {
        if let Some(child) = weights.iter().position(|w| !w.is_finite() || *w < 0.0) {
            return Err(OrderError(format!("no weight for child {}; expected a number from 0 to 100", child + 1)));
        }
        let sum: f64 = weights.iter().sum();
        if (sum - 100.0).abs() > 1e-6 {
            return Err(OrderError(format!("the weights sum to about {}, not to 100", sum.round() as i64)));
        }
        let Some((&first, others)) = weights.split_first() else {
            return Err(OrderError("no weight at all; expected one for each child".into()));
        };
        if others.windows(2).all(|pair| pair[0] == pair[1]) {
            return Order::first(weights.len() as u32, first.min(100.0));
        }
        let cumulate = |total: &mut f64, w: &f64| {
            *total += w;
            Some((*total / 100.0 * WHOLE as f64).round() as u64)
        };
        let mut table: Box<[u64]> = weights.iter().scan(0.0, cumulate).collect();
        let last = weights.iter().rposition(|&w| w > 0.0).expect("the weights sum to 100");
        table[last..].fill(WHOLE);
        Ok(Order { first: 0, spread: 0, table })
    }

    /// The best child of the node with this key.
    #[inline(always)]
    fn best(&self, key: u64) -> u32 {
        let draw = key & (WHOLE - 1);
        if self.spread == 0 {
            return self.best_by_table(draw);
        }
        // Whether it is the first cannot be foretold: to work out the other in vain costs less than a wrong branch.
        let beyond = draw.wrapping_sub(self.first);
        let other = ((u128::from(beyond) * u128::from(self.spread)) >> Self::FINE) as u32;
        select_unpredictable(draw < self.first, 0, other.wrapping_add(1))
    }

    /// The same by the table, or where the first is always best.
    #[cold]
    fn best_by_table(&self, draw: u64) -> u32 {
        if draw < self.first { 0 } else { self.table.partition_point(|&up_to| up_to <= draw) as u32 }
    }
}

impl Weighted {
    /// A tree of the given width and height with values in `[-range, range]`; `order` fits the width.
    pub fn new(width: u32, height: Depth, seed: u64, range: i32, order: Order) -> Result<Weighted, ShapeError> {
        check_shape(width, range)?;
        if !order.table.is_empty() && order.table.len() != width as usize {
            return Err(ShapeError(format!("{} weights for a width of {width}: one a child", order.table.len())));
        }
        let shape = [width.into(), height.0.into(), range as u64, order.first, order.spread];
        let parameters: Vec<u64> = shape.into_iter().chain(order.table.iter().copied()).chain([seed]).collect();
        let key = plant(&parameters);
        let value = Score(below(key, 2 * range as u64 + 1) as i32 - range);
        Ok(Weighted { width, range, order, root: Node::new(key, value, height.0) })
    }

    /// The root.
    pub fn root(&self) -> Node {
        self.root
    }

    /// The child with this number of a node whose best child is `best`.
    #[inline(always)]
    fn below(&self, node: &Node, best: u32, number: u32) -> Node {
        let key = descend(node.key, number);
        // In the parent's view: below its value to the left of the best child, at most equal to the right of it.
        let room = node.value().0 + self.range + i32::from(number > best);
        let other = if room > 0 { below(key, room as u64) as i32 - self.range } else { node.value().0 - 1 };
        let value = if number == best { node.value().0 } else { other };
        Node::new(key, Score(-value), node.height() - 1)
    }

    /// The value that the generator planted at the root.
    pub fn planted(&self) -> Score {
        self.root.value()
    }
}

impl Game for Weighted {
    type State = Node;
    type Move = u32;

    fn moves(&self, node: &Node, out: &mut MoveList<u32>) -> Status {
        let status = self.status(node, out);
        if status == Status::Open {
            out.extend(0..self.width);
        }
        status
    }

    fn play(&self, node: &mut Node, number: u32) {
        *node = self.below(node, self.order.best(node.key), number);
    }

    #[inline(always)]
    fn status(&self, node: &Node, _: &mut MoveList<u32>) -> Status {
        if node.height() == 0 { Status::Over(node.value()) } else { Status::Open }
    }

    fn shape(&self, node: &Node) -> Option<Shape> {
        Some(Shape { width: if node.height() == 0 { 0 } else { self.width }, height: Depth(node.height()) })
    }

    #[inline(always)]
    fn open(&self, node: &Node, _: &mut MoveList<u32>) -> Result<Children, Score> {
        if node.height() == 0 {
            Err(node.value())
        } else {
            Ok(Children::numbered(self.width).with_note(self.order.best(node.key)))
        }
    }

    #[inline(always)]
    fn child(&self, node: &Node, children: Children, _: &MoveList<u32>, number: u32) -> (u32, Node) {
        (number, self.below(node, children.note(), number))
    }
}

impl Evaluate for Weighted {
    /// The planted value. It is the exact minimax value, so a search that asks for it at an inner node is cheating.
    #[inline(always)]
    fn evaluate(&self, node: &Node) -> Score {
        node.value()
    }
}

/// All values of the tree: where there is no smaller one left, a child may be worth one less than its parent.
impl Interval for Weighted {
    fn interval(&self, _: &Node) -> (Score, Score) {
        let most = self.range.saturating_add_unsigned(self.root.height()).min(Score::LIMIT);
        (Score(-most), Score(most))
    }
}

impl Distribution for Weighted {}

impl ValueRange for Weighted {
    fn value_range(&self, node: &Node) -> (Score, Score) {
        self.interval(node)
    }
}

provebest_game::skills!(Weighted: Keyed);

impl Keyed for Weighted {
    fn key(&self, node: &Node) -> u64 {
        node.key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_fall_to_children_as_the_weights_say() {
        let shares = [0.0, 1.0, 20.0, 60.0, 99.9, 100.0];
        for (width, percent) in [1, 2, 5, 20, 1000].into_iter().flat_map(|width| shares.map(|percent| (width, percent)))
        {
            let order = Order::first(width, percent).unwrap();
            let others = u64::from(width) - 1;
            let edges =
                [0, 1, order.first.saturating_sub(1), order.first, order.first + 1, WHOLE / 3, WHOLE - 2, WHOLE - 1];
            for draw in edges.into_iter().filter(|&draw| draw < WHOLE) {
                let best = order.best(0xdead_beef << 32 | draw);
                if draw < order.first {
                    assert_eq!(best, 0, "width {width}, {percent} %, draw {draw}");
                } else {
                    let exact = 1
                        + (u128::from(draw - order.first) * u128::from(others) / u128::from(WHOLE - order.first))
                            as u32;
                    // The reciprocal is rounded down.
                    assert!(
                        best == exact || best + 1 == exact,
                        "width {width}, {percent} %, draw {draw}: {best}, not {exact}"
                    );
                    assert!(1 <= best && u64::from(best) <= others);
                }
            }
        }
        let table = Order::weights(&[50.0, 0.0, 25.0, 25.0]).unwrap();
        let best =
            [0, WHOLE / 2 - 1, WHOLE / 2, WHOLE / 4 * 3 - 1, WHOLE / 4 * 3, WHOLE - 1].map(|draw| table.best(draw));
        assert_eq!(best, [0, 0, 2, 2, 3, 3]);
    }
}
