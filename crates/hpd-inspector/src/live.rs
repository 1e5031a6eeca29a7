//! Cards and status lines as they change: server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Sse;
use axum::response::sse::{Event as Frame, KeepAlive};
use futures_util::stream::{self, Stream, StreamExt};
use hpd_host::approval::StoreError;
use hpd_host::events::{Event, EventRecord, EventStream, StreamItem, StreamStart};
use hpd_host::journal::call_timeline;
use serde::Deserialize;
use serde_json::json;

use crate::card::{card, id_of};
use crate::inspector::Inspector;

/// The silence before a comment is sent. Many proxies close connections that are silent for 30 seconds.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// How long a stream goes on. The reader's browser then asks again, and shows whether its cookie still works.
const LONGEST: Duration = Duration::from_secs(60 * 60);
/// How many events that are there at once are taken together at most.
const TOGETHER: usize = 64;

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Asked {
    after: Option<u64>,
}

/// Where a stream begins: after the last frame that the reader has, or after the page.
fn start(asked: &Asked, headers: &HeaderMap) -> StreamStart {
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(|id| id.parse().ok());
    last.or(asked.after).map_or(StreamStart::Now, StreamStart::After)
}

/// Each event of the session gives the whole card of its call: order and repeats do no harm.
pub(crate) async fn cards(
    State(inspector): State<Inspector>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Sse<impl Stream<Item = Result<Frame, Infallible>>> {
    let events = EventStream::of_session(Arc::clone(&inspector.journal), id, start(&asked, &headers));
    sse(events, move |records| {
        let inspector = inspector.clone();
        async move {
            let mut frames = Vec::new();
            for (at, record) in records.iter().enumerate() {
                let later = records.get(at + 1..).unwrap_or_default();
                // The card has the later events, too: it is sent with the last of them.
                if !goes_on(record, later) {
                    frames.push(card_frame(&inspector, record).await.unwrap_or_else(|error| {
                        tracing::error!(target: "hpd::inspector", %error, "a live page misses a card");
                        resync()
                    }));
                }
                frames.extend(status_frame(record));
            }
            frames
        }
    })
}

/// The status lines alone: one text a frame.
pub(crate) async fn status(
    State(inspector): State<Inspector>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Sse<impl Stream<Item = Result<Frame, Infallible>>> {
    let events = EventStream::of_session(Arc::clone(&inspector.journal), id, start(&asked, &headers));
    sse(events, |records| async move { records.iter().filter_map(|record| status_frame(record)).collect() })
}

/// Whether a call has an event among the later ones. An id that begins a call again is of another one.
fn goes_on(record: &EventRecord, later: &[Arc<EventRecord>]) -> bool {
    let next = later.iter().find(|later| later.call_id == record.call_id && later.turn == record.turn);
    record.call_id.is_some() && next.is_some_and(|next| !matches!(next.event, Event::ToolCall(_)))
}

/// That something was written, in any session: pages of lists then load again.
pub(crate) async fn changes(
    State(inspector): State<Inspector>,
) -> Sse<impl Stream<Item = Result<Frame, Infallible>>> {
    let events = EventStream::of_all(Arc::clone(&inspector.journal), StreamStart::Now);
    sse(events, |records| async move {
        let last = records.last().map(|last| Frame::default().event("change").data(last.entry.to_string()));
        last.into_iter().collect()
    })
}

async fn card_frame(inspector: &Inspector, record: &EventRecord) -> Result<Frame, StoreError> {
    let call = call_timeline(&*inspector.journal, record).await?;
    let html = card(&call, inspector.board()).into_string();
    let data = json!({ "id": id_of(&call), "html": html });
    Ok(Frame::default().event("card").id(record.seq.to_string()).data(data.to_string()))
}

/// The reader loads the page again, which says why if it can't be read.
fn resync() -> Frame {
    Frame::default().event("resync").data("{}")
}

fn status_frame(record: &EventRecord) -> Option<Frame> {
    let line = record.status_line()?;
    let data = json!({ "seq": record.seq, "line": line });
    Some(Frame::default().event("status").id(record.seq.to_string()).data(data.to_string()))
}

fn sse<F>(
    events: EventStream,
    frames: impl Fn(Vec<Arc<EventRecord>>) -> F + Clone + Send + 'static,
) -> Sse<impl Stream<Item = Result<Frame, Infallible>>>
where
    F: Future<Output = Vec<Frame>> + Send,
{
    let frames = events.ready_chunks(TOGETHER).then(move |items| {
        let frames = frames.clone();
        async move {
            let (mut records, mut last) = (Vec::new(), None);
            for item in items {
                match item {
                    Ok(StreamItem::Event(record)) => records.push(record),
                    Ok(StreamItem::Lagged { .. }) => last = Some(resync()),
                    Err(error) => {
                        tracing::error!(target: "hpd::inspector", %error, "a live page has no events any more");
                    }
                }
            }
            let mut frames = frames(records).await;
            frames.extend(last);
            frames
        }
    });
    let frames = frames.flat_map(|frames| stream::iter(frames.into_iter().map(Ok)));
    let frames = frames.take_until(tokio::time::sleep(LONGEST));
    Sse::new(frames).keep_alive(KeepAlive::new().interval(HEARTBEAT))
}
