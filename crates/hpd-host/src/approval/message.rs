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
    channel: Option<String>,
}

impl UserMessage {
    pub(super) const fn new(text: String, principal: Principal, channel: Option<String>) -> Self {
        Self { text, principal, channel }
    }

    /// The user's text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Who wrote it.
    pub(crate) const fn principal(&self) -> &Principal {
        &self.principal
    }

    /// The name of the channel, if the host named it.
    pub(crate) fn channel(&self) -> Option<&str> {
        self.channel.as_deref()
    }

    pub(crate) fn is_from(&self, owner: &Owner) -> bool {
        self.principal == owner.principal
    }
}

/// Leaves out the text: debug output may be logged.
impl fmt::Debug for UserMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UserMessage")
    }
}
