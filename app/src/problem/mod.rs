//! A game name and a position, read into something that can be searched.

mod any_game;
mod order;
mod parameters;

use std::io::Read;

use anyhow::{Context, bail};
use clap::ValueEnum;
use provebest::games::chess::{self, Chess};
use provebest::games::connect_four::{self, ConnectFour};
use provebest::games::othello::{self, Othello};
use provebest::games::synthetic::{Correlated, Independent, Weighted};
use provebest::games::tic_tac_toe::{self, TicTacToe};
use provebest::games::tree::Tree;
use provebest::{Depth, Evaluate, Game, MoveList, Shape, Text};

use crate::people;
use parameters::Parameters;

/// The most plies that the command searches; its threads have the stack for it.
pub const MOST_PLIES: Depth = Depth(10_000);

/// The games by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
#[value(rename_all = "lower")]
pub enum GameName {
    Tree,
    Uniform,
    Correlated,
    Iid,
    #[value(alias = "tic-tac-toe")]
    TicTacToe,
    #[value(name = "connect4", alias = "connect-four")]
    ConnectFour,
    #[value(alias = "reversi")]
    Othello,
    Chess,
    Tiles,
}

/// What there is to say about a game.
pub struct AboutGame {
    pub name: &'static str,
    pub summary: &'static str,
    pub position: &'static str,
    pub example: &'static str,
}

impl GameName {
    pub fn about(self) -> AboutGame {
        let (name, summary, position, example) = match self {
            GameName::Tree => (
                "tree",
                "an explicit tree: numbers are leaves, lists are nodes, the root is MAX",
                "nested lists of integers as JSON, a file with them, or - for standard input",
                "[[3,12,8],[2,4,6],[14,5,2]]",
            ),
            GameName::Uniform => (
                "uniform",
                "synthetic trees with a chosen degree of ordering (Marsland, Reinefeld and Schaeffer 1987)",
                "w=WIDTH,d=DEPTH,seed=S,values=N,order=random|perfect|PERCENT|WEIGHTS (order last)",
                "w=5,d=6,seed=1,order=60",
            ),
            GameName::Correlated => (
                "correlated",
                "synthetic trees whose values drift from parent to child (Lindstrom 1983)",
                "w=WIDTH,d=DEPTH,seed=S,preorder=yes|no",
                "w=4,d=5,seed=1,preorder=yes",
            ),
            GameName::Iid => (
                "iid",
                "synthetic trees with independent leaves: the model of the theory",
                "w=WIDTH,d=DEPTH,seed=S,values=N",
                "w=5,d=6,seed=1",
            ),
            GameName::TicTacToe => (
                "tictactoe",
                "three in a row on a board of nine fields",
                "fields played, 1 to 9 row by row, or the board as nine of X O -; empty for the start",
                "519",
            ),
            GameName::ConnectFour => (
                "connect4",
                "four in a row, stones drop to the bottom of a column",
                "columns played as digits, other sizes in front; empty or - for the start",
                "6x5:4455",
            ),
            GameName::Othello => (
                "othello",
                "discs turn over between two of the other colour",
                "64 of X O - and the side to move, or the moves played; empty for the start",
                "f5d6c3d3c4",
            ),
            GameName::Chess => (
                "chess",
                "chess, and Chess960",
                "a FEN or an EPD, startpos; empty for the start",
                "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            ),
            GameName::Tiles => (
                "tiles",
                "sliding tiles, a puzzle for one: the shortest way to 0 1 2 ..., row by row",
                "a size from 3x3 to 5x5 and the tiles row by row, 0 the empty cell",
                "3x3:8 7 6 0 4 1 2 5 3",
            ),
        };
        AboutGame { name, summary, position, example }
    }
}

impl GameName {
    /// The command that does something with it.
    pub fn command(self) -> &'static str {
        if self == GameName::Tiles { "solve" } else { "search" }
    }

    /// Is it a tree that is made from a seed?
    pub fn is_synthetic(self) -> bool {
        matches!(self, GameName::Uniform | GameName::Correlated | GameName::Iid)
    }

    /// Is it a game that people play, and not a tree?
    pub fn is_played(self) -> bool {
        matches!(self, GameName::TicTacToe | GameName::ConnectFour | GameName::Othello | GameName::Chess)
    }
}

/// What is searched: rules and a position in them.
pub enum Rules {
    Tree(Tree),
    Uniform(Weighted),
    Correlated(Correlated),
    Iid(Independent),
    TicTacToe(tic_tac_toe::Board),
    ConnectFour(ConnectFour, connect_four::Board),
    Othello(othello::Board),
    Chess(Chess, chess::Position),
}

