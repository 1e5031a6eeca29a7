//! State shared by a journal's writer, its readers and its callers.

use std::time::Duration;

use super::{Answer, Request};
use crate::events::EventHub;
use crate::journal::sensitive_values::SensitiveValues;
use crate::journal::{Entry, JournalOptions};
use crate::pending::{PendingId, StoreError};

/// State shared by a journal's writer, its readers and its callers.
pub(crate) struct Shared {
    pub(crate) options: JournalOptions,
    pub(crate) hub: EventHub,
    pub(crate) sensitive_values: SensitiveValues,
}

/// A time that is waited, as databases take it: in milliseconds, at least one.
pub(crate) fn wait_in_millis(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX).clamp(1, i32::MAX.unsigned_abs())
}

/// The output of a committed command.
pub(crate) struct Written {
    /// The entries, in the order of the journal.
    pub(crate) entries: Vec<Entry>,
    /// Calls that are done with.
    pub(crate) done_with: Vec<PendingId>,
    /// Calls that are not stored any more.
    pub(crate) removed: Vec<PendingId>,
    /// The answer; calls in it are as they are stored.
    pub(crate) answer: Answer,
}

impl Shared {
    pub(crate) fn new(options: JournalOptions) -> Self {
        Self { options, hub: EventHub::new(), sensitive_values: SensitiveValues::default() }
    }

    /// Maximum wait of these requests for others. Requests that already waited for a failed one wait less.
    pub(crate) fn patience_with(&self, requests: &[Request]) -> Duration {
        let patience = self.options.patience;
        let waited = requests.iter().map(Request::waited).min().unwrap_or_default();
        patience.saturating_sub(waited).max(patience / 16)
    }

    /// Publishes committed events and then answers, both in the order of writing.
    pub(crate) fn committed(&self, done: Vec<(Request, Written)>) {
        let entries = done.iter().flat_map(|(_, written)| &written.entries);
        self.hub.publish(entries.filter_map(Entry::record));
        for (request, written) in done {
            let answer = self.restored(written.answer);
            written.done_with.iter().for_each(|id| self.sensitive_values.done(id));
            written.removed.iter().for_each(|id| self.sensitive_values.forget(id));
            request.answer(Ok(answer));
        }
    }

    /// Answers a read.
    pub(crate) fn read(&self, request: Request, answer: Result<Answer, StoreError>) {
        request.answer(answer.map(|answer| self.restored(answer)));
    }

    /// With the sensitive values that this process knows.
    fn restored(&self, answer: Answer) -> Answer {
        let restore = |call| self.sensitive_values.restore(call);
        match answer {
            Answer::Call(call) => Answer::Call(call.map(restore)),
            Answer::Calls(calls) => Answer::Calls(calls.into_iter().map(restore).collect()),
            Answer::Decided(decided) => Answer::Decided(self.sensitive_values.restore_decided(decided)),
            other => other,
        }
    }
}
