//! Cards and status lines as they change.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use hpd_host::approval::{Answer, StoreError, StoreErrorKind, UserChannel};
use hpd_host::journal::{EventFilter, MemoryJournal};
use hpd_host::outcome::OutcomeKind;
use hpd_host::system::{System, Timestamp};
use hpd_host::testing::{Asked, FakeClock, Tapped};
use hpd_host::{RawCall, Session};

use crate::books::{Books, builder};
use crate::site::{HOST, Site};

/// The frames that came by now.
pub(crate) async fn frames(body: &mut Body, until: &str) -> String {
    use axum::body::HttpBody;
    let mut text = String::new();
    let end = tokio::time::Instant::now() + std::time::Duration::from_secs(20);
    while !text.contains(until) {
        let frame = std::future::poll_fn(|cx| std::pin::Pin::new(&mut *body).poll_frame(cx));
        let frame = tokio::time::timeout_at(end, frame).await;
        let frame = frame.unwrap_or_else(|_| panic!("no {until} in {text}"));
        let bytes = frame.expect("the stream goes on").unwrap().into_data().unwrap();
        text.push_str(std::str::from_utf8(&bytes).unwrap());
    }
    text
}

pub(crate) async fn open(site: &Site, path: &str) -> Body {
    let request = Request::get(path).header("host", HOST).header("cookie", &site.cookie);
    let response = site.response(request.body(Body::empty()).unwrap()).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    response.into_body()
}

#[tokio::test]
async fn a_card_is_sent_whole_with_the_last_of_its_events() {
    let site = Site::new().await;
    let mut body = open(&site, "/session/s1/live?after=0").await;
    let asked = site.call("c1", "void_invoice", r#"{"invoice": "INV-042"}"#).await;
    let text = frames(&mut body, "Waiting for your confirmation…").await;
    assert!(
        text.contains("event: card\nid: 4\ndata: {\"html\":\"<article class=\\\"card\\\" id=\\\"c-2\\\""),
        "{text}"
    );
    assert!(!text.contains("VOID INV-042"), "{text}");
    let OutcomeKind::Confirm(question) = asked.kind else { panic!("it is asked about") };
    let decision = UserChannel::local().decision(Answer::confirm(&question).typed("VOID INV-042"));
    site.toolbox.decide(&site.session, &decision).await.unwrap();
    let text = frames(&mut body, "void_invoice is done.").await;
    let last = text.rsplit("event: card").next().unwrap();
    assert!(last.contains("Step 9d: MCQ Confirmation") && last.contains("✅ SUCCESS"), "{last}");
}

/// A journal of which a part can't be read.
async fn site_that_fails(fails: fn(&EventFilter) -> bool) -> Site {
    let tap = move |asked: &Asked<'_>| match asked {
        Asked::Read(filter) if fails(filter) => {
            Err(StoreError::of_kind(StoreErrorKind::Damaged, "disk I/O error"))
        }
        _ => Ok(()),
    };
    Site::of(builder(Books::default()).journal(Tapped::new(MemoryJournal::new(), tap)).build().unwrap()).await
}

