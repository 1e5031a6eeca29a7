//! Calls, put together from their events.

use std::collections::{BTreeMap, HashMap};

use hpd_host::events::{Event, EventRecord};
use hpd_host::system::Timestamp;

use crate::options::Choice;
use crate::status::Status;

/// Number of calls kept in addition to the listed ones: unfinished calls may still join the list. Beyond it, the oldest
/// are dropped.
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

/// The key of a call's events: session, turn, and the provider's id.
type Place = (String, Option<String>, Option<String>);

/// The newest calls that were chosen.
pub(crate) struct Calls {
    choice: Choice,
    /// By the entry of each call's first event.
    kept: BTreeMap<u64, Call>,
    /// Providers may give an id twice.
    places: HashMap<Place, Vec<u64>>,
}

impl Calls {
    pub(crate) fn new(choice: Choice) -> Self {
        Self { choice, kept: BTreeMap::new(), places: HashMap::new() }
    }

    /// Adds an event. Returns its call, if it is a chosen one and the event changed its status.
    pub(crate) fn add(&mut self, record: &EventRecord) -> Option<&Call> {
        let place = (record.session.clone(), record.turn.clone(), record.call_id.clone());
        let entry = match &record.event {
            Event::ToolCall(made) => {
                let is_chosen = self.choice.tool.as_ref().is_none_or(|tool| *tool == made.tool);
                if !is_chosen || (self.choice.write && !made.is_write) {
                    return None;
                }
                self.insert(record, &made.tool, place)
            }
            _ => self.find(&place)?,
        };
        let call = self.kept.get_mut(&entry)?;
        call.status = Status::after(&record.event)?;
        if let Event::ToolResult(result) = &record.event {
            call.duration_ms = result.duration_ms;
        }
        Some(&*call).filter(|call| self.choice.takes(call))
    }

    fn insert(&mut self, record: &EventRecord, tool: &str, place: Place) -> u64 {
        // Seldom, since all of them are looked at.
        if self.kept.len() > self.choice.limit.saturating_add(2 * OPEN) {
            self.let_go();
        }
        let call = Call {
            at: record.at,
            session: place.0.clone(),
            turn: place.1.clone(),
            tool: tool.to_owned(),
            status: Status::Called,
            duration_ms: None,
        };
        self.kept.insert(record.entry, call);
        self.places.entry(place).or_default().push(record.entry);
        record.entry
    }

    /// The call that an event is of: the oldest in its place that is not over, or the newest.
    fn find(&self, place: &Place) -> Option<u64> {
        let entries = self.places.get(place)?;
        let is_open = |entry: &&u64| self.kept.get(*entry).is_some_and(|call| !call.status.is_over());
        entries.iter().find(is_open).or(entries.last()).copied()
    }

    fn let_go(&mut self) {
        let Self { choice, kept, .. } = self;
        kept.retain(|_, call| !call.status.is_over() || choice.takes(call));
        while kept.len() > choice.limit.saturating_add(OPEN) {
            kept.pop_first();
        }
        self.places.retain(|_, entries| {
            entries.retain(|entry| kept.contains_key(entry));
            !entries.is_empty()
        });
    }

    /// The newest calls that were chosen, the oldest of them first.
    pub(crate) fn newest(&self) -> Vec<&Call> {
        let chosen = self.kept.values().rev().filter(|call| self.choice.takes(call));
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

#[cfg(test)]
mod tests {
    use hpd_host::events::{Event, EventRecord, ToolCallEvent};
    use hpd_host::system::Timestamp;

    use super::{Calls, OPEN};
    use crate::options::Choice;
    use crate::status::Status;

    /// The call with this number, which is its entry and its id.
    fn call(number: u64, tool: &str) -> EventRecord {
        EventRecord::new(
            number,
            "s",
            number,
            Timestamp::from_millis(number),
            Event::ToolCall(ToolCallEvent::new(tool, false)),
        )
        .call_id(Some(number.to_string()))
    }

    fn numbers(calls: &Calls) -> Vec<u64> {
        calls.newest().iter().map(|call| call.at.as_millis()).collect()
    }

    #[test]
    fn the_newest_are_listed_in_their_order() {
        let mut calls = Calls::new(Choice { limit: 2, ..Choice::default() });
        (1..=4).for_each(|number| _ = calls.add(&call(number, "a")));
        assert_eq!(numbers(&calls), [3, 4]);
    }

    #[test]
    fn what_is_kept_has_an_end() {
        let mut calls = Calls::new(Choice { limit: 2, ..Choice::default() });
        let last = 5 * u64::try_from(OPEN).unwrap();
        (1..=last).for_each(|number| _ = calls.add(&call(number, "a")));
        assert!(calls.kept.len() <= 2 * OPEN + 3 && calls.places.len() == calls.kept.len());
        assert_eq!(numbers(&calls), [last - 1, last]);
    }

    #[test]
    fn a_call_with_the_id_of_another_is_a_call_of_its_own() {
        let mut calls = Calls::new(Choice { limit: 5, ..Choice::default() });
        let (one, mut other) = (call(1, "a"), call(2, "b"));
        other.call_id.clone_from(&one.call_id);
        calls.add(&one);
        calls.add(&other);
        let tools: Vec<_> = calls.newest().iter().map(|call| (call.tool.as_str(), call.status)).collect();
        assert_eq!(tools, [("a", Status::Called), ("b", Status::Called)]);
    }
}
