//! Calls that the client makes, and completes later.

use futures_executor::block_on;
use hpd_host::external::ExternalSource;
use hpd_host::list::{ListMode, ModelOptions, Recovery, VisibilityPolicy};
use hpd_host::outcome::OutcomeKind;
use hpd_host::output::Part;
use hpd_host::{Limits, Output, RawCall, Session, ToolError, Toolbox};
use serde_json::json;

use crate::external::{lax, tool, toolbox};
use crate::support::answer;

fn screen() -> Toolbox {
    let open = tool(
        "open_tab",
        json!({ "type": "object", "properties": { "url": { "type": "string" } }, "required": ["url"] }),
    );
    toolbox(ExternalSource::frontend("screen", vec![open, lax("scroll")]))
}

fn session() -> Session {
    let session = Session::new();
    session.expand(&hpd_host::spec::QualifiedId::new(None, "Frontend_screen"));
    session
}

fn call(toolbox: &Toolbox, session: &Session, id: &str, name: &str, arguments: &str) -> hpd_host::Outcome {
    futures_executor::block_on(toolbox.call(session, &RawCall::new(id, name, arguments)))
}

#[test]
fn a_call_that_passes_is_handed_on() {
    let (toolbox, session) = (screen(), session());
    let outcome = answer(&toolbox, &session, "open_tab", r#"{"url":"a"}"#);
    assert_eq!(
        outcome.for_host().to_string(),
        r#"{"arguments":"{\"url\":\"a\"}","call_id":"call_1","forwarded_to":"screen","name":"open_tab","status":"forward","tool":"Frontend_screen.open_tab","tool_name":"open_tab","warnings":[]}"#
    );
    assert_eq!(session.waiting_calls().len(), 1);
}

#[test]
fn a_call_that_fails_is_not_handed_on() {
    let (toolbox, session) = (screen(), session());
    assert_eq!(answer(&toolbox, &session, "open_tab", "{}").status(), "error");
    assert!(session.waiting_calls().is_empty());
}

#[test]
fn two_calls_wait_at_once_and_end_in_any_order() {
    let (toolbox, session) = (screen(), session());
    call(&toolbox, &session, "a", "open_tab", r#"{"url":"a"}"#);
    call(&toolbox, &session, "b", "scroll", "{}");
    let waiting: Vec<_> = session.waiting_calls().iter().map(|call| call.call_id.to_string()).collect();
    assert_eq!(waiting, ["a", "b"]);
    let json = Output::Json(r#"{"at":10}"#.to_owned());
    let second = block_on(toolbox.complete(&session, "b", Ok(json))).unwrap();
    assert_eq!((&*second.call_id, &*second.tool_name, second.status()), ("b", "scroll", "ok"));
    assert_eq!(second.for_model_as_json(), json!({ "at": 10 }));
    let parts = vec![Part::Text { text: "Open.".to_owned() }];
    let first = block_on(toolbox.complete(&session, "a", Ok(Output::Content(parts)))).unwrap();
    assert_eq!(first.for_model().text, "Open.");
    assert!(session.waiting_calls().is_empty());
}

#[test]
fn an_error_of_the_client_is_one_of_the_call() {
    let (toolbox, session) = (screen(), session());
    call(&toolbox, &session, "a", "scroll", "{}");
    let closed = ToolError::new("The window is closed.").caused_by("window 7 gone");
    let outcome = block_on(toolbox.complete(&session, "a", Err(closed))).unwrap();
    assert_eq!(
        outcome.for_model().text,
        r#"{"error_type":"function_error","error_message":"The window is closed."}"#
    );
    assert_eq!(outcome.for_host()["source"], "window 7 gone");
}

#[test]
fn a_call_is_completed_once() {
    let (toolbox, session) = (screen(), session());
    call(&toolbox, &session, "a", "scroll", "{}");
    assert!(block_on(toolbox.complete(&session, "a", Ok(Output::Nothing))).is_ok());
    let again = block_on(toolbox.complete(&session, "a", Ok(Output::Nothing))).unwrap_err();
    assert_eq!(
        again.to_string(),
        "no call with the id `a` waits for a result in this session: it was never forwarded, or it was completed before"
    );
    assert_eq!(again.call_id(), "a");
}

#[test]
fn an_id_that_waits_is_not_given_again() {
    let (toolbox, session) = (screen(), session());
    call(&toolbox, &session, "a", "scroll", "{}");
    assert_eq!(
        call(&toolbox, &session, "a", "scroll", "{}").for_model().text,
        r#"{"error_type":"call_still_waiting","error_message":"A call with the same id still waits for its result. This one was not made.","retry_guidance":"Wait for the result of that call, then call again."}"#
    );
    assert_eq!(session.waiting_calls().len(), 1);
    assert!(session.forget_call("a"));
    assert!(matches!(call(&toolbox, &session, "a", "scroll", "{}").kind, OutcomeKind::Forward(_)));
}

#[test]
fn sessions_do_not_see_each_others_calls() {
    let (toolbox, session) = (screen(), session());
    call(&toolbox, &session, "a", "scroll", "{}");
    assert!(block_on(toolbox.complete(&Session::new(), "a", Ok(Output::Nothing))).is_err());
    assert!(block_on(toolbox.complete(&session, "a", Ok(Output::Nothing))).is_ok());
}

#[test]
fn a_stored_session_remembers_what_waits() {
    let (toolbox, session) = (screen(), session());
    call(&toolbox, &session, "a", "scroll", "{}");
    let stored = session.to_json();
    assert_eq!(
        stored,
        r#"{"version":1,"expanded":["Frontend_screen"],"waiting":[{"call_id":"a","tool_name":"scroll","tool":"Frontend_screen.scroll"}]}"#
    );
    let later = Session::from_json(&stored).unwrap();
    assert_eq!(
        block_on(toolbox.complete(&later, "a", Ok(Output::Nothing))).unwrap().for_model().text,
        "Done."
    );
    let broken = Session::from_json(r#"{"version":1,"expanded":[],"waiting":[{"call_id":1}]}"#).unwrap_err();
    assert_eq!(broken.to_string(), "`waiting` of the stored session must be a list of calls");
}

#[test]
fn a_result_goes_back_under_the_name_that_the_model_called() {
    let constant = VisibilityPolicy::new().list(ListMode::Constant);
    let source = ExternalSource::frontend("screen", vec![lax("open_tab"), lax("scroll")]);
    let builder = Toolbox::builder().external(source).visibility(constant);
    let (toolbox, session) =
        (builder.model(ModelOptions::new().recovery(Recovery::ExpandAndRun)).build().unwrap(), session());
    for (name, arguments) in
        [("call_function", r#"{"name":"scroll"}"#), ("Frontend_screen.scroll", "{}"), ("SCROLL", "{}")]
    {
        let forwarded = call(&toolbox, &session, "a", name, arguments);
        assert_eq!((&*forwarded.tool_name, forwarded.status()), (name, "forward"));
        assert_eq!(&*session.waiting_calls()[0].tool_name, name);
        let completed = block_on(toolbox.complete(&session, "a", Ok(Output::Nothing))).unwrap();
        assert_eq!(&*completed.tool_name, name);
    }
}

#[test]
fn warnings_from_around_a_call_are_those_of_its_result_too() {
    let constant = VisibilityPolicy::new().list(ListMode::Constant);
    let source = ExternalSource::frontend("screen", vec![lax("open_tab"), lax("scroll")]);
    let toolbox = Toolbox::builder().external(source).visibility(constant).build().unwrap();
    let session = session();
    let forwarded = call(&toolbox, &session, "a", "call_function", r#"{"name":"scroll",}"#);
    assert_eq!(forwarded.warnings.len(), 1);
    let completed = block_on(toolbox.complete(&session, "a", Ok(Output::Nothing))).unwrap();
    assert_eq!(completed.warnings, forwarded.warnings);
}

#[test]
fn the_same_failure_of_the_client_is_answered_differently_the_third_time() {
    let (toolbox, session) = (screen(), session());
    let fail = |id: &str| {
        call(&toolbox, &session, id, "scroll", "{}");
        let outcome =
            block_on(toolbox.complete(&session, id, Err(ToolError::new("The window is closed.")))).unwrap();
        outcome.for_model_as_text().into_owned()
    };
    assert_eq!([fail("a"), fail("b")], ["The window is closed.", "The window is closed."]);
    assert_eq!(
        fail("c"),
        "This call of 'scroll' has failed 3 times with the same error. Do NOT send the same call again. Change the \
         arguments as the error says, use another tool, or ask the user. The error: The window is closed."
    );
    let counters = toolbox.counters();
    assert_eq!((counters.calls, counters.failed, counters.repeated), (3, 3, 1));
    // A success forgets the failures.
    call(&toolbox, &session, "d", "scroll", "{}");
    block_on(toolbox.complete(&session, "d", Ok(Output::Nothing))).unwrap();
    call(&toolbox, &session, "e", "scroll", "{}");
    let outcome =
        block_on(toolbox.complete(&session, "e", Err(ToolError::new("The window is closed.")))).unwrap();
    assert_eq!(outcome.for_model_as_text(), "The window is closed.");
}

#[test]
fn only_so_many_calls_wait_at_once() {
    let source = ExternalSource::frontend("screen", vec![lax("open_tab"), lax("scroll")]);
    let toolbox =
        Toolbox::builder().external(source).limits(Limits::new().forwarded_calls(1)).build().unwrap();
    let session = session();
    assert_eq!(call(&toolbox, &session, "a", "scroll", "{}").status(), "forward");
    assert_eq!(
        call(&toolbox, &session, "b", "scroll", "{}").for_model().text,
        r#"{"error_type":"too_many_waiting_calls","error_message":"Too many calls wait for their results: the most is 1. This one was not made.","retry_guidance":"Go on without it, or call again when the others have their results."}"#
    );
    block_on(toolbox.complete(&session, "a", Ok(Output::Nothing))).unwrap();
    assert_eq!(call(&toolbox, &session, "b", "scroll", "{}").status(), "forward");
}
