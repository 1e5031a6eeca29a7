//! External tools whose schemas a dialect can't express: the others are listed all the same.

use futures_executor::block_on;
use hpd_host::dialect::Dialect;
use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::list::VisibilityPolicy;
use hpd_host::{Provider, Session, Toolbox, plugin};
use serde_json::{Value, json};

fn deep() -> Value {
    let inner = (0..100).fold(
        json!({ "type": "string" }),
        |deep, _| json!({ "type": "object", "properties": { "in": deep } }),
    );
    json!({ "properties": { "name": { "type": "string", "description": "Its name." }, "tree": inner }, "required": ["name"] })
}

/// One of each kind that some dialect refuses.
fn odd() -> Toolbox {
    let schemas = [
        ("deep", deep()),
        ("remote", json!({ "properties": { "x": { "$ref": "https://example.com/x.json" } } })),
        ("empty", json!({ "properties": { "x": { "enum": [] } }, "required": ["x"] })),
        ("nothing", json!({ "properties": { "x": false }, "required": ["x"] })),
        ("many", many()),
        ("good", json!({ "properties": { "x": { "type": "string" } }, "required": ["x"] })),
    ];
    let tools =
        schemas.map(|(name, schema)| ExternalTool::new(name, "", schema).classified(Classification::Read));
    let source = ExternalSource::mcp("srv", tools.to_vec());
    let policy = VisibilityPolicy::new().never_collapse(["MCP_srv"]);
    Toolbox::builder().external(source).visibility(policy).build().unwrap()
}

/// More properties than a strict dialect takes.
fn many() -> Value {
    let properties: serde_json::Map<_, _> =
        (0..5001).map(|number| (format!("p{number}"), json!({ "type": "string" }))).collect();
    json!({ "properties": properties })
}

fn reports(dialect: Dialect) -> Vec<String> {
    odd().reports_in(dialect).iter().map(ToString::to_string).collect()
}

#[test]
fn each_is_reported_with_what_is_listed_in_its_place() {
    let remote = "/properties/x refers to \"https://example.com/x.json\", which is not in the schema";
    assert_eq!(
        reports(Dialect::OpenAiStrict),
        [
            "`MCP_srv.deep`: the schema can't be written for openai_strict: the root is ill-formed: nested too deeply (byte 1333); an outline of it is listed".to_owned(),
            format!("`MCP_srv.remote`: the schema can't be written for openai_strict: {remote}; an outline of it is listed"),
            "`MCP_srv.empty`: the schema can't be written for openai_strict: /properties/x is ill-formed: `enum` is not an array with items; an outline of it is listed".to_owned(),
            "`MCP_srv.nothing`: the schema can't be written for openai_strict: /properties/x accepts no value; an outline of it is listed".to_owned(),
            "`MCP_srv.many`: the schema can't be written for openai_strict: the root has 5001 properties, of which at most 5000 are taken; it is listed in the form of openai".to_owned(),
        ]
    );
}

/// Everything is listed in every dialect, and as JSON.
#[test]
fn none_keeps_the_others_out() {
    let toolbox = odd();
    let providers = [
        (Provider::OpenAiChat, Dialect::OpenAi),
        (Provider::OpenAiChat, Dialect::OpenAiStrict),
        (Provider::OpenAiResponses, Dialect::OpenAiStrict),
        (Provider::Anthropic, Dialect::Anthropic),
        (Provider::Anthropic, Dialect::AnthropicStrict),
        (Provider::Gemini, Dialect::Gemini),
        (Provider::Gemini, Dialect::GeminiOpenApi),
        (Provider::Mcp, Dialect::Mcp),
    ];
    for (provider, dialect) in providers {
        let list = provider.tools_in(&toolbox.tools(&Session::new()), dialect).unwrap();
        let list: Value = serde_json::from_str(&list).unwrap();
        let tools = match provider {
            Provider::Gemini => &list[0]["functionDeclarations"],
            _ => &list,
        };
        assert_eq!(tools.as_array().unwrap().len(), 6, "{dialect}");
    }
}

fn listed(name: &str, provider: Provider, dialect: Dialect) -> String {
    let toolbox = odd();
    provider.tools_in(&[toolbox.tool(name).unwrap()], dialect).unwrap()
}

#[test]
fn an_outline_has_the_arguments_and_nothing_inside_them() {
    assert_eq!(
        listed("deep", Provider::OpenAiChat, Dialect::OpenAiStrict),
        concat!(
            r#"[{"type":"function","function":{"name":"deep","description":"","parameters":{"type":"object","#,
            r#""properties":{"name":{"description":"Its name.","type":"string"},"tree":{"type":"object","properties":{}}},"#,
            r#""required":["name"]}}}]"#
        )
    );
    assert_eq!(
        listed("remote", Provider::Anthropic, Dialect::AnthropicStrict),
        r#"[{"name":"remote","description":"","input_schema":{"type":"object","properties":{"x":{}}}}]"#
    );
    assert_eq!(
        listed("empty", Provider::Gemini, Dialect::GeminiOpenApi),
        r#"[{"functionDeclarations":[{"name":"empty","description":"","parametersJsonSchema":{"type":"object","properties":{"x":{}},"required":["x"]}}]}]"#
    );
}

#[test]
fn one_without_strict_says_that_it_is_not() {
    let list = listed("many", Provider::OpenAiResponses, Dialect::OpenAiStrict);
    assert!(list.ends_with(r#""strict":false}]"#));
    assert!(listed("good", Provider::OpenAiResponses, Dialect::OpenAiStrict).ends_with(r#""strict":true}]"#));
}

/// Parts that the model's schema leaves out are checked all the same.
#[test]
fn calls_are_checked_against_the_whole_schema() {
    let toolbox = odd();
    let message = json!({ "role": "assistant", "tool_calls": [
        { "id": "1", "type": "function", "function": { "name": "deep", "arguments": r#"{"tree":{"in":{"in":1}}}"# } }
    ] });
    let calls = Provider::OpenAiChat.calls_in(&message.to_string(), &toolbox, Dialect::OpenAiStrict).unwrap();
    assert_eq!(
        block_on(toolbox.call(&Session::new(), &calls[0])).for_model_as_text(),
        "Invalid arguments:\n- name is required\n- tree.in.in must be an object, but a number was sent\nThe provided arguments are invalid. Please review the errors, correct the arguments based on the function schema, and try again."
    );
}

struct Archive;

#[plugin]
impl Archive {
    /// Finds an entry.
    #[ai_function]
    fn find(
        &self,
        /** By these words. */
        words: Vec<String>,
    ) -> usize {
        words.len()
    }
}

#[test]
fn functions_of_the_program_are_not_reported() {
    let toolbox = Toolbox::builder().plugin(Archive).build().unwrap();
    for dialect in Dialect::ALL {
        assert_eq!(toolbox.reports_in(dialect), []);
    }
}
