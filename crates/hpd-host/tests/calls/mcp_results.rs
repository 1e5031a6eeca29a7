//! Results as MCP's `CallToolResult`, and results of MCP servers on their way through.

use std::sync::{Arc, Mutex};

use futures_executor::block_on;
use hpd_host::context::ProgressDelivered;
use hpd_host::external::{Arguments, ExternalHandler, ExternalSource, ExternalTool, TaskSupport};
use hpd_host::output::{JsonText, Part, StructuredOutput};
use hpd_host::results::LargeResults;
use hpd_host::system::BoxFuture;
use hpd_host::{
    CallContext, Limits, Outcome, Output, Provider, RawCall, Session, ToolError, Toolbox, TurnContext, plugin,
};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
struct Weather {
    wind: f64,
    degrees: i8,
}

struct Station;

#[plugin]
#[expect(clippy::unused_self, reason = "tools of a station are its methods")]
impl Station {
    /// An object.
    #[ai_function(read_only)]
    fn weather(&self) -> Weather {
        Weather { wind: 1.0, degrees: 3 }
    }

    /// A list.
    #[ai_function(read_only)]
    fn list(&self) -> Vec<u16> {
        vec![1, 2]
    }

    /// Text.
    #[ai_function(read_only)]
    fn text(&self) -> String {
        "mild".to_owned()
    }

    /// Nothing.
    #[ai_function(read_only)]
    fn nothing(&self) {}

    /// Parts of every kind.
    #[ai_function(read_only)]
    fn parts(&self) -> Vec<Part> {
        vec![
            Part::text("noon"),
            Part::image(b"png", "image/png"),
            Part::audio(b"wav", "audio/wav"),
            Part::file("file:///a.pdf", "application/pdf", b"%PDF"),
            Part::text_file("file:///log", "text/plain", "snow"),
            Part::link("https://example.org", "Home"),
        ]
    }

    /// A value with a picture.
    #[ai_function(read_only)]
    fn chart(&self) -> Result<StructuredOutput, ToolError> {
        let value = JsonText::parse(r#"{"z": 12345678901234567890, "a": 1.0}"#);
        let value = value.map_err(|error| ToolError::new(error.to_string()))?;
        Ok(StructuredOutput::new(value).with_parts(vec![Part::image(b"png", "image/png")]))
    }

    /// A failure.
    #[ai_function(read_only)]
    fn fails(&self) -> Result<String, ToolError> {
        Err(ToolError::new("No station."))
    }

    /// A change.
    #[ai_function(write, risk = low)]
    fn reset(&self) -> String {
        "done".to_owned()
    }

    /// Reports its progress.
    #[ai_function(read_only)]
    fn count(&self, #[context] ctx: &CallContext<'_>) -> u8 {
        ctx.progress(1.0, Some(1.0), "counted");
        1
    }

    /// The same, and waits.
    #[ai_function(read_only)]
    async fn count_slowly(&self, #[context] ctx: &CallContext<'_>) -> u8 {
        futures_util::pending!();
        ctx.progress(1.0, Some(1.0), "counted");
        1
    }
}

/// Results of a server, word for word.
struct Server(&'static str);

impl ExternalHandler for Server {
    fn call<'a>(
        &'a self,
        _: &'a str,
        _: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async { Output::from_call_tool_result(self.0) })
    }
}

fn station() -> Toolbox {
    Toolbox::builder().plugin(Station).build().unwrap()
}

fn call(toolbox: &Toolbox, name: &str) -> Outcome {
    block_on(toolbox.call(&Session::new(), &RawCall::new("1", name, "{}")))
}

/// The result of a server, as an MCP client gets it through a toolbox, and the model's text.
fn passed_through(result: &'static str) -> (String, String) {
    let list = r#"[{"name": "look", "annotations": {"readOnlyHint": true}}]"#;
    let source = ExternalSource::mcp("cam", ExternalTool::list_from_text(list).unwrap()).trusted();
    let toolbox = Toolbox::builder().external(source.handler(Server(result))).build().unwrap();
    let session = Session::new();
    block_on(toolbox.call(&session, &RawCall::new("0", "MCP_cam", "{}")));
    let outcome = block_on(toolbox.call(&session, &RawCall::new("1", "look", "{}")));
    (outcome.call_tool_result().get().to_owned(), outcome.for_model().text.into_owned())
}

