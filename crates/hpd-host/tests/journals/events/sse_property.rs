//! Whatever texts are in records: each is read back as one event, as it was.

use hpd_host::events::EventRecord;
use hpd_host::events::sse::{record_frame, status_frame};
use proptest::prelude::*;
use serde_json::Value;

use crate::events::nasty::{KINDS, record};
use crate::events::reader::{ReadEvent, read};

/// Ends of lines, fields and other characters that a stream means something by.
const NASTY: &str = "[\\x00-\\x1f\\x7f\\x{85}\\x{2028}\\x{2029}\\x{feff}: \"\\\\adeintv{}09]{0,12}";

/// Line ends of known readers: those of the standard, and those of Python's `splitlines`.
const LINE_ENDS: [char; 10] =
    ['\n', '\r', '\u{b}', '\u{c}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{85}', '\u{2028}', '\u{2029}'];

fn records() -> impl Strategy<Value = Vec<EventRecord>> {
    let text = prop_oneof![3 => NASTY, 1 => any::<String>()];
    let one = (0..KINDS, any::<u64>(), prop::collection::vec(text, 1..8));
    prop::collection::vec(one, 1..6).prop_map(|records| {
        let make = |(kind, seq, texts): (u8, u64, Vec<String>)| {
            let mut texts = texts.into_iter().cycle();
            record(kind, seq, &mut || texts.next().unwrap_or_default())
        };
        records.into_iter().map(make).collect()
    })
}

/// The record as a client has to read it.
fn expected(record: &EventRecord) -> (String, &'static str, Value) {
    let mut value = serde_json::to_value(record).unwrap();
    value.as_object_mut().unwrap().remove("entry");
    (record.seq.to_string(), record.event.kind(), value)
}

fn json(event: &ReadEvent) -> Value {
    serde_json::from_str(&event.data).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn each_record_is_read_back_as_one_event(records in records()) {
        let text: String = records.iter().map(record_frame).collect();
        let read = read(&text);
        prop_assert_eq!(read.events.len(), records.len());
        for (event, record) in read.events.iter().zip(&records) {
            let (id, name, value) = expected(record);
            prop_assert_eq!((&event.id, event.name.as_str(), json(event)), (&id, name, value));
        }
    }

    #[test]
    fn a_frame_has_three_lines_whatever_a_reader_takes_for_their_end(records in records()) {
        for frame in records.iter().map(record_frame) {
            prop_assert_eq!(frame.matches(LINE_ENDS).count(), 4);
        }
    }

    #[test]
    fn a_status_line_is_read_back_as_one_event(records in records()) {
        for record in &records {
            let Some(frame) = status_frame(record) else { continue };
            let read = read(&frame);
            prop_assert_eq!(read.events.len(), 1);
            let line = record.status_line().unwrap();
            prop_assert_eq!(json(&read.events[0]), serde_json::json!({"type": "status", "data": {"message": line}}));
        }
    }
}
