//! Several processors on one task: they share the table, and what they find there makes them faster.

use std::sync::Mutex;

use provebest_game::{Evaluate, Keyed, Skills};
use provebest_machine::{Failure, Processor, Program, Rank, SharedMemory, Work};

use super::board::{Chances, Listing};
use super::split::{CallOff, SplitPool};
use super::worker::{Experience, Worker, no_experience};
use super::{Answer, Engine, EngineTask};
use crate::limits::{Budget, NodeQuota, Reason};
use crate::parallel::table_method::End;
use crate::table::SharedMarks;

/// How processors keep out of each other's way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Share {
    /// They do not: half of them are a ply ahead, and all search what they like (lazy SMP: chess programs since about 2013).
    Lazy,
    /// A child that somebody is searching is put off until the others have been tried (ABDADA: Weill 1996).
    Abdada,
    /// When the eldest child of a node is done, idle threads search its siblings (young brothers wait: Feldmann
    /// and others 1990).
    YoungBrothers,
    /// The same, but all nodes are listed, and who is idle takes what is most likely needed: a board of jobs.
    Board,
}

impl Share {
    /// All of them.
    pub const ALL: [Share; 4] = [Share::Lazy, Share::Abdada, Share::YoungBrothers, Share::Board];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Share::Lazy => "lazy-smp",
            Share::Abdada => "abdada",
            Share::YoungBrothers => "young-brothers",
            Share::Board => "board",
        }
    }

    /// The one of that name.
    pub fn named(name: &str) -> Option<Share> {
        Share::ALL.into_iter().find(|share| share.name() == name)
    }
}

/// For each processor, room for marks of this many nodes that are being searched.
const MARKS: usize = 1 << 10;

type Listener<'a, M> = &'a mut (dyn FnMut(&Answer<M>) -> Option<Reason> + Send);

struct Team<'a, 'l, G: Evaluate + Keyed> {
    engine: &'a Engine,
    task: &'a EngineTask<'a, G>,
    marks: Option<SharedMarks>,
    pool: Option<SplitPool<G>>,
    end: End<'a>,
    quota: Option<NodeQuota>,
    history: Experience,
    listener: Mutex<Listener<'l, G::Move>>,
}

struct Run<'a, 't, 'l, G: Evaluate + Keyed>(&'t Team<'a, 'l, G>);

impl<G> Program<()> for Run<'_, '_, '_, G>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    type Answer = Answer<G::Move>;

    async fn run(&self, me: &dyn Processor<()>) -> Answer<G::Move> {
        let team = self.0;
        let mut guard = team.end.over.unless_well();
        let call_off = CallOff::new(&team.end);
        let (engine, budget) = (team.engine, Budget::shared(team.quota.as_ref(), &call_off));
        let mut worker = Worker::new(team.task, engine.enhancements, &engine.table, budget);
        (worker.marks, worker.pool, worker.call_off) = (team.marks.as_ref(), team.pool.as_ref(), Some(&call_off));
        worker.history = team.history.clone();
        let answer = match &team.pool {
            _ if me.rank() == Rank::FIRST => {
                let mut listener = team.listener.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                worker.deepen(team.task, team.task.first, *listener)
            }
            None => worker.deepen(team.task, team.task.first + me.rank().index(), &mut |_| None),
            Some(pool) => {
                while !team.end.over.is_over() {
                    match pool.look() {
                        Some(split) => worker.help(&split),
                        None => me.work(Work::NODE).await,
                    }
                }
                worker.nothing()
            }
        };
        guard.well = true;
        if me.rank() == Rank::FIRST || answer.stopped.is_none() {
            team.end.over.call();
        }
        answer
    }
}

impl Engine {
    /// Searches on all processors of a machine that share memory. The answer is that of the deepest of them.
    pub fn search_on<G>(
        &self,
        task: &EngineTask<'_, G>,
        machine: &impl SharedMemory,
        share: Share,
        listener: &mut (dyn FnMut(&Answer<G::Move>) -> Option<Reason> + Send),
    ) -> Result<Answer<G::Move>, Failure>
    where
        G: Evaluate + Keyed + Skills + Sync,
        G::State: Send + Sync,
        G::Move: Send + Sync,
    {
        self.table.new_age();
        let marks = (share == Share::Abdada).then(|| SharedMarks::try_new(MARKS * machine.count()).ok()).flatten();
        let listing = match share {
            Share::YoungBrothers => Some(Listing::WhenAsked),
            Share::Board => Some(Listing::Always(Chances::new())),
            Share::Lazy | Share::Abdada => None,
        };
        let quota = NodeQuota::new(&task.limits, machine.count());
        let team = Team {
            engine: self,
            task,
            marks,
            pool: listing.map(SplitPool::new),
            end: End::new(task.limits.stop),
            quota,
            history: no_experience::<G>(self.enhancements),
            listener: Mutex::new(listener),
        };
        let answers = machine.run_shared(&Run(&team))?.answers;
        Ok(Answer::of_all(answers).expect("there is a rank 0"))
    }
}
