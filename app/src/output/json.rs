//! Lines of JSON.

use std::io;

pub use provebest_catalog::SCHEMA;
use provebest_catalog::harmless_json;
use serde::Serialize;

use super::say;

/// Writes a line of JSON. Characters that JSON allows, but that could do harm in a terminal, are escaped.
pub fn print(line: &impl Serialize) -> io::Result<()> {
    say(format_args!("{}", harmless_json(serde_json::to_string(line)?)))
}
