//! Calls that are cancelled.

use hpd_host::TurnContext;
use hpd_host::context::Cancellation;
use hpd_host::output::FailureEffect;

use crate::running::desk::{Act, office};

#[test]
fn a_write_that_is_cancelled_while_it_runs_is_unknown() {
    for name in ["write", "write_later", "write_local", "put", "put_later"] {
        let office = office([Act::Hang]);
        let outcome = office.call_and_cancel(name);
        assert_eq!(
            outcome.for_model().text,
            r#"{"error_type":"cancelled","error_message":"The call was cancelled while it ran. Nobody knows whether it took effect.","outcome":"unknown","retry_guidance":"Do NOT call it again. Check first whether it took effect, and tell the user that this is not known."}"#
        );
        // Not even an idempotent call is repeated: its result is no longer wanted.
        assert_eq!(outcome.attempts(), Some(1), "{name}");
    }
}

#[test]
fn a_read_that_is_cancelled_has_done_nothing() {
    let office = office([Act::Hang]);
    let outcome = office.call_and_cancel("read_later");
    assert_eq!(
        outcome.for_model().text,
        r#"{"error_type":"cancelled","error_message":"The call was cancelled."}"#
    );
}

#[test]
fn what_was_cancelled_before_does_not_run() {
    let turn = TurnContext { cancellation: Cancellation::new(), ..TurnContext::default() };
    turn.cancellation.cancel();
    for name in ["read", "write", "write_later"] {
        let office = office([]);
        let outcome = office.call_in(&turn, name, &[]);
        assert_eq!(outcome.for_model_as_text(), "The call was cancelled.");
        assert_eq!(outcome.error().unwrap().function().unwrap().effect(), FailureEffect::NotRun);
        assert_eq!(office.script.attempts(), [], "{name}");
    }
}
