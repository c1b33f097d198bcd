//! The exact value of a game that ends, with the line that proves it.

use provebest::{Game, Hashed, MoveList, Score, Status, game::Plain, skills, solve};

/// Two heaps: take any number from one of them. The side that takes the last one wins.
struct Nim;

skills!(Nim);

impl Game for Nim {
    type State = [u8; 2];
    /// The heap, and how many.
    type Move = (usize, u8);

    fn moves(&self, heaps: &[u8; 2], out: &mut MoveList<(usize, u8)>) -> Status {
        out.extend((0..2).flat_map(|heap| (1..=heaps[heap]).map(move |taken| (heap, taken))));
        if out.is_empty() { Status::Over(Score(-1)) } else { Status::Open }
    }

    fn play(&self, heaps: &mut [u8; 2], (heap, taken): (usize, u8)) {
        heaps[heap] -= taken;
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Hashed(Nim); // keys for the table
    let solution = solve(&Plain(&game), &[7, 4]).all_moves().run()?;
    println!("value {:?}, {} nodes", solution.value, solution.nodes);
    for (heap, taken) in solution.line.moves() {
        println!("take {taken} from heap {heap}");
    }
    let best: Vec<_> = solution.best_moves().map(|one| one.played).collect();
    assert_eq!((solution.value, best), (Some(Score(1)), vec![(0, 3)]), "make both heaps equal");
    Ok(())
}
