//! Certificates are written, checked, and refused when something in them was changed.

#[path = "../../suites/graph.rs"]
mod graph;

use graph::Graph;
use provebest_game::{Game, MoveList, Plain, Provable, Score, Solvable, SplitMix64, Status, Text};
use provebest_games::chess::{MateProblem, Mates};
use provebest_games::connect_four::ConnectFour;
use provebest_games::othello::{Othello, Problem};
use provebest_games::tic_tac_toe::{Board, TicTacToe};
use provebest_games::tree::{RandomTree, Tree};
use provebest_search::Limits;
use provebest_search::proof::certificate::{Certificate, Claim, FromProof, FromSolver, NoCertificate, Oracle};
use provebest_search::proof::{DfPn, Question};
use provebest_search::solve::Proof;
use provebest_verify::{Proved, verify, verify_game};

/// A certificate by df-pn: what is answered to the question.
fn by_df_pn<G: Provable>(
    game: &G,
    root: &G::State,
    names: (&str, &str),
    least: i32,
    entries: u64,
) -> Result<(Vec<u8>, Claim), NoCertificate> {
    let search = DfPn { entries, ..DfPn::default() };
    let question = Question::new(game, root, Score(least));
    let yes = search.ask(&question).unwrap().answer.unwrap();
    let claim = if yes { Claim::AtLeast(Score(least)) } else { Claim::AtMost(Score(least - 1)) };
    let mut certificate = Certificate::begin(Vec::new(), names.0, names.1, &[claim])?;
    let answered = FromProof::ask(search, &question, |oracle| certificate.tree(game, root, 0, oracle))?;
    assert_eq!(answered, claim);
    Ok((certificate.end()?.0, claim))
}

/// A certificate of a value by the solver.
fn by_solver<G: Provable>(game: &G, root: &G::State, names: (&str, &str), value: Score, hash: u64) -> Vec<u8> {
    let claims = [Claim::AtLeast(value), Claim::AtMost(value)];
    let mut certificate = Certificate::begin(Vec::new(), names.0, names.1, &claims).unwrap();
    for (number, claim) in claims.into_iter().enumerate() {
        let mut oracle = FromSolver::new(game, root, claim, hash, Limits::default());
        certificate.tree(game, root, number, &mut oracle).unwrap();
    }
    certificate.end().unwrap().0
}

fn bounds(claim: Claim) -> (Option<Score>, Option<Score>) {
    match claim {
        Claim::AtLeast(least) => (Some(least), None),
        Claim::AtMost(most) => (None, Some(most)),
    }
}

/// The same bytes with a checksum that is right.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let body = &bytes[..bytes.len() - 8];
    let add = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    let sum = body.iter().fold(0xcbf2_9ce4_8422_2325, add);
    [body, &sum.to_le_bytes()].concat()
}

fn minimax(tree: &Tree, node: &provebest_games::tree::Node) -> Score {
    let mut list = MoveList::new();
    if let Status::Over(value) = tree.moves(node, &mut list) {
        return value;
    }
    let children = list.as_slice().iter().map(|&m| {
        let mut child = *node;
        tree.play(&mut child, m);
        -minimax(tree, &child)
    });
    children.max().unwrap()
}

/// Is what was proved true of a tree?
fn is_true(proved: &Proved) -> bool {
    let tree: Tree = proved.position.parse().unwrap();
    let value = minimax(&tree, &tree.root());
    proved.least.is_none_or(|least| value >= least) && proved.most.is_none_or(|most| value <= most)
}

