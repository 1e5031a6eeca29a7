//! The user's answer, and who may bring it.

use std::fmt;

use hpd_journal::__private::is_same;
use hpd_journal::pending::{Owner, PendingId, PendingVerdict, StoreError};
use hpd_runtime::Principal;
use serde::{Deserialize, Serialize};

use super::{Grant, Lifetime, Permission, UserMessage};
use crate::tool::Tool;

/// The user's answer to a [`Question`](super::Question), as a front end sends it.
///
/// It confirms or cancels a stored call, and contains no part of it: an answer with arguments is refused.
///
/// ```
/// use hpd_host::approval::{Answer, Choice};
///
/// let sent = r#"{"pending_id": "8c6f", "nonce": "51d0",
///     "choice": "confirm", "phrase": "VOID INV-042"}"#;
/// let answer: Answer = serde_json::from_str(sent)?;
/// assert_eq!(answer.choice, Choice::Confirm);
///
/// let edited = r#"{"pending_id": "8c6f", "nonce": "51d0",
///     "choice": "confirm", "pending_args": {"Amount": 1}}"#;
/// assert!(serde_json::from_str::<Answer>(edited).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The id of the call.
    pub pending_id: PendingId,
    /// The nonce of the question.
    pub nonce: String,
    /// Yes or no.
    pub choice: Choice,
    /// The typed phrase, where one was requested. Surrounding blanks do not count.
    #[serde(default)]
    pub phrase: Option<String>,
}

/// Leaves out nonce and phrase: whoever knows them could answer.
impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answer")
            .field("pending_id", &self.pending_id)
            .field("choice", &self.choice)
            .finish_non_exhaustive()
    }
}

/// The choice of the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Choice {
    /// The call may run.
    Confirm,
    /// The call may run, and further calls of this tool in this conversation. Only if the question
    /// [offers](super::Question::offers) it.
    ConfirmTool,
    /// The call may run, and further calls of all unclassified tools of its source that the question lists. Only if the
    /// question [offers](super::Question::offers) it.
    ConfirmSource,
    /// It must not.
    Cancel,
}

/// The host's entry point for authenticated user messages: the only source of a [`Decision`] or a [`Grant`].
///
/// Create one only where the host reads its user's input: in the handler of a web request, or at the terminal. Never
/// pass it text of a model, of a tool or of a file: the model could then approve its own calls.
pub struct UserChannel {
    principal: Principal,
}

impl UserChannel {
    /// The channel of the user that the host has authenticated as this principal.
    pub fn of(principal: impl Into<String>) -> Self {
        Self { principal: Principal::new(principal) }
    }

    /// The channel of a single-user program without principals: the person at the terminal.
    pub const fn local() -> Self {
        Self { principal: Principal::unknown() }
    }

    /// The user works in the data of this tenant.
    #[must_use]
    pub fn in_tenant(self, tenant: impl Into<String>) -> Self {
        Self { principal: self.principal.in_tenant(tenant) }
    }

    /// The user's answer as a decision, for `Toolbox::decide`.
    pub fn decision(&self, answer: Answer) -> Decision {
        let Answer { pending_id, nonce, choice, phrase } = answer;
        Decision { pending_id, nonce, choice, phrase, principal: self.principal.clone() }
    }

    /// A permission or denial by the user for a tool, from now on in a session: for
    /// [`Session::grant`](crate::Session::grant).
    pub fn grant(&self, tool: &Tool, permission: Permission, lifetime: Lifetime) -> Grant {
        Grant::new(tool, permission, lifetime, self.principal.clone())
    }

    pub(crate) const fn principal(&self) -> &Principal {
        &self.principal
    }
}

impl UserChannel {
    /// A message that the user wrote here.
    pub fn message(&self, text: impl Into<String>) -> UserMessage {
        UserMessage::new(text.into(), self.principal.clone())
    }
}

impl fmt::Debug for UserChannel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UserChannel")
    }
}

