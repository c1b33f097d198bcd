//! What the texts of several outcomes have in common.

use std::io::{self, Write};

use provebest::AnyMachine;
use provebest_catalog::{Outcome, Problem};
use provebest_game::Score;
use provebest_search::Reason;

use super::text::{self, BOLD, DIM};

/// Why a search ended early, in words.
pub fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::Time => "out of time",
        Reason::Nodes => "out of nodes",
        Reason::Memory => "out of memory",
        Reason::Cancel => "interrupted",
    }
}

/// The line that names the search.
pub(super) fn headline(out: &mut impl Write, problem: &Problem, rest: &str) -> io::Result<()> {
    let label = problem.label();
    let label = text::harmless(&label);
    writeln!(out, "{BOLD}{} {label}{BOLD:#} {DIM}· {rest}{DIM:#}", problem.name())
}

pub(super) fn stopped(out: &mut impl Write, outcome: &Outcome, what: &str) -> io::Result<()> {
    match outcome.stopped {
        Some(reason) => writeln!(out, "stopped    {BOLD}{}{BOLD:#}: what follows is {what}", why(reason)),
        None => Ok(()),
    }
}

/// What a parallel search took, in words.
pub(super) fn machinery(outcome: &Outcome) -> Option<String> {
    let measured = outcome.measured?;
    let mut words = Vec::new();
    match outcome.place {
        AnyMachine::Simulated(_) => words.push(text::plural(measured.time, "leaf-time", "leaf-times")),
        AnyMachine::LockStep(_) => words.push(text::plural(measured.time, "tick", "ticks")),
        _ => {}
    }
    words.extend(outcome.speedup().map(|speedup| format!("speed-up {speedup:.2}")));
    words.extend(text::idle(&measured).map(|idle| format!("{idle} idle")));
    words.push(text::plural(measured.messages, "message", "messages"));
    Some(words.join(", "))
}

/// What is proved of a value, in words.
pub(super) fn bounds(least: Option<i32>, most: Option<i32>) -> String {
    let (least, most) = (least.map(Score), most.map(Score));
    let end = |bound: Option<Score>| bound.and_then(Score::end).map(|end| end.0);
    match (least, most) {
        (None, None) => "unknown".into(),
        (Some(least), Some(most)) if least == most => match end(Some(least)) {
            Some(ply) => format!("{} at ply {ply}", if least > Score::ZERO { "won" } else { "lost" }),
            None => text::thousands(least.0),
        },
        (_, Some(bound)) if bound < Score::ZERO && end(most).is_some() => {
            format!("lost by ply {}", end(most).unwrap_or(0))
        }
        (Some(bound), _) if bound > Score::ZERO && end(least).is_some() => {
            format!("won by ply {}", end(least).unwrap_or(0))
        }
        (None, Some(most)) => format!("at most {}", text::thousands(most.0)),
        (Some(least), None) => format!("at least {}", text::thousands(least.0)),
        (Some(least), Some(most)) => format!("from {} to {}", text::thousands(least.0), text::thousands(most.0)),
    }
}
