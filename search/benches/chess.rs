//! The engine in chess: `cargo bench -p provebest-search --bench chess [-- DEPTH [SWITCH ...]]`, the switches turned off.
//! Twenty middle games (Bratko and Kopec 1982, the first twenty) to a depth, every one with an empty table: nodes a second
//! on one thread, and how much sooner two threads are there.

use std::time::Instant;

use provebest_game::Depth;
use provebest_games::chess::{Chess, Epd};
use provebest_machine::Threads;
use provebest_search::engine::{Engine, Enhancements, Has, Question, Share, Skilled, Tally};

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
    let (mut nodes, mut quiet, mut shared, mut sums, mut logs) = (0, 0, [0; 2], [0.0; 3], [0.0; 3]);
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
        let runs = [None, Some(Share::Lazy), Some(Share::Abdada)].map(&mut timed);
        let times = runs.map(|(seconds, _)| seconds);
        let [(_, one), (_, lazy), (_, abdada)] = runs;
        println!(
            "{:>10} nodes, {:.3} s; two threads: lazy {:>10} nodes, {:.3} s, ABDADA {:>10} nodes, {:.3} s",
            one.nodes, times[0], lazy.nodes, times[1], abdada.nodes, times[2]
        );
        shared = [shared[0] + lazy.nodes, shared[1] + abdada.nodes];
        (nodes, quiet) = (nodes + runs[0].1.nodes, quiet + runs[0].1.quiescence);
        for (place, seconds) in times.into_iter().enumerate() {
            sums[place] += seconds;
            logs[place] += (times[0] / seconds).ln() / positions.len() as f64;
        }
    }
    println!(
        "depth {depth}: {nodes} nodes ({:.0} % in quiescence) in {:.2} s: {:.0} nodes a second",
        100.0 * quiet as f64 / nodes as f64,
        sums[0],
        nodes as f64 / sums[0]
    );
    for (place, name) in [(1, "lazy"), (2, "ABDADA")] {
        println!(
            "two threads, {name}: {:.2} times as fast in all, {:.2} in the geometric mean, with {:.2} times the nodes",
            sums[0] / sums[place],
            logs[place].exp(),
            shared[place - 1] as f64 / nodes as f64
        );
    }
}
