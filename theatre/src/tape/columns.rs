//! Columns of numbers, little-endian, one behind the other.

use serde::Serialize;

/// The name of a column, its type, where it begins (in bytes, from the end of the head) and how many items it has; text counts in
/// bytes.
#[derive(Serialize)]
pub(crate) struct ColumnName(String, &'static str, usize, usize);

#[derive(Default)]
pub(crate) struct Columns {
    names: Vec<ColumnName>,
    bytes: Vec<u8>,
}

impl Columns {
    pub(crate) fn bytes(&mut self, name: impl Into<String>, column: &[u8]) {
        self.add(name.into(), "u8", column.len(), column.iter().copied());
    }

    pub(crate) fn u16(&mut self, name: impl Into<String>, column: &[u16]) {
        self.add(name.into(), "u16", column.len(), column.iter().flat_map(|item| item.to_le_bytes()));
    }

    pub(crate) fn u32(&mut self, name: impl Into<String>, column: &[u32]) {
        self.add(name.into(), "u32", column.len(), column.iter().flat_map(|item| item.to_le_bytes()));
    }

    pub(crate) fn i32(&mut self, name: impl Into<String>, column: &[i32]) {
        self.add(name.into(), "i32", column.len(), column.iter().flat_map(|item| item.to_le_bytes()));
    }

    /// Lines of text.
    pub(crate) fn text(&mut self, name: impl Into<String>, lines: &str) {
        self.add(name.into(), "text", lines.len(), lines.bytes());
    }

    fn add(&mut self, name: String, kind: &'static str, count: usize, column: impl Iterator<Item = u8>) {
        self.names.push(ColumnName(name, kind, self.bytes.len(), count));
        self.bytes.extend(column);
        pad(&mut self.bytes);
    }

    pub(crate) fn names(&self) -> &[ColumnName] {
        &self.names
    }

    /// The columns behind a head.
    pub(crate) fn behind(&self, head: &[u8]) -> Vec<u8> {
        let mut file = Vec::with_capacity(8 + head.len() + self.bytes.len());
        file.extend((head.len() as u32).to_le_bytes());
        file.extend(head);
        pad(&mut file);
        file.extend(&self.bytes);
        file
    }
}

fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(4), 0);
}
