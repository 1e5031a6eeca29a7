//! The rule about windows of time, where clocks jump.

use super::filters::naive;
use super::sample::sample_event;
use super::under_test::{JournalUnderTest, entries, same_list};
use crate::events::{Event, NewEvent, ToolCallEvent};
use crate::journal::EventFilter;
use crate::system::Timestamp;
use crate::testing::store_kit::RuleResult;

/// A window of time selects the same events as a naive one, in journal order, in pages from both ends: alone, and with
/// each other condition. Some entries are from the future, and some from the past.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn windows_take_what_they_say(journal: &JournalUnderTest<'_>) -> RuleResult {
    for start in (0..5_000).step_by(500) {
        journal.append((start..start + 500).map(event).collect()).await?;
    }
    let all = journal.all().await?;
    let windows = [0, 4_000, 21_000, 30_009, 1_007_050, 2_000_000].into_iter().flat_map(|from: u64| {
        [1, 300, 12_000, 1_000_000_000].map(move |length| EventFilter {
            from: Some(Timestamp::from_millis(from)),
            until: Some(Timestamp::from_millis(from + length)),
            ..EventFilter::default()
        })
    });
    let mut number = 0_u64;
    for window in windows {
        for condition in conditions() {
            number += 1;
            let filter = EventFilter {
                from: window.from,
                until: window.until.filter(|_| !number.is_multiple_of(5)),
                limit: Some(if number.is_multiple_of(3) { 1_200 } else { 7 }),
                newest: number.is_multiple_of(2),
                after_entry: (number % 4 == 1).then_some(2_500),
                before_entry: (number % 7 == 2).then_some(3_100),
                ..condition
            };
            let found = journal.read(&filter).await?;
            let wanted = naive(&all, &filter);
            same_list(&format!("the entries for {filter:?}"), &entries(&found), &entries(&wanted))?;
        }
    }
    Ok(())
}

fn event(number: u64) -> NewEvent {
    let at = match number {
        700..=720 => 1_000_000 + number * 10,
        2_900..=2_910 => number,
        _ if number.is_multiple_of(97) => (number * 10).saturating_sub(9_000),
        _ => number * 10,
    };
    // One session is much longer than the other one.
    let session = if number.is_multiple_of(40) { "short" } else { "long" };
    let mut event = sample_event(session, &format!("t{}", number / 50), at)
        .call_id((number % 10 == 3).then(|| format!("c{}", number % 20)))
        .principal((!number.is_multiple_of(3)).then(|| format!("p{}", number % 3)))
        .tenant((number.is_multiple_of(2)).then(|| format!("tenant {}", number % 4)));
    if number % 10 == 3 {
        event.event = Event::ToolCall(ToolCallEvent::new(if number < 4_000 { "pay" } else { "send" }, true));
    }
    event
}

/// Conditions with few entries, with many, and with none.
fn conditions() -> Vec<EventFilter> {
    let none = EventFilter::default;
    vec![
        none(),
        none().session("long".to_owned()),
        none().session("short".to_owned()),
        none().turn("t60".to_owned()),
        none().call_id("c3".to_owned()),
        none().tool("pay".to_owned()),
        none().kinds(vec!["tool_call"]),
        none().kinds(vec!["guardrail"]),
        none().kinds(vec!["turn_started", "tool_call", "turn_started"]),
        none().principal("p1".to_owned()).tenant("tenant 2".to_owned()),
        none().session("long".to_owned()).kinds(vec!["tool_call"]).tenant("tenant 0".to_owned()),
        none().tool("send".to_owned()).principal("p2".to_owned()),
    ]
}
