//! Plans are kept to: on the thread that made them, below it, and nowhere else.

mod scratch;

use std::io::{ErrorKind, Read, Seek, Write};
use std::panic::catch_unwind;
use std::path::Path;
use std::thread::{self, Builder};

use provebest_system::{Call, Faults, File, create_dir_all, remove_file, rename, spawn, spawn_scoped, sync_name};
use scratch::Scratch;

#[test]
fn every_call_can_be_refused() {
    let folder = Scratch::new("calls");
    let (one, two) = (folder.0.join("one"), folder.0.join("two"));
    let refuse = |call| Faults::new().refuse(call, 0..1);
    assert!(refuse(Call::Create).during(|| File::create_new(&one)).is_err());
    assert!(refuse(Call::Create).during(|| File::open_or_create(&one)).is_err() && !one.exists());
    let mut file = File::create_new(&one).unwrap();
    assert!(refuse(Call::Open).during(|| File::open(&one)).is_err());
    assert!(refuse(Call::Write).during(|| file.write(b"text")).is_err());
    assert!(refuse(Call::Read).during(|| file.read(&mut [0])).is_err());
    assert!(refuse(Call::Seek).during(|| file.rewind()).is_err());
    assert!(refuse(Call::SetLen).during(|| file.set_len(9)).is_err());
    assert!(refuse(Call::Sync).during(|| file.sync()).is_err());
    assert!(refuse(Call::Lock).during(|| file.try_lock()).is_err());
    assert!(refuse(Call::Rename).during(|| rename(&one, &two)).is_err());
    assert!(refuse(Call::Remove).during(|| remove_file(&one)).is_err());
    assert!(refuse(Call::CreateDir).during(|| create_dir_all(&two)).is_err());
    assert!(refuse(Call::SyncDir).during(|| sync_name(&one)).is_err());
    assert!(sync_name(&one).is_ok() && sync_name(Path::new("name")).is_ok());
    assert!(refuse(Call::Thread).during(|| spawn(Builder::new(), || ())).is_err());
    assert!(one.exists() && !two.exists() && file.metadata().unwrap().len() == 0);
}

#[test]
fn reads_may_return_less() {
    let folder = Scratch::new("short");
    let path = folder.0.join("file");
    std::fs::write(&path, "proved").unwrap();
    let (mut bytes, mut rest) = ([0; 4], Vec::new());
    let faults = Faults::new().short_reads();
    faults.during(|| {
        let mut file = File::open(&path).unwrap();
        assert_eq!(file.read(&mut bytes).unwrap(), 1);
        file.read_to_end(&mut rest).unwrap();
    });
    assert_eq!((bytes[0], &rest[..]), (b'p', &b"roved"[..]));
    assert!(faults.calls(Call::Read) >= 6);
}

/// The second thread is refused, whichever thread starts it; and a thread of another test has no plan.
#[test]
fn threads_keep_to_the_plan() {
    let begin = || thread::scope(|scope| spawn_scoped(Builder::new(), scope, || ()).map(|_| ()));
    let refused = Faults::new().refuse(Call::Thread, 1..2);
    let error = refused.during(|| {
        thread::scope(|scope| assert!(scope.spawn(begin).join().unwrap().is_ok(), "no plan"));
        thread::scope(|scope| spawn_scoped(Builder::new(), scope, begin).unwrap().join().unwrap())
    });
    assert_eq!(error.unwrap_err().kind(), ErrorKind::WouldBlock);
    assert!(begin().is_ok());
}

/// A file that was opened under a plan is written by other threads under it too, until it is over.
#[test]
fn files_keep_to_the_plan() {
    let folder = Scratch::new("files");
    let faults = Faults::new().room(3);
    let mut file = faults.during(|| {
        let mut file = File::create_new(&folder.0.join("file")).unwrap();
        thread::scope(|scope| scope.spawn(|| assert!(file.write_all(b"text").is_err())).join().unwrap());
        file
    });
    assert_eq!(faults.written(), 3);
    file.write_all(b"t").unwrap();
    assert_eq!(std::fs::read(folder.0.join("file")).unwrap(), b"text");
    assert!(catch_unwind(|| faults.during(|| panic!("as planned"))).is_err());
    file.write_all(b"!").unwrap();
}

/// Opening a pipe may wait for ever, and reading a device may never end.
#[test]
#[cfg(unix)]
fn only_regular_files_are_opened() {
    let folder = Scratch::new("regular");
    let (pipe, link) = (folder.0.join("pipe"), folder.0.join("link"));
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    std::os::unix::fs::symlink(folder.0.join("target"), &link).unwrap();
    for path in [&pipe, &folder.0, Path::new("/dev/zero"), Path::new("/dev/full")] {
        if !path.exists() {
            eprintln!("skipped: there is no {}", path.display());
            continue;
        }
        for opened in [File::open(path), File::open_or_create(path)] {
            assert_eq!(opened.unwrap_err().kind(), ErrorKind::InvalidInput, "{}", path.display());
        }
    }
    assert!(File::create_new(&link).is_err() && !folder.0.join("target").exists(), "a link is not followed");
}
