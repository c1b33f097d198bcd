//! The smallest words of the text of a tree: white space and integers.

use provebest_game::TextError;

use super::Tree;

/// The place behind white space.
pub(super) fn space(bytes: &[u8], from: usize) -> usize {
    let found = bytes[from..].iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    found.map_or(bytes.len(), |skipped| from + skipped)
}

/// The integer at a place that begins like one, and the place behind it.
pub(super) fn integer(text: &str, at: usize) -> Result<(i32, usize), TextError> {
    let bytes = text.as_bytes();
    let wrong = |place, why, want| Err(TextError::new(text, place, why, want));
    let negative = bytes[at] == b'-';
    let first = at + usize::from(negative);
    let mut end = first;
    let mut value = 0_i64;
    while let Some(digit @ b'0'..=b'9') = bytes.get(end) {
        value = (value * 10 + i64::from(digit - b'0')).min(i64::from(i32::MAX));
        end += 1;
    }
    if end == first {
        return wrong(end, "a minus sign without a number", "a digit");
    }
    if bytes[first] == b'0' && end > first + 1 {
        return wrong(first, "a leading zero", "an integer without it");
    }
    match bytes.get(end) {
        Some(b'.') => return wrong(end, "a fraction", "an integer"),
        Some(b'e' | b'E') => return wrong(end, "an exponent", "an integer"),
        _ => {}
    }
    if value > i64::from(Tree::LIMIT) {
        return wrong(at, "too large a number", "an integer from -1,000,000,000 to 1,000,000,000");
    }
    Ok((if negative { -value } else { value } as i32, end))
}
