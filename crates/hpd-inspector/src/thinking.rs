//! The status lines of a session alone.

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Html;
use hpd_host::events::EventRecord;
use hpd_host::journal::EventFilter;
use maud::html;

use crate::access::Csrf;
use crate::inspector::Inspector;
use crate::page::{self, Failed, Place, empty};
use crate::text::{segment, time};

/// How many events are looked at for the first lines.
const PAGE: usize = 200;

pub(crate) async fn page(
    State(inspector): State<Inspector>,
    Extension(csrf): Extension<Csrf>,
    Path(id): Path<String>,
) -> Result<Html<String>, Failed> {
    let filter = EventFilter::default().session(id.clone()).newest(true).limit(PAGE);
    let records = inspector.journal.read(&filter).await?;
    let last = records.last().map_or(0, |record| record.seq);
    let here = format!("{}/session/{}", inspector.base, segment(&id));
    let line = |record: &EventRecord| Some((record.at, record.status_line()?.into_owned()));
    let lines: Vec<_> = records.iter().filter_map(line).collect();
    let body = html! {
        nav.pages aria-label="This session" { a href=(here) { "Session " (id) } }
        p #status role="status" { (lines.last().map_or("", |(_, line)| line.as_str())) }
        @if lines.is_empty() { (empty("The session has no activity yet. Lines appear here as it happens.")) }
        ol #thinking.alone tabindex="0" aria-label="Status lines, the newest last" data-lines={ (here) "/status?after=" (last) } {
            @for (at, line) in &lines { li { (time(*at)) " " (line) } }
        }
    };
    Ok(page::page(&inspector, &csrf, Place::Below, &format!("Thinking of session {id}"), &body))
}
