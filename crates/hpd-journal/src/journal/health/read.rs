//! Figures of a journal.

use std::pin::pin;

use futures_util::{StreamExt, TryStreamExt, stream};

use super::{Health, HealthBuilder, Period};
use crate::events::EventRecord;
use crate::journal::{EventFilter, Journal};
use crate::pending::StoreError;
use crate::system::Timestamp;

/// How many entries a page has.
const PAGE: u64 = 2_000;
/// How many pages are read at a time. A database in another process works on the next ones while one is counted.
const AHEAD: usize = 3;

/// Which events are counted, and in which periods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HealthSpan {
    /// Events at this moment or later.
    pub from: Option<Timestamp>,
    /// Events before this moment.
    pub until: Option<Timestamp>,
    /// The length of a period.
    pub by: Period,
}

/// How well calls went, by the events that the journal has now. They are read in pages: memory does not grow with the
/// journal.
///
/// # Errors
///
/// The journal can't be read.
///
/// ```no_run
/// use hpd_journal::journal::Journal;
/// use hpd_journal::journal::health::{HealthSpan, health};
/// use hpd_journal::pending::StoreError;
///
/// async fn print(journal: &dyn Journal) -> Result<(), StoreError> {
///     let health = health(journal, &HealthSpan::default()).await?;
///     if let Some(rate) = health.failure_after_validation.value() {
///         println!("{:.1} % of the writes that passed their check failed", rate * 100.0);
///     }
///     Ok(())
/// }
/// ```
pub async fn health(journal: &dyn Journal, span: &HealthSpan) -> Result<Health, StoreError> {
    // Later events are not counted: otherwise there might be no end.
    let end = journal.head().await?.number;
    let mut builder = HealthBuilder::new(span.by);
    builder.add_entries(journal, span, (0, end), |_| ()).await?;
    Ok(builder.finish())
}

impl HealthBuilder {
    /// Counts the events of a span that a journal has after one entry, and up to another one. They are read in pages, some
    /// of them while another one is counted. After each page, `report` gets the number of its last entry.
    ///
    /// If it fails, or is dropped, everything up to the last reported entry is counted, and nothing after it.
    ///
    /// # Errors
    ///
    /// The journal can't be read.
    ///
    /// ```
    /// use futures_executor::block_on;
    /// use hpd_journal::journal::health::{HealthBuilder, HealthSpan, Period};
    /// use hpd_journal::journal::{Journal, MemoryJournal};
    /// use hpd_journal::testing::journal_kit::sample_event;
    ///
    /// let journal = MemoryJournal::new();
    /// block_on(journal.append((0..7).map(|at| sample_event("s1", "turn", at)).collect()))?;
    ///
    /// let (mut builder, mut through) = (HealthBuilder::new(Period::Day), 3);
    /// let span = HealthSpan::default();
    /// block_on(builder.add_entries(&journal, &span, (3, 7), |entry| through = entry))?;
    /// assert_eq!((builder.finish().events, through), (4, 7));
    /// # Ok::<(), hpd_journal::pending::StoreError>(())
    /// ```
    pub async fn add_entries(
        &mut self,
        journal: &dyn Journal,
        span: &HealthSpan,
        (after, through): (u64, u64),
        mut report: impl FnMut(u64),
    ) -> Result<(), StoreError> {
        let Some((first, last)) = bounds(journal, span, (after, through)).await? else { return Ok(()) };
        let pages = pages(first, last).map(|page| read_page(journal, page));
        let mut pages = pin!(stream::iter(pages).buffered(AHEAD));
        while let Some((end, page)) = pages.try_next().await? {
            page.iter().filter(|record| span.has(record.at)).for_each(|record| self.add(record));
            report(end);
        }
        Ok(())
    }
}

impl HealthSpan {
    fn has(&self, at: Timestamp) -> bool {
        self.from.is_none_or(|from| at >= from) && self.until.is_none_or(|until| at < until)
    }
}

/// The first and the last entry of a span between two; `None` if there is none. The moments lead to them. Nearly all of the
/// entries between them belong to the span.
async fn bounds(
    journal: &dyn Journal,
    span: &HealthSpan,
    (after, through): (u64, u64),
) -> Result<Option<(u64, u64)>, StoreError> {
    if through.saturating_sub(after) <= PAGE {
        return Ok((through > after).then_some((after + 1, through)));
    }
    let all = EventFilter { from: span.from, until: span.until, ..EventFilter::default() };
    let one = all.after_entry(after).before_entry(through.saturating_add(1)).limit(1).outline(true);
    let Some(first) = journal.read(&one).await?.first().map(|first| first.entry) else { return Ok(None) };
    if span.until.is_none() {
        return Ok(Some((first, through)));
    }
    let last = journal.read(&one.newest(true)).await?.last().map_or(first, |last| last.entry);
    Ok(Some((first, last)))
}

/// The entries of each page: after one, and up to another.
fn pages(first: u64, last: u64) -> impl Iterator<Item = (u64, u64)> {
    let begins = std::iter::successors(Some(first.saturating_sub(1)), |begin| begin.checked_add(PAGE));
    begins
        .take_while(move |begin| *begin < last)
        .map(move |begin| (begin, begin.saturating_add(PAGE).min(last)))
}

/// The events of a page, and the number of its last entry.
async fn read_page(
    journal: &dyn Journal,
    (after, through): (u64, u64),
) -> Result<(u64, Vec<EventRecord>), StoreError> {
    let limit = usize::try_from(PAGE).unwrap_or(usize::MAX);
    let filter = EventFilter::default().after_entry(after).before_entry(through.saturating_add(1));
    let page = journal.read(&filter.limit(limit).outline(true)).await?;
    if page.iter().any(|record| record.entry <= after || record.entry > through) {
        return Err(StoreError::new(format!(
            "events after entry {after} and up to {through} were asked for, and others came"
        )));
    }
    Ok((through, page))
}
