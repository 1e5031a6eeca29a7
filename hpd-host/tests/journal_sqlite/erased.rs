//! What is erased or removed stands in no file any more.

use futures_executor::block_on;
use hpd_host::Timestamp;
use hpd_host::approval::{CallState, OutcomeNotes, PendingStore, StoredOutcome, Verdict};
use hpd_host::journal::{Erasure, Journal, SqliteJournal};
use hpd_host::testing::store_kit::sample_call;
use rusqlite::Connection;

use crate::{Folder, message, patient};

/// Texts that stand nowhere else, of very different lengths.
fn texts(session: &str) -> Vec<String> {
    (0..150)
        .map(|number| format!("{session} said {number} {}", "again ".repeat(number * number % 1_700)))
        .collect()
}

/// A session that writes, has calls that wait, and some that ended.
fn fill(journal: &SqliteJournal, session: &str, texts: &[String]) {
    let far = Timestamp::from_millis(u64::MAX);
    for (number, text) in texts.iter().enumerate() {
        block_on(journal.append(vec![message(session, text)])).unwrap();
        // Ids of calls are in no order.
        let id = format!("{:x}", (number * 7_919 + session.len()) % 10_007);
        let mut call = patient(sample_call(&format!("{session} {id}"), CallState::Approved), session);
        call.frozen.arguments = format!(r#"{{"InvoiceId":"{text}"}}"#);
        let call = call.sealed();
        block_on(journal.insert(call.clone(), 1_000)).unwrap();
        match number % 3 {
            0 => drop(block_on(journal.decide(&call.id, Verdict::Cancelled, call.created)).unwrap()),
            1 => {
                block_on(journal.claim(&call.id, call.created, far)).unwrap();
                let outcome =
                    StoredOutcome { is_error: false, text: text.repeat(2), notes: OutcomeNotes::default() };
                block_on(journal.finish(&call.id, CallState::Succeeded, outcome)).unwrap();
            }
            _ => {}
        }
    }
}

/// The texts as they stand in files: their beginnings, since long ones are cut into pages.
fn beginnings(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| text.chars().take(20).collect::<String>()).collect()
}

#[test]
fn a_session_that_was_erased_is_in_no_file() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    let (ours, theirs) = (texts("ours"), texts("theirs"));
    fill(&journal, "ours", &ours);
    fill(&journal, "theirs", &theirs);
    let (ours, theirs) = (beginnings(&ours), beginnings(&theirs));
    assert_eq!(folder.found(&ours).len(), ours.len());

    let erased = block_on(journal.erase(&Erasure::Session("ours".to_owned()), "asked for")).unwrap();
    assert!(erased > 150);
    assert_eq!(folder.found(&ours), [""; 0]);
    assert_eq!(folder.found(&["again again again".to_owned()]).len(), 1);
    assert_eq!(folder.found(&theirs).len(), theirs.len());
    let verification = block_on(journal.verify(None)).unwrap();
    assert_eq!((verification.erased, verification.damage), (erased, vec![]));
}

#[test]
fn entries_that_were_removed_are_in_no_file() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    let texts = texts("ours");
    fill(&journal, "ours", &texts);
    block_on(journal.expire(Timestamp::from_millis(u64::MAX / 4))).unwrap();
    block_on(journal.prune(Timestamp::from_millis(u64::MAX / 3), "too old")).unwrap();
    assert_eq!(folder.found(&beginnings(&texts)), [""; 0]);
    assert_eq!(folder.found(&["again again".to_owned()]), [""; 0]);
    assert!(block_on(journal.verify(None)).unwrap().is_whole());
}

#[test]
fn what_somebody_reads_meanwhile_is_gone_after_the_next_write() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    block_on(journal.append(vec![message("ours", "the name of the rose")])).unwrap();
    let mut reader = folder.connection();
    let moment = reader.transaction().unwrap();
    let count = |connection: &Connection| -> i64 {
        connection.query_row("SELECT count(*) FROM journal", (), |row| row.get(0)).unwrap()
    };
    assert_eq!(count(&moment), 1);
    // The one that reads is waited for, and given up.
    block_on(journal.erase(&Erasure::Session("ours".to_owned()), "asked for")).unwrap();
    moment.commit().unwrap();
    block_on(journal.append(vec![message("others", "hello")])).unwrap();
    assert_eq!(folder.found(&["the name of the rose".to_owned()]), [""; 0]);
}
