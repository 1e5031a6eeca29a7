//! The position at which a client continues after a lost connection.

use std::fmt;

use crate::stream::StreamStart;

/// A `Last-Event-ID` that no stream wrote.
///
/// It is refused, since no position is right. Continuing from now would lose events, and from the start would repeat
/// some. Answer with status 400. The `EventSource` then ends with an error, and the page's code has to open a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadLastEventId;

impl fmt::Display for BadLastEventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Last-Event-ID is not the number of an event: connect again without it")
    }
}

impl std::error::Error for BadLastEventId {}

impl StreamStart {
    /// The start for a client with this `Last-Event-ID` header: after that event. Returns `otherwise` if the header is
    /// missing or empty.
    ///
    /// ```
    /// use hpd_journal::clients::sse::BadLastEventId;
    /// use hpd_journal::stream::StreamStart;
    ///
    /// assert_eq!(
    ///     StreamStart::of_header(Some("17"), StreamStart::Now),
    ///     Ok(StreamStart::After(17))
    /// );
    /// assert_eq!(
    ///     StreamStart::of_header(None, StreamStart::After(0)),
    ///     Ok(StreamStart::After(0))
    /// );
    /// assert_eq!(StreamStart::of_header(Some("-1"), StreamStart::Now), Err(BadLastEventId));
    /// ```
    ///
    /// # Errors
    ///
    /// The value is not an event number as this crate writes it.
    pub fn of_header(value: Option<&str>, otherwise: Self) -> Result<Self, BadLastEventId> {
        let Some(text) = value.filter(|text| !text.is_empty()) else { return Ok(otherwise) };
        // `parse` would take `+17` and `017` too.
        let number = text.parse::<u64>().ok().filter(|number| number.to_string() == text);
        number.map(Self::After).ok_or(BadLastEventId)
    }
}
