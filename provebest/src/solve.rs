//! The builder for the exact value of a position.

use std::time::Duration;

use provebest_game::{Depth, Solvable};
use provebest_search::solve::{Progress, Proof, ProvedMove, Sink, Solution, Witness};
use provebest_search::{Limits, Stop, TooDeep};

use crate::CancelToken;
use crate::clock::within_limits;

/// Asks for the exact value of a position of a game that ends. Say what else is wanted and within which limits, then
/// [`run`](Solver::run).
///
/// ```
/// use provebest::{Score, games::connect_four::ConnectFour, solve};
///
/// let (rules, board) = ConnectFour::parse("45461667")?;
/// let solution = solve(&rules, &board).run()?;
/// assert_eq!(solution.value, Some(Score(11)), "eleven stones left when the side to move has won");
/// assert_eq!(solution.moves_to_end, Some(13));
/// assert_eq!(solution.line.0.len(), 13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A game says how to solve it by [`Solvable`], all of which has defaults; and [`Plain`](crate::game::Plain) makes every game with keys one that can be solved as it is:
///
/// ```
/// use provebest::game::Plain;
/// use provebest::{Score, games::tic_tac_toe::{Board, TicTacToe}, solve};
/// let game = Plain(&TicTacToe);
/// assert_eq!(solve(&game, &Board::default()).run()?.value, Some(Score::ZERO));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve<'a, G: Solvable>(game: &'a G, state: &'a G::State) -> Solver<'a, G> {
    Solver {
        game,
        state,
        time: None,
        nodes: None,
        bytes: None,
        hash: Proof::<G>::HASH,
        plies: Limits::PLIES,
        cancel: None,
        all_moves: false,
        known: Vec::new(),
        known_line: Vec::new(),
        progress: None,
        witness: None,
    }
}

/// A request for the value of a position: see [`solve`].
///
/// ```
/// use provebest::{Score, Text, games::connect_four::ConnectFour, solve};
/// let (rules, board) = ConnectFour::parse("4x4:1212")?;
/// let solver = solve(&rules, &board).nodes(1_000_000);
/// assert_eq!(solver.run()?.value, Some(Score(0)), "a draw");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "`run` runs it"]
pub struct Solver<'a, G: Solvable> {
    game: &'a G,
    state: &'a G::State,
    time: Option<Duration>,
    nodes: Option<u64>,
    bytes: Option<u64>,
    hash: u64,
    plies: Depth,
    cancel: Option<CancelToken>,
    all_moves: bool,
    known: Vec<ProvedMove<G::Move>>,
    known_line: Vec<G::Move>,
    progress: Option<Box<Sink<'a>>>,
    witness: Option<Box<Witness<'a, G::Move>>>,
}

