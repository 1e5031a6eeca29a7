//! A place in a text: a value, its position, and its path of keys.

use hpd_runtime::__private::nearest;
use hpd_runtime::args::Node;

use super::located::{Located, LocatedValue, Position};
use super::path::Path;
use super::{FileProblem, Problems};

/// A value in the text. Its problems are noted, and reading continues.
pub struct Place<'y> {
    pub(super) located: &'y Located<'y>,
    pub(super) problems: &'y Problems,
    pub(super) path: Path<'y>,
}

impl<'y> Place<'y> {
    pub(super) fn root(located: &'y Located<'y>, problems: &'y Problems) -> Self {
        Self { located, problems, path: Path::default() }
    }

    pub(super) fn member(&self, key: &'y str, located: &'y Located<'y>) -> Self {
        Self { located, problems: self.problems, path: self.path.key(key) }
    }

    /// Notes a problem here.
    pub fn wrong(&self, message: impl Into<String>) {
        self.wrong_at(self.located.position, message.into());
    }

    fn wrong_at(&self, position: Position, message: String) {
        let path = self.path.text();
        self.problems.note(FileProblem { place: Some(position), path, message });
    }

    /// Notes that a key resembles one of `known`; `false` if it does not.
    pub fn is_misspelt(&self, key: &str, known: impl IntoIterator<Item = &'static str>) -> bool {
        let meant = nearest(key, known);
        if let Some(meant) = meant {
            self.wrong(format!("is not a known key: did you mean `{meant}`?"));
        }
        meant.is_some()
    }

    /// Notes that a key does not exist.
    pub fn unknown_key(&self, key: &str, known: &[&'static str]) {
        if !self.is_misspelt(key, known.iter().copied()) {
            self.wrong(format!("is not a known key: there are {}", known.join(", ")));
        }
    }

    /// The members of a mapping; none, and a problem, if it is something else.
    pub fn members(&self) -> Vec<(&'y str, Place<'y>)> {
        let LocatedValue::Mapping { members, odd_keys } = &self.located.value else {
            self.wrong("must be a mapping: `key: value`");
            return Vec::new();
        };
        for position in odd_keys {
            self.wrong_at(*position, "has a key that is not a text".to_owned());
        }
        members.iter().map(|(key, value)| (&**key, self.member(key, value))).collect()
    }

    /// The items of a list; none, and a problem, if it is something else.
    pub fn items(&self) -> Vec<Place<'y>> {
        let LocatedValue::List(items) = &self.located.value else {
            self.wrong("must be a list: [a, b]");
            return Vec::new();
        };
        let item = |(index, located)| Self { located, problems: self.problems, path: self.path.item(index) };
        items.iter().enumerate().map(item).collect()
    }

    /// Whether there are keys with values.
    pub const fn is_mapping(&self) -> bool {
        matches!(self.located.value, LocatedValue::Mapping { .. })
    }

    /// Whether there is no value.
    pub fn is_null(&self) -> bool {
        matches!(self.scalar(), Some(Node::Null))
    }

    /// The text, number, flag or null that is here.
    pub fn scalar(&self) -> Option<Node<'y>> {
        self.located.scalar()
    }

    /// True or false. Anything else is a problem.
    pub fn flag(&self) -> Option<bool> {
        if let Some(Node::Bool(flag)) = self.scalar() {
            return Some(flag);
        }
        self.wrong("must be true or false");
        None
    }

    /// The value, of any form.
    pub fn to_node(&self) -> Node<'static> {
        match &self.located.value {
            LocatedValue::List(_) => Node::Array(self.items().iter().map(Self::to_node).collect()),
            LocatedValue::Mapping { .. } => {
                let members = self.members().into_iter();
                Node::Object(members.map(|(key, value)| (key.to_owned().into(), value.to_node())).collect())
            }
            LocatedValue::Scalar { .. } => self.scalar().map_or(Node::Null, Node::into_owned),
            #[cfg(feature = "yaml")]
            LocatedValue::Tagged => {
                self.wrong("must be a text, a number, a list or a mapping, without a tag");
                Node::Null
            }
        }
    }
}
