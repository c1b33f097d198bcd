//! What a check has seen.

use std::fmt;

#[cfg(doc)]
use crate::Evaluate;
use crate::Score;

/// What a passed check has looked at. It prints what it saw, for a person to wonder at what no machine can know.
///
/// ```
/// use provebest_game::{Game, MoveList, Score, Status, check};
/// # /// Take one, two or three; the side that takes the last one wins.
/// # struct Nim;
/// # impl Game for Nim {
/// #     type State = u32;
/// #     type Move = u32;
/// #     fn moves(&self, &heap: &u32, out: &mut MoveList<u32>) -> Status {
/// #         out.extend(1..=heap.min(3));
/// #         if heap == 0 { Status::Over(Score(-1)) } else { Status::Open }
/// #     }
/// #     fn play(&self, heap: &mut u32, taken: u32) {
/// #         *heap -= taken;
/// #     }
/// # }
/// let seen = check(&Nim, &12)?.to_string();
/// assert!(seen.starts_with("100 games of 5 to 10 plies, all ended"), "{seen}");
/// assert!(seen.contains("the side to move at the end won 0, drew 0, lost 100"), "{seen}");
/// # Ok::<(), provebest_game::Fault>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Games played.
    pub games: u32,
    /// Games played to their end.
    pub finished: u32,
    /// Positions looked at, each game's anew.
    pub positions: u64,
    /// Plies of the shortest game that ended,
    pub shortest: u32,
    /// and of the longest game.
    pub longest: u32,
    /// Most moves seen at one position.
    pub widest: u32,
    /// How often a position was met in two ways, so that keys could be compared.
    pub transpositions: u64,
    /// Different keys that were seen.
    pub keys: u64,
    /// Games that the side to move at their end has won,
    pub won: u32,
    /// drawn,
    pub drawn: u32,
    /// and lost.
    pub lost: u32,
    /// Games that the side which moved first has won. The other side has won the rest of those that were decided.
    pub first_won: u32,
    /// The least and the largest estimate.
    pub estimates: Option<(Score, Score)>,
    /// How much better the best move usually is than an average one, at first sight: half of the positions have less.
    pub lead: i32,
    /// How well estimates agree with a search of one ply, in percent: 100 if they always do, -100 if they always say the opposite.
    pub agreement: Option<i32>,
}

impl Checked {
    pub(super) fn ended(&mut self, value: Score, plies: u32) {
        self.shortest = if self.finished == 0 { plies } else { self.shortest.min(plies) };
        self.finished += 1;
        let first_to_move = plies.is_multiple_of(2);
        match value.cmp(&Score::ZERO) {
            std::cmp::Ordering::Less => self.lost += 1,
            std::cmp::Ordering::Equal => self.drawn += 1,
            std::cmp::Ordering::Greater => self.won += 1,
        }
        self.first_won += u32::from(value != Score::ZERO && (value > Score::ZERO) == first_to_move);
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Checked { games, finished, positions, shortest, longest, widest, .. } = *self;
        let games_word = if games == 1 { "game" } else { "games" };
        let ended = match games - finished {
            0 => "all ended".into(),
            open => format!("{open} broken off"),
        };
        writeln!(
            f,
            "{games} {games_word} of {} to {longest} plies, {ended}; {positions} positions, at most {widest} moves",
            if finished == 0 { longest } else { shortest }
        )?;
        let Checked { won, drawn, lost, first_won, .. } = *self;
        writeln!(f, "the side to move at the end won {won}, drew {drawn}, lost {lost}")?;
        write!(f, "the side that moved first won {first_won}, the other {}", won + lost - first_won)?;
        if won > 7 && lost == 0 {
            write!(
                f,
                "\nthe side to move won all decided games: in most games the side that has just moved does; is the sign right?"
            )?;
        }
        if let Some((least, largest)) = self.estimates {
            let lead = if self.lead == 0 { "less than 1".into() } else { format!("about {}", self.lead) };
            write!(
                f,
                "\nestimates from {least} to {largest}, the best move usually {lead} better than an average one"
            )?;
        }
        if let Some(agreement) = self.agreement {
            write!(f, "\nestimates agree with a search of one ply by {agreement} %")?;
        }
        if self.keys > 0 {
            write!(
                f,
                "\n{} keys, {} positions met in two ways, no key of two positions",
                self.keys, self.transpositions
            )?;
        }
        Ok(())
    }
}
