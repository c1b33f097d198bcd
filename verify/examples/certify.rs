//! Solves positions of Connect Four, certifies and verifies each, and says what that took:
//! `cargo run --release -p provebest-verify --example certify 6x5: 44455554221`.

use std::time::Instant;

use provebest_game::{Score, Text};
use provebest_games::connect_four::ConnectFour;
use provebest_search::Limits;
use provebest_search::proof::certificate::{Certificate, Claim, FromSolver};
use provebest_search::proof::{DfPn, Question};
use provebest_search::solve::Proof;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    const HASH: u64 = 512 << 20;
    for text in std::env::args().skip(1) {
        let (rules, board) = ConnectFour::parse(&text)?;
        let start = Instant::now();
        let solution = Proof::new(&rules, &board).hash(HASH).run()?;
        let (solved, value) = (start.elapsed(), solution.value.expect("solved"));
        let start = Instant::now();
        let claims = [Claim::AtLeast(value), Claim::AtMost(value)];
        let mut certificate = Certificate::begin(Vec::new(), "connect4", &rules.print(&board), &claims)?;
        let mut oracle = FromSolver::new(&rules, &board, claims[0], HASH, Limits::default());
        for number in 0..claims.len() {
            certificate.tree(&rules, &board, number, &mut oracle)?;
        }
        let (bytes, written) = certificate.end()?;
        let certified = start.elapsed();
        let start = Instant::now();
        let proved = provebest_verify::verify(&mut &bytes[..])?;
        assert_eq!((proved.least, proved.most), (Some(value), Some(value)));
        println!(
            "{text} value {value}: solved {solved:.2?} ({} nodes), certified {certified:.2?} ({written:?}), verified {:.2?}",
            solution.nodes,
            start.elapsed()
        );
        let (start, limits) = (Instant::now(), Limits { nodes: Some(300_000), ..Limits::default() });
        let question = Question::new(&rules, &board, Score(1)).within(limits);
        let verdict = DfPn { entries: 1 << 20, ..DfPn::default() }.ask(&question)?;
        println!(
            "  df-pn, a win? {:?}: {:.2?}, {} expansions, {} visits",
            verdict.answer,
            start.elapsed(),
            verdict.expansions,
            verdict.visits
        );
    }
    Ok(())
}
