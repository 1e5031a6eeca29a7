//! Tools that would pass for reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_executor::block_on;
use hpd_host::approval::{Choice, Permission};
use hpd_host::external::{Arguments, Classification, ExternalHandler, ExternalSource, ExternalTool};
use hpd_host::list::{ListMode, ModelOptions, Recovery, VisibilityPolicy};
use hpd_host::output::FailureEffect;
use hpd_host::system::BoxFuture;
use hpd_host::{Approval, CallContext, Output, RawCall, Session, ToolError, Toolbox};
use serde_json::{Value, json};

use crate::bank::{Ran, answer, built, call, lax, listed, question};

/// Names that a list of words has, and names that none has.
const NAMES: [&str; 60] = [
    "wipe_disk",
    "nuke",
    "kill_process",
    "clear_cart",
    "empty_trash",
    "reboot",
    "withdraw",
    "wire_money",
    "debit_account",
    "tweet",
    "email_customer",
    "notify_all",
    "sync",
    "import_data",
    "process_payment",
    "get_and_delete_all",
    "read_then_delete",
    "list_delete",
    "fetch_and_remove",
    "check_out_and_pay",
    "query_exec",
    "run_sql",
    "sql",
    "shell",
    "bash",
    "eval",
    "python",
    "browser_click",
    "http_request",
    "invoke",
    "checkout",
    "rollback",
    "uninstall",
    "unsubscribe",
    "sign",
    "accept",
    "finalize",
    "scale",
    "rotate_keys",
    "ban_user",
    "drain",
    "détruire",
    "löschen",
    "borrar_todo",
    "удалить",
    "削除",
    "deleteall",
    "DELETEALL",
    "d3lete",
    "d\u{435}lete_all",
    "rm",
    "mv",
    "kubectl",
    "do",
    "action",
    "ｄｅｌｅｔｅ",
    "de\u{200b}lete",
    "de\u{ad}lete",
    "balance",
    "echo",
];

#[test]
fn no_tool_of_a_server_runs_unasked_whatever_its_name() {
    for annotations in [
        json!({ "readOnlyHint": false, "destructiveHint": true }),
        json!({ "readOnlyHint": true }),
        json!({ "title": "Only reads", "readOnlyHint": true, "destructiveHint": false }),
        json!({}),
    ] {
        let ran = Ran::default();
        let tools: Vec<_> = NAMES.iter().map(|name| listed(name, &annotations)).collect();
        let sources = [
            ExternalSource::mcp("a", tools.clone()).handler(ran.clone()),
            ExternalSource::frontend("b", tools.clone()).handler(ran.clone()),
            ExternalSource::list("c", tools).handler(ran.clone()),
        ];
        let toolbox = built(Approval::new(), sources);
        let session = Session::new();
        for tool in toolbox.all_tools().iter().filter(|tool| !tool.is_container()) {
            let asked = call(&toolbox, &session, tool.name(), "{}");
            question(&asked);
            answer(&toolbox, &session, question(&asked), Choice::Cancel).unwrap();
        }
        assert!(ran.take().is_empty());
    }
}

#[test]
fn writes_that_are_denied_do_not_run_as_something_else() {
    let ran = Ran::default();
    let tools: Vec<_> = NAMES.iter().map(|name| listed(name, &json!({}))).collect();
    let source = ExternalSource::mcp("a", tools).handler(ran.clone()).unclassified(Permission::Allow);
    let approval = Approval::new().writes(Permission::Deny).unclassified(Permission::Allow);
    let toolbox = built(approval.permission("a", Permission::Allow), [source]);
    for tool in toolbox.all_tools().iter().filter(|tool| !tool.is_container()) {
        call(&toolbox, &Session::new(), tool.name(), "{}");
    }
    assert!(ran.take().is_empty());
}

fn class(tool: &Value) -> Option<Classification> {
    let source = ExternalSource::mcp("a", vec![ExternalTool::from_json(tool).unwrap()]).trusted();
    built(Approval::new(), [source]).all_tools()[0].classification()
}

