//! An item of a stream of events.

use std::sync::Arc;

use super::EventRecord;

/// An item of an [`EventStream`](crate::stream::EventStream) or of a [`Subscription`](super::Subscription).
#[derive(Debug, Clone, PartialEq)]
pub enum StreamItem {
    /// An event.
    Event(Arc<EventRecord>),
    /// The stream lagged and ends here. Reopen it [after](crate::stream::StreamStart::After) this number: the last
    /// delivered event. The number is 0 if no event was delivered. It is also 0 if the journal has neither the event of
    /// the requested number nor a later one. The client then begins anew.
    ///
    /// The number is the event's [`seq`](EventRecord::seq) for one session, and its [`entry`](EventRecord::entry) for
    /// all sessions.
    Lagged {
        /// The number.
        after: u64,
    },
}
