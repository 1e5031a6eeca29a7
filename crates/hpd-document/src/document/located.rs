//! A tree of values from any format, with the position of each.

use std::borrow::Cow;

use hpd_runtime::args::{Decimal, Node};

/// A line and a column, from 1.
pub(super) type Position = (usize, usize);

/// A value in a text.
#[derive(Clone)]
pub(super) struct Located<'t> {
    /// Where to look for it: the position of its key, if it has one.
    pub(super) position: Position,
    pub(super) value: LocatedValue<'t>,
}

#[derive(Clone)]
pub(super) enum LocatedValue<'t> {
    /// A text, a number, a boolean, or null: the last three are unquoted.
    Scalar {
        text: Cow<'t, str>,
        is_quoted: bool,
    },
    List(Vec<Located<'t>>),
    Mapping {
        members: Vec<(Cow<'t, str>, Located<'t>)>,
        /// Where keys are lists or mappings, which no reader knows.
        odd_keys: Vec<Position>,
    },
    /// A value with a tag.
    #[cfg(feature = "yaml")]
    Tagged,
}

#[cfg(feature = "yaml")]
impl Located<'_> {
    /// The value of an empty text.
    pub(super) const fn nothing() -> Self {
        let value = LocatedValue::Scalar { text: Cow::Borrowed(""), is_quoted: false };
        Self { position: (1, 1), value }
    }

    /// How many keys and values it holds, itself included, and how many lists and mappings are inside each other.
    pub(super) fn extent(&self) -> (usize, usize) {
        let inside = |(values, depth): (usize, usize), value: &Self| {
            let (more, deeper) = value.extent();
            (values + more, depth.max(deeper + 1))
        };
        match &self.value {
            LocatedValue::List(items) => items.iter().fold((1, 1), inside),
            LocatedValue::Mapping { members, .. } => {
                members.iter().map(|(_, value)| value).fold((1 + members.len(), 1), inside)
            }
            LocatedValue::Scalar { .. } | LocatedValue::Tagged => (1, 0),
        }
    }

    /// The text of a scalar, quoted or not.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.value {
            LocatedValue::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The text of an unquoted scalar.
    pub(super) fn unquoted(&self) -> Option<&str> {
        match &self.value {
            LocatedValue::Scalar { text, is_quoted: false } => Some(text),
            _ => None,
        }
    }
}

impl Located<'_> {
    /// The meaning of a scalar.
    pub(super) fn scalar(&self) -> Option<Node<'_>> {
        match &self.value {
            LocatedValue::Scalar { text, is_quoted: false } => Some(meaning(text)),
            LocatedValue::Scalar { text, .. } => Some(Node::String(Cow::Borrowed(text))),
            _ => None,
        }
    }
}

/// The meaning of an unquoted scalar. YAML has more number forms; only those of JSON are unambiguous everywhere.
fn meaning(text: &str) -> Node<'_> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Node::Null,
        "true" | "True" | "TRUE" => Node::Bool(true),
        "false" | "False" | "FALSE" => Node::Bool(false),
        text if Decimal::parse(text).is_some() => Node::Number(text.into()),
        text => Node::String(text.into()),
    }
}
