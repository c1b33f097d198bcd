//! What every method looks at.

use provebest_catalog::signature::{Counts, count};

#[test]
fn every_count_is_that_of_the_file() {
    let lines: Vec<String> = count().unwrap().iter().map(Counts::line).collect();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../BENCH");
    let expected = std::fs::read_to_string(file).unwrap();
    assert_eq!(lines, expected.lines().collect::<Vec<_>>());
}
