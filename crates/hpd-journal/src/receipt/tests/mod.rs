//! Receipts from events, and their texts.

mod lines;
mod texts;

use serde_json::{Value, json};

use super::Receipt;
use crate::events::EventRecord;

/// Records as the journal keeps them: the turn, the call, the type and the data.
fn records(told: &[(&str, &str, &str, Value)]) -> Vec<EventRecord> {
    let record = |(seq, (turn, call, kind, data)): (u64, &(&str, &str, &str, Value))| {
        let record = json!({
            "entry": seq, "session": "s", "seq": seq, "turn": turn, "call_id": call, "at": seq, "type": kind, "data": data,
        });
        serde_json::from_value(record).unwrap()
    };
    (1..).zip(told).map(record).collect()
}

/// The receipt of the turn `now`.
fn receipt(told: &[(&str, &str, &str, Value)]) -> Receipt {
    Receipt::of_events(&records(told), "now")
}

fn call(tool: &str, arguments: &str) -> Value {
    json!({"tool": tool, "is_write": true, "arguments": arguments})
}

fn ended(tool: &str, status: &str) -> Value {
    json!({"tool": tool, "success": status == "ok", "status": status, "is_write": true, "attempts": 1})
}
