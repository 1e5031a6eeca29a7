//! A small journal of a day.

use hpd_host::approval::CallState;
use hpd_host::events::{Event, EventRecord, ResultStatus};

use crate::health::events::{
    HOUR, blocked, call, decision, guardrail, mcq, passed, records, refused, result, retry, took,
};

/// A write is blocked, corrected, approved and done; a read fails an hour later.
pub(crate) fn day() -> Vec<EventRecord> {
    let start = 1_767_225_600_000;
    let later = start + HOUR;
    let failed = result("list_bills", ResultStatus::Error)
        .is_write(false)
        .validation_status(None)
        .error_type(Some("function_error".to_owned()))
        .warnings(vec!["STRING_TO_NUMBER".to_owned()])
        .duration_ms(Some(3.0));
    records([
        ("s1", "t1", start, call("pay")),
        ("s1", "t1", start + 1, blocked("pay")),
        ("s1", "t1", start + 1, refused("pay", "REQUIRED_FIELD")),
        ("s1", "t1", start + 900, retry("pay")),
        ("s1", "t1", start + 900, call("pay")),
        ("s1", "t1", start + 901, passed("pay")),
        ("s1", "t1", start + 901, mcq("p1")),
        ("s1", "t1", start + 5_000, decision("p1", "approved", CallState::Approved)),
        ("s1", "t1", start + 5_200, took("pay", 200.0)),
        ("s2", "t2", later, call("list_bills")),
        ("s2", "t2", later + 3, Event::ToolResult(failed)),
        ("s2", "t2", later + 2_000, guardrail("hallucinated_success")),
    ])
}
