//! A conversation whose kind of list changes, as with a fallback to a model of another kind.

use futures_executor::block_on;
use hpd_host::list::{ListMode, ToolSearch, VisibilityPolicy};
use hpd_host::system::BoxFuture;
use hpd_host::{
    Outcome, Provider, RawCall, Session, Tool, ToolError, Toolbox, ToolboxBuilder, plugin, scope,
};

use crate::support::names;

struct Ledger;

#[scope("Bookkeeping")]
impl Ledger {
    /// The balance.
    #[ai_function(read_only)]
    pub(crate) fn balance(&self) -> i64 {
        7
    }

    /// The owner.
    #[ai_function(read_only)]
    pub(crate) fn owner(&self) -> &'static str {
        "Ann"
    }
}

struct Mail;

#[scope("Letters")]
impl Mail {
    /// The inbox.
    #[ai_function(read_only)]
    fn inbox(&self) -> i64 {
        3
    }

    /// The outbox.
    #[ai_function(read_only)]
    fn outbox(&self) -> i64 {
        4
    }
}

struct Desk;

#[plugin]
impl Desk {
    /// The time.
    #[ai_function(read_only)]
    fn time(&self) -> &'static str {
        "noon"
    }

    /// Closes a month.
    #[skill(functions(Ledger::balance), instructions = "Check the suspense account first.")]
    fn close_month() {}
}

/// Finds the tool of this name.
struct ByName;

impl ToolSearch for ByName {
    fn search<'a>(
        &'a self,
        query: &'a str,
        tools: &'a [&'a Tool],
        _: usize,
    ) -> BoxFuture<'a, Result<Vec<usize>, ToolError>> {
        let found = tools.iter().position(|tool| tool.name() == query);
        Box::pin(std::future::ready(Ok(found.into_iter().collect())))
    }
}

fn builder() -> ToolboxBuilder {
    Toolbox::builder().plugin(Desk).plugin(Ledger).plugin(Mail).tool_search(ByName)
}

fn session(mode: ListMode) -> Session {
    let session = Session::new();
    session.set_list_mode(mode);
    session
}

fn call(toolbox: &Toolbox, session: &Session, name: &str, arguments: &str) -> Outcome {
    block_on(toolbox.call(session, &RawCall::new("1", name, arguments)))
}

/// What a model loads: the members of a container, and a tool that it searched for.
const LOADS: [(&str, &str); 3] =
    [("close_month", "{}"), ("search_tools", r#"{"query":"outbox"}"#), ("Ledger", "{}")];

fn load(toolbox: &Toolbox, session: &Session) {
    for (name, arguments) in LOADS {
        assert_eq!(call(toolbox, session, name, arguments).error(), None, "{name}");
    }
}

const PROVIDERS: [Provider; 2] = [Provider::OpenAiResponses, Provider::Anthropic];

/// The lists of both providers, as bytes.
fn lists(toolbox: &Toolbox, session: &Session) -> [String; 2] {
    PROVIDERS.map(|provider| provider.list(&toolbox.tool_list(session), None).unwrap())
}

const START: [&str; 5] = ["search_tools", "time", "close_month", "Ledger", "Mail"];
const LOADED: [&str; 8] =
    ["search_tools", "time", "close_month", "Ledger", "Mail", "balance", "outbox", "owner"];

#[test]
fn a_growing_list_has_what_was_loaded_from_a_native_one() {
    let (toolbox, session) = (builder().build().unwrap(), session(ListMode::Native));
    let (before, list) = (lists(&toolbox, &session), toolbox.tool_list(&session));
    load(&toolbox, &session);
    assert_eq!(lists(&toolbox, &session), before);
    // It is not even made again.
    assert!(toolbox.tool_list(&session).is_same(&list));
    session.set_list_mode(ListMode::Growing);
    assert_eq!(names(&toolbox, &session), LOADED);
    assert_eq!(call(&toolbox, &session, "outbox", "{}").for_model().text, "4");
    let hidden = call(&toolbox, &session, "inbox", "{}");
    assert_eq!(hidden.error().map(hpd_host::CallError::error_type), Some("tool_not_visible"));
    // As if the list had grown from the start.
    let grown = self::session(ListMode::Growing);
    load(&toolbox, &grown);
    assert_eq!(lists(&toolbox, &session), lists(&toolbox, &grown));
}

#[test]
fn a_native_list_is_the_same_after_a_growing_one() {
    let (toolbox, session) = (builder().build().unwrap(), session(ListMode::Growing));
    assert_eq!(names(&toolbox, &session), START);
    load(&toolbox, &session);
    assert_eq!(names(&toolbox, &session), LOADED);
    session.set_list_mode(ListMode::Native);
    assert_eq!(lists(&toolbox, &session), lists(&toolbox, &self::session(ListMode::Native)));
    // A tool that was found is found again: the other model has not loaded it.
    let found = call(&toolbox, &session, "search_tools", r#"{"query":"outbox"}"#);
    assert_eq!(found.for_model().text.lines().next(), Some("Found 1 tool. Call it by name:"));
    session.set_list_mode(ListMode::Growing);
    assert_eq!(names(&toolbox, &session), LOADED);
}

#[test]
fn a_restored_session_has_what_was_loaded_and_not_the_kind_of_list() {
    let (toolbox, session) = (builder().build().unwrap(), session(ListMode::Native));
    load(&toolbox, &session);
    let restored = Session::from_json(&session.to_json()).unwrap();
    assert_eq!((session.list_mode(), restored.list_mode()), (Some(ListMode::Native), None));
    assert_eq!(names(&toolbox, &restored), LOADED);
    restored.set_list_mode(ListMode::Native);
    assert_eq!(lists(&toolbox, &restored), lists(&toolbox, &session));
}

#[test]
fn a_cap_counts_in_a_growing_list_and_takes_nothing_from_a_native_one() {
    let policy = VisibilityPolicy::new().max_expanded(1);
    let (toolbox, session) = (builder().visibility(policy).build().unwrap(), session(ListMode::Native));
    let before = lists(&toolbox, &session);
    let opened = call(&toolbox, &session, "Mail", "{}").for_model().text.into_owned();
    assert_eq!(opened, "Mail is open. Functions: inbox, outbox.");
    let opened = call(&toolbox, &session, "Ledger", "{}").for_model().text.into_owned();
    assert_eq!(opened, "Ledger is open. Functions: balance, owner.");
    assert_eq!(call(&toolbox, &session, "inbox", "{}").for_model().text, "3");
    assert_eq!(lists(&toolbox, &session), before);
    session.set_list_mode(ListMode::Growing);
    let listed = ["search_tools", "time", "close_month", "Ledger", "Mail", "balance", "owner"];
    assert_eq!(names(&toolbox, &session), listed);
}
