//! A call as the model made it.

/// A call as the model made it: nothing of it was read yet, and nothing of it is lost later.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RawCall {
    /// The provider's id of the call.
    pub id: String,
    /// The name of the tool, as the model wrote it.
    pub name: String,
    /// The text of the arguments.
    pub arguments: String,
}

impl RawCall {
    /// A call of the tool `name` with the argument text `arguments`.
    pub fn new(id: impl Into<String>, name: impl Into<String>, arguments: impl Into<String>) -> Self {
        Self { id: id.into(), name: name.into(), arguments: arguments.into() }
    }
}
