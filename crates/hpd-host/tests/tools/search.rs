//! The search for tools that the list does not have.

use futures_executor::block_on;
use hpd_host::external::{ExternalSource, ExternalTool, Rules, ToolRules};
use hpd_host::filter::{Filters, ListContext};
use hpd_host::list::{Access, Bm25, ListMode, ModelOptions, Spelling, ToolSearch};
use hpd_host::system::BoxFuture;
use hpd_host::{Limits, Provider, RawCall, Session, Tool, ToolError, Toolbox, ToolboxBuilder, plugin, scope};
use serde_json::{Value, json};

struct Books;

#[scope("Bookkeeping")]
#[expect(clippy::unused_self, reason = "tools of a plugin are its methods")]
impl Books {
    /// Cancels an invoice that was sent.
    #[ai_function(read_only)]
    fn void_invoice(
        &self,
        /** Its number. */
        number: String,
    ) -> String {
        format!("{number} is void")
    }

    /// The balance of an account.
    #[ai_function(read_only)]
    fn balance(&self) -> i64 {
        7
    }
}

fn builder() -> ToolboxBuilder {
    Toolbox::builder().plugin(Books).tool_search(Bm25::new())
}

fn search(toolbox: &Toolbox, session: &Session, query: &str) -> hpd_host::Outcome {
    block_on(toolbox.call(session, &RawCall::new("s", "search_tools", json!({ "query": query }).to_string())))
}

fn names(toolbox: &Toolbox, session: &Session) -> Vec<String> {
    toolbox.tools(session).iter().map(|tool| tool.name().to_owned()).collect()
}

const FOUND: &str = concat!(
    "Found 1 tool. Call it by name:\n- void_invoice: Cancels an invoice that was sent.\n  Arguments: ",
    r#"{"type":"object","properties":{"number":{"description":"Its number.","type":"string"}},"#,
    r#""required":["number"],"additionalProperties":false}"#
);

#[test]
fn a_hit_has_its_schema_and_is_called_next() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    assert_eq!(names(&toolbox, &session), ["search_tools", "Books"]);
    assert_eq!(search(&toolbox, &session, "cancel invoices").for_model().text, FOUND);
    // The list has it now, at its end, and nothing else.
    assert_eq!(names(&toolbox, &session), ["search_tools", "Books", "void_invoice"]);
    let call = RawCall::new("2", "void_invoice", r#"{"number": "INV-1"}"#);
    assert_eq!(block_on(toolbox.call(&session, &call)).for_model().text, "INV-1 is void");
    let told: Vec<_> = toolbox.explain(&session).iter().map(ToString::to_string).collect();
    assert!(told.contains(&"`Books.void_invoice` is listed: a search found it".to_owned()), "{told:?}");
    let hidden = block_on(toolbox.call(&session, &RawCall::new("3", "balance", "{}")));
    assert_eq!(hidden.error().map(hpd_host::CallError::error_type), Some("tool_not_visible"));
    // Expanding its container does not list it twice.
    block_on(toolbox.call(&session, &RawCall::new("4", "Books", "{}")));
    assert_eq!(names(&toolbox, &session), ["search_tools", "Books", "void_invoice", "balance"]);
}

#[test]
fn what_is_listed_is_not_found_again() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    search(&toolbox, &session, "cancel invoices");
    assert_eq!(
        search(&toolbox, &session, "cancel invoices").for_model().text,
        "No further tool is about 'cancel invoices'. Other words may find one."
    );
}

#[test]
fn list_filters_hide_tools_from_the_search() {
    let hide = |tool: &ListContext<'_>| tool.name() != "void_invoice";
    let toolbox = builder().filters(Filters::new().list(hide)).build().unwrap();
    assert_eq!(
        search(&toolbox, &Session::new(), "invoice").for_model().text,
        "No further tool is about 'invoice'. Other words may find one."
    );
    let hide = |tool: &ListContext<'_>| tool.name() != "Books";
    let toolbox = builder().filters(Filters::new().list(hide)).build().unwrap();
    assert_eq!(
        search(&toolbox, &Session::new(), "invoice").for_model().text,
        "There is nothing to search for: your list has all tools."
    );
}

#[test]
fn constant_lists_call_hits_through_the_bridge() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    session.set_list_mode(ListMode::Constant);
    let before = names(&toolbox, &session);
    let text = search(&toolbox, &session, "cancel invoices").for_model().text.into_owned();
    assert!(
        text.starts_with("Found 1 tool. Call it with call_function, by name:\n- void_invoice: "),
        "{text}"
    );
    assert_eq!(names(&toolbox, &session), before);
    let inner = json!({ "name": "void_invoice", "arguments": { "number": "INV-1" } }).to_string();
    let outcome = block_on(toolbox.call(&session, &RawCall::new("2", "call_function", inner)));
    assert_eq!(outcome.for_model().text, "INV-1 is void");
}

