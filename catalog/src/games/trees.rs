//! Trees in the table: explicit ones and those of generators. Their children are numbered from 1.

use provebest_game::{Children, Depth, Game, MoveList, Score, Shape, Text, TextError};
use provebest_games::synthetic::{Artificial, Between, Correlated, Independent, Node, Weighted};
use provebest_games::tree::Tree;

use super::MOST_PLIES;
use super::entry::full;
use super::parameters::GameParameters;
use super::{Compiled, Entry, GameInfo, GameKind, LeafCount, Placed, PositionError, PositionText};

/// Nothing: the family is hardly timed on trees that somebody wrote, and the engine and the solver are for games.
const NOTHING: Compiled = Compiled { family: false, engine: false, solver: false };
/// The family, which is timed on generated trees.
const FAMILY: Compiled = Compiled { family: true, ..NOTHING };

/// What all trees have in common: moves are numbers of children, and nothing is listed to open a node.
macro_rules! children_by_number {
    () => {
        fn word(&self, _: &Self::State, _: u32, number: u32) -> String {
            (number + 1).to_string()
        }

        #[inline]
        fn open_by_number(&self, state: &Self::State, list: &mut MoveList<u32>) -> Result<Children, Score> {
            self.open(state, list)
        }

        #[inline]
        fn child_by_number(
            &self,
            state: &Self::State,
            children: Children,
            list: &MoveList<u32>,
            number: u32,
        ) -> (u32, Self::State) {
            self.child(state, children, list, number)
        }
    };
}

/// What generators have in common beside that.
macro_rules! generated {
    () => {
        const COMPILED: Compiled = FAMILY;

        children_by_number!();

        fn read_word(&self, state: &Node, text: &str) -> Result<u32, TextError> {
            number_of(text, self.shape(state).map_or(0, |shape| shape.width))
        }

        /// The text that it was read from names it; see `Problem::position`.
        fn position(&self, _: &Node) -> String {
            String::new()
        }

        fn leaf_count(&self, shape: Shape) -> LeafCount {
            LeafCount::Exactly(full(shape))
        }
    };
}

impl Entry for Tree {
    const INFO: GameInfo = GameInfo {
        name: "tree",
        title: "tree",
        aliases: &[],
        kind: GameKind::Tree,
        summary: "an explicit tree: numbers are leaves, lists are nodes, the root is MAX",
        position: "nested lists of integers as JSON, a file with them, or - for standard input",
        example: "[[3,12,8],[2,4,6],[14,5,2]]",
        usual_depth: None,
        usual_method: "negascout",
        estimates: false,
        solvable: true,
        hint: "Try next `provebest explain` on it: why was the rest left out?",
    };
    const COMPILED: Compiled = NOTHING;

    children_by_number!();

    fn read(position: PositionText<'_>) -> Result<Placed<Tree>, PositionError> {
        Ok(placed(position.text.parse()?))
    }

    fn read_word(&self, state: &Self::State, text: &str) -> Result<u32, TextError> {
        self.parse_move(state, text)
    }

    fn position(&self, _: &Self::State) -> String {
        self.to_string()
    }

    fn leaf_count(&self, _: Shape) -> LeafCount {
        LeafCount::Exactly(Tree::leaf_count(self).into())
    }
}

/// A whole tree.
pub(crate) fn placed(tree: Tree) -> Placed<Tree> {
    let (root, values) = (tree.root(), Some(largest(&tree)));
    Placed { rules: tree, root, values }
}

/// The largest absolute value of a leaf.
fn largest(tree: &Tree) -> i32 {
    let (mut waiting, mut list, mut most) = (vec![tree.root()], MoveList::new(), 0);
    while let Some(node) = waiting.pop() {
        match tree.open(&node, &mut list) {
            Ok(children) => {
                waiting.extend((0..children.count()).map(|number| tree.child(&node, children, &list, number).1))
            }
            Err(value) => most = most.max(value.0.abs()),
        }
    }
    most
}

/// The number of a child, counted from 0.
fn number_of(text: &str, width: u32) -> Result<u32, TextError> {
    let number = text.parse::<u32>().ok().filter(|number| (1..=width).contains(number));
    let want = || TextError::new(text, 0, "not the number of a child", format!("a number from 1 to {width}"));
    number.map(|number| number - 1).ok_or_else(want)
}

/// What most generators take.
struct Common {
    width: u32,
    height: Depth,
    seed: u64,
}

const WIDEST: u64 = 1_000_000;
const USUAL_SEED: u64 = 1;
const LARGEST: u64 = 1_000_000_000;

impl Common {
    fn read(read: &GameParameters<'_>, seed: Option<u64>) -> Result<Common, PositionError> {
        let width = read.number("w", 1..=WIDEST, None)? as u32;
        let height = Depth(read.number("d", 0..=MOST_PLIES.0.into(), None)? as u32);
        Ok(Common { width, height, seed: self::seed(read, seed)? })
    }
}

/// The seed of the text, or the one that is asked for beside it.
fn seed(read: &GameParameters<'_>, asked: Option<u64>) -> Result<u64, PositionError> {
    let own = read.get("seed").map(|_| read.number("seed", 0..=u64::MAX, None)).transpose()?;
    match (own, asked) {
        (Some(own), Some(asked)) if own != asked => Err(PositionError::TwoSeeds { own, asked }),
        _ => Ok(own.or(asked).unwrap_or(USUAL_SEED)),
    }
}

