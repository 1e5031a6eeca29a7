//! A source's list changes between turns: a new toolbox, the same session.

#![allow(clippy::unused_async, reason = "synchronous writes run on threads of their own, which takes time")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_executor::block_on;
use hpd_host::approval::{AmountAbove, Answer, Choice, DecisionError, Permission, Question, UserChannel};
use hpd_host::args::Decimal;
use hpd_host::error::{BuildProblem, Counters};
use hpd_host::external::{ExternalSource, ExternalTool, Rules, ToolRules};
use hpd_host::filter::{FilterContext, Filters, Verdict};
use hpd_host::list::VisibilityPolicy;
use hpd_host::outcome::OutcomeKind;
use hpd_host::spec::Risk;
use hpd_host::{Approval, CallError, Limits, Outcome, Output, RawCall, Session, Toolbox, plugin, scope};
use serde_json::json;

use crate::external::{lax, reports, tool, toolbox};
use crate::support::{Math, answer, names, text};

#[test]
fn a_session_lives_on_when_a_list_changes() {
    let before = toolbox(ExternalSource::mcp("github", vec![lax("get_me"), lax("list_issues")]));
    let after =
        toolbox(ExternalSource::mcp("github", vec![lax("get_me"), lax("search_code"), lax("list_issues")]));
    let session = Session::new();
    answer(&before, &session, "MCP_github", "{}");
    assert_eq!(names(&before, &session), ["MCP_github", "get_me", "list_issues"]);
    assert_eq!(names(&after, &session), ["MCP_github", "get_me", "search_code", "list_issues"]);
    assert_eq!(answer(&after, &session, "search_code", "{}").status(), "forward");
    // A call that was forwarded before the change is completed after it.
    let next = toolbox(ExternalSource::mcp("github", vec![lax("get_me")]));
    assert!(block_on(next.complete(&session, "call_1", Ok(Output::Nothing))).is_ok());
}

#[test]
fn a_tool_that_is_gone_is_unknown() {
    let session = Session::new();
    let before = toolbox(ExternalSource::mcp("github", vec![lax("get_me"), lax("list_issues")]));
    answer(&before, &session, "MCP_github", "{}");
    let after = toolbox(ExternalSource::mcp("github", vec![lax("get_me"), lax("get_you")]));
    assert_eq!(
        answer(&after, &session, "list_issues", "{}").error().unwrap().to_string(),
        "There is no tool 'list_issues'. Call a tool by exactly the name in the list of tools."
    );
}

/// Counts its calls, so that another instance would show.
#[derive(Default)]
struct Notes {
    saved: AtomicUsize,
}

#[scope("Notes")]
impl Notes {
    /// Saves a note.
    #[ai_function(write, risk = low)]
    async fn save(
        &self,
        /** The text. */
        text: String,
    ) -> String {
        format!("{text} {}", self.saved.fetch_add(1, Ordering::Relaxed))
    }

    /// How many there are.
    #[ai_function]
    fn count(&self) -> usize {
        self.saved.load(Ordering::Relaxed)
    }
}

struct Guide;

#[plugin]
impl Guide {
    /// How to write notes. Its plugin is made by the toolbox.
    #[skill(functions(Notes::count, Notes::save))]
    fn writing(&self) {}
}

fn browser(tools: Vec<ExternalTool>) -> ExternalSource {
    ExternalSource::frontend("browser", tools)
}

fn ask(toolbox: &Toolbox, session: &Session, name: &str, arguments: &str) -> Question {
    let call = RawCall::new("1", name, arguments);
    match block_on(toolbox.call(session, &call)).kind {
        OutcomeKind::Confirm(question) => *question,
        other => panic!("{name} is not asked about: {other:?}"),
    }
}

fn decide(toolbox: &Toolbox, session: &Session, question: &Question) -> Result<Outcome, DecisionError> {
    let answer = Answer {
        pending_id: question.pending_id().clone(),
        nonce: question.nonce().to_owned(),
        choice: Choice::Confirm,
        phrase: None,
        reason: None,
        edit: None,
    };
    block_on(toolbox.decide(session, &UserChannel::local().decision(answer)))
}

