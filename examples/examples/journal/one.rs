//! Everything of one call.

use std::io::Write;

use hpd_examples::reading::{block_on, shown, shown_json, utc};
use hpd_host::events::EventRecord;
use hpd_host::journal::{EventFilter, Journal};
use serde_json::{Value, json};

use crate::said::said;

/// Shows all events of a call with this id. A provider may give an id twice: then all calls of it are shown.
pub(crate) fn show(
    journal: &dyn Journal,
    session: Option<&str>,
    id: &str,
    out: &mut dyn Write,
) -> Result<(), Box<dyn std::error::Error>> {
    let filter = EventFilter::default().session(session.map(str::to_owned)).call_id(id.to_owned());
    let records = block_on(journal.read(&filter))?;
    if records.is_empty() {
        return Err(format!("nothing is told of a call {id}").into());
    }
    let mut place = None;
    for record in &records {
        let of = (&record.session, &record.turn);
        if place != Some(of) {
            if place.is_some() {
                writeln!(out)?;
            }
            place = Some(of);
            write_place(journal, record, out)?;
        }
        write_event(record, out)?;
    }
    Ok(())
}

/// The session and the turn, and the user's message in it.
fn write_place(
    journal: &dyn Journal,
    record: &EventRecord,
    out: &mut dyn Write,
) -> Result<(), Box<dyn std::error::Error>> {
    let turn = record.turn.as_deref();
    writeln!(out, "session {}, turn {}", shown(&record.session), shown(turn.unwrap_or("-")))?;
    if let Some(said) = said(journal, &record.session, turn)? {
        writeln!(out, "the user said: {}", shown(&said))?;
    }
    Ok(())
}

fn write_event(record: &EventRecord, out: &mut dyn Write) -> Result<(), Box<dyn std::error::Error>> {
    let time = utc(record.at, "%Y-%m-%d %H:%M:%S%.3f");
    writeln!(out, "\n{time}  {}  entry {}", record.event.kind(), record.entry)?;
    let Value::Object(data) = json!(record.event)["data"].take() else { return Ok(()) };
    for (name, value) in data {
        // A text appears without quotes and unchanged, but for its invisible characters.
        let value = value.as_str().map_or_else(|| shown_json(&value.to_string()), shown);
        writeln!(out, "  {}: {value}", shown(&name))?;
    }
    Ok(())
}
