//! Several journals in one schema, as of programs that run more than once.

use futures_util::future::join_all;
use hpd_host::Timestamp;
use hpd_host::approval::{CallState, PendingStore};
use hpd_host::journal::{EventFilter, Journal, JournalOptions, PostgresJournal};
use hpd_host::testing::store_kit::sample_call;

use crate::desk::{Desk, new_schema};
use crate::sample::{message, patient};

const LEASE: Timestamp = Timestamp::from_millis(u64::MAX);

/// So many journals in one new schema.
fn journals(desk: &Desk, count: usize) -> Vec<PostgresJournal> {
    let schema = new_schema();
    (0..count).map(|_| desk.journal_in(&schema, JournalOptions::default())).collect()
}

#[test]
fn one_of_64_in_two_journals_gets_a_call() {
    let Some(desk) = Desk::new() else { return };
    let journals = journals(&desk, 2);
    let call = patient(sample_call("call", CallState::Approved), "session");
    desk.block_on(async {
        journals[0].insert(call.clone(), 9).await.unwrap();
        let racers = journals.iter().cycle().take(64);
        let claims = join_all(racers.map(|journal| journal.claim(&call.id, call.created, LEASE))).await;
        let claims: Vec<_> = claims.into_iter().map(Result::unwrap).collect();
        assert_eq!(claims.iter().flatten().count(), 1);
        let started = EventFilter { kinds: vec!["tool_started"], ..EventFilter::default() };
        assert_eq!(journals[1].read(&started).await.unwrap().len(), 1);
    });
}

#[test]
fn what_several_write_at_once_is_one_chain() {
    let Some(desk) = Desk::new() else { return };
    let journals = journals(&desk, 3);
    desk.block_on(async {
        let writing = journals.iter().map(|journal| async {
            for _ in 0..50 {
                journal.append(vec![message("ours", "once more")]).await.unwrap();
            }
        });
        join_all(writing).await;
        let events = journals[0].read(&EventFilter::default()).await.unwrap();
        let numbers: Vec<_> = events.iter().map(|event| (event.entry, event.seq)).collect();
        assert_eq!(numbers, (1..=150).map(|number| (number, number)).collect::<Vec<_>>());
        assert!(journals[2].verify(None).await.unwrap().is_whole());
    });
}

#[test]
fn what_one_has_written_the_other_reads() {
    let Some(desk) = Desk::new() else { return };
    let journals = journals(&desk, 2);
    let call = patient(sample_call("call", CallState::AwaitingApproval), "session");
    desk.block_on(async {
        journals[0].insert(call.clone(), 9).await.unwrap();
        assert_eq!(journals[1].get(&call.id).await.unwrap(), Some(call));
        assert_eq!(journals[1].head().await.unwrap(), journals[0].head().await.unwrap());
    });
}

#[test]
fn a_new_schema_may_be_opened_by_several_at_once() {
    may_be_opened_by_several_at_once("-c default_transaction_isolation=read\\ committed");
}

#[test]
fn a_new_schema_may_be_opened_by_several_at_once_where_transactions_see_one_moment() {
    may_be_opened_by_several_at_once("-c default_transaction_isolation=repeatable\\ read");
    may_be_opened_by_several_at_once("-c default_transaction_isolation=serializable");
}

fn may_be_opened_by_several_at_once(setting: &str) {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    desk.block_on(async {
        let opening = (0..8).map(|_| async {
            let pool = desk.pool_with(setting);
            let journal = PostgresJournal::in_schema(pool, &schema, JournalOptions::default()).await.unwrap();
            journal.append(vec![message("ours", "hello")]).await.unwrap();
            journal
        });
        let journals = join_all(opening).await;
        assert_eq!(journals[0].head().await.unwrap().number, 8);
    });
}

#[test]
fn a_process_that_has_no_part_in_a_call_does_not_learn_its_sensitive_values() {
    let Some(desk) = Desk::new() else { return };
    let journals = journals(&desk, 2);
    let mut call = patient(sample_call("call", CallState::Approved), "session");
    call.notes.sensitive = vec!["InvoiceId".to_owned()];
    desk.block_on(async {
        journals[0].insert(call.clone(), 9).await.unwrap();
        let found = journals[1].get(&call.id).await.unwrap().unwrap();
        assert_eq!(found.frozen.arguments, r#"{"InvoiceId":"(hidden)"}"#);
        assert_eq!(found.sent.arguments, r#"{"InvoiceId":"(hidden)"}"#);
        assert!(!found.digest_is_right());
        assert_eq!(journals[0].get(&call.id).await.unwrap(), Some(call));
    });
}
