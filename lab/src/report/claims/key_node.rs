//! Lindstrom 1983: the key node method.

use super::super::spec::Quantity::*;
use super::super::spec::{Key, On, SPEC, Spec, time, visits};
use super::code::{machines, printed};
use crate::statistics::Allowed::*;

const TABLES: &[&str] = &["key-node-tables"];
const CURVES: &[&str] = &["speedup-on-many-trees", "speedup-curves"];
const GAMES_AND_CURVES: &[&str] = &["real-game-speedup", "speedup-on-many-trees", "speedup-curves"];
const VARIANTS: &[&str] = &["key-node-variants"];

pub(super) const CLAIMS: &[Spec] = &[
    Spec {
        items: &[147],
        says: "Alpha-beta and the key node method visit the nodes and terminals of tables 4-1 and 4-2, and the speed-ups on 2 to 20 \
               processors are those printed.",
        source: "Lindstrom 1983, section 4.2, tables 4-1 and 4-2",
        quantity: "root mean square of z = (printed mean of ten \u{2212} our mean) / (our deviation / \u{221a}10)",
        reading: "About 1 is what chance makes of ten trials; judged over all numbers together, and up to 1.3 holds. The numbers of \
                  one kind rest on the same ten trees. A row names the number that lies furthest off.",
        experiments: TABLES,
        lines: &[("", Code(printed::key_node))],
        allowed: Below(1.3),
        ..SPEC
    },
    Spec {
        items: &[147],
        says: "An independent implementation of the key node method has the same means.",
        source: "2,000 trials of an implementation made for this project alone, after Lindstrom 1983",
        quantity: "distance of the furthest mean, in standard errors of both",
        reading: "It holds where no mean lies more than 4 standard errors off: there are 104 of them.",
        experiments: TABLES,
        lines: &[("", Code(printed::elsewhere))],
        allowed: Below(4.0),
        ..SPEC
    },
    Spec {
        items: &[148],
        says: "Observation 1: significant speed-up is obtained, on 20 processors too.",
        source: "Lindstrom 1983, section 4.2.3",
        quantity: "speed-up over one processor, N = 20",
        reading: "'Significant' is read as more than 5.",
        experiments: TABLES,
        lines: &[("", MeanRatio(time("key-node", Key::Is(1)), time("key-node", Key::Is(20))))],
        allowed: Above(5.0),
        ..SPEC
    },
    Spec {
        items: &[148],
        says: "Observation 2: speed-up grows with the breadth of the tree about as it does with its depth.",
        source: "Lindstrom 1983, section 4.2.3",
        quantity: "growth of the speed-up from (3, 5) to (4, 5), over that from (3, 5) to (3, 6), N = 20",
        reading: "'Comparable' is read as between 0.8 and 1.25.",
        experiments: TABLES,
        lines: &[("", Code(machines::breadth_and_depth))],
        allowed: Between(0.8, 1.25),
        ..SPEC
    },
    Spec {
        items: &[148],
        says: "Observation 3: the greater speed-up without preordering is illusory, for the run takes longer.",
        source: "Lindstrom 1983, section 4.2.3",
        quantity: "time without preordering over that with it, N = 20",
        reading: "The paper has 263.6 over 56.6, which is 4.7, for f = 4 and q = 5; it holds where it is more than 1.",
        experiments: TABLES,
        lines: &[("", Code(machines::illusory))],
        allowed: Above(1.0),
        ..SPEC
    },
    Spec {
        items: &[144],
        says: "On perfectly ordered trees the key node method visits the nodes of mandatory work first.",
        source: "Lindstrom 1983, section 4.1",
        quantity: "nodes of the key node method beyond those of mandatory work first, largest difference on a tree",
        reading: "One processor each; exact.",
        experiments: VARIANTS,
        on: On::Such(|place| place.depth < 6),
        lines: &[("", Code(machines::same_nodes))],
        allowed: Only(0.0),
        ..SPEC
    },
    Spec {
        items: &[150],
        says: "Section 5.1: to suppress up messages of nonkey nodes is a minor optimisation.",
        source: "Lindstrom 1983, section 5.1",
        quantity: "messages of the buffered variant beyond those of the printed one, %",
        reading: "'Minor' is read as a saving of up to 20 %.",
        experiments: VARIANTS,
        on: On::Such(|place| place.order != "perfect"),
        lines: &[(
            "",
            Excess(
                visits("buffered").column("messages").key(Key::Is(8)),
                visits("printed").column("messages").key(Key::Is(8)),
            ),
        )],
        allowed: Between(-20.0, 0.0),
        ..SPEC
    },
    Spec {
        items: &[151],
        says: "Section 5.2: messages that overtake each other are easily accommodated; to receive new ones early helps.",
        source: "Lindstrom 1983, section 5.2",
        quantity: "time of the stamped variant, whose mail may overtake, beyond that of the printed one, %",
        reading: "Mail that takes from 1 to 9 leaf-times, against mail that takes 5; it holds where it costs less than 10 %.",
        experiments: VARIANTS,
        on: On::Such(|place| place.order != "perfect"),
        lines: &[("", Excess(time("stamped, overtaking", Key::Is(8)), time("printed, in order", Key::Is(8))))],
        allowed: Below(10.0),
        ..SPEC
    },
    Spec {
        items: &[153],
        says: "Section 5.3: iterative deepening makes fewer node expansions.",
        source: "Lindstrom 1983, section 5.3",
        quantity: "nodes of the deepening variant beyond those of the printed one, %",
        experiments: VARIANTS,
        on: On::Such(|place| place.order != "perfect"),
        lines: &[(
            "",
            Excess(
                visits("deepening").column("nodes").key(Key::Is(8)),
                visits("printed").column("nodes").key(Key::Is(8)),
            ),
        )],
        allowed: Below(0.0),
        ..SPEC
    },
    Spec {
        items: &[143],
        says: "The work for a message is at most linear in the degree of the node.",
        source: "Lindstrom 1983, section 4.1",
        lines: &[(
            "",
            NotMeasured(
                "true by construction: a message moves one child in a ranked list, `search/src/parallel/key_node/node.rs`",
            ),
        )],
        ..SPEC
    },
    Spec {
        items: &[160],
        says: "The speed-up of parallel aspiration stays below 5 or 6, however many processors there are.",
        source: "Baudet 1978; Lindstrom 1983, section 2.2",
        quantity: "speed-up of parallel aspiration over itself on one processor",
        reading: "Read as below 6. Ours stays far below the bound, so this is little evidence of where the bound lies.",
        experiments: GAMES_AND_CURVES,
        each: (&[4, 16, 64, 256, 1024], "processors"),
        lines: &[("", MeanRatio(time("parallel-aspiration", Key::Is(1)), time("parallel-aspiration", Key::Each)))],
        allowed: Below(6.0),
        ..SPEC
    },
    Spec {
        items: &[162],
        says: "Tree splitting gains at least the root of N.",
        source: "Lindstrom 1983, section 2.2, on Finkel and Fishburn 1982",
        quantity: "speed-up of tree splitting over itself on one processor, over the root of N",
        experiments: CURVES,
        each: (&[4, 16, 64, 256, 1024], "processors"),
        lines: &[("", PerPower(time("tree-splitting", Key::Is(1)), time("tree-splitting", Key::Each), 0.5))],
        allowed: Above(1.0),
        ..SPEC
    },
    Spec {
        items: &[163],
        says: "The speed-up of mandatory work first levels off.",
        source: "Lindstrom 1983, section 2.2, on Akl, Barnard and Doran 1980",
        quantity: "time on 64 processors over that on 256",
        reading: "It holds where four times the processors are less than one and a half times as fast.",
        experiments: CURVES,
        lines: &[(
            "",
            MeanRatio(time("mandatory-work-first", Key::Is(64)), time("mandatory-work-first", Key::Is(256))),
        )],
        allowed: Below(1.5),
        ..SPEC
    },
    Spec {
        items: &[164],
        says: "Deep cut-offs are statistically insignificant.",
        source: "Lindstrom 1983, section 2.2, on Baudet 1978",
        quantity: "leaves of alpha-beta without deep cut-offs over those with them, %",
        reading: "'Insignificant' is read as less than 5 % more leaves.",
        experiments: &["scout-family"],
        lines: &[("", Excess(visits("alpha-beta-shallow"), visits("alpha-beta")))],
        allowed: Below(5.0),
        ..SPEC
    },
];
