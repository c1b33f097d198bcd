//! Runs a request: by the family, a selective search, a proof search, the engine, the solver, or a search for puzzles.

mod engine;
mod family;
mod proof;
mod prove;
mod puzzle;
#[cfg(not(target_family = "wasm"))]
mod salesmen;
mod selective;
mod solver;
mod tasks;

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use provebest::clock::{AnyOf, Deadline};
use provebest::family::Variant;
use provebest::{Algorithm, AnyMachine};
use provebest_machine::{Failure, Stop};
use provebest_search::Limits;
use provebest_system::memory::{self, Size};

pub use engine::useful;
pub use proof::as_proof;

use crate::games::{GameKind, MOST_PLIES};
use crate::listener::{Listener, News};
use crate::method::Method;
use crate::outcome::{Answer, GameAnswer, KeptTable, Outcome, SCHEMA};
use crate::proof_search::ProofAlgorithm;
use crate::puzzle_algorithm::PuzzleAlgorithm;
use crate::request::{Request, RequestError};
use crate::selective::SelectiveAlgorithm;

/// Runs a request. The listener hears how far it is, `stop` may call it off, and the outcome is data.
///
/// ```
/// use provebest_catalog::{Request, run};
/// let request = Request::new("tree", "[[3,12,8],[2,4,6],[14,5,2]]", "negascout")?;
/// let outcome = run(&request, &mut (), &())?;
/// let answer = outcome.game_answer().unwrap();
/// assert_eq!((answer.value, answer.best.as_deref(), answer.visits()), (Some(3), Some("1"), 7));
/// # Ok::<(), provebest_catalog::RequestError>(())
/// ```
pub fn run(request: &Request, listener: &mut dyn Listener, stop: &(dyn Stop + Sync)) -> Result<Outcome, RequestError> {
    request.check()?;
    reported(listener, |reporter| match &request.method {
        Method::Family(spec) => family::run(request, *spec, reporter, stop),
        Method::Engine(spec) => engine::run(request, *spec, reporter, stop),
        Method::Solver(spec) => solver::run(request, *spec, reporter, stop),
        #[cfg(not(target_family = "wasm"))]
        Method::Puzzle(spec) if request.problem.cities().is_some() => salesmen::run(request, *spec, reporter, stop),
        Method::Puzzle(spec) => puzzle::run(request, *spec, reporter, stop),
        Method::Selective(spec) => selective::run(request, *spec, reporter, stop),
        Method::Proof(spec) => prove::run(request, *spec, reporter, stop),
    })
}

/// The same for members of the family only. A program that calls nothing else has neither engine nor solver in it, and is half as
/// large: for pages.
///
/// ```
/// use provebest_catalog::{Request, run_family};
/// let outcome = run_family(&Request::new("tree", "[[3,12],[2,4]]", "pvs")?, &mut (), &())?;
/// assert_eq!(outcome.game_answer().unwrap().value, Some(3));
/// assert!(run_family(&Request::new("connect4", "", "solve")?, &mut (), &()).is_err());
/// # Ok::<(), provebest_catalog::RequestError>(())
/// ```
pub fn run_family(
    request: &Request,
    listener: &mut dyn Listener,
    stop: &(dyn Stop + Sync),
) -> Result<Outcome, RequestError> {
    request.check()?;
    let Method::Family(spec) = &request.method else {
        let option = format!("algorithm {}", request.method.name());
        return Err(RequestError::refused(
            option,
            "it is no member of the family; expected alpha-beta, or another one",
        ));
    };
    reported(listener, |reporter| family::run(request, *spec, reporter, stop))
}

