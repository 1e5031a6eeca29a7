//! The dialects by name.

use std::fmt;
use std::str::FromStr;

use hpd_json::Node;

use super::error::DialectError;
use super::restore::Converted;
use super::{fit, rules};

/// A form of JSON Schema that a provider takes for the arguments of a tool.
///
/// ```
/// # use hpd_dialect::__private::Dialect;
///
/// assert_eq!("openai_strict".parse(), Ok(Dialect::OpenAiStrict));
/// assert_eq!(Dialect::GeminiOpenApi.as_str(), "gemini_openapi");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// `inputSchema` of a tool in the Model Context Protocol: JSON Schema 2020-12.
    Mcp,
    /// `parameters` of a function at `OpenAI`.
    OpenAi,
    /// `parameters` of a function at `OpenAI` with `strict: true`: the model can write only what the schema
    /// allows.
    OpenAiStrict,
    /// `input_schema` of a tool at Anthropic.
    Anthropic,
    /// `input_schema` of a tool at Anthropic with `strict: true`.
    AnthropicStrict,
    /// `parametersJsonSchema` of a function declaration at Gemini.
    Gemini,
    /// `parameters` of a function declaration at Gemini: a subset of `OpenAPI` 3.0.
    GeminiOpenApi,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 7] = [
        Self::Mcp,
        Self::OpenAi,
        Self::OpenAiStrict,
        Self::Anthropic,
        Self::AnthropicStrict,
        Self::Gemini,
        Self::GeminiOpenApi,
    ];

    /// The name, as configuration spells it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mcp => "mcp",
            Self::OpenAi => "openai",
            Self::OpenAiStrict => "openai_strict",
            Self::Anthropic => "anthropic",
            Self::AnthropicStrict => "anthropic_strict",
            Self::Gemini => "gemini",
            Self::GeminiOpenApi => "gemini_openapi",
        }
    }

    /// Writes the schema of a tool's arguments in this dialect.
    ///
    /// The schema may follow draft 2020-12 or draft-07, with the deviations common in real tool lists. The output is
    /// byte-stable and keeps the order of properties. A converted schema converts into itself.
    ///
    /// # Errors
    ///
    /// A [`DialectError`] if the schema is ill-formed or its root accepts no object. Also if a reference has no target
    /// in the schema, or a required part accepts nothing. Also if the schema nests deeper, or leads to more subschemas,
    /// than the conversion follows. Also if the result exceeds the provider's limits.
    pub fn convert(self, schema: &Node<'_>) -> Result<Converted, DialectError> {
        fit::convert(rules::of(self), schema)
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Self, UnknownDialect> {
        let known = Self::ALL.into_iter().find(|dialect| dialect.as_str() == name);
        known.ok_or_else(|| UnknownDialect(name.to_owned()))
    }
}

/// A name that is no dialect's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownDialect(String);

impl fmt::Display for UnknownDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Dialect::ALL.iter().map(|dialect| dialect.as_str()).collect();
        write!(f, "there is no dialect \"{}\"; there are {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownDialect {}
