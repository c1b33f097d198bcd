//! What the texts of several outcomes have in common.

use std::io::{self, Write};

use provebest::AnyMachine;
use provebest_catalog::{GameAnswer, Outcome, Problem, Winner};
use provebest_game::Score;
use provebest_search::{Kind, Reason};

use super::console;
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

/// The name of the search, with its variant if one was asked for.
pub(super) fn name(outcome: &Outcome) -> String {
    let variant = outcome.game_answer().and_then(|answer| answer.parameters.variant.as_deref());
    outcome.algorithm.clone() + &variant.map_or(String::new(), |variant| format!(" ({variant})"))
}

/// The line that names the search.
pub(super) fn headline(out: &mut impl Write, problem: &Problem, rest: &str) -> io::Result<()> {
    let label = problem.label();
    let label = text::harmless(&label);
    let (name, all) = (problem.name(), [problem.name(), &label, rest].map(|part| part.chars().count()));
    // The rest stands on a line of its own if both do not fit on one.
    let fits = console::width().is_none_or(|width| all.iter().sum::<usize>() + 4 <= width);
    let between = if fits { " · " } else { "\n" };
    writeln!(out, "{BOLD}{name} {label}{BOLD:#}{DIM}{between}{rest}{DIM:#}")
}

pub(super) fn stopped(out: &mut impl Write, outcome: &Outcome, what: &str) -> io::Result<()> {
    match outcome.stopped {
        Some(reason) => writeln!(out, "stopped    {BOLD}{}{BOLD:#}: what follows is {what}", why(reason)),
        None => Ok(()),
    }
}

/// Who wins, and by how much, behind a proved value.
pub(super) fn result(problem: &Problem, answer: &GameAnswer) -> String {
    let Some((game, winner)) = problem.game().zip(answer.winner) else { return String::new() };
    let [mover, other] = game.sides(&game.root());
    // A bound says who wins, but not by how much.
    let exact = answer.score().filter(|value| answer.value_kind() == Kind::Exact && value.end().is_none());
    let margin = exact.map(|value| game.margin(value));
    let margin = margin.filter(|margin| !margin.is_empty()).map_or(String::new(), |margin| format!(" {margin}"));
    match winner {
        Winner::Mover => format!(": {mover} wins{margin}"),
        Winner::None => ": a draw".into(),
        Winner::Opponent => format!(": {other} wins{margin}"),
    }
}

/// An estimate in what the game counts, and whose it is.
pub(super) fn estimate(problem: &Problem, value: Score) -> String {
    let Some((game, measure)) = problem.game().and_then(|game| Some((game, game.measure()?))) else {
        return text::thousands(value.0);
    };
    let [mover, other] = game.sides(&game.root());
    match value.0 {
        0 => "even".into(),
        amount => format!("{} for {}", measure.words(value), if amount > 0 { mover } else { other }),
    }
}

/// A line of play; a terminal gets no more of it than fits.
pub(super) fn line(words: &[String]) -> String {
    if console::is_terminal() { text::line(words) } else { words.join(" ") }
}

/// Where it ran; the processes of a cluster with their number.
pub(super) fn machine(outcome: &Outcome) -> String {
    let ranks = outcome.ranks.map(|ranks| text::plural(ranks as u64, "rank", "ranks"));
    outcome.machine.clone() + &ranks.map_or(String::new(), |ranks| format!(", {ranks}"))
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
            None => text::value(least, None),
        },
        (_, Some(bound)) if bound < Score::ZERO && end(most).is_some() => {
            format!("lost by ply {}", end(most).unwrap_or(0))
        }
        (Some(bound), _) if bound > Score::ZERO && end(least).is_some() => {
            format!("won by ply {}", end(least).unwrap_or(0))
        }
        (None, Some(most)) => format!("at most {}", text::value(most, None)),
        (Some(least), None) => format!("at least {}", text::value(least, None)),
        (Some(least), Some(most)) => format!("from {} to {}", text::value(least, None), text::value(most, None)),
    }
}
