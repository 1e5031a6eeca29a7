//! AG-UI's rules about the order of events: the refusals of its clients, and further rules of its documents.

use std::collections::BTreeSet;

use serde_json::Value;

/// The state of a client within a stream. It refuses exactly the events that `verifyEvents` of `@ag-ui/client` refuses
/// in version 0.0.58 or 1.0.0; `ag_ui_upstream.rs` checks that.
#[derive(Debug, Default)]
pub(crate) struct Order {
    run: Run,
    steps: BTreeSet<String>,
    calls: BTreeSet<String>,
    messages: BTreeSet<String>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq)]
enum Run {
    #[default]
    None,
    Active,
    Finished,
    Failed,
}

impl Order {
    /// Takes the next event, or describes its problem here.
    pub(crate) fn take(&mut self, event: &Value) -> Result<(), String> {
        let text = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
        let kind = text("type");
        let is_right = match (self.run, kind.as_str()) {
            // Version 1.0.0 takes a new run; 0.0.58 takes nothing at all.
            (Run::Failed, _) => false,
            (_, "RUN_ERROR") => {
                self.run = Run::Failed;
                true
            }
            (Run::None | Run::Finished, "RUN_STARTED") => {
                *self = Self { run: Run::Active, ..Self::default() };
                true
            }
            (Run::None | Run::Finished, _) | (Run::Active, "RUN_STARTED") => false,
            (Run::Active, "RUN_FINISHED") => {
                self.run = Run::Finished;
                self.steps.is_empty() && self.calls.is_empty() && self.messages.is_empty()
            }
            (Run::Active, "STEP_STARTED") => self.steps.insert(text("stepName")),
            (Run::Active, "STEP_FINISHED") => self.steps.remove(&text("stepName")),
            (Run::Active, "TOOL_CALL_START") => self.calls.insert(text("toolCallId")),
            (Run::Active, "TOOL_CALL_ARGS") => self.calls.contains(&text("toolCallId")),
            (Run::Active, "TOOL_CALL_END") => self.calls.remove(&text("toolCallId")),
            (Run::Active, "TEXT_MESSAGE_START") => self.messages.insert(text("messageId")),
            (Run::Active, "TEXT_MESSAGE_CONTENT") => self.messages.contains(&text("messageId")),
            (Run::Active, "TEXT_MESSAGE_END") => self.messages.remove(&text("messageId")),
            (Run::Active, _) => true,
        };
        if is_right { Ok(()) } else { Err(format!("{kind} is not allowed here: {event}")) }
    }

    /// Whether the last run has ended.
    pub(crate) fn is_done(&self) -> bool {
        matches!(self.run, Run::Finished | Run::Failed)
    }
}

/// Rules of the documents that no client checks. Ids of runs and messages are given once. A run ends under the ids
/// that it began with. A part of a text or of arguments is not empty.
///
/// Here, a text also ends before a call is made, and before its run fails.
#[derive(Debug, Default)]
pub(crate) struct Care {
    run: Option<(String, String)>,
    ids: BTreeSet<String>,
    texts: BTreeSet<String>,
}

impl Care {
    /// Takes the next event, or describes its problem here.
    pub(crate) fn take(&mut self, event: &Value) -> Result<(), String> {
        let text = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
        let run = (text("threadId"), text("runId"));
        let is_right = match text("type").as_str() {
            "RUN_STARTED" => {
                let is_new = self.ids.insert(format!("run {} of {}", run.1, run.0));
                self.run = Some(run);
                is_new
            }
            "RUN_FINISHED" => self.run.take() == Some(run),
            "RUN_ERROR" => self.run.take().is_some() && self.texts.is_empty(),
            "TEXT_MESSAGE_START" => {
                self.texts.insert(text("messageId"));
                self.ids.insert(format!("message {}", text("messageId")))
            }
            "TEXT_MESSAGE_END" => self.texts.remove(&text("messageId")),
            "TOOL_CALL_START" => self.texts.is_empty(),
            "TEXT_MESSAGE_CONTENT" | "TOOL_CALL_ARGS" => !text("delta").is_empty(),
            "TOOL_CALL_RESULT" => self.ids.insert(format!("message {}", text("messageId"))),
            _ => true,
        };
        if is_right { Ok(()) } else { Err(format!("the documents ask for something else: {event}")) }
    }
}
