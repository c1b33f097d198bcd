//! Every reader on changed seeds and random bytes. With a fuzzer `./check` runs the same functions under it.

#[path = "../../fuzz/src/formats.rs"]
mod formats;
#[path = "../../fuzz/src/mutate.rs"]
mod mutate;

use provebest_system::Faults;

#[test]
fn every_format() {
    for (name, check) in formats::ALL {
        let mut tried = 0;
        // Proof files are not waited for.
        Faults::new().during(|| {
            mutate::for_some_time(&mutate::seeds(name), 0.5, |bytes| {
                tried += 1;
                check(bytes);
            });
        });
        println!("{name}: {tried}");
    }
}
