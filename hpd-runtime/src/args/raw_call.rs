//! A call as the model made it.

use std::sync::Arc;

/// A call as the model made it: nothing of it was read yet, and nothing of it is lost later. Cloning it copies pointers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawCall {
    /// The provider's id of the call.
    pub id: Arc<str>,
    /// The name of the tool, as the model wrote it.
    pub name: Arc<str>,
    /// The text of the arguments.
    pub arguments: Arc<str>,
}

impl RawCall {
    /// A call of the tool `name` with the argument text `arguments`.
    pub fn new(id: impl Into<Arc<str>>, name: impl Into<Arc<str>>, arguments: impl Into<Arc<str>>) -> Self {
        Self { id: id.into(), name: name.into(), arguments: arguments.into() }
    }
}
