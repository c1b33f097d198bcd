//! Searches over the processes of an MPI job, against plain minimax, against a search alone and against Korf's lengths. Started by
//! cargo, this program starts itself again under `mpirun`, with 1 to 8 processes and across three hosts; there rank 0 asks, and the
//! others take part.
//!
//! Of the boards and positions of the suites it searches a sample. `cargo test -p provebest-catalog --features mpi --test mpi -- --ignored` has all of
//! them, and nothing else: minutes.
//!
//! `PROVEBEST_MPIRUN` names another `mpirun`, that of the MPI with which this was built.

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Arc;

use provebest::AnyMachine;
use provebest_catalog::games;
use provebest_catalog::{Method, Problem, Request, cluster, methods, run};
use provebest_game::{Depth, Ply, Score, Text};
use provebest_games::othello::{Othello, Problem as OthelloProblem};

#[path = "../../suites/puzzles/korf.rs"]
mod suite;

/// Set for the processes under `mpirun`: how many random trees each method searches, or `ALL` boards and positions of the suites.
const TREES: &str = "PROVEBEST_MPI_TREES";
const ALL: &str = "all";

fn main() -> ExitCode {
    match env::var(TREES) {
        Ok(trees) => as_a_rank(trees.parse().ok()),
        Err(_) => launch(env::args().any(|word| word == "--ignored")),
    }
}

fn launch(all_positions: bool) -> ExitCode {
    let mpirun = env::var("PROVEBEST_MPIRUN").unwrap_or_else(|_| "mpirun".into());
    let version = Command::new(&mpirun).arg("--version").output();
    let Ok(version) = version else {
        println!("no {mpirun} here: skipped");
        return ExitCode::SUCCESS;
    };
    let open_mpi = String::from_utf8_lossy(&version.stdout).contains("Open MPI");
    let own = env::current_exe().expect("a test has a path");
    for (processes, trees) in [(1, 10), (2, 60), (4, 20), (8, 8)] {
        let (trees, seconds) = if all_positions { (ALL.into(), "3600") } else { (trees.to_string(), "300") };
        let mut command = Command::new("timeout");
        command.args(["-k", "5", seconds, &mpirun]);
        if open_mpi {
            command.args(["--oversubscribe", "--bind-to", "none"]);
            command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        }
        let status = command.args(["-n", &processes.to_string()]).arg(&own).env(TREES, trees).status();
        match status {
            Ok(status) if status.success() => println!("{processes} processes: ok"),
            other => {
                println!("{processes} processes: {other:?}");
                return ExitCode::FAILURE;
            }
        }
    }
    if open_mpi && !all_positions { across_hosts(&own) } else { ExitCode::SUCCESS }
}

