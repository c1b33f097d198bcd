//! Explicit trees in the table, and what all trees have in common: their children are numbered from 1.

use provebest_game::{Children, Game, MoveList, Score, Shape, Text, TextError};
use provebest_games::tree::Tree;

use super::{Compiled, Entry, GameInfo, GameKind, LeafCount, Placed, PositionError, PositionText};

/// Nothing: the family is hardly timed on trees that somebody wrote, and the engine and the solver are for games.
pub(super) const NOTHING: Compiled = Compiled { family: false, engine: false, solver: false };

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
pub(super) use children_by_number;

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
pub(super) fn number_of(text: &str, width: u32) -> Result<u32, TextError> {
    let number = text.parse::<u32>().ok().filter(|number| (1..=width).contains(number));
    let want = || TextError::new(text, 0, "not the number of a child", format!("a number from 1 to {width}"));
    number.map(|number| number - 1).ok_or_else(want)
}
