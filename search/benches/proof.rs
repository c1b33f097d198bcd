//! df-pn beside the solver on the same positions of Connect Four, in one run, and what it costs to write a certificate:
//! `cargo bench -p provebest-search --bench proof [16ply] [24ply] [6x4] [5x5] [6x5] ...`. A set of positions, or a board from its start,
//! on which PN and PN² run too, within a gigabyte.
//!
//! A node of the solver is a position that it looks at: most of them are answered at once, and it lists no moves there. An expansion of
//! df-pn lists the moves of a position and looks at all positions behind them; these are its evaluations. So two rates stand side by
//! side: expansions to nodes, and evaluations to nodes, which count the same thing.

use std::time::Duration;

use cpu_time::ThreadTime;
use provebest_game::Score;
use provebest_games::connect_four::{Board, ConnectFour};
use provebest_search::proof::certificate::{Certificate, Claim, FromSolver};
use provebest_search::proof::{DfPn, Pn, Pn2, Question, Verdict};
use provebest_search::solve::Proof;
use provebest_search::{Limits, TooDeep};

/// Work and time.
#[derive(Clone, Copy, Default)]
struct Side {
    done: u64,
    time: Duration,
}

impl Side {
    fn run<T>(&mut self, work: impl FnOnce() -> (T, u64)) -> T {
        let start = ThreadTime::now();
        let (result, done) = work();
        self.time += start.elapsed();
        self.done += done;
        result
    }

    fn rate(self) -> f64 {
        self.done as f64 / self.time.as_secs_f64()
    }

    fn print(self, name: &str, unit: &str) {
        let (seconds, millions) = (self.time.as_secs_f64(), self.rate() / 1e6);
        println!("  {name:<12} {seconds:>9.3} s {:>13} {unit:<11} {millions:>7.3} million/s", self.done);
    }
}

fn positions(name: &str) -> Vec<(ConnectFour, Board)> {
    let parse = |text: &str| ConnectFour::parse(text).unwrap_or_else(|error| panic!("{error}"));
    if !name.ends_with("ply") {
        return vec![parse(&format!("{name}:"))];
    }
    let path = format!("{}/../suites/connect4/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.starts_with("- "));
    lines.map(|line| parse(line.split_whitespace().next().unwrap_or_default())).collect()
}

/// What each proof search does on the two questions that prove a value.
fn compare(rules: &ConnectFour, board: &Board, value: Score) {
    type Ask<'a> = &'a dyn Fn(&Question<'_, ConnectFour>) -> Result<Verdict<u8>, TooDeep>;
    let df_pn = DfPn { entries: 1 << 24, ..DfPn::default() };
    let searches: [(&str, u64, Ask<'_>); 3] = [
        ("PN", 48, &|question| Pn::default().ask(question)),
        ("PN²", 48, &|question| Pn2::default().ask(question)),
        ("df-pn", 16, &|question| df_pn.ask(question)),
    ];
    for (name, bytes, ask) in searches {
        let (mut side, mut stored, mut answered) = (Side::default(), 0, 0);
        for least in [value, value + 1] {
            let limits = Limits { bytes: Some(1 << 30), ..Limits::default() };
            let question = Question::new(rules, board, least).within(limits);
            let verdict = side.run(|| {
                let verdict = ask(&question).expect("a short game");
                let expansions = verdict.expansions;
                (verdict, expansions)
            });
            stored = verdict.stored.max(stored);
            answered += u32::from(verdict.answer.is_some());
        }
        side.print(name, "expansions");
        println!("  {:>39} MB, {answered} of 2 answered", (stored * bytes) >> 20);
    }
}

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let names = if asked.is_empty() { ["24ply", "16ply", "6x4", "5x5"].map(String::from).to_vec() } else { asked };
    for name in names {
        let [mut solver, mut df_pn, mut writing] = [Side::default(); 3];
        let (mut answered, mut questions, mut visits, mut evaluations, mut bytes) = (0, 0, 0, 0, 0);
        for (rules, board) in positions(&name) {
            let (value, table) = solver.run(|| {
                let (solution, table) = Proof::new(&rules, &board).run_and_keep().expect("a short game");
                ((solution.value.expect("no limit"), table), solution.nodes)
            });
            if !name.ends_with("ply") {
                compare(&rules, &board, value);
            }
            for (least, answer) in [(value, true), (value + 1, false)] {
                let limits = Limits { nodes: Some(300_000), ..Limits::default() };
                let question = Question::new(&rules, &board, least).within(limits);
                let verdict = df_pn.run(|| {
                    let verdict = DfPn::default().ask(&question).expect("a short game");
                    let expansions = verdict.expansions;
                    (verdict, expansions)
                });
                questions += 1;
                visits += verdict.visits;
                evaluations += verdict.evaluations;
                answered += u32::from(verdict.answer.is_some());
                assert!(verdict.answer.is_none_or(|found| found == answer), "at least {least:?}");
            }
            bytes += writing.run(|| {
                let claims = [Claim::AtLeast(value), Claim::AtMost(value)];
                let mut certificate = Certificate::begin(Vec::new(), "connect4", "-", &claims).expect("a short name");
                let (hash, limits) = (Proof::<ConnectFour>::HASH, Limits::default());
                let mut oracle = FromSolver::from_table(&rules, &board, claims[0], hash, limits, table);
                for number in 0..claims.len() {
                    certificate.tree(&rules, &board, number, &mut oracle).expect("it is proved");
                }
                let written = certificate.end().expect("no file").1;
                (written.bytes, written.nodes)
            });
        }
        println!("{name}: {answered} of {questions} questions answered, certificates of {bytes} bytes");
        solver.print("solver", "nodes");
        df_pn.print("df-pn", "expansions");
        println!("  {visits:>39} visits, {evaluations} evaluations");
        writing.print("certificates", "nodes");
        println!(
            "  for each node of the solver: {:.3} expansions, {:.3} evaluations; writing takes {:.2} times the time of solving",
            df_pn.rate() / solver.rate(),
            evaluations as f64 / df_pn.time.as_secs_f64() / solver.rate(),
            writing.time.as_secs_f64() / solver.time.as_secs_f64(),
        );
    }
}
