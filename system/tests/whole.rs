//! A file that is written as a whole is the old one or the new one, whatever fails, and nothing is left beside it.

mod scratch;

use std::io::Write;
use std::path::Path;

use provebest_system::{Call, Faults, File, replace};
use scratch::Scratch;

const OLD: &[u8] = b"the old one";
const NEW: &[u8] = b"the new one, which is longer";

fn write(path: &Path) -> std::io::Result<()> {
    replace(path, |file| file.write_all(NEW))
}

fn names(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|found| found.unwrap().file_name().into_string().unwrap());
    names.collect()
}

#[test]
fn whatever_fails() {
    use Call::*;
    let folder = Scratch::new("whole");
    let path = folder.0.join("file");
    let full = (0..=NEW.len() as u64).map(|room| (Faults::new().room(room), room < NEW.len() as u64));
    let refused = [Create, Write, Sync, Rename].map(|call| (Faults::new().refuse(call, 0..1), true));
    for (faults, fails) in full.chain(refused) {
        std::fs::write(&path, OLD).unwrap();
        assert_eq!(faults.during(|| write(&path)).is_err(), fails, "{faults:?}");
        assert_eq!(std::fs::read(&path).unwrap(), if fails { OLD } else { NEW });
        assert_eq!(names(&folder.0), ["file"]);
        write(&path).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), NEW);
    }
    // The bytes are there. Whether the name outlives power loss is not known, and the error says so.
    assert!(Faults::new().refuse(SyncDir, 0..1).during(|| write(&path)).is_err());
    assert_eq!((std::fs::read(&path).unwrap(), names(&folder.0).len()), (NEW.to_vec(), 1));
    assert!(Faults::new().refuse(Lock, 0..9).during(|| write(&path)).is_ok(), "no locks on this disk");
}

/// Drafts of the living are let be, and so are links and files of others.
#[test]
fn drafts_of_the_dead_are_removed() {
    let folder = Scratch::new("drafts");
    let path = folder.0.join("file");
    let dead = folder.0.join("file.0123456789abcdef.part");
    let others = ["other.0123456789abcdef.part", "file.part", "file.12.part", "file.x123456789abcdef.part"];
    for name in others {
        std::fs::write(folder.0.join(name), "").unwrap();
    }
    std::fs::write(&dead, "half").unwrap();
    let alive = File::open(&dead).unwrap();
    alive.try_lock().unwrap();
    write(&path).unwrap();
    assert!(dead.exists(), "its writer is alive");
    drop(alive);
    // Killed between writing and renaming: the draft cannot even be removed.
    let killed = Faults::new().refuse(Call::Rename, 0..1).refuse(Call::Remove, 0..9);
    assert!(killed.during(|| write(&path)).is_err());
    assert_eq!(names(&folder.0).len(), others.len() + 3);
    write(&path).unwrap();
    let mut left = names(&folder.0);
    left.retain(|name| !others.contains(&name.as_str()));
    assert_eq!(left, ["file"]);
    assert_eq!(names(&folder.0).len(), others.len() + 1);
}

#[test]
#[cfg(unix)]
fn links_are_not_followed() {
    let folder = Scratch::new("links");
    let (path, target) = (folder.0.join("file"), folder.0.join("target"));
    std::fs::write(&target, OLD).unwrap();
    let link = folder.0.join("file.0123456789abcdef.part");
    for name in [&path, &link] {
        std::os::unix::fs::symlink(&target, name).unwrap();
    }
    write(&path).unwrap();
    assert_eq!(std::fs::read(&target).unwrap(), OLD, "what a link points to is not touched");
    assert_eq!(std::fs::read(&path).unwrap(), NEW);
    assert!(!std::fs::symlink_metadata(&path).unwrap().is_symlink() && link.exists());
}

/// Many write the same file and clean up after each other; in the end the bytes of one of them are there, whole, and nothing else.
#[test]
fn many_at_once() {
    let folder = Scratch::new("many");
    let path = folder.0.join("file");
    std::thread::scope(|scope| {
        for letter in b'a'..=b'd' {
            let path = &path;
            scope.spawn(move || {
                (0..50).for_each(|_| replace(path, |file| file.write_all(&[letter; 99])).unwrap());
            });
        }
    });
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(bytes, [bytes[0]; 99]);
    assert_eq!(names(&folder.0), ["file"]);
}
