//! Tools of the host whose calls look like those of functions, and the host's answers beside results.

use futures_executor::block_on;
use hpd_host::Provider;
use hpd_host::args::StopReason;
use hpd_host::provider::ModelResponse;
use serde_json::Value;
use serde_json::value::RawValue;

use super::native::{builder, native};
use super::{call, history, read, station};

const CLIENT_TOOLS: &str = include_str!("messages/documented/anthropic_client_tools.json");
const COMPUTER: &str = include_str!("messages/documented/gemini_computer.json");

fn of_host(reply: &ModelResponse) -> Vec<(&str, Option<&str>, Option<&str>)> {
    let calls = reply.host_calls.iter();
    calls.map(|call| (&*call.kind, call.id.as_deref(), call.name.as_deref())).collect()
}

fn json(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_owned()).unwrap()
}

#[test]
fn tools_that_anthropic_defines_are_the_hosts_once_it_names_them() {
    let measure = call("toolu_d7c", "measure", r#"{ "station": "Säntis" }"#, StopReason::Finished);
    let reply = read(Provider::Anthropic, CLIENT_TOOLS);
    assert_eq!(reply.calls.len(), 4);
    assert_eq!(of_host(&reply), [("tool_use", Some("toolu_d7b"), Some("left_click"))]);
    let expected = [
        ("tool_use", Some("toolu_d7a"), Some("bash")),
        ("tool_use", Some("toolu_d7b"), Some("left_click")),
        ("tool_use", Some("toolu_d7d"), Some("memory")),
        ("tool_use", Some("toolu_d7e"), Some("str_replace_based_edit_tool")),
    ];
    let at_once = reply.clone().with_host_tools(["bash", "memory", "str_replace_based_edit_tool", "unused"]);
    let one_by_one = reply
        .clone()
        .with_host_tools(["str_replace_based_edit_tool"])
        .with_host_tools(vec!["memory".to_owned(), "bash".to_owned()]);
    for named in [at_once, one_by_one] {
        assert_eq!(of_host(&named), expected);
        assert_eq!(named.calls, std::slice::from_ref(&measure));
        assert_eq!((named.stop_reason, history(&named)), (StopReason::Finished, history(&reply)));
        assert!(
            named.host_calls[0]
                .json
                .as_str()
                .contains(r#""input": { "command": "ls -l",  "restart": false }"#)
        );
    }
    let none = reply.clone().with_host_tools(["unused"]);
    assert_eq!((none.calls, none.host_calls), (reply.calls, reply.host_calls));
}

#[test]
fn actions_of_geminis_computer_are_the_hosts_once_it_names_them() {
    let reply = read(Provider::Gemini, COMPUTER).with_host_tools(["click_at", "type_text_at"]);
    assert_eq!(
        of_host(&reply),
        [("functionCall", None, Some("click_at")), ("functionCall", Some("fcall_d4"), Some("type_text_at"))]
    );
    assert_eq!(
        reply.host_calls[0].json.as_str(),
        r#"{ "name": "click_at", "args": { "x": 371,  "y": 470 } }"#
    );
    // Its number is that among all calls, as without names.
    let measure = call("gemini-resp_d4-1", "measure", r#"{ "station": "Säntis" }"#, StopReason::Finished);
    assert_eq!(reply.calls, [measure]);
    let outcomes = block_on(station::toolbox().turn(&native(), &reply.calls));
    let answers = [
        json(r#"{"functionResponse":{"name":"click_at","response":{"url":"https://example.org/"}}}"#),
        json(
            r#"{"functionResponse":{"id":"fcall_d4","name":"type_text_at","response":{"url":"https://example.org/"}}}"#,
        ),
    ];
    let measured = r#"{"functionResponse":{"name":"measure","response":{"output":{"station":"Säntis","celsius":-7.5}}}}"#;
    let [message] = &Provider::Gemini.results_with(&outcomes, &answers)[..] else { panic!("one message") };
    assert_eq!(
        message.get(),
        format!(r#"{{"role":"user","parts":[{measured},{},{}]}}"#, answers[0].get(), answers[1].get())
    );
    let alone = Provider::Gemini.results_with(&[], &answers[..1]);
    assert_eq!(alone[0].get(), format!(r#"{{"role":"user","parts":[{}]}}"#, answers[0].get()));
}

#[test]
fn functions_of_openai_are_the_hosts_once_it_names_them() {
    let chat = r#"{"role": "assistant", "content": null, "tool_calls": [
        {"id": "c1", "type": "function", "function": {"name": "run", "arguments": "{}"}},
        {"id": "c2", "type": "custom", "custom": {"name": "draw", "input": "x"}},
        {"id": "c3", "function": {"name": "run", "arguments": "{ }"}},
        {"id": "c4", "type": "function", "function": {"name": "measure", "arguments": "{}"}}],
        "function_call": {"name": "run", "arguments": "{}"}}"#;
    let reply = read(Provider::OpenAiChat, chat).with_host_tools(["run"]);
    assert_eq!(
        of_host(&reply),
        [
            ("function", Some("c1"), Some("run")),
            ("custom", Some("c2"), Some("draw")),
            ("function", Some("c3"), Some("run")),
            ("function_call", None, Some("run")),
        ]
    );
    assert_eq!(reply.calls, [call("c4", "measure", "{}", StopReason::Unknown)]);
    // Some servers leave the role out.
    let bare = r#"{"choices": [{"message": {"tool_calls": [{"id": "c1", "type": "function", "function": {"name": "run",
        "arguments": "{}"}}]}, "finish_reason": "tool_calls"}]}"#;
    let reply = read(Provider::OpenAiChat, bare).with_host_tools(["run"]);
    assert_eq!(of_host(&reply), [("function", Some("c1"), Some("run"))]);
    assert_eq!(reply.calls, []);
    let responses = r#"{"status": "completed", "output": [
        {"type": "function_call", "call_id": "c1", "name": "measure", "arguments": "{}"},
        {"type": "custom_tool_call", "call_id": "c2", "name": "draw", "input": "x"},
        {"type": "function_call", "call_id": "c3", "name": "search_tools", "arguments": "{}"},
        {"type": "tool_search_call", "execution": "client", "call_id": "c4", "arguments": {"query": "x"}}]}"#;
    let reply = read(Provider::OpenAiResponses, responses).with_host_tools(["search_tools"]);
    assert_eq!(
        of_host(&reply),
        [("custom_tool_call", Some("c2"), Some("draw")), ("function_call", Some("c3"), Some("search_tools"))]
    );
    // The search for tools is the toolbox's.
    assert_eq!(reply.calls.iter().map(|call| &*call.id).collect::<Vec<_>>(), ["c1", "c4"]);
}

