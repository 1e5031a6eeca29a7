//! One text for each JSON value.

use std::borrow::Cow;
use std::fmt;

use hpd_runtime::__private::{FROZEN_ZEROS, order};
use hpd_runtime::args::{Decimal, Node};

/// The canonical text of a JSON value. Two values have one text if and only if they are equal.
///
/// It follows RFC 8785 (JCS): no blanks, keys in the order of their UTF-16 code units, minimal escapes. Numbers are the
/// exception. The RFC treats numbers as doubles: `12345678901234567890` and `0.1000000000000000000001` would lose
/// digits, and two amounts could share a text. Here a number keeps every digit. Redundant zeros are removed. An
/// exponent (`1.5e300`) is used only where more than 40 zeros would be added. So `10.50` is `10.5`, `100.0` and `1e2`
/// are `100`, `-0` is `0`.
///
/// The text parses to the same value. Numbers with an exponent may become longer.
///
/// # Errors
///
/// An object has a duplicate key, or a number is invalid or has an exponent of more than 32 bits. Such a value has no
/// canonical text.
///
/// ```
/// use hpd_journal::__private::canonical_json;
/// use hpd_runtime::args::{Limits, Node};
///
/// let sent =
///     Node::parse(r#"{"b": 10.50, "a": [1e2, "\u00e9"]}"#, &Limits::default()).unwrap();
/// assert_eq!(canonical_json(&sent).unwrap(), r#"{"a":[100,"é"],"b":10.5}"#);
/// ```
pub fn canonical_json(value: &Node<'_>) -> Result<String, CanonicalError> {
    let mut text = String::new();
    write(value, &mut text)?;
    Ok(text)
}

/// A value has no canonical text. It is not shown: it may be a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CanonicalError {
    /// A duplicate key in an object.
    DuplicateKey,
    /// A number that is not a JSON number, or has an exponent of more than 32 bits.
    Number,
}

impl fmt::Display for CanonicalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DuplicateKey => "a key stands in an object more than once",
            Self::Number => "a number can't be written exactly",
        })
    }
}

impl std::error::Error for CanonicalError {}

fn write(value: &Node<'_>, out: &mut String) -> Result<(), CanonicalError> {
    match value {
        Node::Number(text) => out.push_str(&number(text)?),
        Node::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(item, out)?;
            }
            out.push(']');
        }
        Node::Object(members) => {
            out.push('{');
            for (index, (key, member)) in sorted(members)?.into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                Node::String(Cow::Borrowed(key)).write_json(out);
                out.push(':');
                write(member, out)?;
            }
            out.push('}');
        }
        Node::Null | Node::Bool(_) | Node::String(_) => value.write_json(out),
    }
    Ok(())
}

/// The members in the order of the RFC, each key once.
fn sorted<'n, 'a>(
    members: &'n [(Cow<'a, str>, Node<'a>)],
) -> Result<Vec<(&'n str, &'n Node<'a>)>, CanonicalError> {
    let mut sorted: Vec<_> = members.iter().map(|(key, member)| (&**key, member)).collect();
    order::sort_by(&mut sorted, |(left, _), (right, _)| left.encode_utf16().cmp(right.encode_utf16()));
    let twice = sorted.iter().zip(sorted.iter().skip(1)).any(|((left, _), (right, _))| left == right);
    if twice { Err(CanonicalError::DuplicateKey) } else { Ok(sorted) }
}

/// A number's text. Exponents that no type has are not written: [`Decimal`] does not tell the greatest of them apart.
fn number(text: &str) -> Result<String, CanonicalError> {
    let written = Decimal::parse(text).ok_or(CanonicalError::Number)?.to_json(FROZEN_ZEROS);
    match written.split_once('e') {
        Some((_, exponent)) if exponent.parse::<i32>().is_err() => Err(CanonicalError::Number),
        _ => Ok(written),
    }
}
