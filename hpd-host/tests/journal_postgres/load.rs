//! Many sessions at once.

use futures_util::future::join_all;
use hpd_host::approval::{CallState, OutcomeNotes, PendingStore, StoredOutcome, Verdict};
use hpd_host::journal::{EventFilter, Journal, JournalOptions, PostgresJournal};
use hpd_host::testing::store_kit::sample_call;

use crate::desk::{Desk, new_schema};
use crate::sample::{message, patient};

const SESSIONS: usize = 64;
const CALLS: usize = 40;

/// The calls of a session: every tenth one is asked about.
async fn session(journal: &PostgresJournal, session: &str) {
    for number in 0..CALLS {
        journal.post(vec![message(session, "called")]).await.unwrap();
        if number % 10 == 0 {
            let call =
                patient(sample_call(&format!("{session} {number}"), CallState::AwaitingApproval), session);
            journal.insert(call.clone(), 9).await.unwrap();
            journal.decide(&call.id, Verdict::Approved, call.created).await.unwrap();
            journal.claim(&call.id, call.created, call.expires).await.unwrap();
            let outcome =
                StoredOutcome { is_error: false, text: "done".to_owned(), notes: OutcomeNotes::default() };
            assert!(journal.finish(&call.id, CallState::Succeeded, outcome).await.unwrap());
        }
        journal.append(vec![message(session, "ended")]).await.unwrap();
    }
}

#[test]
fn nothing_is_lost_of_many_sessions_at_once() {
    let Some(desk) = Desk::new() else { return };
    // Fewer places than sessions: some have to wait.
    let options = JournalOptions { queue: 16, batch: 8, ..JournalOptions::default() };
    let journal = desk.journal_in(&new_schema(), options);
    let names: Vec<_> = (0..SESSIONS).map(|number| format!("session {number}")).collect();
    desk.block_on(async {
        join_all(names.iter().map(|name| session(&journal, name))).await;
        // Two of each call; a decision, a start and a result of each tenth.
        let each = CALLS * 2 + CALLS / 10 * 3;
        for name in names {
            let filter = EventFilter { session: Some(name), ..EventFilter::default() };
            let events = journal.read(&filter).await.unwrap();
            let seqs: Vec<_> = events.iter().map(|event| event.seq).collect();
            assert_eq!(seqs, (1..=u64::try_from(each).unwrap()).collect::<Vec<_>>());
        }
        let verification = journal.verify(None).await.unwrap();
        assert_eq!(usize::try_from(verification.entries).unwrap(), SESSIONS * each);
        assert!(verification.is_whole());
    });
}
