//! Events as server-sent events, the `text/event-stream` of the [HTML standard](https://html.spec.whatwg.org/multipage/server-sent-events.html),
//! which every browser reads with `EventSource`.
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
//! | the [type](super::Event::kind) of an event | its number | `type` and `data` of the event; `session`, `seq`, `turn`, `call_id`, `at` of the [record](super::EventRecord) |
//! | `status` | none, so that the last number stays | [what goes on](super::EventRecord::status_line), in a few words; only where it is asked for |
//! | `resync` | where to go on | `after`, the same number: the client was not told everything, connects again, and is told the rest. At 0, what it knows is not of this journal: it begins anew |
//!
//! A client that lost its connection connects again and sends the last `id` as `Last-Event-ID`; [`StreamStart::of_header`](super::StreamStart::of_header)
//! reads it, and the stream goes on from the journal. Numbers are those of the session, or of the journal where the stream is of all
//! sessions. A comment every [15 seconds](SseStream::heartbeat) without an event keeps proxies from closing the connection; with it the
//! journal is looked into, for what other processes wrote.
//!
//! What a host sends of its own is written by [`data_frame`].
//!
//! No value can end a line: what is written is JSON, in which every character that any reader takes for the end of a line is
//! escaped, and numbers and names that this crate gives.

mod frame;
mod position;
mod stream;

pub(super) use frame::plain_frame;
pub use frame::{data_frame, record_frame, status_frame};
pub use position::BadLastEventId;
pub use stream::SseStream;
