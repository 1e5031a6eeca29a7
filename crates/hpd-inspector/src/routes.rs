//! The addresses of the pages.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use crate::inspector::Inspector;
use crate::{approvals, assets, call, guard, health, live, search, session, sessions, thinking, tools};

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
/// | `/approvals` | the questions that the reader may answer, where approvals are turned on |
/// | `/health` | rates, times and codes, by function and period |
/// | `/tools` | what each tool is, and whether a session sees it |
pub fn router(inspector: Inspector) -> Router {
    let mut router = Router::new()
        .route("/", get(sessions::page))
        .route("/enter", get(guard::enter))
        .route("/session/{id}", get(session::page))
        .route("/session/{id}/live", get(live::cards))
        .route("/session/{id}/status", get(live::status))
        .route("/session/{id}/thinking", get(thinking::page))
        .route("/call/{entry}", get(call::page))
        .route("/search", get(search::page))
        .route("/health", get(health::page))
        .route("/tools", get(tools::page))
        .route("/app.js", get(assets::script))
        .route("/app.css", get(assets::style))
        .route("/icon.svg", get(assets::icon));
    if inspector.who.is_some() {
        router = router
            .route("/approvals", get(approvals::page))
            .route("/approvals/{id}", post(approvals::decide));
    }
    router
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(from_fn_with_state(inspector.clone(), guard::guard))
        .with_state(inspector)
}
