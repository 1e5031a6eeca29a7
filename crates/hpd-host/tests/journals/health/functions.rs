//! The figures of each function, and of each period.

use std::collections::BTreeMap;

use hpd_host::events::{Event, ResultStatus};
use hpd_host::journal::health::{CallFigures, Health, HealthBuilder, Latency, Period, PeriodHealth};
use hpd_host::system::Timestamp;

use crate::health::events::{
    HOUR, blocked, call, counted, ended, guardrail, of_turn, passed, records, refused, result, retry, took,
};

/// Calls, ok, blocked, failed.
fn counts(figures: CallFigures) -> [u64; 4] {
    [figures.calls, figures.ok, figures.blocked, figures.failed]
}

/// Name, calls, ok, blocked, failed.
fn rows(health: &Health) -> Vec<(&str, [u64; 4])> {
    health.functions.iter().map(|row| (row.tool.as_str(), counts(row.figures))).collect()
}

/// The hour; calls, ok, blocked, failed; the longest time.
fn hours(periods: &[PeriodHealth]) -> Vec<(u64, [u64; 4], Option<f64>)> {
    let row = |period: &PeriodHealth| {
        (period.start.as_millis() / HOUR, counts(period.figures), period.figures.latency.max_ms)
    };
    periods.iter().map(row).collect()
}

/// How long calls took that all took the same time.
fn always(count: u64, millis: f64) -> Latency {
    Latency { count, p50_ms: Some(millis), p95_ms: Some(millis), max_ms: Some(millis) }
}

#[test]
fn functions_stand_by_name() {
    let health = of_turn([call("b"), call("a"), ended("a", ResultStatus::Ok), call("b")]);
    assert_eq!(rows(&health), [("a", [1, 1, 0, 0]), ("b", [2, 0, 0, 0])]);
}

#[test]
fn a_blocked_call_did_not_fail_besides() {
    let health = of_turn([call("pay"), blocked("pay"), refused("pay", "REQUIRED_FIELD")]);
    assert_eq!(rows(&health), [("pay", [1, 0, 1, 0])]);
}

#[test]
fn errors_and_unknown_ends_are_failures() {
    use ResultStatus::{Blocked, Cancelled, Error, Expired, Forwarded, Rejected, Unknown};
    let all = [Error, Unknown, Rejected, Cancelled, Blocked, Expired, Forwarded];
    let health = of_turn(all.map(|status| ended("pay", status)));
    assert_eq!(rows(&health), [("pay", [0, 0, 0, 2])]);
}

#[test]
fn only_functions_that_were_reached_took_time() {
    let health =
        of_turn([took("pay", 40.0), refused("pay", "TYPE_MISMATCH"), ended("pay", ResultStatus::Ok)]);
    let once = always(1, 40.0);
    assert_eq!(health.functions[0].figures.latency, once);
    assert_eq!(health.functions[0].periods[0].figures.latency, once);
    assert_eq!(health.periods[0].figures.latency, once);
}

#[test]
fn a_call_of_one_period_may_end_in_another() {
    let health = counted(&records([
        ("s", "t", HOUR - 1, call("pay")),
        ("s", "t", HOUR, took("pay", 30.0)),
        ("s", "t", 3 * HOUR, call("pay")),
    ]));
    let expected = [(0, [1, 0, 0, 0], None), (1, [0, 1, 0, 0], Some(30.0)), (3, [1, 0, 0, 0], None)];
    assert_eq!(hours(&health.functions[0].periods), expected);
    assert_eq!(hours(&health.periods), expected);
}

#[test]
fn a_function_has_the_time_of_its_own_calls_in_each_period() {
    let health = counted(&records([
        ("s", "t", 0, took("pay", 4.0)),
        ("s", "t", 1, took("pay", 4.0)),
        ("s", "t", 2, took("list", 500.0)),
        ("s", "t", HOUR, took("pay", 32.0)),
    ]));
    let [list, pay] = &health.functions[..] else { panic!("two functions: {health:?}") };
    let latencies: Vec<_> = pay.periods.iter().map(|period| period.figures.latency).collect();
    assert_eq!(latencies, [always(2, 4.0), always(1, 32.0)]);
    assert_eq!(hours(&list.periods), [(0, [0, 1, 0, 0], Some(500.0))]);
    assert_eq!(pay.figures.latency.count, 3);
}

#[test]
fn a_function_has_what_was_blocked_and_what_failed_in_each_period() {
    let health = counted(&records([
        ("s", "t", 0, blocked("pay")),
        ("s", "t", 0, refused("pay", "REQUIRED_FIELD")),
        ("s", "t", HOUR, ended("pay", ResultStatus::Error)),
        ("s", "t", HOUR, ended("pay", ResultStatus::Unknown)),
        ("s", "t", HOUR, ended("list", ResultStatus::Error)),
    ]));
    let pay = &health.functions[1];
    assert_eq!(hours(&pay.periods), [(0, [0, 0, 1, 0], None), (1, [0, 0, 0, 2], None)]);
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
    let repaired = result("pay", ResultStatus::Ok)
        .warnings(["QUOTES", "QUOTES", "EXTRA_COMMA"].map(str::to_owned).to_vec());
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
