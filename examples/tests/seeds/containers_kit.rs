//! Calls of the example plugins, and what a subscriber hears of them.

use std::fmt::{Debug, Write as _};
use std::sync::{Arc, Mutex};

use futures_executor::block_on;
use hpd_examples::math::Math;
use hpd_host::args::{ContainerCheck, check_container};
use hpd_host::external::{ExternalSource, ExternalTool};
use hpd_host::list::{ModelOptions, Recovery};
use hpd_host::{Outcome, RawCall, Session, Toolbox, ai_function, scope};
use serde_json::{Value, json};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// The functions of the container that the documents show.
pub(crate) const FUNCTIONS: [&str; 7] =
    ["Add", "Multiply", "Abs", "Square", "Subtract", "Min", "SolveQuadratic"];

/// A call of the container as if it were a function.
pub(crate) const WRONG: &str = r#"{"function":"Add","a":5,"b":10}"#;
/// What the model reads of the right one.
pub(crate) const EXPANDED: &str =
    "Math expanded. Functions: Add, Multiply, Abs, Square, Subtract, Min, SolveQuadratic.";

/// Reads a file.
#[ai_function]
pub(crate) fn read_file(
    /// Where it is.
    file_path: String,
) -> String {
    file_path
}

pub(crate) struct Books;

#[scope("Books", rename_all = "PascalCase")]
impl Books {
    /// Deletes an invoice.
    #[ai_function(write, risk = low)]
    fn delete_invoice(
        /** Which. */
        id: String,
    ) -> String {
        format!("deleted {id}")
    }

    /// Opens the vault.
    #[ai_function]
    fn open_vault(
        /** The code. */
        #[param(sensitive)]
        code: String,
    ) -> usize {
        code.len()
    }
}

/// What the guidance of a container with these functions says after a wrong call.
pub(crate) fn guidance(members: &[&str]) -> String {
    let container = ContainerCheck { name: "C", members, sensitive: &[] };
    check_container(&container, "[1]").unwrap().retry_guidance
}

pub(crate) fn math() -> (Toolbox, Session) {
    math_with(Recovery::Reject)
}

pub(crate) fn math_with(recovery: Recovery) -> (Toolbox, Session) {
    (
        Toolbox::builder().plugin(Math).model(ModelOptions::new().recovery(recovery)).build().unwrap(),
        Session::new(),
    )
}

/// A tool from outside that takes anything.
pub(crate) fn tool(name: &str) -> ExternalTool {
    ExternalTool::new(name, "", json!({ "type": "object" }))
}

pub(crate) fn github() -> ExternalSource {
    ExternalSource::mcp("github", vec![tool("list_issues"), tool("get_me")])
}

pub(crate) fn answer(toolbox: &Toolbox, session: &Session, name: &str, arguments: &str) -> Outcome {
    block_on(toolbox.call(session, &RawCall::new("call_1", name, arguments)))
}

/// What the model reads of a call.
pub(crate) fn text(toolbox: &Toolbox, session: &Session, name: &str, arguments: &str) -> String {
    answer(toolbox, session, name, arguments).for_model().text.into_owned()
}

/// The same as JSON.
pub(crate) fn read(toolbox: &Toolbox, session: &Session, name: &str, arguments: &str) -> Value {
    serde_json::from_str(&text(toolbox, session, name, arguments)).unwrap()
}

pub(crate) fn names(toolbox: &Toolbox, session: &Session) -> Vec<String> {
    toolbox.tools(session).into_iter().map(|tool| tool.name().to_owned()).collect()
}

/// The metadata of a tool, with its keys in the order in which they are published.
pub(crate) fn metadata(toolbox: &Toolbox, name: &str) -> String {
    serde_json::to_string(toolbox.tool(name).unwrap().metadata()).unwrap()
}

/// What `work` tells a subscriber of one target: a line for each span, record and event.
pub(crate) fn heard(target: &'static str, work: impl FnOnce()) -> Vec<String> {
    let ear = Ear { target, lines: Arc::default() };
    let lines = Arc::clone(&ear.lines);
    tracing::subscriber::with_default(ear, work);
    let lines = lines.lock().unwrap();
    lines.clone()
}

struct Ear {
    target: &'static str,
    lines: Arc<Mutex<Vec<String>>>,
}

impl Ear {
    fn add(&self, start: &str, record: impl FnOnce(&mut Line)) {
        let mut line = Line(start.to_owned());
        record(&mut line);
        self.lines.lock().unwrap().push(line.0);
    }
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }
}

impl Subscriber for Ear {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == self.target
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        self.add("span", |line| span.record(line));
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        self.add("record", |line| values.record(line));
    }

    fn event(&self, event: &Event<'_>) {
        self.add(event.metadata().level().as_str(), |line| event.record(line));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}
