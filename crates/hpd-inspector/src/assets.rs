//! Script and style, compiled in.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;

/// The bytes may be kept: they change with the program alone.
const CACHE: &str = "private, max-age=3600";

pub(crate) async fn script() -> impl IntoResponse {
    let headers = [(CONTENT_TYPE, "text/javascript; charset=utf-8"), (CACHE_CONTROL, CACHE)];
    (headers, include_str!("../assets/app.js"))
}

pub(crate) async fn style() -> impl IntoResponse {
    let headers = [(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, CACHE)];
    (headers, include_str!("../assets/app.css"))
}

pub(crate) async fn icon() -> impl IntoResponse {
    let headers = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, CACHE)];
    (headers, include_str!("../assets/icon.svg"))
}
