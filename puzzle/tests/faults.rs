//! Databases in the cache under whatever the system refuses: the answer is there all the same, and the file is whole or not
//! there.

use std::path::Path;

use provebest_puzzle::tiles::{Databases, Origin, Partition};
use provebest_system::{Call, Faults};

fn open(path: &Path, partition: &Partition) -> (Databases, Origin) {
    let opened = Databases::open(path, partition, &mut |_| None).unwrap();
    (opened.databases, opened.origin)
}

#[test]
fn whatever_fails_the_databases_are_whole() {
    use Call::*;
    let folder = std::env::temp_dir().join(format!("provebest-cache-{}", std::process::id()));
    let path = folder.join("2-2.tiles");
    let partition = Partition::new(3, 2, &[&[1, 2], &[3, 4]]).unwrap();
    let (databases, _) = open(&path, &partition);
    let whole = std::fs::read(&path).unwrap();
    let mut damaged = whole.clone();
    *damaged.last_mut().unwrap() ^= 1;

    let length = whole.len() as u64;
    let calls = [Open, Create, Read, Write, Sync, Lock, Rename, Remove, CreateDir, SyncDir];
    let nth = |call| (0..4).map(move |nth| Faults::new().refuse(call, nth..nth + 1));
    // What was there before: nothing, a damaged file, a whole one.
    for before in [None, Some(&damaged), Some(&whole)] {
        let full = (0..length).map(|room| (Faults::new().room(room), before != Some(&whole)));
        let refused = calls.into_iter().flat_map(nth).map(|faults| (faults, false));
        for (faults, fails) in full.chain(refused) {
            let _ = std::fs::remove_file(&path);
            before.into_iter().for_each(|bytes| std::fs::write(&path, bytes).unwrap());
            let (found, origin) = faults.during(|| open(&path, &partition));
            assert!(found == databases, "{faults:?}");
            assert!(!fails || matches!(origin, Origin::Built { written: Err(_), .. }), "a full disk is told");
            let after = std::fs::read(&path).ok();
            assert!(after.as_ref() == before || after.as_ref() == Some(&whole), "{faults:?}");
            let (found, _) = Faults::new().short_reads().during(|| open(&path, &partition));
            assert!(found == databases && std::fs::read(&path).unwrap() == whole);
            assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "no draft is left: {faults:?}");
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The name of a draft cannot be known before, and a link that lies in wait is not written through.
#[test]
#[cfg(unix)]
fn links_in_the_cache_are_not_followed() {
    let folder = std::env::temp_dir().join(format!("provebest-links-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (path, target) = (folder.join("2-2.tiles"), folder.join("target"));
    std::fs::write(&target, "precious").unwrap();
    for name in [&path, &folder.join(format!("2-2.{}.part", std::process::id()))] {
        std::os::unix::fs::symlink(&target, name).unwrap();
    }
    let partition = Partition::new(3, 2, &[&[1, 2], &[3, 4]]).unwrap();
    assert!(matches!(open(&path, &partition).1, Origin::Built { written: Ok(()), .. }));
    assert_eq!(std::fs::read_to_string(&target).unwrap(), "precious");
    assert!(matches!(open(&path, &partition).1, Origin::Read));
    std::fs::remove_dir_all(&folder).unwrap();
}
