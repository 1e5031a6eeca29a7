//! Events as lines of JSON, for other programs.

use axum::extract::{Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName};
use axum::response::{IntoResponse, Response};
use hpd_host::journal::EventFilter;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::inspector::Inspector;
use crate::page::Failed;

/// How many events one export has at most.
pub(crate) const MAX: usize = 10_000;
/// How many bytes one export has at most, but for its last event.
const MAX_BYTES: usize = 8 * 1024 * 1024;
/// How many events are read at a time.
const PAGE: usize = 100;
/// The header with the number of the last event, if more follow.
const NEXT: HeaderName = HeaderName::from_static("x-hpd-next");

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    session: String,
    /// Events with a greater number in the journal.
    #[serde(default, deserialize_with = "number_or_none")]
    after: Option<u64>,
}

/// The number of a field that may be empty.
fn number_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let number = Some(text.trim()).filter(|text| !text.is_empty()).map(str::parse);
    number.transpose().map_err(D::Error::custom)
}

/// Events from the first on, or after an entry. Nonces and phrases are left out.
pub(crate) async fn lines(
    State(inspector): State<Inspector>,
    Query(asked): Query<Asked>,
) -> Result<Response, Failed> {
    let mut filter = EventFilter::default().limit(PAGE);
    filter.session = Some(asked.session).filter(|session| !session.is_empty());
    filter.after_entry = asked.after;
    let (mut lines, mut events, mut next) = (String::new(), 0, None);
    'pages: loop {
        let page = inspector.journal.read(&filter).await?;
        let (has_more, mut records) = (filter.may_have_more(&page), page.into_iter().peekable());
        while let Some(record) = records.next() {
            let entry = record.entry;
            lines.push_str(&serde_json::to_string(&record.for_viewer()).unwrap_or_default());
            lines.push('\n');
            events += 1;
            let is_full = events >= MAX || lines.len() >= MAX_BYTES;
            if is_full && (has_more || records.peek().is_some()) {
                next = Some(entry.to_string());
                break 'pages;
            }
            filter.after_entry = Some(entry);
        }
        if !has_more {
            break;
        }
    }
    let headers = [
        (CONTENT_TYPE, "application/x-ndjson; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"events.jsonl\""),
    ];
    Ok((headers, next.map(|next| [(NEXT, next)]), lines).into_response())
}
