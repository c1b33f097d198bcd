//! Claims from elsewhere: theory, other papers, and this project.

use super::super::spec::Quantity::*;
use super::super::spec::{Key, Of, On, SPEC, Spec, visits};
use super::code::{machines, puzzles, theory};
use crate::statistics::Allowed::*;

const PLAAT: &str = "Plaat, Schaeffer, Pijls and de Bruin 1996, section 5, in checkers, Othello and chess";
const LARGE: Key = Key::Is(1 << 20);
const ASPIRATION: Of = visits("aspiration-pvs").key(LARGE);
const ALPHA_BETA: Of = visits("alpha-beta").key(LARGE);
const MTD: Of = visits("mtd-f").key(LARGE);
const DRIVERS: &[&str] = &["mtd-or-pvs"];
const MT: &[&str] = &["mt-family"];

/// The expansions of a search that did not give up.
const fn solved(algorithm: &'static str) -> Of {
    visits(algorithm).column("expansions").key(Key::Any)
}

pub(super) const CLAIMS: &[Spec] = &[
    Spec {
        says: "On perfectly ordered trees every pruning search visits exactly w^\u{2308}d/2\u{2309} + w^\u{230a}d/2\u{230b} \u{2212} 1 \
               different leaves.",
        source: "Knuth and Moore 1975",
        quantity: "searches that visit exactly the minimal tree, %",
        reading: "Exact: one search of one tree with a different count would refute it.",
        experiments: &["minimal-tree"],
        lines: &[("", Code(theory::minimal))],
        allowed: Only(100.0),
        ..SPEC
    },
    Spec {
        says: "The expected leaves of alpha-beta on independent leaves follow from an exact formula.",
        source: "Fuller, Gaschnig and Gillogly 1973; Baudet 1978",
        quantity: "measured mean over the formula, %",
        reading: "It holds where the mean is within 5 % of the formula; the rows give both.",
        experiments: &["alpha-beta-formula"],
        lines: &[("", Code(theory::alpha_beta))],
        allowed: Between(-5.0, 5.0),
        ..SPEC
    },
    Spec {
        says: "The expected leaves of SSS* and DUAL* on independent leaves follow from an exact formula.",
        source: "after Roizen and Pearl 1983; the formula is derived in this project",
        quantity: "measured mean over the formula, %",
        reading: "It holds where the mean is within 5 % of the formula; the rows give both.",
        experiments: &["sss-formula"],
        lines: &[("", Code(theory::best_first))],
        allowed: Between(-5.0, 5.0),
        ..SPEC
    },
    Spec {
        says: "One ply more multiplies the leaves by \u{3be} / (1 \u{2212} \u{3be}), where \u{3be}^w + \u{3be} = 1; for SSS* as for \
               alpha-beta.",
        source: "Pearl 1982; Roizen and Pearl 1983",
        quantity: "measured growth per ply over the limit, %",
        reading: "A limit for great depth: judged at the deepest trees of each width, over the last two plies, within 10 %.",
        experiments: &["branching-factor"],
        lines: &[("", Code(theory::growth))],
        allowed: Between(-10.0, 10.0),
        ..SPEC
    },
    Spec {
        says: "Young brothers wait is 344 times as fast on 1,024 processors: a speed-up of 0.34 N.",
        source: "Feldmann, Mysliwietz and Monien 1994, in chess",
        quantity: "speed-up over the best sequential search of each tree, over N = 1,024",
        reading: "In simulated time, where mail arrives at once. The rows tell where the rest of N x time is lost: to leaves that the \
                  best sequential search does not visit, to mail, and to waiting. Small trees have too few leaves for so many \
                  processors.",
        experiments: &["speedup-curves"],
        lines: &[("", Code(machines::a_third_of_all))],
        allowed: Above(0.34),
        ..SPEC
    },
    Spec {
        says: "Jamboree search takes T = c1 C + c2 W / P, with c1 and c2 near 1.",
        source: "Kuszmaul 1994 and 1995, in chess: c1 = 0.95, c2 = 1.09",
        quantity: "the constants c1 and c2",
        reading: "'Near' is read as 0.8 to 1.2. W and C are those of the run on P processors; the rows tell by how much the law is \
                  off, as a root mean square over all runs.",
        experiments: &["work-and-critical-path"],
        lines: &[("", Code(machines::work_and_critical_path))],
        allowed: Between(0.8, 1.2),
        ..SPEC
    },
    Spec {
        says: "Searches that hand each other large subtrees cope better with slow messages than one that writes at every node: \
               young brothers wait better than the key node method.",
        source: "an expectation of this project",
        quantity: "what latency does to key node over what it does to young brothers wait",
        reading: "Time with mail that takes 10, 100 and 1,000 leaf-times over that with mail that takes none, on 64 processors.",
        experiments: &["latency"],
        lines: &[("", Code(machines::latency))],
        allowed: Above(1.0),
        ..SPEC
    },
    Spec {
        items: &[9],
        says: "MTD(f) with a good first guess visits fewer leaves than SSS*, DUAL* and NegaScout.",
        source: "Plaat, Schaeffer, Pijls and de Bruin 1996",
        quantity: "leaves of MTD(f) with the value as first guess beyond those of the other, %",
        reading: "MT-SSS* and MT-DUAL* are SSS* and DUAL* leaf for leaf.",
        experiments: MT,
        lines: &[
            ("SSS*", Excess(visits("mtd-f").key(Key::Is(0)), visits("mt-sss"))),
            ("DUAL*", Excess(visits("mtd-f").key(Key::Is(0)), visits("mt-dual"))),
            ("NS", Excess(visits("mtd-f").key(Key::Is(0)), visits("negascout"))),
        ],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        items: &[9],
        says: "A bad first guess costs MTD(f) leaves.",
        source: "Plaat, Schaeffer, Pijls and de Bruin 1996",
        quantity: "leaves of MTD(f) with a first guess that is off by so much beyond those with the value, %",
        experiments: MT,
        each: (&[-3000, -300, 300, 3000], "off"),
        lines: &[("", Excess(visits("mtd-f").key(Key::Each), visits("mtd-f").key(Key::Is(0))))],
        allowed: Above(0.0),
        ..SPEC
    },
    Spec {
        says: "MTD(f) visits 5 to 10 % fewer leaves than aspiration NegaScout, depending on the game.",
        source: PLAAT,
        quantity: "leaves of MTD(f) beyond those of PVS with aspiration, %",
        reading: "At the last two depths of each game. Everything but the windows at the root is the same, the table included.",
        experiments: DRIVERS,
        on: On::Deepest(2),
        lines: &[("", Excess(MTD, ASPIRATION))],
        allowed: Between(-10.0, -5.0),
        ..SPEC
    },
    Spec {
        says: "MTD(f) outperforms aspiration NegaScout in all nodes as well.",
        source: PLAAT,
        quantity: "nodes of MTD(f) beyond those of PVS with aspiration, %",
        reading: "At the last two depths of each game. Nodes are counted at every entry, also where the table answers.",
        experiments: DRIVERS,
        on: On::Deepest(2),
        lines: &[("", Excess(MTD.column("nodes"), ASPIRATION.column("nodes")))],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        says: "With deepening and a table, alpha-beta visits less than 20 % more leaves than others: not twice as many, as on trees \
               made for simulations.",
        source: PLAAT,
        quantity: "leaves of alpha-beta beyond those of MTD(f), %",
        reading: "At the last two depths of each game.",
        experiments: DRIVERS,
        on: On::Deepest(2),
        lines: &[("", Excess(ALPHA_BETA, MTD))],
        allowed: Below(20.0),
        ..SPEC
    },
    Spec {
        says: "With less memory than it would need, too, MTD(f) visits fewer leaves than alpha-beta with a wide window.",
        source: PLAAT,
        quantity: "leaves of MTD(f) beyond those of alpha-beta with the same table, %",
        reading: "Tables of 2^6 to 2^14 entries.",
        experiments: &["table-size"],
        each: (&[64, 256, 1024, 4096, 16384], "entries"),
        lines: &[("", Excess(visits("mtd-f").key(Key::Each), visits("alpha-beta").key(Key::Each)))],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        says: "IDA* with Manhattan distance solves Korf's hundred boards of the 15-puzzle with 363 million nodes in the mean.",
        source: "Korf 1985",
        quantity: "nodes generated in the mean, millions",
        reading: "Blank moves in the order up, left, right, down, and not back; only a run of all hundred boards counts. A fact about \
                  these boards.",
        experiments: &["korf-100"],
        lines: &[("", Code(puzzles::korf))],
        allowed: Between(362.5, 363.5),
        ..SPEC
    },
    Spec {
        items: &[62],
        says: "In the 15-puzzle an iteration of IDA* has in the limit 4.54 times the nodes of the one before, with any heuristic.",
        source: "Korf, Reid and Edelkamp 2001",
        quantity: "nodes of an iteration over those of the one before",
        reading: "The growth falls towards its limit from above, so it may be too early to tell: measured at the deepest iteration \
                  that enough boards have for a verdict; 4 to 5 passes.",
        experiments: &["ida-star-growth"],
        lines: &[("", Code(puzzles::growth))],
        allowed: Between(4.0, 5.0),
        ..SPEC
    },
    Spec {
        items: &[158],
        says: "Evolving trees typically have fewer terminal nodes than the recursive form of alpha-beta.",
        source: "Lindstrom 1979, abstract",
        quantity: "leaf visits over those of alpha-beta, %",
        reading: "Drivers that see the estimates of all children of a node before they go on below it.",
        experiments: &["evolving"],
        lines: &[
            ("preorder", Excess(visits("preorder"), visits("alpha-beta"))),
            ("best-estimate", Excess(visits("best-estimate"), visits("alpha-beta"))),
        ],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        items: &[79],
        says: "In the best case, conspiracy numbers with threshold T grow a tree of w^(T/(w-1)) nodes.",
        source: "Lister and Schaeffer 1994, abstract",
        quantity: "nodes of the smallest tree that was grown over the formula",
        reading: "A lower bound: it fails where a tree that reaches the threshold has fewer nodes. A value that ends of the game decide \
                  needs no conspirators, so small trees may be smaller.",
        experiments: &["conspiracy-threshold"],
        lines: &[("", Code(puzzles::smallest_trees))],
        allowed: Above(0.999_999),
        ..SPEC
    },
    Spec {
        items: &[79],
        says: "With a change of theirs, conspiracy numbers grow a tree of T² nodes in the best case.",
        source: "Lister and Schaeffer 1994, abstract",
        lines: &[("", NotMeasured("the abstract does not tell the change, and the paper was not at hand"))],
        ..SPEC
    },
    Spec {
        items: &[77],
        says: "To choose between proving the best move and disproving the rest is better than to prove only.",
        source: "Berliner 1979",
        quantity: "expansions over those of best-first search, %",
        reading: "Sums over the trees that both solve.",
        experiments: &["b-star"],
        lines: &[
            ("alternate", Excess(solved("alternate"), solved("prove-best"))),
            ("AD", Excess(solved("AD"), solved("prove-best"))),
            ("AR", Excess(solved("AR"), solved("prove-best"))),
        ],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        items: &[78],
        says: "PB* needs a third of the expansions of best-first search.",
        source: "Palay 1980",
        quantity: "expansions of PB* over those of best-first search",
        reading: "Sums over the trees that both solve; 0.25 to 0.42 passes. The rules of PB* are a reading, and his trees are not \
                  known.",
        experiments: &["b-star"],
        lines: &[("", Quotient(solved("pb-star"), solved("prove-best")))],
        allowed: Between(0.25, 0.42),
        ..SPEC
    },
];
