//! Shape: Anthropic's API reference, "Create a Message"; the guides "Handle tool calls", "Parallel tool use" and
//! "Server tools".

use hpd_host::Provider;
use hpd_host::args::StopReason;

use crate::providers::{answer, call, history, read};

const SINGLE: &str = include_str!("messages/anthropic_single.json");
const PARALLEL: &str = include_str!("messages/anthropic_parallel.json");
const LENGTH: &str = include_str!("messages/anthropic_length.json");
const TEXT: &str = include_str!("messages/anthropic_text.json");

const PROVIDER: Provider = Provider::Anthropic;

#[test]
fn one_call_with_the_text_of_its_arguments() {
    let reply = read(PROVIDER, SINGLE);
    let arguments = r#"{"station": "Säntis",  "offset": 0.10}"#;
    assert_eq!(reply.calls, [call("toolu_01A09q90qw90lq91", "measure", arguments, StopReason::Finished)]);
    assert_eq!(
        answer(PROVIDER, SINGLE),
        [concat!(
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01A09q90qw90lq91","#,
            r#""content":"{\"station\":\"Säntis\",\"celsius\":-7.4}"}]}"#
        )]
    );
}

#[test]
fn several_calls_are_answered_in_one_message() {
    assert_eq!(
        answer(PROVIDER, PARALLEL),
        [concat!(
            r#"{"role":"user","content":["#,
            r#"{"type":"tool_result","tool_use_id":"toolu_A","content":"{\"station\":\"Säntis\",\"celsius\":-7.5}"},"#,
            r#"{"type":"tool_result","tool_use_id":"toolu_B","content":["#,
            r#"{"type":"text","text":"Säntis from above:"},"#,
            r#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}},"#,
            r#"{"type":"text","text":"[audio, 4 bytes, audio/wav]"},"#,
            r#"{"type":"text","text":"12:00 snow"},"#,
            r#"{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"JVBERg=="},"title":"file:///map.pdf"},"#,
            r#"{"type":"text","text":"[file file:///raw, 2 bytes, application/octet-stream]"},"#,
            r#"{"type":"text","text":"[link Camera, https://example.org/cam]"},"#,
            r#"{"type":"text","text":"{\"clouds\":3,\"celsius\":-7.50}"}]},"#,
            r#"{"type":"tool_result","tool_use_id":"toolu_C","#,
            r#""content":"{\"error_type\":\"function_error\",\"error_message\":\"Somebody is inside.\"}","is_error":true}]}"#
        )]
    );
}

#[test]
fn the_message_is_kept_with_its_thinking() {
    let reply = read(PROVIDER, PARALLEL);
    let [message] = history(&reply)[..] else { panic!("a message is kept") };
    let content =
        message.strip_prefix(r#"{"role":"assistant","content":"#).and_then(|text| text.strip_suffix('}'));
    let content = content.expect("role and content are what a request takes");
    assert!(PARALLEL.contains(content));
    assert!(content.contains("EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pk"));
}

#[test]
fn a_call_that_was_cut_off() {
    let reply = read(PROVIDER, LENGTH);
    assert_eq!(reply.calls, [call("toolu_cut", "measure", "{\"station\": \"Sän", StopReason::Length)]);
}

#[test]
fn no_calls() {
    let reply = read(PROVIDER, TEXT);
    assert_eq!(reply.calls, []);
    assert_eq!(reply.stop_reason, StopReason::Finished);
    assert!(PROVIDER.results(&[]).is_empty());
}

#[test]
fn a_message_of_the_history_is_read_too() {
    let reply = read(PROVIDER, r#"{"role": "assistant", "content": "It is cold."}"#);
    assert_eq!(reply.calls, []);
    assert_eq!(history(&reply), [r#"{"role":"assistant","content":"It is cold."}"#]);
    let reply = read(PROVIDER, r#"{"role": "assistant", "content": [], "stop_reason": "end_turn"}"#);
    assert_eq!(history(&reply), [""; 0]);
}

#[test]
fn blocks_that_nobody_knows_pass_with_the_message() {
    let content = r#"[5,"x",{"type":7},{"type":"tool_use","id":"1","name":"last","input":{}}]"#;
    let reply = read(
        PROVIDER,
        &format!(r#"{{"role":"assistant","content":{content},"stop_reason":{{"is":"new"}}}}"#),
    );
    assert_eq!(reply.calls, [call("1", "last", "{}", StopReason::Unknown)]);
    assert_eq!(history(&reply), [format!(r#"{{"role":"assistant","content":{content}}}"#)]);
}
