//! The trees of an experiment: every one is told by its shape, the seed of the run and its number.

use std::fmt;
use std::str::FromStr;

use provebest::family::{AlgorithmSpec, Searched};
use provebest::game::{Children, mix};
use provebest::game::{Shape, Window};
use provebest::games::synthetic::{Correlated, Independent, Node as SyntheticNode, Order, Weighted};
use provebest::games::tree::{Node as ExplicitNode, Tree as Explicit};
use provebest::search::{AlphaBeta, NegaScout, Windowed};
use provebest::search::{Counters, Observer, Report, Search, Task, TooDeep};
use provebest::{AnyMachine, Depth, Evaluate, Game, Keyed, MoveList, Score, SearchError, Status};

/// How the children of a node are ordered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Trees {
    /// Every child is equally likely to be the best.
    Random,
    /// The first child is best in so many percent of all nodes, the others share the rest.
    First(u32),
    /// Strongly ordered as Marsland and Campbell (1982) defined it: the first child is best in 70 %, the next four in 5 %
    /// each, all others share what is left.
    Strong,
    /// The first child is always the best.
    Perfect,
    /// Leaves that are independent of each other: the model of the theory.
    Independent,
    /// Values that drift from parent to child (Lindstrom 1983), the children as they come.
    Correlated,
    /// The same trees, the children of every node sorted by their own values, best first.
    Preordered,
    /// The example of Bhattacharya and Bagchi (1993): sixteen leaves, of which four do not matter and are drawn.
    Example,
    /// The 24 positions of Bratko and Kopec (1982) in chess.
    Chess,
    /// Positions of random games of Connect Four.
    ConnectFour,
    /// Positions of random games of Othello.
    Othello,
    /// Sliding tiles; width and depth are those of the board.
    Tiles,
    /// Travelling salesmen; width and depth are the number of cities.
    Salesman,
}

impl fmt::Display for Trees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trees::Random => f.pad("random"),
            Trees::First(percent) => f.pad(&percent.to_string()),
            Trees::Strong => f.pad("70-5-5-5-5"),
            Trees::Perfect => f.pad("perfect"),
            Trees::Independent => f.pad("iid"),
            Trees::Correlated => f.pad("correlated"),
            Trees::Preordered => f.pad("preordered"),
            Trees::Example => f.pad("example"),
            Trees::Chess => f.pad("chess"),
            Trees::ConnectFour => f.pad("connect4"),
            Trees::Othello => f.pad("othello"),
            Trees::Tiles => f.pad("tiles"),
            Trees::Salesman => f.pad("salesman"),
        }
    }
}

impl FromStr for Trees {
    type Err = String;

    fn from_str(text: &str) -> Result<Trees, String> {
        match text {
            "random" => Ok(Trees::Random),
            "70-5-5-5-5" => Ok(Trees::Strong),
            "perfect" => Ok(Trees::Perfect),
            "iid" => Ok(Trees::Independent),
            "correlated" => Ok(Trees::Correlated),
            "preordered" => Ok(Trees::Preordered),
            "example" => Ok(Trees::Example),
            "chess" => Ok(Trees::Chess),
            "connect4" => Ok(Trees::ConnectFour),
            "othello" => Ok(Trees::Othello),
            "tiles" => Ok(Trees::Tiles),
            "salesman" => Ok(Trees::Salesman),
            _ => match text.parse() {
                Ok(percent @ 0..=100) => Ok(Trees::First(percent)),
                _ => Err(format!(
                    "no order of trees is called '{text}': random, a percentage, perfect, iid, correlated or preordered"
                )),
            },
        }
    }
}

impl Trees {
    /// In words, for pictures and tables.
    pub fn words(self) -> String {
        match self {
            Trees::Random => "random trees".into(),
            Trees::First(percent) => format!("ordered trees, first child best in {percent} %"),
            Trees::Strong => "ordered trees, first child best in 70 %".into(),
            Trees::Perfect => "perfectly ordered trees".into(),
            Trees::Independent => "independent leaves".into(),
            Trees::Correlated => "correlated trees".into(),
            Trees::Preordered => "correlated trees, preordered".into(),
            Trees::Example => "the paper's example".into(),
            Trees::Chess => "chess".into(),
            Trees::ConnectFour => "Connect Four".into(),
            Trees::Othello => "Othello".into(),
            Trees::Tiles => "sliding tiles".into(),
            Trees::Salesman => "travelling salesmen".into(),
        }
    }