/// A problem, ready to be searched.
pub struct Problem {
    pub game: GameName,
    /// The position as it was asked for.
    pub position: String,
    pub rules: Rules,
    /// How deep to search: never beyond the end of the game.
    pub depth: Depth,
    /// The largest width and height, down to the depth.
    pub shape: Shape,
    /// The largest value, for trees that say so.
    values: Option<i32>,
}

/// How many leaves there are to look at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LeafCount {
    /// So many.
    Exactly(u128),
    /// So many or fewer.
    AtMost(u128),
}

/// A game that the command can search, and whose moves it can write.
pub trait Playable: Evaluate<State: Send + Sync, Move: Send> + Sync {
    /// The move in the game's notation; `number` counts the children of `state` from 0.
    fn word(&self, state: &Self::State, m: Self::Move, number: u32) -> String;
}

/// Something to be done with a problem, whatever its game.
pub trait Job {
    type Output;
    fn run<G: Playable>(self, game: &G, root: &G::State) -> Self::Output;
}

macro_rules! children_by_number {
    ($($game:ty),*) => {$(
        impl Playable for $game {
            fn word(&self, _: &Self::State, _: Self::Move, number: u32) -> String {
                (number + 1).to_string()
            }
        }
    )*};
}
children_by_number!(Tree, Weighted, Correlated, Independent);

macro_rules! moves_by_text {
    ($($game:ty),*) => {$(
        impl Playable for $game {
            fn word(&self, state: &Self::State, m: Self::Move, _: u32) -> String {
                self.print_move(state, m)
            }
        }
    )*};
}
moves_by_text!(TicTacToe, ConnectFour, Othello, Chess);

/// A move of some game in its own notation.
pub fn word_of<G: Playable>(game: &G, state: &G::State, m: G::Move) -> String {
    let mut list = MoveList::new();
    game.moves(state, &mut list);
    let number = list.as_slice().iter().position(|&other| other == m).unwrap_or_default();
    game.word(state, m, number as u32)
}

/// The moves along a path of child numbers, in the game's notation.
pub fn words<G: Playable>(game: &G, root: &G::State, path: &[u32]) -> Vec<String> {
    let (mut state, mut list) = (root.clone(), MoveList::new());
    let word = |&number: &u32| {
        let children = game.open(&state, &mut list).ok()?;
        let (m, child) = game.child(&state, children, &list, number);
        list.close(children);
        let word = game.word(&state, m, number);
        state = child;
        Some(word)
    };
    path.iter().map_while(word).collect()
}

impl Problem {
    /// How deep games are searched that nobody sees the end of.
    fn usual_depth(game: GameName) -> Option<Depth> {
        match game {
            GameName::ConnectFour => Some(Depth(8)),
            GameName::Othello => Some(Depth(6)),
            GameName::Chess => Some(Depth(4)),
            _ => None,
        }
    }

