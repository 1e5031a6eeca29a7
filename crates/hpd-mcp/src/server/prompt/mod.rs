//! The user behind a client. The protocol has two ways to ask, with the same forms. One is a request while the call
//! waits, the other a result that says what is needed. The client answers such a result in its next request.

mod asks;
mod fields;
mod questions;

use std::sync::{Mutex, MutexGuard, PoisonError};

use hpd_host::approval::{PromptAnswer, PromptForm, UserPrompt};
use hpd_host::system::BoxFuture;
use rmcp::RoleServer;
use rmcp::model::{ClientCapabilities, InputRequest, InputRequests, InputResponses, ServerRequest};
use rmcp::service::{Peer, ServiceError};
use serde_json::{Map, Value};

use self::asks::{Ask, Asks, Said};
pub(super) use self::questions::{OpenQuestion, OpenQuestions};

/// The client of one call as a prompt.
pub(super) struct ClientPrompt {
    can: ClientCapabilities,
    way: Way,
    notes: Mutex<Notes>,
}

/// How the client is asked.
enum Way {
    /// By a request, while the call waits.
    Now(Box<Peer<RoleServer>>),
    /// By the result of the call.
    Later,
}

/// What happens while the call runs.
#[derive(Default)]
struct Notes {
    /// The answers that came with the request, until the first form took them.
    answers: Option<InputResponses>,
    /// Whether the client saw the first form: only then an answer approves something.
    has_seen_first: bool,
    /// The requests that the client has to answer.
    asked: Option<InputRequests>,
    /// What the client lacks for a request that only it can answer.
    lacking: Option<ClientCapabilities>,
}

impl ClientPrompt {
    /// Asks while the call waits.
    pub(super) fn now(peer: Peer<RoleServer>, can: ClientCapabilities) -> Self {
        Self { can, way: Way::Now(Box::new(peer)), notes: Mutex::default() }
    }

    /// Asks by the result. `answers` are those of this request. They answer the first form; `has_seen_first` says whether
    /// it was shown before.
    pub(super) fn later(
        can: ClientCapabilities,
        answers: Option<InputResponses>,
        has_seen_first: bool,
    ) -> Self {
        let notes = Notes { answers, has_seen_first, ..Notes::default() };
        Self { can, way: Way::Later, notes: Mutex::new(notes) }
    }

    /// The requests that the client has to answer before the call goes on.
    pub(super) fn take_asked(&self) -> Option<InputRequests> {
        self.notes().asked.take()
    }

    /// What the client would have to be able to do.
    pub(super) fn take_lacking(&self) -> Option<ClientCapabilities> {
        self.notes().lacking.take()
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        // Each change leaves whole notes.
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The requests of a form, if the client can show them.
    fn asks(&self, form: &PromptForm) -> Option<Asks> {
        let asks = Asks::of(form)?;
        if let Some(lacking) = asks.lacking(&self.can) {
            self.notes().lacking = Some(lacking);
            return None;
        }
        let has_forms =
            self.can.elicitation.as_ref().is_some_and(|can| can.form.is_some() || can.url.is_none());
        (has_forms || !asks.need_forms()).then_some(asks)
    }

    fn ask_later(&self, asks: &Asks) -> PromptAnswer {
        let mut notes = self.notes();
        let was_seen = std::mem::take(&mut notes.has_seen_first);
        let answers = notes.answers.take().unwrap_or_default();
        // What is approved was seen.
        let is_answered = |ask: &Ask| was_seen || !ask.is_approval();
        let said = asks.iter().map(|ask| match answers.get(&ask.key).filter(|_| is_answered(ask)) {
            Some(answer) => ask.read(answer),
            None => Said::Nothing,
        });
        let answer = together(said);
        if answer == PromptAnswer::Unanswered {
            notes.asked = Some(asks.requests());
        }
        answer
    }
}

/// The answer to a form: its values, unless one of its parts is declined or open.
fn together(said: impl Iterator<Item = Said>) -> PromptAnswer {
    let mut values = Map::new();
    for part in said {
        match part {
            Said::Values(some) => values.extend(some),
            Said::No => return PromptAnswer::Declined,
            Said::Nothing => return PromptAnswer::Unanswered,
        }
    }
    PromptAnswer::Submitted(values)
}

/// Asks one after the other: a client shows one form at a time.
async fn ask_now(peer: &Peer<RoleServer>, asks: &Asks) -> PromptAnswer {
    let mut said = Vec::new();
    for ask in asks.iter() {
        let answer = match send(peer, &ask.request).await {
            Ok(answer) => ask.read(&answer),
            // The client refuses such requests, whatever it declared.
            Err(ServiceError::McpError(_) | ServiceError::UnexpectedResponse) => {
                return PromptAnswer::Unsupported;
            }
            Err(_) => return PromptAnswer::Unanswered,
        };
        let is_over = !matches!(answer, Said::Values(_));
        said.push(answer);
        if is_over {
            break;
        }
    }
    together(said.into_iter())
}

async fn send(peer: &Peer<RoleServer>, request: &InputRequest) -> Result<Value, ServiceError> {
    let request = match request.clone() {
        InputRequest::Elicitation(request) => ServerRequest::ElicitRequest(request),
        InputRequest::CreateMessage(request) => ServerRequest::CreateMessageRequest(request),
        InputRequest::ListRoots(request) => ServerRequest::ListRootsRequest(request),
        _ => return Err(ServiceError::UnexpectedResponse),
    };
    let result = peer.send_request(request).await?;
    serde_json::to_value(result).map_err(|_| ServiceError::UnexpectedResponse)
}

impl UserPrompt for ClientPrompt {
    fn ask<'a>(&'a self, form: &'a PromptForm) -> BoxFuture<'a, PromptAnswer> {
        Box::pin(async move {
            let Some(asks) = self.asks(form) else { return PromptAnswer::Unsupported };
            match &self.way {
                Way::Now(peer) => ask_now(peer, &asks).await,
                Way::Later => self.ask_later(&asks),
            }
        })
    }
}
