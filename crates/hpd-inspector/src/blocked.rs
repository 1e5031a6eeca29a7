//! The newest blocked writes, with what the user said: where models go wrong.

use axum::Extension;
use axum::extract::State;
use axum::response::Html;
use hpd_host::approval::StoreError;
use hpd_host::events::{Event, EventRecord, ValidationStatus, WriteValidationEvent};
use hpd_host::journal::EventFilter;
use maud::{Markup, html};

use crate::access::Csrf;
use crate::inspector::Inspector;
use crate::page::{self, Failed, Place, empty, table};
use crate::text::{begin_of, segment, time};

/// How many writes are listed.
const LISTED: usize = 20;
/// How many of the newest entries are looked through.
const LOOKED_THROUGH: u64 = 10_000;
/// How many checks are read at a time.
const PAGE: usize = 200;
/// How many characters of a message are shown.
const QUERY: usize = 200;

/// A blocked write, and what the user said before.
struct Blocked {
    record: EventRecord,
    check: WriteValidationEvent,
    query: Option<String>,
}

pub(crate) async fn page(
    State(inspector): State<Inspector>,
    Extension(csrf): Extension<Csrf>,
) -> Result<Html<String>, Failed> {
    let found = newest(&inspector).await?;
    let body = html! {
        p { "What the check of arguments refused before anything ran, the newest " (LISTED) " among the newest 10,000 entries." }
        @if found.is_empty() {
            (empty("No write was blocked in the newest 10,000 entries: each was complete, or there was none."))
        } @else {
            (table(
                "Blocked writes, the newest first",
                &html! { th scope="col" { "Time" } th scope="col" { "Query" } th scope="col" { "Tool" } th scope="col" { "Blocked" } th scope="col" { "Session" } },
                &html! { @for blocked in &found { (row(&inspector.base, blocked)) } },
            ))
        }
    };
    Ok(page::page(&inspector, &csrf, Place::Below, "Blocked writes", &body))
}

async fn newest(inspector: &Inspector) -> Result<Vec<Blocked>, StoreError> {
    let journal = &*inspector.journal;
    let since = journal.head().await?.number.saturating_sub(LOOKED_THROUGH);
    let mut filter =
        EventFilter::default().kinds(vec!["write_validation"]).after_entry(since).newest(true).limit(PAGE);
    let mut found = Vec::new();
    loop {
        let page = journal.read(&filter).await?;
        filter.before_entry = page.first().filter(|_| filter.may_have_more(&page)).map(|first| first.entry);
        for record in page.into_iter().rev() {
            let Event::WriteValidation(check) = &record.event else { continue };
            if check.status == ValidationStatus::Blocked && found.len() < LISTED {
                let (check, query) = (check.clone(), query(inspector, &record).await?);
                found.push(Blocked { record, check, query });
            }
        }
        if found.len() == LISTED || filter.before_entry.is_none() {
            return Ok(found);
        }
    }
}

/// The message of the user that began the turn of an event.
async fn query(inspector: &Inspector, record: &EventRecord) -> Result<Option<String>, StoreError> {
    let mut filter =
        EventFilter::default().session(record.session.clone()).kinds(vec!["turn_started"]).limit(1);
    filter.turn = record.turn.clone();
    let found = inspector.journal.read(&filter).await?;
    Ok(found.into_iter().find_map(|record| match record.event {
        Event::TurnStarted(turn) => turn.query,
        _ => None,
    }))
}

fn row(base: &str, blocked: &Blocked) -> Markup {
    let Blocked { record, check, query } = blocked;
    let missing = check.missing_fields.join(", ");
    html! {
        tr {
            td { (time(record.at)) }
            td {
                @match query {
                    Some(query) => {
                        @let (begin, left) = begin_of(query, Some(QUERY));
                        (begin) @if left > 0 { "…" }
                    }
                    None => span.dim { "(not told by the program)" },
                }
            }
            th scope="row" { a href={ (base) "/call/" (record.entry) } { (check.tool) } }
            td { @if missing.is_empty() { (check.errors.join("; ")) } @else { "missing " (missing) } }
            td { a href={ (base) "/session/" (segment(&record.session)) } { (record.session) } }
        }
    }
}
