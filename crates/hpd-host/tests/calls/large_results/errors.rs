//! The messages of errors that are too long for a model.

use std::sync::Arc;

use futures_executor::block_on;
use hpd_host::approval::{Answer, Permission, UserChannel};
use hpd_host::external::{
    Arguments, Classification, ExternalHandler, ExternalSource, ExternalTool, Rules, ToolRules,
};
use hpd_host::journal::{EventFilter, Journal, MemoryJournal};
use hpd_host::list::Access;
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::results::{LargeResults, MemoryResults};
use hpd_host::system::BoxFuture;
use hpd_host::{
    Approval, CallContext, Limits, Outcome, Output, Principal, Provider, RawCall, Session, ToolError,
    Toolbox, ToolboxBuilder, TurnContext, plugin,
};
use serde_json::{Value, json};

use super::{call, id_of, lines, text};

struct Checks;

#[plugin]
#[expect(clippy::unused_self, reason = "tools of a plugin are its methods")]
impl Checks {
    /// Runs the tests.
    #[ai_function(read_only)]
    fn run(&self) -> Result<String, ToolError> {
        Err(ToolError::new(lines(400)))
    }

    /// Fails with a text of so many words.
    #[ai_function(read_only)]
    fn words(
        &self,
        /** How many. */
        count: usize,
    ) -> Result<String, ToolError> {
        Err(ToolError::new("word ".repeat(count)))
    }

    /// Fails with JSON.
    #[ai_function(read_only)]
    fn report(&self) -> Result<String, ToolError> {
        let rows: Vec<_> = (0..400).map(|id| json!({ "id": id, "state": "failed" })).collect();
        Err(ToolError::new(json!({ "failed": rows }).to_string()))
    }

    /// Takes tokens, and fails.
    #[ai_function(read_only)]
    fn sign_in(
        &self,
        /** The tokens. */
        #[param(sensitive)]
        tokens: Vec<String>,
    ) -> Result<String, ToolError> {
        Err(ToolError::new(format!("{} {}", "word ".repeat(2_000), tokens[0])))
    }

    /// Brings a version out.
    #[ai_function(write, risk = medium)]
    fn deploy(
        &self,
        /** The version. */
        version: u32,
    ) -> Result<String, ToolError> {
        Err(ToolError::new(format!("version {version}\n{}", lines(400))))
    }
}

fn builder() -> ToolboxBuilder {
    Toolbox::builder().plugin(Checks).large_results(LargeResults::new().limit(1_000).preview(100))
}

/// Where nothing can be kept.
fn small(large: LargeResults) -> Toolbox {
    builder().limits(Limits::new().result_bytes(1_024)).large_results(large).build().unwrap()
}

/// The heading of `lines(400)`, and its beginning.
fn preview_of_lines(id: &str) -> String {
    format!(
        "[The error has 3492 bytes, about 1200 tokens, in 400 lines, and is kept as \"{id}\". Below are the first 295 bytes. To \
         read more, call read_result with this id and lines (\"120-180\"), the offset 295, or a text to look for.]\n\n{}",
        lines(38)
    )
}

fn error_json(message: &str) -> String {
    format!(r#"{{"error_type":"function_error","error_message":{}}}"#, json!(message))
}

fn cut_note(end: usize, length: usize) -> String {
    format!(
        "\n\n[Cut: these are the first {end} of {length} bytes of the result. To see what is missing, ask for less at once.]"
    )
}

/// Reads a kept text part by part, to its end.
fn read_all(toolbox: &Toolbox, session: &Session, id: &str) -> String {
    let mut whole = String::new();
    loop {
        let part = text(toolbox, session, "read_result", &json!({ "id": id, "offset": whole.len() }));
        let Some((part, note)) = part.rsplit_once("\n\n[Cut: this is byte ") else { return whole + &part };
        assert!(note.starts_with(&format!("{} to {} of ", whole.len(), whole.len() + part.len())), "{note}");
        whole.push_str(part);
    }
}

#[test]
fn a_long_message_is_kept_and_shown_by_its_first_lines() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    let outcome = call(&toolbox, &session, "run", &json!({}));
    let preview = preview_of_lines(&id_of(&outcome));
    let message = outcome.for_model();
    assert!(message.is_error);
    assert_eq!(message.text, error_json(&preview));
    assert_eq!(outcome.for_model_as_text(), preview);
    let client = outcome.call_tool_result();
    let client: Value = serde_json::from_str(client.get()).unwrap();
    assert_eq!(
        client,
        json!({ "content": [{ "type": "text", "text": error_json(&preview) }], "isError": true })
    );
    assert_eq!(toolbox.tools(&session).last().unwrap().name(), "read_result");
}

