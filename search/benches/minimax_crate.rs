//! The engine beside the crate `minimax`, on the same rules and estimates of Connect Four, to the same depth, in one run:
//! `cargo bench -p provebest-search --bench minimax_crate [-- DEPTH MEBIBYTES]`. Values have to agree.
//!
//! The engine is run twice: with the keys that the other crate gets too, and with rules that take mirror images for one
//! position (the other crate keeps moves in its table, and a move is not the same in the mirror).

use std::time::Instant;

use minimax::Strategy;
use provebest_game::{Depth, Evaluate, Game, Keyed, MoveList, Score, Status};
use provebest_games::connect_four::{Board, ConnectFour};
use provebest_machine::Threads;
use provebest_search::engine::{Engine, EngineTask, Enhancements, Share};

const ROUNDS: usize = 5;

/// What keeps the value of a depth as it is, without killers: a stone in the same column lands elsewhere a move later.
const SWITCHES: Enhancements = Enhancements {
    killers: false,
    refutation: false,
    two_plies: true,
    long_steps: true,
    gains: true,
    ..Enhancements::FAITHFUL
};

/// The same rules for the other crate, whose games have no rules object.
struct Same;

fn rules() -> ConnectFour {
    ConnectFour::new(7, 6).expect("a size that fits").centre_first()
}

thread_local! {
    static RULES: ConnectFour = rules();
}

fn winner(board: &Board) -> Option<minimax::Winner> {
    match RULES.with(|rules| rules.status(board, &mut MoveList::new())) {
        Status::Open => None,
        Status::Over(Score::ZERO) => Some(minimax::Winner::Draw),
        Status::Over(value) if value > Score::ZERO => Some(minimax::Winner::PlayerToMove),
        Status::Over(_) => Some(minimax::Winner::PlayerJustMoved),
    }
}

impl minimax::Game for Same {
    type S = Board;
    type M = u8;

    fn generate_moves(board: &Board, moves: &mut Vec<u8>) -> Option<minimax::Winner> {
        let mut list = MoveList::new();
        RULES.with(|rules| rules.moves(board, &mut list));
        moves.extend_from_slice(list.as_slice());
        winner(board)
    }

    fn apply(board: &mut Board, m: u8) -> Option<Board> {
        let mut child = *board;
        RULES.with(|rules| rules.play(&mut child, m));
        Some(child)
    }

    fn get_winner(board: &Board) -> Option<minimax::Winner> {
        winner(board)
    }

    fn zobrist_hash(board: &Board) -> u64 {
        RULES.with(|rules| rules.key(board))
    }
}

impl minimax::Evaluator for Same {
    type G = Same;

    fn evaluate(&self, board: &Board) -> i16 {
        RULES.with(|rules| rules.evaluate(board)).0 as i16
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let found = work();
    (found, start.elapsed().as_secs_f64())
}

/// The value at this depth, nodes and seconds, on one thread or more.
fn ours(rules: &ConnectFour, board: &Board, depth: u32, bytes: usize, threads: usize) -> (Score, u64, f64) {
    let task = EngineTask::new(rules, board, Depth(depth));
    let (answer, seconds) = timed(|| {
        let engine = Engine::new(bytes, SWITCHES).expect("memory for a table");
        match threads {
            1 => engine.search(&task, &mut |_| None),
            _ => engine.search_on(&task, &Threads::new(threads), Share::Abdada, &mut |_| None).unwrap(),
        }
    });
    (answer.value.expect("no limit"), answer.tally.nodes, seconds)
}

fn theirs(board: &Board, depth: u32, bytes: usize) -> (i16, f64) {
    timed(|| {
        let options = minimax::IterativeOptions::new().with_table_byte_size(bytes);
        let mut peer = minimax::IterativeSearch::new(Same, options);
        peer.set_max_depth(depth as u8);
        peer.choose_move(board);
        peer.root_value()
    })
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse().ok());
    let (depth, bytes) = (numbers.next().unwrap_or(14), (numbers.next().unwrap_or(16) as usize) << 20);
    let variants =
        [("same keys", rules(), 1), ("mirrored", rules().folded(), 1), ("mirrored, 2 threads", rules().folded(), 2)];
    let mut sums = [(0, 0.0); 3];
    let mut peers = 0.0;
    println!("Connect Four to depth {depth}, {} MiB of table, fastest of {ROUNDS} rounds", bytes >> 20);
    for position in ["-", "4", "44", "4455", "43443555", "1727343454"] {
        let (_, board) = ConnectFour::parse(position).expect("a position");
        let (mut peer, mut best) = ((0, f64::INFINITY), [(Score::ZERO, 0, f64::INFINITY); 3]);
        // In turn, so that a noisy moment hits all of them.
        for _ in 0..ROUNDS {
            let (value, seconds) = theirs(&board, depth, bytes);
            peer = (value, seconds.min(peer.1));
            for (best, (_, rules, threads)) in best.iter_mut().zip(&variants) {
                let (value, nodes, seconds) = ours(rules, &board, depth, bytes, *threads);
                *best = (value, nodes, seconds.min(best.2));
            }
        }
        print!("{position:>12}: minimax {:.4} s", peer.1);
        for ((value, nodes, seconds), (name, ..)) in best.iter().zip(&variants) {
            // Decided games are told in another way.
            let same = value.end().is_some() || i32::from(peer.0) == value.0;
            assert!(same, "{position}: {value} here, {} there", peer.0);
            print!("; {name} {seconds:.4} s, {nodes} nodes");
        }
        println!("; value {}", best[0].0);
        peers += peer.1;
        sums.iter_mut().zip(best).for_each(|(sum, (_, nodes, seconds))| *sum = (sum.0 + nodes, sum.1 + seconds));
    }
    println!("minimax: {peers:.4} s");
    for ((nodes, seconds), (name, ..)) in sums.iter().zip(&variants) {
        println!("{name}: {seconds:.4} s, {nodes} nodes: {:.2} times as fast", peers / seconds);
    }
}
