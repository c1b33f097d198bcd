//! A member of a crew: it reads mail, gives jobs away and takes them.

use std::cell::{Cell, Ref, RefCell};
use std::collections::VecDeque;

use super::family::{Family, Open, Out};
use super::mail::{Asker, FamilyName, Mail, Place, Taken};
use super::{CalledOff, CrewJob, StealFrom, StealPolicy};
use crate::processor::{Message, Processor, Rank, Time, Work};
use crate::timeline::Note;

/// After this number of idle readers a letter goes to rank 0.
const PATIENCE: u32 = 4;

/// A job that this processor took and has not finished.
struct Frame<J> {
    place: Place,
    job: J,
    called_off: bool,
    /// The processor's own chain, while it does the job of another.
    chain: Time,
    /// How many families were open when it began.
    families: usize,
}

/// One member of a crew.
pub struct Crew<'p, J, A> {
    pub(super) me: &'p dyn Processor<Mail<J, A>>,
    pub(super) policy: StealPolicy,
    frames: RefCell<Vec<Frame<J>>>,
    pub(super) families: RefCell<Vec<Open<J, A>>>,
    askers: RefCell<Vec<Asker>>,
    /// The number of the present wait, if there is one, and how many there have been.
    pub(super) wait: Cell<Option<u64>>,
    waits: Cell<u64>,
    pub(super) taken: RefCell<Option<Taken<J>>>,
    /// Mail about a job that has not arrived yet.
    early: RefCell<Vec<Mail<J, A>>>,
    serials: Cell<u64>,
    /// One job of the innermost family is about to be done here.
    pub(super) reserve: Cell<bool>,
    pub(super) revised: Cell<bool>,
    pub(super) no_work: Cell<bool>,
    ended: Cell<bool>,
    /// The owner of the last job.
    owner: Cell<Rank>,
    luck: Cell<u64>,
}

impl<'p, J: CrewJob, A: Message> Crew<'p, J, A> {
    /// A member.
    pub fn new(me: &'p dyn Processor<Mail<J, A>>, policy: StealPolicy) -> Self {
        Crew {
            me,
            policy,
            frames: RefCell::default(),
            families: RefCell::default(),
            askers: RefCell::default(),
            wait: Cell::new(None),
            waits: Cell::new(0),
            taken: RefCell::default(),
            early: RefCell::default(),
            serials: Cell::new(0),
            reserve: Cell::new(false),
            revised: Cell::new(false),
            no_work: Cell::new(false),
            ended: Cell::new(false),
            owner: Cell::new(Rank::FIRST),
            luck: Cell::new(me.luck() | 1),
        }
    }

