//! Cards and status lines as they change: server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Sse;
use axum::response::sse::{Event as Frame, KeepAlive};
use futures_util::stream::{self, Stream, StreamExt};
use hpd_host::events::{EventRecord, EventStream, StreamItem, StreamStart};
use hpd_host::journal::call_timeline;
use serde::Deserialize;
use serde_json::json;

use crate::card::{card, id_of};
use crate::inspector::Inspector;
use crate::session::for_viewers;

/// The silence before a comment is sent. Many proxies close connections that are silent for 30 seconds.
const HEARTBEAT: Duration = Duration::from_secs(15);

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
    sse(events, move |record| {
        let inspector = inspector.clone();
        async move {
            // Without its card, the reader has the line, and the card with the next event.
            let card = card_frame(&inspector, &record).await;
            card.into_iter().chain(status_frame(&record)).collect()
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
    sse(events, |record| async move { status_frame(&record).into_iter().collect() })
}

/// That something was written, in any session: pages of lists then load again.
pub(crate) async fn changes(
    State(inspector): State<Inspector>,
) -> Sse<impl Stream<Item = Result<Frame, Infallible>>> {
    let events = EventStream::of_all(Arc::clone(&inspector.journal), StreamStart::Now);
    sse(events, |record| async move { vec![Frame::default().event("change").data(record.entry.to_string())] })
}

async fn card_frame(inspector: &Inspector, record: &EventRecord) -> Option<Frame> {
    let call = call_timeline(&*inspector.journal, record).await.ok()?;
    let html = card(&for_viewers(&call), inspector.board()).into_string();
    let data = json!({ "id": id_of(&call), "html": html });
    Some(Frame::default().event("card").id(record.seq.to_string()).data(data.to_string()))
}

fn status_frame(record: &EventRecord) -> Option<Frame> {
    let line = record.status_line()?;
    let data = json!({ "seq": record.seq, "line": line });
    Some(Frame::default().event("status").id(record.seq.to_string()).data(data.to_string()))
}

fn sse<F>(
    events: EventStream,
    frames: impl Fn(Arc<EventRecord>) -> F + Clone + Send + 'static,
) -> Sse<impl Stream<Item = Result<Frame, Infallible>>>
where
    F: Future<Output = Vec<Frame>> + Send,
{
    let frames = events.then(move |item| {
        let frames = frames.clone();
        async move {
            match item {
                Ok(StreamItem::Event(record)) => frames(record).await,
                // The reader loads the page again.
                Ok(StreamItem::Lagged { .. }) => vec![Frame::default().event("resync").data("{}")],
                Err(error) => {
                    tracing::error!(target: "hpd::inspector", %error, "a live page has no events any more");
                    Vec::new()
                }
            }
        }
    });
    let frames = frames.flat_map(|frames| stream::iter(frames.into_iter().map(Ok)));
    Sse::new(frames).keep_alive(KeepAlive::new().interval(HEARTBEAT))
}
