//! The table of the family: one row for each search. A new search is a variant of [`Algorithm`], a row here, and an arm in
//! `dispatch.rs` (or in `search_on.rs`, if it is parallel).

use super::{Algorithm, Variant};
use Algorithm::*;
use AlgorithmKind::*;
use Setting::*;

/// What kind of search an algorithm is.
///
/// ```
/// use provebest::Algorithm;
/// use provebest::family::AlgorithmKind;
/// assert_eq!(Algorithm::SssStar.about().kind, AlgorithmKind::BestFirst);
/// assert_eq!(AlgorithmKind::BestFirst.name(), "sequential, best-first");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum AlgorithmKind {
    /// On one processor, depth first, with nothing stored but the path.
    DepthFirst,
    /// On one processor, depth first, with information kept for later visits.
    Informed,
    /// On one processor, the most promising node first.
    BestFirst,
    /// On many processors that hand subtrees to each other.
    ParallelDepthFirst,
    /// On many processors that share a transposition table.
    ParallelTable,
    /// On many processors, the most promising nodes first.
    ParallelBestFirst,
    /// On many processors, by messages between the nodes of the tree.
    ParallelMessages,
}

impl AlgorithmKind {
    /// The kind in words.
    pub const fn name(self) -> &'static str {
        match self {
            AlgorithmKind::DepthFirst => "sequential, depth-first",
            AlgorithmKind::Informed => "sequential, with memory",
            AlgorithmKind::BestFirst => "sequential, best-first",
            AlgorithmKind::ParallelDepthFirst => "parallel, depth-first",
            AlgorithmKind::ParallelTable => "parallel, depth-first with a shared table",
            AlgorithmKind::ParallelBestFirst => "parallel, best-first",
            AlgorithmKind::ParallelMessages => "parallel, by messages between nodes",
        }
    }
}

/// What to know about an algorithm, in a line.
///
/// ```
/// use provebest::Algorithm;
/// let about = Algorithm::NegaScout.about();
/// assert_eq!(about.name, "negascout");
/// assert!(about.paper.contains("Reinefeld"), "{}", about.paper);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    /// The name.
    pub name: &'static str,
    /// The name as papers write it.
    pub title: &'static str,
    /// A shorter name, where there is one.
    pub short: Option<&'static str>,
    /// The kind of search it is.
    pub kind: AlgorithmKind,
    /// Where it was published.
    pub paper: &'static str,
    /// What it does.
    pub summary: &'static str,
}

/// A parameter that only some searches have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Setting {
    FirstGuess,
    Margin,
    Memory,
    Hash,
    Grain,
    Table,
    Bound,
    SpawnHeight,
}

/// What the table says about a search.
pub(super) struct Row {
    pub(super) algorithm: Algorithm,
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) short: Option<&'static str>,
    pub(super) kind: AlgorithmKind,
    pub(super) paper: &'static str,
    pub(super) summary: &'static str,
    /// The sequential search that a parallel one makes parallel.
    pub(super) sequential: Option<Algorithm>,
    pub(super) takes: &'static [Setting],
    /// The usual one first.
    pub(super) variants: &'static [Variant],
    pub(super) needs_keys: bool,
    /// Does its paper define it in steps, so that it also runs in lock step?
    pub(super) lock_step: bool,
}

impl Row {
    pub(super) const fn takes(&self, setting: Setting) -> bool {
        let mut at = 0;
        while at < self.takes.len() {
            if self.takes[at] as u8 == setting as u8 {
                return true;
            }
            at += 1;
        }
        false
    }
}

/// For the web the board in parts is left out.
const BOARDS: &[Variant] = match cfg!(target_family = "wasm") {
    true => &[Variant::Need, Variant::Eldest, Variant::Tested],
    false => &[Variant::Need, Variant::Eldest, Variant::Tested, Variant::Scattered],
};

/// Of searches that have a scattered table, but not in a program for the web, where every byte is sent.
const GRAIN_AND_TABLE: &[Setting] = if cfg!(target_family = "wasm") { &[Grain] } else { &[Grain, Table] };

