//! Sliding tiles whose size and heuristic are known only now: the boards of [`puzzle::tiles`](crate::puzzle::tiles) by text.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use provebest_game::TextError;
use provebest_puzzle::tiles::{
    DatabaseError, Databases, Direction, ForSize, Heuristic, LinearConflict, Manhattan, Opened, Origin, Partition,
    Patterns, Progress, Shape, Size, Slide, Tiles, TilesError, WalkingDistance, Written, with_size,
};
use provebest_puzzle::{Cost, Limits, News, Reason, Task};
use serde::{Deserialize, Serialize};

use crate::{AnyMachine, CannotRun, PuzzleAlgorithm, PuzzleSettings, PuzzleSolved};

/// The fewest rows and columns of a board.
const LEAST: usize = 3;

/// A board that can be solved: 3x3 to 5x5, the tiles row by row, 0 for the empty cell. The goal is 0 1 2 ...
///
/// ```
/// use provebest::tiles::Board;
///
/// let board: Board = "3x3:8 7 6 0 4 1 2 5 3".parse()?;
/// assert_eq!(board.to_string(), "3x3:8 7 6 0 4 1 2 5 3");
/// let error = "3x3:8 7 6 0 4 1 2 5 5".parse::<Board>().unwrap_err().to_string();
/// assert!(error.starts_with("tile 5 is there twice and tile 3 is missing at character 21: "));
/// # Ok::<(), provebest::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    width: usize,
    height: usize,
    tiles: Vec<usize>,
}

impl Board {
    /// A board with these tiles, if it can be solved.
    pub fn new(width: usize, height: usize, tiles: &[usize]) -> Result<Board, TilesError> {
        struct Check<'a>(&'a [usize]);
        impl ForSize for Check<'_> {
            type Output = Result<(), TilesError>;
            fn run<S: Shape>(self, size: S) -> Self::Output {
                Tiles::new(size, Manhattan::new()).position(self.0).map(|_| ())
            }
        }
        // The smallest boards are no puzzle, and every size takes its time to be compiled.
        if width < LEAST || height < LEAST {
            return Err(TilesError::Size { width, height });
        }
        with_size(width, height, Check(tiles))??;
        Ok(Board { width, height, tiles: tiles.to_vec() })
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The tiles row by row.
    pub fn tiles(&self) -> &[usize] {
        &self.tiles
    }

    /// The board after a move of the empty cell, if there is a cell to move to.
    ///
    /// ```
    /// use provebest::{puzzle::tiles::Direction, tiles::Board};
    /// let board: Board = "3x3:1 0 2 3 4 5 6 7 8".parse()?;
    /// assert_eq!(board.after(Direction::Left), Some("3x3:0 1 2 3 4 5 6 7 8".parse()?));
    /// assert_eq!(board.after(Direction::Up), None);
    /// # Ok::<(), provebest::TextError>(())
    /// ```
    pub fn after(&self, step: Direction) -> Option<Board> {
        let blank = self.tiles.iter().position(|&tile| tile == 0)?;
        let to = step.from(blank, self.width, self.height)?;
        let mut after = self.clone();
        after.tiles.swap(blank, to);
        Some(after)
    }

    /// Is every tile where it belongs?
    pub fn is_solved(&self) -> bool {
        self.tiles.iter().enumerate().all(|(cell, &tile)| cell == tile)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles: Vec<String> = self.tiles.iter().map(usize::to_string).collect();
        write!(f, "{}x{}:{}", self.width, self.height, tiles.join(" "))
    }
}

