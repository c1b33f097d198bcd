//! Every machine by its text.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use provebest_game::TextError;
use provebest_machine::{Clock, Costs, Latency, Machine, Simulated, Threads, Topology};
#[cfg(feature = "mpi")]
use provebest_machine_mpi::Mpi;

/// A machine, by the text that names it.
///
/// * `alone`: one processor. Sequential searches always run alone.
/// * `sim:8`: simulated processors, the same run every time. Costs in leaf-times can follow:
///   `leaf=1,node=0,send=0,receive=0,latency=0`. With `latency=5..40` each message has a random latency, drawn from `seed=`.
///   With `topology=ring` (or grid, cube, tree; the default is complete) the latency is that of each hop.
/// * `sim:8,model=lockstep`: the clock of the papers, for searches that a paper defines in steps.
/// * `threads:8`: real threads.
/// * `mpi`: the processes that `mpirun` has started, with the feature `mpi`; `mpi:threads=8` for the engine, with threads in each.
///
/// ```
/// use provebest::AnyMachine;
///
/// let machine: AnyMachine = "sim:8,latency=20,seed=3".parse()?;
/// assert_eq!((machine.processors(), machine.to_string().as_str()), (8, "sim:8,latency=20,seed=3"));
///
/// let error = "sim:8,latnecy=20".parse::<AnyMachine>().unwrap_err().to_string();
/// assert!(error.starts_with("no cost or setting is called 'latnecy' at character 7; expected one of leaf, node, send"));
/// # Ok::<(), provebest::game::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum AnyMachine {
    /// One processor.
    #[default]
    Alone,
    /// Simulated processors.
    Simulated(Simulated),
    /// This number of processors, which take their steps together.
    LockStep(usize),
    /// Threads.
    Threads(Threads),
    /// The processes of an MPI job.
    #[cfg(feature = "mpi")]
    Mpi(Mpi),
}

impl AnyMachine {
    /// The most processors that can be simulated.
    pub const MOST_SIMULATED: usize = 65_536;
    /// The most threads.
    pub const MOST_THREADS: usize = 1_024;

    /// Simulated processors, at the default costs.
    pub fn simulated(processors: usize) -> AnyMachine {
        AnyMachine::Simulated(Simulated::new(processors))
    }

    /// `count` threads.
    pub fn threads(count: usize) -> AnyMachine {
        AnyMachine::Threads(Threads::new(count))
    }

    /// How many processors it has.
    pub fn processors(&self) -> usize {
        match self {
            AnyMachine::Alone => 1,
            AnyMachine::Simulated(simulated) => simulated.count(),
            AnyMachine::LockStep(processors) => *processors,
            AnyMachine::Threads(threads) => threads.count(),
            #[cfg(feature = "mpi")]
            AnyMachine::Mpi(mpi) => mpi.count(),
        }
    }

    /// Are its processors real, and its times those of a clock?
    pub fn is_real(&self) -> bool {
        matches!(self, AnyMachine::Threads(_)) || self.is_cluster()
    }

    /// Are its processors processes of their own?
    pub fn is_cluster(&self) -> bool {
        match self {
            #[cfg(feature = "mpi")]
            AnyMachine::Mpi(_) => true,
            _ => false,
        }
    }

    /// How many threads the engine has in each of its processes.
    pub fn threads_each(&self) -> usize {
        match self {
            AnyMachine::Threads(threads) => threads.count(),
            #[cfg(feature = "mpi")]
            AnyMachine::Mpi(mpi) => mpi.threads_each(),
            _ => 1,
        }
    }

    /// Is a run on it the same every time?
    pub fn is_repeatable(&self) -> bool {
        !self.is_real() || self.processors() == 1
    }

    /// The same machine with one processor: speed-ups are measured against it.
    pub fn with_one_processor(&self) -> AnyMachine {
        match self {
            AnyMachine::Alone => AnyMachine::Alone,
            AnyMachine::Simulated(simulated) => AnyMachine::Simulated(simulated.clone().resized(1).timeline(false)),
            AnyMachine::LockStep(_) => AnyMachine::LockStep(1),
            AnyMachine::Threads(_) => AnyMachine::threads(1),
            #[cfg(feature = "mpi")]
            AnyMachine::Mpi(_) => AnyMachine::threads(1),
        }
    }

    /// The same machine, whose runs fail when a processor is not heard of for this long. Only processes of their own can be lost.
    pub fn with_patience(self, _patience: Duration) -> AnyMachine {
        match self {
            #[cfg(feature = "mpi")]
            AnyMachine::Mpi(mpi) => AnyMachine::Mpi(mpi.patience(_patience)),
            other => other,
        }
    }

    /// The same machine with a clock that shows its virtual time. Only simulated processors have one.
    pub fn with_clock(self, clock: &Clock) -> AnyMachine {
        match self {
            AnyMachine::Simulated(simulated) => AnyMachine::Simulated(simulated.clock(clock.clone())),
            other => other,
        }
    }

