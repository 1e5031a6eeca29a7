//! The providers, and the way of each message through its module.

use hpd_runtime::RawCall;
use hpd_runtime::dialect::Dialect;
use serde_json::value::RawValue;

use super::{
    ModelResponse, ProviderError, ToolListError, anthropic, gemini, mcp, offered, openai_chat,
    openai_responses, tools,
};
use crate::outcome::Outcome;
use crate::tool::Tool;
use crate::toolbox::Toolbox;

/// The provider of messages. A service with a compatible interface is read like the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Provider {
    /// `OpenAI`'s chat completions. Takes a response, one of its choices, or the message in it. A call in the old form,
    /// `function_call`, has the id `function_call`.
    OpenAiChat,
    /// `OpenAI`'s responses. Takes a response, or the array of items in it.
    OpenAiResponses,
    /// Anthropic's messages. Takes a response, which is the message.
    Anthropic,
    /// Gemini's `generateContent`. Takes a response, one of its candidates, or a content. Calls without an id are
    /// numbered: `gemini-0`, `gemini-1`, or `gemini-ID-0`, `gemini-ID-1` if the response has the id `ID`. Their results
    /// are sent without an id, in the order of the calls.
    Gemini,
    /// MCP, for a server. Takes a request `tools/call`, or an array of them. The id of a call is that of the request;
    /// an id that is a number stays a number.
    Mcp,
}

impl Provider {
    /// Reads one message of the model.
    ///
    /// # Errors
    ///
    /// The message is not one of this provider, or is an error.
    pub fn read(self, message: &str) -> Result<ModelResponse, ProviderError> {
        match self {
            Self::OpenAiChat => openai_chat::read(message),
            Self::OpenAiResponses => openai_responses::read(message),
            Self::Anthropic => anthropic::read(message),
            Self::Gemini => gemini::read(message),
            Self::Mcp => mcp::read(message),
        }
    }

    /// The calls of one message of the model, in order, each with the model's stop reason.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub fn calls(self, message: &str) -> Result<Vec<RawCall>, ProviderError> {
        Ok(self.read(message)?.calls)
    }

    /// The calls of one message of the model, for a list of tools from [`tools_in`](Self::tools_in). Their arguments
    /// are converted back for the original schemas, and [`RawCall::sent`] keeps the text.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub fn calls_in(
        self,
        message: &str,
        toolbox: &Toolbox,
        dialect: Dialect,
    ) -> Result<Vec<RawCall>, ProviderError> {
        Ok(self.read_in(message, toolbox, dialect)?.calls)
    }

    /// Reads one message of the model, for a list of tools from [`tools_in`](Self::tools_in). The result is that of
    /// [`read`](Self::read), with the calls of [`calls_in`](Self::calls_in).
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub fn read_in(
        self,
        message: &str,
        toolbox: &Toolbox,
        dialect: Dialect,
    ) -> Result<ModelResponse, ProviderError> {
        let reply = self.read(message)?;
        let calls = reply.calls.into_iter().map(|call| offered::restore(call, toolbox, dialect));
        Ok(ModelResponse { calls: calls.collect(), ..reply })
    }

    /// The results for the provider, in the order of the outcomes. `OpenAI` gets a message or an item per call,
    /// Anthropic and Gemini one message with all results, MCP a response per request. All calls of a message need
    /// results together. So first [complete](crate::Toolbox::complete) [forwarded](crate::outcome::OutcomeKind::Forward) calls,
    /// and pass their new outcomes. An old outcome tells the model that the call was forwarded.
    ///
    /// Errors are marked in the provider's way: `is_error`, `isError`, or the key `error` for Gemini; `OpenAI` knows
    /// text only. Images stay images, except in chat completions, which accept none; there a text names them.
    pub fn results(self, outcomes: &[Outcome]) -> Vec<Box<RawValue>> {
        self.results_with(outcomes, &[])
    }

    /// The same, with the host's answers to the [`host_calls`](ModelResponse::host_calls) of the message. Each is in the
    /// provider's form, as it stands in the conversation:
    ///
    /// | provider | an answer of the host |
    /// |---|---|
    /// | `OpenAiChat` | a message |
    /// | `OpenAiResponses` | an item |
    /// | `Anthropic` | a block `tool_result`. It stands in front of the texts of containers: Anthropic refuses a result behind a text |
    /// | `Gemini` | a part |
    /// | `Mcp` | a response |
    ///
    /// ```
    /// use hpd_host::{Provider, Session, Toolbox};
    /// use serde_json::json;
    /// use serde_json::value::to_raw_value;
    ///
    /// # futures_executor::block_on(async {
    /// let (toolbox, session) = (Toolbox::builder().build()?, Session::new());
    /// let message = r#"{"role": "assistant", "content": [
    ///     {"type": "tool_use", "id": "toolu_1", "name": "bash", "input": {"command": "pwd"}}
    /// ], "stop_reason": "tool_use"}"#;
    /// // Anthropic defines `bash`; the program runs it.
    /// let reply = Provider::Anthropic.read(message)?.with_host_tools(["bash"]);
    /// let outcomes = toolbox.turn(&session, &reply.calls).await;
    /// let answers = reply.host_calls.iter().map(|call| {
    ///     to_raw_value(&json!({"type": "tool_result", "tool_use_id": call.id, "content": "/home"}))
    /// });
    /// let answers = answers.collect::<Result<Vec<_>, _>>()?;
    /// assert_eq!(
    ///     Provider::Anthropic.results_with(&outcomes, &answers)[0].get(),
    ///     r#"{"role":"user","content":[{"content":"/home","tool_use_id":"toolu_1","type":"tool_result"}]}"#
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    pub fn results_with(self, outcomes: &[Outcome], host_answers: &[Box<RawValue>]) -> Vec<Box<RawValue>> {
        let mut results = match self {
            Self::OpenAiChat => openai_chat::results(outcomes),
            Self::OpenAiResponses => openai_responses::results(outcomes),
            Self::Mcp => mcp::results(outcomes),
            Self::Anthropic => return anthropic::results(outcomes, host_answers),
            Self::Gemini => return gemini::results(outcomes, host_answers),
        };
        results.extend_from_slice(host_answers);
        results
    }

    /// The value of `tools` in a request, or in the result of MCP's `tools/list`, as a JSON text. Schemas are
    /// unchanged.
    pub fn tools(self, tools: &[&Tool]) -> String {
        tools::write(self, tools)
    }

    /// The list of [`tools`](Self::tools) with schemas in a provider's dialect; a strict dialect adds `strict: true`.
    /// The model then writes arguments in that form: read them with [`read_in`](Self::read_in) or
    /// [`calls_in`](Self::calls_in).
    ///
    /// An external tool whose schema does not fit the dialect is listed without `strict`, or with an outline of the
    /// schema. An outline has the names, types and descriptions of the arguments. If no form is possible, the tool is
    /// left out. [`Toolbox::reports_in`] reports every external tool whose schema does not fit. Other tools are not
    /// affected.
    ///
    /// # Errors
    ///
    /// The dialect is another provider's, or can't express the schema of an own function.
    pub fn tools_in(self, tools: &[&Tool], dialect: Dialect) -> Result<String, ToolListError> {
        tools::write_in(self, tools, dialect)
    }
}
