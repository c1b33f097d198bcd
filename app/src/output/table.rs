//! Players with a table, and a word about it if it is smaller than usual.

use provebest::player::Player;
use provebest_catalog::games::Entry;
use provebest_system::memory::{self, NoRoom, Size};

use super::text::note;

/// A player with a table of the size that was asked for, or of the usual one as far as there is room.
pub fn player<G: Entry>(asked: Option<u64>, usual: u64, rules: &G) -> Result<Player<'_, G>, NoRoom> {
    let (player, bytes) = memory::with_table(asked, usual, |room| Player::new(rules, room))?;
    if asked.is_none() && bytes < usual {
        note(format_args!("a table of {} instead of {}: no more is free", Size(bytes), Size(usual)));
    }
    Ok(player)
}
