//! Script and style, compiled in.

use axum::extract::Query;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

const SCRIPT: &str = include_str!("../assets/app.js");
const STYLE: &str = include_str!("../assets/app.css");

/// What the addresses of script and style end with: other contents have another address.
const SCRIPT_VERSION: u64 = hash(SCRIPT.as_bytes(), FNV_BASIS);
const STYLE_VERSION: u64 = hash(STYLE.as_bytes(), FNV_BASIS);

/// The first value of FNV-1a with 64 bits.
const FNV_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

/// These bytes are those of their address for good.
const FOR_GOOD: &str = "private, max-age=31536000, immutable";
/// An address without a version has other bytes after an update of the program.
const ASK_AGAIN: &str = "no-store";
/// The icon may be an old one for a while.
const HOUR: &str = "private, max-age=3600";

/// FNV-1a. It tells builds apart. It is no protection against contents made to have the same hash.
const fn hash(mut bytes: &[u8], mut hash: u64) -> u64 {
    while let [first, rest @ ..] = bytes {
        hash = (hash ^ *first as u64).wrapping_mul(FNV_PRIME);
        bytes = rest;
    }
    hash
}

/// The address of the script, below the inspector's own.
pub(crate) fn script_path() -> String {
    format!("/app.js?v={SCRIPT_VERSION:016x}")
}

/// The address of the style, below the inspector's own.
pub(crate) fn style_path() -> String {
    format!("/app.css?v={STYLE_VERSION:016x}")
}

/// Which contents are asked for.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    v: String,
}

pub(crate) async fn script(Query(asked): Query<Asked>) -> Response {
    file("text/javascript; charset=utf-8", SCRIPT, SCRIPT_VERSION, &asked)
}

pub(crate) async fn style(Query(asked): Query<Asked>) -> Response {
    file("text/css; charset=utf-8", STYLE, STYLE_VERSION, &asked)
}

fn file(kind: &'static str, text: &'static str, version: u64, asked: &Asked) -> Response {
    let is_of_version = asked.v == format!("{version:016x}");
    let cache = if is_of_version { FOR_GOOD } else { ASK_AGAIN };
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, cache)], text).into_response()
}

pub(crate) async fn icon() -> impl IntoResponse {
    let headers = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, HOUR)];
    (headers, include_str!("../assets/icon.svg"))
}
