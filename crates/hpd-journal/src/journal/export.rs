//! Events as lines of JSON, for programs that keep or examine them elsewhere.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use super::{EventFilter, Journal};
use crate::events::{Event, EventRecord};
use crate::pending::StoreError;

/// Events that are read from the journal at once.
const PAGE: usize = 1_000;

/// The lines of an [export] that the writer has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exported {
    /// How many events.
    pub events: u64,
    /// The number of the last one in the journal; `None` if there is none.
    pub last_entry: Option<u64>,
}

/// Why an [export] stopped.
#[derive(Debug)]
#[non_exhaustive]
pub struct ExportError {
    /// The events up to here are whole lines, and are flushed. To export the rest, begin
    /// [after](EventFilter::after_entry) the last of them. After an error of the writer, some lines may then be there
    /// twice, with the same `entry`; none is missing.
    pub exported: Exported,
    /// The cause.
    pub cause: ExportFailure,
}

/// The cause of an [`ExportError`].
#[derive(Debug)]
pub enum ExportFailure {
    /// The journal can't be read.
    Journal(StoreError),
    /// The writer refused a line.
    Writer(io::Error),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let events = self.exported.events;
        match &self.cause {
            ExportFailure::Journal(_) => {
                write!(f, "the journal can't be read after {events} exported events")
            }
            ExportFailure::Writer(_) => write!(f, "the writer failed after {events} exported events"),
        }
    }
}

impl std::error::Error for ExportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(match &self.cause {
            ExportFailure::Journal(error) => error,
            ExportFailure::Writer(error) => error,
        })
    }
}

/// Writes the events of a filter to a writer, in the order of the journal: one JSON object a line, with all keys of
/// [`EventRecord`]. It reads page by page and flushes after each page, so memory does not grow with the journal.
///
/// The writer blocks: give a file to a thread of its own where the program serves others. The lines hold what the
/// journal holds, texts of users included. Nonces of questions are left out.
///
/// ```
/// use hpd_journal::Timestamp;
/// use hpd_journal::events::{Event, NewEvent, TurnStartedEvent};
/// use hpd_journal::journal::{EventFilter, Journal, MemoryJournal, export};
///
/// # futures_executor::block_on(async {
/// let journal = MemoryJournal::new();
/// for (session, tenant) in [("s1", "acme"), ("s2", "other")] {
///     let started = Event::TurnStarted(TurnStartedEvent::new(Some("Void INV-042.".to_owned())));
///     let event = NewEvent::new(session, Timestamp::from_millis(1_767_225_600_000), started)
///         .principal(Some("alex".to_owned()))
///         .tenant(Some(tenant.to_owned()));
///     journal.append(vec![event]).await?;
/// }
///
/// // One tenant, since the start of 2026.
/// let filter = EventFilter::default()
///     .tenant("acme".to_owned())
///     .from(Timestamp::from_millis(1_767_225_600_000));
/// let mut lines = Vec::new(); // or a file
/// let exported = export(&journal, &filter, &mut lines).await?;
/// assert_eq!((exported.events, exported.last_entry), (1, Some(1)));
/// assert_eq!(
///     String::from_utf8(lines)?,
///     "{\"entry\":1,\"session\":\"s1\",\"seq\":1,\"principal\":\"alex\",\"tenant\":\"acme\",\
///      \"at\":1767225600000,\"type\":\"turn_started\",\"data\":{\"query\":\"Void INV-042.\"}}\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # }).unwrap();
/// ```
///
/// # Errors
///
/// The journal can't be read, or the writer fails. The error says which lines are written.
pub async fn export<J: Journal + ?Sized>(
    journal: &J,
    filter: &EventFilter,
    writer: &mut impl Write,
) -> Result<Exported, ExportError> {
    let mut exported = Exported::default();
    let mut left = filter.limit;
    // The last events of all are found at once, since a page begins with the first.
    let is_at_once = filter.newest && left.is_some();
    let mut page = EventFilter { newest: is_at_once, ..filter.clone() };
    loop {
        page.limit = if is_at_once { left } else { Some(left.unwrap_or(PAGE).min(PAGE)) };
        let found = journal.read(&page).await;
        let found = found.map_err(|error| ExportError { exported, cause: ExportFailure::Journal(error) })?;
        write_page(&found, writer)
            .map_err(|error| ExportError { exported, cause: ExportFailure::Writer(error) })?;
        exported.events += u64::try_from(found.len()).unwrap_or_default();
        exported.last_entry = found.last().map(|record| record.entry).or(exported.last_entry);
        left = left.map(|left| left.saturating_sub(found.len()));
        let Some(last) = found.last().filter(|_| page.may_have_more(&found) && left != Some(0)) else {
            return Ok(exported);
        };
        // An index finds the pages of a session by its own numbers.
        match page.session {
            Some(_) => page.after_seq = Some(last.seq),
            None => page.after_entry = Some(last.entry),
        }
    }
}

fn write_page(records: &[EventRecord], writer: &mut impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    for record in records {
        line.clear();
        serde_json::to_writer(&mut line, &*without_nonce(record))?;
        line.push(b'\n');
        writer.write_all(&line)?;
    }
    writer.flush()
}

/// A record without the nonce of a question: whoever reads an export must not be able to answer.
fn without_nonce(record: &EventRecord) -> Cow<'_, EventRecord> {
    let Event::Mcq(question) = &record.event else { return Cow::Borrowed(record) };
    let mut question = question.clone();
    question.0.remove("nonce");
    Cow::Owned(record.clone().event(Event::Mcq(question)))
}

#[cfg(test)]
mod tests;
