//! Connections that end in the middle.

use std::time::Duration;

use hpd_host::approval::{CallState, PendingStore};
use hpd_host::journal::{Journal, JournalOptions, PostgresJournal};
use hpd_host::testing::store_kit::sample_call;
use tokio_postgres::Client;

use crate::common::database::{message, patient};
use crate::desk::{Desk, new_schema, reason};

/// Ends the journal's connection once it waits for a lock.
async fn end_who_waits(client: &Client, schema: &str) {
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = $1 AND wait_event_type = 'Lock'";
    while client.query(end, &[&schema]).await.unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Runs an action while the connection that it needs is ended; returns the result. The requests to a journal begin at
/// once.
async fn interrupted<T, F: Future<Output = T>>(
    (holder, killer): (&Client, &Client),
    schema: &str,
    begin: impl FnOnce() -> F,
) -> T {
    holder.batch_execute("BEGIN; SELECT FROM journal_anchor FOR UPDATE").await.unwrap();
    let (done, ()) = futures_util::future::join(begin(), end_who_waits(killer, schema)).await;
    holder.batch_execute("ROLLBACK").await.unwrap();
    done
}

fn journal(desk: &Desk) -> (PostgresJournal, String, Client, Client) {
    let schema = new_schema();
    let journal = desk.journal_in(&schema, JournalOptions::default());
    let (holder, killer) = (desk.client(&schema), desk.client(&schema));
    (journal, schema, holder, killer)
}

#[test]
fn what_was_under_way_fails_and_what_comes_next_does_not() {
    let Some(desk) = Desk::new() else { return };
    let (journal, schema, holder, killer) = journal(&desk);
    desk.block_on(async {
        journal.append(vec![message("ours", "first")]).await.unwrap();
        let append = || journal.append(vec![message("ours", "second"), message("ours", "third")]);
        let error = interrupted((&holder, &killer), &schema, append).await.unwrap_err();
        assert_eq!(reason(&error), "PostgreSQL refused it: 57P01");
        assert_eq!(journal.head().await.unwrap().number, 1);

        journal.append(vec![message("ours", "fourth")]).await.unwrap();
        // The first, what names the lost ones, and the fourth.
        assert_eq!(journal.head().await.unwrap().number, 3);
        assert!(journal.verify(None).await.unwrap().is_whole());
    });
}

#[test]
fn a_step_that_was_interrupted_was_not_taken() {
    let Some(desk) = Desk::new() else { return };
    let (journal, schema, holder, killer) = journal(&desk);
    let call = patient(sample_call("call", CallState::Approved), "session");
    desk.block_on(async {
        journal.insert(call.clone(), 9).await.unwrap();
        let head = journal.head().await.unwrap();
        let claim = || journal.claim(&call.id, call.created, call.expires);
        interrupted((&holder, &killer), &schema, claim).await.unwrap_err();
        assert_eq!(journal.get(&call.id).await.unwrap(), Some(call.clone()));
        assert_eq!(journal.head().await.unwrap(), head);
        assert!(journal.claim(&call.id, call.created, call.expires).await.unwrap().is_some());
    });
}

#[test]
fn a_call_that_was_not_inserted_can_be_inserted_again_with_its_sensitive_values() {
    let Some(desk) = Desk::new() else { return };
    let (journal, schema, holder, killer) = journal(&desk);
    let mut call = patient(sample_call("call", CallState::Approved), "session");
    call.notes.sensitive = vec!["InvoiceId".to_owned()];
    desk.block_on(async {
        let insert = || journal.insert(call.clone(), 9);
        interrupted((&holder, &killer), &schema, insert).await.unwrap_err();
        assert_eq!(journal.get(&call.id).await.unwrap(), None);
        journal.insert(call.clone(), 9).await.unwrap();
        assert_eq!(journal.get(&call.id).await.unwrap(), Some(call));
    });
}
