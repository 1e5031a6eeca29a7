//! The rule about reading.

use std::collections::BTreeSet;

use super::sample::sample_event;
use super::under_test::{JournalUnderTest, entries, same_list};
use crate::events::{
    Event, EventRecord, McqEvent, NewEvent, RecoveredEvent, ToolCallEvent, ToolStartedEvent,
};
use crate::journal::{CallKey, Erasure, EventFilter};
use crate::system::Timestamp;
use crate::testing::store_kit::{RuleResult, same};

/// A filter selects the same events as a naive one, in journal order: with each part, any two, and all of them. Entries
/// with erased contents do not count towards the limit of a filter.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn filters_take_what_they_say(journal: &JournalUnderTest<'_>) -> RuleResult {
    for event in events() {
        journal.append(vec![event]).await?;
    }
    let all = journal.all().await?;
    same("the number of events", &all.len(), &events().len())?;
    take_what_they_say(journal).await?;
    journal.erase(&Erasure::Turn("t1".to_owned())).await?;
    take_what_they_say(journal).await
}

async fn take_what_they_say(journal: &JournalUnderTest<'_>) -> RuleResult {
    let all = journal.all().await?;
    let parts = parts();
    let pairs = parts.iter().flat_map(|one| parts.iter().map(move |other| both(one, other)));
    for filter in pairs.chain([parts.iter().fold(EventFilter::default(), |all, part| both(&all, part))]) {
        let wanted = naive(&all, &filter);
        let found = journal.read(&filter).await?;
        let what = format!("the entries for {filter:?}");
        same(&what, &entries(&found), &entries(&wanted))?;
        same_list(&what, &found, &wanted)?;
    }
    Ok(())
}

/// Events of three sessions, turns and calls, of two kinds; their moments go forward and back.
fn events() -> Vec<NewEvent> {
    let numbers = 0..36_u64;
    let events = numbers.map(|number| {
        let (session, turn) = (format!("s{}", number % 3), format!("t{}", number / 3 % 3));
        let at = 1_000 + number * 7 % 36;
        let mut event = sample_event(&session, &turn, at);
        if number % 4 == 1 {
            event.event = Event::ToolStarted(ToolStartedEvent {
                tool: "void_invoice".to_owned(),
                pending_id: crate::pending::PendingId::new("one"),
            });
        }
        if number % 8 == 2 {
            event.event = about_tool(number);
        }
        event.call_id = (number % 5 > 1).then(|| format!("c{}", number % 5));
        if number % 10 == 9 {
            event.call_id = Some(long_call());
        }
        event.turn = event.turn.filter(|_| number % 6 > 0);
        event.principal = (number % 4 > 0).then(|| principal(number % 8));
        event.tenant = (number % 7 > 1).then(|| format!("tenant {}", number % 7 % 2));
        event
    });
    events.collect()
}

