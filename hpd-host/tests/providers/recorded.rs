//! Messages that were really sent; `messages/recorded/README.md` says by whom, and under which licence.

use hpd_host::{Provider, StopReason};

use crate::{call, history, read};

#[test]
fn openai_chat() {
    let reply = read(Provider::OpenAiChat, include_str!("messages/recorded/openai_chat.json"));
    let id = "call_NihFwNUckQ2eDoE0a9OQaO5l";
    assert_eq!(reply.calls, [call(id, "get_capital", r#"{"country":"England"}"#, StopReason::Finished)]);
    assert_eq!(reply.history.len(), 1);
}

#[test]
fn openai_responses() {
    let reply = read(Provider::OpenAiResponses, include_str!("messages/recorded/openai_responses.json"));
    let arguments = r#"{"query":"machine learning","limit":10,"offset":0,"year":0}"#;
    let id = "call_2mhz5FtwkZnzXQkTOMtYZpZH";
    assert_eq!(reply.calls, [call(id, "semantic_scholar_search", arguments, StopReason::Finished)]);
    assert_eq!(reply.history.len(), 2);
}

#[test]
fn anthropic_with_four_calls() {
    let reply = read(Provider::Anthropic, include_str!("messages/recorded/anthropic.json"));
    let asked = |id, arguments| call(id, "retrieve_entity_info", arguments, StopReason::Finished);
    assert_eq!(
        reply.calls,
        [
            asked("toolu_0167cfEnoQaPviGdVXA95zcu", r#"{"name": "Alice"}"#),
            asked("toolu_01EEe2V5HD1Ac4rKiUR4HD2T", r#"{"name": "Bob"}"#),
            asked("toolu_01XFyAjstT3966qvRynZyVPo", r#"{"name": "Charlie"}"#),
            asked("toolu_013mnQZbgtK2oe3Mo3XKJsx3", r#"{"name": "Daisy"}"#),
        ]
    );
}

#[test]
fn gemini_without_an_id() {
    let message = include_str!("messages/recorded/gemini.json");
    let reply = read(Provider::Gemini, message);
    let [call] = &reply.calls[..] else { panic!("one call was sent") };
    assert_eq!((&*call.name, &*call.arguments), ("get_capital", r#"{"country": "France"}"#));
    assert_eq!(call.stop_reason, StopReason::Finished);
    let [content] = history(&reply)[..] else { panic!("the content is kept") };
    assert!(content.contains(r#""thoughtSignature": "CusBAXLI2nzy"#) && message.contains(content));
}

#[test]
fn mcp() {
    let reply = read(Provider::Mcp, include_str!("messages/recorded/mcp.json"));
    let arguments = concat!(
        "{\n      \"question\": \"Can you provide a summary of the pydantic/pydantic-ai repository in one sentence?\",\n",
        "      \"repoName\": \"pydantic/pydantic-ai\"\n    }",
    );
    assert_eq!(reply.calls, [call("2", "ask_question", arguments, StopReason::Unknown)]);
}
