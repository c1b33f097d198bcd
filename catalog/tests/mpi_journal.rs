//! Long solves over MPI that are broken off: a process is killed, a link is cut. The job ends by itself, another one goes on from the
//! journal, and finds the value. Started by cargo, this program starts itself again under `mpirun`.
//!
//! `PROVEBEST_MPIRUN` names another `mpirun`, that of the MPI with which this was built.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use provebest_catalog::{Request, cluster, run};

/// Set for the processes under `mpirun`: the folder with the journal.
const FOLDER: &str = "PROVEBEST_JOURNAL_FOLDER";
const POSITION: &str = "6x5:";
/// Small tasks, so that there are hundreds.
const METHOD: &str = "solve,grain=20000,patience=4s";
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
            Ok(value) => {
                fs::write(folder.join("value"), value.to_string()).expect("the folder is there");
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

fn solve(folder: &Path) -> Result<i32, Box<dyn std::error::Error>> {
    let mut request = Request::new("connect4", POSITION, METHOD)?;
    request.machine = Some("mpi".parse()?);
    request.record.proof_file = Some(folder.join("journal"));
    let outcome = run(&request, &mut (), &())?;
    Ok(outcome.game_answer().and_then(|answer| answer.value).ok_or("no value")?)
}

fn launch() -> ExitCode {
    let mpirun = env::var("PROVEBEST_MPIRUN").unwrap_or_else(|_| "mpirun".into());
    let Ok(version) = Command::new(&mpirun).arg("--version").output() else {
        println!("no {mpirun} here: skipped");
        return ExitCode::SUCCESS;
    };
    let open_mpi = String::from_utf8_lossy(&version.stdout).contains("Open MPI");
    let mpi = Launcher { mpirun, open_mpi };
    let alone = run(&Request::new("connect4", POSITION, "solve").unwrap(), &mut (), &()).unwrap();
    let value = alone.game_answer().and_then(|answer| answer.value).expect("it is solved");
    let tried = mpi.kill_a_process(value).and_then(|()| match (open_mpi, Hosts::new()) {
        (true, Some(hosts)) => mpi.cut_a_link(&hosts, value),
        _ => {
            println!("no namespaces of networks here, or not Open MPI: no link is cut");
            Ok(())
        }
    });
    match tried {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            println!("{why}");
            ExitCode::FAILURE
        }
    }
}

struct Launcher {
    mpirun: String,
    open_mpi: bool,
}

impl Launcher {
    /// Begins a job of this many processes, on hosts if there are some.
    fn begin(&self, processes: u32, folder: &Path, hosts: Option<&Hosts>) -> Child {
        let mut command = Command::new("timeout");
        command.args(["-k", "5", "120"]);
        if hosts.is_some() {
            command.args(["ip", "netns", "exec", "provebest1", "unshare", "--uts", "sh", "-c"]);
            command.args(["hostname h1; exec \"$0\" \"$@\""]);
        }
        command.arg(&self.mpirun);
        if self.open_mpi {
            command.args(["--bind-to", "none"]);
            command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        }
        match hosts {
            Some(hosts) => {
                command.args(["--mca", "plm_rsh_agent"]).arg(&hosts.rsh).args([
                    "--mca",
                    "orte_keep_fqdn_hostnames",
                    "1",
                ]);
                command.args([
                    "--mca",
                    "oob_tcp_if_include",
                    "10.79.0.0/24",
                    "--mca",
                    "btl_tcp_if_include",
                    "10.79.0.0/24",
                ]);
                command.args(["--mca", "btl", "self,vader,tcp", "--mca", "pml", "ob1"]);
                command.args(["--host", "10.79.0.1:4,10.79.0.2:4", "--map-by", "node", "-x", FOLDER]);
            }
            None if self.open_mpi => drop(command.arg("--oversubscribe")),
            None => {}
        }
        command.args(["-n", &processes.to_string()]).arg(env::current_exe().expect("a test has a path"));
        command.env(FOLDER, folder).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("`timeout` is there")
    }

