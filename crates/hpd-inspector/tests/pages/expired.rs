//! Questions whose time is over, of which no event says so.

use std::time::Duration;

use axum::http::StatusCode;
use hpd_host::Approval;
use hpd_host::approval::Permission;
use hpd_host::spec::Risk;
use hpd_host::system::{System, Timestamp};
use hpd_host::testing::FakeClock;
use serde_json::json;

use crate::books::{Books, builder};
use crate::live::{frames, open};
use crate::site::Site;

const VOID: &str = r#"{"invoice": "INV-042"}"#;

/// A program whose time is told by a clock of the test.
async fn site() -> (Site, FakeClock) {
    let clock = FakeClock::at(Timestamp::from_millis(1_772_200_985_000));
    let toolbox = builder(Books::default()).system(System::new().clock(clock.clone())).build().unwrap();
    (Site::of(toolbox).await, clock)
}

#[tokio::test]
async fn all_pages_agree_that_a_question_has_expired() {
    let (site, clock) = site().await;
    site.call("c1", "void_invoice", VOID).await;
    let question = site.question().await;
    clock.advance(Duration::from_secs(299));
    site.get("/").await.assert_has(&["⏳ 1 waiting"]);
    site.get("/session/s1").await.assert_has(&["⏳ waiting", "Answer it"]);
    assert_eq!(site.question().await, question);

    clock.advance(Duration::from_secs(1));
    assert!(!site.get("/").await.text().contains("waiting"));
    for path in ["/session/s1", "/call/2"] {
        let page = site.get(path).await;
        page.assert_has(&["❌ expired", "Expired: its time is over."]);
        assert!(!page.text().contains("⏳ waiting") && !page.text().contains("Answer it"), "{}", page.text());
        assert!(!page.html.contains("data-state=\"waiting\""), "{}", page.html);
        assert!(!page.text().contains("waits for your confirmation"), "{}", page.text());
    }
    site.get("/approvals").await.assert_has(&["Nothing waits for you."]);
    let answer = json!({"choice": "confirm", "phrase": "VOID INV-042"});
    let (status, said) = site.answer(&question, &answer).await;
    let over = "The time of this question is over: nobody answered it. Nothing was done now.";
    assert_eq!((status, said), (StatusCode::OK, json!({"text": over, "done": true})));
    for (status, found) in [("waiting", false), ("warn", true), ("", true)] {
        let page = site.get(&format!("/search?tool=void_invoice&status={status}")).await;
        assert_eq!(page.html.contains("/call/2"), found, "{status}: {}", page.text());
    }

    // The event that says so later changes nothing about it.
    site.toolbox.expire_pending().await.unwrap();
    site.get("/session/s1").await.assert_has(&["❌ expired", "❌ EXPIRED"]);
}

#[tokio::test]
async fn an_approval_that_nobody_carried_out_has_expired() {
    let (site, clock) = site().await;
    let page = hpd_host::Toolbox::builder().journal(std::sync::Arc::clone(site.toolbox.journal().unwrap()));
    let page = page.system(System::new().clock(clock.clone())).build().unwrap();
    let page = Site::of(page).await;
    site.call("c1", "void_invoice", VOID).await;
    let answer = json!({"choice": "confirm", "phrase": "VOID INV-042"});
    page.answer(&page.question().await, &answer).await;
    page.get("/session/s1").await.assert_has(&["▶ running", "✅ APPROVED"]);
    clock.advance(Duration::from_secs(3_600));
    page.get("/session/s1").await.assert_has(&["❌ expired", "✅ APPROVED"]);
}

#[tokio::test]
async fn a_question_of_an_erased_call_is_not_open() {
    let (site, _) = site().await;
    site.call("c1", "void_invoice", VOID).await;
    let events = site.get("/export.jsonl").await.html;
    let copy = hpd_host::journal::MemoryJournal::new();
    let records = events.lines().map(|line| serde_json::from_str(line).unwrap());
    let records: Vec<hpd_host::events::EventRecord> = records.collect();
    let event = |record: hpd_host::events::EventRecord| {
        hpd_host::events::NewEvent::new(record.session, record.at, record.event)
            .turn(record.turn)
            .call_id(record.call_id)
    };
    hpd_host::journal::Journal::append(&copy, records.into_iter().map(event).collect()).await.unwrap();
    let copy = Site::with(hpd_inspector::Inspector::of_journal(std::sync::Arc::new(copy))).await;
    copy.get("/session/s1")
        .await
        .assert_has(&["▲ not open any more", "Not open any more: the stored call was erased or removed."]);
    assert!(!copy.get("/").await.text().contains("waiting"));
}

/// Nobody writes when the time is over: the stream says it by itself.
#[tokio::test]
async fn live_pages_say_that_a_question_has_expired_at_its_moment() {
    let approval = Approval::new()
        .permission("Books.create_payment", Permission::Allow)
        .timeout(Risk::High, Duration::from_millis(400));
    let site = Site::of(builder(Books::default()).approval(approval).build().unwrap()).await;
    let mut list = open(&site, "/changes").await;
    let mut cards = open(&site, "/session/s1/live?after=0").await;
    site.call("c1", "void_invoice", VOID).await;
    frames(&mut list, "event: change\ndata: 4\n\n").await;
    let text = frames(&mut cards, "Waiting for your confirmation…").await;
    assert!(text.contains("⏳ waiting") && !text.contains("❌ expired"), "{text}");
    let text = frames(&mut cards, "❌ expired").await;
    assert!(!text.contains("id: "), "its place in the stream stays: {text}");
    frames(&mut list, "event: change\ndata: 0\n\n").await;
    // The list has no such badge any more.
    assert!(!site.get("/").await.text().contains("waiting"));
}
