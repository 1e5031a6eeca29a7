//! Exact texts of errors and results with sensitive values, without a journal.

use futures_executor::block_on;
use hpd_host::approval::UserChannel;
use hpd_host::args::Node;
use hpd_host::external::{Classification, ExternalSource, ExternalTool, Rules, ToolRules};
use hpd_host::filter::{FilterContext, Filters, Verdict};
use hpd_host::outcome::Replied;
use hpd_host::values::MapProfile;
use hpd_host::{Outcome, RawCall, Session, ToolError, Toolbox, Values};
use serde_json::json;

use super::vault::{Leak, Vault, silence};

/// A call whose sensitive values the user confirms.
fn call(toolbox: &Toolbox, session: &Session, tool: &str, arguments: &str) -> Outcome {
    let outcome = block_on(toolbox.call(session, &RawCall::new(tool, tool, arguments)));
    if outcome.status() != "ask_user" {
        return outcome;
    }
    let yes = UserChannel::local().message("yes");
    match block_on(toolbox.reply(session, &yes)).unwrap() {
        Replied::Answered(outcome) => *outcome,
        other => panic!("{other:?}"),
    }
}

/// A call with a sensitive argument, of a function that gives it away.
fn opened(leak: Leak) -> Outcome {
    silence();
    let toolbox = Toolbox::builder().plugin(Vault(leak)).build().unwrap();
    call(&toolbox, &Session::new(), "open_vault", r#"{"code": "98765"}"#)
}

#[test]
fn a_message_is_read_without_the_value() {
    let outcome = opened(Leak::Message);
    assert_eq!(
        outcome.for_model().text,
        r#"{"error_type":"function_error","error_message":"The code [hidden] is wrong."}"#
    );
    assert_eq!(outcome.error().unwrap().to_string(), "The code [hidden] is wrong.");
    assert_eq!(outcome.for_host()["error"]["error_message"], "The code [hidden] is wrong.");
}

#[test]
fn a_cause_and_a_panic_text_are_read_without_the_value() {
    let outcome = opened(Leak::Cause);
    assert_eq!(outcome.for_host()["source"], "code [hidden]");
    assert_eq!(
        outcome.for_model().text,
        r#"{"error_type":"function_error","error_message":"The vault does not open."}"#
    );
    let outcome = opened(Leak::Panic);
    assert_eq!(outcome.for_host()["source"], "the vault broke: [hidden]");
}

#[test]
fn a_result_is_read_whole_and_has_no_value_in_debug_output() {
    let outcome = opened(Leak::Result);
    assert_eq!(outcome.for_model().text, "Done with 98765, as you said.");
    assert_eq!(
        format!("{:?}", outcome.kind),
        r#"Result(FunctionResult { output: Text("Done with [hidden], as you said."), direct: false, attempts: 1, whole: None, note: None })"#
    );
    assert_eq!(outcome, opened(Leak::Result));
}

#[test]
fn a_value_of_the_profile_does_not_reach_the_model_by_an_error() {
    let profile = MapProfile::new().for_all("code", "98765");
    let toolbox = Toolbox::builder()
        .plugin(Vault(Leak::Message))
        .values(Values::new().profile(profile))
        .build()
        .unwrap();
    let session = Session::new();
    let outcome = call(&toolbox, &session, "open_vault", "{}");
    assert_eq!(
        outcome.for_model().text,
        r#"{"error_type":"function_error","error_message":"The code [hidden] is wrong."}"#
    );
}

#[test]
fn errors_of_later_calls_are_searched_for_the_values_of_earlier_ones() {
    let toolbox = Toolbox::builder().plugin(Vault(Leak::Nothing)).build().unwrap();
    let session = Session::new();
    let look = || call(&toolbox, &session, "look_at_shelf", r#"{"label": "98765"}"#);
    assert_eq!(look().for_host()["source"], "row 98765");
    call(&toolbox, &session, "open_vault", r#"{"code": "98765"}"#);
    let outcome = look();
    assert_eq!(outcome.for_host()["source"], "row [hidden]");
    assert_eq!(outcome.error().unwrap().to_string(), "No shelf [hidden].");
}

#[test]
fn a_session_with_too_many_values_hides_causes_and_searches_messages_for_those_of_the_call() {
    let toolbox = Toolbox::builder().plugin(Vault(Leak::Message)).build().unwrap();
    let session = Session::new();
    for number in 0..300 {
        call(&toolbox, &session, "open_vault", &json!({ "code": format!("code-{number}") }).to_string());
    }
    let outcome = call(&toolbox, &session, "open_vault", r#"{"code": "98765"}"#);
    assert_eq!(outcome.error().unwrap().to_string(), "The code [hidden] is wrong.");
    let outcome = call(&toolbox, &session, "look_at_shelf", r#"{"label": "A"}"#);
    assert_eq!(outcome.error().unwrap().to_string(), "No shelf A.");
    assert_eq!(outcome.for_host()["source"], "[hidden]");
}

#[test]
fn the_reason_of_a_filter_has_no_value() {
    let deny = |context: &FilterContext<'_>| {
        let code = context.argument("code").and_then(Node::as_str).unwrap_or_default();
        Verdict::deny(format!("Not {code}."), format!("it was {code}"))
    };
    let toolbox =
        Toolbox::builder().plugin(Vault(Leak::Nothing)).filters(Filters::new().all(deny)).build().unwrap();
    let outcome = call(&toolbox, &Session::new(), "open_vault", r#"{"code": "98765"}"#);
    assert_eq!(outcome.for_host()["source"], r"it was [hidden]");
    assert_eq!(outcome.for_host()["error"]["error_message"], "Not [hidden].");
}

#[test]
fn the_cause_of_a_forwarded_call_is_hidden_where_its_values_are_known_or_not() {
    let schema = json!({"type": "object", "properties": {"pin": {"type": "string"}}, "required": ["pin"]});
    let tool = ExternalTool::new("open_tab", "Opens a tab", schema).classified(Classification::Read);
    let rules = Rules::new().tool("open_tab", ToolRules::new().sensitive(["pin"]));
    let source = ExternalSource::frontend("browser", vec![tool]).rules(rules);
    let toolbox = Toolbox::builder().external(source).build().unwrap();
    let failed = || Err(ToolError::new("No 98765 here.").caused_by("tab 98765"));
    let session = Session::new();
    toolbox.expand(&session, &"MCP_browser".into());
    let ended = |session: &Session| block_on(toolbox.complete(session, "open_tab", failed())).unwrap();
    call(&toolbox, &session, "open_tab", r#"{"pin": "98765"}"#);
    let text = session.to_json();
    let outcome = ended(&session);
    assert_eq!(outcome.for_host()["source"], "tab [hidden]");
    assert_eq!(outcome.error().unwrap().to_string(), "No [hidden] here.");
    let outcome = ended(&Session::from_json(&text).unwrap());
    assert_eq!(outcome.for_host()["source"], "[hidden]");
    assert_eq!(outcome.error().unwrap().to_string(), "No 98765 here.");
}

#[test]
fn the_arguments_of_a_check_are_not_in_debug_output() {
    let toolbox = Toolbox::builder().plugin(Vault(Leak::Nothing)).build().unwrap();
    let call = RawCall::new("1", "open_vault", r#"{"code": "98765"}"#);
    let checked = toolbox.check(&Session::new(), &call).unwrap();
    assert_eq!(format!("{checked:?}"), "CheckedCall { warnings: [], .. }");
}
