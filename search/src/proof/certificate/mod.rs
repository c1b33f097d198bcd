//! A solution tree as a file: for the side that claims one move, for the other side all moves, each position once, and at every end
//! a bound. The crate `provebest-verify` reads it, with the rules and nothing else.
//!
//! ```text
//! provebest certificate 1        the format
//! connect4                       the game
//! 6x5:-----/...                  the position
//! at least 1                     what is claimed of it for the side to move: one or two claims, `at least` or `at most`
//!                                an empty line, then for each claim its tree, from the root on:
//! an end                         the margin: what it is worth to the side that claims, less what is claimed. The game is over there, or
//!                                what a glance at the position shows (`Provable::settled`: stones left, say) meets the claim
//! a node                         4 x content + kind. Kind 0 is a node, kind 1 a node that is referred to later, counted from 0.
//!                                Content: the number of the move of the side that claims, and then the child; or how many moves
//!                                the other side has, and then all children in the order of the rules
//! a node that was there before   4 x distance + 2: distance 1 is the youngest of those that are counted
//! the rest of a game             3, where little is left of it (`Provable::ends_soon`): whatever the other side plays, the side that
//!                                claims has a move, and the checker finds it by playing all moves
//! ```
//!
//! All of them are unsigned numbers in LEB128. The last eight bytes are FNV-1a of all before, the low byte first. Counting begins anew with
//! each tree. Where play that returns does not suit the claim, a node refers only to nodes whose tree is complete.

mod draft;
mod oracle;
mod plan;

use std::fmt;
use std::io::{self, Write};

use provebest_game::{Checksum, Provable, Score};

pub use oracle::{FromProof, FromSolver, Oracle};
use plan::Plan;

use crate::limits::Reason;

/// What is claimed of a position for the side to move.
///
/// ```
/// use provebest_game::Score;
/// use provebest_search::proof::certificate::Claim;
/// assert_eq!(Claim::AtMost(Score(-3)).to_string(), "at most -3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It is worth at least this: the side to move has a way to get it.
    AtLeast(Score),
    /// It is worth at most this: the other side has a way to allow no more.
    AtMost(Score),
}

impl Claim {
    /// Does the side to move claim it?
    fn is_own(self) -> bool {
        matches!(self, Claim::AtLeast(_))
    }

    /// What the side that claims gets at least.
    fn least(self) -> Score {
        match self {
            Claim::AtLeast(least) => least,
            Claim::AtMost(most) => -most,
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::AtLeast(least) => write!(f, "at least {}", least.0),
            Claim::AtMost(most) => write!(f, "at most {}", most.0),
        }
    }
}

/// Why there is no certificate.
#[derive(Debug)]
#[non_exhaustive]
pub enum NoCertificate {
    /// It could not be written.
    Io(io::Error),
    /// The pass was stopped.
    Stopped(Option<Reason>),
    /// The claim is not true, or the oracle does not know why.
    NotProved,
    /// The name of the game or the position has a line break.
    Name,
}

impl fmt::Display for NoCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoCertificate::Io(error) => error.fmt(f),
            NoCertificate::Stopped(Some(reason)) => write!(f, "stopped before the certificate was written: {reason}"),
            NoCertificate::Stopped(None) => f.write_str("stopped before the certificate was written"),
            NoCertificate::NotProved => f.write_str("the claim is not proved"),
            NoCertificate::Name => f.write_str("a line break in the name of the game or in the position"),
        }
    }
}

impl std::error::Error for NoCertificate {}

impl From<io::Error> for NoCertificate {
    fn from(error: io::Error) -> Self {
        NoCertificate::Io(error)
    }
}

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// How many nodes and ends.
    pub nodes: u64,
    /// How many of the nodes are referred to again.
    pub shared: u64,
    /// The size of the file.
    pub bytes: u64,
}

/// A certificate that is being written.
pub struct Certificate<W> {
    out: W,
    checksum: Checksum,
    claims: Vec<Claim>,
    written: Written,
    /// The bytes that a tree may take before it is written.
    most: u64,
}

impl<W: Write> Certificate<W> {
    /// Begins a certificate about a position of a game, both in words that [`provebest-verify`] understands, with these claims.
    ///
    /// [`provebest-verify`]: https://docs.rs/provebest-verify
    ///
    /// ```
    /// use provebest_game::{Plain, Score};
    /// use provebest_games::tic_tac_toe::{Board, TicTacToe};
    /// use provebest_search::proof::certificate::{Certificate, Claim, FromProof};
    /// use provebest_search::proof::{DfPn, Question};
    /// let (game, start) = (Plain(&TicTacToe), Board::default());
    /// let mut certificate = Certificate::begin(Vec::new(), "tictactoe", "-", &[Claim::AtLeast(Score(0))])?;
    /// let question = Question::new(&game, &start, Score(0));
    /// let proof = FromProof::ask(DfPn::default(), &question, |oracle| certificate.tree(&game, &start, 0, oracle));
    /// let (bytes, written) = { proof?; certificate.end()? };
    /// assert!(bytes.starts_with(b"provebest certificate 1\ntictactoe\n-\nat least 0\n\n"));
    /// assert!(written.nodes > 100 && written.bytes < 2000);
    /// # Ok::<(), provebest_search::proof::certificate::NoCertificate>(())
    /// ```
    pub fn begin(out: W, game: &str, position: &str, claims: &[Claim]) -> Result<Self, NoCertificate> {
        if game.contains('\n') || position.contains('\n') {
            return Err(NoCertificate::Name);
        }
        let (checksum, claims) = (Checksum::default(), claims.to_vec());
        let mut head = format!("provebest certificate 1\n{game}\n{position}\n");
        for claim in &claims {
            head += &format!("{claim}\n");
        }
        let mut certificate = Certificate { out, checksum, claims, written: Written::default(), most: u64::MAX };
        certificate.put((head + "\n").as_bytes())?;
        Ok(certificate)
    }

    /// The same with this many bytes at most for a tree, which is written when all of it is there.
    pub fn within(self, bytes: u64) -> Self {
        Certificate { most: bytes, ..self }
    }

    /// The tree of the claim with this number; they come in their order.
    pub fn tree<G: Provable>(
        &mut self,
        game: &G,
        root: &G::State,
        claim: usize,
        oracle: &mut dyn Oracle<G>,
    ) -> Result<(), NoCertificate> {
        let claim = self.claims[claim];
        let mut plan = Plan::new(game, root, claim, oracle, self.most);
        plan.look_at_root(root, claim)?;
        let mut draft = plan.end();
        draft.write(&mut |number| {
            self.written.nodes += 1;
            self.number(number)
        })?;
        self.written.shared += draft.shared();
        Ok(())
    }

    /// Ends the certificate, and returns what it was written to.
    pub fn end(mut self) -> Result<(W, Written), NoCertificate> {
        let checksum = self.checksum.value();
        self.put(&checksum.to_le_bytes())?;
        self.out.flush()?;
        Ok((self.out, self.written))
    }

    fn number(&mut self, mut number: u64) -> Result<(), NoCertificate> {
        let mut bytes = [0; 10];
        let mut count = 0;
        loop {
            bytes[count] = (number & 0x7f) as u8 | if number >= 0x80 { 0x80 } else { 0 };
            (number, count) = (number >> 7, count + 1);
            if number == 0 {
                return self.put(&bytes[..count]);
            }
        }
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), NoCertificate> {
        self.checksum.add(bytes);
        self.written.bytes += bytes.len() as u64;
        Ok(self.out.write_all(bytes)?)
    }
}
