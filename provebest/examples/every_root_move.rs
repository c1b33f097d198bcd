//! What is every move worth, and which ones are best?

use provebest::games::tic_tac_toe::TicTacToe;
use provebest::{Text, best_move};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = TicTacToe.parse("5")?; // X in the centre
    let all = best_move(&TicTacToe, &board).all_moves()?;
    for one in &all.moves {
        let name = TicTacToe.print_move(&board, one.played);
        println!("{name}: {} ({:?})", one.value, one.kind);
    }
    let best: Vec<String> = all.best().map(|one| TicTacToe.print_move(&board, one.played)).collect();
    println!("best: {}", best.join(" "));
    assert_eq!(best, ["1", "3", "7", "9"], "the corners");
    Ok(())
}
