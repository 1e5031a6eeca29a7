//! Views without anything say why.

use axum::http::StatusCode;
use hpd_host::approval::StoreError;
use hpd_host::events::{Event, NewEvent, TurnStartedEvent};
use hpd_host::journal::{Erasure, EventFilter, Journal, MemoryJournal, MissingEvents};
use hpd_host::system::Timestamp;
use hpd_host::testing::{Answered, Asked, Tap, Tapped};
use hpd_host::{RawCall, Session, Toolbox};
use hpd_inspector::Inspector;
use std::sync::Arc;

use crate::books::{Books, builder};
use crate::site::Site;

#[tokio::test]
async fn empty_views_say_why() {
    let site = Site::new().await;
    for (path, why) in [
        ("/", "The journal has no sessions yet."),
        ("/session/s1", "The journal has no events of this session yet."),
        ("/session/s1/thinking", "The session has no activity yet."),
        ("/search", "Fill in one field or several"),
        ("/search?tool=x", "No call fits."),
        ("/approvals", "Nothing waits for you."),
        ("/health", "No call was made in this span of time."),
        ("/health?span=all", "The journal has no events"),
    ] {
        let page = site.get(path).await;
        assert_eq!(page.status, StatusCode::OK);
        page.assert_has(&[why]);
    }
    let page = site.get("/call/7").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    page.assert_has(&["The journal has no event of this number."]);
}

#[tokio::test]
async fn a_program_without_a_journal_is_told_so() {
    let toolbox = Toolbox::builder().build().unwrap();
    let site = Site::with(Inspector::of(&toolbox)).await;
    site.get("/").await.assert_has(&["This toolbox has no journal"]);
    site.get("/health").await.assert_has(&["This toolbox has no journal"]);
}

