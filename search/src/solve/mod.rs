//! Exact values of games that end: one question with a null window after another, until the bounds of the root's value
//! meet (J. Pearl's test, steps as in MTD(f) and by halves), each answered by fail-soft alpha-beta with a table.

mod job_level;
mod keeper;
mod notes;
mod progress;
mod prove;
mod together;

use provebest_game::{Depth, Line, MoveList, Score, Solvable, Status, Window};

pub use self::job_level::{Finding, FindingSink, ProofByTasks, ProvedByTasks, Source, TaskProgress, TaskSink};
pub(crate) use self::keeper::Keeper;
use self::keeper::Noted;
pub use self::keeper::ProvedTable;
use self::notes::{Notes, Slot};
use self::progress::{Place, Pulse, questions};
pub use self::progress::{Progress, Sink};
use self::prove::Prover;
pub use self::together::SolvedTogether;
use self::together::{Partner, with_notes};
use crate::limits::{Budget, Limits, Reason, Stopped, TooDeep};
use crate::report::Kind;

/// What to solve, and how.
///
/// ```
/// use provebest_game::Score;
/// use provebest_games::connect_four::ConnectFour;
/// use provebest_search::solve::Proof;
///
/// let (rules, board) = ConnectFour::parse("6x4:22334")?;
/// let solution = Proof::new(&rules, &board).run().unwrap();
/// assert_eq!(solution.value, Some(Score(-9)), "three in a row with both ends free");
/// assert_eq!(solution.moves_to_end, Some(2));
/// # Ok::<(), provebest_game::TextError>(())
/// ```
pub struct Proof<'a, G: Solvable> {
    game: &'a G,
    root: &'a G::State,
    limits: Limits<'a>,
    hash: u64,
    all_moves: bool,
    known: Vec<ProvedMove<G::Move>>,
    known_line: Vec<G::Move>,
    progress: Option<&'a mut Sink<'a>>,
    witness: Option<&'a mut Witness<'a, G::Move>>,
}

/// Is told what is proved of a root move.
pub type Witness<'a, M> = dyn FnMut(&ProvedMove<M>) + Send + 'a;

/// A root move, and what is proved of its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ProvedMove<M> {
    /// The move.
    pub played: M,
    /// Its value, for the side that plays it, is at least this.
    pub least: Score,
    /// Its value is at most this.
    pub most: Score,
}

impl<M> ProvedMove<M> {
    /// Its value, if it is proved.
    pub fn value(&self) -> Option<Score> {
        (self.least == self.most).then_some(self.least)
    }
}

/// What was proved.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Solution<M> {
    /// The value for the side to move at the root, if it is proved.
    pub value: Option<Score>,
    /// What is proved of the value: exact, a lower bound, an upper bound (where there are two, the lower one), or nothing.
    pub kind: Kind,
    /// The value for the side to move at the root is at least this.
    pub least: Score,
    /// And at most this.
    pub most: Score,
    /// A best move, or of a proof that was stopped the one that did best; `None` if the game is over, or nothing known.
    pub best: Option<M>,
    /// Every root move in the order in which the game lists them, with what is proved of it.
    pub moves: Vec<ProvedMove<M>>,
    /// Best play for both sides to the end of the game; of a proof that was stopped, as far as it is known.
    pub line: Line<M>,
    /// How many plies the game lasts with best play: the length of `line`, if it is known to the end.
    pub moves_to_end: Option<u32>,
    /// How many nodes were entered, those of a game that searches by itself included ([`Solvable::answer`],
    /// [`Solvable::ranked`]); those answered by the table do not count.
    pub nodes: u64,
    /// How many root moves were known beforehand and not searched again.
    pub skipped: u32,
    /// Why the proof ended without an answer, if it did.
    pub stopped: Option<Reason>,
}

impl<M> Solution<M> {
    /// All moves that are proved to be best.
    pub fn best_moves(&self) -> impl Iterator<Item = &ProvedMove<M>> {
        self.moves.iter().filter(|mv| self.value.is_some() && mv.value() == self.value)
    }
}

impl<'a, G: Solvable> Proof<'a, G> {
    /// The table's size where nothing else is said. It takes as much of it as the proof needs.
    pub const HASH: u64 = 128 << 20;

    /// The value of a position, without limits.
    pub fn new(game: &'a G, root: &'a G::State) -> Self {
        Proof {
            game,
            root,
            limits: Limits::default(),
            hash: Self::HASH,
            all_moves: false,
            known: Vec::new(),
            known_line: Vec::new(),
            progress: None,
            witness: None,
        }
    }

