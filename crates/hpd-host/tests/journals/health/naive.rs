//! The figures, and the same figures from all events at once.

use std::collections::{BTreeMap, BTreeSet};

use hpd_host::approval::{CallState, PendingId};
use hpd_host::events::{Event, EventRecord, ResultStatus, ToolResultEvent, ValidationStatus};
use hpd_host::journal::health::{CallFigures, Endings, Health, Latency, PeriodHealth, Questions, Rate};
use proptest::prelude::*;

use crate::health::events::{
    HOUR, ask, blocked, call, counted, decision, ended, ended_waiting, guardrail, mcq, passed, records,
    refused, result, retry,
};

fn status() -> impl Strategy<Value = ResultStatus> {
    use ResultStatus::{Blocked, Cancelled, Error, Expired, Forwarded, Ok, Rejected, Unknown};
    prop::sample::select(vec![Ok, Error, Unknown, Rejected, Cancelled, Blocked, Expired, Forwarded])
}

fn event() -> impl Strategy<Value = Event> {
    let tool = || prop::sample::select(vec!["pay", "send", "list"]);
    let pending = || prop::sample::select(vec!["p1", "p2", "p3"]);
    let decided = prop::sample::select(vec![
        ("approved", CallState::Approved),
        ("rejected", CallState::Rejected),
        ("wrong_phrase", CallState::AwaitingApproval),
        ("wrong_phrase", CallState::Rejected),
        ("cancelled", CallState::Cancelled),
        ("replaced", CallState::Cancelled),
        ("expired", CallState::Expired),
    ]);
    prop_oneof![
        tool().prop_map(call),
        tool().prop_map(blocked),
        tool().prop_map(passed),
        (tool(), status()).prop_map(|(tool, status)| ended(tool, status)),
        tool().prop_map(|tool| refused(tool, "TYPE_MISMATCH")),
        (tool(), 0.0..5_000.0_f64, any::<bool>()).prop_map(|(tool, time, is_write)| {
            let result = result(tool, ResultStatus::Ok);
            Event::ToolResult(result.is_write(is_write).duration_ms(Some(time)))
        }),
        tool().prop_map(retry),
        pending().prop_map(mcq),
        prop::option::of(pending()).prop_map(ask),
        (pending(), decided).prop_map(|(pending, (verdict, state))| decision(pending, verdict, state)),
        (pending(), status()).prop_map(|(pending, status)| ended_waiting(pending, status)),
        Just(guardrail("hallucinated_success")),
    ]
}

fn journal() -> impl Strategy<Value = Vec<EventRecord>> {
    let place = || prop::sample::select(vec!["1", "2"]);
    prop::collection::vec((place(), place(), 0..5 * HOUR, event()), 0..80).prop_map(records)
}

fn results(records: &[EventRecord]) -> impl Iterator<Item = &ToolResultEvent> {
    records.iter().filter_map(|record| match &record.event {
        Event::ToolResult(result) => Some(result),
        _ => None,
    })
}

fn count(records: &[EventRecord], takes: impl Fn(&Event) -> bool) -> u64 {
    u64::try_from(records.iter().filter(|record| takes(&record.event)).count()).unwrap()
}

/// The tool and the status of a check.
fn check(event: &Event) -> Option<(&str, ValidationStatus)> {
    match event {
        Event::WriteValidation(check) => Some((&check.tool, check.status)),
        _ => None,
    }
}

fn is_blocked(event: &Event) -> bool {
    check(event).is_some_and(|(_, status)| status == ValidationStatus::Blocked)
}

/// Whether a later check of the same place and tool passed.
fn is_corrected(at: usize, records: &[EventRecord]) -> bool {
    let block = &records[at];
    let (tool, _) = check(&block.event).unwrap();
    records[at..].iter().any(|later| {
        (&later.session, &later.turn) == (&block.session, &block.turn)
            && check(&later.event) == Some((tool, ValidationStatus::Passed))
    })
}

fn self_correction(records: &[EventRecord]) -> Rate {
    let blocks = (0..records.len()).filter(|at| is_blocked(&records[*at].event));
    let corrected = blocks.clone().filter(|at| is_corrected(*at, records)).count();
    Rate { count: u64::try_from(corrected).unwrap(), of: u64::try_from(blocks.count()).unwrap() }
}