    /// Reads a position. `seed` and `depth` are the options of these names.
    pub fn read(
        game: GameName,
        position: Option<&str>,
        seed: Option<u64>,
        depth: Option<Depth>,
    ) -> anyhow::Result<Problem> {
        let about = game.about();
        let mut values = None;
        let starts = game.is_played();
        let Some(text) = position.or(starts.then_some("")) else {
            bail!(
                "no position for {}: {} would be right\n  try: provebest {} {} '{}'",
                about.name,
                about.position,
                game.command(),
                about.name,
                about.example
            );
        };
        // A board behind a space: see `cli::boards`.
        let text = if starts { text.strip_prefix(' ').unwrap_or(text) } else { text };
        if let Some(seed) = seed.filter(|_| !game.is_synthetic()) {
            bail!("--seed {seed}: {} is no synthetic tree; no --seed would be right", about.name);
        }
        let place = || format!("the position of {}", about.name);
        let rules = match game {
            GameName::Tiles => {
                bail!("tiles is a puzzle for one: `provebest solve tiles '{}'` would be right", about.example)
            }
            GameName::Tree => Rules::Tree(read_tree(text)?),
            GameName::Uniform => {
                let read = Parameters::read(text, &["w", "d", "seed", "values", "order"]).with_context(place)?;
                let Synthetic { width, height, seed } = Synthetic::read(&read, seed, place)?;
                let range = read.number("values", 1..=1_000_000_000, Some(10_000)).with_context(place)? as i32;
                let order = order::read(&read, width).with_context(place)?;
                values = Some(range);
                Rules::Uniform(Weighted::new(width, height, seed, range, order).with_context(place)?)
            }
            GameName::Correlated => {
                let read = Parameters::read(text, &["w", "d", "seed", "preorder"]).with_context(place)?;
                let Synthetic { width, height, seed } = Synthetic::read(&read, seed, place)?;
                let preordered = read.choice("preorder", false).with_context(place)?;
                values = Some(1000 * height.0.max(1) as i32);
                Rules::Correlated(Correlated::new(width, height, seed, preordered).with_context(place)?)
            }
            GameName::Iid => {
                let read = Parameters::read(text, &["w", "d", "seed", "values"]).with_context(place)?;
                let Synthetic { width, height, seed } = Synthetic::read(&read, seed, place)?;
                let range = read.number("values", 1..=1_000_000_000, Some(1_000_000_000)).with_context(place)? as i32;
                values = Some(range);
                Rules::Iid(Independent::new(width, height, seed, range).with_context(place)?)
            }
            GameName::TicTacToe => Rules::TicTacToe(TicTacToe.parse(text).with_context(place)?),
            GameName::ConnectFour => {
                let (rules, board) = ConnectFour::parse(text).with_context(place)?;
                Rules::ConnectFour(rules, board)
            }
            GameName::Othello => Rules::Othello(Othello.parse(text).with_context(place)?),
            GameName::Chess => {
                let rules = Chess::default();
                let text = if matches!(text.trim(), "" | "-") { "startpos" } else { text };
                Rules::Chess(rules, rules.parse(text).with_context(place)?)
            }
        };
        let position = with_seed(game, text, seed);
        let shape = Shape { width: 0, height: Depth(0) };
        let mut problem = Problem { game, position, rules, depth: Depth(0), shape, values };
        let Shape { width, height } = problem.visit(Whole);
        problem.depth = problem.depth_for(depth, height)?;
        problem.shape = Shape { width, height: height.min(problem.depth) };
        Ok(problem)
    }

    /// Settles how deep to search.
    fn depth_for(&self, wanted: Option<Depth>, height: Depth) -> anyhow::Result<Depth> {
        let name = self.game.about().name;
        let depth = match wanted {
            Some(depth) if depth < height && !self.has_static_value() => bail!(
                "--depth {}: {name} has no honest value at inner nodes, and this one has leaves at ply {}; \
                 --depth {} or no --depth would be right",
                depth.0,
                height.0,
                height.0
            ),
            Some(depth) => depth.min(height),
            None => Self::usual_depth(self.game).map_or(height, |usual| height.min(usual)),
        };
        if depth > MOST_PLIES {
            let [deep, most] = [depth, MOST_PLIES].map(|plies| people::thousands(plies.0));
            bail!("{name} {}: {deep} plies deep; up to {most} can be searched", self.label());
        }
        Ok(depth)
    }

    /// Was the depth our choice, short of the end of the game?
    pub fn is_cut_short(&self, wanted: Option<u32>) -> bool {
        wanted.is_none() && self.visit(Whole).height > self.depth
    }

    /// Runs a job on the game and position of the problem.
    pub fn visit<J: Job>(&self, job: J) -> J::Output {
        match &self.rules {
            Rules::Tree(tree) => job.run(tree, &tree.root()),
            Rules::Uniform(tree) => job.run(tree, &tree.root()),
            Rules::Correlated(tree) => job.run(tree, &tree.root()),
            Rules::Iid(tree) => job.run(tree, &tree.root()),
            Rules::ConnectFour(rules, board) => job.run(rules, board),
            // Compiled once for all of them.
            Rules::TicTacToe(_) | Rules::Othello(_) | Rules::Chess(..) => job.run(&self.rules, &self.rules.root()),
        }
    }

    /// Do inner nodes have a value that a search may look at?
    pub fn has_static_value(&self) -> bool {
        self.game == GameName::Correlated || self.game.is_played()
    }

    /// How far off a first guess may be, unless told otherwise.
    pub fn margin(&self) -> i32 {
        let values = match &self.rules {
            Rules::Tree(tree) => Some(largest(tree)),
            _ => self.values,
        };
        values.map_or(provebest::Settings::MARGIN, |values| (values / 20).max(1))
    }

