//! Requests that are refused.

use std::collections::BTreeMap;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use hpd_host::Toolbox;
use hpd_inspector::{Inspector, router};
use tower::ServiceExt;

use crate::site::{HOST, Site};

/// Who sends a request, and what it has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sender {
    /// The host alone.
    Stranger,
    /// The host, and the reader's cookie.
    Reader,
    /// What the script of a page sends with a form.
    Form,
}

/// How its headers differ.
#[derive(Clone, Copy)]
enum Change {
    Without(&'static str),
    /// In place of the header of this name, if there is one. `NAME` is the name of the reader's cookie.
    With(&'static str, &'static str),
    /// Beside the header of this name.
    Also(&'static str, &'static str),
}

use Change::{Also, With, Without};
use Sender::{Form, Reader, Stranger};

const APPROVAL: &str = "/approvals/x";
const FORBIDDEN: u16 = 403;
const UNAUTHORIZED: u16 = 401;

/// What makes a request hostile, its method, path and headers, and the status of the answer.
type Hostile = (&'static str, &'static str, &'static str, Sender, &'static [Change], u16);

const HOSTILE: &[Hostile] = &[
    ("no cookie", "GET", "/", Stranger, &[], UNAUTHORIZED),
    ("a session that is called like the way in", "GET", "/session/enter", Stranger, &[], UNAUTHORIZED),
    ("a made-up cookie", "GET", "/", Reader, &[With("cookie", "NAME=0000")], UNAUTHORIZED),
    ("an empty cookie", "GET", "/", Reader, &[With("cookie", "NAME=")], UNAUTHORIZED),
    ("no host", "GET", "/", Reader, &[Without("host")], FORBIDDEN),
    ("a foreign host", "GET", "/", Reader, &[With("host", "evil.example")], FORBIDDEN),
    ("a host that begins alike", "GET", "/", Reader, &[With("host", "127.0.0.1.evil.example")], FORBIDDEN),
    ("a foreign host of a port", "GET", "/", Reader, &[With("host", "evil.example:7878")], FORBIDDEN),
    ("two hosts", "GET", "/", Reader, &[Also("host", "evil.example")], FORBIDDEN),
    ("a foreign address", "GET", "http://evil.example/", Reader, &[Without("host")], FORBIDDEN),
    ("an address and another host", "GET", "http://127.0.0.1:1/", Reader, &[], FORBIDDEN),
    ("a foreign origin", "GET", "/", Reader, &[With("origin", "http://evil.example")], FORBIDDEN),
    ("an origin of another port", "GET", "/", Reader, &[With("origin", "http://127.0.0.1:1")], FORBIDDEN),
    ("a null origin", "POST", APPROVAL, Form, &[With("origin", "null")], FORBIDDEN),
    (
        "a script of another site",
        "GET",
        "/app.js",
        Reader,
        &[With("sec-fetch-site", "cross-site")],
        FORBIDDEN,
    ),
    ("a script of another port", "GET", "/app.js", Reader, &[With("sec-fetch-site", "same-site")], FORBIDDEN),
    ("a site of no known kind", "GET", "/app.js", Reader, &[With("sec-fetch-site", "near")], FORBIDDEN),
    (
        "a frame of another site",
        "GET",
        "/",
        Reader,
        &[
            With("sec-fetch-site", "cross-site"),
            With("sec-fetch-mode", "navigate"),
            With("sec-fetch-dest", "iframe"),
        ],
        FORBIDDEN,
    ),
    ("a form without an origin", "POST", APPROVAL, Form, &[Without("origin")], FORBIDDEN),
    ("a form without the page's secret", "POST", APPROVAL, Form, &[Without("x-hpd-csrf")], FORBIDDEN),
    ("a form with another secret", "POST", APPROVAL, Form, &[With("x-hpd-csrf", "0")], FORBIDDEN),
    ("a form of a stranger", "POST", APPROVAL, Form, &[Without("cookie")], UNAUTHORIZED),
    ("a form of the simple kind", "POST", APPROVAL, Form, &[With("content-type", "text/plain")], 415),
    ("a token that never was", "GET", "/enter?token=0123456789abcdef", Stranger, &[], UNAUTHORIZED),
    ("no token", "GET", "/enter", Stranger, &[], UNAUTHORIZED),
    ("a script of a stranger", "GET", "/app.js", Stranger, &[], UNAUTHORIZED),
    ("a verification of another site", "POST", "/journal/verify", Form, &[Without("x-hpd-csrf")], FORBIDDEN),
    ("an export of a stranger", "GET", "/export.jsonl", Stranger, &[], UNAUTHORIZED),
    ("a stream of a stranger", "GET", "/changes", Stranger, &[], UNAUTHORIZED),
    ("another method", "DELETE", "/", Form, &[], 405),
];

/// A request with changed headers.
fn request(site: &Site, method: &str, path: &str, from: Sender, changes: &[Change]) -> Request<Body> {
    let mut headers = vec![("host", HOST.to_owned())];
    if from != Stranger {
        headers.push(("cookie", site.cookie.clone()));
    }
    if from == Form {
        headers.push(("origin", format!("http://{HOST}")));
        headers.push(("x-hpd-csrf", site.csrf.clone()));
        headers.push(("content-type", "application/json".to_owned()));
    }
    let cookie = site.cookie.split('=').next().unwrap();
    for change in changes {
        match *change {
            Without(name) | With(name, _) => headers.retain(|(known, _)| *known != name),
            Also(..) => {}
        }
        if let With(name, value) | Also(name, value) = *change {
            headers.push((name, value.replace("NAME", cookie)));
        }
    }
    let request = Request::builder().method(method).uri(path);
    let request = headers.into_iter().fold(request, |request, (name, value)| request.header(name, value));
    request.body(Body::empty()).unwrap()
}

#[tokio::test]
async fn hostile_requests_are_refused() {
    let site = Site::new().await;
    site.call("c1", "void_invoice", r#"{"invoice": "INV-042"}"#).await;
    for (what, method, path, from, changes, status) in HOSTILE {
        let response = site.response(request(&site, method, path, *from, changes)).await;
        assert_eq!(response.status(), *status, "{what}");
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe"), "{what}");
    }
    assert!(site.voided.lock().unwrap().is_empty());
}

/// What the refusals above differ from.
#[tokio::test]
async fn requests_of_readers_are_answered() {
    let site = Site::new().await;
    let (other_site, navigates) = (With("sec-fetch-site", "cross-site"), With("sec-fetch-mode", "navigate"));
    for (what, path, changes) in [
        ("a reader", "/", &[][..]),
        ("an address without a host, as HTTP/2 has it", "http://127.0.0.1:7878/", &[Without("host")]),
        ("an address with its host", "http://127.0.0.1:7878/", &[]),
        ("a page of ours", "/app.js", &[With("sec-fetch-site", "same-origin")]),
        ("an address that was typed", "/", &[With("sec-fetch-site", "none")]),
        ("a link of another site", "/", &[other_site, navigates, With("sec-fetch-dest", "document")]),
        ("a link, from a browser that sends no destination", "/", &[other_site, navigates]),
    ] {
        let response = site.response(request(&site, "GET", path, Reader, changes)).await;
        assert_eq!(response.status(), StatusCode::OK, "{what}");
    }
}

/// Enters by a link: the cookie that is set.
async fn enter(app: &Router, link: &str) -> String {
    let (host, path) = link.split_once("://").unwrap().1.split_once('/').unwrap();
    let request = Request::get(format!("/{path}")).header("host", host).body(Body::empty()).unwrap();
    let response = app.clone().oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    response.headers()["set-cookie"].to_str().unwrap().to_owned()
}

/// Browsers keep one cookie of a name for all ports of a host.
#[tokio::test]
async fn two_inspectors_of_one_host_share_a_cookie_jar() {
    let toolbox = Toolbox::builder().build().unwrap();
    let (one, other) = (Inspector::of(&toolbox), Inspector::of(&toolbox));
    let (mut jar, mut apps) = (BTreeMap::new(), Vec::new());
    for (inspector, origin) in [(one, "http://127.0.0.1:1"), (other, "http://127.0.0.1:2")] {
        let (link, app) = (inspector.link(origin).unwrap(), router(inspector.clone()));
        let cookie = enter(&app, &link).await;
        let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
        jar.insert(name.to_owned(), value.to_owned());
        // A clone is the same inspector.
        apps.push((app, &origin[7..]));
        apps.push((router(inspector.clone()), &origin[7..]));
    }
    let cookies: Vec<_> = jar.iter().map(|(name, value)| format!("{name}={value}")).collect();
    for (app, host) in apps {
        let request = Request::get("/").header("host", host).header("cookie", cookies.join("; "));
        let response = app.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{host}");
    }
}

#[tokio::test]
async fn a_cookie_of_https_is_sent_by_tls_alone() {
    let inspector = Inspector::of(&Toolbox::builder().build().unwrap()).host("pages.example");
    let app = router(inspector.clone());
    for (origin, is_secure) in [("https://pages.example", true), ("http://pages.example", false)] {
        let cookie = enter(&app, &inspector.link(origin).unwrap()).await;
        assert_eq!(cookie.ends_with("; Secure"), is_secure, "{cookie}");
    }
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
    // A program that looks whether a link is there does not use it up.
    let request = Request::head(&link["http://localhost:1".len()..]).header("host", "localhost:1");
    let response = app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(
        (&response.headers()["allow"], response.headers().get("set-cookie")),
        (&"GET".parse().unwrap(), None)
    );
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

/// A browser keeps them for good, and asks for others after an update of the program.
#[tokio::test]
async fn script_and_style_are_kept_by_their_contents() {
    let site = Site::new().await;
    let page = site.get("/").await;
    for (begin, name) in [("src=\"", "/app.js"), ("href=\"", "/app.css")] {
        let address = page.html.split(&format!("{begin}{name}")).nth(1).expect("the page has it");
        let address = format!("{name}{}", address.split('"').next().unwrap());
        assert_eq!(address.len(), name.len() + "?v=0123456789abcdef".len(), "{address}");
        for (path, cache) in [
            (&*address, "private, max-age=31536000, immutable"),
            (name, "no-store"),
            (&format!("{name}?v=0123456789abcdef"), "no-store"),
        ] {
            let request = Request::get(path).header("host", HOST).header("cookie", &site.cookie);
            let response = site.response(request.body(Body::empty()).unwrap()).await;
            assert_eq!(
                (response.status(), response.headers()["cache-control"].to_str().unwrap()),
                (StatusCode::OK, cache),
                "{path}"
            );
        }
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
