//! The games of many tests as one type, so that every search is compiled once for all of them.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use provebest_game::{
    Children, Depth, Evaluate, Game, Judged, Keyed, MoveList, Outlook, Score, Shape, Status, Text, TextError, TwoPlies,
    mix, skills,
};
use provebest_games::connect_four::{self, ConnectFour};
use provebest_games::synthetic::{self, Correlated, Independent, Weighted};
use provebest_games::tic_tac_toe::{self, TicTacToe};
use provebest_games::tree::{self, Tree};

/// A judge whose type says nothing of the closure in it.
pub type Judge<G, S> = Box<dyn Fn(&G, &S) -> Score + Send + Sync>;

/// Take one, two or three; the side that takes the last one wins. Without keys of its own.
#[derive(Clone, Copy)]
pub struct Nim;

skills!(Nim);

impl Game for Nim {
    type State = u32;
    type Move = u32;
    fn moves(&self, &heap: &u32, out: &mut MoveList<u32>) -> Status {
        out.extend(1..=heap.min(3));
        if heap == 0 { Status::Over(Score(-1)) } else { Status::Open }
    }
    fn play(&self, heap: &mut u32, taken: u32) {
        *heap -= taken;
    }
}

/// Rules that break: at every list of moves `hole` gets the number of those before.
pub struct Broken {
    pub tree: Independent,
    pub listed: AtomicU64,
    pub hole: fn(u64),
}

impl Game for Broken {
    type State = synthetic::Node;
    type Move = u32;
    fn moves(&self, node: &synthetic::Node, out: &mut MoveList<u32>) -> Status {
        (self.hole)(self.listed.fetch_add(1, Relaxed));
        self.tree.moves(node, out)
    }
    fn play(&self, node: &mut synthetic::Node, m: u32) {
        self.tree.play(node, m);
    }
}

impl Evaluate for Broken {
    fn evaluate(&self, node: &synthetic::Node) -> Score {
        self.tree.evaluate(node)
    }
}

impl Keyed for Broken {
    fn key(&self, node: &synthetic::Node) -> u64 {
        self.tree.key(node)
    }
}

/// One of the games.
pub enum Sample {
    Tree(Tree),
    Independent(Independent),
    Weighted(Weighted),
    Correlated(Correlated),
    Broken(Broken),
    Nim(Judged<Nim, Judge<Nim, u32>>),
    TicTacToe(TicTacToe),
    ConnectFour(ConnectFour),
    Judged(Judged<ConnectFour, Judge<ConnectFour, connect_four::Board>>),
}

/// A position in one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    Tree(tree::Node),
    Synthetic(synthetic::Node),
    Heap(u32),
    Three(tic_tac_toe::Board),
    Four(connect_four::Board),
}

macro_rules! from {
    ($($type:ty => $variant:path;)*) => {$(
        impl From<$type> for Sample {
            fn from(game: $type) -> Sample {
                $variant(game)
            }
        }
    )*};
}

from! {
    Tree => Sample::Tree;
    Independent => Sample::Independent;
    Weighted => Sample::Weighted;
    Correlated => Sample::Correlated;
    TicTacToe => Sample::TicTacToe;
    ConnectFour => Sample::ConnectFour;
}

impl Sample {
    /// The first position; of heaps there is none.
    pub fn root(&self) -> State {
        match self {
            Sample::Tree(game) => State::Tree(game.root()),
            Sample::Independent(game) => State::Synthetic(game.root()),
            Sample::Weighted(game) => State::Synthetic(game.root()),
            Sample::Correlated(game) => State::Synthetic(game.root()),
            Sample::Broken(game) => State::Synthetic(game.tree.root()),
            Sample::Nim(_) => panic!("a heap of which size?"),
            Sample::TicTacToe(_) => State::Three(tic_tac_toe::Board::default()),
            Sample::ConnectFour(game) => State::Four(game.start()),
            Sample::Judged(judged) => State::Four(judged.game.start()),
        }
    }

    /// The height of an explicit tree.
    pub fn height(&self) -> Depth {
        match self {
            Sample::Tree(tree) => tree.height(),
            _ => panic!("the height of a game that is no explicit tree"),
        }
    }

    /// The planted value of a weighted tree.
    pub fn planted(&self) -> Score {
        match self {
            Sample::Weighted(tree) => tree.planted(),
            _ => panic!("a game without a planted value"),
        }
    }
}

thread_local! {
    static ASKED: RefCell<Option<Vec<State>>> = const { RefCell::new(None) };
}

