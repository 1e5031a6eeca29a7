//! The part of the model.

use hpd_host::Outcome;

/// A model, played by a program: chooses its next move.
pub trait Model {
    /// The user wrote this, and it answered no question.
    fn hears(&mut self, message: &str) -> Move;

    /// Its last call ended in this.
    fn reads(&mut self, outcome: &Outcome) -> Move;
}

/// A model's next move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Move {
    /// It calls a tool.
    Call {
        /// The tool.
        name: String,
        /// The arguments, as a JSON text.
        arguments: String,
    },
    /// It says something to the user, and its turn is over.
    Say(String),
    /// It says nothing: the program has asked or informed the user.
    Wait,
}

impl Move {
    /// A call.
    pub fn call(name: &str, arguments: &hpd_host::reexports::serde_json::Value) -> Self {
        Self::Call { name: name.to_owned(), arguments: arguments.to_string() }
    }
}
