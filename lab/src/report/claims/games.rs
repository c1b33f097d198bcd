//! Claims about engines in real games.

use std::collections::BTreeMap;

use super::super::claim::{Claim, Mark, Measure};
use super::super::place::Place;
use super::super::table::{Row, Shelf};
use super::rows::Rows;
use crate::statistics::{Estimate, Found};

const SURVEY: &str = "Marsland 1991 (the survey), section 3.9 and figure 6, in chess";
const PLAAT: &str = "Plaat, Schaeffer, Pijls and de Bruin 1996, section 5, in checkers, Othello and chess";

const LARGE: i64 = 1 << 20;
const SMALL: i64 = 1 << 13;

/// A setup: its name, and the room of its table if it has one.
type Key<'a> = (&'a str, Option<i64>);

const PVS: Key<'static> = ("pvs", None);
const TRANS: Key<'static> = ("pvs+trans", Some(LARGE));
const REF: Key<'static> = ("pvs+ref", None);
const HIST: Key<'static> = ("pvs+hist", None);
const TRANS_HIST: Key<'static> = ("pvs+trans+hist", Some(LARGE));
const REF_HIST: Key<'static> = ("pvs+ref+hist", None);
const ALL: Key<'static> = ("pvs+trans+ref+hist", Some(LARGE));

const ASPIRATION: Key<'static> = ("aspiration-pvs", Some(LARGE));
const ALPHA_BETA: Key<'static> = ("alpha-beta", Some(LARGE));
const MTD: Key<'static> = ("mtd-f", Some(LARGE));

pub(super) fn claims(shelf: &Shelf) -> anyhow::Result<Vec<Claim>> {
    let enhancements = Rows::read(shelf, "enhancements")?;
    let drivers = Rows::read(shelf, "mtd-or-pvs")?;
    Ok(vec![
        pvs_or_aspiration(&enhancements),
        memory_adds_up(&enhancements),
        small_table(&enhancements),
        swings(&enhancements),
        mtd_leaves(&drivers),
        mtd_nodes(&drivers),
        small_variations(&drivers),
        little_memory(&Rows::read(shelf, "table-size")?),
    ])
}

impl Rows {
    /// The last two depths of each game: an odd one and an even one.
    fn deepest(&self) -> Vec<Place> {
        let all = self.places();
        let last =
            |place: &Place| all.iter().filter(|one| one.order == place.order && one.depth > place.depth).count() < 2;
        all.iter().filter(|place| last(place)).cloned().collect()
    }

    /// By how many percent one setup exceeds another one, summed up over the positions.
    fn excess(&self, place: &Place, of: Key<'_>, over: Key<'_>, count: fn(&Row) -> u64) -> Option<Estimate> {
        let counts = |key: Key<'_>| -> BTreeMap<u64, f64> {
            let own = self.iter().filter(|row| row.place == *place && (row.algorithm.as_str(), row.key) == key);
            own.map(|row| (row.tree, count(row) as f64)).collect()
        };
        let base = counts(over);
        let pairs: Vec<(f64, f64)> =
            counts(of).into_iter().filter_map(|(tree, a)| Some((a, *base.get(&tree)?))).collect();
        (!pairs.is_empty()).then(|| Estimate::excess(&pairs))
    }

    fn leaves(&self, place: &Place, of: Key<'_>, over: Key<'_>) -> Option<Estimate> {
        self.excess(place, of, over, |row| row.leaf_visits)
    }
}

fn below(place: Place, detail: &str, estimate: Estimate, limit: f64) -> Measure {
    Measure { place, detail: detail.into(), estimate, found: estimate.below(limit) }
}

fn pvs_or_aspiration(games: &Rows) -> Claim {
    let measure = |place: Place| {
        let estimate = games.leaves(&place, PVS, ("aspiration", None))?;
        Some(below(place, "", estimate, 0.0))
    };
    Claim {
        measures: games.places().into_iter().filter_map(measure).collect(),
        ..games.claim(
            "PVS is more efficient than aspiration search.",
            SURVEY,
            "leaves of PVS beyond those of aspiration, %",
            "Both deepen ply by ply and remember nothing but the order of the root's moves. Aspiration begins with a third of a \
             pawn around the value of the ply before; the survey grants that optimal windows would do better.",
            Mark::Below(0.0),
        )
    }
}

fn memory_adds_up(games: &Rows) -> Claim {
    const STEPS: [(&str, Key<'static>, Key<'static>); 7] = [
        ("+trans", TRANS, PVS),
        ("+ref", REF, PVS),
        ("+hist", HIST, PVS),
        ("+hist beside +trans", TRANS_HIST, TRANS),
        ("+hist beside +ref", REF_HIST, REF),
        ("+trans beside +ref +hist", ALL, REF_HIST),
        ("+ref beside +trans +hist", ALL, TRANS_HIST),
    ];
    let mut measures = Vec::new();
    for place in games.deepest() {
        let measure =
            |(detail, of, over): (&str, _, _)| Some(below(place.clone(), detail, games.leaves(&place, of, over)?, 0.0));
        measures.extend(STEPS.into_iter().filter_map(measure));
    }
    Claim {
        measures,
        ..games.claim(
            "The transposition table, the refutation table and the history table are additive and each make a significant \
             improvement to PVS.",
            SURVEY,
            "leaves beyond those without it, %",
            "At the last two depths of each game: each alone, and each beside others. A table of 2^20 entries.",
            Mark::Below(0.0),
        )
    }
}

