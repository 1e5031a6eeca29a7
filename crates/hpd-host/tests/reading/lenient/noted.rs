//! Warnings that models read, where the host says so, in the form of every provider.

use futures_executor::block_on;
use hpd_host::list::ModelOptions;
use hpd_host::output::Part;
use hpd_host::reexports::serde_json::{Value, json};
use hpd_host::{Outcome, Provider, RawCall, Session, ToolError, Toolbox, plugin};

struct Desk;

#[plugin]
impl Desk {
    /// A text.
    #[ai_function]
    fn text(
        &self,
        /** A number. */
        count: i64,
    ) -> String {
        format!("{count} things")
    }

    /// An object.
    #[ai_function]
    fn object(
        &self,
        /** A number. */
        count: i64,
    ) -> Value {
        json!({ "count": count })
    }

    /// A list.
    #[ai_function]
    fn list(
        &self,
        /** A number. */
        count: i64,
    ) -> Vec<i64> {
        vec![count]
    }

    /// An image.
    #[ai_function]
    fn image(
        &self,
        /** A number. */
        count: i64,
    ) -> Vec<Part> {
        let text = Part::Text { text: count.to_string() };
        vec![text, Part::Image { data: "aGk=".to_owned(), mime_type: "image/png".to_owned() }]
    }

    /// An error.
    #[ai_function]
    fn fails(
        &self,
        /** A number. */
        count: i64,
    ) -> Result<i64, ToolError> {
        Err(ToolError::new(format!("No {count}.")))
    }

    /// For the user.
    #[ai_function(direct)]
    fn shown(
        &self,
        /** A number. */
        count: i64,
    ) -> i64 {
        count
    }

    /// A secret.
    #[ai_function]
    fn unlock(
        &self,
        /** The PIN. */
        #[param(sensitive)]
        pin: Option<i64>,
        /** A number. */
        count: i64,
    ) -> String {
        format!("{} {count}", pin.is_some())
    }
}

const LINE: &str = "[Warnings about the arguments: count: string literal converted to number]";

fn call(told: bool, name: &str, arguments: &str) -> Outcome {
    let toolbox = Toolbox::builder().plugin(Desk).model(ModelOptions::new().warnings(told)).build().unwrap();
    block_on(toolbox.call(&Session::new(), &RawCall::new("call_1", name, arguments)))
}

fn noted(name: &str) -> Outcome {
    call(true, name, r#"{"count":"5"}"#)
}

fn sent(provider: Provider, outcome: &Outcome) -> Value {
    let results = provider.results(std::slice::from_ref(outcome));
    serde_json::from_str(results[0].get()).unwrap()
}

#[test]
fn a_text_has_the_note_behind_it() {
    let outcome = noted("text");
    let text = format!("5 things\n\n{LINE}");
    assert_eq!(outcome.for_model().text, text);
    assert_eq!(outcome.for_model_as_text(), text);
    assert_eq!(outcome.for_model_as_json(), json!(text));
    assert_eq!(sent(Provider::OpenAiChat, &outcome)["content"], text);
    assert_eq!(sent(Provider::OpenAiResponses, &outcome)["output"], text);
    assert_eq!(sent(Provider::Anthropic, &outcome)["content"][0]["content"], text);
    assert!(sent(Provider::Gemini, &outcome).to_string().contains("Warnings about the arguments"));
    assert_eq!(sent(Provider::Mcp, &outcome)["result"]["content"][0]["text"], text);
    // The host has the result as it is.
    assert_eq!(outcome.for_host()["result"], "5 things");
}

#[test]
fn json_stays_json_in_every_form() {
    for (name, whole) in [
        ("object", json!({ "count": 5, "argument_warnings": ["count: string literal converted to number"] })),
        (
            "list",
            json!({ "result": [5], "argument_warnings": ["count: string literal converted to number"] }),
        ),
    ] {
        let outcome = noted(name);
        let parsed = |text: &Value| -> Value { serde_json::from_str(text.as_str().unwrap()).unwrap() };
        assert_eq!(serde_json::from_str::<Value>(&outcome.for_model().text).unwrap(), whole);
        assert_eq!(outcome.for_model_as_json(), whole);
        assert_eq!(parsed(&sent(Provider::OpenAiChat, &outcome)["content"]), whole);
        assert_eq!(parsed(&sent(Provider::OpenAiResponses, &outcome)["output"]), whole);
        assert_eq!(parsed(&sent(Provider::Anthropic, &outcome)["content"][0]["content"]), whole);
        let gemini = sent(Provider::Gemini, &outcome).to_string();
        assert!(gemini.contains(&whole.to_string()), "{gemini}");
        assert_eq!(parsed(&sent(Provider::Mcp, &outcome)["result"]["content"][0]["text"]), whole);
    }
    // As its output schema describes it.
    assert_eq!(sent(Provider::Mcp, &noted("object"))["result"]["structuredContent"], json!({ "count": 5 }));
}

#[test]
fn parts_have_the_note_as_their_last() {
    let outcome = noted("image");
    for provider in [
        Provider::OpenAiChat,
        Provider::OpenAiResponses,
        Provider::Anthropic,
        Provider::Gemini,
        Provider::Mcp,
    ] {
        let text = sent(provider, &outcome).to_string();
        assert_eq!(text.matches("Warnings about the arguments").count(), 1, "{text}");
    }
    let blocks = &sent(Provider::Anthropic, &outcome)["content"][0]["content"];
    assert_eq!(blocks[1]["type"], "image");
    assert_eq!(blocks[2], json!({ "type": "text", "text": LINE }));
}

#[test]
fn errors_and_what_the_user_sees_have_no_note() {
    for name in ["fails", "shown"] {
        assert_eq!(noted(name).for_model(), call(false, name, r#"{"count":5}"#).for_model(), "{name}");
    }
}

#[test]
fn without_warnings_or_without_the_option_nothing_is_added() {
    assert_eq!(call(true, "text", r#"{"count":5}"#).for_model().text, "5 things");
    assert_eq!(call(true, "object", r#"{"count":5}"#).for_model().text, r#"{"count":5}"#);
    let outcome = call(false, "text", r#"{"count":"5"}"#);
    assert_eq!((outcome.for_model().text.as_ref(), outcome.warnings.len()), ("5 things", 1));
}

/// A note names the change and the field, and never the value.
#[test]
fn a_note_repeats_no_value() {
    let outcome = call(true, "text", r#"{"count":" 471147 "}"#);
    let (_, note) =
        outcome.for_model_as_text().split_once("\n\n").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    assert_eq!(note, LINE);
}
