//! The variants of the key node method.

use provebest::family::{Settings, Variant};
use provebest::{Algorithm, AnyMachine, CancelToken};

use super::pictures::{bars, note};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Content, Figure, Ink, ink};
use crate::results::{Results, Summary};
use crate::row::Row;
use crate::subject::{Subject, TreeClass, TreeKind};
use crate::trees::TreeInstance;
use crate::trial::{Trial, run_all};

pub(super) struct KeyNodeVariants;

const COUNT: usize = 8;

impl KeyNodeVariants {
    /// The names in the tables, and what they run.
    fn list(plan: &Plan, kind: TreeKind) -> anyhow::Result<Vec<(&'static str, Trial)>> {
        let trial = |variant, machine, count: usize| {
            let settings = Settings { variant: Some(variant), ..plan.settings() };
            Trial::of(vec![Some(count as i64)], Algorithm::KeyNode.with(settings), machine).visits_only()
        };
        let wrong = |text: String| anyhow::anyhow!("{text}");
        let mail = |text: &str| text.parse::<AnyMachine>().map_err(|error| wrong(error.to_string()));
        if kind == TreeKind::Perfect {
            let mandatory = Algorithm::MandatoryWorkFirst.with(Settings { grain: Some(0), ..plan.settings() });
            let alone = AnyMachine::simulated(1);
            return Ok(vec![
                ("printed", trial(Variant::Printed, AnyMachine::LockStep(1), 1)),
                ("mwf", Trial::of(vec![Some(1)], mandatory, alone).visits_only()),
            ]);
        }
        let together = |variant| trial(variant, AnyMachine::LockStep(COUNT), COUNT);
        let letters = |variant, machine: &str| anyhow::Ok(trial(variant, mail(machine)?, COUNT));
        Ok(vec![
            ("printed", together(Variant::Printed)),
            ("buffered", together(Variant::Buffered)),
            ("stamped", together(Variant::Stamped)),
            ("deepening", together(Variant::Deepening)),
            ("suppressing", together(Variant::Suppressing)),
            ("partitioned", together(Variant::Partitioned)),
            ("roaming", together(Variant::Roaming)),
            ("printed, in order", letters(Variant::Printed, "sim:8,latency=5")?),
            ("stamped, overtaking", letters(Variant::Stamped, "sim:8,latency=1..9")?),
        ])
    }
}

impl Experiment for KeyNodeVariants {
    fn about(&self) -> About {
        About { name: "key-node-variants", keys: &["processors"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let kinds = [TreeKind::Preordered, TreeKind::Correlated, TreeKind::Perfect];
        let shapes: &[(u32, u32)] = if quick { &[(3, 4)] } else { &[(3, 5), (4, 5)] };
        let class = |kind| shapes.iter().map(move |&(width, depth)| TreeClass { kind, width, depth });
        Plan::of_own(kinds.into_iter().flat_map(class), if quick { 5 } else { 400 })
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let tree = TreeInstance::new(subject.tree()?, plan.seed, number, plan.values)?;
        let (names, trials): (Vec<_>, Vec<_>) = Self::list(plan, tree.class.kind)?.into_iter().unzip();
        let rows = run_all(&tree, &trials, token)?;
        let named = |(row, name): (Row, &str)| Row { algorithm: name.into(), ..row };
        Ok(rows.map(|rows| rows.into_iter().zip(names).map(named).collect()))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let messages = |one: &Summary| one.took[4];
        let mut panels = bars(results, "messages", |one| one.algorithm.clone(), messages);
        for panel in &mut panels {
            let Content::Bars(bars) = &mut panel.content else { continue };
            bars.iter_mut().filter(|bar| bar.ink == Ink::THEORY).for_each(|bar| bar.ink = ink(Algorithm::KeyNode));
        }
        Figure { title: "Variants of the key node method".into(), note: note(plan, ""), panels }
    }
}
