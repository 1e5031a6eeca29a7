//! Records as chunks of a UI message stream.

use serde_json::{Map, Value, json};

use super::chunk::{UiDataPart, UiMessageChunk};
use crate::clients::bounds::Bounds;
use crate::clients::call_ids::CallIds;
use crate::clients::parts::{data, fields, made_fields, record_id, run_id, text};
use crate::events::text_or_json;
use crate::events::{Event, EventRecord, ResultStatus, ToolCallEvent, ToolResultEvent};
use crate::receipt::{Receipt, ReceiptWords};

/// Converts records and the model's texts to chunks, in order. A stream is one message of the assistant. A message that
/// a record began covers one turn. A message that the host or a text [began](Self::begin) covers all turns of its
/// session.
///
/// ```
/// use hpd_journal::Timestamp;
/// use hpd_journal::clients::vercel::{DONE, UiMessageMapper};
/// use hpd_journal::events::{Event, EventRecord, ToolCallEvent};
///
/// let arguments = r#"{"customer":"Acme"}"#;
/// let call = ToolCallEvent::new("find_invoices", false).arguments(Some(arguments.into()));
/// let at = Timestamp::from_millis(1_767_225_600_000);
/// let record = EventRecord::new(17, "s1", 2, at, Event::ToolCall(call))
///     .turn(Some("t1".into()))
///     .call_id(Some("call_1".into()));
///
/// let mut mapper = UiMessageMapper::new();
/// let mut chunks = mapper.chunks(&record).unwrap_or_default();
/// chunks.extend(mapper.finish());
/// let mut body: String = chunks.iter().map(|chunk| chunk.to_sse()).collect();
/// body.push_str(DONE);
/// assert_eq!(
///     body,
///     r#"data: {"type":"start","messageId":"t1/2"}
///
/// data: {"type":"start-step"}
///
/// data: {"type":"tool-input-available","toolCallId":"call_1","toolName":"find_invoices","input":{"customer":"Acme"},"dynamic":true,"providerMetadata":{"hpd":{"is_write":false}}}
///
/// data: {"type":"finish-step"}
///
/// data: {"type":"finish","finishReason":"tool-calls"}
///
/// data: [DONE]
///
/// "#
/// );
/// ```
///
/// A client accepts a result only for a known call. If the stream begins after the call, as for a late confirmation,
/// the mapper sends the call just before its result, without its arguments. If two calls in one step have the same id,
/// a client merges them. So if a provider repeats an id, later calls get the event's number as a suffix, `call_1/17`.
/// The provider's id is `call_id` in the `providerMetadata`.
#[derive(Debug, Default)]
pub struct UiMessageMapper {
    bounds: Option<Bounds>,
    ids: CallIds,
    /// How many texts were begun, and whether the last one is open.
    texts: u64,
    is_saying: bool,
    /// Calls of this message, and whether they have a result.
    calls: Vec<(String, bool)>,
    /// How many of them are of steps that ended.
    in_earlier_steps: usize,
}

impl UiMessageMapper {
    /// A mapper that has seen nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a message with the host's own id. `None` if one is open already: [finish](Self::finish) it first. Without
    /// this, the first record begins a message with the turn as its id. If a text comes before the first record, it
    /// begins a message without an id, and the chat makes an id.
    ///
    /// A message that the host or a text began contains the events of all turns of a session until the message is
    /// [finished](Self::finish). The first record decides the session. A message that a record began contains the
    /// events of one turn, and late events of earlier turns.
    #[must_use]
    pub fn begin(&mut self, message_id: impl Into<String>) -> Option<Vec<UiMessageChunk>> {
        if self.bounds.is_some() {
            return None;
        }
        Some(self.open(Bounds::of_host(), Some(message_id.into())).into())
    }

