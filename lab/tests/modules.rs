//! No two modules of the lab need each other, directly or through others.

use std::path::Path;

#[path = "../../suites/modules.rs"]
mod modules;

#[test]
fn have_no_cycles() {
    let graph = modules::graph(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), "crate::");
    assert!(graph["run"].contains("experiments") && graph["experiments"].contains("plan"), "{graph:?}");
    assert_eq!(modules::cycle(&graph), None);
}
