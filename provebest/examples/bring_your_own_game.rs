//! Bring your own game: the example of the README. With the word `play` behind it you play against it.

use provebest::player::{GameHistory, Player, ThinkLimits};
use provebest::terminal::Terminal;
use provebest::{Game, Hashed, Judged, MoveList, Ply, Score, Status, best_move, skills};

/// Domineering on 6 x 6 fields: one player lays upright dominoes, the other flat ones; the side that cannot move loses.
struct Domineering;

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

/// How many places a side has for its next domino.
fn places(taken: u64, flat: bool) -> i32 {
    let mut list = MoveList::new();
    Domineering.moves(&(taken, flat), &mut list);
    list.len() as i32
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let judge = |_: &Domineering, &(taken, flat): &(u64, bool)| Score(places(taken, flat) - places(taken, !flat));
    let (game, start) = (Hashed(Judged::new(Domineering, judge).unit(2)), (0, false));
    // Do the rules keep their promises, and do all searches find what plain minimax finds? What did the games look like?
    println!("{}", provebest::check(&game, &start)?);
    // The best move, by the engine, to a depth ...
    let choice = best_move(&game, &start).depth(4).search()?;
    println!("best move {:036b}, worth {}, by {}", choice.best.unwrap(), choice.value.unwrap(), choice.method);
    // ... or a player: it deepens until its time is up, keeps a table, and thinks on two threads.
    let player = Player::new(&game, 16 << 20)?.threads(2);
    let history = GameHistory::new(&game, start);
    let answer = player.think(&history, ThinkLimits::depth(6))?;
    println!("best move {:036b}, after {} nodes", answer.best.unwrap(), answer.tally.nodes);
    if std::env::args().nth(1).as_deref() == Some("play") {
        let rows = |&(taken, _): &(u64, bool), _: Option<u64>| {
            let field = |n: u64| if taken >> n & 1 == 1 { '#' } else { '.' };
            (0..6).map(|row| (0..6).map(|column| field(6 * row + column)).chain(['\n']).collect::<String>()).collect()
        };
        let word = |_: &(u64, bool), place: u64| place.trailing_zeros().to_string();
        let limits = ThinkLimits::time(std::time::Duration::from_secs(1));
        let (people, mut history) = ([true, false], history);
        let sides = ["Upright", "Flat"];
        let table = Terminal { player: &player, limits, people, sides, show: &rows, word: &word, read: None };
        table.play(&mut history, &mut std::io::stdin().lock(), &mut std::io::stdout())?;
    }
    Ok(())
}
