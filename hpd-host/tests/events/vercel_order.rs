//! What the AI SDK says of the order of chunks: what its clients refuse, and what its own server does besides.

use std::collections::BTreeSet;

use serde_json::Value;

/// What a client has of a message. It refuses what `readUIMessageStream` of the package `ai` refuses in one of the
/// versions 5.0.277, 6.0.326 and 7.0.173, and nothing else; `vercel_upstream.rs` holds it to that.
#[derive(Debug, Default)]
pub(crate) struct Message {
    id: String,
    calls: BTreeSet<String>,
    /// Calls whose arguments come in pieces.
    streamed: BTreeSet<String>,
    texts: BTreeSet<String>,
}

impl Message {
    /// Takes the next chunk, or says what is wrong with it here.
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
            // Version 7 begins anew at another id; the others go on.
            "start" => {
                if self.id != text("messageId") && !text("messageId").is_empty() {
                    *self = Self { id: text("messageId"), ..Self::default() };
                }
                true
            }
            // Version 7 goes on with a text behind the step; the others do not.
            "finish-step" => {
                self.texts.clear();
                true
            }
            _ => true,
        };
        if is_right { Ok(()) } else { Err(format!("not allowed here: {chunk}")) }
    }
}

/// What the server of the SDK does and no client checks: a message begins once, texts, calls and results stand in
/// steps, what has begun ends, a text has an id of its own and parts that are not empty, it ends before a call is made,
/// and nothing is behind the end. Here, what stands behind an error is left out too: a chat reads nothing behind it.
#[derive(Debug, Default)]
pub(crate) struct Care {
    is_begun: bool,
    is_over: bool,
    is_in_step: bool,
    parts: BTreeSet<String>,
    open_texts: BTreeSet<String>,
}

impl Care {
    /// Takes the next chunk, or says what is wrong with it here.
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
            // One without metadata is told for its result: the model made it long before.
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