/// The user's decision about a pending call.
///
/// Only a [`UserChannel`] creates one. Its fields are private, it does not implement `Deserialize`, and deciding
/// consumes it. Text of a model, arguments, results and configuration never become a decision.
///
/// ```compile_fail,E0277
/// let text = r#"{"choice": "confirm"}"#;
/// let forged: hpd_host::approval::Decision = serde_json::from_str(text).unwrap();
/// ```
///
/// ```compile_fail,E0451
/// use hpd_host::approval::{Choice, Decision, PendingId};
///
/// let forged = Decision {
///     pending_id: PendingId::new("8c6f"),
///     nonce: String::new(),
///     choice: Choice::Confirm,
///     phrase: None,
///     principal: Default::default(),
/// };
/// ```
///
/// ```compile_fail,E0599
/// let forged = hpd_host::approval::Decision::default();
/// ```
#[must_use]
pub struct Decision {
    pending_id: PendingId,
    nonce: String,
    choice: Choice,
    phrase: Option<String>,
    principal: Principal,
}

impl Decision {
    pub(crate) const fn pending_id(&self) -> &PendingId {
        &self.pending_id
    }

    pub(crate) const fn choice(&self) -> Choice {
        self.choice
    }

    /// Whether it comes from the user whose call it is.
    pub(crate) fn is_from(&self, owner: &Owner) -> bool {
        self.principal == owner.principal
    }

    /// Whether it answers the question with this nonce.
    pub(crate) fn answers(&self, nonce: &str) -> bool {
        is_same(nonce, &self.nonce)
    }

    /// The verdict on a call with this phrase, if it has one. A rejection needs no phrase. A confirmation without a
    /// typed phrase is no verdict: `None`. Surrounding blanks do not count.
    pub(crate) fn verdict(&self, phrase: Option<&str>) -> Option<PendingVerdict> {
        let typed = self.phrase.as_deref().unwrap_or_default().trim();
        match (self.choice, phrase) {
            (Choice::Cancel, _) => Some(PendingVerdict::Rejected),
            (_, None) => Some(PendingVerdict::Approved),
            (_, Some(_)) if typed.is_empty() => None,
            (_, Some(expected)) if is_same(expected.trim(), typed) => Some(PendingVerdict::Approved),
            (_, Some(_)) => Some(PendingVerdict::WrongPhrase),
        }
    }
}

/// Leaves out nonce and phrase.
impl fmt::Debug for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decision")
            .field("pending_id", &self.pending_id)
            .field("choice", &self.choice)
            .finish_non_exhaustive()
    }
}

/// Why a decision was not taken. As text it is for the user.
#[derive(Debug)]
#[non_exhaustive]
pub enum DecisionError {
    /// No such pending call for this user: an unknown id, another user's call, or a wrong nonce. The cases are not
    /// distinguished.
    NotFound,
    /// The answer came too late.
    Expired,
    /// Another decision was made before.
    Conflict,
    /// A phrase has to be typed, and none was. This does not count as a try.
    NoPhrase,
    /// The phrase is not the one that was shown.
    WrongPhrase {
        /// How many further phrases may be typed. After the last wrong phrase, the call is rejected.
        tries_left: u8,
    },
    /// The answer takes an offer that the question does not make: nothing was decided.
    NotOffered,
    /// The store failed: nothing was decided.
    Store(StoreError),
}

impl fmt::Display for DecisionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("No open question belongs to this answer."),
            Self::Expired => f.write_str("The answer came too late: nothing was done."),
            Self::Conflict => f.write_str("This question was answered otherwise before: that answer holds."),
            Self::NoPhrase => {
                f.write_str("Please type the phrase that is shown to confirm: nothing was done yet.")
            }
            Self::WrongPhrase { tries_left: 0 } => {
                f.write_str("This is not the phrase. It was the last try: nothing was done.")
            }
            Self::WrongPhrase { tries_left: 1 } => {
                f.write_str("This is not the phrase: nothing was done yet. One more try is left.")
            }
            Self::WrongPhrase { tries_left } => {
                write!(f, "This is not the phrase: nothing was done yet. {tries_left} more tries are left.")
            }
            Self::NotOffered => {
                f.write_str("The question does not offer this answer: nothing was done. Please answer again.")
            }
            Self::Store(_) => {
                f.write_str("The answer could not be stored: nothing was done. Please answer again.")
            }
        }
    }
}

impl std::error::Error for DecisionError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Store(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
