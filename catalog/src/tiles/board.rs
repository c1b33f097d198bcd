//! Boards that can be solved, by text.

use std::fmt;
use std::str::FromStr;

use provebest_game::TextError;
use provebest_puzzle::tiles::{Direction, TilesError, Written, check, is_size};

/// The fewest rows and columns of a board.
const LEAST: usize = 3;

/// A board that can be solved: 3x3 to 5x5, the tiles row by row, 0 for the empty cell. The goal is 0 1 2 ...
///
/// ```
/// use provebest_catalog::tiles::Board;
///
/// let board: Board = "3x3:8 7 6 0 4 1 2 5 3".parse()?;
/// assert_eq!(board.to_string(), "3x3:8 7 6 0 4 1 2 5 3");
/// let error = "3x3:8 7 6 0 4 1 2 5 5".parse::<Board>().unwrap_err().to_string();
/// assert!(error.starts_with("tile 5 is there twice and tile 3 is missing at character 21; expected "));
/// # Ok::<(), provebest_game::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    width: usize,
    height: usize,
    tiles: Vec<usize>,
}

impl Board {
    /// A board with these tiles, if it can be solved.
    pub fn new(width: usize, height: usize, tiles: &[usize]) -> Result<Board, TilesError> {
        // The smallest boards are no puzzle.
        if width < LEAST || height < LEAST {
            return Err(TilesError::Size { width, height });
        }
        check(width, height, tiles)?;
        Ok(Board { width, height, tiles: tiles.to_vec() })
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The tiles row by row.
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
        let tiles: Vec<String> = self.tiles.iter().map(usize::to_string).collect();
        write!(f, "{}x{}:{}", self.width, self.height, tiles.join(" "))
    }
}

impl FromStr for Board {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Board, TextError> {
        let Ok(Written { width, height, .. }) = text.parse() else {
            let want = "a size and the tiles row by row, as in 3x3:8 7 6 0 4 1 2 5 3,";
            return Err(TextError::new(text, 0, "no board", want));
        };
        let begin = text.find(':').map_or(0, |colon| colon + 1);
        let between = |c: char| c.is_whitespace() || c == ',';
        let words = text[begin..].split(between).filter(|word| !word.is_empty());
        // Where each word stands: they are parts of the text.
        let words: Vec<(usize, &str)> =
            words.map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word)).collect();
        let cells = width.saturating_mul(height);
        let mut tiles = Vec::new();
        for &(place, word) in &words {
            let tile = word.parse().ok().filter(|&tile: &usize| tile < cells || !is_size(width, height));
            let want = || format!("a number from 0 to {}", cells.saturating_sub(1));
            tiles.push(tile.ok_or_else(|| TextError::new(text, place, "no tile", want()))?);
        }
        Board::new(width, height, &tiles).map_err(|error| {
            let wrong = |place, why: String, want: String| TextError::new(text, place, why, want);
            match error {
                TilesError::Size { .. } => {
                    wrong(0, format!("a board of {width}x{height}"), "a width and a height from 3 to 5".into())
                }
                TilesError::Count { found, cells } => {
                    let tiles = if found == 1 { "tile" } else { "tiles" };
                    let why = format!("{found} {tiles} on a board of {cells} cells");
                    let place = words.get(cells).map_or(text.len(), |&(place, _)| place);
                    wrong(place, why, format!("{cells} numbers, 0 for the empty cell"))
                }
                TilesError::Twice { tile, second, missing, .. } => wrong(
                    words.get(second - 1).map_or(begin, |&(place, _)| place),
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
        })
    }
}
