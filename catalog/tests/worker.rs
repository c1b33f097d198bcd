//! Work that fails. Apart from the other tests: panics of this program print nothing.

use std::sync::{Mutex, MutexGuard, PoisonError};

use provebest_catalog::worker::{Lost, keep_panics_quiet, on_stack, perhaps};

/// The place of a panic is kept for the whole program: tests that panic do so one after the other.
fn one_at_a_time() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    let one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    keep_panics_quiet();
    one
}

#[test]
fn what_is_not_needed_may_fail() {
    let _one = one_at_a_time();
    let mut heard = Vec::new();
    assert_eq!(perhaps("seven", || Ok::<_, Lost>(7), |why| heard.push(why)), Some(7));
    assert_eq!(perhaps("none", || Err::<u8, _>("refused"), |why| heard.push(why)), None);
    assert_eq!(perhaps::<u8, Lost>("none", || panic!("as planned"), |why| heard.push(why)), None);
    assert!(heard.len() == 2 && heard[0].contains("refused") && heard[1].contains("as planned"), "{heard:?}");
}

#[test]
fn a_panic_is_an_error_with_its_text_and_its_place() {
    let _one = one_at_a_time();
    assert_eq!(on_stack("seven", 1 << 20, || 7, || {}).unwrap(), 7);
    let lost = on_stack("none", 1 << 20, || panic!("three is not {}", 4), || {}).unwrap_err();
    let told = lost.to_string();
    assert!(told.contains("three is not 4, at ") && told.contains("worker.rs"), "{told}");
    assert_eq!(on_stack("eight", 1 << 20, || 8, || {}).unwrap(), 8, "the next one is not touched by it");
}

#[test]
fn no_thread_is_an_error() {
    let lost = on_stack("too large", usize::MAX / 4, || 7, || {}).unwrap_err();
    assert!(matches!(lost, Lost::NoThread(_)), "{lost}");
}
