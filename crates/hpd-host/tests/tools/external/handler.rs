//! Calls that a handler makes.

use std::sync::Mutex;

use futures_executor::block_on;
use hpd_host::context::Cancellation;
use hpd_host::external::{Arguments, Classification, ExternalHandler, ExternalSource};
use hpd_host::outcome::OutcomeKind;
use hpd_host::system::BoxFuture;
use hpd_host::{CallContext, Output, Principal, RawCall, Session, ToolError, TurnContext};
use serde_json::json;

use crate::external::{lax, tool, toolbox};
use crate::support::{answer, text};

/// The calls that reached the server.
#[derive(Default)]
struct Server {
    calls: Mutex<Vec<(String, String, Option<String>)>>,
}

impl ExternalHandler for Server {
    fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: Arguments<'a>,
        context: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        let principal = context.principal().id.clone();
        self.calls.lock().unwrap().push((name.to_owned(), arguments.text().to_owned(), principal));
        assert_ne!(name, "panics.at.once", "the server fell over");
        Box::pin(async move {
            match name {
                "fails" => Err(ToolError::new("The server is closed.").caused_by("connection refused")),
                "panics" => panic!("the server fell over later"),
                "waits" => std::future::pending().await,
                _ => Ok(Output::Json(arguments.text().to_owned())),
            }
        })
    }
}

fn source(server: std::sync::Arc<Server>) -> ExternalSource {
    let echo = tool("echo.all", json!({ "type": "object", "properties": { "a": { "type": "integer" } } }));
    let others = ["fails", "panics", "panics.at.once", "waits"].map(lax);
    let tools: Vec<_> = std::iter::once(echo).chain(others).collect();
    ExternalSource::list("srv", tools).handler(server)
}

fn session() -> Session {
    let session = Session::new();
    session.expand(&hpd_host::spec::QualifiedId::new(None, "srv"));
    session
}

#[test]
fn a_handler_gets_the_original_name_and_checked_arguments() {
    let server = std::sync::Arc::new(Server::default());
    let toolbox = toolbox(source(server.clone()));
    let turn = TurnContext::on_behalf_of(Principal::new("ada"));
    let call = RawCall::new("1", "echo_all", r#"{ "a": 1, "b": 1.50 }"#);
    let outcome = block_on(toolbox.call_with(&session(), &turn, &call));
    assert_eq!(
        outcome.for_model().text,
        r#"{"a":1,"b":1.50,"argument_warnings":["Not known to this tool: b; passed on unread."]}"#
    );
    let wrong = block_on(toolbox.call_with(&session(), &turn, &RawCall::new("2", "echo_all", r#"{"a":[]}"#)));
    assert!(wrong.for_model().is_error);
    // The wrong call did not reach the server.
    let calls = server.calls.lock().unwrap();
    let expected = ("echo.all".to_owned(), r#"{"a":1,"b":1.50}"#.to_owned(), Some("ada".to_owned()));
    assert_eq!(*calls, [expected]);
}

#[test]
fn an_error_shows_the_model_its_text_and_the_host_its_cause() {
    let toolbox = toolbox(source(std::sync::Arc::default()));
    let outcome = answer(&toolbox, &session(), "fails", "{}");
    assert_eq!(
        outcome.for_model().text,
        r#"{"error_type":"function_error","error_message":"The server is closed."}"#
    );
    assert_eq!(outcome.for_host()["source"], "connection refused");
}

#[test]
fn a_panic_is_an_error_of_the_call() {
    let toolbox = toolbox(source(std::sync::Arc::default()));
    for name in ["panics", "panics_at_once"] {
        assert_eq!(
            text(&toolbox, &session(), name, "{}"),
            r#"{"error_type":"function_panicked","error_message":"The function stopped because of an internal error. What it did until then is unknown."}"#
        );
    }
}

#[test]
fn a_cancelled_turn_waits_no_longer() {
    let toolbox = toolbox(source(std::sync::Arc::default()));
    let turn = TurnContext { cancellation: Cancellation::new(), ..TurnContext::default() };
    let (session, call) = (session(), RawCall::new("1", "waits", "{}"));
    let waiting = toolbox.call_with(&session, &turn, &call);
    let cancel = async { turn.cancellation.cancel() };
    let (outcome, ()) = block_on(futures_util::future::join(waiting, cancel));
    assert_eq!(outcome.for_model_as_text(), "The call was cancelled.");
}

#[test]
fn writes_keep_their_order_and_reads_run_together() {
    let server = std::sync::Arc::new(Server::default());
    let write = lax("put_note").classified(Classification::Write);
    let source = ExternalSource::list("srv", vec![lax("read_note"), write]).handler(server.clone());
    let toolbox = toolbox(source);
    let calls: Vec<_> = ["put_note", "read_note", "put_note"]
        .iter()
        .enumerate()
        .map(|(n, name)| RawCall::new(n.to_string(), *name, format!("{{\"n\":{n}}}")))
        .collect();
    let outcomes = block_on(toolbox.turn(&session(), &calls));
    assert!(outcomes.iter().all(|outcome| matches!(outcome.kind, OutcomeKind::Result(_))), "{outcomes:?}");
    let order: Vec<_> =
        server.calls.lock().unwrap().iter().map(|(_, arguments, _)| arguments.clone()).collect();
    assert_eq!(order, [r#"{"n":0}"#, r#"{"n":1}"#, r#"{"n":2}"#]);
}
