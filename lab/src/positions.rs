//! Positions of real games: an engine searches them to a given depth, and its leaves are counted.
//!
//! Only enhancements that leave the value as it is make sense here, and all have to agree on it. So that they can, a position
//! that comes again is searched like any other: whether it is a draw depends on the path, and a table does not know the path.

use std::cell::Cell;
use std::sync::OnceLock;

use anyhow::{Context, bail, ensure};
use cpu_time::ThreadTime;
use provebest::game::{SplitMix64, mix};
use provebest::games::connect_four::{Board as ConnectFourBoard, ConnectFour};
use provebest::games::othello::{Board as OthelloBoard, Othello};
use provebest::search::Limits;
use provebest::search::engine::{Engine, EngineTask, Enhancements};
use provebest::{CancelToken, Depth, Evaluate, Game, Keyed, MoveList, Order, Ply, Repeat, Score, Status};
use provebest_catalog::games::{AnyGame, Placed};
use provebest_games::chess::{Chess, Epd, Move, Piece, Position};

use crate::row::Row;
use crate::subject::{GameKind, Subject};

/// An engine to try on a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Its name in the tables.
    pub name: &'static str,
    /// What it does beyond alpha-beta.
    pub on: Enhancements,
    /// For how many entries its table has room, if it has one.
    pub entries: Option<u64>,
}

/// The name of a row that is no search: the leaves of the minimal tree with the mean width that direct alpha-beta, the first
/// setup, met at every level.
pub const MINIMAL: &str = "minimal-tree";

/// Two words.
const ENTRY: u64 = 16;

/// Are there as many positions of this game?
pub(crate) fn check(game: GameKind, positions: u32) -> anyhow::Result<()> {
    let all = bratko_kopec().len();
    ensure!(
        game != GameKind::Chess || positions as usize <= all,
        "{positions} positions of chess: there are {all}; expected at most {all}"
    );
    Ok(())
}

/// Tries all of these on a position; nothing if they were called off. Their values have to agree. A position that is decided
/// within the depth has no rows: deepening would stop before it.
pub fn run_all(
    seed: u64,
    subject: Subject,
    number: u32,
    setups: &[Setup],
    token: &CancelToken,
) -> anyhow::Result<Option<Vec<Row>>> {
    let Subject::Position { game, depth } = subject else { bail!("{subject}: not a position of a game") };
    let trial = Trial { game, depth: Depth(depth), setups, token };
    let chance = &mut SplitMix64::new(mix(mix(seed).wrapping_add(number.into())));
    match game {
        GameKind::Chess => {
            trial.run(&Chess::default(), bratko_kopec().get(number as usize).context("no such position")?)
        }
        GameKind::ConnectFour => {
            let game = ConnectFour::default().centre_first();
            trial.run(&game, &connect_four(&game, number, chance)?)
        }
        GameKind::Othello => trial.run(&Othello, &othello(number, chance)),
    }
}

/// The position of Connect Four with this number, as the catalog has it.
pub(crate) fn connect_four_position(seed: u64, number: u32) -> anyhow::Result<AnyGame> {
    let rules = ConnectFour::default().centre_first();
    let root = connect_four(&rules, number, &mut SplitMix64::new(mix(mix(seed).wrapping_add(number.into()))))?;
    Ok(AnyGame::ConnectFour(Placed { rules, root, values: None }))
}

fn bratko_kopec() -> &'static [Position] {
    static ALL: OnceLock<Vec<Position>> = OnceLock::new();
    ALL.get_or_init(|| {
        let text = include_str!("../../suites/chess/bratko_kopec.epd");
        let all = Epd::parse_all(&Chess::default(), text).expect("a suite that is tested");
        all.into_iter().map(|epd| epd.position).collect()
    })
}

/// After 4 to 12 random plies, and not decided within the next eight.
fn connect_four(game: &ConnectFour, number: u32, chance: &mut SplitMix64) -> anyhow::Result<ConnectFourBoard> {
    let engine = Engine::new(1 << 16, Enhancements::FAITHFUL)?;
    loop {
        let board = walk(game, game.start(), 4 + number % 9, chance);
        let bare = Bare::new(game);
        let root = At { state: board, ply: 0 };
        let answer = engine.search(&EngineTask::new(&bare, &root, Depth(8)), &mut |_| None);
        if answer.value.is_some_and(|value| value.end().is_none()) {
            return Ok(board);
        }
    }
}

