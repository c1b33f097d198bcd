//! Writes a book.

use std::collections::HashSet;
use std::io::Write;

use provebest_game::{Checksum, MoveList, Provable, Status};
use provebest_machine::{Stop, Stopped};
use provebest_search::proof::certificate::{Claim, NoCertificate, Oracle};

use super::HEAD;
use crate::answered::{WithClaims, with_claims};
use crate::method::Method;
use crate::outcome::Outcome;
use crate::proof_search::{ProofQuestion, ProofSpec};
use crate::proving::Subject;
use crate::request::Request;

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BookWritten {
    /// How many lines about positions.
    pub lines: u64,
    /// The size of the file.
    pub bytes: u64,
}

/// Writes what an outcome proves as a book: for the side that has something proved one move, for the other one all moves, down to
/// `plies` plies below the position. The moves are found by a second pass, with a table of at most `hash` bytes.
pub fn write_book(
    request: &Request,
    outcome: &Outcome,
    plies: u32,
    hash: Option<u64>,
    stop: &(dyn Stop + Sync),
    out: &mut (dyn Write + Send),
) -> Result<BookWritten, NoCertificate> {
    // That there is no mate in some moves says nothing of a longer one.
    if let Method::Proof(ProofSpec { question: Some(ProofQuestion::Mate(Some(_))), .. }) = request.method
        && outcome.game_answer().is_some_and(|answer| answer.proved == Some(Some(false)))
    {
        return Err(NoCertificate::NotProved);
    }
    let game = request.problem.name();
    let lines = Lines { out, sum: Checksum::default(), written: BookWritten::default() };
    with_claims(request, outcome, hash, stop, ToBook { lines, game, plies })
}

/// The lines of a book, one after the other.
struct Lines<'a> {
    out: &'a mut (dyn Write + Send),
    sum: Checksum,
    written: BookWritten,
}

impl Lines<'_> {
    fn put(&mut self, line: &str) -> Result<(), NoCertificate> {
        self.sum.add(line.as_bytes());
        self.sum.add(b"\n");
        self.written.bytes += line.len() as u64 + 1;
        Ok(writeln!(self.out, "{line}")?)
    }

    fn entry(&mut self, line: &str) -> Result<(), NoCertificate> {
        self.written.lines += 1;
        self.put(line)
    }
}

struct ToBook<'a> {
    lines: Lines<'a>,
    game: &'static str,
    plies: u32,
}

impl WithClaims for ToBook<'_> {
    type Output = BookWritten;

    fn begin<P: Provable>(&mut self, _: &Subject<'_, P>, _: &[Claim]) -> Result<(), NoCertificate> {
        self.lines.put(HEAD)?;
        self.lines.put(self.game)
    }

    fn claim<P: Provable>(
        &mut self,
        subject: &Subject<'_, P>,
        (_, claim): (usize, Claim),
        oracle: &mut dyn Oracle<P>,
    ) -> Result<(), NoCertificate> {
        let (own, least) = match claim {
            Claim::AtLeast(least) => (true, least),
            Claim::AtMost(most) => (false, -most),
        };
        let mut walk = Walk { subject, oracle, seen: HashSet::new(), list: MoveList::new(), plies: self.plies };
        walk.position(subject.root, own, 0, &mut |state, own, word| {
            let (sign, value) = if own { (">=", least) } else { ("<=", -least) };
            let (value, position) = ((subject.bound)(state, value), (subject.position)(state));
            self.lines.entry(&format!("{sign} {value} {} {position}", word.unwrap_or("-")))
        })
    }

    fn end(mut self) -> Result<BookWritten, NoCertificate> {
        let last = format!("end {} {:016x}", self.lines.written.lines, self.lines.sum.value());
        self.lines.put(&last)?;
        self.lines.out.flush()?;
        Ok(self.lines.written)
    }
}

type Sink<'s, S> = dyn FnMut(&S, bool, Option<&str>) -> Result<(), NoCertificate> + 's;

/// Goes through a solution tree from its root, each position once.
struct Walk<'a, P: Provable> {
    subject: &'a Subject<'a, P>,
    oracle: &'a mut dyn Oracle<P>,
    seen: HashSet<u64>,
    list: MoveList<P::Move>,
    plies: u32,
}

impl<P: Provable> Walk<'_, P> {
    /// `own`: the side that claims is to move.
    fn position(
        &mut self,
        state: &P::State,
        own: bool,
        ply: u32,
        sink: &mut Sink<'_, P::State>,
    ) -> Result<(), NoCertificate> {
        let (game, key) = (self.subject.game, self.subject.game.key(state));
        if let Status::Over(_) = game.status(state, &mut MoveList::new()) {
            return Ok(());
        }
        if ply > self.plies || !self.seen.insert(if own { key } else { !key }) {
            return Ok(());
        }
        let number = match own {
            true => {
                let found = self.oracle.keeping_move(state, ply);
                let found = found.map_err(|Stopped| NoCertificate::Stopped(self.oracle.reason()))?;
                Some(found.ok_or(NoCertificate::NotProved)?)
            }
            false => None,
        };
        let children = self.list.open(|list| game.moves(state, list)).map_err(|_| NoCertificate::NotProved)?;
        let moves = number.map_or(0..children.count(), |number| number..number + 1);
        if moves.end > children.count() {
            return Err(NoCertificate::NotProved);
        }
        let word = number.map(|number| (self.subject.word)(state, self.list.at(children, number)));
        sink(state, own, word.as_deref())?;
        for number in moves {
            let mut child = state.clone();
            game.play(&mut child, self.list.at(children, number));
            self.position(&child, !own, ply + 1, sink)?;
        }
        self.list.close(children);
        Ok(())
    }
}
