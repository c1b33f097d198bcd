//! Skills a game may have beyond its rules. A search or option that needs one does not compile without it.

use std::fmt;
use std::ops::ControlFlow;

use crate::{Children, Game, MoveList, Ply, Score, Status, Window};

/// An estimate where the search has to stop before the game does.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no estimate of its positions",
    label = "this game does not implement `Evaluate`",
    note = "wrap the game in `Judged` with a closure that estimates a position, or in `ToTheEnd` to search to the end of the game"
)]
pub trait Evaluate: Game {
    /// The worth of an open position for the side to move, within ±[`Score::LIMIT`].
    fn evaluate(&self, state: &Self::State) -> Score;

    /// What is worth as much as a pawn in chess: margins and windows of an engine are measured in it.
    fn unit(&self) -> i32 {
        100
    }

    /// A move of an open position that wins at once, and what [`Evaluate::horizon`] says behind it, if no other move can be better and the
    /// game sees it faster than by looking at its moves. By default none is seen.
    #[inline]
    fn wins_at_once(&self, _state: &Self::State) -> Option<(Self::Move, Score)> {
        None
    }

    /// The worth of a position at the horizon, and whether it is an estimate: the final value if the game has ended
    /// there, otherwise [`Evaluate::evaluate`].
    #[inline]
    fn horizon(&self, state: &Self::State, list: &mut MoveList<Self::Move>) -> (Score, bool) {
        match self.status(state, list) {
            Status::Over(value) => (value, false),
            Status::Open => (self.evaluate(state), true),
        }
    }

    /// Visits the children of a position in the order of its moves, each as a leaf: the move, and the worth that
    /// [`Evaluate::horizon`] tells of the child, until `visit` breaks off. If the game is over there are none, and its value
    /// comes back. For a game that can judge a row of children faster than one by one.
    #[inline]
    fn leaves(
        &self,
        state: &Self::State,
        list: &mut MoveList<Self::Move>,
        mut visit: impl FnMut(Self::Move, Score, bool) -> ControlFlow<()>,
    ) -> Option<Score> {
        let children = match list.open(|list| self.moves(state, list)) {
            Ok(children) => children,
            Err(value) => return Some(value),
        };
        for number in 0..children.count() {
            let m = list.at(children, number);
            let mut child = state.clone();
            self.play(&mut child, m);
            let (worth, estimated) = self.horizon(&child, list);
            if visit(m, worth, estimated).is_break() {
                break;
            }
        }
        list.close(children);
        None
    }

    /// Visits the children of an open position in the order of its moves, each with what can be seen of it, until `visit` breaks off. For a
    /// game that sees more than its [`leaves`](Evaluate::leaves) tell, or sees it faster.
    #[inline]
    fn row(
        &self,
        state: &Self::State,
        list: &mut MoveList<Self::Move>,
        mut visit: impl FnMut(Self::Move, Outlook) -> ControlFlow<()>,
    ) {
        self.leaves(state, list, |m, worth, estimated| {
            if !estimated {
                return visit(m, Outlook::Over(worth));
            }
            let mut child = state.clone();
            self.play(&mut child, m);
            let win = self.wins_at_once(&child);
            visit(m, win.map_or(Outlook::Open(-worth.0), |(_, value)| Outlook::Won(-value)))
        });
    }

    /// What an open position is worth two plies deeper, if the game sees that faster than by a search: with [`Evaluate::horizon`] after a
    /// move and a reply, or after a move that ends the game. From `beta` on a lower bound, below it an upper bound. By default nothing is seen.
    #[inline]
    fn two_plies(&self, _state: &Self::State, _beta: Score) -> Option<TwoPlies> {
        None
    }
}

