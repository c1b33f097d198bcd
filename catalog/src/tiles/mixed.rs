//! A heuristic that is known only at run time.

use provebest_puzzle::Cost;
use provebest_puzzle::tiles::{Heuristic, LinearConflict, Manhattan, Shape, Size, Slide, WalkingDistance};
use serde::{Deserialize, Serialize};

/// One of the heuristics without databases. A search is compiled once for all of them, and only the 15-puzzle has one for
/// each, without the choice at every slide: compiling takes seconds for every pair.
pub(super) enum Mixed<S> {
    Manhattan(Box<Manhattan<S>>),
    LinearConflict(Box<LinearConflict<S>>),
    WalkingDistance(WalkingDistance<S>),
}

/// What it keeps with a board, which is the same for boards of every size.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum Note {
    Manhattan(NoteOf<Manhattan<Any>>),
    LinearConflict(NoteOf<LinearConflict<Any>>),
    WalkingDistance(NoteOf<WalkingDistance<Any>>),
}

type Any = Size<4, 4>;
type NoteOf<H> = <H as Heuristic<Any>>::Note;

impl<S: Shape> Heuristic<S> for Mixed<S> {
    type Note = Note;

    fn note(&self, tiles: &[usize]) -> Note {
        match self {
            Mixed::Manhattan(one) => Note::Manhattan(one.note(tiles)),
            Mixed::LinearConflict(one) => Note::LinearConflict(one.note(tiles)),
            Mixed::WalkingDistance(one) => Note::WalkingDistance(one.note(tiles)),
        }
    }

    #[inline(always)]
    fn slide(&self, note: Note, slide: Slide<S>) -> Note {
        match (self, note) {
            (Mixed::Manhattan(one), Note::Manhattan(note)) => Note::Manhattan(one.slide(note, slide)),
            (Mixed::LinearConflict(one), Note::LinearConflict(note)) => Note::LinearConflict(one.slide(note, slide)),
            (Mixed::WalkingDistance(one), Note::WalkingDistance(note)) => Note::WalkingDistance(one.slide(note, slide)),
            _ => unreachable!("the note of another heuristic"),
        }
    }

    #[inline(always)]
    fn cost(&self, note: Note) -> Cost {
        match (self, note) {
            (Mixed::Manhattan(one), Note::Manhattan(note)) => one.cost(note),
            (Mixed::LinearConflict(one), Note::LinearConflict(note)) => one.cost(note),
            (Mixed::WalkingDistance(one), Note::WalkingDistance(note)) => one.cost(note),
            _ => unreachable!("the note of another heuristic"),
        }
    }
}
