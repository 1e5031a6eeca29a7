//! Figures of a journal.

use super::{Health, HealthBuilder, Period};
use crate::journal::{EventFilter, Journal};
use crate::pending::StoreError;
use crate::system::Timestamp;

/// How many events are read at a time.
const PAGE: usize = 1_000;

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
    // Later events are not counted: otherwise the loop might not end.
    let end = journal.head().await?.number;
    let mut builder = HealthBuilder::new(span.by);
    let mut filter = EventFilter { from: span.from, until: span.until, ..EventFilter::default() };
    filter = filter.limit(PAGE).outline(true);
    let mut page = journal.read(&filter).await?;
    loop {
        let after = filter.after_entry.unwrap_or_default();
        let Some(last) = page.last().map(|last| last.entry) else { break };
        if last <= after {
            return Err(StoreError::new(format!(
                "events after entry {after} were asked for, and came again"
            )));
        }
        let goes_on = last < end && filter.may_have_more(&page);
        let next = filter.clone().after_entry(last);
        // The next page is read while this one is counted.
        let read = goes_on.then(|| journal.read(&next));
        for record in page.iter().take_while(|record| record.entry <= end) {
            builder.add(record);
        }
        let Some(read) = read else { break };
        page = read.await?;
        filter = next.clone();
    }
    Ok(builder.finish())
}
