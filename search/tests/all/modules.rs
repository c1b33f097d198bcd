//! The modules of this crate stand in an order: none of them uses, by way of others, a module that uses it.

use std::path::Path;

#[path = "../../../suites/modules.rs"]
mod module_graph;

#[test]
fn have_no_cycles() {
    let graph = module_graph::graph(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), "crate::");
    assert!(graph["sequential"].contains("walk"), "the test reads the sources: {graph:?}");
    assert_eq!(module_graph::cycle(&graph), None);
}