#[test]
fn trees_and_their_mutations() {
    let (mut mutations, mut still_true) = (0, 0);
    let mut chance = SplitMix64::new(17);
    for seed in 0..400 {
        let tree = Tree::random(&RandomTree { depth: provebest_game::Depth(4), values: 2, ..RandomTree::varied(seed) });
        let (game, root, text) = (Plain(&tree), tree.root(), tree.to_string());
        let value = minimax(&tree, &root);
        let both = by_solver(&game, &root, ("tree", &text), value, 1 << 16);
        let proved = verify(&mut &both[..]).unwrap();
        assert_eq!((proved.least, proved.most), (Some(value), Some(value)), "seed {seed}");
        for least in [value.0, value.0 + 1] {
            let (bytes, claim) = by_df_pn(&game, &root, ("tree", &text), least, 16).unwrap();
            let proved = verify(&mut &bytes[..]).unwrap();
            assert_eq!((proved.least, proved.most), bounds(claim), "seed {seed}");
            let body = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2;
            for _ in 0..25 {
                let mut changed = bytes.clone();
                // A move, a bound or a reference, or anything in the head: the position and the claim.
                let from = if chance.below(4) == 0 { 24 } else { body };
                let place = from + chance.below((bytes.len() - 8 - from).max(1) as u64) as usize;
                changed[place] = changed[place].wrapping_add(1 + chance.below(255) as u8);
                mutations += 1;
                assert!(verify(&mut &changed[..]).is_err(), "the checksum");
                // Even with a checksum that is right, nothing false is proved.
                if let Ok(proved) = verify(&mut &sealed(&changed)[..]) {
                    assert!(is_true(&proved), "seed {seed}, byte {place}: {proved:?}");
                    still_true += 1;
                }
            }
        }
    }
    assert!(mutations >= 20_000, "{mutations}");
    assert!(still_true < mutations / 20, "{still_true} of {mutations} are other true certificates");
}

#[test]
fn a_claim_that_asks_more_is_refused() {
    for seed in 0..300 {
        let tree = Tree::random(&RandomTree::varied(seed));
        let (game, root, text) = (Plain(&tree), tree.root(), tree.to_string());
        let value = minimax(&tree, &root);
        let bytes = by_solver(&game, &root, ("tree", &text), value, 1 << 16);
        let head = |least: i32, most: i32| format!("{text}\nat least {least}\nat most {most}\n\n").into_bytes();
        let (old, more, less) = (head(value.0, value.0), head(value.0 + 1, value.0), head(value.0, value.0 - 1));
        let start = b"provebest certificate 1\ntree\n".len();
        assert!(bytes[start..].starts_with(&old));
        for other in [more, less] {
            let changed = [&bytes[..start], &other, &bytes[start + old.len()..]].concat();
            assert!(verify(&mut &sealed(&changed)[..]).is_err(), "seed {seed}");
        }
    }
}

#[test]
fn graphs_with_cycles() {
    let (mut chance, mut returning) = (SplitMix64::new(5), 0);
    for seed in 0..3000 {
        let graph = Graph::random(seed, 14, [8, 15, 30][seed as usize % 3]);
        for root in [0, 1] {
            for least in [0, 1] {
                let (bytes, claim) = by_df_pn(&graph, &root, ("graph", &root.to_string()), least, 1 << 8).unwrap();
                let check = |bytes: &[u8]| verify_game(&mut &bytes[..], &graph, |text| graph.parse(text).ok());
                let proved = check(&bytes).unwrap_or_else(|refused| panic!("seed {seed}, {root}, {claim}: {refused}"));
                assert_eq!((proved.least, proved.most), bounds(claim));
                returning += usize::from(proved.shared > 0);
                for _ in 0..5 {
                    let mut changed = bytes.clone();
                    let place = 24 + chance.below(bytes.len() as u64 - 32) as usize;
                    changed[place] ^= 1 << chance.below(8);
                    assert!(check(&changed).is_err());
                    let Ok(proved) = check(&sealed(&changed)) else { continue };
                    let root: u32 = proved.position.parse().unwrap();
                    let at_least = |least: i32| graph.at_least(root, least)[root as usize];
                    assert!(proved.least.is_none_or(|least| at_least(least.0)), "seed {seed}: {proved:?}");
                    assert!(proved.most.is_none_or(|most| !at_least(most.0 + 1)), "seed {seed}: {proved:?}");
                }
            }
        }
    }
    assert!(returning > 500, "{returning}");
}

