//! The outcome of a request, for people to read.

use std::io::{self, Write};

use provebest_catalog::{Answer, GameAnswer, Inside, Method, MoveOutcome, Outcome, Problem, PuzzleAnswer};
use provebest_game::Score;
use provebest_search::Kind;

use super::board::tiles;
pub(super) use super::parts::headline;
pub use super::parts::why;
use super::parts::{bounds, estimate, line, machine, machinery, name, result, stopped};
use super::question;
use super::table::{Look, Table};
use super::text::{self, BOLD, DIM};

/// Writes an outcome as a line of JSON.
pub fn print(outcome: &Outcome) -> io::Result<()> {
    super::say(format_args!("{}", outcome.json()))
}

/// Writes an outcome as text.
pub fn show(problem: &Problem, method: &Method, outcome: &Outcome) -> io::Result<()> {
    let out = &mut super::stdout();
    match (&outcome.answer, method) {
        (Answer::Puzzle(answer), _) => puzzle(out, outcome, answer),
        (Answer::Game(answer), _) if answer.question.is_some() => question::show(out, problem, outcome, answer),
        (Answer::Game(answer), _) if answer.least.is_some() => proof(out, problem, outcome, answer),
        (Answer::Game(answer), Method::Engine(_)) => engine(out, problem, outcome, answer),
        (Answer::Game(answer), _) => search(out, problem, outcome, answer),
    }
}

/// A value, and whether it is exact, a bound or an estimate.
pub fn verdict(answer: &GameAnswer) -> String {
    let Some(score) = answer.score() else { return "nothing proved yet".into() };
    let shown = text::value(score, answer.plies);
    let says_nothing = match answer.value_kind() {
        Kind::Lower => score < Score::ZERO,
        Kind::Upper => score > Score::ZERO,
        _ => false,
    };
    if says_nothing && score.end().is_some() && answer.plies.is_none() {
        return "nothing proved yet".into();
    }
    let horizon = if answer.estimated { " (estimated at the horizon)" } else { "" };
    match answer.value_kind() {
        Kind::Exact => format!("{shown} (exact)"),
        Kind::Heuristic if answer.estimated => format!("at least {shown}{horizon}"),
        Kind::Heuristic => format!("{shown} (estimated at the horizon)"),
        Kind::Lower => format!("at least {shown}{horizon}"),
        Kind::Upper => format!("at most {shown}{horizon}"),
        Kind::Unknown => shown,
    }
}

/// Every root move with its value. Which is best is known only if none is missing.
pub fn moves_table(moves: &[MoveOutcome]) -> Table {
    // Intervals come without play.
    let lines = moves.iter().any(|one| one.line.is_some());
    let mut table = match lines {
        true => Table::new(&["move", "value", "", "best play"]).flexible(3),
        false => Table::new(&["move", "value", ""]).words(2),
    };
    for m in by_value(moves) {
        let best = m.best == Some(true);
        let between = || Some(text::range(Score(m.low?), Score(m.high?)));
        let value = m.value.map(|value| text::value(Score(value), m.plies)).or_else(between).unwrap_or_default();
        let mut cells = vec![m.word.clone(), value, if best { "best" } else { "" }.into()];
        cells.extend(lines.then(|| text::line(m.line.as_deref().unwrap_or_default())));
        table.row_as(if best { Look::Bold } else { Look::Usual }, cells);
    }
    table
}

/// Moves with the best one first; of equal ones, that which the search saw first.
fn by_value(moves: &[MoveOutcome]) -> Vec<&MoveOutcome> {
    let mut sorted: Vec<&MoveOutcome> = moves.iter().collect();
    let worth = |one: &&MoveOutcome| (one.value.or(one.least.flatten()).or(one.low), one.most.flatten().or(one.high));
    sorted.sort_by_key(|one| std::cmp::Reverse(worth(one)));
    sorted
}

