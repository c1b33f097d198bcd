//! Running an experiment: independent trees side by side, the same tables on any number of threads, and nothing lost
//! when it is interrupted.

mod manifest;
mod unfinished;

use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

use anyhow::{Context, bail};
use provebest::CancelToken;
use provebest_system::{create_dir_all, replace};
use rayon::prelude::*;

use crate::columns;
use crate::experiments::Experiment;
use crate::paper_comparison::{self, PaperComparison};
use crate::plan::Plan;
use crate::plot::FEWEST_FOR_INTERVALS;
use crate::progress::Progress;
use crate::results::{Counted, Results};
use crate::subject::Subject;
use manifest::Manifest;
use unfinished::Unfinished;

/// An experiment about to be run.
pub struct Run<'a> {
    /// The experiment.
    pub experiment: &'a dyn Experiment,
    /// Its size.
    pub plan: Plan,
    /// The folder in which its own folder is made.
    pub out: PathBuf,
    /// How many threads; by default one a core.
    pub threads: Option<usize>,
    /// The command line, for the manifest.
    pub command: Vec<String>,
}

/// How a run ended.
#[derive(Debug)]
pub enum Ended {
    /// With all of its tables and pictures.
    Finished(Finished),
    /// It was called off; what was done is kept.
    CalledOff {
        /// Trees done.
        done: usize,
        /// Trees in all.
        all: usize,
    },
}

/// A finished run.
#[derive(Debug)]
pub struct Finished {
    /// Everything that was counted.
    pub results: Results,
    /// What a paper printed, compared with what was counted.
    pub paper: Vec<PaperComparison>,
    /// Where the files are.
    pub folder: PathBuf,
    /// How many trees an earlier run had done already.
    pub kept: usize,
    /// Where the files of a larger run are now that were here before.
    pub moved: Option<PathBuf>,
}

/// A pool of this number of threads, or of as many as the system grants. The tables do not depend on it.
fn pool(threads: usize) -> anyhow::Result<(usize, rayon::ThreadPool)> {
    let several = |count: usize| Some((count, rayon::ThreadPoolBuilder::new().num_threads(count).build().ok()?));
    let fewer = std::iter::successors(Some(threads), |&count| (count > 1).then_some(count / 2));
    let alone = || rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
    fewer.into_iter().find_map(several).map_or_else(|| Ok((1, alone().context("a thread to search on")?)), Ok)
}

