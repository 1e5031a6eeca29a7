//! Shape: `OpenAI` API reference, "Create chat completion", the chat completion object and the tool message.

use hpd_host::Provider;
use hpd_host::args::StopReason;

use crate::providers::{answer, call, history, read};

const SINGLE: &str = include_str!("messages/openai_chat_single.json");
const PARALLEL: &str = include_str!("messages/openai_chat_parallel.json");
const LENGTH: &str = include_str!("messages/openai_chat_length.json");
const TEXT: &str = include_str!("messages/openai_chat_text.json");
const CUSTOM: &str = include_str!("messages/openai_chat_custom.json");

const PROVIDER: Provider = Provider::OpenAiChat;

#[test]
fn one_call() {
    let reply = read(PROVIDER, SINGLE);
    let arguments = r#"{"station": "Säntis", "offset": 0.10}"#;
    assert_eq!(reply.calls, [call("call_9XtP4dRkWm2bYcQe", "measure", arguments, StopReason::Finished)]);
    assert_eq!(reply.stop_reason, StopReason::Finished);
    let [message] = history(&reply)[..] else { panic!("a message is kept") };
    assert!(message.starts_with("{\n        \"role\": \"assistant\",") && SINGLE.contains(message));
    assert_eq!(
        answer(PROVIDER, SINGLE),
        [
            r#"{"role":"tool","tool_call_id":"call_9XtP4dRkWm2bYcQe","content":"{\"station\":\"Säntis\",\"celsius\":-7.4}"}"#
        ]
    );
}

#[test]
fn several_calls_with_text() {
    assert_eq!(
        answer(PROVIDER, PARALLEL),
        [
            r#"{"role":"tool","tool_call_id":"call_A","content":"{\"station\":\"Säntis\",\"celsius\":-7.5}"}"#,
            concat!(
                r#"{"role":"tool","tool_call_id":"call_B","content":"Säntis from above:\n"#,
                r#"[image, 8 bytes, image/png]\n[audio, 4 bytes, audio/wav]\n12:00 snow\n"#,
                r#"[file file:///map.pdf, 4 bytes, application/pdf]\n[file file:///raw, 2 bytes, application/octet-stream]\n"#,
                r#"[link Camera, https://example.org/cam]\n{\"clouds\":3,\"celsius\":-7.50}"}"#
            ),
            concat!(
                r#"{"role":"tool","tool_call_id":"call_C","content":"#,
                r#""{\"error_type\":\"function_error\",\"error_message\":\"Somebody is inside.\"}"}"#
            ),
        ]
    );
}

#[test]
fn a_call_that_was_cut_off() {
    let reply = read(PROVIDER, LENGTH);
    assert_eq!(reply.calls, [call("call_cut", "measure", "{\"station\": \"Sän", StopReason::Length)]);
    let [answer] = &answer(PROVIDER, LENGTH)[..] else { panic!("a call is answered") };
    assert!(answer.contains("TRUNCATED"), "{answer}");
}

#[test]
fn no_calls() {
    let reply = read(PROVIDER, TEXT);
    assert_eq!(reply.calls, []);
    assert_eq!(reply.stop_reason, StopReason::Finished);
    assert_eq!(reply.history.len(), 1);
    assert!(PROVIDER.results(&[]).is_empty());
}

#[test]
fn a_choice_and_a_message_are_read_as_the_response_is() {
    let message = r#"{"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "last", "arguments": "{}"}}]}"#;
    assert_eq!(PROVIDER.calls(message).unwrap(), [call("1", "last", "{}", StopReason::Unknown)]);
    let choice = format!(r#"{{"index": 0, "message": {message}, "finish_reason": "length"}}"#);
    assert_eq!(PROVIDER.calls(&choice).unwrap(), [call("1", "last", "{}", StopReason::Length)]);
    assert_eq!(history(&read(PROVIDER, &choice)), [message]);
}

#[test]
fn arguments_may_be_an_object_or_absent() {
    let message = r#"{"role": "assistant", "tool_calls": [
        {"id": "1", "type": "function", "function": {"name": "last", "arguments": {"a":  1.0}}},
        {"id": "2", "type": "function", "function": {"name": "last"}}
    ]}"#;
    let calls = PROVIDER.calls(message).unwrap();
    assert_eq!(&*calls[0].arguments, r#"{"a":  1.0}"#);
    assert_eq!(&*calls[1].arguments, "");
}

#[test]
fn the_old_form_is_answered_in_the_old_form() {
    let message = r#"{"choices": [{"index": 0, "message": {"role": "assistant", "content": null,
        "function_call": {"name": "last", "arguments": "{}"}}, "finish_reason": "function_call"}]}"#;
    assert_eq!(PROVIDER.calls(message).unwrap(), [call("function_call", "last", "{}", StopReason::Finished)]);
    assert_eq!(answer(PROVIDER, message), [r#"{"role":"function","name":"last","content":"[1,2]"}"#]);
}

#[test]
fn a_tool_with_free_text_is_not_passed_over() {
    let reply = read(PROVIDER, CUSTOM);
    assert_eq!(reply.host_calls.len(), 1);
    assert_eq!((reply.host_calls[0].kind.as_str(), reply.calls.len()), ("custom", 1));
    assert_eq!(reply.host_calls[0].name.as_deref(), Some("run_script"));
}

#[test]
fn blocks_that_nobody_knows_pass_with_the_message() {
    let message = r#"{"role":"assistant","content":[5,"x",{"type":7}],"tool_calls":[{"id":"1","function":{"name":"last"}}]}"#;
    let reply = read(PROVIDER, &format!(r#"{{"choices": [{{"message": {message}, "finish_reason": 7}}]}}"#));
    assert_eq!(reply.calls, [call("1", "last", "", StopReason::Unknown)]);
    assert_eq!(history(&reply), [message]);
}
