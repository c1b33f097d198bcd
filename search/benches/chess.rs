//! The engine in chess: `cargo bench -p provebest-search --bench chess [-- DEPTH [SWITCH ...]]`, the switches turned off.
//! Twenty middle games (Bratko and Kopec 1982, the first twenty) to a depth, every one with an empty table: nodes a second
//! on one thread, and how much sooner two threads are there.

use std::time::Instant;

use provebest_game::Depth;
use provebest_games::chess::{Chess, Epd};
use provebest_machine::Threads;
use provebest_search::engine::{Engine, Enhancements, Has, Question, Share, Skilled, Tally};

/// One thread, and the ways for two to share.
const SHARES: [(&str, Option<Share>); 4] = [
    ("one", None),
    ("lazy", Some(Share::Lazy)),
    ("ABDADA", Some(Share::Abdada)),
    ("young brothers", Some(Share::YoungBrothers)),
];

type All = Skilled<Has, Has, Has, Has>;

fn main() {
    let mut on = Enhancements::default();
    let mut depth = 11;
    for argument in std::env::args().skip(1).filter(|argument| argument != "--bench") {
        match (argument.parse(), on.with(&argument, false)) {
            (Ok(number), _) => depth = number,
            (_, Some(less)) => on = less,
            _ => panic!("{argument}: neither a depth nor one of {:?}", Enhancements::NAMES),
        }
    }
    let rules = Chess::default();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../suites/chess/bratko_kopec.epd");
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let positions = Epd::parse_all(&rules, &text).unwrap_or_else(|(line, error)| panic!("{path}:{line}: {error}"));
    let (mut nodes, mut quiet, mut sums, mut logs) = ([0; 4], 0, [0.0; 4], [0.0; 4]);
    let positions = &positions[..20];
    for Epd { position, .. } in positions {
        let mut engine = Engine::new(64 << 20, on).expect("64 MiB");
        let question = Question::new(&rules, position, Depth(depth));
        let mut timed = |share: Option<Share>| -> (f64, Tally) {
            engine.forget();
            let start = Instant::now();
            let answer = match share {
                None => engine.search::<_, All>(&question, &mut |_| None),
                Some(share) => engine.search_on::<_, All>(&question, &Threads::new(2), share, &mut |_| None),
            };
            (start.elapsed().as_secs_f64(), answer.tally)
        };
        let runs = std::array::from_fn::<_, 4, _>(|place| timed(SHARES[place].1));
        let times = runs.map(|(seconds, _)| seconds);
        for ((name, _), (seconds, tally)) in SHARES.iter().zip(runs) {
            print!("{name} {:>9} nodes {seconds:.3} s; ", tally.nodes);
        }
        println!();
        quiet += runs[0].1.quiescence;
        for (place, (seconds, tally)) in runs.into_iter().enumerate() {
            nodes[place] += tally.nodes;
            sums[place] += seconds;
            logs[place] += (times[0] / seconds).ln() / positions.len() as f64;
        }
    }
    println!(
        "depth {depth}: {} nodes ({:.0} % in quiescence) in {:.2} s: {:.0} nodes a second",
        nodes[0],
        100.0 * quiet as f64 / nodes[0] as f64,
        sums[0],
        nodes[0] as f64 / sums[0]
    );
    for (place, (name, _)) in SHARES.iter().enumerate().skip(1) {
        println!(
            "two threads, {name}: {:.2} times as fast in all, {:.2} in the geometric mean, with {:.2} times the nodes",
            sums[0] / sums[place],
            logs[place].exp(),
            nodes[place] as f64 / nodes[0] as f64
        );
    }
}
