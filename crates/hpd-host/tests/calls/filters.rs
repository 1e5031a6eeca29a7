//! Filters: their order, their input, and the model's text when one denies.

#![allow(clippy::unused_self, reason = "plugins of tests have no state")]

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use futures_executor::block_on;
use hpd_host::approval::Permission;
use hpd_host::external::{ExternalSource, ExternalTool};
use hpd_host::filter::{AsyncFilter, FilterContext, Filters, Stage, Verdict};
use hpd_host::list::{ListMode, ModelOptions, Recovery, VisibilityPolicy};
use hpd_host::system::BoxFuture;
use hpd_host::values::Provenance;
use hpd_host::{Approval, Principal, Session, Toolbox, TurnContext, ai_function, plugin};
use serde_json::json;

use crate::support::{Math, answer, call, text};

#[derive(Default)]
struct Payments {
    paid: Arc<AtomicU32>,
}

#[plugin]
impl Payments {
    /// Pays somebody.
    #[ai_function(write, risk = low)]
    fn pay(
        &self,
        /// Whom.
        to: String,
        /// How much.
        amount: u32,
        /// In which currency.
        #[param(default = "EUR")]
        currency: String,
    ) -> String {
        self.paid.fetch_add(1, Ordering::Relaxed);
        format!("{to} {amount} {currency}")
    }

    /// Waits.
    #[ai_function]
    async fn wait(&self) -> u32 {
        std::future::ready(1).await
    }

    /// Works on one thread.
    #[ai_function(local)]
    async fn local(&self) -> u32 {
        std::future::ready(2).await
    }
}

/// Says hello.
#[ai_function]
pub(crate) fn greet() -> String {
    "Hello".to_owned()
}

const PAY: &str = r#"{"to":"Ada","amount":5}"#;

/// Allows everything; records its name, the tool's id and the stage of each check.
fn asked(
    name: &'static str,
    log: &Arc<Mutex<Vec<String>>>,
) -> impl Fn(&FilterContext<'_>) -> Verdict + use<> {
    let log = log.clone();
    move |call| {
        log.lock().unwrap().push(format!("{name} {} {:?}", call.id(), call.stage()));
        Verdict::allow()
    }
}

/// Denies by a verdict that is awaited.
struct Later(Verdict);

impl AsyncFilter for Later {
    fn check<'a>(&'a self, _: &'a FilterContext<'a>) -> BoxFuture<'a, Verdict> {
        Box::pin(async {
            std::future::ready(()).await;
            self.0.clone()
        })
    }
}

struct Panics;

impl AsyncFilter for Panics {
    fn check<'a>(&'a self, _: &'a FilterContext<'a>) -> BoxFuture<'a, Verdict> {
        Box::pin(async { panic!("secret of the filter") })
    }
}

fn denied(message: &str) -> String {
    format!(
        r#"{{"error_type":"call_denied","tool_name":"pay","error_message":"{message}","retry_guidance":"'pay' did not run. Do not send the same call again: go on without it, or tell the user."}}"#
    )
}

#[test]
fn filters_are_asked_from_the_widest_to_the_narrowest_and_again_before_the_run() {
    let log = Arc::default();
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .plugin(Payments::default())
        .plugin(Math)
        .filters(
            Filters::new()
                .function("Payments.pay", asked("function", &log))
                .plugin("Payments", asked("plugin", &log))
                .plugin("Math", asked("other", &log)),
        )
        .filter(asked("global", &log))
        .filter(asked("second", &log))
        .build()
        .unwrap();
    assert_eq!(text(&toolbox, &Session::new(), "pay", PAY), "Ada 5 EUR");
    let once =
        |stage| ["global", "second", "plugin", "function"].map(|name| format!("{name} Payments.pay {stage}"));
    let both: Vec<_> = once("Validated").into_iter().chain(once("Running")).collect();
    assert_eq!(*log.lock().unwrap(), both);
}

#[test]
fn a_denial_ends_the_call_with_one_reason_for_the_model_and_one_for_the_log() {
    let (payments, log) = (Payments::default(), Arc::default());
    let paid = payments.paid.clone();
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .plugin(payments)
        .filters(
            Filters::new()
                .plugin("Payments", |_: &FilterContext<'_>| {
                    Verdict::deny("Payments are closed.", "frozen, ticket 7")
                })
                .function("Payments.pay", asked("function", &log)),
        )
        .build()
        .unwrap();
    let outcome = answer(&toolbox, &Session::new(), "pay", PAY);
    assert_eq!(outcome.for_model().text, denied("Payments are closed."));
    assert_eq!(
        outcome.for_model_as_text(),
        "Payments are closed. 'pay' did not run. Do not send the same call again: go on without it, or tell the user."
    );
    assert_eq!(outcome.for_host()["source"], "frozen, ticket 7");
    assert_eq!(toolbox.counters().denied, 1);
    assert_eq!(paid.load(Ordering::Relaxed), 0);
    assert!(log.lock().unwrap().is_empty());
}

