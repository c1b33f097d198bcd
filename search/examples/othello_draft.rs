//! Draft: FFO positions with a table, to measure the kernels.
#![allow(missing_docs)]
use std::time::Instant;

use provebest_game::{Bound, Depth, Score};
use provebest_games::othello::endgame::{Endgame, odd_fields, promise, stable_bound};
use provebest_games::othello::evaluate::{FEATURES, WEIGHTS, Weights, weigh};
use provebest_games::othello::{Discs, Problem};
use provebest_search::{Entry, SharedTable};

use std::sync::LazyLock;

fn knob(name: &str, default: i32) -> i32 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}
macro_rules! knobs {
    ($($name:ident = $default:expr;)*) => { $(static $name: LazyLock<i32> = LazyLock::new(|| knob(stringify!($name), $default));)* };
}
knobs! {
    KERNEL = 7;
    ETC = 11;
    LOOK = 10;
    STEP = 3;
    MOST = 6;
    ANSWER = 300;
    MARGIN = 800;
}

static WEIGHTS_HERE: LazyLock<Weights> = LazyLock::new(|| {
    let Ok(file) = std::env::var("WEIGHTS") else { return WEIGHTS };
    let text = std::fs::read_to_string(file).unwrap();
    let numbers: Vec<i32> =
        text.split(|c: char| !c.is_ascii_digit() && c != '-').filter_map(|n| n.parse().ok()).collect();
    let mut weights = WEIGHTS;
    for (i, &number) in numbers.iter().enumerate() {
        weights[i / FEATURES][i % FEATURES] = number;
    }
    weights
});

/// Estimate by a search of so many plies.
fn look(discs: Discs, depth: i32, alpha: i32, beta: i32) -> i32 {
    let moves = discs.moves();
    if moves == 0 {
        if discs.pass().moves() == 0 {
            return 100 * discs.difference();
        }
        return -look(discs.pass(), depth, -beta, -alpha);
    }
    if depth <= 0 {
        return weigh(discs, &WEIGHTS_HERE);
    }
    let mut sons = [(0, Discs::default()); 33];
    let mut count = 0;
    let mut left = moves;
    while left != 0 {
        let field = left.trailing_zeros() as u8;
        left &= left - 1;
        let son = discs.after(field, discs.flips(field));
        sons[count] = (if depth > 1 { -promise(son, field, 0) } else { 0 }, son);
        count += 1;
    }
    let sons = &mut sons[..count];
    if depth > 1 {
        sons.sort_unstable_by_key(|son| son.0);
    }
    let (mut best, mut alpha) = (-10_000, alpha);
    for &(_, son) in sons.iter() {
        best = best.max(-look(son, depth - 1, -beta, -alpha));
        alpha = alpha.max(best);
        if best >= beta {
            break;
        }
    }
    best
}

struct Solver {
    table: SharedTable,
    kernel: Endgame,
    nodes: u64,
}

impl Solver {
    fn probe(&self, key: u64) -> (i32, i32, Option<u32>) {
        match self.table.probe(key) {
            None => (-64, 64, None),
            Some(entry) => match entry.bound {
                Bound::Exact => (entry.value.0, entry.value.0, entry.son),
                Bound::Lower => (entry.value.0, 64, entry.son),
                Bound::Upper => (-64, entry.value.0, entry.son),
            },
        }
    }

    fn ask(&mut self, discs: Discs, empties: u32, alpha: i32) -> i32 {
        if empties <= *KERNEL as u32 {
            return self.kernel.ask(discs, alpha);
        }
        self.nodes += 1;
        if let Some(bound) = stable_bound(discs, empties, alpha) {
            return bound;
        }
        let moves = discs.moves();
        if moves == 0 {
            if discs.pass().moves() == 0 {
                return discs.difference();
            }
            return -self.ask(discs.pass(), empties, -1 - alpha);
        }
        let key = discs.key();
        let (low, high, first) = self.probe(key);
        if low > alpha {
            return low;
        }
        if high <= alpha {
            return high;
        }
        let odd = odd_fields(discs.empty());
        let mut sons = [(0_i32, 0_u8, Discs::default()); 33];
        let (mut count, mut top) = (0, -10_000);
        let mut left = moves;
        while left != 0 {
            let field = left.trailing_zeros() as u8;
            left &= left - 1;
            let son = discs.after(field, discs.flips(field));
            if son.own == 0 {
                return 64;
            }
            if empties >= *ETC as u32 {
                let (_, high, _) = self.probe(son.key());
                if -high > alpha {
                    return -high;
                }
            }
            let mut hope = promise(son, field, odd);
            if empties >= *LOOK as u32 {
                let depth = ((empties as i32 - *LOOK) / *STEP).min(*MOST);
                let answers = son.moves();
                let answers = answers.count_ones() + (answers & provebest_games::othello::discs::CORNERS).count_ones();
                let value = -look(son, depth, -10_000, (*MARGIN - top).min(10_000));
                top = top.max(value);
                hope = value - *ANSWER * answers as i32;
            }
            if first == Some(field as u32) {
                hope += 1 << 20;
            }
            sons[count] = (hope, field, son);
            count += 1;
        }
        let sons = &mut sons[..count];
        sons.sort_unstable_by_key(|son| -son.0);
        let mut best = (-65, 0);
        for &(_, field, son) in sons.iter() {
            let value = -self.ask(son, empties - 1, -1 - alpha);
            if value > best.0 {
                best = (value, field);
                if value > alpha {
                    break;
                }
            }
        }
        let bound = if best.0 > alpha { Bound::Lower } else { Bound::Upper };
        self.table.store(
            key,
            Entry { son: Some(best.1 as u32), value: Score(best.0), bound, depth: Depth(empties), estimated: false },
        );
        best.0
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string("/work/shared/data/ffo40-59.obf").unwrap();
    let problems = Problem::parse_all(&text).unwrap();
    let count = args.get(1).map_or(5, |n| n.parse().unwrap());
    let mut total = (0, 0.0);
    for problem in problems.iter().take(count) {
        let discs = problem.board.discs;
        let mut solver =
            Solver { table: SharedTable::try_new(256 << 20).unwrap(), kernel: Endgame::default(), nodes: 0 };
        let start = Instant::now();
        let (mut low, mut high) = (-64, 64);
        let mut guess = (look(discs, 6, -10_000, 10_000) / 200 * 2).clamp(-60, 60);
        let first = guess;
        while low < high {
            let gamma = if guess == low { guess + 2 } else { guess };
            guess = solver.ask(discs, discs.empties(), gamma - 1);
            if guess >= gamma { low = guess } else { high = guess }
        }
        let seconds = start.elapsed().as_secs_f64();
        let nodes = solver.nodes + solver.kernel.nodes;
        let best = solver.table.probe(discs.key()).and_then(|entry| entry.son);
        let best = best.map(|f| format!("{}{}", (b'a' + f as u8 % 8) as char, f / 8 + 1)).unwrap_or_default();
        println!(
            "{} {:>3} {} (guess {first}, known {:?} {:?}): {:>12} nodes ({} above) {:.2} s, {:.1} M/s",
            problem.name,
            low,
            best,
            problem.best(),
            problem.best_moves(),
            nodes,
            solver.nodes,
            seconds,
            nodes as f64 / seconds / 1e6
        );
        total.0 += nodes;
        total.1 += seconds;
    }
    println!("total {} nodes {:.2} s", total.0, total.1);
}
