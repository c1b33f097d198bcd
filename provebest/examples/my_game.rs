//! Four in a row on 6 x 6 fields. Change the rules, the estimate and the picture, and it is a game of your own.

use provebest::command::Command;
use provebest::{Evaluate, Game, Hashed, MoveList, Ply, Score, Status, skills};

/// What does not change during a game: here every row of four fields, as a set of bits.
struct MyGame(Vec<u64>);

/// A position as the side to move sees it: its stones, and those of the other side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Board {
    own: u64,
    other: u64,
}

const SIZE: i32 = 6;

fn my_game() -> Hashed<MyGame> {
    let fields = (0..SIZE * SIZE).map(|n| (n % SIZE, n / SIZE));
    let rows = fields.flat_map(|(x, y)| [(1, 0), (0, 1), (1, 1), (-1, 1)].map(|(dx, dy)| (x, y, dx, dy)));
    let inside = rows.filter(|(x, y, dx, dy)| (0..SIZE).contains(&(x + 3 * dx)) && y + 3 * dy < SIZE);
    let bits = inside.map(|(x, y, dx, dy)| (0..4).map(|n| 1_u64 << (SIZE * (y + n * dy) + x + n * dx)).sum());
    Hashed(MyGame(bits.collect()))
}

impl Game for MyGame {
    type State = Board;
    type Move = u32; // the number of a field

    fn moves(&self, board: &Board, out: &mut MoveList<u32>) -> Status {
        let taken = board.own | board.other;
        // The other side has just moved: if it has four in a row, the side to move has lost.
        if self.0.iter().any(|row| board.other & row == *row) {
            return Status::Over(Score::loss_in(Ply(taken.count_ones())));
        }
        out.extend((0..36).filter(|field| taken >> field & 1 == 0));
        if out.is_empty() { Status::Over(Score(0)) } else { Status::Open }
    }

    fn play(&self, board: &mut Board, field: u32) {
        *board = Board { own: board.other, other: board.own | 1 << field };
    }
}

/// How good a position is for the side to move: rows without stones of the other side count, the more the fuller they are.
impl Evaluate for MyGame {
    fn evaluate(&self, board: &Board) -> Score {
        let worth = |stones: u64, others: u64| -> i32 {
            self.0.iter().filter(|row| *row & others == 0).map(|row| (row & stones).count_ones().pow(2) as i32).sum()
        };
        Score(worth(board.own, board.other) - worth(board.other, board.own))
    }

    /// How much better a clearly better position is.
    fn unit(&self) -> i32 {
        8
    }
}

skills!(MyGame);

fn draw(board: &Board) -> String {
    let turn = usize::from((board.own | board.other).count_ones() % 2 == 1);
    let (x, o) = ([board.own, board.other][turn], [board.other, board.own][turn]);
    let field = |n: i32| {
        if x >> n & 1 == 1 {
            " X"
        } else if o >> n & 1 == 1 {
            " O"
        } else {
            " ."
        }
    };
    let row = |y: i32| format!("{}{}\n", y + 1, (0..SIZE).map(|x| field(SIZE * y + x)).collect::<String>());
    format!("  a b c d e f\n{}", (0..SIZE).map(row).collect::<String>())
}

fn word(_: &Board, field: u32) -> String {
    format!("{}{}", ["a", "b", "c", "d", "e", "f"][field as usize % 6], field / 6 + 1)
}

fn main() -> std::process::ExitCode {
    Command::new(env!("CARGO_PKG_NAME"), &my_game(), Board::default()).show(&draw).word(&word).sides(["X", "O"]).main()
}

#[test]
fn keeps_its_promises() {
    println!("{}", provebest::check(&my_game(), &Board::default()).unwrap());
}
