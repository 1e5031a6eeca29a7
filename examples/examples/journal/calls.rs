//! Calls, put together from their events.

use std::collections::{BTreeMap, HashMap};

use hpd_host::Timestamp;
use hpd_host::events::{Event, EventRecord};

use crate::options::Choice;
use crate::status::Status;

/// How many calls are kept besides those that are listed: those that are not over may still become some of them. Of more, the
/// oldest are let go.
const OPEN: usize = 10_000;

/// A call.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) at: Timestamp,
    pub(crate) session: String,
    pub(crate) turn: Option<String>,
    pub(crate) tool: String,
    pub(crate) status: Status,
    pub(crate) duration_ms: Option<f64>,
}

/// Where events of a call stand: session, turn, and the provider's id.
type Place = (String, Option<String>, Option<String>);

/// The newest calls that were chosen.
pub(crate) struct Calls {
    choice: Choice,
    /// By the entries that tell of them first.
    calls: BTreeMap<u64, Call>,
    /// Providers may give an id twice.
    places: HashMap<Place, Vec<u64>>,
}

impl Calls {
    pub(crate) fn new(choice: Choice) -> Self {
        Self { choice, calls: BTreeMap::new(), places: HashMap::new() }
    }

    /// Adds an event; the call, if it is one that was chosen and something became of it.
    pub(crate) fn add(&mut self, record: &EventRecord) -> Option<&Call> {
        let status = Status::after(&record.event)?;
        let place = (record.session.clone(), record.turn.clone(), record.call_id.clone());
        if let Event::ToolCall(made) = &record.event {
            let is_chosen = self.choice.tool.as_ref().is_none_or(|tool| *tool == made.tool);
            if is_chosen && (made.is_write || !self.choice.write) {
                self.insert(record, made.tool.clone(), place);
            }
        }
        let entry = self.find(&(record.session.clone(), record.turn.clone(), record.call_id.clone()))?;
        let call = self.calls.get_mut(&entry)?;
        call.status = status;
        if let Event::ToolResult(result) = &record.event {
            call.duration_ms = result.duration_ms;
        }
        Some(&*call).filter(|call| self.choice.takes(call))
    }

    fn insert(&mut self, record: &EventRecord, tool: String, place: Place) {
        let (session, turn, _) = place.clone();
        let (at, status) = (record.at, Status::Called);
        self.calls.insert(record.entry, Call { at, session, turn, tool, status, duration_ms: None });
        self.places.entry(place).or_default().push(record.entry);
        // Seldom, since all of them are looked at.
        if self.calls.len() > self.choice.limit.saturating_add(2 * OPEN) {
            self.let_go();
        }
    }

    /// The call that an event is of: the oldest in its place that is not over, or the newest.
    fn find(&self, place: &Place) -> Option<u64> {
        let entries = self.places.get(place)?;
        let is_open = |entry: &&u64| self.calls.get(*entry).is_some_and(|call| !call.status.is_over());
        entries.iter().find(is_open).or(entries.last()).copied()
    }

    fn let_go(&mut self) {
        let Self { choice, calls, .. } = self;
        calls.retain(|_, call| !call.status.is_over() || choice.takes(call));
        while calls.len() > choice.limit.saturating_add(OPEN) {
            calls.pop_first();
        }
        self.places.retain(|_, entries| {
            entries.retain(|entry| calls.contains_key(entry));
            !entries.is_empty()
        });
    }

    /// The newest calls that were chosen, the oldest of them first.
    pub(crate) fn newest(&self) -> Vec<&Call> {
        let chosen = self.calls.values().rev().filter(|call| self.choice.takes(call));
        let mut newest: Vec<_> = chosen.take(self.choice.limit).collect();
        newest.reverse();
        newest
    }
}

impl Choice {
    fn takes(&self, call: &Call) -> bool {
        self.status.is_none_or(|status| status == call.status)
    }
}
