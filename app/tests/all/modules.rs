//! The rooms of the command stand in an order, and one of them prints.

use std::path::Path;

#[path = "../../../suites/modules.rs"]
mod module_graph;

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

/// A room may use only those in later rows.
const ORDER: &[&[&str]] =
    &[&["commands"], &["protocols", "match", "explain", "theatre"], &["options"], &["output"], &["os"], &["ending"]];

#[test]
fn rooms_use_only_what_comes_after_them() {
    let graph = module_graph::graph(Path::new(SOURCES), "crate::");
    assert!(graph["commands"].contains("match"), "{graph:?}");
    assert_eq!(module_graph::cycle(&graph), None);
    let row = |name: &str| ORDER.iter().position(|row| row.contains(&name));
    for (name, uses) in &graph {
        assert!(row(name).is_some(), "{name} has no place in the order of rooms");
        for other in uses {
            assert!(row(name) < row(other), "{name} uses {other}");
        }
    }
}

#[test]
fn no_room_has_cycles_inside() {
    for room in ["commands", "protocols", "match", "explain", "theatre", "options", "output", "os"] {
        let graph = module_graph::graph(&Path::new(SOURCES).join(room), &format!("crate::{room}::"));
        assert!(room == "os" || graph.len() > 2, "{room}: {graph:?}");
        assert_eq!(module_graph::cycle(&graph), None, "{room}");
    }
}

#[test]
fn only_output_prints() {
    let prints = ["println!", "print!(", "dbg!", "stdout()", "stderr()", "io::Stdout", "io::Stderr", "anstream"];
    let found =
        |path: &Path| prints.into_iter().filter(|print| module_graph::code(path).contains(print)).collect::<Vec<_>>();
    let (mut inside, mut outside) = (0, Vec::new());
    for path in module_graph::sources(Path::new(SOURCES)) {
        let found = found(&path);
        if path.starts_with(Path::new(SOURCES).join("output")) {
            inside += found.len();
        } else if !found.is_empty() {
            outside.push((path, found));
        }
    }
    assert!(inside > 5, "the test reads the sources");
    assert!(outside.is_empty(), "these print: {outside:?}");
}
