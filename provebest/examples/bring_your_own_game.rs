//! Bring your own game: the example of the README.

use provebest::{Game, MoveList, Score, Status, ToTheEnd, best_move};

/// Domineering on 4 x 4 fields: one player lays upright dominoes, the other flat ones; who cannot move loses.
struct Domineering;

impl Game for Domineering {
    type State = (u16, bool); // the fields taken, and whether the flat side is to move
    type Move = u16; // the two fields of a domino

    fn moves(&self, &(taken, flat): &(u16, bool), out: &mut MoveList<u16>) -> Status {
        let (domino, rows, columns) = if flat { (0b11, 4, 3) } else { (0b1_0001, 3, 4) };
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| domino << (4 * row + column)));
        out.extend(places.filter(|place| taken & place == 0));
        if out.is_empty() { Status::Over(Score(-1)) } else { Status::Open }
    }

    fn play(&self, (taken, flat): &mut (u16, bool), place: u16) {
        *taken |= place;
        *flat = !*flat;
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (game, start) = (ToTheEnd(Domineering), (0, false));
    // Do the rules keep their promises, and do all searches find what plain minimax finds?
    provebest::check(&game, &start)?;
    let report = best_move(&game, &start).search()?;
    assert_eq!(report.value, Some(Score(1)), "who begins wins");
    println!("best move {:016b}, {:?}, in {} plies", report.best.unwrap(), report.kind, report.line.0.len());
    Ok(())
}
