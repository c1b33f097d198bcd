//! Problems in the format OBF: a board, the side to move, and moves with their scores, a line each.

use provebest_game::TextError;

use super::Board;
use super::text::{PASS, board_before, field, name};

/// A position with what is known of some of its moves.
///
/// A line is the board and the side to move as in [`Text`](provebest_game::Text), then moves and their scores, and after
/// a percent sign anything. The score is the final difference of the discs for the side to move.
///
/// ```
/// use provebest_games::othello::Problem;
/// let text = "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O; G3:-12; C7:-12; % FFO 43";
/// let problem = Problem::parse(text)?.expect("not an empty line");
/// assert_eq!((problem.name.as_str(), problem.best()), ("FFO 43", Some(-12)));
/// assert_eq!(problem.moves, [(Some(22), -12), (Some(50), -12)]);
/// # Ok::<(), provebest_game::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The position.
    pub board: Board,
    /// Moves and their scores, as annotated: the best ones, or more.
    pub moves: Vec<(Option<u8>, i32)>,
    /// What stands behind the percent sign.
    pub name: String,
}

impl Problem {
    /// Reads a line; nothing if there is only a comment or nothing on it.
    pub fn parse(line: &str) -> Result<Option<Problem>, TextError> {
        let (before, name) = line.split_once('%').unwrap_or((line, ""));
        if before.trim().is_empty() {
            return Ok(None);
        }
        let (board, end) = board_before(before)?;
        let mut moves = Vec::new();
        let mut place = end;
        for part in before[end..].split(';') {
            let wrong = |why: &str, want: &str| {
                let at = place + part.len() - part.trim_start().len();
                Err(TextError::new(line, at, why, want))
            };
            if !part.trim().is_empty() {
                let Some((m, score)) = part.trim().split_once(':') else {
                    return wrong("no score", "a move, a colon and a score");
                };
                let legal = |m: &Option<u8>| m.map_or(board.discs.moves() == 0, |m| board.discs.moves() >> m & 1 == 1);
                match (field(m.trim()), score.trim().parse()) {
                    (None, _) => return wrong("not a move", "a field such as f5, or pass"),
                    (Some(m), _) if !legal(&m) => return wrong("not a legal move here", "one that turns discs over"),
                    (_, Err(_)) => return wrong("not a score", "a number from -64 to +64"),
                    (Some(m), Ok(score)) => moves.push((m, score)),
                }
            }
            place += part.len() + 1;
        }
        Ok(Some(Problem { board, moves, name: name.trim().into() }))
    }

    /// Reads all lines of a file. The place of an error is counted in its line.
    pub fn parse_all(text: &str) -> Result<Vec<Problem>, TextError> {
        text.lines().filter_map(|line| Problem::parse(line).transpose()).collect()
    }

    /// The best score among the annotated moves.
    pub fn best(&self) -> Option<i32> {
        self.moves.iter().map(|&(_, score)| score).max()
    }

    /// The moves with the best score, as they are written.
    pub fn best_moves(&self) -> Vec<String> {
        let best = self.moves.iter().filter(|&&(_, score)| Some(score) == self.best());
        best.map(|&(m, _)| m.map_or(PASS.into(), name)).collect()
    }
}