    /// The same within limits. The limit on bytes makes the table smaller, and does not end the proof.
    pub fn within(self, limits: Limits<'a>) -> Self {
        Proof { limits, ..self }
    }

    /// The table takes at most this many bytes.
    pub fn hash(self, bytes: u64) -> Self {
        Proof { hash: bytes, ..self }
    }

    /// Proves the value of every root move, not only that of the best.
    pub fn all_moves(self) -> Self {
        Proof { all_moves: true, ..self }
    }

    /// What is proved of root moves already, by an earlier run on the same position: it is not proved again.
    pub fn known(self, moves: impl IntoIterator<Item = ProvedMove<G::Move>>) -> Self {
        Proof { known: moves.into_iter().collect(), ..self }
    }

    /// Best play that an earlier run on the same position found. If it begins with the best move and ends with the value
    /// that is proved, it is not searched for again.
    pub fn known_line(self, line: impl IntoIterator<Item = G::Move>) -> Self {
        Proof { known_line: line.into_iter().collect(), ..self }
    }

    /// Tells how far it is, after every step at the root and about every million nodes.
    pub fn progress(self, sink: &'a mut Sink<'a>) -> Self {
        Proof { progress: Some(sink), ..self }
    }

    /// Tells whenever something new is proved of a root move, so that it can be kept.
    pub fn witness(self, witness: &'a mut Witness<'a, G::Move>) -> Self {
        Proof { witness: Some(witness), ..self }
    }

    /// Proves it. Fails only if the game goes on for longer than the limit on plies; a game that never ends does.
    pub fn run(self) -> Result<Solution<G::Move>, TooDeep> {
        Ok(self.run_and_keep()?.0)
    }

    /// The same, and the table as it is then: a certificate of the value is soon written with it.
    pub fn run_and_keep(self) -> Result<(Solution<G::Move>, ProvedTable), TooDeep> {
        let table = self.table(self.limits.bytes);
        let solution = with_notes!(table, notes => self.run_with(notes)?);
        Ok((solution, table))
    }

    /// The table, of at most this many bytes.
    fn table(&self, bytes: Option<u64>) -> ProvedTable {
        let bytes = self.hash.min(bytes.unwrap_or(u64::MAX));
        ProvedTable(Noted::try_new(self.game.key_bits(), self.game.bounds(self.root), bytes))
    }

    fn run_with<S: Slot>(self, notes: Option<&Notes<S>>) -> Result<Solution<G::Move>, TooDeep> {
        let limit = self.limits.plies_for(size_of::<G::State>());
        let pulse = Pulse::new(self.limits.stop, self.progress);
        let budget = Budget::new(&self.limits).stopped_by(&pulse);
        let prover = Prover::new(self.game, budget, notes.map(|notes| notes.access(1)), limit);
        let mut root = Root {
            prover,
            partner: None,
            state: self.root,
            pulse: &pulse,
            witness: self.witness,
            moves: Vec::new(),
            order: Vec::new(),
            skipped: 0,
            all_moves: self.all_moves,
        };
        let solution = root.solve(&self.known, &self.known_line);
        match root.prover.too_deep {
            true => Err(TooDeep { depth: Depth(limit.0 + 1), limit }),
            false => Ok(solution),
        }
    }
}

/// The root, whose moves are proved one by one.
struct Root<'a, 'b, G: Solvable, S: Slot> {
    prover: Prover<'b, 'b, G, S>,
    /// The other processors, if there are any.
    partner: Option<Partner<'b, S, G::State>>,
    state: &'a G::State,
    pulse: &'b Pulse<'a>,
    witness: Option<&'a mut Witness<'a, G::Move>>,
    /// In the order of the game.
    moves: Vec<ProvedMove<G::Move>>,
    /// Their numbers, the most promising first.
    order: Vec<usize>,
    skipped: u32,
    /// Is the value of every move wanted?
    all_moves: bool,
}

