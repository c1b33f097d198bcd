//! The steps of a proof search as events.

use provebest_game::{MoveList, Provable, Score, Status};
use provebest_search::measure::{Event, Why};
use provebest_search::proof::{Numbers, Step};

/// A step as an event: an expansion with its reason, or what is proved of a node. A yes says that the root is worth at least `yes`, a no
/// that it is worth at most `no`.
pub(super) fn event(path: Vec<u32>, step: Step, yes: Score, no: Score) -> Event {
    let or = path.len().is_multiple_of(2);
    match step {
        Step::Expands { .. } if path.is_empty() => Event::Expand(path, Why::Begin),
        Step::Expands { numbers, most, root } => {
            // The parent of an AND node is an OR node, which looks at proof numbers.
            let pick = |numbers: Numbers| if or { numbers.dn } else { numbers.pn };
            let (proof, number, root) = (!or, pick(numbers), (root.pn, root.dn));
            let why = match most.map(pick) {
                None => Why::Nearest { proof, number, root },
                Some(most) => Why::Below { proof, number, most: (most < Numbers::INFINITE).then_some(most), root },
            };
            Event::Expand(path, why)
        }
        Step::Has(numbers) => {
            let (low, high) = match numbers.verdict() {
                Some(true) => (yes, Score::INFINITY),
                Some(false) => (Score::WORST, no),
                None => (Score::WORST, Score::INFINITY),
            };
            // In the view of the side to move.
            let (low, high) = if or { (low, high) } else { (-high, -low) };
            Event::Recall(path, low, high)
        }
    }
}

/// The numbers of the moves, in the order of the rules, that lead along these keys from the root.
pub(super) fn numbered<P: Provable>(game: &P, root: &P::State, keys: &[u64]) -> Option<Vec<u32>> {
    let (mut state, mut list, mut path) = (root.clone(), MoveList::new(), Vec::new());
    for (ply, &key) in keys.iter().skip(1).enumerate() {
        list.clear();
        if game.moves(&state, &mut list) != Status::Open {
            return None;
        }
        let mut children = list.as_slice().iter().map(|&m| {
            let mut child = state.clone();
            game.play(&mut child, m);
            child
        });
        let leads = |child: &P::State| key == if ply.is_multiple_of(2) { !game.key(child) } else { game.key(child) };
        let number = children.position(|child| leads(&child))?;
        game.play(&mut state, list.as_slice()[number]);
        path.push(number as u32);
    }
    Some(path)
}