    /// The same machine, keeping a timeline. In lock step and alone there is none.
    pub fn with_timeline(self) -> AnyMachine {
        match self {
            AnyMachine::Simulated(simulated) => AnyMachine::Simulated(simulated.timeline(true)),
            AnyMachine::Threads(threads) => AnyMachine::Threads(threads.timeline(true)),
            #[cfg(feature = "mpi")]
            AnyMachine::Mpi(mpi) => AnyMachine::Mpi(mpi.timeline(true)),
            other => other,
        }
    }
}

impl fmt::Display for AnyMachine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyMachine::Alone => f.write_str("alone"),
            AnyMachine::Simulated(simulated) => simulated.fmt(f),
            AnyMachine::LockStep(processors) => write!(f, "sim:{processors},model=lockstep"),
            AnyMachine::Threads(threads) => threads.fmt(f),
            #[cfg(feature = "mpi")]
            AnyMachine::Mpi(mpi) => mpi.fmt(f),
        }
    }
}

const WANTED: &str = "alone, sim:8, sim:8,latency=20,seed=3, sim:8,model=lockstep or threads:8";
const SETTINGS: [&str; 8] = ["leaf", "node", "send", "receive", "latency", "topology", "seed", "model"];
/// Low enough that no sum of costs overflows.
const MOST_COST: u64 = 1_000_000;

impl FromStr for AnyMachine {
    type Err = TextError;

    fn from_str(text: &str) -> Result<AnyMachine, TextError> {
        let (head, settings) = text.split_once(',').map_or((text, None), |(head, rest)| (head, Some(rest)));
        let (kind, count) = head.split_once(':').map_or((head, None), |(kind, count)| (kind, Some(count)));
        let count = |most: usize| {
            let want = format!("a number of processors from 1 to {most}, as in {kind}:4");
            let place = count.map_or(text.len(), |_| kind.len() + 1);
            let wrong = || TextError::new(text, place, "no number of processors", want);
            count.and_then(number).filter(|count| (1..=most as u64).contains(count)).ok_or_else(wrong)
        };
        match (kind, settings) {
            ("sim", settings) => {
                let count = count(AnyMachine::MOST_SIMULATED)? as usize;
                settings.map_or(Ok(AnyMachine::simulated(count)), |_| simulated(text, head.len() + 1, count))
            }
            ("threads", None) => Ok(AnyMachine::threads(count(AnyMachine::MOST_THREADS)? as usize)),
            ("alone", None) if head == "alone" => Ok(AnyMachine::Alone),
            ("mpi", None) => mpi(text, threads_of_rank(text)?),
            ("alone" | "threads" | "mpi", _) => {
                let place = if kind == "threads" { head.len() } else { kind.len() };
                Err(TextError::new(text, place, "more than a machine", format!("nothing after {}", &text[..place])))
            }
            _ => Err(TextError::new(text, 0, "no machine", WANTED)),
        }
    }
}

/// The threads in each process of `mpi:threads=8`; one in each of `mpi`.
fn threads_of_rank(text: &str) -> Result<usize, TextError> {
    const HEAD: &str = "mpi:threads=";
    let most = AnyMachine::MOST_THREADS as u64;
    let threads = match text.strip_prefix(HEAD) {
        _ if text == "mpi" => Some(1),
        Some(count) => number(count).filter(|threads| (1..=most).contains(threads)),
        None => return Err(TextError::new(text, 3, "more than a machine", "nothing after mpi, or :threads=8")),
    };
    let wrong = || TextError::new(text, HEAD.len(), "no number of threads", format!("a number from 1 to {most}"));
    threads.map(|threads| threads as usize).ok_or_else(wrong)
}

#[cfg(feature = "mpi")]
fn mpi(text: &str, threads: usize) -> Result<AnyMachine, TextError> {
    let joined = Mpi::join().map(|mpi| AnyMachine::Mpi(mpi.threads(threads)));
    joined.map_err(|why| TextError::new(text, 0, why, "a working MPI, or another machine"))
}

#[cfg(not(feature = "mpi"))]
fn mpi(text: &str, _: usize) -> Result<AnyMachine, TextError> {
    let want = "a build with `cargo build --release --features mpi`, started by `mpirun -n 4 target/release/provebest`";
    Err(TextError::new(text, 0, "this program was built without MPI", want))
}

