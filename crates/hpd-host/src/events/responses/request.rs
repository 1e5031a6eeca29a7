//! A request of a front end.

use std::fmt;

use hpd_journal::pending::PendingId;
use hpd_runtime::TurnContext;
use serde_json::Value;

use super::frames::Frames;
use super::{ag_ui, vercel};
use crate::approval::Answer;

/// The body of a front end's request: the user's message, or the user's answers to questions.
///
/// ```
/// use hpd_host::events::responses::ClientRequest;
///
/// // As `HttpAgent` of `@ag-ui/client` sends it.
/// let body = r#"{"threadId": "thread-7", "runId": "run-1", "state": {}, "tools": [], "context": [],
///     "messages": [{"id": "1", "role": "user", "content": "What does Acme owe?"}]}"#;
/// let request = ClientRequest::ag_ui(body)?;
/// assert_eq!(request.conversation(), "thread-7");
/// assert_eq!(request.text(), Some("What does Acme owe?"));
///
/// // As `useChat` of the AI SDK sends it.
/// let body = r#"{"id": "chat-1", "trigger": "submit-message", "messages":
///     [{"id": "1", "role": "user", "parts": [{"type": "text", "text": "What does Acme owe?"}]}]}"#;
/// let request = ClientRequest::vercel(body)?;
/// assert_eq!(request.conversation(), "chat-1");
/// assert_eq!(request.text(), Some("What does Acme owe?"));
/// # Ok::<(), hpd_host::events::responses::BadRequest>(())
/// ```
///
/// Only the last message counts. The earlier messages are the client's version of the conversation. A host that keeps
/// the conversation itself does not need them. [`body`](Self::body) has all of them.
pub struct ClientRequest {
    pub(super) protocol: Protocol,
    pub(super) conversation: String,
    pub(super) text: Option<String>,
    pub(super) answers: Vec<SentAnswer>,
    pub(super) is_repeated: bool,
    pub(super) body: Value,
    pub(super) turn: TurnContext,
    pub(super) language: String,
}

/// The protocol of a request, with the ids that its response begins with.
#[derive(Debug, Clone)]
pub(super) enum Protocol {
    AgUi { thread: String, run: String },
    Vercel { message: Option<String> },
}

/// An answer to a question, as it was sent.
pub(super) enum SentAnswer {
    /// Of the user.
    Given(Answer),
    /// The front end gave the question up, without the user's words.
    Abandoned(PendingId),
}

impl ClientRequest {
    /// A request of AG-UI: the `RunAgentInput`. Entries of `resume` answer the interrupts of an earlier run. The
    /// payload is an [`Answer`] without its `pending_id`, which is the `interruptId`. A cancelled entry without a
    /// payload cancels the call. A request with `resume` has no message of the user.
    ///
    /// # Errors
    ///
    /// The body is no `RunAgentInput`, or an answer is no [`Answer`].
    pub fn ag_ui(body: impl AsRef<[u8]>) -> Result<Self, BadRequest> {
        ag_ui::read(body.as_ref())
    }

    /// A request of the AI SDK: the body of its `DefaultChatTransport`. A part `data-answer` of the last message is an
    /// [`Answer`] to a part `data-mcq`. After `regenerate-message`, the user said nothing new.
    ///
    /// ```
    /// use hpd_host::events::responses::ClientRequest;
    ///
    /// let body = r#"{"id": "chat-1", "messages": [{"id": "3", "role": "user", "parts": [
    ///     {"type": "data-answer", "data": {"pending_id": "8c6f", "nonce": "51d0", "choice": "cancel"}}]}]}"#;
    /// let request = ClientRequest::vercel(body)?;
    /// assert_eq!((request.answers(), request.text()), (1, None));
    /// # Ok::<(), hpd_host::events::responses::BadRequest>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The body has no `id` or no `messages`, or an answer is no [`Answer`].
    pub fn vercel(body: impl AsRef<[u8]>) -> Result<Self, BadRequest> {
        vercel::read(body.as_ref())
    }

    /// The id that the client gave the conversation: `threadId`, or the `id` of the chat. Anybody can send any id: it
    /// selects a conversation of the user, and does not prove who the user is.
    pub fn conversation(&self) -> &str {
        &self.conversation
    }

    /// The user's message, if the request has one. Text of several parts is joined by line ends.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The number of answers to questions.
    pub fn answers(&self) -> usize {
        self.answers.len()
    }

    /// Whether the client asks for another answer to the same message.
    pub fn is_repeated(&self) -> bool {
        self.is_repeated
    }

    /// The whole body.
    pub fn body(&self) -> &Value {
        &self.body
    }

    /// The host's data about the turn: deadline, extensions and so on. Its principal is that of the user's channel.
    #[must_use]
    pub fn in_turn(mut self, turn: TurnContext) -> Self {
        self.turn = turn;
        self
    }

    /// The language of the receipt, such as `de`; English by default.
    #[must_use]
    pub fn in_language(mut self, language: impl Into<String>) -> Self {
        self.language = language.into();
        self
    }

    pub(super) fn frames(&self) -> Frames {
        Frames::of(&self.protocol)
    }
}

/// Leaves out the contents: answers hold nonces.
impl fmt::Debug for ClientRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientRequest").field("conversation", &self.conversation).finish_non_exhaustive()
    }
}

/// A body that is no request of the protocol. The text is for the client: answer with status 400.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadRequest(pub(super) &'static str);

impl fmt::Display for BadRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for BadRequest {}