/// The rest of a game, which the checker plays itself, keeps no more than is true.
fn false_claims(bytes: &[u8], value: Score) {
    let claims = |least: i32, most: i32| format!("\nat least {least}\nat most {most}\n\n").into_bytes();
    let old = claims(value.0, value.0);
    let place = bytes.windows(old.len()).position(|part| part == old).unwrap();
    for other in [claims(value.0 + 1, value.0), claims(value.0, value.0 - 1), claims(value.0 + 1, value.0 + 1)] {
        let changed = [&bytes[..place], &other, &bytes[place + old.len()..]].concat();
        assert!(verify(&mut &sealed(&changed)[..]).is_err());
    }
}

#[test]
fn games_by_both_solvers() {
    let game = Plain(&TicTacToe);
    for entries in [16, 1 << 14] {
        for (least, proved_bounds) in [(0, (Some(Score(0)), None)), (1, (None, Some(Score(0))))] {
            let (bytes, _) = by_df_pn(&game, &Board::default(), ("tictactoe", "-"), least, entries).unwrap();
            let proved = verify(&mut &bytes[..]).unwrap();
            assert_eq!((proved.least, proved.most), proved_bounds);
        }
    }
    for text in ["4x3:", "3x4:", "5x4:", "4x5:", "5x5:33", "6x5:3344"] {
        let (rules, board) = ConnectFour::parse(text).unwrap();
        let value = provebest_search::solve::Proof::new(&rules, &board).run().unwrap().value.unwrap();
        let names = ("connect4", &rules.print(&board)[..]);
        let proved = verify(&mut &by_solver(&rules, &board, names, value, 1 << 20)[..]).unwrap();
        assert_eq!((proved.least, proved.most), (Some(value), Some(value)), "{text}");
        false_claims(&by_solver(&rules, &board, names, value, 1 << 20), value);
        let (bytes, claim) = by_df_pn(&rules, &board, names, value.0, 1 << 16).unwrap();
        let proved = verify(&mut &bytes[..]).unwrap();
        assert_eq!((proved.least, proved.most), bounds(claim), "{text}");
    }
    let easy = include_str!("../../suites/othello/easy.obf");
    for problem in easy.lines().filter_map(|line| Problem::parse(line).unwrap()) {
        let (value, text) = (Score(problem.best().unwrap()), Othello.print(&problem.board));
        let bytes = by_solver(&Othello, &problem.board, ("othello", &text), value, 1 << 22);
        let proved = verify(&mut &bytes[..]).unwrap();
        assert_eq!((proved.least, proved.most), (Some(value), Some(value)), "{text}");
    }
}

#[test]
fn an_oracle_that_errs_writes_nothing() {
    struct First;
    impl<G: Provable> Oracle<G> for First {
        fn keeping_move(&mut self, _: &G::State, _: u32) -> Result<Option<u32>, provebest_machine::Stopped> {
            Ok(Some(0))
        }
        fn reason(&self) -> Option<provebest_search::Reason> {
            None
        }
    }
    let tree: Tree = "[1,5]".parse().unwrap();
    let game = Plain(&tree);
    let mut certificate = Certificate::begin(Vec::new(), "tree", "[1,5]", &[Claim::AtLeast(Score(5))]).unwrap();
    let written = certificate.tree(&game, &tree.root(), 0, &mut First);
    assert!(matches!(written, Err(NoCertificate::NotProved)));
    assert_eq!(game.bounds(&tree.root()), (Score::WORST, Score::INFINITY));
}

#[test]
fn what_is_no_certificate_is_refused() {
    for text in ["", "x", "provebest certificate 2\n", "provebest certificate 1\nchess\n-\nat least 1\n\n"] {
        assert!(verify(&mut text.as_bytes()).is_err(), "{text}");
    }
    let refused = verify(&mut &b"provebest certificate 1\nconnect4\n99x9:\n"[..]).unwrap_err();
    assert!(refused.to_string().starts_with("refused at byte 39: the position cannot be read"), "{refused}");
}

