//! Requests of the AI SDK.

use hpd_runtime::TurnContext;
use serde::Deserialize;
use serde_json::Value;

use super::ag_ui::text_of_parts;
use super::request::{BadRequest, ClientRequest, Protocol, SentAnswer};

/// The fields of a chat's body that are read.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ChatBody {
    id: String,
    messages: Vec<Message>,
    #[serde(default)]
    trigger: Option<String>,
    #[serde(default)]
    message_id: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    role: String,
    #[serde(default)]
    parts: Vec<Value>,
}

pub(super) fn read(body: &[u8]) -> Result<ClientRequest, BadRequest> {
    let no_chat = |_| BadRequest("The body is none of a chat: id and messages are required.");
    let body: Value = serde_json::from_slice(body).map_err(no_chat)?;
    let chat = ChatBody::deserialize(&body).map_err(no_chat)?;
    let is_repeated = chat.trigger.as_deref() == Some("regenerate-message");
    let parts = match chat.messages.last() {
        Some(message) if message.role == "user" => message.parts.as_slice(),
        _ => &[],
    };
    let answers = parts.iter().filter(|part| part["type"] == "data-answer").map(|part| {
        let answer = serde_json::from_value(part["data"].clone());
        answer.map(SentAnswer::Given).map_err(|_| BadRequest("The data of a part data-answer is no answer."))
    });
    Ok(ClientRequest {
        // The message that is generated again keeps its id; the id of a submitted message is the user's.
        protocol: Protocol::Vercel { message: chat.message_id.filter(|_| is_repeated) },
        text: text_of_parts(parts),
        // An answer is given once.
        answers: if is_repeated { Vec::new() } else { answers.collect::<Result<_, _>>()? },
        conversation: chat.id,
        is_repeated,
        body,
        turn: TurnContext::empty(),
        language: "en".to_owned(),
    })
}
