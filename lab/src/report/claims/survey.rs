//! Marsland 1991, the survey: single-agent and game-tree search.

use super::super::place::Place;
use super::super::spec::Quantity::*;
use super::super::spec::{BEST_SEQUENTIAL, Key, Of, On, SPEC, Spec, time, visits};
use super::code::{games, machines, puzzles};
use crate::puzzles::BRANCH_AND_BOUND;
use crate::statistics::Allowed::*;

const FIGURE_6: &str = "Marsland 1991 (the survey), section 3.9 and figure 6, in chess";
const LARGE: Key = Key::Is(1 << 20);
const SMALL: Key = Key::Is(1 << 13);

const DIRECT: Of = visits("alpha-beta");
const PVS: Of = visits("pvs");
const TRANS: Of = visits("pvs+trans").key(LARGE);
const REF: Of = visits("pvs+ref");
const HIST: Of = visits("pvs+hist");
const TRANS_HIST: Of = visits("pvs+trans+hist").key(LARGE);
const REF_HIST: Of = visits("pvs+ref+hist");
const ALL: Of = visits("pvs+trans+ref+hist").key(LARGE);
const MINIMAL: Of = visits("minimal-tree");

const ENHANCEMENTS: &[&str] = &["enhancements"];
const CURVES: &[&str] = &["speedup-on-many-trees", "speedup-curves"];
const GAMES_AND_CURVES: &[&str] = &["real-game-speedup", "speedup-on-many-trees", "speedup-curves"];
const BEST: Of = visits(BEST_SEQUENTIAL);

/// Nodes of a search of a puzzle.
const fn nodes(algorithm: &'static str) -> Of {
    visits(algorithm).column("nodes")
}

fn is_tree_of_the_papers(place: &Place) -> bool {
    place.depth > 2
}

