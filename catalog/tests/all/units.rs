//! Sizes, times and counts with their units.

use std::time::Duration;

use provebest_catalog::units::{count, size, time};

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
