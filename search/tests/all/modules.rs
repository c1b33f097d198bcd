//! The modules of a crate stand in an order: none of them uses, by way of others, a module that uses it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Uses = BTreeMap<String, BTreeSet<String>>;

#[test]
fn have_no_cycles() {
    let uses = uses(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")));
    assert!(uses["sequential"].contains("walk"), "the test reads the sources: {uses:?}");
    assert_eq!(cycle(&uses), None);
}

#[test]
fn a_cycle_is_found() {
    let uses = |pairs: &[(&str, &str)]| {
        let mut uses = Uses::new();
        for (from, to) in pairs {
            uses.entry((*from).into()).or_default().insert((*to).into());
        }
        uses
    };
    assert_eq!(cycle(&uses(&[("a", "b"), ("b", "c"), ("d", "b")])), None);
    let found = cycle(&uses(&[("a", "b"), ("b", "c"), ("c", "b")])).expect("b and c use each other");
    assert_eq!(found, ["b", "c", "b"]);
    let names = BTreeSet::from(["a", "b", "c", "d"].map(String::from));
    let text =
        "use crate::{a::X, b};\n/// [`crate::c`]\nfn f() { super::d::g() }\n#[cfg(test)]\nmod tests {\n crate::c }";
    assert_eq!(named(text, true, &names), BTreeSet::from(["a", "b", "d"].map(String::from)));
}

/// Which top-level modules every top-level module below `src` names, leaving out comments and tests.
pub fn uses(src: &Path) -> Uses {
    let mut files: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for entry in fs::read_dir(src).expect("a folder of sources").map(|entry| entry.expect("an entry").path()) {
        let name = entry.file_stem().expect("a name").to_string_lossy().into_owned();
        if name != "lib" && name != "main" {
            collect(&entry, files.entry(name).or_default());
        }
    }
    files.retain(|_, files| !files.is_empty());
    let names: BTreeSet<String> = files.keys().cloned().collect();
    let of = |(name, files): (&String, &Vec<PathBuf>)| {
        let texts = files.iter().map(|file| (file.parent() == Some(src) || file.ends_with("mod.rs"), file));
        let found = texts.flat_map(|(top, file)| named(&fs::read_to_string(file).expect("a text"), top, &names));
        (name.clone(), found.filter(|other| other != name).collect())
    };
    files.iter().map(of).collect()
}

/// All sources at or below a path, without those of tests.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        fs::read_dir(path).expect("a folder").for_each(|entry| collect(&entry.expect("an entry").path(), files));
    } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
        files.push(path.into());
    }
}

/// The modules that a text names behind `crate::`, and in a module of the top level also behind `super::`.
fn named(text: &str, top: bool, names: &BTreeSet<String>) -> BTreeSet<String> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: String = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let starts = code.split("crate::").skip(1).chain(code.split("super::").skip(1).filter(|_| top));
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let words = starts.flat_map(|rest| {
        let end = if rest.starts_with('{') { rest.find(';') } else { rest.find(|c| !is_part(c)) };
        rest[..end.unwrap_or(rest.len())].split(|c| !is_part(c))
    });
    words.filter(|word| names.contains(*word)).map(String::from).collect()
}

/// Modules of which each uses the next, the last being the first again.
pub fn cycle(uses: &Uses) -> Option<Vec<String>> {
    fn visit<'a>(at: &'a str, uses: &'a Uses, path: &mut Vec<&'a str>, done: &mut BTreeSet<&'a str>) -> bool {
        let seen = path.iter().position(|name| *name == at);
        path.push(at);
        if let Some(start) = seen {
            path.drain(..start);
            return true;
        }
        let found =
            done.insert(at) && uses.get(at).is_some_and(|all| all.iter().any(|next| visit(next, uses, path, done)));
        if !found {
            path.pop();
        }
        found
    }
    let mut done = BTreeSet::new();
    uses.keys().find_map(|name| {
        let mut path = Vec::new();
        visit(name, uses, &mut path, &mut done).then(|| path.into_iter().map(String::from).collect())
    })
}