/// What holds for a search unless its row says otherwise.
const ROW: Row = Row {
    algorithm: Minimax,
    name: "",
    title: "",
    short: None,
    kind: DepthFirst,
    paper: "",
    summary: "",
    sequential: None,
    takes: &[],
    variants: &[],
    needs_keys: false,
    lock_step: false,
};

/// In the order of the enum: simplest first, sequential before parallel.
pub(super) const TABLE: [Row; 35] = [
    Row {
        algorithm: Minimax,
        name: "minimax",
        title: "minimax",
        kind: DepthFirst,
        paper: "Shannon 1950",
        summary: "looks at every leaf: the oracle that all others are tested against",
        ..ROW
    },
    Row {
        algorithm: AlphaBeta,
        name: "alpha-beta",
        title: "alpha-beta",
        short: Some("ab"),
        kind: DepthFirst,
        paper: "Knuth and Moore 1975; Fishburn 1981",
        summary: "leaves a node as soon as the opponent has something better elsewhere (fail-soft)",
        ..ROW
    },
    Row {
        algorithm: AlphaBetaHard,
        name: "alpha-beta-hard",
        title: "alpha-beta, fail-hard",
        kind: DepthFirst,
        paper: "Knuth and Moore 1975",
        summary: "alpha-beta with results clamped to the window (fail-hard)",
        ..ROW
    },
    Row {
        algorithm: AlphaBetaShallow,
        name: "alpha-beta-shallow",
        title: "alpha-beta, no deep cut-offs",
        kind: DepthFirst,
        paper: "Knuth and Moore 1975; Fuller, Gaschnig and Gillogly 1973",
        summary: "alpha-beta without deep cut-offs: a node is measured against its parent only",
        ..ROW
    },
    Row {
        algorithm: Aspiration,
        name: "aspiration",
        title: "aspiration",
        kind: DepthFirst,
        paper: "Baudet 1978",
        summary: "alpha-beta in a narrow window around a guess, once more if the guess was wrong",
        takes: &[FirstGuess, Margin],
        ..ROW
    },
    Row {
        algorithm: Scout,
        name: "scout",
        title: "SCOUT",
        kind: DepthFirst,
        paper: "Pearl 1980",
        summary: "tests each child for better before it evaluates it",
        ..ROW
    },
    Row {
        algorithm: Pvs,
        name: "pvs",
        title: "PVS",
        kind: DepthFirst,
        paper: "Marsland and Campbell 1982",
        summary: "open window along the best line, null windows everywhere else",
        ..ROW
    },
    Row {
        algorithm: NegaScout,
        name: "negascout",
        title: "NegaScout",
        short: Some("ns"),
        kind: DepthFirst,
        paper: "Reinefeld 1983; Marsland, Reinefeld and Schaeffer 1987",
        summary: "as pvs, without re-searches on the last two plies",
        ..ROW
    },
    Row {
        algorithm: PartiallyInformedNegaScout,
        name: "partially-informed-negascout",
        title: "partially informed NegaScout",
        short: Some("pns"),
        kind: Informed,
        paper: "Marsland, Reinefeld and Schaeffer 1987",
        summary: "negascout whose re-searches begin with what the first visit learned",
        variants: &[Variant::FirstLevel, Variant::Path],
        ..ROW
    },
    Row {
        algorithm: InformedNegaScout,
        name: "informed-negascout",
        title: "informed NegaScout",
        short: Some("ins"),
        kind: Informed,
        paper: "Marsland, Reinefeld and Schaeffer 1987",
        summary: "negascout that keeps what it learned of every node for its re-searches",
        variants: &[Variant::Mended, Variant::Printed, Variant::ByPosition],
        takes: &[Hash],
        ..ROW
    },
    Row {
        algorithm: SssStar,
        name: "sss-star",
        title: "SSS*",
        short: Some("sss"),
        kind: BestFirst,
        paper: "Stockman 1979",
        summary: "the most promising solution tree first; never a leaf that alpha-beta skips, each at most once",
        variants: &[Variant::Blocks, Variant::List],
        ..ROW
    },
    Row {
        algorithm: DualStar,
        name: "dual-star",
        title: "DUAL*",
        short: Some("dual"),
        kind: BestFirst,
        paper: "Marsland, Reinefeld and Schaeffer 1987",
        summary: "SSS* with the roles of the players exchanged: strong on odd depths",
        takes: &[Bound],
        variants: &[Variant::Blocks, Variant::List],
        ..ROW
    },
    Row {
        algorithm: EvenOdd,
        name: "even-odd",
        title: "SSS*/DUAL*",
        kind: BestFirst,
        paper: "Marsland, Reinefeld and Schaeffer 1987",
        summary: "SSS* where an even number of plies remains, DUAL* where it is odd",
        ..ROW
    },
    Row {
        algorithm: IterSss,
        name: "iter-sss-star",
        title: "ITERSSS*",
        short: Some("itersss"),
        kind: BestFirst,
        paper: "Bhattacharya and Bagchi 1986",
        summary: "SSS* in bounded memory: nodes for which there is no room wait",
        takes: &[Memory],
        ..ROW
    },
    Row {
        algorithm: MtSss,
        name: "mt-sss",
        title: "MT-SSS*",
        kind: Informed,
        paper: "Plaat, Schaeffer, Pijls and de Bruin 1996",
        summary: "the leaves of SSS*, by null-window tests with memory from above",
        ..ROW
    },
    Row {
        algorithm: MtDual,
        name: "mt-dual",
        title: "MT-DUAL*",
        kind: Informed,
        paper: "Plaat, Schaeffer, Pijls and de Bruin 1996",
        summary: "the leaves of DUAL*, by null-window tests with memory from below",
        ..ROW
    },
    Row {
        algorithm: MtdF,
        name: "mtd-f",
        title: "MTD(f)",
        short: Some("mtdf"),
        kind: Informed,
        paper: "Plaat, Schaeffer, Pijls and de Bruin 1996",
        summary: "null-window tests with memory from a first guess on",
        takes: &[FirstGuess],
        ..ROW
    },
    Row {
        algorithm: ParSss,
        name: "par-sss-star",
        title: "PARSSS*",
        short: Some("parsss"),
        kind: ParallelBestFirst,
        paper: "Bhattacharya and Bagchi 1993",
        summary: "SSS* by many processes, each with the part of OPEN below a node of MIN",
        sequential: Some(SssStar),
        takes: &[SpawnHeight],
        variants: &[Variant::Shared, Variant::Messages],
        lock_step: true,
        ..ROW
    },
    Row {
        algorithm: ParIterSss,
        name: "par-iter-sss-star",
        title: "PARITERSSS*",
        short: Some("paritersss"),
        kind: ParallelBestFirst,
        paper: "Bhattacharya and Bagchi 1993",
        summary: "ITERSSS* by many processes, each in bounded memory",
        sequential: Some(IterSss),
        takes: &[Memory, SpawnHeight],
        variants: &[Variant::Shared, Variant::Messages],
        lock_step: true,
        ..ROW
    },
    Row {
        algorithm: ParallelDual,
        name: "parallel-dual",
        title: "parallel DUAL*",
        kind: ParallelBestFirst,
        paper: "Kumar and Kanal 1984",
        summary: "DUAL* below every child of the root at once, each told of the bounds of the others",
        sequential: Some(DualStar),
        ..ROW
    },
    Row {
        algorithm: KeyNode,
        name: "key-node",
        title: "key node",
        short: Some("knm"),
        kind: ParallelMessages,
        paper: "Lindstrom 1983",
        summary: "nodes report provisional values upwards, and only those the minimal tree needs are searched on",
        sequential: Some(AlphaBeta),
        variants: &[
            Variant::Buffered,
            Variant::Printed,
            Variant::Stamped,
            Variant::Deepening,
            Variant::Suppressing,
            Variant::Partitioned,
            Variant::Roaming,
        ],
        lock_step: true,
        ..ROW
    },
    Row {
        algorithm: MandatoryWorkFirst,
        name: "mandatory-work-first",
        title: "mandatory work first",
        short: Some("mwf"),
        kind: ParallelDepthFirst,
        paper: "Akl, Barnard and Doran 1980, 1982",
        summary: "first what would suffice if all first children were best, at once; then only where that was wrong",
        sequential: Some(AlphaBeta),
        takes: &[Grain],
        ..ROW
    },
    Row {
        algorithm: TreeSplitting,
        name: "tree-splitting",
        title: "tree splitting",
        kind: ParallelDepthFirst,
        paper: "Finkel and Fishburn 1982",
        summary: "a tree of processors over that of the game: parents hand subtrees to their workers",
        sequential: Some(AlphaBeta),
        takes: &[Grain],
        ..ROW
    },
    Row {
        algorithm: PvSplitting,
        name: "pv-splitting",
        title: "PV splitting",
        kind: ParallelDepthFirst,
        paper: "Marsland and Campbell 1982",
        summary: "down the first children, and on the way back the siblings are shared among all",
        sequential: Some(Pvs),
        takes: &[Grain],
        variants: &[Variant::Plain, Variant::Recursive],
        ..ROW
    },
    Row {
        algorithm: DynamicPvSplitting,
        name: "dynamic-pv-splitting",
        title: "dynamic PV splitting",
        kind: ParallelDepthFirst,
        paper: "Schaeffer 1989; Hyatt, Suter and Nelson 1989",
        summary: "as pv-splitting, but an idle processor helps a busy one",
        sequential: Some(Pvs),
        takes: GRAIN_AND_TABLE,
        ..ROW
    },
    Row {
        algorithm: YoungBrothers,
        name: "young-brothers",
        title: "young brothers wait",
        short: Some("ybw"),
        kind: ParallelDepthFirst,
        paper: "Feldmann, Monien, Mysliwietz and Vornberger 1990",
        summary: "when the eldest child is done, idle processors take its siblings, nearest the root first",
        sequential: Some(Pvs),
        takes: &[Grain, Table],
        ..ROW
    },
    Row {
        algorithm: BoundAndBranch,
        name: "bound-and-branch",
        title: "bound and branch",
        kind: ParallelDepthFirst,
        paper: "Ferguson and Korf 1988",
        summary: "processors are handed down: all to the first child while there is no bound, then spread over all",
        sequential: Some(AlphaBeta),
        takes: &[Grain],
        ..ROW
    },
    Row {
        algorithm: EvaluateRefute,
        name: "er",
        title: "ER",
        kind: ParallelDepthFirst,
        paper: "Steinberg and Solomon 1990",
        summary: "ranks children by their own first children, evaluates the best to the end and refutes the others at once",
        sequential: Some(AlphaBeta),
        takes: &[Grain],
        ..ROW
    },
    Row {
        algorithm: ParallelAspiration,
        name: "parallel-aspiration",
        title: "parallel aspiration",
        kind: ParallelDepthFirst,
        paper: "Baudet 1978",
        summary: "every processor searches the whole tree, each with a window of its own",
        sequential: Some(Aspiration),
        takes: &[FirstGuess, Margin, Grain],
        ..ROW
    },
    Row {
        algorithm: Jamboree,
        name: "jamboree",
        title: "Jamboree",
        kind: ParallelDepthFirst,
        paper: "Kuszmaul 1994",
        summary: "the eldest child, then a test of all siblings at once; those that pass one after the other",
        sequential: Some(Scout),
        takes: GRAIN_AND_TABLE,
        ..ROW
    },
    Row {
        algorithm: Uidpabs,
        name: "uidpabs",
        title: "UIDPABS",
        kind: ParallelDepthFirst,
        paper: "Newborn 1988",
        summary: "every processor owns root moves and deepens over them without waiting for the others",
        sequential: Some(AlphaBeta),
        takes: &[Margin],
        ..ROW
    },
    Row {
        algorithm: BoardSearch,
        name: "board",
        title: "board search",
        kind: ParallelDepthFirst,
        paper: "none: here; Feldmann and others 1990 and Plaat and others 1996 are behind it",
        summary: "a tree that remembers bounds, from which every idle processor takes the job most likely to be needed",
        sequential: Some(Pvs),
        takes: &[Grain],
        variants: BOARDS,
        ..ROW
    },
    Row {
        algorithm: LazySmp,
        name: "lazy-smp",
        title: "lazy SMP",
        kind: ParallelTable,
        paper: "none: chess programs since about 2013",
        summary: "every processor searches the whole tree a little differently, and they share a table",
        sequential: Some(AlphaBeta),
        takes: &[Hash],
        needs_keys: true,
        ..ROW
    },
    Row {
        algorithm: Abdada,
        name: "abdada",
        title: "ABDADA",
        kind: ParallelTable,
        paper: "Weill 1996",
        summary: "every processor searches the root, and leaves for later the children that another is searching",
        sequential: Some(AlphaBeta),
        takes: &[Hash],
        needs_keys: true,
        ..ROW
    },
    Row {
        algorithm: ParMtSss,
        name: "par-mt-sss",
        title: "parallel MT-SSS*",
        kind: ParallelTable,
        paper: "Plaat, Schaeffer, Pijls and de Bruin 1996; Weill 1996",
        summary: "MT-SSS* by every processor: null-window tests from above, with a table and marks in common",
        sequential: Some(MtSss),
        takes: &[Hash],
        needs_keys: true,
        ..ROW
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The variants of the enum. The match has no other arm, so this does not compile while one is missing.
    macro_rules! every_variant {
        ($($variant:ident)*) => {{
            let _ = |algorithm: Algorithm| match algorithm {
                $(Algorithm::$variant => {})*
            };
            [$(Algorithm::$variant),*]
        }};
    }

    #[test]
    fn every_search_has_one_row_in_the_order_of_the_enum() {
        let variants = every_variant![
            Minimax AlphaBeta AlphaBetaHard AlphaBetaShallow Aspiration Scout Pvs NegaScout PartiallyInformedNegaScout InformedNegaScout SssStar DualStar EvenOdd IterSss MtSss MtDual MtdF ParSss ParIterSss ParallelDual KeyNode MandatoryWorkFirst TreeSplitting PvSplitting DynamicPvSplitting YoungBrothers BoundAndBranch EvaluateRefute ParallelAspiration Jamboree Uidpabs BoardSearch LazySmp Abdada ParMtSss
        ];
        assert_eq!(TABLE.each_ref().map(|row| row.algorithm), variants);
        assert_eq!(Algorithm::ALL, variants);
        for (at, row) in TABLE.iter().enumerate() {
            assert_eq!(row.algorithm as usize, at, "{}", row.name);
        }
    }

    #[test]
    fn rows_are_whole() {
        for (at, row) in TABLE.iter().enumerate() {
            let name = row.name;
            assert!(![name, row.paper, row.summary].contains(&""), "{name}: a name, a paper and a summary");
            for other in &TABLE[..at] {
                let names = [Some(other.name), other.short];
                assert!(
                    !names.contains(&Some(name)) && (row.short.is_none() || !names.contains(&row.short)),
                    "{name} twice"
                );
            }
            let parallel = row.kind.name().starts_with("parallel");
            assert_eq!(row.sequential.is_some(), parallel, "{name}");
            assert!(
                row.sequential.is_none_or(|of| TABLE[of as usize].sequential.is_none()),
                "{name}: of a parallel one"
            );
            assert_eq!(Algorithm::PARALLEL.contains(&row.algorithm), parallel, "{name}");
            // The jobs of UIDPABS are root moves.
            let divides = row.kind == ParallelDepthFirst && row.algorithm != Uidpabs;
            assert_eq!(row.takes(Grain), divides, "{name}");
            assert_eq!(row.needs_keys, row.kind == ParallelTable, "{name}");
        }
    }
}
