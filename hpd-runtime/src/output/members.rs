//! The members of JSON objects, as they are written.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::JsonText;

/// The members of a JSON object, in order, as they are written.
pub struct Members<'a>(pub Vec<(String, &'a RawValue)>);

impl<'a> Members<'a> {
    /// The value of a key; of duplicates, the last.
    pub(super) fn get(&self, key: &str) -> Option<&'a RawValue> {
        self.0.iter().rev().find(|(name, _)| name == key).map(|(_, value)| *value)
    }

    /// The value of a key, if it is a string.
    pub(super) fn text(&self, key: &str) -> Option<String> {
        serde_json::from_str(self.get(key)?.get()).ok()
    }

    /// The string of a key that may be absent. `None` if there is another value.
    #[expect(clippy::option_option, reason = "an absent member and one of another type are two cases")]
    pub(super) fn maybe_text(&self, key: &str) -> Option<Option<String>> {
        self.get(key).map_or(Some(None), |_| self.text(key).map(Some))
    }

    /// The object of the other members, if there are any.
    pub(super) fn without(&self, keys: &[&str]) -> Option<JsonText> {
        let mut rest = self.0.iter().filter(|(key, _)| !keys.contains(&key.as_str())).peekable();
        rest.peek()?;
        JsonText::of_members(rest.map(|(key, value)| (key.as_str(), *value)))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ReadMembers;

        impl<'de> Visitor<'de> for ReadMembers {
            type Value = Vec<(String, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(members)
            }
        }

        deserializer.deserialize_map(ReadMembers).map(Self)
    }
}
