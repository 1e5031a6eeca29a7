//! The user's answer, as a front end sends it.

use std::fmt;

use hpd_journal::pending::{PendingId, Question};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The user's answer to a [`Question`], as a front end sends it.
///
/// It confirms or cancels a stored call. A cancellation may give the model a reason. An [edit](Self::edit) has values of
/// the user: nothing runs, and the user is asked again about the changed call. Any other key is refused.
///
/// ```
/// use hpd_host::approval::{Answer, Choice};
///
/// let sent = r#"{"pending_id": "8c6f", "nonce": "51d0",
///     "choice": "confirm", "phrase": "VOID INV-042"}"#;
/// let answer: Answer = serde_json::from_str(sent)?;
/// assert_eq!(answer.choice, Choice::Confirm);
///
/// let smuggled = r#"{"pending_id": "8c6f", "nonce": "51d0",
///     "choice": "confirm", "pending_args": {"Amount": 1}}"#;
/// assert!(serde_json::from_str::<Answer>(smuggled).is_err());
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
    /// The reason of a cancellation, for the model: it reads the first 500 characters, in quotes. Other choices have no
    /// use for it.
    #[serde(default)]
    pub reason: Option<String>,
    /// Values of the user for parameters of this call, by name; only with [`Choice::Confirm`]. Nothing runs: the user is
    /// asked about the call with these values.
    #[serde(default)]
    pub edit: Option<Map<String, Value>>,
}

impl Answer {
    /// The answer to a question with this choice.
    pub fn new(question: &Question, choice: Choice) -> Self {
        let (pending_id, nonce) = (question.pending_id().clone(), question.nonce().to_owned());
        Self { pending_id, nonce, choice, phrase: None, reason: None, edit: None }
    }

    /// Confirms the call of a question.
    ///
    /// ```
    /// use hpd_host::approval::{Answer, Question};
    /// use serde_json::{Map, Value};
    ///
    /// fn with_phrase(question: &Question) -> Answer {
    ///     Answer::confirm(question).typed("VOID INV-042")
    /// }
    ///
    /// fn with_other_amount(question: &Question) -> Answer {
    ///     let edit = Map::from_iter([("amount".to_owned(), Value::from(20))]);
    ///     Answer::confirm(question).with_edit(edit)
    /// }
    ///
    /// fn with_reason(question: &Question) -> Answer {
    ///     Answer::cancel(question).because("The account is closed.")
    /// }
    /// ```
    pub fn confirm(question: &Question) -> Self {
        Self::new(question, Choice::Confirm)
    }

    /// Cancels the call of a question.
    pub fn cancel(question: &Question) -> Self {
        Self::new(question, Choice::Cancel)
    }

    /// With the phrase that the user typed.
    #[must_use]
    pub fn typed(mut self, phrase: impl Into<String>) -> Self {
        self.phrase = Some(phrase.into());
        self
    }

    /// With a reason for the model.
    #[must_use]
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }

    /// With values of the user for parameters of the call.
    #[must_use]
    pub fn with_edit(mut self, edit: Map<String, Value>) -> Self {
        self.edit = Some(edit);
        self
    }
}

/// Leaves out nonce, phrase, reason and values: whoever knows the first two could answer.
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
