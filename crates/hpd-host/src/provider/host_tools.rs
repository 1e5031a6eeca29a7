//! Tools of the host whose calls look like those of functions.

use hpd_runtime::RawCall;
use hpd_runtime::args::CallForm;

use super::json::Object;
use super::reply::ModelResponse;
use super::{Provider, anthropic, gemini, openai_chat, openai_responses};

impl ModelResponse {
    /// The same, with the calls of these tools among the [`host_calls`](Self::host_calls), in the order of the message.
    ///
    /// Some tools are defined by the provider and run by the host, and their calls look like those of functions. Examples
    /// are Anthropic's `bash`, `memory` and `str_replace_based_edit_tool`, and the actions of Gemini's computer. A toolbox
    /// does not know them: it would tell the model that there is no such tool. So the host names those that it runs.
    ///
    /// For MCP nothing changes: the requests of a client are the host's to sort.
    ///
    /// ```
    /// use hpd_host::Provider;
    ///
    /// let message = r#"{"role": "assistant", "content": [
    ///     {"type": "tool_use", "id": "toolu_1", "name": "bash", "input": {"command": "ls"}},
    ///     {"type": "tool_use", "id": "toolu_2", "name": "balance", "input": {}}
    /// ], "stop_reason": "tool_use"}"#;
    /// let reply = Provider::Anthropic.read(message)?.with_host_tools(["bash", "memory"]);
    /// assert_eq!(reply.host_calls[0].id.as_deref(), Some("toolu_1"));
    /// assert_eq!(&*reply.calls[0].name, "balance");
    /// # Ok::<(), hpd_host::provider::ProviderError>(())
    /// ```
    #[must_use]
    pub fn with_host_tools<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.host_tools.extend(names.into_iter().map(Into::into));
        if !self.calls.iter().any(|call| is_of(call, &self.host_tools)) {
            return self;
        }
        // They are read where they stand: a call has neither its JSON nor its place among the others.
        if let Some(read) = reread(&self) {
            self.host_calls = read.host_calls;
            self.calls.retain(|call| !is_of(call, &self.host_tools));
        }
        self
    }
}

/// Whether a call is one of these functions. A search for tools has no name of its own.
fn is_of(call: &RawCall, names: &[String]) -> bool {
    let is_function = call.origin.as_ref().is_none_or(|origin| origin.form == CallForm::Function);
    is_function && names.iter().any(|name| **name == *call.name)
}

/// Whether an object names one of these tools.
pub(super) fn is_named(call: &Object<'_>, names: &[String]) -> bool {
    !names.is_empty() && call.string("name").is_some_and(|name| names.iter().any(|known| *known == name))
}

/// The message again, from the history.
fn reread(response: &ModelResponse) -> Option<ModelResponse> {
    let ModelResponse { history, host_tools, .. } = response;
    match (response.provider, &history[..]) {
        (Provider::OpenAiResponses, items) => {
            let items: Vec<_> = items.iter().map(|item| item.get()).collect();
            openai_responses::read_any(&format!("[{}]", items.join(",")), host_tools).ok()
        }
        // A message without its role is known by what it is in.
        (Provider::OpenAiChat, [message]) => {
            openai_chat::read_any(&format!(r#"{{"message":{}}}"#, message.get()), host_tools).ok()
        }
        (Provider::Anthropic, [message]) => anthropic::read_any(message.get(), host_tools).ok(),
        (Provider::Gemini, [content]) => gemini::read_any(content.get(), host_tools).ok(),
        _ => None,
    }
}
