//! What was proved about root moves, or about the cost of a puzzle, kept in a file, so that a long proof can go on after a break.
//!
//! The file is text. Its first line names the problem. Each further line holds a bound for a move, what a task found about a
//! position below, best play to the end, or a bound on the cost. All bounds of a position hold at the same time, so neither the order
//! of lines nor a repeated line matters. Every line ends with a checksum: a line that was torn while it was written is noticed and dropped. Checksums start from that of the
//! first line, so a line of another proof is noticed too. An open file is locked: two proofs that write to it would spoil it.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::path::Path;

use provebest_game::{Line, MoveList, Score, Status, Text, line_in_words};
#[cfg(feature = "puzzles")]
use provebest_puzzle::Cost;
use provebest_search::solve::{Finding, ProvedMove, Source};
use provebest_system::{Journal, Seal};

const HEAD: &str = "provebest proof ";
const FORMAT: u32 = 2;

/// A file with what was proved about the moves of one position. It is locked until this is dropped.
///
/// ```
/// use provebest::proof_file::ProofFile;
/// use provebest::{Text, games::connect_four::ConnectFour, solve};
///
/// let path = std::env::temp_dir().join(format!("provebest-resume-{}", std::process::id()));
/// let (rules, board) = ConnectFour::parse("6x5:3344")?;
/// let (mut file, kept) = ProofFile::open(&path, "connect4", &rules, &board)?;
/// assert!(kept.moves.is_empty(), "a new file");
/// let first = solve(&rules, &board).all_moves().run()?;
/// for root_move in &first.moves {
///     file.append(&rules, &board, root_move)?;
/// }
/// file.append_line(&rules, &board, &first.line)?;
/// drop(file);
///
/// let (_, kept) = ProofFile::open(&path, "connect4", &rules, &board)?;
/// let again = solve(&rules, &board).all_moves().known(kept.moves).known_line(kept.line.0).run()?;
/// assert_eq!((again.value, again.skipped, again.nodes), (first.value, 6, 0));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ProofFile {
    journal: Journal,
    seal: Seal,
    /// Findings that could not be written yet.
    waiting: String,
}

/// What a file holds about one position.
///
/// ```
/// use provebest::proof_file::ProofContents;
/// let nothing = ProofContents::<u8>::default();
/// assert!(nothing.moves.is_empty() && nothing.line.0.is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofContents<M> {
    /// What is proved about moves.
    pub moves: Vec<ProvedMove<M>>,
    /// What tasks found about positions below.
    pub findings: Vec<Finding>,
    /// Best play to the end, or nothing.
    pub line: Line<M>,
}

impl<M> Default for ProofContents<M> {
    fn default() -> Self {
        ProofContents { moves: Vec::new(), findings: Vec::new(), line: Line::default() }
    }
}

const LINE: &str = "line\t";

/// Why a proof cannot go on from a file.
///
/// ```
/// use provebest::games::connect_four::ConnectFour;
/// use provebest::proof_file::{ProofFile, ResumeError};
/// let path = std::env::temp_dir().join(format!("provebest-no-proof-{}", std::process::id()));
/// std::fs::write(&path, "a letter\n")?;
/// let opened = ProofFile::open(&path, "connect4", &ConnectFour::default(), &Default::default());
/// assert!(matches!(opened, Err(ResumeError::NoProof)));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ResumeError {
    /// It could not be read or written.
    Io(io::Error),
    /// Another proof writes to it.
    InUse,
    /// It is no file of proofs.
    NoProof,
    /// It is a file of proofs of another format, as another version of this program writes it.
    Format {
        /// The number of the format.
        found: u32,
    },
    /// It is about another problem.
    Other {
        /// The problem of the file.
        found: String,
        /// The problem that was requested.
        wanted: String,
    },
    /// A line in the middle has a wrong checksum, or says something impossible.
    Damaged {
        /// Its number, counted from 1.
        line: usize,
    },
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumeError::Io(error) => error.fmt(f),
            ResumeError::InUse => f.write_str("in use: another proof writes to it"),
            ResumeError::NoProof => f.write_str("not a file of proofs"),
            ResumeError::Format { found } => {
                write!(
                    f,
                    "a proof in format {found}, of another version; this one reads format {FORMAT}: begin a new file"
                )
            }
            ResumeError::Other { found, wanted } => write!(f, "a proof of {found}, not of {wanted}"),
            ResumeError::Damaged { line } => write!(f, "line {line} is damaged"),
        }
    }
}

impl std::error::Error for ResumeError {}

