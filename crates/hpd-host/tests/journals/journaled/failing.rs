//! A journal that can't be written: reads continue, and no write runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_executor::block_on;
use hpd_host::approval::{Permission, StoreError};
use hpd_host::journal::{EventFilter, Journal, MemoryJournal};
use hpd_host::system::{System, Timestamp};
use hpd_host::testing::{Asked, FakeClock, Tapped};
use hpd_host::{Approval, RawCall, Session, Toolbox, plugin};

/// A journal of which nothing is written any more after so many writes.
fn failing_after(writes: u32) -> impl Journal {
    let left = AtomicU32::new(writes);
    Tapped::new(MemoryJournal::new(), move |asked: &Asked<'_>| {
        let is_read = ["get", "list", "session_record", "read", "head", "verify"].contains(&asked.method());
        let write = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        if is_read || write().is_ok() { Ok(()) } else { Err(StoreError::new("no space is left")) }
    })
}

/// Counts its effects.
#[derive(Clone, Default)]
struct Till(Arc<AtomicU32>);

#[plugin]
impl Till {
    /// Takes something out.
    #[ai_function(write, risk = low)]
    fn take(&self) -> String {
        let taken = self.0.fetch_add(1, Ordering::Relaxed) + 1;
        format!("Taken: {taken}.")
    }

    /// Looks inside.
    #[ai_function]
    fn look() -> String {
        "There is enough.".to_owned()
    }
}

fn call(writes: u32, tool: &str) -> (String, u32) {
    let till = Till::default();
    let builder = Toolbox::builder().plugin(till.clone()).approval(Approval::new().writes(Permission::Allow));
    let toolbox = builder.journal(failing_after(writes)).build().expect("nothing is wrong with it");
    let outcome = block_on(toolbox.call(&Session::with_id("s1"), &RawCall::new("c1", tool, "{}")));
    (outcome.for_model_as_text().into_owned(), till.0.load(Ordering::Relaxed))
}

#[test]
fn a_read_is_answered_although_nothing_can_be_told() {
    assert_eq!(call(0, "look").0, "There is enough.");
}

/// The tools, the turn, the call, the session record, the insert, the claim, the end.
#[test]
fn a_write_runs_only_if_that_it_runs_is_written() {
    let runs: Vec<_> = (0..=7).map(|writes| call(writes, "take").1).collect();
    assert_eq!(runs, [0, 0, 0, 0, 0, 0, 1, 1]);
}

#[test]
fn a_write_whose_end_is_not_written_is_no_success() {
    assert_eq!(
        call(6, "take").0,
        "'take' ran, but what it ended in is not recorded yet. Do not call it again. Tell the user that it is not known \
         yet whether it took effect."
    );
    assert_eq!(call(7, "take").0, "Taken: 1.");
}

#[test]
fn a_write_that_is_taken_too_late_does_not_run() {
    let (till, clock) = (Till::default(), FakeClock::at(Timestamp::from_millis(1_767_225_600_000)));
    let slow = clock.clone();
    let journal = Arc::new(Tapped::new(MemoryJournal::new(), move |asked: &Asked<'_>| {
        if asked.method() == "claim" {
            slow.advance(Duration::from_secs(60));
        }
        Ok(())
    }));
    let builder = Toolbox::builder()
        .plugin(till.clone())
        .approval(Approval::new().writes(Permission::Allow))
        .system(System::new().clock(clock));
    let toolbox = builder.journal(Arc::clone(&journal)).build().expect("nothing is wrong with it");
    let outcome = block_on(toolbox.call(&Session::with_id("s1"), &RawCall::new("c1", "take", "{}")));
    assert_eq!(
        outcome.for_model_as_text(),
        "'take' can't be carried out right now. It did not run. Do not call it again. Tell the user that it can't be done \
         right now."
    );
    assert_eq!(till.0.load(Ordering::Relaxed), 0);
    let events = block_on(journal.read(&EventFilter::default())).expect("it can be read");
    let kinds: Vec<_> = events.iter().map(|record| record.event.kind()).collect();
    assert_eq!(kinds, ["turn_started", "tool_call", "write_validation", "tool_started", "tool_result"]);
}
