//! The modules of the library stand in an order.

use std::path::Path;

#[path = "../../../suites/modules.rs"]
mod module_graph;

#[test]
fn have_no_cycles() {
    let graph = module_graph::graph(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), "crate::");
    assert!(graph["family"].contains("algorithm") && graph["error"].contains("algorithm"), "{graph:?}");
    assert_eq!(module_graph::cycle(&graph), None);
}
