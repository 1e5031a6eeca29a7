//! Several journals in one file.

use std::sync::Barrier;
use std::thread;

use futures_executor::block_on;
use hpd_host::Timestamp;
use hpd_host::approval::{CallState, PendingStore};
use hpd_host::journal::{EventFilter, Journal, SqliteJournal};
use hpd_host::testing::store_kit::sample_call;

use crate::{Folder, message, patient};

const LEASE: Timestamp = Timestamp::from_millis(u64::MAX);

#[test]
fn one_of_64_in_two_journals_gets_a_call() {
    let folder = Folder::new();
    let journals = [folder.journal(), folder.journal()];
    let call = patient(sample_call("call", CallState::Approved), "session");
    block_on(journals[0].insert(call.clone(), 9)).unwrap();

    let start = Barrier::new(64);
    let claim = |journal: &SqliteJournal| {
        start.wait();
        block_on(journal.claim(&call.id, call.created, LEASE)).unwrap().is_some()
    };
    let claims = thread::scope(|scope| {
        let racers = journals.iter().cycle().take(64).map(|journal| scope.spawn(|| claim(journal)));
        let racers: Vec<_> = racers.collect();
        racers.into_iter().map(|racer| racer.join().unwrap()).filter(|is_first| *is_first).count()
    });
    assert_eq!(claims, 1);
    let started = EventFilter { kinds: vec!["tool_started"], ..EventFilter::default() };
    assert_eq!(block_on(journals[1].read(&started)).unwrap().len(), 1);
}

#[test]
fn what_several_write_at_once_is_one_chain() {
    let folder = Folder::new();
    let journals: Vec<_> = (0..4).map(|_| folder.journal()).collect();
    thread::scope(|scope| {
        for journal in &journals {
            scope.spawn(move || {
                for _ in 0..50 {
                    block_on(journal.append(vec![message("ours", "once more")])).unwrap();
                }
            });
        }
    });
    let events = block_on(journals[0].read(&EventFilter::default())).unwrap();
    let numbers: Vec<_> = events.iter().map(|event| (event.entry, event.seq)).collect();
    assert_eq!(numbers, (1..=200).map(|number| (number, number)).collect::<Vec<_>>());
    assert!(block_on(journals[3].verify(None)).unwrap().is_whole());
}

#[test]
fn what_one_has_written_the_other_reads() {
    let folder = Folder::new();
    let (one, other) = (folder.journal(), folder.journal());
    let call = patient(sample_call("call", CallState::AwaitingApproval), "session");
    block_on(one.insert(call.clone(), 9)).unwrap();
    assert_eq!(block_on(other.get(&call.id)).unwrap(), Some(call));
    assert_eq!(block_on(other.head()).unwrap(), block_on(one.head()).unwrap());
}

#[test]
fn a_new_file_may_be_opened_by_several_at_once() {
    let folder = Folder::new();
    let start = Barrier::new(8);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                start.wait();
                block_on(folder.journal().append(vec![message("ours", "hello")])).unwrap();
            });
        }
    });
    assert_eq!(block_on(folder.journal().head()).unwrap().number, 8);
}

#[test]
fn a_process_that_has_no_part_in_a_call_does_not_learn_its_sensitive_values() {
    let folder = Folder::new();
    let (one, other) = (folder.journal(), folder.journal());
    let mut call = patient(sample_call("call", CallState::Approved), "session");
    call.notes.sensitive = vec!["InvoiceId".to_owned()];
    block_on(one.insert(call.clone(), 9)).unwrap();
    let found = block_on(other.get(&call.id)).unwrap().unwrap();
    assert_eq!(found.frozen.arguments, r#"{"InvoiceId":"(hidden)"}"#);
    assert_eq!(found.sent.arguments, r#"{"InvoiceId":"(hidden)"}"#);
    assert!(!found.digest_is_right());
    assert_eq!(block_on(one.get(&call.id)).unwrap(), Some(call));
}
