//! The story for other programs: DOT for Graphviz, TikZ for LaTeX. Both show what the picture shows.

use std::fmt::Write;

use super::svg::{Sketch, Stub, What, fitted};
use provebest_theatre::story::{NodeId, Side, Story};

/// A graph in the language of Graphviz.
pub fn dot(story: &Story, from: NodeId, title: &str) -> String {
    let (plan, root, _) = fitted(story, from, None);
    let mut text = format!(
        "digraph search {{\n  label={}; labelloc=t; ordering=out;\n  node [fontname=\"Helvetica\", fontsize=10];\n  edge [arrowhead=none];\n",
        quoted(title)
    );
    let mut names = 0;
    let mut walk: Vec<(&Sketch, Option<String>)> = vec![(&root, None)];
    while let Some((sketch, parent)) = walk.pop() {
        let mut node = |label: String, shape: &str, best: bool| {
            let name = format!("n{names}");
            names += 1;
            let colour = if best { ", color=\"#d55e00\", penwidth=2.5" } else { "" };
            let _ = writeln!(text, "  {name} [label={}, {shape}{colour}];", quoted(&label));
            if let Some(parent) = &parent {
                let dashed = if shape.contains("plaintext") { " [style=dashed]" } else { "" };
                let _ = writeln!(text, "  {parent} -> {name}{dashed};");
            }
            name
        };
        match &sketch.what {
            What::Node(id) => {
                let of = &story[*id];
                let (value, window, _) = plan.labels(*id);
                let more = if of.ply >= plan.deepest && !of.is_leaf() { "\n..." } else { "" };
                let label = format!("{}\n{value}\n{window}{more}", plan.name(*id));
                let shape = match (of.is_leaf(), of.side()) {
                    (true, _) => "shape=box",
                    (false, Side::Max) => "shape=triangle",
                    (false, Side::Min) => "shape=invtriangle",
                };
                let name = node(label.trim_end().to_string(), shape, of.on_best_line);
                walk.extend(sketch.below.iter().rev().map(|child| (child, Some(name.clone()))));
            }
            What::Leaves(leaves, stub) => {
                let values: Vec<String> = leaves.iter().map(|leaf| plan.labels(*leaf).0).collect();
                let cut = stub.as_ref().map(|stub| format!("\n{}", cut(stub))).unwrap_or_default();
                node(format!("{}{cut}", values.join("\n")), "shape=box", false);
            }
            What::Stub(stub) => {
                node(cut(stub), "shape=plaintext", false);
            }
        }
    }
    text + "}\n"
}

/// A picture for LaTeX: `\\input` it where the package tikz with its library shapes.geometric is loaded.
pub fn tikz(story: &Story, from: NodeId, title: &str) -> String {
    let (plan, root, _) = fitted(story, from, None);
    let mut text = format!(
        "% {}\n% \\usepackage{{tikz}} \\usetikzlibrary{{shapes.geometric}}\n\\begin{{tikzpicture}}[x=0.75pt, y=-0.75pt, font=\\tiny,\n  \
         max/.style={{regular polygon, regular polygon sides=3, draw, inner sep=2pt}},\n  \
         min/.style={{regular polygon, regular polygon sides=3, shape border rotate=180, draw, inner sep=2pt}},\n  \
         leaf/.style={{rectangle, fill, inner sep=1.5pt}}, best/.style={{very thick}}]\n",
        title.replace('\n', " ")
    );
    let mut walk: Vec<(&Sketch, Option<&Sketch>)> = vec![(&root, None)];
    while let Some((sketch, parent)) = walk.pop() {
        let (x, y) = (sketch.x.round(), sketch.y.round());
        let best = matches!(&sketch.what, What::Node(id) if story[*id].on_best_line);
        if let Some(parent) = parent {
            let style = match (&sketch.what, best) {
                (What::Stub(_), _) => "[dashed]",
                (_, true) => "[best]",
                _ => "",
            };
            let _ = writeln!(text, "  \\draw{style} ({},{}) -- ({x},{y});", parent.x.round(), parent.y.round());
        }
        match &sketch.what {
            What::Node(id) => {
                let (value, window, _) = plan.labels(*id);
                let (style, place) = match (story[*id].is_leaf(), story[*id].side()) {
                    (true, _) => ("leaf", "below"),
                    (false, Side::Max) => ("max", "right"),
                    (false, Side::Min) => ("min", "right"),
                };
                let best = if best { ", best" } else { "" };
                let more = if story[*id].ply >= plan.deepest && !story[*id].is_leaf() { " \\ldots" } else { "" };
                let label = latex(format!("{value} {window}").trim());
                let _ = writeln!(
                    text,
                    "  \\node[{style}, fill=white{best}, label={place}:{{{label}{more}}}] at ({x},{y}) {{}};"
                );
                walk.extend(sketch.below.iter().rev().map(|child| (child, Some(sketch))));
            }
            What::Leaves(leaves, stub) => {
                let mut rows: Vec<String> = leaves.iter().map(|leaf| latex(&plan.labels(*leaf).0)).collect();
                rows.extend(stub.as_ref().map(|stub| format!("cut {}", stub.count)));
                let _ = writeln!(text, "  \\node[align=center, fill=white] at ({x},{y}) {{{}}};", rows.join(" \\\\ "));
            }
            What::Stub(stub) => {
                let _ = writeln!(text, "  \\node[fill=white] at ({x},{y}) {{cut {}}};", stub.count);
            }
        }
    }
    text + "\\end{tikzpicture}\n"
}

fn cut(stub: &Stub) -> String {
    format!("{}: {}", stub.names, stub.why)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// Our signs in LaTeX.
fn latex(text: &str) -> String {
    let sign = |letter: char| match letter {
        '≤' => "$\\le$".into(),
        '≥' => "$\\ge$".into(),
        '≈' => "$\\approx$".into(),
        '-' => "$-$".into(),
        '#' | '_' | '%' | '&' | '$' => format!("\\{letter}"),
        letter => letter.to_string(),
    };
    text.chars().map(sign).collect()
}