    /// The processor.
    pub fn me(&self) -> &'p dyn Processor<Mail<J, A>> {
        self.me
    }

    /// Does work, then reads mail: an error if the job at hand is not needed any more.
    pub async fn work(&self, work: Work) -> Result<(), CalledOff> {
        self.me.work(work).await;
        self.read_mail()
    }

    /// Reads the mail that has come: an error if the job at hand is not needed any more.
    pub fn read_mail(&self) -> Result<(), CalledOff> {
        while let Some(mail) = self.me.poll() {
            self.read(mail);
        }
        self.go_on()
    }

    /// Is the job at hand still needed, as far as is known? An error if not.
    pub fn go_on(&self) -> Result<(), CalledOff> {
        let off = self.ended.get() || self.frames.borrow().iter().any(|frame| frame.called_off);
        if off { Err(CalledOff) } else { Ok(()) }
    }

    /// The job that was taken last and is not done, in its newest version.
    pub fn job(&self) -> Option<Ref<'_, J>> {
        Ref::filter_map(self.frames.borrow(), |frames| frames.last().map(|frame| &frame.job)).ok()
    }

    /// Reports to rank 0 that a limit has been reached. Rank 0 then ends the run.
    pub fn give_up(&self) {
        if self.me.rank() != Rank::FIRST && !self.ended.get() {
            self.me.send(Rank::FIRST, Mail::GiveUp);
        }
        self.ended.set(true);
    }

    /// Ends the run on all processors.
    pub fn end_all(&self) {
        self.ended.set(true);
        for rank in Rank::all(self.me.count()).skip(1) {
            self.me.send(rank, Mail::End);
        }
    }

    /// Waits for a job; `None` when all is done.
    pub async fn next_job(&self) -> Option<Taken<J>> {
        let wait = self.start_waiting();
        let idle = Asker { from: self.me.rank(), wait, helps: None };
        let mut askers = match self.policy.from {
            StealFrom::Master { .. } => Vec::new(),
            _ => self.askers.take(),
        };
        askers.push(idle);
        self.pass_on(askers, 0);
        loop {
            if self.ended.get() {
                return None;
            }
            if let Some(taken) = self.taken.take() {
                self.wait.set(None);
                return Some(taken);
            }
            let mail = self.me.receive().await;
            self.read(mail);
        }
    }

    /// Begins a job that was taken.
    pub fn begin(&self, taken: &Taken<J>) {
        let Taken { place, job, chain, of, .. } = taken;
        self.me.note(Note::Begin { job: place.name(), of: *of, label: &|| job.label() });
        let mut frame = Frame {
            place: *place,
            job: job.clone(),
            called_off: false,
            chain: self.me.chain().replace(*chain),
            families: self.families.borrow().len(),
        };
        for mail in self.early.take() {
            match mail {
                Mail::CallOff(early) if early == *place => frame.called_off = true,
                Mail::Revise(early, newer) if early == *place => frame.job.revise(&newer),
                _ => {}
            }
        }
        self.frames.borrow_mut().push(frame);
    }

    /// Finishes the job that was begun last: its owner gets the answer, if there is one.
    pub fn finish(&self, answer: Result<A, CalledOff>) {
        let frame = self.frames.borrow_mut().pop().expect("what is finished was begun");
        let chain = self.me.chain().replace(frame.chain);
        match answer {
            Ok(answer) => self.me.send(frame.place.family.owner, Mail::Done(frame.place, answer, chain)),
            Err(CalledOff) => self.me.note(Note::Wasted(frame.place.name())),
        }
        self.me.note(Note::End);
        self.owner.set(frame.place.family.owner);
        let askers = self.askers.take();
        let (helpers, others): (Vec<_>, Vec<_>) =
            askers.into_iter().partition(|asker| asker.helps == Some(frame.place));
        for helper in helpers {
            self.me.send(helper.from, Mail::NoWork(helper.wait));
        }
        *self.askers.borrow_mut() = others;
    }

    /// Offers jobs, with their numbers, for others to take. Preferred families are given away first, then the oldest.
    pub fn offer(&self, jobs: impl Iterator<Item = (u32, J)>, preferred: bool) -> Family<'_, 'p, J, A> {
        let serial = self.serials.get();
        self.serials.set(serial + 1);
        let offered = self.me.chain().get();
        let waiting = jobs.map(|(number, job)| (number, job, offered)).collect();
        let (out, back) = (Vec::new(), VecDeque::new());
        self.families.borrow_mut().push(Open {
            serial,
            editions: 0,
            waiting,
            out,
            back,
            longest: offered,
            preferred,
            held: false,
        });
        let family = Family { crew: self, serial };
        self.reserve.set(true);
        self.serve();
        self.reserve.set(false);
        family
    }

    pub(super) fn start_waiting(&self) -> u64 {
        let wait = self.waits.get();
        self.waits.set(wait + 1);
        self.wait.set(Some(wait));
        self.no_work.set(false);
        wait
    }

    /// Ends the wait. A job that came for this wait goes back.
    pub(super) fn stop_waiting(&self) {
        self.wait.set(None);
        if let Some(taken) = self.taken.take() {
            self.me.send(taken.place.family.owner, Mail::Refuse(taken.place));
        }
    }

    pub(super) fn read(&self, mail: Mail<J, A>) {
        match mail {
            Mail::Idle(askers, passed) => self.hear(askers, passed),
            Mail::NoWork(wait) => self.no_work.set(self.no_work.get() || self.wait.get() == Some(wait)),
            Mail::Take(taken) => {
                if self.wait.get() == Some(taken.wait) && self.taken.borrow().is_none() && !self.ended.get() {
                    *self.taken.borrow_mut() = Some(taken);
                } else {
                    self.me.send(taken.place.family.owner, Mail::Refuse(taken.place));
                }
            }
            Mail::Refuse(place) => {
                self.with_family(place, |open| {
                    if let Some(at) = open.out.iter().position(|out| out.place == place) {
                        let Out { job, chain, .. } = open.out.remove(at);
                        open.waiting.push_front((place.number, job, chain));
                    }
                });
                self.serve();
            }
            Mail::Done(place, answer, chain) => self.with_family(place, |open| {
                if let Some(at) = open.out.iter().position(|out| out.place == place) {
                    let Out { job, .. } = open.out.remove(at);
                    open.back.push_back((place, job, answer, chain));
                }
            }),
            Mail::Revise(place, newer) => {
                let mut frames = self.frames.borrow_mut();
                match frames.iter_mut().find(|frame| frame.place == place) {
                    Some(frame) => {
                        frame.job.revise(&newer);
                        self.revised.set(true);
                    }
                    None if self.wait.get().is_some() => self.early.borrow_mut().push(Mail::Revise(place, newer)),
                    None => {}
                }
            }
            Mail::CallOff(place) => {
                let mut frames = self.frames.borrow_mut();
                match frames.iter_mut().find(|frame| frame.place == place) {
                    Some(frame) => frame.called_off = true,
                    None if self.wait.get().is_some() => self.early.borrow_mut().push(Mail::CallOff(place)),
                    None => {}
                }
            }
            Mail::GiveUp | Mail::End => self.ended.set(true),
            Mail::LookAgain => self.revised.set(true),
        }
    }

    fn with_family(&self, place: Place, change: impl FnOnce(&mut Open<J, A>)) {
        if place.family.owner == self.me.rank() {
            let mut families = self.families.borrow_mut();
            if let Some(open) = families.iter_mut().rev().find(|open| open.serial == place.family.serial) {
                change(open);
            }
        }
    }

    /// Other processors ask for work. A processor that has none to give passes them on; a busy one keeps letters that have been
    /// passed on often enough.
    fn hear(&self, askers: Vec<Asker>, passed: u32) {
        let kept = self.askers.borrow().len();
        self.askers.borrow_mut().extend(askers);
        self.serve();
        let waits = self.wait.get().is_some();
        let idle = waits && self.frames.borrow().is_empty() && self.families.borrow().is_empty();
        match self.policy.from {
            StealFrom::Master { .. } => {}
            _ if self.ended.get() => {}
            StealFrom::Random if passed < PATIENCE => {
                let mut all = self.askers.borrow_mut();
                let kept = kept.min(all.len());
                let (helpers, others) = all.split_off(kept).into_iter().partition(|asker| asker.helps.is_some());
                all.extend::<Vec<_>>(helpers);
                drop(all);
                self.pass_on(others, passed + 1);
            }
            _ if idle => {
                let askers = self.askers.take();
                self.pass_on(askers, passed + 1);
            }
            _ if waits => self.pass_to_helpers(),
            _ => {}
        }
    }

    /// Gives jobs to the processors that asked.
    pub(super) fn serve(&self) {
        let mut askers = self.askers.borrow_mut();
        let crowd = askers.len() > 1;
        askers.retain(|asker| match self.pick(asker, crowd) {
            Some(taken) => {
                self.me.send(asker.from, Mail::Take(taken));
                false
            }
            None => match asker.helps {
                Some(place) if !self.frames.borrow().iter().any(|frame| frame.place == place) => {
                    self.me.send(asker.from, Mail::NoWork(asker.wait));
                    false
                }
                _ => true,
            },
        });
    }

    /// A job for an asker; one that is held back only if there is a crowd of askers.
    fn pick(&self, asker: &Asker, crowd: bool) -> Option<Taken<J>> {
        let frames = self.frames.borrow();
        let mut families = self.families.borrow_mut();
        let from = match asker.helps {
            Some(place) => frames.iter().find(|frame| frame.place == place)?.families,
            None => 0,
        };
        let reserved = if self.reserve.get() && self.works() { families.len().checked_sub(1) } else { None };
        let free = |at: &usize, open: &Open<J, A>| {
            (!open.held || crowd) && open.waiting.len() > usize::from(reserved == Some(*at))
        };
        let candidates = || (from..families.len()).filter(|at| free(at, &families[*at]));
        let at = candidates().find(|at| families[*at].preferred).or_else(|| candidates().next())?;
        let open = &mut families[at];
        // A reserved first job is about to be done here.
        let (number, job, chain) = open.waiting.remove(usize::from(reserved == Some(at)))?;
        open.editions += 1;
        let family = FamilyName { owner: self.me.rank(), serial: open.serial };
        let place = Place { family, number, edition: open.editions };
        open.out.push(Out { place, rank: asker.from, job: job.clone(), chain });
        let of = frames.iter().rev().find(|frame| frame.families <= at).map(|frame| frame.place.name());
        Some(Taken { place, wait: asker.wait, job, chain, of })
    }

    /// Does this processor do jobs of its own families? Masters leave them to their workers.
    pub fn works(&self) -> bool {
        match self.policy.from {
            StealFrom::Master { workers } => self.me.rank().0 * workers + 1 >= self.me.count() as u32,
            _ => true,
        }
    }

    /// Passes askers on when there is nothing to do here.
    fn pass_on(&self, askers: Vec<Asker>, passed: u32) {
        let (me, count) = (self.me.rank(), self.me.count() as u32);
        if askers.is_empty() || count == 1 {
            return;
        }
        let to = match self.policy.from {
            StealFrom::Master { workers } => Rank((me.0.max(1) - 1) / workers),
            StealFrom::Owner if passed == 0 => self.owner.get(),
            StealFrom::Random if passed < PATIENCE => Rank((me.0 + 1 + self.draw(count - 1)) % count),
            // Rank 0 is never idle: either it works, or its helpers do.
            _ => Rank::FIRST,
        };
        self.me.send(to, Mail::Idle(askers, passed));
    }

    /// Passes askers to the helpers that this processor waits for, as evenly as possible.
    pub(super) fn pass_to_helpers(&self) {
        if matches!(self.policy.from, StealFrom::Master { .. }) || self.askers.borrow().is_empty() {
            return;
        }
        let families = self.families.borrow();
        let Some(open) = families.last() else { return };
        let out = &open.out;
        let mut askers = self.askers.take();
        let start = if out.len() > 1 { self.draw(out.len() as u32) as usize } else { 0 };
        let mut bundles: Vec<Vec<Asker>> = vec![Vec::new(); out.len()];
        if !out.is_empty() {
            for (count, asker) in std::mem::take(&mut askers).into_iter().enumerate() {
                let turn = (0..out.len()).map(|turn| (start + count + turn) % out.len());
                match turn.into_iter().find(|&at| out[at].rank != asker.from) {
                    Some(at) => {
                        let helps = asker.helps.map(|_| out[at].place);
                        bundles[at].push(Asker { helps, ..asker });
                    }
                    None => askers.push(asker),
                }
            }
        }
        for (bundle, out) in bundles.into_iter().zip(out).filter(|(bundle, _)| !bundle.is_empty()) {
            self.me.send(out.rank, Mail::Idle(bundle, PATIENCE));
        }
        *self.askers.borrow_mut() = askers;
    }

    pub(super) fn draw(&self, below: u32) -> u32 {
        let mut x = self.luck.get();
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        self.luck.set(x);
        (x >> 33) as u32 % below.max(1)
    }
}
