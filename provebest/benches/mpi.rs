//! One search over MPI with one process and with two, against the same search alone, in one run:
//!
//! ```sh
//! cargo bench -p provebest --features mpi --bench mpi
//! ```
//!
//! Leaves take ten microseconds, as an estimate of a real game may. `PROVEBEST_MPIRUN` names another `mpirun`.

use std::env;
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use provebest::game::{Children, Depth, Evaluate, Game, MoveList, Score, Shape, Status};
use provebest::games::synthetic::{Node, Order, Weighted};
use provebest::mpi::Mpi;
use provebest::search::{Counters, ParallelSearch, Pvs, Search, Task, YoungBrothers};
use provebest_machine::Rank;

/// A tree whose leaves take their time.
struct Slow {
    tree: Weighted,
    leaf: Duration,
}

impl Game for Slow {
    type State = Node;
    type Move = u32;

    fn moves(&self, state: &Node, out: &mut MoveList<u32>) -> Status {
        self.tree.moves(state, out)
    }
    fn play(&self, state: &mut Node, m: u32) {
        self.tree.play(state, m);
    }
    fn open(&self, state: &Node, list: &mut MoveList<u32>) -> Result<Children, Score> {
        self.tree.open(state, list)
    }
    fn status(&self, state: &Node, list: &mut MoveList<u32>) -> Status {
        let status = self.tree.status(state, list);
        let start = Instant::now();
        while status != Status::Open && start.elapsed() < self.leaf {
            black_box(start);
        }
        status
    }
    fn child(&self, state: &Node, children: Children, list: &MoveList<u32>, number: u32) -> (u32, Node) {
        self.tree.child(state, children, list, number)
    }
    fn shape(&self, state: &Node) -> Option<Shape> {
        self.tree.shape(state)
    }
}

impl Evaluate for Slow {
    fn evaluate(&self, state: &Node) -> Score {
        self.tree.evaluate(state)
    }
}

/// Set for the processes under `mpirun`.
const RANK: &str = "PROVEBEST_MPI_BENCH";

fn main() {
    if env::var_os(RANK).is_some() {
        return as_a_rank();
    }
    let mpirun = env::var("PROVEBEST_MPIRUN").unwrap_or_else(|_| "mpirun".into());
    let own = env::current_exe().expect("a benchmark has a path");
    let seconds = |processes: &str| -> Vec<f64> {
        let mut command = Command::new("timeout");
        command.args(["-k", "5", "300", &mpirun, "-n", processes]).arg(&own).env(RANK, "1");
        command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        let output = command.output().expect("mpirun starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).split_whitespace().filter_map(|word| word.parse().ok()).collect()
    };
    println!("round  alone     -n 1     -n 2   -n 1 / alone   -n 1 / -n 2");
    for round in 1..=5 {
        let (one, two) = (seconds("1"), seconds("2"));
        let (alone, one, two) = (one[0], one[1], two[1]);
        println!("{round:5}  {alone:5.2} s  {one:5.2} s  {two:5.2} s  {:13.3}  {:12.2}", one / alone, one / two);
    }
}

/// Prints the seconds of a search alone and of the same search over all ranks.
fn as_a_rank() {
    let mpi = Mpi::join().expect("mpirun has started this");
    let order = Order::first(8, 60.0).expect("a percentage");
    let tree = Weighted::new(8, Depth(8), 7, 10_000, order).expect("a small tree");
    let (root, game) = (tree.root(), Slow { tree, leaf: Duration::from_micros(10) });
    let task = Task::new(&game, &root, Depth(8));
    let start = Instant::now();
    let alone = (mpi.rank() == Rank::FIRST).then(|| Pvs.search(&task, &mut ()).expect("it is not too deep"));
    let seconds = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let observers = vec![Counters::default(); provebest_machine::Machine::count(&mpi)];
    let ran = YoungBrothers::default().search_on(&task, &mpi, observers);
    if let (Some(alone), Ok(ran)) = (alone, ran) {
        assert_eq!(ran.report.value, alone.value);
        println!("{seconds} {}", start.elapsed().as_secs_f64());
    }
    mpi.leave(0, false);
}
