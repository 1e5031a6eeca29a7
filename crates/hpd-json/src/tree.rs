//! A JSON value as it was written: numbers keep their text, objects their order and their duplicates.

use std::borrow::Cow;

mod compare;
mod parse;
mod reserved;
mod scan;
mod syntax;
mod write;

pub use compare::are_surely_distinct;
pub use reserved::holds_reserved_key;
pub use scan::{Quoted, Scanner, check_length};
pub use syntax::{Cut, SyntaxError, SyntaxErrorKind};
pub use write::object_of;

use crate::limits::Limits;

/// A JSON value as it was written: numbers keep their text, objects the order of their members, and duplicates.
///
/// Two nodes are equal if they are the same JSON value: `1.0` is `1`, and the order of an object's members does not
/// count.
///
/// ```
/// use hpd_json::{Limits, Node};
///
/// let node = Node::parse(r#"{"b": 1.50, "a": [true]}"#, &Limits::default()).unwrap();
/// assert_eq!(node.to_json(), r#"{"b":1.50,"a":[true]}"#);
/// assert_eq!(node, Node::parse(r#"{"a": [true], "b": 1.5}"#, &Limits::default()).unwrap());
/// ```
#[derive(Debug, Clone)]
pub enum Node<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it was written.
    Number(Cow<'a, str>),
    /// A string, unescaped; borrowed from the text if it has no escapes.
    String(Cow<'a, str>),
    /// An array.
    Array(Vec<Node<'a>>),
    /// An object: its members in the order of the text, duplicates among them.
    Object(Vec<(Cow<'a, str>, Node<'a>)>),
}

impl<'a> Node<'a> {
    /// Reads a JSON text exactly as RFC 8259 defines it, within `limits`.
    ///
    /// # Errors
    ///
    /// A [`SyntaxError`] at the first place that is wrong, or where a limit is broken. Nothing is built beyond it.
    pub fn parse(text: &'a str, limits: &Limits) -> Result<Self, SyntaxError> {
        parse::parse(text, limits)
    }

    /// Reads a JSON text whose root must be an object.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse), and `SyntaxErrorKind::RootNotObject` if the text is JSON of another type.
    pub fn parse_object(text: &'a str, limits: &Limits) -> Result<Self, SyntaxError> {
        let root = Self::parse(text, limits)?;
        if let Self::Object(_) = root {
            return Ok(root);
        }
        let offset = text.len() - text.trim_start().len();
        Err(SyntaxError { offset, kind: SyntaxErrorKind::RootNotObject })
    }

    /// The same value, with nothing borrowed.
    pub fn into_owned(self) -> Node<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        match self {
            Self::Null => Node::Null,
            Self::Bool(value) => Node::Bool(value),
            Self::Number(text) => Node::Number(owned(text)),
            Self::String(text) => Node::String(owned(text)),
            Self::Array(items) => Node::Array(items.into_iter().map(Node::into_owned).collect()),
            Self::Object(members) => Node::Object(
                members.into_iter().map(|(key, value)| (owned(key), value.into_owned())).collect(),
            ),
        }
    }

    /// The value of an object's member; the last one if the key occurs more than once.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => {
                members.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }
}
