//! The answer of a proof search, for people to read.

use std::io::{self, Write};

use provebest_catalog::{GameAnswer, Outcome, Problem};
use provebest_search::Kind;

use super::parts::{bounds, headline, line, machine, machinery, result, stopped};
use super::text::{self, BOLD};

pub(super) fn show(out: &mut impl Write, problem: &Problem, outcome: &Outcome, answer: &GameAnswer) -> io::Result<()> {
    headline(out, problem, &outcome.algorithm)?;
    stopped(out, outcome, "what was proved by then")?;
    let question = answer.question.as_deref().unwrap_or_default();
    let value = question == "value";
    if !value {
        writeln!(out, "question   {question}?")?;
        let verdict = match answer.proved.flatten() {
            Some(true) => "proved",
            Some(false) => "disproved",
            None => "not decided",
        };
        writeln!(out, "answer     {BOLD}{verdict}{BOLD:#}")?;
    }
    let (least, most) = (answer.least.flatten(), answer.most.flatten());
    let exact = answer.score().filter(|_| answer.value_kind() == Kind::Exact);
    let known = match exact {
        Some(value) if value.end().is_some() => text::value(value, answer.moves_to_end),
        _ => bounds(least, most),
    };
    let words = result(problem, answer);
    if let (true, Some(plies)) = (question.starts_with("mate"), answer.moves_to_end) {
        let moves = text::plural(plies.div_ceil(2).into(), "move", "moves");
        writeln!(out, "mate       {BOLD}in {moves}{BOLD:#}: no shorter one is there")?;
    } else if question.starts_with("mate") && answer.proved == Some(Some(true)) {
        let known = match question.strip_prefix("mate in ") {
            Some(moves) => format!("{BOLD}in {moves}{BOLD:#}"),
            None => "in some number of moves".into(),
        };
        writeln!(out, "mate       {known}; the shortest is not known")?;
    } else if value || least.is_some() || most.is_some() {
        writeln!(out, "value      {BOLD}{known}{BOLD:#}{words}")?;
    }
    if let Some(best) = &answer.best {
        writeln!(out, "{}  {BOLD}{best}{BOLD:#}", if exact.is_some() { "best move" } else { "by move  " })?;
    }
    if !answer.line.is_empty() {
        writeln!(out, "line       {}", line(&answer.line))?;
    }
    if let Some(plies) = answer.moves_to_end {
        writeln!(out, "ends       in {}", text::plural(plies.into(), "ply", "plies"))?;
    }
    if let (None, Some(Some(pn)), Some(Some(dn))) = (answer.proved.flatten(), answer.pn, answer.dn) {
        writeln!(out, "numbers    {} to prove it, {} to disprove it", text::thousands(pn), text::thousands(dn))?;
    }
    let expanded = text::plural(answer.expansions.unwrap_or(0), "node", "nodes");
    let evaluated = text::plural(answer.evaluations.unwrap_or(0), "position", "positions");
    let stored = text::thousands(answer.stored.flatten().unwrap_or(0));
    let visits =
        answer.entries.map_or(String::new(), |visits| format!(", {}", text::plural(visits, "visit", "visits")));
    writeln!(
        out,
        "expanded   {expanded}, {evaluated} evaluated{visits}, {stored} stored, {}",
        text::time(outcome.time())
    )?;
    if let Some(machinery) = machinery(outcome) {
        writeln!(out, "machine    {}: {machinery}", machine(outcome))?;
    }
    Ok(())
}
