//! Changed seeds, where there is no fuzzer.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use provebest::game::SplitMix64;

/// Calls this with seeds, with changed seeds and with random bytes, for the number of seconds in `PROVEBEST_FUZZ_SECONDS`.
pub fn for_some_time(seeds: &[Vec<u8>], usual: f64, mut each: impl FnMut(&[u8])) {
    let seconds = std::env::var("PROVEBEST_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let mut chance = SplitMix64::new(1);
    seeds.iter().for_each(|seed| each(seed));
    while Instant::now() < end {
        let seed = &seeds[chance.below(seeds.len() as u64) as usize];
        let mut bytes = if chance.below(16) == 0 { Vec::new() } else { seed.clone() };
        for _ in 0..=chance.below(6) {
            change(&mut chance, &mut bytes, seeds);
        }
        each(&bytes);
    }
}

/// One change: a byte, or a part that comes again, goes, or comes from elsewhere.
pub fn change(chance: &mut SplitMix64, bytes: &mut Vec<u8>, seeds: &[Vec<u8>]) {
    let mut pick = |most: usize| chance.below(most as u64 + 1) as usize;
    let place = pick(bytes.len());
    let known = seeds[pick(seeds.len() - 1)].clone();
    let byte = if pick(3) == 0 || known.is_empty() { pick(255) as u8 } else { known[pick(known.len() - 1)] };
    match pick(6) {
        0 => bytes.insert(place, byte),
        1 if place < bytes.len() => drop(bytes.remove(place)),
        2 | 3 if place < bytes.len() => bytes[place] = byte,
        4 if bytes.len() < 4096 => {
            let from = pick(place);
            bytes.extend_from_within(from..place);
        }
        5 => {
            let from = pick(place);
            bytes.drain(from..place);
        }
        _ => {
            let from = pick(known.len());
            let to = from + pick((known.len() - from).min(64));
            bytes.splice(place..place, known[from..to].iter().copied());
        }
    }
}

/// The seeds of a format.
pub fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds").join(name);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).expect(name).map(|file| file.expect(name).path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read(file).expect(name)).collect()
}