impl From<io::Error> for ResumeError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::ResourceBusy => ResumeError::InUse,
            _ => ResumeError::Io(error),
        }
    }
}

impl ProofFile {
    /// Opens a file, or begins a new one, for a position of a game with this name, and returns what it holds. A torn last
    /// line is dropped.
    pub fn open<G: Text>(
        path: &Path,
        name: &str,
        game: &G,
        state: &G::State,
    ) -> Result<(ProofFile, ProofContents<G::Move>), ResumeError> {
        let (proof, lines) = ProofFile::open_lines(path, format!("{name} {}", game.print(state)))?;
        let mut moves = MoveList::new();
        game.moves(state, &mut moves);
        let mut kept = ProofContents::default();
        let mut positions = HashMap::new();
        for (number, text) in lines {
            let damaged = ResumeError::Damaged { line: number };
            if let Some(words) = text.strip_prefix(LINE) {
                kept.line = line(game, state, words).ok_or(damaged)?;
            } else if let Some((source, words)) = source_of(&text) {
                let finding = finding(game, state, source, words).ok_or(damaged)?;
                let known = positions.entry(finding.path.clone()).or_insert((finding.least, finding.most));
                *known = (known.0.max(finding.least), known.1.min(finding.most));
                if known.0 > known.1 {
                    return Err(ResumeError::Damaged { line: number });
                }
                kept.findings.push(finding);
            } else {
                let proved = proved(game, state, &moves, &text).ok_or(damaged)?;
                match kept.moves.iter_mut().find(|known| known.played == proved.played) {
                    None => kept.moves.push(proved),
                    Some(known) => {
                        (known.least, known.most) = (known.least.max(proved.least), known.most.min(proved.most));
                        if known.least > known.most {
                            return Err(ResumeError::Damaged { line: number });
                        }
                    }
                }
            }
        }
        Ok((proof, kept))
    }

    /// Opens a file about this problem, and returns its lines with their numbers. A file that is refused is left as it is.
    fn open_lines(path: &Path, wanted: String) -> Result<(ProofFile, Vec<(usize, String)>), ResumeError> {
        let (mut journal, bytes) = Journal::open(path)?;
        let head = format!("{HEAD}{FORMAT} {wanted}");
        // What follows the last line break was torn.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        journal.keep(whole);
        let mut proof = ProofFile { journal, seal: Seal::FIRST, waiting: String::new() };
        if whole == 0 {
            if !Seal::FIRST.close(&head).as_bytes().starts_with(&bytes) {
                return Err(ResumeError::NoProof);
            }
            proof.write(&head)?;
            proof.seal = Seal::behind(&head);
            return Ok((proof, Vec::new()));
        }
        let text = str::from_utf8(&bytes[..whole]).map_err(|_| ResumeError::NoProof)?;
        let mut lines = text.lines().enumerate();
        let first = lines.next().and_then(|(_, line)| Seal::FIRST.open(line)).ok_or(ResumeError::NoProof)?;
        let named = first.strip_prefix(HEAD).and_then(|rest| rest.split_once(' '));
        match named.and_then(|(format, found)| Some((format.parse().ok()?, found))) {
            None => return Err(ResumeError::NoProof),
            Some((found, _)) if found != FORMAT => return Err(ResumeError::Format { found }),
            Some((_, found)) if found != wanted => return Err(ResumeError::Other { found: found.into(), wanted }),
            Some(_) => proof.seal = Seal::behind(first),
        }
        let read = |(number, line): (usize, &str)| {
            let line = proof.seal.open(line).ok_or(ResumeError::Damaged { line: number + 1 })?;
            Ok((number + 1, line.to_string()))
        };
        let lines = lines.map(read).collect::<Result<Vec<_>, ResumeError>>()?;
        Ok((proof, lines))
    }

    /// Adds what is proved about a move, and waits until it is on the disk.
    pub fn append<G: Text>(
        &mut self,
        game: &G,
        state: &G::State,
        proved: &ProvedMove<G::Move>,
    ) -> Result<(), ResumeError> {
        Ok(self.write(&print_move(game, state, proved))?)
    }

    /// Adds best play to the end, and waits until it is on the disk.
    pub fn append_line<G: Text>(
        &mut self,
        game: &G,
        state: &G::State,
        line: &Line<G::Move>,
    ) -> Result<(), ResumeError> {
        let words = line_in_words(game, state, &line.0, |state, m| game.print_move(state, m));
        self.write(&format!("{LINE}{}", words.join("\t")))?;
        Ok(())
    }

