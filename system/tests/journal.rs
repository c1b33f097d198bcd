//! Whatever fails, a journal holds what was appended before, and then what is appended next: nothing of a torn line is left,
//! however long it was.

mod scratch;

use provebest_system::{Call, Faults, Journal};
use scratch::Scratch;

const LONG: &[u8] = b"a line that is longer than the next\n";
const SHORT: &[u8] = b"short\n";

#[test]
fn nothing_of_a_torn_line_is_left() {
    use Call::*;
    let folder = Scratch::new("journal");
    let path = folder.0.join("file");
    for opened_anew in [false, true] {
        let full = (0..LONG.len() as u64).map(|room| Faults::new().room(room));
        let worse = (0..LONG.len() as u64).map(|room| Faults::new().room(room).refuse(SetLen, 0..9));
        let refused = [Seek, Write, Sync].map(|call| Faults::new().refuse(call, 0..1));
        let stuck = [Faults::new().refuse(Sync, 0..1).refuse(SetLen, 0..9)];
        for faults in full.chain(worse).chain(refused).chain(stuck) {
            let _ = std::fs::remove_file(&path);
            let (mut journal, _) = Journal::open(&path).unwrap();
            journal.append(SHORT).unwrap();
            assert!(faults.during(|| journal.append_to_disk(LONG)).is_err(), "{faults:?}");
            if opened_anew {
                drop(journal);
                let (again, bytes) = Journal::open(&path).unwrap();
                assert!(bytes.starts_with(SHORT) && [SHORT, LONG].concat().starts_with(&bytes));
                journal = again;
                journal.keep(SHORT.len());
            }
            journal.append(SHORT).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), [SHORT, SHORT].concat(), "{faults:?}");
        }
    }
}
