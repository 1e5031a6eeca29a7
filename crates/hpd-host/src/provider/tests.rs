//! Both readings of a message agree: what the reading of usual messages accepts, the other one reads as the same.

use serde_json::{Value, json};

use super::{ModelResponse, Provider, ProviderError, anthropic, gemini, mcp, openai_chat, openai_responses};

type Usual = fn(&str) -> Option<ModelResponse>;
type Any = fn(&str) -> Result<ModelResponse, ProviderError>;

/// The readings of each provider, with messages of its users and messages that are close to them.
fn readings() -> [(Provider, Usual, Any, Vec<&'static str>); 5] {
    macro_rules! message {
        ($($name:literal),*) => {
            vec![$(include_str!(concat!("../../tests/reading/providers/messages/", $name, ".json"))),*]
        };
    }
    [
        (
            Provider::OpenAiChat,
            openai_chat::read_usual,
            |message| openai_chat::read_any(message, &[]),
            message!["openai_chat_single", "openai_chat_parallel", "openai_chat_text", "openai_chat_length"],
        ),
        (
            Provider::OpenAiResponses,
            openai_responses::read_usual,
            |message| openai_responses::read_any(message, &[]),
            message![
                "openai_responses_single",
                "openai_responses_parallel",
                "openai_responses_text",
                "openai_responses_length"
            ],
        ),
        (
            Provider::Anthropic,
            anthropic::read_usual,
            |message| anthropic::read_any(message, &[]),
            message!["anthropic_single", "anthropic_parallel", "anthropic_text", "anthropic_length"],
        ),
        (
            Provider::Gemini,
            gemini::read_usual,
            |message| gemini::read_any(message, &[]),
            message!["gemini_single", "gemini_parallel", "gemini_text", "gemini_length"],
        ),
        (Provider::Mcp, mcp::read_usual, mcp::read_any, message!["mcp_single"]),
    ]
}

/// Whether a message is read as usual. If so, the other reading gives the same.
#[track_caller]
fn agree(usual: Usual, any: Any, message: &str) -> bool {
    let Some(usual) = usual(message) else { return false };
    let any = any(message).unwrap_or_else(|error| panic!("refused with \"{error}\": {message}"));
    let texts =
        |reply: &ModelResponse| reply.history.iter().map(|item| item.get().to_owned()).collect::<Vec<_>>();
    assert_eq!(usual.calls, any.calls, "{message}");
    assert_eq!(usual.stop_reason, any.stop_reason, "{message}");
    assert_eq!(usual.provider, any.provider, "{message}");
    assert_eq!(any.host_calls, [], "{message}");
    assert_eq!(texts(&usual), texts(&any), "{message}");
    true
}

#[test]
fn messages_of_providers_are_usual() {
    for (provider, usual, any, messages) in readings() {
        for message in messages {
            // Arguments of a stream that was cut off are a text where an object should be.
            let is_cut = provider == Provider::Anthropic && message.contains("max_tokens");
            assert_eq!(agree(usual, any, message), !is_cut, "{provider:?}: {message}");
        }
    }
}

/// One byte is missing, or another one is in its place.
#[test]
fn broken_texts_are_read_alike() {
    for (_, usual, any, messages) in readings() {
        for message in messages {
            let compact = serde_json::from_str::<Value>(message).unwrap().to_string();
            for (place, found) in compact.char_indices() {
                let (before, rest) = compact.split_at(place);
                let after = &rest[found.len_utf8()..];
                for instead in ["", "\"", "{", "]", ",", "0", "\\", " ", "\\ud800", "n"] {
                    agree(usual, any, &[before, instead, after].concat());
                }
            }
        }
    }
}

/// Messages with items of which one reading knows less than the other.
const DOCUMENTED: [(Provider, &str); 5] = [
    (
        Provider::OpenAiResponses,
        r#"{"status": "completed", "output": [
            {"type": "function_call", "call_id": "1", "name": "f", "arguments": "{}"},
            {"type": "function_call_output", "id": "2", "call_id": "1", "output": "x"},
            {"type": "mcp_approval_request", "id": "3"},
            {"type": "local_shell_call_output", "id": "2", "approval_request_id": "3"},
            {"type": "function_call", "call_id": "2", "name": "f", "arguments": "{}"}]}"#,
    ),
    (
        Provider::OpenAiResponses,
        include_str!("../../tests/reading/providers/messages/documented/openai_responses_programmatic.json"),
    ),
    (
        Provider::Anthropic,
        include_str!("../../tests/reading/providers/messages/documented/anthropic_programmatic.json"),
    ),
    (
        Provider::Anthropic,
        include_str!("../../tests/reading/providers/messages/documented/anthropic_toolset.json"),
    ),
    (
        Provider::Anthropic,
        r#"{"role": "assistant", "stop_reason": "tool_use", "content": [
            {"type": "server_tool_use", "id": "1", "name": "f", "input": {}},
            {"type": "web_search_tool_result", "tool_use_id": "1", "content": []},
            {"type": "mcp_tool_use", "id": "2", "name": "f", "input": {}},
            {"type": "tool_use", "id": "3", "name": "f", "input": {}, "caller": {"type": "program"}}]}"#,
    ),
];

