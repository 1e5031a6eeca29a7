//! The addresses of the pages.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::http::header::ALLOW;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use crate::inspector::Inspector;
use crate::page::Failed;
use crate::{
    approvals, assets, blocked, call, export, guard, health, journal, live, search, session, sessions,
    thinking, tools,
};

/// The largest body of a request, in bytes: an answer with a reason and edited values.
const LARGEST: usize = 256 * 1024;

/// The pages as a part of the host's application.
///
/// | address | page |
/// |---|---|
/// | `/` | sessions, the newest first, with what waits and what was blocked |
/// | `/session/{id}` | its calls as cards, live; `?before=seq` for older ones |
/// | `/session/{id}/live`, `/session/{id}/status` | server-sent events: cards with status lines, and status lines alone |
/// | `/session/{id}/thinking` | the status lines, as they come |
/// | `/call/{entry}` | one call, by its first entry in the journal |
/// | `/search` | calls by tool, status, session, principal, code and text |
/// | `/blocked` | the newest blocked writes, with what the user said |
/// | `/approvals` | the questions that the reader may answer, about writes and for values, where approvals are turned on |
/// | `/health` | rates, times and codes, by function and period |
/// | `/tools` | what each tool is, and whether a session sees it |
/// | `/journal` | the end of the chain, and whether it was verified |
/// | `/export.jsonl` | at most 10,000 events, as lines of JSON; `?session=` and `?after=` select |
/// | `/changes` | server-sent events: something was written |
pub fn router(inspector: Inspector) -> Router {
    let mut router = Router::new()
        .route("/", get(sessions::page))
        // A HEAD would use the link up.
        .route("/enter", get(guard::enter).head(async || (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET")])))
        .route("/session/{id}", get(session::page))
        .route("/session/{id}/live", get(live::cards))
        .route("/session/{id}/status", get(live::status))
        .route("/session/{id}/thinking", get(thinking::page))
        .route("/call/{entry}", get(call::page))
        .route("/search", get(search::page))
        .route("/health", get(health::page))
        .route("/tools", get(tools::page))
        .route("/blocked", get(blocked::page))
        .route("/journal", get(journal::page))
        .route("/journal/verify", post(journal::verify))
        .route("/export.jsonl", get(export::lines))
        .route("/changes", get(live::changes))
        .route("/app.js", get(assets::script))
        .route("/app.css", get(assets::style))
        .route("/icon.svg", get(assets::icon));
    if inspector.who.is_some() {
        router = router
            .route("/approvals", get(approvals::page))
            .route("/approvals/{id}", post(approvals::decide))
            .route("/approvals/{id}/values", post(approvals::values::answer));
    }
    router
        .fallback(async || Failed::Missing("There is no page at this address."))
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(from_fn_with_state(inspector.clone(), guard::guard))
        .with_state(inspector)
}
