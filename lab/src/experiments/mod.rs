//! The experiments, one folder a question. A new one is a folder with a README and a `mod.rs`, and a line in [`ALL`].

mod a_star_memory;
mod alpha_beta_formula;
mod b_star;
mod branching_factor;
mod bushy_trees;
mod cluster_model;
pub(crate) mod conspiracy_threshold;
mod engine_switches;
mod enhancements;
mod evolving;
mod formulas;
mod hybrid_seam;
mod ida_star_growth;
mod ida_star_tsp;
mod iso_efficiency;
mod iter_sss_memory;
mod key_conflicts;
mod key_node_tables;
mod key_node_variants;
mod korf_100;
mod latency;
mod leaves_by_depth;
mod leaves_by_width_even;
mod leaves_by_width_odd;
mod many_processors;
mod many_trees;
mod minimal_tree;
mod mt_family;
mod mtd_or_pvs;
mod overheads;
mod parallel_a_star;
mod parallel_window;
mod pariter_memory;
mod parsss_example;
mod parsss_speedup;
mod pictures;
mod pida_speedup;
mod proof_numbers;
mod real_game_speedup;
mod real_games;
mod refutation_wall;
mod scattered_table;
mod scout_family;
mod selective;
mod selective_on_random_trees;
mod single_agent;
mod speedup_curves;
mod sss_formula;
mod strongly_ordered;
mod table_size;
mod threads_in_games;
mod time_slices;
mod volunteers;
mod wall_in_games;
mod who_wins;
mod work_and_critical_path;
mod worst_order;

use provebest::{Algorithm, CancelToken};
use provebest_catalog::PuzzleAlgorithm;

use crate::paper_comparison::PaperComparison;
use crate::plan::Plan;
use crate::plot::Figure;
use crate::progress::Progress;
use crate::puzzles::Try;
use crate::results::Results;
use crate::row::Row;
use crate::subject::Subject;
use crate::trees::TreeInstance;
use crate::trial::{Trial, run_all};

/// All experiments, in the order in which they are listed.
pub const ALL: &[&dyn Experiment] = &[
    &refutation_wall::RefutationWall,
    &wall_in_games::WallInGames,
    &leaves_by_depth::LeavesByDepth,
    &leaves_by_width_odd::LeavesByWidthOdd,
    &leaves_by_width_even::LeavesByWidthEven,
    &bushy_trees::BushyTrees,
    &strongly_ordered::StronglyOrdered,
    &scout_family::ScoutFamily,
    &who_wins::WhoWins,
    &overheads::Overheads,
    &iter_sss_memory::IterSssMemory,
    &mt_family::MtFamily,
    &minimal_tree::MinimalTree,
    &alpha_beta_formula::AlphaBetaFormula,
    &sss_formula::SssFormula,
    &branching_factor::BranchingFactor,
    &parsss_example::ParsssExample,
    &parsss_speedup::ParsssSpeedup,
    &pariter_memory::PariterMemory,
    &time_slices::TimeSlices,
    &key_node_tables::KeyNodeTables,
    &key_node_variants::KeyNodeVariants,
    &speedup_curves::SpeedupCurves,
    &iso_efficiency::IsoEfficiency,
    &many_trees::SpeedupOnManyTrees,
    &real_game_speedup::RealGameSpeedup,
    &threads_in_games::ThreadsInGames,
    &worst_order::WorstOrder,
    &work_and_critical_path::WorkAndCriticalPath,
    &latency::Latency,
    &scattered_table::ScatteredTable,
    &enhancements::EnhancementsInGames,
    &engine_switches::EngineSwitches,
    &table_size::TableSize,
    &key_conflicts::KeyConflicts,
    &mtd_or_pvs::MtdOrPvs,
    &korf_100::Korf100,
    &ida_star_growth::IdaStarGrowth,
    &a_star_memory::AStarMemory,
    &ida_star_tsp::IdaStarTsp,
    &pida_speedup::PidaSpeedup,
    &parallel_window::ParallelWindow,
    &parallel_a_star::ParallelAStar,
    &cluster_model::ClusterModel,
    &volunteers::Volunteers,
    &selective_on_random_trees::SelectiveOnRandomTrees,
    &b_star::BStar,
    &conspiracy_threshold::ConspiracyThreshold,
    &evolving::Evolving,
    &hybrid_seam::HybridSeam,
    &proof_numbers::ProofNumbers,
];

/// The groups of experiments: a title, and the first one of each.
const GROUPS: &[(&str, &str)] = &[
    ("Which search visits fewer leaves", "refutation-wall"),
    ("What theory says", "minimal-tree"),
    ("Parallel searches", "parsss-example"),
    ("Engines in real games", "enhancements"),
    ("Puzzles", "korf-100"),
    ("Many hosts", "cluster-model"),
    ("Selective searches and proofs", "selective-on-random-trees"),
];

/// All experiments in groups, each with a title.
pub fn groups() -> Vec<(&'static str, &'static [&'static dyn Experiment])> {
    let begin = |name: &str| ALL.iter().position(|one| one.about().name == name).unwrap_or(ALL.len());
    let ends = GROUPS.iter().skip(1).map(|(_, first)| begin(first)).chain([ALL.len()]);
    GROUPS.iter().zip(ends).map(|((title, first), end)| (*title, &ALL[begin(first)..end])).collect()
}

/// The experiment with this name; the error lists those there are.
pub fn find(name: &str) -> anyhow::Result<&'static dyn Experiment> {
    let names = || ALL.iter().map(|one| one.about().name).collect::<Vec<_>>().join(", ");
    let found = ALL.iter().find(|one| one.about().name == name);
    found.copied().ok_or_else(|| anyhow::anyhow!("no experiment is called '{name}': there are {}", names()))
}

