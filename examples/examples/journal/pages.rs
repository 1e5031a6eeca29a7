//! A journal, page by page.

use std::thread;
use std::time::Duration;

use hpd_examples::reading::block_on;
use hpd_host::approval::StoreError;
use hpd_host::events::EventRecord;
use hpd_host::journal::{EventFilter, Journal};

/// How many events are read at a time.
const PAGE: usize = 1_000;

/// How long nothing is looked for after nothing was found.
const PAUSE: Duration = Duration::from_millis(200);

/// Reads a journal's events page by page, new ones included.
pub(crate) struct Pages<'j> {
    journal: &'j dyn Journal,
    filter: EventFilter,
}

impl<'j> Pages<'j> {
    pub(crate) fn new(journal: &'j dyn Journal, filter: EventFilter) -> Self {
        Self { journal, filter: filter.limit(PAGE) }
    }

    /// The next events; none if there are no more now.
    pub(crate) fn next(&mut self) -> Result<Vec<EventRecord>, StoreError> {
        let page = block_on(self.journal.read(&self.filter))?;
        if let Some(last) = page.last() {
            self.filter.after_entry = Some(last.entry);
        }
        Ok(page)
    }

    /// The next events, as soon as there are some.
    pub(crate) fn wait(&mut self) -> Result<Vec<EventRecord>, StoreError> {
        loop {
            let page = self.next()?;
            if !page.is_empty() {
                return Ok(page);
            }
            thread::sleep(PAUSE);
        }
    }
}
