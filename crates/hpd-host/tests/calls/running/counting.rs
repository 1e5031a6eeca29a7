//! Counters of calls.

use hpd_host::ToolError;
use hpd_host::error::Counters;

use crate::running::desk::{Act, MINUTE, office};

fn not_run() -> Act {
    Act::Fail(ToolError::new("Closed.").did_not_run())
}

/// Timeouts, retries, unknown outcomes.
fn counted(counters: &Counters) -> (u64, u64, u64) {
    (counters.timed_out, counters.retried, counters.unknown_outcome)
}

#[test]
fn retries_are_counted_whatever_they_end_in() {
    let office = office([not_run(), Act::Work, not_run(), not_run()]);
    office.call("read");
    assert_eq!(counted(&office.toolbox.counters()), (0, 1, 0));
    office.call("write");
    assert_eq!(counted(&office.toolbox.counters()), (0, 2, 0));
    assert_eq!(office.toolbox.counters().failed, 1);
}

#[test]
fn late_calls_are_counted_and_what_is_unknown_of_them() {
    let office = office([Act::Hang, Act::Hang, Act::Panic]);
    office.call_for("read_later", &[MINUTE]);
    assert_eq!(counted(&office.toolbox.counters()), (1, 0, 0));
    office.call_for("write_later", &[MINUTE]);
    assert_eq!(counted(&office.toolbox.counters()), (2, 0, 1));
    office.call("write");
    let counters = office.toolbox.counters();
    assert_eq!((counters.panicked, counters.failed), (1, 0));
    assert_eq!(counted(&counters), (2, 0, 2));
}
