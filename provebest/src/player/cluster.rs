//! Players on several hosts: each has threads and a table of its own, and what one finds deep in the tree it tells the others.

use std::fmt;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use provebest_game::{Evaluate, Game, Keyed, Skills};
use provebest_machine::{Failure, Machine, Portable, Processor, Program, Rank};
use provebest_search::engine::{Answer, AnswerByNumber, Exchange, NoTable};

use super::{GameHistory, Place, Player, STACK, ThinkLimits, Timer, Unplayable};

/// How often a host reads its mail.
const BEAT: Duration = Duration::from_millis(2);

/// What hosts tell each other: entries of the sender's table, or `None`, that the search is over.
type Letter = Option<Vec<(u64, u64)>>;

/// Why players on several hosts have no answer.
///
/// ```
/// use provebest::player::{ClusterError, Unplayable};
/// let error = ClusterError::from(Unplayable::NoClock);
/// assert!(error.to_string().contains("clock"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ClusterError {
    /// The machine failed.
    Machine(Failure),
    /// Rank 0 has no room for its table.
    NoTable(NoTable),
    /// The position cannot be searched.
    Unplayable(Unplayable),
}

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClusterError::Machine(failure) => failure.fmt(f),
            ClusterError::NoTable(error) => error.fmt(f),
            ClusterError::Unplayable(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ClusterError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ClusterError::Machine(failure) => failure.source(),
            ClusterError::NoTable(error) => error.source(),
            ClusterError::Unplayable(error) => error.source(),
        }
    }
}

macro_rules! from {
    ($($error:ident $variant:ident),*) => {$(
        impl From<$error> for ClusterError {
            fn from(error: $error) -> Self {
                ClusterError::$variant(error)
            }
        }
    )*};
}
from!(Failure Machine, NoTable NoTable, Unplayable Unplayable);

/// Thinks about the next move on all processors of a machine by mail, with a player on each: `player` makes one. Where processors are
/// hosts, that is one player with many threads on each host. The clock is that of rank 0; `listener` hears what its player knows after
/// every iteration. The answer is the deepest of all, and its counts are those of all. Limits on nodes are shared equally. If every
/// move's value is wanted, the answer is that of rank 0.
///
/// Processors have to be real: players think with threads and clocks.
///
/// ```
/// use provebest::games::connect_four::ConnectFour;
/// use provebest::player::{GameHistory, Player, ThinkLimits, Timer, think_on};
/// use provebest_machine::Threads;
///
/// let (rules, board) = ConnectFour::parse("112233")?;
/// let history = GameHistory::new(&rules, board);
/// let timer = Timer::new(ThinkLimits::depth(6));
/// let answer = think_on(&Threads::new(2), &|| Player::new(&rules, 1 << 20), &history, &timer, |_| {})?;
/// assert_eq!((answer.best, answer.processors), (Some(3), 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn think_on<'a, G>(
    machine: &impl Machine,
    player: &(dyn Fn() -> Result<Player<'a, G>, NoTable> + Sync),
    history: &GameHistory<'a, G>,
    timer: &Timer,
    listener: impl FnMut(&Answer<G::Move>) + Send,
) -> Result<Answer<G::Move>, ClusterError>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    let cluster = Cluster { player, history, timer, listener: Mutex::new(listener) };
    let mut answers = machine.run(&cluster)?.answers.into_iter();
    let Thought { answer, all_moves } = answers.next().expect("there is a rank 0");
    let mut answer = answer?;
    let others = answers.filter_map(|thought| thought.answer.ok());
    let all: Vec<_> = std::iter::once(answer.clone()).chain(others).collect();
    let best = Answer::of_all(all).expect("there is a rank 0");
    if let Some(absurd) = best.absurd {
        return Err(Unplayable::Absurd(absurd).into());
    }
    if !all_moves {
        return Ok(best);
    }
    (answer.tally, answer.processors) = (best.tally, best.processors);
    Ok(answer)
}

struct Cluster<'r, 'a, G: Game, L> {
    player: &'r (dyn Fn() -> Result<Player<'a, G>, NoTable> + Sync),
    history: &'r GameHistory<'a, G>,
    timer: &'r Timer,
    listener: Mutex<L>,
}

