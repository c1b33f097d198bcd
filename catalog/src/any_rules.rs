//! The rules in which something is proved, as one type: games as they are played, graphs, and mate problems. Proof searches are
//! compiled once for all of these, at the price of a branch at every step.

use provebest_game::{Game, Keyed, MoveList, Provable, Score, Solvable, Status, Text, ValueRange};
#[cfg(feature = "chess")]
use provebest_games::chess::{Chess, MateProblem, Mates};
use provebest_games::graph::{Graph, GraphPlace};

use crate::book_value::BookValue;
#[cfg(feature = "chess")]
use crate::games::Number;
use crate::games::{AnyGame, AnyState};

/// Rules in which something is proved.
pub(crate) enum AnyRules<'a> {
    Game(&'a AnyGame),
    Graph(&'a Graph),
    #[cfg(feature = "chess")]
    Mates,
}

/// A position in one of these rules.
#[derive(Clone)]
pub(crate) enum AnyPlace {
    Game(AnyState),
    Graph(GraphPlace),
    #[cfg(feature = "chess")]
    Mates(MateProblem),
}

/// Does something with the rules and the position inside.
macro_rules! inside {
    ($rules:expr, $place:expr, |$own:ident, $state:ident| $what:expr, mates: |$problem:ident| $mates:expr) => {
        match ($rules, $place) {
            (AnyRules::Game($own), AnyPlace::Game($state)) => $what,
            (AnyRules::Graph($own), AnyPlace::Graph($state)) => $what,
            #[cfg(feature = "chess")]
            (AnyRules::Mates, AnyPlace::Mates($problem)) => $mates,
            _ => unreachable!("a position of other rules"),
        }
    };
}

impl Game for AnyRules<'_> {
    type State = AnyPlace;
    type Move = u32;

    fn moves(&self, place: &AnyPlace, out: &mut MoveList<u32>) -> Status {
        inside!(self, place, |own, state| own.moves(state, out), mates: |problem| {
            let mut list = MoveList::new();
            let status = Mates.moves(problem, &mut list);
            out.extend(list.as_slice().iter().map(|&m| m.number()));
            status
        })
    }

    fn play(&self, place: &mut AnyPlace, m: u32) {
        inside!(self, place, |own, state| own.play(state, m), mates: |problem| Mates.play(problem, Number::of(m)))
    }

    #[inline]
    fn status(&self, place: &AnyPlace, list: &mut MoveList<u32>) -> Status {
        inside!(self, place, |own, state| own.status(state, list), mates: |problem| {
            Mates.status(problem, &mut MoveList::new())
        })
    }
}

impl Keyed for AnyRules<'_> {
    #[inline]
    fn key(&self, place: &AnyPlace) -> u64 {
        inside!(self, place, |own, state| own.key(state), mates: |problem| Mates.key(problem))
    }
}

impl Solvable for AnyRules<'_> {
    fn bounds(&self, place: &AnyPlace) -> (Score, Score) {
        match place {
            #[cfg(feature = "chess")]
            AnyPlace::Mates(problem) => Mates.bounds(problem),
            _ => (Score::WORST, Score::INFINITY),
        }
    }
}

impl Provable for AnyRules<'_> {
    fn repeated(&self, place: &AnyPlace) -> Option<Score> {
        match (self, place) {
            (AnyRules::Graph(graph), AnyPlace::Graph(place)) => graph.repeated(place),
            #[cfg(feature = "chess")]
            (_, AnyPlace::Mates(problem)) => Mates.repeated(problem),
            _ => None,
        }
    }
}

impl AnyRules<'_> {
    /// What the value can be.
    pub(crate) fn range(&self, place: &AnyPlace) -> (Score, Score) {
        match (self, place) {
            (AnyRules::Game(game), AnyPlace::Game(state)) => game.value_range(state),
            _ => self.bounds(place),
        }
    }

    /// A value on the usual scale.
    pub(crate) fn usual(&self, value: Score) -> Score {
        if let AnyRules::Game(game) = self { game.proved_value(value) } else { value }
    }

    /// A move in the notation of the game.
    pub(crate) fn word(&self, place: &AnyPlace, m: u32) -> String {
        match (self, place) {
            (AnyRules::Game(game), AnyPlace::Game(state)) => game.word_of(state, m),
            (AnyRules::Graph(graph), AnyPlace::Graph(place)) => graph.print_move(place, m),
            #[cfg(feature = "chess")]
            (AnyRules::Mates, AnyPlace::Mates(problem)) => Mates.print_move(problem, Number::of(m)),
            _ => unreachable!("a position of other rules"),
        }
    }

    /// A position in a book.
    pub(crate) fn book_position(&self, place: &AnyPlace) -> String {
        match (self, place) {
            (AnyRules::Game(game), AnyPlace::Game(state)) => game.book_position(state),
            (AnyRules::Graph(graph), AnyPlace::Graph(place)) => graph.print(place),
            #[cfg(feature = "chess")]
            (AnyRules::Mates, AnyPlace::Mates(problem)) => {
                crate::games::Entry::book_position(&Chess::default(), &problem.position)
            }
            _ => unreachable!("a position of other rules"),
        }
    }

    /// A bound of a position, as a book writes it.
    pub(crate) fn book_value(&self, place: &AnyPlace, value: Score) -> BookValue {
        match place {
            #[cfg(feature = "chess")]
            AnyPlace::Mates(problem) if value != Score::ZERO => BookValue::Mate(problem.plies),
            _ => BookValue::Value(self.usual(value).0),
        }
    }
}
