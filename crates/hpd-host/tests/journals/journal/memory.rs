//! Behaviour of the journal in memory beyond the contract of all journals.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_executor::block_on;
use hpd_host::approval::{CallState, InsertError, PendingFilter, PendingStore, PendingVerdict};
use hpd_host::events::StreamItem;
use hpd_host::journal::{EventFilter, Journal, JournalOptions, MemoryJournal, RegisteredTool};
use hpd_host::system::{Random, RandomError, SystemRandom, Timestamp};
use hpd_host::testing::journal_kit::sample_event;
use hpd_host::testing::store_kit::sample_call;

use crate::support_pages::{told_behind_the_end, write_ten};

const NOW: Timestamp = Timestamp::from_millis(1_500_000);

/// Random bytes that a test can turn off.
#[derive(Default)]
struct Tap {
    is_off: AtomicBool,
}

impl Random for Tap {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError> {
        if self.is_off.load(Ordering::SeqCst) {
            return Err(RandomError("off".to_owned()));
        }
        SystemRandom.fill(bytes)
    }
}

fn journal() -> (Arc<Tap>, MemoryJournal) {
    let tap = Arc::new(Tap::default());
    let options = JournalOptions { random: Arc::clone(&tap) as Arc<dyn Random>, ..JournalOptions::default() };
    (tap, MemoryJournal::with_options(options))
}

#[test]
fn a_stream_behind_what_no_journal_has_begins_anew() {
    let journal = MemoryJournal::new();
    block_on(write_ten(&journal));
    assert_eq!(block_on(told_behind_the_end(Arc::new(journal))), vec![StreamItem::Lagged { after: 0 }; 8]);
}

#[test]
fn it_shows_the_tools_that_were_registered_last() {
    let tool = |name: &str| {
        RegisteredTool::new(name, format!("Books.{name}"), "Voids an invoice.")
            .plugin(Some("Books".to_owned()))
            .is_write(None)
            .risk(None)
    };
    let journal = MemoryJournal::new();
    block_on(journal.register_tools(vec![tool("void_invoice"), tool("create_invoice")])).unwrap();
    block_on(journal.register_tools(vec![tool("void_invoice")])).unwrap();
    assert_eq!(journal.tools(), [tool("void_invoice")]);
}

#[test]
fn a_step_that_can_not_be_told_is_not_taken() {
    let (tap, journal) = journal();
    let waits = sample_call("waits", CallState::AwaitingApproval);
    block_on(journal.insert(waits.clone(), 9)).unwrap();
    let head = block_on(journal.head()).unwrap();
    tap.is_off.store(true, Ordering::SeqCst);
    let other = sample_call("other", CallState::AwaitingApproval);
    let id = waits.id.clone();
    assert!(block_on(journal.decide(&id, PendingVerdict::Rejected, NOW)).is_err());
    assert!(block_on(journal.expire(Timestamp::from_millis(2_000_000))).is_err());
    assert!(block_on(journal.append(vec![sample_event("session", "turn", 0)])).is_err());
    tap.is_off.store(false, Ordering::SeqCst);
    assert_eq!(block_on(journal.head()).unwrap(), head);
    assert!(block_on(journal.list(&PendingFilter::default())).unwrap() == [waits]);
    assert!(block_on(journal.insert(other, 9)).is_ok());
    assert!(block_on(journal.verify(Some(&head))).unwrap().is_whole());
}

#[test]
fn a_write_whose_check_can_not_be_told_is_not_added() {
    let (tap, journal) = journal();
    let mut write = sample_call("write", CallState::Approved);
    write.notes.is_write = true;
    tap.is_off.store(true, Ordering::SeqCst);
    assert!(matches!(block_on(journal.insert(write.clone(), 9)), Err(InsertError::Store(_))));
    assert!(block_on(journal.get(&write.id)).unwrap().is_none());
}

#[test]
fn it_shows_nothing_of_what_it_keeps() {
    let journal = MemoryJournal::new();
    block_on(journal.append(vec![sample_event("session", "turn", 77_123)])).unwrap();
    assert!(!format!("{journal:?}").contains("invoice"));
    assert_eq!(block_on(journal.read(&EventFilter::default())).unwrap().len(), 1);
}
