#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| provebest_fuzz::formats::book(bytes));
