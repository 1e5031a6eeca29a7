//! Requests that are refused.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use hpd_host::Toolbox;
use hpd_inspector::{Inspector, router};
use tower::ServiceExt;

use crate::site::{HOST, Site};

/// A request: what makes it hostile, its parts, and the status of the answer.
type Hostile = (&'static str, Method, &'static str, Vec<(&'static str, String)>, StatusCode);

#[tokio::test]
async fn hostile_requests_are_refused() {
    let site = Site::new().await;
    site.call("c1", "void_invoice", r#"{"invoice": "INV-042"}"#).await;
    let (cookie, csrf) = (site.cookie.clone(), site.csrf.clone());
    let host = |host: &str| ("host", host.to_owned());
    let own = || vec![host(HOST), ("cookie", cookie.clone())];
    let form = |except: &str| {
        let mut headers = own();
        headers.push(("origin", format!("http://{HOST}")));
        headers.push(("x-hpd-csrf", csrf.clone()));
        headers.push(("content-type", "application/json".to_owned()));
        headers.retain(|(name, _)| *name != except);
        headers
    };
    let with = |mut headers: Vec<(&'static str, String)>, name: &'static str, value: &str| {
        headers.retain(|(known, _)| *known != name);
        headers.push((name, value.to_owned()));
        headers
    };
    let (get, post) = (Method::GET, Method::POST);
    let (forbidden, stranger) = (StatusCode::FORBIDDEN, StatusCode::UNAUTHORIZED);
    let hostile: Vec<Hostile> = vec![
        ("no cookie", get.clone(), "/", vec![host(HOST)], stranger),
        (
            "a session that is called like the way in",
            get.clone(),
            "/session/enter",
            vec![host(HOST)],
            stranger,
        ),
        ("a made-up cookie", get.clone(), "/", with(own(), "cookie", "hpd_inspector=0000"), stranger),
        ("an empty cookie", get.clone(), "/", with(own(), "cookie", "hpd_inspector="), stranger),
        ("no host", get.clone(), "/", vec![("cookie", cookie.clone())], forbidden),
        ("a foreign host", get.clone(), "/", with(own(), "host", "evil.example"), forbidden),
        (
            "a host that begins alike",
            get.clone(),
            "/",
            with(own(), "host", "127.0.0.1.evil.example"),
            forbidden,
        ),
        (
            "another foreign host of a port",
            get.clone(),
            "/",
            with(own(), "host", "evil.example:7878"),
            forbidden,
        ),
        ("a foreign origin", get.clone(), "/", with(own(), "origin", "http://evil.example"), forbidden),
        (
            "an origin of another port",
            get.clone(),
            "/",
            with(own(), "origin", "http://127.0.0.1:1"),
            forbidden,
        ),
        ("a null origin", post.clone(), "/approvals/x", with(form(""), "origin", "null"), forbidden),
        (
            "a request of another site",
            get.clone(),
            "/app.js",
            with(own(), "sec-fetch-site", "cross-site"),
            forbidden,
        ),
        ("a form without an origin", post.clone(), "/approvals/x", form("origin"), forbidden),
        ("a form without the page's secret", post.clone(), "/approvals/x", form("x-hpd-csrf"), forbidden),
        (
            "a form with another secret",
            post.clone(),
            "/approvals/x",
            with(form(""), "x-hpd-csrf", "0"),
            forbidden,
        ),
        ("a form of a stranger", post.clone(), "/approvals/x", form("cookie"), stranger),
        (
            "a form of the simple kind",
            post.clone(),
            "/approvals/x",
            with(form(""), "content-type", "text/plain"),
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ),
        ("a token that never was", get.clone(), "/enter?token=0123456789abcdef", vec![host(HOST)], stranger),
        ("no token", get.clone(), "/enter", vec![host(HOST)], stranger),
        ("a script of a stranger", get.clone(), "/app.js", vec![host(HOST)], stranger),
        ("a verification of another site", post.clone(), "/journal/verify", form("x-hpd-csrf"), forbidden),
        ("an export of a stranger", get.clone(), "/export.jsonl", vec![host(HOST)], stranger),
        ("a stream of a stranger", get.clone(), "/changes", vec![host(HOST)], stranger),
        ("two hosts", get.clone(), "/", [own(), vec![host("evil.example")]].concat(), forbidden),
        ("another method", Method::DELETE, "/", form(""), StatusCode::METHOD_NOT_ALLOWED),
    ];
    for (what, method, path, headers, status) in hostile {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let response = site.response(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), status, "{what}");
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe"), "{what}");
    }
    assert!(site.voided.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_link_works_once() {
    let inspector = Inspector::of(&Toolbox::builder().build().unwrap());
    let link = inspector.link("http://localhost:1").unwrap();
    let app = router(inspector);
    let enter = || {
        let path = link.strip_prefix("http://localhost:1").unwrap();
        app.clone().oneshot(Request::get(path).header("host", "localhost:1").body(Body::empty()).unwrap())
    };
    assert_eq!(enter().await.unwrap().status(), StatusCode::OK);
    assert_eq!(enter().await.unwrap().status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn after_ten_wrong_links_the_next_waits() {
    let inspector = Inspector::of(&Toolbox::builder().build().unwrap());
    let link = inspector.link("http://localhost:1").unwrap();
    let app = router(inspector);
    let enter = |path: String| {
        app.clone().oneshot(Request::get(path).header("host", "localhost:1").body(Body::empty()).unwrap())
    };
    for number in 0..10 {
        assert_eq!(enter(format!("/enter?token={number}")).await.unwrap().status(), StatusCode::UNAUTHORIZED);
    }
    let right = link.strip_prefix("http://localhost:1").unwrap();
    let response = enter(right.to_owned()).await.unwrap();
    assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
    let seconds: u64 = response.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=60).contains(&seconds), "{seconds}");
}

#[tokio::test]
async fn every_response_forbids_what_pages_do_not_need() {
    let site = Site::new().await;
    for path in ["/", "/session/s1", "/app.js", "/nowhere"] {
        let request = Request::get(path).header("host", HOST).header("cookie", &site.cookie);
        let response = site.response(request.body(Body::empty()).unwrap()).await;
        let header = |name: &str| response.headers()[name].to_str().unwrap();
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("referrer-policy"), "no-referrer");
        assert_eq!(header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(header("cross-origin-resource-policy"), "same-origin");
    }
}

#[tokio::test]
async fn a_program_s_own_login_needs_no_link_and_hosts_are_named() {
    let inspector =
        Inspector::of(&Toolbox::builder().build().unwrap()).guarded_by_host().host("inspect.acme.example");
    let app = router(inspector);
    let get =
        |host: &str| app.clone().oneshot(Request::get("/").header("host", host).body(Body::empty()).unwrap());
    assert_eq!(get("inspect.acme.example").await.unwrap().status(), StatusCode::OK);
    assert_eq!(get("other.acme.example").await.unwrap().status(), StatusCode::FORBIDDEN);
}
