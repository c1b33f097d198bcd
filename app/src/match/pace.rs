//! How much time, depth or nodes a contestant has for its moves.

use std::fmt;
use std::time::Duration;

use provebest::Depth;
use provebest::player::{Remaining, ThinkLimits};

use provebest_catalog::units;

/// The same for both sides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pace {
    /// A time for all moves, and more after each.
    Clock {
        base: Duration,
        increment: Duration,
    },
    /// A time for each move.
    Move(Duration),
    Depth(u32),
    Nodes(u64),
}

/// What the side to move may use now, and the other one when it is its turn.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    pub pace: Pace,
    pub left: [Duration; 2],
}

/// `1s+0.05s`: for all moves, and more after each.
pub fn clock(text: &str) -> Result<Pace, String> {
    let wrong = |_| "expected a time and an increment such as 1s+0.05s, or a time such as 10s".to_string();
    let (base, increment) = match text.split_once('+') {
        Some((base, increment)) => (units::time(base).map_err(wrong)?, units::time(increment).map_err(wrong)?),
        None => (units::time(text).map_err(wrong)?, Duration::ZERO),
    };
    if base.is_zero() {
        return Err(wrong(String::new()));
    }
    Ok(Pace::Clock { base, increment })
}

impl Clocks {
    pub fn new(pace: Pace) -> Clocks {
        let left = if let Pace::Clock { base, .. } = pace { base } else { Duration::ZERO };
        Clocks { pace, left: [left; 2] }
    }

    /// After how long this side is late.
    pub fn limit(&self, side: usize) -> Option<Duration> {
        match self.pace {
            Pace::Clock { .. } => Some(self.left[side]),
            Pace::Move(time) => Some(time),
            Pace::Depth(_) | Pace::Nodes(_) => None,
        }
    }

    /// This side has moved, after this time.
    pub fn moved(&mut self, side: usize, after: Duration) {
        if let Pace::Clock { increment, .. } = self.pace {
            self.left[side] = self.left[side].saturating_sub(after).saturating_add(increment);
        }
    }

    /// For an engine of our own.
    pub fn limits(&self, side: usize, reserve: Duration) -> ThinkLimits {
        match self.pace {
            Pace::Clock { increment, .. } => ThinkLimits {
                clock: Some(Remaining { left: self.left[side], increment, moves: None }),
                reserve,
                ..ThinkLimits::default()
            },
            Pace::Move(time) => ThinkLimits::time(time),
            Pace::Depth(depth) => ThinkLimits::depth(Depth(depth)),
            Pace::Nodes(nodes) => ThinkLimits::nodes(nodes),
        }
    }

    /// For a program that speaks UCI; `white` is the number of that side.
    pub fn go(&self, white: usize) -> String {
        let whole = |time: Duration| time.as_millis().max(1);
        match self.pace {
            Pace::Clock { increment, .. } => format!(
                "go wtime {} btime {} winc {inc} binc {inc}",
                whole(self.left[white]),
                whole(self.left[1 - white]),
                inc = increment.as_millis()
            ),
            Pace::Move(time) => format!("go movetime {}", whole(time)),
            Pace::Depth(depth) => format!("go depth {depth}"),
            Pace::Nodes(nodes) => format!("go nodes {nodes}"),
        }
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::Clock { base, increment } => write!(f, "{}s+{}s", base.as_secs_f64(), increment.as_secs_f64()),
            Pace::Move(time) => write!(f, "{}s a move", time.as_secs_f64()),
            Pace::Depth(depth) => write!(f, "depth {depth}"),
            Pace::Nodes(1) => f.write_str("1 node a move"),
            Pace::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run() {
        let second = Duration::from_secs(1);
        let pace = clock("60s+1s").unwrap();
        let mut clocks = Clocks::new(pace);
        clocks.moved(0, 11 * second);
        assert_eq!(clocks.left, [50 * second, 60 * second]);
        assert_eq!(clocks.go(1), "go wtime 60000 btime 50000 winc 1000 binc 1000");
        assert_eq!(pace.to_string(), "60s+1s");
        assert_eq!([1, 2].map(|nodes| Pace::Nodes(nodes).to_string()), ["1 node a move", "2 nodes a move"]);
        assert_eq!(clock("2m"), Ok(Pace::Clock { base: 120 * second, increment: Duration::ZERO }));
        for wrong in ["", "+", "1s+", "+1s", "0s", "40/60", "1s+1s+1s"] {
            assert!(clock(wrong).is_err(), "{wrong}");
        }
    }
}
