//! The three rates.

use hpd_host::events::{Event, ResultStatus};
use hpd_host::journal::health::Rate;

use crate::health::events::{blocked, counted, ended, of_turn, passed, records, refused, result};

#[test]
fn rates_of_nothing_have_no_value() {
    let health = of_turn([]);
    for rate in [health.write_block, health.self_correction, health.failure_after_validation] {
        assert_eq!((rate, rate.value()), (Rate { count: 0, of: 0 }, None));
    }
}

#[test]
fn the_block_rate_is_of_all_checks() {
    let health = of_turn([blocked("pay"), passed("pay"), passed("send"), passed("pay")]);
    assert_eq!(health.write_block, Rate { count: 1, of: 4 });
}

#[test]
fn a_blocked_write_is_corrected_if_the_next_one_passes() {
    let health = of_turn([blocked("pay"), passed("pay")]);
    assert_eq!(health.self_correction, Rate { count: 1, of: 1 });
}

#[test]
fn each_block_in_front_of_a_pass_is_corrected() {
    let health = of_turn([blocked("pay"), blocked("pay"), passed("pay"), blocked("pay")]);
    assert_eq!(health.self_correction, Rate { count: 2, of: 3 });
}

#[test]
fn a_pass_corrects_nothing_that_comes_after_it() {
    let health = of_turn([passed("pay"), blocked("pay")]);
    assert_eq!(health.self_correction, Rate { count: 0, of: 1 });
}

#[test]
fn one_pass_corrects_a_block_once() {
    let health = of_turn([blocked("pay"), passed("pay"), passed("pay")]);
    assert_eq!(health.self_correction, Rate { count: 1, of: 1 });
}

#[test]
fn another_tool_corrects_nothing() {
    let health = of_turn([blocked("pay"), passed("send")]);
    assert_eq!(health.self_correction, Rate { count: 0, of: 1 });
}

#[test]
fn another_turn_corrects_nothing() {
    let health = counted(&records([("s", "t1", 0, blocked("pay")), ("s", "t2", 0, passed("pay"))]));
    assert_eq!(health.self_correction, Rate { count: 0, of: 1 });
}

#[test]
fn another_session_corrects_nothing() {
    let health = counted(&records([("s1", "t", 0, blocked("pay")), ("s2", "t", 0, passed("pay"))]));
    assert_eq!(health.self_correction, Rate { count: 0, of: 1 });
}

#[test]
fn turns_may_come_interleaved() {
    let health = counted(&records([
        ("s", "t1", 0, blocked("pay")),
        ("s", "t2", 0, blocked("pay")),
        ("s", "t1", 0, passed("pay")),
    ]));
    assert_eq!(health.self_correction, Rate { count: 1, of: 2 });
}

#[test]
fn writes_that_passed_fail_by_error_and_unknown() {
    use ResultStatus::{Blocked, Cancelled, Error, Expired, Forwarded, Ok, Rejected, Unknown};
    let all = [Ok, Error, Unknown, Rejected, Cancelled, Blocked, Expired, Forwarded];
    let health = of_turn(all.map(|status| ended("pay", status)));
    assert_eq!(health.failure_after_validation, Rate { count: 2, of: 3 });
}

#[test]
fn a_write_that_was_blocked_or_not_checked_did_not_pass() {
    let unchecked = result("pay", ResultStatus::Error).validation_status(None);
    let health = of_turn([refused("pay", "REQUIRED_FIELD"), Event::ToolResult(unchecked)]);
    assert_eq!(health.failure_after_validation, Rate { count: 0, of: 0 });
}

#[test]
fn a_read_is_no_write_that_failed() {
    let read = result("list", ResultStatus::Error).is_write(false);
    assert_eq!(of_turn([Event::ToolResult(read)]).failure_after_validation, Rate { count: 0, of: 0 });
}