/// After 8 to 20 random plies.
fn othello(number: u32, chance: &mut SplitMix64) -> OthelloBoard {
    walk(&Othello, OthelloBoard::default(), 8 + number % 13, chance)
}

/// This number of random moves, or fewer if the game ends before.
fn walk<G: Game>(game: &G, mut state: G::State, plies: u32, chance: &mut SplitMix64) -> G::State {
    let mut list = MoveList::new();
    for _ in 0..plies {
        list.clear();
        if game.moves(&state, &mut list) == Status::Open {
            let m = list.as_slice()[chance.below(list.len() as u64) as usize];
            game.play(&mut state, m);
        }
    }
    state
}

struct Trial<'a> {
    game: GameKind,
    depth: Depth,
    setups: &'a [Setup],
    token: &'a CancelToken,
}

impl Trial<'_> {
    fn run<G: Known>(&self, game: &G, state: &G::State) -> anyhow::Result<Option<Vec<Row>>> {
        let (mut rows, mut agreed) = (Vec::new(), None);
        let root = At { state: state.clone(), ply: 0 };
        for setup in self.setups {
            let bare = Bare::new(game);
            let engine = Engine::new((setup.entries.unwrap_or(0) * ENTRY) as usize, setup.on)?;
            let limits = Limits { stop: Some(self.token), ..Limits::default() };
            let task = EngineTask { limits, ..EngineTask::new(&bare, &root, self.depth) };
            let start = ThreadTime::now();
            let answer = engine.search(&task, &mut |_| None);
            let seconds = start.elapsed().as_secs_f64();
            if answer.stopped.is_some() || self.token.is_cancelled() {
                return Ok(None);
            }
            let value = answer.value.context("a search without limits has a value")?;
            if value.end().is_some() {
                return Ok(Some(Vec::new()));
            }
            let (other, known) = *agreed.get_or_insert((setup.name, value));
            if known != value {
                bail!("{}, depth {}: {other} finds {known:?}, {} finds {value:?}", self.game, self.depth.0, setup.name);
            }
            let row = |algorithm: &str, leaf_visits, nodes, entries: Option<u64>| Row {
                keys: vec![entries.map(|entries| entries as i64)],
                algorithm: algorithm.into(),
                leaves: None,
                leaf_visits,
                nodes,
                stored: 0,
                seconds,
                took: None,
                base: None,
                counts: Vec::new(),
            };
            rows.push(row(setup.name, answer.tally.leaves, answer.tally.nodes, setup.entries));
            if setup.on == Enhancements::NONE {
                rows.push(row(MINIMAL, bare.minimal(), 0, None));
            }
        }
        Ok(Some(rows))
    }
}

/// What an engine has to know of a game beyond its rules.
trait Known: Evaluate + Keyed {
    /// What the window of aspiration is measured in: three times its first reach.
    const UNIT: i32;
    /// As in [`Order`].
    const HISTORY_SIZE: usize;

    /// As in [`Order`].
    fn history_index(&self, state: &Self::State, m: Self::Move) -> usize;

    /// Is the move ordered without the history table?
    fn is_loud(&self, _: &Self::State, _: Self::Move) -> bool {
        false
    }

    /// As in [`Repeat`], if positions can come again.
    fn now(&self, _: &Self::State) -> Ply {
        Ply(0)
    }
}

impl Known for Chess {
    const UNIT: i32 = 100;
    const HISTORY_SIZE: usize = <Chess as Order>::HISTORY_SIZE;

    fn history_index(&self, position: &Position, m: Move) -> usize {
        Order::history_index(self, position, m)
    }

    /// Captures and promotions to a queen: those that are listed first.
    fn is_loud(&self, position: &Position, m: Move) -> bool {
        let board = position.board();
        let aslant = || m.from.file() != m.to.file() && board.pieces(Piece::Pawn).has(m.from);
        match m.promotion {
            Some(piece) => piece == Piece::Queen,
            None => board.colors(!board.side_to_move()).has(m.to) || aslant(),
        }
    }

    fn now(&self, position: &Position) -> Ply {
        Repeat::now(self, position)
    }
}

impl Known for ConnectFour {
    const UNIT: i32 = 8;
    const HISTORY_SIZE: usize = 2 * 64;

