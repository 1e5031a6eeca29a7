//! Metrics of calls and of the journal, as a recorder receives them.

use futures_executor::block_on;
use hpd_host::approval::{Answer, Choice, UserChannel};
use hpd_host::journal::MemoryJournal;
use hpd_host::list::{ModelOptions, Recovery, ToolSearch};
use hpd_host::outcome::OutcomeKind;
use hpd_host::system::BoxFuture;
use hpd_host::{Approval, Provider, RawCall, Session, Tool, ToolError, Toolbox, plugin};
use metrics_util::debugging::{DebugValue, DebuggingRecorder};

struct Lab;

#[plugin]
impl Lab {
    /// Doubles a number.
    #[ai_function]
    fn double(
        /** The number. */
        number: u32,
    ) -> u32 {
        number * 2
    }

    /// Fails.
    #[ai_function]
    fn fail() -> Result<u32, ToolError> {
        Err(ToolError::new("The archive is closed."))
    }

    /// Writes.
    #[ai_function(write, risk = low)]
    fn write(
        /** What. */
        text: String,
    ) -> String {
        text
    }
}

/// What a recorder hears, a line a metric: the name, the labels, and the number of times or the value.
fn heard(run: impl FnOnce()) -> Vec<String> {
    let recorder = DebuggingRecorder::new();
    let snapshotter = recorder.snapshotter();
    metrics::with_local_recorder(&recorder, run);
    let mut lines: Vec<String> = snapshotter
        .snapshot()
        .into_vec()
        .into_iter()
        .map(|(key, _, _, value)| {
            let labels: Vec<_> =
                key.key().labels().map(|label| format!("{}={}", label.key(), label.value())).collect();
            let value = match value {
                DebugValue::Counter(number) => number.to_string(),
                DebugValue::Gauge(value) => format!("at {value}"),
                DebugValue::Histogram(values) => format!("times {}", values.len()),
            };
            format!("{} {{{}}} {value}", key.key().name(), labels.join(" "))
        })
        .collect();
    lines.sort();
    lines
}

fn duration(tool: &str, error: Option<&str>, times: u32) -> String {
    let error = error.map(|error| format!(" error.type={error}")).unwrap_or_default();
    format!(
        "gen_ai.execute_tool.duration {{gen_ai.operation.name=execute_tool gen_ai.tool.name={tool} \
         gen_ai.tool.type=function{error}}} times {times}"
    )
}

fn call(toolbox: &Toolbox, session: &Session, name: &str, arguments: &str) -> hpd_host::Outcome {
    block_on(toolbox.call(session, &RawCall::new("c1", name, arguments)))
}

