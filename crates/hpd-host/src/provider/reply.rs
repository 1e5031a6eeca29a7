//! The parts read from a message, common to all providers.

use std::borrow::Cow;

use hpd_runtime::RawCall;
use hpd_runtime::args::StopReason;
use hpd_runtime::output::JsonText;
use serde_json::value::RawValue;

use super::json::{Json, Object};
use super::words::{Words, words};
use super::{Provider, ProviderError};

/// The parts read from a model's message.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ModelResponse {
    /// Its calls, in order, each with the model's stop reason.
    pub calls: Vec<RawCall>,
    /// Why the model stopped, with calls or without.
    pub stop_reason: StopReason,
    /// The parts to append to the conversation, unchanged. For chat completions and Anthropic, this is the message. For
    /// `OpenAI`'s Responses API, it is all output items, for Gemini the content. It is empty for MCP.
    pub history: Vec<Box<RawValue>>,
    /// Calls that a toolbox does not answer, in order: tools with free-text input, a computer, a shell, a provider's
    /// approval, and the [tools of the host](Self::with_host_tools). The host answers them, and sends their answers
    /// [with the results](Provider::results_with). They are in the history too.
    pub host_calls: Vec<HostCall>,
    /// The tools that the host named.
    pub(super) host_tools: Vec<String>,
    /// The provider of the message.
    pub(super) provider: Provider,
}

/// A call of a message that needs an answer, and that a toolbox does not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct HostCall {
    /// The provider's word for it: `custom_tool_call`. Empty if it has none.
    pub kind: String,
    /// The id that its answer has to name.
    pub id: Option<String>,
    /// The name of the tool.
    pub name: Option<String>,
    /// The call as the provider wrote it.
    pub json: JsonText,
}

impl HostCall {
    pub(super) fn of(json: &Json<'_>, kind: &str, id_key: &str) -> Self {
        let object = json.object().ok();
        let text = |key| object.as_ref().and_then(|object| object.string(key)).map(Cow::into_owned);
        // Chat completions have the name in a member that is called as the kind.
        let inner = || object.as_ref()?.get(kind)?.object().ok()?.string("name").map(Cow::into_owned);
        Self {
            kind: kind.to_owned(),
            id: text(id_key).or_else(|| text("id")),
            name: text("name").or_else(inner),
            json: JsonText::from(json.raw()),
        }
    }
}

impl ModelResponse {
    /// A reply whose calls were all written before the model stopped for one reason.
    pub(super) fn of(
        provider: Provider,
        calls: Vec<RawCall>,
        stop_reason: StopReason,
        history: Vec<Box<RawValue>>,
    ) -> Self {
        let calls = calls.into_iter().map(|call| call.stopped_by(stop_reason)).collect();
        Self::of_stopped(provider, calls, stop_reason, history)
    }

    /// A reply whose calls say for themselves why the model stopped.
    pub(super) fn of_stopped(
        provider: Provider,
        calls: Vec<RawCall>,
        stop_reason: StopReason,
        history: Vec<Box<RawValue>>,
    ) -> Self {
        let (host_calls, host_tools) = (Vec::new(), Vec::new());
        Self { calls, stop_reason, history, host_calls, host_tools, provider }
    }

    /// The same, with calls that a toolbox does not answer.
    pub(super) fn with_host_calls(self, host_calls: Vec<HostCall>) -> Self {
        Self { host_calls, ..self }
    }
}

/// The words of the message. They are read from [`history`](ModelResponse::history) when they are asked for.
///
/// ```
/// use hpd_host::Provider;
///
/// let message = r#"{"role": "assistant", "content": [
///     {"type": "thinking", "thinking": "Two dice.", "signature": "EqQB"},
///     {"type": "text", "text": "At most "},
///     {"type": "text", "text": "twelve."}
/// ], "stop_reason": "end_turn"}"#;
/// let reply = Provider::Anthropic.read(message)?;
/// assert_eq!(reply.text().as_deref(), Some("At most twelve."));
/// assert_eq!(reply.thinking().as_deref(), Some("Two dice."));
/// assert_eq!(reply.refusal(), None);
/// # Ok::<(), hpd_host::provider::ProviderError>(())
/// ```
impl ModelResponse {
    /// The model's answer to the user; `None` if there is none. Pieces of a text are put together as they are. Halves of
    /// characters are replaced by U+FFFD.
    pub fn text(&self) -> Option<Cow<'_, str>> {
        self.words(Words::Text)
    }

    /// The readable part of the model's thinking, or the provider's summary of it. `None` if the message has none.
    /// Blocks are separated by an empty line.
    ///
    /// For chat completions, this is `reasoning_content` or `reasoning`, as compatible services write it.
    pub fn thinking(&self) -> Option<Cow<'_, str>> {
        self.words(Words::Thinking)
    }

    /// The words of a refusal, from `OpenAI`. Other providers refuse without words, or in the text: for them this is
    /// `None`, and [`stop_reason`](Self::stop_reason) is [`Interrupted`](StopReason::Interrupted).
    pub fn refusal(&self) -> Option<Cow<'_, str>> {
        self.words(Words::Refusal)
    }

    fn words(&self, wanted: Words) -> Option<Cow<'_, str>> {
        words(self.provider, &self.history, wanted)
    }
}

/// The reason of a name, if there is one.
pub(super) fn stop_reason(name: Option<Json<'_>>) -> StopReason {
    let name = name.and_then(|name| name.string().ok());
    name.map_or(StopReason::Unknown, |name| StopReason::of_name(&name))
}

/// Fails if the provider sent an error in the member `error` instead of a message.
pub(super) fn check_failure(object: &Object<'_>) -> Result<(), ProviderError> {
    let Some(error) = object.get("error") else { return Ok(()) };
    let place = error.place();
    if error.is_string() {
        return Err(ProviderError::failed(place, &error.string()?));
    }
    let error = error.object()?;
    let names = ["type", "status", "code", "message"].into_iter().filter_map(|key| error.string(key));
    let report = names.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ");
    Err(ProviderError::failed(place, if report.is_empty() { "an error" } else { &report }))
}

/// The only item of an array of answers to choose from.
pub(super) fn only_one<'a>(answers: &Json<'a>) -> Result<Json<'a>, ProviderError> {
    let place = answers.place();
    let mut items = answers.array()?;
    match items.len() {
        1 => Ok(items.remove(0)),
        0 => Err(ProviderError::shape(place, "there is no answer in it")),
        count => {
            let what = format!(
                "there are {count} answers to choose from: give the one that the conversation goes on with"
            );
            Err(ProviderError::shape(place, what))
        }
    }
}

/// That a message has calls in the form of another provider: they would be passed over otherwise.
pub(super) fn other_form(place: String) -> ProviderError {
    ProviderError::shape(place, "this is how another provider writes calls")
}

/// Fails if a message was not written by the model.
pub(super) fn check_role(message: &Object<'_>, role: &str) -> Result<(), ProviderError> {
    match message.get("role") {
        Some(found) if found.string()? != role => {
            Err(ProviderError::shape(found.place(), format!("expected \"{role}\": a message of the model")))
        }
        _ => Ok(()),
    }
}
