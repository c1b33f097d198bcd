//! What each processor did and when, and whether it was of any use.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::processor::{Rank, Time};

/// The name of a job on the timeline.
pub type JobId = u64;

/// What a program reports to the timeline.
#[derive(Clone, Copy)]
pub enum Note<'a> {
    /// This processor begins a job that belongs to another job.
    Begin {
        /// The job.
        job: JobId,
        /// The one it belongs to, unless it is the first of all.
        of: Option<JobId>,
        /// What to call it.
        label: &'a dyn Fn() -> String,
    },
    /// It has finished the job that it began last.
    End,
    /// The result of this job is not needed.
    Wasted(JobId),
}

/// A stretch of time in which a processor worked at one thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Span {
    /// The processor.
    pub rank: Rank,
    /// From when.
    pub start: Time,
    /// Until when.
    pub end: Time,
    /// The job: an index into [`Timeline::jobs`].
    pub job: Option<usize>,
}

/// A job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Its label.
    pub label: String,
    /// The job it belongs to, an index into [`Timeline::jobs`].
    pub of: Option<usize>,
    /// Was its result not needed in the end?
    pub wasted: bool,
}

/// What each processor did and when.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Timeline {
    /// How many processors there are.
    pub processors: usize,
    /// When rank 0 had its answer.
    pub time: Time,
    /// The stretches of work. What lies between them is waiting.
    pub spans: Vec<Span>,
    /// The jobs.
    pub jobs: Vec<Job>,
}

impl Timeline {
    /// The time spent on jobs whose results were not needed in the end.
    pub fn wasted(&self) -> Time {
        let wasted = |span: &&Span| span.job.is_some_and(|job| self.jobs[job].wasted);
        self.spans.iter().filter(wasted).map(|span| span.end - span.start).sum()
    }
}

/// Keeps the timeline of some processors while they run.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Keeper {
    spans: Vec<Span>,
    jobs: Vec<Job>,
    index: HashMap<JobId, usize>,
    /// The jobs that each processor has begun, innermost last.
    at: HashMap<Rank, Vec<usize>>,
}

impl Keeper {
    fn job(&mut self, id: JobId) -> usize {
        let (index, jobs) = (&mut self.index, &mut self.jobs);
        *index.entry(id).or_insert_with(|| {
            jobs.push(Job { label: String::new(), of: None, wasted: false });
            jobs.len() - 1
        })
    }

    /// A program reports something.
    pub fn note(&mut self, rank: Rank, note: Note<'_>) {
        match note {
            Note::Begin { job, of, label } => {
                let of = of.map(|of| self.job(of));
                let job = self.job(job);
                (self.jobs[job].label, self.jobs[job].of) = (label(), of);
                self.at.entry(rank).or_default().push(job);
            }
            Note::End => {
                self.at.entry(rank).or_default().pop();
            }
            Note::Wasted(job) => {
                let job = self.job(job);
                self.jobs[job].wasted = true;
            }
        }
    }

    /// A processor worked at its innermost job.
    pub fn worked(&mut self, rank: Rank, start: Time, end: Time) {
        if end <= start {
            return;
        }
        let job = self.at.get(&rank).and_then(|at| at.last().copied());
        let span = Span { rank, start, end, job };
        match self.spans.iter_mut().rev().take(64).find(|last| last.rank == rank) {
            Some(last) if last.end == start && last.job == job => last.end = end,
            _ => self.spans.push(span),
        }
    }

    /// Joins what two keepers recorded.
    pub fn join(self, other: Keeper) -> Keeper {
        let mut all = self;
        let names: HashMap<usize, JobId> = other.index.iter().map(|(id, place)| (*place, *id)).collect();
        let mut moved = Vec::new();
        for (place, job) in other.jobs.iter().enumerate() {
            let here = all.job(names[&place]);
            all.jobs[here].wasted |= job.wasted;
            if !job.label.is_empty() {
                all.jobs[here].label.clone_from(&job.label);
                all.jobs[here].of = job.of.map(|of| all.job(names[&of]));
            }
            moved.push(here);
        }
        all.spans.extend(other.spans.iter().map(|span| Span { job: span.job.map(|job| moved[job]), ..*span }));
        all
    }

    /// The timeline up to the moment at which rank 0 had its answer.
    pub fn close(mut self, processors: usize, time: Time) -> Timeline {
        self.spans.retain_mut(|span| {
            span.end = span.end.min(time);
            span.start < span.end
        });
        self.spans.sort_by_key(|span| (span.rank, span.start));
        // A part of a wasted job is wasted. A job may stand before the one it belongs to.
        for job in 0..self.jobs.len() {
            let mut chain = std::iter::successors(Some(job), |&job| self.jobs[job].of).take(self.jobs.len());
            if chain.any(|above| self.jobs[above].wasted) {
                self.jobs[job].wasted = true;
            }
        }
        Timeline { processors, time, spans: self.spans, jobs: self.jobs }
    }
}
