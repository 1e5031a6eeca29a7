//! Input from the host beside records: a client's runs, and the model's texts.

use std::fmt;

use serde_json::Value;

use super::event::{AgUiEvent, AgUiKind};
use super::mapper::{AgUiMapper, Run};
use crate::clients::bounds::Bounds;
use crate::receipt::{Receipt, ReceiptWords};

/// A text without an open run.
///
/// No id is invented: a client waits for the run that it requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoRun;

impl fmt::Display for NoRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no run is open: begin one with the ids that the client sent")
    }
}

impl std::error::Error for NoRun {}

impl AgUiMapper {
    /// Begins a run, with the `threadId` and the `runId` that the client sent with its request. A run that is open is
    /// [finished](Self::finish) first.
    ///
    /// The run contains all events of a session, until the host [finishes](Self::finish) it, lets it
    /// [fail](Self::fail), or begins another one. The first record decides the session. Later runs of this session keep
    /// this thread. The user's message is then a `CUSTOM` event at the turn's beginning.
    ///
    /// ```
    /// use hpd_journal::clients::ag_ui::{AgUiMapper, NoRun};
    ///
    /// let mut mapper = AgUiMapper::new();
    /// assert_eq!(mapper.text("Hello!"), Err(NoRun));
    ///
    /// let mut events = mapper.begin_run("thread-7", "run-1");
    /// events.extend(mapper.text("Hel")?);
    /// events.extend(mapper.text("lo!")?);
    /// events.extend(mapper.finish());
    /// let body: String = events.iter().map(|event| event.to_sse()).collect();
    /// assert_eq!(
    ///     body,
    ///     r#"data: {"type":"RUN_STARTED","threadId":"thread-7","runId":"run-1"}
    ///
    /// data: {"type":"TEXT_MESSAGE_START","messageId":"run-1/text/1","role":"assistant"}
    ///
    /// data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"run-1/text/1","delta":"Hel"}
    ///
    /// data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"run-1/text/1","delta":"lo!"}
    ///
    /// data: {"type":"TEXT_MESSAGE_END","messageId":"run-1/text/1"}
    ///
    /// data: {"type":"RUN_FINISHED","threadId":"thread-7","runId":"run-1","outcome":{"type":"success"}}
    ///
    /// "#
    /// );
    /// # Ok::<(), NoRun>(())
    /// ```
    pub fn begin_run(&mut self, thread_id: impl Into<String>, run_id: impl Into<String>) -> Vec<AgUiEvent> {
        let (thread_id, run_id) = (thread_id.into(), run_id.into());
        let mut events = self.finish();
        self.run = Some(Run { bounds: Bounds::of_host(), thread: thread_id.clone(), id: run_id.clone() });
        events.push(AgUiEvent::untimed(AgUiKind::RunStarted { thread_id, run_id }));
        events
    }

    /// Adds a part of the model's text. The first part begins a message; an empty part has no effect.
    ///
    /// # Errors
    ///
    /// No run is open: neither the host nor a record [began](Self::begin_run) one.
    pub fn text(&mut self, delta: &str) -> Result<Vec<AgUiEvent>, NoRun> {
        let run = self.run.as_ref().ok_or(NoRun)?;
        if delta.is_empty() {
            return Ok(Vec::new());
        }
        let mut kinds = Vec::new();
        let message_id = if let Some(id) = self.open.text() {
            id.to_owned()
        } else {
            self.texts += 1;
            let id = format!("{}/text/{}", run.id, self.texts);
            self.open.begin_text(&id);
            kinds.push(AgUiKind::TextMessageStart { message_id: id.clone(), role: "assistant" });
            id
        };
        kinds.push(AgUiKind::TextMessageContent { message_id, delta: delta.to_owned() });
        Ok(kinds.into_iter().map(AgUiEvent::untimed).collect())
    }

    /// Ends the model's text, so that the next one is another message; `None` if no text is open. Calls and the end of
    /// the run end it too.
    pub fn end_text(&mut self) -> Option<AgUiEvent> {
        let message_id = self.open.end_text()?;
        Some(AgUiEvent::untimed(AgUiKind::TextMessageEnd { message_id }))
    }

    /// The receipt of the turn, as a `CUSTOM` event with the name `receipt`. Its value has the fields of the receipt, its
    /// `text`, and its `status` line. Send it after the model's final answer.
    ///
    /// ```
    /// use hpd_journal::clients::ag_ui::{AgUiMapper, NoRun};
    /// use hpd_journal::receipt::{Receipt, ReceiptLanguages};
    ///
    /// let mut mapper = AgUiMapper::new();
    /// mapper.begin_run("thread-7", "run-1");
    /// let receipt = Receipt::of_events(&[], "turn-1");
    /// let events = mapper.receipt(&receipt, ReceiptLanguages::default().of("en"))?;
    /// assert_eq!(
    ///     events.last().map(|event| event.to_sse()).as_deref(),
    ///     Some(
    ///         r#"data: {"type":"CUSTOM","name":"receipt","value":{"lines":[],"status":"Nothing was changed.","text":"Nothing was changed.","turn":"turn-1"}}
    ///
    /// "#
    ///     )
    /// );
    /// # Ok::<(), NoRun>(())
    /// ```
    ///
    /// # Errors
    ///
    /// No run is open: neither the host nor a record [began](Self::begin_run) one.
    pub fn receipt(&mut self, receipt: &Receipt, words: &ReceiptWords) -> Result<Vec<AgUiEvent>, NoRun> {
        if self.run.is_none() {
            return Err(NoRun);
        }
        let mut events: Vec<_> = self.end_text().into_iter().collect();
        let value = Value::Object(receipt.data(words));
        events.push(AgUiEvent::untimed(AgUiKind::Custom { name: "receipt", value }));
        Ok(events)
    }
}
