//! Records as events of AG-UI.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::event::{AgUiEvent, AgUiKind, AgUiOutcome};
use super::open::Open;
use crate::clients::bounds::Bounds;
use crate::clients::call_ids::CallIds;
use crate::clients::parts::{data, fields, made_fields, record_id, run_id, text};
use crate::events::{Event, EventRecord, ResultStatus, ToolCallEvent};
use crate::system::Timestamp;

/// Converts records and the model's texts to AG-UI events, in order. Use one mapper for each stream of a client. If
/// each run is a separate HTTP response, use one mapper for all responses of the thread.
///
/// ```
/// use hpd_journal::Timestamp;
/// use hpd_journal::clients::ag_ui::AgUiMapper;
/// use hpd_journal::events::{Event, EventRecord, ToolCallEvent};
///
/// let call = ToolCallEvent::new("find_invoices", false).arguments(Some("{}".into()));
/// let at = Timestamp::from_millis(1_767_225_600_000);
/// let record = EventRecord::new(17, "s1", 2, at, Event::ToolCall(call))
///     .turn(Some("t1".into()))
///     .call_id(Some("call_1".into()));
///
/// let mut mapper = AgUiMapper::new();
/// let mut events = mapper.events(&record);
/// events.extend(mapper.finish());
/// let names: Vec<_> = events.iter().map(|event| event.kind.name()).collect();
/// assert_eq!(
///     names,
///     ["RUN_STARTED", "TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "RUN_FINISHED"]
/// );
/// ```
///
/// # Runs
///
/// A run begins with a turn, and has its id. A client that connects during a turn gets a run too, and so does a call
/// resumed after its turn. That run's id has the event's number as a suffix. Late events of an earlier turn join the
/// open run, by the id of the call.
///
/// A run that the host [began](Self::begin_run) contains all events of its session until the host ends it.
///
/// # Texts
///
/// A [text](Self::text) of the model is a message. It ends with the model's next call, with the run, or by
/// [`end_text`](Self::end_text). A call after it belongs to the same message. Other events may occur while it is open.
///
/// # Calls
///
/// Clients merge two calls of one id, and join their arguments. If a provider repeats an id, later calls get the
/// event's number as a suffix, `call_1/17`. The provider's id is `call_id` in the `metadata`. Only the mapper of the
/// first call can do so. Keep the mapper from run to run if ids are not unique in a conversation.
#[derive(Debug, Default)]
pub struct AgUiMapper {
    pub(super) run: Option<Run>,
    pub(super) open: Open,
    calls: CallIds,
    /// How many texts were begun.
    pub(super) texts: u64,
    /// The threads of sessions, where the host named them.
    threads: HashMap<String, String>,
}

#[derive(Debug)]
pub(super) struct Run {
    pub(super) bounds: Bounds,
    pub(super) thread: String,
    pub(super) id: String,
}

impl AgUiMapper {
    /// A mapper that has seen nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// The AG-UI events of a record. Lost events (`journal_gap`), the reading of arguments (`arguments_read`) and
    /// `collapsed` concern operators, and have none.
    pub fn events(&mut self, record: &EventRecord) -> Vec<AgUiEvent> {
        let mut events = Vec::new();
        if let Event::JournalGap(_) | Event::ArgumentsRead(_) | Event::Collapsed(_) = record.event {
            return events;
        }
        if !self.joins_run(record) {
            events.extend(self.finish());
            events.push(self.begin(record));
            if let Event::TurnStarted(_) = record.event {
                return events;
            }
        }
        self.map(record, &mut events);
        events
    }

    /// A question of an earlier run that still waits: the record of an `mcq`. It has no events here, and is an interrupt
    /// at the end of this run again. Other records, and records without a run, change nothing.
    pub fn remind(&mut self, record: &EventRecord) {
        if let (Some(_), Event::Mcq(question)) = (&self.run, &record.event) {
            self.open.ask(&self.calls.of(record), question);
        }
    }

    /// Ends the run, since the turn has ended. Returns no events if no run is open.
    pub fn finish(&mut self) -> Vec<AgUiEvent> {
        let Some(run) = self.run.take() else { return Vec::new() };
        let mut events: Vec<_> = self.end_text().into_iter().collect();
        let (steps, interrupts) = std::mem::take(&mut self.open).end();
        events.extend(steps.map(|step_name| AgUiEvent::untimed(AgUiKind::StepFinished { step_name })));
        let outcome =
            if interrupts.is_empty() { AgUiOutcome::Success } else { AgUiOutcome::Interrupt { interrupts } };
        let kind = AgUiKind::RunFinished { thread_id: run.thread, run_id: run.id, outcome };
        events.push(AgUiEvent::untimed(kind));
        events
    }