fn search(out: &mut impl Write, problem: &Problem, outcome: &Outcome, answer: &GameAnswer) -> io::Result<()> {
    let depth = outcome.depth.unwrap_or(0);
    let plies = text::plural(depth.into(), "ply", "plies");
    headline(out, problem, &format!("{plies} · {}", name(outcome)))?;
    stopped(out, outcome, "the best so far")?;
    let none = match outcome.stopped {
        Some(_) => "none yet",
        None if depth == 0 && problem.is_cut_short() => "none: no ply was searched",
        None if answer.expansions == Some(0) && answer.value_kind() == Kind::Heuristic => "none: no node was expanded",
        None if answer.value_kind() == Kind::Upper => "none: no move exceeds the bound",
        None => "none: the game is over",
    };
    let best = answer.line.first().map_or(none, String::as_str);
    writeln!(out, "best move  {BOLD}{best}{BOLD:#}")?;
    writeln!(out, "value      {}", verdict(answer))?;
    if let Some(Inside { least, most, proved }) = answer.inside {
        let [least, most] = [least, most].map(|end| text::value(Score(end), None));
        let between = format!("between {least} and {most}");
        let how = if proved { "proved" } else { "unless more estimates are wrong than the threshold says" };
        writeln!(out, "           {between} ({how})")?;
    }
    if let (Some(depth), Some(value)) = (answer.reached_depth, answer.reached_value) {
        let plies = text::plural(depth.into(), "ply", "plies");
        let value = text::value(Score(value), None);
        writeln!(out, "           {value} to {plies}, the last depth that was finished")?;
    }
    if !answer.line.is_empty() {
        writeln!(out, "line       {}", line(&answer.line))?;
    }
    match (answer.separated, &answer.contradiction, answer.confidence) {
        (Some(true), ..) => writeln!(out, "           no other move can be better")?,
        (_, Some(node), _) => {
            let node = if node.is_empty() { "the root" } else { node };
            writeln!(out, "           a guess: intervals contradict each other at {node}")?;
        }
        (.., Some(chance)) => writeln!(out, "           with a chance of {chance:.3} no other move is better")?,
        _ => {}
    }
    if let Some(expansions) = answer.expansions {
        writeln!(out, "expanded   {}", text::plural(expansions, "node", "nodes"))?;
    }
    let visits = text::plural(answer.visits(), "leaf visit", "leaf visits");
    let leaves = match answer.leaves.flatten() {
        Some(leaves) if leaves == answer.visits() => text::plural(leaves, "leaf", "leaves"),
        // Every node that is met has its interval looked up.
        Some(leaves) if answer.separated.is_some() => {
            let all = text::plural(answer.visits(), "interval", "intervals");
            format!("{all}, {} among them", text::plural(leaves, "leaf", "leaves"))
        }
        Some(leaves) => format!("{} in {visits}", text::plural(leaves, "leaf", "leaves")),
        None => visits,
    };
    let nodes = text::plural(answer.nodes.unwrap_or(0), "node", "nodes");
    write!(out, "visited    {leaves}, {nodes}")?;
    if let Some(stored) = answer.stored.flatten().filter(|&stored| stored > 0) {
        write!(out, ", {} stored", text::thousands(stored))?;
    }
    writeln!(out, ", {}", text::time(outcome.time()))?;
    if answer.over_memory {
        writeln!(out, "           it had to hold more nodes than its memory allows: the tree is not uniform")?;
    }
    if let Some(machinery) = machinery(outcome) {
        writeln!(out, "machine    {}: {machinery}", machine(outcome))?;
    }
    if let Some(counts) = answer.table {
        writeln!(
            out,
            "table      {}, {}, {} late; {} by entries; {}",
            text::plural(counts.lookups, "look-up", "look-ups"),
            text::plural(counts.hits, "hit", "hits"),
            text::thousands(counts.late),
            text::plural(counts.cutoffs, "cut-off", "cut-offs"),
            text::plural(counts.stores, "entry stored", "entries stored"),
        )?;
    }
    if let Some(order) = &answer.leaf_order {
        writeln!(out, "leaves     {}", order.join(" "))?;
    }
    if let Some(moves) = &answer.moves {
        writeln!(out, "\n{}", moves_table(moves))?;
    }
    Ok(())
}

