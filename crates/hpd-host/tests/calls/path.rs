//! The path of a call: names, errors, cancellation, panics, and the views of the model and the host.

#![allow(clippy::unused_self, reason = "plugins of tests have no state")]

use std::rc::Rc;
use std::time::Duration;

use futures_executor::block_on;
use hpd_host::context::Cancellation;
use hpd_host::outcome::OutcomeKind;
use hpd_host::output::{JsonText, Part, StructuredOutput};
use hpd_host::{
    CallContext, Limits, Output, Principal, RawCall, Session, ToolError, Toolbox, TurnContext, plugin,
};
use serde_json::json;

use crate::support::{Math, answer, call, names, text};

#[derive(Default)]
struct Lab;

#[plugin]
impl Lab {
    /// Fails with a text for the model and a cause for the log.
    #[ai_function]
    fn fail(&self) -> Result<String, ToolError> {
        Err(ToolError::new("The archive is closed.").caused_by(std::io::Error::other("disk 3 is gone")))
    }

    /// Panics.
    #[ai_function]
    fn panic(&self) {
        panic!("secret detail")
    }

    /// Panics after a while.
    #[ai_function]
    async fn panic_later(&self) {
        tokio::task::yield_now().await;
        panic!("secret detail")
    }

    /// Never ends.
    #[ai_function]
    async fn wait(&self) {
        std::future::pending::<()>().await;
    }

    /// Works on one thread.
    #[ai_function(local)]
    async fn local(
        &self,
        /// A text.
        text: String,
        #[context] ctx: &CallContext<'_>,
    ) -> String {
        let shared = Rc::new(text);
        tokio::time::sleep(Duration::from_millis(1)).await;
        format!("{shared} {}", ctx.call().id)
    }

    /// Shows a picture to the user.
    #[ai_function(direct)]
    fn show(&self) -> String {
        "a secret picture".to_owned()
    }

