//! The input of the targets that check a value against a schema: two lines of JSON, so that it can be read and written
//! by
//! hand.

use serde_json::Value;

/// A schema and a value, read from two lines. Without both, or with a number that serde rounds, there is nothing to
/// check.
pub(crate) fn read_pair(data: &[u8]) -> Option<(Value, Value)> {
    let text = std::str::from_utf8(data).ok()?;
    let (schema, value) = text.split_once('\n')?;
    Some((serde_json::from_str(schema).ok()?, serde_json::from_str(value).ok()?))
}

/// The same as bytes.
pub(crate) fn write_pair(schema: &Value, value: &Value) -> Vec<u8> {
    format!("{schema}\n{value}").into_bytes()
}
