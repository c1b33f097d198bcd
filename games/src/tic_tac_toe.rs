//! Tic-tac-toe: how to bring your own game, on a page.
//!
//! [`Game`] needs two methods, `moves` and `play`; each skill is a small trait more. What a game gets in return is
//! every search, and [`Check`](provebest_game::Check), which tries in the tests below whether the rules keep their
//! promises. The longest part, reading positions that people write, stands apart in `text.rs`.
//!
//! ```
//! use provebest_game::{Depth, Evaluate, Score, Text, check, perft};
//! use provebest_games::tic_tac_toe::{Board, TicTacToe};
//!
//! let start = Board::default();
//! assert_eq!(perft(&TicTacToe, &start, Depth(9)), 127_872);
//! assert!(check(&TicTacToe, &start).is_ok());
//!
//! let corner_and_centre = TicTacToe.parse("15").unwrap();
//! assert_eq!(TicTacToe.print(&corner_and_centre), "X---O----");
//! assert_eq!(TicTacToe.evaluate(&corner_and_centre), Score(-1), "X can still fill 4 lines, O can fill 5");
//! ```

mod text;

use provebest_game::{
    Depth, Distribution, Evaluate, Game, Interval, Keyed, MoveList, Ply, Score, Shape, Status, Symmetry, ValueRange,
    mix,
};

/// The rules: three in a row win, X begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TicTacToe;

/// A position: the stones of the side to move and those of the other one, a bit per field, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board([u16; 2]);

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];

fn has_line(stones: u16) -> bool {
    LINES.iter().any(|line| stones & line == *line)
}

impl Game for TicTacToe {
    type State = Board;
    /// The field, counted from 0 row by row; written from 1.
    type Move = u8;

    fn moves(&self, &Board([own, other]): &Board, out: &mut MoveList<u8>) -> Status {
        if has_line(other) {
            return Status::Over(Score::loss_in(Ply((own | other).count_ones())));
        }
        out.extend((0..9).filter(|field| (own | other) >> field & 1 == 0));
        if out.is_empty() { Status::Over(Score::ZERO) } else { Status::Open }
    }

    fn play(&self, board: &mut Board, field: u8) {
        let Board([own, other]) = *board;
        *board = Board([other, own | 1 << field]);
    }

    fn shape(&self, &Board([own, other]): &Board) -> Option<Shape> {
        let empty = (own | other).count_zeros() - 7;
        Some(Shape { width: empty, height: Depth(empty) })
    }
}

/// How many lines more the side to move can still fill than the other one.
impl Evaluate for TicTacToe {
    fn evaluate(&self, &Board([own, other]): &Board) -> Score {
        let free_of = |stones: u16| LINES.iter().filter(|&line| stones & line == 0).count() as i32;
        Score(free_of(other) - free_of(own))
    }
}

/// By the line that either side can fill first, if the other one let it.
impl Interval for TicTacToe {
    fn interval(&self, &Board([own, other]): &Board) -> (Score, Score) {
        let played = (own | other).count_ones();
        let missing = |stones: u16, against: u16| {
            let lines = LINES.iter().filter(|&line| line & against == 0);
            lines.map(|line| (line & !stones).count_ones()).min()
        };
        let win = missing(own, other).map(|count| played + 2 * count - 1).filter(|&ply| ply <= 9);
        let loss = missing(other, own).map(|count| played + 2 * count).filter(|&ply| ply <= 9);
        let low = loss.map_or(Score::ZERO, |ply| Score::loss_in(Ply(ply)));
        (low, win.map_or(Score::ZERO, |ply| Score::win_in(Ply(ply))))
    }
}

impl Distribution for TicTacToe {}

impl ValueRange for TicTacToe {}

provebest_game::skills!(TicTacToe: Keyed);

impl Keyed for TicTacToe {
    fn key(&self, &Board([own, other]): &Board) -> u64 {
        mix(u64::from(own) << 9 | u64::from(other))
    }
}

