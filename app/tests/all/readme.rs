//! The documents show what the command prints, the example that compiles, and files that exist.

use std::path::Path;

use crate::common::{out, provebest};

const README: &str = include_str!("../../../README.md");
const GUIDE: &str = include_str!("../../../GUIDE.md");
const EXAMPLE: &str = include_str!("../../../provebest/examples/bring_your_own_game.rs");

/// Documents, by their path from the root.
const DOCUMENTS: [&str; 13] = [
    "README.md",
    "GUIDE.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "DECISIONS.md",
    "RELIABILITY.md",
    "docs/papers.md",
    "machine/README.md",
    "puzzle/README.md",
    "search/README.md",
    "search/src/engine/README.md",
    "search/src/parallel/README.md",
    "suites/README.md",
];

/// A line without its layout and its time, which are different on every run.
fn bare(line: &str) -> String {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    if words.len() > 2 && matches!(words[words.len() - 1], "ns" | "µs" | "ms" | "s") {
        words.truncate(words.len() - 2);
    }
    words.join(" ")
}

/// Runs the commands whose output a document shows. How many are there?
fn run_commands(document: &str) -> usize {
    let mut shown = 0;
    for block in document.split("```text\n$ provebest ").skip(1) {
        let (command, rest) = block.split_once('\n').unwrap();
        let args: Vec<&str> = command.split_whitespace().map(|word| word.trim_matches('\'')).collect();
        let printed = out(&provebest(&args));
        let mut printed = printed.lines().map(bare);
        let lines = rest.split("```").next().unwrap().lines().map(bare);
        // In order; what stands for more, and rules as wide as a table happens to be, may differ.
        for line in lines.filter(|line| line != "..." && !line.starts_with('─')) {
            assert!(printed.any(|found| found == line), "provebest {command} does not print: {line}");
        }
        shown += 1;
    }
    shown
}

#[test]
fn commands_print_what_the_documents_show() {
    assert_eq!(run_commands(README), 2, "commands with their output");
    assert_eq!(run_commands(GUIDE), 2, "commands with their output");
}

/// The commands of a section, one after the other, in a folder of their own.
#[cfg(unix)]
#[test]
fn commands_about_proofs_run() {
    let (_, section) = GUIDE.split_once("## Proofs that anyone can check").unwrap();
    let (_, commands) = section.split_once("```sh\n").unwrap();
    let (commands, _) = commands.split_once("```").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let program = assert_cmd::cargo::cargo_bin!("provebest").display().to_string();
    let mut count = 0;
    for line in commands.lines() {
        let line = line.replacen("provebest", &format!("'{program}'"), 1);
        let ran = std::process::Command::new("sh").arg("-c").arg(&line).current_dir(folder.path()).output().unwrap();
        assert!(ran.status.success(), "{line}: {}", String::from_utf8_lossy(&ran.stderr));
        count += 1;
    }
    assert!(count >= 8, "{count}");
}

#[test]
fn the_readme_has_the_example() {
    let (_head, text) = EXAMPLE.split_once("\n\n").unwrap();
    // The README leaves out how to play it in the terminal.
    let (before, rest) = text.split_once("    if std::env::args()").unwrap();
    let (_terminal, after) = rest.split_once("    Ok(())\n").unwrap();
    let text = format!("{}    Ok(())\n{after}", before.replace("use provebest::terminal::Terminal;\n", ""));
    assert!(README.contains(&format!("```rust\n{text}```")), "copy the example into the README");
}

/// Files and folders that a line names: the targets of links, and words in backticks with a slash. In a row of a table that begins with
/// a folder, names of files below it count too. Names with `my_` stand for those that a reader will make.
fn paths(line: &str) -> Vec<String> {
    let links = line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    let mut all: Vec<String> = links.filter(|target| !target.contains(':')).map(String::from).collect();
    let folder = line.strip_prefix("| `").and_then(|row| row.split_once("/` |")).map(|(folder, _)| folder);
    for word in line.split('`').skip(1).step_by(2) {
        if word.contains("my_") || !word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c)) {
            continue;
        }
        let is_file = word.ends_with(".rs") && !word.contains('/');
        let below = |folder: &&str| is_file || word.strip_suffix('/').is_some_and(|word| word != *folder);
        match folder.filter(below) {
            Some(folder) => all.push(format!("{folder}/{word}")),
            None if word.contains('/') => all.push(word.into()),
            None => {}
        }
    }
    all
}