#[test]
fn where_access_is_open_a_search_changes_no_constant_list() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    session.set_list_mode(ListMode::Constant);
    session.set_access(Access::Open);
    for _ in 0..2 {
        let found = search(&toolbox, &session, "cancel invoices").for_model().text.into_owned();
        assert!(found.starts_with("Found 1 tool. Call it with call_function, by name:"), "{found}");
    }
    assert_eq!(session.to_json(), r#"{"version":1,"expanded":[]}"#);
}

#[test]
fn a_flat_list_has_no_search() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    session.set_list_mode(ListMode::Flat);
    assert_eq!(names(&toolbox, &session), ["void_invoice", "balance"]);
    // A model may have read of it in an earlier list.
    let answer = search(&toolbox, &session, "cancel invoices").for_model().text.into_owned();
    assert_eq!(answer, "There is nothing to search for: your list has all tools.");
    // So it is after the last expansion of a growing list.
    session.set_list_mode(ListMode::Growing);
    block_on(toolbox.call(&session, &RawCall::new("1", "Books", "{}")));
    assert_eq!(search(&toolbox, &session, "cancel invoices").for_model().text, answer);
}

#[test]
fn nested_parameters_are_found() {
    let schema = json!({
        "type": "object",
        "properties": { "lines": { "type": "array", "items": { "$ref": "#/$defs/Line" } } },
        "$defs": { "Line": { "type": "object", "properties": { "due_date": { "type": "string", "description": "When" } } } }
    });
    let tools = vec![
        ExternalTool::new("first", "Does it", json!({ "type": "object" })),
        ExternalTool::new("second", "Does it", schema),
    ];
    let rules = ["first", "second"]
        .iter()
        .fold(Rules::new(), |rules, name| rules.tool(*name, ToolRules::new().read()));
    let source = ExternalSource::mcp("bills", tools).rules(rules);
    let toolbox = Toolbox::builder().external(source).tool_search(Bm25::new()).build().unwrap();
    let found = search(&toolbox, &Session::new(), "due date").for_model().text.into_owned();
    assert!(found.starts_with("Found 1 tool. Call it by name:\n- second: "), "{found}");
}

#[test]
fn anthropics_hits_are_references() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    session.set_list_mode(ListMode::Native);
    let outcome = search(&toolbox, &session, "cancel invoices");
    assert_eq!(
        Provider::Anthropic.results(&[outcome])[0].get(),
        concat!(
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"s","content":["#,
            r#"{"type":"tool_reference","tool_name":"void_invoice"}]}]}"#
        )
    );
}

#[test]
fn openai_searches_by_its_own_item() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    session.set_list_mode(ListMode::Native);
    let list = Provider::OpenAiResponses.list(&toolbox.tool_list(&session), None).unwrap();
    assert!(
        list.contains(r#"{"type":"tool_search","execution":"client","description":"Searches for tools"#),
        "{list}"
    );
    assert!(!list.contains(r#""name":"search_tools""#));
    let body = r#"{"status": "completed", "output": [{"type": "tool_search_call", "id": "tsc_1", "call_id": "call_1",
        "execution": "client", "status": "completed", "arguments": {"query": "cancel invoices"}}]}"#;
    let reply = Provider::OpenAiResponses.read(body).unwrap();
    assert_eq!((reply.calls.len(), reply.host_calls.len()), (1, 0));
    let outcomes = block_on(toolbox.turn(&session, &reply.calls));
    assert_eq!(
        Provider::OpenAiResponses.results(&outcomes)[0].get(),
        concat!(
            r#"{"type":"tool_search_output","execution":"client","call_id":"call_1","status":"completed","tools":["#,
            r#"{"type":"function","name":"void_invoice","description":"Cancels an invoice that was sent.","defer_loading":true,"#,
            r#""parameters":{"type":"object","properties":{"number":{"description":"Its number.","type":"string"}},"#,
            r#""required":["number"],"additionalProperties":false},"strict":false}]}"#
        )
    );
}

