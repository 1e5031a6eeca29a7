//! Shape: Gemini API reference, `models.generateContent`, `GenerateContentResponse`; the guides "Function calling" and
//! "Thought signatures".

use hpd_host::Provider;
use hpd_host::args::StopReason;

use crate::providers::{answer, call, history, read};

const SINGLE: &str = include_str!("messages/gemini_single.json");
const PARALLEL: &str = include_str!("messages/gemini_parallel.json");
const LENGTH: &str = include_str!("messages/gemini_length.json");
const TEXT: &str = include_str!("messages/gemini_text.json");

const PROVIDER: Provider = Provider::Gemini;

#[test]
fn one_call_with_an_id() {
    let reply = read(PROVIDER, SINGLE);
    let arguments = r#"{ "station": "Säntis", "offset": 0.10 }"#;
    assert_eq!(reply.calls, [call("fcall_7", "measure", arguments, StopReason::Finished)]);
    assert_eq!(
        answer(PROVIDER, SINGLE),
        [concat!(
            r#"{"role":"user","parts":[{"functionResponse":{"id":"fcall_7","name":"measure","#,
            r#""response":{"output":{"station":"Säntis","celsius":-7.4}}}}]}"#
        )]
    );
}

#[test]
fn the_content_is_kept_with_its_signature() {
    let reply = read(PROVIDER, SINGLE);
    let [content] = history(&reply)[..] else { panic!("the content is kept") };
    assert!(SINGLE.contains(content));
    assert!(content.contains(r#""thoughtSignature": "CskBAb4+9vvmHq2p""#));
}

#[test]
fn calls_without_ids_are_answered_in_one_content_in_their_order() {
    let calls = read(PROVIDER, PARALLEL).calls;
    let ids: Vec<_> = calls.iter().map(|call| &*call.id).collect();
    assert_eq!(ids, ["gemini-Jm1ubpTZK6Dfa8JQ-0", "gemini-Jm1ubpTZK6Dfa8JQ-1", "gemini-Jm1ubpTZK6Dfa8JQ-2"]);
    assert_eq!(&*calls[2].arguments, "{}");
    assert_eq!(
        answer(PROVIDER, PARALLEL),
        [concat!(
            r#"{"role":"user","parts":["#,
            r#"{"functionResponse":{"name":"measure","response":{"output":{"station":"Säntis","celsius":-7.5}}}},"#,
            r#"{"functionResponse":{"name":"look","response":{"output":"Säntis from above:\n"#,
            r#"[image, 8 bytes, image/png]\n[audio, 4 bytes, audio/wav]\n12:00 snow\n"#,
            r#"[file file:///map.pdf, 4 bytes, application/pdf]\n[file file:///raw, 2 bytes, application/octet-stream]\n"#,
            r#"[link Camera, https://example.org/cam]\n{\"clouds\":3,\"celsius\":-7.50}"},"#,
            r#""parts":[{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}},"#,
            r#"{"inlineData":{"mimeType":"application/pdf","data":"JVBERg=="}}]}},"#,
            r#"{"functionResponse":{"name":"close","response":{"error":"#,
            r#"{"error_type":"function_error","error_message":"Somebody is inside."}}}}]}"#
        )]
    );
}

#[test]
fn a_call_that_was_cut_off() {
    assert_eq!(
        PROVIDER.calls(LENGTH).unwrap(),
        [call("gemini-Kn2vcqUaL7Egb9KR-0", "measure", "{}", StopReason::Length)]
    );
}

#[test]
fn no_calls() {
    let reply = read(PROVIDER, TEXT);
    assert_eq!(reply.calls, []);
    assert_eq!(reply.stop_reason, StopReason::Finished);
    assert!(PROVIDER.results(&[]).is_empty());
}

#[test]
fn a_call_that_the_model_got_wrong_leaves_no_content() {
    let reply = read(
        PROVIDER,
        r#"{"candidates": [{"content": {}, "finishReason": "MALFORMED_FUNCTION_CALL", "index": 0}]}"#,
    );
    assert_eq!(reply.calls, []);
    assert_eq!(reply.stop_reason, StopReason::Interrupted);
    assert!(reply.history.is_empty());
    let reply = read(PROVIDER, r#"{"candidates": [{"finishReason": "SAFETY", "index": 0}]}"#);
    assert_eq!(reply.stop_reason, StopReason::Interrupted);
}

#[test]
fn a_content_and_the_spelling_of_python_are_read_too() {
    let content = r#"{"role": "model", "parts": [{"function_call": {"name": "last", "args": {}}}]}"#;
    assert_eq!(PROVIDER.calls(content).unwrap(), [call("gemini-0", "last", "{}", StopReason::Unknown)]);
    assert_eq!(history(&read(PROVIDER, content)), [content]);
    let candidate = format!(r#"{{"content": {content}, "finish_reason": "MAX_TOKENS"}}"#);
    assert_eq!(PROVIDER.calls(&candidate).unwrap(), [call("gemini-0", "last", "{}", StopReason::Length)]);
}

#[test]
fn an_empty_id_is_none() {
    let content = r#"{"role": "model", "parts": [{"functionCall": {"id": "", "name": "last"}}]}"#;
    assert_eq!(PROVIDER.calls(content).unwrap(), [call("gemini-0", "last", "{}", StopReason::Unknown)]);
}

#[test]
fn a_list_is_an_output_as_it_is() {
    let content = r#"{"role": "model", "parts": [{"functionCall": {"name": "last"}}]}"#;
    assert_eq!(
        answer(PROVIDER, content),
        [r#"{"role":"user","parts":[{"functionResponse":{"name":"last","response":{"output":[1,2]}}}]}"#]
    );
}

#[test]
fn parts_that_nobody_knows_pass_with_the_content() {
    let content = r#"{"role":"model","parts":[5,"x",[],{"new":1},{"functionCall":{"name":"last"}}]}"#;
    let message =
        format!(r#"{{"candidates": [{{"content": {content}, "finishReason": 7}}], "responseId": {{}}}}"#);
    let reply = read(PROVIDER, &message);
    assert_eq!(reply.calls, [call("gemini-0", "last", "{}", StopReason::Unknown)]);
    assert_eq!(history(&reply), [content]);
}
