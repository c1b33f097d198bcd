//! The best move by a search of the family.

use provebest_game::{Depth, Evaluate, Game};
use provebest_search::{Counters, Kind, Limits, Report, Task};

use super::{BestMove, Choice, SearchMethod};
use crate::Algorithm;
use crate::error::SearchError;
use crate::family::{AlgorithmSpec, Searched};

/// A way to search a task: the report, and how many nodes it took.
pub(super) trait By<G: Game>:
    Fn(AlgorithmSpec, &Task<'_, G>) -> Result<(Report<G::Move>, u64), SearchError>
{
}

impl<G: Game, F: Fn(AlgorithmSpec, &Task<'_, G>) -> Result<(Report<G::Move>, u64), SearchError>> By<G> for F {}

pub(super) fn counted<M>(searched: Searched<M, Counters>) -> (Report<M>, u64) {
    (searched.report, searched.observers.iter().map(Counters::nodes).sum())
}

impl<'a, G: Evaluate> BestMove<'a, G> {
    pub(super) fn by_family(&self, by: impl By<G>) -> Result<Choice<G::Move>, SearchError> {
        self.within_limits(|limits| match self.depth {
            None if self.is_limited() => self.deepen(limits, &by),
            depth => {
                let depth = depth.unwrap_or_else(|| self.height());
                let (report, nodes) = self.search_to(depth, limits, &by)?;
                let finished = if report.stopped.is_none() { depth } else { Depth(0) };
                Ok(self.choice(report, finished, nodes))
            }
        })
    }

    fn choice(&self, report: Report<G::Move>, depth: Depth, nodes: u64) -> Choice<G::Move> {
        let Report { value, kind, best, line, stopped, .. } = report;
        Choice { value, kind, best, line, depth, nodes, stopped, method: SearchMethod::Family(self.member()) }
    }

    fn member(&self) -> Algorithm {
        self.algorithm.unwrap_or(Algorithm::NegaScout)
    }

    pub(super) fn task<'b>(&self, depth: Depth, limits: Limits<'b>) -> Task<'b, G>
    where
        'a: 'b,
    {
        Task::new(self.game, self.state, depth).within(limits)
    }

    pub(super) fn spec(&self, task: &Task<'_, G>) -> Result<AlgorithmSpec, SearchError> {
        if self.threads.is_some() {
            return Err(SearchError::ThreadsWithoutMachine(self.member()));
        }
        let spec = self.member().with(self.settings);
        spec.check(task)?;
        Ok(spec)
    }

    fn search_to(
        &self,
        depth: Depth,
        limits: Limits<'_>,
        by: &impl By<G>,
    ) -> Result<(Report<G::Move>, u64), SearchError> {
        let task = self.task(depth, limits);
        by(self.spec(&task)?, &task)
    }

    /// Deeper and deeper, until a limit ends it or nothing is left to find out.
    fn deepen(&self, mut limits: Limits<'_>, by: &impl By<G>) -> Result<Choice<G::Move>, SearchError> {
        let height = self.height().min(self.most());
        let mut finished: Option<(Report<G::Move>, Depth)> = None;
        let mut all = 0;
        for depth in (1..=height.0.max(1)).map(|depth| Depth(depth).min(height)) {
            let (report, nodes) = self.search_to(depth, limits, by)?;
            all += nodes;
            if report.stopped.is_some() {
                let stopped = report.stopped;
                let (best, depth) = finished.unwrap_or((report, Depth(0)));
                return Ok(Choice { stopped, ..self.choice(best, depth, all) });
            }
            let settled = report.kind == Kind::Exact;
            finished = Some((report, depth));
            if settled {
                break;
            }
            limits.nodes = limits.nodes.map(|left| left.saturating_sub(nodes));
        }
        let (best, depth) = finished.expect("at least one depth was searched");
        Ok(self.choice(best, depth, all))
    }
}
