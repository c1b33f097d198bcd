//! Runs and reports under whatever the system refuses: every file is the one of a run without faults or not there, and a rerun
//! ends with the same tables.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use provebest::CancelToken;
use provebest_lab::experiments::find;
use provebest_lab::plan::Wishes;
use provebest_lab::plot::MISSING;
use provebest_lab::report::Report;
use provebest_lab::run::{Ended, Run};
use provebest_system::{Call, Faults};

fn run(out: &Path) -> anyhow::Result<()> {
    let experiment = find("leaves-by-depth").unwrap();
    let wishes = Wishes { trees: Some(1), widths: Some(vec![2]), depths: Some(vec![2]), ..Wishes::default() };
    let plan = experiment.plan(true).with(&wishes);
    let run = Run { experiment, plan, out: out.to_path_buf(), threads: Some(1), command: vec!["test".into()] };
    let ended = run.run(&CancelToken::new(), &())?;
    assert!(matches!(ended, Ended::Finished(_)));
    Ok(())
}

/// Files by name. Those that tell times are only read to see that they are whole.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for found in fs::read_dir(folder).into_iter().flatten() {
        let path = found.unwrap().path();
        let (name, bytes) = (path.file_name().unwrap().to_str().unwrap().to_string(), fs::read(&path).unwrap());
        let bytes = match name.as_str() {
            "manifest.json" => serde_json::from_slice::<serde_json::Value>(&bytes).map(|_| Vec::new()).unwrap(),
            "timing.csv" => bytes.iter().filter(|&&byte| byte == b'\n' || byte == b',').copied().collect(),
            _ => bytes,
        };
        files.insert(name, bytes);
    }
    files
}

/// Disks that are full after some of these bytes, the first of them one by one; and calls that are refused, until there are no
/// more of them.
fn all_faults(counted: &Faults, one_by_one: u64, calls: &[Call]) -> Vec<Faults> {
    let length = counted.written();
    let rooms = (0..length).filter(|room| *room < one_by_one || room % (length / 24 + 1) == 0);
    let nth = |&call: &Call| (0..counted.calls(call)).map(move |nth| Faults::new().refuse(call, nth..nth + 1));
    rooms.map(|room| Faults::new().room(room)).chain(calls.iter().flat_map(nth)).collect()
}

#[test]
fn whatever_fails_a_rerun_ends_with_the_same_tables() {
    use Call::*;
    let reference = tempfile::tempdir().unwrap();
    let counted = Faults::new();
    counted.during(|| run(reference.path())).unwrap();
    let whole = files(&reference.path().join("leaves-by-depth"));
    let figures = if MISSING.is_none() { 2 } else { 0 };
    assert!(whole.len() >= 4 + figures && whole.contains_key("figure.png") == (figures > 0));
    for faults in all_faults(&counted, 0, &[Create, Sync, Rename, Remove, CreateDir, SyncDir, Lock]) {
        let out = tempfile::tempdir().unwrap();
        let folder = out.path().join("leaves-by-depth");
        let failed = faults.during(|| run(out.path())).is_err();
        let mut left = files(&folder);
        assert!(left.remove("unfinished.txt").is_none() || failed, "{faults:?}");
        assert!(left.iter().all(|(name, bytes)| whole.get(name) == Some(bytes)), "{faults:?}");
        assert!(failed || left == whole, "{faults:?}");
        Faults::new().during(|| run(out.path())).unwrap();
        assert!(files(&folder) == whole, "{faults:?}");
    }
}

#[test]
fn whatever_fails_a_report_is_the_old_one_or_the_new_one() {
    use Call::*;
    let dir = tempfile::tempdir().unwrap();
    let report = Report::of(dir.path()).unwrap();
    let counted = Faults::new();
    counted.during(|| report.write(dir.path())).unwrap();
    let whole = files(dir.path());
    let old = |name: &str| [name.as_bytes(), b" of yesterday"].concat();
    for faults in all_faults(&counted, 200, &[Create, Sync, Rename, CreateDir, SyncDir, Lock]) {
        whole.keys().for_each(|name| fs::write(dir.path().join(name), old(name)).unwrap());
        let failed = faults.during(|| report.write(dir.path())).is_err();
        let left = files(dir.path());
        assert!(left.iter().all(|(name, bytes)| *bytes == old(name) || whole.get(name) == Some(bytes)), "{faults:?}");
        assert!(failed || left == whole, "{faults:?}");
        Faults::new().during(|| report.write(dir.path())).unwrap();
        assert!(files(dir.path()) == whole, "no draft is left: {faults:?}");
    }
}
