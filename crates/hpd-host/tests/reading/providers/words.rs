//! The words of messages: answers, thinking and refusals.

use super::*;

/// The text, the thinking and the refusal.
#[track_caller]
fn words(provider: Provider, message: &str) -> [Option<String>; 3] {
    let reply = read(provider, message);
    let words = [reply.text(), reply.thinking(), reply.refusal()];
    words.map(|words| words.map(std::borrow::Cow::into_owned))
}

#[track_caller]
fn assert_words(provider: Provider, message: &str, expected: [&str; 3]) {
    let said = words(provider, message).map(Option::unwrap_or_default);
    assert_eq!(said, expected, "{message}");
}

#[test]
fn texts_of_whole_bodies() {
    let bodies = [
        (Provider::OpenAiChat, include_str!("messages/openai_chat_text.json")),
        (Provider::OpenAiResponses, include_str!("messages/openai_responses_text.json")),
        (Provider::Anthropic, include_str!("messages/anthropic_text.json")),
        (Provider::Gemini, include_str!("messages/gemini_text.json")),
    ];
    for (provider, body) in bodies {
        assert_words(provider, body, ["It is cold up there.", "", ""]);
    }
}

/// Absence and an empty text are the same: a loop asks one question.
#[test]
fn no_words_are_none() {
    let silent = [
        (Provider::OpenAiChat, r#"{"role": "assistant", "content": null, "refusal": null}"#),
        (
            Provider::OpenAiChat,
            r#"{"role": "assistant", "content": "", "reasoning_content": "", "refusal": ""}"#,
        ),
        (Provider::OpenAiResponses, r#"{"output": [], "status": "completed"}"#),
        (Provider::OpenAiResponses, r#"[{"type": "reasoning", "id": "rs_1", "summary": []}]"#),
        (Provider::Anthropic, r#"{"role": "assistant", "content": [], "stop_reason": "end_turn"}"#),
        (
            Provider::Anthropic,
            r#"{"role": "assistant", "content": [{"type": "redacted_thinking", "data": "EmwKAh"}]}"#,
        ),
        (Provider::Gemini, r#"{"candidates": [{"finishReason": "SAFETY", "index": 0}]}"#),
        (Provider::Gemini, r#"{"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]}"#),
        (Provider::Mcp, include_str!("messages/mcp_single.json")),
    ];
    for (provider, message) in silent {
        assert_eq!(words(provider, message), [None, None, None], "{message}");
    }
}

#[test]
fn chat_completions() {
    let refused = r#"{"choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": null,
        "refusal": "I'm sorry, I can't help with that."}}]}"#;
    assert_words(Provider::OpenAiChat, refused, ["", "", "I'm sorry, I can't help with that."]);
    // DeepSeek and its likes, and OpenRouter.
    for key in ["reasoning_content", "reasoning"] {
        let message = format!(
            r#"{{"role": "assistant", "content": "42", "{key}": "Six times seven.\nThat is easy."}}"#
        );
        assert_words(Provider::OpenAiChat, &message, ["42", "Six times seven.\nThat is easy.", ""]);
    }
    let both =
        r#"{"role": "assistant", "content": "42", "reasoning": "Same.", "reasoning_content": "Same."}"#;
    assert_words(Provider::OpenAiChat, both, ["42", "Same.", ""]);
    // Mistral.
    let blocks = r#"{"role": "assistant", "content": [
        {"type": "thinking", "thinking": [{"type": "text", "text": "Six times seven."}]},
        {"type": "text", "text": "It is "}, {"type": "text", "text": "42."},
        {"type": "refusal", "refusal": "No more."}, {"type": "reference", "reference_ids": [1]}]}"#;
    assert_words(Provider::OpenAiChat, blocks, ["It is 42.", "Six times seven.", "No more."]);
}

/// A call and words beside it: neither hides the other.
#[test]
fn words_beside_calls() {
    let message = r#"{"choices": [{"finish_reason": "tool_calls", "message": {"role": "assistant",
        "content": "I look it up.", "tool_calls": [{"id": "c1", "type": "function",
            "function": {"name": "find", "arguments": "{\"text\": \"not this\"}"}}]}}]}"#;
    assert_words(Provider::OpenAiChat, message, ["I look it up.", "", ""]);
    assert_eq!(read(Provider::OpenAiChat, message).calls.len(), 1);
}