/// A range of leaf values so large that ties are rare, as in the theory of continuous values.
pub(crate) const INDEPENDENT: i32 = 1_000_000_000;

/// The algorithms of the 1987 paper.
pub(crate) const FAMILY: &[Algorithm] = &[
    Algorithm::AlphaBeta,
    Algorithm::NegaScout,
    Algorithm::PartiallyInformedNegaScout,
    Algorithm::InformedNegaScout,
    Algorithm::SssStar,
    Algorithm::DualStar,
];

/// What there is to say about an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    /// Its name, as on the command line.
    pub name: &'static str,
    /// Its own key columns.
    pub keys: &'static [&'static str],
    /// Its README.
    pub readme: &'static str,
}

impl About {
    /// The question it asks.
    pub fn question(&self) -> String {
        self.section("Question")
    }

    /// Where the question, and a first answer, were published.
    pub fn source(&self) -> String {
        self.section("Source")
    }

    /// What was claimed there.
    pub fn claim(&self) -> String {
        self.section("Claim")
    }

    /// What a run of the default size takes.
    pub fn cost(&self) -> String {
        self.section("Cost")
    }

    /// A section of the README, as one line.
    fn section(&self, heading: &str) -> String {
        let mut lines = self.readme.lines().skip_while(|line| line.strip_prefix("## ") != Some(heading)).skip(1);
        let text: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("## ")).map(str::trim).collect();
        text.join(" ").trim().to_string()
    }
}

/// A question that can be put to trees.
pub trait Experiment: Sync {
    /// Its name and its README.
    fn about(&self) -> About;

    /// Its size, or a small one that shows the shape in seconds.
    fn plan(&self, quick: bool) -> Plan;

    /// Can it run with this plan? The error says what is expected.
    fn check(&self, _plan: &Plan) -> anyhow::Result<()> {
        Ok(())
    }

    /// Does a clock make its tables? Then they differ from run to run, and on other numbers of threads.
    fn timed(&self) -> bool {
        false
    }

    /// The names of the further counts in its rows.
    fn counts(&self) -> &'static [&'static str] {
        &[]
    }

    /// Makes what all trees need and what takes long, and reports progress; by default there is nothing to make. If it is
    /// called off, the rest is left out.
    fn prepare(&self, _plan: &Plan, _token: &CancelToken, _progress: &dyn Progress) -> anyhow::Result<()> {
        Ok(())
    }

    /// What is tried on a tree; by default each algorithm once.
    fn trials(&self, plan: &Plan, _tree: &TreeInstance) -> anyhow::Result<Vec<Trial>> {
        Ok(plan.algorithms.iter().map(|&algorithm| Trial::plain(plan, algorithm)).collect())
    }

    /// What is counted on one tree, position or puzzle; nothing if it was called off. By default all trials on a tree. An
    /// experiment on games has its own: an engine is no [`provebest::search::Search`], it has a table and skills that trees lack.
    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let tree = TreeInstance::new(subject.tree()?, plan.seed, number, plan.values)?;
        run_all(&tree, &self.trials(plan, &tree)?, token)
    }

    /// Its picture.
    fn figure(&self, plan: &Plan, results: &Results) -> Figure;

    /// The search of a puzzle behind a name in the tables, if a page can show it: with Manhattan distance, and up to the first solution.
    fn puzzle_search(&self, name: &str, _keys: &[Option<i64>]) -> Option<Try> {
        let name = name.strip_suffix("+manhattan").unwrap_or(name);
        let shown = [PuzzleAlgorithm::AStar, PuzzleAlgorithm::IdaStar];
        shown.into_iter().find(|algorithm| algorithm.name() == name).map(Try::plain)
    }

    /// The key columns of `paper.csv`.
    fn paper_keys(&self) -> &'static [&'static str] {
        self.about().keys
    }

    /// The numbers that a paper printed, with those measured here; they become `paper.csv`.
    fn paper_comparisons(&self, _plan: &Plan, _results: &Results) -> anyhow::Result<Vec<PaperComparison>> {
        Ok(Vec::new())
    }

    /// What is most worth knowing about the results, in sentences.
    fn findings(&self, _results: &Results) -> Vec<String> {
        Vec::new()
    }
}

impl std::fmt::Debug for dyn Experiment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.about().name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_says_what_it_is_about() {
        for one in ALL {
            let about = one.about();
            assert!(about.question().ends_with('?'), "{}: {}", about.name, about.question());
            let sections = [about.source(), about.claim(), about.cost()];
            assert!(sections.iter().all(|text| !text.is_empty()), "{}", about.name);
            assert!(about.readme.starts_with(&format!("# {}\n", about.name)), "{}", about.name);
            for quick in [false, true] {
                let plan = one.plan(quick);
                plan.check().unwrap();
                one.check(&plan).unwrap();
            }
            assert!(std::ptr::eq(find(about.name).unwrap(), *one) || find(about.name).unwrap().about() == about);
        }
        assert!(find("no-such-question").unwrap_err().to_string().contains("refutation-wall"));
    }
}
