//! From what a search found to its report: the line of best play, where the search does not know all of it.

use provebest_game::{Bound, Depth, Evaluate, Line, MoveList, Score, Window};

use crate::limits::{Budget, Limits, Reason, Stopped, TooDeep};
use crate::lines::{ALL_SURE, Path, Variation};
use crate::measure::Observer;
use crate::null_window::{EVERYTHING, null};
use crate::report::{Kind, Report, Task};
use crate::walk::Walk;

impl<'a, G: Evaluate, W: Observer> Walk<'a, G, W> {
    /// Runs a search on a task and reports. `search` gets the walk and the root, and returns the value of the root or, at
    /// an edge of `window` or outside, a bound.
    ///
    /// When the value is exact, the report's line is best play at every step: what the search has not proved of it is asked
    /// with null windows after the search. [`Report::line_visits`] says how many leaves that took; no counter has them.
    pub fn run(
        task: &Task<'a, G>,
        observer: &'a mut W,
        window: Window,
        search: impl FnOnce(&mut Self, G::State) -> Result<Score, Stopped>,
    ) -> Result<Report<G::Move>, TooDeep> {
        task.check()?;
        debug_assert!(window.alpha < window.beta, "an empty window: {window}");
        let mut walk = Walk::new(task, observer, Budget::new(&task.limits));
        walk.floor = window.alpha;
        walk.propose_line(&[]);
        let value = match search(&mut walk, task.root.clone()) {
            Ok(score) => Some((score, window.bound(score))),
            Err(Stopped) => walk.proved(),
        };
        walk.tell_total();
        let line = walk.lines.at(task.depth);
        let found = Found { value, line, estimated: walk.estimated, stopped: walk.budget.reason() };
        Ok(found.report(task))
    }
}

/// What a search found out, before it is turned into a [`Report`].
pub(crate) struct Found {
    pub(crate) value: Option<(Score, Bound)>,
    pub(crate) line: Variation,
    pub(crate) estimated: bool,
    pub(crate) stopped: Option<Reason>,
}

impl Found {
    /// Makes sure of the line, and replays it to turn child numbers into moves.
    pub(crate) fn report<G: Evaluate>(self, task: &Task<'_, G>) -> Report<G::Move> {
        let Found { value, line, estimated, stopped } = self;
        let BestPlay { path, complete: line_complete, visits: line_visits } = match value {
            Some((value, Bound::Exact)) => best_play(task, line, value),
            _ => BestPlay { path: line.path, complete: false, visits: 0 },
        };
        let (mut path, mut list) = (path, MoveList::new());
        let mut state = task.root.clone();
        let line = path.iter().map_while(|&number| {
            let children = task.game.open(&state, &mut list).ok()?;
            let played = (number < children.count()).then(|| task.game.child(&state, children, &list, number));
            list.close(children);
            let (m, child) = played?;
            state = child;
            Some(m)
        });
        let line = Line(line.collect());
        path.truncate(line.0.len());
        let kind = match value {
            None => Kind::Unknown,
            Some((_, Bound::Lower)) => Kind::Lower,
            Some((_, Bound::Upper)) => Kind::Upper,
            Some((score, Bound::Exact)) if estimated && score.end().is_none() => Kind::Heuristic,
            Some(_) => Kind::Exact,
        };
        let value = value.map(|(score, _)| score);
        let best = line.0.first().copied();
        let (reached, over_memory) = (None, false);
        Report { value, kind, best, line, path, line_complete, estimated, line_visits, stopped, reached, over_memory }
    }
}

/// A line of best play.
struct BestPlay {
    path: Path,
    /// Does it end in a leaf? Not if time ran out before.
    complete: bool,
    /// Leaves that were visited for it: none if the search was sure of its line.
    visits: u64,
}

/// The line from the root to a leaf worth `value`.
fn best_play<G: Evaluate>(task: &Task<'_, G>, mut line: Variation, value: Score) -> BestPlay {
    if line.sure == ALL_SURE {
        return BestPlay { path: line.path, complete: true, visits: 0 };
    }
    let limits = Limits { nodes: None, bytes: None, ..task.limits };
    let mut nobody = ();
    let mut walk = Walk::new(task, &mut nobody, Budget::new(&limits));
    // Called off or not, the moves that are sure are best play.
    let complete = play_on(&mut walk, task, &mut line, value).is_ok();
    line.path.truncate(line.sure as usize);
    BestPlay { path: line.path, complete, visits: walk.budget.leaves }
}

/// Makes sure of a line, move by move. At a node worth `v`, no child is worth more to it, so a child is a best one if it is
/// worth at least `v`: a null window tells. The move of the line is asked first, and the child that is best has the rest of the line.
fn play_on<G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    task: &Task<'_, G>,
    line: &mut Variation,
    value: Score,
) -> Result<(), Stopped> {
    while line.sure != ALL_SURE {
        let ply = line.sure as usize;
        let node = walk.replay(task.root, &line.path[..ply]);
        let depth = Depth(task.depth.0 - line.sure);
        let value = if ply.is_multiple_of(2) { value } else { -value };
        let Some(children) = walk.reopen(&node, depth) else { return Ok(()) };
        let count = children.count();
        let first = line.path.get(ply).copied().unwrap_or(0);
        for place in 0..count {
            let number = (first + place) % count;
            let mut rest = Variation::default();
            if place + 1 < count {
                let child = walk.child(&node, children, depth, number);
                if -null::<EVERYTHING, G, W>(walk, child, depth.less(), -value + 1)? < value {
                    continue;
                }
                walk.lines.read(depth.less(), &mut rest);
            }
            line.path.truncate(ply);
            line.path.push(number);
            line.path.extend(rest.path);
            line.sure = if rest.sure == ALL_SURE { ALL_SURE } else { line.sure + 1 + rest.sure };
            break;
        }
        walk.list.close(children);
    }
    Ok(())
}