/// What a position is worth two plies deeper: see [`Evaluate::two_plies`].
///
/// ```
/// use provebest_game::{Score, TwoPlies};
/// let beta = Score(5);
/// let told = TwoPlies { worth: Score(7), estimated: true, count: 12 };
/// assert!(told.worth >= beta, "the position is worth 7 at least");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TwoPlies {
    /// The worth for the side to move, or a bound of it.
    pub worth: Score,
    /// Does it rest on an estimate?
    pub estimated: bool,
    /// How many positions below were looked at.
    pub count: u32,
}

/// What can be seen of a child without a search: see [`Evaluate::row`].
///
/// ```
/// use provebest_game::{Outlook, Ply, Score};
/// // The other side makes four with the eighth stone.
/// assert_ne!(Outlook::Won(Score::win_in(Ply(8))), Outlook::Open(3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// The game is over there: its value for the side to move there.
    Over(Score),
    /// The side to move there wins at once: what that is worth to it, to any depth.
    Won(Score),
    /// No move [wins at once](Evaluate::wins_at_once) there, as far as can be seen. The greater the number, the more the move promises
    /// beside its siblings.
    Open(i32),
}

/// A number for every position, equal for equal positions and almost surely different for different ones.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no keys for its positions",
    label = "this game does not implement `Keyed`",
    note = "wrap the game in `Hashed` if its states are `Hash`, or implement `Keyed` and declare it: `skills!({Self}: Keyed);`"
)]
pub trait Keyed: Game {
    /// The key. Positions that differ only in how they were reached should share it.
    fn key(&self, state: &Self::State) -> u64;
}

/// Positions that are the same game seen in a mirror.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not have the skill `Symmetry`",
    label = "this game does not implement `Symmetry`",
    note = "implement `Keyed` and `Symmetry` for the game: a key that all mirror images of a position share"
)]
pub trait Symmetry: Keyed {
    /// A key that all mirror images of a position share.
    fn symmetric_key(&self, state: &Self::State) -> u64;
}

/// Positions that can come again. Rules that lack this skill promise that none can.
///
/// The ends of such a game are counted by a clock that the state keeps: a game that is lost at the ply `now` is worth
/// `Score::loss_in(now)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not have the skill `Repeat`",
    label = "this game does not implement `Repeat`",
    note = "implement `Repeat` for the game, or leave it out of `skills!`; `Turns` cannot carry this skill"
)]
pub trait Repeat: Keyed {
    /// How many plies back the same position can have been at most: those since the last move that nothing undoes.
    fn reversible(&self, state: &Self::State) -> u32;

    /// After how many plies a position can come again at the soonest. In chess four: each side has to go away and back.
    const SOONEST: u32 = 2;

    /// The ply by which this state counts its ends.
    fn now(&self, state: &Self::State) -> Ply;
}

/// Moves after which a position should not be judged before the dust has settled.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not have the skill `Noisy`",
    label = "this game does not implement `Noisy`",
    note = "implement `Noisy` for the game, or leave it out of `skills!`"
)]
pub trait Noisy: Evaluate {
    /// Lists the noisy moves of an open position, captures, say, in the order in which they should be tried. If the side to move is
    /// [in need](Noisy::is_forced), all its moves.
    fn noisy(&self, state: &Self::State, out: &mut MoveList<Self::Move>);

    /// Has the side to move to answer a threat, so that it cannot stand still? In chess: is it in check?
    fn is_forced(&self, state: &Self::State) -> bool;

    /// Is the other side in need after this move? A game may override it, if it can tell without playing it.
    #[inline]
    fn forces(&self, state: &Self::State, m: Self::Move) -> bool {
        let mut child = state.clone();
        self.play(&mut child, m);
        self.is_forced(&child)
    }

    /// What a noisy move can win at most beyond what the position is worth now.
    fn gain(&self, state: &Self::State, m: Self::Move) -> i32;

    /// Does [`Noisy::threats`] ever list a move?
    const THREATENS: bool = false;

    /// Lists further moves of an open position where the side to move is not in need: such after which the other side is. In chess, quiet
    /// moves that give check. An engine tries them if it is told to (its switch `checks`).
    fn threats(&self, _state: &Self::State, _out: &mut MoveList<Self::Move>) {}
}

