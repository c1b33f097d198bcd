//! The check that a new game gets for free: random play from a seed, at every position of which everything the rules
//! promise is tried.

mod fault;
mod names;
mod rules;
mod search;
mod skills;

use std::ops::ControlFlow;

pub use self::fault::{Fault, Rule};
use self::names::Seen;
use self::rules::narrower;
use crate::{
    Depth, Evaluate, Game, Keyed, MoveList, Noisy, Order, Pass, Ply, Repeat, Score, Shape, SplitMix64, Status,
    Symmetry, Text, TextError,
};

/// Checks the rules alone, by a hundred games from `root`. [`Check`] also looks at skills and searches.
///
/// See the example at [`Check`].
pub fn check<G: Game>(game: &G, root: &G::State) -> Result<Checked, Fault> {
    Check::new(game, root).run()
}

/// Checks that the rules of a game keep their promises, by random play from a position.
///
/// A skill is checked when it is asked for, and can only be asked for where the game has it.
///
/// ```
/// use provebest_game::{Check, Evaluate, Game, MoveList, Score, Status, check};
///
/// /// Take one, two or three; the side that takes the last one wins.
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
///
/// impl Evaluate for Nim {
///     fn evaluate(&self, &heap: &u32) -> Score {
///         if heap % 4 == 0 { Score(-1) } else { Score(1) }
///     }
/// }
///
/// assert!(check(&Nim, &12).is_ok());
///
/// let guess = |game: &Nim, heap: &u32, _depth| game.evaluate(heap); // right at every depth, in this game
/// let checked = Check::new(&Nim, &12).games(20).seed(7).equal().evaluated().search("guess", &guess).run().unwrap();
/// assert_eq!(checked.games, 20);
/// assert_eq!(checked.widest, 3);
/// ```
pub struct Check<'a, G: Game> {
    game: &'a G,
    root: &'a G::State,
    games: u32,
    plies: Ply,
    seed: u64,
    depth: Depth,
    equal: Option<Equal<G>>,
    key: Option<Of<G, u64>>,
    symmetric_key: Option<Of<G, u64>>,
    evaluate: Option<Of<G, Score>>,
    horizon: Option<Horizon<G>>,
    leaves: Option<Row<G>>,
    text: Option<Words<G>>,
    noisy: Option<Loud<G>>,
    order: Option<Ranks<G>>,
    pass: Option<Of<G, Option<<G as Game>::State>>>,
    repeat: Option<Clock<G>>,
    searches: Vec<(&'a str, Search<'a, G>)>,
}

type Equal<G> = fn(&<G as Game>::State, &<G as Game>::State) -> bool;
type Of<G, T> = fn(&G, &<G as Game>::State) -> T;
type Horizon<G> = fn(&G, &<G as Game>::State, &mut MoveList<<G as Game>::Move>) -> (Score, bool);
type Row<G> = fn(&G, &<G as Game>::State, &mut MoveList<<G as Game>::Move>) -> Rowed<<G as Game>::Move>;
/// What [`Evaluate::leaves`] returns and visits.
type Rowed<M> = (Option<Score>, Vec<(M, Score, bool)>);
type ParseMove<G> = fn(&G, &<G as Game>::State, &str) -> Result<<G as Game>::Move, TextError>;
type Search<'a, G> = &'a dyn Fn(&G, &<G as Game>::State, Depth) -> Score;

/// The methods of [`Text`], for a game that may not have them.
struct Words<G: Game> {
    parse: fn(&G, &str) -> Result<G::State, TextError>,
    print: Of<G, String>,
    print_move: fn(&G, &G::State, G::Move) -> String,
    parse_move: ParseMove<G>,
}

/// The methods of [`Noisy`].
struct Loud<G: Game> {
    noisy: fn(&G, &G::State, &mut MoveList<G::Move>),
    is_forced: Of<G, bool>,
    gain: fn(&G, &G::State, G::Move) -> i32,
}

/// The methods of [`Order`].
struct Ranks<G: Game> {
    history_size: usize,
    history_index: fn(&G, &G::State, G::Move) -> usize,
    priority: fn(&G, &G::State, G::Move) -> i32,
}

/// The methods of [`Repeat`].
struct Clock<G: Game> {
    key: Of<G, u64>,
    reversible: Of<G, u32>,
    now: Of<G, Ply>,
}