    /// Are these positions of a game? They are searched by an engine ([`crate::positions`]), and cannot be planted.
    pub fn is_game(self) -> bool {
        matches!(self, Trees::Chess | Trees::ConnectFour | Trees::Othello)
    }

    /// Are these puzzles ([`crate::puzzles`])? They cannot be planted either, and have no minimal tree.
    pub fn is_puzzle(self) -> bool {
        matches!(self, Trees::Tiles | Trees::Salesman)
    }

    fn order(self, width: u32) -> anyhow::Result<Order> {
        Ok(match self {
            Trees::First(percent) => Order::first(width, percent.into())?,
            Trees::Perfect => Order::perfect(width),
            Trees::Strong => {
                anyhow::ensure!(
                    width > 5,
                    "a width of {width}: 6 or more would be right for the weights 70,5,5,5,5,..."
                );
                let rest = 10.0 / f64::from(width - 5);
                let weights: Vec<f64> = (0..width)
                    .map(|child| [70.0, 5.0, 5.0, 5.0, 5.0].get(child as usize).copied().unwrap_or(rest))
                    .collect();
                Order::weights(&weights)?
            }
            _ => Order::random(width),
        })
    }
}

/// Trees of one kind and shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// How they are ordered.
    pub trees: Trees,
    /// Children of every inner node.
    pub width: u32,
    /// Plies from the root to the leaves.
    pub depth: u32,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} w={} d={}", self.trees, self.width, self.depth)
    }
}

impl Cell {
    /// Leaves of the minimal tree, w^ceil(d/2) + w^floor(d/2) - 1 (Knuth and Moore 1975); as large as can be told.
    pub fn minimal(&self) -> u64 {
        let power = |exponent| u64::from(self.width).saturating_pow(exponent);
        power(self.depth.div_ceil(2)).saturating_add(power(self.depth / 2)) - 1
    }

    /// How much work it is, roughly, beside others of its kind.
    pub fn work(&self) -> u64 {
        if self.trees.is_puzzle() { u64::from(self.width) * u64::from(self.depth) } else { self.minimal() }
    }

    /// The tree with this number of the run with this seed.
    pub fn plant(&self, seed: u64, number: u32, values: i32) -> anyhow::Result<Planted> {
        let planted = !self.trees.is_game() && !self.trees.is_puzzle();
        anyhow::ensure!(planted, "{}: a position of a game, or a puzzle, is not planted", self.trees);
        let (width, depth) = (self.width, Depth(self.depth));
        let seed = mix(mix(seed).wrapping_add(number.into()));
        let tree = match self.trees {
            Trees::Independent => Tree::Independent(Independent::new(width, depth, seed, values)?),
            Trees::Correlated => Tree::Correlated(Correlated::new(width, depth, seed, false)?),
            Trees::Preordered => Tree::Correlated(Correlated::new(width, depth, seed, true)?),
            Trees::Example => {
                anyhow::ensure!((width, depth) == (2, Depth(4)), "the example has a width of 2 and a depth of 4");
                Tree::Explicit(example(seed)?)
            }
            trees => Tree::Weighted(Weighted::new(width, depth, seed, values, trees.order(width)?)?),
        };
        Ok(Planted { cell: *self, tree })
    }
}

/// A tree to experiment on.
pub struct Planted {
    /// Where it belongs.
    pub cell: Cell,
    tree: Tree,
}

enum Tree {
    Weighted(Weighted),
    Independent(Independent),
    Correlated(Correlated),
    Explicit(Explicit),
}

/// 4 4 4 X 4 4 X X 6 5 6 5 5 4 3 X, with any values from -9 to 9 for X.
fn example(seed: u64) -> anyhow::Result<Explicit> {
    let any = |number: u64| mix(seed.wrapping_add(number)) % 19;
    let [a, b, c, d] = [0, 1, 2, 3].map(|number| any(number) as i64 - 9);
    Ok(format!("[[[[4,4],[4,{a}]],[[4,4],[{b},{c}]]],[[[6,5],[6,5]],[[5,4],[3,{d}]]]]").parse()?)
}

/// Does the same with a tree of any kind.
macro_rules! on {
    ($planted:expr, $tree:ident => $what:expr) => {
        match &$planted.tree {
            Tree::Weighted($tree) => $what,
            Tree::Independent($tree) => $what,
            Tree::Correlated($tree) => $what,
            Tree::Explicit($tree) => $what,
        }
    };
}

