//! Sizes, times and counts with units.

use std::time::Duration;

use provebest_search::TableSize;

/// `256MB`, `1.5 GiB`, `4096`: bytes.
///
/// ```
/// use provebest_catalog::units::size;
/// assert_eq!((size("256MB"), size("1.5 KiB")), (Ok(256_000_000), Ok(1536)));
/// assert!(size("3 bananas").is_err());
/// ```
pub fn size(text: &str) -> Result<u64, String> {
    let wrong = || "expected a number of bytes such as 256MB, 2GB or 512MiB".to_string();
    let (number, unit) = split(text).ok_or_else(wrong)?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kb" => 1e3,
        "m" | "mb" => 1e6,
        "g" | "gb" => 1e9,
        "t" | "tb" => 1e12,
        "kib" => 1024.0,
        "mib" => 1024.0 * 1024.0,
        "gib" => 1024.0 * 1024.0 * 1024.0,
        "tib" => 1024.0 * 1024.0 * 1024.0 * 1024.0,
        _ => return Err(wrong()),
    };
    whole(number * factor).ok_or_else(wrong)
}

/// `16MB`: bytes for all processors together; `each:1MB`: for each of them.
///
/// ```
/// use provebest_catalog::units::table_size;
/// use provebest_search::TableSize;
/// assert_eq!(table_size("each:64KiB"), Ok(TableSize::Each(65_536)));
/// assert!(table_size("all:1MB").is_err());
/// ```
pub fn table_size(text: &str) -> Result<TableSize, String> {
    let wrong = |_| "expected a number of bytes such as 16MB, or each:1MB for each processor".to_string();
    let (bytes, of): (&str, fn(usize) -> TableSize) = match text.strip_prefix("each:") {
        Some(bytes) => (bytes, TableSize::Each),
        None => (text, TableSize::Total),
    };
    size(bytes).map(|bytes| of(usize::try_from(bytes).unwrap_or(usize::MAX))).map_err(wrong)
}

/// `2s`, `500ms`, `1.5m`; a bare number is seconds.
///
/// ```
/// use provebest_catalog::units::time;
/// assert_eq!(time("1.5m").unwrap().as_secs(), 90);
/// ```
pub fn time(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time such as 2s, 500ms or 5m".to_string();
    let (number, unit) = split(text).ok_or_else(wrong)?;
    let seconds = match unit {
        "" | "s" => number,
        "us" | "µs" => number / 1e6,
        "ms" => number / 1e3,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

/// `1000000`, `1_000_000`, `1M`: a count.
///
/// ```
/// use provebest_catalog::units::count;
/// assert_eq!((count("1_000"), count("2M")), (Ok(1000), Ok(2_000_000)));
/// ```
pub fn count(text: &str) -> Result<u64, String> {
    let wrong = || "expected a whole number such as 1000000, 500k or 2M".to_string();
    let plain: String = text.chars().filter(|&c| c != '_').collect();
    if let Ok(number) = plain.parse() {
        return Ok(number);
    }
    let (number, unit) = split(&plain).ok_or_else(wrong)?;
    let factor = match unit {
        "k" => 1e3,
        "M" => 1e6,
        "G" => 1e9,
        _ => return Err(wrong()),
    };
    whole(number * factor).ok_or_else(wrong)
}

fn split(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = decimal(&text[..end])?;
    Some((number, text[end..].trim_start()))
}

/// A number such as `12` or `0.25`. Up to fifteen digits it is the nearest there is, as a whole number over a power of ten; of a
/// longer fraction the rest does not count. The general way has tables of ten kilobytes, too large for a page.
pub(crate) fn decimal(text: &str) -> Option<f64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = || whole.bytes().chain(part.bytes());
    if digits().next().is_none() || !digits().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let with = |number: f64, digit: u8| number * 10.0 + f64::from(digit - b'0');
    let (mut number, mut over) = (whole.bytes().fold(0.0, with), 1.0);
    for digit in part.bytes() {
        if number >= 1e14 || over >= 1e22 {
            break;
        }
        (number, over) = (with(number, digit), over * 10.0);
    }
    Some(number / over)
}

/// So many parts of ten to the power of `places`, as a number such as `0.25`.
pub(crate) fn decimal_text(parts: u128, places: usize) -> String {
    let one = 10u128.pow(places as u32);
    let text = format!("{}.{:0places$}", parts / one, parts % one);
    text.trim_end_matches('0').trim_end_matches('.').into()
}

fn whole(number: f64) -> Option<u64> {
    (number < 9e18).then_some(number.round() as u64)
}
