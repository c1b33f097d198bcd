//! What people and programs see: the only room that prints. Each module shows the results of one kind, as text or as JSON.

pub mod bench;
pub mod board;
pub mod certificate;
pub mod compare;
pub mod console;
pub mod explain;
pub mod file;
pub mod json;
pub mod lab;
pub mod lists;
pub mod live;
pub mod match_table;
pub mod meter;
pub mod outcome;
mod parts;
pub mod play;
pub mod progress;
pub mod puzzle_bench;
mod question;
pub mod suite;
mod table;
pub mod text;
pub mod timeline;
pub mod trace;

use std::fmt;
use std::io::{self, Write};

/// Writes a line to standard output, at once. Control characters in it are written out.
pub fn say(line: fmt::Arguments<'_>) -> io::Result<()> {
    console::aside(|| {
        let mut out = io::stdout().lock();
        writeln!(out, "{}", text::harmless(&line.to_string()))?;
        out.flush()
    })
}

/// Writes bytes to standard output as they are.
pub fn bytes(bytes: &[u8]) -> io::Result<()> {
    io::stdout().write_all(bytes)
}

/// Standard output; colours reach only a terminal, and signs only one that can show them.
fn stdout() -> impl Write {
    console::Plain(anstream::stdout())
}
