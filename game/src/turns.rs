//! Double turns made alternate.

use crate::{
    Depth, Evaluate, Game, Keyed, MaybeKeyed, MaybeNoisy, MaybeOrder, MaybePass, MaybeRepeat, MoveList, NodeCount,
    Noisy, Order, Pass, Score, Shape, Skills, Solvable, Status, Symmetry, Text, TextError, Window,
};

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The player who begins.
    First,
    /// The opponent.
    Second,
}

impl Side {
    /// The opponent of this side.
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// A game that says whose turn it is, because the same side may move twice.
///
/// Its values, final or estimated, are those of the side that [`Turn::turn`] names, also where the game is over.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say whose turn it is",
    label = "this game does not implement `Turn`",
    note = "implement `Turn` for a game in which a side may move twice; other games need no `Turns`"
)]
pub trait Turn: Game {
    /// The side to move.
    fn turn(&self, state: &Self::State) -> Side;
}

/// Makes the sides of a game with double turns alternate at every ply: while one side moves again, the other one
/// passes. The pass, the move `None`, is then its only move.
///
/// All skills of the game stay but [`Repeat`](crate::Repeat): it counts plies, and here passes are plies too. A game that declares
/// it does not compile here. Listing the moves of a node allocates once, which a game written with passes of its own does not.
///
/// ```
/// use provebest_game::{Depth, Game, MoveList, Score, Side, Status, Turn, Turns, check, perft};
///
/// /// Take one or two; a side that takes two moves again; the side that takes the last one wins.
/// struct Again;
///
/// impl Game for Again {
///     type State = (u32, Side);
///     type Move = u32;
///     fn moves(&self, &(heap, _): &(u32, Side), out: &mut MoveList<u32>) -> Status {
///         out.extend(1..=heap.min(2));
///         if heap == 0 { Status::Over(Score(-1)) } else { Status::Open }
///     }
///     fn play(&self, (heap, side): &mut (u32, Side), taken: u32) {
///         *heap -= taken;
///         if taken == 1 || *heap == 0 {
///             *side = side.other();
///         }
///     }
/// }
///
/// impl Turn for Again {
///     fn turn(&self, &(_, side): &(u32, Side)) -> Side {
///         side
///     }
/// }
///
/// let game = Turns(Again);
/// let root = game.begin((4, Side::First));
/// let mut after_two = root.clone();
/// game.play(&mut after_two, Some(2));
/// let mut moves = MoveList::new();
/// game.moves(&after_two, &mut moves);
/// assert_eq!(moves.as_slice(), [None]);
/// assert_eq!(perft(&game, &root, Depth(2)), 3); // 1 1, 1 2, 2 pass
/// assert!(check(&game, &root).is_ok());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Turns<G>(pub G);

/// A position of [`Turns`]: the one of the game itself, and whose ply it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InTurn<S> {
    /// The position of the game itself.
    pub position: S,
    /// The side that moves or passes now.
    pub side: Side,
}

const WAITING: &str = " pass";

impl<G: Turn> Turns<G> {
    /// The position with the side to move at its ply.
    pub fn begin(&self, position: G::State) -> InTurn<G::State> {
        InTurn { side: self.0.turn(&position), position }
    }

    /// Is it the ply of the side that can only pass?
    fn waiting(&self, state: &InTurn<G::State>) -> bool {
        self.0.turn(&state.position) != state.side
    }

    /// A value of the side to move as the side whose ply it is sees it.
    fn seen(&self, state: &InTurn<G::State>, value: Score) -> Score {
        if self.waiting(state) { -value } else { value }
    }

    fn marked(&self, state: &InTurn<G::State>, key: u64) -> u64 {
        if self.waiting(state) { key ^ 0xa5a5_1234_c3c3_8765 } else { key }
    }
}

impl<G: Turn> Game for Turns<G> {
    type State = InTurn<G::State>;
    type Move = Option<G::Move>;