    /// Adds what tasks found about positions, and what is proved about moves, and waits until all of it is on the disk. What
    /// cannot be written is written with the next call, if there is room then.
    ///
    /// ```
    /// use provebest::proof_file::ProofFile;
    /// use provebest::search::solve::{Finding, Source};
    /// use provebest::{Score, games::connect_four::ConnectFour};
    ///
    /// let path = std::env::temp_dir().join(format!("provebest-tasks-{}", std::process::id()));
    /// let (rules, board) = ConnectFour::parse("6x5:3344")?;
    /// let (mut file, _) = ProofFile::open(&path, "connect4", &rules, &board)?;
    /// let (least, most, source) = (Score(-3), Score(2), Source::Answered);
    /// let finding = Finding { path: vec![4, 0], least, most, source, nodes: 7_000_000, time: 1_500_000_000 };
    /// file.append_findings(&rules, &board, std::slice::from_ref(&finding), &[])?;
    /// drop(file);
    /// assert_eq!(ProofFile::open(&path, "connect4", &rules, &board)?.1.findings, [finding]);
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn append_findings<G: Text>(
        &mut self,
        game: &G,
        state: &G::State,
        findings: &[Finding],
        moves: &[ProvedMove<G::Move>],
    ) -> Result<(), ResumeError> {
        let findings = findings.iter().map(print_finding);
        let lines = findings.chain(moves.iter().map(|proved| print_move(game, state, proved)));
        self.waiting.extend(lines.map(|line| self.seal.close(&line)));
        self.journal.append_to_disk(self.waiting.as_bytes())?;
        self.waiting.clear();
        Ok(())
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        self.journal.append_to_disk(self.seal.close(line).as_bytes())
    }
}

/// A file with what was proved about a puzzle: no solution costs less than this. It is locked until this is dropped.
///
/// ```
/// use provebest::proof_file::BoundFile;
/// use provebest::puzzle::Cost;
///
/// let path = std::env::temp_dir().join(format!("provebest-bound-{}", std::process::id()));
/// let (mut file, bound) = BoundFile::open(&path, "tiles 3x3:8 7 6 0 4 1 2 5 3")?;
/// assert_eq!(bound, Cost(0), "a new file");
/// file.append(Cost(27))?;
/// file.append(Cost(29))?;
/// drop(file);
/// assert_eq!(BoundFile::open(&path, "tiles 3x3:8 7 6 0 4 1 2 5 3")?.1, Cost(29));
/// assert!(BoundFile::open(&path, "tiles 3x3:0 1 2 3 4 5 6 7 8").is_err());
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "puzzles")]
#[derive(Debug)]
pub struct BoundFile(ProofFile);

#[cfg(feature = "puzzles")]
const AT_LEAST: &str = "at least ";

#[cfg(feature = "puzzles")]
impl BoundFile {
    /// Opens a file, or begins a new one, for a problem, and returns the highest bound that it holds. A torn last line is
    /// dropped.
    pub fn open(path: &Path, problem: &str) -> Result<(BoundFile, Cost), ResumeError> {
        let (file, lines) = ProofFile::open_lines(path, problem.into())?;
        let mut bound = Cost::ZERO;
        for (number, line) in lines {
            let cost = line.strip_prefix(AT_LEAST).and_then(|cost| cost.parse().ok());
            bound = bound.max(Cost(cost.ok_or(ResumeError::Damaged { line: number })?));
        }
        Ok((BoundFile(file), bound))
    }

    /// Adds a bound, and waits until it is on the disk.
    pub fn append(&mut self, bound: Cost) -> Result<(), ResumeError> {
        Ok(self.0.write(&format!("{AT_LEAST}{}", bound.0))?)
    }
}

const SOURCES: [(Source, &str); 3] =
    [(Source::Answered, "answered\t"), (Source::Divided, "divided\t"), (Source::Noted, "noted\t")];

/// How the finding of a line came about, and the rest of the line.
fn source_of(line: &str) -> Option<(Source, &str)> {
    SOURCES.iter().find_map(|&(source, word)| Some((source, line.strip_prefix(word)?)))
}

/// `answered`, then the path as numbers from 1, the bounds, the nodes, and the seconds that it took.
fn print_finding(finding: &Finding) -> String {
    let Finding { path, least, most, source, nodes, time } = finding;
    let word = SOURCES.iter().find(|(one, _)| one == source).map_or("", |(_, word)| word);
    let path: Vec<String> = path.iter().map(|number| (u64::from(*number) + 1).to_string()).collect();
    format!("{word}{} {} {} {nodes} {:.1}", path.join("."), least.0, most.0, *time as f64 / 1e9)
}

