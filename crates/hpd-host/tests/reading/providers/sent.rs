//! Messages with every member that is really sent; `messages/sent/README.md` says where they were seen.

use hpd_host::Provider;
use hpd_host::args::StopReason;

use crate::providers::{call, history, read};

#[test]
fn openai_chat() {
    let reply = read(Provider::OpenAiChat, include_str!("messages/sent/openai_chat.json"));
    let id = "call_Aa0Bb1Cc2Dd3Ee4Ff5Gg6Hh7";
    assert_eq!(reply.calls, [call(id, "get_invoice", r#"{"invoice":"INV-042"}"#, StopReason::Finished)]);
    assert_eq!(reply.history.len(), 1);
}

#[test]
fn openai_responses() {
    let reply = read(Provider::OpenAiResponses, include_str!("messages/sent/openai_responses.json"));
    let arguments = r#"{"text":"unpaid","limit":10,"from":0}"#;
    let id = "call_Bb1Cc2Dd3Ee4Ff5Gg6Hh7Ii8";
    assert_eq!(reply.calls, [call(id, "search_invoices", arguments, StopReason::Finished)]);
    assert_eq!(reply.history.len(), 2);
}

#[test]
fn anthropic_with_four_calls() {
    let reply = read(Provider::Anthropic, include_str!("messages/sent/anthropic.json"));
    let asked = |id, arguments| call(id, "get_invoices", arguments, StopReason::Finished);
    assert_eq!(
        reply.calls,
        [
            asked("toolu_01Aa0Bb1Cc2Dd3Ee4Ff5Gg601", r#"{"number": "INV-041"}"#),
            asked("toolu_01Aa0Bb1Cc2Dd3Ee4Ff5Gg602", r#"{"number": "INV-042"}"#),
            asked("toolu_01Aa0Bb1Cc2Dd3Ee4Ff5Gg603", r#"{"number": "INV-043"}"#),
            asked("toolu_01Aa0Bb1Cc2Dd3Ee4Ff5Gg604", r#"{"number": "INV-044"}"#),
        ]
    );
}

#[test]
fn gemini_without_an_id() {
    let message = include_str!("messages/sent/gemini.json");
    let reply = read(Provider::Gemini, message);
    let [call] = &reply.calls[..] else { panic!("one call was sent") };
    assert_eq!((&*call.name, &*call.arguments), ("get_invoice", r#"{"invoice": "INV-042"}"#));
    assert_eq!(call.stop_reason, StopReason::Finished);
    let [content] = history(&reply)[..] else { panic!("the content is kept") };
    assert!(content.contains(r#""thoughtSignature": "CgAQhpd0"#) && message.contains(content));
}

#[test]
fn mcp() {
    let reply = read(Provider::Mcp, include_str!("messages/sent/mcp.json"));
    let arguments = "{\n      \"text\": \"open\",\n      \"customer\": \"Acme\"\n    }";
    assert_eq!(reply.calls, [call("7", "search_invoices", arguments, StopReason::Unknown)]);
}
