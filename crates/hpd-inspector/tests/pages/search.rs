//! The search: calls whose events are on several pages of the journal, and texts that are kept from viewers.

use std::sync::Arc;

use hpd_host::events::{
    Event, NewEvent, ResultStatus, ToolCallEvent, ToolResultEvent, TurnStartedEvent, ValidationStatus,
    WriteValidationEvent,
};
use hpd_host::journal::{Journal, MemoryJournal};
use hpd_host::system::Timestamp;
use hpd_inspector::Inspector;

use crate::site::{Page, Site};

/// A journal in which calls of a tool are far apart from their results.
async fn site() -> Site {
    let journal = Arc::new(MemoryJournal::new());
    let event = |id: &str, event| {
        NewEvent::new("s1", Timestamp::from_millis(1_000), event)
            .turn(Some("t1".to_owned()))
            .call_id(Some(id.to_owned()))
    };
    let said = |number: u32| {
        let said = TurnStartedEvent::new(Some(format!("message {number}")));
        NewEvent::new("s1", Timestamp::from_millis(1_000), Event::TurnStarted(said))
    };
    let called =
        |text: &str| Event::ToolCall(ToolCallEvent::new("pay", true).arguments(Some(text.to_owned())));
    let ended = |status: ResultStatus| {
        Event::ToolResult(ToolResultEvent::new("pay", status == ResultStatus::Ok, status, true))
    };
    let blocked = Event::WriteValidation(WriteValidationEvent::new("pay", ValidationStatus::Blocked));
    let mut events = vec![event("c1", called("for the needle")), event("c2", called("for the rest"))];
    events.push(event("c2", blocked));
    events.extend((0..700).map(said));
    events.push(event("c1", ended(ResultStatus::Ok)));
    events.push(event("c3", called("for nothing")));
    events.push(event("c3", ended(ResultStatus::Error)));
    journal.append(events).await.unwrap();
    Site::with(Inspector::of_journal(journal)).await
}

/// The calls of a page, each with its state.
fn found(page: &Page) -> Vec<(String, String)> {
    let rows = page.html.split("<tr>").skip(2);
    let cell = |row: &str, before: &str| {
        let rest = row.split(before).nth(1).unwrap_or_default();
        let text = rest.split('>').nth(1).unwrap_or_default();
        text.split('<').next().unwrap_or_default().to_owned()
    };
    rows.map(|row| (cell(row, "/call/"), cell(row, "class=\"badge\""))).collect()
}

fn rows(rows: &[(&str, &str)]) -> Vec<(String, String)> {
    rows.iter().map(|(call, state)| ((*call).to_owned(), (*state).to_owned())).collect()
}

#[tokio::test]
async fn a_call_on_several_pages_is_found_once_with_its_state() {
    let site = site().await;
    let search = async |query: &str| found(&site.get(&format!("/search?{query}")).await);
    let all = [("pay 705", "failed"), ("pay 2", "blocked or not carried out"), ("pay 1", "done")];
    assert_eq!(search("tool=pay").await, rows(&all));
    // The text is in its first event, the end in a newer page.
    assert_eq!(search("text=NEEDLE").await, rows(&[("pay 1", "done")]));
    assert_eq!(search("session=s1&status=warn").await, rows(&[("pay 2", "blocked or not carried out")]));
    assert_eq!(search("tool=pay&status=pass").await, rows(&[("pay 1", "done")]));
    assert_eq!(search("tool=pay&text=rest&status=fail").await, rows(&[]));
}

#[tokio::test]
async fn how_many_entries_were_looked_at_is_said() {
    let site = site().await;
    site.get("/search?text=nowhere").await.assert_has(&[
        "No call fits.",
        "706 entries were looked at. ",
        "A text, a code and a status are looked for in the newest 10,000 entries of the other fields.",
    ]);
}

#[tokio::test]
async fn that_only_the_newest_calls_are_shown_is_said() {
    let site = Site::new().await;
    for number in 0..50 {
        site.call(&format!("c{number}"), "get_all_invoices", r#"{"contact": "Acme"}"#).await;
        if number >= 48 {
            let text = site.get("/search?tool=get_all_invoices").await.text();
            assert_eq!(text.contains("The newest 50 calls are shown. "), number == 49, "{number}: {text}");
        }
    }
}

/// The event of a repair belongs to its call, and has no tool of its own.
#[tokio::test]
async fn a_repair_is_found_with_the_tool_of_its_call() {
    let site = Site::new().await;
    site.call("c1", "update_bill", r#"{"bill": "BILL-1", "due": "2026-04-01",}"#).await;
    site.call("c2", "update_bill", r#"{"bill": "BILL-2", "due": "2026-04-01"}"#).await;
    for (query, count) in [
        ("code=EXTRA_COMMA", 1),
        ("tool=update_bill&code=EXTRA_COMMA", 1),
        ("tool=update_bill&code=EXTRA_COMMA&status=waiting", 1),
        ("tool=update_bill&code=EXTRA_COMMA&status=pass", 0),
        ("tool=update_bill&text=extra_comma", 1),
        ("tool=create_payment&code=EXTRA_COMMA", 0),
    ] {
        assert_eq!(found(&site.get(&format!("/search?{query}")).await).len(), count, "{query}");
    }
}
