//! Tracing output of calls: one span per call, and events for its problems.

#![allow(clippy::unused_self, reason = "plugins of tests have no state")]

use std::fmt::{Debug, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use hpd_host::approval::Permission;
use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::filter::{FilterContext, Verdict};
use hpd_host::list::{ModelOptions, Recovery};
use hpd_host::output::Part;
use hpd_host::results::part_from_pages;
use hpd_host::{Approval, CallContext, Output, Provider, Session, ToolError, Toolbox, Values, plugin};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::support::log::with_subscriber;
use crate::support::{Math, answer};

/// Records each span and event as a line.
#[derive(Clone, Default)]
struct Heard {
    lines: Arc<Mutex<Vec<String>>>,
    ids: Arc<AtomicU64>,
}

struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }
}

impl Heard {
    fn add(&self, start: String, record: impl FnOnce(&mut Fields)) {
        let mut fields = Fields(start);
        record(&mut fields);
        self.lines.lock().unwrap().push(fields.0);
    }
}

impl Subscriber for Heard {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "hpd::call"
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        self.add(format!("{} span {}", span.metadata().level(), span.metadata().name()), |fields| {
            span.record(fields);
        });
        Id::from_u64(self.ids.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        self.add("record".to_owned(), |fields| values.record(fields));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        self.add(format!("{} event", event.metadata().level()), |fields| event.record(fields));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The lines that a single call records.
fn heard(toolbox: &Toolbox, session: &Session, name: &str, arguments: &str) -> Vec<String> {
    let heard = Heard::default();
    with_subscriber(heard.clone(), || answer(toolbox, session, name, arguments));
    let lines = heard.lines.lock().unwrap();
    lines.clone()
}

#[derive(Default)]
struct Lab;

#[plugin]
impl Lab {
    /// Doubles a number.
    #[ai_function]
    fn double(
        &self,
        /// The number.
        number: u32,
    ) -> u32 {
        number * 2
    }

    /// Fails.
    #[ai_function]
    fn fail(&self) -> Result<u32, ToolError> {
        Err(ToolError::new("The archive is closed.").caused_by(std::io::Error::other("disk 3 is gone")))
    }

    /// Reads two pages, of which one fails.
    #[ai_function]
    async fn read(&self, #[context] ctx: &CallContext<'_>) -> Result<Part, ToolError> {
        let pages = [Ok("page 1\n"), Err(std::io::Error::other("disk 3 is gone"))];
        part_from_pages(ctx, futures_util::stream::iter(pages)).await
    }

    /// Writes, and says so.
    #[ai_function(write, risk = low)]
    fn write(&self) {
        tracing::info!(target: "hpd::call", "written");
    }

    /// Writes, perhaps.
    #[ai_function(write, risk = low, idempotent)]
    fn put(&self) -> Result<(), ToolError> {
        Err(ToolError::new("No answer.").outcome_unknown().caused_by("line 3 is cut"))
    }

    /// Panics.
    #[ai_function]
    fn panic(&self) {
        panic!("unplugged")
    }
}

fn lab() -> (Toolbox, Session) {
    (
        Toolbox::builder()
            .approval(Approval::new().writes(Permission::Allow))
            .plugin(Lab)
            .plugin(Math)
            .model(ModelOptions::new().recovery(Recovery::ExpandAndRun))
            .build()
            .unwrap(),
        Session::new(),
    )
}

fn span(name: &str, description: &str, id: &str) -> String {
    format!(
        r#"INFO span execute_tool otel.name=execute_tool {name} otel.kind="internal" gen_ai.operation.name="execute_tool" gen_ai.tool.name="{name}" gen_ai.tool.call.id="call_1" gen_ai.tool.type="function" gen_ai.tool.description="{description}" hpd.tool.id="{id}""#
    )
}

/// The event of a function that failed.
fn exception(error_type: &str, cause: &str) -> String {
    format!(
        r#"WARN event message=gen_ai.execute_tool.exception exception.type="{error_type}" exception.message="{cause}""#
    )
}

fn error(name: &str) -> [String; 2] {
    [format!("record error.type={name:?}"), r#"record otel.status_code="ERROR""#.to_owned()]
}

#[test]
fn a_call_is_a_span_with_the_names_of_the_conventions() {
    let (toolbox, session) = lab();
    assert_eq!(
        heard(&toolbox, &session, "double", r#"{"number":4711}"#),
        [span("double", "Doubles a number.", "Lab.double")]
    );
}

#[test]
fn what_was_set_right_is_told_without_values() {
    let (toolbox, session) = lab();
    assert_eq!(
        heard(&toolbox, &session, "double", r#"{"number":"4711"}"#)[1..],
        [r#"DEBUG event message=an argument was set right code="STRING_TO_NUMBER""#]
    );
}

#[test]
fn wrong_arguments_are_told_by_their_codes() {
    let (toolbox, session) = lab();
    let lines = heard(&toolbox, &session, "double", r#"{"numbr":"4711 is secret"}"#);
    assert_eq!(lines[1..3], error("validation_error"));
    assert!(
        lines[3]
            .starts_with("INFO event message=arguments were refused error.type=\"validation_error\" codes="),
        "{lines:?}"
    );
    assert!(lines.iter().all(|line| !line.contains("4711") && !line.contains("numbr")), "{lines:?}");
}

#[test]
fn failures_are_told_with_their_causes() {
    let (toolbox, session) = lab();
    let lines = heard(&toolbox, &session, "fail", "{}");
    assert_eq!(lines[1..3], error("function_error"));
    assert_eq!(
        lines[3..],
        [
            &*exception("function_error", "disk 3 is gone"),
            r#"WARN event message=a function failed error.type="function_error" cause="disk 3 is gone""#
        ]
    );
    let lines = heard(&toolbox, &session, "panic", "{}");
    assert_eq!(
        lines[3..],
        [
            &*exception("function_panicked", "unplugged"),
            r#"ERROR event message=a function panicked error.type="function_panicked" cause="unplugged""#
        ]
    );
}

#[test]
fn a_source_that_fails_after_its_first_page_is_told_with_the_cause() {
    let (toolbox, session) = lab();
    assert_eq!(
        heard(&toolbox, &session, "read", "{}")[1..],
        [
            r#"WARN event message=the source of a result failed: its text ends there pages=1 bytes=7 cause="disk 3 is gone""#
        ]
    );
}

#[test]
fn what_a_function_tells_on_its_own_thread_is_heard() {
    let (toolbox, session) = lab();
    assert_eq!(heard(&toolbox, &session, "write", "{}")[1..], ["INFO event message=written"]);
}

#[test]
fn a_second_attempt_is_told_and_what_is_unknown() {
    let (toolbox, session) = lab();
    let lines = heard(&toolbox, &session, "put", "{}");
    assert_eq!(
        lines[1],
        r#"INFO event message=a call is made once more error.type="function_error" cause="line 3 is cut""#
    );
    assert_eq!(lines[2..4], error("function_error"));
    assert_eq!(
        lines[4..],
        [
            &*exception("function_error", "line 3 is cut"),
            r#"WARN event message=nobody knows whether a call took effect error.type="function_error" cause="line 3 is cut" attempts=2"#
        ]
    );
}

#[test]
fn names_that_a_model_made_up_are_not_told() {
    let (toolbox, session) = lab();
    assert_eq!(
        heard(&toolbox, &session, "tell_4711", "{}"),
        [
            r#"INFO span execute_tool otel.name=execute_tool (unknown) otel.kind="internal" gen_ai.operation.name="execute_tool" gen_ai.tool.name="(unknown)" gen_ai.tool.call.id="call_1" gen_ai.tool.type="function""#,
            r#"record error.type="unknown_tool""#,
            r#"record otel.status_code="ERROR""#,
            r#"INFO event message=a call was refused error.type="unknown_tool""#,
        ]
    );
}

#[test]
fn a_recovery_is_told() {
    let (toolbox, session) = lab();
    assert_eq!(
        heard(&toolbox, &session, "Add", r#"{"a":1,"b":2}"#)[1..],
        [r#"INFO event message=a wrong call was set right mistake="hidden_tool" expanded=1 ran="Add""#]
    );
}

#[test]
fn a_denial_is_told_with_the_reason_for_the_log() {
    let deny = |_: &FilterContext<'_>| Verdict::deny("No.", "frozen, ticket 7");
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .plugin(Lab)
        .filter(deny)
        .build()
        .unwrap();
    let lines = heard(&toolbox, &Session::new(), "double", r#"{"number":1}"#);
    assert_eq!(lines[1..3], error("call_denied"));
    assert_eq!(
        lines[3..],
        [r#"WARN event message=a filter denied a call error.type="call_denied" reason="frozen, ticket 7""#]
    );
}

#[test]
fn the_same_failure_again_is_told() {
    let (toolbox, session) = lab();
    for _ in 0..2 {
        answer(&toolbox, &session, "fail", "{}");
    }
    let lines = heard(&toolbox, &session, "fail", "{}");
    assert_eq!(lines[1..3], error("repeated_call"));
    assert_eq!(
        lines[3..],
        [
            &*exception("function_error", "disk 3 is gone"),
            r#"WARN event message=the same call failed again error.type="repeated_call" attempts=3 of="function_error""#
        ]
    );
}

#[test]
fn a_call_that_is_completed_is_a_span_of_its_own() {
    let open_tab =
        ExternalTool::new("open_tab", "Opens a tab.", serde_json::json!({})).classified(Classification::Read);
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .external(ExternalSource::frontend("browser", vec![open_tab]))
        .build()
        .unwrap();
    let session = Session::new();
    let completed = |result| {
        answer(&toolbox, &session, "open_tab", "{}");
        let heard = Heard::default();
        with_subscriber(heard.clone(), || {
            futures_executor::block_on(toolbox.complete(&session, "call_1", result)).unwrap();
        });
        let lines = heard.lines.lock().unwrap();
        lines.clone()
    };
    let span =
        format!("{} hpd.completes=true", span("open_tab", "Opens a tab.", "Frontend_browser.open_tab"));
    assert_eq!(completed(Ok(Output::Text("4711 is secret".to_owned()))), [span.as_str()]);
    let lines =
        completed(Err(ToolError::new("Closed.").caused_by(std::io::Error::other("window 3 is gone"))));
    assert_eq!(lines[0], span);
    assert_eq!(lines[1..3], error("function_error"));
    assert_eq!(
        lines[3..],
        [
            &*exception("function_error", "window 3 is gone"),
            r#"WARN event message=a function failed error.type="function_error" cause="window 3 is gone""#
        ]
    );
}

/// `OpenAI`'s item for the result of a search has no place for an error.
#[test]
fn a_search_that_failed_is_in_the_log() {
    let (toolbox, session) = lab();
    let item =
        r#"[{"type":"tool_search_call","execution":"client","call_id":"1","arguments":{"query":"x"}}]"#;
    let calls = Provider::OpenAiResponses.calls(item).unwrap();
    let outcomes = futures_executor::block_on(toolbox.turn(&session, &calls));
    let heard = Heard::default();
    with_subscriber(heard.clone(), || Provider::OpenAiResponses.results(&outcomes));
    assert_eq!(
        *heard.lines.lock().unwrap(),
        [
            r#"WARN event message=a search for tools failed: the model reads that nothing was found error.type="unknown_tool""#
        ]
    );
}

/// A till with a sensitive parameter.
struct Till;

#[plugin]
impl Till {
    /// Opens.
    #[ai_function]
    fn open(
        &self,
        /// The code.
        #[param(sensitive)]
        code: String,
        /// The drawer.
        drawer: u32,
    ) -> String {
        format!("{drawer} opened with {code}")
    }
}

#[test]
fn a_span_names_its_conversation() {
    let (toolbox, _) = lab();
    let session = Session::with_id("s 1");
    let lines = heard(&toolbox, &session, "double", r#"{"number":4711}"#);
    let span = span("double", "Doubles a number.", "Lab.double");
    let (start, end) = span.split_once(" hpd.tool.id").unwrap();
    assert_eq!(lines, [format!(r#"{start} gen_ai.conversation.id="s 1" hpd.tool.id{end}"#)]);
}

#[test]
fn contents_are_masked_and_told_on_request_alone() {
    let contents = |traced: bool, name: &str, arguments: &str| {
        let toolbox =
            Toolbox::builder().plugin(Lab).plugin(Till).values(Values::new().trace_contents(traced));
        let toolbox = toolbox.approval(Approval::new().writes(Permission::Allow)).build().unwrap();
        let lines = heard(&toolbox, &Session::new(), name, arguments);
        let told = lines
            .into_iter()
            .filter(|line| line.contains("gen_ai.tool.call.arguments") || line.contains("result"));
        told.collect::<Vec<_>>()
    };
    assert_eq!(contents(false, "double", r#"{"number":4711}"#), [""; 0]);
    assert_eq!(
        contents(true, "double", r#"{"number":4711}"#),
        [
            r#"record gen_ai.tool.call.arguments="{\"number\":4711}""#,
            r#"record gen_ai.tool.call.result="9422""#
        ]
    );
    // The user is asked for the sensitive value: there is no result.
    assert_eq!(
        contents(true, "open", r#"{"code":"tulip 9","drawer":3}"#),
        [r#"record gen_ai.tool.call.arguments="{\"code\":\"[hidden]\",\"drawer\":3}""#]
    );
    // A name that no tool has: the arguments may hold the value of a sensitive parameter.
    assert_eq!(contents(true, "unlock", r#"{"pin":"tulip 9"}"#), [""; 0]);
    let failed = contents(true, "fail", "{}");
    assert_eq!(failed, [r#"record gen_ai.tool.call.arguments="{}""#]);
}