impl<G: Solvable, S: Slot> Root<'_, '_, G, S> {
    fn solve(&mut self, known: &[ProvedMove<G::Move>], known_line: &[G::Move]) -> Solution<G::Move> {
        if let Err(value) = self.open(known) {
            return self.solution((value, value), None, Vec::new(), true);
        }
        let (mut line, mut whole) = (Vec::new(), false);
        let proved = self.value().and_then(|value| {
            for number in 0..self.moves.len() {
                self.settle(number, value)?;
            }
            Ok(value)
        });
        let bounds = self.bounds();
        // Bounds that follow from the rules hold for every move, so they make none the best.
        let known = bounds.0 == bounds.1 || bounds.0 > self.prover.game.bounds(self.state).0;
        let best = self.moves.iter().find(|mv| known && mv.least == bounds.0).map(|mv| mv.played);
        if let (Ok(value), Some(best)) = (proved, best) {
            if known_line.first() == Some(&best) && ends_with(self.prover.game, self.state, value, known_line) {
                (line, whole) = (known_line.to_vec(), true);
            } else {
                line.push(best);
                whole = self.follow(value, &mut line).is_ok();
            }
        }
        // A proof that was stopped on the way to the line has the value all the same.
        let missing = proved.is_err();
        let solution = self.solution(bounds, best, line, whole);
        Solution { stopped: solution.stopped.filter(|_| missing), ..solution }
    }

    /// Lists the moves, and what is known of them without search.
    fn open(&mut self, known: &[ProvedMove<G::Move>]) -> Result<(), Score> {
        let (game, mut list, mut first) = (self.prover.game, MoveList::new(), MoveList::new());
        if let Status::Over(value) = game.moves(self.state, &mut list) {
            return Err(game.worth(self.state, value));
        }
        for &mv in list.as_slice() {
            let (_, least, most) = self.prover.after(self.state, mv);
            let mut mv = ProvedMove { played: mv, least, most };
            for known in known.iter().filter(|known| known.played == mv.played) {
                self.skipped += u32::from(known.least == known.most && mv.least < mv.most);
                (mv.least, mv.most) = (mv.least.max(known.least), mv.most.min(known.most));
            }
            self.moves.push(mv);
        }
        if self.prover.answer(self.state, Window::FULL).is_none() {
            self.prover.ranked(self.state, &mut first);
        }
        let rank = |mv: G::Move| first.as_slice().iter().position(|&other| other == mv).unwrap_or(usize::MAX);
        self.order = in_order(self.moves.iter().map(|mv| rank(mv.played)).collect());
        Ok(())
    }

    fn bounds(&self) -> (Score, Score) {
        let (least, most) = self.prover.game.bounds(self.state);
        let best = |of: fn(&ProvedMove<G::Move>) -> Score| self.moves.iter().map(of).max().unwrap_or(Score::ZERO);
        (least.max(best(|mv| mv.least)), most.min(best(|mv| mv.most)))
    }

    /// The value of the root: is it at least this, is it at least that?
    fn value(&mut self) -> Result<Score, Stopped> {
        let mut steps = Steps { guess: self.guess(), ..Steps::default() };
        loop {
            let (least, most) = self.bounds();
            if least >= most {
                return Ok(least);
            }
            let gamma = steps.next(least, most);
            let (asked, left) = (steps.asked - 1, questions(least, most));
            for place in 0..self.order.len() {
                let number = self.order[place];
                let ProvedMove { least, most, .. } = self.moves[number];
                if least < gamma && gamma <= most {
                    let moves = self.order.len();
                    let share = (f64::from(asked) + place as f64 / moves as f64) / f64::from(asked + left);
                    self.pulse.at(self.bounds(), self.place(place, share), &self.prover.budget);
                    self.ask(number, gamma)?;
                }
                if self.moves[number].least >= gamma {
                    self.order[..=place].rotate_right(1);
                    break;
                }
            }
        }
    }

    fn guess(&mut self) -> Option<Score> {
        let mut nodes = self.prover.budget.count();
        let guess = self.prover.game.guess(self.state, &mut nodes);
        self.prover.budget.inner = nodes.entered;
        guess
    }

    /// The proof is at a root move, with this much done: 1 is the value of the root, and one more that of each move if all
    /// are wanted.
    fn place(&self, number: usize, done: f64) -> Place {
        let moves = self.moves.len();
        let whole = if self.all_moves { moves + 1 } else { 1 };
        Place { number, moves, part: (1000.0 * done / whole as f64) as u32 }
    }

    /// Is a move worth at least `gamma`?
    fn ask(&mut self, number: usize, gamma: Score) -> Result<(), Stopped> {
        let mv = self.moves[number];
        let mut child = self.state.clone();
        self.prover.game.play(&mut child, mv.played);
        let window = -Window::null(gamma);
        let value = match &mut self.partner {
            Some(partner) => -partner.lead(&mut self.prover, &child, window, 1)?,
            None => -self.prover.ask(&child, window, 1)?,
        };
        match value >= gamma {
            true => self.moves[number].least = value.min(mv.most),
            false => self.moves[number].most = value.max(mv.least),
        }
        if let Some(witness) = &mut self.witness {
            witness(&self.moves[number]);
        }
        Ok(())
    }