/// What a passed check has looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Games played.
    pub games: u32,
    /// Games played to their end.
    pub finished: u32,
    /// Positions looked at, each game's anew.
    pub positions: u64,
    /// Plies of the longest game.
    pub longest: u32,
    /// Most moves seen at one position.
    pub widest: u32,
    /// How often a position was met in two ways, so that keys could be compared.
    pub transpositions: u64,
}

/// All that can be seen of a position.
#[derive(PartialEq)]
struct Look<M> {
    status: Status,
    moves: Vec<M>,
    key: Option<u64>,
    symmetric_key: Option<u64>,
    estimate: Option<Score>,
    text: Option<String>,
}

impl<M: Eq> Look<M> {
    /// In what two looks differ.
    fn difference(&self, other: &Self) -> Option<&'static str> {
        let differs = [
            (self.status != other.status, "the status"),
            (self.moves != other.moves, "the moves"),
            (self.text != other.text, "the text"),
            (self.key != other.key, "the key"),
            (self.symmetric_key != other.symmetric_key, "the symmetric key"),
            (self.estimate != other.estimate, "the estimate"),
        ];
        differs.into_iter().find_map(|(differs, what)| differs.then_some(what))
    }
}

impl<'a, G: Game> Check<'a, G> {
    /// At most this many of a position's moves are tried out; of wider ones a random choice.
    const TRIED: usize = 64;
    /// At most this many positions are remembered.
    const REMEMBERED: usize = 200_000;

    /// A check of the rules alone, by a hundred games from `root` with seed 1.
    pub fn new(game: &'a G, root: &'a G::State) -> Self {
        Check {
            game,
            root,
            games: 100,
            plies: Ply(1000),
            seed: 1,
            depth: Depth(3),
            equal: None,
            key: None,
            symmetric_key: None,
            evaluate: None,
            horizon: None,
            leaves: None,
            text: None,
            noisy: None,
            order: None,
            pass: None,
            repeat: None,
            searches: Vec::new(),
        }
    }

    /// Plays this many games.
    pub fn games(self, games: u32) -> Self {
        Check { games, ..self }
    }

    /// Breaks a game off after this many plies.
    pub fn plies(self, plies: Ply) -> Self {
        Check { plies, ..self }
    }

    /// Chooses the moves from this seed. The same seed gives the same games.
    pub fn seed(self, seed: u64) -> Self {
        Check { seed, ..self }
    }

    /// Compares searches at all depths up to this one, 3 by default.
    pub fn depth(self, plies: impl Into<Depth>) -> Self {
        Check { depth: plies.into(), ..self }
    }

    /// Compares positions by `==` too.
    pub fn equal(self) -> Self
    where
        G::State: PartialEq,
    {
        Check { equal: Some(G::State::eq), ..self }
    }

    /// Checks the keys too.
    pub fn keyed(self) -> Self
    where
        G: Keyed,
    {
        Check { key: Some(G::key), ..self }
    }

    /// Checks the keys and the symmetric keys too.
    pub fn symmetric(self) -> Self
    where
        G: Symmetry,
    {
        Check { key: Some(G::key), symmetric_key: Some(G::symmetric_key), ..self }
    }

    /// Checks the estimates too.
    pub fn evaluated(self) -> Self
    where
        G: Evaluate,
    {
        let leaves: Row<G> = |game, state, list| {
            let mut row = Vec::new();
            let over = game.leaves(state, list, |m, worth, estimated| {
                row.push((m, worth, estimated));
                ControlFlow::Continue(())
            });
            (over, row)
        };
        Check { evaluate: Some(G::evaluate), horizon: Some(G::horizon), leaves: Some(leaves), ..self }
    }

    /// Checks the texts of positions and moves too, and prints the position into a [`Fault`].
    pub fn text(self) -> Self
    where
        G: Text,
    {
        let words = Words { parse: G::parse, print: G::print, print_move: G::print_move, parse_move: G::parse_move };
        Check { text: Some(words), ..self }
    }

    /// Checks the noisy moves too.
    pub fn noisy(self) -> Self
    where
        G: Noisy,
    {
        Check { noisy: Some(Loud { noisy: G::noisy, is_forced: G::is_forced, gain: G::gain }), ..self }
    }

