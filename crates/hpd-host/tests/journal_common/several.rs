//! Several journals in one database, as of programs that run more than once.

use std::sync::Barrier;
use std::thread;

use hpd_host::Principal;
use hpd_host::approval::{CallState, Owner, PendingStore, SessionRecord};
use hpd_host::journal::{EventFilter, Journal};
use hpd_host::system::Timestamp;
use hpd_host::testing::store_kit::sample_call;

use crate::Tested;
use crate::common::database::{Database, message, patient};

const LEASE: Timestamp = Timestamp::from_millis(u64::MAX);

#[test]
fn one_of_64_in_two_journals_gets_a_call() {
    let Some(database) = Tested::empty() else { return };
    let journals = [database.durable(), database.durable()];
    let call = patient(sample_call("call", CallState::Approved), "session");
    database.block_on(journals[0].insert(call.clone(), 9)).unwrap();

    let start = Barrier::new(64);
    let claim = |journal: &<Tested as Database>::Journal| {
        start.wait();
        database.block_on(journal.claim(&call.id, call.created, LEASE)).unwrap().is_some()
    };
    let claims = thread::scope(|scope| {
        let racers = journals.iter().cycle().take(64).map(|journal| scope.spawn(|| claim(journal)));
        let racers: Vec<_> = racers.collect();
        racers.into_iter().map(|racer| racer.join().unwrap()).filter(|is_first| *is_first).count()
    });
    assert_eq!(claims, 1);
    let started = EventFilter::default().kinds(vec!["tool_started"]);
    assert_eq!(database.block_on(journals[1].read(&started)).unwrap().len(), 1);
}

#[test]
fn what_several_write_at_once_is_one_chain() {
    let Some(database) = Tested::empty() else { return };
    let journals: Vec<_> = (0..4).map(|_| database.durable()).collect();
    thread::scope(|scope| {
        for journal in &journals {
            scope.spawn(|| {
                for _ in 0..50 {
                    database.block_on(journal.append(vec![message("ours", "once more")])).unwrap();
                }
            });
        }
    });
    let events = database.block_on(journals[0].read(&EventFilter::default())).unwrap();
    let numbers: Vec<_> = events.iter().map(|event| (event.entry, event.seq)).collect();
    assert_eq!(numbers, (1..=200).map(|number| (number, number)).collect::<Vec<_>>());
    assert!(database.block_on(journals[3].verify(None)).unwrap().is_whole());
}

#[test]
fn what_one_has_written_the_other_reads() {
    let Some(database) = Tested::empty() else { return };
    let (one, other) = (database.durable(), database.durable());
    let call = patient(sample_call("call", CallState::AwaitingApproval), "session");
    database.block_on(async {
        one.insert(call.clone(), 9).await.unwrap();
        assert_eq!(other.get(&call.id).await.unwrap(), Some(call));
        assert_eq!(other.head().await.unwrap(), one.head().await.unwrap());
    });
}

#[test]
fn one_of_64_in_two_journals_writes_a_session_record() {
    let Some(database) = Tested::empty() else { return };
    let journals = [database.durable(), database.durable()];
    let owner = Owner { session: "session".to_owned(), principal: Principal::new("alex") };
    for revision in 1..=2 {
        let start = Barrier::new(64);
        let put = |journal: &<Tested as Database>::Journal, state: usize| {
            let record = SessionRecord { revision, state: state.to_string(), seal: String::new() };
            start.wait();
            database.block_on(journal.put_session_record(&owner, record, LEASE)).unwrap().then_some(state)
        };
        let won: Vec<_> = thread::scope(|scope| {
            let racers = journals.iter().cycle().take(64).zip(0..);
            let put = &put;
            let racers: Vec<_> =
                racers.map(|(journal, state)| scope.spawn(move || put(journal, state))).collect();
            racers.into_iter().filter_map(|racer| racer.join().unwrap()).collect()
        });
        let [won] = won.as_slice() else { panic!("{won:?}") };
        for journal in &journals {
            let stored = database.block_on(journal.session_record(&owner)).unwrap().unwrap();
            assert_eq!((stored.revision, stored.state), (revision, won.to_string()));
        }
    }
}

#[test]
fn a_new_journal_may_be_opened_by_several_at_once() {
    let Some(database) = Tested::empty() else { return };
    let start = Barrier::new(8);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                start.wait();
                database.block_on(database.durable().append(vec![message("ours", "hello")])).unwrap();
            });
        }
    });
    assert_eq!(database.block_on(database.durable().head()).unwrap().number, 8);
}

#[test]
fn a_process_that_has_no_part_in_a_call_does_not_learn_its_sensitive_values() {
    let Some(database) = Tested::empty() else { return };
    let (one, other) = (database.durable(), database.durable());
    let mut call = patient(sample_call("call", CallState::Approved), "session");
    call.notes.sensitive = vec!["InvoiceId".to_owned()];
    database.block_on(async {
        one.insert(call.clone(), 9).await.unwrap();
        let found = other.get(&call.id).await.unwrap().unwrap();
        assert_eq!(found.frozen.arguments, r#"{"InvoiceId":"[hidden]"}"#);
        assert_eq!(found.sent.arguments, r#"{"InvoiceId":"[hidden]"}"#);
        assert!(!found.digest_is_right(None));
        assert_eq!(one.get(&call.id).await.unwrap(), Some(call));
    });
}
