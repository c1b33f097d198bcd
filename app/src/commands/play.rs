//! `provebest play`.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use provebest::player::{Level, ThinkLimits};
use provebest_catalog::games::{GameInfo, Played, PlayedVisitor};
use provebest_catalog::{Parting, SavedGame, Seats, SeatsError, units};

use crate::ending::Ending;
use crate::r#match::pgn;
use crate::options::{self, ProblemOptions, game_names, played_games};
use crate::output::{board, play};

/// Play against the engine in the terminal
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest play connect4
  provebest play chess --level 4 --side second
  provebest play othello --side none --time 500ms
  provebest play connect4 5x5:33 --book five.book

At the prompt: a move, or help, moves, hint, undo, new, swap, level N, save FILE, quit.
Moves of chess may be written as people do (Nf3, O-O, e8=Q) or as programs do (g1f3,
e1g1, e7e8q), those of Othello as f5, F5 or pass.")]
pub struct Args {
    /// The game, such as tictactoe, connect4, othello or chess; see `provebest games`
    #[arg(value_parser = game_names(), hide_possible_values = true)]
    game: &'static GameInfo,

    /// The position to start from; see `provebest games`
    position: Option<String>,

    /// Which side you play: the one that moves first in the position, or the other
    #[arg(long, default_value = "first", value_parser = ["first", "second", "both", "none"])]
    side: String,

    /// From 1, a beginner, to 10, as strong as it gets; hints are always at full strength
    #[arg(long, default_value_t = Level::CASUAL, value_parser = level)]
    level: Level,

    /// How long the engine may think about a move
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = units::time)]
    time: Duration,

    /// Seed of the random choices of levels below 10; 1 by default
    #[arg(long)]
    seed: Option<u64>,

    /// Bytes of the engine's table; 64MB by default, less if less is free
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    hash: Option<u64>,

    /// A book of proved values, from `provebest solve --book`: its moves are played at once
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Threads of the engine
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

fn level(text: &str) -> Result<Level, String> {
    text.parse().ok().and_then(Level::new).ok_or_else(|| format!("expected a number from 1 to {}", Level::FULL))
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let level = args.level;
    if let Some(seed) = args.seed.filter(|_| level == Level::FULL) {
        anyhow::bail!("--seed {seed}: the best engine leaves nothing to chance; expected a --level below 10");
    }
    anyhow::ensure!(args.game.is_played(), "{} cannot be played; expected one of {}", args.game.name, played_games());
    let problem = ProblemOptions::default().game(args.game, args.position.as_deref())?;
    let people = match args.side.as_str() {
        "first" => [true, false],
        "second" => [false, true],
        "both" => [true, true],
        _ => [false, false],
    };
    let book = args.book.as_deref().map(|path| options::book(path, Some(args.game))).transpose()?;
    let known = |position: &str| book.as_ref()?.move_for(position);
    let ask = RefCell::new(play::asker());
    let seats = Seats {
        people,
        hash: args.hash,
        threads: args.threads.into(),
        level,
        seed: args.seed.unwrap_or(1),
        limits: ThinkLimits::time(args.time),
        book: Some(&known),
        draw: &board::draw,
        ask: &ask,
        save: &save,
        again: io::stdin().is_terminal(),
        output: &RefCell::new(play::terminal()),
    };
    let Some(played) = problem.game().and_then(|game| game.visit_played(PlayInTerminal(&seats))) else {
        anyhow::bail!("{} cannot be played; expected one of {}", problem.name(), played_games());
    };
    let parting = played.map_err(|error| match error {
        SeatsError::NoRoom(_) => anyhow::anyhow!("--{error}"),
        SeatsError::Io(error) => error.into(),
        other => other.into(),
    })?;
    play::show_end(parting)?;
    Ok(Ending::Done)
}

/// Keeps a game in a file that was not there: chess as PGN, other games as they were played and stand.
fn save(game: &SavedGame, file: &str) -> io::Result<String> {
    let SavedGame { game: name, start, moves, now, ended, .. } = game;
    let text = match *name {
        "chess" => pgn::saved(game)?,
        _ => {
            let result = match ended {
                Some(Parting::Won(side)) => format!("{side} has won"),
                Some(Parting::Draw | Parting::Repeated) => "a draw".into(),
                Some(Parting::Left) | None => "none yet".into(),
            };
            format!("game {name}\nstart {start}\nmoves {}\nposition {now}\nresult {result}\n", moves.join(" "))
        }
    };
    File::create_new(file)?.write_all(text.as_bytes())?;
    let file = file.escape_debug();
    Ok(match ended {
        Some(_) => format!("Saved in {file}."),
        None => format!("Saved in {file}; to go on there:\n  provebest play {name} '{now}'"),
    })
}

struct PlayInTerminal<'a>(&'a Seats<'a>);

impl PlayedVisitor for PlayInTerminal<'_> {
    type Output = Result<Parting, SeatsError>;

    fn visit<G: Played>(self, game: &G, root: &G::State) -> Self::Output {
        game.sit_down(root, self.0)
    }
}
