//! State shared by a journal's writer, its readers and its callers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Answer, Breaker, Command, Gap, Kinds, Lost, Meters, Request, WriteCommand};
use crate::events::EventHub;
use crate::journal::sensitive_values::SensitiveValues;
use crate::journal::{Entry, JournalOptions, JournalStatus, QueueStatus};
use crate::pending::{PendingId, StoreError};
use crate::system::SystemTimer;

/// State shared by a journal's writer, its readers and its callers.
pub(crate) struct Shared {
    pub(crate) options: JournalOptions,
    pub(crate) hub: EventHub,
    pub(crate) sensitive_values: SensitiveValues,
    pub(crate) breaker: Breaker,
    pub(crate) meters: Meters,
    pub(crate) lost: Arc<Lost>,
    pub(crate) timer: SystemTimer,
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
        Self {
            options,
            hub: EventHub::new(),
            sensitive_values: SensitiveValues::default(),
            breaker: Breaker::default(),
            meters: Meters::default(),
            lost: Arc::default(),
            timer: SystemTimer::default(),
        }
    }

    /// The state for monitoring.
    pub(crate) fn status(&self, queue: QueueStatus) -> JournalStatus {
        JournalStatus {
            queue,
            commits: self.meters.commits(),
            batches: self.meters.batches(),
            lost: self.lost.status(),
            breaker: self.breaker.status(),
        }
    }

    /// The event about lost events, as a command, if no entry names them yet.
    pub(crate) fn gap(&self) -> Option<(WriteCommand, Kinds)> {
        let Gap { event, kinds } = self.lost.gap(self.options.clock.now())?;
        Some((WriteCommand::Append(vec![event]), kinds))
    }

    /// Answers requests to flush, if nothing else is asked for and nothing is to be reported. Returns the requests
    /// otherwise.
    pub(crate) fn flushed(&self, requests: Vec<Request>) -> Vec<Request> {
        let is_flush = |request: &Request| matches!(&request.command, Command::Write(WriteCommand::Append(events)) if events.is_empty());
        if self.lost.is_unreported() || !requests.iter().all(is_flush) {
            return requests;
        }
        for request in requests {
            request.answer(Ok(Answer::Done));
        }
        Vec::new()
    }

    /// Counts a transaction that began at this moment, and publishes the report of lost events that it has.
    pub(crate) fn count(&self, began: Instant, written: &[Written], report: Option<(Written, Kinds)>) {
        let entries: usize = written.iter().map(|written| written.entries.len()).sum();
        let reported = report.as_ref().map_or(0, |(report, _)| report.entries.len());
        self.meters.committed(began.elapsed(), written.len(), entries + reported);
        if let Some((report, kinds)) = report {
            self.lost.is_reported(&kinds);
            self.hub.publish(report.entries.iter().filter_map(Entry::record));
        }
    }

    /// Maximum wait of these requests for lock holders. It is shorter than the patience, so that the reason comes before
    /// the callers leave. Requests that already waited for a failed one wait less.
    pub(crate) fn patience_with(&self, requests: &[Request]) -> Duration {
        let patience = self.options.patience;
        let waited = requests.iter().map(Request::waited).min().unwrap_or_default();
        patience.saturating_sub(waited).mul_f32(0.6).max(patience / 16)
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
