//! The Universal Chess Interface, the usual protocol of chess programs. Commands are answered while a search goes on.
//!
//! Every `go` has one `bestmove`, in the order in which they came. A `go` that comes while another one is searched waits for
//! it if that has an end of its own, and ends it otherwise; one that ponders has no end before its `ponderhit`. `stop` ends
//! what is searched and every `go` that waits. What cannot be read is reported in an `info string`, and the rest of the line
//! holds.

mod go;
mod options;
mod perft;

use std::fmt;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use provebest::game::line_in_words;
use provebest::games::chess::{Chess, Move, Position};
use provebest::player::{BookFn, BookMove, GameHistory, Player, Timer, Unplayable};
use provebest::search::engine::Answer;
use provebest::{Ply, Repeat, Score, Text};
use provebest_catalog::book::{Book, BookValue};
use provebest_catalog::games::Played;

use crate::output::{say, text};
use crate::protocols::stdin::{self, EventQueue, InputEvent, any_move};
use go::Go;
use options::UciOptions;

/// A chess player, with all its skills.
pub type ChessPlayer<'a> = Player<'a, Chess>;

/// Moves that are known beforehand.
pub type ChessBook<'a> = BookFn<'a, Chess>;

/// Answers commands until `quit` or the end of the input.
pub fn run(book: Option<&Book>) -> anyhow::Result<()> {
    let mut queue = EventQueue::open();
    // A change of the rules (how castling is written) begins anew with what was set up.
    let mut options = UciOptions::default();
    loop {
        let rules = Chess { chess960: options.chess960 };
        let known = |position: &Position| {
            let (played, entry) = book?.find(&rules, position)?;
            let least = match entry.least? {
                BookValue::Mate(Some(plies)) => Some(Score::win_in(Ply(rules.now(position).0 + plies))),
                _ => None,
            };
            Some(BookMove { played, least, why: entry.to_string() })
        };
        let book = book.map(|_| &known as &ChessBook<'_>);
        match UciSession::new(&rules, &options, book, &mut queue)?.listen()? {
            SessionEnd::Quit => return Ok(()),
            SessionEnd::Restart(changed) => options = changed,
        }
    }
}

/// What comes after a session.
enum SessionEnd {
    Quit,
    Restart(UciOptions),
}

struct UciSession<'a> {
    rules: &'a Chess,
    options: UciOptions,
    book: Option<&'a ChessBook<'a>>,
    player: ChessPlayer<'a>,
    history: GameHistory<'a, Chess>,
    queue: &'a mut EventQueue,
}