#[test]
fn files_that_the_documents_name_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = 0;
    for document in DOCUMENTS {
        let text = std::fs::read_to_string(root.join(document)).unwrap();
        let beside = root.join(document).parent().unwrap().to_path_buf();
        // Not in blocks of code.
        for line in text.split("```").step_by(2).flat_map(str::lines) {
            for path in paths(line) {
                found += 1;
                let exists = root.join(&path).exists() || beside.join(&path).exists();
                assert!(exists, "{document} names {path}: {line}");
            }
        }
    }
    assert!(found > 150, "only {found} paths: are they still read?");
}

#[test]
fn paths_are_told_from_other_words() {
    let line = "[a guide](GUIDE.md), `app/src/`, `mod.rs`, `cargo run`, `--x a/b`, `games/src/my_game.rs`, [this](https://a.b/c)";
    assert_eq!(paths(line), ["GUIDE.md", "app/src/"]);
    assert_eq!(
        paths("| `game/src/` | `list.rs` moves, `check/` |"),
        ["game/src/", "game/src/list.rs", "game/src/check/"]
    );
}

const PAPERS: &str = include_str!("../../../docs/papers.md");

/// What follows a word in commands, up to the end of the word.
fn after<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    let name = |rest: &'a str| rest.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).next().unwrap_or("");
    text.split(word).skip(1).map(name).collect()
}

/// The commands of the rows run as they stand there; experiments are run elsewhere, and chess would think for its five seconds.
#[test]
fn the_commands_of_the_papers_run() {
    let commands =
        PAPERS.lines().filter(|line| line.starts_with("| ")).flat_map(|line| line.split('`').skip(1).step_by(2));
    let mut ran = 0;
    for command in commands.filter(|command| !command.contains("chess")) {
        // Files are named from the root.
        let command = command.replace("suites/", "../suites/");
        let words: Vec<&str> = command.split_whitespace().collect();
        if ["search", "compare", "explain", "solve"].contains(&words[0]) {
            let came = provebest(&[&words[..], &["--quiet"]].concat());
            assert!(came.status.success(), "{command}: {}", String::from_utf8_lossy(&came.stderr));
            ran += 1;
        }
    }
    assert!(ran > 50, "{ran} commands");
}

/// Every item of the five documents has its row, with commands that exist; and every claim among them is in the report.
#[test]
fn the_papers_have_all_their_rows() {
    let rows: Vec<Vec<&str>> = PAPERS
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| #"))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    let numbers: Vec<usize> = rows.iter().map(|row| row[0].parse().unwrap()).collect();
    assert_eq!(numbers, (1..=165).collect::<Vec<_>>());
    assert!(rows.iter().all(|row| row.len() == 5 && row.iter().all(|cell| !cell.is_empty())), "five cells each");

    let lines = |args: &[&str]| -> Vec<serde_json::Value> {
        out(&provebest(args)).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let names = |list: Vec<serde_json::Value>| -> Vec<String> {
        list.into_iter().map(|one| one["name"].as_str().unwrap().to_string()).collect()
    };
    let experiments = names(lines(&["lab", "list", "--json"]));
    let algorithms = names(lines(&["algorithms", "--json"]));
    let (mut runs, mut searches) = (0, 0);
    for row in &rows {
        for name in after(row[4], "lab run ") {
            assert!(experiments.iter().any(|one| one == name), "row {}: no experiment '{name}'", row[0]);
            runs += 1;
        }
        for name in after(row[4], "-a ") {
            assert!(algorithms.iter().any(|one| one == name), "row {}: no algorithm '{name}'", row[0]);
            searches += 1;
        }
        let judged = row[3].contains("judged");
        assert!(!judged || row[4].contains("lab run "), "row {}: judged by nothing", row[0]);
    }
    assert!(runs > 80 && searches > 40, "{runs} experiments, {searches} algorithms");

    let folder = tempfile::tempdir().unwrap();
    let claims = lines(&["lab", "report", "--json", "--out", folder.path().to_str().unwrap()]);
    let told: Vec<u64> =
        claims.iter().flat_map(|claim| claim["rows"].as_array().unwrap()).map(|row| row.as_u64().unwrap()).collect();
    for row in rows.iter().filter(|row| row[1].starts_with("claim") || row[3].contains("judged")) {
        assert!(told.contains(&row[0].parse().unwrap()), "row {} is no claim of the report: {}", row[0], row[1]);
    }
}