    fn moves(&self, state: &Self::State, out: &mut MoveList<Self::Move>) -> Status {
        let mut list = MoveList::new();
        match self.0.moves(&state.position, &mut list) {
            Status::Over(value) => return Status::Over(self.seen(state, value)),
            Status::Open if self.waiting(state) => out.push(None),
            Status::Open => out.extend(list.as_slice().iter().copied().map(Some)),
        }
        Status::Open
    }

    fn play(&self, state: &mut Self::State, m: Self::Move) {
        if let Some(m) = m {
            self.0.play(&mut state.position, m);
        }
        state.side = state.side.other();
    }

    fn shape(&self, state: &Self::State) -> Option<Shape> {
        let Shape { width, height: Depth(height) } = self.0.shape(&state.position)?;
        // Every move but the last may be followed by a pass.
        let plies = (2 * height).saturating_sub(1) + u32::from(height > 0 && self.waiting(state));
        Some(Shape { width: width.max(1), height: Depth(plies) })
    }
}

impl<G: Turn + Evaluate> Evaluate for Turns<G> {
    fn evaluate(&self, state: &Self::State) -> Score {
        self.seen(state, self.0.evaluate(&state.position))
    }

    fn unit(&self) -> i32 {
        self.0.unit()
    }

    fn horizon(&self, state: &Self::State, _: &mut MoveList<Self::Move>) -> (Score, bool) {
        let (value, estimated) = self.0.horizon(&state.position, &mut MoveList::new());
        (self.seen(state, value), estimated)
    }
}

/// A side that can only pass is in need: what its pass leads to tells more than standing still.
impl<G: Turn + Noisy> Noisy for Turns<G> {
    fn noisy(&self, state: &Self::State, out: &mut MoveList<Self::Move>) {
        if self.waiting(state) {
            return out.push(None);
        }
        let mut list = MoveList::new();
        self.0.noisy(&state.position, &mut list);
        out.extend(list.as_slice().iter().copied().map(Some));
    }

    fn is_forced(&self, state: &Self::State) -> bool {
        self.waiting(state) || self.0.is_forced(&state.position)
    }

    fn gain(&self, state: &Self::State, m: Self::Move) -> i32 {
        m.map_or(0, |m| self.0.gain(&state.position, m))
    }

    const THREATENS: bool = G::THREATENS;

    fn threats(&self, state: &Self::State, out: &mut MoveList<Self::Move>) {
        let mut list = MoveList::new();
        self.0.threats(&state.position, &mut list);
        out.extend(list.as_slice().iter().copied().map(Some));
    }
}

impl<G: Turn + Pass> Pass for Turns<G> {
    fn pass(&self, state: &Self::State) -> Option<Self::State> {
        if self.waiting(state) {
            return None;
        }
        let position = self.0.pass(&state.position)?;
        Some(InTurn { position, side: state.side.other() })
    }
}

impl<G: Turn + Order> Order for Turns<G> {
    /// The pass has a place of its own.
    const HISTORY_SIZE: usize = G::HISTORY_SIZE + 1;

    fn history_index(&self, state: &Self::State, m: Self::Move) -> usize {
        m.map_or(G::HISTORY_SIZE, |m| self.0.history_index(&state.position, m))
    }

    const ROUTES: usize = if G::ROUTES > 0 { G::ROUTES + 1 } else { 0 };

    fn route(&self, state: &Self::State, m: Self::Move) -> usize {
        m.map_or(G::ROUTES, |m| self.0.route(&state.position, m))
    }

    fn priority(&self, state: &Self::State, m: Self::Move) -> i32 {
        m.map_or(0, |m| self.0.priority(&state.position, m))
    }
}

impl<G: Turn + Solvable> Solvable for Turns<G> {
    fn worth(&self, end: &Self::State, value: Score) -> Score {
        self.seen(end, self.0.worth(&end.position, self.seen(end, value)))
    }

    fn bounds(&self, state: &Self::State) -> (Score, Score) {
        let (least, most) = self.0.bounds(&state.position);
        if self.waiting(state) { (-most, -least) } else { (least, most) }
    }

    fn at_once(&self, state: &Self::State, window: Window) -> Option<Score> {
        self.answer(state, window, &mut NodeCount::unlimited())
    }