#[test]
fn requests_of_mcp_are_sorted_before_they_are_read() {
    let body = r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "bash"}}"#;
    let reply = read(Provider::Mcp, body).with_host_tools(["bash"]);
    assert_eq!((reply.calls.len(), reply.host_calls.len()), (1, 0));
}

#[test]
fn answers_of_the_host_stand_in_front_of_the_texts_of_containers() {
    let (toolbox, session) = (builder().build().unwrap(), native());
    let body = r#"{"role": "assistant", "stop_reason": "tool_use", "content": [
        {"type": "tool_use", "id": "t1", "name": "key", "input": {}, "toolset_name": "computer"},
        {"type": "tool_use", "id": "t2", "name": "close_month", "input": {}}]}"#;
    let reply = read(Provider::Anthropic, body);
    assert_eq!(of_host(&reply), [("tool_use", Some("t1"), Some("key"))]);
    let outcomes = block_on(toolbox.turn(&session, &reply.calls));
    let answer = r#"{"type":"tool_result","tool_use_id":"t1","toolset_name":"computer","content":"1.50"}"#;
    assert_eq!(
        Provider::Anthropic.results_with(&outcomes, &[json(answer)])[0].get(),
        format!(
            concat!(
                r#"{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"t2","content":["#,
                r#"{{"type":"tool_reference","tool_name":"balance"}}]}},{},"#,
                r#"{{"type":"text","text":"close_month is open. Functions: balance.\n\nCheck the suspense account first."}}]}}"#
            ),
            answer
        )
    );
    assert_eq!(
        Provider::Anthropic.results_with(&[], &[json(answer)])[0].get(),
        format!(r#"{{"role":"user","content":[{answer}]}}"#)
    );
}

#[test]
fn answers_of_the_host_follow_where_each_result_is_a_message() {
    let answer = json(r#"{"any":1.50}"#);
    for (provider, body) in [
        (
            Provider::OpenAiChat,
            r#"{"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "last", "arguments": "{}"}}]}"#,
        ),
        (
            Provider::OpenAiResponses,
            r#"{"output": [{"type": "function_call", "call_id": "1", "name": "last", "arguments": "{}"}]}"#,
        ),
        (Provider::Mcp, r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "last"}}"#),
    ] {
        let outcomes = block_on(station::toolbox().turn(&native(), &read(provider, body).calls));
        let results = provider.results_with(&outcomes, std::slice::from_ref(&answer));
        let [result, last] = &results[..] else { panic!("{results:?}") };
        assert_eq!((result.get(), last.get()), (provider.results(&outcomes)[0].get(), answer.get()));
        assert!(serde_json::from_str::<Value>(result.get()).unwrap().is_object());
    }
}