impl<'a> UciSession<'a> {
    fn new(
        rules: &'a Chess,
        options: &UciOptions,
        book: Option<&'a ChessBook<'a>>,
        queue: &'a mut EventQueue,
    ) -> anyhow::Result<UciSession<'a>> {
        let history = GameHistory::new(rules, rules.start());
        Ok(UciSession { rules, options: *options, book, player: options.player(rules, book)?, history, queue })
    }

    fn listen(&mut self) -> anyhow::Result<SessionEnd> {
        while let Some(line) = self.queue.next_line() {
            let Some((command, rest)) = split_command(&line) else { continue };
            match command {
                "uci" => Self::introduce()?,
                "isready" => say(format_args!("readyok"))?,
                "ucinewgame" => {
                    self.player.forget();
                    self.history = GameHistory::new(self.rules, self.rules.start());
                }
                "setoption" => match self.options.change(&rest) {
                    Ok(options::OptionChange::Clear) => self.player.forget(),
                    Ok(options::OptionChange::Set(options)) if options.chess960 != self.options.chess960 => {
                        return Ok(SessionEnd::Restart(options));
                    }
                    Ok(options::OptionChange::Set(options)) => match options.player(self.rules, self.book) {
                        Ok(player) => (self.options, self.player) = (options, player),
                        Err(error) => say(format_args!("info string error: {error}"))?,
                    },
                    Err(why) => say(format_args!("info string error: {why}"))?,
                },
                "position" => match self.position(&rest) {
                    Ok(history) => self.history = history,
                    Err(why) => say(format_args!("info string error: {why}"))?,
                },
                "d" => say(format_args!("{}", self.rules.print(self.history.state())))?,
                "go" if rest.first() == Some(&"perft") => self.perft(rest.get(1))?,
                "go" if self.search(&rest)? => {}
                "go" | "quit" => return Ok(SessionEnd::Quit),
                _ => {}
            }
        }
        Ok(SessionEnd::Quit)
    }

    fn introduce() -> io::Result<()> {
        say(format_args!("id name Provebest {}", env!("CARGO_PKG_VERSION")))?;
        say(format_args!("id author the developers of Provebest"))?;
        say(format_args!("{}", UciOptions::OPTIONS))?;
        say(format_args!("uciok"))
    }

    /// `startpos` or `fen ...`, and moves. What cannot be read changes nothing.
    fn position(&self, words: &[&str]) -> Result<GameHistory<'a, Chess>, String> {
        let moves = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let one_line =
            |error: provebest::game::TextError| error.to_string().lines().next().unwrap_or_default().to_string();
        let start = match words[..moves] {
            ["startpos", ..] => self.rules.start(),
            ["fen", ref fields @ ..] => self.rules.parse(&fields.join(" ")).map_err(one_line)?,
            _ => return Err("a position is 'startpos' or 'fen' and a FEN, then 'moves' and moves".into()),
        };
        // A draw was not claimed: otherwise no move would be asked for.
        let mut history = GameHistory::new(self.rules, self.rules.unclaimed(&start));
        for (number, word) in words.iter().skip(moves + 1).enumerate() {
            let m = self.rules.parse_move(history.state(), word);
            history.play(m.map_err(|error| format!("move {}, '{word}': {}", number + 1, one_line(error)))?);
            if history.state().board().halfmove_clock() >= 100 {
                history = GameHistory::new(self.rules, self.rules.unclaimed(history.state()));
            }
        }
        Ok(history)
    }

    fn perft(&self, depth: Option<&&str>) -> io::Result<()> {
        let Some(depth) = depth.and_then(|word| word.parse::<u32>().ok()).filter(|&depth| (1..=9).contains(&depth))
        else {
            return say(format_args!("info string error: expected a depth from 1 to 9"));
        };
        let position = self.history.state();
        let mut moves: Vec<Move> = Vec::new();
        position.board().generate_moves(|some| {
            moves.extend(some);
            false
        });
        let mut total = 0;
        for m in moves {
            let mut child = position.board().clone();
            child.play_unchecked(m);
            let count = perft::perft(&child, depth - 1);
            say(format_args!("{}: {count}", self.rules.print_move(position, m)))?;
            total += count;
        }
        say(format_args!("\nNodes searched: {total}"))
    }

    /// Searches, and answers other commands meanwhile. False after `quit`.
    fn search(&mut self, words: &[&str]) -> anyhow::Result<bool> {
        let go = Go::parse(words, self.rules, self.history.state(), self.options.reserve);
        for why in &go.wrong {
            say(format_args!("info string error: {why}"))?;
        }
        let UciSession { options, player, history, queue, .. } = self;
        if let Some((known, _)) = player.book_move(history) {
            say(format_args!("info string from the book: {}", known.why))?;
        }
        let (player, history, only, multi) = (&*player, &*history, &go.only, options.moves > 1);
        let spoken = Mutex::new(Vec::new());
        let think = |timer: &Timer| {
            Chess::think(player, history, timer, only, &mut |answer| {
                *spoken.lock().unwrap_or_else(PoisonError::into_inner) = in_words(history, &answer.line.0);
                // A broken pipe shows at the end, too.
                let _ = report(player, history, timer, answer, multi);
            })
        };
        let complain = |text: fmt::Arguments<'_>| say(format_args!("info string error: {text}"));
        let mut quits = false;
        let listen = |queue: &mut EventQueue, timer: &Timer| {
            let (mut another, mut ponders) = (false, go.limits.ponder);
            while let Some(event) = queue.next(Duration::MAX) {
                match event {
                    InputEvent::Done => break,
                    InputEvent::End => {
                        queue.postpone(InputEvent::End);
                        if ponders || go.limits.infinite {
                            timer.end();
                        }
                    }
                    InputEvent::Line(line) => match split_command(&line).map(|(command, _)| command) {
                        Some("stop") => {
                            timer.end();
                            if another {
                                queue.postpone(InputEvent::Line(line));
                            }
                        }
                        Some("ponderhit") if ponders && !another => {
                            ponders = false;
                            timer.start();
                        }
                        Some("isready") => say(format_args!("readyok"))?,
                        Some("uci") => Self::introduce()?,
                        Some("quit") => {
                            quits = true;
                            timer.end();
                        }
                        Some("go") => {
                            another = true;
                            queue.postpone(InputEvent::Line(line));
                            if ponders || go.limits.infinite {
                                timer.end();
                            }
                        }
                        _ => queue.postpone(InputEvent::Line(line)),
                    },
                }
            }
            Ok(())
        };
        let (thought, timer) = stdin::think(queue, go.limits, think, complain, listen)?;
        let spoken = spoken.into_inner().unwrap_or_else(PoisonError::into_inner);
        answer(player, history, &timer, thought, spoken, options)?;
        Ok(!quits)
    }
}

