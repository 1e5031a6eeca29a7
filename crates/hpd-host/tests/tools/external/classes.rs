//! The class of each tool, and the permission that follows from it.

use futures_executor::block_on;
use hpd_host::approval::Permission;
use hpd_host::external::{Classification, ExternalSource, ExternalTool, Rules, ToolRules};
use hpd_host::spec::Risk;
use hpd_host::{Approval, RawCall, Session, Toolbox, ToolboxBuilder, ai_function};
use serde_json::{Value, json};

/// Says nothing of its effect.
#[ai_function]
fn tell_time() {}

/// Looks like a write, and is none.
#[ai_function(read_only)]
fn create_sketch() {}

/// Is named like a write.
#[ai_function]
fn make_nothing() {}

/// Saves.
#[ai_function(write, risk = low)]
fn save() {}

fn listed(name: &str, annotations: &Value) -> ExternalTool {
    let tool = json!({ "name": name, "inputSchema": { "type": "object" }, "annotations": annotations });
    ExternalTool::from_json(&tool).unwrap()
}

fn books() -> ExternalSource {
    let tools = vec![
        listed("balance", &json!({})),
        listed("rates", &json!({ "readOnlyHint": true })),
        listed("send.invoice", &json!({ "readOnlyHint": true })),
        listed("tidy", &json!({ "destructiveHint": true })),
        listed("note", &json!({ "readOnlyHint": false })),
        listed("void_invoice", &json!({})),
        listed("удалить", &json!({ "readOnlyHint": true })),
    ];
    let rules = Rules::new().tool("void_invoice", ToolRules::new().write(Risk::High));
    ExternalSource::mcp("books", tools).rules(rules)
}

fn built(change: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) -> Toolbox {
    change(Toolbox::builder()).build().unwrap()
}

fn report(toolbox: &Toolbox) -> Vec<String> {
    toolbox.tools_report().into_iter().map(|line| line.to_string()).collect()
}

#[test]
fn every_tool_is_reported_with_its_class_and_the_reason() {
    let toolbox = built(|builder| {
        let builder = builder.function::<tell_time>().function::<create_sketch>().function::<make_nothing>();
        builder.function::<save>().external(books())
    });
    assert_eq!(
        report(&toolbox),
        [
            "tell_time: read, allow (the function does not say `write`)",
            "create_sketch: read, allow (the function says `read_only`)",
            "make_nothing: read, allow (the function does not say `write`)",
            "save: write, low risk, ask (the function says `write`)",
            "MCP_books: read, allow (a container only reveals tools)",
            "MCP_books.balance: unclassified, medium risk, ask (nothing classifies it)",
            "MCP_books.rates: unclassified, medium risk, ask (nothing classifies it)",
            "MCP_books.send.invoice: write, medium risk, ask (its name has the word `send`)",
            "MCP_books.tidy: write, high risk, ask (its source says `destructiveHint: true`)",
            "MCP_books.note: write, medium risk, ask (its source says `readOnlyHint: false`)",
            "MCP_books.void_invoice: write, high risk, ask (the host says so)",
            "MCP_books.удалить: unclassified, medium risk, ask (nothing classifies it)",
        ]
    );
    let ids: Vec<_> = toolbox.unclassified().into_iter().map(|tool| tool.id().as_str()).collect();
    assert_eq!(ids, ["make_nothing", "MCP_books.balance", "MCP_books.rates", "MCP_books.удалить"]);
}

#[test]
fn a_trusted_source_says_what_reads_unless_the_name_says_otherwise() {
    let toolbox = built(|builder| builder.external(books().trusted()));
    let reads: Vec<_> = toolbox
        .tools_report()
        .into_iter()
        .filter(|line| line.classification == Some(Classification::Read) && !line.tool.is_container())
        .map(|line| line.to_string())
        .collect();
    assert_eq!(
        reads,
        ["MCP_books.rates: read, allow (its source is trusted, and says `readOnlyHint: true`)"]
    );
}

/// The outcome of a call with an id of its own.
fn status(toolbox: &Toolbox, session: &Session, name: &str, arguments: &str) -> &'static str {
    block_on(toolbox.call(session, &RawCall::new(name, name, arguments))).status()
}

/// The outcomes of calls of all tools of the books.
fn statuses(toolbox: &Toolbox) -> Vec<&'static str> {
    let session = Session::new();
    session.expand(toolbox.tool("MCP_books").unwrap().id());
    let functions = toolbox.all_tools().iter().filter(|tool| !tool.is_container());
    functions.map(|tool| status(toolbox, &session, tool.name(), "{}")).collect()
}