fn refusal(toolbox: &Toolbox, session: &Session, name: &str, arguments: &str) -> &'static str {
    answer(toolbox, session, name, arguments).error().map_or("none", CallError::error_type)
}

fn deny(_: &FilterContext<'_>) -> Verdict {
    Verdict::deny("Not now.", "test")
}

#[test]
fn a_conversation_goes_from_one_snapshot_to_the_next() {
    let first = Toolbox::builder().plugin(Math).plugin(Notes::default()).build().unwrap();
    let first = first.with_source(browser(vec![lax("open_tab"), lax("close_tab")])).unwrap();
    let session = Session::new();
    for container in ["Math", "Notes", "Frontend_browser"] {
        text(&first, &session, container, "{}");
    }
    let asked = ask(&first, &session, "save", r#"{"text":"milk"}"#);
    let forwarded = block_on(first.call(&session, &RawCall::new("tab", "open_tab", "{}")));
    assert_eq!(forwarded.status(), "forward");
    answer(&first, &session, "nothing", "{}");

    // The client has another list now, and the session was stored in between.
    let second = first.with_source(browser(vec![lax("open_tab"), lax("print")])).unwrap();
    let session = Session::from_json(&session.to_json()).unwrap();
    let listed = names(&second, &session);
    assert_eq!(listed[listed.len() - 3..], ["count", "open_tab", "print"]);
    assert!(["Add", "save"].iter().all(|name| listed.iter().any(|listed| listed == name)));
    assert_eq!(decide(&second, &session, &asked).unwrap().for_model().text, "milk 0");
    let result = block_on(second.complete(&session, "tab", Ok(Output::Text("open".to_owned()))));
    assert_eq!(result.unwrap().for_model().text, "open");
    // The instance is the same one, and so are the counters.
    assert_eq!(text(&first, &session, "count", "{}"), "1");
    let Counters { calls, unknown_name, .. } = second.counters();
    assert_eq!((calls, unknown_name), (first.counters().calls, 1));
    assert_eq!(block_on(second.pending_calls(&session, &UserChannel::local())).unwrap().len(), 1);
}

#[test]
fn what_the_host_decided_holds_in_the_next_snapshot() {
    let rules = Rules::new().tool("print", ToolRules::new().required(["page"]));
    let print = ExternalSource::list("office", vec![lax("print")]).rules(rules);
    let first = Toolbox::builder()
        .plugin(Notes::default())
        .external(print)
        .filters(Filters::new().function("Notes.count", deny))
        .approval(Approval::new().writes(Permission::Deny))
        .visibility(VisibilityPolicy::new().never_collapse(["Notes"]))
        .limits(Limits::new().calls_per_turn(1))
        .build()
        .unwrap();
    let next = first.with_source(browser(vec![lax("open_tab")])).unwrap();
    let session = Session::new();
    assert_eq!(names(&next, &session), ["save", "count", "print", "open_tab"]);
    assert_eq!(refusal(&next, &session, "count", "{}"), "call_denied");
    assert_eq!(refusal(&next, &session, "save", r#"{"text":"milk"}"#), "call_denied");
    assert_eq!(refusal(&next, &session, "print", "{}"), "validation_error");
    let calls = [RawCall::new("1", "open_tab", "{}"), RawCall::new("2", "open_tab", "{}")];
    let outcomes = block_on(next.turn(&session, &calls));
    assert_eq!(outcomes[0].status(), "forward");
    assert_eq!(outcomes[1].error().map(CallError::error_type), Some("too_many_calls"));
}

#[test]
fn an_instance_that_the_toolbox_made_is_kept() {
    let first =
        Toolbox::builder().plugin(Guide).approval(Approval::new().writes(Permission::Allow)).build().unwrap();
    let session = Session::new();
    text(&first, &session, "writing", "{}");
    assert_eq!(text(&first, &session, "save", r#"{"text":"milk"}"#), "milk 0");
    let next = first.with_source(browser(vec![lax("open_tab")])).unwrap();
    assert_eq!(text(&next, &session, "count", "{}"), "1");
    // One of the host's own takes its place.
    let own = next.to_builder().plugin(Notes { saved: 7.into() }).build().unwrap();
    assert_eq!(text(&own, &session, "count", "{}"), "7");
}

#[test]
fn a_source_takes_the_place_of_its_namesake() {
    let first = Toolbox::builder()
        .external(browser(vec![lax("open_tab")]))
        .external(ExternalSource::mcp("browser", vec![lax("get_me")]))
        .plugin(Math)
        .build()
        .unwrap();
    let session = Session::new();
    assert_eq!(names(&first, &session), ["open_tab", "get_me", "Math"]);
    let next = first.with_source(browser(vec![lax("close_tab")])).unwrap();
    assert_eq!(names(&next, &session), ["close_tab", "get_me", "Math"]);
    assert_eq!(names(&first, &session), ["open_tab", "get_me", "Math"]);
    let without = next.without_source("MCP_browser").unwrap();
    assert_eq!(names(&without, &session), ["close_tab", "Math"]);
    assert_eq!(
        without.without_source("MCP_browser").unwrap_err().to_string(),
        "the toolbox can't be built: there is no source `MCP_browser`"
    );
    assert_eq!(
        next.without_source("Frontend_browsr").unwrap_err().to_string(),
        "the toolbox can't be built: there is no source `Frontend_browsr`: did you mean `Frontend_browser`?"
    );
}

#[test]
fn a_setting_for_a_tool_that_is_gone_is_reported_and_holds_when_it_is_back() {
    let first = Toolbox::builder()
        .external(browser(vec![lax("open_tab"), lax("print")]))
        .filters(Filters::new().function("Frontend_browser.print", deny))
        .approval(Approval::new().permission("Frontend_browser.open_tab", Permission::Ask))
        .build()
        .unwrap();
    let gone = first.with_source(browser(vec![lax("close_tab")])).unwrap();
    assert_eq!(
        reports(&gone),
        [
            "a filter was registered for the function `Frontend_browser.print`, which there is not",
            "a permission was set for `Frontend_browser.open_tab`, which there is not"
        ]
    );
    // The tool may have a new name, for which no setting is meant.
    assert!(gone.tool("close_tab").unwrap().is_blocked());
    let back = gone.with_source(browser(vec![lax("open_tab"), lax("print")])).unwrap();
    assert!(reports(&back).is_empty());
    let session = Session::new();
    text(&back, &session, "Frontend_browser", "{}");
    assert_eq!(refusal(&back, &session, "print", "{}"), "call_denied");
    assert_eq!(answer(&back, &session, "open_tab", "{}").status(), "confirm");
    // A misprint is an error, in every snapshot.
    assert!(
        back.to_builder().filters(Filters::new().function("Frontend_browser.prnt", deny)).build().is_err()
    );
}

/// A rule for a tool that is gone is no misprint.
#[test]
fn a_rule_whose_field_is_gone_is_reported() {
    let pay =
        |field: &str| tool("pay", json!({ "type": "object", "properties": { field: { "type": "number" } } }));
    let rule = || AmountAbove::new("Amount", Decimal::from(5_u128));
    let built = |field: &str| {
        let approval = Approval::new().escalation(rule());
        Toolbox::builder().approval(approval).external(ExternalSource::mcp("bank", vec![pay(field)])).build()
    };
    assert_eq!(
        built("Ammount").unwrap_err().to_string(),
        "the toolbox can't be built: a rule reads `Amount`, which no write has: the rule would never apply"
    );
    // No tool writes.
    let reads = Toolbox::builder().approval(Approval::new().escalation(rule()));
    let problem =
        reads.clone().external(ExternalSource::mcp("bank", vec![lax("rates")])).build().unwrap_err();
    assert!(matches!(problem.problems(), [BuildProblem::EscalationField { .. }]));
    // A start for the sources of each client.
    assert!(reads.build().unwrap().with_source(ExternalSource::mcp("bank", vec![pay("Amount")])).is_ok());
    // Names of external arguments are compared without case.
    let first = built("amount").unwrap();
    let renamed = first.with_source(ExternalSource::mcp("bank", vec![pay("Sum")])).unwrap();
    assert_eq!(
        reports(&renamed),
        [
            "a rule for `MCP_bank.pay` reads `Amount`, which no tool of it has: the rule would never apply",
            "a rule reads `Amount`, which no write has: the rule would never apply"
        ]
    );
    assert!(renamed.tool("pay").unwrap().is_blocked());
    assert!(reports(&first.without_source("MCP_bank").unwrap()).is_empty());
    let approval = Approval::new().escalation_for("bank.pay", rule());
    let scoped =
        Toolbox::builder().approval(approval).external(ExternalSource::mcp("bank", vec![pay("Sum")]));
    assert_eq!(
        scoped.build().unwrap_err().to_string(),
        "the toolbox can't be built: a rule for `bank.pay` reads `Amount`, which no tool of it has: the rule would never apply"
    );
}

fn delete(properties: &serde_json::Value) -> ExternalSource {
    let schema = json!({ "type": "object", "properties": properties });
    ExternalSource::mcp("files", vec![tool("delete_file", schema), lax("list_files")])
        .rules(Rules::new().tool("delete_file", ToolRules::new().write(Risk::Low)))
}

#[test]
fn a_question_about_a_tool_that_is_gone_is_closed() {
    let first = Toolbox::builder().external(delete(&json!({}))).build().unwrap();
    let session = Session::new();
    text(&first, &session, "MCP_files", "{}");
    let asked = ask(&first, &session, "delete_file", "{}");
    let next = first.without_source("MCP_files").unwrap();
    let outcome = decide(&next, &session, &asked).unwrap();
    assert_eq!(
        outcome.for_model().text,
        r#"{"error_type":"not_approved","tool_name":"delete_file","error_message":"'delete_file' is not there any more. It did not run.","retry_guidance":"Do not call it again. Tell the user that it can't be done right now."}"#
    );
    // It stays closed, when the tool is back too.
    assert!(decide(&first, &session, &asked).is_err());
}

#[test]
fn a_question_about_a_tool_that_changed_is_asked_anew() {
    let first =
        Toolbox::builder().external(delete(&json!({ "path": { "type": "string" } }))).build().unwrap();
    let session = Session::new();
    text(&first, &session, "MCP_files", "{}");
    let asked = ask(&first, &session, "delete_file", r#"{"path":"a"}"#);
    let changed = json!({ "path": { "type": "string", "description": "A folder, with all that is in it." } });
    let next = first.with_source(delete(&changed)).unwrap();
    let outcome = decide(&next, &session, &asked).unwrap();
    let OutcomeKind::Confirm(again) = &outcome.kind else { panic!("it is another tool now: {outcome:?}") };
    assert!(again.text().contains("changed since you were asked"), "{}", again.text());
    assert_eq!(decide(&next, &session, again).unwrap().status(), "forward");
}

/// Sessions of one program, each with the tools of its own client.
#[test]
fn each_session_has_the_list_of_its_own_client() {
    let all = Arc::new(Toolbox::builder().plugin(Math).build().unwrap());
    let lists = ["open_tab", "print"].map(|name| all.with_source(browser(vec![lax(name)])).unwrap());
    let sessions = [Session::new(), Session::new()];
    for ((toolbox, session), name) in lists.iter().zip(&sessions).zip(["open_tab", "print"]) {
        assert_eq!(names(toolbox, session), ["Math", name]);
        assert_eq!(answer(toolbox, session, name, "{}").status(), "forward");
    }
    assert_eq!(all.counters().calls, 2);
}