    /// Begins a job, breaks it when its journal has some lines, and goes on with another number of processes.
    fn broken(
        &self,
        what: &str,
        hosts: Option<&Hosts>,
        value: i32,
        break_it: impl FnOnce(&Path) -> bool,
        mend: impl FnOnce(),
    ) -> Result<(), String> {
        let folder = Folder::new(what);
        let (path, journal) = (folder.0.as_path(), folder.0.join("journal"));
        let lines = || fs::read(&journal).unwrap_or_default().iter().filter(|&&byte| byte == b'\n').count();
        let mut job = self.begin(3, path, hosts);
        let begun = Instant::now();
        while lines() < 40 {
            if begun.elapsed() > Duration::from_secs(60) || job.try_wait().is_ok_and(|ended| ended.is_some()) {
                return Err(format!("{what}: the job does not begin, or ends too soon: {} lines", lines()));
            }
            sleep(Duration::from_millis(5));
        }
        // A second job on the same journal is refused.
        let second = run(&with_file(&journal), &mut (), &()).err().map(|error| error.to_string());
        if !break_it(path) {
            return Err(format!("{what}: nothing to break"));
        }
        let broken = Instant::now();
        let status = loop {
            match job.try_wait() {
                Ok(Some(status)) => break status,
                _ if broken.elapsed() > SOON => {
                    let _ = job.kill();
                    mend();
                    return Err(format!("{what}: the job does not end by itself within {SOON:?}"));
                }
                _ => sleep(Duration::from_millis(20)),
            }
        };
        mend();
        let ended = broken.elapsed().as_secs_f64();
        if status.success() || !second.as_ref().is_some_and(|error| error.contains("the proof file")) {
            return Err(format!("{what}: {status}; a second job said {second:?}"));
        }
        let kept = fs::read(&journal).map_err(|error| error.to_string())?;
        let whole = kept.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let again = self.begin(2, path, None).wait();
        let found = fs::read_to_string(path.join("value")).unwrap_or_default();
        let after = fs::read(&journal).map_err(|error| error.to_string())?;
        if found != value.to_string() || !after.starts_with(&kept[..whole]) {
            return Err(format!("{what}: went on to {found}, not to {value}; {again:?}"));
        }
        println!("{what}: ended after {ended:.1} s, and went on to the value");
        Ok(())
    }

    fn kill_a_process(&self, value: i32) -> Result<(), String> {
        let kill = |folder: &Path| {
            let first = fs::read_dir(folder).ok().and_then(|mut entries| {
                entries.find_map(|entry| Some(entry.ok()?.file_name().to_str()?.strip_prefix("process ")?.to_string()))
            });
            first.is_some_and(|id| Command::new("kill").args(["-9", &id]).status().is_ok_and(|status| status.success()))
        };
        self.broken("a killed process", None, value, kill, || {})
    }

    fn cut_a_link(&self, hosts: &Hosts, value: i32) -> Result<(), String> {
        let cut = |_: &Path| ip("-n provebest2 link set link down");
        self.broken("a cut link", Some(hosts), value, cut, || drop(ip("-n provebest2 link set link up")))
    }
}

fn with_file(journal: &Path) -> Request {
    let mut request = Request::new("connect4", POSITION, METHOD).expect("a position");
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

/// Two hosts, each a namespace of networks, joined by a bridge.
struct Hosts {
    /// Takes the place of ssh.
    rsh: PathBuf,
    _folder: Folder,
}

const SETUP: &str = "netns add provebest0
-n provebest0 link add bridge type bridge
-n provebest0 link set bridge up";

const HOST: &str = "netns add provebest#
-n provebest# link set lo up
link add link netns provebest# type veth peer name port# netns provebest0
-n provebest0 link set port# master bridge up
-n provebest# addr add 10.79.0.#/24 dev link
-n provebest# link set link up";

const RSH: &str = "#!/bin/sh
while [ \"${1#-}\" != \"$1\" ]; do shift; done
n=${1##*.}
shift
exec ip netns exec provebest$n unshare --uts sh -c \"hostname h$n; exec sh -c \\\"\\$0\\\"\" \"$*\"
";

fn ip(words: &str) -> bool {
    let mut command = Command::new("ip");
    command.args(words.split(' ')).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

impl Hosts {
    /// The hosts, where that is permitted.
    fn new() -> Option<Hosts> {
        let folder = Folder::new("hosts");
        let rsh = folder.0.join("rsh");
        fs::write(&rsh, RSH).ok()?;
        Command::new("chmod").arg("+x").arg(&rsh).status().ok()?;
        let hosts = Hosts { rsh, _folder: folder };
        let host = |number: &str| HOST.replace('#', number);
        [SETUP.to_string(), host("1"), host("2")].iter().flat_map(|lines| lines.lines()).all(ip).then_some(hosts)
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        ["1", "2", "0"].iter().for_each(|number| drop(ip(&format!("netns del provebest{number}"))));
    }
}
