//! The report as Markdown.

use super::Report;
use super::claim::{Verdict, shown};

pub(super) fn text(report: &Report) -> String {
    let mut out = String::from("# What holds: the papers' claims, measured\n\n");
    if let Some(warning) = report.warning() {
        out += &format!("**{warning}**\n\n");
    }
    out += "Every claim beside what was measured, with its interval. Rows that could not be judged yet name the command that \
            runs their experiment.\n\n";
    out += &format!("{}\n\n{}\n\n", super::RULE, report.joint());
    out += "| # | claim | source | measured | verdict |\n|---|---|---|---|---|\n";
    for (number, claim) in report.claims.iter().enumerate() {
        let measured = match claim.verdict() {
            Verdict::NotRun => String::new(),
            _ => format!("{}: {}", claim.quantity, claim.measured()),
        };
        let cells = [claim.says, claim.source, &measured, &claim.judgement()].map(plain);
        out += &format!("| {} | {} |\n", number + 1, cells.join(" | "));
    }
    for (number, claim) in report.claims.iter().enumerate().filter(|(_, claim)| !claim.measures.is_empty()) {
        out += &format!("\n## {}. {}\n\n", number + 1, plain(claim.says));
        out += &format!("{}. Source: {}.", plain(&capital(&claim.judgement())), plain(claim.source));
        if !claim.reading.is_empty() {
            out += &format!(" {}", plain(claim.reading));
        }
        out += &format!("\n\n| trees | {} | holds |\n|---|---|---|\n", plain(claim.quantity));
        for measure in &claim.measures {
            let (label, number) = (plain(&measure.label()), plain(&shown(measure)));
            out += &format!("| {label} | {number} | {} |\n", measure.word());
        }
    }
    out
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Text without what Markdown would take for a sign.
fn plain(text: &str) -> String {
    text.replace('\\', "\\\\").replace('*', "\\*").replace('|', "\\|").replace('_', "\\_")
}
