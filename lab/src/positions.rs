//! Positions of real games: an engine searches them to a given depth, and its leaves are counted.
//!
//! Only enhancements that leave the value as it is make sense here, and all have to agree on it.

use std::sync::OnceLock;

use anyhow::{Context, bail, ensure};
use cpu_time::ThreadTime;
use provebest::game::{SplitMix64, mix};
use provebest::games::connect_four::ConnectFour;
use provebest::games::othello::{Board as OthelloBoard, Othello};
use provebest::search::Limits;
use provebest::search::engine::Enhancements;
use provebest::{CancelToken, Depth, Game, MoveList, Status, Text};
use provebest_catalog::bare::{BareCount, count};
use provebest_catalog::games::{AnyGame, Placed};
use provebest_games::chess::{Chess, Epd};

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

/// How many positions of chess there are.
pub(crate) fn chess_positions() -> usize {
    bratko_kopec().len()
}

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
    trial.run(&numbered_position(seed, game, number)?)
}

/// The position of a game with this number.
pub(crate) fn numbered_position(seed: u64, game: GameKind, number: u32) -> anyhow::Result<AnyGame> {
    position(game, number, &mut SplitMix64::new(mix(mix(seed).wrapping_add(number.into()))))
}

fn position(game: GameKind, number: u32, chance: &mut SplitMix64) -> anyhow::Result<AnyGame> {
    Ok(match game {
        GameKind::Chess => {
            let root = bratko_kopec().get(number as usize).context("no such position")?.position.clone();
            AnyGame::Chess(Placed { rules: Chess::default(), root, values: None })
        }
        GameKind::ConnectFour => connect_four(number, chance)?,
        GameKind::Othello => AnyGame::Othello(Placed { rules: Othello, root: othello(number, chance), values: None }),
    })
}

/// The position of Connect Four with this number, as the catalog has it.
pub(crate) fn connect_four_position(seed: u64, number: u32) -> anyhow::Result<AnyGame> {
    numbered_position(seed, GameKind::ConnectFour, number)
}

fn bratko_kopec() -> &'static [Epd] {
    static ALL: OnceLock<Vec<Epd>> = OnceLock::new();
    ALL.get_or_init(|| {
        let text = include_str!("../../suites/chess/bratko_kopec.epd");
        Epd::parse_all(&Chess::default(), text).expect("a suite that is tested")
    })
}

/// A position of Bratko and Kopec as text, and the moves that solve it.
pub(crate) fn chess_problem(number: u32) -> anyhow::Result<(String, Vec<String>)> {
    let (rules, epd) = (Chess::default(), bratko_kopec().get(number as usize).context("no such position")?);
    let words = epd.best.iter().map(|&m| rules.print_move(&epd.position, m)).collect();
    Ok((rules.print(&epd.position), words))
}

/// After 4 to 12 random plies, and not decided within the next eight.
fn connect_four(number: u32, chance: &mut SplitMix64) -> anyhow::Result<AnyGame> {
    let rules = ConnectFour::default().centre_first();
    loop {
        let root = walk(&rules, rules.start(), 4 + number % 9, chance);
        let game = AnyGame::ConnectFour(Placed { rules, root, values: None });
        let met = met(&game, Depth(8), Enhancements::FAITHFUL, 1 << 16, Limits::default())?;
        if met.value.is_some_and(|value| value.end().is_none()) {
            return Ok(game);
        }
    }
}

/// What an engine meets in a position.
fn met(game: &AnyGame, depth: Depth, on: Enhancements, table: usize, limits: Limits<'_>) -> anyhow::Result<BareCount> {
    count(game, depth, on, table, limits)?.context("a game that is not played")
}

/// After 8 to 20 random plies.
fn othello(number: u32, chance: &mut SplitMix64) -> OthelloBoard {
    walk(&Othello, OthelloBoard::default(), 8 + number % 13, chance)
}

/// This number of random moves, or fewer if the game ends before.
pub(crate) fn walk<G: Game>(game: &G, mut state: G::State, plies: u32, chance: &mut SplitMix64) -> G::State {
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
    fn run(&self, game: &AnyGame) -> anyhow::Result<Option<Vec<Row>>> {
        let (mut rows, mut agreed) = (Vec::new(), None);
        for setup in self.setups {
            let limits = Limits { stop: Some(self.token), ..Limits::default() };
            let table = (setup.entries.unwrap_or(0) * ENTRY) as usize;
            let start = ThreadTime::now();
            let met = met(game, self.depth, setup.on, table, limits)?;
            let seconds = start.elapsed().as_secs_f64();
            let Some(value) = met.value.filter(|_| !self.token.is_cancelled()) else { return Ok(None) };
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
            rows.push(row(setup.name, met.leaves, met.nodes, setup.entries));
            if setup.on == Enhancements::NONE {
                rows.push(row(MINIMAL, met.minimal, 0, None));
            }
        }
        Ok(Some(rows))
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
    fn width(game: GameKind, depth: u32) -> f64 {
        let (mut nodes, mut moves) = (0, 0);
        for number in 0..24 {
            let chance = &mut SplitMix64::new(mix(mix(1).wrapping_add(number.into())));
            let game = position(game, number, chance).expect("a position");
            let met = met(&game, Depth(depth), Enhancements::NONE, 0, Limits::default()).expect("no table");
            (nodes, moves) = (nodes + met.opened.0, moves + met.opened.1);
        }
        moves as f64 / nodes as f64
    }

    #[test]
    fn widths_are_the_means_that_alpha_beta_meets() {
        let widths = [(GameKind::Chess, 4), (GameKind::ConnectFour, 6), (GameKind::Othello, 5)];
        let widths = widths.map(|(game, depth)| (game, width(game, depth)));
        // Near enough: they change a little whenever an evaluation does.
        let right = widths.iter().all(|(game, width)| (f64::from(game.width()) - width).abs() < 1.0);
        assert!(right, "{widths:?}");
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