/// The text of a synthetic tree with its seed, so that it names one tree.
pub(crate) fn with_seed(text: &str, seed: Option<u64>) -> String {
    let text = text.split(',').map(str::trim).collect::<Vec<_>>().join(",");
    let (head, order) = text.split_at(text.find(",order=").unwrap_or(text.len()));
    match head.split(',').any(|part| part.starts_with("seed=")) {
        true => text,
        false => format!("{head},seed={}{order}", seed.unwrap_or(USUAL_SEED)),
    }
}

impl Entry for Weighted {
    const INFO: GameInfo = GameInfo {
        name: "uniform",
        title: "uniform tree",
        aliases: &[],
        kind: GameKind::Synthetic,
        summary: "synthetic trees with a chosen degree of ordering (Marsland, Reinefeld and Schaeffer 1987)",
        position: "w=WIDTH,d=DEPTH,seed=S,values=N,order=random|perfect|PERCENT|WEIGHTS (order last)",
        example: "w=5,d=6,seed=1,order=60",
        usual_depth: None,
        usual_method: "negascout",
        estimates: false,
        solvable: true,
        hint: "Try next another order= (random, 60, perfect) or another seed=.",
    };
    generated!();

    fn read(position: PositionText<'_>) -> Result<Placed<Weighted>, PositionError> {
        let read = GameParameters::read(position.text, &["w", "d", "seed", "values", "order"])?;
        let Common { width, height, seed } = Common::read(&read, position.seed)?;
        let range = read.number("values", 1..=LARGEST, Some(10_000))? as i32;
        let tree = Weighted::new(width, height, seed, range, read.order(width)?)?;
        Ok(Placed { root: tree.root(), rules: tree, values: Some(range) })
    }
}

impl Entry for Correlated {
    const INFO: GameInfo = GameInfo {
        name: "correlated",
        title: "correlated tree",
        aliases: &[],
        kind: GameKind::Synthetic,
        summary: "synthetic trees whose values drift from parent to child (Lindstrom 1983)",
        position: "w=WIDTH,d=DEPTH,seed=S,preorder=yes|no",
        example: "w=4,d=5,seed=1,preorder=yes",
        usual_depth: None,
        usual_method: "negascout",
        estimates: true,
        solvable: true,
        hint: "Try next the other preorder= (yes, no): order is what decides.",
    };
    generated!();

    fn read(position: PositionText<'_>) -> Result<Placed<Correlated>, PositionError> {
        let read = GameParameters::read(position.text, &["w", "d", "seed", "preorder"])?;
        let Common { width, height, seed } = Common::read(&read, position.seed)?;
        let tree = Correlated::new(width, height, seed, read.choice("preorder", false)?)?;
        Ok(Placed { root: tree.root(), rules: tree, values: Some(1000 * height.0.max(1) as i32) })
    }
}

impl Entry for Independent {
    const INFO: GameInfo = GameInfo {
        name: "iid",
        title: "tree of independent leaves",
        aliases: &[],
        kind: GameKind::Synthetic,
        summary: "synthetic trees with independent leaves: the model of the theory",
        position: "w=WIDTH,d=DEPTH,seed=S,values=N",
        example: "w=5,d=6,seed=1",
        usual_depth: None,
        usual_method: "negascout",
        estimates: false,
        solvable: true,
        hint: "Try next uniform with order=60: order is what decides.",
    };
    generated!();

    fn read(position: PositionText<'_>) -> Result<Placed<Independent>, PositionError> {
        let read = GameParameters::read(position.text, &["w", "d", "seed", "values"])?;
        let Common { width, height, seed } = Common::read(&read, position.seed)?;
        let range = read.number("values", 1..=LARGEST, Some(LARGEST))? as i32;
        let tree = Independent::new(width, height, seed, range)?;
        Ok(Placed { root: tree.root(), rules: tree, values: Some(range) })
    }
}

impl Entry for Artificial {
    const INFO: GameInfo = GameInfo {
        name: "artificial",
        title: "artificial tree",
        aliases: &[],
        kind: GameKind::Synthetic,
        summary: "synthetic trees of intervals that narrow on the way down, without a fixed depth (Berliner 1979)",
        position: "w=WIDTH,k=DRAWS,range=N,seed=S,coarse=yes|no",
        example: "w=5,k=3,range=400,seed=1",
        usual_depth: Some(Depth(8)),
        usual_method: "b-star",
        estimates: true,
        solvable: false,
        hint: "Try next another k=: more draws make harder trees; or --depth 1000 and -a pb-star.",
    };
    const COMPILED: Compiled = NOTHING;

    children_by_number!();

    fn read(position: PositionText<'_>) -> Result<Placed<Artificial>, PositionError> {
        let read = GameParameters::read(position.text, &["w", "k", "range", "seed", "coarse"])?;
        let width = read.number("w", 1..=1_000, None)? as u32;
        let range = read.number("range", 1..=LARGEST, Some(400))? as i32;
        let draws = read.number("k", 1..=1000, Some(3))? as u32;
        let tree = Artificial::new(width, seed(&read, position.seed)?, range, draws, read.choice("coarse", false)?)?;
        Ok(Placed { root: tree.root(), rules: tree, values: Some(range) })
    }

    fn read_word(&self, state: &Between, text: &str) -> Result<u32, TextError> {
        let width = self.open(state, &mut MoveList::new()).map_or(0, |children| children.count());
        number_of(text, width)
    }

    /// The text that it was read from names it; see `Problem::position`.
    fn position(&self, _: &Between) -> String {
        String::new()
    }

    fn leaf_count(&self, shape: Shape) -> LeafCount {
        LeafCount::AtMost(full(shape))
    }
}
