//! Exports of several pages, and exports that stop.

use std::error::Error;
use std::io::{self, Write};

use futures_executor::block_on;

use super::{ExportError, Exported, PAGE, export};
use crate::events::{Event, EventRecord, McqEvent};
use crate::journal::{EventFilter, Journal, MemoryJournal};
use crate::pending::StoreError;
use crate::system::Timestamp;
use crate::testing::journal_kit::sample_event;
use crate::testing::{Asked, Tapped};

/// A journal with this many events of two tenants and sessions by turns.
fn journal(events: usize) -> MemoryJournal {
    let journal = MemoryJournal::new();
    let event = |number: usize| {
        let of = number % 2;
        sample_event(&format!("s{of}"), "turn", u64::try_from(number).unwrap())
            .principal((of == 0).then(|| "alex".to_owned()))
            .tenant(Some(format!("t{of}")))
    };
    block_on(journal.append((1..=events).map(event).collect())).unwrap();
    journal
}

fn exported(journal: &impl Journal, filter: &EventFilter) -> (Exported, Vec<EventRecord>) {
    let mut lines = Vec::new();
    let exported = block_on(export(journal, filter, &mut lines)).unwrap();
    (exported, records(&lines))
}

fn records(lines: &[u8]) -> Vec<EventRecord> {
    let text = std::str::from_utf8(lines).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn all_that_a_filter_takes_is_exported() {
    let journal = journal(2 * PAGE + 10);
    let none = EventFilter::default;
    for filter in [
        none(),
        none().session("s1".to_owned()),
        none().principal("alex".to_owned()),
        none().tenant("t1".to_owned()),
        none().tenant("t1".to_owned()).from(Timestamp::from_millis(900)).until(Timestamp::from_millis(1_100)),
        none().limit(PAGE + 3),
        none().limit(0),
        none().limit(PAGE + 3).newest(true),
        none().newest(true),
        none().after_entry(2 * 1_000),
        none().session("s0".to_owned()).after_seq(1_000),
        none().tenant("nobody".to_owned()),
    ] {
        let (exported, records) = exported(&journal, &filter);
        let wanted = block_on(journal.read(&filter)).unwrap();
        assert_eq!(records, wanted, "{filter:?}");
        let last_entry = wanted.last().map(|record| record.entry);
        assert_eq!(exported, Exported { events: u64::try_from(wanted.len()).unwrap(), last_entry });
    }
}

#[test]
fn an_export_goes_on_after_the_last_page_that_was_read() {
    let reads = std::sync::atomic::AtomicUsize::new(0);
    let journal = Tapped::new(journal(2 * PAGE + 10), |asked: &Asked<'_>| match asked {
        Asked::Read(_) if reads.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 1 => {
            Err(StoreError::new("gone"))
        }
        _ => Ok(()),
    });
    let mut lines = Vec::new();
    let ExportError { exported, .. } =
        block_on(export(&journal, &EventFilter::default(), &mut lines)).unwrap_err();
    assert_eq!((exported.events, exported.last_entry), (1_000, Some(1_000)));
    let rest = EventFilter::default().after_entry(exported.last_entry);
    block_on(export(&journal, &rest, &mut lines)).unwrap();
    let entries: Vec<_> = records(&lines).iter().map(|record| record.entry).collect();
    assert_eq!(entries, (1..=2_010).collect::<Vec<_>>());
}

/// A disk for this many bytes.
struct Disk(usize, Vec<u8>);

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.1.len() + bytes.len() > self.0 {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "no space"));
        }
        self.1.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_writer_that_fails_stops_the_export_at_its_last_page() {
    let journal = journal(2 * PAGE + 10);
    let mut disk = Disk(200_000, Vec::new());
    let error = block_on(export(&journal, &EventFilter::default(), &mut disk)).unwrap_err();
    assert_eq!(error.to_string(), "the writer failed after 1000 exported events");
    assert_eq!(error.source().unwrap().to_string(), "no space");
    assert_eq!(error.exported.last_entry, Some(1_000));
    assert!(records(&disk.1).len() > 1_000);
}

#[test]
fn a_journal_that_fails_is_an_error_that_says_how_far_the_export_came() {
    let journal = Tapped::new(journal(1), |_: &Asked<'_>| Err(StoreError::new("gone")));
    let error = block_on(export(&journal, &EventFilter::default(), &mut Vec::new())).unwrap_err();
    assert_eq!(error.to_string(), "the journal can't be read after 0 exported events");
    assert_eq!(error.exported, Exported::default());
}

#[test]
fn the_nonce_of_a_question_is_left_out() {
    let journal = MemoryJournal::new();
    let question = serde_json::json!({ "pending_id": "p", "nonce": "51d0", "question": "Pay?" });
    let question = McqEvent(question.as_object().unwrap().clone());
    let event = sample_event("s", "turn", 1).event(Event::Mcq(question));
    block_on(journal.append(vec![event])).unwrap();
    let (_, records) = exported(&journal, &EventFilter::default());
    let Event::Mcq(question) = &records[0].event else { panic!("{records:?}") };
    assert_eq!(
        serde_json::to_value(question).unwrap(),
        serde_json::json!({ "pending_id": "p", "question": "Pay?" })
    );
}