/// Runs something that reports to a listener.
fn reported<T>(listener: &mut dyn Listener, run: impl FnOnce(Reporter<'_>) -> T) -> T {
    let listener = Mutex::new(listener);
    let tell = |news: News<'_>| listener.lock().unwrap_or_else(PoisonError::into_inner).hear(news);
    run(Reporter(&tell))
}

/// The listener, for several threads.
#[derive(Clone, Copy)]
struct Reporter<'a>(&'a (dyn Fn(News<'_>) + Sync));

impl Reporter<'_> {
    fn report(self, news: News<'_>) {
        (self.0)(news);
    }

    fn note(self, text: String) {
        self.report(News::Note(text));
    }
}

/// Measures time where there is a clock.
struct Stopwatch(Option<Instant>);

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch((!cfg!(target_family = "wasm")).then(Instant::now))
    }

    fn time(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}

/// Runs a search that ends when `stop` says so or when its time is up.
fn with_deadline<T>(request: &Request, stop: &(dyn Stop + Sync), run: impl FnOnce(&(dyn Stop + Sync)) -> T) -> T {
    match request.limits.time.map(Deadline::after) {
        Some(deadline) => run(&AnyOf(vec![&deadline, stop])),
        None => run(stop),
    }
}

/// The limits of a proof.
fn proof_limits<'a>(request: &Request, stop: &'a (dyn Stop + Sync)) -> Limits<'a> {
    Limits {
        plies: MOST_PLIES,
        nodes: request.limits.nodes,
        bytes: Some(memory::limit(request.limits.memory)),
        stop: Some(stop),
    }
}

/// The machine with fewer threads, if the system has too few.
fn with_fewer_threads(failure: &Failure, reporter: Reporter<'_>) -> Option<AnyMachine> {
    let Failure::TooFewThreads { wanted, .. } = failure else { return None };
    let fewer = failure.fewer_threads()?;
    reporter.note(fewer_threads_note(*wanted, fewer));
    Some(AnyMachine::threads(fewer))
}

/// What a limit on memory means to a method with a table that it can do with less of.
fn small_table_note(most: u64) -> String {
    format!("memory-limit {}: the table stays smaller than usual, and the search takes longer", Size(most))
}

/// What is told of a machine that got fewer threads.
fn fewer_threads_note(wanted: usize, fewer: usize) -> String {
    format!("threads:{wanted}: the system has too few threads or too little memory for them, so it is threads:{fewer}")
}

impl Outcome {
    /// An outcome without an answer yet.
    fn new(request: &Request, machine: AnyMachine, answer: Answer) -> Outcome {
        Outcome {
            schema: SCHEMA,
            game: request.problem.name().into(),
            algorithm: request.method.name().into(),
            machine: machine.to_string(),
            ranks: machine.is_cluster().then(|| machine.processors()),
            answer,
            seconds: None,
            machinery: None,
            stopped: None,
            error: None,
            position: request.problem.position().into(),
            depth: None,
            timeline: None,
            measured: None,
            place: machine,
            unwritten: false,
            table: KeptTable::default(),
        }
    }

    /// The outcome of a search of a game that failed: what is known nevertheless.
    pub fn failed(request: &Request, why: String) -> Outcome {
        let unknown =
            GameAnswer { leaves: Some(None), leaf_visits: Some(None), stored: Some(None), ..Default::default() };
        let machine = request.method.machine(request.machine.as_ref());
        let depth = Some(request.problem.depth().0);
        Outcome { error: Some(why), depth, ..Outcome::new(request, machine, Answer::Game(Box::new(unknown))) }
    }
}