fn engine(out: &mut impl Write, problem: &Problem, outcome: &Outcome, answer: &GameAnswer) -> io::Result<()> {
    let depth = text::plural(outcome.depth.unwrap_or(0).into(), "ply", "plies");
    let place = if outcome.machine == "alone" { String::new() } else { format!(" · on {}", machine(outcome)) };
    headline(out, problem, &format!("{depth} · {}{place}", outcome.algorithm))?;
    stopped(out, outcome, "the best so far")?;
    let none = if answer.value.is_none() { "none yet" } else { "none: the game is over" };
    let best = answer.line.first().map_or(none, String::as_str);
    writeln!(out, "best move  {BOLD}{best}{BOLD:#}")?;
    let value = |value: i32, plies: Option<u32>, sooner: bool| match (plies, sooner) {
        _ if Score(value).end().is_none() => estimate(problem, Score(value)),
        (Some(plies), true) => text::value_in_time(Score(value), plies),
        (plies, _) => text::value(Score(value), plies),
    };
    let shown = answer.value.map(|score| value(score, answer.plies, answer.perhaps_sooner));
    let verdict = match (shown, answer.value_kind()) {
        (None, _) => "nothing known yet".into(),
        (Some(shown), Kind::Exact) => format!("{shown} (proved)"),
        (Some(shown), Kind::Lower) => format!("at least {shown}"),
        (Some(shown), Kind::Upper) => format!("at most {shown}"),
        (Some(shown), _) => format!("{shown} (estimated)"),
    };
    writeln!(out, "value      {verdict}")?;
    if !answer.line.is_empty() {
        writeln!(out, "line       {}", line(&answer.line))?;
    }
    let (count, deepest) = (answer.nodes.unwrap_or(0), answer.deepest.unwrap_or(0));
    let nodes = text::plural(count, "node", "nodes");
    let speed = match count as f64 / outcome.time().as_secs_f64().max(1e-9) {
        speed if speed < 1e5 => text::thousands(speed as u64),
        speed => format!("{:.2} million", speed / 1e6),
    };
    let time = text::time(outcome.time());
    writeln!(out, "visited    {nodes}, {time}, {speed} a second, up to ply {deepest}")?;
    if let Some(moves) = &answer.moves {
        let mut table = Table::new(&["move", "value", "best play"]).flexible(2);
        for one in by_value(moves) {
            let score = one.value.map_or(String::new(), |score| value(score, one.plies, one.perhaps_sooner));
            table.row([one.word.clone(), score, text::line(one.line.as_deref().unwrap_or_default())]);
        }
        writeln!(out, "\n{table}")?;
    }
    Ok(())
}

/// Is no other move better, as far as it is proved?
fn is_proved_best(answer: &GameAnswer, best: &str) -> bool {
    let moves = answer.moves.as_deref().unwrap_or_default();
    let least = moves.iter().find(|one| one.word == best).and_then(|one| one.least.flatten());
    let is_no_better =
        |one: &MoveOutcome| one.word == best || one.most.flatten() <= least && one.most.flatten().is_some();
    answer.value_kind() == Kind::Exact || least.is_some() && moves.iter().all(is_no_better)
}

fn proof(out: &mut impl Write, problem: &Problem, outcome: &Outcome, answer: &GameAnswer) -> io::Result<()> {
    headline(out, problem, &outcome.algorithm)?;
    stopped(out, outcome, "what was proved by then")?;
    let (least, most) = (answer.least.flatten(), answer.most.flatten());
    let verdict = match answer.score().filter(|_| answer.value_kind() == Kind::Exact) {
        Some(value) if value.end().is_some() => text::value(value, answer.moves_to_end),
        _ => bounds(least, most),
    };
    let words = result(problem, answer);
    writeln!(out, "value      {BOLD}{verdict}{BOLD:#}{words}")?;
    let none = if outcome.stopped.is_some() { "none yet" } else { "none: the game is over" };
    let best_moves = answer.best_moves.as_deref().unwrap_or_default();
    let (label, best) = match (&answer.best, best_moves.len()) {
        (_, 2..) => ("best moves", best_moves.join(" ")),
        (Some(best), _) if is_proved_best(answer, best) => ("best move ", best.clone()),
        // It keeps the lower bound.
        (Some(move_), _) if least.is_some() => ("by move   ", move_.clone()),
        _ => ("best move ", none.into()),
    };
    writeln!(out, "{label} {BOLD}{best}{BOLD:#}")?;
    if !answer.line.is_empty() {
        writeln!(out, "line       {}", line(&answer.line))?;
    }
    if let Some(plies) = answer.moves_to_end {
        writeln!(out, "ends       in {}", text::plural(plies.into(), "ply", "plies"))?;
    }
    if answer.skipped > 0 {
        writeln!(out, "skipped    {} proved before", text::plural(answer.skipped, "move", "moves"))?;
    }
    let nodes = text::plural(answer.nodes.unwrap_or(0), "node", "nodes");
    writeln!(out, "visited    {nodes}, {}", text::time(outcome.time()))?;
    if let Some(machinery) = machinery(outcome) {
        writeln!(out, "machine    {}: {machinery}", machine(outcome))?;
    }
    let moves = answer.moves.as_deref().unwrap_or_default();
    if moves.len() > 1 && moves.iter().any(|one| one.least.flatten().is_some()) {
        let mut table = Table::new(&["move", "value", ""]).words(2);
        for one in by_value(moves) {
            let best = one.best == Some(true);
            let cells = [
                one.word.clone(),
                bounds(one.least.flatten(), one.most.flatten()),
                if best { "best" } else { "" }.into(),
            ];
            table.row_as(if best { Look::Bold } else { Look::Usual }, cells);
        }
        writeln!(out, "\n{table}")?;
    }
    Ok(())
}

