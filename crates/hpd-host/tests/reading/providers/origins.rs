//! Groups, callers, and calls that the host answers. Shape: `OpenAI`'s guides "Tool search", "Function calling" and
//! "Programmatic tool calling"; Anthropic's guides "Tool search tool" and "Programmatic tool calling".

use futures_executor::block_on;
use hpd_host::approval::{Answer, Assessed, Question, Raise, UserChannel};
use hpd_host::args::Caller;
use hpd_host::journal::{EventFilter, Journal, MemoryJournal};
use hpd_host::list::{ListMode, ModelOptions, Recovery, VisibilityPolicy};
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::spec::Risk;
use hpd_host::{Approval, Outcome, Provider, RawCall, Session, Toolbox, ToolboxBuilder, plugin};

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

    /// Calls the customer back.
    #[ai_function(read_only)]
    fn call_back(
        &self,
        /** The number to call. */
        #[param(profile_key = "phone")]
        phone: String,
    ) -> String {
        format!("called {phone}")
    }

    /// So many numbers.
    #[ai_function(read_only)]
    fn list(
        &self,
        /** How many. */
        count: u32,
    ) -> Vec<u32> {
        (0..count).collect()
    }
}

/// A call of `pay` by a program, by this name and with these arguments.
fn by_program(name: &str, arguments: &str) -> RawCall {
    let arguments = serde_json::Value::from(arguments);
    let call = format!(r#""type":"function_call","call_id":"c1","name":"{name}","arguments":{arguments}"#);
    let body = format!(r#"{{"output": [{{{call}{CALLER}]}}"#);
    Provider::OpenAiResponses.calls(&body).unwrap().remove(0)
}

fn result(outcome: Outcome) -> String {
    Provider::OpenAiResponses.results(&[outcome])[0].get().to_owned()
}

fn question_of(outcome: &Outcome) -> Question {
    let OutcomeKind::Confirm(question) = &outcome.kind else { panic!("{outcome:?}") };
    assert!(
        question.text().contains("A program makes this call, which the assistant wrote."),
        "{question:?}"
    );
    assert_eq!(question.risk(), Risk::Medium);
    (**question).clone()
}

const CALLER: &str = r#","caller":{"type":"program","caller_id":"call_7"}}"#;

fn bank() -> ToolboxBuilder {
    Toolbox::builder().plugin(Bank).approval(Approval::new().escalation(programs_are_risky))
}

#[test]
fn values_that_the_user_changes_are_for_the_same_program() {
    let (toolbox, session, user) = (bank().build().unwrap(), Session::new(), UserChannel::local());
    let asked = block_on(toolbox.call(&session, &by_program("pay", r#"{"bill":"B-1"}"#)));
    let values = serde_json::Map::from_iter([("bill".to_owned(), "B-2".into())]);
    let edit = user.decision(Answer::confirm(&question_of(&asked)).with_edit(values));
    let again = block_on(toolbox.decide(&session, &edit)).unwrap();
    let question = question_of(&again);
    assert!(result(again).ends_with(CALLER));
    let paid = block_on(toolbox.decide(&session, &user.decision(Answer::confirm(&question)))).unwrap();
    let paid = result(paid);
    assert!(paid.contains("paid B-2") && paid.ends_with(CALLER), "{paid}");
}

#[test]
fn a_call_through_another_tool_is_the_programs() {
    let policy = VisibilityPolicy::new().list(ListMode::Constant);
    let toolbox = bank().visibility(policy).build().unwrap();
    let call = by_program("call_function", r#"{"name":"pay","arguments":{"bill":"B-1"}}"#);
    let asked = block_on(toolbox.call(&Session::new(), &call));
    question_of(&asked);
    assert!(result(asked).ends_with(CALLER));
}

#[test]
fn a_recovered_call_is_the_programs() {
    let toolbox = bank().model(ModelOptions::new().recovery(Recovery::ExpandAndRun)).build().unwrap();
    let asked = block_on(toolbox.call(&Session::new(), &by_program("Bank.pay", r#"{"bill":"B-1"}"#)));
    question_of(&asked);
    assert!(result(asked).ends_with(CALLER));
}

#[test]
fn values_that_the_user_gives_are_for_the_same_program() {
    let (toolbox, session) = (bank().build().unwrap(), Session::new());
    let asked = block_on(toolbox.call(&session, &by_program("call_back", "{}")));
    assert!(matches!(asked.kind, OutcomeKind::AskUser(_)), "{asked:?}");
    assert!(result(asked).ends_with(CALLER));
    let message = UserChannel::local().message("555-1234");
    let Replied::Answered(called) = block_on(toolbox.reply(&session, &message)).unwrap() else {
        panic!("no answer");
    };
    assert_eq!(
        result(*called),
        format!(r#"{{"type":"function_call_output","call_id":"c1","output":"called 555-1234"{CALLER}"#)
    );
}

#[test]
fn a_program_gets_a_long_result_whole_within_sixteen_limits() {
    let toolbox = bank().build().unwrap();
    let list = |count: u32| {
        let call = by_program("list", &format!(r#"{{"count":{count}}}"#));
        block_on(toolbox.call(&Session::new(), &call))
    };
    let whole = list(20_000);
    assert_eq!(whole.kept(), [] as [String; 0]);
    let numbers: Vec<u32> = serde_json::from_str(&whole.for_model().text).unwrap();
    assert_eq!(numbers.len(), 20_000);
    assert_eq!(list(200_000).kept().len(), 1);
    let by_model = RawCall::new("c2", "list", r#"{"count":20000}"#);
    assert_eq!(block_on(toolbox.call(&Session::new(), &by_model)).kept().len(), 1);
}

#[test]
fn a_search_of_a_provider_is_answered_by_no_other_tool() {
    struct Search;
    #[plugin]
    impl Search {
        /// Finds tools.
        #[ai_function(read_only)]
        fn search_tool(&self) -> &'static str {
            "found"
        }
    }
    let toolbox = Toolbox::builder()
        .plugin(Search)
        .model(ModelOptions::new().recovery(Recovery::ExpandAndRun))
        .build()
        .unwrap();
    let body = r#"{"output": [{"type": "tool_search_call", "execution": "client", "call_id": "s1",
        "arguments": {"query": "bills"}}]}"#;
    let call = Provider::OpenAiResponses.calls(body).unwrap().remove(0);
    let outcome = block_on(toolbox.call(&Session::new(), &call));
    assert!(outcome.error().is_some() && outcome.recovered.is_none(), "{outcome:?}");
    assert_eq!(
        result(outcome),
        r#"{"type":"tool_search_output","execution":"client","call_id":"s1","status":"completed","tools":[]}"#
    );
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
