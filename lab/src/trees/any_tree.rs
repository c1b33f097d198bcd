//! All kinds of trees as one game. Searches that are not timed are compiled for this one alone, at the price of a call at
//! every step: no method is inlined, so that a search holds one call and not four generators of trees.

use provebest::game::Children;
use provebest::game::Shape;
use provebest::games::synthetic::{Correlated, Independent, Node as SyntheticNode, Weighted};
use provebest::games::tree::{Node as ExplicitNode, Tree as Explicit};
use provebest::{Evaluate, Game, Keyed, MoveList, Score, Status};

/// A tree of any kind.
pub(super) enum AnyTree {
    Weighted(Weighted),
    Independent(Independent),
    Correlated(Correlated),
    Explicit(Explicit),
}

impl AnyTree {
    /// The root of the tree.
    pub(super) fn root(&self) -> Place {
        match self {
            AnyTree::Weighted(tree) => tree.root().into(),
            AnyTree::Independent(tree) => tree.root().into(),
            AnyTree::Correlated(tree) => tree.root().into(),
            AnyTree::Explicit(tree) => tree.root().into(),
        }
    }
}

/// A node of a tree of any kind.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// Of a tree that is generated during the search.
    Synthetic(SyntheticNode),
    /// Of a tree that is stored.
    Explicit(ExplicitNode),
}

impl From<SyntheticNode> for Place {
    fn from(node: SyntheticNode) -> Place {
        Place::Synthetic(node)
    }
}

impl From<ExplicitNode> for Place {
    fn from(node: ExplicitNode) -> Place {
        Place::Explicit(node)
    }
}

/// Does the same with a tree of any kind and a node of it.
macro_rules! at {
    ($tree:expr, $place:expr, |$game:ident, $node:ident| $what:expr) => {
        match ($tree, $place) {
            (AnyTree::Weighted($game), Place::Synthetic($node)) => $what,
            (AnyTree::Independent($game), Place::Synthetic($node)) => $what,
            (AnyTree::Correlated($game), Place::Synthetic($node)) => $what,
            (AnyTree::Explicit($game), Place::Explicit($node)) => $what,
            _ => unreachable!("a node of another tree"),
        }
    };
}

impl Game for AnyTree {
    type State = Place;
    type Move = u32;

    #[inline(never)]
    fn moves(&self, place: &Place, out: &mut MoveList<u32>) -> Status {
        at!(self, place, |tree, node| tree.moves(node, out))
    }

    #[inline(never)]
    fn play(&self, place: &mut Place, number: u32) {
        at!(self, place, |tree, node| tree.play(node, number));
    }

    #[inline(never)]
    fn status(&self, place: &Place, list: &mut MoveList<u32>) -> Status {
        at!(self, place, |tree, node| tree.status(node, list))
    }

    #[inline(never)]
    fn shape(&self, place: &Place) -> Option<Shape> {
        at!(self, place, |tree, node| tree.shape(node))
    }

    #[inline(never)]
    fn open(&self, place: &Place, list: &mut MoveList<u32>) -> Result<Children, Score> {
        at!(self, place, |tree, node| tree.open(node, list))
    }

    #[inline(never)]
    fn child(&self, place: &Place, children: Children, list: &MoveList<u32>, number: u32) -> (u32, Place) {
        at!(self, place, |tree, node| {
            let (number, child) = tree.child(node, children, list, number);
            (number, child.into())
        })
    }
}

impl Evaluate for AnyTree {
    #[inline(never)]
    fn evaluate(&self, place: &Place) -> Score {
        at!(self, place, |tree, node| tree.evaluate(node))
    }
}

impl Keyed for AnyTree {
    #[inline(never)]
    fn key(&self, place: &Place) -> u64 {
        at!(self, place, |tree, node| tree.key(node))
    }
}
