//! The Universal Game Interface: UCI for any game. Positions are the start and moves from there.

use std::io::{BufRead, Write};
use std::sync::Mutex;
use std::time::Duration;

use provebest_game::{Depth, Evaluate, Keyed, Score, Skills, Status};
use provebest_search::engine::Answer;

use super::words::Words;
use super::{Command, CommandError};
use crate::player::{GameHistory, Level, Player, Remaining, ThinkLimits, Timer, plies_to_end};

impl<'c, G> Command<'c, G>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    pub(super) fn ugi(
        &self,
        words: Words<'_>,
        input: &mut dyn BufRead,
        output: &mut (dyn Write + Send),
    ) -> Result<(), CommandError> {
        if let Some(word) = words.rest().first() {
            return Err(CommandError::Usage(format!("'{}' behind ugi; expected nothing", word.escape_debug())));
        }
        let no_table = |error: crate::search::engine::NoTable| CommandError::Usage(error.to_string());
        let (mut player, mut level, mut bytes) =
            (Player::new(self.game, super::TABLE).map_err(no_table)?, Level::FULL, super::TABLE);
        let mut history = GameHistory::new(self.game, self.start.clone());
        let output = Mutex::new(output);
        let say = |text: String| -> Result<(), CommandError> {
            let mut output = output.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            writeln!(output, "{text}")?;
            Ok(output.flush()?)
        };
        let mut waiting: Option<String> = None;
        loop {
            let Some(line) = waiting.take().map_or_else(|| next_line(input), |line| Ok(Some(line)))? else {
                return Ok(());
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["ugi", ..] => {
                    let name = self.name;
                    say(format!(
                        "id name {name}\nid author the author of {name}\noption name Level type spin default 10 min 1 max 10\n\
                         option name Hash type spin default {} min 1 max 65536\nugiok",
                        super::TABLE >> 20
                    ))?;
                }
                ["isready", ..] => say("readyok".into())?,
                ["uginewgame", ..] => {
                    player.forget();
                    history = GameHistory::new(self.game, self.start.clone());
                }
                ["setoption", "name", name, "value", value] => {
                    match (name.to_lowercase().as_str(), value.parse::<usize>()) {
                        ("level", Ok(number)) if Level::new(number.min(99) as u8).is_some() => {
                            level = Level::new(number as u8).unwrap_or(Level::FULL);
                            player = player.level(level);
                        }
                        ("hash", Ok(megabytes)) if (1..=65536).contains(&megabytes) => {
                            match Player::new(self.game, megabytes << 20) {
                                Ok(other) => (player, bytes) = (other.level(level), megabytes << 20),
                                Err(error) => {
                                    say(format!("info string {error}; the table stays at {} MB", bytes >> 20))?
                                }
                            }
                        }
                        _ => say(format!("info string {name} {value}: expected Level 1 to 10 or Hash in MB"))?,
                    }
                }
                ["position", "startpos"] => history = self.history(&[])?,
                ["position", "startpos", "moves", ref moves @ ..] => match self.history(moves) {
                    Ok(played) => history = played,
                    Err(error) => say(format!("info string {error}; the position stays as it was"))?,
                },
                ["position", ..] => {
                    say("info string expected position startpos moves ...; the position stays as it was".into())?
                }
                ["query", what, ..] => say(format!("response {}", self.query(&history, what)))?,
                ["go", ref rest @ ..] => match limits(rest, history.plies() % 2) {
                    Err(why) => say(format!("info string {why}"))?,
                    Ok(limits) => {
                        let timer = Timer::new(limits);
                        let (player, history, timer, say) = (&player, &history, &timer, &say);
                        waiting = std::thread::scope(|scope| {
                            let thinks = std::thread::Builder::new().stack_size(crate::player::STACK);
                            let thinks =
                                thinks.spawn_scoped(scope, move || self.answer(player, history, timer, say))?;
                            // While it thinks, it can be stopped; what comes otherwise waits for the answer.
                            while let Some(line) = next_line(input)? {
                                match line.as_str() {
                                    "isready" => say("readyok".into())?,
                                    "stop" | "quit" => {
                                        timer.end();
                                        thinks.join().unwrap_or(Ok(()))?;
                                        return Ok((line == "quit").then_some(line));
                                    }
                                    _ if limits.infinite && !thinks.is_finished() => {
                                        say("info string expected stop, isready or quit while thinking".into())?;
                                    }
                                    _ => {
                                        thinks.join().unwrap_or(Ok(()))?;
                                        return Ok(Some(line));
                                    }
                                }
                            }
                            if limits.infinite {
                                timer.end();
                            }
                            thinks.join().unwrap_or(Ok(()))?;
                            Ok::<_, CommandError>(None)
                        })?;
                    }
                },
                ["quit", ..] => return Ok(()),
                [] | ["stop", ..] => {}
                _ => say(format!("info string '{}' is not understood", line.trim().escape_debug()))?,
            }
        }
    }

    fn answer(
        &self,
        player: &Player<'c, G>,
        history: &GameHistory<'c, G>,
        timer: &Timer,
        say: &(impl Fn(String) -> Result<(), CommandError> + Sync),
    ) -> Result<(), CommandError> {
        let mut heard = Ok(());
        let answer = player.think_aloud(history, timer, &[], |answer| {
            if heard.is_ok() {
                heard = say(self.info(history, answer));
            }
        });
        heard?;
        match answer {
            Ok(answer) => {
                let best = answer.best.map_or_else(|| "none".into(), |best| self.name_of(history.state(), best));
                say(format!("{}\nbestmove {best}", self.info(history, &answer)))
            }
            Err(error) => say(format!("info string {error}\nbestmove none")),
        }
    }

    fn info(&self, history: &GameHistory<'c, G>, answer: &Answer<G::Move>) -> String {
        let score = answer.value.map(|value| {
            match plies_to_end(self.game, history.state(), value, answer.line.moves()).filter(|_| value.end().is_some())
            {
                Some(plies) => format!(
                    " score mate {}",
                    if value > Score::ZERO { plies.div_ceil(2) as i32 } else { -(plies.div_ceil(2) as i32) }
                ),
                None => format!(" score cp {value}", value = value.0),
            }
        });
        let line = self.line(history.state(), answer.line.moves());
        format!("info depth {}{} nodes {} pv {line}", answer.depth.0, score.unwrap_or_default(), answer.tally.nodes)
    }

    fn query(&self, history: &GameHistory<'c, G>, what: &str) -> &'static str {
        let first = history.plies().is_multiple_of(2);
        match (what, history.status()) {
            ("p1turn", _) => {
                if first {
                    "true"
                } else {
                    "false"
                }
            }
            ("gameover", status) => {
                if status == Status::Open {
                    "false"
                } else {
                    "true"
                }
            }
            ("result", Status::Open) => "none",
            ("result", Status::Over(Score::ZERO)) => "draw",
            ("result", Status::Over(value)) => {
                if (value > Score::ZERO) == first {
                    "p1win"
                } else {
                    "p2win"
                }
            }
            _ => "unknown",
        }
    }
}

