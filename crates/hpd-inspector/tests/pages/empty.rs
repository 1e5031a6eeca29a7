//! Views without anything say why.

use axum::http::StatusCode;
use hpd_host::journal::{Erasure, MemoryJournal};
use hpd_host::{RawCall, Session, Toolbox};
use hpd_inspector::Inspector;
use std::sync::Arc;

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
    site.get("/tools").await.assert_has(&["This page needs the program"]);
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