#[test]
fn schemas_that_are_too_long_together_are_left_out() {
    let tool = |name: &str| {
        let schema = json!({ "type": "object", "properties": { "a": { "type": "string", "description": "x".repeat(40_000) } } });
        ExternalTool::new(name, "Invoices", schema)
    };
    let tools = ["first", "second", "third"];
    let rules = tools.iter().fold(Rules::new(), |rules, name| rules.tool(*name, ToolRules::new().read()));
    let source = ExternalSource::mcp("bills", tools.map(tool).to_vec()).rules(rules);
    let toolbox = Toolbox::builder().external(source).tool_search(Wild).build().unwrap();
    let outcome = search(&toolbox, &Session::new(), "invoices");
    let text = outcome.for_model().text;
    assert!(
        text.starts_with("Found 3 tools. Call them by name:\n- first: Invoices\n  Arguments: {"),
        "{text:.200}"
    );
    let end = "}\n- second, third: too long to show; the answer to a wrong call of one says what it takes.";
    assert!(text.ends_with(end), "{}", &text[text.len() - 200..]);
    assert!(text.len() < 41_000);
    // OpenAI gets those that fit, and one at least.
    for (bytes, names) in [(1_024, vec!["first"]), (100_000, vec!["first", "second"])] {
        let limits = Limits::new().result_bytes(bytes);
        let toolbox = toolbox.to_builder().limits(limits).build().unwrap();
        let session = Session::new();
        session.set_list_mode(ListMode::Native);
        let body = r#"[{"type": "tool_search_call", "call_id": "1", "execution": "client", "arguments": {"query": "x"}}]"#;
        let calls = Provider::OpenAiResponses.calls(body).unwrap();
        let outcomes = block_on(toolbox.turn(&session, &calls));
        let item: Value =
            serde_json::from_str(Provider::OpenAiResponses.results(&outcomes)[0].get()).unwrap();
        let tools = item["tools"].as_array().unwrap().iter();
        assert_eq!(tools.map(|tool| tool["name"].as_str().unwrap()).collect::<Vec<_>>(), names);
    }
    let few = Toolbox::builder()
        .plugin(Books)
        .limits(Limits::new().result_bytes(1_024))
        .tool_search(Wild)
        .build()
        .unwrap();
    assert!(!search(&few, &Session::new(), "x").for_model().text.contains("too long"));
}

#[test]
fn the_search_has_a_name_of_the_hosts_choice() {
    for (options, name) in [
        (ModelOptions::new().rename_all(Spelling::Pascal), "SearchTools"),
        (ModelOptions::new().rename_all(Spelling::Pascal).search_tools_as("find"), "find"),
    ] {
        let (toolbox, session) = (builder().model(options).build().unwrap(), Session::new());
        assert_eq!(names(&toolbox, &session), [name, "Books"]);
        assert_eq!(toolbox.tool(name).unwrap().id().as_str(), "search_tools");
        let call = RawCall::new("s", name, r#"{"query": "cancel invoices"}"#);
        let found = block_on(toolbox.call(&session, &call));
        assert!(found.for_model().text.starts_with("Found 1 tool."));
        // OpenAI's own form knows no name.
        session.set_list_mode(ListMode::Native);
        let body = r#"{"status": "completed", "output": [{"type": "tool_search_call", "id": "tsc_1", "call_id": "call_1",
            "execution": "client", "status": "completed", "arguments": {"query": "balance"}}]}"#;
        let reply = Provider::OpenAiResponses.read(body).unwrap();
        let outcomes = block_on(toolbox.turn(&session, &reply.calls));
        assert!(Provider::OpenAiResponses.results(&outcomes)[0].get().contains(r#""name":"Balance""#));
    }
}

/// A function that has the name of the search.
struct Web;

#[plugin]
#[expect(clippy::unused_self, reason = "tools of a plugin are its methods")]
impl Web {
    /// Searches the web.
    #[ai_function(read_only)]
    fn search_tools(
        &self,
        /** The words to find. */
        query: String,
    ) -> String {
        format!("pages about {query}")
    }
}

#[test]
fn openais_form_reaches_the_search_though_a_function_has_its_name() {
    let toolbox = builder().plugin(Web).model(ModelOptions::new().search_tools_as("find")).build().unwrap();
    let session = Session::new();
    session.set_list_mode(ListMode::Native);
    let body = r#"[{"type": "tool_search_call", "call_id": "1", "execution": "client", "arguments": {"query": "balance"}}]"#;
    let calls = Provider::OpenAiResponses.calls(body).unwrap();
    let outcomes = block_on(toolbox.turn(&session, &calls));
    let item: Value = serde_json::from_str(Provider::OpenAiResponses.results(&outcomes)[0].get()).unwrap();
    assert_eq!(item["type"], "tool_search_output");
    assert_eq!(item["tools"][0]["name"], "balance");
    let call = RawCall::new("2", "search_tools", r#"{"query": "cats"}"#);
    assert_eq!(block_on(toolbox.call(&session, &call)).for_model().text, "pages about cats");
}

/// A search that finds everything twice, and more.
struct Wild;

impl ToolSearch for Wild {
    fn search<'a>(
        &'a self,
        query: &'a str,
        tools: &'a [&'a Tool],
        _: usize,
    ) -> BoxFuture<'a, Result<Vec<usize>, ToolError>> {
        let found = (0..tools.len() + 3).chain(0..tools.len()).collect();
        let failed = ToolError::new("The index is being built. Expand a container instead.");
        Box::pin(std::future::ready(if query == "fail" { Err(failed) } else { Ok(found) }))
    }
}

#[test]
fn a_search_of_the_host_is_checked() {
    let toolbox = Toolbox::builder().plugin(Books).tool_search(Wild).build().unwrap();
    let text = search(&toolbox, &Session::new(), "x").for_model().text.into_owned();
    assert!(text.starts_with("Found 2 tools. Call them by name:\n- void_invoice: "), "{text}");
    let failed = search(&toolbox, &Session::new(), "fail");
    assert_eq!(failed.for_model_as_text(), "The index is being built. Expand a container instead.");
}
