//! Board search on many simulated processors, beside searches on one, on the same trees in one run:
//! `cargo bench -p provebest-search --bench board -- [N=1024] [depth=12] [trees=8] [latency=0] [grain=0]`, the numbers in this order.
//!
//! Trees are 12 wide, and the first child is the best in 60 of 100. A leaf takes 1, all else nothing, and mail the latency. The speed-up
//! is what the search on one processor takes, divided by what board search takes: beside PVS, which its jobs are searched with, and beside
//! the one with the fewest leaves of PVS, SSS* and DUAL*. All counts are exact and can be repeated.

use provebest_game::Depth;
use provebest_games::synthetic::{Order, Weighted};
use provebest_machine::{Simulated, Time};
use provebest_search::{BoardSearch, Counters, DualStar, JobOrder, ParallelSearch, Pvs, Search, SssStar, Task};

const WIDTH: u32 = 12;

/// Board search in one way.
const fn kind(order: JobOrder, scattered: bool, tests: bool) -> BoardSearch {
    BoardSearch { grain: None, order, scattered, tests: Some(tests) }
}

const KINDS: [(&str, BoardSearch); 4] = [
    ("tests", kind(JobOrder::Need, false, true)),
    ("open", kind(JobOrder::Need, false, false)),
    ("eldest", kind(JobOrder::Eldest, false, false)),
    ("scattered", kind(JobOrder::Need, true, false)),
];

/// Leaf visits of one search.
fn leaves(search: &impl Search, task: &Task<'_, Weighted>) -> u64 {
    let mut counters = Counters::default();
    search.search(task, &mut counters).expect("a shallow tree");
    counters.leaf_visits
}

fn main() {
    let numbers: Vec<u64> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let number = |at: usize, usual: u64| numbers.get(at).copied().unwrap_or(usual);
    let (count, depth, trees) = (number(0, 1024) as usize, Depth(number(1, 12) as u32), number(2, 8));
    let latency: Time = number(3, 0);
    println!("{WIDTH} wide, {} plies, order 60 %; {count} processors, latency {latency}", depth.0);
    let mut means = [[0.0; 2]; KINDS.len()];
    for seed in 1..=trees {
        let order = Order::first(WIDTH, 60.0).expect("a share");
        let tree = Weighted::new(WIDTH, depth, seed, 10_000, order).expect("a small tree");
        let root = tree.root();
        let task = Task::new(&tree, &root, depth);
        let pvs = leaves(&Pvs, &task);
        let best = pvs.min(leaves(&SssStar, &task)).min(leaves(&DualStar, &task));
        let machine = Simulated::new(count).latency(latency);
        for (mean, (name, search)) in KINDS.into_iter().enumerate() {
            let search = BoardSearch { grain: Some(number(4, 0)).filter(|&grain| grain > 0), ..search };
            let ran = search.search_on(&task, &machine, vec![Counters::default(); count]).expect("nothing stops it");
            let visits: u64 = ran.observers.iter().map(|counters| counters.leaf_visits).sum();
            let speed = [pvs, best].map(|alone| alone as f64 / ran.measured.time as f64);
            for (mean, speed) in means[mean].iter_mut().zip(speed) {
                *mean += speed / trees as f64;
            }
            let idle = 100.0 * ran.measured.idle() as f64 / (count as u64 * ran.measured.time) as f64;
            println!(
                "  seed {seed}, {name:<9}: PVS {pvs}, best {best} leaves; {visits} in {} leaf-times; speed-up {:.0}, over the best {:.0}; \
                 idle {idle:.0} %, {} messages",
                ran.measured.time, speed[0], speed[1], ran.measured.messages
            );
        }
    }
    for (name, [pvs, best]) in KINDS.map(|(name, ..)| name).into_iter().zip(means) {
        let share = |speed: f64| speed / count as f64;
        println!("{name}: {pvs:.0} over PVS ({:.3} N), {best:.0} over the best ({:.3} N)", share(pvs), share(best));
    }
}
