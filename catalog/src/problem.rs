//! What is searched: a game or a puzzle and a position, from text and back to the same text.

use provebest_game::{Depth, MoveList, Score, Shape};
use provebest_games::graph::Graph;
use provebest_games::tree::Tree;

use crate::games::{
    AnyGame, Entry, GRAPH, GameInfo, GameKind, LeafCount, MOST_PLIES, PositionError, PositionText, SALESMEN, Visitor,
    synthetic, trees,
};
use crate::salesmen::Cities;
use crate::tiles::Board;

/// A game and a position of it, ready to be searched to a depth; or a board of a puzzle.
///
/// ```
/// use provebest_catalog::{Problem, games};
/// let connect_four = games::find("connect4").unwrap();
/// let problem = Problem::read(connect_four, Some("4455"), None, None)?;
/// assert_eq!((problem.name(), problem.position(), problem.depth().0), ("connect4", "4455", 8));
///
/// let error = Problem::read(connect_four, Some("4x55"), None, None).unwrap_err();
/// assert_eq!(error.to_string(), "the position of connect4");
/// # Ok::<(), provebest_catalog::ProblemError>(())
/// ```
pub struct Problem {
    info: &'static GameInfo,
    position: String,
    subject: Subject,
    depth: Depth,
    shape: Shape,
    /// The whole height of the game.
    height: Depth,
    /// The depth of the request.
    asked: Option<Depth>,
}

impl std::fmt::Debug for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Problem({} {}, {} plies)", self.name(), self.label(), self.depth.0)
    }
}

/// What to search.
enum Subject {
    Game(AnyGame),
    Graph(Graph),
    Tiles(Board),
    Salesmen(Cities),
}

/// There is no such problem.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// Trees and puzzles need a position.
    #[error("no position for {}: expected {}\n  try: provebest {} {0} '{}'", game.name, game.position, game.command(), game.example)]
    NoPosition {
        /// The game.
        game: &'static GameInfo,
    },
    /// The position cannot be read.
    #[error("the position of {}", game.name)]
    Position {
        /// The game.
        game: &'static GameInfo,
        /// What is wrong.
        source: PositionError,
    },
    /// Only synthetic trees have seeds.
    #[error("seed {seed}: {} is no synthetic tree; expected no seed", game.name)]
    Seed {
        /// The game.
        game: &'static GameInfo,
        /// The seed.
        seed: u64,
    },
    /// The tree has leaves below the depth, and inner nodes have no value to stop at.
    #[error(
        "depth {}: {} has no honest value at inner nodes, and this one has leaves at ply {}; expected depth {2}, or none",
        depth.0, game.name, height.0
    )]
    TooShallow {
        /// The game.
        game: &'static GameInfo,
        /// The depth of the request.
        depth: Depth,
        /// The height of the tree.
        height: Depth,
    },
    /// Nothing is searched that deep.
    #[error("{} {label}: {} plies deep; up to {} can be searched", game.name, depth.0, MOST_PLIES.0)]
    TooDeep {
        /// The game.
        game: &'static GameInfo,
        /// The position, short enough for a line.
        label: String,
        /// The depth.
        depth: Depth,
    },
}

impl ProblemError {
    /// The part of a request that is wrong, where that is not the position: `seed` or `depth`.
    pub fn option(&self) -> Option<&'static str> {
        match self {
            ProblemError::Seed { .. } => Some("seed"),
            ProblemError::TooShallow { .. } => Some("depth"),
            _ => None,
        }
    }
}

