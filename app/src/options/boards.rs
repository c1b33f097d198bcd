//! Positions as people type them: a board that begins with an empty field, `-O-XX----`, looks like an option, and a FEN without quotes
//! falls into words. Both may follow the name of a game that people play.

use std::ffi::{OsStr, OsString};

use provebest_catalog::games::{self, GameInfo};

/// The shortest word that is taken for a board: nothing shorter is one, and there are short options.
const SHORTEST: usize = 4;

/// The arguments with a space in front of every board that would be taken for an option. Positions are read without it.
/// What follows a position without quotes is joined to it.
pub fn as_words(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let (mut named, mut ended) = (false, false);
    let mut words: Vec<OsString> = Vec::new();
    // What may still belong to the last word.
    let mut expected: &[Field] = &[];
    for arg in args {
        if let (Some((field, rest)), Some(text), Some(last)) = (expected.split_first(), arg.to_str(), words.last_mut())
            && field(text)
        {
            last.push(" ");
            last.push(arg);
            expected = rest;
            continue;
        }
        ended |= arg == "--";
        expected = arg.to_str().filter(|_| named).map_or(&[], fields_behind);
        if named && !ended && is_board(&arg) {
            let mut word = OsString::from(" ");
            word.push(arg);
            words.push(word);
            continue;
        }
        named |= arg.to_str().and_then(games::find).is_some_and(GameInfo::is_played);
        words.push(arg);
    }
    words
}

/// Is it such a field of a position?
type Field = fn(&str) -> bool;

/// The side to move, castling, en passant, and two counters.
const FEN: &[Field] = &[
    |text| matches!(text, "w" | "b"),
    |text| {
        text == "-"
            || !text.is_empty()
                && text.len() <= 4
                && text.chars().all(|c| matches!(c, 'A'..='H' | 'a'..='h' | 'K' | 'Q' | 'k' | 'q'))
    },
    |text| text == "-" || matches!(text.as_bytes(), [b'a'..=b'h', b'3' | b'6']),
    is_counter,
    is_counter,
];

/// The side to move.
const DISCS: &[Field] = &[|text| matches!(text, "X" | "O" | "x" | "o")];

fn is_counter(text: &str) -> bool {
    !text.is_empty() && text.len() <= 4 && text.chars().all(|c| c.is_ascii_digit())
}

/// The fields that belong behind a board.
fn fields_behind(board: &str) -> &'static [Field] {
    match board {
        _ if board.contains(' ') => &[],
        _ if board.matches('/').count() == 7 => FEN,
        _ if board.len() == 64 && board.chars().all(|c| "-.XOxo".contains(c)) => DISCS,
        _ => &[],
    }
}

/// No option is made of these characters only.
fn is_board(arg: &OsStr) -> bool {
    arg.to_str().is_some_and(|text| {
        text.len() >= SHORTEST && text.starts_with('-') && text.chars().all(|c| "-.XOxo ".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        let args = line.split('|').map(OsString::from);
        as_words(args).into_iter().map(|word| word.into_string().unwrap()).collect()
    }

    #[test]
    fn only_boards_behind_their_game_are_changed() {
        assert_eq!(words("pb|solve|tictactoe|-O-XX----|--json")[3..], [" -O-XX----", "--json"]);
        assert_eq!(words("pb|search|--json|othello|-------- X")[4], " -------- X");
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(words(&format!("pb|search|chess|{}|--depth|3", fen.replace(' ', "|")))[3..], [fen, "--depth", "3"]);
        assert_eq!(words("pb|search|chess|8/8/8/8/8/8/8/8|w|--json")[3..], ["8/8/8/8/8/8/8/8 w", "--json"]);
        let discs = "-".repeat(64);
        assert_eq!(words(&format!("pb|solve|othello|{discs}|X|X"))[3..], [format!(" {discs} X"), "X".into()]);
        for same in [
            "pb|solve|tictactoe|--|-O-XX----",
            "pb|solve|tictactoe|X-O------|--nodse|5|-a|ab|-o",
            "pb|compare|tree|-3",
            "pb|explain|---------|tictactoe",
        ] {
            assert_eq!(words(same), same.split('|').collect::<Vec<_>>());
        }
    }
}
