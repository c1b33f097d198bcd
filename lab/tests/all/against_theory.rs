//! The experiments against theory in their quick size, from the trees to the verdict.

use std::path::Path;

use provebest::CancelToken;
use provebest_lab::experiments;
use provebest_lab::report::{Found, Report};
use provebest_lab::run::{Ended, Run};

fn quick(name: &str, out: &Path) {
    let experiment = experiments::find(name).expect("an experiment");
    let run =
        Run { experiment, plan: experiment.plan(true), out: out.into(), threads: Some(2), command: vec![name.into()] };
    let ended = run.run(&CancelToken::new(), &()).expect("a run");
    assert!(matches!(ended, Ended::Finished(_)), "{ended:?}");
}

/// A broken algorithm, generator or formula turns one of these around.
#[test]
fn theory_holds() {
    let out = tempfile::tempdir().expect("a folder");
    let names = ["minimal-tree", "alpha-beta-formula", "sss-formula", "branching-factor"];
    names.iter().for_each(|name| quick(name, out.path()));
    let report = Report::of(out.path()).expect("a report");
    for name in names {
        let claim = report.claims.iter().find(|claim| claim.experiments == [name]).expect("a claim on each");
        let (yes, no) =
            [Found::Yes, Found::No].map(|found| claim.measures.iter().filter(|m| m.found == found).count()).into();
        assert!(yes > 0 && no == 0, "{name}: {:#?}", claim.measures);
    }
}
