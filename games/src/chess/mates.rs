//! Mate problems: chess in which nothing but a mate counts.

use provebest_game::{Game, Keyed, MoveList, Provable, Score, Solvable, Status, Text, TextError, mix};

use super::{Chess, Generated, Move, Position, is_dead, takes_in_passing};

/// Chess as a question: does the side to move mate? A mate is worth 1 to the side that gives it, everything else 0, and there may be
/// a limit on plies. As in problems, fifty moves without a capture draw nothing.
///
/// A problem is written as a position of chess; `5 plies: ` before it is a mate in three moves.
///
/// ```
/// use provebest_game::{Provable, Score, Text};
/// use provebest_games::chess::Mates;
/// let (endless, limited) = ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", "3 plies: 8/8/8/8/8/2k5/1q6/K7 w - - 0 1");
/// let worth = |text| Mates.parse(text).map(|problem| Mates.repeated(&problem));
/// assert_eq!(worth(endless)?, Some(Score::ZERO), "a draw");
/// assert_eq!(worth(limited)?, None, "the plies that are left never come again");
/// assert_eq!(Mates.print(&Mates.parse(limited)?), limited);
/// # Ok::<(), provebest_game::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mates;

const RULES: Chess = Chess { chess960: false };

/// A position of a mate problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateProblem {
    /// The position.
    pub position: Position,
    /// How many plies are left, if there is a limit.
    pub plies: Option<u32>,
}

impl MateProblem {
    /// Mate in this number of moves of the side to move, or in any number.
    pub fn new(position: Position, moves: Option<u32>) -> MateProblem {
        MateProblem { position, plies: moves.map(|moves| moves.saturating_mul(2).saturating_sub(1)) }
    }
}

impl Game for Mates {
    type State = MateProblem;
    type Move = Move;

    fn moves(&self, problem: &MateProblem, out: &mut MoveList<Move>) -> Status {
        let status = self.status(problem, out);
        if status == Status::Open {
            let board = &problem.position.board;
            let found = Generated::of(board);
            found.captures(board, |m, _| out.push(m));
            found.quiet(board, |m, _| out.push(m));
        }
        status
    }

    fn play(&self, problem: &mut MateProblem, m: Move) {
        RULES.play(&mut problem.position, m);
        problem.plies = problem.plies.map(|plies| plies.saturating_sub(1));
    }

    fn status(&self, problem: &MateProblem, _: &mut MoveList<Move>) -> Status {
        let board = &problem.position.board;
        if is_dead(board) {
            Status::Over(Score::ZERO)
        } else if !board.generate_moves(|_| true) {
            Status::Over(Score(-i32::from(!board.checkers().is_empty())))
        } else if problem.plies == Some(0) {
            Status::Over(Score::ZERO)
        } else {
            Status::Open
        }
    }
}

impl Keyed for Mates {
    fn key(&self, problem: &MateProblem) -> u64 {
        let key = RULES.key(&problem.position);
        problem.plies.map_or(key, |plies| key ^ mix(plies.into()))
    }
}

impl Solvable for Mates {
    fn bounds(&self, _: &MateProblem) -> (Score, Score) {
        (Score(-1), Score(1))
    }
}

impl Provable for Mates {
    fn repeated(&self, problem: &MateProblem) -> Option<Score> {
        problem.plies.is_none().then_some(Score::ZERO)
    }
}

/// As FEN, without what does not matter: the counters, and a double step after which no pawn can be taken in passing.
impl Text for Mates {
    fn parse(&self, text: &str) -> Result<MateProblem, TextError> {
        let Some((plies, _)) = text.split_once(" plies: ") else {
            return Ok(MateProblem { position: RULES.parse(text)?, plies: None });
        };
        let wrong = |_| TextError::new(text, 0, "not a number of plies", "such as `5 plies: ` before the position");
        let number: u32 = plies.parse().map_err(wrong)?;
        let before = plies.len() + " plies: ".len();
        let shifted = |error: TextError| TextError::new(text, before + error.place, error.why, error.want);
        Ok(MateProblem { position: RULES.parse(&text[before..]).map_err(shifted)?, plies: Some(number) })
    }

    fn print(&self, problem: &MateProblem) -> String {
        let fen = RULES.print(&problem.position);
        let mut fields: Vec<&str> = fen.split(' ').take(4).collect();
        if !takes_in_passing(&problem.position.board) {
            fields[3] = "-";
        }
        let limit = problem.plies.map_or(String::new(), |plies| format!("{plies} plies: "));
        format!("{limit}{} 0 1", fields.join(" "))
    }

    fn print_move(&self, problem: &MateProblem, m: Move) -> String {
        RULES.print_move(&problem.position, m)
    }
}