impl Request {
    /// Checks that the parts go together.
    ///
    /// ```
    /// use provebest_catalog::Request;
    /// let mut request = Request::new("connect4", "", "solve")?;
    /// request.check()?;
    /// request.machine = Some("sim:2".parse()?);
    /// assert!(request.check().unwrap_err().to_string().starts_with("machine sim:2: solving runs alone"));
    /// # Ok::<(), provebest_catalog::RequestError>(())
    /// ```
    pub fn check(&self) -> Result<(), RequestError> {
        let Request { problem, method, machine, limits, record } = self;
        let info = problem.info();
        let refused = |option: &str, why: String| Err(RequestError::refused(option, why));
        let named = |part: &str, text: &dyn std::fmt::Display| format!("{part} {text}");
        let puzzle = problem.is_puzzle();
        if problem.graph().is_some() && !matches!(method, Method::Proof(_)) {
            let why = "a graph is proved, because its positions may come again; expected df-pn, pn2 or pn for `solve`";
            return refused(&named("algorithm", &method.name()), why.into());
        }
        if limits.time.is_some() && cfg!(target_family = "wasm") {
            return refused("time", "there is no clock here; expected a limit on nodes".into());
        }
        if cfg!(target_family = "wasm") {
            if let Some(machine) = machine.as_ref().filter(|machine| machine.is_real()) {
                return refused(&named("machine", machine), "there are no threads here; expected sim:N".into());
            }
            if record.proof_file.is_some() {
                return refused("resume", "there are no files here; expected no file".into());
            }
        }
        match method {
            Method::Puzzle(_) if !puzzle => {
                return refused(
                    &named("algorithm", &method.name()),
                    "a search for puzzles, such as tiles; expected no algorithm, or one for games".into(),
                );
            }
            Method::Puzzle(_) => {}
            _ if puzzle => {
                let names = crate::PuzzleAlgorithm::ALL.map(crate::PuzzleAlgorithm::name).join(", ");
                let why = format!("for games of two; {} is a puzzle for one, expected one of {names}", info.name);
                return refused(&named("algorithm", &method.name()), why);
            }
            Method::Engine(_) if !info.estimates => {
                let why =
                    format!("{} has no honest value at inner nodes; expected pvs, or another of the family", info.name);
                return refused("algorithm engine", why);
            }
            _ => {}
        }
        if let Some(machine) = machine {
            let why = match method {
                Method::Family(spec) if method.is_parallel() && !spec.algorithm.runs_on(machine) => {
                    Some(wrong_machine(method.name(), machine))
                }
                Method::Puzzle(spec) if spec.algorithm.is_parallel() && !method.runs_on(machine) => {
                    Some(wrong_machine(method.name(), machine))
                }
                Method::Engine(_) if !method.runs_on(machine) => {
                    Some("the engine runs alone, on threads:N or on mpi".into())
                }
                Method::Proof(spec) if !method.runs_on(machine) => Some(match spec.algorithm {
                    ProofAlgorithm::DfPn => "df-pn shares its table: it runs alone, on sim:N or on threads:N".into(),
                    _ => format!("{} runs alone; expected df-pn, or no machine", method.name()),
                }),
                Method::Solver(_) if !method.runs_on(machine) => Some(
                    "solving runs alone, on threads:N or on mpi; expected one of them, or `search` with a machine"
                        .into(),
                ),
                _ => None,
            };
            if let Some(why) = why {
                return refused(&named("machine", machine), why);
            }
        }
        let family = matches!(method, Method::Family(_) | Method::Selective(_));
        let of_the_family =
            [(record.leaf_order, "trace-leaves"), (record.count_leaves, "count-leaves"), (record.trace, "trace")];
        let explained =
            matches!(method, Method::Proof(spec) if spec.question.is_some()) && self.machine() == AnyMachine::Alone;
        let is_refused = |&&(asked, option): &&(bool, &str)| asked && !family && !(option == "trace" && explained);
        if let Some((_, option)) = of_the_family.iter().find(is_refused) {
            let who = if let Method::Engine(_) = method { "the engine" } else { method.name() };
            return refused(option, format!("{who} keeps no trace; expected another algorithm, such as pvs"));
        }
        if record.trace && self.machine().is_cluster() {
            return refused("trace", "what other processes do is not told here; expected another machine".into());
        }
        if let (true, Method::Proof(_)) = (record.all_moves, method) {
            let why = format!("{} answers questions about the position; expected solve", method.name());
            return refused("all-moves", why);
        }
        if record.all_moves && puzzle {
            return refused("all-moves", "a puzzle has no other side to move; expected no all-moves".into());
        }
        if let (true, Method::Selective(spec)) = (record.all_moves, method)
            && !matches!(spec.algorithm, SelectiveAlgorithm::BStar | SelectiveAlgorithm::PbStar)
        {
            let why = format!("{} looks for one move; expected b-star, or one of the family", method.name());
            return refused("all-moves", why);
        }
        if record.all_solutions {
            let why = match method {
                Method::Puzzle(spec) if spec.algorithm != PuzzleAlgorithm::IdaStar => {
                    Some("ends with the first solution; expected ida-star, on one processor")
                }
                Method::Puzzle(spec) if spec.hash.is_some() => {
                    Some("with a table passes over states that are reached in two ways; expected no hash")
                }
                Method::Puzzle(_) => None,
                _ => Some("has no solutions to list; expected tiles"),
            };
            if let Some(why) = why {
                return refused("all-solutions", format!("{} {why}", method.name()));
            }
        }
        if record.boards && !puzzle {
            return refused("draw", "only tiles are drawn; expected no draw".into());
        }
        if record.proof_file.is_some() {
            let why = match method {
                Method::Family(_) | Method::Engine(_) | Method::Selective(_) | Method::Proof(_) => {
                    Some("proves nothing of moves before it is done; expected solve")
                }
                Method::Solver(_) if info.kind != GameKind::Played => {
                    Some("reads a tree whole, so there is nothing to go on with; expected no file")
                }
                _ => None,
            };
            if let Some(why) = why {
                return refused("resume", format!("{} {why}", method.name()));
            }
        }
        match method {
            Method::Family(spec) => {
                family::settled(problem, *spec)?;
                if spec.settings.spawn_height.0 > 0 && method.is_parallel() && self.machine().processors() == 1 {
                    let why = "one processor has no processes to spawn; expected a machine with more, such as sim:8";
                    return refused("spawn-height", why.into());
                }
                let alone = method.is_parallel() && self.machine().processors() == 1;
                if spec.settings.grain.is_some() && spec.algorithm == Algorithm::TreeSplitting && alone {
                    let why = "one processor has nobody to share with; expected a machine with more, such as sim:8";
                    return refused("grain", why.into());
                }
                let in_step = matches!(self.machine(), AnyMachine::LockStep(_));
                if spec.settings.variant == Some(Variant::Roaming) && !in_step {
                    let why = "any processor handles any message only where all keep step; expected --machine sim:8,model=lockstep";
                    return refused("variant roaming", why.into());
                }
            }
            Method::Engine(spec) => engine::check(problem, *spec)?,
            Method::Solver(_) if !info.solvable => {
                let instead =
                    if info.name == "chess" { "finds and proves mates" } else { "looks as far as it is told to" };
                let why = format!("{} cannot be solved: `search` {instead}; expected a game that ends", info.name);
                return refused("", why);
            }
            Method::Solver(spec) => {
                let machine = self.machine();
                if spec.grain.is_some() && machine == AnyMachine::Alone && record.proof_file.is_none() {
                    return refused(
                        "grain",
                        "a proof without a file that runs alone has no tasks; expected a machine".into(),
                    );
                }
                if spec.patience.is_some() && !machine.is_cluster() {
                    return refused("patience", "no processor can be lost here; expected the machine mpi".into());
                }
            }
            #[cfg(not(target_family = "wasm"))]
            Method::Puzzle(spec) if problem.cities().is_some() => salesmen::check(*spec, record)?,
            Method::Puzzle(_) if problem.cities().is_some() => {
                return refused("game salesmen", "salesmen are not on this page; expected tiles".into());
            }
            Method::Puzzle(spec) => puzzle::check(problem, *spec)?,
            Method::Selective(_) => {}
            Method::Proof(spec) => prove::check(problem, *spec)?,
        }
        if record.timeline {
            let why = match (method, self.machine()) {
                (Method::Engine(_), _) => {
                    Some("the engine keeps none; expected young-brothers, or another parallel one".to_string())
                }
                (Method::Puzzle(_), _) => Some("searches for puzzles keep none; expected no timeline".to_string()),
                (method, _) if !method.is_parallel() => {
                    Some(format!("{} runs alone; expected a parallel algorithm", method.name()))
                }
                (method, AnyMachine::LockStep(_)) => {
                    Some(format!("{} has no timeline in lock step; expected sim:N or threads:N", method.name()))
                }
                _ => None,
            };
            if let Some(why) = why {
                return refused("timeline", why);
            }
        }
        Ok(())
    }

    /// The machine it runs on.
    pub fn machine(&self) -> AnyMachine {
        self.method.machine(self.machine.as_ref())
    }
}

fn wrong_machine(name: &str, machine: &AnyMachine) -> String {
    let count = machine.processors();
    if machine.is_cluster() && machine.threads_each() > 1 {
        return format!("only the engine has threads in each process, {name} has none; expected mpi");
    }
    format!("{name} does not run on {machine}; expected sim:{count} or threads:{count}")
}
