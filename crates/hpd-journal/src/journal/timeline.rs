//! The events of calls, from the model's text to the end.

use std::collections::{BTreeSet, HashMap};

use super::{EventFilter, Journal};
use crate::events::{Event, EventRecord};
use crate::pending::StoreError;

/// The events of one call, in their order; or an event that belongs to no call.
///
/// ```
/// use futures_executor::block_on;
/// use hpd_journal::Timestamp;
/// use hpd_journal::events::{Event, NewEvent, ToolCallEvent, ToolRetryEvent};
/// use hpd_journal::journal::{EventFilter, Journal, MemoryJournal, call_timeline};
///
/// let journal = MemoryJournal::new();
/// let of_call = |event| {
///     let event = NewEvent::new("s1", Timestamp::from_millis(0), event);
///     event.turn(Some("t1".to_owned())).call_id(Some("c1".to_owned()))
/// };
/// let call = of_call(Event::ToolCall(ToolCallEvent::new("pay", true)));
/// let retry = of_call(Event::ToolRetry(ToolRetryEvent::new("pay", 2, "blocked before")));
/// block_on(journal.append(vec![call, retry]))?;
///
/// let last = block_on(journal.read(&EventFilter::default().limit(1).newest(true)))?.remove(0);
/// let timeline = block_on(call_timeline(&journal, &last))?;
/// assert_eq!((timeline.first_entry(), timeline.tool()), (1, Some("pay")));
/// # Ok::<(), hpd_journal::pending::StoreError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CallTimeline {
    /// The events; never empty.
    pub events: Vec<EventRecord>,
}

impl CallTimeline {
    /// The number of the first event in the journal: unique, although providers repeat the ids of calls.
    pub fn first_entry(&self) -> u64 {
        self.events.first().map_or(0, |first| first.entry)
    }

    /// The name of the tool; `None` if this is no call.
    pub fn tool(&self) -> Option<&str> {
        self.events.iter().find_map(|record| record.event.tool())
    }

    /// Whether the events begin with the model's call, or belong to none.
    pub fn has_begin(&self) -> bool {
        self.events.first().is_some_and(|first| begins(first) || first.call_id.is_none())
    }
}

/// Whether an event begins a call.
const fn begins(record: &EventRecord) -> bool {
    matches!(record.event, Event::ToolCall(_))
}

/// Which call. Providers repeat the ids of calls, so that the session and the turn belong to it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct CallKey {
    /// The session's id.
    pub session: String,
    /// The id of the turn.
    pub turn: Option<String>,
    /// The provider's id of the call.
    pub call_id: String,
}

impl CallKey {
    /// The call with this id in a turn of a session.
    pub fn new(session: impl Into<String>, turn: Option<String>, call_id: impl Into<String>) -> Self {
        Self { session: session.into(), turn, call_id: call_id.into() }
    }

    /// The call of an event; `None` if it is of none.
    pub fn of(record: &EventRecord) -> Option<Self> {
        let call_id = record.call_id.as_ref()?;
        Some(Self::new(&*record.session, record.turn.clone(), call_id))
    }
}

/// Groups events by call, in the order in which the calls began. A second call of one id is another call.
pub fn timelines(records: impl IntoIterator<Item = EventRecord>) -> Vec<CallTimeline> {
    let records: Vec<_> = records.into_iter().collect();
    // The number of events of each timeline, and the timeline of each event. A page has many events: nothing is copied.
    let (mut lengths, mut last_of) = (Vec::new(), HashMap::new());
    let places = records.iter().map(|record| {
        let key = record.call_id.as_deref().map(|call| (&*record.session, record.turn.as_deref(), call));
        let known = key.and_then(|key| last_of.get(&key).copied()).filter(|_| !begins(record));
        let place = known.unwrap_or(lengths.len());
        if place == lengths.len() {
            lengths.push(0);
            last_of.extend(key.map(|key| (key, place)));
        }
        if let Some(length) = lengths.get_mut(place) {
            *length += 1;
        }
        place
    });
    let places: Vec<usize> = places.collect();
    let empty = |length: &usize| CallTimeline { events: Vec::with_capacity(*length) };
    let mut timelines: Vec<_> = lengths.iter().map(empty).collect();
    for (record, place) in records.into_iter().zip(places) {
        if let Some(timeline) = timelines.get_mut(place) {
            timeline.events.push(record);
        }
    }
    timelines
}