    /// Adds a part of the model's text. The first part begins a text, and a new step if all calls of the last step have
    /// results. An empty part has no effect.
    ///
    /// ```
    /// use hpd_journal::clients::vercel::UiMessageMapper;
    ///
    /// let mut mapper = UiMessageMapper::new();
    /// let mut chunks = mapper.begin("message-1").unwrap_or_default();
    /// chunks.extend(mapper.text("Hello!"));
    /// chunks.extend(mapper.finish());
    /// let body: String = chunks.iter().map(|chunk| chunk.to_sse()).collect();
    /// assert_eq!(
    ///     body,
    ///     r#"data: {"type":"start","messageId":"message-1"}
    ///
    /// data: {"type":"start-step"}
    ///
    /// data: {"type":"text-start","id":"1"}
    ///
    /// data: {"type":"text-delta","id":"1","delta":"Hello!"}
    ///
    /// data: {"type":"text-end","id":"1"}
    ///
    /// data: {"type":"finish-step"}
    ///
    /// data: {"type":"finish","finishReason":"stop"}
    ///
    /// "#
    /// );
    /// ```
    pub fn text(&mut self, delta: &str) -> Vec<UiMessageChunk> {
        let mut chunks = Vec::new();
        if delta.is_empty() {
            return chunks;
        }
        if self.bounds.is_none() {
            chunks.extend(self.open(Bounds::of_host(), None));
        }
        if !self.is_saying {
            self.go_on(&mut chunks);
            self.texts += 1;
            self.is_saying = true;
            chunks.push(UiMessageChunk::TextStart { id: self.texts.to_string() });
        }
        chunks.push(UiMessageChunk::TextDelta { id: self.texts.to_string(), delta: delta.to_owned() });
        chunks
    }

    /// Ends the model's text, so that the next one is another text; `None` if no text is open. Calls and the end of the
    /// message end it too.
    pub fn end_text(&mut self) -> Option<UiMessageChunk> {
        let was_saying = std::mem::take(&mut self.is_saying);
        was_saying.then(|| UiMessageChunk::TextEnd { id: self.texts.to_string() })
    }

    /// The receipt of the turn, as a part `data-receipt` with the fields of the receipt, its `text`, and its `status` line.
    /// Send it after the model's final answer. A later receipt of the same turn replaces the part. Without a message, it
    /// begins one, as a [text](Self::text) does.
    ///
    /// ```
    /// use hpd_journal::clients::vercel::UiMessageMapper;
    /// use hpd_journal::receipt::{Receipt, ReceiptLanguages};
    ///
    /// let mut mapper = UiMessageMapper::new();
    /// let _ = mapper.begin("message-1");
    /// let receipt = Receipt::of_events(&[], "turn-1");
    /// let chunks = mapper.receipt(&receipt, ReceiptLanguages::default().of("en"));
    /// assert_eq!(
    ///     chunks.last().map(|chunk| chunk.to_sse()).as_deref(),
    ///     Some(
    ///         r#"data: {"type":"data-receipt","id":"turn-1/receipt","data":{"lines":[],"status":"Nothing was changed.","text":"Nothing was changed.","turn":"turn-1"}}
    ///
    /// "#
    ///     )
    /// );
    /// ```
    pub fn receipt(&mut self, receipt: &Receipt, words: &ReceiptWords) -> Vec<UiMessageChunk> {
        let mut chunks = Vec::new();
        if self.bounds.is_none() {
            chunks.extend(self.open(Bounds::of_host(), None));
        }
        chunks.extend(self.end_text());
        let turn = receipt.turn.as_deref().unwrap_or_default();
        chunks.push(UiMessageChunk::Data(UiDataPart {
            r#type: "data-receipt".to_owned(),
            id: format!("{turn}/receipt"),
            data: receipt.data(words),
        }));
        chunks
    }

    /// The chunks of a record; `None` if it begins another turn. Then [finish](Self::finish) this message, and give the
    /// record to the next mapper.
    ///
    /// Lost events (`journal_gap`) concern operators, and have no chunks.
    #[must_use]
    pub fn chunks(&mut self, record: &EventRecord) -> Option<Vec<UiMessageChunk>> {
        let mut chunks = Vec::new();
        if let Event::JournalGap(_) | Event::ArgumentsRead(_) | Event::Collapsed(_) = record.event {
            return Some(chunks);
        }
        if let Some(bounds) = &mut self.bounds {
            if !bounds.take(record) {
                return None;
            }
        } else {
            chunks.extend(self.open(Bounds::of_turn(record), Some(run_id(record))));
        }
        match &record.event {
            Event::ToolCall(made) => self.tell_call(made, record, &mut chunks),
            Event::ToolResult(result) => self.tell_result(result, record, &mut chunks),
            event => chunks.push(self.data_part(record, data(event))),
        }
        Some(chunks)
    }

