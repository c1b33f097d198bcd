//! The font of the pictures: how wide a text is, and where its letters stand.

use std::sync::OnceLock;

use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};

/// The font that comes with the laboratory.
pub(super) fn font() -> &'static FontRef<'static> {
    static FONT: OnceLock<FontRef<'static>> = OnceLock::new();
    FONT.get_or_init(|| {
        let known = FontRef::try_from_slice(include_bytes!("../../fonts/DejaVuSans.ttf"));
        known.unwrap_or_else(|_| unreachable!("the font that comes with the laboratory is a font"))
    })
}

/// The letters of a text that begins at 0, on its base line, kerned; and its width.
pub(super) fn letters(text: &str, size: f64) -> (Vec<Glyph>, f64) {
    let font = font();
    // The library counts the height of a line, CSS that of an em.
    let em = font.height_unscaled() / font.units_per_em().unwrap_or(1.0);
    let scale = PxScale::from(size as f32 * em);
    let scaled = font.as_scaled(scale);
    let mut at = 0.0;
    let mut before = None;
    let mut list = Vec::new();
    for letter in text.chars() {
        let id = scaled.glyph_id(letter);
        at += before.map_or(0.0, |before| scaled.kern(before, id));
        list.push(id.with_scale_and_position(scale, point(at, 0.0)));
        at += scaled.h_advance(id);
        before = Some(id);
    }
    (list, f64::from(at))
}

/// How wide a text is.
pub(super) fn wide(text: &str, size: f64) -> f64 {
    letters(text, size).1
}

/// A text in lines no wider than this, if its words allow.
pub(super) fn lines(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = all.last().map(|line| format!("{line} {word}")).filter(|longer| wide(longer, size) <= room);
        match (longer, all.last_mut()) {
            (Some(longer), Some(line)) => *line = longer,
            _ => all.push(word.to_string()),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_kerned_and_folded() {
        assert!(wide("AVAVAV", 20.0) < 3.0 * (wide("A", 20.0) + wide("V", 20.0)) - 1.0);
        assert!((wide("window", 40.0) - 2.0 * wide("window", 20.0)).abs() < 0.1);
        assert_eq!(lines("one two three", 20.0, wide("one two", 20.0)), ["one two", "three"]);
        assert_eq!(lines("indivisible", 20.0, 1.0), ["indivisible"]);
        assert!(lines("", 20.0, 1.0).is_empty());
    }
}