#[test]
fn settings_for_classes_cover_their_class_up_to_medium_risk() {
    let of = |approval: Approval| statuses(&built(|builder| builder.external(books()).approval(approval)));
    let (ask, run, no) = ("confirm", "forward", "error");
    assert_eq!(of(Approval::new()), [ask; 7]);
    assert_eq!(of(Approval::new().writes(Permission::Allow)), [ask, ask, run, ask, run, ask, ask]);
    assert_eq!(of(Approval::new().unclassified(Permission::Allow)), [run, run, ask, ask, ask, ask, run]);
    assert_eq!(of(Approval::new().writes(Permission::Deny)), [no; 7]);
    assert_eq!(of(Approval::new().unclassified(Permission::Deny)), [no, no, ask, ask, ask, ask, no]);
    let denied = Approval::new().writes(Permission::Deny).unclassified(Permission::Allow);
    assert_eq!(of(denied), [no; 7]);
    let source = books().unclassified(Permission::Allow);
    let approval = Approval::new().unclassified(Permission::Deny);
    let toolbox = built(|builder| builder.external(source).approval(approval));
    // A denial holds against the more specific setting.
    assert_eq!(statuses(&toolbox), [no, no, ask, ask, ask, ask, no]);
    let source = books().unclassified(Permission::Allow);
    assert_eq!(statuses(&built(|builder| builder.external(source))), [run, run, ask, ask, ask, ask, run]);
}

#[test]
fn a_permission_is_for_a_tool_a_source_or_a_pattern() {
    use Permission::{Allow, Ask, Deny};
    let of = |settings: &[(&str, Permission)]| {
        let approval =
            settings.iter().fold(Approval::new(), |all, (scope, said)| all.permission(scope, *said));
        statuses(&built(|builder| builder.external(books()).approval(approval)))
    };
    let (ask, run, no) = ("confirm", "forward", "error");
    for source in ["MCP_books", "books", "MCP_books.*", "books.*", "*"] {
        assert_eq!(of(&[(source, Allow)]), [run, run, run, ask, run, ask, run], "{source}");
        assert_eq!(of(&[(source, Deny), ("books.balance", Allow)]), [no; 7], "{source}");
        assert_eq!(of(&[(source, Ask), ("books.balance", Allow)]), [run, ask, ask, ask, ask, ask, ask]);
    }
    assert_eq!(of(&[("books.void_invoice", Allow)]), [ask, ask, ask, ask, ask, run, ask]);
    assert_eq!(of(&[("MCP_books.*invoice", Allow)]), [ask, ask, run, ask, ask, ask, ask]);
    assert_eq!(of(&[("books.*", Ask), ("MCP_books", Allow)]), [run, run, run, ask, run, ask, run]);
    assert_eq!(of(&[("books.tidy", Allow), ("MCP_books.tidy", Ask)]), [ask; 7]);
}

#[test]
fn a_scope_without_a_tool_fails_the_build() {
    let error = |scope: &str| {
        let approval = Approval::new().permission(scope, Permission::Ask);
        Toolbox::builder().external(books()).approval(approval).build().unwrap_err().to_string()
    };
    assert_eq!(
        error("MCP_boks"),
        "the toolbox can't be built: a permission was set for `MCP_boks`, which there is not: did you mean `MCP_books`?"
    );
    assert_eq!(
        error("bank.*"),
        "the toolbox can't be built: a permission was set for `bank.*`, which there is not"
    );
}

/// A missing closer is added where nothing is written on a guess.
#[test]
fn an_unclassified_tool_reads_its_arguments_like_a_read() {
    let approval = Approval::new().unclassified(Permission::Allow).writes(Permission::Allow);
    let toolbox = built(|builder| builder.external(books()).approval(approval));
    let session = Session::new();
    session.expand(toolbox.tool("MCP_books").unwrap().id());
    let cut = |name: &str| status(&toolbox, &session, name, r#"{"a": "x""#);
    assert_eq!([cut("balance"), cut("note")], ["forward", "error"]);
}

#[test]
fn risk_and_phrase_are_known_of_the_tool() {
    let void = ToolRules::new().write(Risk::High).confirm_phrase("VOID {InvoiceId}").required(["InvoiceId"]);
    let source = ExternalSource::list("books", vec![listed("void_invoice", &json!({}))])
        .rules(Rules::new().tool("void_invoice", void));
    let toolbox = built(|builder| builder.external(source));
    let tool = toolbox.tool("void_invoice").unwrap();
    assert_eq!((tool.risk(), tool.confirm_phrase()), (Some(Risk::High), Some("VOID {InvoiceId}")));
}
