//! Boards that begin with an empty field, `-O-XX----`, which looks like an option: they may follow the name of a game that people play.

use std::ffi::{OsStr, OsString};

use provebest_catalog::games::{self, GameInfo};

/// The shortest word that is taken for a board: nothing shorter is one, and there are short options.
const SHORTEST: usize = 4;

/// The arguments with a space in front of every board that would be taken for an option. Positions are read without it.
pub fn as_words(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let (mut named, mut ended) = (false, false);
    let word = |arg: OsString| {
        ended |= arg == "--";
        if named && !ended && is_board(&arg) {
            let mut word = OsString::from(" ");
            word.push(arg);
            return word;
        }
        named |= arg.to_str().and_then(games::find).is_some_and(GameInfo::is_played);
        arg
    };
    args.map(word).collect()
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
