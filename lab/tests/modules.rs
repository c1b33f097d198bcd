//! No two modules of the lab need each other, directly or through others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// For each top-level module of a crate the top-level modules that it names in paths. Tests and comments do not count.
type Graph = BTreeMap<String, BTreeSet<String>>;

fn graph(src: &Path) -> Graph {
    let mut files: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in fs::read_dir(src).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        if !["lib", "main"].contains(&name.as_str()) {
            collect(&path, files.entry(name).or_default());
        }
    }
    files.retain(|_, list| !list.is_empty());
    let names: BTreeSet<String> = files.keys().cloned().collect();
    let needs = |(name, list): (&String, &Vec<PathBuf>)| {
        let mut found = BTreeSet::new();
        for path in list {
            // `super` above a top-level module is the crate.
            let depth = path.strip_prefix(src).unwrap().iter().count() - usize::from(path.ends_with("mod.rs"));
            let root = "super::".repeat(depth);
            let text = fs::read_to_string(path).unwrap();
            let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
            found.extend(["crate::", &root].into_iter().flat_map(|root| heads(&code, root)));
        }
        (name.clone(), found.into_iter().filter(|one| names.contains(one) && one != name).collect())
    };
    files.iter().map(needs).collect()
}

/// All Rust files at or below a path, but no tests.
fn collect(path: &Path, list: &mut Vec<PathBuf>) {
    if path.is_dir() && !path.ends_with("tests") {
        fs::read_dir(path).unwrap().for_each(|entry| collect(&entry.unwrap().path(), list));
    } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
        list.push(path.to_path_buf());
    }
}

/// The first names behind a root: one, or all of a list in braces.
fn heads(code: &str, root: &str) -> Vec<String> {
    let word = |text: &str| text.trim().chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect();
    let mut all = Vec::new();
    for (at, _) in code.match_indices(root).filter(|(at, _)| !code[..*at].ends_with([':', '_'])) {
        match code[at + root.len()..].split('}').next().unwrap_or_default().strip_prefix('{') {
            Some(list) => all.extend(list.split([',', '{']).map(word)),
            None => all.push(word(&code[at + root.len()..])),
        }
    }
    all
}

/// A way from a module back to itself, if there is one.
fn cycle(graph: &Graph) -> Option<Vec<String>> {
    fn visit<'a>(graph: &'a Graph, at: &'a str, path: &mut Vec<&'a str>, done: &mut BTreeSet<&'a str>) -> bool {
        path.push(at);
        if path[..path.len() - 1].contains(&at) {
            return true;
        }
        if !done.contains(at) && graph[at].iter().any(|next| visit(graph, next, path, done)) {
            return true;
        }
        done.insert(at);
        path.pop();
        false
    }
    let (mut path, mut done) = (Vec::new(), BTreeSet::new());
    let found = graph.keys().any(|start| visit(graph, start, &mut path, &mut done));
    found.then(|| path.iter().skip_while(|name| Some(*name) != path.last()).map(|name| name.to_string()).collect())
}

#[test]
fn no_module_needs_itself_through_others() {
    let graph = graph(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(graph["run"].contains("experiments") && graph["experiments"].contains("plan"), "{graph:?}");
    assert_eq!(cycle(&graph), None);
}

#[test]
fn a_cycle_is_named() {
    let needs = |list: &[&str]| list.iter().map(|name| name.to_string()).collect();
    let mut graph = Graph::from([("a".into(), needs(&["b"])), ("b".into(), needs(&["c"])), ("c".into(), needs(&[]))]);
    assert_eq!(cycle(&graph), None);
    graph.insert("c".into(), needs(&["b"]));
    assert_eq!(cycle(&graph).unwrap().join(" needs "), "b needs c needs b");
    let heads = heads("use crate::{b::X, c::{self, d}};\n crate::e::f(); not_crate::g", "crate::");
    assert_eq!(heads, ["b", "c", "self", "d", "e"]);
}