/// Every position that a game is asked about on this thread meanwhile, in order.
pub fn asked_about<T>(run: impl FnOnce() -> T) -> (T, Vec<State>) {
    ASKED.set(Some(Vec::new()));
    let done = run();
    (done, ASKED.take().unwrap_or_default())
}

fn note(state: &State) {
    ASKED.with_borrow_mut(|asked| {
        if let Some(asked) = asked {
            asked.push(*state);
        }
    });
}

/// Does something with the game and the state inside, in one way where moves are numbers and in another where they are bytes;
/// `$wrap` puts a state back.
macro_rules! inside {
    (
        $rules:expr, $state:expr, |$game:ident, $inner:ident, $wrap:ident|
        $numbers:expr, three: $three:expr, four: $four:expr
    ) => {
        inside!(@ $rules, $state, $game, $inner, $wrap,
            [Tree Tree $numbers] [Independent Synthetic $numbers] [Weighted Synthetic $numbers]
            [Correlated Synthetic $numbers] [Broken Synthetic $numbers] [Nim Heap $numbers]
            [TicTacToe Three $three] [ConnectFour Four $four] [Judged Four $four])
    };
    (
        @ $rules:expr, $state:expr, $game:ident, $inner:ident, $wrap:ident,
        $([$variant:ident $position:ident $what:expr])*
    ) => {
        match ($rules, $state) {
            $((Sample::$variant($game), State::$position($inner)) => {
                #[allow(unused_variables)]
                let $wrap = State::$position;
                $what
            })*
            _ => unreachable!("a position of another game"),
        }
    };
}

/// Lists the moves of a game whose moves are bytes.
fn listed<G: Game<Move = u8>>(game: &G, state: &G::State, out: &mut MoveList<u32>) -> Status {
    let mut list = MoveList::new();
    let status = game.moves(state, &mut list);
    out.extend(list.as_slice().iter().map(|&m| m.into()));
    status
}

fn byte(m: u32) -> u8 {
    u8::try_from(m).expect("one of the moves")
}

impl Game for Sample {
    type State = State;
    type Move = u32;

    fn moves(&self, state: &State, out: &mut MoveList<u32>) -> Status {
        inside!(self, state, |game, inner, wrap| game.moves(inner, out),
            three: listed(game, inner, out), four: listed(game, inner, out))
    }

    fn play(&self, state: &mut State, m: u32) {
        inside!(self, state, |game, inner, wrap| game.play(inner, m),
            three: game.play(inner, byte(m)), four: game.play(inner, byte(m)))
    }

    fn status(&self, state: &State, list: &mut MoveList<u32>) -> Status {
        note(state);
        inside!(self, state, |game, inner, wrap| game.status(inner, list),
            three: game.status(inner, &mut MoveList::new()), four: game.status(inner, &mut MoveList::new()))
    }

    fn shape(&self, state: &State) -> Option<Shape> {
        inside!(self, state, |game, inner, wrap| game.shape(inner), three: game.shape(inner), four: game.shape(inner))
    }

    fn open(&self, state: &State, list: &mut MoveList<u32>) -> Result<Children, Score> {
        note(state);
        inside!(self, state, |game, inner, wrap| game.open(inner, list),
            three: list.open(|list| listed(game, inner, list)), four: game.open(inner, &mut MoveList::new()))
    }

    fn child(&self, state: &State, children: Children, list: &MoveList<u32>, number: u32) -> (u32, State) {
        inside!(self, state, |game, inner, wrap| {
            let (m, child) = game.child(inner, children, list, number);
            (m, wrap(child))
        }, three: {
            let (m, mut child) = (list.at(children, number), *inner);
            game.play(&mut child, byte(m));
            (m, wrap(child))
        }, four: {
            let (m, child) = game.child(inner, children, &MoveList::new(), number);
            (m.into(), wrap(child))
        })
    }
}

impl Evaluate for Sample {
    fn evaluate(&self, state: &State) -> Score {
        inside!(self, state, |game, inner, wrap| game.evaluate(inner),
            three: game.evaluate(inner), four: game.evaluate(inner))
    }

    fn unit(&self) -> i32 {
        match self {
            Sample::Tree(game) => game.unit(),
            Sample::Independent(game) => game.unit(),
            Sample::Weighted(game) => game.unit(),
            Sample::Correlated(game) => game.unit(),
            Sample::Broken(game) => game.unit(),
            Sample::Nim(game) => game.unit(),
            Sample::TicTacToe(game) => game.unit(),
            Sample::ConnectFour(game) => game.unit(),
            Sample::Judged(game) => game.unit(),
        }
    }