impl Problem {
    /// Reads a position. Games that people play have a start position, which needs no text. `seed` is for synthetic trees that
    /// name none. Without a `depth` the usual depth of the game is taken.
    pub fn read(
        game: &'static GameInfo,
        position: Option<&str>,
        seed: Option<u64>,
        depth: Option<Depth>,
    ) -> Result<Problem, ProblemError> {
        let Some(text) = position.or(game.is_played().then_some("")) else {
            return Err(ProblemError::NoPosition { game });
        };
        if let Some(seed) = seed.filter(|_| game.kind != GameKind::Synthetic) {
            return Err(ProblemError::Seed { game, seed });
        }
        let wrong = |source: PositionError| ProblemError::Position { game, source };
        let written = match game.kind {
            GameKind::Synthetic => synthetic::with_seed(text, seed),
            _ => text.to_string(),
        };
        let subject = match AnyGame::read(game, PositionText { text, seed }) {
            Some(read) => Subject::Game(read.map_err(wrong)?),
            None if game.kind == GameKind::Graph => {
                Subject::Graph(text.parse().map_err(|error| wrong(PositionError::Text(error)))?)
            }
            None if game.name == SALESMEN.name => {
                Subject::Salesmen(text.parse().map_err(|error| wrong(PositionError::Text(error)))?)
            }
            None => Subject::Tiles(text.parse().map_err(|error| wrong(PositionError::Text(error)))?),
        };
        Problem::new(game, written, subject, depth)
    }

