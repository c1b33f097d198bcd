//! The tables and figures of the papers, beside ours: one page to print.

use std::fmt::Write;

use super::Report;
use super::html::{commands, escape};
use super::table::{Comparison, Shelf};
use crate::layout::with_commas;

/// How the page looks; the report's rules come first.
const STYLE: &str = include_str!("papers.css");

/// A table or figure of a paper.
struct Exhibit {
    /// As the paper calls it.
    name: &'static str,
    /// What it shows.
    says: &'static str,
    ours: Ours,
}

/// What stands beside it.
enum Ours {
    /// Numbers of an experiment, for what `paper.csv` calls its source.
    Numbers(&'static str, &'static str),
    /// The picture of an experiment.
    Picture(&'static str),
    /// A program text, or a tree drawn by hand: where ours is.
    Text(&'static str),
}

const fn numbers(name: &'static str, says: &'static str, experiment: &'static str, source: &'static str) -> Exhibit {
    Exhibit { name, says, ours: Ours::Numbers(experiment, source) }
}

const fn picture(name: &'static str, says: &'static str, experiment: &'static str) -> Exhibit {
    Exhibit { name, says, ours: Ours::Picture(experiment) }
}

const fn text(name: &'static str, says: &'static str, ours: &'static str) -> Exhibit {
    Exhibit { name, says, ours: Ours::Text(ours) }
}

/// The papers in the order of their years. The research note of 1987 and its manuscript have the same figures.
const PAPERS: &[(&str, &[Exhibit])] = &[
    (
        "Lindstrom: The key node method (1983)",
        &[
            text("Figure 3-1", "the definition of a key node", "search/src/parallel/key_node/node.rs"),
            text("Figures 3-2 and 3-3", "the record of a node, and messages", "search/src/parallel/key_node/node.rs"),
            text("Figures 3-4 and 3-5", "how messages are processed", "search/src/parallel/key_node/node.rs"),
            numbers("Table 4-1", "with move preordering", "key-node-tables", "1983, table 4-1"),
            numbers("Table 4-2", "without move preordering", "key-node-tables", "1983, table 4-2"),
            picture("Tables 4-1 and 4-2", "the speed-up as curves", "key-node-tables"),
        ],
    ),
    (
        "Marsland, Reinefeld and Schaeffer: Low overhead alternatives to SSS* (1987, research note and manuscript)",
        &[
            picture("Figure 1", "the refutation wall", "refutation-wall"),
            text(
                "Figure 2",
                "three types of cut-offs",
                "provebest explain tree suites/trees/three_cut_offs.json -a informed-negascout",
            ),
            text("Figure 3", "Informed NegaScout", "search/src/sequential/informed_negascout.rs"),
            text("Figure 4", "DUAL*", "search/src/sequential/sss_star.rs"),
            picture("Figure 5", "width 5, in percent of the minimal tree", "leaves-by-depth"),
            picture("Figure 6", "depth 5, in percent of the minimal tree", "leaves-by-width-odd"),
            picture("Figure 7", "depth 6, in percent of the minimal tree", "leaves-by-width-even"),
        ],
    ),
    (
        "Marsland: Single-agent and game-tree search (1991)",
        &[
            text("Figure 1", "fail-soft alpha-beta", "search/src/sequential/alpha_beta.rs"),
            text("Figure 2", "pruning by alpha-beta", "provebest explain uniform w=3,d=4 -a alpha-beta"),
            text("Figure 3", "principal variation search", "search/src/sequential/pvs.rs"),
            text("Figure 4", "sample pruning of a minimax tree by PVS", "provebest explain uniform w=3,d=4 -a pvs"),
            picture("Figure 5", "strongly ordered uniform trees, D = 5 and W = 20", "strongly-ordered"),
            picture("Figure 6", "leaves with the enhancements of alpha-beta", "enhancements"),
        ],
    ),
    (
        "Bhattacharya and Bagchi: Searching game trees in parallel using SSS* (1993)",
        &[
            numbers(
                "Table 1",
                "the example of PARSSS* on two processors",
                "parsss-example",
                "1993, section 3, table 1",
            ),
            picture("Table 1", "the same as curves", "parsss-example"),
            numbers("Table 2", "PARSSS*", "parsss-speedup", "1993, table 2"),
            picture("Table 2", "the speed-up as curves", "parsss-speedup"),
            numbers("Table 3", "PARITERSSS* with room for M nodes", "pariter-memory", "1993, table 3"),
            picture("Table 3", "the speed-up as curves", "pariter-memory"),
        ],
    ),
];

/// The numbers of all experiments that papers printed numbers for.
#[derive(Clone, Debug)]
pub(super) struct Papers {
    tables: Vec<(&'static str, Vec<Comparison>)>,
    figures: Vec<(&'static str, String)>,
}

impl Papers {
    pub(super) fn of(shelf: &Shelf) -> anyhow::Result<Papers> {
        let (mut tables, mut figures) = (Vec::new(), Vec::new());
        for exhibit in PAPERS.iter().flat_map(|(_, exhibits)| *exhibits) {
            match exhibit.ours {
                Ours::Numbers(name, _) if tables.iter().all(|(known, _)| *known != name) => {
                    tables.extend(shelf.comparisons(name)?.map(|list| (name, list)));
                }
                Ours::Picture(name) => figures.extend(shelf.figure(name).map(|figure| (name, figure))),
                _ => {}
            }
        }
        Ok(Papers { tables, figures })
    }

    /// The page. It needs nothing else.
    pub(super) fn page(&self, report: &Report) -> String {
        let mut out = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
        let _ = write!(
            out,
            "<title>The papers\u{2019} tables and figures, beside ours</title>\n<style>\n{}",
            super::html::STYLE
        );
        let _ = write!(out, "{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>The papers, and ours</h1>\n");
        out += "<p class=\"lead\">Every table of the papers number by number, and a figure for each of theirs.</p>\n";
        if let Some(warning) = report.warning() {
            let _ = writeln!(out, "<p class=\"warning\">{}</p>", escape(&warning));
        }
        out += "<p>\u{201c}Paper\u{201d} is the printed number. \u{201c}Here\u{201d} is our mean, with \u{b1} how far a mean of as \
                many trials as the paper\u{2019}s may lie off it (95 %). A printed number outside is marked (\u{25c6}); by chance \
                alone one in twenty is. The verdicts on claims are in <code>report.html</code>.</p>\n";
        for (title, exhibits) in PAPERS {
            let _ = writeln!(out, "<section class=\"paper\">\n<h2>{}</h2>", escape(title));
            for exhibit in *exhibits {
                self.exhibit(exhibit, &mut out);
            }
            out += "</section>\n";
        }
        out + "</main>\n</body>\n</html>\n"
    }

    fn exhibit(&self, exhibit: &Exhibit, out: &mut String) {
        let heading = format!("<h3>{} <span class=\"says\">{}</span></h3>", escape(exhibit.name), escape(exhibit.says));
        match exhibit.ours {
            Ours::Text(place) => {
                let _ =
                    writeln!(out, "<div class=\"exhibit\">{heading}<p>Ours: <code>{}</code></p></div>", escape(place));
            }
            Ours::Numbers(name, source) => {
                let table = self.tables.iter().find(|(known, _)| *known == name);
                let body = table.map_or_else(|| missing(name), |(_, list)| numbers_table(list, source));
                let _ = writeln!(out, "<div class=\"exhibit\">{heading}\n{body}</div>");
            }
            Ours::Picture(name) => {
                let figure = self.figures.iter().find(|(known, _)| *known == name);
                let body = figure.map_or_else(|| missing(name), |(_, figure)| format!("<figure>\n{figure}\n</figure>"));
                let _ = writeln!(out, "<div class=\"exhibit\">{heading}\n{body}</div>");
            }
        }
    }
}

fn missing(experiment: &str) -> String {
    format!("<p>{}</p>\n", commands(&[experiment]))
}

/// What stands in a column before the numbers.
fn heading(key: &str) -> &str {
    match key {
        "order" => "trees",
        "processors" => "N",
        "memory" => "M",
        "count" => "terminalcount",
        other => other,
    }
}

fn quantity(name: &str) -> &str {
    match name {
        "speedup" => "speed-up",
        "live" => "value when LIVE",
        "solved" => "value when SOLVED",
        other => other,
    }
}

/// A number with commas and this number of digits behind the point.
fn shown(number: f64, digits: usize) -> String {
    if number.is_infinite() {
        return "\u{221e}".into();
    }
    let text = format!("{:.digits$}", number.abs());
    let (whole, rest) = text.split_once('.').map_or((text.as_str(), ""), |(whole, rest)| (whole, rest));
    let whole = whole.parse().map_or(whole.to_string(), with_commas);
    let sign = if number < 0.0 { "\u{2212}" } else { "" };
    if rest.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}

/// How many digits behind the point the numbers of a column have.
fn digits(list: &[&Comparison], quantity: &str) -> usize {
    let own = || list.iter().filter(|one| one.quantity == quantity).map(|one| one.printed).filter(|x| x.is_finite());
    if own().all(|number| number.fract() == 0.0) {
        0
    } else if own().any(|number| number >= 100.0) {
        1
    } else {
        2
    }
}

/// What stands in a cell before the numbers.
fn key<'k>(name: &str, value: &'k str) -> &'k str {
    // Where a paper counts for no processors, it counts for the sequential search.
    if name == "processors" && value.is_empty() { "alpha-beta" } else { value }
}

/// The printed numbers of a table with ours beside them.
fn numbers_table(list: &[Comparison], source: &str) -> String {
    let own: Vec<&Comparison> = list.iter().filter(|one| one.source == source).collect();
    let mut quantities: Vec<&str> = Vec::new();
    let mut rows: Vec<&[(String, String)]> = Vec::new();
    for one in &own {
        if !quantities.contains(&one.quantity.as_str()) {
            quantities.push(&one.quantity);
        }
        if !rows.contains(&&one.keys[..]) {
            rows.push(&one.keys);
        }
    }
    let Some(first) = rows.first() else { return String::from("<p>The experiment has no such numbers.</p>\n") };
    // What is the same in all rows is said by the heading.
    let changes = |at: usize| rows.windows(2).filter(|pair| pair[0][at].1 != pair[1][at].1).count();
    let mut varied: Vec<usize> = (0..first.len()).filter(|&at| changes(at) > 0).collect();
    // What changes seldom stands first, as papers have it.
    varied.sort_by_key(|&at| changes(at));
    let mut out = String::from("<table class=\"numbers\">\n<thead><tr>");
    for &at in &varied {
        let _ = write!(out, "<th rowspan=\"2\">{}</th>", escape(heading(&first[at].0)));
    }
    for name in &quantities {
        let _ = write!(out, "<th colspan=\"2\" class=\"quantity\">{}</th>", escape(quantity(name)));
    }
    out += "</tr>\n<tr>";
    out += &"<th class=\"printed\">paper</th><th>here</th>".repeat(quantities.len());
    out += "</tr></thead>\n<tbody>\n";
    let (mut inside, mut above) = (0, None::<&[(String, String)]>);
    for row in rows {
        let same = |place: usize| above.is_some_and(|above| varied[..=place].iter().all(|&at| above[at] == row[at]));
        let begins = above.is_some() && varied.len() > 1 && !same(varied.len() - 2);
        out += if begins { "<tr class=\"begins\">" } else { "<tr>" };
        for (place, &at) in varied.iter().enumerate() {
            let text = if same(place) { "" } else { key(&row[at].0, &row[at].1) };
            let _ = write!(out, "<td class=\"key\">{}</td>", escape(text));
        }
        for name in &quantities {
            match own.iter().find(|one| one.keys == row && one.quantity == *name) {
                Some(one) => {
                    let (fits, reach) = (one.fits(), one.reach());
                    inside += usize::from(fits);
                    let digits = digits(&own, name);
                    let reach = match reach > 0.0 {
                        true => format!(" <span class=\"reach\">\u{b1} {}</span>", shown(reach, digits)),
                        false => String::new(),
                    };
                    let mark = if fits { "" } else { " \u{25c6}" };
                    // The name of a node is no number.
                    let number = |x: f64| if *name == "terminal" { format!("{x:.0}") } else { shown(x, digits) };
                    let (printed, mean) = (number(one.printed), number(one.mean));
                    let _ = write!(out, "<td class=\"printed\">{printed}{mark}</td><td>{mean}{reach}</td>");
                }
                None => out += "<td class=\"printed\"></td><td></td>",
            }
        }
        out += "</tr>\n";
        above = Some(row);
    }
    let trees = own.first().map_or(0, |one| one.trees);
    let _ = write!(
        out,
        "</tbody>\n</table>\n<p class=\"source\">{inside} of {} printed numbers lie inside; {trees} trees of each kind here.</p>\n",
        own.len()
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::find;

    #[test]
    fn every_experiment_on_the_page_exists() {
        for exhibit in PAPERS.iter().flat_map(|(_, exhibits)| *exhibits) {
            match exhibit.ours {
                Ours::Numbers(name, _) | Ours::Picture(name) => assert!(find(name).is_ok(), "{name}"),
                Ours::Text(place) if place.ends_with(".rs") => {
                    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
                    assert!(root.join(place).exists(), "{place}");
                }
                Ours::Text(command) => assert!(command.starts_with("provebest explain "), "{command}"),
            }
        }
    }

    #[test]
    fn printed_numbers_stand_beside_ours() {
        let one = |processors: &str, quantity: &str, printed: f64, mean: f64, sd: f64| Comparison {
            keys: [("order", "iid"), ("width", "3"), ("processors", processors)]
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .to_vec(),
            quantity: quantity.into(),
            source: "somewhere".into(),
            printed,
            trials: 4,
            mean,
            sd,
            trees: 50,
        };
        let list = [
            one("1", "time", 3363.0, 3300.0, 100.0),
            one("2", "time", 1900.0, 1500.0, 100.0),
            one("2", "speedup", 1.77, 1.8, 0.1),
        ];
        let table = numbers_table(&list, "somewhere");
        assert!(
            table.contains("<td class=\"printed\">3,363</td><td>3,300 <span class=\"reach\">\u{b1} 98</span></td>"),
            "{table}"
        );
        assert!(table.contains("<td class=\"printed\">1,900 \u{25c6}</td><td>1,500"), "{table}");
        assert!(table.contains("<th rowspan=\"2\">N</th>") && !table.contains("width"), "{table}");
        assert!(table.contains("2 of 3 printed numbers lie inside; 50 trees"), "{table}");
        assert!(numbers_table(&list, "elsewhere").contains("no such numbers"));
    }
}