#[test]
fn a_call_may_be_denied_right_before_it_runs() {
    let payments = Payments::default();
    let paid = payments.paid.clone();
    let at_the_end = |call: &FilterContext<'_>| match call.stage() {
        Stage::Running => Verdict::deny("Too late.", "the limit was reached meanwhile"),
        _ => Verdict::allow(),
    };
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .plugin(payments)
        .filter(at_the_end)
        .build()
        .unwrap();
    assert_eq!(text(&toolbox, &Session::new(), "pay", PAY), denied("Too late."));
    assert_eq!(paid.load(Ordering::Relaxed), 0);
}

#[test]
fn asynchronous_filters_are_waited_for() {
    let toolbox = |verdict| {
        Toolbox::builder()
            .approval(Approval::new().writes(Permission::Allow))
            .plugin(Payments::default())
            .filters(Filters::new().async_function("Payments.pay", Later(verdict)))
            .build()
            .unwrap()
    };
    let session = Session::new();
    assert_eq!(text(&toolbox(Verdict::allow()), &session, "pay", PAY), "Ada 5 EUR");
    assert_eq!(text(&toolbox(Verdict::deny("No.", "")), &session, "pay", PAY), denied("No."));
}

#[test]
fn a_filter_that_panics_denies() {
    let broken = |_: &FilterContext<'_>| -> Verdict { panic!("secret of the filter") };
    let session = Session::new();
    let toolboxes = [
        Toolbox::builder()
            .approval(Approval::new().writes(Permission::Allow))
            .plugin(Payments::default())
            .filter(broken)
            .build()
            .unwrap(),
        Toolbox::builder()
            .approval(Approval::new().writes(Permission::Allow))
            .plugin(Payments::default())
            .filters(Filters::new().async_plugin("Payments", Panics))
            .build()
            .unwrap(),
    ];
    for toolbox in toolboxes {
        let outcome = answer(&toolbox, &session, "pay", PAY);
        assert_eq!(outcome.for_model().text, denied("The call is not allowed."));
        assert_eq!(outcome.for_host()["source"], "the filter panicked");
        session.new_user_message();
    }
}

