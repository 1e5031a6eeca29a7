//! The answer to a write without approval.

use std::error::Error;
use std::fmt;

use hpd_journal::__private::shown;
use hpd_journal::pending::{InsertError, StoreError};
use hpd_runtime::__private::text::{cut, in_words};
use serde::Serialize;
use serde_json::Value;

use super::{CallError, StillPending};

/// A write did not run: the user declined, or could not be asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct NotApproved {
    error_type: &'static str,
    /// The tool that was called.
    pub tool_name: String,
    /// The reason.
    pub error_message: String,
    /// Guidance for the model.
    pub retry_guidance: String,
    /// The cause, for the log alone.
    #[serde(skip)]
    pub source: Option<String>,
    /// Whether another delivery of the same call runs, or ran.
    #[serde(skip)]
    is_repeated: bool,
}

/// Characters of the user's reason that the model reads.
const LONGEST_REASON: usize = 500;

/// The cause of a call that somebody else has.
const TAKEN: &str = "claimed by another";

const NOT_AGAIN: &str = "Do not call it again unless the user asks for it.";
const NOT_KNOWN: &str = "Do not call it again. Tell the user that it is not known whether it took effect.";
const NOT_KNOWN_YET: &str =
    "Do not call it again. Tell the user that it is not known yet whether it took effect.";
const CALL_ANEW: &str = "You may call it again: the user is then asked anew.";
const ASK_YOURSELF: &str = "Ask the user in your answer. Call it again with the values that the user gives.";
const NOT_HERE: &str = "Do not call it again. Tell the user that it can't be done here.";
/// The cause of an error for want of a channel to the user, for the log.
const NO_CHANNEL: &str = "the turn has no channel to the user";
const TELL: &str = "Do not call it again. Tell the user that it can't be done right now.";

impl NotApproved {
    const NOT_APPROVED: &'static str = "not_approved";
    const NOT_ASKED: &'static str = "not_asked";
    const NOT_NOTED: &'static str = "outcome_not_recorded";

