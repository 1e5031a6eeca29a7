//! A call as the model made it.

use std::sync::Arc;

use super::StopReason;

/// A call as the model made it: nothing of it was read yet, and nothing of it is lost later. Cloning it copies pointers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawCall {
    /// The provider's id of the call.
    pub id: Arc<str>,
    /// The name of the tool, as the model wrote it.
    pub name: Arc<str>,
    /// The text of the arguments.
    pub arguments: Arc<str>,
    /// Why the model stopped writing the message that the call stands in.
    pub stop_reason: StopReason,
}

impl RawCall {
    /// A call of the tool `name` with the argument text `arguments`.
    pub fn new(id: impl Into<Arc<str>>, name: impl Into<Arc<str>>, arguments: impl Into<Arc<str>>) -> Self {
        let stop_reason = StopReason::Unknown;
        Self { id: id.into(), name: name.into(), arguments: arguments.into(), stop_reason }
    }

    /// The same call in a message of which it is known why it ended.
    #[must_use]
    pub const fn stopped_by(mut self, reason: StopReason) -> Self {
        self.stop_reason = reason;
        self
    }
}
