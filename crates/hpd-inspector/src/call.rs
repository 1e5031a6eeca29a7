//! One call, by its first entry.

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Html;
use hpd_host::journal::{EventFilter, call_timeline};
use maud::html;

use crate::access::Csrf;
use crate::card::{Board, Ends, card};
use crate::inspector::Inspector;
use crate::page::{self, Failed, Place};
use crate::text::segment;

pub(crate) async fn page(
    State(inspector): State<Inspector>,
    Extension(csrf): Extension<Csrf>,
    Path(entry): Path<u64>,
) -> Result<Html<String>, Failed> {
    let filter = EventFilter::default()
        .after_entry(entry.saturating_sub(1))
        .before_entry(entry.saturating_add(1))
        .limit(1);
    let found = inspector.journal.read(&filter).await?.into_iter().next();
    let record = found.ok_or(Failed::Missing(
        "The journal has no event of this number. It is not written yet, its contents were erased, or it was removed \
         as old.",
    ))?;
    let call = call_timeline(&*inspector.journal, &record).await?;
    let ends = Ends::of(&*inspector.journal, std::slice::from_ref(&call), inspector.clock.now()).await?;
    let body = html! {
        nav.pages aria-label="Place" {
            @if !record.session.is_empty() {
                a href={ (inspector.base) "/session/" (segment(&record.session)) } { "Session " (record.session) }
                // The page whose last event is this one.
                a href={ (inspector.base) "/session/" (segment(&record.session)) "?before=" (record.seq + 1) } { "Calls up to here" }
            }
        }
        (card(&call, Board { longest: None, ..inspector.board(&ends) }))
    };
    Ok(page::page(&inspector, &csrf, Place::Below, &format!("Call {entry}"), &body))
}
