//! Settings and result of schema assembly.

use std::fmt;

use hpd_dialect::__private::{Converted, Dialect, DialectError};
use hpd_json::Node;
use serde_json::Value;

use super::publish::publish;
use super::view::without_properties;

/// How the schemas of nested types are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Nested {
    /// Inline, where the types are used; recursive types are in `$defs`.
    #[default]
    Inline,
    /// Each type once, in `$defs`.
    Defs,
}

/// How the schema of a function is put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SchemaSettings {
    /// How the schemas of nested types are written.
    pub nested: Nested,
}

/// The schema of a function's arguments.
///
/// A required parameter may have a key of the user's profile or the configuration. The model may omit such a parameter,
/// since the host may know the value. The function still requires the parameter.
///
/// The order of keywords is fixed, and parameters follow their declaration. In a nested type, the required
/// properties come first, in the order of declaration. The optional ones come after them, sorted by name:
/// schemars does not keep their order.
#[derive(Debug, Clone)]
pub struct FunctionSchema {
    pub(super) published: Box<str>,
    pub(super) checked: Node<'static>,
    /// Parameters that the host may fill, so that models need not send them.
    pub(super) fillable: Box<[&'static str]>,
    /// By parameter, as JSON texts.
    pub(super) defaults: Box<[(&'static str, String)]>,
}

impl FunctionSchema {
    /// The published schema as JSON: the same bytes each time.
    pub fn published_json(&self) -> &str {
        &self.published
    }

    /// The published schema as serde's value, which may order keys differently.
    pub fn published_value(&self) -> Value {
        // The text was written from a tree.
        serde_json::from_str(&self.published).unwrap_or_default()
    }

    /// The form of the schema that arguments are checked against: the input of
    /// [`Shape::compile_node`](crate::shape::Shape::compile_node) with
    /// [`CompileOptions::own`](crate::shape::CompileOptions::own).
    pub const fn checked(&self) -> &Node<'static> {
        &self.checked
    }

    /// The published schema in a provider's dialect.
    ///
    /// # Errors
    ///
    /// As [`Dialect::convert`].
    pub fn in_dialect(&self, dialect: Dialect) -> Result<Converted, DialectError> {
        let published = publish(&self.checked, &self.fillable);
        dialect.convert(&published)
    }

    /// The published schema as JSON, without the parameters named in `hidden`, and without unused definitions. Another
    /// source supplies the values of these parameters. The bytes are the same each time.
    pub fn without(&self, hidden: &[&str]) -> String {
        without_properties(&publish(&self.checked, &self.fillable), hidden).to_json()
    }

    /// The default of a parameter, as a JSON text.
    pub fn default_json(&self, parameter: &str) -> Option<String> {
        self.defaults.iter().find(|(name, _)| *name == parameter).map(|(_, json)| json.clone())
    }
}

/// A function's declaration that contradicts itself or the types of the parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaError {
    /// The function.
    pub function: String,
    /// The parameter at fault, if the problem belongs to one.
    pub parameter: Option<String>,
    /// The problem, in a sentence.
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
