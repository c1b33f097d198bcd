//! Marsland, Reinefeld and Schaeffer 1987: low overhead alternatives to SSS*.

use super::super::place::Place;
use super::super::spec::Quantity::*;
use super::super::spec::{Key, Of, On, SPEC, Spec, Trees, visits};
use super::code::{theory, trees, wall};
use crate::statistics::Allowed::*;

const AB: Of = visits("alpha-beta");
const NS: Of = visits("negascout");
const PNS: Of = visits("partially-informed-negascout");
const INS: Of = visits("informed-negascout");
const SSS: Of = visits("sss-star");
const DUAL: Of = visits("dual-star");
const OPEN_LIST: Of = visits("sss-star-open");

const ALL: &[&str] = &["leaves-by-depth", "leaves-by-width-odd", "leaves-by-width-even"];
const ODD: &[&str] = &["leaves-by-depth", "leaves-by-width-odd"];
const EVEN: &[&str] = &["leaves-by-depth", "leaves-by-width-even"];
const WALL: &[&str] = &["refutation-wall"];
const OVERHEADS: &[&str] = &["overheads"];

const fn deep(place: &Place) -> bool {
    place.depth > 2
}

const fn even_and_deep(place: &Place) -> bool {
    place.depth > 2 && place.depth.is_multiple_of(2)
}

const CLOCK: &str = "Times are of this machine and of this implementation, whose OPEN is no linked list; the interval takes the \
                     spread of the time over trees as if the algorithms had searched different ones.";

const FIRST_BEST: &str = "The best child is the first one whose value is that of the tree; depths of 3 and more.";

