//! Counting moves as other programs do: by how pieces move, whether or not the game is drawn by then.

use provebest::games::chess::Board;

/// The number of lines of exactly this many plies.
pub fn perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut lines = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            lines += moves.len() as u64;
            return false;
        }
        for m in moves {
            let mut child = board.clone();
            child.play_unchecked(m);
            lines += perft(&child, depth - 1);
        }
        false
    });
    lines
}
