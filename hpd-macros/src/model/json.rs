//! JSON values, written as Rust literals in the user's attributes.

use std::fmt::{self, Write as _};

use super::Number;

/// A literal, or a list of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Json {
    Bool(bool),
    Number(Number),
    Text(String),
    Array(Vec<Json>),
}

/// The JSON text.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(number) => f.write_str(number.as_str()),
            Self::Text(text) => write_string(f, text),
            Self::Array(items) => {
                f.write_char('[')?;
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        f.write_char(',')?;
                    }
                    write!(f, "{item}")?;
                }
                f.write_char(']')
            }
        }
    }
}

fn write_string(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            c if c < ' ' => write!(f, "\\u{:04x}", u32::from(c))?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_as_json_says() {
        let text = Json::Text("a \"quoted\" \\ path\n\t\u{1} é".to_owned());
        assert_eq!(text.to_string(), r#""a \"quoted\" \\ path\n\t\u0001 é""#);
    }

    #[test]
    fn arrays_are_compact() {
        let number = Number::new("-1.50").map(Json::Number);
        let items = number.into_iter().chain([Json::Bool(true), Json::Array(Vec::new())]).collect();
        assert_eq!(Json::Array(items).to_string(), "[-1.50,true,[]]");
    }
}
