//! Requests of AG-UI.

use hpd_journal::pending::PendingId;
use hpd_runtime::TurnContext;
use serde::Deserialize;
use serde_json::Value;

use super::request::{BadRequest, ClientRequest, Protocol, SentAnswer};

/// The fields of `RunAgentInput` that are read.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RunAgentInput {
    thread_id: String,
    run_id: String,
    messages: Vec<Message>,
    #[serde(default)]
    resume: Option<Vec<ResumeEntry>>,
}

#[derive(Deserialize)]
struct Message {
    role: String,
    #[serde(default)]
    content: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ResumeEntry {
    interrupt_id: String,
    status: Status,
    #[serde(default)]
    payload: Value,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
enum Status {
    Resolved,
    Cancelled,
}

pub(super) fn read(body: &[u8]) -> Result<ClientRequest, BadRequest> {
    let no_input = |_| BadRequest("The body is no RunAgentInput: threadId, runId and messages are required.");
    let body: Value = serde_json::from_slice(body).map_err(no_input)?;
    let input = RunAgentInput::deserialize(&body).map_err(no_input)?;
    let entries = input.resume.unwrap_or_default();
    let text = if entries.is_empty() { input.messages.last().and_then(text_of) } else { None };
    let answers = entries.into_iter().map(answer).collect::<Result<_, _>>()?;
    Ok(ClientRequest {
        protocol: Protocol::AgUi { thread: input.thread_id.clone(), run: input.run_id },
        conversation: input.thread_id,
        text,
        answers,
        is_repeated: false,
        body,
        turn: TurnContext::empty(),
        language: "en".to_owned(),
    })
}

/// The text of a message of the user.
fn text_of(message: &Message) -> Option<String> {
    if message.role != "user" {
        return None;
    }
    match &message.content {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => text_of_parts(parts),
        _ => None,
    }
}

/// The texts of the parts, in both protocols; `None` if no part is a text.
pub(super) fn text_of_parts(parts: &[Value]) -> Option<String> {
    let texts = parts.iter().filter(|part| part["type"] == "text").filter_map(|part| part["text"].as_str());
    let texts: Vec<_> = texts.collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

fn answer(entry: ResumeEntry) -> Result<SentAnswer, BadRequest> {
    match entry.payload {
        Value::Object(mut payload) => {
            payload.insert("pending_id".to_owned(), Value::String(entry.interrupt_id));
            let answer = serde_json::from_value(Value::Object(payload));
            answer
                .map(SentAnswer::Given)
                .map_err(|_| BadRequest("The payload of an entry of resume is no answer."))
        }
        _ if entry.status == Status::Cancelled => {
            Ok(SentAnswer::Abandoned(PendingId::new(entry.interrupt_id)))
        }
        _ => Err(BadRequest("A resolved entry of resume has no payload.")),
    }
}
