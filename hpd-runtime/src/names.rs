//! Names that are legal once they exist.

use std::borrow::Borrow;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The name of a tool, as the model calls it. It begins with an ASCII letter or `_`, followed by ASCII letters, digits,
/// `_` and `-`. It has at most 64 bytes.
///
/// All providers accept such a name: `OpenAI` and Anthropic (`^[a-zA-Z0-9_-]{1,64}$`), Gemini (starts with a letter or
/// `_`) and MCP.
///
/// ```
/// use hpd_runtime::spec::ToolName;
///
/// assert_eq!(ToolName::new("create_invoice")?.as_str(), "create_invoice");
/// assert_eq!(
///     ToolName::new("create invoice").unwrap_err().to_string(),
///     "`create invoice` is not a legal tool name: ` ` is not allowed, \
///      only letters, digits, `_` and `-` are"
/// );
/// # Ok::<(), hpd_runtime::spec::NameError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ToolName(Box<str>);

impl ToolName {
    /// The most bytes that a name may have.
    pub const MAX_BYTES: usize = 64;

    /// Checks a name.
    ///
    /// # Errors
    ///
    /// The name is empty or too long, or has a character that a provider refuses.
    pub fn new(name: impl Into<Box<str>>) -> Result<Self, NameError> {
        let name = name.into();
        match problem(&name) {
            None => Ok(Self(name)),
            Some(reason) => Err(NameError { name, reason }),
        }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn problem(name: &str) -> Option<Reason> {
    let first = name.chars().next();
    if first.is_none() {
        return Some(Reason::Empty);
    }
    if let Some(odd) = name.chars().find(|c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))) {
        return Some(Reason::Character(odd));
    }
    if let Some(start) = first.filter(|c| !(c.is_ascii_alphabetic() || *c == '_')) {
        return Some(Reason::Start(start));
    }
    (name.len() > ToolName::MAX_BYTES).then_some(Reason::Long)
}

impl fmt::Display for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Borrow<str> for ToolName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl Serialize for ToolName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

/// A name that a provider would refuse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameError {
    name: Box<str>,
    reason: Reason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    Empty,
    Long,
    Start(char),
    Character(char),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a legal tool name: ", self.name)?;
        match self.reason {
            Reason::Empty => f.write_str("it is empty"),
            Reason::Long => write!(f, "it is longer than {} bytes", ToolName::MAX_BYTES),
            Reason::Start(c) => write!(f, "it starts with `{c}`, not with a letter or `_`"),
            Reason::Character(c) => {
                write!(f, "`{c}` is not allowed, only letters, digits, `_` and `-` are")
            }
        }
    }
}

impl std::error::Error for NameError {}

/// The name by which hpd knows a tool: `Plugin.tool`, or `tool` where there is no plugin. Tools of two
/// plugins may have the same bare name, but never the same qualified id.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QualifiedId(Box<str>);

impl QualifiedId {
    /// The id of the tool `name` of `plugin`.
    pub fn new(plugin: Option<&str>, name: &str) -> Self {
        Self(match plugin {
            Some(plugin) => format!("{plugin}.{name}").into(),
            None => name.into(),
        })
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for QualifiedId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Borrow<str> for QualifiedId {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl Serialize for QualifiedId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

/// Any text is accepted. An id that no toolbox has refers to no tool.
impl<'de> Deserialize<'de> for QualifiedId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::<str>::deserialize(deserializer).map(Self)
    }
}

/// Any text is accepted, as by `From<&str>`.
///
/// ```
/// use hpd_runtime::spec::QualifiedId;
///
/// let id: QualifiedId = "Math.add".parse()?;
/// assert_eq!(id, QualifiedId::new(Some("Math"), "add"));
/// # Ok::<(), std::convert::Infallible>(())
/// ```
impl FromStr for QualifiedId {
    type Err = Infallible;

    fn from_str(id: &str) -> Result<Self, Self::Err> {
        Ok(id.into())
    }
}

impl From<&str> for QualifiedId {
    fn from(id: &str) -> Self {
        Self(id.into())
    }
}

#[cfg(test)]
mod tests {
    use super::ToolName;

    fn refusal(name: &str) -> String {
        ToolName::new(name).unwrap_err().to_string()
    }

    #[test]
    fn legal_names_are_accepted() {
        for name in ["a", "_", "Add", "create_invoice", "x-1", &"a".repeat(64)] {
            assert!(ToolName::new(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn an_empty_name_is_refused() {
        assert_eq!(refusal(""), "`` is not a legal tool name: it is empty");
    }

    #[test]
    fn a_long_name_is_refused() {
        let name = "a".repeat(65);
        assert_eq!(refusal(&name), format!("`{name}` is not a legal tool name: it is longer than 64 bytes"));
    }

    #[test]
    fn a_name_that_starts_with_a_digit_is_refused() {
        assert_eq!(
            refusal("3d"),
            "`3d` is not a legal tool name: it starts with `3`, not with a letter or `_`"
        );
    }

    #[test]
    fn a_character_outside_ascii_is_refused() {
        assert_eq!(
            refusal("größe"),
            "`größe` is not a legal tool name: `ö` is not allowed, only letters, digits, `_` and `-` are"
        );
    }
}
