//! One argument, by its own JSON type.

use hpd_json::Decimal;
use serde::ser::{Error, Serialize, Serializer};
use serde_json::value::RawValue;

use super::Arguments;

/// An argument, by its own JSON type. No number is ever rounded.
///
/// A number becomes the first of these that holds it: [`Integer`](Self::Integer), [`Unsigned`](Self::Unsigned),
/// [`Float`](Self::Float), [`Decimal`](Self::Decimal). The first two are for numbers that are written as integers.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum ArgumentValue {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer.
    Integer(i64),
    /// An integer beyond the range of `i64`.
    Unsigned(u64),
    /// A number that a float reads and writes as the same number: `0.1`, but not a number of thirty digits.
    Float(f64),
    /// Any other number, as it was written.
    Decimal(Box<str>),
    /// A text.
    String(String),
    /// An array.
    List(Vec<ArgumentValue>),
    /// An object.
    Object(Arguments),
}

impl ArgumentValue {
    /// Reads a number of a JSON text.
    pub(super) fn from_number(text: &str) -> Self {
        if let Ok(value) = text.parse() {
            return Self::Integer(value);
        }
        if let Ok(value) = text.parse() {
            return Self::Unsigned(value);
        }
        let same =
            |float: &f64| float.is_finite() && Decimal::parse(&float.to_string()) == Decimal::parse(text);
        match text.parse().ok().filter(same) {
            Some(value) => Self::Float(value),
            None => Self::Decimal(text.into()),
        }
    }

    /// Whether it is `null`.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The value of a boolean.
    pub const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The value of an integer that an `i64` holds.
    pub const fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Integer(value) => Some(*value),
            _ => None,
        }
    }

    /// The value of an integer that a `u64` holds.
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Self::Integer(value) => u64::try_from(*value).ok(),
            Self::Unsigned(value) => Some(*value),
            _ => None,
        }
    }

    /// The value of a number that an `f64` holds; `None` where it would be rounded.
    #[expect(clippy::cast_precision_loss, reason = "integers that would lose digits are left out")]
    pub fn as_f64(&self) -> Option<f64> {
        /// All integers up to here are floats.
        const WHOLE: u64 = 1 << 53;
        match self {
            Self::Float(value) => Some(*value),
            Self::Integer(value) if value.unsigned_abs() <= WHOLE => Some(*value as f64),
            _ => None,
        }
    }

    /// The value of any number, exactly.
    pub fn as_decimal(&self) -> Option<Decimal> {
        match self {
            Self::Integer(value) => Some(i128::from(*value).into()),
            Self::Unsigned(value) => Some(u128::from(*value).into()),
            Self::Float(value) => Decimal::parse(&value.to_string()),
            Self::Decimal(text) => Decimal::parse(text),
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

    /// The items of an array.
    pub fn as_list(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// The members of an object.
    pub const fn as_object(&self) -> Option<&Arguments> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The value of an object's member.
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.as_object()?.get(name)
    }
}

impl Serialize for ArgumentValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Integer(value) => serializer.serialize_i64(*value),
            Self::Unsigned(value) => serializer.serialize_u64(*value),
            Self::Float(value) => serializer.serialize_f64(*value),
            // As a raw value the digits stay; it is one, since a JSON text is where it came from.
            Self::Decimal(text) => match RawValue::from_string(String::from(&**text)) {
                Ok(number) => number.serialize(serializer),
                Err(_) => Err(S::Error::custom("a decimal is not written as a JSON number")),
            },
            Self::String(text) => serializer.serialize_str(text),
            Self::List(items) => serializer.collect_seq(items),
            Self::Object(members) => members.serialize(serializer),
        }
    }
}
