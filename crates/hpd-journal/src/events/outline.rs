//! Outlines of events: the fields that figures are counted from, without texts, arguments and results.
//!
//! To read JSON takes most of the time of who counts, and these parts are most of the JSON. They are skipped where they
//! are read, so that there is one type of event, and one reader.

use std::cell::Cell;

use serde::de::{Deserialize, Deserializer, IgnoredAny};

use super::{Event, EventRecord};

thread_local! {
    /// Whether this thread reads events in outline now.
    static READS_OUTLINES: Cell<bool> = const { Cell::new(false) };
}

/// Reads, and skips the parts that an outline does not have.
#[cfg(any(feature = "postgres", feature = "sqlite", test))]
pub(crate) fn in_outline<T>(read: impl FnOnce() -> T) -> T {
    /// Ends it, also after a panic.
    struct End(bool);
    impl Drop for End {
        fn drop(&mut self) {
            READS_OUTLINES.set(self.0);
        }
    }
    let _end = End(READS_OUTLINES.replace(true));
    read()
}

/// A part that an outline does not have.
pub(super) fn unless_in_outline<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    part: D,
) -> Result<T, D::Error> {
    if READS_OUTLINES.get() {
        IgnoredAny::deserialize(part).map(|_| T::default())
    } else {
        T::deserialize(part)
    }
}

impl EventRecord {
    /// The record in outline.
    #[must_use]
    pub(crate) fn outline(self) -> Self {
        let event = match self.event {
            Event::TurnStarted(mut turn) => {
                turn.query = None;
                Event::TurnStarted(turn)
            }
            Event::ToolCall(mut call) => {
                call.arguments = None;
                Event::ToolCall(call)
            }
            Event::WriteValidation(mut check) => {
                (check.missing_fields, check.errors, check.fields_validated) = Default::default();
                check.message = None;
                Event::WriteValidation(check)
            }
            Event::ToolResult(mut result) => {
                (result.result, result.error) = (None, None);
                result.fields_checked = Vec::new();
                Event::ToolResult(result)
            }
            event => event,
        };
        Self { call_id: None, principal: None, tenant: None, event, ..self }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::in_outline;
    use crate::events::{Event, EventRecord};
    use crate::system::Timestamp;

    /// Events with every part that an outline does not have, and with parts that it has.
    #[test]
    fn an_outline_is_read_as_it_is_made() {
        let all = [
            json!({"type": "turn_started", "data": {"query": "Pay it.", "channel": "chat"}}),
            json!({"type": "tool_call", "data": {
                "tool": "pay", "tool_id": "Books.pay", "is_write": true, "arguments": "{\"Amount\": 7}",
            }}),
            json!({"type": "write_validation", "data": {
                "tool": "pay", "status": "blocked", "missing_fields": ["Amount"], "errors": ["Amount is required"],
                "fields_validated": ["InvoiceId"], "message": "Amount is required", "duration_ms": 1.5,
                "asks_user": true,
            }}),
            json!({"type": "tool_result", "data": {
                "tool": "pay", "success": true, "status": "ok", "is_write": true, "result": {"Id": [1, null]},
                "error": {"Why": "x"}, "error_type": "y", "error_codes": ["A"], "validation_status": "passed",
                "fields_checked": ["Amount"], "warnings": ["B"], "attempts": 2, "duration_ms": 0.5, "pending_id": "p",
            }}),
            json!({"type": "guardrail", "data": {"guardrail": "g", "claims": ["c"], "replacement": "r"}}),
        ];
        for json in all {
            let text = json.to_string();
            let whole: Event = serde_json::from_str(&text).unwrap();
            let read: Event = in_outline(|| serde_json::from_str(&text)).unwrap();
            let record = |event| EventRecord::new(1, "s", 1, Timestamp::from_millis(0), event);
            assert_eq!(record(read), record(whole.clone()).outline());
            assert_eq!(serde_json::to_value(&whole).unwrap(), json);
            // Later events are read whole again.
            assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), whole);
        }
    }

    #[test]
    fn a_panic_ends_it() {
        let caught = std::panic::catch_unwind(|| in_outline(|| panic!("on purpose")));
        assert!(caught.is_err());
        let read: Event =
            serde_json::from_str(r#"{"type":"turn_started","data":{"query":"Pay it."}}"#).unwrap();
        assert!(matches!(read, Event::TurnStarted(turn) if turn.query.is_some()));
    }
}
