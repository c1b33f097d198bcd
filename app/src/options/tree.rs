//! Trees from files and from standard input.

use std::io::Read;

use anyhow::Context;
use provebest_game::TextError;
use provebest_games::tree::Tree;

/// The tree that a position names, if it is not written in the position itself.
pub fn read(position: &str) -> anyhow::Result<Option<Tree>> {
    read_as("tree", position, Tree::parse_bytes)
}

/// The same for whatever is written so.
pub fn read_as<T>(
    what: &str,
    position: &str,
    parse: impl FnOnce(&[u8]) -> Result<T, TextError>,
) -> anyhow::Result<Option<T>> {
    let text = position.trim();
    let number = text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) && text.parse::<f64>().is_ok();
    if text.is_empty() || text.starts_with(['[', '{']) || number {
        return Ok(None);
    }
    let (name, bytes) = if text == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).context("standard input")?;
        (format!("the {what} on standard input"), bytes)
    } else {
        let shown: String = position.chars().take(200).collect();
        let bytes = std::fs::read(position).with_context(|| {
            format!("no {what}: '{shown}' is neither a number nor does it start with [ or {{, so it should be a file")
        })?;
        (format!("the {what} file '{shown}'"), bytes)
    };
    parse(&bytes).map(Some).with_context(|| name)
}