impl FromStr for Board {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Board, TextError> {
        let Ok(Written { width, height, .. }) = text.parse() else {
            let want = "a size and the tiles row by row, as in 3x3:8 7 6 0 4 1 2 5 3,";
            return Err(TextError::new(text, 0, "no board", want));
        };
        let begin = text.find(':').map_or(0, |colon| colon + 1);
        let between = |c: char| c.is_whitespace() || c == ',';
        let words = text[begin..].split(between).filter(|word| !word.is_empty());
        // Where each word stands: they are parts of the text.
        let words: Vec<(usize, &str)> =
            words.map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word)).collect();
        let cells = width.saturating_mul(height);
        let sized = with_size(width, height, Sized);
        let mut tiles = Vec::new();
        for &(place, word) in &words {
            let tile = word.parse().ok().filter(|&tile: &usize| tile < cells || sized.is_err());
            let want = || format!("a number from 0 to {}", cells.saturating_sub(1));
            tiles.push(tile.ok_or_else(|| TextError::new(text, place, "no tile", want()))?);
        }
        Board::new(width, height, &tiles).map_err(|error| {
            let wrong = |place, why: String, want: String| TextError::new(text, place, why, want);
            match error {
                TilesError::Size { .. } => {
                    wrong(0, format!("a board of {width}x{height}"), "a width and a height from 3 to 5".into())
                }
                TilesError::Count { found, cells } => {
                    let why = format!("{found} tiles on a board of {cells} cells");
                    let place = words.get(cells).map_or(text.len(), |&(place, _)| place);
                    wrong(place, why, format!("{cells} numbers, 0 for the empty cell,"))
                }
                TilesError::Twice { tile, second, missing, .. } => wrong(
                    words.get(second - 1).map_or(begin, |&(place, _)| place),
                    format!("tile {tile} is there twice and tile {missing} is missing"),
                    format!("every number from 0 to {} once", cells - 1),
                ),
                TilesError::Parity => wrong(
                    begin,
                    "a board that cannot be solved (a slide changes the order of the tiles and the colour of the empty cell \
                     together, and here one of them is odd and the other even)"
                        .into(),
                    "the same board with any two tiles exchanged".into(),
                ),
                other => wrong(begin, other.to_string(), "a board such as 3x3:8 7 6 0 4 1 2 5 3".into()),
            }
        })
    }
}

/// Is there such a size?
struct Sized;

impl ForSize for Sized {
    type Output = ();
    fn run<S: Shape>(self, _: S) {}
}

/// How far a board is from the goal at least: the heuristics by name.
///
/// ```
/// use provebest::tiles::Guess;
/// assert_eq!("pdb-78".parse(), Ok(Guess::SevenEight));
/// assert!(Guess::WalkingDistance.fits(4, 4) && !Guess::WalkingDistance.fits(5, 5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Guess {
    /// Manhattan distance.
    Manhattan,
    /// Manhattan distance with linear conflicts.
    LinearConflict,
    /// Walking distance, for boards of up to 16 cells.
    WalkingDistance,
    /// Pattern databases of 6, 6 and 3 tiles, for 4x4: 12 MB.
    SixSixThree,
    /// Pattern databases of 7 and 8 tiles, for 4x4: 577 MB.
    SevenEight,
}

impl Guess {
    /// All of them, the simplest first.
    pub const ALL: [Guess; 5] =
        [Guess::Manhattan, Guess::LinearConflict, Guess::WalkingDistance, Guess::SixSixThree, Guess::SevenEight];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Guess::Manhattan => "manhattan",
            Guess::LinearConflict => "linear-conflict",
            Guess::WalkingDistance => "walking-distance",
            Guess::SixSixThree => "pdb-663",
            Guess::SevenEight => "pdb-78",
        }
    }

    /// What it is, in a line.
    pub const fn summary(self) -> &'static str {
        match self {
            Guess::Manhattan => "how far each tile is from home",
            Guess::LinearConflict => "the same, and two more for tiles that stand in each other's way",
            Guess::WalkingDistance => "the moves that bring every tile into its row, and those for the columns",
            Guess::SixSixThree => "pattern databases of 6, 6 and 3 tiles, 12 MB (4x4)",
            Guess::SevenEight => "pattern databases of 7 and 8 tiles, 577 MB (4x4)",
        }
    }

    /// Is there such a heuristic for boards of this size?
    pub const fn fits(self, width: usize, height: usize) -> bool {
        match self {
            Guess::Manhattan | Guess::LinearConflict => true,
            Guess::WalkingDistance => width * height <= 16,
            Guess::SixSixThree | Guess::SevenEight => width == 4 && height == 4,
        }
    }

    /// The best one for boards of this size that needs no large databases.
    pub const fn usual(width: usize, height: usize) -> Guess {
        match (width, height) {
            (4, 4) => Guess::SixSixThree,
            _ if width * height <= 16 => Guess::WalkingDistance,
            _ => Guess::LinearConflict,
        }
    }

    /// How its databases divide the tiles, if it has any.
    pub fn partition(self) -> Option<Partition> {
        match self {
            Guess::SixSixThree => Some(Partition::six_six_three()),
            Guess::SevenEight => Some(Partition::seven_eight()),
            _ => None,
        }
    }

    /// Its databases, if it has any: from their file in a folder, or built and then written there. Without a folder they
    /// are built and not kept. `progress` hears how far that is, and may have a reason to stop.
    pub fn databases(
        self,
        folder: Option<&Path>,
        progress: &mut dyn FnMut(Progress) -> Option<Reason>,
    ) -> Result<Option<Opened>, DatabaseError> {
        let Some(partition) = self.partition() else { return Ok(None) };
        if let Some(folder) = folder {
            return Databases::open(&folder.join(format!("{partition}.tiles")), &partition, progress).map(Some);
        }
        let databases = Databases::build(&partition, progress)?;
        let nowhere = || std::io::Error::new(std::io::ErrorKind::NotFound, "there is no folder for it");
        Ok(Some(Opened { databases, origin: Origin::Built { why: nowhere(), written: Err(nowhere()) } }))
    }
}

