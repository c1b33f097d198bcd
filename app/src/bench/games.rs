//! What the engine and the solver look at in a few positions: the last lines of the signature.

use provebest::games::chess::Chess;
use provebest::games::connect_four::ConnectFour;
use provebest::games::othello::Othello;
use provebest::search::engine::{Engine, EngineTask, Enhancements};
use provebest::search::solve::Proof;
use provebest::{Depth, Evaluate, Keyed, Skills, Solvable, Text};

/// What was looked at in the positions of a game.
pub struct GameCounts {
    pub who: &'static str,
    pub game: &'static str,
    pub nodes: u64,
    pub leaves: u64,
}

impl GameCounts {
    /// The line of `BENCH`.
    pub fn line(&self) -> String {
        let GameCounts { who, game, nodes, leaves } = self;
        format!("{who} {game} leaves={leaves} nodes={nodes}")
    }
}

const CHESS: [&str; 3] = [
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];
const OTHELLO: [&str; 2] = ["f5d6", "f5f6e6f4"];
const CONNECT_FOUR: [&str; 3] = ["4", "44", "43443555"];
/// Endings, to be solved.
const FOUR_ENDINGS: [&str; 3] = ["5x4:33", "7477227426172667", "216762562257711764152572"];
const OTHELLO_ENDING: &str = "--OXXXX--OXXOOOOO-XXXXXOXXXXXXXO-XXXXXXO-OXXXXOO-XXX-OOOX-XOOOOO X";

/// Runs them.
pub fn count() -> anyhow::Result<Vec<GameCounts>> {
    let (all, order) = (Enhancements::default(), Enhancements::FAITHFUL);
    let four = ConnectFour::default().centre_first().folded();
    let fours = CONNECT_FOUR.map(|text| ConnectFour::parse(text).map(|(_, board)| board));
    let fours = fours.into_iter().collect::<Result<Vec<_>, _>>()?;
    let chess = Chess::default();
    let mut endings = Vec::new();
    for text in FOUR_ENDINGS {
        let (rules, board) = ConnectFour::parse(text)?;
        endings.push(solved(&rules, &board)?);
    }
    Ok(vec![
        engine("chess", all, &chess, &read(&chess, &CHESS)?, 9)?,
        engine("othello", all, &Othello, &read(&Othello, &OTHELLO)?, 9)?,
        engine("connect4", all, &four, &fours, 12)?,
        GameCounts { who: "faithful-engine", ..engine("connect4", order, &four, &fours, 10)? },
        GameCounts { who: "solver", game: "connect4", nodes: endings.iter().sum(), leaves: 0 },
        GameCounts {
            who: "solver",
            game: "othello",
            nodes: solved(&Othello, &Othello.parse(OTHELLO_ENDING)?)?,
            leaves: 0,
        },
    ])
}

fn read<G: Text>(rules: &G, texts: &[&str]) -> anyhow::Result<Vec<G::State>> {
    Ok(texts.iter().map(|text| rules.parse(text)).collect::<Result<_, _>>()?)
}

fn engine<G: Evaluate + Keyed + Skills>(
    game: &'static str,
    on: Enhancements,
    rules: &G,
    roots: &[G::State],
    depth: u32,
) -> anyhow::Result<GameCounts> {
    let mut counts = GameCounts { who: "engine", game, nodes: 0, leaves: 0 };
    for root in roots {
        let engine = Engine::new(1 << 20, on)?;
        let tally = engine.search(&EngineTask::new(rules, root, Depth(depth)), &mut |_| None).tally;
        (counts.nodes, counts.leaves) = (counts.nodes + tally.nodes, counts.leaves + tally.leaves);
    }
    Ok(counts)
}

fn solved<G: Solvable>(rules: &G, root: &G::State) -> anyhow::Result<u64> {
    Ok(Proof::new(rules, root).hash(1 << 20).run()?.nodes)
}
