//! Uniform trees whose leaves know nothing of each other: the model of the theory.

use provebest_game::{
    Children, Depth, Distribution, Evaluate, Game, Interval, Keyed, MoveList, Score, Shape, Status, ValueRange,
};

use super::{Node, ShapeError, below, check_shape, descend, plant};

/// Uniform trees with leaves drawn independently from `[-range, range]`, each value equally likely.
///
/// With a large range, ties are rare and the formulas for continuous values apply (Fuller, Gaschnig and Gillogly 1973;
/// Baudet 1978).
///
/// ```
/// use provebest_game::{Depth, perft};
/// use provebest_games::synthetic::Independent;
/// let tree = Independent::new(4, Depth(3), 7, 1000)?;
/// assert_eq!(perft(&tree, &tree.root(), Depth(3)), 64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Independent {
    width: u32,
    range: i32,
    root: Node,
}

impl Independent {
    /// A tree of the given width and height.
    pub fn new(width: u32, height: Depth, seed: u64, range: i32) -> Result<Independent, ShapeError> {
        check_shape(width, range)?;
        let key = plant(&[1, width.into(), height.0.into(), range as u64, seed]);
        Ok(Independent { width, range, root: Node::new(key, Score::ZERO, height.0) })
    }

    /// The root.
    pub fn root(&self) -> Node {
        self.root
    }

    #[inline(always)]
    fn leaf(&self, node: &Node) -> Score {
        Score(below(node.key, 2 * self.range as u64 + 1) as i32 - self.range)
    }
}

impl Game for Independent {
    type State = Node;
    type Move = u32;

    fn moves(&self, node: &Node, out: &mut MoveList<u32>) -> Status {
        let status = self.status(node, out);
        if status == Status::Open {
            out.extend(0..self.width);
        }
        status
    }

    #[inline(always)]
    fn play(&self, node: &mut Node, number: u32) {
        *node = Node::new(descend(node.key, number), Score::ZERO, node.height() - 1);
    }

    #[inline(always)]
    fn status(&self, node: &Node, _: &mut MoveList<u32>) -> Status {
        if node.height() == 0 { Status::Over(self.leaf(node)) } else { Status::Open }
    }

    fn shape(&self, node: &Node) -> Option<Shape> {
        Some(Shape { width: if node.height() == 0 { 0 } else { self.width }, height: Depth(node.height()) })
    }

    #[inline(always)]
    fn open(&self, node: &Node, _: &mut MoveList<u32>) -> Result<Children, Score> {
        if node.height() == 0 { Err(self.leaf(node)) } else { Ok(Children::numbered(self.width)) }
    }

    #[inline(always)]
    fn child(&self, node: &Node, _: Children, _: &MoveList<u32>, number: u32) -> (u32, Node) {
        let mut child = *node;
        self.play(&mut child, number);
        (number, child)
    }
}

impl Evaluate for Independent {
    /// Nothing is known before the leaves: 0.
    fn evaluate(&self, _: &Node) -> Score {
        Score::ZERO
    }
}

/// The range of the leaves.
impl Interval for Independent {
    fn interval(&self, _: &Node) -> (Score, Score) {
        (Score(-self.range), Score(self.range))
    }
}

/// The true distribution: at most `x` is a node all of whose children are worth at least `-x`.
impl Distribution for Independent {
    fn at_most(&self, node: &Node, most: Score) -> f64 {
        let range = f64::from(self.range);
        let leaf = |most: f64| ((most + range + 1.0) / (2.0 * range + 1.0)).clamp(0.0, 1.0);
        let worth = |plies: u32| if plies.is_multiple_of(2) { f64::from(most.0) } else { -f64::from(most.0) - 1.0 };
        let above = |chance: f64, _| (1.0 - chance).powf(self.width.into());
        (0..node.height()).fold(leaf(worth(node.height())), above)
    }
}

impl ValueRange for Independent {
    fn value_range(&self, node: &Node) -> (Score, Score) {
        self.interval(node)
    }
}

provebest_game::skills!(Independent: Keyed);

impl Keyed for Independent {
    fn key(&self, node: &Node) -> u64 {
        node.key
    }
}