fn endings(records: &[EventRecord]) -> Endings {
    let with = |status| {
        let passed = results(records).filter(|result| {
            result.is_write
                && result.validation_status == Some(ValidationStatus::Passed)
                && result.status == status
        });
        u64::try_from(passed.count()).unwrap()
    };
    Endings {
        ok: with(ResultStatus::Ok),
        error: with(ResultStatus::Error),
        unknown: with(ResultStatus::Unknown),
        rejected: with(ResultStatus::Rejected),
        cancelled: with(ResultStatus::Cancelled),
        blocked: with(ResultStatus::Blocked),
        expired: with(ResultStatus::Expired),
    }
}

/// The end of a question, by the first event after it that ends it.
fn fate(id: &str, is_write: bool, later: &[EventRecord]) -> &'static str {
    let end = later.iter().find_map(|record| match &record.event {
        Event::Decision(decision) if decision.pending_id.as_str() == id => {
            match (decision.verdict.as_str(), decision.state) {
                ("wrong_phrase", CallState::AwaitingApproval) => None,
                ("approved" | "rejected" | "wrong_phrase", _) => Some("answered"),
                ("replaced", _) if !is_write => Some("answered"),
                ("expired", _) => Some("expired"),
                _ => Some("closed"),
            }
        }
        Event::ToolResult(result) if result.pending_id.as_ref().is_some_and(|of| of.as_str() == id) => {
            Some(if result.status == ResultStatus::Expired { "expired" } else { "closed" })
        }
        _ => None,
    });
    end.unwrap_or("open")
}

fn questions(records: &[EventRecord]) -> Questions {
    let mut found = Questions::default();
    for (at, record) in records.iter().enumerate() {
        let (id, is_write) = match &record.event {
            Event::AskUser(asked) => (asked.pending_id.as_ref().map(PendingId::as_str), false),
            Event::Mcq(asked) => (asked.0["pending_id"].as_str(), true),
            _ => continue,
        };
        let Some(id) = id else {
            found.unheld += 1;
            continue;
        };
        found.asked += 1;
        *match fate(id, is_write, &records[at..]) {
            "answered" => &mut found.answered,
            "expired" => &mut found.expired,
            "closed" => &mut found.closed,
            _ => &mut found.open,
        } += 1;
    }
    found
}

/// The tool whose call an event is of.
fn tool(event: &Event) -> Option<&str> {
    match event {
        Event::ToolCall(call) => Some(&call.tool),
        Event::WriteValidation(check) => Some(&check.tool),
        Event::ToolResult(result) => Some(&result.tool),
        _ => None,
    }
}

/// Calls, ok, blocked, failed; and the times.
fn figures(records: &[EventRecord], takes: impl Fn(&EventRecord, &str) -> bool) -> ([u64; 4], Vec<f64>) {
    let (mut counts, mut times) = ([0; 4], Vec::new());
    for record in records {
        match &record.event {
            Event::ToolCall(call) if takes(record, &call.tool) => counts[0] += 1,
            Event::WriteValidation(check) if takes(record, &check.tool) && is_blocked(&record.event) => {
                counts[2] += 1;
            }
            Event::ToolResult(result) if takes(record, &result.tool) => {
                let is_blocked = result.validation_status == Some(ValidationStatus::Blocked);
                match result.status {
                    ResultStatus::Ok => counts[1] += 1,
                    ResultStatus::Error | ResultStatus::Unknown if !is_blocked => counts[3] += 1,
                    _ => {}
                }
                times.extend(result.duration_ms.filter(|_| result.attempts > 0));
            }
            _ => {}
        }
    }
    times.sort_by(f64::total_cmp);
    (counts, times)
}