fn small_table(games: &Rows) -> Claim {
    let measure = |place: Place| {
        let estimate = games.leaves(&place, ("pvs+trans", Some(SMALL)), TRANS)?;
        let found = estimate.above(0.0);
        Some(Measure { place, detail: String::new(), estimate, found })
    };
    let places = games.places().into_iter().filter(|place| place.order == "chess" && place.depth >= 6);
    Claim {
        measures: places.filter_map(measure).collect(),
        ..games.claim(
            "A transposition table of 8K entries is overloaded by six plies of chess.",
            SURVEY,
            "leaves of PVS with a table of 2^13 entries beyond those with 2^20, %",
            "From six plies on.",
            Mark::Above(0.0),
        )
    }
}

fn swings(games: &Rows) -> Claim {
    const DIRECT: Key<'static> = ("alpha-beta", None);
    let places = games.places();
    let share = |key: Key<'_>, place: &Place, depth: u32| {
        let place = places.iter().find(|one| one.order == place.order && one.depth == depth)?;
        let Estimate { value, low, high } = games.leaves(place, key, DIRECT)?;
        // About two standard errors to each side.
        Some((value + 100.0, (high - low) / 4.0 / (value + 100.0)))
    };
    let mut measures = Vec::new();
    for place in places.iter().filter(|place| place.is_odd()) {
        for (name, key) in [("minimal tree", ("minimal-tree", None)), ("all three tables", ALL)] {
            let at = |depth: u32| share(key, place, depth);
            let (before, here, after) = (at(place.depth - 1), at(place.depth), at(place.depth + 1));
            let (Some(before), Some(here), Some(after)) = (before, here, after) else { continue };
            let between = ((before.0 * after.0).sqrt(), before.1.hypot(after.1) / 2.0);
            let estimate = Estimate::ratio(here, between);
            let found = if here.1.is_finite() { estimate.above(1.0) } else { Found::Unclear };
            measures.push(Measure { place: place.clone(), detail: name.into(), estimate, found });
        }
    }
    Claim {
        measures,
        ..games.claim(
            "The curves swing with the parity of the depth, because more of the frontier has to be evaluated where it is odd.",
            SURVEY,
            "share of direct alpha-beta's leaves at an odd depth, over that between its neighbours",
            "The minimal tree, and PVS with all three tables. Between the neighbours: the geometric mean of the two even depths \
             beside it.",
            Mark::Above(1.0),
        )
    }
}

fn mtd_leaves(games: &Rows) -> Claim {
    let measure = |place: Place| {
        let estimate = games.leaves(&place, MTD, ASPIRATION)?;
        let found = estimate.within(-10.0, -5.0);
        Some(Measure { place, detail: String::new(), estimate, found })
    };
    Claim {
        measures: games.deepest().into_iter().filter_map(measure).collect(),
        ..games.claim(
            "MTD(f) visits 5 to 10 % fewer leaves than aspiration NegaScout, depending on the game.",
            PLAAT,
            "leaves of MTD(f) beyond those of PVS with aspiration, %",
            "At the last two depths of each game. Everything but the windows at the root is the same, the table included.",
            Mark::Between(-10.0, -5.0),
        )
    }
}

fn mtd_nodes(games: &Rows) -> Claim {
    let measure = |place: Place| {
        let estimate = games.excess(&place, MTD, ASPIRATION, |row| row.nodes)?;
        Some(below(place, "", estimate, 0.0))
    };
    Claim {
        measures: games.deepest().into_iter().filter_map(measure).collect(),
        ..games.claim(
            "MTD(f) outperforms aspiration NegaScout in all nodes as well.",
            PLAAT,
            "nodes of MTD(f) beyond those of PVS with aspiration, %",
            "At the last two depths of each game. Nodes are counted at every entry, also where the table answers.",
            Mark::Below(0.0),
        )
    }
}

fn small_variations(games: &Rows) -> Claim {
    let measure = |place: Place| {
        let estimate = games.leaves(&place, ALPHA_BETA, MTD)?;
        Some(below(place, "", estimate, 20.0))
    };
    Claim {
        measures: games.deepest().into_iter().filter_map(measure).collect(),
        ..games.claim(
            "With deepening and a table, alpha-beta visits less than 20 % more leaves than others: not twice as many, as on trees \
             made for simulations.",
            PLAAT,
            "leaves of alpha-beta beyond those of MTD(f), %",
            "At the last two depths of each game.",
            Mark::Below(20.0),
        )
    }
}

