//! A program that runs beside this one and is talked to by lines.
//!
//! Nothing is taken for granted: it may not start, say nothing, say too much, die at any moment or never come to an end.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};

use super::pace::Clocks;
use super::stop_switch::{CalledOff, StopSwitch};
use provebest_catalog::worker::Lost;

/// How long it may take to quit.
const QUIT: Duration = Duration::from_millis(500);
/// How often to see whether the match was called off.
const LOOK: Duration = Duration::from_millis(50);
/// A longer line is read as several.
const LONGEST_LINE: u64 = 1 << 16;

pub struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// What a program is asked.
pub struct ProgramQuery<'a> {
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
pub enum NoReply {
    /// Not in time.
    Late,
    /// There will be none: it is gone.
    Gone,
    /// The match was called off.
    CalledOff,
}

impl From<CalledOff> for NoReply {
    fn from(CalledOff: CalledOff) -> NoReply {
        NoReply::CalledOff
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
    /// The move of a program that resigns.
    pub const RESIGNS: &str = "resign";
}

impl Process {
    /// Starts a program with its arguments.
    pub fn start(words: &[String]) -> anyhow::Result<Process> {
        let name = &words[0];
        let mut command = Command::new(name);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is for this command, which ends the game in its own way.
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
        Ok(Process { child, input, lines })
    }

    /// Writes a line to it.
    pub fn say(&mut self, text: &str) -> Result<(), NoReply> {
        let written = writeln!(self.input, "{text}").and_then(|()| self.input.flush());
        written.map_err(|_| NoReply::Gone)
    }

    /// Waits for the line that is `wanted`; sees all others on the way.
    pub fn hear(&self, until: Instant, stop: &StopSwitch, mut wanted: impl FnMut(&str) -> bool) -> Result<(), NoReply> {
        loop {
            stop.check()?;
            let wait = until.saturating_duration_since(Instant::now()).min(LOOK);
            match self.lines.recv_timeout(wait) {
                Ok(line) if wanted(line.trim()) => return Ok(()),
                // A program that talks without end is late, too.
                Ok(_) if Instant::now() >= until => return Err(NoReply::Late),
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(NoReply::Gone),
                Err(RecvTimeoutError::Timeout) if Instant::now() >= until => return Err(NoReply::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Ends it.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
    }

    /// Is it still there?
    pub fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let until = Instant::now() + QUIT;
        while self.is_alive() && Instant::now() < until {
            // It may be stuck because its output is full.
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
