//! The engine beside the crate `minimax`, on the same rules and estimates of Connect Four, to the same depth, in one run:
//! `cargo bench -p provebest-search --bench minimax_crate [depth]`. Values have to agree.

use std::time::{Duration, Instant};

use minimax::Strategy;
use provebest_game::{Depth, Evaluate, Game, Keyed, MoveList, Score, Status};
use provebest_games::connect_four::{Board, ConnectFour};
use provebest_machine::Threads;
use provebest_search::engine::{Engine, Enhancements, Has, Lacks, Question, Share, Skilled};

type Ordered = Skilled<Lacks, Lacks, Has, Lacks>;

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
        let mut son = *board;
        RULES.with(|rules| rules.play(&mut son, m));
        Some(son)
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

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let found = work();
    (found, start.elapsed())
}

fn main() {
    let depth = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(14);
    let rules = rules();
    let (mut ours, mut two, mut theirs) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let mut nodes = 0;
    for position in ["-", "4", "44", "4455", "43443555", "1727343454"] {
        let (_, board) = ConnectFour::parse(position).expect("a position");
        let question = Question::new(&rules, &board, Depth(depth));
        let engine = || Engine::new(32 << 20, Enhancements::FAITHFUL).expect("32 MiB");
        let (found, time) = timed(|| engine().search::<_, Ordered>(&question, &mut |_| None));
        let (again, time_two) =
            timed(|| engine().search_on::<_, Ordered>(&question, &Threads::new(2), Share::Lazy, &mut |_| None));
        let options = minimax::IterativeOptions::new().with_table_byte_size(32 << 20);
        let (peer, time_peer) = timed(|| {
            let mut peer = minimax::IterativeSearch::new(Same, options);
            peer.set_max_depth(depth as u8);
            peer.choose_move(&board);
            peer.root_value()
        });
        let value = found.value.expect("no limit");
        assert_eq!(again.value, Some(value));
        // Decided games are told in another way.
        let decided = value.end().is_some();
        assert!(decided || i32::from(peer) == value.0, "{position}: {value} here, {peer} there");
        println!(
            "{position:>12} value {value:>5} {:>10} nodes {:>8.3} s, two threads {:>8.3} s, minimax {:>8.3} s",
            found.tally.nodes,
            time.as_secs_f64(),
            time_two.as_secs_f64(),
            time_peer.as_secs_f64()
        );
        (ours, two, theirs, nodes) = (ours + time, two + time_two, theirs + time_peer, nodes + found.tally.nodes);
    }
    let [ours, two, theirs] = [ours, two, theirs].map(|time| time.as_secs_f64());
    println!("depth {depth}: provebest {ours:.3} s ({nodes} nodes), two threads {two:.3} s, minimax {theirs:.3} s");
    println!("one thread is {:.1} times as fast as minimax, two are {:.1} times", theirs / ours, theirs / two);
}