fn little_memory(games: &Rows) -> Claim {
    let mut measures = Vec::new();
    for place in games.places() {
        for room in [6, 8, 10, 12, 14] {
            let entries = Some(1 << room);
            let Some(estimate) = games.leaves(&place, ("mtd-f", entries), ("alpha-beta", entries)) else { continue };
            measures.push(below(place.clone(), &format!("2^{room} entries"), estimate, 0.0));
        }
    }
    Claim {
        measures,
        ..games.claim(
            "With less memory than it would need, too, MTD(f) visits fewer leaves than alpha-beta with a wide window.",
            PLAAT,
            "leaves of MTD(f) beyond those of alpha-beta with the same table, %",
            "Tables of 2^6 to 2^14 entries.",
            Mark::Below(0.0),
        )
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::super::super::{Report, Verdict};

    /// A report on made-up counts: by depth, a setup with a share of what each position takes.
    fn report(experiment: &str, setups: &[(&str, &str, [f64; 3])]) -> Report {
        let mut text =
            String::from("order,width,depth,tree,entries,algorithm,leaves,leaf_visits,minimal,nodes,stored\n");
        for depth in 5..=7 {
            for tree in 0..24 {
                for (algorithm, entries, factors) in setups {
                    let visits = (100_000.0 + f64::from(tree * 37 % 11) * 5000.0) * factors[depth - 5];
                    let _ =
                        writeln!(text, "chess,34,{depth},{tree},{entries},{algorithm},,{visits:.0},1,{visits:.0},0");
                }
            }
        }
        let dir = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(dir.path().join(experiment)).expect("made");
        std::fs::write(dir.path().join(experiment).join("data.csv"), text).expect("written");
        Report::of(dir.path()).expect("a report")
    }

    fn verdict(report: &Report, words: &str) -> Verdict {
        report.claims.iter().find(|claim| claim.says.contains(words)).expect("such a claim").verdict()
    }

    const NO: Verdict = Verdict::DoesNotHold { unclear: String::new() };

    #[test]
    fn enhancements_as_the_survey_has_them() {
        let (large, small) = ("1048576", "8192");
        let report = report(
            "enhancements",
            &[
                ("alpha-beta", "", [1.0; 3]),
                ("aspiration", "", [0.9; 3]),
                ("pvs", "", [0.8; 3]),
                ("pvs+trans", large, [0.6; 3]),
                ("pvs+trans", small, [0.6, 0.7, 0.8]),
                ("pvs+ref", "", [0.7; 3]),
                ("pvs+hist", "", [0.5; 3]),
                ("pvs+trans+hist", large, [0.4; 3]),
                ("pvs+ref+hist", "", [0.45; 3]),
                ("pvs+trans+ref+hist", large, [0.3, 0.3, 0.35]),
            ],
        );
        for words in ["PVS is more efficient", "are additive", "8K entries is overloaded"] {
            assert_eq!(verdict(&report, words), Verdict::Holds, "{words}");
        }
        // Depths 5 to 7 have no odd one between even ones.
        assert_eq!(verdict(&report, "The curves swing"), Verdict::NotRun);
    }

    #[test]
    fn no_enhancement_is_worth_anything() {
        let same = ["pvs", "pvs+ref", "pvs+hist", "aspiration"].map(|name| (name, "", [1.0; 3]));
        let report = report("enhancements", &same);
        for words in ["PVS is more efficient", "are additive"] {
            assert_eq!(verdict(&report, words), NO, "{words}");
        }
    }

    #[test]
    fn mtd_or_pvs_by_the_numbers() {
        let with = |mtd: f64| {
            report(
                "mtd-or-pvs",
                &[
                    ("aspiration-pvs", "1048576", [1.0; 3]),
                    ("alpha-beta", "1048576", [1.15; 3]),
                    ("mtd-f", "1048576", [mtd; 3]),
                ],
            )
        };
        let (good, bad) = (with(0.93), with(1.02));
        assert_eq!(verdict(&good, "5 to 10 % fewer"), Verdict::Holds);
        assert_eq!(verdict(&bad, "5 to 10 % fewer"), NO);
        assert_eq!(verdict(&good, "in all nodes as well"), Verdict::Holds);
        assert_eq!(verdict(&bad, "in all nodes as well"), NO);
        assert_eq!(verdict(&bad, "less than 20 % more"), Verdict::Holds);
        assert_eq!(verdict(&good, "less than 20 % more"), NO);
    }

    #[test]
    fn places_of_games_have_no_width() {
        let report = report("enhancements", &[("pvs", "", [0.8, 1.0, 0.8]), ("aspiration", "", [0.9; 3])]);
        let claim = report.claims.iter().find(|claim| claim.says.contains("PVS is more")).expect("such a claim");
        assert_eq!(claim.verdict().sentence(), "holds only in chess (d = 5, 7); not in chess (d = 6)");
        assert_eq!(claim.measures[0].label(), "chess, d = 5");
    }
}
