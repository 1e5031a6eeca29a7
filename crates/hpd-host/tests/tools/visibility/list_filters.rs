//! List filters: the tools that each principal sees.

use futures_executor::block_on;
use hpd_host::filter::{Filters, ListContext, ListFilter};
use hpd_host::list::{ListMode, ModelOptions, Recovery, VisibilityPolicy};
use hpd_host::{Principal, RawCall, Session, Toolbox, ToolboxBuilder, TurnContext, plugin, scope};

use super::id;
use super::world::Closed;
use crate::support::Math;

#[derive(Default)]
pub(super) struct Books;

#[scope("The books", post_expansion = "Close a year once.")]
impl Books {
    /// Reads the balance.
    #[ai_function]
    fn balance(&self) -> i64 {
        7
    }

    /// Closes a year.
    #[ai_function]
    fn close_year(&self) {}

    /// Reads an entry.
    #[ai_function]
    fn entry(
        &self,
        /// The entry.
        #[param(obtain = Self::balance)]
        id: u32,
    ) -> u32 {
        id
    }

    /// What is done in spring.
    #[skill(
        functions(Self::balance, Self::close_year),
        instructions = "Balance, then close.",
        documents(document(id = "steps", description = "Steps", text = "One by one."))
    )]
    fn spring(&self) {}
}

#[derive(Default)]
pub(super) struct Open;

#[plugin]
impl Open {
    /// Looks around.
    #[ai_function]
    fn look(&self) -> &'static str {
        "nothing"
    }
}

fn of(principal: &str) -> TurnContext {
    TurnContext::on_behalf_of(Principal::new(principal))
}

/// Hides tools from all but anna, by qualified id.
fn for_anna(ids: &'static [&'static str]) -> impl ListFilter {
    (move |tool: &ListContext<'_>| {
        !ids.contains(&tool.id().as_str()) || tool.principal().id() == Some("anna")
    })
    .named("anna")
}

fn toolbox(hidden: &'static [&'static str]) -> Toolbox {
    builder(hidden).build().unwrap()
}

fn builder(hidden: &'static [&'static str]) -> ToolboxBuilder {
    Toolbox::builder().plugin(Books).plugin(Open).plugin(Math).filters(Filters::new().list(for_anna(hidden)))
}

pub(super) fn listed(toolbox: &Toolbox, session: &Session, principal: &str) -> Vec<String> {
    toolbox.tools_with(session, &of(principal)).names().map(str::to_owned).collect()
}

fn text(toolbox: &Toolbox, session: &Session, principal: &str, name: &str, arguments: &str) -> String {
    let call = RawCall::new("1", name, arguments);
    block_on(toolbox.call_with(session, &of(principal), &call)).for_model().text.into_owned()
}

