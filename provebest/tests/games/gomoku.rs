//! Gomoku on a board of any size up to 15: five in a row win. With faults to be planted.

use provebest::{Evaluate, Game, MoveList, Order, Ply, Score, Status, skills};

/// What is wrong with the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    Nothing,
    /// The winner is the loser at the end.
    WrongSign,
    /// The estimate is always the first player's.
    SameSide,
    /// The estimate is that of the side that does not move.
    OtherSide,
    /// The second player never comes to move.
    OneTurn,
    /// Moves are listed where the game is over.
    MovesBesideOver,
    /// Fields that are taken may be played again.
    TakenFields,
    /// Nobody wins.
    WinForgotten,
    /// A move that is not on the board.
    OffTheBoard,
}

#[derive(Clone, Copy)]
pub struct Gomoku {
    pub size: usize,
    pub fault: Fault,
}

/// The fields from above, 0 where they are empty, and the side to move: 1 or 2.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    fields: Vec<u8>,
    side: u8,
    last: Option<usize>,
}

impl Gomoku {
    pub fn start(&self) -> Board {
        Board { fields: vec![0; self.size * self.size], side: 1, last: None }
    }

    /// How many stones of a kind lie in a row through this field, at most.
    fn row(&self, board: &Board, field: usize) -> usize {
        let stone = board.fields[field];
        let at = |x: i32, y: i32| {
            let inside = 0..self.size as i32;
            inside.contains(&x) && inside.contains(&y) && board.fields[y as usize * self.size + x as usize] == stone
        };
        let (x, y) = ((field % self.size) as i32, (field / self.size) as i32);
        let reach = |dx: i32, dy: i32| (1..5).take_while(|n| at(x + n * dx, y + n * dy)).count();
        let rows = [(1, 0), (0, 1), (1, 1), (1, -1)].map(|(dx, dy)| 1 + reach(dx, dy) + reach(-dx, -dy));
        rows.into_iter().max().unwrap_or(0)
    }

    pub fn draw(&self, board: &Board) -> String {
        let rows = board.fields.chunks(self.size);
        rows.map(|row| row.iter().map(|&f| [". ", "X ", "O "][usize::from(f)]).collect::<String>() + "\n").collect()
    }
}

impl Game for Gomoku {
    type State = Board;
    type Move = usize;

    fn moves(&self, board: &Board, out: &mut MoveList<usize>) -> Status {
        let won = self.fault != Fault::WinForgotten && board.last.is_some_and(|last| self.row(board, last) >= 5);
        let plies = board.fields.iter().filter(|&&field| field != 0).count();
        let all = 0..board.fields.len();
        if !won || self.fault == Fault::MovesBesideOver {
            out.extend(all.filter(|&field| board.fields[field] == 0 || self.fault == Fault::TakenFields));
        }
        if won {
            let lost = Score::loss_in(Ply(plies as u32));
            return Status::Over(if self.fault == Fault::WrongSign { -lost } else { lost });
        }
        if self.fault == Fault::OffTheBoard && plies > 6 {
            out.push(self.size * self.size);
        }
        if out.is_empty() { Status::Over(Score(0)) } else { Status::Open }
    }

    fn play(&self, board: &mut Board, field: usize) {
        board.fields[field] = board.side;
        board.last = Some(field);
        if self.fault != Fault::OneTurn {
            board.side = 3 - board.side;
        }
    }
}

impl Evaluate for Gomoku {
    fn evaluate(&self, board: &Board) -> Score {
        let worth = |field: usize| {
            let row = self.row(board, field) as i32;
            if board.fields[field] == 0 {
                0
            } else {
                (row - 1) * (row - 1) * if board.fields[field] == board.side { 1 } else { -1 }
            }
        };
        let value: i32 = (0..board.fields.len()).map(worth).sum();
        let other = self.fault == Fault::OtherSide || self.fault == Fault::SameSide && board.side == 2;
        Score(if other { -value } else { value })
    }

    fn unit(&self) -> i32 {
        4
    }
}

impl Order for Gomoku {
    const HISTORY_SIZE: usize = 225;

    fn history_index(&self, _: &Board, field: usize) -> usize {
        field
    }

    /// Fields near the centre first.
    fn priority(&self, _: &Board, field: usize) -> i32 {
        let half = self.size / 2;
        20 - (field % self.size).abs_diff(half) as i32 - (field / self.size).abs_diff(half) as i32
    }
}

skills!(Gomoku: Order);
