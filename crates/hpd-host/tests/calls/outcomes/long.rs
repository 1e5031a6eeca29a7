//! Results that are longer than a model may read, where they are not kept.

use futures_executor::block_on;
use hpd_host::external::{Arguments, Classification, ExternalHandler, ExternalSource, ExternalTool};
use hpd_host::outcome::OutcomeKind;
use hpd_host::results::LargeResults;
use hpd_host::system::BoxFuture;
use hpd_host::{CallContext, Limits, Output, Provider, Session, ToolError, Toolbox, ToolboxBuilder, plugin};
use serde_json::json;

use crate::support::{answer, text};

struct Logs;

#[plugin]
impl Logs {
    /// Lines of a log.
    #[ai_function]
    fn log(
        &self,
        /// How many.
        lines: usize,
    ) -> String {
        "line\n".repeat(lines)
    }

    /// The same as a list.
    #[ai_function]
    fn list(
        &self,
        /// How many.
        lines: usize,
    ) -> Vec<String> {
        vec!["line".to_owned(); lines]
    }

    /// Fails at length.
    #[ai_function]
    fn fail(&self) -> Result<(), ToolError> {
        Err(ToolError::new("no ".repeat(1000)))
    }
}

fn logs() -> ToolboxBuilder {
    Toolbox::builder().plugin(Logs).large_results(LargeResults::off())
}

fn note(end: usize, length: usize) -> String {
    format!(
        "\n\n[Cut: these are the first {end} of {length} bytes of the result. To see what is missing, ask for less at once.]"
    )
}

#[test]
fn a_model_reads_64_kib_of_a_result() {
    let toolbox = logs().build().unwrap();
    let short = text(&toolbox, &Session::new(), "log", r#"{"lines":13107}"#);
    assert!(short == "line\n".repeat(13107));
    let long = text(&toolbox, &Session::new(), "log", r#"{"lines":20000}"#);
    assert!(long == format!("{}{}", "line\n".repeat(13084), note(65420, 100_000)), "{}", &long[65_400..]);
    assert!(long.len() <= 64 * 1024);
}

#[test]
fn the_host_sees_the_whole() {
    let toolbox = logs().limits(Limits::new().result_bytes(1024)).build().unwrap();
    let outcome = answer(&toolbox, &Session::new(), "log", r#"{"lines":300}"#);
    assert_eq!(outcome.for_host()["result"], "line\n".repeat(300));
    let OutcomeKind::Result(result) = &outcome.kind else { panic!("{outcome:?}") };
    assert_eq!(result.whole.as_deref(), Some(&Output::Text("line\n".repeat(300))));
}

#[test]
fn json_that_is_cut_is_a_text_everywhere() {
    let toolbox = logs().limits(Limits::new().result_bytes(1024)).build().unwrap();
    let outcome = answer(&toolbox, &Session::new(), "list", r#"{"lines":300}"#);
    let cut = outcome.for_model().text.into_owned();
    let note = "\n\n[Cut: these are the first parts of a result of 2101 bytes. Lists, objects and long texts in its JSON end early. To see what is missing, ask for less at once.]";
    let json: Vec<String> = serde_json::from_str(cut.strip_suffix(note).unwrap_or(&cut)).unwrap();
    assert_eq!(json, ["line"; 123]);
    assert_eq!(outcome.for_model_as_json(), json!(cut));
    for provider in [Provider::Anthropic, Provider::Gemini, Provider::OpenAiChat, Provider::OpenAiResponses] {
        let sent = provider.results(std::slice::from_ref(&outcome));
        assert!(sent[0].get().contains("first parts of a result of 2101 bytes"), "{provider:?}");
    }
}

#[test]
fn no_limit_is_too_small_for_the_note() {
    let toolbox = logs().limits(Limits::new().result_bytes(0)).build().unwrap();
    let cut = text(&toolbox, &Session::new(), "log", r#"{"lines":300}"#);
    assert_eq!(cut, format!("{}{}", "line\n".repeat(183), note(915, 1500)));
}

#[test]
fn an_error_of_a_function_is_cut_too() {
    let toolbox = logs().limits(Limits::new().result_bytes(1024)).build().unwrap();
    let outcome = answer(&toolbox, &Session::new(), "fail", "{}");
    assert_eq!(outcome.for_model_as_text(), format!("{}n{}", "no ".repeat(305), note(916, 3000)));
}

struct Server;

impl ExternalHandler for Server {
    fn call<'a>(
        &'a self,
        _: &'a str,
        _: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async { Ok(Output::Text("x".repeat(2000))) })
    }
}

fn fetch() -> ExternalSource {
    ExternalSource::mcp(
        "web",
        vec![
            ExternalTool::new("fetch", "Fetches", json!({ "type": "object" }))
                .classified(Classification::Read),
        ],
    )
}

#[test]
fn results_from_outside_are_cut() {
    let expected = format!("{}{}", "x".repeat(916), note(916, 2000));
    let made = Toolbox::builder()
        .large_results(LargeResults::off())
        .external(fetch().handler(Server))
        .limits(Limits::new().result_bytes(1024))
        .build()
        .unwrap();
    assert_eq!(text(&made, &Session::new(), "fetch", "{}"), expected);

    let forwarded = Toolbox::builder()
        .large_results(LargeResults::off())
        .external(fetch())
        .limits(Limits::new().result_bytes(1024))
        .build()
        .unwrap();
    let session = Session::new();
    assert_eq!(answer(&forwarded, &session, "fetch", "{}").status(), "forward");
    let outcome =
        block_on(forwarded.complete(&session, "call_1", Ok(Output::Text("x".repeat(2000))))).unwrap();
    assert_eq!(outcome.for_model().text, expected);
}

struct Pages;

#[plugin]
impl Pages {
    /// Shows a page.
    #[ai_function(direct)]
    fn page(&self) -> String {
        "x".repeat(2000)
    }
}

#[test]
fn what_the_user_sees_is_not_cut() {
    let toolbox = Toolbox::builder().plugin(Pages).limits(Limits::new().result_bytes(1024)).build().unwrap();
    let outcome = answer(&toolbox, &Session::new(), "page", "{}");
    assert_eq!(outcome.for_model().text, "The result was shown to the user.");
    let OutcomeKind::Result(result) = &outcome.kind else { panic!("{outcome:?}") };
    assert_eq!(result.output, Output::Text("x".repeat(2000)));
}