/// The whole call that an event belongs to, in one query.
///
/// # Errors
///
/// The journal can't be read.
pub async fn call_timeline(journal: &dyn Journal, of: &EventRecord) -> Result<CallTimeline, StoreError> {
    let alone = CallTimeline { events: vec![of.clone()] };
    if of.call_id.is_none() {
        return Ok(alone);
    }
    let all = timelines(journal.read(&EventFilter::of_call(of)).await?);
    let has_it = |timeline: &CallTimeline| timeline.events.iter().any(|record| record.entry == of.entry);
    Ok(all.into_iter().find(has_it).unwrap_or(alone))
}

/// The whole calls that events belong to, in their order, in one query.
///
/// # Errors
///
/// The journal can't be read.
pub async fn call_timelines(
    journal: &dyn Journal,
    of: &[EventRecord],
) -> Result<Vec<CallTimeline>, StoreError> {
    let calls: BTreeSet<_> = of.iter().filter_map(CallKey::of).collect();
    if calls.is_empty() {
        return Ok(of.iter().cloned().map(|record| CallTimeline { events: vec![record] }).collect());
    }
    let mut all = timelines(journal.read(&EventFilter::default().calls(calls)).await?);
    let places = all
        .iter()
        .enumerate()
        .flat_map(|(place, timeline)| timeline.events.iter().map(move |record| (record.entry, place)));
    let places: HashMap<u64, usize> = places.collect();
    let mut uses: HashMap<usize, usize> = HashMap::new();
    for place in of.iter().filter_map(|record| places.get(&record.entry)) {
        *uses.entry(*place).or_default() += 1;
    }
    let mut whole = |record: &EventRecord| {
        let place = places.get(&record.entry)?;
        let left = uses.get_mut(place)?;
        *left -= 1;
        let timeline = all.get_mut(*place)?;
        // It may be asked for by several of its events.
        let events = if *left == 0 { std::mem::take(&mut timeline.events) } else { timeline.events.clone() };
        Some(CallTimeline { events })
    };
    let alone = |record: &EventRecord| CallTimeline { events: vec![record.clone()] };
    Ok(of.iter().map(|record| whole(record).unwrap_or_else(|| alone(record))).collect())
}

impl EventFilter {
    /// The events of the call that an event belongs to. If the provider repeated the call's id in one turn, the events of
    /// each of these calls.
    #[must_use]
    pub fn of_call(record: &EventRecord) -> Self {
        Self {
            session: Some(record.session.clone()),
            turn: record.turn.clone(),
            call_id: record.call_id.clone(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::timelines;
    use crate::events::{Event, EventRecord, ToolCallEvent, ToolRetryEvent, TurnStartedEvent};
    use crate::system::Timestamp;

    fn record(entry: u64, call_id: Option<&str>, event: Event) -> EventRecord {
        EventRecord::new(entry, "s1", entry, Timestamp::from_millis(0), event)
            .call_id(call_id.map(str::to_owned))
    }

    #[test]
    fn calls_are_kept_apart_although_ids_repeat() {
        let call = || Event::ToolCall(ToolCallEvent::new("pay", true));
        let retry = || Event::ToolRetry(ToolRetryEvent::new("pay", 2, "again"));
        let all = timelines([
            record(1, None, Event::TurnStarted(TurnStartedEvent::new(None))),
            record(2, Some("c1"), call()),
            record(3, Some("c2"), call()),
            record(4, Some("c1"), retry()),
            record(5, Some("c1"), call()),
            record(6, Some("c2"), retry()),
            record(7, Some("c1"), retry()),
            record(8, Some("c9"), retry()),
        ]);
        let entries: Vec<Vec<u64>> =
            all.iter().map(|call| call.events.iter().map(|record| record.entry).collect()).collect();
        assert_eq!(entries, [vec![1], vec![2, 4], vec![3, 6], vec![5, 7], vec![8]]);
        let begun: Vec<_> = all.iter().map(super::CallTimeline::has_begin).collect();
        assert_eq!(begun, [true, true, true, true, false]);
    }
}