#[test]
fn calls_are_measured_by_tool_and_error() {
    let toolbox = Toolbox::builder().plugin(Lab).build().unwrap();
    let session = Session::new();
    let lines = heard(|| {
        call(&toolbox, &session, "double", r#"{"number": 1}"#);
        call(&toolbox, &session, "double", r#"{"number": "4711"}"#);
        call(&toolbox, &session, "double", r#"{"numbr": "4711 is secret"}"#);
        call(&toolbox, &session, "fail", "{}");
        call(&toolbox, &session, "tell_4711", "{}");
    });
    assert_eq!(
        lines,
        [
            duration("(unknown)", Some("unknown_tool"), 1),
            duration("double", Some("validation_error"), 1),
            duration("double", None, 2),
            duration("fail", Some("function_error"), 1),
            "hpd.arguments.errors {gen_ai.tool.name=double code=REQUIRED_FIELD} 1".to_owned(),
            "hpd.arguments.warnings {gen_ai.tool.name=double code=STRING_TO_NUMBER} 1".to_owned(),
            "hpd.calls.blocked {gen_ai.tool.name=double} 1".to_owned(),
        ]
    );
    assert!(heard(|| drop(call(&toolbox, &session, "double", r#"{"number": 1}"#))).len() == 1);
}

#[test]
fn recovered_calls_are_counted_by_mistake() {
    let toolbox = Toolbox::builder()
        .plugin(Lab)
        .model(ModelOptions::new().recovery(Recovery::ExpandAndRun))
        .build()
        .unwrap();
    let lines = heard(|| drop(call(&toolbox, &Session::new(), "Double", r#"{"number": 1}"#)));
    assert_eq!(
        lines[1..],
        ["hpd.calls.recovered {gen_ai.tool.name=(unknown) mistake=misspelt_name} 1"],
        "{lines:?}"
    );
}

#[test]
fn decisions_are_counted_by_verdict() {
    let toolbox = Toolbox::builder().plugin(Lab).approval(Approval::new()).build().unwrap();
    let decide = |choice: Choice, nonce: Option<&str>| {
        let session = Session::new();
        let asked = call(&toolbox, &session, "write", r#"{"text": "a"}"#);
        let OutcomeKind::Confirm(question) = &asked.kind else { panic!("{asked:?}") };
        let answer = Answer {
            pending_id: question.pending_id().clone(),
            nonce: nonce.unwrap_or(question.nonce()).to_owned(),
            choice,
            phrase: None,
            reason: None,
            edit: None,
        };
        let decided = || drop(block_on(toolbox.decide(&session, &UserChannel::local().decision(answer))));
        heard(decided).into_iter().filter(|line| line.starts_with("hpd.approvals")).collect::<Vec<_>>()
    };
    let line =
        |verdict: &str| format!("hpd.approvals.decisions {{gen_ai.tool.name=write verdict={verdict}}} 1");
    assert_eq!(decide(Choice::Confirm, None), [line("approved")]);
    assert_eq!(decide(Choice::Cancel, None), [line("rejected")]);
    assert_eq!(decide(Choice::ConfirmTool, None), [line("not_taken")]);
}

#[test]
fn the_journal_is_exported_on_request() {
    let toolbox = Toolbox::builder().plugin(Lab).journal(MemoryJournal::new()).build().unwrap();
    let lines = heard(|| toolbox.export_metrics());
    let names: Vec<_> = lines.iter().map(|line| line.split_once(' ').unwrap().0).collect();
    assert_eq!(
        names,
        [
            "hpd.journal.breaker.closed",
            "hpd.journal.breaker.open",
            "hpd.journal.breaker.opened",
            "hpd.journal.commit.max",
            "hpd.journal.commit.time",
            "hpd.journal.commits",
            "hpd.journal.queue.in_line",
            "hpd.journal.queue.length",
        ]
    );
    assert_eq!(heard(|| Toolbox::builder().build().unwrap().export_metrics()), [""; 0]);
}

/// Nothing that a model wrote becomes a label.
#[test]
fn no_value_of_a_call_is_a_label() {
    let toolbox = Toolbox::builder().plugin(Lab).build().unwrap();
    let session = Session::with_id("session tulip");
    let lines = heard(|| {
        for name in ["double", "fail", "tulip", "write", "Lab", "dooble"] {
            for arguments in [r#"{"number": "tulip"}"#, r#"{"tulip": 1}"#, "tulip", r#"{"text": "tulip"}"#] {
                call(&toolbox, &session, name, arguments);
            }
        }
    });
    assert!(lines.len() > 10 && lines.iter().all(|line| !line.contains("tulip")), "{lines:?}");
}

/// Finds nothing.
struct Nothing;

impl ToolSearch for Nothing {
    fn search<'a>(
        &'a self,
        _: &'a str,
        _: &'a [&'a Tool],
        _: usize,
    ) -> BoxFuture<'a, Result<Vec<usize>, ToolError>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }
}

#[test]
fn a_search_in_the_providers_form_is_labelled_as_the_tool_that_searches() {
    let options = ModelOptions::new().search_tools_as("find");
    let toolbox = Toolbox::builder().plugin(Lab).tool_search(Nothing).model(options).build().unwrap();
    let item =
        r#"[{"type":"tool_search_call","execution":"client","call_id":"1","arguments":{"query":"x"}}]"#;
    let calls = Provider::OpenAiResponses.calls(item).unwrap();
    let lines = heard(|| drop(block_on(toolbox.turn(&Session::new(), &calls))));
    assert_eq!(lines, [duration("find", None, 1)]);
}