    /// The cell, and whose stone it is.
    fn history_index(&self, board: &ConnectFourBoard, column: u8) -> usize {
        let cell = u32::from(column) * self.height() + self.stones_in(board, column);
        (64 * (board.stones() % 2) + cell) as usize
    }
}

impl Known for Othello {
    const UNIT: i32 = 8;
    const HISTORY_SIZE: usize = 2 * 65;

    /// The field, or the pass, and whose disc it is.
    fn history_index(&self, board: &OthelloBoard, field: Option<u8>) -> usize {
        65 * board.turn as usize + field.map_or(64, usize::from)
    }
}

/// A game as a tree to count the leaves of: moves in the order of the game until the history table knows better,
/// no position that comes again, and a count of the moves at every level.
struct Bare<'a, G> {
    game: &'a G,
    /// Nodes that were opened and moves that they had, by level.
    levels: Vec<Cell<(u64, u64)>>,
}

/// A state, and how many plies it is away from the root.
#[derive(Clone)]
struct At<S> {
    state: S,
    ply: u32,
}

impl<'a, G: Known> Bare<'a, G> {
    const LEVELS: usize = 64;

    fn new(game: &'a G) -> Self {
        Bare { game, levels: vec![Cell::new((0, 0)); Self::LEVELS] }
    }

    /// Leaves of the minimal tree with the mean width of each level: w1 w3 ... + w2 w4 ... - 1 (Knuth and Moore 1975).
    fn minimal(&self) -> u64 {
        let widths = self.levels.iter().map(Cell::get).filter(|level| level.0 > 0);
        let (odd, even, _) = widths.fold((1.0, 1.0, true), |(odd, even, is_odd), (nodes, moves)| {
            let width = moves as f64 / nodes as f64;
            if is_odd { (odd * width, even, false) } else { (odd, even * width, true) }
        });
        (odd + even - 1.0_f64).round() as u64
    }
}

impl<G: Known> Game for Bare<'_, G> {
    type State = At<G::State>;
    type Move = G::Move;

    fn moves(&self, at: &Self::State, out: &mut MoveList<G::Move>) -> Status {
        let before = out.len();
        let status = self.game.moves(&at.state, out);
        if status == Status::Open
            && let Some(level) = self.levels.get(at.ply as usize)
        {
            let (nodes, moves) = level.get();
            level.set((nodes + 1, moves + (out.len() - before) as u64));
        }
        status
    }

    fn play(&self, at: &mut Self::State, m: G::Move) {
        self.game.play(&mut at.state, m);
        at.ply += 1;
    }

    fn status(&self, at: &Self::State, list: &mut MoveList<G::Move>) -> Status {
        self.game.status(&at.state, list)
    }
}

impl<G: Known> Evaluate for Bare<'_, G> {
    fn evaluate(&self, at: &Self::State) -> Score {
        self.game.evaluate(&at.state)
    }

    fn unit(&self) -> i32 {
        G::UNIT
    }

    fn horizon(&self, at: &Self::State, list: &mut MoveList<G::Move>) -> (Score, bool) {
        self.game.horizon(&at.state, list)
    }
}

provebest::skills!(impl[G: Known] Bare<'_, G>: Keyed, Order, Repeat);

impl<G: Known> Keyed for Bare<'_, G> {
    fn key(&self, at: &Self::State) -> u64 {
        self.game.key(&at.state)
    }
}

impl<G: Known> Order for Bare<'_, G> {
    const HISTORY_SIZE: usize = <G as Known>::HISTORY_SIZE;

    fn history_index(&self, at: &Self::State, m: G::Move) -> usize {
        Known::history_index(self.game, &at.state, m)
    }

    fn priority(&self, at: &Self::State, m: G::Move) -> i32 {
        self.game.is_loud(&at.state, m).into()
    }
}

impl<G: Known> Repeat for Bare<'_, G> {
    fn reversible(&self, _: &Self::State) -> u32 {
        0
    }

    fn now(&self, at: &Self::State) -> Ply {
        self.game.now(&at.state)
    }
}

#[cfg(test)]
mod tests {
    use provebest::search::engine::Driver;

    use super::*;

    const DIRECT: Setup = Setup { name: "alpha-beta", on: Enhancements::NONE, entries: None };

