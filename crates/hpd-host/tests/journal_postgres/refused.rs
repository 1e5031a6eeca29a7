//! Refusals of PostgreSQL: the rest is done, and no text of PostgreSQL is passed on.

use std::sync::Arc;

use futures_util::future::join_all;
use hpd_host::approval::{CallState, InsertError, PendingStore, Permission};
use hpd_host::journal::{EventFilter, Journal, JournalOptions};
use hpd_host::system::Timestamp;
use hpd_host::testing::store_kit::sample_call;
use hpd_host::{Approval, RawCall, Session, Toolbox, plugin};

use crate::common::database::{message, patient};
use crate::desk::{Desk, new_schema, reason};

#[test]
fn one_that_is_refused_does_not_take_others_with_it() {
    let Some(desk) = Desk::new() else { return };
    let journal = desk.journal();
    let sessions = ["one", "with\0zero", "two", "three"];
    desk.block_on(async {
        let written = join_all(sessions.map(|session| journal.append(vec![message(session, "hello")]))).await;
        let reasons: Vec<_> =
            written.iter().map(|written| written.as_ref().map_err(|error| reason(error))).collect();
        assert_eq!(reasons, [Ok(&()), Err("PostgreSQL refused it: 22021".to_owned()), Ok(&()), Ok(&())]);
        // Those in a later transaction follow an event that names the refused one.
        let filter = EventFilter::default().kinds(vec!["turn_started"]);
        assert_eq!(journal.read(&filter).await.unwrap().len(), 3);
        assert!(journal.verify(None).await.unwrap().is_whole());
    });
}

struct Notes;

#[plugin]
impl Notes {
    /// Finds a note.
    #[ai_function]
    fn find() -> &'static str {
        "milk"
    }

    /// Saves a note.
    #[ai_function(write, risk = low)]
    fn save() -> &'static str {
        "saved"
    }
}

#[test]
fn calls_are_told_whatever_their_ids_are() {
    let Some(desk) = Desk::new() else { return };
    let journal = Arc::new(desk.journal());
    let builder = Toolbox::builder().plugin(Notes).approval(Approval::new().writes(Permission::Allow));
    let toolbox = builder.journal(Arc::clone(&journal)).build().unwrap();
    let session = Session::with_id("with\0zero");
    desk.block_on(async {
        for tool in ["find", "save"] {
            let outcome = toolbox.call(&session, &RawCall::new("call\0", tool, "{}")).await;
            assert_eq!(outcome.status(), "ok", "{}", outcome.for_host());
        }
        let events = journal.read(&EventFilter::default()).await.unwrap();
        let kinds: Vec<_> = events.iter().map(|event| event.event.kind()).collect();
        assert_eq!(
            kinds,
            [
                "turn_started",
                "tool_call",
                "tool_result",
                "tool_call",
                "write_validation",
                "tool_started",
                "tool_result"
            ]
        );
        assert!(events[1..].iter().all(|event| event.call_id.as_deref() == Some("call\u{fffd}")));
        assert!(events.iter().all(|event| event.session == "with\u{fffd}zero"));
    });
}

#[test]
fn a_moment_that_has_no_place_becomes_the_last_one() {
    let Some(desk) = Desk::new() else { return };
    let journal = desk.journal();
    let late = message("ours", "hello").at(Timestamp::from_millis(u64::MAX));
    desk.block_on(journal.append(vec![late])).unwrap();
    let events = desk.block_on(journal.read(&EventFilter::default())).unwrap();
    assert_eq!(events[0].at.as_millis(), i64::MAX.unsigned_abs());
    assert!(desk.block_on(journal.verify(None)).unwrap().is_whole());
}

#[test]
fn a_value_that_stands_in_the_way_is_not_quoted() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    let journal = desk.journal_in(&schema, JournalOptions::default());
    let client = desk.client(&schema);
    desk.block_on(async {
        let foreign = "INSERT INTO journal VALUES (7, 'ours', 1, null, null, 0, 'mcq', '', '', '', '')";
        client.batch_execute(foreign).await.unwrap();
        let error = journal.append(vec![message("ours", "hello")]).await.unwrap_err();
        assert_eq!(reason(&error), "PostgreSQL refused it: 23505, journal_session_seq_key");
    });
}

#[test]
fn a_stored_call_that_can_not_be_read_is_in_nobody_elses_way() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    let journal = desk.journal_in(&schema, JournalOptions::default());
    let client = desk.client(&schema);
    let [bad, good] = ["bad", "good"].map(|id| patient(sample_call(id, CallState::Approved), id));
    desk.block_on(async {
        journal.insert(bad.clone(), 9).await.unwrap();
        journal.insert(good.clone(), 9).await.unwrap();
        client.batch_execute("UPDATE pending_calls SET row = 'INV-042' WHERE id = 'bad'").await.unwrap();
        let claims = [&bad, &good].map(|call| journal.claim(&call.id, call.created, call.expires));
        let [claimed_bad, claimed_good] = join_all(claims).await.try_into().unwrap();
        assert_eq!(reason(&claimed_bad.unwrap_err()), "a stored call can't be read");
        assert!(claimed_good.unwrap().is_some());
    });
}

#[test]
fn an_id_with_a_zero_is_refused() {
    let Some(desk) = Desk::new() else { return };
    let journal = desk.journal();
    let call = patient(sample_call("a\0b", CallState::Approved), "session");
    let error = desk.block_on(journal.insert(call, 9)).unwrap_err();
    assert!(matches!(error, InsertError::Store(_)));
    assert_eq!(reason(&error), "PostgreSQL refused it: 22021");
}

#[test]
fn nothing_is_behind_the_greatest_number() {
    let Some(desk) = Desk::new() else { return };
    let journal = desk.journal();
    desk.block_on(journal.append(vec![message("ours", "hello")])).unwrap();
    let behind_entry = EventFilter::default().after_entry(u64::MAX);
    assert_eq!(desk.block_on(journal.read(&behind_entry)).unwrap(), []);
    let behind_seq = EventFilter::default().after_seq(u64::MAX);
    assert_eq!(desk.block_on(journal.read(&behind_seq)).unwrap(), []);
}
