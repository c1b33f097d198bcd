//! How many look-ups a second a scattered table answers between two processes of one host:
//! `cargo bench -p provebest --features mpi --bench scattered_table`. It starts itself again under `mpirun` (or what
//! `PROVEBEST_MPIRUN` names), with two processes. First rank 0 asks and rank 1 answers, then both do both.

use std::env;
use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Instant;

use provebest::AnyMachine;
use provebest::game::{Bound, Depth, Score, mix};
use provebest::machine::{Machine, Processor, Program, Rank};
use provebest::search::table::{Entry, ScatteredTable, TableMail, TableProcessor};

/// Set for the processes under `mpirun`.
const INSIDE: &str = "PROVEBEST_BENCH_INSIDE";

/// Different positions of each part, about; and its bytes. There is room enough that no entry is overwritten: an entry that is lost
/// has no answer.
const POSITIONS: u64 = 1 << 16;
const BYTES: usize = 64 << 20;

const LOOKUPS: u64 = 4_000_000;

/// Look-ups in a batch, and how many may be under way.
const BATCH: u64 = 256;
const UNDER_WAY: u64 = 128 * BATCH;

fn main() -> ExitCode {
    if env::var_os(INSIDE).is_some() {
        return inside();
    }
    let mpirun = env::var("PROVEBEST_MPIRUN").unwrap_or_else(|_| "mpirun".into());
    let own = env::current_exe().expect("a bench has a path");
    let version = Command::new(&mpirun).arg("--version").output();
    let mut command = Command::new("timeout");
    command.args(["-k", "5", "300", &mpirun]);
    if version.is_ok_and(|version| String::from_utf8_lossy(&version.stdout).contains("Open MPI")) {
        command.args(["--oversubscribe", "--bind-to", "none"]);
        command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    }
    match command.args(["-n", "2"]).arg(own).env(INSIDE, "1").status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        other => {
            eprintln!("{mpirun}: {other:?}");
            ExitCode::FAILURE
        }
    }
}

fn inside() -> ExitCode {
    let machine: AnyMachine = "mpi".parse().expect("built with the feature mpi");
    let AnyMachine::Mpi(mpi) = machine else { unreachable!("the machine mpi") };
    let mut failed = false;
    for both in [false, true] {
        match mpi.run(&LookUp { both }) {
            Ok(run) if mpi.rank() == Rank::FIRST => {
                let who = if both { "both ranks ask and answer" } else { "rank 0 asks, rank 1 answers" };
                let rate: f64 = run.answers.iter().sum();
                println!("{who}: {:.2} million look-ups a second", rate / 1e6);
            }
            Ok(_) => {}
            Err(failure) => {
                eprintln!("{failure}");
                failed = true;
            }
        }
    }
    mpi.leave(i32::from(failed), failed);
    ExitCode::from(u8::from(failed))
}

struct LookUp {
    both: bool,
}

/// The position with this number: few of their keys are near each other.
fn key(number: u64) -> u64 {
    mix(number + 1)
}

impl Program<TableMail<()>> for LookUp {
    /// Answers a second.
    type Answer = f64;

    async fn run(&self, me: &dyn Processor<TableMail<()>>) -> f64 {
        let table = ScatteredTable::try_new(me.rank(), me.count(), BYTES).expect("64 MiB");
        let me: &dyn Processor<()> = &TableProcessor::new(me, &table, || ());
        let entry = Entry { child: Some(1), value: Score(7), bound: Bound::Lower, depth: Depth(9), estimated: true };
        let (mine, theirs): (Vec<u64>, Vec<u64>) =
            (0..2 * POSITIONS).map(key).partition(|&key| table.owner(key) == me.rank());
        mine.iter().for_each(|&key| table.store(key, entry));
        // Each says when it is ready, and when it is done.
        let others = || Rank::all(me.count()).filter(|&rank| rank != me.rank());
        let say = || others().for_each(|rank| me.send(rank, ()));
        say();
        for _ in others() {
            me.receive().await;
        }
        let (mut rate, mut heard) = (0.0, 0);
        if self.both || me.rank() == Rank::FIRST {
            let start = Instant::now();
            let (mut asked, mut keys) = (0, theirs.iter().cycle());
            loop {
                let counts = table.counts();
                let answered = counts.hits + counts.late;
                if answered >= LOOKUPS {
                    break;
                }
                if asked < LOOKUPS && asked - answered < UNDER_WAY {
                    for &key in keys.by_ref().take(BATCH as usize) {
                        black_box(table.look_up(key));
                    }
                    asked += BATCH;
                } else {
                    thread::yield_now();
                }
                // The other one may be done before.
                heard += usize::from(me.poll().is_some());
            }
            rate = LOOKUPS as f64 / start.elapsed().as_secs_f64();
        }
        say();
        for _ in others().skip(heard) {
            me.receive().await;
        }
        rate
    }
}