/// A line of input, if there is one.
fn next_line(input: &mut dyn BufRead) -> Result<Option<String>, CommandError> {
    let mut line = Vec::new();
    let read = input.read_until(b'\n', &mut line)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).trim().to_string()))
}

/// What `go` allows the side with this number.
fn limits(words: &[&str], side: usize) -> Result<ThinkLimits, String> {
    let mut limits = ThinkLimits::default();
    let (mut left, mut increment, mut moves) = (None, Duration::ZERO, None);
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        if word == "infinite" {
            limits.infinite = true;
            continue;
        }
        let number = words.next().and_then(|number| number.parse::<u64>().ok());
        let number = number.ok_or_else(|| format!("go {word}: expected a number"))?;
        let time = Duration::from_millis(number);
        match (word, side) {
            ("movetime", _) => limits.time = Some(time),
            ("nodes", _) => limits.nodes = Some(number.max(1)),
            ("depth", _) => limits.depth = Some(Depth(number.clamp(1, 1000) as u32)),
            ("movestogo", _) => moves = Some(number.clamp(1, 1000) as u32),
            ("p1time" | "wtime", 0) | ("p2time" | "btime", 1) => left = Some(time),
            ("p1inc" | "winc", 0) | ("p2inc" | "binc", 1) => increment = time,
            ("p1time" | "wtime" | "p2time" | "btime" | "p1inc" | "winc" | "p2inc" | "binc", _) => {}
            _ => {
                return Err(format!(
                    "go {word}: expected movetime, p1time, p2time, p1inc, p2inc, movestogo, nodes, depth or infinite"
                ));
            }
        }
    }
    limits.clock = left.map(|left| Remaining { left, increment, moves });
    let bounded = limits.time.is_some() || limits.clock.is_some() || limits.nodes.is_some() || limits.depth.is_some();
    limits.infinite |= !bounded;
    Ok(limits)
}