/// Even of a source that the host trusts.
#[test]
fn a_hint_that_is_no_boolean_makes_no_read() {
    let unclassified = Some(Classification::Unclassified);
    for annotations in [
        json!({ "readOnlyHint": "true" }),
        json!({ "readOnlyHint": 1 }),
        json!({ "readOnlyHint": [true] }),
        json!({ "readOnlyHint": { "value": true } }),
        json!({ "readonlyhint": true }),
        json!({ "read_only_hint": true }),
        json!({ "_meta": { "readOnlyHint": true } }),
        json!({ "title": "readOnlyHint: true" }),
        json!([{ "readOnlyHint": true }]),
        json!("readOnlyHint: true"),
        json!({ "readOnlyHint": true, "destructiveHint": "true" }),
        json!({ "readOnlyHint": true, "destructiveHint": 1 }),
    ] {
        let tool = json!({ "name": "balance", "annotations": annotations });
        assert_eq!(class(&tool), unclassified, "{annotations}");
    }
    for outside in [
        json!({ "name": "balance", "readOnlyHint": true }),
        json!({ "name": "balance", "_meta": { "annotations": { "readOnlyHint": true } } }),
        json!({ "name": "balance", "hints": { "readOnlyHint": true } }),
    ] {
        assert_eq!(class(&outside), unclassified, "{outside}");
    }
}

#[test]
fn a_trusted_hint_makes_no_read_of_a_name_that_says_otherwise() {
    let hint = json!({ "readOnlyHint": true });
    for name in ["get_and_delete_all", "checkOutAndPay", "fetch-and-remove", "GETAndDELETE", "list.delete"] {
        assert_eq!(
            class(&json!({ "name": name, "annotations": hint })),
            Some(Classification::Write),
            "{name}"
        );
    }
    for name in ["d\u{435}lete", "ｄｅｌｅｔｅ", "de\u{200b}lete", "saldo\u{301}", "баланс"] {
        let expected = Some(Classification::Unclassified);
        assert_eq!(class(&json!({ "name": name, "annotations": hint })), expected, "{name}");
    }
}

/// The first entry of a name is the tool, and the second one is reported.
#[test]
fn a_second_entry_of_a_name_changes_no_class() {
    let ran = Ran::default();
    let tools = vec![
        listed("tidy", &json!({ "destructiveHint": true })),
        listed("tidy", &json!({ "readOnlyHint": true })),
    ];
    let toolbox = built(lax(), [ExternalSource::mcp("a", tools).trusted().handler(ran.clone())]);
    assert_eq!(toolbox.tool("tidy").unwrap().classification(), Some(Classification::Write));
    question(&call(&toolbox, &Session::new(), "tidy", "{}"));
    assert_eq!((ran.take().len(), toolbox.reports().len()), (0, 1));
}

#[test]
fn a_tool_that_appears_after_the_permission_for_its_server_is_asked_about() {
    let ran = Ran::default();
    let source = |names: &[&str]| {
        let tools: Vec<_> = names.iter().map(|name| listed(name, &json!({}))).collect();
        ExternalSource::mcp("a", tools).handler(ran.clone())
    };
    let first = built(Approval::new(), [source(&["balance", "rates"])]);
    let session = Session::new();
    let asked = call(&first, &session, "balance", "{}");
    answer(&first, &session, question(&asked), Choice::ConfirmSource).unwrap();
    call(&first, &session, "rates", "{}");
    assert_eq!(ran.take(), ["balance", "rates"]);

    let later = first.with_source(source(&["balance", "rates", "drain"])).unwrap();
    question(&call(&later, &session, "drain", "{}"));
    // A tool that leaves and comes back as it was is the tool that the user allowed.
    let back =
        later.with_source(source(&["drain"])).unwrap().with_source(source(&["rates", "drain"])).unwrap();
    call(&back, &session, "rates", "{}");
    question(&call(&back, &session, "drain", "{}"));
    assert_eq!(ran.take(), ["rates"]);
}

fn two(ran: &Ran) -> ExternalSource {
    let tools = vec![listed("balance", &json!({})), listed("rates", &json!({}))];
    ExternalSource::mcp("a", tools).handler(ran.clone())
}

