//! The journal's own page, exports, and blocked writes.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use hpd_host::events::{Event, NewEvent, TurnStartedEvent};
use hpd_host::journal::{Journal, MemoryJournal};
use hpd_host::system::Timestamp;
use hpd_inspector::Inspector;
use serde_json::{Value, json};

use crate::site::{HOST, Site};

#[tokio::test]
async fn a_verification_runs_beside_the_pages() {
    let site = Site::new().await;
    site.call("c1", "get_all_invoices", r#"{"contact": "Acme"}"#).await;
    let page = site.get("/journal").await;
    page.assert_has(&[
        "The journal was not verified since this program started.",
        "Verify now",
        "Hash of the last one",
    ]);
    let (status, said) = site.answer("/journal/verify", &json!({})).await;
    assert_eq!((status, &said["text"]), (StatusCode::OK, &json!("The verification runs.")));
    for _ in 0..100 {
        if !site.get("/journal").await.html.contains("data-refresh") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let page = site.get("/journal").await;
    page.assert_has(&[
        "✅ Nothing was changed",
        ": verified through entry 3 at",
        "Removed on purpose",
        "none",
        "Verify again",
    ]);
}

#[tokio::test]
async fn a_verification_is_begun_by_a_form_alone() {
    let site = Site::new().await;
    assert_eq!(site.get("/journal/verify").await.status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn an_export_has_events_without_what_answers_a_question() {
    let site = Site::new().await;
    site.call("c1", "get_all_invoices", r#"{"contact": "Acme"}"#).await;
    site.call("c2", "void_invoice", r#"{"invoice": "INV-042"}"#).await;
    let page = site.get("/export.jsonl?session=s1").await;
    let events: Vec<Value> = page.html.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let types: Vec<_> = events.iter().map(|event| event["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["turn_started", "tool_call", "tool_result", "tool_call", "write_validation", "mcq"]);
    assert!(!page.html.contains("nonce") && !page.html.contains("VOID INV-042"), "{}", page.html);
    assert_eq!(site.get("/export.jsonl?after=3").await.html.lines().count(), 3);
    assert_eq!(site.get("/export.jsonl?session=other").await.html, "");
}

#[tokio::test]
async fn an_export_ends_at_its_limit_and_says_where() {
    let journal = Arc::new(MemoryJournal::new());
    let event = || {
        let started = Event::TurnStarted(TurnStartedEvent::new(None));
        NewEvent::new("s1", Timestamp::from_millis(0), started)
    };
    journal.append((0..10_050).map(|_| event()).collect()).await.unwrap();
    let site = Site::with(Inspector::of_journal(journal)).await;
    let get = |path: &str| {
        Request::get(path).header("host", HOST).header("cookie", &site.cookie).body(Body::empty())
    };
    let response = site.response(get("/export.jsonl").unwrap()).await;
    assert_eq!(response.headers()["x-hpd-next"], "10000");
    assert_eq!(response.headers()["content-disposition"], "attachment; filename=\"events.jsonl\"");
    assert_eq!(response.headers()["content-type"], "application/x-ndjson; charset=utf-8");
    let response = site.response(get("/export.jsonl?after=10000").unwrap()).await;
    assert!(response.headers().get("x-hpd-next").is_none());
    assert_eq!(site.get("/export.jsonl?after=10000").await.html.lines().count(), 50);
}

#[tokio::test]
async fn an_export_ends_with_the_event_that_fills_it() {
    let journal = Arc::new(MemoryJournal::new());
    let event = || {
        let said = Some("x".repeat(1024 * 1024));
        NewEvent::new("s1", Timestamp::from_millis(0), Event::TurnStarted(TurnStartedEvent::new(said)))
    };
    journal.append((0..18).map(|_| event()).collect()).await.unwrap();
    let site = Site::with(Inspector::of_journal(journal)).await;
    let (mut after, mut counts) = ("0".to_owned(), Vec::new());
    loop {
        let request = Request::get(format!("/export.jsonl?after={after}")).header("host", HOST);
        let request = request.header("cookie", &site.cookie).body(Body::empty()).unwrap();
        let (parts, body) = site.response(request).await.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        counts.push(std::str::from_utf8(&bytes).unwrap().lines().count());
        let Some(next) = parts.headers.get("x-hpd-next") else { break };
        next.to_str().unwrap().clone_into(&mut after);
    }
    assert_eq!((counts, after.as_str()), (vec![8, 8, 2], "16"));
}

#[tokio::test]
async fn blocked_writes_are_listed_with_what_the_user_said() {
    let site = Site::new().await;
    site.session.user_says("Record a payment");
    site.call("c1", "create_payment", r#"{"AccountId": "xxx"}"#).await;
    site.get("/blocked").await.assert_has(&[
        "Record a payment",
        "create_payment",
        "missing Amount, Applications",
        "s1",
    ]);
}

#[tokio::test]
async fn removed_entries_are_said() {
    let journal = Arc::new(MemoryJournal::new());
    let event =
        |at| NewEvent::new("s1", Timestamp::from_millis(at), Event::TurnStarted(TurnStartedEvent::new(None)));
    journal.append(vec![event(1), event(2), event(1_000_000)]).await.unwrap();
    journal.prune(Timestamp::from_millis(1_000), "they were old").await.unwrap();
    let site = Site::with(Inspector::of_journal(journal)).await;
    site.get("/session/s1").await.assert_has(&["Entries up to 2 were removed on", ": they were old."]);
}
