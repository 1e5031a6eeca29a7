//! The AI SDK's rules about the order of chunks: the refusals of its clients, and further habits of its own server.

use std::collections::BTreeSet;

use serde_json::Value;

/// The state of a client within a message. It refuses exactly the chunks that `readUIMessageStream` of the package
/// `ai` refuses in version 5.0.277, 6.0.326 or 7.0.173; `vercel_upstream.rs` checks that.
#[derive(Debug, Default)]
pub(crate) struct Message {
    id: String,
    calls: BTreeSet<String>,
    /// Calls whose arguments come in pieces.
    streamed: BTreeSet<String>,
    texts: BTreeSet<String>,
}

impl Message {
    /// Takes the next chunk, or describes its problem here.
    pub(crate) fn take(&mut self, chunk: &Value) -> Result<(), String> {
        let text = |key: &str| chunk[key].as_str().unwrap_or_default().to_owned();
        let call = text("toolCallId");
        let is_right = match text("type").as_str() {
            "tool-input-available" | "tool-input-error" => {
                self.calls.insert(call);
                true
            }
            "tool-input-start" => {
                self.calls.insert(call.clone());
                self.streamed.insert(call);
                true
            }
            "tool-input-delta" => self.streamed.contains(&call),
            "tool-output-available" | "tool-output-error" | "tool-approval-request" => {
                self.calls.contains(&call)
            }
            "text-start" => {
                self.texts.insert(text("id"));
                true
            }
            "text-delta" => self.texts.contains(&text("id")),
            "text-end" => self.texts.remove(&text("id")),
            // Version 7 begins anew at another id; the others continue.
            "start" => {
                if self.id != text("messageId") && !text("messageId").is_empty() {
                    *self = Self { id: text("messageId"), ..Self::default() };
                }
                true
            }
            // Version 7 continues a text after the step; the others do not.
            "finish-step" => {
                self.texts.clear();
                true
            }
            _ => true,
        };
        if is_right { Ok(()) } else { Err(format!("not allowed here: {chunk}")) }
    }
}

/// Habits of the SDK's server that no client checks. A message begins once. Texts, calls and results are inside of
/// steps. Everything that begins also ends. A text has an id of its own, its parts are not empty, and it ends before a
/// call is made. Nothing follows the end.
///
/// Here, nothing follows an error either: a chat reads nothing after it.
#[derive(Debug, Default)]
pub(crate) struct Care {
    is_begun: bool,
    is_over: bool,
    is_in_step: bool,
    parts: BTreeSet<String>,
    open_texts: BTreeSet<String>,
}

impl Care {
    /// Takes the next chunk, or describes its problem here.
    pub(crate) fn take(&mut self, chunk: &Value) -> Result<(), String> {
        let text = |key: &str| chunk[key].as_str().unwrap_or_default();
        if self.is_over {
            return Err(format!("the message is over: {chunk}"));
        }
        let is_right = match text("type") {
            "start" => !std::mem::replace(&mut self.is_begun, true),
            "start-step" => self.is_begun && !std::mem::replace(&mut self.is_in_step, true),
            "finish-step" => std::mem::take(&mut self.is_in_step) && self.open_texts.is_empty(),
            "text-start" => {
                self.open_texts.insert(text("id").to_owned());
                self.is_in_step && self.parts.insert(format!("text {}", text("id")))
            }
            "text-delta" => !text("delta").is_empty(),
            // A chunk without metadata is sent for its result: the model made the call long before.
            "tool-input-available" if !chunk["providerMetadata"].is_null() => {
                self.is_in_step && self.open_texts.is_empty()
            }
            "text-end" => self.open_texts.remove(text("id")),
            "finish" => {
                self.is_over = true;
                self.is_begun && !self.is_in_step
            }
            "error" => {
                self.is_over = true;
                self.open_texts.is_empty()
            }
            // A part with the type and id of another one takes its place.
            kind if kind.starts_with("data-") => {
                self.is_in_step && self.parts.insert(format!("{kind} {}", text("id")))
            }
            _ => self.is_in_step,
        };
        if is_right { Ok(()) } else { Err(format!("no server does this: {chunk}")) }
    }

    /// Whether the message has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }
}