#[test]
fn own_results_are_written_once_in_their_order() {
    let toolbox = station();
    for (name, result) in [
        (
            "weather",
            r#"{"content":[{"type":"text","text":"{\"wind\":1.0,\"degrees\":3}"}],"structuredContent":{"wind":1.0,"degrees":3},"isError":false}"#,
        ),
        ("list", r#"{"content":[{"type":"text","text":"[1,2]"}],"isError":false}"#),
        ("text", r#"{"content":[{"type":"text","text":"mild"}],"isError":false}"#),
        ("nothing", r#"{"content":[{"type":"text","text":"Done."}],"isError":false}"#),
        (
            "parts",
            concat!(
                r#"{"content":[{"type":"text","text":"noon"},{"type":"image","data":"cG5n","mimeType":"image/png"},"#,
                r#"{"type":"audio","data":"d2F2","mimeType":"audio/wav"},"#,
                r#"{"type":"resource","resource":{"uri":"file:///a.pdf","mimeType":"application/pdf","blob":"JVBERg=="}},"#,
                r#"{"type":"resource","resource":{"uri":"file:///log","mimeType":"text/plain","text":"snow"}},"#,
                r#"{"type":"resource_link","uri":"https://example.org","name":"Home"}],"isError":false}"#,
            ),
        ),
        (
            "chart",
            concat!(
                r#"{"content":[{"type":"image","data":"cG5n","mimeType":"image/png"},"#,
                r#"{"type":"text","text":"{\"z\": 12345678901234567890, \"a\": 1.0}"}],"#,
                r#""structuredContent":{"z": 12345678901234567890, "a": 1.0},"isError":false}"#,
            ),
        ),
    ] {
        assert_eq!(call(&toolbox, name).call_tool_result().get(), result, "{name}");
    }
}

#[test]
fn the_model_reads_structured_content_once() {
    let toolbox = station();
    assert_eq!(
        call(&toolbox, "chart").for_model().text,
        "[image, 3 bytes, image/png]\n{\"z\": 12345678901234567890, \"a\": 1.0}"
    );
    let outcome = call(&toolbox, "weather");
    assert_eq!(outcome.structured(), Some(r#"{"wind":1.0,"degrees":3}"#));
    assert_eq!(outcome.for_model().text, r#"{"wind":1.0,"degrees":3}"#);
    assert_eq!(call(&toolbox, "list").structured(), None);
}

#[test]
fn errors_and_questions_are_texts() {
    let toolbox = station();
    let failed = call(&toolbox, "fails");
    let text = serde_json::to_string(&failed.for_model().text).unwrap();
    assert_eq!(
        failed.call_tool_result().get(),
        format!(r#"{{"content":[{{"type":"text","text":{text}}}],"isError":true}}"#)
    );
    let asked = call(&toolbox, "reset");
    let text = serde_json::to_string(&asked.for_model().text).unwrap();
    assert_eq!(
        asked.call_tool_result().get(),
        format!(r#"{{"content":[{{"type":"text","text":{text}}}],"isError":false}}"#)
    );
}

#[test]
fn results_of_servers_pass_without_a_loss() {
    for result in [
        r#"{"content":[{"type":"text","text":"sunny"}],"isError":false}"#,
        r#"{"content":[{"type":"audio","data":"d2F2","mimeType":"audio/wav","annotations":{"priority":1.0,"audience":["user"]}}],"isError":false}"#,
        r#"{"content":[{"type":"text","text":"{\"b\":1e400,\"a\":1.0}"}],"structuredContent":{"b":1e400,"a":1.0},"isError":false}"#,
        r#"{"content":[{"type":"text","text":"two"}],"structuredContent":{"b":[12345678901234567890],"a":1.0},"isError":false,"_meta":{"z":1,"a":2}}"#,
        r#"{"content":[{"type":"resource","resource":{"uri":"file:a","mimeType":"image/gif","blob":"R0lG","_meta":{"k":1.50}},"annotations":{"priority":0.5}}],"isError":false}"#,
        r#"{"content":[{"type":"resource_link","uri":"file:a","name":"a","description":"A.","mimeType":"text/plain","size":4,"icons":[{"src":"x"}]}],"isError":false}"#,
        r#"{"content":[{"type":"novel","chapters":[1.0,2e5]}],"isError":false}"#,
    ] {
        assert_eq!(passed_through(result).0, result);
    }
}

#[test]
fn a_value_that_a_server_repeats_as_text_is_read_once() {
    for (result, text) in [
        (
            r#"{"content":[{"type":"text","text":"{ \"a\": 1.0 }"}],"structuredContent":{"a":1.0}}"#,
            r#"{"a":1.0}"#,
        ),
        (r#"{"content":[{"type":"text","text":"5"}],"structuredContent":{"result":5}}"#, r#"{"result":5}"#),
        (
            r#"{"content":[{"type":"text","text":"a line"}],"structuredContent":{"content":"a line"}}"#,
            r#"{"content":"a line"}"#,
        ),
        (r#"{"content":[],"structuredContent":{"a":1}}"#, r#"{"a":1}"#),
        (
            r#"{"content":[{"type":"text","text":"It is mild."}],"structuredContent":{"a":1}}"#,
            "It is mild.\n{\"a\":1}",
        ),
    ] {
        assert_eq!(passed_through(result).1, text);
    }
}

#[test]
fn wrong_results_of_servers_are_errors() {
    for (result, told) in [
        ("[]", "The tool ran, but its result can't be read."),
        (r#"{"content":5}"#, "The tool ran, but its result can't be read."),
        (r#"{"resultType":"input_required"}"#, "The tool asks for input, which can't be given here."),
        (r#"{"content":[{"type":"text","text":"No city."}],"isError":true}"#, "No city."),
        (r#"{"content":[],"isError":true}"#, "The tool failed, and does not say why."),
    ] {
        let (passed, text) = passed_through(result);
        assert!(text.contains(told) && passed.contains(r#""isError":true"#), "{text}");
    }
}

#[test]
fn structured_content_of_a_long_result_is_there_where_clients_need_it() {
    struct Long;
    #[derive(Serialize)]
    struct Page {
        text: String,
    }
    #[derive(Serialize, schemars::JsonSchema)]
    struct Described {
        text: String,
    }
    #[derive(Serialize, schemars::JsonSchema)]
    struct Exact {
        #[schemars(length(min = 20_000))]
        text: String,
    }
    #[plugin]
    #[expect(clippy::unused_self, reason = "tools are methods")]
    impl Long {
        /// The same with a schema that takes nothing shorter.
        #[ai_function(read_only)]
        fn exact(&self) -> Exact {
            Exact { text: "x".repeat(20_000) }
        }

        /// The same with a schema.
        #[ai_function(read_only)]
        fn described(&self) -> Described {
            Described { text: "x".repeat(20_000) }
        }

        /// A long object.
        #[ai_function(read_only)]
        fn page(&self) -> Page {
            Page { text: "x".repeat(20_000) }
        }
    }
    let limits = || Limits::new().result_bytes(4096);
    // Kept, and cut.
    for (large, length) in [(LargeResults::new(), 2_988), (LargeResults::off(), 4_084)] {
        let toolbox = Toolbox::builder().plugin(Long).limits(limits()).large_results(large).build().unwrap();
        for (name, length) in [("page", None), ("described", Some(length)), ("exact", Some(20_000))] {
            let outcome = call(&toolbox, name);
            assert_eq!(outcome.structured().unwrap().len(), 20_011);
            let result: serde_json::Value = serde_json::from_str(outcome.call_tool_result().get()).unwrap();
            assert!(result["content"][0]["text"].as_str().unwrap().len() < 5_000);
            assert_eq!(result["structuredContent"]["text"].as_str().map(str::len), length, "{name}");
        }
    }
}

#[test]
fn tools_say_what_they_return() {
    let toolbox = station();
    // Without the name of the Rust type, and in the order of the fields.
    let degrees = r#""degrees":{"type":"integer","minimum":-128,"maximum":127}"#;
    let schema = format!(
        r#"{{"type":"object","properties":{{"wind":{{"type":"number"}},{degrees}}},"required":["wind","degrees"]}}"#
    );
    assert_eq!(toolbox.tool("weather").unwrap().output_schema(), Some(&*schema));
    for name in ["list", "text", "nothing", "parts", "chart", "fails"] {
        assert_eq!(toolbox.tool(name).unwrap().output_schema(), None, "{name}");
    }
    let text = Provider::Mcp.tools(&toolbox.tools(&Session::new()));
    assert!(text.contains(r#""outputSchema":{"#), "{text}");
}

#[test]
fn what_a_source_says_of_its_tool_is_passed_on_as_it_was_written() {
    let listed = concat!(
        r#"[{"name":"look","title":"Look","inputSchema":{"type":"object"},"#,
        r#""outputSchema":{"type":"object","properties":{"z":{"maximum":1.0},"a":{}}},"icons":[{"src":"b","mimeType":"a"}],"#,
        r#""_meta":{"z":1.50,"a":2},"execution":{"taskSupport":"optional"}}]"#
    );
    let source = ExternalSource::mcp("cam", ExternalTool::list_from_text(listed).unwrap());
    let toolbox = Toolbox::builder().external(source).build().unwrap();
    let tool = toolbox.tool("look").unwrap();
    assert_eq!(tool.output_schema(), Some(r#"{"type":"object","properties":{"z":{"maximum":1.0},"a":{}}}"#));
    assert_eq!(tool.icons().unwrap().as_str(), r#"[{"src":"b","mimeType":"a"}]"#);
    assert_eq!(tool.source_meta().unwrap().as_str(), r#"{"z":1.50,"a":2}"#);
    assert_eq!(tool.task_support(), Some(TaskSupport::Optional));
    let session = Session::new();
    block_on(toolbox.call(&session, &RawCall::new("0", "MCP_cam", "{}")));
    let list = Provider::Mcp.tools(&toolbox.tools(&session));
    assert!(
        list.contains(concat!(
            r#","outputSchema":{"type":"object","properties":{"z":{"maximum":1.0},"a":{}}},"#,
            r#""icons":[{"src":"b","mimeType":"a"}],"_meta":{"z":1.50,"a":2},"execution":{"taskSupport":"optional"}}"#
        )),
        "{list}"
    );
}

#[test]
fn progress_reaches_the_client_before_the_result() {
    for name in ["count", "count_slowly"] {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (reported, delivered) = (Arc::clone(&seen), Arc::clone(&seen));
        let delivery: ProgressDelivered = Arc::new(move || {
            let delivered = Arc::clone(&delivered);
            Box::pin(async move {
                futures_util::pending!();
                delivered.lock().unwrap().push("delivered".to_owned());
            })
        });
        let turn = TurnContext {
            progress: Some(Arc::new(move |progress| {
                reported.lock().unwrap().push(progress.message.to_owned());
            })),
            progress_delivered: Some(delivery),
            ..TurnContext::default()
        };
        let toolbox = station();
        let (session, raw) = (Session::new(), RawCall::new("1", name, "{}"));
        let mut call = Box::pin(toolbox.call_with(&session, &turn, &raw));
        let mut cx = std::task::Context::from_waker(std::task::Waker::noop());
        let outcome = loop {
            if let std::task::Poll::Ready(outcome) = call.as_mut().poll(&mut cx) {
                break outcome;
            }
        };
        seen.lock().unwrap().push(outcome.for_model().text.into_owned());
        assert_eq!(*seen.lock().unwrap(), ["counted", "delivered", "1"], "{name}");
    }
}

#[test]
fn a_delivery_that_hangs_or_panics_does_not_hold_the_result() {
    let hangs: ProgressDelivered = Arc::new(|| Box::pin(std::future::pending()));
    let panics: ProgressDelivered = Arc::new(|| panic!("no client"));
    for delivery in [hangs, panics] {
        let turn = TurnContext { progress_delivered: Some(delivery), ..TurnContext::default() };
        let outcome =
            block_on(station().call_with(&Session::new(), &turn, &RawCall::new("1", "count", "{}")));
        assert_eq!(outcome.for_model().text, "1");
    }
}
