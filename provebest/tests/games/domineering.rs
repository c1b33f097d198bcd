//! The game of the README: small values.

use provebest::{Game, Hashed, Judged, MoveList, Ply, Score, Status, skills};

pub struct Domineering;

impl Game for Domineering {
    type State = (u64, bool); // the fields taken, and whether the flat side is to move
    type Move = u64; // the two fields of a domino

    fn moves(&self, &(taken, flat): &(u64, bool), out: &mut MoveList<u64>) -> Status {
        let (domino, rows, columns) = if flat { (0b11, 6, 5) } else { (0b100_0001, 5, 6) };
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| domino << (6 * row + column)));
        out.extend(places.filter(|place| taken & place == 0));
        if out.is_empty() { Status::Over(Score::loss_in(Ply(taken.count_ones() / 2))) } else { Status::Open }
    }

    fn play(&self, (taken, flat): &mut (u64, bool), place: u64) {
        *taken |= place;
        *flat = !*flat;
    }
}

skills!(Domineering);

fn places(taken: u64, flat: bool) -> i32 {
    let mut list = MoveList::new();
    Domineering.moves(&(taken, flat), &mut list);
    list.len() as i32
}

type Judge = fn(&Domineering, &(u64, bool)) -> Score;

/// With the estimate of the README, and no word about how large it gets.
pub fn domineering() -> Hashed<Judged<Domineering, Judge>> {
    let judge: Judge = |_, &(taken, flat)| Score(places(taken, flat) - places(taken, !flat));
    Hashed(Judged::new(Domineering, judge))
}
