//! Sessions of several pages, and events that no call begins.

use std::sync::Arc;

use axum::http::StatusCode;
use hpd_host::events::{
    CollapsedEvent, Event, McqEvent, NewEvent, ResultStatus, ToolCallEvent, ToolResultEvent, TurnStartedEvent,
};
use hpd_host::journal::{Erasure, Journal, MemoryJournal};
use hpd_host::system::Timestamp;
use hpd_inspector::Inspector;
use serde_json::json;

use crate::site::Site;

fn event(turn: &str, id: &str, event: Event) -> NewEvent {
    NewEvent::new("s1", Timestamp::from_millis(1_000), event)
        .turn(Some(turn.to_owned()))
        .call_id(Some(id.to_owned()))
}

fn said(turn: &str, text: String) -> NewEvent {
    let said = Event::TurnStarted(TurnStartedEvent::new(Some(text)));
    NewEvent::new("s1", Timestamp::from_millis(1_000), said).turn(Some(turn.to_owned()))
}

fn called(text: &str) -> Event {
    Event::ToolCall(ToolCallEvent::new("pay", false).arguments(Some(text.to_owned())))
}

fn ended(status: ResultStatus) -> Event {
    let result = ToolResultEvent::new("pay", status == ResultStatus::Ok, status, false);
    Event::ToolResult(result.result(Some(json!({ "Status": "Voided" }))))
}

fn collapsed() -> Event {
    Event::Collapsed(CollapsedEvent::new("Books"))
}

async fn journal(events: Vec<NewEvent>) -> (Arc<MemoryJournal>, Site) {
    let journal = Arc::new(MemoryJournal::new());
    journal.append(events).await.unwrap();
    let site = Site::with(Inspector::of_journal(journal.clone())).await;
    (journal, site)
}

#[tokio::test]
async fn events_whose_call_did_not_begin_on_an_older_page_are_shown() {
    let mut events: Vec<_> = (0..320).map(|number| said("t0", format!("message {number}"))).collect();
    // The result of a call that an older page has, in its turn and in a later one, and a collapse before a call.
    events.insert(1, event("t0", "c1", called("{}")));
    events.push(event("t0", "c1", ended(ResultStatus::Ok)));
    events.push(event("t1", "c2", ended(ResultStatus::Ok)));
    events.push(event("t1", "c3", collapsed()));
    events.push(event("t1", "c3", called("{}")));
    let (_, site) = journal(events).await;
    let page = site.get("/session/s1").await;
    page.assert_has(&["Container collapsed"]);
    assert_eq!(page.html.matches("✅ done").count(), 1, "that of c1 is on its own page: {}", page.text());
    assert_eq!(page.html.matches("data-kind=\"call\"").count(), 2, "{}", page.text());
}

#[tokio::test]
async fn an_older_page_has_the_result_of_a_call_that_was_handed_on() {
    let mut events = vec![event("t0", "c1", called("{}")), event("t0", "c1", ended(ResultStatus::Forwarded))];
    events.extend((0..320).map(|number| said("t0", format!("message {number}"))));
    events.push(event("t0", "c1", ended(ResultStatus::Ok)));
    let (_, site) = journal(events).await;
    let page = site.get("/session/s1?before=10").await;
    assert!(!page.html.contains("⏳ waiting"), "{}", page.text());
}

#[tokio::test]
async fn a_collapse_does_not_end_a_call() {
    let question = json!({ "mcq_type": "write_confirmation", "question": "Pay?", "pending_tool": "pay" });
    let asked = Event::Mcq(McqEvent(question.as_object().unwrap().clone()));
    let events = vec![
        event("t0", "c1", called("{}")),
        event("t0", "c1", asked),
        event("t0", "c1", collapsed()),
        event("t0", "c2", called("{}")),
        event("t0", "c2", ended(ResultStatus::Error)),
        event("t0", "c2", collapsed()),
    ];
    let (_, site) = journal(events).await;
    let page = site.get("/session/s1").await;
    page.assert_has(&["❌ failed"]);
    assert!(!page.html.contains("✅ done"), "{}", page.text());
}

#[tokio::test]
async fn an_erased_end_and_the_erased_edge_of_a_page_are_told() {
    let mut events: Vec<_> =
        (0..400).map(|number| said(&format!("t{number}"), format!("message {number}"))).collect();
    events.push(event("last", "c1", called("{}")));
    let (journal, site) = journal(events).await;
    for turn in ["t98", "last"] {
        let turn = Erasure::Turn(turn.to_owned());
        journal.erase(&turn, "the user asked for it").await.unwrap();
    }
    for (path, is_told) in [
        ("/session/s1", true),
        ("/session/s1?before=99", false),
        ("/session/s1?before=100", true),
        ("/session/s1?after=98", true),
        ("/session/s1?after=99", false),
    ] {
        let page = site.get(path).await;
        assert_eq!(page.text().contains("Contents were erased on"), is_told, "{path}: {}", page.text());
    }
}

#[tokio::test]
async fn a_text_is_found_as_cards_show_it() {
    let events = vec![
        event("t0", "c1", called(r#"{"InvoiceId": "INV-042"}"#)),
        event("t0", "c1", ended(ResultStatus::Ok)),
    ];
    let (_, site) = journal(events).await;
    for (text, is_found) in [
        ("%22InvoiceId%22%3A%20%22INV-042%22", true),
        ("%22Status%22%3A%20%22voided%22", true),
        ("%22InvoiceId%22%3A%20%22INV-043%22", false),
    ] {
        let page = site.get(&format!("/search?text={text}")).await;
        assert_eq!(page.html.contains("/call/1"), is_found, "{text}: {}", page.text());
    }
}

#[tokio::test]
async fn a_tool_is_found_by_its_id() {
    let site = Site::new().await;
    site.call("c1", "get_all_invoices", r#"{"contact": "Acme"}"#).await;
    let id = site.toolbox.tool("get_all_invoices").unwrap().id().to_string();
    let page = site.get(&format!("/search?tool={id}")).await;
    assert!(page.html.contains("/call/2"), "{}", page.text());
}

#[tokio::test]
async fn an_address_with_a_wrong_number_is_answered_in_words() {
    let site = Site::new().await;
    for path in ["/call/x", "/session/s1?before=x", "/export.jsonl?after=x"] {
        let page = site.get(path).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "{path}");
        page.assert_has(&["The address can't be read", "A part of the address is not what belongs there"]);
    }
    assert_eq!(site.get("/export.jsonl?session=&after=").await.status, StatusCode::OK);
}