impl<'a, G: Solvable> Solver<'a, G> {
    /// Ends the proof after this time.
    ///
    /// ```
    /// use std::time::Duration;
    /// use provebest::{Reason, games::connect_four::ConnectFour, solve};
    ///
    /// let rules = ConnectFour::default();
    /// let solution = solve(&rules, &rules.start()).time(Duration::from_millis(20)).run()?;
    /// assert_eq!((solution.value, solution.stopped), (None, Some(Reason::Time)));
    /// assert!(solution.least < solution.most, "what was proved by then");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn time(self, time: Duration) -> Self {
        Solver { time: Some(time), ..self }
    }

    /// Ends the proof after this number of nodes.
    pub fn nodes(self, nodes: u64) -> Self {
        Solver { nodes: Some(nodes), ..self }
    }

    /// Takes at most this many bytes: the table stays smaller, the answer is the same.
    pub fn memory(self, bytes: u64) -> Self {
        Solver { bytes: Some(bytes), ..self }
    }

    /// Lets the table grow to this many bytes, if the proof needs them.
    pub fn hash(self, bytes: u64) -> Self {
        Solver { hash: bytes, ..self }
    }

    /// Allows longer games than the default, on a thread with a stack that suits ([`Limits::plies`]).
    pub fn plies(self, most: impl Into<Depth>) -> Self {
        Solver { plies: most.into(), ..self }
    }

    /// Lets another thread call the proof off.
    pub fn cancel(self, token: &CancelToken) -> Self {
        Solver { cancel: Some(token.clone()), ..self }
    }

    /// Proves the value of every move, not only that of the best.
    ///
    /// ```
    /// use provebest::{games::connect_four::ConnectFour, solve};
    ///
    /// let (rules, board) = ConnectFour::parse("6x4:3344")?;
    /// let solution = solve(&rules, &board).all_moves().run()?;
    /// let best: Vec<u8> = solution.best_moves().map(|m| m.played + 1).collect();
    /// assert_eq!(best, [2, 5], "either of them makes three in a row with both ends free");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all_moves(self) -> Self {
        Solver { all_moves: true, ..self }
    }

    /// What an earlier run on the same position proved of its moves ([`Solution::moves`]): it is not proved again.
    ///
    /// ```
    /// use provebest::{games::connect_four::ConnectFour, solve};
    ///
    /// let (rules, board) = ConnectFour::parse("6x5:3344")?;
    /// let first = solve(&rules, &board).all_moves().run()?;
    /// let again = solve(&rules, &board).all_moves().known(first.moves.clone()).run()?;
    /// assert_eq!((again.value, again.skipped), (first.value, 6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn known(self, moves: impl IntoIterator<Item = ProvedMove<G::Move>>) -> Self {
        Solver { known: moves.into_iter().collect(), ..self }
    }

    /// Best play that an earlier run on the same position found ([`Solution::line`]). If it begins with the best move and
    /// ends with the value that is proved, it is not searched for again.
    ///
    /// ```
    /// use provebest::{games::connect_four::ConnectFour, solve};
    ///
    /// let (rules, board) = ConnectFour::parse("6x5:3344")?;
    /// let first = solve(&rules, &board).run()?;
    /// let again = solve(&rules, &board).known(first.moves.clone()).known_line(first.line.0.clone()).run()?;
    /// assert_eq!((&again.line, again.nodes), (&first.line, 0), "nothing is searched");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn known_line(self, line: impl IntoIterator<Item = G::Move>) -> Self {
        Solver { known_line: line.into_iter().collect(), ..self }
    }

    /// Calls `sink` to say how far the proof is, after every step at the root and about every million nodes.
    ///
    /// ```
    /// use provebest::{games::connect_four::ConnectFour, solve};
    ///
    /// let (rules, board) = ConnectFour::parse("6x5:3344")?;
    /// let mut calls = 0;
    /// solve(&rules, &board).progress(|progress| {
    ///     calls += 1;
    ///     assert!(progress.least <= progress.most && progress.number <= progress.moves);
    /// }).run()?;
    /// assert!(calls > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn progress(self, sink: impl FnMut(&Progress) + Send + 'a) -> Self {
        Solver { progress: Some(Box::new(sink)), ..self }
    }

    /// Calls `witness` whenever something new is proved of a root move: what is kept then can be [`known`](Solver::known) to a later
    /// run, however this one ends.
    pub fn witness(self, witness: impl FnMut(&ProvedMove<G::Move>) + Send + 'a) -> Self {
        Solver { witness: Some(Box::new(witness)), ..self }
    }

    /// The value, a best move, and the line of best play.
    ///
    /// If a limit ended it, the solution's `stopped` says which one, and the rest is what was proved by then. A game
    /// that lasts longer than the limit on plies, or for ever, cannot be solved.
    pub fn run(self) -> Result<Solution<G::Move>, TooDeep> {
        let Solver { game, state, time, nodes, bytes, hash, plies, cancel, all_moves, known, known_line, .. } = self;
        let (mut progress, mut witness) = (self.progress, self.witness);
        within_limits(time, cancel.as_ref(), |stop: Option<&(dyn Stop + Sync)>| {
            let proof = Proof::new(game, state).within(Limits { plies, nodes, bytes, stop }).hash(hash);
            let mut proof = proof.known(known).known_line(known_line);
            if all_moves {
                proof = proof.all_moves();
            }
            if let Some(sink) = &mut progress {
                proof = proof.progress(&mut **sink);
            }
            if let Some(witness) = &mut witness {
                proof = proof.witness(&mut **witness);
            }
            proof.run()
        })
    }
}