    /// An explicit tree that was read from somewhere else: `position` names the place.
    ///
    /// ```
    /// use provebest_catalog::Problem;
    /// let problem = Problem::of_tree("[[3,12],[2,4]]".parse()?, "my.json", None)?;
    /// assert_eq!((problem.position(), problem.text().as_str()), ("my.json", "[[3,12],[2,4]]"));
    /// assert!(problem.tree().is_some() && problem.board().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_tree(tree: Tree, position: &str, depth: Option<Depth>) -> Result<Problem, ProblemError> {
        let subject = Subject::Game(AnyGame::Tree(trees::placed(tree)));
        Problem::new(&<Tree as Entry>::INFO, position.into(), subject, depth)
    }

    /// The same for a graph.
    pub fn of_graph(graph: Graph, position: &str) -> Result<Problem, ProblemError> {
        Problem::new(&GRAPH, position.into(), Subject::Graph(graph), None)
    }

    /// Settles the depth.
    fn new(
        info: &'static GameInfo,
        position: String,
        subject: Subject,
        asked: Option<Depth>,
    ) -> Result<Problem, ProblemError> {
        let whole = match &subject {
            Subject::Game(game) => game.visit(Whole),
            // No position comes twice on a path that matters.
            Subject::Graph(graph) => {
                let plies = (2 * graph.count() as u64 + 2).min(MOST_PLIES.0.into());
                Shape { width: graph.count() as u32, height: Depth(plies as u32) }
            }
            Subject::Tiles(_) | Subject::Salesmen(_) => NOTHING,
        };
        let height = whole.height;
        let depth = match asked {
            Some(depth) if depth < height && !info.estimates => {
                return Err(ProblemError::TooShallow { game: info, depth, height });
            }
            Some(depth) => depth.min(height),
            None => info.usual_depth.map_or(height, |usual| height.min(usual)),
        };
        let shape = Shape { height: height.min(depth), ..whole };
        let problem = Problem { info, position, subject, depth, shape, height, asked };
        match depth > MOST_PLIES {
            true => Err(ProblemError::TooDeep { game: info, label: problem.label(), depth }),
            false => Ok(problem),
        }
    }

    /// The entry of the game or puzzle.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// The name of the game or puzzle.
    pub fn name(&self) -> &'static str {
        self.info.name
    }

    /// The position as it was written; a synthetic tree with its seed. [`Problem::read`] reads the same problem from it, unless
    /// it names a file.
    pub fn position(&self) -> &str {
        &self.position
    }

    /// A text from which [`Problem::read`] reads the same problem on another machine, too: explicit trees are written whole.
    pub fn text(&self) -> String {
        match &self.subject {
            Subject::Game(game @ AnyGame::Tree(_)) => game.position(&game.root()),
            Subject::Graph(graph) => graph.to_string(),
            _ => self.position.clone(),
        }
    }

    /// The game, unless it is a puzzle.
    pub fn game(&self) -> Option<&AnyGame> {
        if let Subject::Game(game) = &self.subject { Some(game) } else { None }
    }

    /// The explicit tree, if it is one.
    pub fn tree(&self) -> Option<&Tree> {
        if let Subject::Game(AnyGame::Tree(placed)) = &self.subject { Some(&placed.rules) } else { None }
    }

    /// The graph, if it is one.
    ///
    /// ```
    /// use provebest_catalog::{Problem, games};
    /// let problem = Problem::read(games::find("graph").unwrap(), Some("[[1],true]"), None, None)?;
    /// assert_eq!(problem.graph().map(|graph| graph.count()), Some(2));
    /// # Ok::<(), provebest_catalog::ProblemError>(())
    /// ```
    pub fn graph(&self) -> Option<&Graph> {
        if let Subject::Graph(graph) = &self.subject { Some(graph) } else { None }
    }

    /// The board of tiles, if it is that puzzle.
    pub fn board(&self) -> Option<&Board> {
        if let Subject::Tiles(board) = &self.subject { Some(board) } else { None }
    }

    /// The cities, if it is a travelling salesman.
    ///
    /// ```
    /// use provebest_catalog::{Problem, games};
    /// let problem = Problem::read(games::find("tsp").unwrap(), Some("cities=9"), None, None)?;
    /// assert!(problem.cities().is_some() && problem.board().is_none() && problem.is_puzzle());
    /// # Ok::<(), provebest_catalog::ProblemError>(())
    /// ```
    pub fn cities(&self) -> Option<&Cities> {
        if let Subject::Salesmen(cities) = &self.subject { Some(cities) } else { None }
    }

    /// Is it a puzzle, for one?
    pub fn is_puzzle(&self) -> bool {
        self.info.kind == GameKind::Puzzle
    }

    /// How deep it is searched: never beyond the end of the game.
    pub fn depth(&self) -> Depth {
        self.depth
    }

    /// The depth of the request, if it has one.
    pub fn asked_depth(&self) -> Option<Depth> {
        self.asked
    }

    /// The largest width and height, down to the depth.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Does the game go on below the depth?
    pub fn is_cut_short(&self) -> bool {
        self.height > self.depth
    }

    /// The static value of the root, where inner nodes have one.
    pub fn estimate(&self) -> Option<Score> {
        struct Estimate;
        impl Visitor for Estimate {
            type Output = Score;
            fn visit<G: Entry>(self, game: &G, root: &G::State) -> Score {
                game.horizon(root, &mut MoveList::new()).0
            }
        }
        self.game().filter(|_| self.info.estimates).map(|game| game.visit(Estimate))
    }

    /// How far off a first guess may be by default: a twentieth of the largest value, where that is known.
    pub fn margin(&self) -> i32 {
        let values = self.game().and_then(AnyGame::values);
        values.map_or(provebest::family::Settings::MARGIN, |values| (values / 20).max(1))
    }

    /// The leaves of the tree, down to the depth of the search.
    pub fn leaf_count(&self) -> LeafCount {
        self.game().map_or(LeafCount::AtMost(u128::MAX), |game| game.leaf_count(self.shape))
    }

    /// The fewest leaves that prove the value of a uniform tree (Knuth and Moore); `None` for other trees.
    ///
    /// ```
    /// use provebest_catalog::{Problem, games};
    /// let problem = Problem::read(games::find("uniform").unwrap(), Some("w=5,d=6,seed=1"), None, None)?;
    /// assert_eq!(problem.minimal_leaves(), Some(249));
    /// # Ok::<(), provebest_catalog::ProblemError>(())
    /// ```
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
        match text.char_indices().nth(MOST) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None if text.is_empty() || (text == "-" && self.info.is_played()) => "from the start".into(),
            None if text == "-" => "from standard input".into(),
            None => text,
        }
    }
}

const NOTHING: Shape = Shape { width: 0, height: Depth(0) };

/// Asks a game for its shape. A game without one may be long, and no known position of chess has more moves.
struct Whole;

const ENDLESS: Shape = Shape { width: 218, height: MOST_PLIES };

impl Visitor for Whole {
    type Output = Shape;
    fn visit<G: Entry>(self, game: &G, root: &G::State) -> Shape {
        match game.open(root, &mut MoveList::new()) {
            Ok(_) => game.shape(root).unwrap_or(ENDLESS),
            Err(_) => NOTHING,
        }
    }
}
