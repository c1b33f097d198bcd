//! The builder for a question about a position, answered by a proof.

use std::io::Write;
use std::time::Duration;

use provebest_game::{Depth, Provable, Score};
use provebest_search::proof::certificate::{Certificate, Claim, FromProof, NoCertificate, Written};
use provebest_search::proof::{DfPn, Pn, Pn2, Question, Verdict};
use provebest_search::{Limits, Stop, TooDeep};

use crate::CancelToken;
use crate::clock::within_limits;

/// Asks whether a position is worth at least so much to the side to move. Say by which search and within which limits, then
/// [`run`](Prover::run).
///
/// ```
/// use provebest::game::Plain;
/// use provebest::{Game, Hashed, MoveList, ProofSearch, Score, Status, prove, skills};
///
/// /// Take one, two or three; the side that takes the last one wins.
/// #[derive(Clone, Copy)]
/// struct Nim;
///
/// impl Game for Nim {
///     type State = u32;
///     type Move = u32;
///     fn moves(&self, &heap: &u32, out: &mut MoveList<u32>) -> Status {
///         out.extend(1..=heap.min(3));
///         if heap == 0 { Status::Over(Score(-1)) } else { Status::Open }
///     }
///     fn play(&self, heap: &mut u32, taken: u32) {
///         *heap -= taken;
///     }
/// }
/// skills!(Nim); // rules only
///
/// let nim = Hashed(Nim);
/// let game = Plain(&nim); // no position comes again
/// for search in [ProofSearch::Pn, ProofSearch::Pn2, ProofSearch::DfPn] {
///     let verdict = prove(&game, &21, Score(1)).by(search).run()?;
///     assert_eq!((verdict.answer, verdict.line.0[0]), (Some(true), 1));
///     assert_eq!(prove(&game, &20, Score(1)).by(search).run()?.answer, Some(false));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove<'a, G: Provable>(game: &'a G, state: &'a G::State, least: Score) -> Prover<'a, G> {
    Prover {
        game,
        state,
        least,
        search: ProofSearch::DfPn,
        time: None,
        nodes: None,
        bytes: None,
        hash: 16 * DfPn::default().entries,
        plies: Limits::PLIES,
        cancel: None,
    }
}

/// A proof search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ProofSearch {
    /// Proof-number search: [`Pn`].
    Pn,
    /// Proof-number search whose nodes are evaluated by proof-number searches: [`Pn2`].
    Pn2,
    /// Proof-number search depth first, with a table: [`DfPn`].
    #[default]
    DfPn,
}

/// A question about a position: see [`prove`].
#[must_use = "`run` runs it"]
pub struct Prover<'a, G: Provable> {
    game: &'a G,
    state: &'a G::State,
    least: Score,
    search: ProofSearch,
    time: Option<Duration>,
    nodes: Option<u64>,
    bytes: Option<u64>,
    hash: u64,
    plies: Depth,
    cancel: Option<CancelToken>,
}

impl<'a, G: Provable> Prover<'a, G> {
    /// By this search; by [`DfPn`] otherwise.
    pub fn by(self, search: ProofSearch) -> Self {
        Prover { search, ..self }
    }

    /// Ends the search after this time.
    pub fn time(self, time: Duration) -> Self {
        Prover { time: Some(time), ..self }
    }

    /// Ends the search after this number of nodes.
    pub fn nodes(self, nodes: u64) -> Self {
        Prover { nodes: Some(nodes), ..self }
    }

    /// Takes at most this many bytes.
    pub fn memory(self, bytes: u64) -> Self {
        Prover { bytes: Some(bytes), ..self }
    }

    /// Bytes of the table of df-pn, 16 for each entry: one entry is enough, but slow.
    pub fn hash(self, bytes: u64) -> Self {
        Prover { hash: bytes, ..self }
    }

    /// Allows longer games than the default, on a thread with a stack that suits ([`Limits::plies`]).
    pub fn plies(self, most: impl Into<Depth>) -> Self {
        Prover { plies: most.into(), ..self }
    }

    /// Lets another thread call the search off.
    pub fn cancel(self, token: &CancelToken) -> Self {
        Prover { cancel: Some(token.clone()), ..self }
    }

    /// The answer, with a line of play behind it. If a limit ended the search, there is none, and `stopped` says which one.
    pub fn run(self) -> Result<Verdict<G::Move>, TooDeep> {
        self.within(|question, df_pn| match self.search {
            ProofSearch::Pn => Pn::default().ask(question),
            ProofSearch::Pn2 => Pn2::default().ask(question),
            ProofSearch::DfPn => df_pn.ask(question),
        })
    }

    /// Answers the question by df-pn and writes a certificate of the answer, which the crate `provebest-verify` checks
    /// (`verify_game`), with these names of the game and of the position in its head. The answer has to be known: that of
    /// [`run`](Prover::run).
    ///
    /// ```
    /// use provebest::games::connect_four::ConnectFour;
    /// use provebest::{Score, prove};
    /// let (rules, board) = ConnectFour::parse("5x4:33")?;
    /// let mut file = Vec::new();
    /// let written = prove(&rules, &board, Score(0)).certificate(true, ("connect4", "5x4:33"), &mut file)?;
    /// assert!(written.nodes > 100 && file.starts_with(b"provebest certificate 1\nconnect4\n5x4:33\nat least 0\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certificate(
        self,
        answer: bool,
        (game, position): (&str, &str),
        out: &mut dyn Write,
    ) -> Result<Written, NoCertificate> {
        let claim = if answer { Claim::AtLeast(self.least) } else { Claim::AtMost(self.least - 1) };
        let mut certificate = Certificate::begin(out, game, position, &[claim])?;
        let answered = self.within(|question, df_pn| {
            FromProof::ask(df_pn, question, |oracle| certificate.tree(self.game, self.state, 0, oracle))
        });
        if answered? == claim { Ok(certificate.end()?.1) } else { Err(NoCertificate::NotProved) }
    }

    fn within<T>(&self, run: impl FnOnce(&Question<'_, G>, DfPn) -> T) -> T {
        let Prover { game, state, least, time, nodes, bytes, hash, plies, .. } = *self;
        let df_pn = DfPn { entries: (hash / 16).max(1), ..DfPn::default() };
        within_limits(time, self.cancel.as_ref(), |stop: Option<&(dyn Stop + Sync)>| {
            run(&Question::new(game, state, least).within(Limits { plies, nodes, bytes, stop }), df_pn)
        })
    }
}
