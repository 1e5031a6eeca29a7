//! How far questions and runs are by their stored calls, whose time passes without an event.

use std::collections::{HashMap, HashSet};

use futures_util::future::try_join_all;
use hpd_host::approval::{CallState, PendingCall, PendingId, StoreError};
use hpd_host::events::Event;
use hpd_host::journal::{CallTimeline, Journal};
use hpd_host::system::Timestamp;
use serde_json::Value;

use super::{State, told_state};

/// How calls ended of which no event says so.
#[derive(Debug, Default)]
pub(crate) struct Ends {
    known: HashSet<PendingId>,
    ended: HashMap<PendingId, End>,
}

/// How a stored call ended without an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// Nobody answered in time, or it did not run in time.
    Expired,
    /// It ran longer than it may: nobody knows its effect.
    Unknown,
    /// The stored call was erased or removed, so nobody can answer.
    Gone,
}

impl End {
    /// The end of a stored call at a moment. `None` if it is still open, or if an event tells its end.
    fn of(row: Option<&PendingCall>, now: Timestamp) -> Option<Self> {
        let Some(row) = row else { return Some(Self::Gone) };
        match row.state_at(now) {
            CallState::Expired => Some(Self::Expired),
            CallState::Unknown => Some(Self::Unknown),
            _ => None,
        }
    }

    pub(crate) const fn state(self) -> State {
        match self {
            Self::Expired | Self::Gone => State::Warn,
            Self::Unknown => State::Unknown,
        }
    }

    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Expired => "❌ expired",
            Self::Unknown => "❔ effect unknown",
            Self::Gone => "▲ not open any more",
        }
    }

    /// The same about a question.
    pub(crate) const fn of_question(self) -> &'static str {
        match self {
            Self::Expired => "Expired: its time is over.",
            Self::Unknown => "The call ran longer than it may.",
            Self::Gone => "Not open any more: the stored call was erased or removed.",
        }
    }
}

impl Ends {
    /// The ends of these calls.
    ///
    /// # Errors
    ///
    /// The journal can't be read.
    pub(crate) async fn of(
        journal: &dyn Journal,
        calls: &[CallTimeline],
        now: Timestamp,
    ) -> Result<Self, StoreError> {
        let mut ends = Self::default();
        ends.learn(journal, calls, now).await?;
        Ok(ends)
    }

    /// Adds the ends of calls. Stored calls are read only for calls that are open by their events.
    ///
    /// # Errors
    ///
    /// The journal can't be read.
    pub(crate) async fn learn(
        &mut self,
        journal: &dyn Journal,
        calls: &[CallTimeline],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let goes_on = |call: &&CallTimeline| matches!(told_state(call), State::Waiting | State::Running);
        let ids: HashSet<_> = calls.iter().filter(goes_on).filter_map(stored_call).collect();
        let new = ids.into_iter().filter(|id| !self.known.contains(id));
        let found = try_join_all(new.map(async |id| {
            let row = journal.get(&id).await?;
            Ok::<_, StoreError>((End::of(row.as_ref(), now), id))
        }));
        for (end, id) in found.await? {
            if let Some(end) = end {
                self.ended.insert(id.clone(), end);
            }
            self.known.insert(id);
        }
        Ok(())
    }

    /// The end of a call that is open by its events, and ended by its stored call.
    pub(crate) fn end_of(&self, call: &CallTimeline) -> Option<End> {
        if self.ended.is_empty() || !matches!(told_state(call), State::Waiting | State::Running) {
            return None;
        }
        self.ended.get(&stored_call(call)?).copied()
    }

    /// As if a stored call ended in this way.
    #[cfg(test)]
    pub(crate) fn with(id: &str, end: End) -> Self {
        Self { ended: HashMap::from([(PendingId::new(id), end)]), ..Self::default() }
    }
}

/// The stored call that the events of a call tell of last.
fn stored_call(call: &CallTimeline) -> Option<PendingId> {
    call.events.iter().rev().find_map(|record| stored_call_of(&record.event))
}

/// The stored call of a question, an answer or a run.
pub(crate) fn stored_call_of(event: &Event) -> Option<PendingId> {
    match event {
        Event::AskUser(asked) => asked.pending_id.clone(),
        Event::Mcq(question) => question.0.get("pending_id").and_then(Value::as_str).map(PendingId::new),
        Event::Decision(decision) => Some(decision.pending_id.clone()),
        Event::ToolStarted(started) => Some(started.pending_id.clone()),
        _ => None,
    }
}
