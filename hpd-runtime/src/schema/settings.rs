//! How a schema is put together, and what comes of it.

use std::fmt;

use serde_json::Value;

use crate::args::Node;

/// How the schemas of nested types are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Nested {
    /// Where they are used; recursive types stand in `$defs`.
    #[default]
    Inline,
    /// Once, in `$defs`.
    Defs,
}

/// How the schema of a function is put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SchemaSettings {
    /// How the schemas of nested types are written.
    pub nested: Nested,
}

/// The schema of a function's arguments.
#[derive(Debug, Clone)]
pub struct FunctionSchema {
    pub(super) published: String,
    pub(super) checked: Node<'static>,
}

impl FunctionSchema {
    /// What models see, as JSON: keys in the order of declaration, the same bytes each time.
    pub fn published_json(&self) -> &str {
        &self.published
    }

    /// What models see, as serde's value, which orders keys by the alphabet.
    pub fn published_value(&self) -> Value {
        serde_json::from_str(&self.published).unwrap_or_default()
    }

    /// The default of a parameter, as a JSON text.
    pub fn default_json(&self, parameter: &str) -> Option<String> {
        Some(self.checked.get("properties")?.get(parameter)?.get("default")?.to_json())
    }

    /// What arguments are checked against: for [`Shape::compile_node`](crate::shape::Shape::compile_node) with
    /// [`CompileOptions::own`](crate::shape::CompileOptions::own).
    pub const fn checked(&self) -> &Node<'static> {
        &self.checked
    }
}

/// A table that contradicts itself or its types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaError {
    /// The function.
    pub function: String,
    /// The parameter, if it is one's.
    pub parameter: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "function `{}`", self.function)?;
        if let Some(parameter) = &self.parameter {
            write!(f, ", parameter `{parameter}`")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for SchemaError {}
