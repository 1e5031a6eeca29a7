//! The input of a filter, and cancellation while a filter is asked.

use std::sync::{Arc, Mutex};

use hpd_host::approval::Permission;
use hpd_host::context::Cancellation;
use hpd_host::external::{ExternalSource, ExternalTool};
use hpd_host::filter::{AsyncFilter, FilterContext, Filters, Verdict};
use hpd_host::system::BoxFuture;
use hpd_host::{Approval, CallContext, Session, Toolbox, TurnContext};
use serde_json::json;

use crate::filters::greet;
use crate::support::{Math, answer, call, text};

#[test]
fn a_function_context_is_what_filters_see() {
    fn takes(_: &CallContext<'_>) {}
    let filter = |call: &FilterContext<'_>| {
        takes(call.call());
        assert!(call.warnings().is_empty());
        Verdict::allow()
    };
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .function::<greet>()
        .filters(Filters::new().function("greet", filter))
        .build()
        .unwrap();
    assert_eq!(text(&toolbox, &Session::new(), "greet", "{}"), "Hello");
}

/// Allows short texts.
fn short_texts(call: &FilterContext<'_>) -> Verdict {
    match call.argument("text").and_then(|text| text.as_str()) {
        Some(text) if text.len() > 10 => Verdict::deny("Too long.", ""),
        _ => Verdict::allow(),
    }
}

#[test]
fn arguments_beyond_the_usual_limits_are_seen_too() {
    let schema = json!({ "type": "object", "properties": { "text": { "type": "string" } } });
    let source = ExternalSource::list("notes", vec![ExternalTool::new("note", "Notes.", schema)]);
    let limits = hpd_host::args::Limits {
        text: 1024 * 1024,
        string: 1024 * 1024,
        ..hpd_host::args::Limits::default()
    };
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .external(source)
        .limits(hpd_host::Limits::new().arguments(limits))
        .filter(short_texts)
        .build()
        .unwrap();
    for length in [11, 300 * 1024] {
        let arguments = json!({ "text": "x".repeat(length) }).to_string();
        let outcome = answer(&toolbox, &Session::new(), "note", &arguments);
        assert_eq!(outcome.error().map(hpd_host::CallError::error_type), Some("call_denied"), "{length}");
    }
}

/// Never answers.
struct Silent;

impl AsyncFilter for Silent {
    fn check<'a>(&'a self, _: &'a FilterContext<'a>) -> BoxFuture<'a, Verdict> {
        Box::pin(std::future::pending())
    }
}

#[tokio::test]
async fn a_call_can_be_cancelled_while_a_filter_is_asked() {
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .function::<greet>()
        .filters(Filters::new().async_all(Silent))
        .build()
        .unwrap();
    let turn = TurnContext { cancellation: Cancellation::new(), ..TurnContext::default() };
    let (session, greet) = (Session::new(), call("greet", "{}"));
    let cancel = async {
        tokio::task::yield_now().await;
        turn.cancellation.cancel();
    };
    let (outcome, ()) = tokio::join!(toolbox.call_with(&session, &turn, &greet), cancel);
    assert_eq!(outcome.for_model_as_text(), "The call was cancelled.");
}

#[test]
fn a_context_is_shown_to_programmers_without_values() {
    let shown = Arc::new(Mutex::new(String::new()));
    let show = {
        let shown = Arc::clone(&shown);
        move |context: &FilterContext<'_>| {
            *shown.lock().unwrap() = format!("{context:?}");
            Verdict::allow()
        }
    };
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .plugin(Math)
        .filter(show)
        .build()
        .unwrap();
    let session = Session::new();
    answer(&toolbox, &session, "Math", "{}");
    answer(&toolbox, &session, "Add", r#"{"a":4711,"b":2}"#);
    assert_eq!(
        *shown.lock().unwrap(),
        r#"FilterContext { stage: Running, id: "Math.Add", arguments: ["a", "b"], .. }"#
    );
}
