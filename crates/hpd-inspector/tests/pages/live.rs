//! Cards and status lines as they change.

use axum::body::Body;
use axum::http::Request;
use hpd_host::approval::{Answer, UserChannel};
use hpd_host::outcome::OutcomeKind;

use crate::site::{HOST, Site};

/// The frames that came by now.
async fn frames(body: &mut Body, until: &str) -> String {
    use axum::body::HttpBody;
    let mut text = String::new();
    while !text.contains(until) {
        let frame = std::future::poll_fn(|cx| std::pin::Pin::new(&mut *body).poll_frame(cx)).await;
        let bytes = frame.expect("the stream goes on").unwrap().into_data().unwrap();
        text.push_str(std::str::from_utf8(&bytes).unwrap());
    }
    text
}

async fn open(site: &Site, path: &str) -> Body {
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

#[tokio::test]
async fn status_lines_have_a_stream_of_their_own() {
    let site = Site::new().await;
    site.call("c1", "create_payment", "{}").await;
    let mut body = open(&site, "/session/s1/status?after=0").await;
    let text = frames(&mut body, "Missing fields detected").await;
    assert_eq!(
        text,
        "event: status\nid: 1\ndata: {\"line\":\"Working on the request…\",\"seq\":1}\n\n\
         event: status\nid: 2\ndata: {\"line\":\"Validating write arguments…\",\"seq\":2}\n\n\
         event: status\nid: 3\ndata: {\"line\":\"Missing fields detected, retrying…\",\"seq\":3}\n\n"
    );
}
