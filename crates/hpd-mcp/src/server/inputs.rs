//! Requests that the client answers itself: by its model, and with its folders.

use hpd_host::output::InputRequest;
use rmcp::model as mcp;
use serde_json::{Value, json};

/// The keyword of a schema that says which request of the protocol its value answers.
const METHOD: &str = "x-mcp-method";

/// The keyword with the parameters of that request.
const PARAMS: &str = "x-mcp-params";

/// Asks the client's model, for [`CallContext::input_with`](hpd_host::CallContext::input_with). `params` are those of
/// `sampling/createMessage`, and the answer is its result: an object with `role`, `content` and `model`.
///
/// hpd treats the answer as the user's word, like every input. But a model gave it: no write should depend on it. A
/// client that can't sample gets the protocol's error for a missing capability. The protocol advises against sampling
/// since 2026-07-28.
///
/// ```
/// use hpd_host::{CallContext, ToolError, plugin};
/// use hpd_mcp::server::sampling;
/// use serde_json::{Value, json};
///
/// struct Letters;
///
/// #[plugin]
/// impl Letters {
///     /// Names a letter.
///     #[ai_function(read_only)]
///     fn name(&self, /** The letter. */ text: String, #[context] ctx: &CallContext<'_>) -> Result<String, ToolError> {
///         let question = format!("A title for this letter: {text}");
///         let message = json!({"role": "user", "content": {"type": "text", "text": question}});
///         let request = sampling(json!({"messages": [message], "maxTokens": 20}));
///         let answer: Value = ctx.input_with("title", request)?;
///         Ok(answer["content"]["text"].as_str().unwrap_or("Letter").to_owned())
///     }
/// }
/// ```
pub fn sampling(params: impl Into<Value>) -> InputRequest {
    let params = params.into();
    let answer = json!({
        "type": "object",
        "required": ["role", "content"],
        METHOD: "sampling/createMessage",
        PARAMS: params,
    });
    InputRequest::new("The client's model answers.", answer)
}

/// Asks the client for its folders, for [`CallContext::input_with`](hpd_host::CallContext::input_with). The answer is the
/// result of `roots/list`: an object with `roots`, a list of objects with `uri` and perhaps `name`.
pub fn roots() -> InputRequest {
    let answer = json!({"type": "object", "required": ["roots"], METHOD: "roots/list", PARAMS: {}});
    InputRequest::new("The client names its folders.", answer)
}

/// The request of the protocol that a schema's value answers.
pub(super) fn request_in(schema: &Value) -> Option<mcp::InputRequest> {
    let (method, params) = (schema.get(METHOD)?, schema.get(PARAMS)?);
    let request = match method.as_str()? {
        "roots/list" => json!({"method": method}),
        _ => json!({"method": method, "params": params}),
    };
    serde_json::from_value(request).ok()
}
