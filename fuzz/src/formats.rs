//! What every reader promises: any bytes are read or refused with a reason, and what was read is written so that it is read
//! again.
//!
//! One function for each format. The fuzzer calls them; where there is no fuzzer, a test of the catalog calls them with changed
//! seeds.

use std::fmt::{Debug, Display};
use std::path::Path;
use std::str::FromStr;

use provebest::game::TextError;
use provebest::game::mix;
use provebest::games::chess::{Chess, Epd};
use provebest::games::connect_four::ConnectFour;
use provebest::games::othello::{Othello, Problem};
use provebest::games::tic_tac_toe::TicTacToe;
use provebest::games::tree::Tree;
use provebest::proof_file::{BoundFile, ProofFile, ResumeError};
use provebest::{Algorithm, AnyMachine, MoveList, Status, Text};
use provebest_catalog::PuzzleAlgorithm;
use provebest_catalog::book::Book;
use provebest_catalog::tiles::{Board, TileHeuristic};

/// Reads bytes, and may do anything but panic.
pub type Reader = fn(&[u8]);

/// Every format by its name, which its seeds have too.
pub const ALL: &[(&str, Reader)] = &[
    ("tree", tree),
    ("fen", fen),
    ("epd", epd),
    ("obf", obf),
    ("position", position),
    ("tiles", tiles),
    ("machine", machine),
    ("method", method),
    ("proof", proof),
    ("book", book),
];

/// Books of proved values.
pub fn book(bytes: &[u8]) {
    if let Err(error) = Book::read(&mut &bytes[..], None) {
        assert!(!error.to_string().is_empty());
    }
}

/// Trees in JSON.
pub fn tree(bytes: &[u8]) {
    match Tree::parse_bytes(bytes) {
        Ok(tree) => {
            let text = tree.to_string();
            assert_eq!(text.parse::<Tree>().as_ref(), Ok(&tree), "{text}");
        }
        Err(error) => refused(bytes, &error),
    }
}

/// Positions of chess and Chess960.
pub fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    [false, true].into_iter().for_each(|chess960| game(&Chess { chess960 }, &text));
}

/// Suites of chess.
pub fn epd(bytes: &[u8]) {
    let (text, rules) = (String::from_utf8_lossy(bytes), Chess::default());
    match Epd::parse_all(&rules, &text) {
        Ok(all) => {
            for Epd { position, best, avoid, .. } in all {
                best.iter().chain(&avoid).for_each(|&m| assert!(!rules.print_move(&position, m).is_empty()));
                game(&rules, &rules.print(&position));
            }
        }
        Err((line, error)) => {
            assert!((1..=text.lines().count()).contains(&line));
            refused(text.as_bytes(), &error);
        }
    }
}

/// Suites of Othello.
pub fn obf(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Problem::parse_all(&text) {
        Ok(all) => all.iter().for_each(|problem| game(&Othello, &Othello.print(&problem.board))),
        Err(error) => refused(text.as_bytes(), &error),
    }
}

/// Positions of the other games.
pub fn position(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    game(&Othello, &text);
    game(&TicTacToe, &text);
    match ConnectFour::parse(&text) {
        Ok((rules, board)) => game(&rules, &rules.print(&board)),
        Err(error) => refused(text.as_bytes(), &error),
    }
}

/// Boards of sliding tiles.
pub fn tiles(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    round_trip::<Board>(&text);
}

/// Machines.
pub fn machine(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Some(machine) = round_trip::<AnyMachine>(&text) {
        assert!(machine.processors() > 0);
    }
}

/// Names of searches and heuristics.
pub fn method(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    round_trip::<Algorithm>(&text);
    round_trip::<PuzzleAlgorithm>(&text);
    round_trip::<TileHeuristic>(&text);
}

