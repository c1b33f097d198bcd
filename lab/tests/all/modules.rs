//! No two modules of the lab need each other, directly or through others.

use std::path::Path;

#[path = "../../../suites/modules.rs"]
mod module_graph;

#[test]
fn have_no_cycles() {
    let graph = module_graph::graph(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), "crate::");
    assert!(graph["run"].contains("experiments") && graph["experiments"].contains("plan"), "{graph:?}");
    assert_eq!(module_graph::cycle(&graph), None);
}
