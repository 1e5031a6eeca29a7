//! The unit tests of `health`. An example built for its tests is not built as a program, which `journal_programs`
//! needs.

#![allow(dead_code, reason = "only the tests of these files are of use here")]

#[path = "../../examples/health/function.rs"]
pub(super) mod function;
#[path = "../../examples/health/page.rs"]
pub(super) mod page;
#[path = "../../examples/health/quantity.rs"]
pub(super) mod quantity;
#[path = "../../examples/health/span.rs"]
pub(super) mod span;
#[path = "../../examples/health/spark.rs"]
pub(super) mod spark;

/// Events made by hand.
pub(super) mod events {
    use hpd_host::events::{Event, EventRecord};
    use hpd_host::journal::health::{Health, HealthBuilder, Period};
    use hpd_host::system::Timestamp;
    use serde_json::{Value, json};

    pub(crate) const DAY: u64 = 86_400_000;

    /// The figures of events at so many milliseconds.
    pub(crate) fn counted(by: Period, events: impl IntoIterator<Item = (u64, Event)>) -> Health {
        let mut builder = HealthBuilder::new(by);
        for (at, event) in events {
            let at = Timestamp::from_millis(at);
            let session = "s".to_owned();
            builder.add(&EventRecord::new(1, session, 1, at, event));
        }
        builder.finish()
    }

    fn event(kind: &str, data: &Value) -> Event {
        serde_json::from_value(json!({ "type": kind, "data": data })).unwrap()
    }

    pub(crate) fn call(tool: &str) -> Event {
        event("tool_call", &json!({ "tool": tool, "is_write": true }))
    }

    pub(crate) fn blocked(tool: &str) -> Event {
        event("write_validation", &json!({ "tool": tool, "status": "blocked" }))
    }

    pub(crate) fn took(tool: &str, duration_ms: f64) -> Event {
        let result = json!({
            "tool": tool, "success": true, "status": "ok", "is_write": true, "attempts": 1, "duration_ms": duration_ms,
        });
        event("tool_result", &result)
    }
}
