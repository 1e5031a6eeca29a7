//! A provider's message.

use serde_json::Value;

/// A response of OpenAI's chat completions with one call.
pub fn chat_completion(tool: &str, arguments: &str) -> String {
    let arguments = Value::from(arguments);
    format!(
        r#"{{"id": "chatcmpl-9s8d7f", "object": "chat.completion", "created": 1795521600, "model": "gpt-5.2", "choices": [{{"index": 0, "message": {{"role": "assistant", "content": null, "tool_calls": [{{"id": "call_1a2b3c", "type": "function", "function": {{"name": "{tool}", "arguments": {arguments}}}}}], "refusal": null, "annotations": []}}, "logprobs": null, "finish_reason": "tool_calls"}}], "usage": {{"prompt_tokens": 812, "completion_tokens": 77, "total_tokens": 889}}, "service_tier": "default"}}"#
    )
}
