//! Trees whose values drift: a position resembles the one before it.

use provebest_game::{
    Depth, Distribution, Evaluate, Game, Interval, Keyed, MoveList, Score, Shape, Status, ValueRange,
};

use super::{Node, ShapeError, below, check_shape, descend, plant};

/// Uniform trees in which a child is worth what its parent is, plus a whole number from `[-1000, 999]`, all in the view
/// of the first player; the root is worth 0. Lindstrom's key node paper (1983), section 4.2.1.
///
/// With preordering the children of every node, leaves too, come best first for the side that chooses among them.
/// Every node has an honest value, so these trees can also be searched to less than their height.
///
/// ```
/// use provebest_game::{Depth, Evaluate, perft};
/// use provebest_games::synthetic::Correlated;
/// let tree = Correlated::new(4, Depth(5), 1, true)?;
/// assert_eq!(perft(&tree, &tree.root(), Depth(5)), 1024);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Correlated {
    width: u32,
    height: u32,
    preordered: bool,
    root: Node,
}

impl Correlated {
    const DOWN: i32 = -1000;
    const STEPS: u64 = 2000;

    /// A tree of the given width and height.
    pub fn new(width: u32, height: Depth, seed: u64, preordered: bool) -> Result<Correlated, ShapeError> {
        check_shape(width, 1)?;
        if height.0 > 1_000_000 {
            return Err(ShapeError(format!("d={}: values drift past their limit beyond 1000000 plies", height.0)));
        }
        let key = plant(&[2, width.into(), height.0.into(), seed]);
        Ok(Correlated { width, height: height.0, preordered, root: Node::new(key, Score::ZERO, height.0) })
    }

    /// The root.
    pub fn root(&self) -> Node {
        self.root
    }

    fn step(&self, node: &Node, number: u32) -> i32 {
        below(descend(node.key, number), Self::STEPS) as i32 + Self::DOWN
    }

    fn first_player_moves(&self, node: &Node) -> bool {
        (self.height - node.height()).is_multiple_of(2)
    }
}

impl Game for Correlated {
    type State = Node;
    type Move = u32;

    fn moves(&self, node: &Node, out: &mut MoveList<u32>) -> Status {
        let status = self.status(node, out);
        if status == Status::Open {
            out.extend(0..self.width);
            if self.preordered {
                let better = if self.first_player_moves(node) { -1 } else { 1 };
                out.as_mut_slice().sort_unstable_by_key(|&number| (better * self.step(node, number), number));
            }
        }
        status
    }

    fn play(&self, node: &mut Node, number: u32) {
        let value = node.value() + self.step(node, number);
        *node = Node::new(descend(node.key, number), value, node.height() - 1);
    }

    fn status(&self, node: &Node, _: &mut MoveList<u32>) -> Status {
        if node.height() == 0 { Status::Over(self.evaluate(node)) } else { Status::Open }
    }

    fn shape(&self, node: &Node) -> Option<Shape> {
        Some(Shape { width: if node.height() == 0 { 0 } else { self.width }, height: Depth(node.height()) })
    }
}

impl Evaluate for Correlated {
    fn evaluate(&self, node: &Node) -> Score {
        if self.first_player_moves(node) { node.value() } else { -node.value() }
    }
}

/// As far as the values can drift in the plies that are left.
impl Interval for Correlated {
    fn interval(&self, node: &Node) -> (Score, Score) {
        let plies = node.height() as i32;
        let (low, high) =
            (node.value() + Self::DOWN * plies, node.value() + (Self::DOWN + Self::STEPS as i32 - 1) * plies);
        if self.first_player_moves(node) { (low, high) } else { (-high, -low) }
    }
}

impl Distribution for Correlated {}

impl ValueRange for Correlated {
    fn value_range(&self, node: &Node) -> (Score, Score) {
        self.interval(node)
    }
}

provebest_game::skills!(Correlated: Keyed);

impl Keyed for Correlated {
    fn key(&self, node: &Node) -> u64 {
        node.key
    }
}
