//! Events as server-sent events, the `text/event-stream` of the [HTML
//! standard](https://html.spec.whatwg.org/multipage/server-sent-events.html). Every browser reads it with
//! `EventSource`.
//!
//! ```text
//! retry: 3000
//!
//! id: 3
//! event: write_validation
//! data: {"type":"write_validation","data":{"tool":"create_payment","status":"blocked",..},"session":"s1","seq":3,..}
//!
//! event: status
//! data: {"type":"status","data":{"message":"Missing fields detected, retrying…"}}
//!
//! :
//! ```
//!
//! | event | `id` | `data` |
//! |---|---|---|
//! | the [type](crate::events::Event::kind) of an event | its number | `type` and `data` of the event; `session`, `seq`, `turn`, `call_id`, `at` of the [record](crate::events::EventRecord) |
//! | `status` | none, so that the last number stays | the [text for people](crate::events::EventRecord::status_line); optional |
//! | `resync` | the number to continue after | `after`, the same number: the client lagged, and gets the rest after reconnecting. 0 means that the client's events belong to another journal: the client begins anew |
//!
//! A client that reconnects sends the last `id` as `Last-Event-ID`.
//! [`StreamStart::of_header`](crate::stream::StreamStart::of_header) reads it, and the stream continues from the journal.
//! Numbers are those of the session, or of the journal in a stream of all sessions. After [15
//! seconds](SseStream::heartbeat) without an event, a comment keeps proxies from closing the connection. The journal is
//! then read again, for events of other processes.
//!
//! [`data_frame`] writes a host's own messages.
//!
//! No value can end a line. All values are JSON with escaped line ends, or numbers and names of this crate.

pub(crate) mod frame;
mod position;
mod stream;

pub(super) use frame::plain_frame;
pub use frame::{data_frame, record_frame, status_frame};
pub use position::BadLastEventId;
pub use stream::SseStream;