    fn candidates(&self, state: &Self::State, out: &mut MoveList<Self::Move>) -> Status {
        self.ranked(state, out, &mut NodeCount::unlimited())
    }

    fn answer(&self, state: &Self::State, window: Window, nodes: &mut NodeCount) -> Option<Score> {
        let window = if self.waiting(state) { -window } else { window };
        self.0.answer(&state.position, window, nodes).map(|value| self.seen(state, value))
    }

    fn ranked(&self, state: &Self::State, out: &mut MoveList<Self::Move>, nodes: &mut NodeCount) -> Status {
        let mut list = MoveList::new();
        match self.0.ranked(&state.position, &mut list, nodes) {
            Status::Over(value) => return Status::Over(self.seen(state, value)),
            Status::Open if self.waiting(state) => out.push(None),
            Status::Open => out.extend(list.as_slice().iter().copied().map(Some)),
        }
        Status::Open
    }

    fn guess(&self, state: &Self::State, nodes: &mut NodeCount) -> Option<Score> {
        self.0.guess(&state.position, nodes).map(|value| self.seen(state, value))
    }

    /// With a bit more for the side, or, where there is no room for one, mixed with it.
    fn note_key(&self, state: &Self::State) -> u64 {
        match self.0.key_bits() {
            64.. => self.marked(state, self.0.note_key(&state.position)),
            _ => self.0.note_key(&state.position) << 1 | u64::from(self.waiting(state)),
        }
    }

    fn key_bits(&self) -> u32 {
        (self.0.key_bits() + 1).min(64)
    }

    fn is_noted(&self, state: &Self::State) -> bool {
        self.0.is_noted(&state.position)
    }

    fn looks_ahead(&self, state: &Self::State) -> bool {
        self.0.looks_ahead(&state.position)
    }
}

impl<G: Turn + Skills> Skills for Turns<G>
where
    G::Keyed: MaybeKeyed<Self>,
    G::Noisy: MaybeNoisy<Self>,
    G::Pass: MaybePass<Self>,
    G::Order: MaybeOrder<Self>,
    G::Repeat: MaybeRepeat<Self>,
{
    type Keyed = G::Keyed;
    type Noisy = G::Noisy;
    type Pass = G::Pass;
    type Order = G::Order;
    type Repeat = G::Repeat;
}

impl<G: Turn + Keyed> Keyed for Turns<G> {
    fn key(&self, state: &Self::State) -> u64 {
        self.marked(state, self.0.key(&state.position))
    }
}

impl<G: Turn + Symmetry> Symmetry for Turns<G> {
    fn symmetric_key(&self, state: &Self::State) -> u64 {
        self.marked(state, self.0.symmetric_key(&state.position))
    }
}

/// A position at which a side has to pass is written with the word `pass` behind.
impl<G: Turn + Text> Text for Turns<G> {
    fn parse(&self, text: &str) -> Result<Self::State, TextError> {
        let (inner, waits) = text.strip_suffix(WAITING).map_or((text, false), |inner| (inner, true));
        let position = self.0.parse(inner)?;
        let turn = self.0.turn(&position);
        Ok(InTurn { position, side: if waits { turn.other() } else { turn } })
    }

    fn print(&self, state: &Self::State) -> String {
        let text = self.0.print(&state.position);
        if self.waiting(state) { text + WAITING } else { text }
    }

