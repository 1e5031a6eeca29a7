//! What AG-UI says of its events, as a JSON schema and as rules for their order. Written from `events.ts`, `types.ts` (`InterruptSchema`)
//! and `verify.ts` of `@ag-ui/core` and `@ag-ui/client` 0.0.58 (<https://github.com/ag-ui-protocol/ag-ui>, commit 821b8c2), for the events
//! that are used here. The types let other fields pass; here only those that they name.
//!
//! The crate `ag-ui-core` 0.1.0 can't be asked instead: its ids of threads, runs and calls are UUIDs, which those of providers are not.

use std::collections::BTreeSet;

use serde_json::{Value, json};

/// A checker of single events.
pub(crate) fn validator() -> jsonschema::Validator {
    jsonschema::draft202012::new(&schema()).unwrap()
}

fn schema() -> Value {
    let text = json!({"type": "string"});
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "oneOf": [
            event("RUN_STARTED", &json!({"threadId": text, "runId": text, "parentRunId": text}), &["threadId", "runId"]),
            event(
                "RUN_FINISHED",
                &json!({"threadId": text, "runId": text, "result": {}, "outcome": outcome()}),
                &["threadId", "runId"]
            ),
            event("RUN_ERROR", &json!({"message": text, "code": text}), &["message"]),
            event("STEP_STARTED", &json!({"stepName": text}), &["stepName"]),
            event("STEP_FINISHED", &json!({"stepName": text}), &["stepName"]),
            event(
                "TOOL_CALL_START",
                &json!({"toolCallId": text, "toolCallName": text, "parentMessageId": text}),
                &["toolCallId", "toolCallName"]
            ),
            event("TOOL_CALL_ARGS", &json!({"toolCallId": text, "delta": text}), &["toolCallId", "delta"]),
            event("TOOL_CALL_END", &json!({"toolCallId": text}), &["toolCallId"]),
            event(
                "TOOL_CALL_RESULT",
                &json!({"messageId": text, "toolCallId": text, "content": text, "role": {"const": "tool"}}),
                &["messageId", "toolCallId", "content"]
            ),
            event("CUSTOM", &json!({"name": text, "value": {}}), &["name", "value"]),
        ]
    })
}

/// An event with its fields, and those of every event.
fn event(name: &str, fields: &Value, required: &[&str]) -> Value {
    let mut properties = json!({
        "type": {"const": name},
        "timestamp": {"type": "number"},
        "rawEvent": {},
        "metadata": {"type": "object"},
    });
    for (key, schema) in fields.as_object().unwrap() {
        properties[key] = schema.clone();
    }
    let required: Vec<_> = ["type"].iter().chain(required).collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

fn outcome() -> Value {
    let interrupt = json!({
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "reason": {"type": "string"},
            "message": {"type": "string"},
            "toolCallId": {"type": "string"},
            "responseSchema": {"type": "object"},
            "expiresAt": {"type": "string"},
            "metadata": {"type": "object"},
        },
        "required": ["id", "reason"],
        "additionalProperties": false,
    });
    json!({"oneOf": [
        {
            "type": "object",
            "properties": {"type": {"const": "success"}},
            "required": ["type"],
            "additionalProperties": false,
        },
        {
            "type": "object",
            "properties": {
                "type": {"const": "interrupt"},
                "interrupts": {"type": "array", "items": interrupt, "minItems": 1},
            },
            "required": ["type", "interrupts"],
            "additionalProperties": false,
        },
    ]})
}

/// What a client has seen of a stream.
#[derive(Debug, Default)]
pub(crate) struct Order {
    run: Run,
    steps: BTreeSet<String>,
    calls: BTreeSet<String>,
    /// The protocol asks for ids of runs and messages that are given once.
    ids: BTreeSet<String>,
}

#[derive(Debug, Default, PartialEq)]
enum Run {
    #[default]
    None,
    Active(String, String),
    Over,
}

impl Order {
    /// Takes the next event, or says what is wrong with it here.
    pub(crate) fn take(&mut self, event: &Value) -> Result<(), String> {
        let text = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
        let kind = text("type");
        let ids = (text("threadId"), text("runId"));
        if kind == "RUN_STARTED" {
            if matches!(self.run, Run::Active(..)) {
                return Err("a run is still active".to_owned());
            }
            let name = format!("run {} of {}", ids.1, ids.0);
            self.run = Run::Active(ids.0, ids.1);
            return self.is_new(&name);
        }
        if !matches!(self.run, Run::Active(..)) {
            return Err(format!("{kind} outside of a run"));
        }
        let is_right = match kind.as_str() {
            "RUN_FINISHED" => {
                let is_right =
                    self.run == Run::Active(ids.0, ids.1) && self.steps.is_empty() && self.calls.is_empty();
                self.run = Run::Over;
                is_right
            }
            "RUN_ERROR" => {
                *self = Self { run: Run::Over, ids: std::mem::take(&mut self.ids), ..Self::default() };
                true
            }
            "STEP_STARTED" => self.steps.insert(text("stepName")),
            "STEP_FINISHED" => self.steps.remove(&text("stepName")),
            "TOOL_CALL_START" => self.calls.insert(text("toolCallId")),
            "TOOL_CALL_ARGS" => self.calls.contains(&text("toolCallId")) && !text("delta").is_empty(),
            "TOOL_CALL_END" => self.calls.remove(&text("toolCallId")),
            "TOOL_CALL_RESULT" => return self.is_new(&format!("message {}", text("messageId"))),
            _ => true,
        };
        if is_right { Ok(()) } else { Err(format!("{kind} is not allowed here: {event}")) }
    }

    /// Whether no run is active.
    pub(crate) fn is_done(&self) -> bool {
        self.run == Run::Over
    }

    fn is_new(&mut self, id: &str) -> Result<(), String> {
        if self.ids.insert(id.to_owned()) { Ok(()) } else { Err(format!("{id} was given before")) }
    }
}
