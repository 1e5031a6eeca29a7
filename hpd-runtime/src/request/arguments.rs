//! The members of an object, in the order of the text.

use serde::ser::{Serialize, Serializer};

use super::ArgumentValue;

/// Named arguments in the order in which the model wrote them. No name comes twice.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Arguments {
    members: Vec<(String, ArgumentValue)>,
}

/// Iterator over the names and values of [`Arguments`], in order.
pub type Iter<'a> = std::iter::Map<
    std::slice::Iter<'a, (String, ArgumentValue)>,
    fn(&(String, ArgumentValue)) -> (&str, &ArgumentValue),
>;

/// Iterator over the names and values of [`Arguments`], by value.
pub type IntoIter = std::vec::IntoIter<(String, ArgumentValue)>;

impl Arguments {
    /// From members of which no name comes twice.
    pub(super) const fn from_unique(members: Vec<(String, ArgumentValue)>) -> Self {
        Self { members }
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&ArgumentValue> {
        self.members.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The names and values, in their order.
    pub fn iter(&self) -> Iter<'_> {
        self.members.iter().map(|(name, value)| (name.as_str(), value))
    }
}

impl<'a> IntoIterator for &'a Arguments {
    type Item = (&'a str, &'a ArgumentValue);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Arguments {
    type Item = (String, ArgumentValue);
    type IntoIter = IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.members.into_iter()
    }
}

impl Serialize for Arguments {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}
