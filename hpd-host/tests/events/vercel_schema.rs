//! What the AI SDK says of a UI message stream, as a JSON schema and as rules for the order. Written from `uiMessageChunkSchema`
//! (`ui-message-chunks.ts`) and `process-ui-message-stream.ts` of the package `ai` 7.0.77 (<https://github.com/vercel/ai>, commit ed857f5), for
//! the chunks that are used here. That version lets other fields pass, versions 5 and 6 did not; here they do not.

use std::collections::BTreeSet;

use serde_json::{Value, json};

/// A checker of single chunks.
pub(crate) fn validator() -> jsonschema::Validator {
    jsonschema::draft202012::new(&schema()).unwrap()
}

fn schema() -> Value {
    let (text, flag) = (json!({"type": "string"}), json!({"type": "boolean"}));
    let metadata = json!({"type": "object", "additionalProperties": {"type": "object"}});
    let reasons = ["stop", "length", "content-filter", "tool-calls", "error", "other"];
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "anyOf": [
            chunk(&json!({"const": "start"}), &json!({"messageId": text, "messageMetadata": {}}), &[]),
            chunk(&json!({"const": "start-step"}), &json!({}), &[]),
            chunk(
                &json!({"const": "tool-input-available"}),
                &json!({
                    "toolCallId": text, "toolName": text, "input": {}, "providerExecuted": flag,
                    "providerMetadata": metadata, "dynamic": flag, "title": text
                }),
                &["toolCallId", "toolName", "input"]
            ),
            chunk(
                &json!({"const": "tool-output-available"}),
                &json!({
                    "toolCallId": text, "output": {}, "providerExecuted": flag, "dynamic": flag, "preliminary": flag
                }),
                &["toolCallId", "output"]
            ),
            chunk(
                &json!({"const": "tool-output-error"}),
                &json!({"toolCallId": text, "errorText": text, "providerExecuted": flag, "dynamic": flag}),
                &["toolCallId", "errorText"]
            ),
            chunk(
                &json!({"type": "string", "pattern": "^data-"}),
                &json!({"id": text, "data": {}, "transient": flag}),
                &["data"]
            ),
            chunk(&json!({"const": "finish-step"}), &json!({}), &[]),
            chunk(
                &json!({"const": "finish"}),
                &json!({"finishReason": {"enum": reasons}, "messageMetadata": {}}),
                &[]
            ),
            chunk(&json!({"const": "error"}), &json!({"errorText": text}), &["errorText"]),
        ]
    })
}

fn chunk(kind: &Value, fields: &Value, required: &[&str]) -> Value {
    let mut properties = fields.clone();
    properties["type"] = kind.clone();
    let required: Vec<_> = ["type"].iter().chain(required).collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

/// What a client has of a message.
#[derive(Debug, Default)]
pub(crate) struct Message {
    is_begun: bool,
    is_over: bool,
    is_in_step: bool,
    calls: BTreeSet<String>,
    parts: BTreeSet<String>,
}

impl Message {
    /// Takes the next chunk, or says what is wrong with it here.
    pub(crate) fn take(&mut self, chunk: &Value) -> Result<(), String> {
        let text = |key: &str| chunk[key].as_str().unwrap_or_default().to_owned();
        if self.is_over {
            return Err(format!("the message is over: {chunk}"));
        }
        let is_right = match text("type").as_str() {
            "start" => !std::mem::replace(&mut self.is_begun, true),
            "start-step" => self.is_begun && !std::mem::replace(&mut self.is_in_step, true),
            "finish-step" => std::mem::take(&mut self.is_in_step),
            "tool-input-available" => {
                self.calls.insert(text("toolCallId"));
                self.is_in_step
            }
            // A client throws an error at a result of a call that it does not know.
            "tool-output-available" | "tool-output-error" => {
                self.is_in_step && self.calls.contains(&text("toolCallId"))
            }
            "finish" => {
                self.is_over = true;
                self.is_begun && !self.is_in_step
            }
            "error" => {
                self.is_over = true;
                true
            }
            // A part with the type and id of another one takes its place.
            kind => self.is_in_step && self.parts.insert(format!("{kind} {}", text("id"))),
        };
        if is_right { Ok(()) } else { Err(format!("not allowed here: {chunk}")) }
    }

    /// Whether the message has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }
}
