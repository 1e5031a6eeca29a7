//! Groups, callers, and calls that the host answers. Shape: `OpenAI`'s guides "Tool search", "Function calling" and
//! "Programmatic tool calling"; Anthropic's guides "Tool search tool" and "Programmatic tool calling".

use futures_executor::block_on;
use hpd_host::approval::{Answer, Assessed, Raise, UserChannel};
use hpd_host::args::Caller;
use hpd_host::journal::{EventFilter, Journal, MemoryJournal};
use hpd_host::outcome::OutcomeKind;
use hpd_host::spec::Risk;
use hpd_host::{Approval, Provider, Session, Toolbox, plugin};

use crate::providers::{answer, history, read, station};

const NAMESPACED: &str = include_str!("messages/openai_responses_namespaced.json");
const PROGRAM: &str = include_str!("messages/openai_responses_program.json");
const ANTHROPIC: &str = include_str!("messages/anthropic_program.json");

#[test]
fn a_namespace_is_kept_and_so_is_what_nobody_knows() {
    let reply = read(Provider::OpenAiResponses, NAMESPACED);
    assert_eq!(reply.calls.len(), 1);
    assert_eq!((&*reply.calls[0].name, reply.calls[0].namespace()), ("measure", Some("stations")));
    assert_eq!(reply.host_calls, []);
    let kept = history(&reply);
    assert_eq!(kept.len(), 5);
    assert!(kept[4].contains(r#""payload": {"keep": 1.50}"#));
}

#[test]
fn the_result_for_a_program_names_it() {
    let reply = read(Provider::OpenAiResponses, PROGRAM);
    let caller = reply.calls[0].caller().unwrap();
    assert_eq!((caller.kind(), caller.id(), caller.is_program()), ("program", Some("call_prog_08"), true));
    assert_eq!(
        answer(Provider::OpenAiResponses, PROGRAM),
        [concat!(
            r#"{"type":"function_call_output","call_id":"call_08","#,
            r#""output":"{\"station\":\"Säntis\",\"celsius\":-7.4}","#,
            r#""caller":{"type": "program",  "caller_id": "call_prog_08"}}"#
        )]
    );
}

#[test]
fn calls_that_the_host_answers_are_listed() {
    let reply = read(Provider::OpenAiResponses, PROGRAM);
    let [call] = &reply.host_calls[..] else { panic!("one call") };
    assert_eq!(
        (call.kind.as_str(), call.id.as_deref(), call.name.as_deref()),
        ("custom_tool_call", Some("call_custom_08"), Some("run_query"))
    );
    assert!(call.json.as_str().contains(r#""input": "SELECT 1""#));
    let chat = r#"{"role": "assistant", "content": null, "tool_calls": [
        {"id": "c1", "type": "custom", "custom": {"name": "run", "input": "x"}},
        {"id": "c2", "type": "function", "function": {"name": "measure", "arguments": "{}"}}]}"#;
    let reply = read(Provider::OpenAiChat, chat);
    assert_eq!((reply.calls.len(), reply.host_calls[0].kind.as_str()), (1, "custom"));
    assert_eq!(reply.host_calls[0].id.as_deref(), Some("c1"));
}

#[test]
fn anthropics_programs_are_callers() {
    let reply = read(Provider::Anthropic, ANTHROPIC);
    assert_eq!(reply.host_calls, []);
    let caller = reply.calls[0].caller().unwrap();
    assert_eq!((caller.kind(), caller.id()), ("code_execution_20250825", Some("srvtoolu_10")));
    assert_eq!(
        answer(Provider::Anthropic, ANTHROPIC),
        [concat!(
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_09","#,
            r#""content":"{\"station\":\"Säntis\",\"celsius\":-7.4}"}]}"#
        )]
    );
}

#[test]
fn the_journal_has_the_caller() {
    let reply = read(Provider::Anthropic, ANTHROPIC);
    let toolbox: Toolbox = station::toolbox().to_builder().journal(MemoryJournal::new()).build().unwrap();
    block_on(toolbox.turn(&Session::with_id("s1"), &reply.calls));
    let mut filter = EventFilter::default();
    filter.kinds = vec!["tool_call"];
    let events = block_on(toolbox.journal().unwrap().read(&filter)).unwrap();
    let event = serde_json::to_value(&events[0].event).unwrap()["data"].take();
    assert_eq!(event["caller"]["type"], "code_execution_20250825");
    assert_eq!(event["caller"]["id"], "srvtoolu_10");
    let read: Caller = serde_json::from_value(event["caller"].clone()).unwrap();
    assert_eq!(Some(&read), reply.calls[0].caller());
}

struct Bank;

#[plugin]
impl Bank {
    /// Pays a bill.
    #[ai_function(write, risk = low)]
    fn pay(
        &self,
        /** The number. */
        bill: String,
    ) -> String {
        format!("paid {bill}")
    }
}

/// Raises the risk of what programs do.
fn programs_are_risky(call: &Assessed<'_>) -> Raise {
    if call.caller().is_some_and(Caller::is_program) { Raise::To(Risk::Medium) } else { Raise::No }
}

#[test]
fn a_program_is_named_in_the_question_and_gets_the_result_of_the_approved_call() {
    let toolbox = Toolbox::builder()
        .plugin(Bank)
        .approval(Approval::new().escalation(programs_are_risky))
        .build()
        .unwrap();
    let body = r#"{"output": [{"type": "function_call", "call_id": "c1", "name": "pay", "arguments": "{\"bill\":\"B-1\"}",
        "caller": {"type":"program","caller_id":"call_7"}}]}"#;
    let calls = Provider::OpenAiResponses.calls(body).unwrap();
    let (session, user) = (Session::new(), UserChannel::local());
    session.user_says("Pay the bill B-1");
    let asked = block_on(toolbox.call(&session, &calls[0]));
    let OutcomeKind::Confirm(question) = &asked.kind else { panic!("{asked:?}") };
    assert!(
        question.text().contains("A program makes this call, which the assistant wrote."),
        "{}",
        question.text()
    );
    assert_eq!(question.risk(), Risk::Medium);
    let decision = user.decision(Answer::confirm(question));
    let paid = block_on(toolbox.decide(&session, &decision)).unwrap();
    assert_eq!(
        Provider::OpenAiResponses.results(&[paid])[0].get(),
        concat!(
            r#"{"type":"function_call_output","call_id":"c1","output":"paid B-1","#,
            r#""caller":{"type":"program","caller_id":"call_7"}}"#
        )
    );
}
