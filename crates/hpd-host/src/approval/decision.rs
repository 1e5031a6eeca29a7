//! The user's decision, and who may bring it.

use std::fmt;

use hpd_journal::__private::{is_same, text_hash};
use hpd_journal::Timestamp;
use hpd_journal::pending::{DecidedBy, Owner, PendingCall, PendingId, PendingReason, PendingVerdict};
use hpd_runtime::Principal;
use serde_json::{Map, Value};

use super::{Answer, Choice, Grant, Lifetime, Permission, UserMessage};
use crate::tool::Tool;

/// The host's entry point for authenticated user messages: the only source of a [`Decision`] or a [`Grant`].
///
/// Create one only where the host reads its user's input: in the handler of a web request, or at the terminal. Never
/// pass it text of a model, of a tool or of a file: the model could then approve its own calls.
pub struct UserChannel {
    principal: Principal,
    name: Option<String>,
}

impl UserChannel {
    /// The channel of the user that the host has authenticated as this principal.
    pub fn of(principal: impl Into<String>) -> Self {
        Self { principal: Principal::new(principal), name: None }
    }

    /// The channel of a single-user program without principals: the person at the terminal.
    pub const fn local() -> Self {
        Self { principal: Principal::unknown(), name: None }
    }

    /// Names the channel for the record of [who decided](super::DecidedBy): `web`, `slack`.
    #[must_use]
    pub fn via(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The user works in the data of this tenant.
    #[must_use]
    pub fn in_tenant(self, tenant: impl Into<String>) -> Self {
        Self { principal: self.principal.in_tenant(tenant), ..self }
    }

    /// The user's answer as a decision, for `Toolbox::decide`.
    pub fn decision(&self, answer: Answer) -> Decision {
        let Answer { pending_id, nonce, choice, phrase, reason, edit } = answer;
        let (principal, channel) = (self.principal.clone(), self.name.clone());
        Decision { pending_id, nonce, choice, phrase, reason, edit, principal, channel }
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
        UserMessage::new(text.into(), self.principal.clone(), self.name.clone())
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
    reason: Option<String>,
    edit: Option<Map<String, Value>>,
    principal: Principal,
    channel: Option<String>,
}

impl Decision {
    /// The same decision, for a run that may outlive its caller.
    pub(crate) fn copy(&self) -> Self {
        let Self { pending_id, nonce, choice, phrase, reason, edit, principal, channel } = self;
        Self {
            pending_id: pending_id.clone(),
            nonce: nonce.clone(),
            choice: *choice,
            phrase: phrase.clone(),
            reason: reason.clone(),
            edit: edit.clone(),
            principal: principal.clone(),
            channel: channel.clone(),
        }
    }

    pub(crate) const fn pending_id(&self) -> &PendingId {
        &self.pending_id
    }

    pub(crate) const fn choice(&self) -> Choice {
        self.choice
    }

    /// Who decides.
    pub(crate) const fn principal(&self) -> &Principal {
        &self.principal
    }

    /// The reason for the model.
    pub(crate) fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    /// The user's values for the call.
    pub(crate) const fn edit(&self) -> Option<&Map<String, Value>> {
        self.edit.as_ref()
    }

    /// The person who decides about a call at this moment, and what that person was shown.
    pub(crate) fn by(&self, row: &PendingCall, now: Timestamp) -> DecidedBy {
        let shown = match &row.awaits {
            PendingReason::Approval { question, .. } => Some(text_hash(question)),
            PendingReason::Nothing | PendingReason::Input { .. } => None,
        };
        DecidedBy::new(self.principal.clone(), now).channel(self.channel.clone()).shown(shown)
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

#[cfg(test)]
mod tests;
