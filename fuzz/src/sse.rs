//! Records as server-sent events: any texts.

use hpd_host::events::sse::{record_frame, status_frame};
use serde_json::{Value, json};

// The reader and the records of the tests of `hpd-host`.
#[path = "../../crates/hpd-host/tests/journals/events/nasty.rs"]
mod nasty;
#[path = "../../crates/hpd-host/tests/journals/events/reader.rs"]
mod reader;

/// Writes two records, with the type of the first byte and the texts that follow, each up to a `|`, and reads them
/// back.
///
/// # Panics
///
/// The records that are read differ from the written ones.
pub fn check_sse(data: &[u8]) {
    let Some((&kind, texts)) = data.split_first() else { return };
    let texts = String::from_utf8_lossy(texts);
    let mut texts = texts.split('|').map(str::to_owned).cycle();
    let mut text = || texts.next().unwrap_or_default();
    let records = [nasty::record(kind, 1, &mut text), nasty::record(kind, u64::MAX, &mut text)];
    let stream: String = records.iter().map(record_frame).collect();
    let read = reader::read(&stream);
    assert_eq!((read.events.len(), read.comments, read.retry), (2, 0, None));
    for (event, record) in read.events.iter().zip(&records) {
        let mut expected = serde_json::to_value(record).expect("a record is JSON");
        expected.as_object_mut().expect("it is an object").remove("entry");
        assert_eq!((&event.id, event.name.as_str()), (&record.seq.to_string(), record.event.kind()));
        assert_eq!(serde_json::from_str::<Value>(&event.data).ok(), Some(expected));
        if let (Some(frame), Some(line)) = (status_frame(record), record.status_line()) {
            let status = reader::read(&frame);
            assert_eq!(status.events.len(), 1);
            let data = serde_json::from_str::<Value>(&status.events[0].data).ok();
            assert_eq!(data, Some(json!({"type": "status", "data": {"message": line}})));
        }
    }
}
