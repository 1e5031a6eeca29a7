//! The messages of model providers: the calls in a model's message, and the answer to it.
//!
//! A turn has four steps, and the middle ones are the same everywhere:
//!
//! ```
//! use hpd_host::{plugin, Provider, Session, Toolbox};
//!
//! struct Dice;
//!
//! #[plugin]
//! impl Dice {
//!     /// The highest sum of some dice.
//!     #[ai_function]
//!     fn highest(&self, /** How many dice. */ dice: u32) -> u32 {
//!         dice * 6
//!     }
//! }
//!
//! # futures_executor::block_on(async {
//! let toolbox = Toolbox::builder().plugin(Dice).build()?;
//! let session = Session::new();
//! let provider = Provider::Anthropic;
//!
//! // 1. The tools go into the request.
//! let tools = provider.tools(&toolbox.tools(&session));
//! assert!(tools.starts_with(
//!     r#"[{"name":"highest","description":"The highest sum of some dice.","input_schema":{"#
//! ));
//!
//! // 2. The model's message is appended to the conversation as it came, and read.
//! let message = r#"{"role": "assistant", "content": [
//!     {"type": "thinking", "thinking": "Two dice.", "signature": "EqQB"},
//!     {"type": "tool_use", "id": "toolu_01", "name": "highest", "input": {"dice": 2}}
//! ], "stop_reason": "tool_use"}"#;
//! let reply = provider.read(message)?;
//! let mut conversation = reply.history;
//! assert_eq!(&*reply.calls[0].arguments, r#"{"dice": 2}"#);
//!
//! // 3. The calls are answered.
//! let outcomes = toolbox.turn(&session, &reply.calls).await;
//! // 4. The results are appended too, and everything is sent again.
//! conversation.extend(provider.results(&outcomes));
//! assert_eq!(
//!     conversation[1].get(),
//!     concat!(
//!         r#"{"role":"user","content":[{"type":"tool_result","#,
//!         r#""tool_use_id":"toolu_01","content":"12"}]}"#,
//!     )
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # }).unwrap();
//! ```
//! # Kept and refused parts
//!
//! - The text of arguments is never rewritten: `OpenAI`'s strings, and the objects of others, keep every digit and
//!   blank.
//! - The model's message goes back unchanged ([`ModelResponse::history`]), with thinking, signatures and unknown parts.
//!   So Gemini's `thoughtSignature` and Anthropic's `signature` are kept.
//! - Text, thinking and refusals are read on request: [`text`](ModelResponse::text),
//!   [`thinking`](ModelResponse::thinking), [`refusal`](ModelResponse::refusal). Calls of a provider's own tools are
//!   skipped.
//! - A call that needs an answer from another program is one of the [`host_calls`](ModelResponse::host_calls). Examples:
//!   tools with free-text input, a computer, an approval. Some look like calls of functions: the host [names
//!   them](ModelResponse::with_host_tools). No call that needs an answer is skipped.
//! - A group and a caller are kept: [`RawCall::origin`](hpd_runtime::RawCall::origin). What is not known passes with the
//!   history, and never fails the message.
//! - A message without calls has none; [`ModelResponse::stop_reason`] tells whether the model was done, or
//!   [goes on](hpd_runtime::args::StopReason::Paused) once the message is sent back.

mod answer;
mod anthropic;
mod error;
mod gemini;
mod history;
mod host_tools;
mod json;
mod mcp;
pub(crate) mod messages;
mod namespaces;
mod native;
mod offered;
mod openai_chat;
mod openai_responses;
mod reply;
mod tools;
mod usual;
mod walk;
mod words;

#[cfg(test)]
mod tests;

pub use error::{ProviderError, ProviderErrorKind};
pub(crate) use messages::Provider;
pub use reply::{HostCall, ModelResponse};
pub use tools::ToolListError;