#[test]
fn filters_see_the_resolved_arguments_and_where_they_come_from() {
    let look = |call: &FilterContext<'_>| {
        assert_eq!(call.name(), "pay");
        assert!(call.is_write());
        let expected = match call.stage() {
            Stage::Validated => r#"{"to":"Ada","amount":5,"currency":"EUR"}"#,
            _ => r#"{"amount":5,"currency":"EUR","to":"Ada"}"#,
        };
        assert_eq!(call.arguments().to_json(), expected);
        assert_eq!(call.argument("to").and_then(|to| to.as_str()), Some("Ada"));
        assert_eq!(call.provenance("to"), Some(Provenance::Model));
        assert_eq!(call.provenance("currency"), Some(Provenance::Declared));
        assert_eq!(call.provenance("nothing"), None);
        assert_eq!((call.principal().id(), call.principal().tenant()), (Some("ada"), Some("acme")));
        assert_eq!(call.extension::<u32>(), Some(&7));
        assert_eq!(call.call().call().id.as_ref(), "call_1");
        Verdict::allow()
    };
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .plugin(Payments::default())
        .filter(look)
        .build()
        .unwrap();
    let mut turn = TurnContext::on_behalf_of(Principal::new("ada").in_tenant("acme"));
    turn.extensions.insert(7_u32);
    let pay = |arguments| block_on(toolbox.call_with(&Session::new(), &turn, &call("pay", arguments)));
    assert_eq!(pay(PAY).for_model().text, "Ada 5 EUR");
    assert_eq!(pay(r#"{"to":"Ada","amount":5,"currency":null}"#).for_model().text, "Ada 5 EUR");
}

#[test]
fn filters_are_asked_only_about_calls_that_are_right() {
    let log = Arc::default();
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .plugin(Payments::default())
        .filter(asked("global", &log))
        .build()
        .unwrap();
    let outcome = answer(&toolbox, &Session::new(), "pay", "{}");
    assert_eq!(outcome.error().map(hpd_host::CallError::error_type), Some("validation_error"));
    assert!(log.lock().unwrap().is_empty());
}

#[tokio::test]
async fn functions_of_every_kind_are_guarded() {
    let toolbox = |verdict: Verdict| {
        let filter = move |_: &FilterContext<'_>| verdict.clone();
        Toolbox::builder()
            .approval(Approval::new().writes(Permission::Allow))
            .plugin(Payments::default())
            .function::<greet>()
            .filter(filter)
            .build()
            .unwrap()
    };
    let (open, closed) = (toolbox(Verdict::allow()), toolbox(Verdict::deny("No.", "")));
    for (name, arguments, result) in
        [("pay", PAY, "Ada 5 EUR"), ("wait", "{}", "1"), ("local", "{}", "2"), ("greet", "{}", "Hello")]
    {
        let session = Session::new();
        assert_eq!(open.call(&session, &call(name, arguments)).await.for_model().text, result);
        assert_eq!(closed.call(&session, &call(name, arguments)).await.for_model_as_text()[..3], *"No.");
    }
}

#[test]
fn tools_from_outside_are_guarded_by_the_name_of_their_source() {
    let schema = json!({ "type": "object", "properties": { "id": { "type": "integer" } } });
    let tools = ["get_issue", "list_labels"].map(|name| ExternalTool::new(name, "Reads.", schema.clone()));
    let source = || ExternalSource::mcp("github", tools.to_vec());
    let look = |call: &FilterContext<'_>| {
        assert_eq!(call.arguments().to_json(), r#"{"id":7}"#);
        Verdict::deny("No.", "")
    };
    // The id of an external tool starts with the name of its source.
    let unguarded = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .external(source())
        .build()
        .unwrap();
    let id = unguarded.tool("get_issue").unwrap().id().to_string();
    let (name, _) = id.split_once('.').unwrap();
    let builder = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .external(source())
        .filters(Filters::new().plugin(name, look));
    let toolbox = builder.model(ModelOptions::new().recovery(Recovery::ExpandAndRun)).build().unwrap();
    let outcome = answer(&toolbox, &Session::new(), "get_issue", r#"{"id":7}"#);
    assert_eq!(outcome.error().map(hpd_host::CallError::error_type), Some("call_denied"));
}

#[test]
fn what_is_set_right_is_asked_about_too() {
    let deny = |call: &FilterContext<'_>| {
        assert_eq!(call.arguments().to_json(), r#"{"a":1,"b":2}"#);
        Verdict::deny("No sums today.", "")
    };
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .plugin(Math)
        .filters(Filters::new().function("Math.Add", deny))
        .model(ModelOptions::new().recovery(Recovery::ExpandAndRun))
        .build()
        .unwrap();
    let error = text(&toolbox, &Session::new(), "Math", r#"{"function":"Add","a":1,"b":2}"#);
    assert!(
        error
            .starts_with(r#"{"error_type":"call_denied","tool_name":"Add","error_message":"No sums today.""#),
        "{error}"
    );
}

#[test]
fn an_expansion_asks_nobody() {
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .plugin(Math)
        .filter(|_: &FilterContext<'_>| Verdict::deny("No.", ""))
        .build();
    assert!(!answer(&toolbox.unwrap(), &Session::new(), "Math", "{}").for_model().is_error);
}

#[test]
fn a_filter_for_nothing_is_a_build_error() {
    let allow = |_: &FilterContext<'_>| Verdict::allow();
    let builder =
        || Toolbox::builder().approval(Approval::new().writes(Permission::Allow)).plugin(Payments::default());
    let error = |result: Result<Toolbox, hpd_host::BuildError>| result.unwrap_err().to_string();
    assert_eq!(
        error(builder().filters(Filters::new().plugin("Payment", allow)).build()),
        "the toolbox can't be built: a filter was registered for the plugin `Payment`, which there is not: did you mean `Payments`?"
    );
    assert_eq!(
        error(builder().filters(Filters::new().function("Payments.Pay", allow)).build()),
        "the toolbox can't be built: a filter was registered for the function `Payments.Pay`, which there is not: did you mean `Payments.pay`?"
    );
    assert_eq!(
        error(builder().filters(Filters::new().plugin("Weather", allow)).build()),
        "the toolbox can't be built: a filter was registered for the plugin `Weather`, which there is not"
    );
    // It would never be asked: the call inside is.
    let constant = VisibilityPolicy::new().list(ListMode::Constant);
    assert_eq!(
        error(
            builder().visibility(constant).filters(Filters::new().function("call_function", allow)).build()
        ),
        "the toolbox can't be built: a filter was registered for the function `call_function`, which there is not"
    );
}
