//! Erased or removed text is in no database any more.

use hpd_host::Principal;
use hpd_host::approval::{CallState, OutcomeNotes, PendingStore, PendingVerdict, StoredOutcome};
use hpd_host::journal::{Erasure, EventFilter, Journal};
use hpd_host::system::Timestamp;
use hpd_host::testing::store_kit::sample_call;

use crate::Tested;
use crate::common::database::{Database, message, patient};

/// Texts that occur nowhere else, of very different lengths.
fn texts(session: &str) -> Vec<String> {
    (0..150)
        .map(|number| format!("{session} said {number} {}", "again ".repeat(number * number % 1_700)))
        .collect()
}

/// A session that writes, has calls that wait, and some that ended.
async fn fill(journal: &impl Journal, session: &str, texts: &[String]) {
    let far = Timestamp::from_millis(u64::MAX);
    for (number, text) in texts.iter().enumerate() {
        journal.append(vec![message(session, text)]).await.unwrap();
        // Ids of calls are in no order.
        let id = format!("{:x}", (number * 7_919 + session.len()) % 10_007);
        let mut call = patient(sample_call(&format!("{session} {id}"), CallState::Approved), session);
        call.frozen.arguments = format!(r#"{{"InvoiceId":"{text}"}}"#);
        let call = call.sealed(None);
        journal.insert(call.clone(), 1_000).await.unwrap();
        match number % 3 {
            0 => drop(journal.decide(&call.id, PendingVerdict::Cancelled, call.created).await.unwrap()),
            1 => {
                journal.claim(&call.id, call.created, far).await.unwrap();
                let outcome =
                    StoredOutcome { is_error: false, text: text.repeat(2), notes: OutcomeNotes::default() };
                journal.finish(&call.id, CallState::Succeeded, outcome).await.unwrap();
            }
            _ => {}
        }
    }
}

/// The texts as they occur in files: their beginnings, since long ones are cut into pages.
fn beginnings(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| text.chars().take(20).collect::<String>()).collect()
}

#[test]
fn a_session_that_was_erased_is_nowhere() {
    let Some(database) = Tested::empty() else { return };
    let journal = database.relaxed();
    let (ours, theirs) = (texts("ours"), texts("theirs"));
    database.block_on(fill(&journal, "ours", &ours));
    database.block_on(fill(&journal, "theirs", &theirs));
    let (ours, theirs) = (beginnings(&ours), beginnings(&theirs));
    assert_eq!(database.found(&ours).len(), ours.len());

    let erased = Erasure::Session("ours".to_owned());
    let erased = database.block_on(journal.erase(&erased, "asked for")).unwrap();
    assert!(erased > 150);
    assert_eq!(database.found(&ours), [""; 0]);
    assert_eq!(database.found(&["again again again".to_owned()]).len(), 1);
    assert_eq!(database.found(&theirs).len(), theirs.len());
    assert_eq!(database.texts("SELECT session FROM pending_calls"), vec!["theirs"; theirs.len()]);
    let verification = database.block_on(journal.verify(None)).unwrap();
    assert_eq!((verification.erased, verification.damage), (erased, vec![]));
}

#[test]
fn entries_that_were_removed_are_nowhere() {
    let Some(database) = Tested::empty() else { return };
    let journal = database.relaxed();
    let texts = texts("ours");
    database.block_on(async {
        fill(&journal, "ours", &texts).await;
        journal.expire(Timestamp::from_millis(u64::MAX / 4)).await.unwrap();
        let all = journal.head().await.unwrap().number;
        assert_eq!(journal.prune(Timestamp::from_millis(u64::MAX / 3), "too old").await.unwrap(), all);
        let verification = journal.verify(None).await.unwrap();
        assert_eq!(
            (verification.entries, verification.pruned_through, verification.damage),
            (1, all, vec![])
        );
    });
    assert_eq!(database.found(&beginnings(&texts)), [""; 0]);
    assert_eq!(database.found(&["again again".to_owned()]), [""; 0]);
    database.block_on(async {
        journal.append(vec![message("ours", "once more")]).await.unwrap();
        assert!(journal.verify(None).await.unwrap().is_whole());
    });
}

#[test]
fn the_principal_of_an_erased_turn_is_nowhere() {
    let Some(database) = Tested::empty() else { return };
    let journal = database.relaxed();
    let event = |session: &str| {
        let principal =
            Principal::new(format!("principal of {session}")).in_tenant(format!("tenant of {session}"));
        message(session, "hello").on_behalf_of(&principal)
    };
    let [ours, theirs] =
        ["ours", "theirs"].map(|of| [format!("principal of {of}"), format!("tenant of {of}")]);
    database.block_on(async {
        journal.append(vec![event("ours"), event("theirs")]).await.unwrap();
        journal.erase(&Erasure::Session("ours".to_owned()), "asked for").await.unwrap();
        let filter = EventFilter::default().tenant(ours[1].clone());
        assert_eq!(journal.read(&filter).await.unwrap(), []);
        assert!(journal.verify(None).await.unwrap().is_whole());
    });
    assert_eq!(database.found(&ours), [""; 0]);
    assert_eq!(database.found(&theirs), theirs);
}
