//! Positions of which something is to be proved: boards of Connect Four and tic-tac-toe, mates in chess.

use std::sync::OnceLock;

use anyhow::{Context, ensure};
use cpu_time::ThreadTime;
use provebest::game::{Plain, Provable, SplitMix64, Text, mix};
use provebest::games::connect_four::ConnectFour;
use provebest::games::tic_tac_toe::{Board, TicTacToe};
use provebest::search::Limits;
use provebest::search::proof::{DfPn, Pn, Pn2, Question, Verdict, value};
use provebest::search::solve::Proof;
use provebest::{CancelToken, Score};
use provebest_games::chess::{MateProblem, Mates};

use crate::positions::walk;
use crate::row::Row;
use crate::subject::{ProofKind, ProofSize};

/// No search expands more nodes, or holds more bytes.
const MOST_NODES: u64 = 2_000_000;
const MOST_BYTES: u64 = 400_000_000;

/// Is there such a board, and are there as many problems?
pub(crate) fn check(size: ProofSize, number: u32) -> anyhow::Result<()> {
    let ProofSize { kind, width, depth } = size;
    match kind {
        ProofKind::ConnectFour => {
            ConnectFour::new(width, depth).with_context(|| format!("Connect Four {width}x{depth}: no such board"))?;
        }
        ProofKind::TicTacToe => ensure!((width, depth) == (3, 3), "tic-tac-toe {width}x{depth}: expected 3x3"),
        ProofKind::Mate => {
            let all = mates(depth).len();
            ensure!(width == 8, "mates on {width} columns: expected width 8");
            ensure!(number as usize <= all, "{number} mates in {depth}: there are {all}; expected at most {all}");
        }
    }
    Ok(())
}

/// All problems with a mate in this number of moves, and no sooner.
fn mates(moves: u32) -> Vec<&'static MateProblem> {
    static ALL: OnceLock<Vec<(MateProblem, u32)>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let text = include_str!("../../suites/chess/mate_problems.epd");
        let problem = |line: &str| {
            let (position, number) = line.split_once(" dm ")?;
            let number = number.trim_end_matches(';').trim().parse().ok()?;
            let position = Mates.parse(position.trim()).expect("a suite that is tested").position;
            Some((MateProblem::new(position, Some(number)), number))
        };
        text.lines().filter_map(problem).collect()
    });
    all.iter().filter(|(_, number)| *number == moves).map(|(problem, _)| problem).collect()
}

/// What one search did for all questions that a value takes.
struct Tried {
    /// The value, if it was proved.
    value: Option<Score>,
    nodes: u64,
    stored: Option<u64>,
}

/// Proves what is to be proved of the position with this number, by PN, PN\u{b2}, df-pn and the alpha-beta solver; nothing if they
/// were called off. Their answers have to agree. The first position of a board is the start, the others are a few random
/// plies later. The counts are 1 for a proof and 0 for none.
pub fn rows(seed: u64, size: ProofSize, number: u32, token: &CancelToken) -> anyhow::Result<Option<Vec<Row>>> {
    let chance = &mut SplitMix64::new(mix(mix(seed).wrapping_add(number.into())));
    match size.kind {
        ProofKind::ConnectFour => {
            let rules = ConnectFour::new(size.width, size.depth).context("no such board")?;
            let root = walk(&rules, rules.start(), number % 4, chance);
            all(&rules, &root, None, token)
        }
        ProofKind::TicTacToe => {
            let root = walk(&TicTacToe, Board::default(), number % 4, chance);
            all(&Plain(&TicTacToe), &root, None, token)
        }
        ProofKind::Mate => {
            let problem = mates(size.depth).get(number as usize).copied().context("no such problem")?;
            all(&Mates, problem, Some(Score(1)), token)
        }
    }
}

/// By all searches: the value, or whether it is at least this.
fn all<G: Provable>(
    game: &G,
    root: &G::State,
    least: Option<Score>,
    token: &CancelToken,
) -> anyhow::Result<Option<Vec<Row>>> {
    let limits = Limits { nodes: Some(MOST_NODES), bytes: Some(MOST_BYTES), stop: Some(token), ..Limits::default() };
    let question = |least: Score| Question::new(game, root, least).within(limits);
    type Ask<'a, M> = &'a dyn Fn(Score) -> Result<Verdict<M>, provebest::search::TooDeep>;
    let ask = |ask: Ask<'_, G::Move>| -> anyhow::Result<Tried> {
        let verdicts = match least {
            Some(least) => vec![(least, ask(least)?)],
            None => value(game, root, ask)?.asked,
        };
        let answered = verdicts.iter().all(|(_, verdict)| verdict.answer.is_some());
        let yes = verdicts.iter().filter(|(_, verdict)| verdict.answer == Some(true)).map(|(least, _)| *least).max();
        Ok(Tried {
            value: answered.then(|| yes.unwrap_or(game.bounds(root).0)),
            nodes: verdicts.iter().map(|(_, verdict)| verdict.expansions).sum(),
            stored: verdicts.iter().map(|(_, verdict)| verdict.stored).max(),
        })
    };
    let solve = || -> anyhow::Result<Tried> {
        let solution = Proof::new(game, root).within(limits).run()?;
        Ok(Tried { value: solution.value, nodes: solution.nodes, stored: None })
    };
    let searches: [(&str, &dyn Fn() -> anyhow::Result<Tried>); 4] = [
        ("pn", &|| ask(&|least| Pn::default().ask(&question(least)))),
        ("pn2", &|| ask(&|least| Pn2::default().ask(&question(least)))),
        ("df-pn", &|| ask(&|least| DfPn::default().ask(&question(least)))),
        ("solve", &solve),
    ];
    let (mut rows, mut agreed) = (Vec::new(), None);
    for (name, search) in searches {
        let clock = ThreadTime::now();
        let tried = search()?;
        let seconds = clock.elapsed().as_secs_f64();
        if token.is_cancelled() {
            return Ok(None);
        }
        if let Some(found) = tried.value {
            let value = *agreed.get_or_insert(found);
            ensure!(value == found, "{name} proves {found}, not {value}");
        }
        rows.push(Row {
            keys: Vec::new(),
            algorithm: name.into(),
            leaves: None,
            leaf_visits: 0,
            nodes: tried.nodes,
            stored: tried.stored.unwrap_or(0),
            seconds,
            took: None,
            base: None,
            counts: vec![Some(tried.value.is_some().into())],
        });
    }
    Ok(Some(rows))
}
