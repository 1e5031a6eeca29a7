//! The check of each request.

use axum::extract::{Query, Request, State};
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, HeaderName, ORIGIN, RETRY_AFTER, SET_COOKIE};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use subtle::ConstantTimeEq;

use crate::access::{Csrf, Taken};
use crate::inspector::Inspector;
use crate::page::{self, Place, Said};

/// The headers of every response. Nothing is loaded from elsewhere, and nothing that is shown can run.
const HEADERS: [(&str, &str); 8] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
         form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; \
         trusted-types hpd",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ("cache-control", "no-store"),
];

/// The header by which a form shows that it comes from a page of ours.
const CSRF: &str = "x-hpd-csrf";

/// The answer to an address that can't be read: somebody wrote it by hand.
fn misread() -> Said {
    let text = "A part of the address is not what belongs there: a number, for example.".to_owned();
    Said { title: "The address can't be read", text }
}

/// Lets a request through, or refuses it.
pub(crate) async fn guard(State(inspector): State<Inspector>, mut request: Request, next: Next) -> Response {
    let mut response = match check(&inspector, &request) {
        Ok(csrf) => {
            request.extensions_mut().insert(csrf.clone());
            let is_page = request.method() == Method::GET;
            let mut response = next.run(request).await;
            let is_misread = is_page && response.status() == StatusCode::BAD_REQUEST;
            let misread = || is_misread.then(misread);
            match response.extensions_mut().remove::<Said>().or_else(misread) {
                Some(Said { title, text }) => {
                    let body = page::page(&inspector, &csrf, Place::Below, title, &page::empty(&text));
                    (response.status(), body).into_response()
                }
                None => response,
            }
        }
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        let name = HeaderName::from_static(name);
        if !response.headers().contains_key(&name) {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
    }
    response
}

/// Why a request is refused.
enum Refusal {
    Host,
    Origin,
    Form,
    Type,
    Stranger,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, text) = match self {
            Self::Host => (StatusCode::FORBIDDEN, "This host is not served."),
            Self::Origin => (StatusCode::FORBIDDEN, "The request comes from another site."),
            Self::Form => (StatusCode::FORBIDDEN, "The request is not from a page of the inspector."),
            Self::Type => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "Only JSON is taken."),
            Self::Stranger => (
                StatusCode::UNAUTHORIZED,
                "Open the link that the program printed. A link works once; a new one is printed when the program starts.",
            ),
        };
        (status, text).into_response()
    }
}

fn check(inspector: &Inspector, request: &Request) -> Result<Csrf, Refusal> {
    let headers = request.headers();
    let host = host_of(request).filter(|host| inspector.access.serves(host)).ok_or(Refusal::Host)?;
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    match one(headers, ORIGIN) {
        Some(origin) if !is_of(origin, host) => return Err(Refusal::Origin),
        // Every browser sends it with a request that changes something.
        None if changes => return Err(Refusal::Origin),
        _ => {}
    }
    // Another port is of the same site, and may be another program.
    let is_own = |site: &HeaderValue| site == "same-origin" || site == "none";
    if headers.get_all("sec-fetch-site").iter().any(|site| !is_own(site)) && !is_visit(request) {
        return Err(Refusal::Origin);
    }
    // The path below the host's own: a session may be called so, too.
    let is_open = request.uri().path() == "/enter";
    let cookies: Vec<_> = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok()).collect();
    let value_of = |pair| {
        let (name, value) = str::split_once(pair, '=')?;
        (name == inspector.access.cookie()).then_some(value)
    };
    let cookie = cookies.iter().flat_map(|text| text.split("; ")).find_map(value_of);
    let csrf = inspector.access.csrf_of(cookie, inspector.clock.now());
    let csrf = if is_open && !changes { csrf.unwrap_or_default() } else { csrf.ok_or(Refusal::Stranger)? };
    if changes {
        let sent = headers.get(CSRF).map(HeaderValue::as_bytes).unwrap_or_default();
        if csrf.is_empty() || !bool::from(sent.ct_eq(csrf.as_bytes())) {
            return Err(Refusal::Form);
        }
        if one(headers, CONTENT_TYPE).is_none_or(|kind| !kind.starts_with("application/json")) {
            return Err(Refusal::Type);
        }
    }
    Ok(Csrf(csrf))
}

/// The host that is asked. HTTP/2 has it in the address, HTTP/1 in a header; where both are, they are the same.
fn host_of(request: &Request) -> Option<&str> {
    let authority = request.uri().authority().map(Authority::as_str);
    if !request.headers().contains_key(HOST) {
        return authority;
    }
    let host = one(request.headers(), HOST)?;
    authority.is_none_or(|authority| authority.eq_ignore_ascii_case(host)).then_some(host)
}

/// The only value of a header.
fn one(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Whether an origin is that of this host and port.
fn is_of(origin: &str, host: &str) -> bool {
    let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    rest.is_some_and(|rest| rest.eq_ignore_ascii_case(host))
}

/// Whether a person follows a link from another site, which may show a page and changes nothing.
fn is_visit(request: &Request) -> bool {
    // A frame is no visit: another site chooses its place and its moment. Not every browser sends the destination.
    let is_document = |to: &HeaderValue| to == "document";
    request.method() == Method::GET
        && request.headers().get("sec-fetch-mode").is_some_and(|mode| mode == "navigate")
        && request.headers().get_all("sec-fetch-dest").iter().all(is_document)
}

#[derive(Debug, Deserialize)]
pub(crate) struct Entry {
    #[serde(default)]
    token: String,
}

/// Takes the token of a link for a cookie.
pub(crate) async fn enter(State(inspector): State<Inspector>, Query(entry): Query<Entry>) -> Response {
    let base = &inspector.base;
    let cookie = match inspector.access.take_token(&entry.token, inspector.clock.now()) {
        Taken::Cookie { text, is_secure } => {
            let (name, secure) = (inspector.access.cookie(), if is_secure { "; Secure" } else { "" });
            let path = if base.is_empty() { "/" } else { base };
            format!("{name}={text}; HttpOnly; SameSite=Strict; Path={path}; Max-Age=43200{secure}")
        }
        Taken::Wrong => {
            let text = "This link was used before, or its ten minutes are over. Start the program again for a new one.";
            return (StatusCode::UNAUTHORIZED, page::words(base, "The link does not work", text))
                .into_response();
        }
        Taken::Later(seconds) => {
            let text = format!("Too many wrong links were tried. Try again in {seconds} seconds.");
            let page = page::words(base, "The link is not looked at", &text);
            return (StatusCode::TOO_MANY_REQUESTS, [(RETRY_AFTER, seconds.to_string())], page)
                .into_response();
        }
    };
    // A page, not a redirect: a browser does not send a strict cookie along a redirect from another site.
    let page = page::words_with_link(&inspector, "You are in", "The link was taken. It does not work again.");
    let mut response = page.into_response();
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    response
}
