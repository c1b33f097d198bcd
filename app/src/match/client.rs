//! The other side of a protocol: a program that is asked for moves, by UCI or by xboard's protocol.

use std::time::{Duration, Instant};

use anyhow::anyhow;

use super::config::{Program, Protocol};
use super::process::{NoReply, Process, ProgramQuery, Reply};
use super::stop_switch::StopSwitch;
use super::xboard::{self, Xboard};

/// How long a program may take to start, or to get ready.
const START: Duration = Duration::from_secs(10);
/// How long a program may take to stop.
const STOP: Duration = Duration::from_millis(500);

/// A program that finds moves.
pub struct Client {
    process: Process,
    dialect: Dialect,
}

/// How it is asked.
enum Dialect {
    Uci,
    Xboard(Xboard),
}

impl Client {
    /// Starts a program and sets its options. An error says what is wrong with it.
    pub fn start(program: &Program, stop: &StopSwitch) -> anyhow::Result<Client> {
        let mut process = Process::start(&program.words)?;
        let dialect = match program.protocol {
            Protocol::Uci => greet(&mut process, program, stop).map(|()| Dialect::Uci),
            Protocol::Xboard => Xboard::greet(&mut process, stop).map(Dialect::Xboard),
        };
        let dialect = dialect.map_err(|why| anyhow!("'{}' {why}", program.words[0]))?;
        Ok(Client { process, dialect })
    }

    /// Another game begins.
    pub fn new_game(&mut self, stop: &StopSwitch) -> Result<(), NoReply> {
        if let Dialect::Xboard(board) = &mut self.dialect {
            board.forget();
            return Ok(());
        }
        self.process.say("ucinewgame")?;
        ready(&mut self.process, stop)
    }

    /// Is it still there?
    pub fn is_alive(&mut self) -> bool {
        self.process.is_alive()
    }

    /// Asks for a move. A program that is late is told to stop; one that does not even stop is killed.
    pub fn go(&mut self, ask: &ProgramQuery<'_>, patience: Duration, stop: &StopSwitch) -> Result<Reply, NoReply> {
        let questions = match &mut self.dialect {
            Dialect::Uci => uci_questions(ask),
            Dialect::Xboard(board) => board.questions(ask),
        };
        for question in questions {
            self.process.say(&question)?;
        }
        let is_uci = matches!(self.dialect, Dialect::Uci);
        let mut reply = Reply::default();
        let mut listen =
            |line: &str| if is_uci { uci_reply(line, &mut reply) } else { xboard::reply(line, &mut reply) };
        // A time so far away cannot be counted.
        let now = Instant::now();
        let until = now.checked_add(patience).unwrap_or(now + Duration::from_secs(1 << 30));
        match self.process.hear(until, stop, &mut listen) {
            Ok(()) => {
                if let Dialect::Xboard(board) = &mut self.dialect {
                    board.moved(&reply.best);
                    self.process.say("force")?;
                }
                Ok(reply)
            }
            Err(NoReply::Late) => {
                self.process.say(if is_uci { "stop" } else { "?" })?;
                match self.process.hear(Instant::now() + STOP, stop, listen) {
                    Ok(()) => Err(NoReply::Late),
                    Err(NoReply::Late) => {
                        self.process.kill();
                        Err(NoReply::Late)
                    }
                    Err(other) => Err(other),
                }
            }
            Err(other) => Err(other),
        }
    }
}

/// Says hello in UCI and sets options. An error says what is wrong with the program.
fn greet(process: &mut Process, program: &Program, stop: &StopSwitch) -> Result<(), String> {
    let tell = |silence, what: &str| match silence {
        NoReply::Late => format!("does not speak UCI: no '{what}' within {} s", START.as_secs()),
        NoReply::Gone => format!("ended before it said '{what}'"),
        NoReply::CalledOff => "was not waited for".to_string(),
    };
    let mut options: Vec<String> = Vec::new();
    process.say("uci").map_err(|silence| tell(silence, "uciok"))?;
    process
        .hear(Instant::now() + START, stop, |line| {
            if let Some(rest) = line.strip_prefix("option name ") {
                options.push(rest.split(" type ").next().unwrap_or(rest).trim().to_string());
            }
            line == "uciok"
        })
        .map_err(|silence| tell(silence, "uciok"))?;
    for (name, value) in &program.options {
        let Some(known) = options.iter().find(|option| option.eq_ignore_ascii_case(name)) else {
            return Err(format!("has no option '{name}'; expected one of {}", options.join(", ")));
        };
        process.say(&format!("setoption name {known} value {value}")).map_err(|silence| tell(silence, "readyok"))?;
    }
    ready(process, stop).map_err(|silence| tell(silence, "readyok"))
}

fn ready(process: &mut Process, stop: &StopSwitch) -> Result<(), NoReply> {
    process.say("isready")?;
    process.hear(Instant::now() + START, stop, |line| line == "readyok")
}

fn uci_questions(ProgramQuery { fen, moves, clocks, white, .. }: &ProgramQuery<'_>) -> Vec<String> {
    let position = match moves {
        [] => format!("position fen {fen}"),
        moves => format!("position fen {fen} moves {}", moves.join(" ")),
    };
    vec![position, clocks.go(*white)]
}

/// Is this the move?
fn uci_reply(line: &str, reply: &mut Reply) -> bool {
    if line.starts_with("info ") {
        note(line, reply);
    }
    let best = line.strip_prefix("bestmove");
    if let Some(best) = best {
        reply.best = best.split_whitespace().next().unwrap_or_default().to_string();
    }
    best.is_some()
}

/// Depth and score of an `info` line with a line of play.
fn note(line: &str, reply: &mut Reply) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |name: &str| words.iter().position(|&word| word == name).map(|at| &words[at + 1..]);
    let (Some(_), Some([kind, number, ..])) = (after("pv"), after("score")) else { return };
    let Ok(number) = number.parse::<i64>() else { return };
    if matches!(after("multipv"), Some([place, ..]) if *place != "1") {
        return;
    }
    reply.score = match *kind {
        "cp" => Some(format!("{:+.2}", number as f64 / 100.0)),
        "mate" => Some(format!("{}M{}", if number < 0 { '-' } else { '+' }, number.unsigned_abs())),
        _ => return,
    };
    if let Some(Ok(depth)) = after("depth").and_then(|rest| rest.first()).map(|word| word.parse()) {
        reply.depth = depth;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_lines() {
        let mut reply = Reply::default();
        note("info depth 7 seldepth 12 score cp -31 nodes 1000 pv e2e4 e7e5", &mut reply);
        assert_eq!((reply.depth, reply.score.as_deref()), (7, Some("-0.31")));
        for other in
            ["info depth 8 currmove e2e4", "info string score", "info score cp", "info depth 9 score cp x pv a"]
        {
            note(other, &mut reply);
            assert_eq!(reply.depth, 7, "{other}");
        }
        note("info depth 9 multipv 2 score cp 3 pv a2a3", &mut reply);
        note("info depth 9 multipv 1 score mate -4 pv a2a3", &mut reply);
        assert_eq!((reply.depth, reply.score.as_deref()), (9, Some("-M4")));
    }
}
