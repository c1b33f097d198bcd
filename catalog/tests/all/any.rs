//! All games as one.

use provebest::game::Check;
use provebest_catalog::Problem;
use provebest_catalog::games::{self, Entry, Visitor};
use provebest_game::{Depth, Evaluate, Score};
use provebest_search::{Counters, Minimax, NegaScout, Search, Task};

struct Inside<S>(S, Depth);

impl<S: Search> Visitor for Inside<S> {
    type Output = (Option<Score>, Vec<u32>, u64);
    fn visit<G: Entry>(self, game: &G, root: &G::State) -> Self::Output {
        counted(&self.0, game, root, self.1)
    }
}

fn counted<G: Evaluate>(
    search: &impl Search,
    game: &G,
    root: &G::State,
    depth: Depth,
) -> (Option<Score>, Vec<u32>, u64) {
    let mut counters = Counters::default();
    let report = search.search(&Task::new(game, root, depth), &mut counters).unwrap();
    (report.value, report.path, counters.nodes())
}

#[test]
fn it_is_the_game_inside() {
    for (game, position) in [
        ("tree", "[2,[-16,[-25,[[-16],[6,7,-11,28]],[[-6],[-28,-4,2,-8]]]],[-10]]"),
        ("uniform", "w=4,d=5,seed=3,order=60"),
        ("correlated", "w=4,d=7,seed=3"),
        ("iid", "w=4,d=5,seed=3"),
        ("tictactoe", "5"),
        ("connect4", "4455"),
        ("othello", "f5d6"),
        ("chess", "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/1PPBBPPP/R3K2R w KQkq - 0 1"),
    ] {
        let Some(info) = games::find(game) else { continue };
        // Plain minimax looks at all leaves: not too many.
        let depth = Depth(if game == "chess" { 3 } else { 5 });
        let problem = Problem::read(info, Some(position), None, None).unwrap();
        let rules = problem.game().unwrap();
        Check::new(rules, &rules.root()).games(10).evaluated().keyed().run().unwrap();
        let root = rules.root();
        assert_eq!(rules.visit(Inside(Minimax, depth)), counted(&Minimax, rules, &root, depth), "{position}");
        assert_eq!(rules.visit(Inside(NegaScout, depth)), counted(&NegaScout, rules, &root, depth), "{position}");
    }
}
