//! All games of the command as one. Parallel searches are long texts, and there are many of them: they are compiled for
//! this game only, at the price of a branch at every step, and so are sequential ones that somebody watches. Sequential
//! searches that are timed are compiled for every game.

use provebest::game::Children;
use provebest::games::chess::{self, Chess};
use provebest::games::connect_four::ConnectFour;
use provebest::games::othello::Othello;
use provebest::games::synthetic::{Correlated, Independent, Weighted};
use provebest::games::tic_tac_toe::TicTacToe;
use provebest::games::tree::Tree;
use provebest::{Evaluate, Game, Keyed, MoveList, Score, Shape, Status};

use super::{Playable, Rules};

/// A position in one of the games.
#[derive(Clone)]
pub enum AnyState {
    Tree(<Tree as Game>::State),
    Uniform(<Weighted as Game>::State),
    Correlated(<Correlated as Game>::State),
    Iid(<Independent as Game>::State),
    TicTacToe(<TicTacToe as Game>::State),
    ConnectFour(<ConnectFour as Game>::State),
    Othello(<Othello as Game>::State),
    Chess(<Chess as Game>::State),
}

/// A move as a number, and back.
trait Numbered: Copy {
    fn number(self) -> u32;
    fn of(number: u32) -> Self;
}

impl Numbered for u32 {
    fn number(self) -> u32 {
        self
    }
    fn of(number: u32) -> u32 {
        number
    }
}

impl Numbered for u8 {
    fn number(self) -> u32 {
        self.into()
    }
    fn of(number: u32) -> u8 {
        number as u8
    }
}

impl Numbered for Option<u8> {
    fn number(self) -> u32 {
        self.map_or(0, |field| u32::from(field) + 1)
    }
    fn of(number: u32) -> Option<u8> {
        number.checked_sub(1).map(|field| field as u8)
    }
}

/// The squares, six bits each, and the piece that a pawn turns into.
impl Numbered for chess::Move {
    fn number(self) -> u32 {
        let piece = self.promotion.map_or(0, |piece| piece as u32 + 1);
        self.from as u32 | (self.to as u32) << 6 | piece << 12
    }
    fn of(number: u32) -> chess::Move {
        let square = |bits: u32| chess::Square::index(bits as usize & 63);
        let promotion = (number >> 12).checked_sub(1).map(|piece| chess::Piece::index(piece as usize));
        chess::Move { from: square(number), to: square(number >> 6), promotion }
    }
}

impl Rules {
    /// The position to search.
    pub fn root(&self) -> AnyState {
        match self {
            Rules::Tree(tree) => AnyState::Tree(tree.root()),
            Rules::Uniform(tree) => AnyState::Uniform(tree.root()),
            Rules::Correlated(tree) => AnyState::Correlated(tree.root()),
            Rules::Iid(tree) => AnyState::Iid(tree.root()),
            Rules::TicTacToe(board) => AnyState::TicTacToe(*board),
            Rules::ConnectFour(_, board) => AnyState::ConnectFour(*board),
            Rules::Othello(board) => AnyState::Othello(*board),
            Rules::Chess(_, position) => AnyState::Chess(position.clone()),
        }
    }
}

/// Does something with the game and the state inside: one thing for trees, whose moves are numbers as here, one for Connect
/// Four, which needs no list of moves, and one for all others; or the same for all.
macro_rules! inside {
    ($rules:expr, $state:expr, |$game:ident, $inner:ident, $wrap:ident| $all:expr) => {
        inside!($rules, $state, |$game, $inner, $wrap| $all, $all, $all)
    };
    ($rules:expr, $state:expr, |$game:ident, $inner:ident, $wrap:ident| $tree:expr, $four:expr, $other:expr) => {{
        #[allow(unused_variables)]
        let done = match ($rules, $state) {
            (Rules::Tree($game), AnyState::Tree($inner)) => inside!(AnyState::Tree, $wrap, $tree),
            (Rules::Uniform($game), AnyState::Uniform($inner)) => inside!(AnyState::Uniform, $wrap, $tree),
            (Rules::Correlated($game), AnyState::Correlated($inner)) => inside!(AnyState::Correlated, $wrap, $tree),
            (Rules::Iid($game), AnyState::Iid($inner)) => inside!(AnyState::Iid, $wrap, $tree),
            (Rules::ConnectFour($game, _), AnyState::ConnectFour($inner)) => {
                inside!(AnyState::ConnectFour, $wrap, $four)
            }
            (Rules::TicTacToe(_), AnyState::TicTacToe($inner)) => {
                let $game = &TicTacToe;
                inside!(AnyState::TicTacToe, $wrap, $other)
            }
            (Rules::Othello(_), AnyState::Othello($inner)) => {
                let $game = &Othello;
                inside!(AnyState::Othello, $wrap, $other)
            }
            (Rules::Chess($game, _), AnyState::Chess($inner)) => inside!(AnyState::Chess, $wrap, $other),
            _ => unreachable!("a position of another game"),
        };
        done
    }};
    ($variant:path, $wrap:ident, $what:expr) => {{
        let $wrap = $variant;
        $what
    }};
}