/// Reads the costs and settings that begin at byte `at`.
fn simulated(text: &str, mut at: usize, count: usize) -> Result<AnyMachine, TextError> {
    let (mut costs, mut machine) = (Costs::default(), Simulated::new(count));
    let (mut lock_step, mut seen): (Option<usize>, Vec<&str>) = (None, Vec::new());
    for piece in text[at..].split(',') {
        let (name, value) = piece.split_once('=').unwrap_or((piece, ""));
        let place = at + (name.len() + 1).min(piece.len());
        let wrong = |why: &str, want: &str| Err(TextError::new(text, place, why, want));
        if !SETTINGS.contains(&name) {
            let why = match name {
                "" => "no cost or setting".to_string(),
                name => format!("no cost or setting is called '{}'", name.chars().take(20).collect::<String>()),
            };
            return Err(TextError::new(text, at, why, format!("one of {}", SETTINGS.join(", "))));
        }
        if seen.contains(&name) {
            return Err(TextError::new(text, at, format!("a second {name}="), format!("one {name}=")));
        }
        seen.push(name);
        let cost = number(value).filter(|cost| *cost <= MOST_COST);
        let no_cost = || wrong("no cost", &format!("{name}= and leaf-times, a whole number up to {MOST_COST},"));
        match name {
            "latency" => {
                let span = value.split_once("..").map(|(from, to)| (number(from), number(to)));
                machine = match (cost, span) {
                    (Some(time), _) => machine.latency(time),
                    (None, Some((Some(from), Some(to)))) if from <= to && to <= MOST_COST => {
                        machine.latency(Latency::Random(from, to))
                    }
                    _ => return wrong("no latency", &format!("leaf-times up to {MOST_COST}, as in 20 or 5..40")),
                }
            }
            "topology" => match Topology::ALL.into_iter().find(|topology| topology.name() == value) {
                Some(topology) => machine = machine.topology(topology),
                None => return wrong("no topology", "complete, ring, grid, cube or tree"),
            },
            "seed" => match number(value) {
                Some(seed) => machine = machine.seed(seed),
                None => return wrong("no seed", "a whole number"),
            },
            "model" if value == "lockstep" => lock_step = Some(at),
            "model" => return wrong("no model", "lockstep, or no model= at all"),
            name => {
                let place = match name {
                    "leaf" => &mut costs.leaf,
                    "node" => &mut costs.node,
                    "send" => &mut costs.send,
                    _ => &mut costs.receive,
                };
                match cost {
                    Some(cost) => *place = cost,
                    None => return no_cost(),
                }
            }
        }
        at += piece.len() + 1;
    }
    match lock_step {
        Some(_) if seen.len() == 1 => Ok(AnyMachine::LockStep(count)),
        Some(place) => {
            let want = format!("sim:{count},model=lockstep and nothing else");
            Err(TextError::new(text, place, "costs in lock step", want))
        }
        None => Ok(AnyMachine::Simulated(machine.costs(costs))),
    }
}

/// Digits and nothing else.
fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_written_as_it_is_read() {
        for text in [
            "alone",
            "sim:1",
            "sim:65536",
            "sim:8,latency=20,seed=3",
            "sim:4,leaf=2,node=1,send=3,receive=4,latency=5..40,topology=ring,seed=18446744073709551615",
            "sim:4,model=lockstep",
            "threads:1",
            "threads:1024",
        ] {
            assert_eq!(text.parse::<AnyMachine>().unwrap().to_string(), text);
        }
        let usual = "sim:4,leaf=1,node=0,send=0,receive=0,latency=0,topology=complete,seed=0";
        assert_eq!(usual.parse::<AnyMachine>().unwrap().to_string(), "sim:4");
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        for (text, place, words) in [
            ("", 0, "no machine"),
            ("abacus", 0, "no machine"),
            ("Alone", 0, "no machine"),
            ("alone:2", 5, "nothing after alone"),
            ("alone,seed=1", 5, "nothing after alone"),
            #[cfg(not(feature = "mpi"))]
            ("mpi", 0, "built without MPI"),
            ("mpi:2", 3, "nothing after mpi"),
            ("mpi,seed=1", 3, "nothing after mpi"),
            ("mpi:threads=", 12, "from 1 to 1024"),
            ("mpi:threads=0", 12, "from 1 to 1024"),
            ("sim", 3, "from 1 to 65536"),
            ("sim:", 4, "from 1 to 65536"),
            ("sim:0", 4, "from 1 to 65536"),
            ("sim:-1", 4, "from 1 to 65536"),
            ("sim:+4", 4, "from 1 to 65536"),
            ("sim:65537", 4, "from 1 to 65536"),
            ("sim:99999999999999999999", 4, "from 1 to 65536"),
            ("threads:0", 8, "from 1 to 1024"),
            ("threads:2,seed=1", 9, "nothing after threads:2"),
            ("sim:4,", 6, "one of leaf"),
            ("sim:4,speed=3", 6, "called 'speed'"),
            ("sim:4,seed", 10, "no seed"),
            ("sim:4,leaf=-1", 11, "no cost"),
            ("sim:4,leaf=1000001", 11, "no cost"),
            ("sim:4,latency=5..", 14, "no latency"),
            ("sim:4,latency=40..5", 14, "no latency"),
            ("sim:4,topology=star", 15, "complete, ring"),
            ("sim:4,model=fast", 12, "lockstep"),
            ("sim:4,seed=1,seed=2", 13, "a second seed="),
            ("sim:4,latency=2,model=lockstep", 16, "costs in lock step"),
            ("sim:4,ünï=2", 6, "called 'ünï'"),
        ] {
            let error = text.parse::<AnyMachine>().unwrap_err();
            assert!(error.place == place && error.to_string().contains(words), "{text}: {error}");
        }
    }
}
