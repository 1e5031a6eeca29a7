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
    /// Those that happened at this moment or later.
    pub from: Option<Timestamp>,
    /// Those that happened before this moment.
    pub until: Option<Timestamp>,
    /// How long a period is.
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
    let mut filter =
        EventFilter { from: span.from, until: span.until, limit: Some(PAGE), ..EventFilter::default() };
    loop {
        let page = journal.read(&filter).await?;
        let after = filter.after_entry.unwrap_or_default();
        let Some(last) = page.last() else { break };
        if last.entry <= after {
            return Err(StoreError::new(format!(
                "events after entry {after} were asked for, and came again"
            )));
        }
        for record in page.iter().take_while(|record| record.entry <= end) {
            builder.add(record);
        }
        if last.entry >= end || !filter.may_have_more(&page) {
            break;
        }
        filter.after_entry = Some(last.entry);
    }
    Ok(builder.finish())
}
