//! Reading nested lists of integers, in the grammar of JSON, without recursion.

use provebest_game::TextError;

use super::estimate::Fields;
use super::{Builder, Tree};

const VALUE: &str = "an integer or [";
const NEXT: &str = ", or ]";

/// Reads a tree that fills the whole text.
pub(super) fn parse(text: &str) -> Result<Tree, TextError> {
    let bytes = text.as_bytes();
    let wrong = |place: usize, why: &str, want: &str| Err(TextError::new(text, place, why, want));
    // Every node but the root stands behind a comma or a bracket, so this is how many a correct text has.
    let count = 1 + bytes.iter().filter(|&&byte| byte == b',' || byte == b'[').count();
    if u32::try_from(count).is_err() {
        return wrong(0, "too large a tree", "one of less than 4,294,967,296 nodes");
    }
    let mut builder = Builder::with_room(count);
    // For every open list, what was read of the object that it stands in, if it does.
    let mut objects: Vec<Option<Fields>> = Vec::new();
    let mut at = space(bytes, 0);
    if at == bytes.len() {
        return wrong(at, "no tree", "an integer, or lists such as [[3,12],[2,4]]");
    }
    loop {
        match bytes.get(at) {
            Some(opening @ (b'[' | b'{')) => {
                let fields = if *opening == b'{' { Some(Fields::open(text, &mut at)?) } else { None };
                objects.push(fields);
                builder.open();
                at = space(bytes, at + 1);
                if bytes.get(at) == Some(&b']') {
                    return wrong(at, "an empty list", VALUE);
                }
                continue;
            }
            Some(b'-' | b'0'..=b'9') => {
                let (value, end) = integer(text, at)?;
                builder.leaf(value);
                at = end;
            }
            Some(b']') if builder.depth() == 0 => return wrong(at, "a ] without its [", VALUE),
            Some(_) => return wrong(at, &unfit(&text[at..]), VALUE),
            None => return wrong(at, "the text ends too early", VALUE),
        }
        loop {
            at = space(bytes, at);
            match (bytes.get(at), builder.depth()) {
                (None, 0) => return Ok(builder.finish()),
                (None, 1) => return wrong(at, "the text ends inside a list", NEXT),
                (None, open) => return wrong(at, &format!("the text ends inside {open} lists"), NEXT),
                (Some(b']'), 0) => return wrong(at, "a ] without its [", "the end of the text"),
                (Some(_), 0) => return wrong(at, "text behind the tree", "the end of the text"),
                (Some(b']'), _) => {
                    at += 1;
                    match objects.pop().flatten() {
                        Some(fields) => builder.close_with(fields.close(text, &mut at)?),
                        None => builder.close(),
                    }
                }
                (Some(b','), _) => {
                    at = space(bytes, at + 1);
                    break;
                }
                (Some(b'[' | b'{' | b'-' | b'0'..=b'9'), _) => return wrong(at, "a missing comma", NEXT),
                (Some(_), _) => return wrong(at, &unfit(&text[at..]), NEXT),
            }
        }
    }
}

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

/// What stands where it does not fit.
fn unfit(rest: &str) -> String {
    match rest.chars().next() {
        Some('"') => "a string".into(),
        Some('{') => "an object".into(),
        Some(',') => "a comma without a number before it".into(),
        Some(']') => "a ] behind a comma".into(),
        Some('+') => "a plus sign".into(),
        _ if ["null", "true", "false"].iter().any(|word| rest.starts_with(word)) => "a word".into(),
        Some(other) => format!("{other:?}"),
        None => "the end".into(),
    }
}
