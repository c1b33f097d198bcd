//! The games that a certificate can name, and how their positions are read.

use provebest_game::{Plain, Provable, Score, Text, TextError};
use provebest_games::chess::Mates;
use provebest_games::connect_four::ConnectFour;
use provebest_games::graph::Graph;
use provebest_games::othello::Othello;
use provebest_games::tic_tac_toe::TicTacToe;
use provebest_games::tree::Tree;

use crate::input::Input;
use crate::{Proved, Refused, claims};

pub(crate) fn verify(game: &str, position: &str, input: Input<'_>) -> Result<Proved, Refused> {
    fn go<G: Provable + Text>(
        name: &str,
        rules: &G,
        text: &str,
        root: Result<G::State, TextError>,
        input: Input<'_>,
    ) -> Result<Proved, Refused> {
        match root {
            Ok(root) => claims(rules, &root, name.into(), text.into(), input),
            Err(error) => input.refuse(&format!("the position cannot be read: {}", error.why)),
        }
    }
    match game {
        "connect4" => match ConnectFour::parse(position) {
            Ok((rules, board)) => {
                let proved = go(game, &rules, position, Ok(board), input)?;
                let usual = |value: Option<Score>| value.map(|value| rules.usual(value));
                Ok(Proved { least: usual(proved.least), most: usual(proved.most), ..proved })
            }
            Err(error) => go(game, &ConnectFour::default(), position, Err(error), input),
        },
        "othello" => go(game, &Othello, position, Othello.parse(position), input),
        "tictactoe" => go(game, &Plain(&TicTacToe), position, TicTacToe.parse(position), input),
        "mate" => go(game, &Mates, position, Mates.parse(position), input),
        "tree" => match position.parse::<Tree>() {
            Ok(tree) => go(game, &Plain(&tree), position, Ok(tree.root()), input),
            Err(error) => input.refuse(&format!("the tree cannot be read: {}", error.why)),
        },
        "graph" => match position.parse::<Graph>() {
            Ok(graph) => go(game, &graph, position, Ok(graph.root()), input),
            Err(error) => input.refuse(&format!("the graph cannot be read: {}", error.why)),
        },
        _ => input.refuse("a game that is not known here"),
    }
}