/// Games where it may be asked: what if I did nothing?
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not have the skill `Pass`",
    label = "this game does not implement `Pass`",
    note = "implement `Pass` for the game, or leave it out of `skills!`"
)]
pub trait Pass: Game {
    /// The position with the other side to move; `None` where nothing can be learned from it: because the side to move is in
    /// need, or because to have to move is often a burden there.
    fn pass(&self, state: &Self::State) -> Option<Self::State>;
}

/// Moves that can be told apart before they are tried.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not have the skill `Order`",
    label = "this game does not implement `Order`",
    note = "implement `Order` for the game, or leave it out of `skills!`"
)]
pub trait Order: Game {
    /// An [`Order::history_index`] is below this.
    const HISTORY_SIZE: usize;

    /// Where a search keeps its experience with this move: one number for moves that do the same in most positions, from one
    /// square to another, say.
    fn history_index(&self, state: &Self::State, m: Self::Move) -> usize;

    /// An [`Order::route`] is below this; 0 if moves do not go from one place to another.
    const ROUTES: usize = 0;

    /// A number for the square that a move leaves and the square that it reaches, whatever the piece. An engine counts its experience by
    /// it if it is told to (its switch `from-to`).
    fn route(&self, _state: &Self::State, _m: Self::Move) -> usize {
        0
    }

    /// Is the [`Order::priority`] of a move 0? A game may override it, if it can tell sooner.
    #[inline]
    fn is_quiet(&self, state: &Self::State, m: Self::Move) -> bool {
        self.priority(state, m) == 0
    }

    /// What speaks for a move at first sight: above 0 for those to be tried before all quiet ones, the best first, below 0
    /// for those that look like blunders, and 0 for quiet ones, of which experience tells the order, by [`Order::history_index`].
    fn priority(&self, state: &Self::State, m: Self::Move) -> i32;
}

/// A game that ends, so that its positions have exact values, and what helps to prove them.
///
/// Everything has a default, so `impl Solvable for MyGame {}` is enough, and [`Plain`](crate::Plain) spares even that. What a game
/// says here has to be true: a solver believes it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how it is solved",
    label = "this game does not implement `Solvable`",
    note = "wrap a reference to the game in `Plain` (`Plain(&Hashed(game))`), or write `impl Solvable for {Self} {{}}`"
)]
pub trait Solvable: Keyed {
    /// What a position that has ended is worth on the scale on which the game is solved; `value` is what the rules say
    /// ([`Status::Over`]). All values of this trait are on that scale, those of the side to move.
    fn worth(&self, _end: &Self::State, value: Score) -> Score {
        value
    }

    /// The least and the largest value that a position can have, from what is left of the game. They should be cheap:
    /// they are asked for at every node.
    #[inline]
    fn bounds(&self, _state: &Self::State) -> (Score, Score) {
        (Score::WORST, Score::INFINITY)
    }

    /// An answer to the question `window` where it can be had without a search, or faster than by one: a result of at
    /// most alpha is an upper bound of the value, of at least beta a lower bound, and between them the value itself.
    /// Asked first, at every node; where the game has ended only if [`Solvable::candidates`] leads there.
    #[inline]
    fn at_once(&self, _state: &Self::State, _window: Window) -> Option<Score> {
        None
    }

    /// The moves that matter, best first: those left out are worth no more than the best of the others. Or the final
    /// value, if the game has ended. Only for positions that [`Solvable::at_once`] leaves open.
    #[inline]
    fn candidates(&self, state: &Self::State, out: &mut MoveList<Self::Move>) -> Status {
        match self.moves(state, out) {
            Status::Over(value) => Status::Over(self.worth(state, value)),
            Status::Open => Status::Open,
        }
    }