    /// Checks places in the history and priorities of moves too.
    pub fn ordered(self) -> Self
    where
        G: Order,
    {
        Check {
            order: Some(Ranks {
                history_size: G::HISTORY_SIZE,
                history_index: G::history_index,
                priority: G::priority,
            }),
            ..self
        }
    }

    /// Checks passes too.
    pub fn passing(self) -> Self
    where
        G: Pass,
    {
        Check { pass: Some(G::pass), ..self }
    }

    /// Checks what is said of positions that come again too.
    pub fn repeating(self) -> Self
    where
        G: Repeat,
    {
        Check { repeat: Some(Clock { key: G::key, reversible: G::reversible, now: G::now }), ..self }
    }

    /// Checks a search too: it must find the value of plain minimax with estimates at the horizon, at the root and at
    /// one position of every game.
    pub fn search(mut self, name: &'a str, search: Search<'a, G>) -> Self
    where
        G: Evaluate,
    {
        self.searches.push((name, search));
        self.evaluated()
    }

    /// Plays the games, up to the first fault.
    pub fn run(&self) -> Result<Checked, Fault> {
        let mut chance = SplitMix64::new(self.seed);
        let mut checked = Checked::default();
        let mut seen = Seen::nothing();
        let mut longest = 0;
        for number in 0..self.games.max(1) {
            let searched_at = if number == 0 { 0 } else { chance.below(longest + 1) };
            self.one_game(searched_at, &mut chance, &mut seen, &mut checked)?;
            longest = checked.longest.into();
        }
        Ok(checked)
    }

    fn one_game(
        &self,
        searched_at: u64,
        chance: &mut SplitMix64,
        seen: &mut Seen<G::Move>,
        checked: &mut Checked,
    ) -> Result<(), Fault> {
        let mut path = Vec::new();
        let mut state = self.root.clone();
        let mut shape: Option<Shape> = None;
        let mut before: Vec<(G::State, G::Move)> = Vec::new();
        let mut keys: Vec<u64> = Vec::new();
        checked.games += 1;
        loop {
            checked.positions += 1;
            let look = self.look(&state);
            shape = narrower(shape, self.game.shape(&state));
            let held = self
                .rules(&state, &look, shape, chance)
                .and_then(|()| self.words(&state, &look))
                .and_then(|()| self.meet(&look, seen, checked))
                .and_then(|()| self.transpose(&before, &state, &look, seen, checked))
                .and_then(|()| self.noise(&state, &look))
                .and_then(|()| self.ranks(&state, &look))
                .and_then(|()| self.passes(&state, &look))
                .and_then(|()| self.comes_again(before.last().map(|(state, _)| state), &state, &look, &mut keys))
                .and_then(|()| if path.len() as u64 == searched_at { self.searched(&state) } else { Ok(()) });
            if let Err((rule, why)) = held {
                return Err(Fault { rule, path, text: look.text, why });
            }
            checked.longest = checked.longest.max(path.len() as u32);
            checked.widest = checked.widest.max(look.moves.len() as u32);
            if look.status != Status::Open {
                checked.finished += 1;
                return Ok(());
            }
            if path.len() as u32 >= self.plies.0 {
                return Ok(());
            }
            let number = chance.below(look.moves.len() as u64) as u32;
            let m = look.moves[number as usize];
            path.push(number);
            if before.len() == 3 {
                before.remove(0);
            }
            before.push((state.clone(), m));
            self.game.play(&mut state, m);
            shape = shape.map(|Shape { width, height: Depth(height) }| Shape { width, height: Depth(height - 1) });
        }
    }

    fn look(&self, state: &G::State) -> Look<G::Move> {
        let mut list = MoveList::new();
        let status = self.game.moves(state, &mut list);
        let open = status == Status::Open;
        Look {
            status,
            moves: if open { list.as_slice().to_vec() } else { Vec::new() },
            key: self.key.map(|key| key(self.game, state)),
            symmetric_key: self.symmetric_key.map(|key| key(self.game, state)),
            estimate: self.evaluate.filter(|_| open).map(|evaluate| evaluate(self.game, state)),
            text: self.text.as_ref().map(|words| (words.print)(self.game, state)),
        }
    }

    /// The position after a move, without a word about the one before.
    fn after(&self, state: &G::State, m: G::Move) -> G::State {
        let mut child = state.clone();
        self.game.play(&mut child, m);
        child
    }
}

#[cfg(test)]
mod tests;
