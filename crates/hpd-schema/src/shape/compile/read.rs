//! Reading a keyword's value.

use std::borrow::Cow;

use hpd_json::__private::Path;
use hpd_json::text::cut;
use hpd_json::{Decimal, Node};

use super::ShapeError;
use super::compiler::Compiler;

/// Characters of a value in an error about a schema.
const LONGEST: usize = 40;

type Members<'a> = [(Cow<'a, str>, Node<'a>)];

/// A value of a schema as an error shows it.
pub(super) fn describe(value: &Node<'_>) -> String {
    cut(&value.to_json(), LONGEST)
}

impl<'s, 'a> Compiler<'s, 'a> {
    pub(super) fn array(&self, value: &'s Node<'a>, path: &Path<'_>) -> Result<&'s [Node<'a>], ShapeError> {
        match value {
            Node::Array(items) => Ok(items),
            _ => Err(self.error(path, format!("must be an array, not {}", describe(value)))),
        }
    }

    pub(super) fn object(&self, value: &'s Node<'a>, path: &Path<'_>) -> Result<&'s Members<'a>, ShapeError> {
        match value {
            Node::Object(members) => Ok(members),
            _ => Err(self.error(path, format!("must be an object, not {}", describe(value)))),
        }
    }

    pub(super) fn text(&self, value: &'s Node<'a>, path: &Path<'_>) -> Result<&'s str, ShapeError> {
        value.as_str().ok_or_else(|| self.error(path, format!("must be a string, not {}", describe(value))))
    }

    pub(super) fn bool(&self, value: &Node<'_>, path: &Path<'_>) -> Result<bool, ShapeError> {
        match value {
            Node::Bool(value) => Ok(*value),
            _ => Err(self.error(path, format!("must be true or false, not {}", describe(value)))),
        }
    }

    pub(super) fn number(&self, value: &Node<'_>, path: &Path<'_>) -> Result<Decimal, ShapeError> {
        let number = match value {
            Node::Number(text) => Decimal::parse(text),
            _ => None,
        };
        number.ok_or_else(|| self.error(path, format!("must be a number, not {}", describe(value))))
    }

    /// A whole number from zero on; one that is too large for anything is the largest that there is.
    pub(super) fn count(&self, value: &Node<'_>, path: &Path<'_>) -> Result<u64, ShapeError> {
        let number = self.number(value, path)?;
        if !number.is_integer() || number.is_negative() {
            return Err(
                self.error(path, format!("must be a whole number of at least 0, not {}", describe(value)))
            );
        }
        Ok(number.to_string().parse().unwrap_or(u64::MAX))
    }
}