/// Proof files, as they are and with checksums made right: a file that is refused is left as it is, and one that is read can
/// be appended to.
pub fn proof(bytes: &[u8]) {
    let path = std::env::temp_dir().join(format!("provebest-fuzz-{}", std::process::id()));
    for bytes in [bytes, &resealed(bytes)] {
        moves(&path, bytes);
        bounds(&path, bytes);
    }
    let _ = std::fs::remove_file(&path);
}

fn moves(path: &Path, bytes: &[u8]) {
    let (rules, board) = ConnectFour::parse("4x4:12").expect("a position");
    write(path, bytes);
    match ProofFile::open(path, "connect4", &rules, &board) {
        Ok((mut file, kept)) => {
            assert!(kept.moves.iter().all(|one| one.least <= one.most));
            if let Some(one) = kept.moves.last() {
                file.append(&rules, &board, one).expect("appended");
            }
            drop(file);
            assert_eq!(ProofFile::open(path, "connect4", &rules, &board).expect("it was read before").1, kept);
        }
        Err(error) => untouched(path, bytes, &error),
    }
}

fn bounds(path: &Path, bytes: &[u8]) {
    write(path, bytes);
    match BoundFile::open(path, "tiles 2x2:3 1 2 0") {
        Ok((mut file, bound)) => {
            file.append(bound).expect("appended");
            drop(file);
            assert_eq!(BoundFile::open(path, "tiles 2x2:3 1 2 0").expect("it was read before").1, bound);
        }
        Err(error) => untouched(path, bytes, &error),
    }
}

/// A new file: some disks are waited for when an old one is emptied.
fn write(path: &Path, bytes: &[u8]) {
    let _ = std::fs::remove_file(path);
    std::fs::write(path, bytes).expect("written");
}

fn untouched(path: &Path, bytes: &[u8], error: &ResumeError) {
    assert!(!matches!(error, ResumeError::Io(_) | ResumeError::InUse), "{error}");
    assert!(std::fs::read(path).expect("it is there") == bytes, "{error}");
}

/// The same lines, with the checksums that they should have: no fuzzer finds one by chance.
fn resealed(bytes: &[u8]) -> Vec<u8> {
    let (mut seed, mut all) = (0, Vec::new());
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let Some(line) = line.strip_suffix(b"\n") else {
            all.extend(line);
            break;
        };
        let end = line.iter().rposition(|&byte| byte == b' ').unwrap_or(line.len());
        let sum = line[..end].iter().fold(seed ^ end as u64, |sum, &byte| mix(sum ^ u64::from(byte)));
        all.extend(&line[..end]);
        all.extend(format!(" {sum:016x}\n").bytes());
        if seed == 0 {
            seed = sum;
        }
    }
    all
}

/// A position of a game is written as it was read, and so are its moves; they can be played.
fn game<G: Text>(rules: &G, text: &str)
where
    G::Move: Debug,
{
    let state = match rules.parse(text) {
        Ok(state) => state,
        Err(error) => return refused(text.as_bytes(), &error),
    };
    let written = rules.print(&state);
    assert_eq!(rules.parse(&written).map(|again| rules.print(&again)).as_ref(), Ok(&written), "{text}");
    let mut moves = MoveList::new();
    if rules.moves(&state, &mut moves) == Status::Open {
        for &m in moves.as_slice() {
            let word = rules.print_move(&state, m);
            assert_eq!(rules.parse_move(&state, &word), Ok(m), "{written}: {word}");
            let mut next = state.clone();
            rules.play(&mut next, m);
            rules.print(&next);
        }
    }
}

fn round_trip<T: FromStr<Err: Display> + Display + PartialEq + Debug>(text: &str) -> Option<T> {
    match text.parse::<T>() {
        Ok(read) => {
            let written = read.to_string();
            assert!(written.parse::<T>().is_ok_and(|again| again == read), "{text}: {written}");
            Some(read)
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

fn refused(bytes: &[u8], error: &TextError) {
    assert!(error.place <= bytes.len() && !error.to_string().is_empty(), "{error}");
}
