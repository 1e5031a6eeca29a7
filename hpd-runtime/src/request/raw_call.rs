//! A call as the model made it.

use std::sync::Arc;

use hpd_json::StopReason;

use super::{CallOrigin, Caller};

/// A call of the model, before its arguments are read. The model's text is always kept. Cloning a call copies pointers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawCall {
    /// The provider's id of the call.
    pub id: Arc<str>,
    /// The name of the tool, as the model wrote it.
    pub name: Arc<str>,
    /// The text of the arguments.
    pub arguments: Arc<str>,
    /// Why the model stopped writing the message of the call.
    pub stop_reason: StopReason,
    /// The model's own text, where [`arguments`](Self::arguments) differs from it. Either the model answered
    /// a schema in a provider's [`Dialect`](crate::dialect::Dialect), and the answer was converted back. Or
    /// other sources than the model added values.
    pub sent: Option<Arc<str>>,
    /// What the provider's message says of the call beside that; `None` for a usual call.
    pub origin: Option<Arc<CallOrigin>>,
}

impl RawCall {
    /// A call of the tool `name` with the argument text `arguments`.
    pub fn new(id: impl Into<Arc<str>>, name: impl Into<Arc<str>>, arguments: impl Into<Arc<str>>) -> Self {
        let stop_reason = StopReason::Unknown;
        let (id, name, arguments) = (id.into(), name.into(), arguments.into());
        Self { id, name, arguments, stop_reason, sent: None, origin: None }
    }

    /// The text of the arguments as the model wrote it.
    pub const fn raw_text(&self) -> &Arc<str> {
        match &self.sent {
            Some(sent) => sent,
            None => &self.arguments,
        }
    }

    /// The call with `arguments` in place of the model's text, which stays in [`sent`](Self::sent).
    #[must_use]
    pub fn restored(mut self, arguments: impl Into<Arc<str>>) -> Self {
        let sent = std::mem::replace(&mut self.arguments, arguments.into());
        self.sent.get_or_insert(sent);
        self
    }

    /// The call with what the provider's message says of it.
    #[must_use]
    pub fn with_origin(mut self, origin: CallOrigin) -> Self {
        self.origin = (origin != CallOrigin::default()).then(|| Arc::new(origin));
        self
    }

    /// Who makes the call, if the provider says so.
    pub fn caller(&self) -> Option<&Caller> {
        self.origin.as_ref()?.caller.as_ref()
    }

    /// The group of the tool, if the provider says one. No check reads it: a name is unique in a toolbox.
    pub fn namespace(&self) -> Option<&str> {
        self.origin.as_ref()?.namespace.as_deref()
    }

    /// The call with the reason why the model stopped writing its message.
    #[must_use]
    pub const fn stopped_by(mut self, reason: StopReason) -> Self {
        self.stop_reason = reason;
        self
    }
}
