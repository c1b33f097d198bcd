//! A board as data: what stands where. The front end that shows it chooses letters, colours and shapes.

use serde::{Deserialize, Serialize};

/// A board.
///
/// ```
/// use provebest_catalog::{Problem, games};
/// let problem = Problem::read(games::find("tictactoe").unwrap(), Some("5"), None, None)?;
/// let game = problem.game().unwrap();
/// let board = game.diagram(&game.root(), None).unwrap();
/// assert_eq!((board.rows[1][1].piece, board.rows[0][0].piece), (Some('X'), None));
/// # Ok::<(), provebest_catalog::ProblemError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Diagram {
    /// The fields, row by row, the upper one first.
    pub rows: Vec<Vec<Field>>,
    /// The names of the rows; none where rows have no names.
    pub row_names: Vec<String>,
    /// The names of the columns.
    pub column_names: Vec<String>,
    /// Are the fields light and dark by turns, as on a chess board?
    pub chequered: bool,
    /// The text below the board.
    pub caption: String,
}

/// A field of a board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Field {
    /// The piece that stands there, as a letter: `X` and `O`, or the letters of chess, upper case for White.
    pub piece: Option<char>,
    /// Does it belong to the side that began the game?
    pub first: bool,
    /// Did the last move leave or reach this field?
    pub played: bool,
    /// What to show on the field while it is empty: its name, where fields have names that are typed.
    pub name: Option<char>,
    /// May the side to move play there, in a game where that is not plain to see?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub legal: bool,
}

impl Diagram {
    /// A board from rows of `X`, `O` and other characters; `played` is the row and column of the last move.
    pub(crate) fn of_stones(rows: &[String], played: Option<(usize, usize)>) -> Diagram {
        let field = |row: usize, (column, stone): (usize, char)| Field {
            piece: matches!(stone, 'X' | 'O').then_some(stone),
            first: stone == 'X',
            played: played == Some((row, column)),
            ..Field::default()
        };
        let fields =
            |(number, row): (usize, &String)| row.chars().enumerate().map(|stone| field(number, stone)).collect();
        Diagram {
            rows: rows.iter().enumerate().map(fields).collect(),
            row_names: Vec::new(),
            column_names: Vec::new(),
            chequered: false,
            caption: String::new(),
        }
    }
}