    /// What [`Solvable::at_once`] says; this is what a solver asks. A game that searches to say it overrides this one
    /// instead, and adds the nodes that it enters below the position to `nodes`, so that a solver's count is honest. Such a
    /// search is short: it ends with its answer, even if the limit is reached on the way.
    #[inline]
    fn answer(&self, state: &Self::State, window: Window, _nodes: &mut NodeCount) -> Option<Score> {
        self.at_once(state, window)
    }

    /// What [`Solvable::candidates`] says; this is what a solver asks. A game that searches to sort its moves overrides this
    /// one instead, and adds the nodes that it enters to `nodes`. When those are used up, any order will do: the solver
    /// ends at its next node.
    #[inline]
    fn ranked(&self, state: &Self::State, out: &mut MoveList<Self::Move>, _nodes: &mut NodeCount) -> Status {
        self.candidates(state, out)
    }

    /// A guess at the value of a position that is to be solved: the first question is whether it is worth as much, and the nearer
    /// the guess, the fewer questions there are. What it searches counts in `nodes`. Without a guess the first question is
    /// whether it is won.
    #[inline]
    fn guess(&self, _state: &Self::State, _nodes: &mut NodeCount) -> Option<Score> {
        None
    }

    /// A key under which the value of a position is noted, below 2 to the power of [`Solvable::key_bits`]. Positions
    /// with the same value, such as mirror images, may share it.
    #[inline]
    fn note_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// A further key under which something may be noted that holds of a position: that of its mirror image, if
    /// [`Solvable::note_key`] does not bring them together. Asked only where a search would be the alternative.
    #[inline]
    fn twin_key(&self, _state: &Self::State) -> Option<u64> {
        None
    }

    /// How many bits a [`Solvable::note_key`] has. Shorter keys need less room; a key that is never shared by
    /// positions of different values makes the proof free of chance.
    fn key_bits(&self) -> u32 {
        64
    }

    /// Is a position worth a note? Below the last ones that are, the search goes on without the table: there it takes
    /// less time than to look something up.
    #[inline]
    fn is_noted(&self, _state: &Self::State) -> bool {
        true
    }

    /// Are the notes of all children worth a look before any of them is searched? One that is known to be good enough saves
    /// the search; it pays where that costs much more than some looks.
    #[inline]
    fn looks_ahead(&self, _state: &Self::State) -> bool {
        true
    }

    /// Is [`Solvable::at_once`] worth asking at all children before any of them is searched? Where it often has an answer, one that is
    /// good enough saves the search of those before it.
    #[inline]
    fn answers_ahead(&self, _state: &Self::State) -> bool {
        false
    }
}

/// The nodes that a solver has entered, and those that a game enters by itself to help it.
///
/// ```
/// use provebest_game::NodeCount;
/// let mut nodes = NodeCount { entered: 0, limit: 2 };
/// nodes.entered += 2;
/// assert!(nodes.is_used_up() && !NodeCount::unlimited().is_used_up());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeCount {
    /// How many there are so far.
    pub entered: u64,
    /// How many there may be.
    pub limit: u64,
}

impl NodeCount {
    /// None yet, and no limit.
    pub const fn unlimited() -> NodeCount {
        NodeCount { entered: 0, limit: u64::MAX }
    }

    /// May no more be entered?
    #[inline]
    pub const fn is_used_up(&self) -> bool {
        self.entered >= self.limit
    }
}

/// A game about whose positions something can be proved although they may come again: is this one worth at least so much?
///
/// `impl Provable for MyGame {}` is enough for a game in which no position comes again, and [`Plain`](crate::Plain) spares even that.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how something is proved about it",
    label = "this game does not implement `Provable`",
    note = "wrap a reference to the game in `Plain` (`Plain(&Hashed(game))`), or write `impl Provable for {Self} {{}}` if no position comes again"
)]
pub trait Provable: Solvable {
    /// What play that returns to a position is worth to the side to move there, on the scale of [`Solvable::worth`]: 0 for a draw.
    /// `None` if no position ever comes again, as rules without the skill [`Repeat`] promise.
    ///
    /// Which side is hurt must not depend on the position: if repetition is lost for one side, then everywhere. Rules under which the
    /// mover may not repeat are not of this kind.
    fn repeated(&self, _state: &Self::State) -> Option<Score> {
        None
    }

