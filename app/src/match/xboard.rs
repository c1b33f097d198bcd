//! The protocol of xboard (the Chess Engine Communication Protocol, version 2), as far as a match needs it.
//!
//! The program is kept in force mode, where it makes no move by itself; it is sent the moves that were played, the time
//! that is left, and then `go`.

use std::time::{Duration, Instant};

use super::pace::Pace;
use super::process::{NoReply, Process, ProgramQuery, Reply};
use super::stop_switch::StopSwitch;

/// How long to wait for features: old programs send none.
const FEATURES: Duration = Duration::from_secs(2);

/// What the program is like, and the game as far as it knows it.
pub struct Xboard {
    /// Moves are sent with the word `usermove` before them.
    usermove: bool,
    known: Option<(String, Vec<String>)>,
}

impl Xboard {
    /// Says hello. An error says what is wrong with the program.
    pub fn greet(process: &mut Process, stop: &StopSwitch) -> Result<Xboard, String> {
        let gone = |_: NoReply| "ended before it was asked anything".to_string();
        let mut features = String::new();
        process.say("xboard").and_then(|()| process.say("protover 2")).map_err(gone)?;
        let done = process.hear(Instant::now() + FEATURES, stop, |line| {
            if let Some(more) = line.strip_prefix("feature ") {
                features.push(' ');
                features.push_str(more);
            }
            features.contains("done=1")
        });
        match done {
            Ok(()) | Err(NoReply::Late) => {}
            Err(other) => return Err(gone(other)),
        }
        if features.contains("setboard=0") {
            return Err("cannot be given a position (setboard)".into());
        }
        Ok(Xboard { usermove: features.contains("usermove=1"), known: None })
    }

    /// Another game begins.
    pub fn forget(&mut self) {
        self.known = None;
    }

    /// What to say to get a move.
    pub fn questions(&mut self, ask: &ProgramQuery<'_>) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let known = self.known.take().filter(|(fen, moves)| *fen == ask.fen && ask.moves.starts_with(moves));
        let seen = match &known {
            Some((_, moves)) => moves.len(),
            None => {
                lines.extend(["new", "easy", "post", "force"].map(String::from));
                lines.push(format!("setboard {}", ask.fen));
                lines.extend(pace(ask.clocks.pace));
                0
            }
        };
        let word = if self.usermove { "usermove " } else { "" };
        lines.extend(ask.moves[seen..].iter().map(|m| format!("{word}{m}")));
        if let Pace::Clock { .. } = ask.clocks.pace {
            let hundredths = |side: usize| (ask.clocks.left[side].as_millis() / 10).max(1);
            lines.push(format!("time {}", hundredths(ask.side)));
            lines.push(format!("otim {}", hundredths(1 - ask.side)));
        }
        lines.push("go".into());
        self.known = Some((ask.fen.clone(), ask.moves.to_vec()));
        lines
    }

    /// The program has made this move.
    pub fn moved(&mut self, m: &str) {
        if let Some((_, moves)) = &mut self.known {
            moves.push(m.into());
        }
    }
}

/// How much time there is, in whole seconds as the protocol has it; the clock is sent at every move.
fn pace(pace: Pace) -> Option<String> {
    let whole = |time: Duration| time.as_secs_f64().ceil() as u64;
    match pace {
        Pace::Clock { base, increment } => {
            Some(format!("level 0 {}:{:02} {}", whole(base) / 60, whole(base) % 60, increment.as_secs()))
        }
        Pace::Move(time) => Some(format!("st {}", time.as_secs().max(1))),
        Pace::Depth(depth) => Some(format!("sd {depth}")),
        Pace::Nodes(_) => None,
    }
}

/// Is this the move, or the end? A line of thinking on the way has depth and score.
pub fn reply(line: &str, reply: &mut Reply) -> bool {
    let mut words = line.split_whitespace();
    match (words.next(), words.next()) {
        (Some("move"), Some(m)) => reply.best = m.into(),
        (Some("resign"), _) => reply.best = Reply::RESIGNS.into(),
        (Some("1-0" | "0-1"), _) if line.contains("resign") => reply.best = Reply::RESIGNS.into(),
        (Some(depth), Some(score)) => {
            if let (Ok(depth), Ok(score)) = (depth.trim_end_matches(['.', '&', '+', '-']).parse(), score.parse::<i32>())
            {
                reply.depth = depth;
                reply.score = Some(format!("{:+.2}", f64::from(score) / 100.0));
            }
            return false;
        }
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::pace::{Clocks, clock};
    use super::*;

    #[test]
    fn only_what_is_new_is_told() {
        let mut board = Xboard { usermove: false, known: None };
        let clocks = Clocks::new(clock("1s+0.05s").unwrap());
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1".to_string();
        let mut moves = vec!["a1a2".to_string()];
        let mut ask = |moves: &[String]| {
            board.questions(&ProgramQuery { fen: fen.clone(), moves, clocks: &clocks, side: 1, white: 0 })
        };
        let first = ask(&moves);
        assert_eq!(first[..4], ["new", "easy", "post", "force"]);
        assert_eq!(first[4..], [&format!("setboard {fen}"), "level 0 0:01 0", "a1a2", "time 100", "otim 100", "go"]);
        moves.extend(["c1c2".into(), "a2a3".into()]);
        assert_eq!(ask(&moves)[..2], ["c1c2", "a2a3"]);
        moves[0] = "a1b1".into();
        assert_eq!(ask(&moves)[0], "new", "another game");
    }

    #[test]
    fn what_programs_say() {
        let mut said = Reply::default();
        assert!(!reply("9 -31 24 99999 e2e4 e7e5", &mut said));
        assert_eq!((said.depth, said.score.as_deref()), (9, Some("-0.31")));
        assert!(!reply("Illegal move: e2e5", &mut said) && !reply("", &mut said));
        assert!(reply("move e7e8q", &mut said));
        assert_eq!(said.best, "e7e8q");
        assert!(reply("resign", &mut said));
        assert_eq!(said.best, Reply::RESIGNS);
    }
}