    /// With the value of the root known: the exact value of a move if all are wanted.
    fn settle(&mut self, number: usize, value: Score) -> Result<(), Stopped> {
        let mv = &mut self.moves[number];
        mv.most = mv.most.min(value);
        let mut steps = Steps::default();
        while self.all_moves && self.moves[number].least < self.moves[number].most {
            let ProvedMove { least, most, .. } = self.moves[number];
            self.pulse.at((value, value), self.place(number, (number + 1) as f64), &self.prover.budget);
            self.ask(number, steps.next(least, most))?;
        }
        Ok(())
    }

    /// Best play from the end of the line on.
    fn follow(&mut self, value: Score, line: &mut Vec<G::Move>) -> Result<(), Stopped> {
        let game = self.prover.game;
        let (mut state, mut value, mut list) = (self.state.clone(), value, MoveList::new());
        game.play(&mut state, line[0]);
        loop {
            value = -value;
            list.clear();
            if game.moves(&state, &mut list) != Status::Open {
                return Ok(());
            }
            let mv = self.prover.best(&state, value, list.as_slice(), line.len() as u32)?;
            game.play(&mut state, mv);
            line.push(mv);
        }
    }

    /// `whole`: the line goes to the end of the game.
    fn solution(
        &mut self,
        bounds: (Score, Score),
        best: Option<G::Move>,
        line: Vec<G::Move>,
        whole: bool,
    ) -> Solution<G::Move> {
        let (least, most) = bounds;
        Solution {
            value: (least == most).then_some(least),
            kind: kind_of(least, most),
            least,
            most,
            best,
            moves: std::mem::take(&mut self.moves),
            moves_to_end: (whole && least == most).then_some(line.len() as u32),
            line: Line(line),
            nodes: self.prover.budget.inner,
            skipped: self.skipped,
            stopped: self.prover.budget.reason(),
        }
    }
}

/// Does this line lead to the end of a game that is worth `value`?
fn ends_with<G: Solvable>(game: &G, root: &G::State, value: Score, line: &[G::Move]) -> bool {
    let (mut state, mut list) = (root.clone(), MoveList::new());
    for mv in line {
        list.clear();
        if game.moves(&state, &mut list) != Status::Open || !list.as_slice().contains(mv) {
            return false;
        }
        game.play(&mut state, *mv);
    }
    list.clear();
    let Status::Over(end) = game.moves(&state, &mut list) else { return false };
    let end = game.worth(&state, end);
    value == if line.len().is_multiple_of(2) { end } else { -end }
}

/// What bounds say of a value.
fn kind_of(least: Score, most: Score) -> Kind {
    match (least, most) {
        _ if least == most => Kind::Exact,
        (Score::WORST, Score::INFINITY) => Kind::Unknown,
        (Score::WORST, _) => Kind::Upper,
        _ => Kind::Lower,
    }
}

/// Which question to ask next.
#[derive(Default)]
struct Steps {
    asked: u32,
    /// What the value seems to be.
    guess: Option<Score>,
}

impl Steps {
    /// A value above `least` and not above `most`: is it at least this? First of all: is it as much as it seems to be, or if
    /// nobody knows, is it a win, is it a loss? Then in steps away from there, as far as each answer says, but every now and
    /// then in the middle of what is left.
    fn next(&mut self, least: Score, most: Score) -> Score {
        let (low, high) = (i64::from(least.0), i64::from(most.0));
        let guess = self.guess.map(|guess| i64::from(guess.0));
        self.asked += 1;
        let gamma = match guess {
            Some(guess) if low < guess && guess <= high => guess,
            None if low < 1 && 1 <= high => 1,
            None if low < 0 && 0 <= high => 0,
            _ if self.asked.is_multiple_of(4) => low + (high - low) / 2 + 1,
            _ if low >= guess.unwrap_or(1) => low + 1,
            _ => high,
        };
        Score(gamma.clamp(low + 1, high) as i32)
    }
}

/// The places of a list in the order of their ranks; equals stay in their order. Compiled once for all games.
fn in_order(ranks: Vec<usize>) -> Vec<usize> {
    let mut places: Vec<usize> = (0..ranks.len()).collect();
    places.sort_by_key(|&place| ranks[place]);
    places
}

#[cfg(test)]
mod tests;
