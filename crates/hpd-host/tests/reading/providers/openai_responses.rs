//! Shape: `OpenAI` API reference, "Create a model response", the response object, its items, and the function call
//! output.

use hpd_host::Provider;
use hpd_host::args::StopReason;

use crate::providers::{answer, call, history, read};

const SINGLE: &str = include_str!("messages/openai_responses_single.json");
const PARALLEL: &str = include_str!("messages/openai_responses_parallel.json");
const LENGTH: &str = include_str!("messages/openai_responses_length.json");
const TEXT: &str = include_str!("messages/openai_responses_text.json");

const PROVIDER: Provider = Provider::OpenAiResponses;

#[test]
fn one_call() {
    let reply = read(PROVIDER, SINGLE);
    let arguments = r#"{"station": "Säntis", "offset": 0.10}"#;
    assert_eq!(reply.calls, [call("call_9XtP4dRkWm2bYcQe", "measure", arguments, StopReason::Finished)]);
    // The reasoning goes back before the call that it led to.
    let [reasoning, _] = history(&reply)[..] else { panic!("both items are kept") };
    assert_eq!(
        reasoning,
        r#"{ "id": "rs_0a7c31f2", "type": "reasoning", "summary": [], "encrypted_content": "gAAAAABo" }"#
    );
    assert_eq!(
        answer(PROVIDER, SINGLE),
        [concat!(
            r#"{"type":"function_call_output","call_id":"call_9XtP4dRkWm2bYcQe","#,
            r#""output":"{\"station\":\"Säntis\",\"celsius\":-7.4}"}"#
        )]
    );
}

#[test]
fn several_calls_with_text_and_a_search() {
    assert_eq!(read(PROVIDER, PARALLEL).history.len(), 5);
    assert_eq!(
        answer(PROVIDER, PARALLEL),
        [
            concat!(
                r#"{"type":"function_call_output","call_id":"call_A","#,
                r#""output":"{\"station\":\"Säntis\",\"celsius\":-7.5}"}"#
            ),
            concat!(
                r#"{"type":"function_call_output","call_id":"call_B","output":["#,
                r#"{"type":"input_text","text":"Säntis from above:"},"#,
                r#"{"type":"input_image","image_url":"data:image/png;base64,iVBORw0KGgo="},"#,
                r#"{"type":"input_text","text":"[audio, 4 bytes, audio/wav]"},"#,
                r#"{"type":"input_text","text":"12:00 snow"},"#,
                r#"{"type":"input_file","filename":"file:///map.pdf","file_data":"data:application/pdf;base64,JVBERg=="},"#,
                r#"{"type":"input_text","text":"[file file:///raw, 2 bytes, application/octet-stream]"},"#,
                r#"{"type":"input_text","text":"[link Camera, https://example.org/cam]"},"#,
                r#"{"type":"input_text","text":"{\"clouds\":3,\"celsius\":-7.50}"}]}"#
            ),
            concat!(
                r#"{"type":"function_call_output","call_id":"call_C","#,
                r#""output":"{\"error_type\":\"function_error\",\"error_message\":\"Somebody is inside.\"}"}"#
            ),
        ]
    );
}

#[test]
fn a_call_that_was_cut_off() {
    let reply = read(PROVIDER, LENGTH);
    assert_eq!(reply.calls, [call("call_cut", "measure", "{\"station\": \"Sän", StopReason::Length)]);
    assert_eq!(reply.stop_reason, StopReason::Length);
}

#[test]
fn an_item_alone_says_that_it_was_cut_off() {
    let items = r#"[{"type": "function_call", "call_id": "1", "name": "last", "arguments": "{}", "status": "incomplete"},
        {"type": "function_call", "call_id": "2", "name": "last", "arguments": "{}", "status": "completed"}]"#;
    let stop_reasons = [StopReason::Length, StopReason::Unknown];
    assert_eq!(
        PROVIDER.calls(items).unwrap().iter().map(|call| call.stop_reason).collect::<Vec<_>>(),
        stop_reasons
    );
}

#[test]
fn no_calls() {
    let reply = read(PROVIDER, TEXT);
    assert_eq!(reply.calls, []);
    assert_eq!(reply.stop_reason, StopReason::Finished);
}

#[test]
fn calls_that_wait_for_somebody_else_are_not_passed_over() {
    for (items, kind, id) in [
        (
            r#"{"output": [{"type": "custom_tool_call", "call_id": "1", "name": "run", "input": "print(1)"}]}"#,
            "custom_tool_call",
            "1",
        ),
        (
            r#"[{"type": "mcp_approval_request", "id": "mcpr_1", "name": "run", "arguments": "{}"}]"#,
            "mcp_approval_request",
            "mcpr_1",
        ),
    ] {
        let reply = read(PROVIDER, items);
        assert_eq!((reply.calls.len(), reply.host_calls.len()), (0, 1));
        let call = &reply.host_calls[0];
        assert_eq!(
            (call.kind.as_str(), call.id.as_deref(), call.name.as_deref()),
            (kind, Some(id), Some("run"))
        );
    }
}

#[test]
fn calls_that_were_answered_are_passed_over() {
    let items = r#"[{"type": "shell_call", "call_id": "1", "status": "completed", "action": {"commands": ["ls"]}},
        {"type": "shell_call_output", "call_id": "1", "output": []}]"#;
    assert_eq!(PROVIDER.calls(items).unwrap(), []);
}

#[test]
fn a_search_that_was_cut_off_says_so_itself() {
    let items = r#"[{"type": "tool_search_call", "execution": "client", "call_id": "1", "status": "incomplete",
        "arguments": "{\"query\": \"canc"}]"#;
    let call = PROVIDER.calls(items).unwrap().remove(0);
    assert_eq!((&*call.arguments, call.stop_reason), (r#"{"query": "canc"#, StopReason::Length));
}

#[test]
fn items_that_nobody_knows_pass_with_the_history() {
    let call_item = r#"{"type":"function_call","call_id":"1","name":"last","arguments":"{}"}"#;
    for item in [
        r#"{"note":"x"}"#,
        r#"{"type":7}"#,
        r#"{"type":null}"#,
        r#"{"\ud800":1}"#,
        "[1]",
        "\"x\"",
        "5",
        "null",
    ] {
        let message = format!(r#"{{"output": [{item},{call_item}], "status": "completed"}}"#);
        let reply = read(PROVIDER, &message);
        assert_eq!(reply.calls, [call("1", "last", "{}", StopReason::Finished)], "{item}");
        assert_eq!(reply.host_calls, [], "{item}");
        assert_eq!(history(&reply), [item, call_item]);
    }
    // An unknown form of `incomplete_details` is no error either.
    let message = r#"{"output": [], "incomplete_details": "new", "status": "incomplete"}"#;
    assert_eq!(read(PROVIDER, message).stop_reason, StopReason::Length);
    let message = r#"{"output": [], "status": {"is": "new"}}"#;
    assert_eq!(read(PROVIDER, message).stop_reason, StopReason::Unknown);
}

#[test]
fn a_call_without_a_kind_is_not_skipped() {
    let reply = read(PROVIDER, r#"{"output": [{"call_id": "1", "name": "run"}]}"#);
    let [call] = &reply.host_calls[..] else { panic!("the host answers it") };
    assert_eq!((call.kind.as_str(), call.id.as_deref(), call.name.as_deref()), ("", Some("1"), Some("run")));
}
