//! Running an experiment: independent trees side by side, the same tables on any number of threads, and nothing lost
//! when it is interrupted.

mod manifest;
mod unfinished;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

use anyhow::Context;
use provebest::CancelToken;
use provebest_system::{create_dir_all, replace};
use rayon::prelude::*;

use crate::beside::{self, Beside};
use crate::experiments::Experiment;
use crate::plan::Plan;
use crate::results::{Counted, Results};
use manifest::Manifest;
use unfinished::{Unfinished, checksum};

/// Told how far a run is, from any of its threads.
pub trait Progress: Sync {
    /// So much of something that all trees need is made, of so much in all. It comes before any tree is done.
    fn preparing(&self, _what: &str, _work: u64, _all: u64) {}

    /// So much work is done, of so much in all.
    fn done(&self, work: u64, all: u64);
}

impl Progress for () {
    fn done(&self, _: u64, _: u64) {}
}

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
    /// How it was asked for, to be written down.
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
    /// What was printed, beside what was counted.
    pub beside: Vec<Beside>,
    /// Where the files are.
    pub folder: PathBuf,
    /// How many trees an earlier run had done already.
    pub kept: usize,
}

/// So many threads, or as many of them as the system has: the tables are the same.
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

        let cells = plan.cells();
        let places = |cell: usize| (0..plan.trees).map(move |tree| (cell, tree));
        let all: Vec<(usize, u32)> = (0..cells.len()).flat_map(places).collect();
        let work = |cell: usize| cells[cell].work();
        let total: u64 = all.iter().map(|&(cell, _)| work(cell)).sum();
        let name = |&(cell, tree): &(usize, u32)| (cells[cell].to_string(), tree);
        let mut left: Vec<(usize, u32)> =
            all.iter().filter(|place| !done.contains_key(&name(place))).copied().collect();
        // The largest first, so that no thread is left alone with one at the end.
        left.sort_by_key(|&(cell, tree)| (std::cmp::Reverse(work(cell)), cell, tree));
        let kept = all.len() - left.len();
        let finished = total - left.iter().map(|&(cell, _)| work(cell)).sum::<u64>();
        if !left.is_empty() {
            self.experiment.prepare(plan, token, progress)?;
        }
        progress.done(finished, total);

        let shared = Mutex::new((file, Vec::new(), finished));
        let each = |place: &(usize, u32)| -> anyhow::Result<()> {
            if token.is_cancelled() {
                return Ok(());
            }
            let &(cell, tree) = place;
            let rows = self.experiment.rows(plan, cells[cell], tree, token);
            let rows = rows.with_context(|| format!("tree {tree} of seed {}", plan.seed))?;
            if let Some(rows) = rows {
                let mut shared = shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                shared.0.keep(&name(place), &rows)?;
                shared.1.push((name(place), rows));
                shared.2 += work(cell);
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
        for place in &all {
            let Some(rows) = done.get(&name(place)) else {
                let done = all.iter().filter(|place| done.contains_key(&name(place))).count();
                return Ok(Ended::CalledOff { done, all: all.len() });
            };
            let counted = |row: &_| Counted { cell: cells[place.0], tree: place.1, row: Clone::clone(row) };
            results.rows.extend(rows.iter().map(counted));
        }
        let beside = self.experiment.beside(plan, &results)?;
        self.write(&folder, &results, &beside, threads, kept, start)?;
        file.remove()?;
        Ok(Ended::Finished(Finished { results, beside, folder, kept }))
    }

    /// Can the experiment be run like this? The error says what would be right.
    pub fn check(&self) -> anyhow::Result<()> {
        self.plan.check()?;
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
        beside: &[Beside],
        threads: usize,
        kept: usize,
        start: Instant,
    ) -> anyhow::Result<()> {
        let table = |name: &str, fill: &dyn Fn(&mut dyn Write) -> anyhow::Result<()>| whole(&folder.join(name), fill);
        table("data.csv", &|out| results.write_data(out))?;
        table("summary.csv", &|out| results.write_summary(out))?;
        table("timing.csv", &|out| results.write_timing(out))?;
        if !beside.is_empty() {
            table("paper.csv", &|out| beside::write(self.experiment.beside_keys(), beside, out))?;
        }
        let figure = self.experiment.figure(&self.plan, results);
        figure.save(folder).with_context(|| format!("the figure in '{}'", folder.display()))?;
        let manifest = Manifest::new(self, threads, kept, start.elapsed());
        table("manifest.json", &|out| Ok(serde_json::to_writer_pretty(out, &manifest)?))
    }
}

/// A checksum of this program: another one may count otherwise.
fn program() -> u64 {
    static PROGRAM: OnceLock<u64> = OnceLock::new();
    *PROGRAM.get_or_init(|| {
        let bytes = std::env::current_exe().and_then(std::fs::read);
        bytes.map_or(0, |bytes| checksum(&bytes))
    })
}

/// Writes a file as a whole: nobody ever sees half of it.
fn whole(path: &Path, fill: &dyn Fn(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
    // What fills it would hide what the system says about the file.
    let mut bytes = Vec::new();
    fill(&mut bytes)?;
    replace(path, |file| file.write_all(&bytes)).with_context(|| format!("the file '{}'", path.display()))
}
