//! The solver's table, asked for moves: what keeps a value that is proved?

use std::fmt;

use provebest_game::{Depth, MoveList, Score, Solvable, Status, Window};

use super::notes::{Narrow, Notes, Slot, Wide};
use super::prove::Prover;
use crate::limits::{Budget, Limits, Reason, Stopped};

/// What a solver has proved on its way, to go on with: at positions of the same game, by the same rules.
pub struct ProvedTable(pub(super) Option<Noted>);

pub(super) enum Noted {
    Narrow(Notes<Narrow>),
    Wide(Notes<Wide>),
}

impl Noted {
    /// A table for keys of this many bits and values within these bounds, of at most this many bytes, if that is enough for one.
    pub(super) fn try_new(key_bits: u32, (least, most): (Score, Score), bytes: u64) -> Option<Noted> {
        let narrow = || Notes::try_new(key_bits, bytes).map(Noted::Narrow);
        let wide = || Notes::try_new(key_bits, bytes).map(Noted::Wide);
        Narrow::suits(key_bits, least, most).then(narrow).flatten().or_else(wide)
    }
}

impl ProvedTable {
    /// Nothing is proved yet.
    pub const EMPTY: ProvedTable = ProvedTable(None);

    /// The table, if keys of this many bits are in it, and it takes no more than these bytes, now and later.
    fn suiting(self, key_bits: u32, bytes: u64) -> Option<Noted> {
        let mut noted = self.0?;
        let (bits, fits) = match &mut noted {
            Noted::Narrow(notes) => (notes.key_bits(), notes.stay_within(bytes)),
            Noted::Wide(notes) => (notes.key_bits(), notes.stay_within(bytes)),
        };
        Some(noted).filter(|_| bits == key_bits && fits)
    }
}

impl fmt::Debug for ProvedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProvedTable")
    }
}

/// Finds moves that keep a value, at one position after the other, with a table that it fills on the way.
pub(crate) struct Keeper<'a, G: Solvable> {
    game: &'a G,
    /// There between two questions.
    budget: Option<Budget<'a>>,
    plies: Depth,
    noted: Option<Noted>,
}

impl<'a, G: Solvable> Keeper<'a, G> {
    /// For positions below a root, with a table of at most this many bytes, which begins with what was proved before.
    pub(crate) fn new(game: &'a G, root: &G::State, hash: u64, limits: Limits<'a>, proved: ProvedTable) -> Self {
        let bytes = hash.min(limits.bytes.unwrap_or(u64::MAX));
        let bits = game.key_bits();
        let (plies, budget) = (limits.plies_for(size_of::<G::State>()), Some(Budget::new(&limits)));
        let noted = proved.suiting(bits, bytes).or_else(|| Noted::try_new(bits, game.bounds(root), bytes));
        Keeper { game, budget, plies, noted }
    }

    /// The value of a position in which the game goes on, or a bound of it, as [`Prover::ask`] tells it.
    pub(crate) fn value(&mut self, state: &G::State, window: Window) -> Result<Score, Stopped> {
        self.with(|prover| prover.ask(state, window, 0), |prover| prover.ask(state, window, 0))
    }

    /// The number of a move, in the order of the rules, that is worth at least this. It must be known that there is one.
    pub(crate) fn keeping_move(&mut self, state: &G::State, least: Score, ply: u32) -> Result<Option<u32>, Stopped> {
        self.with(|prover| keeping_move(prover, state, least, ply), |prover| keeping_move(prover, state, least, ply))
    }

    /// Asks a prover with the table.
    fn with<R>(
        &mut self,
        narrow: impl FnOnce(&mut Prover<'a, '_, G, Narrow>) -> Result<R, Stopped>,
        wide: impl FnOnce(&mut Prover<'a, '_, G, Wide>) -> Result<R, Stopped>,
    ) -> Result<R, Stopped> {
        let Keeper { game, ref mut budget, plies, ref noted } = *self;
        let now = budget.take().ok_or(Stopped)?;
        let wide_notes = match noted {
            Some(Noted::Narrow(notes)) => {
                let mut prover = Prover::new(game, now, Some(notes.access(1)), plies);
                let result = narrow(&mut prover);
                *budget = Some(prover.budget);
                return result;
            }
            Some(Noted::Wide(notes)) => Some(notes.access(1)),
            None => None,
        };
        let mut prover = Prover::new(game, now, wide_notes, plies);
        let result = wide(&mut prover);
        *budget = Some(prover.budget);
        result
    }

    pub(crate) fn reason(&self) -> Option<Reason> {
        self.budget.as_ref().and_then(|budget| budget.reason())
    }
}

/// Where a move that keeps a value is looked for before one is searched.
#[derive(Clone, Copy)]
enum Stage {
    Noted,
    Twin,
    Glance,
}

fn keeping_move<G: Solvable, S: Slot>(
    prover: &mut Prover<'_, '_, G, S>,
    state: &G::State,
    least: Score,
    ply: u32,
) -> Result<Option<u32>, Stopped> {
    // Where all is known, nothing else asks whether to go on.
    prover.budget.inner += 1;
    prover.budget.ask()?;
    let (game, mut list) = (prover.game, std::mem::take(&mut prover.list));
    let Ok(children) = game.open(state, &mut list) else { return Ok(None) };
    // What is proved already; what is proved of a twin; what a glance shows.
    let mut proved = None;
    for stage in [Stage::Noted, Stage::Twin, Stage::Glance] {
        proved = (0..children.count()).find(|&number| {
            let (_, child) = game.child(state, children, &list, number);
            if let Status::Over(value) = game.status(&child, &mut list) {
                return -game.worth(&child, value) >= least;
            }
            let most = match stage {
                Stage::Noted if game.is_noted(&child) => Some(prover.look_up(game.note_key(&child)).most),
                Stage::Noted => None,
                Stage::Twin => game.twin_key(&child).map(|key| prover.look_up(key).most),
                Stage::Glance => prover.answer(&child, -Window::null(least)),
            };
            most.is_some_and(|most| -most >= least)
        });
        if proved.is_some() {
            break;
        }
    }
    if proved.is_some() {
        list.close(children);
        prover.list = list;
        return Ok(proved);
    }
    // Else in the order in which the solver tries them, its hint first; then those that it leaves out.
    let (mut all, mut order) = (MoveList::new(), MoveList::new());
    all.extend((0..children.count()).map(|number| game.child(state, children, &list, number).0));
    list.close(children);
    prover.list = list;
    if prover.ranked(state, &mut order) != Status::Open {
        order.clear();
    }
    let hint = prover.hint(state) as usize;
    if hint < order.len() {
        order.as_mut_slice()[..=hint].rotate_right(1);
    }
    let rest: Vec<G::Move> = all.as_slice().iter().copied().filter(|m| !order.as_slice().contains(m)).collect();
    order.extend(rest);
    let kept = prover.best(state, least, order.as_slice(), ply)?;
    Ok(all.as_slice().iter().position(|&m| m == kept).map(|number| number as u32))
}