    /// The least and the largest value of a position in which the game goes on, as far as a glance at it shows. A certificate ends where
    /// they meet what it claims, and its checker believes them: so they should follow plainly from the rules. The default is
    /// [`Solvable::bounds`].
    #[inline]
    fn settled(&self, state: &Self::State) -> (Score, Score) {
        self.bounds(state)
    }

    /// What one look at a position says to the question `window`: that the game is over, what its bounds say, or what
    /// [`Solvable::answer`] does.
    #[inline]
    fn glance(&self, state: &Self::State, list: &mut MoveList<Self::Move>, window: Window) -> Option<Score> {
        if let Status::Over(value) = self.status(state, list) {
            return Some(self.worth(state, value));
        }
        match self.bounds(state) {
            (least, _) if least >= window.beta => Some(least),
            (_, most) if most <= window.alpha => Some(most),
            _ => self.answer(state, window, &mut NodeCount::unlimited()),
        }
    }

    /// The moves that a proof is about: those that matter ([`Solvable::candidates`]), or all of them where a position can come again. Or the
    /// final value, if the game has ended.
    #[inline]
    fn relevant(&self, state: &Self::State, out: &mut MoveList<Self::Move>) -> Status {
        if self.repeated(state).is_none() {
            return self.candidates(state, out);
        }
        match self.moves(state, out) {
            Status::Over(value) => Status::Over(self.worth(state, value)),
            Status::Open => Status::Open,
        }
    }

    /// Lists the [relevant](Provable::relevant) moves of a position, and shows a surveyor the positions behind them, until it has seen
    /// enough; a look there says what [`Provable::glance`] does. Or the final value, if the game has ended.
    ///
    /// A game may override it, if it sees all children together in less time than one after the other. `note` is 0, or what the game
    /// wrote there at an earlier survey with the same window of a position with the same key, to see it in less time the next time.
    #[inline]
    fn survey(
        &self,
        state: &Self::State,
        list: &mut MoveList<Self::Move>,
        window: Window,
        _note: &mut u64,
        surveyor: &mut impl Surveyor<Self::State>,
    ) -> Result<Children, Score> {
        self.survey_in_turn(state, list, window, surveyor)
    }

    /// The default of [`Provable::survey`]: one child after the other.
    #[inline]
    fn survey_in_turn(
        &self,
        state: &Self::State,
        list: &mut MoveList<Self::Move>,
        window: Window,
        surveyor: &mut impl Surveyor<Self::State>,
    ) -> Result<Children, Score> {
        let children = list.open(|list| self.relevant(state, list))?;
        let played = |number: u32, list: &MoveList<Self::Move>| {
            let mut child = state.clone();
            self.play(&mut child, list.at(children, number));
            (self.key(&child), child)
        };
        // The next one is there before this one is met, so that the surveyor can expect it.
        let (key, child) = played(0, list);
        let (mut number, mut next) = (0, Some((surveyor.expects(key), child)));
        while let Some((expected, child)) = next {
            number += 1;
            next = (number < children.count()).then(|| {
                let (key, child) = played(number, list);
                (surveyor.expects(key), child)
            });
            if !surveyor.meets(expected, &child, || self.glance(&child, list, window)) {
                break;
            }
        }
        Ok(children)
    }

    /// Can no play from one child of a position reach another one, and are all children different? So it is where every move adds a
    /// stone. A search then knows that its work below one child tells nothing new of the others.
    #[inline]
    fn siblings_apart(&self) -> bool {
        false
    }

    /// By how much, at least, the number of a child must exceed that of the second best before df-pn leaves it for that one. More than 1
    /// spares visits, and where first children are good ones expansions too; where they are not it costs some.
    #[inline]
    fn patience(&self) -> u32 {
        1
    }