impl fmt::Display for Guess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Guess {
    type Err = String;

    fn from_str(text: &str) -> Result<Guess, String> {
        let names = || Guess::ALL.map(Guess::name).join(", ");
        let found = Guess::ALL.into_iter().find(|guess| guess.name() == text);
        found.ok_or_else(|| format!("no heuristic is called '{text}': there are {}", names()))
    }
}

/// A board to be solved, and how.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The board.
    pub board: &'a Board,
    /// The heuristic.
    pub guess: Guess,
    /// Its databases, if it needs any.
    pub databases: Option<&'a Databases>,
    /// The search.
    pub algorithm: PuzzleAlgorithm,
    /// Bytes for the table of IDA*, 0 for none.
    pub table: usize,
    /// Parallel IDA* searches its last iteration to the end.
    pub exhaustive: bool,
    /// Where it runs.
    pub machine: &'a AnyMachine,
    /// What may end it early.
    pub limits: Limits<'a>,
    /// No solution is shorter: what was proved before.
    pub at_least: Cost,
    /// Who hears how it goes.
    pub listener: Option<&'a (dyn Fn(&News) + Sync)>,
}

/// A question that cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum QuestionError {
    /// The heuristic is not for boards of this size.
    Size {
        /// The heuristic.
        guess: Guess,
        /// Columns of the board.
        width: usize,
        /// Rows of the board.
        height: usize,
    },
    /// The databases are missing, or others.
    Databases(String),
    /// The search does not run there.
    Machine(CannotRun),
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuestionError::Size { guess, width, height } => {
                let fitting: Vec<_> =
                    Guess::ALL.iter().filter(|one| one.fits(*width, *height)).map(|one| one.name()).collect();
                write!(f, "{guess} is not for boards of {width}x{height}: {} would be right", fitting.join(" or "))
            }
            QuestionError::Databases(why) => f.write_str(why),
            QuestionError::Machine(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for QuestionError {}

impl<'a> Question<'a> {
    /// A board, to be solved by IDA* with Manhattan distance, without limits.
    pub fn new(board: &'a Board) -> Question<'a> {
        Question {
            board,
            guess: Guess::Manhattan,
            databases: None,
            algorithm: PuzzleAlgorithm::IdaStar,
            table: 0,
            exhaustive: false,
            machine: &AnyMachine::Alone,
            limits: Limits::default(),
            at_least: Cost::ZERO,
            listener: None,
        }
    }

    /// Solves it.
    ///
    /// ```
    /// use provebest::{puzzle::Cost, tiles::{Board, Guess, Question}};
    /// let board: Board = "3x3:8 7 6 0 4 1 2 5 3".parse()?;
    /// let question = Question { guess: Guess::WalkingDistance, ..Question::new(&board) };
    /// assert_eq!(question.solve()?.report.bound, Cost(31));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&self) -> Result<PuzzleSolved<Direction>, QuestionError> {
        self.check()?;
        let Board { width, height, .. } = *self.board;
        if self.guess.partition().is_some() {
            let databases = self.databases.filter(|one| Some(one.partition()) == self.guess.partition().as_ref());
            let missing = || QuestionError::Databases(format!("{} needs its databases", self.guess));
            let patterns = Patterns::new(Size::<4, 4>, databases.ok_or_else(missing)?);
            let patterns = patterns.map_err(|error| QuestionError::Databases(error.to_string()))?;
            return self.solve_with(Size::<4, 4>, patterns);
        }
        match (width, height, self.guess) {
            (4, 4, Guess::Manhattan) => self.solve_with(Size::<4, 4>, Manhattan::new()),
            (4, 4, Guess::LinearConflict) => self.solve_with(Size::<4, 4>, LinearConflict::new()),
            (4, 4, _) => self.solve_with(Size::<4, 4>, self.walking()?),
            (3, 3, _) => self.solve_mixed(Size::<3, 3>),
            (3, 4, _) => self.solve_mixed(Size::<3, 4>),
            (3, 5, _) => self.solve_mixed(Size::<3, 5>),
            (4, 3, _) => self.solve_mixed(Size::<4, 3>),
            (4, 5, _) => self.solve_mixed(Size::<4, 5>),
            (5, 3, _) => self.solve_mixed(Size::<5, 3>),
            (5, 4, _) => self.solve_mixed(Size::<5, 4>),
            _ => self.solve_mixed(Size::<5, 5>),
        }
    }

    /// Do heuristic and machine suit? Databases are not looked at.
    pub fn check(&self) -> Result<(), QuestionError> {
        let Board { width, height, .. } = *self.board;
        if !self.guess.fits(width, height) {
            return Err(QuestionError::Size { guess: self.guess, width, height });
        }
        self.algorithm.check(self.machine).map_err(QuestionError::Machine)
    }

    fn solve_mixed<S: Shape>(&self, size: S) -> Result<PuzzleSolved<Direction>, QuestionError> {
        let heuristic = match self.guess {
            Guess::LinearConflict => Mixed::LinearConflict(Box::new(LinearConflict::new())),
            Guess::WalkingDistance => Mixed::WalkingDistance(self.walking()?),
            _ => Mixed::Manhattan(Box::new(Manhattan::new())),
        };
        self.solve_with(size, heuristic)
    }

    fn walking<S: Shape>(&self) -> Result<WalkingDistance<S>, QuestionError> {
        let large = |_| QuestionError::Size { guess: self.guess, width: S::WIDTH, height: S::HEIGHT };
        WalkingDistance::new().map_err(large)
    }

    fn solve_with<S: Shape, H: Heuristic<S>>(
        &self,
        size: S,
        heuristic: H,
    ) -> Result<PuzzleSolved<Direction>, QuestionError> {
        let Question { board, guess, algorithm, table, exhaustive, machine, limits, at_least, listener, .. } = *self;
        let tiles = Tiles::new(size, heuristic);
        let wrong = |_| QuestionError::Size { guess, width: S::WIDTH, height: S::HEIGHT };
        let start = tiles.position(&board.tiles).map_err(wrong)?;
        let task = Task { limits, at_least, listener, ..Task::new(&tiles, &start) };
        // Every slide changes the colour of the empty cell: all solutions are odd, or all are even.
        let settings = PuzzleSettings { step: Cost(2), table, exhaustive };
        algorithm.solve(&task, &settings, machine).map_err(QuestionError::Machine)
    }
}

/// One of the heuristics without databases. A search is compiled once for all of them, and only the 15-puzzle has one for
/// each, without the choice at every slide: compiling takes seconds for every pair.
enum Mixed<S> {
    Manhattan(Box<Manhattan<S>>),
    LinearConflict(Box<LinearConflict<S>>),
    WalkingDistance(WalkingDistance<S>),
}

/// What it keeps with a board, which is the same for boards of every size.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Note {
    Manhattan(NoteOf<Manhattan<Any>>),
    LinearConflict(NoteOf<LinearConflict<Any>>),
    WalkingDistance(NoteOf<WalkingDistance<Any>>),
}

