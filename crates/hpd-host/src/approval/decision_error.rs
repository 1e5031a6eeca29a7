//! Why an answer does not count.

use std::fmt;

use hpd_journal::__private::shown;
use hpd_journal::pending::StoreError;

/// Why a decision was not taken. As text it is for the user, apart from [`LocalChannel`](Self::LocalChannel).
#[derive(Debug)]
#[non_exhaustive]
pub enum DecisionError {
    /// No such pending call for this user: an unknown id, a call that this user may not answer, or a wrong nonce. The
    /// cases are not distinguished. An event of `tracing` under the target `hpd::approval` names the case.
    NotFound,
    /// The host has principals, and brought the answer by [`UserChannel::local`](super::UserChannel::local): a mistake of
    /// the program.
    LocalChannel,
    /// Another process keeps the sensitive values of the call: the answer has to reach the process that asked. After a
    /// restart of that process, the call has to be made again. Nothing was decided.
    ElsewhereOnly,
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
    /// The edit of the answer does not count: nothing was decided.
    Edit(EditError),
    /// The store failed: nothing was decided.
    Store(StoreError),
}

/// For the user, and for whoever looks after the program.
pub(super) const ELSEWHERE_ONLY: &str = "The answer must be given where the question was asked: only that process has the sensitive values, in its memory. \
     After a restart of it, the call has to be made again. Nothing was done.";

/// Why an [edit](super::Answer::edit) does not count. As text it is for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// The choice is not [`Choice::Confirm`](super::Choice::Confirm).
    NotConfirmed,
    /// The edit has no values.
    Empty,
    /// The call has no parameter of this name that a model may give.
    Undeclared {
        /// The name, of at most 64 characters.
        name: String,
    },
    /// The parameter can't have this value.
    Invalid {
        /// The name of the parameter.
        name: String,
    },
    /// A check, a filter or a rule of the host refuses the call with these values.
    Refused,
}

impl EditError {
    pub(crate) fn undeclared(name: &str) -> Self {
        Self::Undeclared { name: shown(name) }
    }

    pub(crate) fn invalid(name: &str) -> Self {
        Self::Invalid { name: shown(name) }
    }
}

impl fmt::Display for DecisionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("No open question belongs to this answer."),
            Self::LocalChannel => f.write_str(
                "This program has principals: it has to bring the answer by `UserChannel::of`, with the principal of \
                 the user. Nothing was done.",
            ),
            Self::ElsewhereOnly => f.write_str(ELSEWHERE_ONLY),
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
            Self::Edit(error) => error.fmt(f),
            Self::Store(_) => {
                f.write_str("The answer could not be stored: nothing was done. Please answer again.")
            }
        }
    }
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotConfirmed => f.write_str("Values can be changed only together with a yes"),
            Self::Empty => f.write_str("The answer changes no value"),
            Self::Undeclared { name } => write!(f, "There is no value \"{name}\" to change"),
            Self::Invalid { name } => write!(f, "\"{name}\" can't have this value"),
            Self::Refused => f.write_str("This is not permitted with these values"),
        }?;
        f.write_str(": nothing was done. Please answer again.")
    }
}

impl std::error::Error for EditError {}

impl std::error::Error for DecisionError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Store(error) => Some(error),
            Self::Edit(error) => Some(error),
            _ => None,
        }
    }
}
