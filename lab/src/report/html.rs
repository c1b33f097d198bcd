//! The report as one page.

use std::fmt::Write;

use super::claim::{Claim, Verdict, shown};
use super::forest::Scale;
use super::markdown::capital;
use super::{Report, command};
use crate::statistics::Found;

/// How the page looks, on the screen and on paper.
pub(super) const STYLE: &str = include_str!("style.css");

/// An introduction for a reader without any knowledge of game trees.
const WORDS: &str = include_str!("words.html");

pub(super) fn page(report: &Report) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    out += "<title>What holds: the papers\u{2019} claims, measured</title>\n";
    let _ = write!(out, "<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n");
    out += "<h1>What holds</h1>\n<p class=\"lead\">Claims about game-tree search, and what measurement says about them.</p>\n";
    if let Some(warning) = report.warning() {
        let _ = writeln!(out, "<p class=\"warning\">{}</p>", escape(&warning));
    }
    out += &tally(report);
    out += &overview(report);
    let rule = format!("{} {}", escape(super::RULE), escape(&report.joint()));
    out += &WORDS.replace("{rule}", &rule);
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
        "<table class=\"overview\">\n<thead><tr><th>#</th><th>Claim and source</th><th>Measured, with interval</th><th>Verdict</th></tr></thead>\n<tbody>\n",
    );
    for (number, claim) in report.claims.iter().enumerate() {
        let number = number + 1;
        let measured = match claim.range() {
            range if range.is_empty() => String::new(),
            range => {
                let ends: Vec<String> =
                    range.split(" to ").map(|end| format!("<span class=\"end\">{}</span>", escape(end))).collect();
                format!("{}<div class=\"source\">{}</div>", ends.join(" to "), escape(claim.quantity))
            }
        };
        let _ = writeln!(
            out,
            "<tr><td>{number}</td><td><a href=\"#claim-{number}\">{}</a><div class=\"source\">{}</div></td>\
             <td>{measured}</td><td>{}</td></tr>",
            escape(claim.says),
            escape(claim.source),
            badge(claim)
        );
    }
    out + "</tbody>\n</table>\n"
}

/// The verdict as a small sign: its colour, its symbol and its words all say the same.
fn badge(claim: &Claim) -> String {
    let (class, sign) = match (claim.verdict(), claim.word()) {
        (Verdict::Holds, _) | (Verdict::InPart { .. }, "holds where decided") => ("yes", "\u{25cf}"),
        (Verdict::DoesNotHold, _) | (Verdict::InPart { .. }, "does not hold where decided") => ("no", "\u{25c6}"),
        (Verdict::InPart { .. }, _) => ("partly", "\u{25d0}"),
        (Verdict::Undecided, _) => ("unclear", "\u{25cb}"),
        (Verdict::NotRun | Verdict::NotMeasured(_), _) => ("missing", "\u{2013}"),
    };
    format!("<span class=\"badge {class}\"><span aria-hidden=\"true\">{sign}</span> {}</span>", escape(claim.word()))
}

fn section(number: usize, claim: &Claim) -> String {
    let mut out = format!(
        "<section id=\"claim-{number}\">\n<h2><span class=\"number\">{number}</span> {}</h2>\n",
        escape(claim.says)
    );
    let _ = writeln!(out, "<p class=\"source\">{}</p>", escape(claim.source));
    let _ = write!(out, "<p>{} ", badge(claim));
    if let Verdict::NotMeasured(reason) = claim.verdict() {
        let _ = write!(out, "{}.", escape(&capital(reason)));
        return out + "</p>\n</section>\n";
    }
    if claim.measures.is_empty() {
        // What was run may have been too small to have such trees.
        out += &match claim.missing.is_empty() {
            true => commands(&claim.experiments).replace("Not run yet", "Not run yet on such trees"),
            false => commands(&claim.missing),
        };
        return out + "</p>\n</section>\n";
    }
    if claim.sentence() != claim.word() {
        let _ = write!(out, "{}. ", escape(&capital(&claim.sentence())));
    }
    if !claim.cost.is_empty() {
        let _ = write!(out, "To decide the rest: {}. ", ticks(&escape(&claim.cost)));
    }
    let _ = write!(out, "Measured: {}, {}.", escape(claim.quantity), escape(&claim.measured()));
    if !claim.missing.is_empty() {
        let _ = write!(out, " {}", commands(&claim.missing));
    }
    out += "</p>\n";
    if !claim.reading.is_empty() {
        let _ = writeln!(out, "<p class=\"reading\">{}</p>", escape(claim.reading));
    }
    out + &rows(claim) + "</section>\n"
}

pub(super) fn commands(missing: &[&str]) -> String {
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
    let _ = writeln!(out, "<th class=\"figure\">{}</th></tr></thead>\n<tbody>", escape(&capital(claim.quantity)));
    for measure in &claim.measures {
        let (class, word) = match measure.found {
            Found::Yes => ("yes", measure.word()),
            Found::No => ("no", measure.word()),
            Found::Unclear => ("unclear", measure.word()),
        };
        let _ = write!(out, "<tr><td>{}</td>", escape(&measure.label()));
        if let Some(scale) = &scale {
            let _ = write!(out, "<td class=\"plot\">{}</td>", scale.row(measure));
        }
        let number = escape(&shown(measure));
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

/// Text in backticks as code.
fn ticks(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(at, part)| if at % 2 == 1 { format!("<code>{part}</code>") } else { part.into() }).collect()
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