    /// Ends the run with an error text for the user. Returns no events if no run is open. Close the stream afterwards:
    /// clients of version 0.0.58 accept nothing after an error, those of 1.0.0 only another run.
    pub fn fail(&mut self, message: impl Into<String>) -> Vec<AgUiEvent> {
        if self.run.take().is_none() {
            return Vec::new();
        }
        let mut events: Vec<_> = self.end_text().into_iter().collect();
        self.open = Open::default();
        events.push(AgUiEvent::untimed(AgUiKind::RunError { message: message.into() }));
        events
    }

    /// Whether a record belongs to the open run.
    fn joins_run(&mut self, record: &EventRecord) -> bool {
        let Some(run) = &mut self.run else { return false };
        if !run.bounds.take(record) {
            return false;
        }
        if let Bounds::Host { .. } = run.bounds {
            self.threads.insert(record.session.clone(), run.thread.clone());
        }
        true
    }

    fn begin(&mut self, record: &EventRecord) -> AgUiEvent {
        let id = run_id(record);
        let thread = self.threads.get(&record.session).unwrap_or(&record.session).clone();
        let kind = AgUiKind::RunStarted { thread_id: thread.clone(), run_id: id.clone() };
        self.run = Some(Run { bounds: Bounds::of_turn(record), thread, id });
        let metadata = match &record.event {
            Event::TurnStarted(started) if started.query.is_some() => fields(started, &["channel"]),
            _ => Map::new(),
        };
        AgUiEvent { kind, timestamp: Some(record.at), metadata }
    }

    fn map(&mut self, record: &EventRecord, events: &mut Vec<AgUiEvent>) {
        if let Event::ToolCall(_) = record.event {
            events.extend(self.end_text());
        }
        let mut tell = |kind, metadata| events.push(AgUiEvent::at(record.at, kind, metadata));
        match &record.event {
            Event::ToolCall(made) => {
                let call = self.calls.of_new(record);
                let first = self.open.make_call(&call);
                let metadata = made_fields(made, record, &call);
                tell_call(made, call, first, metadata, tell);
            }
            Event::ToolStarted(started) => {
                let call = self.calls.of(record);
                if let Some(step_name) = self.open.start_step(&call, &started.tool) {
                    tell(AgUiKind::StepStarted { step_name }, fields(started, &["tool"]));
                }
            }
            Event::ToolResult(result) if result.status != ResultStatus::Forwarded => {
                let call = self.calls.of(record);
                self.open.end_call(&call);
                if let Some(step_name) = self.open.end_step(&call) {
                    tell(AgUiKind::StepFinished { step_name }, Map::new());
                }
                if let Some(pending_id) = &result.pending_id {
                    self.open.close(pending_id.as_str());
                }
                let kind = AgUiKind::ToolCallResult {
                    message_id: record_id(record),
                    tool_call_id: call,
                    content: text(result).unwrap_or_default(),
                    role: "tool",
                };
                tell(kind, fields(result, &["tool", "result", "error"]));
            }
            event => {
                match event {
                    Event::Mcq(question) => self.open.ask(&self.calls.of(record), question),
                    Event::Decision(decision) => self.open.decide(decision),
                    _ => {}
                }
                let call = record.call_id.is_some().then(|| self.calls.of(record));
                let metadata = call.into_iter().map(|id| ("toolCallId".to_owned(), id.into()));
                tell(
                    AgUiKind::Custom { name: event.kind(), value: Value::Object(data(event)) },
                    metadata.collect(),
                );
            }
        }
    }
}

impl AgUiEvent {
    /// An event that a record says.
    const fn at(at: Timestamp, kind: AgUiKind, metadata: Map<String, Value>) -> Self {
        Self { kind, timestamp: Some(at), metadata }
    }

    /// An event that no record says.
    pub(super) fn untimed(kind: AgUiKind) -> Self {
        Self { kind, timestamp: None, metadata: Map::new() }
    }
}

fn tell_call(
    made: &ToolCallEvent,
    tool_call_id: String,
    parent_message_id: Option<String>,
    metadata: Map<String, Value>,
    mut tell: impl FnMut(AgUiKind, Map<String, Value>),
) {
    let start = AgUiKind::ToolCallStart {
        tool_call_id: tool_call_id.clone(),
        tool_call_name: made.tool.clone(),
        parent_message_id,
    };
    tell(start, metadata);
    // A part of the arguments must not be empty; ones that are not known are left out.
    if let Some(delta) = made.arguments.clone().filter(|text| !text.is_empty()) {
        tell(AgUiKind::ToolCallArgs { tool_call_id: tool_call_id.clone(), delta }, Map::new());
    }
    tell(AgUiKind::ToolCallEnd { tool_call_id }, Map::new());
}