#[test]
fn responses() {
    let message = r#"{"status": "completed", "output": [
        {"type": "reasoning", "id": "rs_1", "summary": [
            {"type": "summary_text", "text": "**Counting**\n\nTwo dice."}, {"type": "summary_text", "text": "Six each."}]},
        {"type": "reasoning", "id": "rs_2", "summary": [{"type": "summary_text", "text": "short"}],
            "content": [{"type": "reasoning_text", "text": "In full."}], "encrypted_content": "gAAA"},
        {"type": "web_search_call", "id": "ws_1", "status": "completed"},
        {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [
            {"type": "output_text", "text": "At most ", "annotations": []},
            {"type": "output_text", "text": "twelve.", "annotations": []}]},
        {"type": "message", "id": "msg_2", "role": "assistant", "content": [
            {"type": "refusal", "refusal": "I can't throw them."}]}]}"#;
    assert_words(
        Provider::OpenAiResponses,
        message,
        ["At most twelve.", "**Counting**\n\nTwo dice.\n\nSix each.\n\nIn full.", "I can't throw them."],
    );
    let items = r#"[{"type": "message", "role": "assistant", "content": "Twelve."}]"#;
    assert_words(Provider::OpenAiResponses, items, ["Twelve.", "", ""]);
}

#[test]
fn anthropic() {
    let message = r#"{"type": "message", "role": "assistant", "stop_reason": "tool_use", "content": [
        {"type": "thinking", "thinking": "Two dice.", "signature": "EqQB"},
        {"type": "redacted_thinking", "data": "EmwKAh"},
        {"type": "text", "text": "The rules say "}, {"type": "text", "text": "six each", "citations": []},
        {"type": "tool_use", "id": "toolu_01", "name": "highest", "input": {"text": "not this", "dice": 2}},
        {"type": "thinking", "thinking": "And again.", "signature": "EqQC"}]}"#;
    assert_words(Provider::Anthropic, message, ["The rules say six each", "Two dice.\n\nAnd again.", ""]);
    assert_words(Provider::Anthropic, r#"{"role": "assistant", "content": "Twelve."}"#, ["Twelve.", "", ""]);
    let refused = r#"{"role": "assistant", "content": [], "stop_reason": "refusal"}"#;
    assert_words(Provider::Anthropic, refused, ["", "", ""]);
    assert_eq!(read(Provider::Anthropic, refused).stop_reason, StopReason::Interrupted);
}

#[test]
fn gemini() {
    let message = r#"{"responseId": "r1", "candidates": [{"finishReason": "STOP", "content": {"role": "model", "parts": [
        {"text": "**Counting** ", "thought": true}, {"text": "two dice.", "thought": true},
        {"text": "At most ", "thoughtSignature": "EjQK"}, {"text": "twelve.", "thought": false},
        {"functionCall": {"name": "roll", "args": {"text": "not this"}}},
        {"executableCode": {"language": "PYTHON", "code": "6*2"}}]}}]}"#;
    assert_words(Provider::Gemini, message, ["At most twelve.", "**Counting** two dice.", ""]);
}

/// Models break emoji over tokens: half of one hides no other word.
#[test]
fn halves_of_characters_are_replaced() {
    let message = r#"{"role": "assistant", "content": "a\ud83db \u00e9"}"#;
    let text = read(Provider::OpenAiChat, message).text().unwrap().into_owned();
    assert!(text.starts_with('a') && text.ends_with("b é") && text.contains('\u{fffd}'), "{text}");
}

/// The words are those of what is kept, as long as it is kept.
#[test]
fn words_of_a_list_in_a_dialect() {
    let message = include_str!("messages/anthropic_text.json");
    let reply = Provider::Anthropic
        .read_in(message, &station::toolbox(), hpd_host::dialect::Dialect::AnthropicStrict)
        .unwrap();
    assert_eq!(reply.text().as_deref(), Some("It is cold up there."));
}
