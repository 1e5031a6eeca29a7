//! A filter's verdict.

use std::borrow::Cow;

/// A filter's verdict on a call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Verdict(Option<Denial>);

/// Why a call was denied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Denial {
    pub(crate) for_model: String,
    pub(crate) for_log: String,
}

/// The model's text for a filter without an answer.
const NO_ANSWER: &str = "The call is not allowed.";

impl Verdict {
    /// The filter does not object.
    pub const fn allow() -> Self {
        Self(None)
    }

    /// The call may not run: with a reason that the model reads, and another for the log alone.
    ///
    /// ```
    /// use hpd_host::filter::Verdict;
    ///
    /// let verdict =
    ///     Verdict::deny("Payments are closed until Monday.", "frozen by the auditor, ticket 7");
    /// assert!(verdict.is_denied());
    /// ```
    pub fn deny<'a, 'b>(for_model: impl Into<Cow<'a, str>>, for_log: impl Into<Cow<'b, str>>) -> Self {
        let for_model = for_model.into().into_owned();
        Self(Some(Denial { for_model, for_log: for_log.into().into_owned() }))
    }

    /// Whether the filter denies the call.
    pub const fn is_denied(&self) -> bool {
        self.0.is_some()
    }

    /// A filter that panics has not allowed anything.
    pub(super) fn panicked() -> Self {
        Self::deny(NO_ANSWER, "the filter panicked")
    }

    pub(super) fn into_denial(self) -> Option<Denial> {
        self.0
    }
}