/// What the player of a host has found.
struct Thought<M> {
    answer: Result<Answer<M>, ClusterError>,
    /// Does it have the values of several moves?
    all_moves: bool,
}

impl<G, L> Program<Letter> for Cluster<'_, '_, G, L>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
    L: FnMut(&Answer<G::Move>) + Send,
{
    type Answer = Thought<G::Move>;

    async fn run(&self, me: &dyn Processor<Letter>) -> Self::Answer {
        let is_first = me.rank() == Rank::FIRST;
        let exchange = Exchange::default();
        let limits = self.timer.limits();
        let own = Timer::new(ThinkLimits { depth: limits.depth, nodes: limits.nodes, ..ThinkLimits::default() });
        let timer = if is_first { self.timer } else { &own };
        let mut all_moves = false;
        let answer = (self.player)().map_err(ClusterError::from).and_then(|mut player| {
            let first = me.rank().index() * player.threads;
            player.place = Some(Place { first, hosts: me.count(), exchange: &exchange });
            all_moves = player.moves > 1;
            self.think(me, &player, timer, &exchange)
        });
        // Others stop when rank 0 has, or when one has come to the end; of all moves rank 0 has to know.
        let done = answer.as_ref().is_ok_and(|answer| answer.stopped.is_none());
        if is_first || done && !all_moves {
            Rank::all(me.count()).filter(|rank| *rank != me.rank()).for_each(|rank| me.send(rank, None));
        }
        Thought { answer, all_moves }
    }
}

impl<'a, G, L> Cluster<'_, 'a, G, L>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
    L: FnMut(&Answer<G::Move>) + Send,
{
    /// The player thinks on a thread of its own, while this one carries mail.
    fn think(
        &self,
        me: &dyn Processor<Letter>,
        player: &Player<'_, G>,
        timer: &Timer,
        exchange: &Exchange,
    ) -> Result<Answer<G::Move>, ClusterError> {
        let is_first = me.rank() == Rank::FIRST;
        let listener = |answer: &Answer<G::Move>| {
            if is_first {
                self.listener.lock().unwrap_or_else(PoisonError::into_inner)(answer);
            }
        };
        let (done, finished) = mpsc::channel::<()>();
        let think = move || {
            let _done = done;
            player.think_aloud(self.history, timer, &[], listener)
        };
        std::thread::scope(|scope| {
            let thinker =
                std::thread::Builder::new().name("player".into()).stack_size(STACK).spawn_scoped(scope, think);
            let thinker = thinker.map_err(|why| Failure::Lost { rank: me.rank(), why: why.to_string() })?;
            while finished.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                while let Some(letter) = me.poll() {
                    match letter {
                        Some(entries) => player.engine().receive(&entries),
                        None => timer.end(),
                    }
                }
                let entries = exchange.take();
                if !entries.is_empty() {
                    let others = Rank::all(me.count()).filter(|rank| *rank != me.rank());
                    others.for_each(|rank| me.send(rank, Some(entries.clone())));
                }
            }
            thinker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).map_err(ClusterError::from)
        })
    }
}

impl<G, L> Portable<Letter> for Cluster<'_, '_, G, L>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
    L: FnMut(&Answer<G::Move>) + Send,
{
    /// `None`: it has no answer.
    type Parcel = Option<AnswerByNumber>;

    fn pack(&self, thought: &Thought<G::Move>) -> Option<AnswerByNumber> {
        let answer = thought.answer.as_ref().ok()?;
        Some(answer.by_number(self.history.game(), self.history.state()))
    }

    fn unpack(&self, rank: Rank, parcel: Option<AnswerByNumber>) -> Thought<G::Move> {
        let lost = || Failure::Lost { rank, why: "its player has no answer".into() };
        let answer = parcel.ok_or_else(lost).map_err(ClusterError::from);
        let answer = answer.map(|answer| answer.answer(self.history.game(), self.history.state()));
        Thought { answer, all_moves: false }
    }
}