impl Game for Rules {
    type State = AnyState;
    type Move = u32;

    fn moves(&self, state: &AnyState, out: &mut MoveList<u32>) -> Status {
        fn numbers<G: Game<Move: Numbered>>(game: &G, state: &G::State, out: &mut MoveList<u32>) -> Status {
            let mut list = MoveList::new();
            let status = game.moves(state, &mut list);
            out.extend(list.as_slice().iter().map(|&m| m.number()));
            status
        }
        inside!(
            self,
            state,
            |game, state, wrap| game.moves(state, out),
            numbers(game, state, out),
            numbers(game, state, out)
        )
    }

    fn play(&self, state: &mut AnyState, m: u32) {
        inside!(self, state, |game, state, wrap| game.play(state, Numbered::of(m)));
    }

    #[inline]
    fn status(&self, state: &AnyState, list: &mut MoveList<u32>) -> Status {
        inside!(
            self,
            state,
            |game, state, wrap| game.status(state, list),
            game.status(state, &mut MoveList::new()),
            game.status(state, &mut MoveList::new())
        )
    }

    fn shape(&self, state: &AnyState) -> Option<Shape> {
        inside!(self, state, |game, state, wrap| game.shape(state))
    }

    #[inline]
    fn open(&self, state: &AnyState, list: &mut MoveList<u32>) -> Result<Children, Score> {
        inside!(
            self,
            state,
            |game, inner, wrap| game.open(inner, list),
            game.open(inner, &mut MoveList::new()),
            list.open(|list| Game::moves(self, state, list))
        )
    }

    #[inline]
    fn child(&self, state: &AnyState, children: Children, list: &MoveList<u32>, number: u32) -> (u32, AnyState) {
        inside!(
            self,
            state,
            |game, inner, wrap| {
                let (m, child) = game.child(inner, children, list, number);
                (m, wrap(child))
            },
            {
                let (m, child) = game.child(inner, children, &MoveList::new(), number);
                (u32::from(m), wrap(child))
            },
            {
                let (m, mut child) = (list.at(children, number), Clone::clone(inner));
                game.play(&mut child, Numbered::of(m));
                (m, wrap(child))
            }
        )
    }
}

/// Moves as the game inside writes them.
impl Playable for Rules {
    fn word(&self, state: &AnyState, m: u32, number: u32) -> String {
        inside!(self, state, |game, state, wrap| game.word(state, Numbered::of(m), number))
    }
}

impl Evaluate for Rules {
    #[inline]
    fn evaluate(&self, state: &AnyState) -> Score {
        inside!(self, state, |game, state, wrap| game.evaluate(state))
    }
}

provebest::skills!(Rules: Keyed);

impl Keyed for Rules {
    fn key(&self, state: &AnyState) -> u64 {
        inside!(self, state, |game, state, wrap| game.key(state))
    }
}

#[cfg(test)]
mod tests {
    use provebest::search::Counters;
    use provebest::{Algorithm, Search, Task};

    use crate::problem::{GameName, Job, Playable, Problem};

    struct Inside(Algorithm, provebest::Depth);

    impl Job for Inside {
        type Output = (Option<provebest::Score>, Vec<u32>, u64);
        fn run<G: Playable>(self, game: &G, root: &G::State) -> Self::Output {
            counted(self.0, game, root, self.1)
        }
    }

    fn counted<G: provebest::Evaluate>(
        algorithm: Algorithm,
        game: &G,
        root: &G::State,
        depth: provebest::Depth,
    ) -> (Option<provebest::Score>, Vec<u32>, u64) {
        let mut counters = Counters::default();
        let report = algorithm.search(&Task::new(game, root, depth), &mut counters).unwrap();
        (report.value, report.path, counters.nodes())
    }

    #[test]
    fn it_is_the_game_inside() {
        for (game, position) in [
            (GameName::Tree, "[2,[-16,[-25,[[-16],[6,7,-11,28]],[[-6],[-28,-4,2,-8]]]],[-10]]"),
            (GameName::Uniform, "w=4,d=5,seed=3,order=60"),
            (GameName::Correlated, "w=4,d=7,seed=3"),
            (GameName::Iid, "w=4,d=5,seed=3"),
            (GameName::TicTacToe, "5"),
            (GameName::ConnectFour, "4455"),
            (GameName::Othello, "f5d6"),
            (GameName::Chess, "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/1PPBBPPP/R3K2R w KQkq - 0 1"),
        ] {
            // Plain minimax looks at all leaves: not too many.
            let depth = provebest::Depth(if game == GameName::Chess { 3 } else { 5 });
            let problem = Problem::read(game, Some(position), None, None).unwrap();
            let rules = &problem.rules;
            provebest::Check::new(rules, &rules.root()).games(10).evaluated().keyed().run().unwrap();
            for algorithm in [Algorithm::Minimax, Algorithm::NegaScout] {
                let inside = problem.visit(Inside(algorithm, depth));
                assert_eq!(inside, counted(algorithm, rules, &rules.root(), depth), "{position}");
            }
        }
    }
}