    /// Returns several parts.
    #[ai_function]
    fn parts(&self) -> StructuredOutput {
        let two = JsonText::parse(r#"{"two": 2.0}"#).unwrap();
        StructuredOutput::new(two).with_parts(vec![Part::text("one"), Part::audio(b"RIFF", "audio/wav")])
    }

    /// Returns an empty text.
    #[ai_function]
    fn empty(&self) -> String {
        String::new()
    }

    /// Returns nothing.
    #[ai_function]
    fn nothing(&self) {}

    /// Tells what it knows of the call.
    #[ai_function(unknown_fields = warn)]
    fn context(&self, #[context] ctx: &CallContext<'_>) -> String {
        let warnings: Vec<_> = ctx.warnings().iter().map(|warning| warning.message.as_str()).collect();
        format!(
            "{:?} {:?} {} {warnings:?}",
            ctx.principal().id(),
            ctx.extension::<u32>(),
            ctx.call().arguments
        )
    }

    /// Takes its time.
    #[ai_function]
    async fn slow(
        &self,
        /// Milliseconds.
        ms: u64,
    ) -> u64 {
        tokio::time::sleep(Duration::from_millis(ms)).await;
        ms
    }
}

fn lab() -> (Toolbox, Session) {
    (Toolbox::builder().plugin(Lab).plugin(Math).build().unwrap(), Session::new())
}

#[test]
fn an_unknown_tool_gets_the_nearest_visible_name() {
    let (toolbox, session) = lab();
    assert_eq!(
        text(&toolbox, &session, "Maths", "{}"),
        r#"{"error_type":"unknown_tool","tool_name":"Maths","suggestion":"Math","error_message":"There is no tool 'Maths'.","retry_guidance":"Did you mean 'Math'? Call a tool by exactly the name in the list of tools."}"#
    );
    assert_eq!(
        text(&toolbox, &session, "order_pizza", "{}"),
        r#"{"error_type":"unknown_tool","tool_name":"order_pizza","error_message":"There is no tool 'order_pizza'.","retry_guidance":"Call a tool by exactly the name in the list of tools."}"#
    );
}

#[test]
fn a_hidden_tool_names_its_container() {
    let (toolbox, session) = lab();
    assert_eq!(
        text(&toolbox, &session, "Add", r#"{"a":1,"b":2}"#),
        r#"{"error_type":"tool_not_visible","tool_name":"Add","container_name":"Math","error_message":"'Add' is inside the container 'Math', which is not expanded yet.","retry_guidance":"First call 'Math' with NO arguments to expand it, then call 'Add' again."}"#
    );
}

#[test]
fn a_failure_says_what_its_author_declared_and_keeps_the_cause_for_the_host() {
    let (toolbox, session) = lab();
    let outcome = answer(&toolbox, &session, "fail", "{}");
    assert_eq!(
        outcome.for_model().text,
        r#"{"error_type":"function_error","error_message":"The archive is closed."}"#
    );
    assert_eq!(outcome.for_model_as_text(), "The archive is closed.");
    assert_eq!(outcome.for_host()["source"], "disk 3 is gone");
}

#[test]
fn a_panic_is_an_error_without_its_text() {
    let (toolbox, session) = lab();
    for name in ["panic", "panic_later"] {
        let outcome = answer(&toolbox, &session, name, "{}");
        assert_eq!(
            outcome.for_model().text,
            r#"{"error_type":"function_panicked","error_message":"The function stopped because of an internal error. What it did until then is unknown."}"#
        );
        assert_eq!(outcome.for_host()["source"], "secret detail");
    }
    assert_eq!(text(&toolbox, &session, "nothing", "{}"), "Done.");
}

#[tokio::test]
async fn a_cancelled_call_ends() {
    let (toolbox, session) = lab();
    let turn = TurnContext { cancellation: Cancellation::new(), ..TurnContext::default() };
    let wait = call("wait", "{}");
    let cancel = async {
        tokio::task::yield_now().await;
        turn.cancellation.cancel();
    };
    let (outcome, ()) = tokio::join!(toolbox.call_with(&session, &turn, &wait), cancel);
    let cancelled = r#"{"error_type":"cancelled","error_message":"The call was cancelled."}"#;
    assert_eq!(outcome.for_model().text, cancelled);
    // A call after the cancellation does not start.
    let late = toolbox.call_with(&session, &turn, &call("show", "{}")).await;
    assert_eq!(late.for_model().text, cancelled);
}

#[tokio::test]
async fn a_local_function_runs_on_a_thread_of_its_own() {
    let (toolbox, session) = lab();
    let task = tokio::spawn(async move { toolbox.call(&session, &call("local", r#"{"text":"hi"}"#)).await });
    assert_eq!(task.await.unwrap().for_model().text, "hi call_1");
}

#[test]
fn a_direct_result_goes_to_the_user_alone() {
    let (toolbox, session) = lab();
    let outcome = answer(&toolbox, &session, "show", "{}");
    assert_eq!(outcome.for_model().text, "The result was shown to the user.");
    assert_eq!(outcome.for_model_as_json(), json!("The result was shown to the user."));
    assert_eq!(outcome.for_host()["result"], "a secret picture");
}

#[test]
fn no_result_is_empty() {
    let (toolbox, session) = lab();
    assert_eq!(text(&toolbox, &session, "nothing", "{}"), "Done.");
    assert_eq!(text(&toolbox, &session, "empty", "{}"), "(The result is empty.)");
}

#[test]
fn parts_are_shown_as_text_and_as_json() {
    let (toolbox, session) = lab();
    let outcome = answer(&toolbox, &session, "parts", "{}");
    assert_eq!(outcome.for_model().text, "one\n[audio, 4 bytes, audio/wav]\n{\"two\": 2.0}");
    assert_eq!(
        outcome.for_model_as_json(),
        json!([
            { "type": "text", "text": "one" },
            { "type": "audio", "data": "UklGRg==", "mime_type": "audio/wav" },
            { "type": "structured", "value": { "two": 2.0 } }
        ])
    );
    assert_eq!(outcome.structured(), Some(r#"{"two": 2.0}"#));
    assert!(
        matches!(outcome.kind, OutcomeKind::Result(result) if matches!(result.output, Output::Structured(_)))
    );
}

#[test]
fn a_function_knows_its_call() {
    let (toolbox, session) = lab();
    let mut turn = TurnContext::on_behalf_of(Principal::new("ada"));
    turn.extensions.insert(7_u32);
    let outcome = block_on(toolbox.call_with(&session, &turn, &call("context", r#"{"x":1}"#)));
    assert_eq!(
        outcome.for_model().text,
        r#"Some("ada") Some(7) {"x":1} ["the argument x is not known and was ignored"]"#
    );
    assert_eq!(outcome.warnings.len(), 1);
}

#[test]
fn empty_arguments_are_read_as_none_with_a_warning() {
    let (toolbox, session) = lab();
    for arguments in ["", "  ", "null"] {
        let outcome = answer(&toolbox, &session, "nothing", arguments);
        assert_eq!(outcome.for_model().text, "Done.");
        assert_eq!(outcome.for_host()["warnings"][0]["code"], "EMPTY_ARGUMENTS");
    }
}

#[tokio::test(flavor = "current_thread", start_paused = true)]
async fn neighbours_that_read_run_together_and_answer_in_order() {
    let (toolbox, session) = lab();
    let calls: Vec<_> = [30, 20, 10]
        .into_iter()
        .map(|ms| RawCall::new(format!("c{ms}"), "slow", format!(r#"{{"ms":{ms}}}"#)))
        .collect();
    let started = tokio::time::Instant::now();
    let outcomes = toolbox.turn(&session, &calls).await;
    assert_eq!(started.elapsed(), Duration::from_millis(30));
    let ids: Vec<_> = outcomes.iter().map(|outcome| &*outcome.call_id).collect();
    assert_eq!(ids, ["c30", "c20", "c10"]);
}

#[test]
fn an_expansion_counts_for_the_calls_after_it() {
    let (toolbox, session) = lab();
    let calls = [call("Add", r#"{"a":1,"b":2}"#), call("Math", "{}"), call("Add", r#"{"a":1,"b":2}"#)];
    let outcomes = block_on(toolbox.turn(&session, &calls));
    let status: Vec<_> = outcomes.iter().map(hpd_host::Outcome::status).collect();
    assert_eq!(status, ["error", "expanded", "ok"]);
}

#[test]
fn calls_beyond_the_limit_are_refused() {
    let toolbox = Toolbox::builder().plugin(Lab).limits(Limits::new().calls_per_turn(1)).build().unwrap();
    let outcomes = block_on(toolbox.turn(&Session::new(), &[call("nothing", "{}"), call("nothing", "{}")]));
    assert_eq!(outcomes[0].for_model().text, "Done.");
    assert_eq!(
        outcomes[1].for_model().text,
        r#"{"error_type":"too_many_calls","limit":1,"error_message":"Only the first 1 calls of a message are answered. This one did not run.","retry_guidance":"Send it again in the next message."}"#
    );
}

#[test]
fn a_check_runs_nothing() {
    let (toolbox, session) = lab();
    let checked = toolbox.check(&session, &call("panic", "{}")).unwrap();
    assert_eq!(checked.arguments.as_deref(), Some("{}"));
    assert!(toolbox.check(&session, &call("Math", "{}")).unwrap().arguments.is_none());
    assert_eq!(names(&toolbox, &session).iter().filter(|name| *name == "Add").count(), 0);
}

#[test]
fn futures_of_calls_can_be_sent_between_threads() {
    fn is_send<T: Send>(value: T) -> T {
        value
    }
    let (toolbox, session) = lab();
    let call = call("nothing", "{}");
    let outcome = block_on(is_send(toolbox.call(&session, &call)));
    assert_eq!(outcome.status(), "ok");
    is_send(toolbox);
}