    fn two_plies(&self, state: &State, beta: Score) -> Option<TwoPlies> {
        inside!(self, state, |game, inner, wrap| game.two_plies(inner, beta),
            three: game.two_plies(inner, beta), four: game.two_plies(inner, beta))
    }

    fn row(&self, state: &State, list: &mut MoveList<u32>, mut visit: impl FnMut(u32, Outlook) -> ControlFlow<()>) {
        self.each_in_row(state, list, &mut visit);
    }

    fn wins_at_once(&self, state: &State) -> Option<(u32, Score)> {
        inside!(self, state, |game, inner, wrap| game.wins_at_once(inner),
            three: game.wins_at_once(inner).map(|(m, value)| (m.into(), value)),
            four: game.wins_at_once(inner).map(|(m, value)| (m.into(), value)))
    }

    fn leaves(
        &self,
        state: &State,
        list: &mut MoveList<u32>,
        mut visit: impl FnMut(u32, Score, bool) -> ControlFlow<()>,
    ) -> Option<Score> {
        self.each_leaf(state, list, &mut visit)
    }
}

impl Sample {
    /// [`Evaluate::row`], compiled once for all that visit.
    fn each_in_row(
        &self,
        state: &State,
        list: &mut MoveList<u32>,
        visit: &mut dyn FnMut(u32, Outlook) -> ControlFlow<()>,
    ) {
        note(state);
        inside!(self, state, |game, inner, wrap| game.row(inner, list, visit),
            three: game.row(inner, &mut MoveList::new(), |m, seen| visit(m.into(), seen)),
            four: game.row(inner, &mut MoveList::new(), |m, seen| visit(m.into(), seen)))
    }

    /// [`Evaluate::leaves`], compiled once for all that visit.
    fn each_leaf(
        &self,
        state: &State,
        list: &mut MoveList<u32>,
        visit: &mut dyn FnMut(u32, Score, bool) -> ControlFlow<()>,
    ) -> Option<Score> {
        note(state);
        inside!(self, state, |game, inner, wrap| game.leaves(inner, list, visit),
            three: game.leaves(inner, &mut MoveList::new(), |m, worth, estimated| visit(m.into(), worth, estimated)),
            four: game.leaves(inner, &mut MoveList::new(), |m, worth, estimated| visit(m.into(), worth, estimated)))
    }
}

skills!(Sample: Keyed);

impl Keyed for Sample {
    fn key(&self, state: &State) -> u64 {
        match (self, state) {
            (Sample::Nim(_), &State::Heap(heap)) => mix(heap.into()),
            (Sample::Tree(game), State::Tree(inner)) => game.key(inner),
            (Sample::Independent(game), State::Synthetic(inner)) => game.key(inner),
            (Sample::Weighted(game), State::Synthetic(inner)) => game.key(inner),
            (Sample::Correlated(game), State::Synthetic(inner)) => game.key(inner),
            (Sample::Broken(game), State::Synthetic(inner)) => game.key(inner),
            (Sample::TicTacToe(game), State::Three(inner)) => game.key(inner),
            (Sample::ConnectFour(game), State::Four(inner)) => game.key(inner),
            (Sample::Judged(judged), State::Four(inner)) => judged.key(inner),
            _ => unreachable!("a position of another game"),
        }
    }
}

/// Boards only: other positions are not written.
impl Text for Sample {
    fn parse(&self, text: &str) -> Result<State, TextError> {
        match self {
            Sample::TicTacToe(game) => game.parse(text).map(State::Three),
            Sample::ConnectFour(game) => Text::parse(game, text).map(State::Four),
            _ => panic!("no game with a board"),
        }
    }

    fn print(&self, state: &State) -> String {
        match (self, state) {
            (Sample::TicTacToe(game), State::Three(inner)) => game.print(inner),
            (Sample::ConnectFour(game), State::Four(inner)) => game.print(inner),
            _ => panic!("no game with a board"),
        }
    }

    fn print_move(&self, state: &State, m: u32) -> String {
        match (self, state) {
            (Sample::TicTacToe(game), State::Three(inner)) => game.print_move(inner, byte(m)),
            (Sample::ConnectFour(game), State::Four(inner)) => game.print_move(inner, byte(m)),
            _ => panic!("no game with a board"),
        }
    }
}
