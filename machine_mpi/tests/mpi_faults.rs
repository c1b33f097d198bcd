//! What a peer can do to a rank: send bytes that are no message, more than is read, or faster than it is read. Started by cargo, this
//! program starts itself again under `mpirun`; there rank 1 misbehaves.
//!
//! `PROVEBEST_MPIRUN` names another `mpirun`, that of the MPI with which this was built.

use std::env;
use std::process::{Command, ExitCode};
use std::thread::sleep;
use std::time::Duration;

use provebest_machine::{Failure, Machine, Processor, Program, Rank};
use provebest_machine_mpi::Mpi;

/// Set for the processes under `mpirun`: what rank 1 does.
const FAULT: &str = "PROVEBEST_MPI_FAULT";

fn main() -> ExitCode {
    match env::var(FAULT) {
        Ok(fault) => as_a_rank(&fault),
        Err(_) => launch(),
    }
}

fn launch() -> ExitCode {
    let mpirun = env::var("PROVEBEST_MPIRUN").unwrap_or_else(|_| "mpirun".into());
    if Command::new(&mpirun).arg("--version").output().is_err() {
        println!("no {mpirun} here: skipped");
        return ExitCode::SUCCESS;
    }
    let own = env::current_exe().expect("a test has a path");
    // The fault, whether the job ends well, and what it says.
    for (fault, well, says) in [
        ("nonsense", false, "rank 1 sent bytes that are no message"),
        ("torn", false, "rank 1 sent bytes that are no message"),
        ("deaf", false, "rank 0 does not read its mail"),
        ("slow", true, "rank 0 has read 100000 messages"),
    ] {
        let mut command = Command::new("timeout");
        command.args(["-k", "5", "120", &mpirun, "-n", "2"]).arg(&own).env(FAULT, fault);
        command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        let output = command.output().expect("mpirun starts");
        let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        if output.status.success() != well || !said.contains(says) || said.contains("bytes too many") {
            println!("{fault}: {:?}, expected '{says}' in:\n{said}", output.status);
            return ExitCode::FAILURE;
        }
        println!("{fault}: ok");
    }
    ExitCode::SUCCESS
}

/// Waits for a word, which is `true` or `false`.
struct Listen;

impl Program<bool> for Listen {
    type Answer = u64;

    async fn run(&self, me: &dyn Processor<bool>) -> u64 {
        me.receive().await;
        1
    }
}

/// Sends what is no such word.
struct Nonsense;

impl Program<u8> for Nonsense {
    type Answer = u64;

    async fn run(&self, me: &dyn Processor<u8>) -> u64 {
        me.send(Rank::FIRST, 7);
        me.receive().await.into()
    }
}

/// Sends a word that is shorter than rank 0 expects.
struct Torn;

impl Program<()> for Torn {
    type Answer = u64;

    async fn run(&self, me: &dyn Processor<()>) -> u64 {
        me.send(Rank::FIRST, ());
        me.receive().await;
        1
    }
}

/// Rank 1 sends without end, and rank 0 does not read.
struct Deaf;

impl Program<Vec<u8>> for Deaf {
    type Answer = u64;

    async fn run(&self, me: &dyn Processor<Vec<u8>>) -> u64 {
        while me.rank() != Rank::FIRST {
            me.send(Rank::FIRST, vec![0; 4 << 20]);
            // Mail that waits is looked at here.
            me.poll();
        }
        sleep(Duration::from_secs(20));
        me.receive().await.len() as u64
    }
}

/// Rank 1 sends as fast as it can, and rank 0 reads slowly.
struct Slow;

const LETTERS: u64 = 100_000;

impl Program<Vec<u8>> for Slow {
    type Answer = u64;

    async fn run(&self, me: &dyn Processor<Vec<u8>>) -> u64 {
        if me.rank() != Rank::FIRST {
            for _ in 0..LETTERS {
                me.send(Rank::FIRST, vec![1; 2_000]);
                me.poll();
            }
            return 0;
        }
        for letter in 0..LETTERS {
            if letter.is_multiple_of(100) {
                sleep(Duration::from_millis(1));
            }
            me.receive().await;
        }
        LETTERS
    }
}

fn as_a_rank(fault: &str) -> ExitCode {
    let mpi = Mpi::join().expect("mpirun has started this");
    let first = mpi.rank() == Rank::FIRST;
    let before = most_memory();
    let ran: Result<u64, Failure> = match fault {
        "nonsense" if !first => mpi.run(&Nonsense).map(|run| run.answers[0]),
        "torn" if !first => mpi.run(&Torn).map(|run| run.answers[0]),
        "nonsense" | "torn" => mpi.run(&Listen).map(|run| run.answers[0]),
        "deaf" => mpi.run(&Deaf).map(|run| run.answers[0]),
        _ => mpi.run(&Slow).map(|run| run.answers[0]),
    };
    match ran {
        Ok(read) if first => {
            println!("rank 0 has read {read} messages");
            // 200 MB were sent.
            let more = most_memory() - before;
            if more > 64 << 20 {
                println!("{more} bytes too many");
            }
        }
        Ok(_) => {}
        Err(failure) => {
            println!("{failure}");
            mpi.leave(1, true);
        }
    }
    mpi.leave(0, false);
    ExitCode::SUCCESS
}

/// The most memory that this process has had.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    line.trim().trim_end_matches(" kB").parse::<u64>().map_or(0, |kilobytes| kilobytes << 10)
}
