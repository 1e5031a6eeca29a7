//! From tree to text, and to and from `serde_json`.

use std::borrow::Cow;
use std::fmt::Write;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::Node;
use super::scan::run_length;

/// An object of these members; the last of duplicate keys stays. `collect` would be compiled with a sort for each iterator.
pub fn object_of(members: &mut dyn Iterator<Item = (String, Value)>) -> Value {
    let mut object = Map::new();
    for (key, value) in members {
        object.insert(key, value);
    }
    Value::Object(object)
}

impl Node<'_> {
    /// Appends the value as compact JSON. Numbers are written as they were read.
    pub fn write_json(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(true) => out.push_str("true"),
            Self::Bool(false) => out.push_str("false"),
            Self::Number(text) => out.push_str(text),
            Self::String(text) => write_string(text, out),
            Self::Array(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    item.write_json(out);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    write_string(key, out);
                    out.push(':');
                    value.write_json(out);
                }
                out.push('}');
            }
        }
    }

    /// The value as compact JSON.
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        self.write_json(&mut out);
        out
    }

    /// Converts to a `serde_json::Value`. The last of duplicate keys stays. A number that serde can't hold becomes the
    /// nearest possible one.
    pub fn to_value(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(*value),
            Self::Number(text) => to_number(text),
            Self::String(text) => Value::String(text.clone().into_owned()),
            Self::Array(items) => Value::Array(items.iter().map(Node::to_value).collect()),
            Self::Object(members) => object_of(
                &mut members.iter().map(|(key, value)| (key.clone().into_owned(), value.to_value())),
            ),
        }
    }

    /// Converts from a `serde_json::Value`.
    pub fn from_value(value: &Value) -> Node<'_> {
        match value {
            Value::Null => Node::Null,
            Value::Bool(value) => Node::Bool(*value),
            Value::Number(number) => Node::Number(Cow::Owned(number.to_string())),
            Value::String(text) => Node::String(Cow::Borrowed(text)),
            Value::Array(items) => Node::Array(items.iter().map(Node::from_value).collect()),
            Value::Object(members) => Node::Object(
                members
                    .iter()
                    .map(|(key, value)| (Cow::Borrowed(key.as_str()), Node::from_value(value)))
                    .collect(),
            ),
        }
    }
}

/// A number within serde's range: larger numbers become the greatest double.
fn to_number(text: &str) -> Value {
    serde_json::from_str(text)
        .unwrap_or_else(|_| Value::from(if text.starts_with('-') { f64::MIN } else { f64::MAX }))
}

/// Writes a JSON string. The escapes are those of `serde_json`.
fn write_string(text: &str, out: &mut String) {
    out.push('"');
    // Nearly all texts are plain.
    if run_length(text.as_bytes()) == text.len() {
        out.push_str(text);
        return out.push('"');
    }
    let mut run = 0;
    for (at, byte) in text.bytes().enumerate() {
        let short = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            8 => "\\b",
            12 => "\\f",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0..0x20 => "",
            _ => continue,
        };
        out.push_str(&text[run..at]);
        if short.is_empty() {
            // Writing into a `String` can't fail.
            let _ = write!(out, "\\u{byte:04x}");
        } else {
            out.push_str(short);
        }
        run = at + 1;
    }
    out.push_str(&text[run..]);
    out.push('"');
}

impl Serialize for Node<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(text) => RawValue::from_string(text.clone().into_owned())
                .map_err(serde::ser::Error::custom)?
                .serialize(serializer),
            Self::String(text) => serializer.serialize_str(text),
            Self::Array(items) => {
                let mut sequence = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    sequence.serialize_element(item)?;
                }
                sequence.end()
            }
            Self::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (key, value) in members {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}