/// What such a line says, if its path can be played.
fn finding<G: Text>(game: &G, state: &G::State, source: Source, words: &str) -> Option<Finding> {
    let [path, least, most, nodes, seconds] = words.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let number = |word: &str| word.parse::<u32>().ok()?.checked_sub(1);
    let path = path.split('.').map(number).collect::<Option<Vec<u32>>>()?;
    let (least, most) = (Score(least.parse().ok()?), Score(most.parse().ok()?));
    let seconds = seconds.parse().ok().filter(|seconds: &f64| (0.0..1e9).contains(seconds))?;
    let (mut state, mut moves) = (state.clone(), MoveList::new());
    for &number in &path {
        moves.clear();
        let open = game.moves(&state, &mut moves) == Status::Open;
        game.play(&mut state, *moves.as_slice().get(number as usize).filter(|_| open)?);
    }
    let time = (seconds * 1e9) as u64;
    (least <= most).then_some(Finding { path, least, most, source, nodes: nodes.parse().ok()?, time })
}

/// A move and what is proved about it.
fn print_move<G: Text>(game: &G, state: &G::State, proved: &ProvedMove<G::Move>) -> String {
    format!("{} {} {}", game.print_move(state, proved.played), proved.least.0, proved.most.0)
}

/// What a line says about a move.
fn proved<G: Text>(game: &G, state: &G::State, moves: &MoveList<G::Move>, line: &str) -> Option<ProvedMove<G::Move>> {
    let mut parts = line.rsplitn(3, ' ');
    let (most, least, name) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?);
    // As it is written today, or was once.
    let named = moves.as_slice().iter().copied().find(|&mv| game.print_move(state, mv) == name);
    let mv = named.or_else(|| game.parse_move(state, name).ok())?;
    (least <= most).then_some(ProvedMove { played: mv, least: Score(least), most: Score(most) })
}