/// Prints the best move. After a search that panicked it is the last one that was printed, or any.
fn answer(
    player: &ChessPlayer<'_>,
    history: &GameHistory<'_, Chess>,
    timer: &Timer,
    thought: Option<Result<Answer<Move>, Unplayable>>,
    spoken: Vec<String>,
    options: &UciOptions,
) -> io::Result<()> {
    let line = match thought {
        Some(Ok(answer)) => {
            if answer.processors < options.threads {
                let threads = text::plural(answer.processors as u64, "thread", "threads");
                say(format_args!("info string error: the system has only {threads} to give"))?;
            }
            report(player, history, timer, &answer, options.moves > 1)?;
            in_words(history, &answer.line.0)
        }
        Some(Err(_)) => Vec::new(),
        None if spoken.is_empty() => in_words(history, any_move(history).as_slice()),
        None => spoken,
    };
    match &line[..] {
        [best, reply, ..] => say(format_args!("bestmove {best} ponder {reply}")),
        [best] => say(format_args!("bestmove {best}")),
        [] => say(format_args!("bestmove (none)")),
    }
}

/// A command and what follows it. Unknown words at the beginning are skipped.
fn split_command(line: &str) -> Option<(&str, Vec<&str>)> {
    let known = ["uci", "isready", "ucinewgame", "setoption", "position", "go", "quit", "stop", "ponderhit", "d"];
    let mut words = line.split_whitespace();
    let command = words.by_ref().find(|word| known.contains(word))?;
    Some((command, words.collect()))
}

/// What is known, as `info` lines.
fn report(
    player: &ChessPlayer<'_>,
    history: &GameHistory<'_, Chess>,
    timer: &Timer,
    answer: &Answer<Move>,
    multi: bool,
) -> io::Result<()> {
    let rules = history.game();
    let milliseconds = timer.total().as_millis() as u64;
    let nodes = answer.tally.nodes;
    let speed = nodes * 1000 / milliseconds.max(1);
    let full = player.engine().table().fill_permille();
    for (place, one) in answer.moves.iter().enumerate() {
        let Some(value) = one.value else { continue };
        if place > 0 && !(multi && matches!(one.kind, provebest::Kind::Exact | provebest::Kind::Heuristic)) {
            break;
        }
        let score = score(value, rules.now(history.state()).0);
        let bound = match one.kind {
            provebest::Kind::Lower => " lowerbound",
            provebest::Kind::Upper => " upperbound",
            _ => "",
        };
        let line = in_words(history, &one.line.0).join(" ");
        say(format_args!(
            "info depth {} seldepth {} multipv {} score {score}{bound} nodes {nodes} nps {speed} hashfull {full} \
             time {milliseconds} pv {line}",
            answer.depth.0,
            answer.tally.deepest,
            place + 1,
        ))?;
    }
    Ok(())
}

fn in_words(history: &GameHistory<'_, Chess>, line: &[Move]) -> Vec<String> {
    line_in_words(history.game(), history.state(), line, |position, m| history.game().print_move(position, m))
}

/// Centipawns, or moves to mate.
fn score(value: Score, now: u32) -> String {
    match value.end() {
        Some(end) => {
            let moves = (end.0.saturating_sub(now)).div_ceil(2) as i64;
            format!("mate {}", if value > Score::ZERO { moves } else { -moves })
        }
        None => format!("cp {}", value.0),
    }
}