#[test]
fn mates_of_the_suite() {
    let suite = include_str!("../../suites/chess/mate_problems.epd");
    let mut checked = 0;
    for (number, line) in suite.lines().enumerate() {
        let Some((position, moves)) = line.split_once(" dm ") else { continue };
        let moves: u32 = moves.trim_end_matches(';').parse().unwrap();
        let position = Mates.parse(position).unwrap().position;
        // Every tenth without a limit on moves: then positions may come again.
        let problem = MateProblem::new(position, (number % 10 > 0).then_some(moves));
        let (bytes, _) = by_df_pn(&Mates, &problem, ("mate", &Mates.print(&problem)), 1, 1 << 18).unwrap();
        let proved = verify(&mut &bytes[..]).unwrap_or_else(|refused| panic!("{line}: {refused}"));
        assert_eq!((proved.least, proved.most), (Some(Score(1)), None), "{line}");
        checked += 1;
    }
    assert!(checked >= 200, "{checked}");
}

/// Every so many of the positions of a set of Connect Four, with their values.
fn connect_four(set: &str, step: usize) {
    let lines = set.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    for line in lines.step_by(step) {
        let mut words = line.split_whitespace();
        let (text, value) = (words.next().unwrap(), Score(words.next().unwrap().parse().unwrap()));
        let (rules, board) = ConnectFour::parse(text).unwrap();
        let bytes = by_solver(&rules, &board, ("connect4", text), value, 1 << 24);
        let proved = verify(&mut &bytes[..]).unwrap_or_else(|refused| panic!("{text}: {refused}"));
        assert_eq!((proved.least, proved.most), (Some(value), Some(value)), "{text}");
    }
}

/// Every so many of the endings of Othello, with their scores.
fn othello(step: usize) {
    let problems = Problem::parse_all(include_str!("../../suites/othello/endings.obf")).unwrap();
    assert_eq!(problems.len(), 100);
    for problem in problems.iter().step_by(step) {
        let (value, text) = (Score(problem.best().unwrap()), Othello.print(&problem.board));
        let bytes = by_solver(&Othello, &problem.board, ("othello", &text), value, 1 << 24);
        let proved = verify(&mut &bytes[..]).unwrap_or_else(|refused| panic!("{text}: {refused}"));
        assert_eq!((proved.least, proved.most), (Some(value), Some(value)), "{text}");
    }
}

const SIXTEEN: &str = include_str!("../../suites/connect4/16ply.txt");
const TWENTY_FOUR: &str = include_str!("../../suites/connect4/24ply.txt");

#[test]
fn some_positions_of_the_suites() {
    connect_four(TWENTY_FOUR, 3);
    connect_four(SIXTEEN, 20);
    othello(25);
}

#[test]
#[ignore = "all positions of the suites, in minutes"]
fn all_positions_of_the_suites() {
    connect_four(TWENTY_FOUR, 1);
    connect_four(SIXTEEN, 1);
    othello(1);
}

/// Whatever is changed in a certificate of a game, it is refused; and with a checksum that is right, nothing false is proved.
#[test]
fn ten_thousand_mutations() {
    let line = TWENTY_FOUR.lines().find(|line| line.starts_with(|c: char| c.is_ascii_digit())).unwrap();
    let mut words = line.split_whitespace();
    let (text, value) = (words.next().unwrap(), Score(words.next().unwrap().parse().unwrap()));
    let (rules, board) = ConnectFour::parse(text).unwrap();
    let bytes = by_solver(&rules, &board, ("connect4", text), value, 1 << 20);
    let (mut chance, mut still_true) = (SplitMix64::new(2026), 0);
    for number in 0..10_000 {
        let place = chance.below((bytes.len() - 8) as u64) as usize;
        let mut changed = bytes.clone();
        changed[place] = changed[place].wrapping_add(1 + chance.below(255) as u8);
        assert!(verify(&mut &changed[..]).is_err(), "mutation {number} at byte {place}");
        if let Ok(proved) = verify(&mut &sealed(&changed)[..]) {
            // Another move may keep the claim as well, or it may be true of another position.
            let (rules, board) = ConnectFour::parse(&proved.position).unwrap();
            let solution = Proof::new(&rules, &board).run().unwrap();
            let (least, most) = (proved.least.unwrap_or(Score::WORST), proved.most.unwrap_or(Score::INFINITY));
            let holds = least <= solution.least && solution.most <= most;
            assert!(holds, "mutation {number} at byte {place} proves {least:?} to {most:?} of {}", proved.position);
            still_true += 1;
        }
    }
    assert!(still_true < 500, "{still_true} are other true certificates");
}