#[test]
fn the_tool_that_calls_tools_asks_as_the_called_tool_does() {
    let ran = Ran::default();
    let policy = VisibilityPolicy::new().list(ListMode::Constant);
    let toolbox = Toolbox::builder().visibility(policy).external(two(&ran)).build().unwrap();
    for arguments in [
        r#"{"name":"balance","arguments":{}}"#,
        r#"{"name":"a.balance","arguments":{}}"#,
        r#"{"name":"MCP_a.balance","arguments":{}}"#,
        r#"{"name":"call_function","arguments":{"name":"balance","arguments":{}}}"#,
        r#"{"name":"MCP_a","arguments":{"function":"balance"}}"#,
        r#"{"name":"balance","arguments":"{}"}"#,
    ] {
        call(&toolbox, &Session::new(), "call_function", arguments);
    }
    assert!(ran.take().is_empty());
    let asked = call(&toolbox, &Session::new(), "call_function", r#"{"name":"balance","arguments":{}}"#);
    assert_eq!(question(&asked).tool(), "balance");
}

#[test]
fn a_recovery_runs_no_unclassified_tool() {
    let ran = Ran::default();
    let model = ModelOptions::new().recovery(Recovery::ExpandAndRun);
    let toolbox = Toolbox::builder().model(model).external(two(&ran)).build().unwrap();
    for (number, (name, arguments)) in [
        ("balance", "{}"),
        ("balanec", "{}"),
        ("MCP_a.balance", "{}"),
        ("MCP_a__balance", "{}"),
        ("functions.balance", "{}"),
        ("MCP_a", r#"{"function":"balance"}"#),
        ("MCP_a", r#"{"name":"balance","arguments":{}}"#),
    ]
    .into_iter()
    .enumerate()
    {
        block_on(toolbox.call(&Session::new(), &RawCall::new(number.to_string(), name, arguments)));
    }
    assert!(ran.take().is_empty());
}

/// Counts the calls that run at once.
#[derive(Clone, Default)]
struct AtOnce {
    now: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

impl ExternalHandler for AtOnce {
    fn call<'a>(
        &'a self,
        _: &'a str,
        _: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async {
            self.most.fetch_max(self.now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            for _ in 0..8 {
                yield_once().await;
            }
            self.now.fetch_sub(1, Ordering::SeqCst);
            Ok(Output::Text("ok".to_owned()))
        })
    }
}

async fn yield_once() {
    let mut is_second = false;
    std::future::poll_fn(|context| {
        if std::mem::replace(&mut is_second, true) {
            return std::task::Poll::Ready(());
        }
        context.waker().wake_by_ref();
        std::task::Poll::Pending
    })
    .await;
}

#[test]
fn unclassified_calls_of_a_message_run_one_after_another() {
    for (classification, most) in [(Classification::Unclassified, 1), (Classification::Read, 3)] {
        let handler = AtOnce::default();
        let tools: Vec<_> =
            ["x", "y", "z"].map(|name| listed(name, &json!({})).classified(classification)).to_vec();
        let toolbox = built(lax(), [ExternalSource::mcp("a", tools).handler(handler.clone())]);
        let session = Session::new();
        session.expand(toolbox.tool("MCP_a").unwrap().id());
        let calls = ["x", "y", "z"].map(|name| RawCall::new(name, name, "{}"));
        let ended = block_on(toolbox.turn(&session, &calls));
        assert!(ended.iter().all(|outcome| outcome.status() == "ok"));
        assert_eq!(handler.most.load(Ordering::SeqCst), most, "{classification:?}");
    }
}

/// Fails without a word about its effect, or without an answer.
#[derive(Clone)]
struct Lost(Ran, bool);

impl ExternalHandler for Lost {
    fn call<'a>(
        &'a self,
        name: &'a str,
        _: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        self.0.note(name);
        let error = ToolError::new("No answer.");
        Box::pin(async { Err(if self.1 { error.outcome_unknown() } else { error }) })
    }
}

#[test]
fn an_unclassified_call_whose_effect_is_unknown_is_not_repeated() {
    for is_unknown in [true, false] {
        let ran = Ran::default();
        let source = ExternalSource::mcp("a", vec![listed("balance", &json!({ "idempotentHint": true }))]);
        let toolbox = built(lax(), [source.handler(Lost(ran.clone(), is_unknown))]);
        let ended = call(&toolbox, &Session::new(), "balance", "{}");
        let effect =
            ended.error().and_then(|error| error.function()).map(hpd_host::error::FunctionError::effect);
        let expected = if is_unknown { FailureEffect::Unknown } else { FailureEffect::Failed };
        assert_eq!((effect, ran.take().len()), (Some(expected), 1));
    }
}
