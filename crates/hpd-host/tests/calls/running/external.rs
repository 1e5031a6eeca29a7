//! External tools: the declarations of their handlers, and the host's declarations about them.

use std::time::Duration;

use futures_executor::block_on;
use futures_util::future::join;
use hpd_host::approval::Permission;
use hpd_host::external::{
    Arguments, ExternalHandler, ExternalSource, ExternalTool, Rules, ToolAnnotations, ToolRules,
};
use hpd_host::spec::Risk;
use hpd_host::system::{BoxFuture, System};
use hpd_host::testing::FakeTimer;
use hpd_host::{Approval, CallContext, Limits, Output, Session, ToolError, Toolbox};
use serde_json::json;

use crate::running::desk::{Act, MINUTE, Script, sent};
use crate::running::time_limits::{READ_LATE, WRITE_LATE};

struct Server(Script);

impl ExternalHandler for Server {
    fn call<'a>(
        &'a self,
        _: &'a str,
        arguments: Arguments<'a>,
        context: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async move {
            match self.0.next(&arguments, context) {
                Act::Work => Ok(Output::Text("done".to_owned())),
                Act::Fail(error) => Err(error),
                Act::Panic => panic!("the server fell over"),
                Act::Hang => std::future::pending().await,
            }
        })
    }
}

/// The model's text for a call of the only tool, during which so many minutes pass.
fn call(script: &Script, rules: ToolRules, minutes: usize) -> String {
    call_of("pay", script, rules, minutes)
}

fn call_of(name: &str, script: &Script, rules: ToolRules, minutes: usize) -> String {
    let timer = FakeTimer::new();
    // A server's declarations about itself decide nothing.
    let annotations = ToolAnnotations { idempotent: Some(true), read_only: Some(true), ..Default::default() };
    let mut tool = ExternalTool::new(name, "Pays", json!({ "type": "object" }));
    tool.annotations = annotations;
    let source = ExternalSource::mcp("bank", vec![tool]).handler(Server(script.clone()));
    let source = source.rules(Rules::new().tool(name, rules));
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow).unclassified(Permission::Allow))
        .external(source)
        .system(System::new().timer(timer.clone()))
        .build()
        .unwrap();
    let (session, sent) = (Session::new(), sent(name));
    let time = async { (0..minutes).for_each(|_| timer.advance(MINUTE)) };
    block_on(join(toolbox.call(&session, &sent), time)).0.for_model().text.into_owned()
}

fn write() -> ToolRules {
    ToolRules::new().write(Risk::Low)
}

fn unknown() -> Act {
    Act::Fail(ToolError::new("No answer.").outcome_unknown())
}

const NO_ANSWER: &str = r#"{"error_type":"function_error","error_message":"No answer.","outcome":"unknown","retry_guidance":"Do NOT call it again. Check first whether it took effect, and tell the user that this is not known."}"#;

#[test]
fn a_tool_that_is_too_late_is_unknown_where_it_writes() {
    assert_eq!(call(&Script::new([Act::Hang]), write(), 1), WRITE_LATE);
    assert_eq!(call(&Script::new([Act::Hang]), ToolRules::new().read(), 1), READ_LATE);
}

#[test]
fn what_did_not_run_is_made_once_more_with_the_same_key_and_arguments() {
    let script = Script::new([Act::Fail(ToolError::new("Closed.").did_not_run())]);
    assert_eq!(call(&script, write(), 0), "done");
    let attempts = script.attempts();
    assert_eq!(attempts.iter().map(|attempt| attempt.number).collect::<Vec<_>>(), [1, 2]);
    assert!(attempts[0].key.is_some());
    assert_eq!(attempts[0].key, attempts[1].key);
    assert_eq!(attempts[0].text, attempts[1].text);
}

#[test]
fn only_the_hosts_word_makes_an_unknown_call_again() {
    let script = Script::new([unknown()]);
    assert_eq!(call(&script, write(), 0), NO_ANSWER);
    assert_eq!(script.attempts().len(), 1);
    let script = Script::new([unknown()]);
    assert_eq!(call(&script, write().idempotent(), 0), "done");
    assert_eq!(script.attempts().len(), 2);
}

#[test]
fn a_panic_of_a_handler_is_unknown_where_the_tool_writes() {
    assert_eq!(
        call(&Script::new([Act::Panic]), write(), 0),
        r#"{"error_type":"function_panicked","error_message":"The function stopped because of an internal error. Nobody knows whether it took effect.","outcome":"unknown","retry_guidance":"Do NOT call it again. Check first whether it took effect, and tell the user that this is not known."}"#
    );
}

#[test]
fn what_a_handler_says_is_unknown_is_so_even_of_a_tool_that_reads() {
    assert_eq!(
        call(&Script::new([unknown(), unknown()]), ToolRules::new().read(), 0),
        r#"{"error_type":"function_error","error_message":"No answer.","outcome":"unknown","retry_guidance":"It only reads: you may call it again."}"#
    );
}

#[test]
fn the_lost_answer_of_a_tool_that_reads_is_asked_for_once_more() {
    let script = Script::new([unknown()]);
    assert_eq!(call(&script, ToolRules::new().read(), 0), "done");
    assert_eq!(script.attempts().len(), 2);
}

#[test]
fn an_unclassified_tool_whose_effect_is_unknown_is_not_called_again() {
    assert_eq!(call_of("balance", &Script::new([unknown()]), ToolRules::new(), 0), NO_ANSWER);
}

#[test]
fn a_result_that_comes_back_later_says_what_is_known_of_its_effect() {
    let tool = ExternalTool::new("open_tab", "Opens a tab", json!({ "type": "object" }));
    let source = ExternalSource::frontend("browser", vec![tool]);
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow).unclassified(Permission::Allow))
        .external(source)
        .limits(Limits::new().timeout(Duration::ZERO))
        .build()
        .unwrap();
    let session = Session::new();
    // Who is handed a call takes the time that it takes.
    assert_eq!(block_on(toolbox.call(&session, &sent("open_tab"))).status(), "forward");
    let gone = ToolError::new("The browser is gone.").outcome_unknown();
    let outcome = block_on(toolbox.complete(&session, "call_1", Err(gone))).unwrap();
    assert_eq!(outcome.for_model().text, NO_ANSWER.replace("No answer.", "The browser is gone."));
}
