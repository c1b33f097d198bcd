//! Asks the searches, on the machine that was asked for.

use provebest::{AnyMachine, SearchError};
use provebest_game::{Provable, Score};
use provebest_machine::{Measured, Reason};
use provebest_search::NoReport;
use provebest_search::proof::{ParallelDfPn, Pn, Pn2, ProvedTogether, Question, Step, Verdict};

use super::job::Job;
use super::steps::{event, numbered};
use crate::listener::News;
use crate::proof_search::ProofAlgorithm;
use crate::proving::Subject;
use crate::request::RequestError;
use crate::run::with_fewer_threads;

/// Asks several questions, within the limits of all.
pub(super) struct Asker<'a, 's, P: Provable> {
    pub(super) job: Job<'a>,
    pub(super) subject: &'s Subject<'s, P>,
    /// The nodes that are left.
    pub(super) left: Option<u64>,
    pub(super) machine: AnyMachine,
    pub(super) measured: Option<Measured>,
}

impl<P: Provable<State: Send + Sync> + Sync> Asker<'_, '_, P> {
    pub(super) fn ask(&mut self, least: Score) -> Result<Verdict<P::Move>, RequestError> {
        let (verdict, measured) = loop {
            match self.on(&self.machine, least) {
                Err(NoReport::Failed(failure)) if let Some(fewer) = with_fewer_threads(&failure, self.job.reporter) => {
                    self.machine = fewer;
                }
                asked => break asked.map_err(SearchError::from)?,
            }
        };
        let nodes = entered(&verdict);
        self.left = self.left.map(|left| left.saturating_sub(nodes));
        if let Some(more) = measured {
            let sum = self.measured.get_or_insert(Measured { processors: more.processors, ..Measured::default() });
            sum.time += more.time;
            sum.work += more.work;
            sum.mail += more.mail;
            sum.messages += more.messages;
        }
        Ok(verdict)
    }

    fn on(&self, machine: &AnyMachine, least: Score) -> Result<(Verdict<P::Move>, Option<Measured>), NoReport> {
        let Subject { game, root, .. } = *self.subject;
        let question = Question::new(game, root, least).within(self.job.limits(self.left));
        let (reporter, [yes, no]) = (self.job.reporter, [least, least - 1].map(self.subject.usual));
        let tell = |keys: &[u64], step: Step| {
            if let Some(path) = numbered(game, root, keys) {
                reporter.report(News::Event { rank: None, time: None, event: event(path, step, yes, no) });
            }
        };
        let question = if self.job.request.record.trace { question.stepping(&tell) } else { question };
        let together = |proved: ProvedTogether<P::Move>| (proved.verdict, Some(proved.measured));
        let df_pn = self.job.spec.df_pn();
        Ok(match (self.job.spec.algorithm, machine) {
            (ProofAlgorithm::Pn, _) => (Pn::default().ask(&question)?, None),
            (ProofAlgorithm::Pn2, _) => (Pn2::default().ask(&question)?, None),
            (ProofAlgorithm::DfPn, AnyMachine::Simulated(machine)) => {
                together(ParallelDfPn(df_pn).ask_on(&question, machine)?)
            }
            (ProofAlgorithm::DfPn, AnyMachine::Threads(threads)) => {
                together(ParallelDfPn(df_pn).ask_on(&question, &threads.stack(self.job.stack))?)
            }
            (ProofAlgorithm::DfPn, _) => (df_pn.ask(&question)?, None),
        })
    }

    /// How long the same questions take one simulated processor, unless that is not wanted.
    pub(super) fn time_alone(
        &mut self,
        asked: &[(Score, Verdict<P::Move>)],
        stopped: Option<Reason>,
    ) -> Result<Option<u64>, RequestError> {
        let Job { request, .. } = self.job;
        let simulated = matches!(self.machine, AnyMachine::Simulated(_));
        if !simulated || stopped.is_some() || request.record.once || request.limits.time.is_some() {
            return Ok(None);
        }
        let (one, mut time) = (self.machine.with_one_processor(), 0);
        self.left = None;
        for (least, _) in asked {
            let (verdict, measured) = self.on(&one, *least).map_err(SearchError::from)?;
            if verdict.stopped.is_some() {
                return Ok(None);
            }
            time += measured.map_or(0, |measured| measured.time);
        }
        Ok(Some(time))
    }
}

/// The nodes that a limit counts.
pub(super) fn entered<M>(verdict: &Verdict<M>) -> u64 {
    verdict.visits.max(verdict.expansions)
}
