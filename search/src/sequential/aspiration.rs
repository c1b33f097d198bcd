//! Aspiration search (Baudet 1978): alpha-beta with a narrow window around a guess, searched again if the guess was
//! wrong.

use provebest_game::{Evaluate, Score, Window};

use crate::limits::TooDeep;
use crate::measure::Observer;
use crate::report::{Report, Search, Task};
use crate::sequential::alpha_beta::{BOUNDS, soft};
use crate::walk::Walk;

/// Alpha-beta around a first guess.
///
/// With the first result `b` of the window (F - E, F + E): `b >= F + E` searches again with (b, +inf), `b <= F - E`
/// with (-inf, b), never both.
///
/// Contract: the value `V` exactly. The bounds of both searches together make it exact, also when the second returns
/// `b`, the edge of its window.
///
/// Baudet 1978 (for one processor); section 3.2 of Marsland's survey (1991).
///
/// Time: less than alpha-beta for a good guess, up to twice as much for a bad one. Memory: the path.
///
/// ```
/// use provebest_search::{Aspiration, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let aspiration = Aspiration { first_guess: Score(10), margin: 2 };
/// let report = aspiration.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
/// assert_eq!(report.value, Some(Score(3)), "a wrong guess costs time, never the value");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Aspiration {
    /// The value to expect.
    pub first_guess: Score,
    /// How far off the guess may be; at least 1.
    pub margin: i32,
}

impl Aspiration {
    fn window(&self) -> Window {
        let guess = i64::from(self.first_guess.0);
        let margin = i64::from(self.margin.max(1));
        let within = |x: i64| Score(x.clamp(i64::from(Score::WORST.0), i64::from(Score::INFINITY.0)) as i32);
        let (alpha, beta) = (within(guess - margin), within(guess + margin));
        if alpha < beta { Window::new(alpha, beta) } else { Window::FULL }
    }
}

impl Search for Aspiration {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, Window::FULL, |walk, root| {
            let narrow = self.window();
            walk.floor = narrow.alpha;
            let first = soft::<BOUNDS, _, _>(walk, root.clone(), task.depth, narrow)?;
            if narrow.contains(first) {
                return Ok(first);
            }
            let high = first >= narrow.beta;
            let again = if high { Window::new(first, Score::INFINITY) } else { Window::new(Score::WORST, first) };
            let line = walk.lines.at(task.depth);
            (walk.floor, walk.ceiling) = (again.alpha, (!high).then_some(first));
            walk.again(again);
            let second = soft::<BOUNDS, _, _>(walk, root, task.depth, again);
            let nothing_better = second.map_or(walk.finished == Some(first), |second| second <= first);
            if high && nothing_better {
                walk.lines.set(task.depth, &line);
            }
            if second == Ok(first) {
                walk.lines.doubt_replies(task.depth); // neither search knows more than bounds below the best move
            }
            second
        })
    }
}
