//! The report as one page.

use std::fmt::Write;

use super::claim::{Claim, Verdict, shown};
use super::forest::Scale;
use super::markdown::capital;
use super::{Report, command};
use crate::statistics::Found;

/// How the page looks, on the screen and on paper.
const STYLE: &str = include_str!("style.css");

/// An introduction for a reader without any knowledge of game trees.
const WORDS: &str = include_str!("words.html");

pub(super) fn page(report: &Report) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    out += "<title>What holds: the papers\u{2019} claims, measured</title>\n";
    let _ = write!(out, "<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n");
    out += "<h1>What holds</h1>\n<p class=\"lead\">Claims about game-tree search, and what measurement says about them.</p>\n";
    out += &tally(report);
    out += &overview(report);
    out += WORDS;
    let mut drawn = Vec::new();
    for (number, claim) in report.claims.iter().enumerate() {
        out += &section(number + 1, claim);
        for (name, figure) in report.figures.iter().filter(|(name, _)| claim.experiments.contains(name)) {
            if !drawn.contains(name) {
                drawn.push(*name);
                let _ = writeln!(
                    out,
                    "<figure id=\"{name}\">\n{figure}\n<figcaption>Experiment <code>{name}</code>.</figcaption>\n</figure>"
                );
            }
        }
    }
    out += &runs(report);
    out + "</main>\n</body>\n</html>\n"
}

fn tally(report: &Report) -> String {
    let said: Vec<String> =
        report.tally().into_iter().map(|(word, count)| format!("{}:\u{a0}<b>{count}</b>", escape(word))).collect();
    format!("<p class=\"tally\">{} claims. {}</p>\n", report.claims.len(), said.join(" \u{b7} "))
}

/// All claims and verdicts at a glance.
fn overview(report: &Report) -> String {
    let mut out = String::from(
        "<table class=\"overview\">\n<thead><tr><th>#</th><th>Claim and source</th><th>Measured, with 95 % interval</th><th>Verdict</th></tr></thead>\n<tbody>\n",
    );
    for (number, claim) in report.claims.iter().enumerate() {
        let number = number + 1;
        let measured = match claim.range() {
            range if range.is_empty() => String::new(),
            range => {
                let ends: Vec<String> =
                    range.split(" to ").map(|end| format!("<span class=\"end\">{}</span>", escape(end))).collect();
                format!("{}<div class=\"source\">{}</div>", ends.join(" to "), escape(&claim.quantity))
            }
        };
        let _ = writeln!(
            out,
            "<tr><td>{number}</td><td><a href=\"#claim-{number}\">{}</a><div class=\"source\">{}</div></td>\
             <td>{measured}</td><td>{}</td></tr>",
            escape(&claim.says),
            escape(claim.source),
            badge(&claim.verdict())
        );
    }
    out + "</tbody>\n</table>\n"
}

/// The verdict as a small sign: its colour, its symbol and its words all say the same.
fn badge(verdict: &Verdict) -> String {
    let (class, sign) = match verdict {
        Verdict::Holds => ("yes", "\u{25cf}"),
        Verdict::DoesNotHold { .. } => ("no", "\u{25c6}"),
        Verdict::HoldsOnly { .. } => ("partly", "\u{25d0}"),
        Verdict::Undecided => ("unclear", "\u{25cb}"),
        Verdict::NotRun => ("missing", "\u{2013}"),
    };
    format!("<span class=\"badge {class}\"><span aria-hidden=\"true\">{sign}</span> {}</span>", escape(verdict.word()))
}

fn section(number: usize, claim: &Claim) -> String {
    let verdict_now = claim.verdict();
    let mut out = format!(
        "<section id=\"claim-{number}\">\n<h2><span class=\"number\">{number}</span> {}</h2>\n",
        escape(&claim.says)
    );
    let _ = writeln!(out, "<p class=\"source\">{}</p>", escape(claim.source));
    let _ = write!(out, "<p>{} ", badge(&verdict_now));
    if claim.measures.is_empty() {
        out += &commands(if claim.missing.is_empty() { &claim.experiments } else { &claim.missing });
        return out + "</p>\n</section>\n";
    }
    if verdict_now.sentence() != verdict_now.word() {
        let _ = write!(out, "{}. ", escape(&capital(&verdict_now.sentence())));
    }
    let _ = write!(out, "Measured: {}, {}.", escape(&claim.quantity), escape(&claim.measured()));
    if !claim.missing.is_empty() {
        let _ = write!(out, " {}", commands(&claim.missing));
    }
    out += "</p>\n";
    if !claim.reading.is_empty() {
        let _ = writeln!(out, "<p class=\"reading\">{}</p>", escape(&claim.reading));
    }
    out + &rows(claim) + "</section>\n"
}

fn commands(missing: &[&str]) -> String {
    let list: Vec<String> = missing.iter().map(|name| format!("<code>{}</code>", command(name))).collect();
    format!("Not run yet: {}.", list.join(", "))
}

/// The numbers of a claim, with their intervals drawn on one scale.
fn rows(claim: &Claim) -> String {
    let scale = Scale::of(claim);
    let mut out = String::from("<table class=\"rows\">\n<thead><tr><th>Trees</th>");
    if scale.is_some() {
        out += "<th></th>";
    }
    let _ = writeln!(out, "<th class=\"figure\">{}</th></tr></thead>\n<tbody>", escape(&capital(&claim.quantity)));
    for measure in &claim.measures {
        let (class, word) = match measure.found {
            Found::Yes => ("yes", "holds"),
            Found::No => ("no", "does not hold"),
            Found::Unclear => ("unclear", "cannot be told"),
        };
        let _ = write!(out, "<tr><td>{}</td>", escape(&measure.label()));
        if let Some(scale) = &scale {
            let _ = write!(out, "<td class=\"plot\">{}</td>", scale.row(measure.estimate, measure.found));
        }
        let number = escape(&shown(measure.estimate));
        let _ = writeln!(out, "<td class=\"figure\">{number} <span class=\"{class} word\">{word}</span></td></tr>");
    }
    if let Some(scale) = &scale {
        let _ = writeln!(out, "<tr class=\"axis\"><td></td><td class=\"plot\">{}</td><td></td></tr>", scale.axis());
    }
    out + "</tbody>\n</table>\n"
}

/// How the experiments were run.
fn runs(report: &Report) -> String {
    if report.runs.is_empty() {
        return String::new();
    }
    let mut out = String::from(
        "<section>\n<h2>How it was measured</h2>\n<table class=\"runs\">\n<thead><tr><th>Experiment</th><th>Command</th>\
         <th>Version</th><th>Seed</th></tr></thead>\n<tbody>\n",
    );
    for run in &report.runs {
        let cells = [run.experiment, &run.command, &run.version, &run.seed].map(escape);
        let _ = writeln!(out, "<tr><td>{}</td></tr>", cells.join("</td><td>"));
    }
    out + "</tbody>\n</table>\n</section>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
