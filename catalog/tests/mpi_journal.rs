//! Long solves over MPI that are broken off: a process is killed, a link is cut. The job ends by itself, another one goes on from the
//! journal, its last line torn, and finds the value. And one whose disk is full. Started by cargo, this program starts itself again
//! under `mpirun`.
//!
//! `PROVEBEST_MPIRUN` names another `mpirun`, that of the MPI with which this was built.

use std::collections::HashSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use provebest_catalog::{Request, cluster, run};

/// Set for the processes under `mpirun`: the folder with the journal.
const FOLDER: &str = "PROVEBEST_JOURNAL_FOLDER";
const POSITION: &str = "6x5:";
/// For rank 0: the nodes of a task.
const GRAIN: &str = "PROVEBEST_JOURNAL_GRAIN";
/// Small tasks, so that there are hundreds; and smaller ones, with which a job breaks while it still begins.
const SMALL_TASKS: &str = "20000";
const SMALLER_TASKS: &str = "4000";
/// The folder of a disk that is soon full.
const SMALL: &str = "small";
const UNWRITTEN: &str = ", not all of it written";
/// A broken job ends within this time.
const SOON: Duration = Duration::from_secs(30);

fn main() -> ExitCode {
    match env::var_os(FOLDER) {
        Some(folder) => as_a_rank(Path::new(&folder)),
        None => launch(),
    }
}

/// One process of the job.
fn as_a_rank(folder: &Path) -> ExitCode {
    let own = std::process::id().to_string();
    fs::write(folder.join(format!("process {own}")), own).expect("the folder is there");
    let status = match cluster::serve() {
        Some(Ok(())) => 0,
        Some(Err(_)) => 1,
        None => match solve(folder) {
            Ok(found) => {
                fs::write(folder.join("value"), found).expect("the folder is there");
                0
            }
            Err(error) => {
                fs::write(folder.join("error"), error.to_string()).expect("the folder is there");
                1
            }
        },
    };
    cluster::dismiss(status);
    ExitCode::from(status)
}

/// The value, and whether it could not all be written.
fn solve(folder: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let method = format!("solve,grain={},patience=4s", env::var(GRAIN)?);
    let mut request = Request::new("connect4", POSITION, &method)?;
    request.machine = Some("mpi".parse()?);
    let small = folder.join(SMALL);
    request.record.proof_file = Some(if small.exists() { small } else { folder.to_path_buf() }.join("journal"));
    let outcome = run(&request, &mut (), &())?;
    let value = outcome.game_answer().and_then(|answer| answer.value).ok_or("no value")?;
    Ok(format!("{value}{}", if outcome.unwritten { UNWRITTEN } else { "" }))
}

fn launch() -> ExitCode {
    let mpirun = env::var("PROVEBEST_MPIRUN").unwrap_or_else(|_| "mpirun".into());
    let Ok(version) = Command::new(&mpirun).arg("--version").output() else {
        println!("no {mpirun} here: skipped");
        return ExitCode::SUCCESS;
    };
    let open_mpi = String::from_utf8_lossy(&version.stdout).contains("Open MPI");
    let mpi = Launcher { mpirun, open_mpi, grain: SMALL_TASKS };
    let alone = run(&Request::new("connect4", POSITION, "solve").unwrap(), &mut (), &()).unwrap();
    let value = alone.game_answer().and_then(|answer| answer.value).expect("it is solved");
    // A job whose link is cut mostly waits. Larger tasks would leave a journal that fits on the small disk.
    let tried = thread::scope(|scope| {
        let smaller = Launcher { grain: SMALLER_TASKS, ..mpi.clone() };
        let cut = scope.spawn({
            let smaller = smaller.clone();
            move || smaller.cut_a_link(value)
        });
        let rest = mpi.kill_a_process(value).and_then(|()| smaller.fill_a_disk(value));
        rest.and(cut.join().unwrap_or_else(|_| Err("a cut link: the test panicked".into())))
    });
    match tried {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            println!("{why}");
            ExitCode::FAILURE
        }
    }
}

#[derive(Clone)]
struct Launcher {
    mpirun: String,
    open_mpi: bool,
    grain: &'static str,
}