type Any = Size<4, 4>;
type NoteOf<H> = <H as Heuristic<Any>>::Note;

impl<S: Shape> Heuristic<S> for Mixed<S> {
    type Note = Note;

    fn note(&self, tiles: &[usize]) -> Note {
        match self {
            Mixed::Manhattan(one) => Note::Manhattan(one.note(tiles)),
            Mixed::LinearConflict(one) => Note::LinearConflict(one.note(tiles)),
            Mixed::WalkingDistance(one) => Note::WalkingDistance(one.note(tiles)),
        }
    }

    #[inline(always)]
    fn slide(&self, note: Note, slide: Slide<S>) -> Note {
        match (self, note) {
            (Mixed::Manhattan(one), Note::Manhattan(note)) => Note::Manhattan(one.slide(note, slide)),
            (Mixed::LinearConflict(one), Note::LinearConflict(note)) => Note::LinearConflict(one.slide(note, slide)),
            (Mixed::WalkingDistance(one), Note::WalkingDistance(note)) => Note::WalkingDistance(one.slide(note, slide)),
            _ => unreachable!("the note of another heuristic"),
        }
    }

    #[inline(always)]
    fn cost(&self, note: Note) -> Cost {
        match (self, note) {
            (Mixed::Manhattan(one), Note::Manhattan(note)) => one.cost(note),
            (Mixed::LinearConflict(one), Note::LinearConflict(note)) => one.cost(note),
            (Mixed::WalkingDistance(one), Note::WalkingDistance(note)) => one.cost(note),
            _ => unreachable!("the note of another heuristic"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_named_with_their_place() {
        for (text, place, words) in [
            ("", 0, "as in 3x3:"),
            ("3x3", 0, "as in 3x3:"),
            ("3by3:8 7 6", 0, "as in 3x3:"),
            ("3x3:", 4, "0 tiles on a board of 9 cells"),
            ("3x3:8 7 6 0 4 1 2 5", 19, "8 tiles on a board of 9 cells"),
            ("3x3:8 7 6 0 4 1 2 5 3 3", 22, "10 tiles on a board of 9 cells"),
            ("3x3:8 7 6 0 4 1 2 5 9", 20, "from 0 to 8"),
            ("3x3:8 7 6 0 4 1 2 5 x", 20, "from 0 to 8"),
            ("3x3:8 7 6 0 4 1 2 5 -3", 20, "from 0 to 8"),
            ("3x3:8 7 6 0 4 1 2 5 5", 20, "tile 5 is there twice and tile 3 is missing"),
            ("3x3:8 7 6 0 4 1 2 3 5", 4, "cannot be solved"),
            ("6x3:8 7 6 0 4 1 2 3 5", 0, "from 3 to 5"),
            ("1x3:0 1 2", 0, "from 3 to 5"),
            ("99999999999x99999999999:0 1 2", 0, "from 3 to 5"),
        ] {
            let error = text.parse::<Board>().unwrap_err();
            assert!(error.place == place && error.to_string().contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn every_search_with_every_heuristic_finds_the_shortest_solution() {
        let board: Board = "3x4:6 2 4 8 7 10 3 9 11 1 0 5".parse().unwrap();
        let mut lengths = Vec::new();
        for algorithm in PuzzleAlgorithm::ALL {
            for guess in Guess::ALL.into_iter().filter(|guess| guess.fits(3, 4)) {
                let machine = if algorithm.is_parallel() { AnyMachine::simulated(3) } else { AnyMachine::Alone };
                let question = Question { guess, algorithm, machine: &machine, ..Question::new(&board) };
                let report = question.solve().unwrap().report;
                assert!(report.is_optimal(), "{algorithm} {guess}");
                let moves = report.solution.unwrap().moves;
                let end = moves.iter().try_fold(board.clone(), |board, &step| board.after(step));
                assert!(end.is_some_and(|end| end.is_solved()), "{algorithm} {guess}");
                lengths.push(moves.len());
            }
        }
        assert!(lengths.len() == 15 && lengths.iter().all(|&length| length == lengths[0]), "{lengths:?}");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let board: Board = "5x5:1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24".parse().unwrap();
        let said = |question: Question<'_>| question.solve().unwrap_err().to_string();
        let walking = said(Question { guess: Guess::WalkingDistance, ..Question::new(&board) });
        assert!(walking.ends_with("5x5: manhattan or linear-conflict would be right"), "{walking}");
        let lock_step = AnyMachine::LockStep(4);
        let algorithm = PuzzleAlgorithm::ParallelWindow;
        let there = said(Question { algorithm, machine: &lock_step, ..Question::new(&board) });
        assert!(there.contains("sim:4 or threads:4"), "{there}");
        let board: Board = "4x4:1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15".parse().unwrap();
        let without = said(Question { guess: Guess::SixSixThree, ..Question::new(&board) });
        assert!(without.contains("needs its databases"), "{without}");
    }
}