/// The moves with these words.
fn line<G: Text>(game: &G, state: &G::State, words: &str) -> Option<Line<G::Move>> {
    let (mut state, mut line) = (state.clone(), Line::default());
    for word in words.split('\t') {
        let mv = game.parse_move(&state, word).ok()?;
        game.play(&mut state, mv);
        line.0.push(mv);
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use provebest_games::connect_four::ConnectFour;

    use super::*;
    use crate::solve;

    /// A file that is gone afterwards.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path = std::env::temp_dir().join(format!("provebest-{}-{name}", std::process::id()));
            let _ = std::fs::remove_file(&path);
            Scratch(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    #[test]
    fn goes_on_after_a_break_at_any_byte() {
        let (rules, board) = ConnectFour::parse("5x4:3344").unwrap();
        let scratch = Scratch::new("break");
        let open = || ProofFile::open(&scratch.0, "connect4", &rules, &board);
        let solution = solve(&rules, &board).all_moves().run().unwrap();
        let mut file = open().unwrap().0;
        for proved in &solution.moves {
            file.append(&rules, &board, proved).unwrap();
        }
        file.append_line(&rules, &board, &solution.line).unwrap();
        drop(file);
        let whole = std::fs::read(&scratch.0).unwrap();
        assert_eq!(
            open().unwrap().1,
            ProofContents { moves: solution.moves.clone(), line: solution.line.clone(), ..Default::default() }
        );
        for length in 0..whole.len() {
            std::fs::write(&scratch.0, &whole[..length]).unwrap();
            let lines = whole[..length].iter().filter(|&&byte| byte == b'\n').count();
            let (mut file, ProofContents { moves: known, line, .. }) = open().unwrap();
            assert_eq!(known, solution.moves[..lines.saturating_sub(1).min(solution.moves.len())]);
            assert_eq!(line, Line::default(), "the last one is torn");
            let again = solve(&rules, &board).all_moves().known(known.clone()).run().unwrap();
            assert_eq!((again.value, &again.moves), (solution.value, &solution.moves));
            assert!(again.skipped as usize <= known.len());
            file.append(&rules, &board, &solution.moves[0]).unwrap();
            drop(file);
            assert_eq!(open().unwrap().1.moves.len(), known.len().max(1), "nothing of the torn line is left");
        }
    }

    /// What is all known is not searched again, and a line that cannot be right is not believed.
    #[test]
    fn a_complete_proof_is_only_read() {
        let (rules, board) = ConnectFour::parse("5x4:33").unwrap();
        let scratch = Scratch::new("complete");
        let open = || ProofFile::open(&scratch.0, "connect4", &rules, &board).unwrap();
        let solution = solve(&rules, &board).run().unwrap();
        solution.moves.iter().for_each(|proved| open().0.append(&rules, &board, proved).unwrap());
        let again = || {
            let kept = open().1;
            solve(&rules, &board).known(kept.moves).known_line(kept.line.0).run().unwrap()
        };
        let searched = again();
        assert_eq!(searched.moves_to_end, solution.moves_to_end);
        assert!(searched.nodes > 0, "for the line");
        let best = solution.line.0[0];
        let other = solution.moves.iter().find(|one| one.played != best).unwrap().played;
        for wrong in [&solution.line.0[..1], &[other], &[]] {
            let known = solve(&rules, &board).known(solution.moves.clone()).known_line(wrong.to_vec());
            assert_eq!(known.run().unwrap(), searched);
        }
        open().0.append_line(&rules, &board, &Line(vec![other])).unwrap();
        open().0.append_line(&rules, &board, &solution.line).unwrap();
        let read = again();
        assert_eq!((&read.line, read.moves_to_end, read.nodes), (&solution.line, solution.moves_to_end, 0));
    }

    #[cfg(feature = "puzzles")]
    #[test]
    fn bounds_go_on_after_a_break_at_any_byte() {
        let scratch = Scratch::new("bounds");
        let open = || BoundFile::open(&scratch.0, "tiles 2x2:3 1 2 0");
        let mut file = open().unwrap().0;
        let all = [Cost(0), Cost(4), Cost(6)];
        all[1..].iter().for_each(|&bound| file.append(bound).unwrap());
        drop(file);
        let whole = std::fs::read(&scratch.0).unwrap();
        for length in 0..=whole.len() {
            std::fs::write(&scratch.0, &whole[..length]).unwrap();
            let lines = whole[..length].iter().filter(|&&byte| byte == b'\n').count();
            let (mut file, bound) = open().unwrap();
            assert_eq!(bound, all[lines.saturating_sub(1)]);
            file.append(Cost(8)).unwrap();
            drop(file);
            assert_eq!(open().unwrap().1, Cost(8), "nothing of the torn line is left");
        }
        let seal = open().unwrap().0.0.seal;
        std::fs::write(&scratch.0, [&whole[..], seal.close("at least not").as_bytes()].concat()).unwrap();
        assert!(matches!(open(), Err(ResumeError::Damaged { line: 4 })));
    }

    #[test]
    fn is_written_by_one_at_a_time() {
        let (rules, board) = ConnectFour::parse("5x4:3344").unwrap();
        let scratch = Scratch::new("use");
        let open = || ProofFile::open(&scratch.0, "connect4", &rules, &board);
        let proved = ProvedMove { played: 2, least: Score(-1), most: Score(3) };
        let mut first = open().unwrap().0;
        assert!(matches!(open(), Err(ResumeError::InUse)));
        first.append(&rules, &board, &proved).unwrap();
        assert!(matches!(BoundFile::open(&scratch.0, "tiles 2x2:3 1 2 0"), Err(ResumeError::InUse)));
        drop(first);
        assert_eq!(open().unwrap().1.moves, [proved]);
    }

    #[test]
    fn refuses_what_does_not_belong() {
        let (rules, board) = ConnectFour::parse("5x4:3344").unwrap();
        let other = ConnectFour::parse("5x4:33").unwrap().1;
        let scratch = Scratch::new("refuse");
        let open = |name: &str, board| ProofFile::open(&scratch.0, name, &rules, board);
        let mut file = open("connect4", &board).unwrap().0;
        file.append(&rules, &board, &ProvedMove { played: 2, least: Score(-1), most: Score(3) }).unwrap();
        drop(file);
        assert!(matches!(open("connect4", &other), Err(ResumeError::Other { .. })));
        assert!(matches!(open("connect5", &board), Err(ResumeError::Other { .. })));
        let whole = std::fs::read(&scratch.0).unwrap();
        let head = whole.iter().position(|&byte| byte == b'\n').unwrap();
        for place in 0..whole.len() - 1 {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            std::fs::write(&scratch.0, &damaged).unwrap();
            let error = open("connect4", &board).map(|(_, known)| known).unwrap_err();
            let right = match error {
                ResumeError::NoProof => place <= head,
                ResumeError::Damaged { line } => place > head && line >= 2 || place == head,
                _ => false,
            };
            assert!(right, "byte {place}: {error}");
        }
        std::fs::write(&scratch.0, "a letter to my aunt").unwrap();
        assert!(matches!(open("connect4", &board), Err(ResumeError::NoProof)));
    }
}