#[test]
fn the_rest_is_read_by_lines_text_and_pointer() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    let log = id_of(&call(&toolbox, &session, "run", &json!({})));
    let report = call(&toolbox, &session, "report", &json!({}));
    let id = id_of(&report);
    for (arguments, read) in [
        (json!({ "id": log, "lines": "399-500" }), "line 399\nline 400\n"),
        (json!({ "id": log, "text": "line 40" }), "40: line 40\n400: line 400\n"),
        (json!({ "id": id, "pointer": "/failed/399" }), r#"{"id":399,"state":"failed"}"#),
    ] {
        assert_eq!(text(&toolbox, &session, "read_result", &arguments), read);
    }
    assert_eq!(
        report.for_model_as_text().split_once("\n\n").unwrap().0,
        format!(
            "[The error has 11102 bytes, about 4404 tokens, and is kept as \"{id}\". It is an object with failed (array of 400). \
             Below is a preview. To read more, call read_result with this id and a pointer, an offset, or a text to look for.]"
        )
    );
}

#[test]
fn the_host_has_the_whole_message() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    let outcome = call(&toolbox, &session, "run", &json!({}));
    assert_eq!(outcome.error().unwrap().function().unwrap().whole_message(), lines(400));
    assert_eq!(outcome.for_host()["whole_message"], lines(400));
    assert!(!format!("{outcome:?}").contains("line 400"));
    let short = call(&toolbox, &session, "words", &json!({ "count": 2 }));
    assert_eq!(short.error().unwrap().function().unwrap().whole_message(), "word word ");
    assert_eq!(short.for_host().get("whole_message"), None);
    let cut = call(&small(LargeResults::off()), &session, "run", &json!({}));
    assert_eq!(cut.for_host()["whole_message"], lines(400));
}

/// A server whose tests fail.
struct Server(String);

impl ExternalHandler for Server {
    fn call<'a>(
        &'a self,
        _: &'a str,
        _: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async { Output::from_call_tool_result(&self.0) })
    }
}

fn suite() -> ExternalSource {
    let tool = ExternalTool::new("suite", "Runs all tests", json!({ "type": "object" }));
    ExternalSource::mcp("ci", vec![tool.classified(Classification::Read)])
        .rules(Rules::new().tool("suite", ToolRules::new().read()))
}

/// 200 KiB of a log.
fn log() -> String {
    let lines = (0..).map(|line| format!("test case_{line:05} ... FAILED: got {}\n", line * 7));
    let mut log: String = lines.take(6_000).collect();
    log.truncate(200 * 1024);
    log
}

#[test]
fn no_byte_of_an_error_of_a_server_is_lost() {
    let result = json!({ "content": [{ "type": "text", "text": log() }], "isError": true }).to_string();
    let made = Toolbox::builder().external(suite().handler(Server(result.clone()))).build().unwrap();
    let forwarded = Toolbox::builder().external(suite()).build().unwrap();
    let session = Session::new();
    let direct = call(&made, &session, "suite", &json!({}));
    assert_eq!(call(&forwarded, &session, "suite", &json!({})).status(), "forward");
    let came_back =
        block_on(forwarded.complete(&session, "1", Output::from_call_tool_result(&result))).unwrap();
    for (toolbox, outcome) in [(made, direct), (forwarded, came_back)] {
        let id = id_of(&outcome);
        let heading = format!(
            "[The error has 204800 bytes, about 70464 tokens, in 5432 lines, and is kept as \"{id}\". Below are the first 2971 \
             bytes. To read more, call read_result with this id and lines (\"120-180\"), the offset 2971, or a text to look \
             for.]\n\n"
        );
        assert_eq!(outcome.for_model().text, error_json(&format!("{heading}{}", &log()[..2_971])));
        assert!(read_all(&toolbox, &session, &id) == log());
    }
}

#[test]
fn a_message_within_the_limit_in_tokens_is_whole() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    let whole = call(&toolbox, &session, "words", &json!({ "count": 1_000 }));
    assert_eq!((whole.kept(), &*whole.for_model_as_text()), (&[][..], &*"word ".repeat(1_000)));
    assert_eq!(call(&toolbox, &session, "words", &json!({ "count": 1_001 })).kept().len(), 1);
}

#[test]
fn a_message_of_1_kib_is_whole_in_any_case() {
    let toolbox = builder().large_results(LargeResults::new().limit(1)).build().unwrap();
    let session = Session::new();
    let whole = call(&toolbox, &session, "words", &json!({ "count": 204 }));
    assert_eq!((whole.kept(), &*whole.for_model_as_text()), (&[][..], &*"word ".repeat(204)));
    assert_eq!(call(&toolbox, &session, "words", &json!({ "count": 205 })).kept().len(), 1);
}

