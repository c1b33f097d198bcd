//! Sizes, times and counts with their units.

use std::time::Duration;

use provebest_catalog::units::{count, size, time};
use provebest_game::SplitMix64;

#[test]
fn people_write_units() {
    assert_eq!(size("256MB"), Ok(256_000_000));
    assert_eq!(size("1.5 KiB"), Ok(1536));
    assert_eq!(size("7"), Ok(7));
    assert_eq!(time("2s"), Ok(Duration::from_secs(2)));
    assert_eq!(time("0.5"), Ok(Duration::from_millis(500)));
    assert_eq!(time("5m"), Ok(Duration::from_secs(300)));
    assert_eq!(count("1_000"), Ok(1000));
    assert_eq!(count("2M"), Ok(2_000_000));
    assert_eq!(count("18446744073709551615"), Ok(u64::MAX));
    for wrong in ["", "MB", "-1MB", "3 bananas", "1..2s", "99999999999TB", "é"] {
        assert!(size(wrong).is_err() && time(wrong).is_err() && count(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_decimal_number_is_the_nearest_there_is() {
    let mut chance = SplitMix64::new(7);
    for _ in 0..10_000 {
        let digits = 10u64.pow((chance.next_number() % 15 + 1) as u32);
        let (number, places) = (chance.next_number() % digits, chance.next_number() % 16);
        let (places, width) = (places as usize, places as usize + 1);
        let text = format!("{number:0width$}");
        let (whole, part) = text.split_at(text.len() - places);
        let text = format!("{whole}.{part}");
        assert_eq!(time(&text), Ok(Duration::from_secs_f64(text.parse().unwrap())), "{text}");
    }
    for long in ["0.33333333333333333333333333333", "12.5000000000000000000000000000001"] {
        assert_eq!(time(long), Ok(Duration::from_secs_f64(long.parse().unwrap())), "{long}");
    }
    assert_eq!((size(".5kB"), size("2.B"), size(".").is_err()), (Ok(500), Ok(2), true));
}
