//! Every algorithm against every other, tree by tree.

use std::collections::BTreeMap;

use super::pictures::known;
use super::{About, Experiment, FAMILY};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Figure, Panel, Scale};
use crate::results::Results;
use crate::statistics::{Level, wilson};
use crate::subject::{Subject, TreeClass};

pub(super) struct WhoWins;

/// Wins, ties and losses of one algorithm against another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Score {
    wins: u64,
    ties: u64,
    trees: u64,
}

impl Score {
    fn share(self) -> Option<f64> {
        (self.trees > 0).then(|| (self.wins as f64 + self.ties as f64 / 2.0) / self.trees as f64)
    }
}

fn score(results: &Results, subject: Subject, one: &str, other: &str) -> Score {
    let visits = |name: &str| -> BTreeMap<u32, u64> {
        let own = results.rows.iter().filter(|counted| counted.subject == subject && counted.row.algorithm == name);
        own.map(|counted| (counted.tree, counted.row.leaf_visits)).collect()
    };
    let theirs = visits(other);
    let mut score = Score::default();
    for (tree, mine) in visits(one) {
        let Some(&their) = theirs.get(&tree) else { continue };
        score.trees += 1;
        score.wins += u64::from(mine < their);
        score.ties += u64::from(mine == their);
    }
    score
}

impl Experiment for WhoWins {
    fn about(&self) -> About {
        About { name: "who-wins", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        if quick { Plan::of(FAMILY, &[5], &[5, 6], 20) } else { Plan::of(FAMILY, &[10], &[5, 6], 500) }
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let names: Vec<&str> = plan.algorithms.iter().map(|algorithm| algorithm.name()).collect();
        let panel = |class: TreeClass| {
            let against = |one: &&str| -> Vec<Option<f64>> {
                let share =
                    |other: &&str| (one != other).then(|| score(results, class.into(), one, other).share()).flatten();
                names.iter().map(share).collect()
            };
            Panel {
                title: class.words(),
                x: Axis::new("", Scale::Linear),
                y: Axis::new("", Scale::Linear),
                content: Content::Matrix {
                    names: names.iter().map(|name| known(name).0).collect(),
                    shares: names.iter().map(against).collect(),
                },
            }
        };
        let panels = plan.classes().into_iter().map(panel).collect();
        let note = format!(
            "In how many of 100 trees the row visits fewer leaves than the column; ties count half; {} trees of each kind",
            plan.trees
        );
        Figure { title: "Who wins against whom".into(), note, panels }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let mut lines = Vec::new();
        for subject in results.subjects() {
            let score = score(results, subject, "informed-negascout", "sss-star");
            if score.trees > 0 {
                let (low, high) = wilson(score.wins as f64, score.trees, Level::SINGLE);
                lines.push(format!(
                    "{subject}: INS beats SSS* in {:.0} % of the trees (95 % interval {:.0} to {:.0}), ties in {:.0} %",
                    100.0 * score.wins as f64 / score.trees as f64,
                    100.0 * low,
                    100.0 * high,
                    100.0 * score.ties as f64 / score.trees as f64
                ));
            }
        }
        lines
    }
}
