//! The modules of the catalog stand in an order.

use std::path::Path;

#[path = "../../../suites/modules.rs"]
mod module_graph;

#[test]
fn have_no_cycles() {
    let graph = module_graph::graph(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), "crate::");
    assert!(graph["run"].contains("problem") && graph["problem"].contains("games"), "{graph:?}");
    assert_eq!(module_graph::cycle(&graph), None);
}

/// A method is one text on every machine: none of them knows that there is MPI.
#[test]
fn no_search_has_a_line_for_mpi() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = 0;
    for folder in
        ["search/src", "puzzle/src", "machine/src", "provebest/src/player", "provebest/src/algorithm/table.rs"]
    {
        for path in module_graph::sources(&root.join(folder)) {
            files += 1;
            let code = module_graph::code(&path);
            let mut words = code.split(|c: char| !c.is_alphanumeric());
            let named = words.any(|word| word.eq_ignore_ascii_case("mpi") || word.starts_with("Mpi"));
            assert!(!named, "{} names MPI", path.display());
        }
    }
    assert!(files > 100, "only {files} files: are they still read?");
}
