//! Functions that ask the user.

use hpd_host::ToolError;

use crate::running::desk::{Act, office};

#[test]
fn a_question_of_a_function_reaches_the_host_and_is_not_tried_again() {
    for name in ["read", "read_later", "write", "write_local", "put"] {
        let ask = ToolError::ask_user("Which node should I use?").missing(["node_id"]);
        let office = office([Act::Fail(ask)]);
        let outcome = office.call(name);
        assert_eq!(outcome.for_user().unwrap(), "Which node should I use?", "{name}");
        assert_eq!(outcome.status(), "ask_user");
        assert_eq!(office.script.attempts().len(), 1, "{name}");
    }
}

#[test]
fn whoever_asks_after_an_unknown_attempt_is_not_answered_by_a_new_call() {
    let first = ToolError::new("The server does not answer.").outcome_unknown();
    let office = office([Act::Fail(first), Act::Fail(ToolError::ask_user("Which node should I use?"))]);
    let outcome = office.call("put");
    assert_eq!(outcome.error().unwrap().function().unwrap().ask_request(), None);
    assert_eq!(
        outcome.for_model().text,
        r#"{"error_type":"function_error","error_message":"Which node should I use?","outcome":"unknown","retry_guidance":"Do NOT call it again. Check first whether it took effect, and tell the user that this is not known."}"#
    );
}

#[test]
fn a_long_question_is_cut_like_any_text_for_the_model() {
    let office = office([Act::Fail(ToolError::ask_user("x".repeat(100_000)))]);
    let outcome = office.call("read");
    assert!(outcome.for_model().text.len() <= 66 * 1024);
    assert!(outcome.for_user().unwrap().len() <= 64 * 1024);
}
