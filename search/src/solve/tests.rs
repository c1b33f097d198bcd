use provebest_game::{Game, Keyed, Plain, SplitMix64, mix};
use provebest_games::connect_four::ConnectFour;
use provebest_games::tic_tac_toe::{Board, TicTacToe};
use provebest_games::tree::Tree;

use super::*;

/// The value by the definition.
pub(super) fn minimax<G: Solvable>(game: &G, state: &G::State) -> Score {
    let mut list = MoveList::new();
    match game.moves(state, &mut list) {
        Status::Over(value) => game.worth(state, value),
        Status::Open => {
            let after = |&mv: &G::Move| {
                let mut child = state.clone();
                game.play(&mut child, mv);
                -minimax(game, &child)
            };
            list.as_slice().iter().map(after).max().unwrap()
        }
    }
}

/// Solves a position with tables of several sizes, and holds everything against minimax.
fn check<G: Solvable<Move: std::fmt::Debug>>(game: &G, state: &G::State, what: &str) {
    let value = minimax(game, state);
    for hash in [0, 32, 200, 5000, 1 << 20] {
        let one = Proof::new(game, state).hash(hash).run().unwrap();
        assert_eq!((one.value, one.kind, one.stopped), (Some(value), Kind::Exact, None), "{what}, {hash} bytes");
        let all = Proof::new(game, state).hash(hash).all_moves().run().unwrap();
        let mut best = None;
        for mv in &all.moves {
            let mut child = state.clone();
            game.play(&mut child, mv.played);
            assert_eq!(mv.value(), Some(-minimax(game, &child)), "{what}, {hash} bytes");
            best = best.max(mv.value());
        }
        assert!(best.is_none_or(|best| best == value));
        for solution in [one, all] {
            let mut end = state.clone();
            solution.line.0.iter().for_each(|&mv| game.play(&mut end, mv));
            let Status::Over(last) = game.status(&end, &mut MoveList::new()) else {
                panic!("{what}: a line too short")
            };
            let last = game.worth(&end, last);
            assert_eq!(if solution.line.0.len() % 2 == 0 { last } else { -last }, value, "{what}: the line");
            assert_eq!(solution.moves_to_end, Some(solution.line.0.len() as u32));
            assert_eq!(solution.best, solution.line.0.first().copied());
        }
    }
}

/// A position after this many random moves, or at the end of the game.
pub(super) fn after_random_moves<G: Game>(game: &G, start: G::State, count: u64, chance: &mut SplitMix64) -> G::State {
    let (mut state, mut list) = (start, MoveList::new());
    for _ in 0..count {
        list.clear();
        if game.moves(&state, &mut list) != Status::Open {
            break;
        }
        game.play(&mut state, list.as_slice()[chance.below(list.len() as u64) as usize]);
    }
    state
}

#[test]
fn random_trees() {
    for seed in 0..1500 {
        let tree = Tree::varied(seed);
        check(&Plain(&tree), &tree.root(), &format!("tree {seed}"));
    }
}

#[test]
fn tic_tac_toe() {
    let mut chance = SplitMix64::new(3);
    for number in 0..300 {
        let count = 3 + chance.below(6);
        let board = after_random_moves(&TicTacToe, Board::default(), count, &mut chance);
        check(&Plain(&TicTacToe), &board, &format!("tic-tac-toe {number}"));
    }
    let (game, start) = (TicTacToe, Board::default());
    let solution = Proof::new(&Plain(&game), &start).all_moves().run().unwrap();
    assert_eq!((solution.value, solution.best_moves().count()), (Some(Score::ZERO), 9));
}

#[test]
fn small_boards_of_connect_four() {
    let mut chance = SplitMix64::new(4);
    for (width, height) in
        [(3, 3), (4, 3), (3, 5), (4, 4), (5, 3), (5, 4), (5, 5), (6, 4), (4, 6), (7, 6), (16, 3), (8, 7)]
    {
        let rules = ConnectFour::new(width, height).unwrap();
        let cells = u64::from(width * height);
        for number in 0..60 {
            let count = cells.saturating_sub(9 - chance.below(3));
            let board = after_random_moves(&rules, rules.start(), count, &mut chance);
            check(&rules, &board, &format!("{width}x{height}, {number}"));
            check(&Plain(&rules), &board, &format!("{width}x{height}, plain, {number}"));
        }
    }
}

/// Several heaps, from each of which one to three may be taken; the player who takes the last one wins as many points as heaps
/// were there at the beginning.
struct Heaps(usize);

impl Game for Heaps {
    type State = [u8; 4];
    type Move = (usize, u8);
    fn moves(&self, heaps: &[u8; 4], out: &mut MoveList<(usize, u8)>) -> Status {
        out.extend((0..4).flat_map(|heap| (1..=heaps[heap].min(3)).map(move |taken| (heap, taken))));
        if out.is_empty() { Status::Over(Score(-(self.0 as i32))) } else { Status::Open }
    }
    fn play(&self, heaps: &mut [u8; 4], (heap, taken): (usize, u8)) {
        heaps[heap] -= taken;
    }
}

