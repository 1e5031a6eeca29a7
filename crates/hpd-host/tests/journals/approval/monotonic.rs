//! Questions whose time is over, although the clock of the machine was set back.

use std::time::Duration;

use futures_executor::block_on;
use hpd_host::approval::{AnswerValuesError, CallState, UserChannel};
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::system::System;
use serde_json::json;

use crate::approval::bank::{Office, START, TOO_LATE, office_with};

const PAY: &str = r#"{"to":"Acme","amount":5}"#;
const QUARTER: Duration = Duration::from_secs(901);

/// An office whose monotonic clock is that of the test.
fn office() -> Office {
    let mut office = office_with(|builder| builder);
    let clock = office.clock.clone();
    office.replace_with(4, |builder| builder.system(System::new().monotonic_clock(clock)));
    office
}

#[test]
fn an_expired_question_is_refused_after_the_clock_went_back() {
    let office = office();
    let asked = office.ask("pay", PAY);
    office.clock.advance(QUARTER);
    office.clock.set(START);
    let (views, channel) = (&office, UserChannel::local());
    let listed = || block_on(views.toolbox.pending_calls(&views.session, &channel)).unwrap().remove(0);
    assert_eq!((listed().state, listed().nonce()), (CallState::Expired, None));
    assert_eq!(office.confirm(&asked).unwrap_err().to_string(), TOO_LATE);
    assert_eq!(office.row(&asked).state, CallState::Expired);
    assert!(office.done().is_empty());
}

#[test]
fn an_answer_in_time_counts_whatever_the_clock_says() {
    let office = office();
    let asked = office.ask("pay", PAY);
    office.clock.advance(QUARTER.saturating_sub(Duration::from_secs(2)));
    office.clock.set(START);
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
}

/// A second question about the same write is asked anew.
#[test]
fn an_expired_question_is_not_shown_again() {
    let office = office();
    let asked = office.ask("pay", PAY);
    assert_eq!(office.ask("pay", PAY).pending_id(), asked.pending_id());
    office.clock.advance(QUARTER);
    office.clock.set(START);
    assert_ne!(office.ask("pay", PAY).pending_id(), asked.pending_id());
}

/// The process that restarts knows no monotonic time: the clock of the machine decides there.
#[test]
fn another_process_goes_by_the_clock_of_the_machine() {
    let mut office = office();
    let asked = office.ask("pay", PAY);
    office.clock.advance(QUARTER);
    office.clock.set(START);
    office.replace_with(5, |builder| builder);
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
}

#[test]
fn values_that_come_too_late_are_refused() {
    let office = office();
    let asked = office.call("set_password", r#"{"user":"eve","password":"hunter2"}"#);
    let OutcomeKind::AskUser(question) = &asked.kind else { panic!("{asked:?}") };
    office.clock.advance(Duration::from_secs(24 * 3_600));
    office.clock.set(START);
    let values = json!({"password": "hunter3"}).as_object().unwrap().clone();
    let id = question.pending().unwrap();
    let late = block_on(office.toolbox.answer_values(&office.session, id, values, &UserChannel::local()));
    assert!(matches!(late, Err(AnswerValuesError::Closed)), "{late:?}");
    let message = UserChannel::local().message("Yes");
    let reply = block_on(office.toolbox.reply(&office.session, &message)).unwrap();
    assert!(matches!(reply, Replied::NotAnAnswer), "{reply:?}");
}
