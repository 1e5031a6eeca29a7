//! A message of the user.

use std::fmt;

use hpd_journal::pending::Owner;
use hpd_runtime::Principal;

/// A message of the user, as it came over the [user channel](super::UserChannel): nothing else can be taken for an
/// answer.
#[must_use]
pub struct UserMessage {
    text: String,
    principal: Principal,
}

impl UserMessage {
    pub(super) const fn new(text: String, principal: Principal) -> Self {
        Self { text, principal }
    }

    /// The user's text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Who wrote it.
    pub(crate) const fn principal(&self) -> &Principal {
        &self.principal
    }

    pub(crate) fn is_from(&self, owner: &Owner) -> bool {
        self.principal == owner.principal
    }
}

/// Without the text: a log is not the user.
impl fmt::Debug for UserMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UserMessage")
    }
}