    /// The leaves of the tree, down to the depth of the search.
    pub fn leaf_count(&self) -> LeafCount {
        let Shape { width, height: Depth(height) } = self.shape;
        let full = || u128::from(width).checked_pow(height).unwrap_or(u128::MAX);
        match &self.rules {
            Rules::Tree(tree) => LeafCount::Exactly(tree.leaf_count().into()),
            Rules::Uniform(_) | Rules::Correlated(_) | Rules::Iid(_) => LeafCount::Exactly(full()),
            Rules::TicTacToe(_) => LeafCount::AtMost((0..height).fold(1, |lines, ply| lines * u128::from(width - ply))),
            Rules::ConnectFour(..) | Rules::Othello(_) | Rules::Chess(..) => LeafCount::AtMost(full()),
        }
    }

    /// The fewest leaves that prove the value of a uniform tree (Knuth and Moore); `None` for other trees.
    pub fn minimal_leaves(&self) -> Option<u128> {
        let Shape { width, height: Depth(height) } = self.shape;
        let power = |plies: u32| u128::from(width).checked_pow(plies);
        let regular = match self.leaf_count() {
            LeafCount::Exactly(count) => height == 0 || power(height) == Some(count),
            LeafCount::AtMost(_) => false,
        };
        let known = regular && height > 0;
        if known { Some(power(height.div_ceil(2))? + power(height / 2)? - 1) } else { regular.then_some(1) }
    }

    /// The position, short enough for a title.
    pub fn label(&self) -> String {
        const MOST: usize = 60;
        let text = self.position.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = people::harmless(&text);
        match text.char_indices().nth(MOST) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None if text.is_empty() || (text == "-" && self.game != GameName::Tree) => "from the start".into(),
            None if text == "-" => "from standard input".into(),
            None => text.into_owned(),
        }
    }
}

/// Asks a game for its shape. One that has none goes on for long, and nobody has seen a position of chess with more moves.
struct Whole;

const ENDLESS: Shape = Shape { width: 218, height: MOST_PLIES };

impl Job for Whole {
    type Output = Shape;
    fn run<G: Playable>(self, game: &G, root: &G::State) -> Shape {
        match game.open(root, &mut MoveList::new()) {
            Ok(_) => game.shape(root).unwrap_or(ENDLESS),
            Err(_) => Shape { width: 0, height: Depth(0) },
        }
    }
}

/// What all synthetic trees have in common.
struct Synthetic {
    width: u32,
    height: Depth,
    seed: u64,
}

impl Synthetic {
    const WIDEST: u64 = 1_000_000;
    const SEED: u64 = 1;

    fn read(read: &Parameters<'_>, seed: Option<u64>, place: impl Fn() -> String + Copy) -> anyhow::Result<Synthetic> {
        let width = read.number("w", 1..=Self::WIDEST, None).with_context(place)? as u32;
        let height = Depth(read.number("d", 0..=MOST_PLIES.0.into(), None).with_context(place)? as u32);
        let own = read.get("seed").map(|_| read.number("seed", 0..=u64::MAX, None)).transpose().with_context(place)?;
        if let (Some(own), Some(option)) = (own, seed)
            && own != option
        {
            bail!("seed={own} in the position, but --seed {option}: one of them, or the same, would be right");
        }
        Ok(Synthetic { width, height, seed: own.or(seed).unwrap_or(Self::SEED) })
    }
}

/// The position of a synthetic tree with its seed, so that it names one tree.
fn with_seed(game: GameName, text: &str, seed: Option<u64>) -> String {
    if !game.is_synthetic() {
        return text.to_string();
    }
    let text = text.split(',').map(str::trim).collect::<Vec<_>>().join(",");
    let (head, order) = text.split_at(text.find(",order=").unwrap_or(text.len()));
    match head.split(',').any(|part| part.starts_with("seed=")) {
        true => text,
        false => format!("{head},seed={}{order}", seed.unwrap_or(Synthetic::SEED)),
    }
}

/// Inline text, a file, or standard input.
fn read_tree(position: &str) -> anyhow::Result<Tree> {
    let text = position.trim();
    let number = text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) && text.parse::<f64>().is_ok();
    if text.is_empty() || text.starts_with('[') || number {
        return position.parse().context("the position of tree");
    }
    let (name, bytes) = if text == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).context("standard input")?;
        ("the tree on standard input".to_string(), bytes)
    } else {
        let shown: String = position.chars().take(200).collect();
        let bytes = std::fs::read(position).with_context(|| {
            format!("no tree: '{shown}' is neither a number nor does it start with [, so it should be a file")
        })?;
        (format!("the tree file '{shown}'"), bytes)
    };
    Tree::parse_bytes(&bytes).with_context(|| name)
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
