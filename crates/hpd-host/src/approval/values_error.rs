//! Why values of a user were not taken.

use std::fmt;

use hpd_journal::pending::StoreError;
use hpd_runtime::error::ValidationError;

use super::decision_error::ELSEWHERE_ONLY;

/// Why [`Toolbox::answer_values`](crate::Toolbox::answer_values) took no values: nothing ran, and the question is as it
/// was. As text it is for the user.
#[derive(Debug)]
#[non_exhaustive]
pub enum AnswerValuesError {
    /// No such question about values for this user: an unknown id, another user's question, or one about a write. The
    /// cases are not distinguished.
    NotFound,
    /// The question was answered, replaced or cancelled before, or its time is over.
    Closed,
    /// Another process keeps the sensitive values of the call: the answer has to reach the process that asked. After a
    /// restart of that process, the call has to be made again.
    ElsewhereOnly,
    /// The function has no parameter of this name.
    UnknownName {
        /// The name.
        name: String,
    },
    /// The value can't be checked.
    Refused {
        /// The parameter.
        name: String,
    },
    /// Values do not fit the schemas of their parameters, or of the function's questions: all errors. A field begins with
    /// the name of the parameter, or the key of the input.
    Invalid {
        /// The errors.
        errors: Vec<ValidationError>,
    },
    /// The function has changed since it asked. The question is closed.
    Changed,
    /// The store failed.
    Store(StoreError),
}

impl fmt::Display for AnswerValuesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("No open question belongs to this answer."),
            Self::Closed => f.write_str("This question is not open any more: nothing was done."),
            Self::ElsewhereOnly => f.write_str(ELSEWHERE_ONLY),
            Self::UnknownName { name } => {
                write!(f, "The question is about no value with the name {name:?}: nothing was done.")
            }
            Self::Refused { name } => {
                write!(f, "The value of {name:?} is not valid: nothing was done. Please correct it.")
            }
            Self::Invalid { errors } => {
                f.write_str("The answer is not valid: nothing was done. Please correct it.")?;
                errors.iter().try_for_each(|error| write!(f, "\n- {}", error.error_message))
            }
            Self::Changed => f.write_str(
                "The function has changed since you were asked: nothing was done. Please make the request again.",
            ),
            Self::Store(_) => {
                f.write_str("The answer could not be stored: nothing was done. Please answer again.")
            }
        }
    }
}

impl std::error::Error for AnswerValuesError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Store(error) => Some(error),
            _ => None,
        }
    }
}

impl From<StoreError> for AnswerValuesError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