#[tokio::test]
async fn a_card_that_can_t_be_read_has_the_page_loaded_again() {
    let site = site_that_fails(|filter| filter.call_id.is_some()).await;
    site.call("c1", "get_all_invoices", r#"{"contact": "Acme"}"#).await;
    let mut body = open(&site, "/session/s1/live?after=0").await;
    let text = frames(&mut body, "event: resync\ndata: {}\n\n").await;
    // An event of no call has its card.
    assert_eq!(text.matches("event: card").count(), 1, "{text}");
}

#[tokio::test]
async fn figures_that_can_t_be_counted_say_why() {
    let site = site_that_fails(|_| true).await;
    let page = site.get("/health").await;
    assert_eq!(page.status, StatusCode::SERVICE_UNAVAILABLE);
    page.assert_has(&["The journal can't be read", "The file is damaged, or its disk fails."]);
}

/// A site whose clock does not move.
async fn site_of_a_moment() -> Site {
    let clock = FakeClock::at(Timestamp::from_millis(1_772_200_985_000));
    Site::of(builder(Books::default()).system(System::new().clock(clock)).build().unwrap()).await
}

#[tokio::test]
async fn status_lines_have_a_stream_of_their_own() {
    let site = site_of_a_moment().await;
    site.call("c1", "create_payment", "{}").await;
    let mut body = open(&site, "/session/s1/status?after=0").await;
    let text = frames(&mut body, "Missing fields detected").await;
    assert_eq!(
        text,
        "event: status\nid: 1\ndata: {\"at\":\"2026-02-27T14:03:05.000Z\",\"line\":\"Working on the request…\",\"seq\":1}\n\n\
         event: status\nid: 2\ndata: {\"at\":\"2026-02-27T14:03:05.000Z\",\"line\":\"Validating write arguments…\",\"seq\":2}\n\n\
         event: status\nid: 3\ndata: {\"at\":\"2026-02-27T14:03:05.000Z\",\"line\":\"Missing fields detected, retrying…\",\"seq\":3}\n\n"
    );
}

/// The frames of a stream from the beginning, as a browser asks for them that had frames before.
async fn reopened(site: &Site, path: &str, last: &str) -> Body {
    let request = Request::get(path).header("host", HOST).header("cookie", &site.cookie);
    let request = request.header("last-event-id", last).body(Body::empty()).unwrap();
    site.response(request).await.into_body()
}

#[tokio::test]
async fn a_stream_goes_on_after_the_last_frame_that_the_reader_has() {
    let site = site_of_a_moment().await;
    site.call("c1", "create_payment", "{}").await;
    // The number of the last frame counts, and not that of the page.
    let mut body = reopened(&site, "/session/s1/status?after=0", "2").await;
    let text = frames(&mut body, "id: 3").await;
    assert_eq!(
        text,
        "event: status\nid: 3\ndata: {\"at\":\"2026-02-27T14:03:05.000Z\",\"line\":\"Missing fields detected, retrying…\",\"seq\":3}\n\n"
    );
    // Without a number in it, the page's counts.
    let mut body = reopened(&site, "/session/s1/status?after=1", "none").await;
    let text = frames(&mut body, "id: 3").await;
    assert!(text.starts_with("event: status\nid: 2\n"), "{text}");
    let mut body = reopened(&site, "/session/s1/live?after=0", "2").await;
    let text = frames(&mut body, "id=\\\"c-2\\\"").await;
    assert!(!text.contains("id=\\\"c-1\\\""), "{text}");
}

/// Another journal has taken the place of the one that the stream was reading.
#[tokio::test]
async fn a_stream_that_has_no_place_to_go_on_has_the_page_loaded_again() {
    let site = Site::new().await;
    site.call("c1", "create_payment", "{}").await;
    for path in ["/session/s1/live?after=99", "/session/s1/status?after=99"] {
        let mut body = open(&site, path).await;
        assert_eq!(frames(&mut body, "\n\n").await, "event: resync\ndata: {}\n\n", "{path}");
    }
}

/// New sessions move the list: the link to older ones moves with it.
#[tokio::test]
async fn the_links_of_the_list_of_sessions_are_loaded_again_with_it() {
    let site = Site::new().await;
    for number in 0..51 {
        let call = RawCall::new("c1", "postage", "{}");
        site.toolbox.call(&Session::with_id(format!("s-{number}")), &call).await;
    }
    let page = site.get("/").await;
    let list = page.html.split("data-changes=").nth(1).expect("the list is live");
    let list = &list[..list.find("</main>").unwrap()];
    let (parts, after) = list.rsplit_once("</div>").unwrap();
    assert!(parts.ends_with("rel=\"next\">Older sessions</a></nav>") && after.is_empty(), "{parts}");
    let older = parts.rsplit("href=\"").next().unwrap().split('"').next().unwrap();
    site.get(older).await.assert_has(&["s-0"]);
}
