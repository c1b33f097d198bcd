//! A line in which both sides know their proofs.

use provebest_game::{MoveList, Provable, Score, Status};
use provebest_machine::Stopped;
use provebest_search::Limits;
use provebest_search::proof::certificate::{FromProof, NoCertificate, Oracle};
use provebest_search::proof::{DfPn, Question};

/// Two proofs about one position: the side to move gets at least this, the other side allows at most that. The two may count the plies
/// that are left in different ways.
pub(super) struct Strategies<'a, P: Provable> {
    pub(super) game: &'a P,
    pub(super) search: DfPn,
    pub(super) limits: Limits<'a>,
    pub(super) least: (&'a P::State, Score),
    pub(super) most: (&'a P::State, Score),
}

/// Play of these two against each other, to its end; `None` if a limit ended it, or if they prove something else.
pub(super) fn between<P: Provable>(strategies: &Strategies<'_, P>) -> Option<Vec<P::Move>> {
    let Strategies { game, search, limits, least, most } = *strategies;
    let ask = |(root, least)| Question::new(game, root, least).within(limits);
    let (mut line, mut ended) = (Vec::new(), false);
    let (own, other) = (ask(least), ask((most.0, most.1 + 1)));
    let played = FromProof::ask(search, &own, |first| {
        let answered = FromProof::ask(search, &other, |second| {
            ended = play(game, [least.0, most.0], [first, second], limits, &mut line)?;
            Ok(())
        });
        answered.map(drop)
    });
    played.is_ok().then_some(line).filter(|_| ended)
}

/// Plays until the first of the two games ends; `false` if an oracle has no move, or play goes on for too long.
fn play<P: Provable>(
    game: &P,
    roots: [&P::State; 2],
    oracles: [&mut dyn Oracle<P>; 2],
    limits: Limits<'_>,
    line: &mut Vec<P::Move>,
) -> Result<bool, NoCertificate> {
    let mut states = roots.map(P::State::clone);
    let mut list = MoveList::new();
    for ply in 0..limits.plies.0 {
        list.clear();
        if let Status::Over(_) = game.moves(&states[0], &mut list) {
            return Ok(true);
        }
        let side = ply as usize % 2;
        // Where the other game has ended, its side has nothing left to keep.
        let open = game.status(&states[side], &mut MoveList::new()) == Status::Open;
        let number = match open {
            true => oracles[side].keeping_move(&states[side], ply).map_err(|Stopped| NoCertificate::NotProved)?,
            false => Some(0),
        };
        let Some(&m) = number.and_then(|number| list.as_slice().get(number as usize)) else { return Ok(false) };
        for state in &mut states {
            if game.status(state, &mut MoveList::new()) == Status::Open {
                game.play(state, m);
            }
        }
        line.push(m);
    }
    Ok(false)
}