#[test]
fn sensitive_values_are_neither_kept_nor_shown() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    let outcome = sign_in(&toolbox, &session, &["tok-1234567".to_owned()]);
    let id = id_of(&outcome);
    let found = text(&toolbox, &session, "read_result", &json!({ "id": id, "text": "tok-" }));
    assert_eq!(found, "Nothing in the result contains 'tok-'.");
    assert!(read_all(&toolbox, &session, &id) == format!("{} [hidden]", "word ".repeat(2_000)));
    assert!(!outcome.for_host().to_string().contains("tok-"));
}

/// Calls `sign_in`; its tokens are in the message of the user.
fn sign_in(toolbox: &Toolbox, session: &Session, tokens: &[String]) -> Outcome {
    session.user_says(&format!("The tokens are {}", tokens.join(", ")));
    let asked = call(toolbox, session, "sign_in", &json!({ "tokens": tokens }));
    assert_eq!(asked.status(), "ask_user");
    let replied = block_on(toolbox.reply(session, &UserChannel::local().message("Yes"))).unwrap();
    let Replied::Answered(outcome) = replied else { panic!("{replied:?}") };
    *outcome
}

#[test]
fn with_too_many_sensitive_values_errors_are_cut() {
    let (toolbox, session) = (small(LargeResults::new().limit(1_000)), Session::new());
    let tokens: Vec<_> = (0..300).map(|number| format!("tok-{number:06}")).collect();
    sign_in(&toolbox, &session, &tokens);
    let outcome = call(&toolbox, &session, "run", &json!({}));
    assert_eq!(outcome.kept(), [""; 0]);
    assert_eq!(outcome.for_model_as_text(), format!("{}{}", lines(113), cut_note(909, 3_492)));
}

#[test]
fn what_can_not_be_kept_is_cut() {
    let expected = format!("{}{}", lines(113), cut_note(909, 3_492));
    let full = LargeResults::new().limit(1_000).store(MemoryResults::of_capacity(100));
    for toolbox in [small(LargeResults::off()), small(full)] {
        let outcome = call(&toolbox, &Session::new(), "run", &json!({}));
        assert_eq!((outcome.kept(), &*outcome.for_model_as_text()), (&[][..], &*expected));
    }
    let forgotten = Session::new();
    forgotten.set_access(Access::Open);
    let outcome = call(&small(LargeResults::new()), &forgotten, "run", &json!({}));
    assert_eq!((outcome.kept(), &*outcome.for_model_as_text()), (&[][..], &*expected));
    // Above the limit in tokens alone, nothing is cut.
    let off = builder().large_results(LargeResults::off()).build().unwrap();
    assert_eq!(call(&off, &Session::new(), "run", &json!({})).for_model_as_text(), lines(400));
}

#[test]
fn a_message_beyond_16_mib_is_cut() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    let words = 16 * 1024 * 1024 / 5;
    assert_eq!(call(&toolbox, &session, "words", &json!({ "count": words })).kept().len(), 1);
    let cut = call(&toolbox, &session, "words", &json!({ "count": words + 1 }));
    assert_eq!(cut.kept(), [""; 0]);
    assert!(cut.for_model_as_text().ends_with(&cut_note(65_420, 16_777_220)));
}

#[test]
fn other_sessions_and_principals_read_nothing() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    let turn = |name: &str| TurnContext::on_behalf_of(Principal::new(name));
    let outcome = block_on(toolbox.call_with(&session, &turn("anna"), &RawCall::new("1", "run", "{}")));
    let id = id_of(&outcome);
    let read = RawCall::new("2", "read_result", json!({ "id": id, "lines": "400" }).to_string());
    let read_by = |session: &Session, turn: &TurnContext| {
        block_on(toolbox.call_with(session, turn, &read)).for_model_as_text().into_owned()
    };
    let unknown =
        format!("There is no result '{id}', or its time is over. Call the tool again that gave it.");
    assert_eq!(read_by(&session, &turn("anna")), "line 400\n");
    assert_eq!(read_by(&session, &turn("bob")), unknown);
    let other = Session::new();
    call(&toolbox, &other, "report", &json!({}));
    assert_eq!(read_by(&other, &turn("anna")), unknown);
}