    /// Ends the message; no chunks if none was begun. Send [`DONE`](super::DONE) after these chunks.
    pub fn finish(&mut self) -> Vec<UiMessageChunk> {
        if self.bounds.is_none() {
            return Vec::new();
        }
        let mut chunks: Vec<_> = self.end_text().into_iter().collect();
        let is_done = std::mem::take(self).calls.iter().all(|(_, is_done)| *is_done);
        let finish_reason = if is_done { "stop" } else { "tool-calls" };
        chunks.extend([UiMessageChunk::FinishStep, UiMessageChunk::Finish { finish_reason }]);
        chunks
    }

    /// Ends the message with an error text for the user. Send [`DONE`](super::DONE) after these chunks. Other servers
    /// also send the end of the step and the message, but a chat reads nothing after an error.
    pub fn fail(&mut self, message: impl Into<String>) -> Vec<UiMessageChunk> {
        let mut chunks: Vec<_> = self.end_text().into_iter().collect();
        *self = Self::default();
        chunks.push(UiMessageChunk::Error { error_text: message.into() });
        chunks
    }

    fn open(&mut self, bounds: Bounds, message_id: Option<String>) -> [UiMessageChunk; 2] {
        self.bounds = Some(bounds);
        [UiMessageChunk::Start { message_id }, UiMessageChunk::StartStep]
    }

    /// Begins another step, if all calls of this one have results.
    fn go_on(&mut self, chunks: &mut Vec<UiMessageChunk>) {
        let step = &self.calls[self.in_earlier_steps..];
        if !step.is_empty() && step.iter().all(|(_, is_done)| *is_done) {
            self.in_earlier_steps = self.calls.len();
            chunks.extend([UiMessageChunk::FinishStep, UiMessageChunk::StartStep]);
        }
    }

    fn tell_call(&mut self, made: &ToolCallEvent, record: &EventRecord, chunks: &mut Vec<UiMessageChunk>) {
        chunks.extend(self.end_text());
        self.go_on(chunks);
        let call = self.ids.of_new(record);
        let input = made.arguments.as_deref().map_or(Value::Null, text_or_json);
        let hpd = Value::Object(made_fields(made, record, &call));
        self.calls.push((call.clone(), false));
        chunks.push(input_available(call, &made.tool, input, Map::from_iter([("hpd".to_owned(), hpd)])));
    }

    fn tell_result(
        &mut self,
        result: &ToolResultEvent,
        record: &EventRecord,
        chunks: &mut Vec<UiMessageChunk>,
    ) {
        let rest = self.data_part(record, fields(result, &["result", "error"]));
        if result.status == ResultStatus::Forwarded {
            return chunks.push(rest);
        }
        let call = self.ids.of(record);
        if let Some((_, is_done)) = self.calls.iter_mut().find(|(id, _)| *id == call) {
            *is_done = true;
        } else {
            self.calls.push((call.clone(), true));
            chunks.push(input_available(call.clone(), &result.tool, Value::Null, Map::new()));
        }
        chunks.push(if result.status == ResultStatus::Ok {
            let output = result.result.clone().unwrap_or_default();
            UiMessageChunk::ToolOutputAvailable { tool_call_id: call, output, dynamic: true }
        } else {
            let error_text = text(result).unwrap_or_else(|| status_word(result));
            UiMessageChunk::ToolOutputError { tool_call_id: call, error_text, dynamic: true }
        });
        chunks.push(rest);
    }

    /// A record as a data part.
    fn data_part(&mut self, record: &EventRecord, mut data: Map<String, Value>) -> UiMessageChunk {
        if record.call_id.is_some() {
            data.insert("call_id".to_owned(), json!(self.ids.of(record)));
        }
        UiMessageChunk::Data(UiDataPart {
            r#type: format!("data-{}", record.event.kind()),
            id: record_id(record),
            data,
        })
    }
}

/// The result's status, as in JSON.
fn status_word(result: &ToolResultEvent) -> String {
    json!(result.status).as_str().unwrap_or_default().to_owned()
}

fn input_available(
    tool_call_id: String,
    tool: &str,
    input: Value,
    provider_metadata: Map<String, Value>,
) -> UiMessageChunk {
    let tool_name = tool.to_owned();
    UiMessageChunk::ToolInputAvailable { tool_call_id, tool_name, input, dynamic: true, provider_metadata }
}
