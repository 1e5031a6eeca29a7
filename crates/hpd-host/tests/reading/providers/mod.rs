//! The messages of each provider: the values that are read from them, and the messages that go back. The messages in
//! `messages/` have the shape, with all its fields, that the provider documents. Each file names the place.

#![allow(clippy::unused_self, reason = "plugins of tests have no state")]

mod alone;
mod anthropic;
mod documented;
mod errors;
mod gemini;
mod history;
mod host_tools;
mod left_out;
mod loose;
mod mcp;
mod namespaces;
mod native;
mod openai_chat;
mod openai_responses;
mod origins;
mod sent;
mod station;
mod tools;
mod words;

use futures_executor::block_on;
use hpd_host::args::StopReason;
use hpd_host::provider::ModelResponse;
use hpd_host::{Provider, RawCall, Session};

/// Reads a message that is one of the provider's.
#[track_caller]
fn read(provider: Provider, message: &str) -> ModelResponse {
    provider.read(message).unwrap_or_else(|error| panic!("{error}"))
}

/// Answers the calls of a message; the texts that go back.
#[track_caller]
fn answer(provider: Provider, message: &str) -> Vec<String> {
    let calls = read(provider, message).calls;
    let outcomes = block_on(station::toolbox().turn(&Session::new(), &calls));
    provider.results(&outcomes).iter().map(|result| result.get().to_owned()).collect()
}

/// A call as it should have been read.
fn call(id: &str, name: &str, arguments: &str, stop_reason: StopReason) -> RawCall {
    RawCall::new(id, name, arguments).stopped_by(stop_reason)
}

/// The texts to be kept of a message.
fn history(reply: &ModelResponse) -> Vec<&str> {
    reply.history.iter().map(|item| item.get()).collect()
}
