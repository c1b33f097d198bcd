//! Lines of JSON.

pub use provebest_catalog::SCHEMA;
use provebest_catalog::harmless_json;
use serde::Serialize;

/// A line of JSON. Characters that JSON allows, but that could do harm in a terminal, are escaped.
pub fn json(line: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(line).map(harmless_json)
}
