//! The tools of a request in each provider's form.

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_executor::block_on;
use hpd_host::dialect::Dialect;
use hpd_host::external::{ExternalSource, ExternalTool};
use hpd_host::{Provider, RawCall, Session, Toolbox, plugin};
use serde_json::{Value, json};

use crate::providers::station;

struct Clock;

#[plugin]
#[expect(clippy::unused_self, reason = "tools of a clock are its methods")]
impl Clock {
    /// The time.
    #[ai_function]
    fn time(&self) -> &'static str {
        "noon"
    }
}

fn tools(provider: Provider, toolbox: &Toolbox) -> String {
    provider.tools(&toolbox.tools(&Session::new()))
}

/// The toolbox with one tool has a short list.
fn short(provider: Provider) -> String {
    tools(provider, &station::remote())
}

#[test]
fn each_form_is_exact() {
    let toolbox = station::remote();
    let session = Session::new();
    let [tool] = toolbox.tools(&session)[..] else { panic!("one tool is listed") };
    let schema = tool.input_schema();
    let description = serde_json::to_string(tool.description()).unwrap();
    assert_eq!(
        short(Provider::OpenAiChat),
        format!(
            r#"[{{"type":"function","function":{{"name":"press","description":{description},"parameters":{schema}}}}}]"#
        )
    );
    assert_eq!(
        short(Provider::OpenAiResponses),
        format!(
            r#"[{{"type":"function","name":"press","description":{description},"parameters":{schema},"strict":false}}]"#
        )
    );
    assert_eq!(
        short(Provider::Anthropic),
        format!(r#"[{{"name":"press","description":{description},"input_schema":{schema}}}]"#)
    );
    assert_eq!(
        short(Provider::Gemini),
        format!(r#"[{{"functionDeclarations":[{{"name":"press","description":{description}}}]}}]"#)
    );
    assert_eq!(
        short(Provider::Mcp),
        format!(r#"[{{"name":"press","description":{description},"inputSchema":{schema}}}]"#)
    );
}

#[test]
fn all_tools_are_in_it_in_their_order() {
    let names = ["measure", "look", "close", "show", "last"];
    let toolbox = station::toolbox();
    let read = |provider| -> Value { serde_json::from_str(&tools(provider, &toolbox)).unwrap() };
    let listed = |list: &Value, pointer: &str| -> Vec<String> {
        let name = |tool: &Value| tool.pointer(pointer).and_then(Value::as_str).unwrap().to_owned();
        list.as_array().unwrap().iter().map(name).collect()
    };
    assert_eq!(listed(&read(Provider::OpenAiChat), "/function/name"), names);
    assert_eq!(listed(&read(Provider::OpenAiResponses), "/name"), names);
    assert_eq!(listed(&read(Provider::Anthropic), "/name"), names);
    assert_eq!(listed(&read(Provider::Gemini)[0]["functionDeclarations"], "/name"), names);
    assert_eq!(listed(&read(Provider::Mcp), "/name"), names);
    let writes: Vec<_> = read(Provider::Mcp)
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| !tool["annotations"]["readOnlyHint"].as_bool().unwrap())
        .collect();
    assert_eq!(writes, [false, false, true, false, false]);
}

#[test]
fn no_tools_are_an_empty_list() {
    for provider in [Provider::OpenAiChat, Provider::Gemini, Provider::Mcp] {
        assert_eq!(provider.tools(&[]), "[]");
    }
}

#[test]
fn a_dialect_has_its_own_schema_and_says_that_it_is_strict() {
    let toolbox = station::toolbox();
    let tool = toolbox.tool("measure").unwrap();
    let written = |provider: Provider, dialect| provider.tools_in(&[tool], dialect).unwrap();
    let schema = |dialect| tool.input_schema_in(dialect).unwrap();
    let head = r#""name":"measure","description":"Measures the temperature.""#;
    let strict = schema(Dialect::OpenAiStrict);
    assert_eq!(
        written(Provider::OpenAiChat, Dialect::OpenAiStrict),
        format!(r#"[{{"type":"function","function":{{{head},"parameters":{strict},"strict":true}}}}]"#)
    );
    assert_eq!(
        written(Provider::OpenAiResponses, Dialect::OpenAiStrict),
        format!(r#"[{{"type":"function",{head},"parameters":{strict},"strict":true}}]"#)
    );
    assert_eq!(
        written(Provider::OpenAiResponses, Dialect::OpenAi),
        format!(r#"[{{"type":"function",{head},"parameters":{},"strict":false}}]"#, schema(Dialect::OpenAi))
    );
    assert_eq!(
        written(Provider::Anthropic, Dialect::AnthropicStrict),
        format!(r#"[{{{head},"input_schema":{},"strict":true}}]"#, schema(Dialect::AnthropicStrict))
    );
    assert_eq!(
        written(Provider::Gemini, Dialect::GeminiOpenApi),
        format!(
            r#"[{{"functionDeclarations":[{{{head},"parameters":{}}}]}}]"#,
            schema(Dialect::GeminiOpenApi)
        )
    );
}

#[test]
fn a_dialect_of_another_provider_is_refused() {
    let refused = |provider: Provider, dialect| provider.tools_in(&[], dialect).unwrap_err().to_string();
    assert_eq!(
        refused(Provider::Anthropic, Dialect::OpenAiStrict),
        "\"openai_strict\" is another provider's dialect: use anthropic or anthropic_strict"
    );
    assert_eq!(refused(Provider::Mcp, Dialect::Gemini), "\"gemini\" is another provider's dialect: use mcp");
}

struct Accounts;

#[plugin]
impl Accounts {
    /// Lists accounts.
    #[ai_function(read_only)]
    fn accounts() {}

    /// The balance.
    #[ai_function]
    fn balance() {}

    /// Marks an account.
    #[ai_function(destructive = false, open_world, idempotent)]
    fn mark() {}

    /// Counts.
    #[ai_function(read_only = false)]
    fn count() {}

    /// Closes an account.
    #[ai_function(write, risk = low)]
    fn close() {}

    /// Deletes everything.
    #[ai_function(write, risk = high, destructive)]
    fn delete_all() {}
}

/// Clients run tools unseen that are marked as reads.
#[test]
fn clients_learn_of_a_read_only_where_it_is_declared() {
    let toolbox = Toolbox::builder().plugin(Accounts).build().unwrap();
    for (name, annotations) in [
        ("accounts", r#","annotations":{"readOnlyHint":true}"#),
        ("balance", ""),
        ("mark", r#","annotations":{"destructiveHint":false,"idempotentHint":true,"openWorldHint":true}"#),
        ("count", r#","annotations":{"readOnlyHint":false}"#),
        ("close", r#","annotations":{"readOnlyHint":false}"#),
        ("delete_all", r#","annotations":{"readOnlyHint":false,"destructiveHint":true}"#),
    ] {
        let tool = toolbox.tool(name).unwrap();
        let (description, schema) = (tool.description(), tool.input_schema());
        assert_eq!(
            Provider::Mcp.tools(&[tool]),
            format!(
                r#"[{{"name":"{name}","description":"{description}","inputSchema":{schema}{annotations}}}]"#
            )
        );
    }
}

struct Archive;

#[plugin]
impl Archive {
    /// Finds entries.
    #[ai_function]
    fn search(
        &self,
        /// The words.
        text: String,
        /// The page.
        page: Option<u32>,
        /// What entries must hold.
        filter: Value,
    ) -> String {
        format!("{text} {page:?} {filter}")
    }
}

/// A strict dialect has neither absent arguments nor free values. Null, which an option accepts unchanged, replaces an
/// absent argument; a text replaces a free value.
#[test]
fn an_answer_in_a_strict_dialect_means_what_the_function_takes() {
    let toolbox = Toolbox::builder().plugin(Archive).build().unwrap();
    let session = Session::new();
    let list = Provider::OpenAiChat.tools_in(&toolbox.tools(&session), Dialect::OpenAiStrict).unwrap();
    let list: Value = serde_json::from_str(&list).unwrap();
    let parameters = &list[0]["function"]["parameters"];
    assert_eq!(parameters["required"], json!(["text", "page", "filter"]));
    assert_eq!(parameters["properties"]["filter"]["type"], "string");

    let sent = r#"{"text":"tax","page":null,"filter":"{\"year\":2026}"}"#;
    let message = json!({ "role": "assistant", "tool_calls": [
        { "id": "call_1", "type": "function", "function": { "name": "search", "arguments": sent } }
    ] });
    let read = || Provider::OpenAiChat.calls_in(&message.to_string(), &toolbox, Dialect::OpenAiStrict);
    let calls = read().unwrap();
    assert_eq!(&*calls[0].arguments, r#"{"text":"tax","page":null,"filter":{"year":2026}}"#);
    assert_eq!(&**calls[0].raw_text(), sent);
    let outcomes = block_on(toolbox.turn(&session, &calls));
    assert_eq!(outcomes[0].for_model().text, r#"tax None {"year":2026}"#);
    assert!(outcomes[0].warnings.is_empty());
}

/// Text that is not JSON is left to the reader of the call.
#[test]
fn a_broken_answer_in_a_strict_dialect_is_kept() {
    let toolbox = Toolbox::builder().plugin(Archive).build().unwrap();
    let message = json!({ "role": "assistant", "tool_calls": [
        { "id": "call_1", "type": "function", "function": { "name": "search", "arguments": "{\"text\":\"ta" } }
    ] });
    let calls = Provider::OpenAiChat.calls_in(&message.to_string(), &toolbox, Dialect::OpenAiStrict).unwrap();
    assert_eq!(&*calls[0].arguments, "{\"text\":\"ta");
    assert_eq!(calls[0].sent, None);
}

/// A list is put together from the definitions of earlier lists: in any order, any part of them, with new ones between.
#[test]
fn later_lists_have_the_same_definitions() {
    let tools = |count: usize| {
        let tool = |number| {
            let schema = json!({ "properties": { "x": { "type": "string", "minLength": number } } });
            ExternalTool::new(format!("t{number}"), format!("Tool, {number}"), schema)
        };
        (0..count).map(tool).collect::<Vec<_>>()
    };
    let build = || Toolbox::builder().external(ExternalSource::mcp("srv", tools(6))).build().unwrap();
    let write = |toolbox: &Toolbox, names: &[&str], strict: bool| {
        let tools: Vec<_> = names.iter().map(|name| toolbox.tool(name).unwrap()).collect();
        if strict {
            Provider::OpenAiChat.tools_in(&tools, Dialect::OpenAiStrict).unwrap()
        } else {
            Provider::OpenAiChat.tools(&tools)
        }
    };
    let lists: [&[&str]; 9] = [
        &["t1", "t2", "t3"],
        &["t1", "t2", "t3"],
        &["t3", "t2", "t1"],
        &["t1", "t3"],
        &["t0", "t1", "t2", "t4", "t3"],
        &["t5", "t5"],
        &["t2", "t3", "t0", "t4", "t5"],
        &[],
        &["MCP_srv", "t1", "t2", "t3", "t0", "t4"],
    ];
    let used = build();
    for names in lists {
        for strict in [false, true] {
            let list = write(&used, names, strict);
            assert_eq!(list, write(&build(), names, strict), "{names:?}");
            let written: Value = serde_json::from_str(&list).unwrap();
            let written: Vec<_> =
                written.as_array().unwrap().iter().map(|tool| tool["function"]["name"].clone()).collect();
            assert_eq!(written, names, "{names:?}");
        }
    }
}

/// Preparing changes when schemas are written, and nothing else.
#[test]
fn prepared_dialects_are_written_as_others() {
    let build = |dialects: &[Dialect]| {
        let schema = |number: usize| match number % 3 {
            0 => json!({ "properties": { "x": { "type": "integer", "minimum": number } } }),
            1 => json!({ "properties": { "x": { "$ref": "https://example.com/x.json" } } }),
            _ => json!({ "properties": { "x": { "enum": [] } } }),
        };
        let tool = |number| ExternalTool::new(format!("t{number}"), "A tool", schema(number));
        let source = ExternalSource::mcp("srv", (0..200).map(tool).collect::<Vec<_>>());
        Toolbox::builder().external(source).prepare(dialects.iter().copied()).build().unwrap()
    };
    let (prepared, lazy) = (build(&[Dialect::OpenAiStrict, Dialect::Mcp, Dialect::Mcp]), build(&[]));
    let all = |toolbox: &Toolbox| {
        let tools: Vec<_> = toolbox.all_tools().iter().collect();
        Provider::OpenAiChat.tools_in(&tools, Dialect::OpenAiStrict).unwrap()
    };
    assert_eq!(all(&prepared), all(&lazy));
    assert_eq!(prepared.reports(), lazy.reports());
    assert_eq!(prepared.reports_in(Dialect::OpenAiStrict), lazy.reports_in(Dialect::OpenAiStrict));
}

/// The first list in a dialect takes its time. Calls and other lists do not wait for it.
#[test]
fn nothing_waits_for_the_first_list_in_a_dialect() {
    let property = |number: usize| (format!("p{number}"), json!({ "type": "string", "minLength": number }));
    let schema = json!({ "properties": (0..12).map(property).collect::<serde_json::Map<_, _>>() });
    let tool = |number| ExternalTool::new(format!("t{number}"), "A tool", schema.clone());
    let source = ExternalSource::frontend("srv", (0..1_500).map(tool).collect::<Vec<_>>());
    let toolbox = Toolbox::builder().external(source).plugin(Clock).build().unwrap();
    let all: Vec<_> = toolbox.all_tools().iter().collect();
    // The last tool of the list is also listed alone, in the same form and in another one.
    let last = all[all.len() - 1];
    let (is_listed, started) = (AtomicBool::new(false), Barrier::new(2));
    let calls = std::thread::scope(|scope| {
        scope.spawn(|| {
            started.wait();
            Provider::OpenAiChat.tools_in(&all, Dialect::OpenAiStrict).unwrap();
            is_listed.store(true, Ordering::SeqCst);
        });
        started.wait();
        let mut calls = 0;
        loop {
            let outcome = block_on(toolbox.call(&Session::new(), &RawCall::new("1", "time", "{}")));
            assert_eq!(outcome.for_model().text, "noon");
            Provider::OpenAiChat.tools_in(&[last], Dialect::OpenAiStrict).unwrap();
            Provider::Anthropic.tools_in(&[last], Dialect::AnthropicStrict).unwrap();
            if is_listed.load(Ordering::SeqCst) {
                return calls;
            }
            calls += 1;
        }
    });
    assert!(calls > 0, "all calls ended after the list");
}
