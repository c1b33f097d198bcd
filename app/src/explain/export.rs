//! The story for other programs: DOT for Graphviz, TikZ for LaTeX. Both show what the picture shows.

use std::fmt::Write;

use super::svg::{Sketch, Stub, WIDEST, What, fitted, wrapped};
use provebest_theatre::story::{NodeId, Side, Story};

/// A graph in the language of Graphviz.
pub fn dot(story: &Story, from: NodeId, title: &str) -> String {
    let (plan, root, _) = fitted(story, from, None, WIDEST);
    let mut text = format!(
        "digraph search {{\n  label={}; labelloc=t; ordering=out; ranksep=0.5; nodesep=0.15;\n  \
         node [fontname=\"Helvetica\", fontsize=10, style=filled, fillcolor=white, margin=\"0.05,0.03\"];\n  \
         edge [arrowhead=none];\n",
        quoted(title)
    );
    let mut names = 0;
    let mut walk: Vec<(&Sketch, Option<String>)> = vec![(&root, None)];
    while let Some((sketch, parent)) = walk.pop() {
        let mut node = |label: String, shape: &str, edge: &str| {
            let name = format!("n{names}");
            names += 1;
            let _ = writeln!(text, "  {name} [label={}, {shape}];", quoted(&label));
            if let Some(parent) = &parent {
                let _ = writeln!(text, "  {parent} -> {name}{edge};");
            }
            name
        };
        match &sketch.what {
            What::Node(id) => {
                let of = &story[*id];
                let (value, window, _) = plan.labels(*id);
                let more = if plan.is_folded(*id) { "\n..." } else { "" };
                let label = format!("{}\n{value}\n{window}{more}", plan.name(*id));
                // Houses point as the triangles of the picture do, and have room for a text.
                let shape = match (of.is_leaf(), of.side()) {
                    (true, _) => "shape=box",
                    (false, Side::Max) => "shape=house, fillcolor=\"#cfe3f1\"",
                    (false, Side::Min) => "shape=invhouse, fillcolor=\"#fbe7bf\"",
                };
                let (best, edge) = match of.on_best_line {
                    true => (", color=\"#d55e00\", penwidth=2.5", " [color=\"#d55e00\", penwidth=2.5]"),
                    false => ("", ""),
                };
                let name = node(label.trim_end().to_string(), &format!("{shape}{best}"), edge);
                walk.extend(sketch.below.iter().rev().map(|child| (child, Some(name.clone()))));
            }
            What::Leaves(leaves, stub) => {
                let values: Vec<String> = leaves.iter().map(|leaf| plan.labels(*leaf).0).collect();
                let shape = stub.as_ref().map_or("shape=box".into(), |stub| format!("shape=box, {}", tooltip(stub)));
                let cut = stub.as_ref().map(|stub| format!("\n{} cut", stub.count)).unwrap_or_default();
                node(format!("{}{cut}", values.join("\n")), &shape, "");
            }
            What::Stub(stub) => {
                let why = wrapped(&stub.why).join("\n");
                let label =
                    if plan.written_out { format!("{}\n{why}", stub.names) } else { format!("{} cut", stub.count) };
                node(label, &format!("shape=plaintext, {}", tooltip(stub)), " [style=dashed]");
            }
        }
    }
    text + "}\n"
}

/// How wide a picture on a page is at most, in the units of the picture: three quarters of a point.
const PAGE: f64 = 900.0;

/// A picture for LaTeX: `\\input` it where the package tikz with its library shapes.geometric is loaded.
pub fn tikz(story: &Story, from: NodeId, title: &str) -> String {
    let (plan, root, _) = fitted(story, from, None, PAGE);
    let mut text = format!(
        "% {}\n% \\usepackage{{tikz}} \\usetikzlibrary{{shapes.geometric}}\n\
         % Wider than the page? \\resizebox{{\\textwidth}}{{!}}{{\\input{{...}}}}\n\\begin{{tikzpicture}}[x=0.75pt, y=-0.75pt, font=\\tiny, label distance=1.5pt,\n  \
         every label/.style={{align=left, inner sep=1pt, fill=white}},\n  \
         max/.style={{regular polygon, regular polygon sides=3, draw, fill=white, inner sep=2pt}},\n  \
         min/.style={{max, shape border rotate=180}},\n  \
         leaf/.style={{rectangle, fill=black!65, inner sep=1.5pt}}, best/.style={{very thick, draw=orange!85!black}}]\n",
        title.replace('\n', " ")
    );
    // Edges lie below nodes.
    let mut nodes = String::new();
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
                let mut label = latex(&value);
                if !window.is_empty() {
                    let _ = write!(label, " \\\\ {}", latex(&window));
                }
                if plan.is_folded(*id) {
                    label.push_str(" \\ldots");
                }
                let _ = writeln!(nodes, "  \\node[{style}{best}, label={place}:{{{label}}}] at ({x},{y}) {{}};");
                walk.extend(sketch.below.iter().rev().map(|child| (child, Some(sketch))));
            }
            What::Leaves(leaves, stub) => {
                let mut rows: Vec<String> = leaves.iter().map(|leaf| latex(&plan.labels(*leaf).0)).collect();
                rows.extend(stub.as_ref().map(|stub| format!("{} cut", stub.count)));
                let _ = writeln!(
                    nodes,
                    "  \\node[align=center, fill=white, anchor=north, inner sep=1pt] at ({x},{}) {{{}}};",
                    y - 40.0,
                    rows.join(" \\\\ ")
                );
            }
            What::Stub(stub) => {
                let _ = writeln!(nodes, "  \\node[fill=white] at ({x},{y}) {{{} cut}};", stub.count);
            }
        }
    }
    text + &nodes + "\\end{tikzpicture}\n"
}

/// What a pointer shows.
fn tooltip(stub: &Stub) -> String {
    format!("tooltip={}", quoted(&cut(stub)))
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
        '∞' => "$\\infty$".into(),
        '-' => "$-$".into(),
        '#' | '_' | '%' | '&' | '$' | '{' | '}' => format!("\\{letter}"),
        '^' | '~' => format!("\\{letter}{{}}"),
        '\\' => "\\textbackslash{}".into(),
        letter => letter.to_string(),
    };
    text.replace("+inf", "+∞").replace("-inf", "-∞").chars().map(sign).collect()
}
