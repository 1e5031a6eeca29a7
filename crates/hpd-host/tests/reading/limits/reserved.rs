//! Keys to which `serde_json` gives a meaning of its own: `{"$serde_json::private::RawValue": "{\"a\": 1}"}` would reach a
//! function as `{"a": 1}`, after every check saw something else.

use std::collections::BTreeMap;

use futures_executor::block_on;
use hpd_host::external::{Arguments, Classification, ExternalHandler, ExternalSource, ExternalTool};
use hpd_host::list::{ListMode, VisibilityPolicy};
use hpd_host::system::BoxFuture;
use hpd_host::{CallContext, Output, Provider, RawCall, Session, ToolError, Toolbox, plugin};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema)]
struct Flattened {
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Deserialize, JsonSchema)]
struct Inner {
    inner: Option<Vec<Value>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Either {
    Number(u32),
    Any(Value),
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Tagged {
    Free { value: Value },
}

#[derive(Deserialize, JsonSchema)]
struct Raw(#[schemars(with = "Value")] Box<RawValue>);

struct Free;

#[plugin]
#[expect(clippy::unused_self, reason = "calls are checked")]
impl Free {
    /// Takes anything.
    #[ai_function]
    fn any(
        &self,
        /** Anything. */
        value: Value,
    ) -> Value {
        value
    }

    /// Takes a map.
    #[ai_function]
    fn map(
        &self,
        /** A map. */
        value: BTreeMap<String, Value>,
    ) -> Value {
        json!(value)
    }

    /// Takes further fields.
    #[ai_function]
    fn flattened(
        &self,
        /** Fields. */
        value: Flattened,
    ) -> Value {
        json!(value.rest)
    }

    /// Takes a list inside.
    #[ai_function]
    fn inner(
        &self,
        /** A list inside. */
        value: Inner,
    ) -> Value {
        json!(value.inner)
    }

    /// Takes a number or anything.
    #[ai_function]
    fn either(
        &self,
        /** A number or anything. */
        value: Either,
    ) -> Value {
        match value {
            Either::Number(number) => json!(number),
            Either::Any(any) => any,
        }
    }

    /// Takes a kind.
    #[ai_function]
    fn tagged(
        &self,
        /** A kind. */
        value: Tagged,
    ) -> Value {
        let Tagged::Free { value } = value;
        value
    }

    /// Takes JSON as it was written.
    #[ai_function]
    fn raw(
        &self,
        /** Any JSON. */
        value: Raw,
    ) -> String {
        value.0.get().to_owned()
    }
}

const SWAPPED: &str = r#"{"$serde_json::private::RawValue":"{\"amount\":666}"}"#;
const ERROR: &str =
    "hold a reserved field name: leave out the field that begins with `$serde_json::private::`";

fn answer(toolbox: &Toolbox, tool: &str, arguments: &str) -> (bool, String) {
    let outcome = block_on(toolbox.call(&Session::new(), &RawCall::new("1", tool, arguments)));
    let message = outcome.for_model();
    (message.is_error, message.text.to_string())
}

#[track_caller]
fn assert_reserved(toolbox: &Toolbox, tool: &str, arguments: &str) {
    let (is_error, text) = answer(toolbox, tool, arguments);
    assert!(is_error && text.contains(ERROR), "{tool} {arguments}: {text}");
}

#[test]
fn reserved_keys_reach_no_type() {
    let toolbox = Toolbox::builder().plugin(Free).build().unwrap();
    for (tool, value) in [
        ("any", SWAPPED.to_owned()),
        ("any", format!("[[{SWAPPED}]]")),
        ("any", format!(r#"{{"a":1,"b":{SWAPPED}}}"#)),
        ("any", r#"{"a":1,"$serde_json::private::RawValue":"2"}"#.to_owned()),
        ("any", r#"{"$serde_json::private::Number":"1e400"}"#.to_owned()),
        ("any", SWAPPED.replace('$', r"\u0024")),
        ("map", format!(r#"{{"a":{SWAPPED}}}"#)),
        ("map", SWAPPED.to_owned()),
        ("flattened", format!(r#"{{"a":{SWAPPED}}}"#)),
        ("flattened", SWAPPED.to_owned()),
        ("inner", format!(r#"{{"inner":[{SWAPPED}]}}"#)),
        ("either", SWAPPED.to_owned()),
        ("either", format!("[{SWAPPED}]")),
        ("tagged", format!(r#"{{"kind":"free","value":{SWAPPED}}}"#)),
        ("raw", SWAPPED.to_owned()),
    ] {
        assert_reserved(&toolbox, tool, &format!(r#"{{"value":{value}}}"#));
        // Cut off, and repaired.
        assert_reserved(&toolbox, tool, &format!(r#"{{"value":{value},}}"#));
        // Around the arguments, and as a text of them.
        assert_reserved(&toolbox, tool, &format!(r#"{{"arguments":{{"value":{value}}}}}"#));
    }
    assert_reserved(&toolbox, "any", SWAPPED);
}

#[test]
fn ordinary_keys_and_raw_values_pass() {
    let toolbox = Toolbox::builder().plugin(Free).build().unwrap();
    for (tool, value) in [
        ("any", r#"{"$ref":"private::RawValue","$serde_json":1}"#),
        ("any", r#"["$serde_json::private::RawValue"]"#),
        ("map", r#"{"$":1}"#),
        ("raw", r#"{"a":[1.50]}"#),
    ] {
        assert_eq!(
            answer(&toolbox, tool, &format!(r#"{{"value":{value}}}"#)),
            (false, value.to_owned()),
            "{tool}"
        );
    }
}

/// Returns the arguments.
struct Server;

impl ExternalHandler for Server {
    fn call<'a>(
        &'a self,
        _: &'a str,
        arguments: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async move { Ok(Output::Json(arguments.text().to_owned())) })
    }
}

#[test]
fn external_tools_get_no_reserved_keys() {
    let schema = json!({"type": "object", "properties": {"value": {}}});
    let source = ExternalSource::mcp(
        "files",
        vec![ExternalTool::new("get_any", "Gets anything.", schema).classified(Classification::Read)],
    );
    let toolbox = Toolbox::builder().external(source.handler(Server)).build().unwrap();
    assert_eq!(answer(&toolbox, "get_any", r#"{"value":1}"#), (false, r#"{"value":1}"#.to_owned()));
    for arguments in
        [SWAPPED.to_owned(), format!(r#"{{"value":{SWAPPED}}}"#), format!(r#"{{"value":[{SWAPPED}],}}"#)]
    {
        assert_reserved(&toolbox, "get_any", &arguments);
    }
}

#[test]
fn lists_of_tools_have_no_reserved_keys() {
    let message = "the list of tools has a key that begins with `$serde_json::private::`";
    let list = |schema: &str| format!(r#"[{{"name":"get_any","inputSchema":{{"properties":{schema}}}}}]"#);
    for schema in [SWAPPED.to_owned(), SWAPPED.replace('$', r"\u0024"), format!(r#"{{"a":{SWAPPED}}}"#)] {
        let error = ExternalTool::list_from_text(&list(&schema)).unwrap_err();
        assert_eq!(error.to_string(), message, "{schema}");
    }
    assert_eq!(ExternalTool::list_from_text(&list("{}")).unwrap().tools.len(), 1);
    // A schema that a program made itself.
    let schema = json!({"properties": {"a": {"$serde_json::private::RawValue": "{}"}}});
    let tool = ExternalTool::new("get_any", "Gets anything.", schema);
    let toolbox = Toolbox::builder().external(ExternalSource::mcp("files", vec![tool])).build().unwrap();
    assert!(toolbox.tool("get_any").is_none());
    let reports: Vec<_> = toolbox.reports().iter().map(ToString::to_string).collect();
    assert!(reports[0].contains("has a key that begins with `$serde_json::private::`"), "{reports:?}");
}

#[test]
fn messages_of_providers_have_no_reserved_keys() {
    for provider in [
        Provider::OpenAiChat,
        Provider::OpenAiResponses,
        Provider::Anthropic,
        Provider::Gemini,
        Provider::Mcp,
    ] {
        for message in [SWAPPED.to_owned(), format!(r#"{{"choices":[{SWAPPED}]}}"#), format!("[{SWAPPED}]")] {
            let error = provider.read(&message).unwrap_err();
            let text = "the message has a key that begins with `$serde_json::private::`";
            assert_eq!(error.to_string(), text, "{message}");
        }
    }
}

#[test]
fn stored_sessions_have_no_reserved_keys() {
    let permissions = r#"[{"tool":"Free.any","permission":"allow","lifetime":"session"}]"#;
    let swapped = json!({"$serde_json::private::RawValue": permissions}).to_string();
    for text in [
        format!(r#"{{"version":1,"expanded":[],"permissions":{swapped}}}"#),
        json!({"$serde_json::private::RawValue": r#"{"version":1,"expanded":[]}"#}).to_string(),
    ] {
        assert_eq!(Session::from_json(&text).unwrap_err().to_string(), "the stored session is not JSON");
        assert!(serde_json::from_str::<Session>(&text).is_err(), "{text}");
    }
    assert!(serde_json::from_str::<Session>(r#"{"version":1,"expanded":["Free"]}"#).is_ok());
}

#[test]
fn calls_inside_calls_have_no_reserved_keys() {
    let policy = VisibilityPolicy::new().list(ListMode::Constant);
    let toolbox = Toolbox::builder().plugin(Free).visibility(policy).build().unwrap();
    for arguments in [
        format!(r#"{{"name":"any","arguments":{{"value":{SWAPPED}}}}}"#),
        json!({"name": "any", "arguments": format!(r#"{{"value":{SWAPPED}}}"#)}).to_string(),
        format!(r#"{{"name":"any","arguments":{SWAPPED}}}"#),
    ] {
        assert_reserved(&toolbox, "call_function", &arguments);
    }
}

/// The text of a function's result is data: it stays as it was written, and is never decoded twice.
#[test]
fn reserved_keys_in_results_stay_text() {
    struct Echo;

    #[plugin]
    #[expect(clippy::unused_self, reason = "results are checked")]
    impl Echo {
        /// Echoes a swapped value.
        #[ai_function]
        fn swapped(&self) -> Box<RawValue> {
            RawValue::from_string(SWAPPED.to_owned()).unwrap()
        }

        /// Nests values in texts.
        #[ai_function]
        fn nested(&self) -> Box<RawValue> {
            let deep = |inner: &str| format!("{}{inner}{}", "[".repeat(126), "]".repeat(126));
            let mut text = deep("1");
            for _ in 0..6 {
                text = deep(&json!({"$serde_json::private::RawValue": text}).to_string());
            }
            RawValue::from_string(text).unwrap()
        }
    }

    let toolbox = Toolbox::builder().plugin(Echo).build().unwrap();
    let call = |tool: &str| block_on(toolbox.call(&Session::new(), &RawCall::new("1", tool, "{}")));
    let outcome = call("swapped");
    assert_eq!(outcome.for_host()["result"], json!(SWAPPED));
    assert_eq!(outcome.for_model_as_json(), json!(SWAPPED));
    assert_eq!(outcome.for_model().text, SWAPPED);
    // Many levels must not end the process.
    let outcome = call("nested");
    assert!(outcome.for_host()["result"].is_string());
    assert!(outcome.for_model_as_json().is_string());
}
