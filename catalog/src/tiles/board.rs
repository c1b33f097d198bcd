//! Boards that can be solved, by text.

use std::fmt;
use std::str::FromStr;

use provebest_game::TextError;
use provebest_puzzle::tiles::{Direction, TilesError, Written, check, is_size};

/// The fewest rows and columns of a board.
const LEAST: usize = 3;

/// A board that can be solved: 3x3 to 5x5, the tiles row by row, 0 for the empty cell. The goal is 0 1 2 ..., or what follows the
/// word `to`: any order with the empty cell in a corner; `last` is 1 2 3 ... 0. Such a board is mirrored and its tiles are renamed, so that the goal is the
/// usual one: solutions are as short, and every heuristic serves.
///
/// ```
/// use provebest_catalog::tiles::Board;
///
/// let board: Board = "3x3:8 7 6 0 4 1 2 5 3".parse()?;
/// assert_eq!(board.to_string(), "3x3:8 7 6 0 4 1 2 5 3");
/// let error = "3x3:8 7 6 0 4 1 2 5 5".parse::<Board>().unwrap_err().to_string();
/// assert!(error.starts_with("tile 5 is there twice and tile 3 is missing at character 21; expected "));
/// let board: Board = "3x3:1 2 3 4 5 6 7 0 8 to 1 2 3 4 5 6 7 8 0".parse()?;
/// assert_eq!(board.tiles(), [1, 0, 2, 3, 4, 5, 6, 7, 8]);
/// assert_eq!("3x3:1 2 3 4 5 6 7 0 8 to last".parse(), Ok(board));
/// # Ok::<(), provebest_game::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    width: usize,
    height: usize,
    /// As they are solved.
    tiles: Vec<usize>,
    goal: Option<Goal>,
}

/// Another goal than the usual one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Goal {
    /// The tiles row by row, as people name them.
    tiles: Vec<usize>,
    /// Is the first row the last one of the board that is solved?
    upside_down: bool,
    /// Is the first column the last one?
    left_right: bool,
}

impl Goal {
    /// The goal with these tiles; none if the empty cell is in no corner.
    fn new(width: usize, height: usize, tiles: &[usize]) -> Option<Goal> {
        let blank = tiles.iter().position(|&tile| tile == 0)?;
        let (row, column) = (blank / width, blank % width);
        let corner = (row == 0 || row + 1 == height) && (column == 0 || column + 1 == width);
        corner.then(|| Goal { tiles: tiles.to_vec(), upside_down: row > 0, left_right: column > 0 })
    }

    /// Where a cell is on the mirrored board, and back.
    fn mirrored(&self, width: usize, cell: usize) -> usize {
        let (height, row, column) = (self.tiles.len() / width, cell / width, cell % width);
        let row = if self.upside_down { height - 1 - row } else { row };
        let column = if self.left_right { width - 1 - column } else { column };
        row * width + column
    }

    /// A board as it is solved: a tile has the number of the cell that it belongs to.
    fn solved(&self, width: usize, tiles: &[usize]) -> Vec<usize> {
        let home = |tile: usize| self.tiles.iter().position(|&other| other == tile).unwrap_or(0);
        let cells = (0..tiles.len()).map(|cell| tiles[self.mirrored(width, cell)]);
        cells.map(|tile| self.mirrored(width, home(tile))).collect()
    }

    /// A board as people see it.
    fn seen(&self, width: usize, tiles: &[usize]) -> Vec<usize> {
        let cells = (0..tiles.len()).map(|cell| tiles[self.mirrored(width, cell)]);
        cells.map(|tile| self.tiles[self.mirrored(width, tile)]).collect()
    }
}

impl Board {
    /// A board with these tiles, if it can be solved.
    pub fn new(width: usize, height: usize, tiles: &[usize]) -> Result<Board, TilesError> {
        // The smallest boards are no puzzle.
        if width < LEAST || height < LEAST {
            return Err(TilesError::Size { width, height });
        }
        check(width, height, tiles)?;
        Ok(Board { width, height, tiles: tiles.to_vec(), goal: None })
    }

    /// Has it another goal than 0 1 2 ...?
    pub fn has_own_goal(&self) -> bool {
        self.goal.is_some()
    }

    /// The board without its goal, as people see it.
    pub fn drawn(&self) -> String {
        let own = self.goal.as_ref().map(|goal| goal.seen(self.width, &self.tiles));
        format!("{}x{}:{}", self.width, self.height, in_words(own.as_ref().unwrap_or(&self.tiles)))
    }

