//! Status lines: the current activity, in a few words.

use hpd_host::approval::{CallState, PendingId};
use hpd_host::events::{
    AskUserEvent, DecisionEvent, ErasedEvent, Event, PrunedEvent, ResultStatus, ToolStartedEvent,
    ValidationStatus,
};

use crate::events::conversation::{
    WRITE, blocked, call, decision, expanded, guardrail, mcq, passed, pending, plain_result, record, retry,
    turn_started,
};

fn line(event: Event) -> Option<String> {
    record(1, "t1", None, event).status_line().map(Into::into)
}

fn result_line(status: ResultStatus) -> Option<String> {
    line(Event::ToolResult(plain_result(WRITE, status)))
}

fn decision_line(verdict: &str, state: CallState) -> Option<String> {
    line(decision(verdict, state))
}

#[test]
fn each_event_says_what_the_table_has() {
    let started = ToolStartedEvent::new(WRITE, pending());
    let question = AskUserEvent::new(WRITE, "How much?");
    let lines = [
        (turn_started("Pay"), "Working on the request…"),
        (call(WRITE, None), "Validating write arguments…"),
        (call("find_invoices", None), "Calling find_invoices…"),
        (blocked(), "Missing fields detected, retrying…"),
        (passed(), "Write arguments validated."),
        (retry(), "Retrying create_payment, attempt 2…"),
        (Event::AskUser(question), "Waiting for your answer…"),
        (mcq(), "Waiting for your confirmation…"),
        (Event::ToolStarted(started), "Running create_payment…"),
        (expanded(), "Opened Invoices."),
        (guardrail(), "The answer was corrected."),
    ];
    for (event, expected) in lines {
        assert_eq!(line(event).as_deref(), Some(expected));
    }
}

#[test]
fn a_blocked_write_that_lacks_nothing_has_invalid_arguments() {
    let Event::WriteValidation(checked) = blocked() else { unreachable!("it is that event") };
    let event = Event::WriteValidation(checked.missing_fields(Vec::new()));
    assert_eq!(line(event).as_deref(), Some("Invalid arguments detected, retrying…"));
}

#[test]
fn a_write_that_waits_for_the_user_is_not_retried() {
    let Event::WriteValidation(checked) = blocked() else { unreachable!("it is that event") };
    let asks = checked.asks_user(true);
    let unsure = asks.clone().missing_fields(Vec::new());
    assert_eq!(line(Event::WriteValidation(asks)).as_deref(), Some("Missing fields detected, asking you…"));
    assert_eq!(line(Event::WriteValidation(unsure)).as_deref(), Some("Details need your answer…"));
}

#[test]
fn each_decision_says_what_became_of_the_call() {
    let lines = [
        ("approved", CallState::Approved, "Confirmed."),
        ("rejected", CallState::Rejected, "Declined."),
        (
            "wrong_phrase",
            CallState::AwaitingApproval,
            "The phrase does not match, waiting for your confirmation…",
        ),
        ("wrong_phrase", CallState::Rejected, "The phrase does not match: declined."),
        ("cancelled", CallState::Cancelled, "Cancelled."),
        ("replaced", CallState::Cancelled, "Replaced by another call."),
        ("blocked", CallState::Blocked, "Blocked."),
        ("expired", CallState::Expired, "Nobody answered in time."),
    ];
    for (verdict, state, expected) in lines {
        assert_eq!(decision_line(verdict, state).as_deref(), Some(expected));
    }
}

#[test]
fn a_verdict_that_is_not_known_says_nothing() {
    let event = DecisionEvent::new(WRITE, PendingId::new("p1"), "later", CallState::Approved);
    assert_eq!(line(Event::Decision(event)), None);
}

#[test]
fn each_result_says_what_the_call_ended_in() {
    let lines = [
        (ResultStatus::Ok, "create_payment is done."),
        (ResultStatus::Error, "create_payment failed."),
        (ResultStatus::Unknown, "Nobody knows whether create_payment took effect."),
        (ResultStatus::Rejected, "create_payment was declined."),
        (ResultStatus::Cancelled, "create_payment was cancelled."),
        (ResultStatus::Blocked, "create_payment was blocked."),
        (ResultStatus::Expired, "The time for create_payment is over."),
        (ResultStatus::Forwarded, "create_payment was handed on."),
    ];
    for (status, expected) in lines {
        assert_eq!(result_line(status).as_deref(), Some(expected));
    }
}

/// The check has already reported it, and that another try follows.
#[test]
fn the_result_of_a_blocked_write_says_nothing_more() {
    let validation_status = Some(ValidationStatus::Blocked);
    let result = plain_result(WRITE, ResultStatus::Error).validation_status(validation_status);
    assert_eq!(line(Event::ToolResult(result)), None);
}

#[test]
fn what_concerns_the_journal_says_nothing() {
    let erased = ErasedEvent::new(vec![(1, 2)], "asked for");
    let pruned = PrunedEvent::new(3, "0".repeat(64), "old");
    assert_eq!(line(Event::Erased(erased)), None);
    assert_eq!(line(Event::Pruned(pruned)), None);
}

/// A model may call anything.
#[test]
fn a_name_is_one_line_and_not_long() {
    let name = format!("a\nb\u{2028}\u{202e}{}", "c".repeat(100));
    assert_eq!(line(call(&name, None)), Some(format!("Calling ab{}……", "c".repeat(62))));
}
