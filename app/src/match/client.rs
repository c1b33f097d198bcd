//! The other side of a protocol: a program that is asked for moves, by UCI or as xboard would ask it.
//!
//! Nothing is taken for granted: it may not start, say nothing, say too much, die at any moment or never come to an end.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};

use super::config::{Program, Protocol};
use super::halt::{Halt, Halted};
use super::pace::Clocks;
use super::xboard::{self, Xboard};
use provebest_catalog::worker::Lost;

/// How long it may take to start, or to get ready.
const START: Duration = Duration::from_secs(10);
/// How long it may take to stop, or to quit.
const STOP: Duration = Duration::from_millis(500);
/// How often to see whether anybody still wants to know.
const LOOK: Duration = Duration::from_millis(50);
/// A longer line is read as several.
const LONGEST_LINE: u64 = 1 << 16;

pub struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    manner: Manner,
}

enum Manner {
    Uci,
    Xboard(Xboard),
}

/// What a program is asked.
pub struct Ask<'a> {
    /// The first position, and the moves since then.
    pub fen: String,
    pub moves: &'a [String],
    pub clocks: &'a Clocks,
    /// The number of the side to move, and that of White.
    pub side: usize,
    pub white: usize,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Silence {
    /// Not in time.
    Late,
    /// There will be none: it is gone.
    Gone,
    /// Nobody wants it any more.
    Halted,
}

impl From<Halted> for Silence {
    fn from(Halted: Halted) -> Silence {
        Silence::Halted
    }
}

/// A move as it was written, and what was said about it last.
#[derive(Default, Debug)]
pub struct Reply {
    pub best: String,
    pub depth: u32,
    pub score: Option<String>,
}

impl Reply {
    /// The move of one who resigns.
    pub const RESIGNS: &str = "resign";
}

impl Client {
    /// Starts a program and sets its options. An error tells what is wrong with it.
    pub fn start(program: &Program, halt: &Halt) -> anyhow::Result<Client> {
        let name = &program.words[0];
        let mut command = Command::new(name);
        command.args(&program.words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is for us: what it means for a game is told by us.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| anyhow!("'{name}' does not start: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("'{name}' has no input and output");
        };
        let (to, lines) = sync_channel(1 << 10);
        if let Err(why) = std::thread::Builder::new().name("reader".into()).spawn(move || read(output, &to)) {
            let _ = child.kill();
            let _ = child.wait();
            return Err(Lost::NoThread(why)).with_context(|| format!("'{name}'"));
        }
        let mut client = Client { child, input, lines, manner: Manner::Uci };
        let greeted = match program.protocol {
            Protocol::Uci => client.greet(program, halt),
            Protocol::Xboard => client.greet_as_xboard(halt).map(|board| client.manner = Manner::Xboard(board)),
        };
        greeted.map_err(|why| anyhow!("'{name}' {why}"))?;
        Ok(client)
    }

    fn greet(&mut self, program: &Program, halt: &Halt) -> Result<(), String> {
        let tell = |silence, what: &str| match silence {
            Silence::Late => format!("does not speak UCI: no '{what}' within {} s", START.as_secs()),
            Silence::Gone => format!("ended before it said '{what}'"),
            Silence::Halted => "was not waited for".to_string(),
        };
        let mut options: Vec<String> = Vec::new();
        self.say("uci").map_err(|silence| tell(silence, "uciok"))?;
        self.hear(Instant::now() + START, halt, |line| {
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
            self.say(&format!("setoption name {known} value {value}")).map_err(|silence| tell(silence, "readyok"))?;
        }
        self.ready(halt).map_err(|silence| tell(silence, "readyok"))
    }

    pub(super) fn say(&mut self, text: &str) -> Result<(), Silence> {
        let written = writeln!(self.input, "{text}").and_then(|()| self.input.flush());
        written.map_err(|_| Silence::Gone)
    }

    /// Waits for the line that is `wanted`; sees all others on the way.
    pub(super) fn hear(
        &self,
        until: Instant,
        halt: &Halt,
        mut wanted: impl FnMut(&str) -> bool,
    ) -> Result<(), Silence> {
        loop {
            halt.check()?;
            let wait = until.saturating_duration_since(Instant::now()).min(LOOK);
            match self.lines.recv_timeout(wait) {
                Ok(line) if wanted(line.trim()) => return Ok(()),
                // Who talks without end is late, too.
                Ok(_) if Instant::now() >= until => return Err(Silence::Late),
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Gone),
                Err(RecvTimeoutError::Timeout) if Instant::now() >= until => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn ready(&mut self, halt: &Halt) -> Result<(), Silence> {
        self.say("isready")?;
        self.hear(Instant::now() + START, halt, |line| line == "readyok")
    }

    /// Another game begins.
    pub fn new_game(&mut self, halt: &Halt) -> Result<(), Silence> {
        if let Manner::Xboard(board) = &mut self.manner {
            board.forget();
            return Ok(());
        }
        self.say("ucinewgame")?;
        self.ready(halt)
    }

    /// Asks for a move. Who is late is told to stop; one that does not even do that is of no more use.
    pub fn go(&mut self, ask: &Ask<'_>, patience: Duration, halt: &Halt) -> Result<Reply, Silence> {
        let questions = match &mut self.manner {
            Manner::Uci => uci_questions(ask),
            Manner::Xboard(board) => board.questions(ask),
        };
        for question in questions {
            self.say(&question)?;
        }
        let is_uci = matches!(self.manner, Manner::Uci);
        let mut reply = Reply::default();
        let mut listen =
            |line: &str| if is_uci { uci_reply(line, &mut reply) } else { xboard::reply(line, &mut reply) };
        // Nobody can wait longer than for ever.
        let now = Instant::now();
        let until = now.checked_add(patience).unwrap_or(now + Duration::from_secs(1 << 30));
        match self.hear(until, halt, &mut listen) {
            Ok(()) => {
                if let Manner::Xboard(board) = &mut self.manner {
                    board.moved(&reply.best);
                    self.say("force")?;
                }
                Ok(reply)
            }
            Err(Silence::Late) => {
                self.say(if is_uci { "stop" } else { "?" })?;
                match self.hear(Instant::now() + STOP, halt, listen) {
                    Ok(()) => Err(Silence::Late),
                    Err(Silence::Late) => {
                        let _ = self.child.kill();
                        Err(Silence::Late)
                    }
                    Err(other) => Err(other),
                }
            }
            Err(other) => Err(other),
        }
    }

    /// Is it still there?
    pub fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let until = Instant::now() + STOP;
        while self.is_alive() && Instant::now() < until {
            // It may be stuck because nobody reads what it says.
            self.lines.try_iter().take(1 << 10).for_each(drop);
            std::thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(output: impl Read, to: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if to.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
            return;
        }
    }
}

fn uci_questions(Ask { fen, moves, clocks, white, .. }: &Ask<'_>) -> Vec<String> {
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
