//! Bhattacharya and Bagchi 1993: PARSSS* and PARITERSSS*.

use super::super::spec::Quantity::*;
use super::super::spec::{Key, SPEC, Spec, time, visits};
use super::code::{machines, printed};
use crate::statistics::Allowed::*;

const ONE_INSTANCE: &str = "The paper prints one instance, the best of several runs under a time-sharing system. The numbers of a row hold \
                            if at least 2 of 100 instances of ours, in lock step, lie as far out as the furthest of them.";

pub(super) const CLAIMS: &[Spec] = &[
    Spec {
        items: &[125],
        says: "PARSSS* with two processors examines the terminals of table 1, with these LIVE and SOLVED values, in 7 \
               terminalcounts; SSS* needs 12.",
        source: "Bhattacharya and Bagchi 1993, section 3, table 1",
        quantity: "printed numbers that come out exactly, %",
        reading: "Exact, whatever values the four leaves have that the paper leaves open. The LIVE value 4 printed for 2221 comes out \
                  as 5: it became LIVE together with 2211, which is printed with 5. It is counted as wrong here.",
        experiments: &["parsss-example"],
        lines: &[("", Code(printed::exactly))],
        allowed: Only(100.0),
        ..SPEC
    },
    Spec {
        items: &[127],
        says: "PARSSS* takes the times, speed-ups and terminals of table 2.",
        source: "Bhattacharya and Bagchi 1993, section 4, table 2",
        quantity: "our instances that lie as far out as the furthest printed number, %",
        reading: ONE_INSTANCE,
        experiments: &["parsss-speedup"],
        lines: &[("", Code(printed::as_far_out))],
        allowed: Above(2.0),
        ..SPEC
    },
    Spec {
        items: &[135],
        says: "PARITERSSS* with room for M nodes takes the times, speed-ups and terminals of table 3.",
        source: "Bhattacharya and Bagchi 1993, section 5, table 3",
        quantity: "our instances that lie as far out as the furthest printed number, %",
        reading: ONE_INSTANCE,
        experiments: &["pariter-memory"],
        lines: &[("", Code(printed::as_far_out))],
        allowed: Above(2.0),
        ..SPEC
    },
    Spec {
        items: &[129],
        says: "The speed-up of PARSSS* is less than linear.",
        source: "Bhattacharya and Bagchi 1993, sections 2 and 4",
        quantity: "speed-up over SSS*, divided by N",
        reading: "Terminalcounts in lock step.",
        experiments: &["parsss-speedup"],
        each: (&[2, 4, 8, 16], "processors"),
        lines: &[("", PerPower(visits("sss-star"), time("par-sss-star", Key::Each), 1.0))],
        allowed: Below(1.0),
        ..SPEC
    },
    Spec {
        items: &[129],
        says: "PARSSS* examines more terminals than SSS*.",
        source: "Bhattacharya and Bagchi 1993, sections 2 and 4",
        quantity: "terminals of PARSSS* beyond those of SSS*, %",
        experiments: &["parsss-speedup"],
        each: (&[2, 4, 8, 16], "processors"),
        lines: &[("", Excess(visits("par-sss-star").key(Key::Each), visits("sss-star")))],
        allowed: Above(0.0),
        ..SPEC
    },
    Spec {
        items: &[136],
        says: "PARSSS* needs about as much memory as SSS*.",
        source: "Bhattacharya and Bagchi 1993, section 5",
        quantity: "most descriptors of PARSSS* at once, over all processes, beyond those of SSS*, %",
        reading: "'About' is read as within 20 %.",
        experiments: &["parsss-speedup"],
        each: (&[2, 4, 8, 16], "processors"),
        lines: &[(
            "",
            Excess(visits("par-sss-star").key(Key::Each).column("stored"), visits("sss-star").column("stored")),
        )],
        allowed: Between(-20.0, 20.0),
        ..SPEC
    },
    Spec {
        items: &[133],
        says: "ITERSSS*(M) never examines more terminals than alpha-beta, however small M is.",
        source: "Bhattacharya and Bagchi 1993, sections 1 and 5",
        quantity: "trees where ITERSSS* visits at most the leaves of alpha-beta, %",
        reading: "For every M of the experiment, from the least that suffices up; one exception would refute it.",
        experiments: &["iter-sss-memory"],
        lines: &[("", Code(machines::iter_sss_never_more))],
        allowed: Only(100.0),
        ..SPEC
    },
    Spec {
        items: &[133],
        says: "With room for M = b^\u{2308}d/2\u{2309} nodes ITERSSS* is SSS*.",
        source: "Bhattacharya and Bagchi 1993, section 5",
        quantity: "leaves of ITERSSS* beyond those of SSS*, largest difference on a tree",
        reading: "Exact: one tree with another count would refute it.",
        experiments: &["iter-sss-memory"],
        lines: &[("", Code(machines::iter_sss_is_sss))],
        allowed: Only(0.0),
        ..SPEC
    },
];