    /// The value of the key `error_type`, for the model.
    pub const fn error_type(&self) -> &'static str {
        self.error_type
    }

    /// The text for the user.
    pub fn for_user(&self) -> String {
        if self.is_cancelled() {
            return format!("Okay, {} was cancelled. Nothing was changed.", in_words(&self.tool_name));
        }
        self.error_message.clone()
    }

    /// An error of a call that was delivered again: another delivery is the one that writes.
    pub(crate) fn of_repeated(error: CallError) -> CallError {
        match error {
            CallError::NotApproved(mut error) => {
                error.is_repeated = true;
                CallError::NotApproved(error)
            }
            other => other,
        }
    }

    /// Whether another delivery of the same call runs, or ran.
    pub(crate) const fn is_repeated(&self) -> bool {
        self.is_repeated
    }

    /// Whether the user declined.
    pub fn is_cancelled(&self) -> bool {
        self.error_type == Self::NOT_APPROVED && self.source.is_none()
    }

    /// The user declined.
    #[cold]
    pub(crate) fn cancelled(name: &str) -> CallError {
        let name = shown(name);
        let message = format!("The user cancelled '{name}'. It did not run.");
        Self::error(Self::NOT_APPROVED, name, message, NOT_AGAIN, None)
    }

    /// The user declined, perhaps with a reason. The model reads the reason in quotes, on one line.
    #[cold]
    pub(crate) fn cancelled_because(name: &str, reason: Option<&str>) -> CallError {
        let words: Vec<_> = reason.unwrap_or_default().split_whitespace().collect();
        let reason = cut(&words.join(" "), LONGEST_REASON);
        if reason.trim().is_empty() {
            return Self::cancelled(name);
        }
        let (name, reason) = (shown(name), Value::from(reason));
        let message = format!("The user cancelled '{name}'. It did not run. The user's reason: {reason}");
        Self::error(Self::NOT_APPROVED, name, message, NOT_AGAIN, None)
    }

    /// The tool is not there any more.
    #[cold]
    pub(crate) fn gone(name: &str) -> CallError {
        let name = shown(name);
        let message = format!("'{name}' is not there any more. It did not run.");
        Self::error(Self::NOT_APPROVED, name, message, TELL, Some("the toolbox has no such tool".to_owned()))
    }

    /// The stored call is not the approved one.
    #[cold]
    pub(crate) fn changed(name: &str) -> CallError {
        let name = shown(name);
        let message = format!("'{name}' is not what was approved any more. It did not run.");
        Self::error(Self::NOT_APPROVED, name, message, TELL, Some("the stored call was changed".to_owned()))
    }

    /// The tool is another one than at the time of its question.
    #[cold]
    pub(crate) fn other_version(name: &str) -> CallError {
        let name = shown(name);
        let message = format!("'{name}' has changed since the user was asked. It did not run.");
        let source = Some("the fingerprint of the tool is another one".to_owned());
        Self::error(Self::NOT_APPROVED, name, message, CALL_ANEW, source)
    }

    /// The call was approved before, but refused by a later check.
    #[cold]
    pub(crate) fn blocked(name: &str) -> CallError {
        let name = shown(name);
        let message = format!("'{name}' was approved, but a check did not let it run.");
        Self::error(Self::NOT_APPROVED, name, message, NOT_AGAIN, Some("blocked before".to_owned()))
    }

    /// It was claimed and never reported its end.
    #[cold]
    pub(crate) fn unknown(name: &str) -> CallError {
        let name = shown(name);
        let message = format!("Nobody knows whether '{name}' took effect.");
        Self::error(Self::NOT_NOTED, name, message, NOT_KNOWN, Some("it ran, and did not end".to_owned()))
    }

    /// It was approved, and could not be taken to run.
    #[cold]
    pub(crate) fn not_claimed(name: &str, error: &StoreError) -> CallError {
        let name = shown(name);
        let message = format!("'{name}' was approved, but that could not be recorded. It did not run.");
        Self::error(Self::NOT_NOTED, name, message, TELL, Some(describe(error)))
    }

    /// Somebody else runs it, or did.
    #[cold]
    pub(crate) fn taken(name: &str) -> CallError {
        let name = shown(name);
        let message = format!("'{name}' is already being carried out, or was. It did not run again.");
        Self::error(Self::NOT_APPROVED, name, message, NOT_AGAIN, Some(TAKEN.to_owned()))
    }

    /// Whether somebody else runs it, or did.
    pub(crate) fn is_taken(&self) -> bool {
        self.source.as_deref() == Some(TAKEN)
    }

    /// The pending call can't be stored.
    #[cold]
    pub(crate) fn not_stored(name: &str, max: usize, error: &InsertError) -> CallError {
        match error {
            InsertError::TooMany => CallError::StillPending(Box::new(StillPending::too_many_questions(max))),
            InsertError::Store(error) => Self::not_asked(name, error),
            other => Self::not_asked(name, other),
        }
    }

    /// The user was asked again and again, and gave no answer that was clear.
    #[cold]
    pub(crate) fn asked_in_vain(name: &str) -> CallError {
        let name = shown(name);
        let message =
            format!("The user was asked about '{name}' often, and no answer was clear. It did not run.");
        let guidance = "Do not call it with the same arguments again. Ask the user to write the values in full, and pass \
                        them exactly as written.";
        Self::error(Self::NOT_ASKED, name, message, guidance, Some("asked in vain".to_owned()))
    }

    /// Nobody could be asked, or nothing could be stored of it.
    #[cold]
    pub(crate) fn not_asked(name: &str, cause: &dyn Error) -> CallError {
        let name = shown(name);
        let message = format!("'{name}' can't be carried out right now. It did not run.");
        Self::error(Self::NOT_ASKED, name, message, TELL, Some(describe(cause)))
    }

    /// The user answered, and the answer was not taken.
    #[cold]
    pub(crate) fn not_taken(name: &str, cause: &dyn Error) -> CallError {
        let name = shown(name);
        let message = format!("'{name}' did not run: the user's answer could not be taken.");
        Self::error(Self::NOT_ASKED, name, message, CALL_ANEW, Some(describe(cause)))
    }

    /// The user would be asked to approve it, and the client can't ask.
    #[cold]
    pub(crate) fn nobody_to_approve(name: &str) -> CallError {
        let name = shown(name);
        let message =
            format!("'{name}' needs the user's approval, and the user can't be asked here. It did not run.");
        let guidance = "Do not call it again. Tell the user that it can be approved in an application that asks for \
                        approvals.";
        Self::error(Self::NOT_ASKED, name, message, guidance, Some(NO_CHANNEL.to_owned()))
    }

    /// The user would be asked for values, and the client can't ask. Only an answer to a question counts for the values of
    /// `certain` parameters.
    #[cold]
    pub(crate) fn nobody_to_ask(name: &str, missing: &[&str], certain: &[&str]) -> CallError {
        let name = shown(name);
        let quoted = |names: &[&str]| {
            names.iter().map(|name| format!("'{}'", shown(name))).collect::<Vec<_>>().join(", ")
        };
        let lacks = |names: &[&str], what: &str| {
            if names.is_empty() { String::new() } else { format!(" {what}: {}.", quoted(names)) }
        };
        let message = format!(
            "'{name}' needs values of the user, and the user can't be asked here. It did not run.{}{}",
            lacks(missing, "Missing"),
            lacks(certain, "To be given or confirmed by the user, in an application that asks for it"),
        );
        let guidance = if certain.is_empty() { ASK_YOURSELF } else { NOT_HERE };
        Self::error(Self::NOT_ASKED, name, message, guidance, Some(NO_CHANNEL.to_owned()))
    }

    /// The function asks the user, and the client can't.
    #[cold]
    pub(crate) fn nobody_to_answer(name: &str, question: &str) -> CallError {
        let name = shown(name);
        let message = format!(
            "'{name}' needs an answer of the user, and the user can't be asked here. It did not run. The question: \
             {question}"
        );
        Self::error(Self::NOT_ASKED, name, message, NOT_HERE, Some(NO_CHANNEL.to_owned()))
    }

    /// It ran, and its end could not be stored.
    #[cold]
    pub(crate) fn not_noted(name: &str, cause: String) -> CallError {
        let name = shown(name);
        let message = format!("'{name}' ran, but what it ended in could not be recorded.");
        Self::error(Self::NOT_NOTED, name, message, NOT_KNOWN, Some(cause))
    }

    /// It ran, and its end is not stored yet: it is written again.
    #[cold]
    pub(crate) fn not_noted_yet(name: &str, error: &StoreError) -> CallError {
        let name = shown(name);
        let message = format!("'{name}' ran, but what it ended in is not recorded yet.");
        Self::error(Self::NOT_NOTED, name, message, NOT_KNOWN_YET, Some(describe(error)))
    }

    fn error(
        error_type: &'static str,
        tool_name: String,
        error_message: String,
        guidance: &str,
        source: Option<String>,
    ) -> CallError {
        let retry_guidance = guidance.to_owned();
        CallError::NotApproved(Box::new(Self {
            error_type,
            tool_name,
            error_message,
            retry_guidance,
            source,
            is_repeated: false,
        }))
    }
}

/// A store's error and its cause, for the log.
/// An error with its causes.
fn describe(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

impl fmt::Display for NotApproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.error_message, self.retry_guidance)
    }
}
