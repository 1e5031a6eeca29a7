//! Calls that are made once more.

use hpd_host::output::FailureEffect;
use hpd_host::{Outcome, ToolError};

use crate::running::desk::{Act, MINUTE, Office, office};
use crate::running::time_limits::WRITE_LATE;

const ALL: [&str; 8] =
    ["read", "read_timed", "read_later", "write", "write_later", "write_local", "put", "put_later"];
const IDEMPOTENT: [&str; 2] = ["put", "put_later"];

fn not_run() -> Act {
    Act::Fail(ToolError::new("The server is closed.").did_not_run().caused_by("connection refused"))
}

fn unknown() -> Act {
    Act::Fail(ToolError::new("The server does not answer.").outcome_unknown())
}

fn failed() -> Act {
    Act::Fail(ToolError::new("There is no such account."))
}

/// The numbers of the attempts that a call took.
fn numbers(office: &Office) -> Vec<u32> {
    office.script.attempts().into_iter().map(|attempt| attempt.number).collect()
}

fn effect(outcome: &Outcome) -> Option<FailureEffect> {
    Some(outcome.error()?.function()?.effect())
}

#[test]
fn what_did_not_run_is_made_once_more() {
    for name in ALL {
        let office = office([not_run()]);
        let outcome = office.call(name);
        assert_eq!(outcome.for_model().text, "done: hi", "{name}");
        assert_eq!(outcome.attempts(), Some(2));
        assert_eq!(outcome.for_host()["attempts"], 2);
        assert_eq!(numbers(&office), [1, 2], "{name}");
    }
}

#[test]
fn the_second_attempt_has_the_same_arguments() {
    let office = office([not_run()]);
    office.call("write");
    let texts: Vec<_> = office.script.attempts().into_iter().map(|attempt| attempt.text).collect();
    assert_eq!(texts, ["hi", "hi"]);
}

#[test]
fn there_is_no_third_attempt() {
    for name in ALL {
        let office = office([not_run(), not_run()]);
        let outcome = office.call(name);
        assert_eq!(
            outcome.for_model().text,
            r#"{"error_type":"function_error","error_message":"The server is closed."}"#
        );
        assert_eq!(outcome.for_host()["source"], "connection refused");
        assert_eq!(effect(&outcome), Some(FailureEffect::NotRun));
        assert_eq!(outcome.attempts(), Some(2));
        assert_eq!(numbers(&office), [1, 2], "{name}");
    }
}

#[test]
fn what_failed_is_never_made_again() {
    for name in ALL {
        let office = office([failed()]);
        let outcome = office.call(name);
        assert_eq!(
            outcome.for_model().text,
            r#"{"error_type":"function_error","error_message":"There is no such account."}"#
        );
        assert_eq!(effect(&outcome), Some(FailureEffect::Failed));
        assert_eq!(numbers(&office), [1], "{name}");
    }
}

const NO_ANSWER: &str = r#"{"error_type":"function_error","error_message":"The server does not answer.","outcome":"unknown","retry_guidance":"Do NOT call it again. Check first whether it took effect, and tell the user that this is not known."}"#;

#[test]
fn what_is_unknown_is_not_made_again() {
    for name in ["write", "write_later", "write_local"] {
        let office = office([unknown()]);
        let outcome = office.call(name);
        assert_eq!(outcome.for_model().text, NO_ANSWER);
        assert_eq!(numbers(&office), [1], "{name}");
    }
}

#[test]
fn what_is_unknown_and_idempotent_is_made_once_more() {
    for name in IDEMPOTENT {
        for first in [unknown(), Act::Panic] {
            let office = office([first]);
            assert_eq!(office.call(name).for_model().text, "done: hi");
            assert_eq!(numbers(&office), [1, 2], "{name}");
        }
        let office = office([unknown(), unknown()]);
        assert_eq!(office.call(name).for_model().text, NO_ANSWER);
        assert_eq!(numbers(&office), [1, 2], "{name}");
    }
}

#[test]
fn each_attempt_has_its_time() {
    for name in IDEMPOTENT {
        let again = office([Act::Hang]);
        assert_eq!(again.call_for(name, &[MINUTE]).for_model().text, "done: hi");
        let late = office([Act::Hang, Act::Hang]);
        assert_eq!(late.call_for(name, &[MINUTE, MINUTE]).for_model().text, WRITE_LATE);
        assert_eq!(numbers(&late), [1, 2], "{name}");
    }
}

#[test]
fn what_may_have_taken_effect_once_stays_unknown() {
    for (second, message) in [(failed(), "There is no such account."), (not_run(), "The server is closed.")] {
        let outcome = office([unknown(), second]).call("put");
        assert_eq!(outcome.for_model().text, NO_ANSWER.replace("The server does not answer.", message));
        assert_eq!(effect(&outcome), Some(FailureEffect::Unknown));
        assert_eq!(outcome.attempts(), Some(2));
    }
}

#[test]
fn a_read_has_nothing_that_could_be_unknown() {
    for name in ["read", "read_timed", "read_later"] {
        let outcome = office([unknown()]).call(name);
        assert_eq!(
            outcome.for_model().text,
            r#"{"error_type":"function_error","error_message":"The server does not answer."}"#
        );
        assert_eq!(effect(&outcome), Some(FailureEffect::Failed));
    }
}
