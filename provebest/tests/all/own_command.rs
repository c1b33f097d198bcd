//! A game of one's own as a command.

use std::io::Cursor;

use provebest::command::{Command, CommandError};
use provebest::games::tic_tac_toe::{Board, TicTacToe};

use crate::games::domineering::domineering;

/// What the command says to these words and to this input.
fn said(words: &str, input: &str) -> Result<String, CommandError> {
    let words: Vec<String> = words.split_whitespace().map(String::from).collect();
    let (mut output, word) = (Vec::new(), |_: &Board, field: u8| format!("f{}", field + 1));
    let command = Command::new("three", &TicTacToe, Board::default()).word(&word).sides(["X", "O"]);
    command.run(&words, &mut Cursor::new(input.to_string()), &mut output)?;
    Ok(String::from_utf8(output).unwrap())
}

#[test]
fn it_plays() {
    let played = said("play --depth 9 --level 10", "f5\nhint\nquit\n").unwrap();
    assert!(played.contains("You are X, I am O. I play at full strength.") && played.contains("I play f"), "{played}");
    assert!(played.ends_with("Goodbye.\n"), "{played}");
    let alone = said("play --side none --level 10 --depth 9", "").unwrap();
    assert!(alone.ends_with("A draw.\n"), "{alone}");
    // X wins from here, and is called so whoever is to move first.
    let won = said("play --side none --level 10 --depth 9 f1 f4 f2", "").unwrap();
    assert!(won.contains("O against X") && !won.contains("The first side"), "{won}");
}

#[test]
fn it_compares_and_plays_matches() {
    let compared = said("compare --depth 5 f5", "").unwrap();
    assert!(
        compared.contains("three · 5 plies · 6,000 leaves") && compared.contains("All 17 searches agree: value "),
        "{compared}"
    );
    // The end is in sight: the best move wins.
    let won = said("compare --depth 3 f1 f4 f2 f5", "").unwrap();
    assert!(won.contains("value win in 1 ply, best move f3."), "{won}");
    let played = said("match 10 1 --games 20 --nodes 200", "").unwrap();
    assert!(played.contains("level 10 against level 1: ") && played.contains(" of 20"), "{played}");
    let checked = said("check", "").unwrap();
    assert!(checked.contains("games of 5 to 9 plies, all ended"), "{checked}");
}

#[test]
fn it_is_an_engine() {
    let told = said(
        "ugi",
        "ugi\nisready\nposition startpos moves f1 f4 f2 f5\nquery p1turn\ngo depth 3\nquery result\nposition startpos moves f1 f1\n\
         position startpos moves f1 f4 f2 f5 f3\nquery gameover\nquery result\nsetoption name Level value 3\ngo nodes 50\ngo infinite\nstop\nsing\nquit\n",
    )
    .unwrap();
    for words in [
        "id name three\n",
        "ugiok\nreadyok\nresponse true\n",
        "bestmove f3\nresponse none\n",
        "info string 'f1', move 2 of the position, is not legal",
        "response true\nresponse p1win\n",
        "bestmove none\n",
        "info string 'sing' is not understood\n",
    ] {
        assert!(told.contains(words), "no '{words}' in {told}");
    }
    let mate = told.lines().find(|line| line.starts_with("info depth") && line.contains("pv f3")).unwrap();
    assert!(mate.contains("score mate 1 "), "{mate}");
}

#[test]
fn wrong_words_are_refused() {
    for (words, why) in [
        ("dance", "'dance' is no command; expected one of check, compare"),
        ("play --level 11", "--level 11: expected a level from 1 to 10"),
        ("play --levle 3", "unknown option '--levle'; expected one of --level"),
        ("play --time soon", "--time soon: expected a time such as 500ms"),
        ("play f1 f1", "'f1', move 2 of the position, is not legal; expected one of f2"),
        ("play f1 f4 f2 f5 f3", "the game is over there"),
        ("match 8", "match: expected two levels"),
        ("match 8 5 --games 3", "--games 3: expected an even number"),
        ("compare --depth", "--depth: expected a value"),
        ("compare --depth 0", "--depth 0: expected a number from 1 on"),
        ("ugi now", "'now' behind ugi"),
    ] {
        let error = said(words, "").unwrap_err().to_string();
        assert!(error.starts_with(why), "{words}: {error}");
    }
    let game = domineering();
    let command = Command::new("dominoes", &game, (0, false));
    let wide =
        command.run(&["compare".into(), "--depth=9".into()], &mut std::io::empty(), &mut Vec::new()).unwrap_err();
    assert!(wide.to_string().starts_with("the tree has more than 5000000 nodes; expected a smaller --depth"), "{wide}");
}
