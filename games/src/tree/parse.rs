//! Reading nested lists of integers, in the grammar of JSON, without recursion.

use provebest_game::TextError;

use super::estimate::Fields;
use super::words::{integer, space};
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