/// The same across a network: three hosts, where this system lets us make some.
fn across_hosts(own: &Path) -> ExitCode {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../machine_mpi/tests/hosts.sh");
    let name = format!("pb{}", std::process::id() % 100_000);
    let hosts =
        |what: &str| Command::new("sh").args([script, what, &name]).output().is_ok_and(|out| out.status.success());
    if !hosts("up") {
        hosts("down");
        println!("no network namespaces here (they need Linux, root and the command ip): three hosts are skipped");
        return ExitCode::SUCCESS;
    }
    let mut command = Command::new("timeout");
    command.args(["-k", "5", "300", "sh", script, "run", &name, "-x", TREES, "-n", "3"]).arg(own).env(TREES, "5");
    let status = command.status();
    hosts("down");
    println!("3 hosts: {status:?}");
    if status.is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn as_a_rank(trees: Option<u64>) -> ExitCode {
    let ask = || -> Result<u64, Box<dyn std::error::Error>> {
        match trees {
            Some(trees) => Ok(searches(trees)? + puzzles(2)? + positions(1)?),
            None => Ok(puzzles(10)? + positions(100)?),
        }
    };
    let status = match cluster::serve() {
        Some(Ok(())) => 0,
        Some(Err(error)) => {
            eprintln!("{error}");
            1
        }
        None => match ask() {
            Ok(count) => {
                println!("{count} searches found what a search alone finds");
                0
            }
            Err(why) => {
                eprintln!("{why}");
                1
            }
        },
    };
    cluster::dismiss(status);
    ExitCode::from(status)
}

/// The requests of rank 0.
fn searches(trees: u64) -> Result<u64, Box<dyn std::error::Error>> {
    let mpi: AnyMachine = "mpi".parse()?;
    let names: Vec<&str> = methods()
        .filter(|info| matches!(info.name.parse(), Ok(Method::Family(spec)) if spec.algorithm.runs_on(&mpi)))
        .map(|info| info.name)
        .chain([
            "young-brothers,table=4KiB",
            "young-brothers,table=each:64KiB,grain=0",
            "young-brothers,table=1,grain=5",
            "board,variant=scattered,grain=4",
        ])
        .collect();
    assert!(names.len() >= 15, "{names:?}");
    let mut count = 0;
    let mut agree = |game: &str, position: &str, depth: Option<u32>, name: &str, expected: &Request| {
        let mut request = Request { machine: Some(mpi.clone()), ..expected.clone() };
        request.method = name.parse()?;
        let (alone, over) = (run(expected, &mut (), &())?, run(&request, &mut (), &())?);
        let (alone, answer) = (alone.game_answer().unwrap(), over.game_answer().unwrap());
        let place = || format!("{name} on {game} {position} to {depth:?}");
        assert_eq!((answer.value, answer.kind), (alone.value, alone.kind), "{}", place());
        assert!(over.stopped.is_none() && answer.visits() > 0, "{}", place());
        count += 1;
        Ok::<(), Box<dyn std::error::Error>>(())
    };
    for seed in 0..trees {
        // Few values: many ties.
        let (width, height, values) = (2 + seed % 4, 2 + seed % 5, [3, 20, 10_000][seed as usize % 3]);
        let position = format!("w={width},d={height},seed={seed},values={values}");
        for name in &names {
            agree("iid", &position, None, name, &Request::new("iid", &position, "minimax")?)?;
        }
    }
    for name in &names {
        for (game, position) in [("connect4", "4455"), ("connect4", "3344556"), ("othello", ""), ("tictactoe", "")] {
            let expected = Request::new(game, position, "alpha-beta")?;
            agree(game, position, None, name, &expected)?;
        }
    }
    Ok(count + engines()?)
}

/// The engine on all ranks, alone in each and with threads: the winner is proved.
fn engines() -> Result<u64, Box<dyn std::error::Error>> {
    let mut count = 0;
    for (game, position) in [("tictactoe", ""), ("tictactoe", "519"), ("tictactoe", "12"), ("connect4", "5x4:3344")] {
        let info = games::find(game).ok_or("a game")?;
        let problem = Arc::new(Problem::read(info, Some(position), None, Some(Depth(20)))?);
        let expected = run(&Request::of(problem.clone(), "alpha-beta".parse()?), &mut (), &())?;
        for machine in ["mpi", "mpi:threads=2"] {
            let request =
                Request { machine: Some(machine.parse()?), ..Request::of(problem.clone(), "engine".parse()?) };
            let outcome = run(&request, &mut (), &())?;
            let (found, expected) = (outcome.game_answer().unwrap(), expected.game_answer().unwrap());
            assert_eq!(found.winner, expected.winner, "{game} {position} on {machine}");
            assert_eq!(outcome.machine, machine);
            count += 1;
        }
    }
    Ok(count)
}

/// Small boards, against IDA* alone; and the easiest of Korf's, against his lengths.
fn puzzles(most: usize) -> Result<u64, Box<dyn std::error::Error>> {
    let mut boards: Vec<(String, Option<usize>)> = [
        "3x3:8 7 6 0 4 1 2 5 3",
        "3x3:0 1 2 3 4 5 6 7 8",
        "3x3:3 1 2 4 0 5 6 7 8",
        "3x5:7 9 3 6 0 2 10 1 4 11 5 8 12 13 14",
        "5x4:1 3 0 13 4 5 12 2 9 14 10 6 7 8 19 15 11 16 18 17",
    ]
    .map(|board| (board.into(), None))
    .into();
    let mut korf = suite::korf();
    korf.sort_by_key(|one| one.nodes);
    boards.extend(korf.iter().take(most).map(|one| {
        let tiles: Vec<String> = one.tiles.iter().map(usize::to_string).collect();
        (format!("4x4:{}", tiles.join(" ")), Some(one.length as usize))
    }));
    let names: Vec<&str> = methods()
        .filter(|info| info.parallel && matches!(info.method, Method::Puzzle(_)))
        .map(|info| info.name)
        .collect();
    assert!(names.len() >= 4, "{names:?}");
    let mut count = 0;
    for (board, known) in &boards {
        let expected = match known {
            Some(length) => *length,
            None => {
                let alone = run(&Request::new("tiles", board, "ida-star")?, &mut (), &())?;
                alone.puzzle_answer().and_then(|answer| answer.length).expect("a solution")
            }
        };
        for name in &names {
            let over = Request { machine: Some("mpi".parse()?), ..Request::new("tiles", board, name)? };
            let outcome = run(&over, &mut (), &())?;
            let answer = outcome.puzzle_answer().expect("an answer to a puzzle");
            let moves = answer.moves.as_ref().map(String::len);
            assert_eq!((answer.length, moves), (Some(expected), Some(expected)), "{name} on {board}");
            count += 1;
        }
    }
    Ok(count)
}

/// Of each suite of positions the first ones, to the end of the game, against the values that others found.
fn positions(most: usize) -> Result<u64, Box<dyn std::error::Error>> {
    const TABLE: &str = "young-brothers,table=each:16MiB";
    let mut count = 0;
    let mut agree = |game: &str, position: &str, method: &str, value: i32| {
        let info = games::find(game).ok_or("a game")?;
        let problem = Arc::new(Problem::read(info, Some(position), None, Some(Depth(60)))?);
        let request = Request { machine: Some("mpi".parse()?), ..Request::of(problem, method.parse()?) };
        let outcome = run(&request, &mut (), &())?;
        let answer = outcome.game_answer().ok_or("an answer about a game")?;
        assert_eq!(answer.value, Some(value), "{method} on {game} {position}");
        count += 1;
        Ok::<(), Box<dyn std::error::Error>>(())
    };
    // Small tasks, so that all ranks have some.
    const SOLVE: &str = "solve,grain=500";
    let suites = [include_str!("../../suites/connect4/16ply.txt"), include_str!("../../suites/connect4/24ply.txt")];
    for (suite, short) in suites.into_iter().zip([false, true]) {
        for line in suite.lines().filter(|line| !line.starts_with('#')).take(most) {
            let (position, value) =
                line.rsplit_once(' ').and_then(|(two, _)| two.split_once(' ')).ok_or("a position")?;
            let value: i32 = value.parse()?;
            agree("connect4", position, SOLVE, value)?;
            // A search with a depth has the number of the last stone in its value.
            let winner = (22 - value.abs()) * 2;
            let last = winner - i32::from((position.len() % 2 == 0) == (value > 0));
            if short {
                agree("connect4", position, TABLE, value.signum() * Score::win_in(Ply(last as u32)).0)?;
            }
        }
    }
    for one in OthelloProblem::parse_all(include_str!("../../suites/othello/easy.obf"))?.iter().take(most) {
        let (position, value) = (Othello.print(&one.board), one.best().ok_or("a value")?);
        agree("othello", &position, SOLVE, value)?;
        agree("othello", &position, TABLE, value)?;
    }
    assert!(count >= 5 * most.min(20) as u64, "{count} positions");
    Ok(count)
}