    /// Is so little of the game left that the checker of a certificate may play all of it? Only for games in which no position comes
    /// again. The certificate needs no tree from here on.
    #[inline]
    fn ends_soon(&self, _state: &Self::State) -> bool {
        false
    }
}

/// Meets the children of a position: see [`Provable::survey`].
pub trait Surveyor<S> {
    /// What it keeps of a child that it expects.
    type Expected: Copy + Default;

    /// A child with this key will come soon.
    fn expects(&mut self, key: u64) -> Self::Expected;

    /// Here is the next child, and `look` says what a look at it shows. Is it of interest what comes after it?
    fn meets(&mut self, expected: Self::Expected, child: &S, look: impl FnOnce() -> Option<Score>) -> bool;
}

/// Positions and moves as a person writes them.
#[diagnostic::on_unimplemented(
    message = "positions and moves of `{Self}` cannot be written",
    label = "this game does not implement `Text`",
    note = "implement `Text` with `parse`, `print` and `print_move`; a `Command` or a `Terminal` needs closures only"
)]
pub trait Text: Game {
    /// Reads a position.
    fn parse(&self, text: &str) -> Result<Self::State, TextError>;

    /// Writes a position so that [`Text::parse`] reads the same one back.
    fn print(&self, state: &Self::State) -> String;

    /// Writes a legal move of `state`.
    fn print_move(&self, state: &Self::State, m: Self::Move) -> String;

    /// Reads a move: the legal one that is written so.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, TextError> {
        let mut list = MoveList::new();
        let status = self.moves(state, &mut list);
        let found = list.as_slice().iter().copied().find(|&m| self.print_move(state, m) == text);
        found.filter(|_| status == Status::Open).ok_or_else(|| {
            let all: Vec<String> = list.as_slice().iter().map(|&m| self.print_move(state, m)).collect();
            let want =
                if all.is_empty() { "no move: the game is over".into() } else { format!("one of {}", all.join(" ")) };
            TextError::new(text, 0, "not a legal move here", want)
        })
    }
}

/// Text that could not be read: which, where, why, and what is expected.
///
/// ```
/// let error = provebest_game::TextError::new("44x5", 2, "not a column", "a digit from 1 to 7");
/// assert_eq!(error.to_string(), "not a column at character 3; expected a digit from 1 to 7\n  44x5\n    ^");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The text, or the part of it around the place.
    pub text: String,
    /// How many characters of the whole text stand before the place where reading stopped.
    pub place: usize,
    /// What is wrong there.
    pub why: String,
    /// What is expected.
    pub want: String,
    /// How many characters of `text` stand before the place.
    caret: usize,
}

impl TextError {
    const AROUND: usize = 30;

    /// An error at byte `place` of `text`. A long text is cut to the surroundings of the place.
    pub fn new(text: &str, place: usize, why: impl Into<String>, want: impl Into<String>) -> Self {
        let place = place.min(text.len());
        let clean = |c: char| if c.is_control() { ' ' } else { c };
        let at = text.floor_char_boundary(place);
        let before: Vec<char> = text[..at].chars().rev().take(Self::AROUND + 1).map(clean).collect();
        let after: Vec<char> = text[at..].chars().take(Self::AROUND + 1).map(clean).collect();
        let head: String = if before.len() > Self::AROUND {
            "...".chars().chain(before[..Self::AROUND].iter().rev().copied()).collect()
        } else {
            before.iter().rev().collect()
        };
        let mut shown = head.clone();
        shown.extend(after.iter().take(Self::AROUND));
        if after.len() > Self::AROUND {
            shown.push_str("...");
        }
        TextError {
            text: shown,
            place: text[..at].chars().count(),
            why: why.into(),
            want: want.into(),
            caret: head.chars().count(),
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TextError { text, place, why, want, caret } = self;
        write!(f, "{why} at character {}; expected {want}\n  {text}\n  {:caret$}^", place + 1, "")
    }
}

impl std::error::Error for TextError {}