impl Keyed for Heaps {
    fn key(&self, heaps: &[u8; 4]) -> u64 {
        mix(u32::from_le_bytes(*heaps).into())
    }
}

/// Sorted heaps are the same position.
impl Solvable for Heaps {
    fn note_key(&self, heaps: &[u8; 4]) -> u64 {
        let mut sorted = *heaps;
        sorted.sort_unstable();
        u32::from_le_bytes(sorted).into()
    }
    fn key_bits(&self) -> u32 {
        32
    }
}

#[test]
fn heaps() {
    for number in 0..256_u64 {
        let heaps = [number & 1, number >> 1 & 3, number >> 3 & 3, number >> 5].map(|size| size as u8);
        check(&Heaps(3), &[heaps[0], heaps[1], heaps[2].min(1), heaps[3].min(2)], &format!("{heaps:?}"));
        // Only the remainders by four count: a position is lost if their exclusive or is 0.
        let lost = heaps.iter().fold(0, |sum, size| sum ^ (size % 4)) == 0;
        let solution = Proof::new(&Heaps(3), &heaps).run().unwrap();
        assert_eq!(solution.value, Some(Score(if lost { -3 } else { 3 })), "{heaps:?}");
    }
}

/// Goes round in a circle.
pub(super) struct Circle;

impl Game for Circle {
    type State = u8;
    type Move = u8;
    fn moves(&self, _: &u8, out: &mut MoveList<u8>) -> Status {
        out.push(1);
        Status::Open
    }
    fn play(&self, place: &mut u8, step: u8) {
        *place = (*place + step) % 7;
    }
}

impl Keyed for Circle {
    fn key(&self, &place: &u8) -> u64 {
        mix(place.into())
    }
}

#[test]
fn a_game_without_end_is_refused() {
    let error = Proof::new(&Plain(&Circle), &0).run().unwrap_err();
    assert_eq!(error.limit, Limits::PLIES);
}

#[test]
fn progress_narrows_the_bounds() {
    let rules = ConnectFour::new(6, 4).unwrap();
    let mut told: Vec<Progress> = Vec::new();
    let mut sink = |progress: &Progress| told.push(*progress);
    let solution = Proof::new(&rules, &rules.start()).all_moves().progress(&mut sink).run().unwrap();
    assert!(told.windows(2).all(|two| two[0].least <= two[1].least && two[1].most <= two[0].most));
    assert!(told.windows(2).all(|two| two[0].nodes <= two[1].nodes));
    assert!(told.windows(2).all(|two| two[0].done <= two[1].done));
    assert!(told[0].done == 0 && told.iter().all(|progress| progress.done <= 1000));
    let last = told.last().unwrap();
    assert!(last.done > 700, "the last but one of the moves or the last: {}", last.done);
    assert_eq!((Some(last.least), last.least, last.questions_left), (solution.value, last.most, 0));
}

/// Whatever is guessed, the steps end with the value; a right guess takes two.
#[test]
fn steps_find_the_value_from_any_guess() {
    for value in -20..=20 {
        for guess in (-25..=25).map(|guess| Some(Score(guess))).chain([None]) {
            let (mut steps, mut least, mut most) = (Steps { guess, ..Steps::default() }, Score(-20), Score(20));
            while least < most {
                let gamma = steps.next(least, most);
                assert!(least < gamma && gamma <= most);
                if value >= gamma.0 { least = gamma } else { most = Score(gamma.0 - 1) }
            }
            assert_eq!(least, Score(value));
            assert!(guess != Some(least) || steps.asked <= 2, "{} questions", steps.asked);
        }
    }
}

/// Every window is answered, by what children answer at once and by the table too: the value in it, a bound beyond it.
#[test]
fn wide_and_narrow_windows_are_answered() {
    let mut chance = SplitMix64::new(31);
    for number in 0..40 {
        let rules = ConnectFour::new(5, 4 + number % 2).unwrap();
        let count = 8 + chance.below(4) + 5 * u64::from(number % 2);
        let board = after_random_moves(&rules, rules.start(), count, &mut chance);
        if rules.status(&board, &mut MoveList::new()) != Status::Open {
            continue;
        }
        let value = minimax(&rules, &board);
        for width in [1, 2, 5, 40] {
            let notes = Notes::<notes::Narrow>::try_new(rules.key_bits(), 1 << 16);
            let notes = notes.as_ref().map(|notes| notes.access(1));
            let mut prover = Prover::new(&rules, Budget::new(&Limits::default()), notes, Depth(64));
            for alpha in -12..12 {
                let (alpha, beta) = (Score(alpha), Score(alpha + width));
                let found = prover.ask(&board, Window { alpha, beta }, 0).unwrap();
                let agrees = match found {
                    _ if found <= alpha => value <= found,
                    _ if found >= beta => value >= found,
                    _ => value == found,
                };
                assert!(agrees, "{number}: {found:?} instead of {value:?}, asked for {alpha:?} to {beta:?}");
            }
        }
    }
}
