//! Any bytes are read as a tree or refused with a place, and what was read is written back and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use provebest_games::tree::Tree;

fuzz_target!(|bytes: &[u8]| match Tree::parse_bytes(bytes) {
    Ok(tree) => {
        let text = tree.to_string();
        assert_eq!(text.parse::<Tree>().as_ref(), Ok(&tree), "{text}");
    }
    Err(error) => assert!(error.place <= bytes.len() && !error.to_string().is_empty()),
});