/// How many of all solutions are written out.
const SHOWN: usize = 20;

fn puzzle(out: &mut impl Write, outcome: &Outcome, answer: &PuzzleAnswer) -> io::Result<()> {
    let on = if outcome.machine == "alone" { String::new() } else { format!(" on {}", machine(outcome)) };
    let Outcome { game, position, algorithm, .. } = outcome;
    writeln!(out, "{BOLD}{game} {position}{BOLD:#} {DIM}· {algorithm}{on} · {}{DIM:#}", answer.heuristic)?;
    stopped(out, outcome, "what was proved by then")?;
    let trip = answer.cost.is_some() || game == "salesmen";
    let count = |moves: u64| if trip { text::thousands(moves) } else { text::plural(moves, "move", "moves") };
    let bound = count(answer.bound.into());
    match (answer.length, &answer.moves) {
        (Some(length), _) => {
            writeln!(out, "length     {BOLD}{}{BOLD:#}: no solution is shorter", count(length as u64))?
        }
        (None, Some(found)) => {
            let known = answer.cost.map_or(found.len(), |cost| cost as usize);
            writeln!(
                out,
                "length     at least {BOLD}{bound}{BOLD:#}; a solution of {} is known",
                text::thousands(known as u64)
            )?
        }
        (None, None) => writeln!(out, "length     at least {BOLD}{bound}{BOLD:#}")?,
    }
    if let Some(moves) = &answer.moves {
        writeln!(out, "{}      {moves}", if trip { "trip " } else { "moves" })?;
    }
    if let Some(all) = &answer.solutions {
        let some = if outcome.stopped.is_some() { " so far" } else { ", all of that length" };
        writeln!(out, "solutions  {BOLD}{}{BOLD:#}{some}", text::thousands(all.len() as u64))?;
        for moves in all.iter().take(SHOWN) {
            writeln!(out, "           {moves}")?;
        }
        if all.len() > SHOWN {
            writeln!(out, "           and {} more: --json has them", text::thousands((all.len() - SHOWN) as u64))?;
        }
    }
    if let Some(bound) = answer.resumed_at {
        writeln!(out, "resumed    at {}", count(bound.into()))?;
    }
    let generated = text::plural(answer.generated, "node", "nodes");
    let (expanded, time) = (text::thousands(answer.expanded), text::time(outcome.time()));
    writeln!(out, "generated  {generated}, {expanded} expanded, {time}")?;
    if answer.stored_bytes > 0 {
        writeln!(out, "stored     {} bytes", text::thousands(answer.stored_bytes))?;
    }
    if let Some(speedup) = outcome.speedup() {
        writeln!(out, "speed-up   {speedup:.2} over one processor")?;
    }
    if let (Some(boards), Some(moves)) = (&answer.boards, &answer.moves) {
        let titles = std::iter::once("start".to_string()).chain(moves.chars().map(String::from));
        for (number, (title, board)) in titles.zip(boards).enumerate() {
            writeln!(out, "\n{DIM}{}{DIM:#}", if number == 0 { title } else { format!("{number}. {title}") })?;
            write!(out, "{}", tiles(board))?;
        }
    }
    Ok(())
}
