//! The certificate of a value that was proved, by a second pass of the solver over the rules as they are written. It begins with the table
//! of the first pass, where that was kept ([`Record::table`](crate::Record)).

use std::io::Write;

use provebest_game::{Plain, Provable, Score, Text};
use provebest_games::connect_four::ConnectFour;
use provebest_games::othello::Othello;
use provebest_machine::Stop;
use provebest_search::Limits;
use provebest_search::proof::certificate::{Certificate, Claim, FromSolver, NoCertificate, Written};
use provebest_search::solve::{Proof, ProvedTable};
use provebest_system::memory;

use crate::outcome::{Outcome, Winner};
use crate::request::Request;

/// The games that certificates can be about.
pub const CERTIFIED: [&str; 5] = ["connect4", "othello", "tictactoe", "tree", "graph"];

/// Writes a certificate of the value that the outcome of a request proves, with a table of at most `hash` bytes, within the memory that
/// the request allows.
///
/// ```
/// use provebest_catalog::{Request, certify, run};
/// let request = Request::new("connect4", "5x5:33", "solve")?;
/// let outcome = run(&request, &mut (), &())?;
/// let mut file = Vec::new();
/// let written = certify(&request, &outcome, None, &(), &mut file).unwrap();
/// assert_eq!(written.bytes, file.len() as u64);
/// # Ok::<(), provebest_catalog::RequestError>(())
/// ```
pub fn certify(
    request: &Request,
    outcome: &Outcome,
    hash: Option<u64>,
    stop: &(dyn Stop + Sync),
    out: &mut dyn Write,
) -> Result<Written, NoCertificate> {
    let answer = outcome.game_answer().ok_or(NoCertificate::NotProved)?;
    let (Some(Some(least)), Some(Some(most))) = (answer.least, answer.most) else {
        return Err(NoCertificate::NotProved);
    };
    if least != most {
        return Err(NoCertificate::NotProved);
    }
    let (problem, bytes) = (&request.problem, memory::limit(request.limits.memory));
    let text = problem.text();
    let job = Job { name: problem.name(), text: &text, hash, bytes, stop, out, proved: ProvedTable::EMPTY };
    let unreadable = |_| NoCertificate::NotProved;
    match job.name {
        "connect4" => {
            let (rules, board) = ConnectFour::parse(&text).map_err(unreadable)?;
            // On boards with an odd number of cells the usual measure is one nearer to 0 than the one to solve by.
            let odd = (rules.width() * rules.height() % 2) as i32;
            let sign = match answer.winner {
                Some(Winner::Mover) => 1,
                Some(Winner::Opponent) => -1,
                _ => 0,
            };
            Job { proved: outcome.table.take(), ..job }.write(&rules, &board, Score(least + sign * odd))
        }
        "othello" => {
            let board = Othello.parse(&text).map_err(unreadable)?;
            Job { proved: outcome.table.take(), ..job }.write(&Othello, &board, Score(least))
        }
        _ => {
            // It is for other keys: room for the table of the second pass.
            drop(outcome.table.take());
            let any = problem.game().ok_or(NoCertificate::NotProved)?;
            let text = problem.tree().map_or(text.clone(), ToString::to_string);
            Job { text: &text, ..job }.write(&Plain(any), &any.root(), Score(least))
        }
    }
}

struct Job<'a> {
    name: &'a str,
    text: &'a str,
    hash: Option<u64>,
    /// Half of them for the table, half for the tree.
    bytes: u64,
    stop: &'a (dyn Stop + Sync),
    out: &'a mut dyn Write,
    /// What the solver has proved by the same rules.
    proved: ProvedTable,
}

impl Job<'_> {
    fn write<G: Provable>(self, game: &G, root: &G::State, value: Score) -> Result<Written, NoCertificate> {
        let claims = [Claim::AtLeast(value), Claim::AtMost(value)];
        let half = self.bytes / 2;
        let mut certificate = Certificate::begin(self.out, self.name, self.text, &claims)?.within(half);
        let limits = Limits { bytes: Some(half), stop: Some(self.stop), ..Limits::default() };
        let hash = self.hash.unwrap_or(Proof::<G>::HASH);
        let mut oracle = FromSolver::from_table(game, root, claims[0], hash, limits, self.proved);
        for number in 0..claims.len() {
            certificate.tree(game, root, number, &mut oracle)?;
        }
        Ok(certificate.end()?.1)
    }
}