#[test]
fn a_denied_tool_is_in_no_list_and_no_text() {
    let toolbox = toolbox(&["Books.close_year"]);
    let session = Session::new();
    assert_eq!(
        text(&toolbox, &session, "ben", "Books", "{}"),
        "Books expanded. Functions: balance, entry. Skills: spring.\n\nClose a year once."
    );
    assert_eq!(
        text(&toolbox, &session, "ben", "spring", "{}").lines().next(),
        Some("spring expanded. Functions: balance.")
    );
    let list = toolbox.tools_with(&session, &of("ben"));
    assert_eq!(
        list.names().collect::<Vec<_>>(),
        ["Books", "look", "Math", "read_skill_document", "balance", "entry", "spring"]
    );
    let tool = |name: &str| list.iter().find(|tool| tool.name() == name).unwrap();
    assert_eq!(
        tool("Books").description(),
        "The books. Call it without arguments to reveal 2 functions: balance, entry and 1 skill: spring."
    );
    assert_eq!(
        serde_json::to_string(tool("Books").metadata()).unwrap(),
        r#"{"IsContainer":true,"IsScope":true,"PluginName":"Books","FunctionNames":["balance","entry"],"FunctionCount":2,"SkillNames":["spring"],"SkillCount":1,"SourceType":"Plugin"}"#
    );
    assert_eq!(
        tool("spring").description(),
        "What is done in spring. Call it without arguments to reveal 1 function: balance."
    );
    assert_eq!(
        serde_json::to_string(tool("spring").metadata()).unwrap(),
        r#"{"IsContainer":true,"IsSkill":true,"PluginName":"Books","FunctionNames":["balance"],"FunctionCount":1,"ReferencedFunctions":["Books.balance"],"ReferencedPlugins":["Books"],"SourceType":"Skill","ParentSkillContainer":"Books"}"#
    );
    let wrong = text(&toolbox, &session, "ben", "Books", r#"{"a":1}"#);
    assert!(wrong.ends_with(r#"Available functions: balance, entry"}"#), "{wrong}");
}

#[test]
fn who_may_see_everything_sees_what_there_is_without_filters() {
    let filtered = toolbox(&["Books.close_year"]);
    let free = Toolbox::builder().plugin(Books).plugin(Open).plugin(Math).build().unwrap();
    let session = Session::new();
    session.expand(&id("Books"));
    let shown = |toolbox: &Toolbox| {
        let list = toolbox.tools_with(&session, &of("anna"));
        list.iter().map(|tool| format!("{tool:?} {}", tool.description())).collect::<Vec<_>>()
    };
    assert_eq!(shown(&filtered), shown(&free));
    assert_eq!(
        text(&filtered, &session, "anna", "close_year", "{}"),
        text(&free, &session, "anna", "close_year", "{}")
    );
}

#[test]
fn a_call_is_answered_like_one_of_what_does_not_exist() {
    let toolbox = toolbox(&["Books.close_year"]);
    let without = Toolbox::builder().plugin(Open).plugin(Math).build().unwrap();
    let session = Session::new();
    session.expand(&id("Books"));
    for name in ["close_year", "closeyear", "close_yeer", "Close-Year"] {
        assert_eq!(
            text(&toolbox, &session, "ben", name, "{}"),
            text(&without, &Session::new(), "ben", name, "{}"),
            "{name}"
        );
    }
    assert!(
        text(&toolbox, &session, "ben", "Books.close_year", "{}")
            .contains("There is no tool 'Books.close_year'.")
    );
    assert_eq!(
        text(&toolbox, &Session::new(), "anna", "Books", "{}").lines().next(),
        Some("Books expanded. Functions: balance, close_year, entry. Skills: spring.")
    );
}

#[test]
fn a_container_with_nothing_left_is_hidden() {
    let toolbox = toolbox(&["Books.close_year", "Books.balance", "Books.entry"]);
    let session = Session::new();
    assert_eq!(listed(&toolbox, &session, "ben"), ["look", "Math", "read_skill_document"]);
    assert!(text(&toolbox, &session, "ben", "Books", "{}").contains("There is no tool 'Books'."));
    assert!(session.expanded().is_empty());
    // Somebody else expanded it in the same conversation.
    session.expand(&id("Books"));
    assert_eq!(listed(&toolbox, &session, "ben"), ["look", "Math", "read_skill_document"]);
    assert_eq!(
        toolbox.explain_with(&session, &of("ben"))[0].to_string(),
        "`Books` is hidden: list filters show none of its members"
    );
}

#[test]
fn what_lies_in_a_denied_container_is_denied() {
    let toolbox = toolbox(&["Books"]);
    let session = Session::new();
    session.expand(&id("Books"));
    session.expand(&id("Books.spring"));
    assert_eq!(listed(&toolbox, &session, "ben"), ["look", "Math", "read_skill_document"]);
    assert!(text(&toolbox, &session, "ben", "balance", "{}").contains("There is no tool 'balance'."));
    let document = text(&toolbox, &session, "ben", "read_skill_document", r#"{"document_id":"steps"}"#);
    assert!(document.contains("There is no document 'steps'."), "{document}");
    assert!(!document.contains("These can be read"), "{document}");
    assert_eq!(
        text(&toolbox, &session, "anna", "read_skill_document", r#"{"document_id":"steps"}"#),
        "One by one."
    );
    let explained = toolbox.explain_with(&session, &of("ben"));
    assert_eq!(explained[0].to_string(), "`Books` is hidden: the list filter `anna` does not show it");
    assert_eq!(
        explained[1].to_string(),
        "`Books.balance` is hidden: it lies in `Books`, which the list filter `anna` does not show"
    );
    assert_eq!(
        serde_json::to_string(&explained[1]).unwrap(),
        r#"{"tool":"Books.balance","visible":false,"rule":"list_filter","container":"Books","filter":"the list filter `anna`"}"#
    );
}

#[test]
fn a_denied_skill_reveals_nothing_and_its_documents_are_closed() {
    let toolbox = toolbox(&["Books.spring"]);
    let session = Session::new();
    session.expand(&id("Books.spring"));
    assert_eq!(listed(&toolbox, &session, "ben"), ["Books", "look", "Math", "read_skill_document"]);
    assert!(
        text(&toolbox, &session, "ben", "read_skill_document", r#"{"document_id":"steps"}"#)
            .contains("There is no document 'steps'.")
    );
    assert!(
        text(&toolbox, &session, "ben", "balance", "{}").contains("First call 'Books' with NO arguments")
    );
    assert_eq!(text(&toolbox, &session, "anna", "balance", "{}"), "7");
}

#[test]
fn nothing_is_called_through_the_bridge() {
    let policy = VisibilityPolicy::new().list(ListMode::Constant);
    let toolbox = builder(&["Books.close_year"]).visibility(policy).build().unwrap();
    let session = Session::new();
    let expanded = text(&toolbox, &session, "ben", "Books", "{}");
    assert!(expanded.contains("- balance: Reads the balance."), "{expanded}");
    assert!(!expanded.contains("close_year"), "{expanded}");
    let called = text(&toolbox, &session, "ben", "call_function", r#"{"name":"close_year"}"#);
    assert!(called.contains("There is no tool 'close_year'."), "{called}");
    assert_eq!(text(&toolbox, &session, "ben", "call_function", r#"{"name":"balance"}"#), "7");
}

#[test]
fn nothing_is_set_right_towards_what_is_hidden() {
    let toolbox = builder(&["Books.close_year"])
        .model(ModelOptions::new().recovery(Recovery::ExpandAndRun))
        .build()
        .unwrap();
    let session = Session::new();
    for (name, arguments) in [
        ("close_year", "{}"),
        ("Books.close_year", "{}"),
        ("CloseYear", "{}"),
        ("functions.close_year", "{}"),
    ] {
        let answer = text(&toolbox, &session, "ben", name, arguments);
        assert!(answer.contains("There is no tool"), "{name}: {answer}");
        assert!(session.expanded().is_empty(), "{name}");
    }
    let named = text(&toolbox, &session, "ben", "Books", r#"{"function":"close_year"}"#);
    assert!(named.starts_with("Books expanded. Functions: balance, entry."), "{named}");
}

#[test]
fn containers_that_are_never_collapsed_keep_to_filters() {
    let policy = VisibilityPolicy::new().never_collapse(["spring", "Math"]);
    let toolbox = builder(&["Books.spring", "Math.Add"]).visibility(policy).build().unwrap();
    let session = Session::new();
    assert!(listed(&toolbox, &session, "anna").contains(&"balance".to_owned()));
    assert!(listed(&toolbox, &session, "anna").contains(&"Add".to_owned()));
    let seen = listed(&toolbox, &session, "ben");
    assert!(!seen.contains(&"Add".to_owned()) && seen.contains(&"Multiply".to_owned()), "{seen:?}");
    // Its scope leads to it too.
    assert!(!seen.contains(&"balance".to_owned()), "{seen:?}");
    assert!(
        text(&toolbox, &session, "ben", "balance", "{}").contains("First call 'Books' with NO arguments")
    );
    assert_eq!(
        toolbox.explain_with(&session, &of("ben"))[1].to_string(),
        "`Books.balance` is hidden: its container `Books` is not expanded"
    );
    text(&toolbox, &session, "ben", "Books", "{}");
    assert_eq!(text(&toolbox, &session, "ben", "balance", "{}"), "7");
    assert!(listed(&toolbox, &session, "ben").contains(&"balance".to_owned()));
}

#[test]
fn what_is_listed_for_a_denied_skill_alone_is_hidden() {
    let policy = VisibilityPolicy::new().never_collapse(["t1"]);
    let toolbox = Toolbox::builder()
        .plugin(Closed)
        .filters(Filters::new().list(for_anna(&["Closed.t1"])))
        .visibility(policy);
    let toolbox = toolbox.build().unwrap();
    let session = Session::new();
    assert_eq!(listed(&toolbox, &session, "anna"), ["Closed", "b2", "c1"]);
    assert_eq!(listed(&toolbox, &session, "ben"), ["Closed"]);
    assert!(!text(&toolbox, &session, "ben", "b2", "{}").contains("t1"));
}

#[test]
fn no_error_sends_the_model_to_a_tool_that_is_hidden() {
    let toolbox = toolbox(&["Books.balance"]);
    let session = Session::new();
    session.expand(&id("Books"));
    let missing = |principal: &str| text(&toolbox, &session, principal, "entry", "{}");
    assert!(missing("anna").contains(r#""obtain":"balance""#), "{}", missing("anna"));
    assert!(!missing("ben").contains("balance"), "{}", missing("ben"));
}

#[test]
fn calls_of_one_message_are_seen_by_one_principal() {
    let toolbox = toolbox(&["Open.look"]);
    let session = Session::new();
    let calls = [RawCall::new("1", "look", "{}"), RawCall::new("2", "look", "{}")];
    let statuses = |principal: &str| {
        let outcomes = block_on(toolbox.turn_with(&session, &of(principal), &calls));
        outcomes.iter().map(|outcome| outcome.status().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(statuses("anna"), ["ok", "ok"]);
    assert_eq!(statuses("ben"), ["error", "error"]);
}

#[test]
fn what_was_collapsed_to_make_room_is_named_to_those_who_see_it() {
    let policy = VisibilityPolicy::new().max_expanded(1);
    let toolbox = builder(&["Books"]).visibility(policy).build().unwrap();
    let session = Session::new();
    text(&toolbox, &session, "anna", "Books", "{}");
    let expanded = text(&toolbox, &session, "ben", "Math", "{}");
    assert!(!expanded.contains("Books"), "{expanded}");
    text(&toolbox, &session, "anna", "Books", "{}");
    assert!(text(&toolbox, &session, "anna", "Math", "{}").contains("Collapsed to make room: Books."));
}
