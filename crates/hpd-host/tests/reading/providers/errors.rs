//! Errors of wrong messages: the expected form and its place, and no text of the messages.

use hpd_host::Provider;
use hpd_host::provider::ProviderErrorKind;

#[track_caller]
fn refused(provider: Provider, message: &str, kind: ProviderErrorKind, text: &str) {
    let error = provider.read(message).unwrap_err();
    assert_eq!((error.to_string().as_str(), error.kind()), (text, kind));
}

#[track_caller]
fn misshapen(provider: Provider, message: &str, text: &str) {
    refused(provider, message, ProviderErrorKind::Shape, text);
}

const ALL: [Provider; 5] =
    [Provider::OpenAiChat, Provider::OpenAiResponses, Provider::Anthropic, Provider::Gemini, Provider::Mcp];

#[test]
fn what_is_no_json() {
    for provider in ALL {
        let syntax = ProviderErrorKind::Syntax;
        refused(provider, "", syntax, "the message ends before its JSON does");
        refused(provider, r#"{"choices": [{"#, syntax, "the message ends before its JSON does");
        refused(provider, "{\n  \"a\": secret}", syntax, "the message is not JSON: see line 2, column 8");
        refused(provider, "5", ProviderErrorKind::Shape, "expected an object, found a number");
        refused(provider, "\"secret\"", ProviderErrorKind::Shape, "expected an object, found a string");
    }
}

#[test]
fn openai_chat() {
    let shape = |message: &str, text: &str| misshapen(Provider::OpenAiChat, message, text);
    shape("{}", "message: expected an object, found nothing");
    shape(r#"{"choices": {}}"#, "choices: expected an array, found an object");
    shape(r#"{"choices": []}"#, "choices: there is no answer in it");
    shape(
        r#"{"choices": [{}, {}]}"#,
        "choices: there are 2 answers to choose from: give the one that the conversation goes on with",
    );
    shape(r#"{"choices": [{"delta": {}}]}"#, "choices[0].message: expected an object, found nothing");
    shape(r#"{"role": "user", "content": "secret"}"#, "role: expected \"assistant\": a message of the model");
    let call = |call: &str| format!(r#"{{"role": "assistant", "tool_calls": [{call}]}}"#);
    shape(&call("1"), "tool_calls[0]: expected an object, found a number");
    shape(&call(r#"{"id": "1"}"#), "tool_calls[0].function: expected an object, found nothing");
    shape(
        &call(r#"{"id": 1, "function": {"name": "a"}}"#),
        "tool_calls[0].id: expected a string, found a number",
    );
    shape(
        &call(r#"{"id": "1", "function": {"arguments": "{}"}}"#),
        "tool_calls[0].function.name: expected a string, found nothing",
    );
    shape(
        &call(r#"{"id": "1", "function": {"name": "a", "arguments": [1]}}"#),
        "tool_calls[0].function.arguments: expected an object with the arguments, or a string with their JSON, found an array",
    );
    shape(
        &call(r#"{"id": "1", "function": {"name": "\ud800"}}"#),
        "tool_calls[0].function.name: expected a string, found a broken string",
    );
    refused(
        Provider::OpenAiChat,
        r#"{"error": {"message": "Rate limit reached", "type": "tokens", "param": null, "code": "rate_limit_exceeded"}}"#,
        ProviderErrorKind::Failed,
        "error: the provider reports: tokens, rate_limit_exceeded, Rate limit reached",
    );
}

#[test]
fn openai_responses() {
    let shape = |message: &str, text: &str| misshapen(Provider::OpenAiResponses, message, text);
    shape("{}", "output: expected an array of items, found nothing");
    // An array without a single item is another program's.
    shape("[{}, 1]", "[0].type: expected a string, found nothing");
    shape("[[], {}]", "[0]: expected an object, found an array");
    shape(
        r#"{"output": [{"type": "function_call", "name": "a"}]}"#,
        "output[0].call_id: expected a string, found nothing",
    );
    refused(
        Provider::OpenAiResponses,
        r#"{"status": "failed", "output": [], "error": {"code": "server_error", "message": "The server had an error"}}"#,
        ProviderErrorKind::Failed,
        "error: the provider reports: server_error, The server had an error",
    );
}

#[test]
fn anthropic() {
    let shape = |message: &str, text: &str| misshapen(Provider::Anthropic, message, text);
    shape("{}", "content: expected an array of blocks, found nothing");
    shape(r#"{"role": "user", "content": "secret"}"#, "role: expected \"assistant\": a message of the model");
    shape(r#"{"content": [{"type": "tool_use"}]}"#, "content[0].input: expected an object, found nothing");
    shape(
        r#"{"content": [{"type": "tool_use", "input": {}, "name": "a"}]}"#,
        "content[0].id: expected a string, found nothing",
    );
    refused(
        Provider::Anthropic,
        r#"{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}, "request_id": "req_1"}"#,
        ProviderErrorKind::Failed,
        "error: the provider reports: overloaded_error, Overloaded",
    );
}

#[test]
fn gemini() {
    let shape = |message: &str, text: &str| misshapen(Provider::Gemini, message, text);
    shape("{}", "expected an object with candidates, content or parts, found another object");
    shape(r#"{"role": "user", "parts": []}"#, "role: expected \"model\": a message of the model");
    shape(
        r#"{"candidates": [{"content": {"parts": [{"functionCall": {"args": {}}}]}}]}"#,
        "candidates[0].content.parts[0].functionCall.name: expected a string, found nothing",
    );
    shape(r#"{"candidates": []}"#, "candidates: there is no answer in it");
    refused(
        Provider::Gemini,
        r#"{"candidates": [], "promptFeedback": {"blockReason": "SAFETY"}}"#,
        ProviderErrorKind::Failed,
        "promptFeedback: the provider reports: SAFETY",
    );
    refused(
        Provider::Gemini,
        r#"{"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "modelVersion": "gemini-2.5-flash"}"#,
        ProviderErrorKind::Failed,
        "promptFeedback: the provider reports: PROHIBITED_CONTENT",
    );
    refused(
        Provider::Gemini,
        r#"{"error": {"code": 429, "message": "Quota exceeded", "status": "RESOURCE_EXHAUSTED"}}"#,
        ProviderErrorKind::Failed,
        "error: the provider reports: RESOURCE_EXHAUSTED, Quota exceeded",
    );
}

#[test]
fn mcp() {
    let shape = |message: &str, text: &str| misshapen(Provider::Mcp, message, text);
    shape(r#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#, "method: expected \"tools/call\", found nothing");
    shape(
        r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}"#,
        "method: expected \"tools/call\": this is another request",
    );
    shape(
        r#"{"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "a"}}"#,
        "id: expected a string or a number, since a call is answered, found nothing",
    );
    shape(
        r#"[{"jsonrpc": "2.0", "id": true, "method": "tools/call", "params": {"name": "a"}}]"#,
        "[0].id: expected a string or a number, found a boolean",
    );
    shape(
        r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "a", "arguments": 5}}"#,
        "params.arguments: expected an object with the arguments, or a string with their JSON, found a number",
    );
}

#[test]
fn no_message_is_too_deep_or_too_strange() {
    let deep = "[".repeat(200_000) + &"]".repeat(200_000);
    for provider in ALL {
        let (keys, array) = (r#"{"\ud800": 1}"#, "expected an object, found an array");
        misshapen(provider, keys, "expected an object, found one with a broken key");
        let found = provider.read(&deep).unwrap_err().to_string();
        let inside = "[0]: expected an object, found an array";
        let takes_arrays = matches!(provider, Provider::OpenAiResponses | Provider::Mcp);
        assert_eq!(found, if takes_arrays { inside } else { array });
    }
}

#[test]
fn a_message_that_was_cut_off_anywhere_is_no_message() {
    let messages = [
        (Provider::OpenAiChat, include_str!("messages/openai_chat_parallel.json")),
        (Provider::OpenAiResponses, include_str!("messages/openai_responses_parallel.json")),
        (Provider::Anthropic, include_str!("messages/anthropic_parallel.json")),
        (Provider::Gemini, include_str!("messages/gemini_parallel.json")),
        (Provider::Mcp, include_str!("messages/mcp_batch.json")),
    ];
    for (provider, message) in messages {
        let message = message.trim_end();
        assert_eq!(provider.calls(message).unwrap().len(), 3);
        for (end, _) in message.char_indices() {
            let error = provider.read(&message[..end]).unwrap_err();
            assert_eq!(error.to_string(), "the message ends before its JSON does");
        }
        // The message of one provider is none of another.
        for other in ALL {
            assert!(
                other == provider || other.read(message).is_err(),
                "{other:?} read a message of {provider:?}"
            );
        }
    }
}

#[test]
fn calls_in_the_form_of_another_provider_are_not_passed_over() {
    misshapen(
        Provider::OpenAiChat,
        r#"{"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "a", "input": {}}]}"#,
        "content[0]: this is how another provider writes calls",
    );
    misshapen(
        Provider::Anthropic,
        r#"{"role": "assistant", "content": "", "tool_calls": [{"id": "1", "function": {"name": "a"}}]}"#,
        "tool_calls: this is how another provider writes calls",
    );
}

#[test]
fn a_report_of_a_provider_is_cut() {
    let message = format!(r#"{{"error": "{}"}}"#, "long ".repeat(1_000));
    let error = Provider::OpenAiChat.read(&message).unwrap_err().to_string();
    assert!(error.chars().count() < 320, "{error}");
}