/// One value is another one, one member is missing, is there twice, or has another name.
#[test]
fn odd_members_are_read_alike() {
    let (mut read, mut other) = (0, 0);
    for (provider, usual, any, messages) in readings() {
        let documented = DOCUMENTED.iter().filter(|(of, _)| *of == provider).map(|(_, message)| *message);
        for message in messages.into_iter().chain(documented) {
            let message: Value = serde_json::from_str(message).unwrap();
            let mut variants = Vec::new();
            vary(&message, &mut |value| variants.push(value.to_string()), &|value| value);
            for variant in variants {
                *if agree(usual, any, &variant) { &mut read } else { &mut other } += 1;
            }
        }
    }
    // Both happen often: neither reading is tested for nothing.
    assert!(read > 1_000 && other > 1_000, "{read} and {other}");
}

/// The keys that some reading looks for, and kinds that it tells apart.
const NAMES: [&str; 34] = [
    "error",
    "role",
    "tool_calls",
    "function_call",
    "functionCall",
    "type",
    "id",
    "call_id",
    "name",
    "arguments",
    "args",
    "input",
    "status",
    "content",
    "parts",
    "finish_reason",
    "finishReason",
    "response_id",
    "responseId",
    "incomplete_details",
    "reason",
    "message",
    "method",
    "params",
    "output",
    "candidates",
    "choices",
    "function",
    "promptFeedback",
    "stop_reason",
    "toolset_name",
    "tool_use_id",
    "caller",
    "approval_request_id",
];

fn values() -> Vec<Value> {
    let mut values = vec![
        json!(null),
        json!(true),
        json!(1),
        json!(-1.5),
        json!(""),
        json!("12"),
        json!("\"quoted\""),
        json!("x\n"),
        json!([]),
        json!({}),
        json!([1]),
        json!([[]]),
        json!([{}]),
        json!({ "a": 1 }),
        json!(["assistant", null]),
        json!([{ "type": "tool_use", "id": "1", "name": "f", "input": {} }]),
    ];
    let kinds = [
        "function",
        "tool_use",
        "server_tool_use",
        "mcp_tool_use",
        "computer_tool_use",
        "web_search_tool_result",
        "function_call",
        "custom",
        "custom_tool_call",
        "custom_tool_call_output",
        "local_shell_call_output",
        "mcp_approval_response",
        "mcp_approval_request",
        "assistant",
        "user",
        "model",
        "length",
        "incomplete",
        "tools/call",
        "tools/list",
    ];
    values.extend(kinds.map(Value::from));
    values
}

/// All variants of a value with one change in it. `around` puts the value into the message.
fn vary(value: &Value, found: &mut dyn FnMut(Value), around: &dyn Fn(Value) -> Value) {
    for other in values() {
        found(around(other));
    }
    match value {
        Value::Object(members) => {
            for (key, inner) in members {
                let with = |change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
                    let mut members = members.clone();
                    change(&mut members);
                    around(Value::Object(members))
                };
                found(with(&|members| drop(members.remove(key))));
                for name in NAMES {
                    found(with(&|members| drop(members.insert(name.to_owned(), inner.clone()))));
                    found(with(&|members| {
                        members.remove(key);
                        members.insert(name.to_owned(), inner.clone());
                    }));
                }
                vary(inner, found, &|inner| {
                    with(&|members| drop(members.insert(key.clone(), inner.clone())))
                });
            }
        }
        Value::Array(items) => {
            for (index, inner) in items.iter().enumerate() {
                let with = |change: &dyn Fn(&mut Vec<Value>)| {
                    let mut items = items.clone();
                    change(&mut items);
                    around(Value::Array(items))
                };
                found(with(&|items| drop(items.remove(index))));
                found(with(&|items| items.push(inner.clone())));
                vary(inner, found, &|inner| with(&|items| items[index] = inner.clone()));
            }
        }
        _ => {}
    }
}

/// The last of several members counts, as in nearly all readers.
#[test]
fn repeated_members_are_read_alike() {
    for (provider, usual, any, messages) in readings() {
        let message: Value = serde_json::from_str(messages[0]).unwrap();
        let compact = message.to_string();
        for key in NAMES {
            let member = format!("\"{key}\":");
            for (place, _) in compact.match_indices(&member) {
                for value in ["null", "\"assistant\"", "{}", "[]"] {
                    let (before, after) = compact.split_at(place);
                    agree(usual, any, &format!("{before}{member}{value},{after}"));
                }
            }
        }
        let twice = compact.replacen('{', r#"{"error":null,"error":null,"#, 1);
        assert!(usual(&twice).is_none() || provider == Provider::Mcp);
        assert!(any(&twice).is_ok());
    }
}
