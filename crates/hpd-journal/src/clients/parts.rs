//! Common parts of the protocol forms: ids, and events as plain data.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::events::{Event, EventRecord, ToolCallEvent, ToolResultEvent};

/// The id of the run or message that this record begins: the turn's id at the turn's beginning. Later ones add the
/// record's number, since a turn can be resumed more than once.
pub(super) fn run_id(record: &EventRecord) -> String {
    match (&record.turn, &record.event) {
        (Some(turn), Event::TurnStarted(_)) => turn.clone(),
        (Some(turn), _) => format!("{turn}/{}", record.seq),
        (None, _) => record_id(record),
    }
}

/// An id for a record.
pub(super) fn record_id(record: &EventRecord) -> String {
    format!("{}/{}", record.session, record.seq)
}

/// The id of the call that a record is about; that of the record, if the provider gave none.
pub(super) fn call_id(record: &EventRecord) -> String {
    record.call_id.clone().unwrap_or_else(|| record_id(record))
}

/// The result as the model reads it.
pub(super) fn text(result: &ToolResultEvent) -> Option<String> {
    Some(match result.result.as_ref().or(result.error.as_ref())? {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    })
}

/// An event as clients get it: who decided, and by which channel, is for the journal's readers alone.
pub(super) fn for_clients(event: &Event) -> Cow<'_, Event> {
    match event {
        Event::Decision(decision) if decision.decided_by.is_some() => {
            Cow::Owned(Event::Decision(decision.clone().decided_by(None)))
        }
        Event::TurnStarted(turn) if turn.channel.is_some() => {
            Cow::Owned(Event::TurnStarted(turn.clone().channel(None)))
        }
        event => Cow::Borrowed(event),
    }
}

/// The data of an event, as clients get it.
pub(super) fn data(event: &Event) -> Map<String, Value> {
    match fields(&for_clients(event), &[]).remove("data") {
        Some(Value::Object(data)) => data,
        _ => Map::new(),
    }
}

/// Plain data without the fields that have another place.
pub(super) fn fields(data: &impl Serialize, elsewhere: &[&str]) -> Map<String, Value> {
    // Events are objects with text for keys, all the way down: JSON can say all of them.
    let Ok(Value::Object(mut fields)) = serde_json::to_value(data) else { return Map::new() };
    fields.retain(|key, _| !elsewhere.contains(&key.as_str()));
    fields
}

/// The details of a call, without tool and arguments. They include the provider's id, if the client sees another one.
pub(super) fn made_fields(made: &ToolCallEvent, record: &EventRecord, told: &str) -> Map<String, Value> {
    let mut fields = fields(made, &["tool", "arguments"]);
    if let Some(id) = record.call_id.as_deref().filter(|id| *id != told) {
        fields.insert("call_id".to_owned(), id.into());
    }
    fields
}