/// The least key of the eight images: four quarter turns, and a mirror image of each.
impl Symmetry for TicTacToe {
    fn symmetric_key(&self, &board: &Board) -> u64 {
        let moved = |stones: u16, to: [u8; 9]| (0..9).filter(|i| stones >> i & 1 == 1).map(|i| 1 << to[i]).sum();
        let turned = |Board(stones)| Board(stones.map(|stones| moved(stones, [2, 5, 8, 1, 4, 7, 0, 3, 6])));
        let mirrored = |Board(stones)| Board(stones.map(|stones| moved(stones, [2, 1, 0, 5, 4, 3, 8, 7, 6])));
        let turns = [board, turned(board), turned(turned(board)), turned(turned(turned(board)))];
        turns.iter().map(|turn| self.key(turn).min(self.key(&mirrored(*turn)))).fold(u64::MAX, u64::min)
    }
}

#[cfg(test)]
mod tests {
    use provebest_game::{Check, Text, perft};

    use super::*;

    #[test]
    fn keeps_its_promises() {
        let start = Board::default();
        let check = Check::new(&TicTacToe, &start).games(500).equal().symmetric().evaluated().text();
        let checked = check.run().unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!((checked.finished, checked.longest, checked.widest), (500, 9, 9));
    }

    #[test]
    fn lines_of_play_are_counted() {
        let counts: Vec<u64> = (0..=9).map(|depth| perft(&TicTacToe, &Board::default(), Depth(depth))).collect();
        // 9!/(9-n)! up to the first possible win after five; 255,168 games in all, 127,872 of nine plies.
        assert_eq!(counts, [1, 9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872]);
    }

    #[test]
    fn eight_images_share_a_key() {
        let key = |text| TicTacToe.symmetric_key(&TicTacToe.parse(text).unwrap());
        let images = ["12", "14", "36", "32", "78", "74", "98", "96"];
        assert!(images.iter().all(|image| key(image) == key("12")));
        assert_ne!(key("12"), key("21"));
        assert_ne!(key("12"), key("15"));
    }

    #[test]
    fn ends_are_valued_for_the_side_to_move() {
        let status = |text| TicTacToe.status(&TicTacToe.parse(text).unwrap(), &mut MoveList::new());
        assert_eq!(status("14253"), Status::Over(Score::loss_in(Ply(5))));
        assert_eq!(status("XXXOO----"), Status::Over(Score::loss_in(Ply(5))));
        assert_eq!(status("XOXXOOOXX"), Status::Over(Score::ZERO));
        assert_eq!(status(""), Status::Open);
        assert_eq!(TicTacToe.parse("-"), Ok(Board::default()));
        assert_eq!(TicTacToe.parse("519"), TicTacToe.parse("O---X---X"));
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let wrong = |text| TicTacToe.parse(text).unwrap_err();
        let cases = [
            ("55", 1, "not a legal move here"),
            ("50", 1, "not a legal move here"),
            ("142539", 5, "not a legal move here"),
            ("X---", 4, "the board ends too early"),
            ("----------", 9, "a tenth field"),
            ("X--q-----", 3, "not a field"),
            ("X--é-----", 3, "not a field"),
            ("XX-------", 0, "stones that do not alternate"),
            ("O--------", 0, "stones that do not alternate"),
            ("XXXOOO---", 0, "a game that went on after three in a row"),
            ("XXXOOO--X", 0, "a game that went on after three in a row"),
            ("XXXOO---O", 0, "a game that went on after three in a row"),
        ];
        for (text, place, why) in cases {
            assert_eq!((wrong(text).place, wrong(text).why.as_str()), (place, why), "{text}");
        }
        assert_eq!(
            wrong("5158").to_string(),
            "not a legal move here at character 3; expected one of 2 3 4 6 7 8 9\n  5158\n    ^"
        );
    }
}
