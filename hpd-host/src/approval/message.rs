//! A message of the user.

use std::fmt;

use super::Owner;
use crate::collect::Subject;

/// A message of the user, as it came over the [user channel](super::UserChannel): nothing else can be taken for an
/// answer.
#[must_use]
pub struct UserMessage {
    text: String,
    principal: Option<String>,
    tenant: Option<String>,
}

impl UserMessage {
    pub(super) const fn new(text: String, principal: Option<String>, tenant: Option<String>) -> Self {
        Self { text, principal, tenant }
    }

    /// The user's text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Who wrote it.
    pub(crate) fn subject(&self) -> Subject {
        Subject { principal: self.principal.clone(), tenant: self.tenant.clone() }
    }

    pub(crate) fn is_from(&self, owner: &Owner) -> bool {
        self.principal == owner.principal && self.tenant == owner.tenant
    }
}

/// Without the text: a log is not the user.
impl fmt::Debug for UserMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UserMessage")
    }
}
