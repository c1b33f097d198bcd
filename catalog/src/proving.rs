//! The rules in which something is proved about a problem: those of its game, or mate problems for chess.

#[cfg(feature = "chess")]
use provebest_game::Text;
use provebest_game::{Game, Provable, Score};
#[cfg(feature = "chess")]
use provebest_games::chess::{MateProblem, Mates};

use crate::any_rules::{AnyPlace, AnyRules};
use crate::book_value::BookValue;
use crate::games::{AnyGame, Entry, ProofVisitor, Visitor, word_of};
use crate::problem::Problem;
use crate::proof_search::ProofQuestion;

/// Something to do with a problem and the rules in which it is proved.
pub(crate) trait Proving {
    /// What comes of it.
    type Output;
    /// Does it.
    fn with<P: Provable<State: Send + Sync> + Sync>(self, subject: &Subject<'_, P>) -> Self::Output;
}

/// A problem in the rules in which it is proved.
pub(crate) struct Subject<'a, P: Provable> {
    pub(crate) game: &'a P,
    pub(crate) root: &'a P::State,
    /// The name of the game, and of the position, in a certificate.
    pub(crate) name: &'static str,
    pub(crate) text: String,
    /// A value on the usual scale.
    pub(crate) usual: &'a dyn Fn(Score) -> Score,
    /// A move in the notation of the game.
    pub(crate) word: &'a dyn Fn(&P::State, P::Move) -> String,
    /// A position in a book.
    pub(crate) position: &'a dyn Fn(&P::State) -> String,
    /// A bound of a position, as a book writes it.
    pub(crate) bound: &'a dyn Fn(&P::State, Score) -> BookValue,
    /// What the value can be.
    pub(crate) range: (Score, Score),
}

/// Does something with a problem of a game; a question about mates is one about another game.
pub(crate) fn prove<V: Proving>(problem: &Problem, question: Option<ProofQuestion>, visitor: V) -> Option<V::Output> {
    if let Some(graph) = problem.graph() {
        return Some(in_any_rules(problem, &AnyRules::Graph(graph), AnyPlace::Graph(graph.root()), visitor));
    }
    let game = problem.game()?;
    #[cfg(feature = "chess")]
    if let AnyGame::Chess(placed) = game {
        let moves = if let Some(ProofQuestion::Mate(moves)) = question { moves } else { None };
        let root = MateProblem::new(placed.root.clone(), moves.map(std::num::NonZeroU32::get));
        return Some(in_any_rules(problem, &AnyRules::Mates, AnyPlace::Mates(root), visitor));
    }
    let _ = question;
    Some(game.visit(ByRules { any: game, problem, visitor }))
}

fn in_any_rules<V: Proving>(problem: &Problem, rules: &AnyRules<'_>, root: AnyPlace, visitor: V) -> V::Output {
    let (name, text) = match &root {
        #[cfg(feature = "chess")]
        AnyPlace::Mates(root) => ("mate", Mates.print(root)),
        _ => (problem.name(), problem.text()),
    };
    visitor.with(&Subject {
        game: rules,
        root: &root,
        name,
        text,
        usual: &|value| rules.usual(value),
        word: &|place, m| rules.word(place, m),
        position: &|place| rules.book_position(place),
        bound: &|place, value| rules.book_value(place, value),
        range: rules.range(&root),
    })
}

struct ByRules<'a, V> {
    any: &'a AnyGame,
    problem: &'a Problem,
    visitor: V,
}

impl<V: Proving> Visitor for ByRules<'_, V> {
    type Output = V::Output;

    fn visit<G: Entry>(self, game: &G, root: &G::State) -> V::Output {
        let ByRules { any, problem, visitor } = self;
        match game.for_proof(OwnRules { game, root, problem, visitor }) {
            Ok(output) => output,
            Err(OwnRules { visitor, .. }) => {
                in_any_rules(problem, &AnyRules::Game(any), AnyPlace::Game(any.root()), visitor)
            }
        }
    }
}

/// Rules that say how their positions are proved.
struct OwnRules<'a, G: Entry, V> {
    game: &'a G,
    root: &'a G::State,
    problem: &'a Problem,
    visitor: V,
}

impl<G: Entry, V: Proving> ProofVisitor<G> for OwnRules<'_, G, V> {
    type Output = V::Output;

    fn visit<P: Provable + Sync + Game<State = G::State, Move = G::Move>>(self, rules: &P) -> V::Output {
        let OwnRules { game, root, problem, visitor } = self;
        visitor.with(&Subject {
            game: rules,
            root,
            name: problem.name(),
            text: problem.text(),
            usual: &|value| game.proved_value(value),
            word: &|state, m| word_of(game, state, m),
            position: &|state| game.book_position(state),
            bound: &|_, value| BookValue::Value(game.proved_value(value).0),
            range: rules.bounds(root),
        })
    }
}
