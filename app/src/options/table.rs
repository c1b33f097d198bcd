//! The option `--hash`: how large a table is.

use provebest::player::Player;
use provebest_catalog::games::Entry;
use provebest_system::memory::{self, NoRoom, Size};

use crate::output::text::note;

/// A player with a table of the size that was asked for. If none was, the table has the usual size, or what is free; a note says if
/// that is less.
pub fn player_with_table<G: Entry>(asked: Option<u64>, usual: u64, rules: &G) -> Result<Player<'_, G>, NoRoom> {
    let (player, bytes) = memory::with_table(asked, usual, |room| Player::new(rules, room))?;
    if asked.is_none() && bytes < usual {
        note(format_args!("a table of {} instead of {}: no more is free", Size(bytes), Size(usual)));
    }
    Ok(player)
}