pub(super) const CLAIMS: &[Spec] = &[
    Spec {
        items: &[59],
        says: "Because of its high memory requirements A* can handle only small problems, such as the 3x4 puzzle.",
        source: "Marsland 1991 (the survey), section 2",
        quantity: "boards of the 15-puzzle that A* solves, %",
        reading: "Within 1 GB (100 MB where it was run quickly). That is much more than there was in 1991, so what counts is whether \
                  some boards are still too large.",
        experiments: &["a-star-memory"],
        lines: &[("", Code(puzzles::only_small_problems))],
        allowed: Below(100.0),
        ..SPEC
    },
    Spec {
        items: &[62],
        says: "IDA* may expand more nodes than A*.",
        source: "Marsland 1991 (the survey), section 2",
        quantity: "nodes of IDA* beyond those of A*, %",
        reading: "Nodes generated, on the boards that A* solves.",
        experiments: &["a-star-memory"],
        lines: &[("", Excess(nodes("ida-star"), nodes("a-star")))],
        allowed: Above(0.0),
        ..SPEC
    },
    Spec {
        items: &[63],
        says: "On the travelling salesman IDA* does badly: branch and bound, depth first too, generates fewer nodes.",
        source: "Marsland 1991 (the survey), section 2",
        quantity: "nodes of IDA* beyond those of depth-first branch and bound, %",
        experiments: &["ida-star-tsp"],
        lines: &[("", Excess(nodes("ida-star"), nodes(BRANCH_AND_BOUND)))],
        allowed: Above(0.0),
        ..SPEC
    },
    Spec {
        items: &[74],
        says: "PVS beats alpha-beta where few null-window searches have to be repeated.",
        source: "Marsland 1991 (the survey), section 3.4, on Reinefeld and Marsland 1987",
        quantity: "leaves of PVS over those of alpha-beta where at most one inner node in twenty is searched again, %",
        reading: "The rate of re-searches is that of all trees of a kind: searches that are repeated, over inner nodes. The rows tell \
                  it, also where it is higher.",
        experiments: &["scout-family"],
        lines: &[("", Code(games::research_rate))],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        items: &[80],
        says: "SSS* never visits more leaves than alpha-beta.",
        source: "Stockman 1979; Marsland 1991 (the survey), section 3.6",
        quantity: "trees where SSS* visits at most the leaves of alpha-beta, %",
        reading: "A theorem about every single tree: one exception would refute it.",
        experiments: &["leaves-by-depth", "leaves-by-width-odd", "leaves-by-width-even", "who-wins"],
        lines: &[("", Never(visits("sss-star"), visits("alpha-beta")))],
        allowed: Only(100.0),
        ..SPEC
    },
    Spec {
        items: &[81],
        says: "On strongly ordered bushy trees of odd depth DUAL* is the best.",
        source: "Marsland 1991 (the survey), section 3.6, figure 5",
        quantity: "leaves of DUAL* over those of the best other algorithm, %",
        reading: "Among the algorithms of both papers that need no first guess and no table; MT-DUAL* is DUAL*.",
        experiments: &["strongly-ordered"],
        on: On::Such(Place::is_odd),
        lines: &[(
            "",
            Best(
                visits("dual-star"),
                &[
                    visits("alpha-beta"),
                    visits("negascout"),
                    visits("partially-informed-negascout"),
                    visits("informed-negascout"),
                    visits("sss-star"),
                    visits("pvs"),
                    visits("scout"),
                ],
            ),
        )],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        items: &[82],
        says: "Statistically, DUAL* is the most efficient of all.",
        source: "Marsland 1991 (the survey), section 3.6",
        quantity: "leaves of DUAL* over those of the best other algorithm, %",
        reading: "On all trees of the 1987 paper of depth 3 and more.",
        experiments: &["leaves-by-depth", "leaves-by-width-odd", "leaves-by-width-even"],
        on: On::Such(is_tree_of_the_papers),
        lines: &[(
            "",
            Best(
                visits("dual-star"),
                &[
                    visits("alpha-beta"),
                    visits("negascout"),
                    visits("partially-informed-negascout"),
                    visits("informed-negascout"),
                    visits("sss-star"),
                ],
            ),
        )],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        items: &[83],
        says: "SSS* and DUAL* need more than five times the processor time of a depth-first search.",
        source: "Marsland 1991 (the survey), section 3.6",
        quantity: "processor time of a search over that of NegaScout",
        reading: "Whole searches, of this machine, with the sorted linked list of 1987 for OPEN.",
        experiments: &["overheads"],
        lines: &[
            ("SSS*", TimePerSearch("sss-star-list", "negascout")),
            ("DUAL*", TimePerSearch("dual-star-list", "negascout")),
        ],
        allowed: Above(5.0),
        ..SPEC
    },
    Spec {
        items: &[65],
        says: "PVS is more efficient than aspiration search.",
        source: FIGURE_6,
        quantity: "leaves of PVS beyond those of aspiration, %",
        reading: "Both deepen ply by ply and remember nothing but the order of the root's moves. Aspiration begins with a third of a \
                  pawn around the value of the ply before; the survey grants that optimal windows would do better.",
        experiments: ENHANCEMENTS,
        lines: &[("", Excess(PVS, visits("aspiration")))],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        items: &[85],
        says: "With memory, iterative deepening pays for itself: it is faster than a direct search to the same depth.",
        source: "Marsland 1991 (the survey), section 3.7",
        quantity: "leaves of all iterations of PVS beyond those of direct alpha-beta, %",
        reading: "With a transposition table, and with all three tables; at the last two depths of each game.",
        experiments: ENHANCEMENTS,
        on: On::Deepest(2),
        lines: &[("+trans", Excess(TRANS, DIRECT)), ("+trans +ref +hist", Excess(ALL, DIRECT))],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        items: &[94],
        says: "The transposition table, the refutation table and the history table are additive and each make a significant \
               improvement to PVS.",
        source: FIGURE_6,
        quantity: "leaves beyond those without it, %",
        reading: "At the last two depths of each game: each alone, and each beside others. A table of 2^20 entries.",
        experiments: ENHANCEMENTS,
        on: On::Deepest(2),
        lines: &[
            ("+trans", Excess(TRANS, PVS)),
            ("+ref", Excess(REF, PVS)),
            ("+hist", Excess(HIST, PVS)),
            ("+hist beside +trans", Excess(TRANS_HIST, TRANS)),
            ("+hist beside +ref", Excess(REF_HIST, REF)),
            ("+trans beside +ref +hist", Excess(ALL, REF_HIST)),
            ("+ref beside +trans +hist", Excess(ALL, TRANS_HIST)),
        ],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        items: &[95],
        says: "A transposition table of 8K entries is overloaded by six plies of chess.",
        source: FIGURE_6,
        quantity: "leaves of PVS with a table of 2^13 entries beyond those with 2^20, %",
        reading: "From six plies on.",
        experiments: ENHANCEMENTS,
        on: On::Such(|place| place.depth >= 6 && place.width == 34),
        lines: &[("", Excess(visits("pvs+trans").key(SMALL), TRANS))],
        allowed: Above(0.0),
        ..SPEC
    },
    Spec {
        items: &[95],
        says: "The curves swing with the parity of the depth, because more of the frontier has to be evaluated where it is odd.",
        source: FIGURE_6,
        quantity: "share of direct alpha-beta's leaves at an odd depth, over that between its neighbours",
        reading: "The minimal tree, and PVS with all three tables. Between the neighbours: the geometric mean of the two even depths \
                  beside it.",
        experiments: ENHANCEMENTS,
        lines: &[("", Code(games::swings))],
        allowed: Above(1.0),
        ..SPEC
    },
    Spec {
        items: &[89],
        says: "With a transposition table a search of less than the minimal game tree is possible.",
        source: "Marsland 1991 (the survey), section 3.8",
        quantity: "leaves with all three tables beyond those of the minimal tree, %",
        reading: "The minimal tree has the mean width that direct alpha-beta met at every level. The leaves are those of all \
                  iterations. 'In extreme cases', says the survey: it holds where the mean over all positions is below.",
        experiments: ENHANCEMENTS,
        on: On::Deepest(2),
        lines: &[("", Excess(ALL, MINIMAL))],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        items: &[90],
        says: "Keys of 48 bits keep errors by conflicting entries rare.",
        source: "Marsland 1991 (the survey), section 3.8",
        quantity: "probes that another position answers, %",
        reading: "Positions of random games in a table of 2^16 slots; 'rare' is read as fewer than one in a million, 0.0001 %. The \
                  trees of the row are probes.",
        experiments: &["key-conflicts"],
        lines: &[("", Code(games::key_conflicts))],
        allowed: Below(0.0001),
        ..SPEC
    },
    Spec {
        items: &[92],
        says: "The frequency of earlier cut-offs orders moves better than knowledge of the game.",
        source: "Marsland 1991 (the survey), section 3.8, on Schaeffer 1983",
        lines: &[(
            "",
            NotMeasured(
                "the engine has no ordering by knowledge alone: captures by value stand before the history table",
            ),
        )],
        ..SPEC
    },
    Spec {
        items: &[97],
        says: "Anomalously good speed-up is possible.",
        source: "Marsland 1991 (the survey), section 4, on Lai and Sahni 1984",
        quantity: "boards on which the first solution of parallel IDA* comes more than N times as fast, %",
        reading: "Read as on more than one board in a hundred. The last iteration ends with the first solution that any processor \
                  finds.",
        experiments: &["pida-speedup"],
        lines: &[("", Code(puzzles::anomalies))],
        allowed: Above(1.0),
        ..SPEC
    },
    Spec {
        items: &[99],
        says: "Parallel IDA* on N processors is about 0.93 N times as fast, in the 15-puzzle too.",
        source: "Marsland 1991 (the survey), section 4.1, on Rao, Kumar and Ramesh 1987",
        quantity: "speed-up over one simulated processor, divided by N",
        reading: "The last iteration is searched to its end, so that all do the same work. Mail takes no time. 0.9 or more passes.",
        experiments: &["pida-speedup"],
        each: (&[4, 16, 64], "processors"),
        lines: &[("", PerPower(time("whole-iteration", Key::Is(1)), time("whole-iteration", Key::Each), 1.0))],
        allowed: Above(0.9),
        ..SPEC
    },
    Spec {
        items: &[101],
        says: "Parallel window search finds a solution quickly, and only later guarantees that one is optimal.",
        source: "Marsland 1991 (the survey), section 4.1, on Powley and Korf 1989",
        quantity: "time to the first solution beyond that to the proof, %",
        reading: "A tenth of the time sooner counts. Nodes are not ordered from iteration to iteration.",
        experiments: &["parallel-window"],
        each: (&[4, 16, 64], "processors"),
        lines: &[("", Excess(time("first-solution", Key::Each), time("proof", Key::Each)))],
        allowed: Below(-10.0),
        ..SPEC
    },
    Spec {
        items: &[101],
        says: "The first solution of parallel window search is nearly optimal.",
        source: "Marsland 1991 (the survey), section 4.1, on Powley and Korf 1989",
        quantity: "moves of the first solution beyond the shortest",
        reading: "'Nearly' is read as fewer than four moves, two steps of parity. Nodes are not ordered from iteration to iteration.",
        experiments: &["parallel-window"],
        each: (&[4, 16, 64], "processors"),
        lines: &[("", Mean(visits("first-solution").column("beyond").key(Key::Each)))],
        allowed: Below(4.0),
        ..SPEC
    },
    Spec {
        items: &[102],
        says: "PIA* has an almost linear speed-up.",
        source: "Marsland 1991 (the survey), section 4.1, on Huang and Davis 1989",
        quantity: "speed-up over A* alone, divided by N",
        reading: "Boards of 3x4 in simulated time, where a node generated costs 1 and mail arrives at once. 'Almost linear' is read as 0.8 N \
                  or more. The paper is not at hand.",
        experiments: &["parallel-a-star"],
        each: (&[4, 16, 64], "processors"),
        lines: &[("", PerPower(nodes("a-star"), time("parallel-iterative-a-star", Key::Each), 1.0))],
        allowed: Above(0.8),
        ..SPEC
    },
    Spec {
        items: &[109],
        says: "Young brothers wait is 11.8 times as fast on 16 processors.",
        source: "Marsland 1991 (the survey), section 4.3, on Feldmann and others 1990, in chess",
        quantity: "speed-up of young brothers wait over itself on one processor, N = 16",
        reading: "Read as 9 or more, in simulated time: positions of games to a fixed depth, and synthetic trees.",
        experiments: GAMES_AND_CURVES,
        lines: &[("", MeanRatio(time("young-brothers", Key::Is(1)), time("young-brothers", Key::Is(16))))],
        allowed: Above(9.0),
        ..SPEC
    },
    Spec {
        items: &[110],
        says: "On 256 processors with 256 times the table, search is 101 times as fast.",
        source: "Marsland 1991 (the survey), section 4.3, on Felten and Otto 1988, in chess",
        quantity: "speed-up of young brothers wait over one processor without a table, N = 256",
        reading: "Connect Four in simulated time, a table of 16 KiB on each processor; read as 80 or more. Chess is not searched here.",
        experiments: &["scattered-table"],
        lines: &[("", Code(machines::hypercube))],
        allowed: Above(80.0),
        ..SPEC
    },
    Spec {
        items: &[112],
        says: "Bound-and-branch is 12 times as fast on 32 processors.",
        source: "Marsland 1991 (the survey), section 4.3, on Ferguson and Korf 1988, in Othello",
        quantity: "speed-up of bound-and-branch over itself on one processor, N = 32",
        reading: "Read as 12 or more, in simulated time, on positions of games to a fixed depth.",
        experiments: &["real-game-speedup"],
        lines: &[("", MeanRatio(time("bound-and-branch", Key::Is(1)), time("bound-and-branch", Key::Is(32))))],
        allowed: Above(12.0),
        ..SPEC
    },
    Spec {
        items: &[112],
        says: "Bound-and-branch is equivalent to static PVSplit.",
        source: "Marsland 1991 (the survey), section 4.3",
        quantity: "time of PVSplit over that of bound-and-branch",
        reading: "Read as within 10 % on the same number of processors.",
        experiments: CURVES,
        each: (&[4, 16, 64], "processors"),
        lines: &[("", MeanRatio(time("pv-splitting", Key::Each), time("bound-and-branch", Key::Each)))],
        allowed: Between(0.9, 1.1),
        ..SPEC
    },
    Spec {
        items: &[114],
        says: "ER is 10 times as fast on 16 processors.",
        source: "Marsland 1991 (the survey), section 4.3, on Steinberg and Solomon 1990, in Othello",
        quantity: "speed-up of ER over itself on one processor, N = 16",
        reading: "Read as 8 or more, in simulated time: positions of games to a fixed depth, and synthetic trees.",
        experiments: GAMES_AND_CURVES,
        lines: &[("", MeanRatio(time("er", Key::Is(1)), time("er", Key::Is(16))))],
        allowed: Above(8.0),
        ..SPEC
    },
    Spec {
        items: &[115],
        says: "A speed-up of 350 on 1,000 processors is within reach.",
        source: "Marsland 1991 (the survey), section 4.4, on Hsu 1990, a simulation in chess",
        quantity: "most speed-up over the best sequential search of each tree, N = 1,024",
        reading: "The fastest search of each kind of trees, in simulated time where mail arrives at once; read as 300 or more.",
        experiments: GAMES_AND_CURVES,
        lines: &[("", Code(machines::fastest))],
        allowed: Above(300.0),
        ..SPEC
    },
    Spec {
        items: &[116],
        says: "Parallel forms of SSS* have not been successful.",
        source: "Marsland 1991 (the survey), section 4.3",
        quantity: "time of PARSSS* over that of young brothers wait, on the same processors",
        reading: "Simulated leaf-times, where the upkeep of OPEN costs nothing; it holds where PARSSS* is slower.",
        experiments: GAMES_AND_CURVES,
        each: (&[4, 16, 64], "processors"),
        lines: &[("", MeanRatio(time("par-sss-star", Key::Each), time("young-brothers", Key::Each)))],
        allowed: Above(1.0),
        ..SPEC
    },
    Spec {
        items: &[117],
        says: "Linear speed-up on worst-ordered trees is trivial.",
        source: "Marsland 1991 (the survey), section 4.4",
        quantity: "speed-up over alpha-beta, divided by N",
        reading: "The last child is always the best. Read as 0.9 N or more.",
        experiments: &["worst-order"],
        each: (&[4, 16], "processors"),
        lines: &[
            ("young brothers wait", PerPower(visits("alpha-beta"), time("young-brothers", Key::Each), 1.0)),
            ("tree splitting", PerPower(visits("alpha-beta"), time("tree-splitting", Key::Each), 1.0)),
            ("mandatory work first", PerPower(visits("alpha-beta"), time("mandatory-work-first", Key::Each), 1.0)),
        ],
        allowed: Above(0.9),
        ..SPEC
    },
    Spec {
        items: &[118],
        says: "PVSplit works very well on up to 4 processors.",
        source: "Marsland 1991 (the survey), section 4.4",
        quantity: "speed-up of PVSplit over itself on one processor, N = 4",
        reading: "'Very well' is read as 3 or more.",
        experiments: CURVES,
        lines: &[("", MeanRatio(time("pv-splitting", Key::Is(1)), time("pv-splitting", Key::Is(4))))],
        allowed: Above(3.0),
        ..SPEC
    },
    Spec {
        items: &[118],
        says: "PVSplit and mandatory work first do not scale.",
        source: "Marsland 1991 (the survey), section 4.4",
        quantity: "time on 16 processors over that on 256",
        reading: "It holds where sixteen times the processors are not even twice as fast.",
        experiments: CURVES,
        lines: &[
            ("PVSplit", MeanRatio(time("pv-splitting", Key::Is(16)), time("pv-splitting", Key::Is(256)))),
            ("MWF", MeanRatio(time("mandatory-work-first", Key::Is(16)), time("mandatory-work-first", Key::Is(256)))),
        ],
        allowed: Below(2.0),
        ..SPEC
    },
    Spec {
        items: &[105],
        says: "To split only down to a common depth, typically 2, gives the greatest benefit.",
        source: "Marsland 1991 (the survey), section 4.2",
        lines: &[(
            "",
            NotMeasured(
                "no method takes a split depth; `--grain` bounds the leaves of a job, not its distance from the root",
            ),
        )],
        ..SPEC
    },
    Spec {
        items: &[120],
        says: "A speed-up with memory that grows with N overstates what the processors are worth.",
        source: "Marsland 1991 (the survey), section 4.4",
        quantity: "time with a table of fixed size in all over that with a table of that size on each, N = 64",
        reading: "Connect Four, mail that takes no time; it holds where N times the memory is worth something by itself.",
        experiments: &["scattered-table"],
        lines: &[("", Code(machines::memory))],
        allowed: Above(1.0),
        ..SPEC
    },
    Spec {
        items: &[96],
        says: "A speed-up depends on the efficiency of the search on one processor that it is compared with.",
        source: "Marsland 1991 (the survey), section 4",
        quantity: "speed-up over itself on one processor, over that over the best sequential search, N = 16",
        reading: "Young brothers wait; it holds where the method's own speed-up is the larger one.",
        experiments: CURVES,
        lines: &[("", MeanRatio(time("young-brothers", Key::Is(1)), BEST))],
        allowed: Above(1.0),
        ..SPEC
    },
    Spec {
        items: &[79],
        says: "Search with conspiracy numbers makes heavy demands on memory.",
        source: "Marsland 1991 (the survey), section 3.6",
        quantity: "nodes that conspiracy numbers hold over the entries that SSS* holds",
        reading: "Both prove the value; it holds where conspiracy numbers hold more than the search that is known for its memory.",
        experiments: &["selective-on-random-trees"],
        lines: &[("", Quotient(visits("conspiracy-numbers").column("stored"), visits("sss-star").column("stored")))],
        allowed: Above(1.0),
        ..SPEC
    },
    Spec {
        items: &[79],
        says: "SSS*, alpha-beta and conspiracy numbers were compared on random trees.",
        source: "Allis, van der Meulen and van den Herik 1991, as named in the survey, section 3.6",
        lines: &[(
            "",
            NotMeasured(
                "the survey says that the three were compared and not with what result, and the paper was not at hand: \
                 `lab run selective-on-random-trees` compares them",
            ),
        )],
        ..SPEC
    },
    Spec {
        items: &[121],
        says: "Test suites of a real game are the right basis for comparisons.",
        source: "Marsland 1991 (the survey), section 4.3",
        lines: &[("", NotMeasured("a demand, not a quantity: `lab run real-game-speedup` meets it"))],
        ..SPEC
    },
];
