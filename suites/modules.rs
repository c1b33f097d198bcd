//! Which modules of a crate use each other, read from its sources: shared by the tests that keep modules free of cycles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// For each module of a folder the modules beside it that it names in paths.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// The graph of the modules of a folder, which paths call `root`: `crate::` for `src`. Comments and tests do not count.
pub fn graph(folder: &Path, root: &str) -> Graph {
    let mut files: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in fs::read_dir(folder).expect("a folder of sources").map(|entry| entry.expect("an entry").path()) {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if !["lib", "main", "mod"].contains(&name.as_str()) {
            files.entry(name).or_default().extend(sources(&path));
        }
    }
    files.retain(|_, list| !list.is_empty());
    let names: BTreeSet<String> = files.keys().cloned().collect();
    let uses = |(name, list): (&String, &Vec<PathBuf>)| {
        let mut found = BTreeSet::new();
        for path in list {
            // From a module at the top of the folder, `super` is the folder.
            let inside = path.strip_prefix(folder).expect("a file of the folder").iter().count();
            let above = "super::".repeat(inside - usize::from(path.ends_with("mod.rs")));
            let code = code(path);
            found.extend([root, &above].into_iter().flat_map(|root| heads(&code, root)));
        }
        (name.clone(), found.into_iter().filter(|one| names.contains(one) && one != name).collect())
    };
    files.iter().map(uses).collect()
}

/// All Rust files at or below a path, without those of tests.
pub fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() && !path.ends_with("tests") {
        let entries = fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
        entries.flat_map(|entry| sources(&entry)).collect()
    } else {
        let is_source = path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs");
        is_source.then(|| path.to_path_buf()).into_iter().collect()
    }
}

/// The text of a file without comments and without the tests at its end.
pub fn code(path: &Path) -> String {
    without_comments(&fs::read_to_string(path).expect("a text"))
}

fn without_comments(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The first names behind a root: one, or all of a list in braces.
fn heads(code: &str, root: &str) -> Vec<String> {
    let word = |text: &str| {
        let text = text.trim_start();
        let text = text.strip_prefix("r#").unwrap_or(text);
        text.chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect::<String>()
    };
    let mut all = Vec::new();
    for (at, _) in code.match_indices(root).filter(|(at, _)| !code[..*at].ends_with([':', '_'])) {
        let rest = &code[at + root.len()..];
        if !rest.starts_with('{') {
            all.push(word(rest));
            continue;
        }
        let mut open = 0;
        for (place, c) in rest.char_indices() {
            match c {
                '{' => open += 1,
                '}' => open -= 1,
                _ => {}
            }
            if open == 0 {
                break;
            }
            if open == 1 && (c == '{' || c == ',') {
                all.push(word(&rest[place + 1..]));
            }
        }
    }
    all.retain(|name| !name.is_empty());
    all
}

/// A way from a module back to itself, if there is one.
pub fn cycle(graph: &Graph) -> Option<Vec<String>> {
    fn visit<'a>(graph: &'a Graph, at: &'a str, path: &mut Vec<&'a str>, done: &mut BTreeSet<&'a str>) -> bool {
        path.push(at);
        if path[..path.len() - 1].contains(&at) {
            return true;
        }
        let next = graph.get(at).into_iter().flatten();
        if done.insert(at) && next.into_iter().any(|next| visit(graph, next, path, done)) {
            return true;
        }
        path.pop();
        false
    }
    let (mut path, mut done) = (Vec::new(), BTreeSet::new());
    let found = graph.keys().any(|start| visit(graph, start, &mut path, &mut done));
    found.then(|| path.iter().skip_while(|name| Some(*name) != path.last()).map(|name| name.to_string()).collect())
}

#[test]
fn a_cycle_is_named() {
    let uses = |list: &[&str]| list.iter().map(|name| name.to_string()).collect();
    let mut graph = Graph::from([("a".into(), uses(&["b"])), ("b".into(), uses(&["c"])), ("d".into(), uses(&["b"]))]);
    assert_eq!(cycle(&graph), None);
    graph.insert("c".into(), uses(&["b"]));
    assert_eq!(cycle(&graph).expect("b and c use each other").join(" uses "), "b uses c uses b");
}

#[test]
fn paths_are_read() {
    let text = "use crate::{b::{X, Y}, c};\n/// [`crate::z`]\ncrate::r#e::f(); not_crate::g\n#[cfg(test)]\nmod tests {\n crate::z }";
    assert_eq!(heads(&without_comments(text), "crate::"), ["b", "c", "e"]);
}
