//! Server-sent events as text.

use serde::Serialize;
use serde_json::json;

use crate::clients::parts::for_clients;
use crate::events::{Event, EventRecord};
use crate::system::Timestamp;

/// An event in the form for clients. The journal's number is left out: it reveals the activity of other sessions. So are
/// the principal, the tenant and who decided.
#[derive(Serialize)]
struct Sent<'a> {
    #[serde(flatten)]
    event: &'a Event,
    session: &'a str,
    seq: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    call_id: Option<&'a str>,
    at: Timestamp,
}

/// A record as a server-sent event, with its number in the session.
///
/// ```
/// use hpd_journal::Timestamp;
/// use hpd_journal::clients::sse::record_frame;
/// use hpd_journal::events::{Event, EventRecord, ToolRetryEvent};
///
/// let retry = ToolRetryEvent::new("create_payment", 2, "Amount was missing");
/// let at = Timestamp::from_millis(1_767_225_600_000);
/// let record = EventRecord::new(17, "s1", 4, at, Event::ToolRetry(retry))
///     .turn(Some("t1".into()))
///     .call_id(Some("call_2".into()));
/// assert_eq!(
///     record_frame(&record),
///     "id: 4\n\
///      event: tool_retry\n\
///      data: {\"type\":\"tool_retry\",\"data\":{\"tool\":\"create_payment\",\
///      \"attempt\":2,\"reason\":\"Amount was missing\"},\"session\":\"s1\",\
///      \"seq\":4,\"turn\":\"t1\",\"call_id\":\"call_2\",\"at\":1767225600000}\n\n"
/// );
/// ```
pub fn record_frame(record: &EventRecord) -> String {
    numbered_frame(record, record.seq)
}

/// A record as a server-sent event with this number.
pub(super) fn numbered_frame(record: &EventRecord, id: u64) -> String {
    let sent = Sent {
        event: &for_clients(&record.event),
        session: &record.session,
        seq: record.seq,
        turn: record.turn.as_deref(),
        call_id: record.call_id.as_deref(),
        at: record.at,
    };
    format!("id: {id}\nevent: {}\n{}", record.event.kind(), plain_frame(&sent))
}

/// The [text for people](EventRecord::status_line) as a server-sent event without a number; `None` for a record without
/// such a text.
pub fn status_frame(record: &EventRecord) -> Option<String> {
    let message = record.status_line()?;
    Some(format!(
        "event: status\n{}",
        plain_frame(&StatusSent { r#type: "status", data: StatusData { message: &message } })
    ))
}

#[derive(Serialize)]
struct StatusSent<'a> {
    r#type: &'static str,
    data: StatusData<'a>,
}

#[derive(Serialize)]
struct StatusData<'a> {
    message: &'a str,
}

/// Says that the client is to read on after this number.
pub(super) fn resync_frame(after: u64) -> String {
    // With the number as its id: the client sends it when it connects again.
    format!("id: {after}\nevent: resync\n{}", plain_frame(&json!({ "after": after })))
}

/// Tells a client how long to wait before it connects again.
pub(super) fn retry_frame(millis: u128) -> String {
    format!("retry: {millis}\n\n")
}

/// A comment, which no client reads.
pub const HEARTBEAT: &str = ": \n\n";

/// A value as the data of a server-sent event, as JSON in one line. For a host's own messages.
///
/// ```
/// use hpd_journal::clients::sse::data_frame;
///
/// #[derive(serde::Serialize)]
/// struct Snapshot {
///     r#type: &'static str,
///     snapshot: Vec<u32>,
/// }
///
/// let frame = data_frame(&Snapshot { r#type: "STATE_SNAPSHOT", snapshot: vec![5000] })?;
/// assert_eq!(frame, "data: {\"type\":\"STATE_SNAPSHOT\",\"snapshot\":[5000]}\n\n");
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
///
/// The value can't be JSON: its keys are no texts, or its own `Serialize` fails.
pub fn data_frame(value: &(impl Serialize + ?Sized)) -> Result<String, serde_json::Error> {
    let json = serde_json::to_string(value)?;
    Ok(format!("data: {}\n\n", one_line(json)))
}

/// The same for plain data with text keys, such as events: it always serialises.
pub(in crate::clients) fn plain_frame(value: &impl Serialize) -> String {
    data_frame(value).unwrap_or_default()
}

/// JSON without any character that a reader may treat as a line end. The standard names only characters that JSON
/// escapes anyway, but some readers split by Unicode's rules. Such characters occur only inside strings, where an
/// escape means the same.
fn one_line(json: String) -> String {
    const ENDS: [char; 3] = ['\u{85}', '\u{2028}', '\u{2029}'];
    if !json.contains(ENDS) {
        return json;
    }
    json.replace('\u{85}', "\\u0085").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