#[test]
fn an_error_that_comes_back_is_kept_for_whoever_made_the_call() {
    let toolbox = builder().external(suite()).build().unwrap();
    let session = Session::new();
    let turn = |name: &str| TurnContext::on_behalf_of(Principal::new(name));
    block_on(toolbox.call_with(&session, &turn("anna"), &RawCall::new("1", "suite", "{}")));
    let outcome = block_on(toolbox.complete(&session, "1", Err(ToolError::new(lines(400))))).unwrap();
    let read = json!({ "id": id_of(&outcome), "lines": "400" }).to_string();
    let read = |name: &str| {
        let outcome =
            block_on(toolbox.call_with(&session, &turn(name), &RawCall::new("2", "read_result", &*read)));
        outcome.for_model_as_text().into_owned()
    };
    assert_eq!(read("anna"), "line 400\n");
    assert!(!read("bob").contains("line 400"));
}

#[test]
fn the_error_of_an_approved_write_is_kept_once() {
    let (toolbox, session, user) = (builder().build().unwrap(), Session::new(), UserChannel::local());
    session.user_says("Deploy version 7");
    let asked = call(&toolbox, &session, "deploy", &json!({ "version": 7 }));
    let OutcomeKind::Confirm(question) = &asked.kind else { panic!("{asked:?}") };
    let decision = user.decision(Answer::confirm(question));
    let outcome = block_on(toolbox.decide(&session, &decision)).unwrap();
    let id = id_of(&outcome);
    let told = outcome.for_model().text.into_owned();
    let message = format!("version 7\n{}", lines(400));
    assert_eq!(
        told,
        error_json(&format!(
            "[The error has 3502 bytes, about 1204 tokens, in 401 lines, and is kept as \"{id}\". Below are the first 297 bytes. \
             To read more, call read_result with this id and lines (\"120-180\"), the offset 297, or a text to look \
             for.]\n\n{}",
            &message[..297]
        ))
    );
    assert_eq!(read_all(&toolbox, &session, &id), message);
    // It was kept before its end was stored: the same answer has the same text, and keeps nothing.
    block_on(toolbox.erase_results(session.id().unwrap())).unwrap();
    let again = block_on(toolbox.decide(&session, &decision)).unwrap();
    assert_eq!((again.status(), again.for_model()), ("settled", outcome.for_model()));
    assert_eq!(block_on(toolbox.erase_results(session.id().unwrap())).unwrap(), 0);
}

#[test]
fn the_error_of_an_allowed_write_is_kept_once() {
    let approval = Approval::new().writes(Permission::Allow);
    let (toolbox, session) = (builder().approval(approval).build().unwrap(), Session::new());
    session.user_says("Deploy version 7");
    let outcome = call(&toolbox, &session, "deploy", &json!({ "version": 7 }));
    assert_eq!(outcome.kept().len(), 1);
    assert_eq!(read_all(&toolbox, &session, &id_of(&outcome)), format!("version 7\n{}", lines(400)));
}

#[test]
fn no_event_has_the_whole_message() {
    let journal = Arc::new(MemoryJournal::new());
    let (toolbox, session) = (builder().journal(Arc::clone(&journal)).build().unwrap(), Session::new());
    let outcome = call(&toolbox, &session, "run", &json!({}));
    let events = block_on(journal.read(&EventFilter::default())).unwrap();
    let events = serde_json::to_string(&events).unwrap();
    assert!(events.contains(&id_of(&outcome)) && events.contains("line 37"), "{events}");
    assert!(!events.contains("line 400"), "{events}");
    assert_eq!(read_all(&toolbox, &session, &id_of(&outcome)), lines(400));
}

#[test]
fn a_repeated_call_has_the_preview_of_its_error() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    let outcomes = [(); 3].map(|()| call(&toolbox, &session, "run", &json!({})));
    let [first, _, last] = &outcomes;
    assert_eq!(last.kept(), first.kept());
    assert_eq!(
        last.for_model_as_text(),
        format!(
            "This call of 'run' has failed 3 times with the same error. Do NOT send the same call again. Change the arguments as \
             the error says, use another tool, or ask the user. The error: {}",
            preview_of_lines(&id_of(last))
        )
    );
}

#[test]
fn a_program_gets_a_long_message_whole_within_sixteen_limits() {
    let toolbox = builder().build().unwrap();
    let words = |count: usize| {
        let body = json!({ "output": [{
            "type": "function_call",
            "call_id": "c1",
            "name": "words",
            "arguments": json!({ "count": count }).to_string(),
            "caller": { "type": "program", "caller_id": "call_7" },
        }]});
        let call = Provider::OpenAiResponses.calls(&body.to_string()).unwrap().remove(0);
        block_on(toolbox.call(&Session::new(), &call))
    };
    let whole = words(200_000);
    assert_eq!(whole.kept(), [""; 0]);
    assert!(whole.for_model_as_text() == "word ".repeat(200_000));
    assert_eq!(words(220_000).kept().len(), 1);
}