    fn print_move(&self, state: &Self::State, m: Self::Move) -> String {
        m.map_or_else(|| WAITING.trim().into(), |m| self.0.print_move(&state.position, m))
    }

    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, TextError> {
        if !self.waiting(state) {
            return self.0.parse_move(&state.position, text).map(Some);
        }
        let pass = WAITING.trim();
        if text == pass { Ok(None) } else { Err(TextError::new(text, 0, "not a legal move here", pass)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Check;

    /// One heap; a side that takes two moves again; the side that takes the last one wins as much as was in the heap at first.
    struct Again;

    type Heap = (u32, Side);

    impl Game for Again {
        type State = Heap;
        type Move = u32;

        fn moves(&self, &(heap, _): &Heap, out: &mut MoveList<u32>) -> Status {
            out.extend(1..=heap.min(3));
            if heap == 0 { Status::Over(Score(-5)) } else { Status::Open }
        }

        fn play(&self, (heap, side): &mut Heap, taken: u32) {
            *heap -= taken;
            if taken != 2 || *heap == 0 {
                *side = side.other();
            }
        }

        fn shape(&self, &(heap, _): &Heap) -> Option<Shape> {
            Some(Shape { width: 3, height: Depth(heap) })
        }
    }

    impl Turn for Again {
        fn turn(&self, &(_, side): &Heap) -> Side {
            side
        }
    }

    impl Evaluate for Again {
        fn evaluate(&self, &(heap, _): &Heap) -> Score {
            Score(heap as i32)
        }
    }

    impl Keyed for Again {
        fn key(&self, &(heap, side): &Heap) -> u64 {
            crate::mix(2 * heap as u64 + side as u64)
        }
    }

    impl Symmetry for Again {
        fn symmetric_key(&self, &(heap, _): &Heap) -> u64 {
            heap as u64
        }
    }

    impl Text for Again {
        fn parse(&self, text: &str) -> Result<Heap, TextError> {
            let side = if text.starts_with('A') { Side::First } else { Side::Second };
            let heap = text.get(1..).and_then(|heap| heap.parse().ok());
            heap.map(|heap| (heap, side)).ok_or_else(|| TextError::new(text, 1, "no heap", "A and a number"))
        }

        fn print(&self, &(heap, side): &Heap) -> String {
            format!("{}{heap}", if side == Side::First { 'A' } else { 'B' })
        }

        fn print_move(&self, _: &Heap, taken: u32) -> String {
            taken.to_string()
        }
    }

    #[test]
    fn all_skills_stay() {
        let game = Turns(Again);
        let root = game.begin((12, Side::First));
        let checked = Check::new(&game, &root).equal().symmetric().evaluated().text().run().unwrap();
        assert!(checked.longest > 6);
    }

    #[test]
    fn a_waiting_side_sees_the_opposite() {
        let game = Turns(Again);
        let mut state = game.begin((6, Side::First));
        game.play(&mut state, Some(2));
        assert_eq!(game.print(&state), "A4 pass");
        assert_eq!(game.evaluate(&state), Score(-4));
        assert_eq!(game.shape(&state), Some(Shape { width: 3, height: Depth(8) }));
        let error = game.parse_move(&state, "2").unwrap_err();
        assert_eq!(error.want, "pass");
        let waiting = game.key(&state);
        game.play(&mut state, None);
        assert_ne!(game.key(&state), waiting);
        assert_eq!((game.print(&state), game.evaluate(&state)), ("A4".into(), Score(4)));
        for m in [Some(2), None, Some(2)] {
            game.play(&mut state, m);
        }
        assert_eq!(game.moves(&state, &mut MoveList::new()), Status::Over(Score(-5)), "for B, who has lost");
    }

    /// The value by a minimax that knows whose turn it is, without passes.
    fn value(state: &Heap) -> Score {
        let mut list = MoveList::new();
        if let Status::Over(value) = Again.moves(state, &mut list) {
            return value;
        }
        let children = list.as_slice().iter().map(|&m| {
            let mut child = *state;
            Again.play(&mut child, m);
            if child.1 == state.1 { value(&child) } else { -value(&child) }
        });
        children.max().unwrap()
    }

    #[test]
    fn values_are_those_of_the_game_itself() {
        fn negamax(state: &InTurn<Heap>) -> Score {
            let mut list = MoveList::new();
            if let Status::Over(value) = Turns(Again).moves(state, &mut list) {
                return value;
            }
            let children = list.as_slice().iter().map(|&m| {
                let mut child = *state;
                Turns(Again).play(&mut child, m);
                -negamax(&child)
            });
            children.max().unwrap()
        }
        for heap in 0..12 {
            let position = (heap, Side::Second);
            assert_eq!(negamax(&Turns(Again).begin(position)), value(&position), "{heap}");
        }
    }
}
