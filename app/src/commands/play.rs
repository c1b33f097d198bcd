//! `provebest play`.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anyhow::Context;
use provebest::games::othello::Othello;
use provebest::games::tic_tac_toe::TicTacToe;
use provebest::player::{GameHistory, Level, Player, ThinkLimits};
use provebest::terminal::{Ended, Terminal};
use provebest::{Evaluate, Keyed, MoveList, Score, Skills, Status, Text};

use crate::Ending;
use crate::board::Drawn;
use crate::cli::units;
use crate::memory;
use crate::problem::{GameName, Problem, Rules};

/// Play against the engine in the terminal
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest play connect4
  provebest play chess --level 5 --side second
  provebest play othello --side none --time 500ms

At the prompt: a move, or `moves`, `hint`, `undo`, `quit`. Moves of chess may be written as programs do (g1f3, e1g1, e7e8q) or as
people do (Nf3, O-O, e8=Q), those of Othello as f5, F5 or pass.")]
pub struct Args {
    /// The game: tictactoe, connect4, othello or chess
    game: GameName,

    /// The position to start from; see `provebest games`
    position: Option<String>,

    /// Which side you play: the one that moves first in the position, or the other
    #[arg(long, default_value = "first", value_parser = ["first", "second", "both", "none"])]
    side: String,

    /// From 1, a beginner, to 20, as strong as it gets
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=20))]
    level: u8,

    /// How long the engine may think about a move
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = units::time)]
    time: Duration,

    /// Chance for levels below 20; 1 by default
    #[arg(long)]
    seed: Option<u64>,

    /// Bytes of the engine's table; 64MB if nothing else is said, less where less is free
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    hash: Option<u64>,

    /// Threads of the engine
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let problem = Problem::read(args.game, args.position.as_deref(), None, None)?;
    let name = problem.game.about().name;
    match &problem.rules {
        Rules::TicTacToe(board) => sit_down(&TicTacToe, board, &args),
        Rules::ConnectFour(rules, board) => sit_down(&rules.centre_first().folded(), board, &args),
        Rules::Othello(board) => sit_down(&Othello, board, &args),
        Rules::Chess(rules, position) => sit_down(rules, position, &args),
        _ => {
            anyhow::bail!("{name} is a tree and cannot be played: tictactoe, connect4, othello or chess would be right")
        }
    }
}

fn sit_down<G>(game: &G, root: &G::State, args: &Args) -> anyhow::Result<Ending>
where
    G: Evaluate<State: Send + Sync, Move: Send + Sync> + Keyed + Skills + Text + Drawn + Sync,
{
    let player = memory::with_table(args.hash, memory::USUAL_TABLE, |room| Player::new(game, room));
    let player = player.context("--hash")?;
    let level = Level::new(args.level).unwrap_or(Level::FULL);
    let mut player: Player<'_, G> = player.level(level).threads(args.threads.into());
    player.forget();
    match args.seed {
        Some(seed) if level == Level::FULL => {
            anyhow::bail!("--seed {seed}: the best engine leaves nothing to chance; a --level below 20 would be right")
        }
        seed => player = player.seed(seed.unwrap_or(1)),
    }
    let people = match args.side.as_str() {
        "first" => [true, false],
        "second" => [false, true],
        "both" => [true, true],
        _ => [false, false],
    };
    let table = Terminal {
        player: &player,
        limits: ThinkLimits::time(args.time),
        people,
        show: &|state, last| match game.status(state, &mut MoveList::new()) {
            Status::Open => format!("{}\n    {} to move", game.draw(state, last), game.sides(state)[0]),
            Status::Over(_) => game.draw(state, last),
        },
        word: &|state, m| game.print_move(state, m),
        read: Some(&|state, text| game.parse_move(state, text).ok()),
    };
    let mut history = GameHistory::new(game, root.clone());
    let mut out = anstream::stdout();
    let [first, second] = game.sides(root);
    match people {
        [true, false] => writeln!(out, "You are {first}, I am {second}.")?,
        [false, true] => writeln!(out, "I am {first}, you are {second}.")?,
        [both, _] => writeln!(out, "{first} against {second}, {} both.", if both { "you play" } else { "I play" })?,
    }
    let ended = table.play(&mut history, &mut io::stdin().lock(), &mut out)?;
    let [to_move, other] = game.sides(history.state());
    let words = match ended {
        Ended::Left if io::stdin().is_terminal() => "Good bye.".into(),
        Ended::Left => "The game was left.".into(),
        Ended::Repeated => "A draw: the same position for the third time.".into(),
        Ended::Over(Score::ZERO) => "A draw.".into(),
        // The value is that of the side that would be to move.
        Ended::Over(value) => format!("{} has won.", if value > Score::ZERO { to_move } else { other }),
    };
    writeln!(out, "{words}")?;
    Ok(Ending::Done)
}
