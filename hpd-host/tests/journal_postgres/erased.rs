//! What is erased or removed stands in no table any more.

use hpd_host::Timestamp;
use hpd_host::approval::{CallState, OutcomeNotes, PendingStore, StoredOutcome, Verdict};
use hpd_host::journal::{Erasure, Journal, JournalOptions, PostgresJournal};
use hpd_host::testing::store_kit::sample_call;

use crate::desk::{Desk, new_schema};
use crate::sample::{message, patient};
use crate::secrets::tables;

const FAR: Timestamp = Timestamp::from_millis(4_000_000_000_000);

/// A session that writes, has a call that waits, one that was cancelled, and one that ended.
async fn fill(journal: &PostgresJournal, session: &str) {
    for (number, state) in
        [CallState::AwaitingApproval, CallState::Approved, CallState::Approved].iter().enumerate()
    {
        journal.append(vec![message(session, &format!("{session} said {number}"))]).await.unwrap();
        let mut call = patient(sample_call(&format!("{session} {number}"), *state), session);
        call.frozen.arguments = format!(r#"{{"InvoiceId":"{session} sent {number}"}}"#);
        let call = call.sealed();
        journal.insert(call.clone(), 9).await.unwrap();
        if number == 1 {
            journal.decide(&call.id, Verdict::Cancelled, call.created).await.unwrap();
        }
        if number == 2 {
            journal.claim(&call.id, call.created, FAR).await.unwrap();
            let text = format!("{session} got {number}");
            let outcome = StoredOutcome { is_error: false, text, notes: OutcomeNotes::default() };
            journal.finish(&call.id, CallState::Succeeded, outcome).await.unwrap();
        }
    }
}

/// How often a session is spoken of with contents.
fn mentions(tables: &str, session: &str) -> usize {
    ["said", "sent", "got"].iter().map(|word| tables.matches(&format!("{session} {word}")).count()).sum()
}

#[test]
fn a_session_that_was_erased_is_in_no_table() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    let journal = desk.journal_in(&schema, JournalOptions::default());
    let client = desk.client(&schema);
    desk.block_on(async {
        fill(&journal, "ours").await;
        fill(&journal, "theirs").await;
        let before = tables(&client).await;
        let theirs = mentions(&before, "theirs");
        assert!(mentions(&before, "ours") >= 7 && theirs >= 7);

        let erased = journal.erase(&Erasure::Session("ours".to_owned()), "asked for").await.unwrap();
        let after = tables(&client).await;
        assert_eq!((mentions(&after, "ours"), mentions(&after, "theirs")), (0, theirs));
        let verification = journal.verify(None).await.unwrap();
        assert_eq!((verification.erased, verification.damage), (erased, vec![]));
        let calls = client.query("SELECT id FROM pending_calls ORDER BY id", &[]).await.unwrap();
        let ids: Vec<String> = calls.iter().map(|row| row.get(0)).collect();
        assert_eq!(ids, ["theirs 0", "theirs 1", "theirs 2"]);
    });
}

#[test]
fn entries_that_were_removed_are_in_no_table() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    let journal = desk.journal_in(&schema, JournalOptions::default());
    let client = desk.client(&schema);
    desk.block_on(async {
        fill(&journal, "ours").await;
        let count = journal.head().await.unwrap().number;
        journal
            .decide(&sample_call("ours 0", CallState::Approved).id, Verdict::Cancelled, FAR)
            .await
            .unwrap();
        let all = count + 2;
        assert_eq!(
            journal.prune(FAR.after(std::time::Duration::from_millis(1)), "too old").await.unwrap(),
            all
        );
        assert_eq!(mentions(&tables(&client).await, "ours said"), 0);
        let verification = journal.verify(None).await.unwrap();
        assert_eq!(
            (verification.entries, verification.pruned_through, verification.damage),
            (1, all, vec![])
        );
        journal.append(vec![message("ours", "once more")]).await.unwrap();
        assert!(journal.verify(None).await.unwrap().is_whole());
    });
}
