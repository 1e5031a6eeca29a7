//! JSON as it is written.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::members::Members;

/// A JSON text, kept as it is written: with the order of its keys, and the text of its numbers.
///
/// ```
/// use hpd_runtime::output::JsonText;
///
/// let text = JsonText::parse(r#"{"b": 12345678901234567890, "a": 1.0}"#)?;
/// assert_eq!(text.as_str(), r#"{"b": 12345678901234567890, "a": 1.0}"#);
/// assert!(JsonText::parse("{").is_err());
/// # Ok::<(), hpd_runtime::output::JsonTextError>(())
/// ```
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JsonText(Box<RawValue>);

/// A text is not JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonTextError {
    line: usize,
    column: usize,
}

impl JsonText {
    /// Checks that a text is one JSON value. Blanks around it are dropped.
    ///
    /// # Errors
    ///
    /// The text is not JSON.
    pub fn parse(text: &str) -> Result<Self, JsonTextError> {
        serde_json::from_str(text)
            .map(Self)
            .map_err(|error| JsonTextError { line: error.line(), column: error.column() })
    }

    /// The JSON of a value, in the order of its fields.
    ///
    /// # Errors
    ///
    /// The value can't be serialised.
    pub fn of(value: &(impl Serialize + ?Sized)) -> Result<Self, serde_json::Error> {
        to_raw_value(value).map(Self)
    }

    /// The members of an object, in order and as they are written. None for another value.
    pub fn members(&self) -> Vec<(String, &RawValue)> {
        serde_json::from_str::<Members<'_>>(self.as_str()).map_or_else(|_| Vec::new(), |members| members.0)
    }

    /// An object without members.
    pub(super) fn empty_object() -> Self {
        Self::from(&Value::Object(serde_json::Map::new()))
    }

    /// An object of members that are JSON.
    pub(super) fn of_members<'m>(members: impl Iterator<Item = (&'m str, &'m RawValue)>) -> Option<Self> {
        let mut text = String::from("{");
        for (key, value) in members {
            if text.len() > 1 {
                text.push(',');
            }
            text.push_str(&serde_json::to_string(key).ok()?);
            text.push(':');
            text.push_str(value.get());
        }
        text.push('}');
        RawValue::from_string(text).ok().map(Self)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// Whether it is the text of an object.
    pub fn is_object(&self) -> bool {
        self.as_str().starts_with('{')
    }
}

impl From<Box<RawValue>> for JsonText {
    fn from(value: Box<RawValue>) -> Self {
        Self(value)
    }
}

impl From<&RawValue> for JsonText {
    fn from(value: &RawValue) -> Self {
        Self(value.to_owned())
    }
}

/// Numbers get the text that `serde_json` gives them.
impl From<&Value> for JsonText {
    fn from(value: &Value) -> Self {
        // The text of a value is JSON.
        Self(RawValue::from_string(value.to_string()).unwrap_or_else(|_| RawValue::NULL.to_owned()))
    }
}

/// Equal texts. The same value may be written in several ways.
impl PartialEq for JsonText {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for JsonText {}

impl fmt::Debug for JsonText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for JsonText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for JsonTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the text is not JSON: see line {}, column {}", self.line, self.column)
    }
}

impl std::error::Error for JsonTextError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_as_they_are_written() {
        for text in [
            "1.0",
            "1e400",
            "12345678901234567890",
            r#"{"z":1,"a":{"y":[1.10,-0],"b":"\u00e4"},"z":2}"#,
            r#"{"$serde_json::private::RawValue":"[1]"}"#,
            "null",
        ] {
            let json = JsonText::parse(&format!(" {text}\n")).unwrap();
            assert_eq!(json.as_str(), text);
            assert_eq!(serde_json::to_string(&json).unwrap(), text);
        }
    }

    #[test]
    fn other_texts_are_refused_with_their_place() {
        for (text, place) in
            [("", "line 1, column 0"), ("{\"a\":\n}", "line 2, column 1"), ("1 2", "line 1, column 3")]
        {
            let error = JsonText::parse(text).unwrap_err();
            assert_eq!(error.to_string(), format!("the text is not JSON: see {place}"));
        }
    }

    #[test]
    fn values_are_written_in_the_order_of_their_fields() {
        #[derive(Serialize)]
        struct Sum {
            z: f64,
            a: u8,
        }
        assert_eq!(JsonText::of(&Sum { z: 1.0, a: 2 }).unwrap().as_str(), r#"{"z":1.0,"a":2}"#);
        assert_eq!(JsonText::from(&serde_json::json!([1, "a"])).as_str(), r#"[1,"a"]"#);
    }
}
