//! Cards and status lines as they change: server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Sse;
use axum::response::sse::{Event as Frame, KeepAlive};
use futures_util::stream::{self, Stream, StreamExt};
use hpd_host::approval::{PendingCall, StoreError};
use hpd_host::events::{Event, EventRecord, EventStream, StreamItem, StreamStart};
use hpd_host::journal::{EventFilter, call_timeline};
use serde::Deserialize;
use serde_json::json;

use crate::card::{Ends, card, id_of};
use crate::deadlines::Deadlines;
use crate::inspector::Inspector;
use crate::text::iso;

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
    let session = id.clone();
    let events = EventStream::of_session(Arc::clone(&inspector.journal), id, start(&asked, &headers));
    let deadlines = inspector.deadlines(Some(session));
    sse(events, Some(deadlines), move |records, over| {
        let inspector = inspector.clone();
        async move {
            let mut frames = over_frames(&inspector, &over).await;
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
    // Its lines are those of events alone.
    sse(events, None, |records, _| async move {
        records.iter().filter_map(|record| status_frame(record)).collect()
    })
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
    sse(events, Some(inspector.deadlines(None)), |records, over| async move {
        let entry = records.last().map(|last| last.entry).or_else(|| (!over.is_empty()).then_some(0));
        entry.map(|entry| Frame::default().event("change").data(entry.to_string())).into_iter().collect()
    })
}

/// The cards of calls whose time is over: no event says so.
async fn over_frames(inspector: &Inspector, over: &[PendingCall]) -> Vec<Frame> {
    let mut frames = Vec::new();
    for row in over {
        let mut filter = EventFilter::default().session(row.owner.session.clone()).newest(true).limit(1);
        (filter.turn, filter.call_id) = (row.notes.turn.clone(), Some(row.sent.id.clone()));
        let card = async {
            let found = inspector.journal.read(&filter).await?;
            let Some(record) = found.first() else { return Ok(None) };
            // It has no number of its own: the reader's place in the stream stays.
            let data = card_of(inspector, record).await?;
            Ok::<_, StoreError>(Some(Frame::default().event("card").data(data)))
        };
        frames.extend(card.await.unwrap_or_else(|error| {
            tracing::error!(target: "hpd::inspector", %error, "a live page misses a card");
            Some(resync())
        }));
    }
    frames
}

async fn card_frame(inspector: &Inspector, record: &EventRecord) -> Result<Frame, StoreError> {
    let data = card_of(inspector, record).await?;
    Ok(Frame::default().event("card").id(record.seq.to_string()).data(data))
}

/// The card of an event's call, as the data of its frame.
async fn card_of(inspector: &Inspector, record: &EventRecord) -> Result<String, StoreError> {
    let call = call_timeline(&*inspector.journal, record).await?;
    let ends = Ends::of(&*inspector.journal, std::slice::from_ref(&call), inspector.clock.now()).await?;
    let html = card(&call, inspector.board(&ends)).into_string();
    Ok(json!({ "id": id_of(&call), "html": html }).to_string())
}

/// The reader loads the page again, which says why if it can't be read.
fn resync() -> Frame {
    Frame::default().event("resync").data("{}")
}

fn status_frame(record: &EventRecord) -> Option<Frame> {
    let line = record.status_line()?;
    let data = json!({ "seq": record.seq, "at": iso(record.at), "line": line });
    Some(Frame::default().event("status").id(record.seq.to_string()).data(data.to_string()))
}

impl Inspector {
    /// The calls that go on, of a session or of all.
    fn deadlines(&self, session: Option<String>) -> Deadlines {
        Deadlines::new(Arc::clone(&self.journal), Arc::clone(&self.clock), session)
    }
}

/// What a stream hears: events, or calls whose time is over.
type News = (Vec<Result<StreamItem, StoreError>>, Vec<PendingCall>);

/// Events as they come, and calls when their time is over.
fn news(events: EventStream, deadlines: Option<Deadlines>) -> impl Stream<Item = News> {
    let events = Box::pin(events.ready_chunks(TOGETHER));
    stream::unfold((events, deadlines, true), |(mut events, mut deadlines, has_changed)| async move {
        if let (Some(deadlines), true) = (&mut deadlines, has_changed) {
            deadlines.look().await;
        }
        let items = match deadlines.as_ref().and_then(Deadlines::next) {
            Some(wait) => tokio::time::timeout(wait, events.next()).await,
            None => Ok(events.next().await),
        };
        let items = match items {
            Ok(None) => return None,
            Ok(Some(items)) => items,
            Err(_) => Vec::new(),
        };
        let changes = |item: &Result<StreamItem, _>| matches!(item, Ok(StreamItem::Event(record)) if Deadlines::is_changed_by(&record.event));
        let over = deadlines.as_mut().map(Deadlines::over).unwrap_or_default();
        let has_changed = items.iter().any(changes);
        Some(((items, over), (events, deadlines, has_changed)))
    })
}

fn sse<F>(
    events: EventStream,
    deadlines: Option<Deadlines>,
    frames: impl Fn(Vec<Arc<EventRecord>>, Vec<PendingCall>) -> F + Clone + Send + 'static,
) -> Sse<impl Stream<Item = Result<Frame, Infallible>>>
where
    F: Future<Output = Vec<Frame>> + Send,
{
    let frames = news(events, deadlines).then(move |(items, over)| {
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
            let mut frames = frames(records, over).await;
            frames.extend(last);
            frames
        }
    });
    let frames = frames.flat_map(|frames| stream::iter(frames.into_iter().map(Ok)));
    let frames = frames.take_until(tokio::time::sleep(LONGEST));
    Sse::new(frames).keep_alive(KeepAlive::new().interval(HEARTBEAT))
}