fn assert_latency(found: Latency, times: &[f64]) {
    assert_eq!(found.count, u64::try_from(times.len()).unwrap());
    assert_eq!(found.max_ms, times.last().copied());
    for (percent, found) in [(50, found.p50_ms), (95, found.p95_ms)] {
        let exact = (times.len() * percent).div_ceil(100).checked_sub(1).map(|rank| times[rank]);
        assert_eq!(found.is_some(), exact.is_some());
        let Some((found, exact)) = found.zip(exact) else { continue };
        assert!((found - exact).abs() <= exact / 32.0 + 0.001, "{found} {exact}");
    }
}

fn assert_figures(found: CallFigures, (counts, times): &([u64; 4], Vec<f64>)) {
    assert_eq!([found.calls, found.ok, found.blocked, found.failed], *counts);
    assert_latency(found.latency, times);
}

/// The figures of each period in which something happened, and no others.
fn assert_periods(
    found: &[PeriodHealth],
    records: &[EventRecord],
    takes: impl Fn(&EventRecord, &str) -> bool,
) {
    let hour = |record: &EventRecord| record.at.as_millis() / HOUR * HOUR;
    let concerned =
        records.iter().filter(|record| tool(&record.event).is_some_and(|tool| takes(record, tool)));
    let hours: BTreeSet<_> = concerned.map(hour).collect();
    assert!(found.iter().map(|period| period.start.as_millis()).eq(hours));
    for period in found {
        let is_there = |record: &EventRecord| hour(record) == period.start.as_millis();
        let all = figures(records, |record, tool| is_there(record) && takes(record, tool));
        assert_figures(period.figures, &all);
    }
}

fn assert_functions(health: &Health, records: &[EventRecord]) {
    let called: BTreeSet<_> = records.iter().filter_map(|record| tool(&record.event)).collect();
    assert!(health.functions.iter().map(|function| function.tool.as_str()).eq(called));
    for function in &health.functions {
        let is_called = |_: &EventRecord, tool: &str| tool == function.tool;
        assert_figures(function.figures, &figures(records, is_called));
        assert_periods(&function.periods, records, is_called);
    }
}

fn codes<'r>(codes: impl Iterator<Item = &'r String>) -> BTreeMap<String, u64> {
    codes.fold(BTreeMap::new(), |mut counts, code| {
        *counts.entry(code.clone()).or_default() += 1;
        counts
    })
}

proptest! {
    #[test]
    fn figures_are_those_of_all_events_at_once(records in journal()) {
        let health = counted(&records);
        let checks = count(&records, |event| check(event).is_some());
        prop_assert_eq!(health.write_block, Rate { count: count(&records, is_blocked), of: checks });
        prop_assert_eq!(health.self_correction, self_correction(&records));
        prop_assert_eq!(health.passed_writes, endings(&records));
        prop_assert_eq!(health.failure_after_validation, endings(&records).failures());
        prop_assert_eq!(health.retries, count(&records, |event| matches!(event, Event::ToolRetry(_))));
        prop_assert_eq!(&health.warnings, &codes(results(&records).flat_map(|result| &result.warnings)));
        prop_assert_eq!(&health.errors, &codes(results(&records).flat_map(|result| &result.error_codes)));
        prop_assert_eq!(&health.error_types, &codes(results(&records).flat_map(|result| &result.error_type)));
        assert_functions(&health, &records);
        assert_periods(&health.periods, &records, |_, _| true);
    }

    /// Each question has an id of its own, as in a real journal.
    #[test]
    fn questions_are_those_of_all_events_at_once(records in journal()) {
        let mut seen = Vec::new();
        let mut records = records;
        records.retain(|record| {
            let id = match &record.event {
                Event::AskUser(asked) => asked.pending_id.as_ref().map(ToString::to_string),
                Event::Mcq(asked) => asked.0["pending_id"].as_str().map(str::to_owned),
                _ => None,
            };
            let Some(id) = id else { return true };
            let is_new = !seen.contains(&id);
            seen.push(id);
            is_new
        });
        prop_assert_eq!(counted(&records).questions, questions(&records));
    }

    #[test]
    fn no_rate_is_more_than_one(records in journal()) {
        let health = counted(&records);
        for rate in [health.write_block, health.self_correction, health.failure_after_validation] {
            prop_assert!(rate.value().is_none_or(|value| (0.0..=1.0).contains(&value)));
        }
    }
}
