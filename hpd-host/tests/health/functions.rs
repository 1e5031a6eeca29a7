//! What is counted of each function, and in each period.

use std::collections::BTreeMap;

use hpd_host::Timestamp;
use hpd_host::events::{Event, ResultStatus, ToolResultEvent};
use hpd_host::journal::health::{FunctionPeriod, Health, HealthBuilder, Latency, Period};

use crate::events::{
    HOUR, blocked, call, counted, ended, guardrail, of_turn, passed, records, refused, result, retry, took,
};

/// Name, calls, ok, blocked, failed.
fn rows(health: &Health) -> Vec<(&str, u64, u64, u64, u64)> {
    let functions = health.functions.iter();
    functions.map(|row| (row.tool.as_str(), row.calls, row.ok, row.blocked, row.failed)).collect()
}

#[test]
fn functions_stand_by_name() {
    let health = of_turn([call("b"), call("a"), ended("a", ResultStatus::Ok), call("b")]);
    assert_eq!(rows(&health), [("a", 1, 1, 0, 0), ("b", 2, 0, 0, 0)]);
}

#[test]
fn a_blocked_call_did_not_fail_besides() {
    let health = of_turn([call("pay"), blocked("pay"), refused("pay", "REQUIRED_FIELD")]);
    assert_eq!(rows(&health), [("pay", 1, 0, 1, 0)]);
}

#[test]
fn errors_and_unknown_ends_are_failures() {
    use ResultStatus::{Blocked, Cancelled, Error, Expired, Forwarded, Rejected, Unknown};
    let all = [Error, Unknown, Rejected, Cancelled, Blocked, Expired, Forwarded];
    let health = of_turn(all.map(|status| ended("pay", status)));
    assert_eq!(rows(&health), [("pay", 0, 0, 0, 2)]);
}

#[test]
fn only_functions_that_were_reached_took_time() {
    let health =
        of_turn([took("pay", 40.0), refused("pay", "TYPE_MISMATCH"), ended("pay", ResultStatus::Ok)]);
    let once = Latency { count: 1, p50_ms: Some(40.0), p95_ms: Some(40.0), max_ms: Some(40.0) };
    assert_eq!(health.functions[0].latency, once);
    assert_eq!(health.periods[0].latency, once);
}

#[test]
fn each_event_counts_in_its_own_period() {
    let health = counted(&records([
        ("s", "t", HOUR - 1, call("pay")),
        ("s", "t", HOUR, ended("pay", ResultStatus::Ok)),
        ("s", "t", 3 * HOUR, call("pay")),
    ]));
    let at = |hour: u64| Timestamp::from_millis(hour * HOUR);
    let periods: Vec<_> =
        health.periods.iter().map(|period| (period.start, period.calls, period.ok)).collect();
    assert_eq!(periods, [(at(0), 1, 0), (at(1), 0, 1), (at(3), 1, 0)]);
    let of_function = periods.into_iter().map(|(start, calls, ok)| FunctionPeriod { start, calls, ok });
    assert_eq!(health.functions[0].periods, of_function.collect::<Vec<_>>());
}

#[test]
fn days_are_those_of_utc() {
    let mut builder = HealthBuilder::new(Period::Day);
    let day = 24 * HOUR;
    let calls = records([("s", "t", day - 1, call("pay")), ("s", "t", day, call("pay"))]);
    for record in &calls {
        builder.add(record);
    }
    let starts: Vec<_> = builder.finish().periods.iter().map(|period| period.start.as_millis()).collect();
    assert_eq!(starts, [0, day]);
}

#[test]
fn events_that_are_no_calls_make_no_periods() {
    let health = of_turn([retry("pay"), guardrail("false_failure")]);
    assert!(health.periods.is_empty() && health.functions.is_empty());
}

#[test]
fn codes_are_counted_as_often_as_they_stand_there() {
    let repaired = ToolResultEvent {
        warnings: ["QUOTES", "QUOTES", "EXTRA_COMMA"].map(str::to_owned).to_vec(),
        ..result("pay", ResultStatus::Ok)
    };
    let health = of_turn([Event::ToolResult(repaired), refused("pay", "TYPE_MISMATCH")]);
    let counts = |map: &BTreeMap<String, u64>| serde_json::to_string(map).unwrap();
    assert_eq!(counts(&health.warnings), r#"{"EXTRA_COMMA":1,"QUOTES":2}"#);
    assert_eq!(counts(&health.errors), r#"{"TYPE_MISMATCH":1}"#);
    assert_eq!(counts(&health.error_types), r#"{"validation_error":1}"#);
}

#[test]
fn retries_and_guardrails_are_counted() {
    let health =
        of_turn([retry("pay"), passed("pay"), guardrail("false_failure"), guardrail("false_failure")]);
    assert_eq!(health.retries, 1);
    assert_eq!(health.guardrails["false_failure"], 2);
}

#[test]
fn the_first_and_the_last_moment_are_told_whatever_the_order() {
    let health = counted(&records([
        ("s", "t", 5, retry("pay")),
        ("s", "t", 3, retry("pay")),
        ("s", "t", 9, retry("pay")),
    ]));
    let moments = (health.first, health.last, health.events);
    assert_eq!(moments, (Some(Timestamp::from_millis(3)), Some(Timestamp::from_millis(9)), 3));
}