/// The options with which `mpirun` notices a host that is cut off, as the guide has them.
fn keepalive() -> impl Iterator<Item = &'static str> {
    let guide = include_str!("../../docs/cluster.md").lines().map(str::trim);
    let mut options = guide.filter_map(|line| line.strip_prefix("mpirun --mca ")?.strip_suffix(" ..."));
    let options = options.next().expect("options of mpirun in the guide");
    std::iter::once("--mca").chain(options.split(' '))
}

impl Launcher {
    /// Begins a job of this many processes, on hosts if there are some.
    fn begin(&self, processes: u32, folder: &Path, hosts: Option<&Hosts>) -> Child {
        let mut command = Command::new("timeout");
        self.command(command.args(["-k", "5", "120"]), processes, folder, hosts).spawn().expect("`timeout` is there")
    }

    /// Such a job, started by the command.
    fn command<'c>(
        &self,
        command: &'c mut Command,
        processes: u32,
        folder: &Path,
        hosts: Option<&Hosts>,
    ) -> &'c mut Command {
        match hosts {
            Some(hosts) => {
                command.args(["sh", HOSTS, "run", &hosts.0]).args(keepalive()).args(["-x", FOLDER]);
            }
            None if self.open_mpi => {
                command.args([&self.mpirun, "--oversubscribe", "--bind-to", "none"]);
                command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
            }
            None => drop(command.arg(&self.mpirun)),
        }
        command.args(["-n", &processes.to_string()]).arg(env::current_exe().expect("a test has a path"));
        command.env(FOLDER, folder).env(GRAIN, self.grain).stdout(Stdio::null()).stderr(Stdio::null())
    }

    /// Begins a job, breaks it when its journal has some lines, and goes on with another number of processes.
    fn broken(
        &self,
        what: &str,
        hosts: Option<&Hosts>,
        value: i32,
        break_it: impl FnOnce(&Path) -> bool,
    ) -> Result<(), String> {
        let folder = Folder::new(what);
        let (path, journal) = (folder.0.as_path(), folder.0.join("journal"));
        let lines = || fs::read(&journal).unwrap_or_default().iter().filter(|&&byte| byte == b'\n').count();
        let mut job = self.begin(3, path, hosts);
        let begun = Instant::now();
        while lines() < 40 {
            if begun.elapsed() > Duration::from_secs(60) || job.try_wait().is_ok_and(|ended| ended.is_some()) {
                end(&mut job);
                return Err(format!("{what}: the job does not begin, or ends too soon: {} lines", lines()));
            }
            sleep(Duration::from_millis(5));
        }
        // A second job on the same journal is refused.
        let second = run(&with_file(&journal), &mut (), &()).err().map(|error| error.to_string());
        if !break_it(path) {
            end(&mut job);
            return Err(format!("{what}: nothing to break"));
        }
        let broken = Instant::now();
        let status = loop {
            match job.try_wait() {
                Ok(Some(status)) => break status,
                _ if broken.elapsed() > SOON => {
                    end(&mut job);
                    return Err(format!("{what}: the job does not end by itself within {SOON:?}"));
                }
                _ => sleep(Duration::from_millis(20)),
            }
        };
        let ended = broken.elapsed().as_secs_f64();
        // A rank that can tell what happened does so.
        let told = fs::read_to_string(path.join("error"));
        if hosts.is_some() && !told.as_ref().is_ok_and(|error| error.contains("was silent")) {
            return Err(format!("{what}: rank 0 said {told:?}"));
        }
        if status.success() || !second.as_ref().is_some_and(|error| error.contains("the proof file")) {
            return Err(format!("{what}: {status}; a second job said {second:?}"));
        }
        self.go_on(what, path, value)?;
        println!("{what}: ended after {ended:.1} s, and went on to the value");
        Ok(())
    }

    /// Tears the last line of the journal, and goes on from there: the value is found, what was kept stays, and no task is there twice.
    fn go_on(&self, what: &str, folder: &Path, value: i32) -> Result<(), String> {
        let journal = folder.join("journal");
        let mut kept = fs::read(&journal).map_err(|error| error.to_string())?;
        kept.truncate(kept.len() - 3);
        fs::write(&journal, &kept).map_err(|error| error.to_string())?;
        let whole = kept.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let again = self.begin(2, folder, None).wait();
        let found = fs::read_to_string(folder.join("value")).unwrap_or_default();
        let after = fs::read_to_string(&journal).map_err(|error| error.to_string())?;
        if found != value.to_string() || !after.as_bytes().starts_with(&kept[..whole]) {
            return Err(format!("{what}: went on to {found}, not to {value}; {again:?}"));
        }
        // How it came about, the path and the bounds.
        let mut tasks = HashSet::new();
        let task = |line: &str| line.split(' ').take(3).collect::<Vec<_>>().join(" ");
        let is_task = |line: &&str| line.starts_with("answered\t") || line.starts_with("divided\t");
        match after.lines().filter(is_task).find(|line| !tasks.insert(task(line))) {
            Some(twice) => Err(format!("{what}: twice in the journal: {twice}")),
            None => Ok(()),
        }
    }

    fn kill_a_process(&self, value: i32) -> Result<(), String> {
        let kill = |folder: &Path| {
            let first = fs::read_dir(folder).ok().and_then(|mut entries| {
                entries.find_map(|entry| Some(entry.ok()?.file_name().to_str()?.strip_prefix("process ")?.to_string()))
            });
            first.is_some_and(|id| Command::new("kill").args(["-9", &id]).status().is_ok_and(|status| status.success()))
        };
        self.broken("a killed process", None, value, kill)
    }

    /// A journal on a disk with room for a part of it only. It is mounted for the job alone, so what it holds is copied in the end.
    fn fill_a_disk(&self, value: i32) -> Result<(), String> {
        let what = "a full disk";
        let folder = Folder::new(what);
        let small = folder.0.join(SMALL);
        fs::create_dir(&small).map_err(|error| error.to_string())?;
        let mount = |then: &str| {
            let mut command = Command::new("unshare");
            let script = format!("mount -t tmpfs -o size=4k tmpfs \"$0\" && {then}");
            command.args(["--map-root-user", "--mount", "sh", "-c", &script]).arg(&small);
            command
        };
        if !mount("true").output().is_ok_and(|out| out.status.success()) {
            println!("no small disk here (they need Linux and user namespaces): none is filled");
            return Ok(());
        }
        let mut job = mount("{ \"$@\"; status=$?; cp \"$0/journal\" \"$0/..\"; exit $status; }");
        self.command(job.args(["timeout", "-k", "5", "120"]), 2, &folder.0, None);
        let (mut found, mut status) = (String::new(), job.status());
        // A proof by two processes is not always the same: a short one fits on the disk.
        for _ in 0..8 {
            found = fs::read_to_string(folder.0.join("value")).unwrap_or_default();
            if found != value.to_string() {
                break;
            }
            status = job.status();
        }
        if found != format!("{value}{UNWRITTEN}") {
            return Err(format!("{what}: found '{found}', not {value}; {status:?}"));
        }
        fs::remove_dir(&small).map_err(|error| error.to_string())?;
        self.go_on(what, &folder.0, value)?;
        println!("{what}: found the value, and another job went on from what was written");
        Ok(())
    }

    fn cut_a_link(&self, value: i32) -> Result<(), String> {
        let Some(hosts) = &self.open_mpi.then(Hosts::new).flatten() else {
            println!("no hosts here (Open MPI, root and network namespaces): no link is cut");
            return Ok(());
        };
        self.broken("a cut link", Some(hosts), value, |_| hosts.call("cut", &["2"]))?;
        match hosts.call("idle", &["2"]) {
            true => Ok(()),
            false => Err("a cut link: something still runs on the host that was cut off".into()),
        }
    }
}

/// Ends a job that failed.
fn end(job: &mut Child) {
    let _ = job.kill().and_then(|()| job.wait());
}

fn with_file(journal: &Path) -> Request {
    let mut request = Request::new("connect4", POSITION, "solve,grain=20000").expect("a position");
    request.record.proof_file = Some(journal.into());
    request
}

/// A folder that is gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("provebest-{}-{}", name.replace(' ', "-"), std::process::id()));
        fs::create_dir_all(&path).expect("a folder for files");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const HOSTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../machine_mpi/tests/hosts.sh");

/// Three hosts on one machine, by their name.
struct Hosts(String);

impl Hosts {
    /// The hosts, where this system lets us make some.
    fn new() -> Option<Hosts> {
        let hosts = Hosts(format!("pj{}", std::process::id() % 100_000));
        hosts.call("up", &[]).then_some(hosts)
    }

    fn call(&self, what: &str, more: &[&str]) -> bool {
        let output = Command::new("sh").args([HOSTS, what, &self.0]).args(more).output();
        output.is_ok_and(|output| output.status.success())
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        self.call("down", &[]);
    }
}