/// A node of a tree of any kind.
#[derive(Clone, Copy)]
enum Place {
    /// Of one that is made up on the way.
    Synthetic(SyntheticNode),
    /// Of one that is written down.
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
            (Tree::Weighted($game), Place::Synthetic($node)) => $what,
            (Tree::Independent($game), Place::Synthetic($node)) => $what,
            (Tree::Correlated($game), Place::Synthetic($node)) => $what,
            (Tree::Explicit($game), Place::Explicit($node)) => $what,
            _ => unreachable!("a node of another tree"),
        }
    };
}

/// All kinds of trees as one game. Parallel searches are long texts and there are many of them: they are compiled for this
/// one only, at the price of a branch at every step.
impl Game for Tree {
    type State = Place;
    type Move = u32;

    fn moves(&self, place: &Place, out: &mut MoveList<u32>) -> Status {
        at!(self, place, |tree, node| tree.moves(node, out))
    }

    fn play(&self, place: &mut Place, number: u32) {
        at!(self, place, |tree, node| tree.play(node, number));
    }

    #[inline]
    fn status(&self, place: &Place, list: &mut MoveList<u32>) -> Status {
        at!(self, place, |tree, node| tree.status(node, list))
    }

    fn shape(&self, place: &Place) -> Option<Shape> {
        at!(self, place, |tree, node| tree.shape(node))
    }

    #[inline]
    fn open(&self, place: &Place, list: &mut MoveList<u32>) -> Result<Children, Score> {
        at!(self, place, |tree, node| tree.open(node, list))
    }

    #[inline]
    fn child(&self, place: &Place, children: Children, list: &MoveList<u32>, number: u32) -> (u32, Place) {
        at!(self, place, |tree, node| {
            let (number, child) = tree.child(node, children, list, number);
            (number, child.into())
        })
    }
}

impl Evaluate for Tree {
    #[inline]
    fn evaluate(&self, place: &Place) -> Score {
        at!(self, place, |tree, node| tree.evaluate(node))
    }
}

impl Keyed for Tree {
    fn key(&self, place: &Place) -> u64 {
        at!(self, place, |tree, node| tree.key(node))
    }
}

impl Planted {
    /// Searches the tree, with a window if there is one.
    pub fn search<W: Observer>(
        &self,
        search: &impl Search,
        window: Option<Window>,
        limits: provebest::search::Limits<'_>,
        observer: &mut W,
    ) -> Result<Report<u32>, TooDeep> {
        let depth = Depth(self.cell.depth);
        on!(self, tree => {
            let root = tree.root();
            let task = Task::new(tree, &root, depth).within(limits);
            match window {
                Some(window) => AlphaBeta.search_window(&task, window, observer),
                None => search.search(&task, observer),
            }
        })
    }

    /// Searches the tree on a machine, and counts; every processor on its own, in lock step all together.
    pub fn search_on(
        &self,
        search: &AlgorithmSpec,
        machine: &AnyMachine,
        limits: provebest::search::Limits<'_>,
    ) -> Result<Searched<u32, Counters>, SearchError> {
        self.whole(limits, |task| search.search_parallel_on(task, machine, Counters::default))
    }

    /// Searches the tree on so many processors that keep step. Only here can others listen than counters: searches on
    /// machines are compiled for those alone.
    pub fn search_in_step<W: Observer>(
        &self,
        search: &AlgorithmSpec,
        processors: usize,
        limits: provebest::search::Limits<'_>,
        observer: W,
    ) -> Result<Searched<u32, W>, SearchError> {
        self.whole(limits, |task| search.search_in_step(task, processors, observer))
    }

    /// Does something with the tree as one of any kind.
    fn whole<T>(&self, limits: provebest::search::Limits<'_>, work: impl FnOnce(&Task<'_, Tree>) -> T) -> T {
        let root = on!(self, tree => tree.root().into());
        work(&Task::new(&self.tree, &root, Depth(self.cell.depth)).within(limits))
    }

    /// The minimax value.
    pub fn value(&self) -> anyhow::Result<Score> {
        let report = self.search(&NegaScout, None, provebest::search::Limits::default(), &mut Counters::default())?;
        report.value.ok_or_else(|| anyhow::anyhow!("a search without limits has a value"))
    }
}
