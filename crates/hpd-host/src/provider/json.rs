//! A provider's message, read one level at a time. Uninspected parts stay text, with every digit and blank. Errors name
//! their place.

use std::borrow::Cow;
use std::fmt;

use hpd_runtime::__private::has_reserved_key;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::ProviderError;

/// A JSON value of a message, and its place in it.
#[derive(Debug, Clone)]
pub(super) struct Json<'a> {
    raw: &'a RawValue,
    place: String,
}

/// The members of an object of a message.
#[derive(Debug)]
pub(super) struct Object<'a> {
    members: Vec<(Cow<'a, str>, &'a RawValue)>,
    place: String,
}

impl<'a> Json<'a> {
    /// A whole message.
    ///
    /// # Errors
    ///
    /// It is not JSON, or has a key that is reserved for `serde_json`.
    pub(super) fn parse(message: &'a str) -> Result<Self, ProviderError> {
        if has_reserved_key(message) {
            let what = "the message has a key that begins with `$serde_json::private::`";
            return Err(ProviderError::shape(String::new(), what));
        }
        let raw = serde_json::from_str(message).map_err(|error| ProviderError::syntax(&error))?;
        Ok(Self { raw, place: String::new() })
    }

    /// A part of a message that was read before.
    pub(super) const fn of(raw: &'a RawValue) -> Self {
        Self { raw, place: String::new() }
    }

    /// The value's own text.
    pub(super) fn text(&self) -> &'a str {
        self.raw.get()
    }

    /// The value's own text, as JSON.
    pub(super) const fn raw(&self) -> &'a RawValue {
        self.raw
    }

    /// The value as something that can be kept.
    pub(super) fn keep(&self) -> Box<RawValue> {
        self.raw.to_owned()
    }

    /// Its place.
    pub(super) fn place(&self) -> String {
        self.place.clone()
    }

    pub(super) fn is_null(&self) -> bool {
        self.text() == "null"
    }

    pub(super) fn is_object(&self) -> bool {
        self.text().starts_with('{')
    }

    pub(super) fn is_array(&self) -> bool {
        self.text().starts_with('[')
    }

    pub(super) fn is_string(&self) -> bool {
        self.text().starts_with('"')
    }

    pub(super) fn is_number(&self) -> bool {
        self.text().starts_with(|first: char| first == '-' || first.is_ascii_digit())
    }

    /// Reads an object.
    pub(super) fn object(&self) -> Result<Object<'a>, ProviderError> {
        match serde_json::from_str::<Members<'_>>(self.text()) {
            Ok(Members(members)) => Ok(Object { members, place: self.place() }),
            Err(_) if self.is_object() => {
                Err(ProviderError::expected(self.place(), "an object", "one with a broken key"))
            }
            Err(_) => Err(self.expected("an object")),
        }
    }

    /// Reads an array.
    pub(super) fn array(&self) -> Result<Vec<Self>, ProviderError> {
        let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(self.text()) else {
            return Err(self.expected("an array"));
        };
        let item = |(index, raw)| Self { raw, place: format!("{}[{index}]", self.place) };
        Ok(items.into_iter().enumerate().map(item).collect())
    }

    /// Reads a string.
    pub(super) fn string(&self) -> Result<Cow<'a, str>, ProviderError> {
        match serde_json::from_str(self.text()) {
            Ok(Text(text)) => Ok(text),
            Err(_) => Err(self.expected("a string")),
        }
    }

    /// The contents of a string, for people: halves of characters are replaced. `None` if it is no string.
    pub(super) fn lossy(&self) -> Option<Cow<'a, str>> {
        if !self.is_string() {
            return None;
        }
        let text = self.string().ok();
        text.or_else(|| Some(serde_json::from_str(self.text()).map(|Lossy(text)| text).ok()?.into()))
    }

    /// Arguments as a text: an object's own text, or the contents of a string, as in messages assembled from a stream.
    pub(super) fn arguments(&self) -> Result<Cow<'a, str>, ProviderError> {
        if self.is_object() {
            return Ok(self.text().into());
        }
        self.string().map_err(|_| self.expected("an object with the arguments, or a string with their JSON"))
    }

    /// The error for a value of another kind than `expected`: "an array".
    pub(super) fn expected(&self, expected: &str) -> ProviderError {
        let found = match self.text().as_bytes().first() {
            Some(b'{') => "an object",
            Some(b'[') => "an array",
            // A string that can't be read holds half of a character.
            Some(b'"') if serde_json::from_str::<Text<'_>>(self.text()).is_err() => "a broken string",
            Some(b'"') => "a string",
            Some(b'n') => "null",
            Some(b't' | b'f') => "a boolean",
            _ => "a number",
        };
        ProviderError::expected(self.place(), expected, found)
    }
}

impl<'a> Object<'a> {
    /// The value of a member, unless it is absent or `null`. A duplicate key has its last value, as in nearly all JSON
    /// readers.
    pub(super) fn get(&self, key: &str) -> Option<Json<'a>> {
        let (_, raw) = self.members.iter().rev().find(|(name, _)| name == key)?;
        let value = Json { raw, place: self.place_of(key) };
        (!value.is_null()).then_some(value)
    }

    /// The same, by one of two spellings.
    pub(super) fn get_either(&self, key: &str, other: &str) -> Option<Json<'a>> {
        self.get(key).or_else(|| self.get(other))
    }

    /// The value of a required member; `expected` describes it.
    pub(super) fn need(&self, key: &str, expected: &str) -> Result<Json<'a>, ProviderError> {
        self.get(key).ok_or_else(|| ProviderError::expected(self.place_of(key), expected, "nothing"))
    }

    /// The string of a member that must be there.
    pub(super) fn need_string(&self, key: &str) -> Result<Cow<'a, str>, ProviderError> {
        self.need(key, "a string")?.string()
    }

    /// The string of a member; `None` if it is absent or no string.
    pub(super) fn string(&self, key: &str) -> Option<Cow<'a, str>> {
        self.get(key)?.string().ok()
    }

    /// The members in order, `null` included.
    pub(super) fn members(&self) -> impl Iterator<Item = (&str, Json<'a>)> {
        self.members.iter().map(|(key, raw)| (key.as_ref(), Json { raw, place: self.place_of(key) }))
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    fn place_of(&self, key: &str) -> String {
        match self.place.as_str() {
            "" => key.to_owned(),
            place => format!("{place}.{key}"),
        }
    }
}

/// A string that is borrowed where it has no escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// A string with replacements for the halves of characters, which are no text.
struct Lossy(String);

impl<'de> Deserialize<'de> for Lossy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;

        impl Visitor<'_> for Bytes {
            type Value = Lossy;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Self::Value, E> {
                Ok(Lossy(String::from_utf8_lossy(bytes).into_owned()))
            }
        }

        deserializer.deserialize_bytes(Bytes)
    }
}

/// The members of an object, in order, none of them read.
struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;

        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some((Text(key), value)) = map.next_entry()? {
                    members.push((key, value));
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Collect)
    }
}
