//! A family of jobs: what its owner does with it until all answers have come.

use std::collections::VecDeque;

use super::mail::{Asker, Mail, Place, Taken};
use super::member::Crew;
use super::{CalledOff, CrewJob};
use crate::processor::{Message, Rank, Time};
use crate::timeline::Note;

/// What comes next in a family.
#[derive(Debug)]
pub enum Next<J, A> {
    /// Do this one yourself.
    Mine(u32, J),
    /// This answer has come, to this version of the job.
    Answer(u32, J, A),
    /// Help the processors that you wait for, with this job.
    Help(Taken<J>),
    /// The job that this family is a part of has been revised, or something else has changed.
    Revised,
    /// All answers have come.
    Finished,
}

/// How far a job has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// No processor has it yet.
    Waiting,
    /// A processor has it.
    Out,
}

/// What a change of a job means for the processor that has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing.
    None,
    /// It gets the new version.
    Tell,
    /// Its work is of no use: it is called off, and the new version is offered once more.
    CallBack,
}

/// A job that another processor has.
pub(super) struct Out<J> {
    pub(super) place: Place,
    pub(super) rank: Rank,
    pub(super) job: J,
    pub(super) chain: Time,
}

pub(super) struct Open<J, A> {
    pub(super) serial: u64,
    /// How many jobs have been given away.
    pub(super) editions: u32,
    /// Each with its number and the chain of work before its offer.
    pub(super) waiting: VecDeque<(u32, J, Time)>,
    pub(super) out: Vec<Out<J>>,
    pub(super) back: VecDeque<(Place, J, A, Time)>,
    /// The longest chain of an answer so far.
    pub(super) longest: Time,
    pub(super) preferred: bool,
    /// Its jobs are held back for now: only a crowd gets them.
    pub(super) held: bool,
}

/// Jobs that were offered together. When it is dropped, those that are out are called off.
pub struct Family<'c, 'p, J: CrewJob, A: Message> {
    pub(super) crew: &'c Crew<'p, J, A>,
    pub(super) serial: u64,
}

impl<J: CrewJob, A: Message> Family<'_, '_, J, A> {
    /// What comes next: a job to do here, an answer, a job to help with, or a revision.
    pub async fn next(&mut self) -> Result<Next<J, A>, CalledOff> {
        let crew = self.crew;
        self.with(|open| open.longest = open.longest.max(crew.me.chain().get()));
        crew.reserve.set(true);
        let go_on = crew.read_mail();
        crew.reserve.set(false);
        go_on?;
        let mut asked = Vec::new();
        loop {
            if let Some((place, job, answer, chain)) = self.with(|open| open.back.pop_front()) {
                crew.stop_waiting();
                let longest = self.with(|open| {
                    open.longest = open.longest.max(chain);
                    open.longest
                });
                crew.me.chain().set(longest);
                return Ok(Next::Answer(place.number, job, answer));
            }
            if crew.revised.replace(false) {
                crew.stop_waiting();
                return Ok(Next::Revised);
            }
            if crew.works()
                && let Some((number, job, chain)) = self.with(|open| open.waiting.pop_front())
            {
                crew.stop_waiting();
                crew.me.chain().set(chain);
                return Ok(Next::Mine(number, job));
            }
            if self.with(|open| open.out.is_empty() && open.waiting.is_empty()) {
                crew.stop_waiting();
                crew.me.chain().set(self.with(|open| open.longest));
                return Ok(Next::Finished);
            }
            if let Some(taken) = crew.taken.take() {
                crew.wait.set(None);
                return Ok(Next::Help(taken));
            }
            if crew.wait.get().is_none() {
                crew.start_waiting();
                crew.pass_to_helpers();
            }
            if crew.policy.helpful && (asked.is_empty() || crew.no_work.replace(false)) {
                self.offer_help(&mut asked);
            }
            let mail = crew.me.receive().await;
            crew.read(mail);
            crew.go_on().inspect_err(|_| crew.stop_waiting())?;
        }
    }

    /// Asks a helper that was not asked before whether there is something to help with.
    fn offer_help(&self, asked: &mut Vec<Place>) {
        let crew = self.crew;
        let (me, luck) = (crew.me.rank(), crew.draw(u32::MAX) as usize);
        let helper = self.with(|open| {
            let count = open.out.len();
            let mut others = (0..count).map(|at| &open.out[(luck + at) % count]);
            others.find(|out| out.rank != me && !asked.contains(&out.place)).map(|out| (out.place, out.rank))
        });
        if let (Some((place, rank)), Some(wait)) = (helper, crew.wait.get()) {
            asked.push(place);
            crew.me.send(rank, Mail::Idle(vec![Asker { from: me, wait, helps: Some(place) }], 0));
        }
    }

    /// Changes the jobs that are not done, those that wait and those that are out. The result of `change` says whether the
    /// processor that has a job gets the new version.
    pub fn revise(&mut self, mut change: impl FnMut(&mut J, Stage) -> Change) {
        let crew = self.crew;
        let chain = crew.me.chain().get();
        self.with(|open| {
            for (_, job, _) in &mut open.waiting {
                change(job, Stage::Waiting);
            }
            let (mut kept, mut back) = (Vec::new(), Vec::new());
            for mut out in open.out.drain(..) {
                match change(&mut out.job, Stage::Out) {
                    Change::None => kept.push(out),
                    Change::Tell => {
                        crew.me.send(out.rank, Mail::Revise(out.place, out.job.clone()));
                        kept.push(out);
                    }
                    Change::CallBack => {
                        crew.me.send(out.rank, Mail::CallOff(out.place));
                        crew.me.note(Note::Wasted(out.place.name()));
                        back.push((out.place.number, out.job, chain));
                    }
                }
            }
            open.out = kept;
            open.waiting.extend(back);
        });
    }

    /// Holds back the jobs of this family, or releases them. Held jobs may soon prove needless, so a single asker waits for
    /// something better; several askers at once get them all the same.
    pub fn hold(&mut self, held: bool) {
        self.with(|open| open.held = held);
        if !held {
            self.crew.reserve.set(true);
            self.crew.serve();
            self.crew.reserve.set(false);
        }
    }

    /// Offers a job of this family once more, in a new version.
    pub fn again(&mut self, number: u32, job: J) {
        let chain = self.crew.me.chain().get();
        self.with(|open| open.waiting.push_front((number, job, chain)));
    }

    /// Moves a job that no processor has yet before the others.
    pub fn to_front(&mut self, number: u32) {
        self.with(|open| {
            let at = open.waiting.iter().position(|(waiting, ..)| *waiting == number);
            if let Some(job) = at.and_then(|at| open.waiting.remove(at)) {
                open.waiting.push_front(job);
            }
        });
    }

    fn with<T>(&self, look: impl FnOnce(&mut Open<J, A>) -> T) -> T {
        let mut families = self.crew.families.borrow_mut();
        let open = families.last_mut().expect("a family is open until it is dropped");
        debug_assert_eq!(open.serial, self.serial, "families are closed in the order opposite to their opening");
        look(open)
    }
}

impl<J: CrewJob, A: Message> Drop for Family<'_, '_, J, A> {
    fn drop(&mut self) {
        let crew = self.crew;
        let Some(open) = crew.families.borrow_mut().pop() else { return };
        for out in open.out {
            crew.me.send(out.rank, Mail::CallOff(out.place));
            crew.me.note(Note::Wasted(out.place.name()));
        }
        for (place, ..) in open.back {
            crew.me.note(Note::Wasted(place.name()));
        }
    }
}