pub(super) const CLAIMS: &[Spec] = &[
    Spec {
        items: &[44],
        says: "On trees of even depth SSS* visits the fewest leaves of all.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.1.2, figures 5 and 7",
        quantity: "leaves of SSS* over those of the best other algorithm, %",
        experiments: EVEN,
        on: On::Such(Place::is_even),
        lines: &[("", Best(SSS, &[AB, NS, PNS, INS, DUAL]))],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        items: &[39],
        says: "On trees of odd depth DUAL* visits fewer leaves than SSS*.",
        source: "Marsland, Reinefeld and Schaeffer 1987, sections 4.1.2 and 5, figures 5 and 6",
        quantity: "leaves of DUAL* over those of SSS*, %",
        reading: "Depths of 3 and more: on one ply every algorithm sees every leaf.",
        experiments: ODD,
        on: On::Such(Place::is_odd),
        lines: &[("", Excess(DUAL, SSS))],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        items: &[39],
        says: "On trees of odd depth INS visits fewer leaves than SSS*.",
        source: "Marsland, Reinefeld and Schaeffer 1987, sections 4.1.2 and 5, figures 5 and 6",
        quantity: "leaves of INS over those of SSS*, %",
        reading: "Depths of 3 and more. INS is the algorithm of figure 3 with its gaps filled: children that the first search did \
                  not reach get null windows, and merits are stored as they come back.",
        experiments: ODD,
        on: On::Such(Place::is_odd),
        lines: &[("", Excess(INS, SSS))],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        items: &[47],
        says: "On trees of odd depth wider than 5, SSS* beats only alpha-beta: DUAL*, INS, PNS and eventually even NegaScout \
               visit fewer leaves.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.1.2, figures 5 and 6",
        quantity: "leaves of SSS* over those of the other, %",
        experiments: ODD,
        on: On::Such(|place| place.is_odd() && place.width > 5),
        lines: &[
            ("than NS", Excess(SSS, NS)),
            ("than PNS", Excess(SSS, PNS)),
            ("than INS", Excess(SSS, INS)),
            ("than DUAL*", Excess(SSS, DUAL)),
        ],
        allowed: Above(0.0),
        ..SPEC
    },
    Spec {
        items: &[48],
        says: "On ordered bushy trees of depth 6 DUAL* visits about 10 % more leaves than SSS*.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.1.2, figure 7",
        quantity: "leaves of DUAL* over those of SSS*, %",
        reading: "Bushy means 20 children or more, as in the paper; 'about' is read as 5 to 15 %.",
        experiments: &["bushy-trees"],
        lines: &[("", Excess(DUAL, SSS))],
        allowed: Between(5.0, 15.0),
        ..SPEC
    },
    Spec {
        items: &[48],
        says: "On ordered bushy trees of depth 6 NegaScout visits about 25 % more leaves than SSS*.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.1.2, figure 7",
        quantity: "leaves of NegaScout over those of SSS*, %",
        reading: "Bushy means 20 children or more, as in the paper; 'about' is read as 20 to 30 %.",
        experiments: &["bushy-trees"],
        lines: &[("", Excess(NS, SSS))],
        allowed: Between(20.0, 30.0),
        ..SPEC
    },
    Spec {
        items: &[40],
        says: "If the first child proves to be the best, SSS* usually visits more leaves than DUAL* or INS on trees of odd depth.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.1.2",
        quantity: "trees with the best child first where the other visits fewer leaves than SSS*, %",
        reading: "'Usually' is read as more than half of the trees; a tie counts as half. The best child is the first one whose \
                  value is that of the tree.",
        experiments: ODD,
        on: On::Such(Place::is_odd),
        trees: Trees::FirstBest,
        lines: &[("DUAL*", Wins(DUAL, SSS)), ("INS", Wins(INS, SSS))],
        allowed: Above(50.0),
        ..SPEC
    },
    Spec {
        items: &[45],
        says: "If the value of the tree is found in the leftmost subtree, DUAL* searches about the same leaves as the searches \
               with minimal windows.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.1.2",
        quantity: "leaves of DUAL* over those of the other, on trees with the best child first, %",
        reading: "'About the same' is read as within 10 %. The best child is the first one whose value is that of the tree; depths \
                  of 3 and more.",
        experiments: ALL,
        on: On::Such(deep),
        trees: Trees::FirstBest,
        lines: &[("NS", Excess(DUAL, NS)), ("INS", Excess(DUAL, INS))],
        allowed: Between(-10.0, 10.0),
        ..SPEC
    },
    Spec {
        items: &[45],
        says: "If the value of the tree lies in a right subtree, DUAL* searches more efficiently even than INS.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.1.2",
        quantity: "leaves of DUAL* over those of INS, on trees with a later child best, %",
        reading: FIRST_BEST,
        experiments: ALL,
        on: On::Such(deep),
        trees: Trees::LaterBest,
        lines: &[("", Excess(DUAL, INS))],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        items: &[55],
        says: "DUAL* usually visits fewer leaves than INS.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 5",
        quantity: "trees where DUAL* visits fewer leaves than INS, %",
        reading: "'Usually' is read as more than half of the trees; a tie counts as half; depths of 3 and more.",
        experiments: ALL,
        on: On::Such(deep),
        lines: &[("", Wins(DUAL, INS))],
        allowed: Above(50.0),
        ..SPEC
    },
    Spec {
        items: &[42],
        says: "The leaves of SSS* have a standard deviation of about 30 %.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.1.2",
        quantity: "standard deviation over trees of the leaves of SSS*, % of their mean",
        reading: "'About' is read as 20 to 40 %; depths of 3 and more.",
        experiments: ALL,
        on: On::Such(deep),
        lines: &[("", Spread(SSS))],
        allowed: Between(20.0, 40.0),
        ..SPEC
    },
    Spec {
        items: &[41],
        says: "Sometimes SSS* visits only a quarter of the leaves of any other algorithm.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.1.2",
        quantity: "trees where SSS* needs at most a quarter of the leaves of every other algorithm, %",
        reading: "'Sometimes' is read as on more than one tree in a hundred; depths of 3 and more. The rows name the luckiest tree: \
                  the leaves of SSS* in percent of the best other algorithm.",
        experiments: ALL,
        on: On::Such(deep),
        lines: &[("", AtMost(SSS, 0.25, &[AB, NS, PNS, INS, DUAL]))],
        allowed: Above(1.0),
        ..SPEC
    },
    Spec {
        items: &[28],
        says: "There are trees on which NegaScout, a directional search, is better than SSS*.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 3",
        quantity: "trees where NegaScout visits at most the leaves of SSS*, %",
        reading: "Read as on more than one tree in a hundred; depths of 3 and more.",
        experiments: ALL,
        on: On::Such(deep),
        lines: &[("", AtMost(NS, 1.0, &[SSS]))],
        allowed: Above(1.0),
        ..SPEC
    },
    Spec {
        items: &[52],
        says: "INS beats SSS* in about 80 % of the trees of odd depth.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 5",
        quantity: "trees where INS visits fewer leaves than SSS*, %",
        reading: "'About' is read as 75 to 85 %; a tie counts as half.",
        experiments: ODD,
        on: On::Such(Place::is_odd),
        lines: &[("", Wins(INS, SSS))],
        allowed: Between(75.0, 85.0),
        ..SPEC
    },
    Spec {
        items: &[53],
        says: "On trees of even depth SSS* is better than INS only marginally more often than not.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 5",
        quantity: "trees where SSS* visits fewer leaves than INS, %",
        reading: "'Marginally' is read as 50 to 65 %; a tie counts as half; depths of 4 and more.",
        experiments: EVEN,
        on: On::Such(even_and_deep),
        lines: &[("", Wins(SSS, INS))],
        allowed: Between(50.0, 65.0),
        ..SPEC
    },
    Spec {
        items: &[53],
        says: "On trees of even depth the lead of SSS* over INS comes from a few trees.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 5",
        quantity: "leaves of SSS* over those of INS, without the tenth of trees that favour SSS* most, %",
        reading: "It holds where SSS* has no lead left without its best tenth; depths of 4 and more.",
        experiments: EVEN,
        lines: &[("", Code(trees::without_the_luckiest))],
        allowed: Above(0.0),
        ..SPEC
    },
    Spec {
        items: &[54],
        says: "An inferiority proof by a minimal window never costs more than by alpha-beta.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 5",
        quantity: "trees where NegaScout sees at most the different leaves of alpha-beta, %",
        reading: "Different leaves: to visit one again adds nothing to the proof. One exception would refute it.",
        experiments: ALL,
        lines: &[("", Never(NS.column("leaves"), AB.column("leaves")))],
        allowed: Only(100.0),
        ..SPEC
    },
    Spec {
        items: &[46],
        says: "Nothing changes between the algorithms as the width grows beyond 20.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.1.2",
        quantity: "leaves over those of SSS* at w = 30, less the same at w = 20, percentage points",
        reading: "Read as a change by less than 15 percentage points.",
        experiments: &["leaves-by-width-odd", "leaves-by-width-even"],
        lines: &[("", Code(trees::beyond_twenty))],
        allowed: Between(-15.0, 15.0),
        ..SPEC
    },
    Spec {
        items: &[43],
        says: "In perfectly ordered trees the principal variation holds (w + 1) / 2w of the leaves where the depth is even and \
               2 / (w + 1) where it is odd.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.1.2",
        quantity: "share of the leaves of the minimal tree below the first child, over that of the formula, %",
        reading: "'About' is read as within 5 %; counted exactly for w from 5 to 20, and d of 5 and 6.",
        experiments: &["minimal-tree"],
        lines: &[("", Code(theory::principal_variation))],
        allowed: Between(-5.0, 5.0),
        ..SPEC
    },
    Spec {
        items: &[34],
        says: "Simulations can err by as much as 30 %: even a hundred trees do not make a precise mean.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.1.1",
        quantity: "largest error of the mean of a hundred trees against the formula, %",
        reading: "Over all disjoint hundreds of trees of the run; it holds where one of them errs by 20 % or more.",
        experiments: &["alpha-beta-formula", "sss-formula"],
        lines: &[("", Code(theory::hundreds))],
        allowed: Above(20.0),
        ..SPEC
    },
    Spec {
        items: &[10],
        says: "A window just below the value of the tree is cheap to search, one just above is dear: the refutation wall stands \
               between i = \u{2212}1 and i = 0.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 2.1, figure 1",
        quantity: "rise of the leaves from i = \u{2212}1 to 0, less the steepest rise elsewhere, % of the mean",
        reading: "The steepest rise elsewhere is between neighbours; both rises are of the same trees.",
        experiments: WALL,
        lines: &[("", Code(wall::steepest))],
        allowed: Above(0.0),
        ..SPEC
    },
    Spec {
        items: &[11],
        says: "Below the value of the tree the count increases only slightly as the window comes nearer.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 2.1, figure 1",
        quantity: "leaves at i = \u{2212}1 over those at i = \u{2212}25, %",
        reading: "'Slightly' is read as by less than 10 %. Values reach from \u{2212}100 to 100.",
        experiments: WALL,
        lines: &[("", Excess(AB.key(Key::Is(-1)), AB.key(Key::Is(-25))))],
        allowed: Below(10.0),
        ..SPEC
    },
    Spec {
        items: &[12],
        says: "The better the trees are ordered, the higher is the wall.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 2.1, figure 1",
        quantity: "factor by which the wall of ordered trees exceeds that of random trees",
        reading: "The height of a wall is the ratio of the leaves on both sides of it.",
        experiments: WALL,
        lines: &[("over random", Code(wall::higher))],
        allowed: Above(1.0),
        ..SPEC
    },
    Spec {
        items: &[13],
        says: "In typical applications the wall is less pronounced.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 2.1",
        quantity: "rise of the leaves from i = \u{2212}1 to 0 in a game, %",
        reading: "Read as less than the 40 % of random trees. Alpha-beta without a table, from positions of each game.",
        experiments: &["wall-in-games"],
        lines: &[("", Excess(AB.key(Key::Is(0)), AB.key(Key::Is(-1))))],
        allowed: Below(40.0),
        ..SPEC
    },
    Spec {
        items: &[8],
        says: "If the value v of a tree is known, the window (v\u{2212}1, v+1) is the most efficient for aspiration.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 2",
        quantity: "trees where that window visits at most the leaves of the other, %",
        reading: "Windows (v\u{2212}k, v+k); one exception would refute it.",
        experiments: &["scout-family"],
        each: (&[10, 100, 1000], "for k"),
        lines: &[("", Never(AB.key(Key::Is(1)), AB.key(Key::Each)))],
        allowed: Only(100.0),
        ..SPEC
    },
    Spec {
        items: &[6],
        says: "On narrow trees Scout, NegaScout and PVS perform alike.",
        source: "Marsland, Reinefeld and Schaeffer 1987, note 1",
        quantity: "leaves over those of NegaScout, %",
        reading: "'Alike' is read as within 10 %. Palphabeta, which the note names too, equals PVS.",
        experiments: &["scout-family"],
        lines: &[("Scout", Excess(visits("scout"), NS)), ("PVS", Excess(visits("pvs"), NS))],
        allowed: Between(-10.0, 10.0),
        ..SPEC
    },
    Spec {
        items: &[29],
        says: "SSS*, DUAL* and INS have decreasing space needs.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4",
        quantity: "most bytes in use at once, over those of the next one",
        reading: "Bytes of what is stored, as this implementation lays it out: a descriptor of OPEN, or a note of INS, which holds \
                  w merits at a prove-best node and one number at an ignore-left node.",
        experiments: OVERHEADS,
        lines: &[
            ("SSS* over DUAL*", Quotient(SSS.column("bytes"), DUAL.column("bytes"))),
            ("DUAL* over INS", Quotient(DUAL.column("bytes"), INS.column("bytes"))),
        ],
        allowed: Above(1.0),
        ..SPEC
    },
    Spec {
        items: &[29],
        says: "PNS requires negligible storage.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4",
        quantity: "most bytes in use at once, % of those of INS",
        reading: "'Negligible' is read as less than a tenth.",
        experiments: OVERHEADS,
        lines: &[("", Excess(PNS.column("bytes"), INS.column("bytes")))],
        allowed: Below(-90.0),
        ..SPEC
    },
    Spec {
        items: &[51],
        says: "DUAL* has a shorter OPEN list than SSS*.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.2; Marsland 1991 (the survey), section 3.6",
        quantity: "trees where the longest OPEN of DUAL* is shorter than that of SSS*, %",
        reading: "Most descriptors at once; a tie counts as half; it holds where DUAL* is shorter on more than half of the trees.",
        experiments: OVERHEADS,
        lines: &[("", Wins(DUAL.column("stored"), SSS.column("stored")))],
        allowed: Above(50.0),
        ..SPEC
    },
    Spec {
        items: &[20],
        says: "INS needs only the space available, at the cost of some degradation.",
        source: "Marsland, Reinefeld and Schaeffer 1987, abstract",
        quantity: "leaves of INS with a table of this size over those of NegaScout, %",
        reading: "With a small table it still visits fewer leaves than NegaScout, which keeps nothing.",
        experiments: OVERHEADS,
        each: (&[1024, 16384, 262144], "bytes"),
        lines: &[("", Excess(INS.key(Key::Each), NS))],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        items: &[49],
        says: "SSS* is 10 times slower than NegaScout.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.2",
        quantity: "time per search of SSS* with a sorted linked list over that of NegaScout",
        reading: "Read as a factor between 6.7 and 15, of this machine. OPEN is the paper's list; SSS* as this project has it needs none.",
        experiments: OVERHEADS,
        lines: &[("", TimePerSearch("sss-star-list", "negascout"))],
        allowed: Between(6.7, 15.0),
        ..SPEC
    },
    Spec {
        items: &[49],
        says: "DUAL* is 5 times slower than NegaScout.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.2",
        quantity: "time per search of DUAL* with a sorted linked list over that of NegaScout",
        reading: "Read as a factor between 3.3 and 7.5, of this machine, with the paper's list.",
        experiments: OVERHEADS,
        lines: &[("", TimePerSearch("dual-star-list", "negascout"))],
        allowed: Between(3.3, 7.5),
        ..SPEC
    },
    Spec {
        items: &[50],
        says: "SSS* spends 90 % of its time in its OPEN list.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.2",
        quantity: "time in OPEN over time of the search",
        reading: "Read as 0.8 to 0.95. All pushes, pops, inserts and purges of a search with the paper's list are done once more \
                  without the search around them.",
        experiments: OVERHEADS,
        lines: &[("", TimePerSearch("sss-star-open", "sss-star-list"))],
        allowed: Between(0.8, 0.95),
        ..SPEC
    },
    Spec {
        items: &[49],
        says: "INS is only slightly slower than NegaScout.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.2",
        quantity: "time per leaf of INS over that of NegaScout",
        reading: "'Slightly' is read as a factor below 1.5, of this machine and this implementation.",
        experiments: OVERHEADS,
        lines: &[("", TimePerLeaf("informed-negascout", "negascout"))],
        allowed: Below(1.5),
        ..SPEC
    },
    Spec {
        items: &[30],
        says: "INS is the fastest of SSS*, DUAL* and INS; PNS and NegaScout are faster still.",
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4",
        quantity: "time per leaf over that of the faster one",
        reading: CLOCK,
        experiments: OVERHEADS,
        lines: &[
            ("SSS* over INS", TimePerLeaf("sss-star", "informed-negascout")),
            ("DUAL* over INS", TimePerLeaf("dual-star", "informed-negascout")),
            ("INS over PNS", TimePerLeaf("informed-negascout", "partially-informed-negascout")),
            ("INS over NS", TimePerLeaf("informed-negascout", "negascout")),
        ],
        allowed: Above(1.0),
        ..SPEC
    },
    Spec {
        items: &[56],
        says: "Most of the node information that SSS* keeps is never used.",
        source: "Marsland, Reinefeld and Schaeffer 1987, sections 1 and 5",
        quantity: "descriptors that never come to the head of OPEN, over all that are put on it",
        reading: "A descriptor is used when it comes to the head of OPEN; those that are purged, or left over at the end, are not. \
                  'Most' is more than half. OPEN is the paper's list.",
        experiments: OVERHEADS,
        lines: &[("", Quotient(OPEN_LIST.column("unused"), OPEN_LIST.column("descriptors")))],
        allowed: Above(0.5),
        ..SPEC
    },
];
