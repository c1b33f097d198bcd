//! Running the command and reading what it says.
#![allow(dead_code)]

use std::process::Output;

use serde_json::Value;

pub fn provebest(args: &[&str]) -> Output {
    assert_cmd::Command::cargo_bin("provebest").unwrap().args(args).output().unwrap()
}

pub fn with_input(args: &[&str], input: impl Into<Vec<u8>>) -> Output {
    assert_cmd::Command::cargo_bin("provebest").unwrap().args(args).write_stdin(input).output().unwrap()
}

pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Every line of a run that has to end well, as JSON.
pub fn lines(args: &[&str]) -> Vec<Value> {
    let output = provebest(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", err(&output));
    json_lines(&out(&output))
}

pub fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

/// A run that has to be refused: exit 2, nothing on standard output, no panic, and all of these words in the error.
pub fn refused(output: &Output, words: &[&str]) {
    let error = err(output);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(out(output), "");
    assert!(!error.contains("panicked"), "{error}");
    for word in words {
        assert!(error.contains(word), "no '{word}' in: {error}");
    }
}