#[tokio::test]
async fn a_journal_alone_has_no_tools_and_no_answers() {
    let site = Site::with(Inspector::of_journal(Arc::new(MemoryJournal::new()))).await;
    site.get("/tools").await.assert_has(&["The journal has no list of tools"]);
    assert_eq!(site.get("/approvals").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_was_erased_is_said() {
    let site = Site::new().await;
    site.call("c1", "get_all_invoices", r#"{"contact": "Acme"}"#).await;
    let journal = site.toolbox.journal().unwrap();
    journal.erase(&Erasure::Session("s1".to_owned()), "the user asked for it").await.unwrap();
    let page = site.get("/session/s1").await;
    page.assert_has(&[
        "Contents were erased on",
        ": the user asked for it.",
        "Nothing is left of this session here.",
    ]);
    site.call("c2", "get_all_invoices", r#"{"contact": "Acme"}"#).await;
    site.get("/session/s1").await.assert_has(&["Contents were erased on", "INV-042 of Acme"]);
}

/// Erasures of other entries say nothing about the entries that are missing.
#[tokio::test]
async fn of_all_erasures_only_those_of_the_missing_entries_are_told() {
    let site = Site::new().await;
    let journal = site.toolbox.journal().unwrap();
    let erase = async |session: &str, reason: &str| {
        journal.erase(&Erasure::Session(session.to_owned()), reason).await.unwrap();
    };
    let call = async |session: &str| {
        let session = Session::with_id(session);
        let call = RawCall::new("c1", "get_all_invoices", r#"{"contact": "Acme"}"#);
        site.toolbox.call(&session, &call).await;
    };
    call("early").await;
    erase("early", "the first to ask").await;
    call("s1").await;
    erase("s1", "the user asked for it").await;
    call("s1").await;
    for number in 0..4 {
        call(&format!("late-{number}")).await;
        erase(&format!("late-{number}"), "another one").await;
    }
    let page = site.get("/session/s1").await;
    page.assert_has(&[": the user asked for it.", "INV-042 of Acme"]);
    assert!(!page.text().contains("another one"), "{}", page.text());
}

/// Entries of other sessions are between those of this one: their erasure explains nothing.
#[tokio::test]
async fn the_erasure_of_another_session_between_is_no_reason() {
    let site = Site::new().await;
    let journal = site.toolbox.journal().unwrap();
    let call = async |session: &str, id: &str| {
        let call = RawCall::new(id, "get_all_invoices", r#"{"contact": "Acme"}"#);
        site.toolbox.call(&Session::with_id(session), &call).await;
    };
    let erase = async |session: &str, reason: &str| {
        journal.erase(&Erasure::Session(session.to_owned()), reason).await.unwrap();
    };
    call("other", "c1").await;
    call("s1", "c2").await;
    call("other", "c3").await;
    erase("s1", "the user asked for it").await;
    erase("other", "another one asked for it").await;
    call("s1", "c4").await;
    let text = site.get("/session/s1").await.text();
    assert!(text.contains(": the user asked for it."), "{text}");
    assert!(!text.contains("another one") && !text.contains("not recorded"), "{text}");
    let text = site.get("/session/never").await.text();
    assert!(text.contains("The journal has no events of this session yet."), "{text}");
    assert!(!text.contains("asked for it") && !text.contains("not recorded"), "{text}");
}

/// The erasure of a turn, and a removal, are told as well as the erasure of a session.
#[tokio::test]
async fn each_reason_is_that_of_the_missing_events() {
    let journal = Arc::new(MemoryJournal::new());
    let event = |session: &str, turn: &str, at| {
        let started = Event::TurnStarted(TurnStartedEvent::new(Some(format!("message {at}"))));
        NewEvent::new(session, Timestamp::from_millis(at), started).turn(Some(turn.to_owned()))
    };
    for number in 1..=3 {
        journal.append(vec![event("s1", &format!("t{number}"), number * 1_000)]).await.unwrap();
        journal.append(vec![event("s2", &format!("u{number}"), number * 1_000)]).await.unwrap();
    }
    journal.erase(&Erasure::Turn("u2".to_owned()), "of the other session").await.unwrap();
    journal.erase(&Erasure::Turn("t2".to_owned()), "of this session").await.unwrap();
    let site = Site::with(Inspector::of_journal(Arc::<MemoryJournal>::clone(&journal))).await;
    let page = site.get("/session/s1").await;
    page.assert_has(&[": of this session.", "message 1000", "message 3000"]);
    assert!(!page.text().contains("of the other session"), "{}", page.text());
    journal.prune(Timestamp::from_millis(1_500), "they were old").await.unwrap();
    let page = site.get("/session/s1").await;
    page.assert_has(&["Entries up to 2 were removed on", ": they were old.", ": of this session."]);
    assert!(!page.text().contains("not recorded"), "{}", page.text());
}

/// A journal that knows nothing of what is missing.
struct Forgets;

impl Tap for Forgets {
    fn after(&self, _: &Asked<'_>, answered: &mut Answered<'_>) -> Result<(), StoreError> {
        if let Answered::Missing(missing) = answered {
            **missing = MissingEvents::default();
        }
        Ok(())
    }
}

#[tokio::test]
async fn a_reason_that_nobody_knows_is_said_to_be_unknown() {
    let site = Site::of(
        builder(Books::default()).journal(Tapped::new(MemoryJournal::new(), Forgets)).build().unwrap(),
    );
    let site = site.await;
    let journal = site.toolbox.journal().unwrap();
    site.session.user_says("Hello");
    site.call("c1", "get_all_invoices", r#"{"contact": "Acme"}"#).await;
    let started = journal.read(&EventFilter::default()).await.unwrap().remove(0);
    site.session.user_says("Again");
    journal.erase(&Erasure::Turn(started.turn.unwrap()), "this session's own").await.unwrap();
    site.call("c2", "get_all_invoices", r#"{"contact": "Acme"}"#).await;
    let page = site.get("/session/s1").await;
    page.assert_has(&["Events are missing here, and why is not recorded."]);
    assert!(!page.text().contains("Contents were erased"), "{}", page.text());
}