    fn rows(game: GameKind, depth: u32, number: u32, setups: &[Setup]) -> anyhow::Result<Vec<Row>> {
        let rows = run_all(1, Subject::Position { game, depth }, number, setups, &CancelToken::new());
        rows.map(|rows| rows.expect("it was not called off"))
    }

    /// Moves for each node that direct alpha-beta opens.
    fn width<G: Known>(game: &G, positions: &[G::State], depth: u32) -> f64 {
        let (mut nodes, mut moves) = (0, 0);
        for state in positions {
            let bare = Bare::new(game);
            let root = At { state: state.clone(), ply: 0 };
            let engine = Engine::new(0, Enhancements::NONE).expect("no table");
            engine.search(&EngineTask::new(&bare, &root, Depth(depth)), &mut |_| None);
            for (more_nodes, more_moves) in bare.levels.iter().map(Cell::get) {
                (nodes, moves) = (nodes + more_nodes, moves + more_moves);
            }
        }
        moves as f64 / nodes as f64
    }

    #[test]
    fn widths_are_the_means_that_alpha_beta_meets() {
        let chance = |number: u32| SplitMix64::new(mix(mix(1).wrapping_add(number.into())));
        let game = ConnectFour::default().centre_first();
        let boards: Vec<_> = (0..24).map(|n| connect_four(&game, n, &mut chance(n)).expect("a board")).collect();
        let discs: Vec<_> = (0..24).map(|n| othello(n, &mut chance(n))).collect();
        let widths = [
            (GameKind::Chess, width(&Chess::default(), bratko_kopec(), 4)),
            (GameKind::ConnectFour, width(&game, &boards, 6)),
            (GameKind::Othello, width(&Othello, &discs, 5)),
        ];
        // Near enough: they change a little whenever an evaluation does.
        let right = widths.iter().all(|(game, width)| (f64::from(game.width()) - width).abs() < 1.0);
        assert!(right, "{widths:?}");
    }

    #[test]
    fn the_minimal_tree_by_hand() {
        // The start of Connect Four has seven moves at each of the first levels.
        let game = ConnectFour::default();
        let bare = Bare::new(&game);
        let root = At { state: game.start(), ply: 0 };
        let engine = Engine::new(0, Enhancements::NONE).expect("no table");
        engine.search(&EngineTask::new(&bare, &root, Depth(5)), &mut |_| None);
        assert_eq!(bare.minimal(), 7 * 7 * 7 + 7 * 7 - 1);
    }

    #[test]
    fn faithful_setups_agree_and_others_are_caught() {
        let strong =
            |name, driver| Setup { name, on: Enhancements { driver, ..Enhancements::FAITHFUL }, entries: Some(64) };
        let setups = [DIRECT, strong("aspiration", Driver::Aspiration), strong("mtd-f", Driver::MtdF)];
        for (game, depth) in [(GameKind::Chess, 3), (GameKind::ConnectFour, 7), (GameKind::Othello, 5)] {
            for number in 0..24 {
                let rows = rows(game, depth, number, &setups).expect("one value");
                assert!(rows.is_empty() || rows.len() == 4, "{game} {number}");
                let minimal = rows.iter().find(|row| row.algorithm == MINIMAL).map_or(0, |row| row.leaf_visits);
                assert!(rows.iter().all(|row| row.leaf_visits > 0 && row.seconds >= 0.0) && minimal <= 20_000);
            }
        }
        let hasty = Setup {
            name: "hasty",
            on: Enhancements { pvs: true, late_pruning: true, ..Enhancements::NONE },
            entries: None,
        };
        let caught = (0..24).filter(|&number| rows(GameKind::Chess, 4, number, &[DIRECT, hasty]).is_err());
        assert!(caught.count() > 0, "pruning that changes no value");
    }

    #[test]
    fn what_is_decided_is_left_out() {
        // A mate in three.
        assert!(rows(GameKind::Chess, 5, 0, &[DIRECT]).expect("a value").is_empty());
        assert_eq!(rows(GameKind::Chess, 4, 0, &[DIRECT]).expect("a value").len(), 2);
    }

    #[test]
    fn sizes_that_are_not_there() {
        assert!(check(GameKind::Chess, 24).is_ok() && check(GameKind::ConnectFour, 100).is_ok());
        assert!(check(GameKind::Chess, 25).unwrap_err().to_string().contains("at most 24"));
    }
}
