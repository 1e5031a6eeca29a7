//! The pages under a path of the host's application.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use axum::routing::get;
use hpd_host::approval::UserChannel;
use hpd_host::{RawCall, Session};
use hpd_inspector::{Inspector, router};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::books::{Books, builder};
use crate::live::frames;
use crate::site::HOST;

/// The addresses of a page: links, forms, pictures, streams.
fn addresses(html: &str) -> Vec<&str> {
    let names = [
        "href=\"",
        "src=\"",
        "action=\"",
        "data-action=\"",
        "data-live=\"",
        "data-lines=\"",
        "data-changes=\"",
    ];
    let of = |name| html.split(name).skip(1).filter_map(|rest: &str| rest.split('"').next());
    names.into_iter().flat_map(of).filter(|address| !address.starts_with('#')).collect()
}

#[tokio::test]
async fn every_address_of_nested_pages_begins_with_their_path() {
    let toolbox = builder(Books::default()).build().unwrap();
    let inspector =
        Inspector::of(&toolbox).under("/inspect/").approvals(|_| Some(UserChannel::local().via("inspector")));
    let link = inspector.link(&format!("http://{HOST}")).unwrap();
    let own = get(async || "the host's own page");
    let app = Router::new().route("/", own).nest("/inspect", router(inspector));
    let send = async |request: axum::http::request::Builder, body: String| {
        let response = app.clone().oneshot(request.header("host", HOST).body(Body::from(body)).unwrap());
        let response = response.await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.unwrap();
        (parts, String::from_utf8(bytes.to_vec()).unwrap())
    };

    let path = link.strip_prefix(&format!("http://{HOST}")).unwrap();
    assert!(path.starts_with("/inspect/enter?token="), "{path}");
    let (entered, html) = send(Request::get(path), String::new()).await;
    assert_eq!(entered.status, StatusCode::OK);
    assert!(html.contains("<a data-go href=\"/inspect\">"), "{html}");
    let cookie = entered.headers["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let page = async |path: &str| send(Request::get(path).header("cookie", &cookie), String::new()).await;

    let call = RawCall::new("c1", "void_invoice", r#"{"invoice": "INV-042"}"#);
    toolbox.call(&Session::with_id("s1"), &call).await;
    let paths = [
        "",
        "session/s1",
        "session/s1/thinking",
        "call/2",
        "search?tool=void_invoice",
        "blocked",
        "approvals",
        "health",
        "tools",
        "journal",
    ];
    let mut known = std::collections::BTreeSet::new();
    for path in paths {
        let path = if path.is_empty() { "/inspect".to_owned() } else { format!("/inspect/{path}") };
        let (parts, html) = page(&path).await;
        assert_eq!(parts.status, StatusCode::OK, "{path}");
        let found = addresses(&html);
        assert!(
            found.iter().all(|address| *address == "/inspect" || address.starts_with("/inspect/")),
            "{path}: {found:?}"
        );
        known.extend(found.into_iter().map(str::to_owned));
    }
    // And each leads to something.
    for address in
        known.iter().filter(|address| !address.ends_with("/live?after=4") && !address.contains("/status?"))
    {
        let (parts, _) = if address.ends_with("/changes") { continue } else { page(address).await };
        let is_form = address.contains("/approvals/") || address.ends_with("/verify");
        let status = if is_form { StatusCode::METHOD_NOT_ALLOWED } else { StatusCode::OK };
        assert_eq!(parts.status, status, "{address}");
    }
    assert_eq!(page("/").await.1, "the host's own page");
    assert_eq!(page("/session/s1").await.0.status, StatusCode::NOT_FOUND);

    // Streams and answers.
    let live = known.iter().find(|address| address.ends_with("/live?after=4")).unwrap();
    let request =
        Request::get(live.replace("after=4", "after=0")).header("host", HOST).header("cookie", &cookie);
    let mut stream = app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap().into_body();
    let text = frames(&mut stream, "Waiting for your confirmation…").await;
    assert!(text.contains("href=\\\"/inspect/call/2\\\""), "{text}");
    let (_, html) = page("/inspect").await;
    let csrf = html.split("name=\"csrf\" content=\"").nth(1).unwrap().split('"').next().unwrap();
    let form = known.iter().find(|address| address.contains("/approvals/")).unwrap();
    let request = Request::post(form)
        .header("origin", format!("http://{HOST}"))
        .header("cookie", &cookie)
        .header("x-hpd-csrf", csrf)
        .header("content-type", "application/json");
    let answer = json!({"choice": "confirm", "phrase": "VOID INV-042"});
    let (parts, said) = send(request, answer.to_string()).await;
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((parts.status, &said["text"]), (StatusCode::OK, &json!("INV-042 is void.")));
}