impl Run<'_> {
    /// Runs the experiment, or what an interrupted run left of it.
    ///
    /// Wrong sizes and folders that cannot be written are refused before anything is searched.
    pub fn run(&self, token: &CancelToken, progress: &dyn Progress) -> anyhow::Result<Ended> {
        let (about, plan) = (self.experiment.about(), &self.plan);
        self.check()?;
        let folder = self.out.join(about.name);
        create_dir_all(&folder).with_context(|| format!("the folder '{}'", folder.display()))?;
        let (file, mut done) = Unfinished::open(&folder, &self.fingerprint())?;
        let start = Instant::now();

        let numbered = |subject: Subject| (0..plan.number(subject)).map(move |number| (subject, number));
        let all: Vec<(Subject, u32)> = plan.subjects().into_iter().flat_map(numbered).collect();
        let work = |list: &[(Subject, u32)]| list.iter().map(|(subject, _)| subject.work()).sum::<u64>();
        let name = |(subject, number): &(Subject, u32)| (subject.to_string(), *number);
        let mut left: Vec<(Subject, u32)> = all.iter().filter(|one| !done.contains_key(&name(one))).copied().collect();
        // The largest first, so that no thread is left alone with one at the end.
        left.sort_by_key(|(subject, _)| std::cmp::Reverse(subject.work()));
        let kept = all.len() - left.len();
        let total = work(&all);
        let finished = total - work(&left);
        if !left.is_empty() {
            self.experiment.prepare(plan, token, progress)?;
        }
        progress.done(finished, total);

        let shared = Mutex::new((file, Vec::new(), finished));
        let each = |one: &(Subject, u32)| -> anyhow::Result<()> {
            if token.is_cancelled() {
                return Ok(());
            }
            let &(subject, number) = one;
            let rows = self.experiment.rows(plan, subject, number, token);
            let rows = rows.with_context(|| format!("tree {number} of seed {}", plan.seed))?;
            if let Some(rows) = rows {
                let mut shared = shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                shared.0.keep(&name(one), &rows)?;
                shared.1.push((name(one), rows));
                shared.2 += subject.work();
                progress.done(shared.2, total);
            }
            Ok(())
        };
        let (threads, pool) = pool(self.threads())?;
        pool.install(|| left.iter().par_bridge().try_for_each(each))?;
        let (file, rows, _) = shared.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        done.extend(rows);

        let mut results =
            Results { keys: about.keys.to_vec(), counts: self.experiment.counts().to_vec(), rows: Vec::new() };
        for one in &all {
            let Some(rows) = done.get(&name(one)) else {
                let done = all.iter().filter(|one| done.contains_key(&name(one))).count();
                return Ok(Ended::CalledOff { done, all: all.len() });
            };
            let &(subject, tree) = one;
            results.rows.extend(rows.iter().map(|row| Counted { subject, tree, row: row.clone() }));
        }
        let paper = self.experiment.paper_comparisons(plan, &results)?;
        let moved = spare_larger(&folder, results.rows.len())?;
        self.write(&folder, &results, &paper, threads, kept, start)?;
        file.remove()?;
        Ok(Ended::Finished(Finished { results, paper, folder, kept, moved }))
    }

    /// Can the experiment be run like this? The error says what is expected.
    pub fn check(&self) -> anyhow::Result<()> {
        self.plan.check()?;
        let machines = self.experiment.plan(false).algorithms.iter().any(|one| one.is_parallel());
        if let Some(one) = self.plan.algorithms.iter().find(|one| one.is_parallel() && !machines) {
            bail!("algorithms: {one} is parallel, and this experiment has no machine; expected {}", one.sequential());
        }
        self.experiment.check(&self.plan)
    }

    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |cores| cores.get()))
    }

    /// What has to be the same for a run to go on where another one stopped: the program too.
    fn fingerprint(&self) -> String {
        let program = program();
        let Plan { algorithms, values, seed, .. } = &self.plan;
        let names: Vec<&str> = algorithms.iter().map(|algorithm| algorithm.name()).collect();
        format!("{} {program:016x} seed={seed} values={values} {}", self.experiment.about().name, names.join(","))
    }

    fn write(
        &self,
        folder: &Path,
        results: &Results,
        paper: &[PaperComparison],
        threads: usize,
        kept: usize,
        start: Instant,
    ) -> anyhow::Result<()> {
        let table = |name: &str, fill: &dyn Fn(&mut dyn Write) -> anyhow::Result<()>| whole(&folder.join(name), fill);
        table("data.csv", &|out| results.write_data(out))?;
        let page = columns::page(self.experiment.about().name, self.experiment.timed(), &results.data_header());
        table("columns.md", &|out| Ok(out.write_all(page.as_bytes())?))?;
        table("summary.csv", &|out| results.write_summary(out))?;
        table("timing.csv", &|out| results.write_timing(out))?;
        if !paper.is_empty() {
            table("paper.csv", &|out| paper_comparison::write(self.experiment.paper_keys(), paper, out))?;
        }
        let figure = self.experiment.figure(&self.plan, results);
        let few = self.plan.trees < FEWEST_FOR_INTERVALS;
        let figure = if few { figure.without_intervals() } else { figure };
        figure.save(folder).with_context(|| format!("the figure in '{}'", folder.display()))?;
        let manifest = Manifest::new(self, threads, kept, start.elapsed());
        table("manifest.json", &|out| Ok(serde_json::to_writer_pretty(out, &manifest)?))
    }
}

/// A larger run is worth more than the smaller one that would replace it: its files move to a folder beside them.
fn spare_larger(folder: &Path, rows: usize) -> anyhow::Result<Option<PathBuf>> {
    let Ok(data) = std::fs::read(folder.join("data.csv")) else { return Ok(None) };
    let before = data.iter().filter(|&&byte| byte == b'\n').count().saturating_sub(1);
    if before <= rows {
        return Ok(None);
    }
    // What was moved before stays where it is.
    let places = (2..).map(|number| format!("larger-{number}"));
    let mut places = std::iter::once("larger".into()).chain(places).map(|name: String| folder.join(name));
    let to = places.find(|place| !place.exists()).unwrap_or_else(|| folder.join("larger"));
    create_dir_all(&to).with_context(|| format!("the folder '{}'", to.display()))?;
    let names = [
        "data.csv",
        "columns.md",
        "summary.csv",
        "timing.csv",
        "paper.csv",
        "figure.svg",
        "figure.png",
        "manifest.json",
    ];
    for path in names.map(|name| (folder.join(name), to.join(name))).into_iter().filter(|(from, _)| from.exists()) {
        std::fs::rename(&path.0, &path.1).with_context(|| format!("the file '{}'", path.0.display()))?;
    }
    Ok(Some(to))
}

/// A hash of this program: another one may count otherwise.
fn program() -> u64 {
    static PROGRAM: OnceLock<u64> = OnceLock::new();
    *PROGRAM.get_or_init(|| {
        let bytes = std::env::current_exe().and_then(std::fs::read);
        let hash = |bytes: Vec<u8>| {
            let mut hasher = DefaultHasher::new();
            hasher.write(&bytes);
            hasher.finish()
        };
        bytes.map_or(0, hash)
    })
}

/// Writes a file as a whole: a reader never finds half of it.
fn whole(path: &Path, fill: &dyn Fn(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
    // An error of the writer would hide the error of the system.
    let mut bytes = Vec::new();
    fill(&mut bytes)?;
    replace(path, |file| file.write_all(&bytes)).with_context(|| format!("the file '{}'", path.display()))
}
