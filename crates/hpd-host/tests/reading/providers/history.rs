//! Histories that refer to tools which have left the list. Anthropic's guide "Tool search tool" has the error: "Tool
//! reference ... not found in available tools".

use futures_executor::block_on;
use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::filter::{Filters, ListContext};
use hpd_host::list::ListMode;
use hpd_host::{Principal, Provider, RawCall, Session, Toolbox, TurnContext, scope};
use serde_json::json;
use serde_json::value::RawValue;

struct Ledger;

#[scope("Bookkeeping", post_expansion = "Balances are in euros.")]
#[expect(clippy::unused_self, reason = "tools of a plugin are its methods")]
impl Ledger {
    /// The balance.
    #[ai_function(read_only)]
    fn balance(&self) -> i64 {
        7
    }

    /// The owner.
    #[ai_function(read_only)]
    fn owner(&self) -> &'static str {
        "Ann"
    }
}

fn native() -> Session {
    let session = Session::new();
    session.set_list_mode(ListMode::Native);
    session
}

/// The message with the answer of an expanded container.
fn expanded(toolbox: &Toolbox, session: &Session, container: &str) -> Vec<Box<RawValue>> {
    let outcome = block_on(toolbox.call(session, &RawCall::new("toolu_1", container, "{}")));
    Provider::Anthropic.results(&[outcome])
}

fn list(toolbox: &Toolbox, session: &Session, turn: &TurnContext) -> String {
    Provider::Anthropic.list(&toolbox.tools_with(session, turn), None).unwrap()
}

#[test]
fn a_tool_that_a_filter_hides_is_referred_to_no_more() {
    let of_ann =
        |tool: &ListContext<'_>| tool.name() != "owner" || *tool.principal() == Principal::new("ann");
    let toolbox = Toolbox::builder().plugin(Ledger).filters(Filters::new().list(of_ann)).build().unwrap();
    let session = native();
    let turn = |name: &str| TurnContext::on_behalf_of(Principal::new(name));
    let outcome =
        block_on(toolbox.call_with(&session, &turn("ann"), &RawCall::new("toolu_1", "Ledger", "{}")));
    let mut history = Provider::Anthropic.results(&[outcome]);
    let before = history[0].get().to_owned();
    // The whole list has everything.
    let whole = list(&toolbox, &session, &turn("ann"));
    assert_eq!(Provider::Anthropic.fit_history(&mut history, &whole), Ok(0));
    assert_eq!(history[0].get(), before);

    let filtered = list(&toolbox, &session, &turn("bob"));
    assert_eq!(Provider::Anthropic.fit_history(&mut history, &filtered), Ok(1));
    assert_eq!(
        history[0].get(),
        concat!(
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":["#,
            r#"{"type":"tool_reference","tool_name":"balance"}]},"#,
            r#"{"type":"text","text":"Ledger is open. Functions: balance, owner.\n\nBalances are in euros."}]}"#
        )
    );
    assert_eq!(Provider::Anthropic.fit_history(&mut history, &filtered), Ok(0));
}

#[test]
fn a_result_whose_tools_are_gone_says_so() {
    let tool = |name: &str| {
        let schema = json!({"type": "object", "properties": {}});
        ExternalTool::new(name, "Finds.", schema).classified(Classification::Read)
    };
    let source = |tools: Vec<ExternalTool>| ExternalSource::mcp("srv", tools);
    let toolbox =
        Toolbox::builder().external(source(vec![tool("find"), tool("look"), tool("see")])).build().unwrap();
    let session = native();
    let mut history = expanded(&toolbox, &session, "MCP_srv");
    let later = toolbox.with_source(source(vec![tool("see")])).unwrap();
    let tools = list(&later, &session, &TurnContext::default());
    assert_eq!(Provider::Anthropic.fit_history(&mut history, &tools), Ok(2));
    assert_eq!(
        history[0].get(),
        concat!(
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":["#,
            r#"{"type":"tool_reference","tool_name":"see"}]}]}"#
        )
    );
    assert_eq!(Provider::Anthropic.fit_history(&mut history, "[]"), Ok(1));
    assert_eq!(
        history[0].get(),
        concat!(
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","#,
            r#""content":"The tool 'see' is not available any more."}]}"#
        )
    );
}

#[test]
fn all_else_stays_as_it_is() {
    // A host's own words about a reference, marks of a cache, and blocks of Anthropic's own search.
    let texts = [
        r#"{"role": "user",  "content": "a tool_reference"}"#,
        r#"{"role":"user","content":[{"type":"text","text":"tool_reference"}]}"#,
        r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"tool_reference"}]}"#,
        r#"{"role":"assistant","content":[{"type":"tool_search_tool_result","content":{"tool_references":[{"type":"tool_reference","tool_name":"gone"}]}}]}"#,
        "7",
    ];
    let mut history: Vec<_> =
        texts.iter().map(|text| RawValue::from_string((*text).to_owned()).unwrap()).collect();
    assert_eq!(Provider::Anthropic.fit_history(&mut history, "[]"), Ok(0));
    assert_eq!(history.iter().map(|message| message.get()).collect::<Vec<_>>(), texts);

    let loaded = concat!(
        r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":["#,
        r#"{"type":"tool_reference","tool_name":"gone"},{"type":"tool_reference","tool_name":"left"}],"#,
        r#""cache_control":{"type":"ephemeral"}}],"n":1.50}"#
    );
    let mut history = vec![RawValue::from_string(loaded.to_owned()).unwrap()];
    assert_eq!(Provider::OpenAiResponses.fit_history(&mut history, "[]"), Ok(0));
    assert_eq!(Provider::Anthropic.fit_history(&mut history, "[]"), Ok(2));
    assert_eq!(
        history[0].get(),
        concat!(
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","#,
            r#""content":"These tools are not available any more: gone, left.","#,
            r#""cache_control":{"type":"ephemeral"}}],"n":1.50}"#
        )
    );
}

#[test]
fn a_list_that_is_none_changes_nothing() {
    let error = Provider::Anthropic.fit_history(&mut [], r#"{"tools": []}"#).unwrap_err();
    assert_eq!(error.to_string(), "expected an array, found an object");
}
