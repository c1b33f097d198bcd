//! A processor in the tree: it searches jobs, and counts and tells what it does.

use provebest_game::{Bound, Depth, Evaluate, Ply, Score, Window};
use provebest_machine::{Grain, Post, Time, Work};

use super::BoardSearch;
use crate::limits::{NodeQuota, Stopped};
use crate::lines::Variation;
use crate::measure::Observer;
use crate::null_window::{EVERYTHING, null};
use crate::parallel::parcel::Observers;
use crate::report::Task;
use crate::sequential::negascout::open;
use crate::walk::Walk;

/// What every processor runs, in one way or the other.
pub(super) struct Players<'a, G: Evaluate, W> {
    pub(super) task: &'a Task<'a, G>,
    pub(super) search: BoardSearch,
    pub(super) grain: Grain,
    pub(super) observers: Observers<W>,
    pub(super) quota: Option<NodeQuota>,
}

/// What is proved of the root by its bounds.
pub(super) fn proved(lower: Score, upper: Score) -> Option<(Score, Bound)> {
    match lower {
        _ if lower == upper => Some((lower, Bound::Exact)),
        Score::WORST if upper == Score::INFINITY => None,
        Score::WORST => Some((upper, Bound::Upper)),
        _ => Some((lower, Bound::Lower)),
    }
}

/// Where the mail of a processor is read, also while it searches.
pub(super) trait Office<M> {
    fn post(&self) -> &Post<'_, M>;

    /// Reads the mail that has come.
    fn read_all(&self);

    /// Is the job at hand still needed?
    fn goes_on(&self) -> bool;

    /// After how many leaves mail is read, where time is simulated.
    fn slice(&self, leaves: u64) -> u64;
}

/// What a job has proved of its node.
pub(super) struct Proved {
    pub(super) bounds: (Score, Score),
    /// If the value is known by that.
    pub(super) line: Option<Variation>,
    pub(super) leaves: u64,
    pub(super) took: Time,
}

/// A processor in the tree.
pub(super) struct Player<'a, G: Evaluate, W> {
    pub(super) task: &'a Task<'a, G>,
    pub(super) walk: Walk<'a, G, W>,
}

impl<G: Evaluate, W: Observer> Player<'_, G, W> {
    /// Searches a node with a window in one go; `bounds` are known before. Where time is simulated it passes little by little, and mail
    /// is read meanwhile. `None`: the job is not needed any more.
    pub(super) async fn search<M>(
        &mut self,
        office: &impl Office<M>,
        path: &[u32],
        window: Window,
        bounds: (Score, Score),
    ) -> Result<Option<Proved>, Stopped> {
        let (start, depth) = (office.post().0.now(), Depth(self.task.depth.0 - path.len() as u32));
        let (leaves, inner, mark) = (self.walk.budget.leaves, self.walk.budget.inner, self.walk.list.mark());
        let node = self.walk.replay(self.task.root, path);
        self.tell_path(path);
        let score = match window.is_null() {
            true => null::<EVERYTHING, G, W>(&mut self.walk, node, depth, window.beta),
            false => open::<EVERYTHING, false, G, W>(&mut self.walk, node, depth, window),
        };
        self.walk.list.rewind(mark);
        let (leaves, nodes) = (self.walk.budget.leaves - leaves, self.walk.budget.inner - inner);
        pass(office, Work { leaves, nodes }).await;
        if !office.goes_on() {
            // Called off: that is over. Otherwise it was a limit.
            self.walk.budget.clear_stop();
            return Ok(None);
        }
        let score = score?;
        let (mut lower, mut upper) = bounds;
        if score > window.alpha {
            lower = lower.max(score);
        }
        if score < window.beta {
            upper = upper.min(score);
        }
        let line = (lower == upper).then(|| self.walk.lines.at(depth));
        Ok(Some(Proved { bounds: (lower, upper), line, leaves, took: office.post().0.now() - start }))
    }

    /// Counts and tells a node that was expanded, or a leaf and its value. Returns what it costs.
    pub(super) fn tell_expanded(&mut self, path: &[u32], window: Window, leaf: Option<Score>) -> Result<Work, Stopped> {
        self.walk.budget.ask()?;
        self.tell_path(path);
        let ply = Ply(path.len() as u32);
        Ok(match leaf {
            Some(score) => {
                self.walk.budget.leaves += 1;
                self.walk.observer.leaf(ply, score);
                Work::LEAF
            }
            None => {
                self.walk.budget.inner += 1;
                self.walk.observer.enter(ply, window);
                Work::NODE
            }
        })
    }

    fn tell_path(&mut self, path: &[u32]) {
        for (ply, &number) in (0..).zip(path) {
            self.walk.observer.descend(Ply(ply), number);
        }
    }
}

/// Time passes, as long as the job at hand is needed.
async fn pass<M>(office: &impl Office<M>, mut work: Work) {
    let post = office.post();
    if post.count() == 1 {
        return post.work(work).await;
    }
    let slice = office.slice(work.leaves);
    while work != Work::default() && office.goes_on() {
        let part = Work { leaves: work.leaves.min(slice), nodes: work.nodes.min(slice) };
        work = Work { leaves: work.leaves - part.leaves, nodes: work.nodes - part.nodes };
        post.work(part).await;
        office.read_all();
    }
}

/// How long jobs take, and how many leaves they have.
#[derive(Default)]
pub(super) struct Pace {
    pub(super) time: f64,
    pub(super) leaves: f64,
}

impl Pace {
    pub(super) fn learn(&mut self, leaves: u64, took: Time) {
        self.time += (took as f64 - self.time) / 64.0;
        self.leaves += (leaves as f64 - self.leaves) / 64.0;
    }

    /// The least number of leaves of a job.
    pub(super) fn floor(&self, grain: Grain) -> u64 {
        match grain {
            Grain::Leaves(leaves) => leaves,
            // As long as it is not known how long a leaf takes.
            Grain::Time(_) if self.leaves == 0.0 => 50,
            Grain::Time(time) => (time as f64 * self.leaves / self.time.max(1.0)) as u64,
        }
    }
}
