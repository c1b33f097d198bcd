//! The README shows what the command prints, and the example that compiles.

use crate::common::{out, provebest};

const README: &str = include_str!("../../../README.md");
const EXAMPLE: &str = include_str!("../../../provebest/examples/bring_your_own_game.rs");

/// A line without its layout and its time, which are different on every run.
fn bare(line: &str) -> String {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    if words.len() > 2 && matches!(words[words.len() - 1], "ns" | "µs" | "ms" | "s") {
        words.truncate(words.len() - 2);
    }
    words.join(" ")
}

#[test]
fn commands_print_what_the_readme_shows() {
    let mut shown = 0;
    for block in README.split("```text\n$ provebest ").skip(1) {
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
    assert_eq!(shown, 3, "commands with their output");
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