    /// Where the empty cell goes, as people see it.
    pub fn seen(&self, step: Direction) -> Direction {
        let mirrored = self.goal.as_ref().is_some_and(|goal| match step {
            Direction::Up | Direction::Down => goal.upside_down,
            Direction::Left | Direction::Right => goal.left_right,
        });
        if mirrored { step.back() } else { step }
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The tiles row by row, on the way to 0 1 2 ...
    pub fn tiles(&self) -> &[usize] {
        &self.tiles
    }

    /// The board after a move of the empty cell, if there is a cell to move to.
    ///
    /// ```
    /// use provebest_catalog::tiles::Board;
    /// use provebest_puzzle::tiles::Direction;
    /// let board: Board = "3x3:1 0 2 3 4 5 6 7 8".parse()?;
    /// assert_eq!(board.after(Direction::Left), Some("3x3:0 1 2 3 4 5 6 7 8".parse()?));
    /// assert_eq!(board.after(Direction::Up), None);
    /// # Ok::<(), provebest_game::TextError>(())
    /// ```
    pub fn after(&self, step: Direction) -> Option<Board> {
        let blank = self.tiles.iter().position(|&tile| tile == 0)?;
        let to = step.from(blank, self.width, self.height)?;
        let mut after = self.clone();
        after.tiles.swap(blank, to);
        Some(after)
    }

    /// Is every tile where it belongs?
    pub fn is_solved(&self) -> bool {
        self.tiles.iter().enumerate().all(|(cell, &tile)| cell == tile)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.drawn())?;
        self.goal.iter().try_for_each(|goal| write!(f, "{TO}{}", in_words(&goal.tiles)))
    }
}

/// What stands before the goal, and the goal with the empty cell last.
const TO: &str = " to ";
const LAST: &str = "last";

fn in_words(tiles: &[usize]) -> String {
    tiles.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

impl FromStr for Board {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Board, TextError> {
        let (start, goal) = text.split_once(TO).map_or((text, None), |(start, goal)| (start, Some(goal)));
        let Ok(Written { width, height, .. }) = start.parse() else {
            let want = "a size and the tiles row by row, as in 3x3:8 7 6 0 4 1 2 5 3,";
            return Err(TextError::new(text, 0, "no board", want));
        };
        let begin = start.find(':').map_or(0, |colon| colon + 1);
        let tiles = Row { text, begin, part: &start[begin..], width, height };
        let Some(goal) = goal else {
            let written = tiles.read()?;
            return Board::new(width, height, &written).map_err(|error| tiles.wrong(error));
        };
        let goal = Row { begin: text.len() - goal.len(), part: goal, ..tiles };
        let written = tiles.read_any()?;
        let wanted = match goal.part.trim() {
            LAST => (1..written.len()).chain([0]).collect(),
            _ => goal.read_any()?,
        };
        let Some(own) = Goal::new(width, height, &wanted) else {
            let want = "a goal with 0 in a corner";
            return Err(TextError::new(text, goal.begin, "the empty cell is in no corner", want));
        };
        let board = Board::new(width, height, &own.solved(width, &written)).map_err(|error| tiles.wrong(error))?;
        Ok(Board { goal: Some(own), ..board })
    }
}

/// The tiles of a board as a part of a text.
#[derive(Clone, Copy)]
struct Row<'a> {
    text: &'a str,
    /// Where the part begins.
    begin: usize,
    part: &'a str,
    width: usize,
    height: usize,
}

impl Row<'_> {
    /// Each number, and where it stands in the text.
    fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        let between = |c: char| c.is_whitespace() || c == ',';
        let words = self.part.split(between).filter(|word| !word.is_empty());
        // They are parts of the text.
        words.map(|word| (word.as_ptr() as usize - self.text.as_ptr() as usize, word))
    }

    fn read(&self) -> Result<Vec<usize>, TextError> {
        let cells = self.width.saturating_mul(self.height);
        let is_tile = |&tile: &usize| tile < cells || !is_size(self.width, self.height);
        let want = || format!("a number from 0 to {}", cells.saturating_sub(1));
        let tile = |(place, word): (usize, &str)| {
            word.parse().ok().filter(is_tile).ok_or_else(|| TextError::new(self.text, place, "no tile", want()))
        };
        self.words().map(tile).collect()
    }

    /// Every tile once, in whatever order.
    fn read_any(&self) -> Result<Vec<usize>, TextError> {
        let tiles = self.read()?;
        match Board::new(self.width, self.height, &tiles) {
            Ok(_) | Err(TilesError::Parity) => Ok(tiles),
            Err(error) => Err(self.wrong(error)),
        }
    }

    fn wrong(&self, error: TilesError) -> TextError {
        let Row { text, begin, width, height, .. } = *self;
        let cells = width.saturating_mul(height);
        let place = |number: usize, or: usize| self.words().nth(number).map_or(or, |(place, _)| place);
        let wrong = |place, why: String, want: String| TextError::new(text, place, why, want);
        match error {
            TilesError::Size { .. } => {
                wrong(0, format!("a board of {width}x{height}"), "a width and a height from 3 to 5".into())
            }
            TilesError::Count { found, cells } => {
                let tiles = if found == 1 { "tile" } else { "tiles" };
                let why = format!("{found} {tiles} on a board of {cells} cells");
                let end = begin + self.part.len();
                wrong(place(cells, end), why, format!("{cells} numbers, 0 for the empty cell"))
            }
            TilesError::Twice { tile, second, missing, .. } => wrong(
                place(second - 1, begin),
                format!("tile {tile} is there twice and tile {missing} is missing"),
                format!("every number from 0 to {} once", cells - 1),
            ),
            TilesError::Parity => wrong(
                begin,
                "a board that cannot be solved (a slide changes the order of the tiles and the colour of the empty cell \
                 together, and here one of them is odd and the other even)"
                    .into(),
                "the same board with any two tiles exchanged".into(),
            ),
            other => wrong(begin, other.to_string(), "a board such as 3x3:8 7 6 0 4 1 2 5 3".into()),
        }
    }
}
