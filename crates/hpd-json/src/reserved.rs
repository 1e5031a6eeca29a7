//! Keys to which `serde_json` gives a meaning of its own.
//!
//! It replaces an object with such a key by a value from the key's text, if its feature `raw_value` or
//! `arbitrary_precision` is enabled anywhere in the program. A check of the object and its reader then see two values.

use std::fmt;
use std::sync::LazyLock;

use memchr::memmem::Finder;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// The start of all these keys.
const PREFIX: &str = "$serde_json::private::";
/// The key of a number of any precision.
const NUMBER: &str = "$serde_json::private::Number";

static WRITTEN_OUT: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(PREFIX));
/// All characters of the start have such an escape.
static ESCAPE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("\\u00"));

/// Whether a key is one of them.
#[inline]
pub fn is_reserved_key(key: &str) -> bool {
    key.starts_with(PREFIX)
}

/// Whether a JSON text has such a key anywhere, at any depth. Of a text that is not JSON, the answer is that of its
/// readable start, or a yes.
pub fn has_reserved_key(text: &str) -> bool {
    let bytes = text.as_bytes();
    // Written out, or with an escape. Most texts have neither.
    if WRITTEN_OUT.find(bytes).is_none() && ESCAPE.find(bytes).is_none() {
        return false;
    }
    let mut at = 0;
    while let Some(quote) = memchr::memchr(b'"', &bytes[at..]) {
        let start = at + quote;
        let Some(length) = string_length(&bytes[start..]) else { return false };
        at = start + length;
        let is_key = bytes[at..].trim_ascii_start().first() == Some(&b':');
        if is_key && serde_json::from_str(&text[start..at]).is_ok_and(|key: String| is_reserved_key(&key)) {
            return true;
        }
    }
    false
}

/// The bytes of the string at the start of a text, with its quotes.
fn string_length(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', text.get(at..)?)?;
        if text[at] == b'"' {
            return Some(at + 1);
        }
        at += 2;
    }
}

/// A value that is read from any deserializer as it is written: an object with a reserved key is an error.
#[derive(Debug)]
pub struct WrittenValue(pub Value);

impl<'de> Deserialize<'de> for WrittenValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Writer).map(Self)
    }
}

struct Writer;

macro_rules! scalars {
    ($($method:ident($type:ty);)*) => {$(
        fn $method<E: Error>(self, value: $type) -> Result<Value, E> {
            Ok(Value::from(value))
        }
    )*};
}

impl<'de> Visitor<'de> for Writer {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any valid JSON value")
    }

    scalars! {
        visit_bool(bool);
        visit_i64(i64);
        visit_u64(u64);
        visit_f64(f64);
        visit_str(&str);
        visit_string(String);
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Value, D::Error> {
        inner.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Value, D::Error> {
        inner.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(WrittenValue(item)) = access.next_element()? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(key) = access.next_key::<String>()? {
            if key == NUMBER && members.is_empty() && *NUMBERS_ARE_MAPS {
                let text: String = access.next_value()?;
                return text.parse::<Number>().map(Value::Number).map_err(Error::custom);
            }
            if is_reserved_key(&key) {
                return Err(Error::custom("a key is reserved"));
            }
            let WrittenValue(value) = access.next_value()?;
            members.insert(key, value);
        }
        Ok(Value::Object(members))
    }
}

/// Whether `serde_json` gives numbers as maps: its feature `arbitrary_precision` is enabled in the program.
static NUMBERS_ARE_MAPS: LazyLock<bool> = LazyLock::new(|| serde_json::from_str("1").is_ok_and(|IsMap| true));

/// Reads from a map only.
struct IsMap;

impl<'de> Deserialize<'de> for IsMap {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Maps;

        impl<'de> Visitor<'de> for Maps {
            type Value = IsMap;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<IsMap, A::Error> {
                while access.next_entry::<String, String>()?.is_some() {}
                Ok(IsMap)
            }
        }

        deserializer.deserialize_any(Maps)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{WrittenValue, has_reserved_key};

    const SWAPPED: &str = r#"{"$serde_json::private::RawValue":"{\"a\":1}"}"#;

    #[test]
    fn reserved_keys_are_found_at_any_depth_and_in_any_spelling() {
        let deep = format!("{}{SWAPPED}{}", "[".repeat(100_000), "]".repeat(100_000));
        for text in [
            SWAPPED,
            r#"{"a\"":[{"\u0024serde_json::private::Number" : "1"}]}"#,
            r#"{"a":1,"$serde_json::private::":{}}"#,
            &deep,
        ] {
            assert!(has_reserved_key(text), "{}", &text[..80.min(text.len())]);
        }
        for text in [
            "",
            "{}",
            r#"["$serde_json::private::RawValue"]"#,
            r#"{"a":"$serde_json::private::RawValue"}"#,
            r#"{"a":"\u0024","b\"$serde_json::private::":1}"#,
            r#"{"$serde_json::private::RawValue"#,
        ] {
            assert!(!has_reserved_key(text), "{text}");
        }
    }

    #[test]
    fn a_written_value_has_no_reserved_keys() {
        let read = |text: &str| serde_json::from_str::<WrittenValue>(text).map(|WrittenValue(value)| value);
        let plain = r#"{"a":[1,-2,1.5,null,true,"x",{}]}"#;
        assert_eq!(read(plain).unwrap(), serde_json::from_str::<Value>(plain).unwrap());
        for text in [SWAPPED, r#"[{"a":1,"$serde_json::private::RawValue":"1"}]"#] {
            assert!(read(text).is_err(), "{text}");
        }
        let literal = json!({"$serde_json::private::RawValue": "1"});
        assert!(serde_json::from_value::<WrittenValue>(literal).is_err());
    }
}
