//! Four in a row on 6 x 6 fields. Change the rules, the estimate and the picture, and it is a game of your own.

use provebest::command::Command;
use provebest::{Evaluate, Game, Hashed, MoveList, Ply, Score, Status, skills};

struct MyGame;
skills!(MyGame);

/// The stones of the side to move, and those of the other side. Bit 7 * y + x is field x, y; a seventh column stays empty.
type Board = (u64, u64);

const FIELDS: u64 = 0b0111111_0111111_0111111_0111111_0111111_0111111;
const STEPS: [u32; 4] = [1, 6, 7, 8]; // to the right, and down to the left, straight and to the right

/// Where rows of four begin that lie in this set of fields as a whole.
fn fours(set: u64, step: u32) -> u64 {
    set & set >> step & set >> (2 * step) & set >> (3 * step)
}

impl Game for MyGame {
    type State = Board;
    type Move = u32; // the bit of a field

    fn moves(&self, &(own, other): &Board, out: &mut MoveList<u32>) -> Status {
        // The other side has just moved: if it has four in a row, the side to move has lost.
        if STEPS.iter().any(|&step| fours(other, step) != 0) {
            return Status::Over(Score::loss_in(Ply((own | other).count_ones())));
        }
        out.extend((0..42).filter(|bit| FIELDS & !(own | other) & 1 << bit != 0));
        if out.is_empty() { Status::Over(Score(0)) } else { Status::Open }
    }

    fn play(&self, (own, other): &mut Board, bit: u32) {
        (*own, *other) = (*other, *own | 1 << bit);
    }
}

/// How good a position is for the side to move: rows of four that are still open to it, less those of the other side.
impl Evaluate for MyGame {
    fn evaluate(&self, &(own, other): &Board) -> Score {
        let open = |blocked: u64, step| fours(FIELDS & !blocked, step).count_ones() as i32;
        Score(STEPS.iter().map(|&step| open(other, step) - open(own, step)).sum())
    }
}

fn main() -> std::process::ExitCode {
    let draw = |&(own, other): &Board| {
        let (x, o) = if (own | other).count_ones() % 2 == 0 { (own, other) } else { (other, own) };
        let field = |bit: u32| [" .", " X", " O"][(x >> bit & 1 | (o >> bit & 1) << 1) as usize];
        let row = |y: u32| format!("\n{}", y + 1) + &(0..6).map(|x| field(7 * y + x)).collect::<String>();
        "  a b c d e f".to_string() + &(0..6).map(row).collect::<String>()
    };
    let word = |_: &Board, bit: u32| format!("{}{}", char::from(b'a' + bit as u8 % 7), bit / 7 + 1);
    Command::new(env!("CARGO_PKG_NAME"), &Hashed(MyGame), (0, 0)).show(&draw).word(&word).sides(["X", "O"]).main()
}

#[test]
fn keeps_its_promises() {
    println!("{}", provebest::check(&Hashed(MyGame), &(0, 0)).unwrap());
}