/// Names of tools as models write them: with the ends of JSON in them, and one that is longer than an index takes.
const TOOLS: [&str; 3] = [r#"a","tool":"b"}}"#, "\u{1F600}\\\"\n\u{1}}", ""];

/// An event with a tool, of each kind that has it elsewhere.
fn about_tool(number: u64) -> Event {
    let tool = TOOLS[usize::try_from(number / 8).unwrap_or_default() % 3];
    match number / 8 {
        0 => Event::ToolCall(
            ToolCallEvent::new(tool, false).arguments(Some(r#"{"tool":"nothing"}"#.to_owned())),
        ),
        1 | 2 => Event::Recovered(RecoveredEvent::new("nothing", "mistake", tool)),
        _ => {
            let mcq = serde_json::json!({
                "pending_args": {"tool": "nothing"}, "pending_tool": tool, "question": "Pay?",
            });
            Event::Mcq(McqEvent(mcq.as_object().cloned().unwrap_or_default()))
        }
    }
}

/// Names that JSON escapes, some of them with another one in them, and one that is longer than an index takes.
fn principal(number: u64) -> String {
    match number {
        1 | 5 => "alex".to_owned(),
        2 => r#"alex","tenant":"tenant 0"#.to_owned(),
        3 => "\u{1F600}\\\"\n\u{1}".to_owned(),
        _ => format!("{}{number}", "long, ".repeat(2_000)),
    }
}

/// An id that is longer than an index takes.
fn long_call() -> String {
    "call, ".repeat(2_000)
}

fn calls<const N: usize>(calls: [(&str, Option<&str>, &str); N]) -> BTreeSet<CallKey> {
    calls.into_iter().map(|(session, turn, id)| CallKey::new(session, turn.map(str::to_owned), id)).collect()
}

/// Each part of a filter, with different values.
fn parts() -> Vec<EventFilter> {
    let moment = |millis| Some(Timestamp::from_millis(millis));
    let none = EventFilter::default;
    let long = long_call();
    vec![
        EventFilter { session: Some("s1".to_owned()), ..none() },
        EventFilter { session: Some("nobody".to_owned()), ..none() },
        EventFilter { turn: Some("t2".to_owned()), ..none() },
        EventFilter { call_id: Some("c3".to_owned()), ..none() },
        EventFilter { calls: calls([("s1", Some("t0"), "c2"), ("s1", Some("t1"), "nothing")]), ..none() },
        EventFilter { calls: calls([("s0", Some("t1"), &long), ("s2", None, "c3")]), ..none() },
        EventFilter { calls: calls([("s0", Some("t2"), "nothing"), ("s0", Some("t2"), "c4")]), ..none() },
        EventFilter { after_seq: Some(0), ..none() },
        EventFilter { after_seq: Some(7), ..none() },
        EventFilter { after_entry: Some(20), ..none() },
        EventFilter { before_seq: Some(9), ..none() },
        EventFilter { before_entry: Some(0), ..none() },
        EventFilter { before_entry: Some(17), ..none() },
        EventFilter { before_entry: Some(u64::MAX), ..none() },
        EventFilter { after_seq: Some(u64::MAX), ..none() },
        EventFilter { after_entry: Some(36), ..none() },
        EventFilter { after_entry: Some(1 << 63), ..none() },
        EventFilter { from: moment(1_012), ..none() },
        EventFilter { until: moment(1_024), ..none() },
        EventFilter { kinds: vec!["tool_started"], ..none() },
        EventFilter { kinds: vec!["erased", "turn_started"], ..none() },
        EventFilter { limit: Some(0), ..none() },
        EventFilter { limit: Some(3), ..none() },
        EventFilter { newest: true, ..none() },
        EventFilter { outline: true, ..none() },
        EventFilter { tool: Some("void_invoice".to_owned()), ..none() },
        EventFilter { tool: Some(TOOLS[0].to_owned()), ..none() },
        EventFilter { tool: Some(TOOLS[1].to_owned()), ..none() },
        EventFilter { tool: Some(TOOLS[2].to_owned()), ..none() },
        EventFilter { tool: Some("nothing".to_owned()), ..none() },
        EventFilter { principal: Some(principal(1)), ..none() },
        EventFilter { principal: Some(principal(2)), ..none() },
        EventFilter { principal: Some(principal(3)), ..none() },
        EventFilter { principal: Some(principal(6)), ..none() },
        EventFilter { principal: Some("nobody".to_owned()), ..none() },
        EventFilter { tenant: Some("tenant 1".to_owned()), ..none() },
        none(),
    ]
}

/// The parts of both; where both have one, the first one's.
fn both(one: &EventFilter, other: &EventFilter) -> EventFilter {
    let (one, other) = (one.clone(), other.clone());
    EventFilter {
        session: one.session.or(other.session),
        turn: one.turn.or(other.turn),
        call_id: one.call_id.or(other.call_id),
        calls: if one.calls.is_empty() { other.calls } else { one.calls },
        tool: one.tool.or(other.tool),
        principal: one.principal.or(other.principal),
        tenant: one.tenant.or(other.tenant),
        after_seq: one.after_seq.or(other.after_seq),
        before_seq: one.before_seq.or(other.before_seq),
        after_entry: one.after_entry.or(other.after_entry),
        before_entry: one.before_entry.or(other.before_entry),
        from: one.from.or(other.from),
        until: one.until.or(other.until),
        kinds: if one.kinds.is_empty() { other.kinds } else { one.kinds },
        limit: one.limit.or(other.limit),
        newest: one.newest || other.newest,
        outline: one.outline || other.outline,
    }
}

/// The documentation of [`EventFilter`] as code, one line a part.
pub(super) fn naive(all: &[EventRecord], filter: &EventFilter) -> Vec<EventRecord> {
    let mut left = all.to_vec();
    left.retain(|event| filter.session.is_none() || filter.session.as_ref() == Some(&event.session));
    left.retain(|event| filter.turn.is_none() || filter.turn == event.turn);
    left.retain(|event| filter.call_id.is_none() || filter.call_id == event.call_id);
    let is_of = |event: &EventRecord, call: &CallKey| {
        (&event.session, &event.turn, event.call_id.as_ref())
            == (&call.session, &call.turn, Some(&call.call_id))
    };
    left.retain(|event| filter.calls.is_empty() || filter.calls.iter().any(|call| is_of(event, call)));
    left.retain(|event| filter.tool.is_none() || filter.tool.as_deref() == event.event.tool());
    left.retain(|event| filter.principal.is_none() || filter.principal == event.principal);
    left.retain(|event| filter.tenant.is_none() || filter.tenant == event.tenant);
    left.retain(|event| filter.after_seq.is_none_or(|seq| event.seq > seq));
    left.retain(|event| filter.before_seq.is_none_or(|seq| event.seq < seq));
    left.retain(|event| filter.before_entry.is_none_or(|entry| event.entry < entry));
    left.retain(|event| filter.after_entry.is_none_or(|entry| event.entry > entry));
    left.retain(|event| filter.from.is_none_or(|from| from <= event.at));
    left.retain(|event| filter.until.is_none_or(|until| event.at < until));
    left.retain(|event| filter.kinds.is_empty() || filter.kinds.contains(&event.event.kind()));
    let limit = filter.limit.unwrap_or(left.len());
    if filter.newest {
        left.drain(..left.len().saturating_sub(limit));
    }
    left.truncate(limit);
    left.into_iter().map(|event| if filter.outline { event.outline() } else { event }).collect()
}
