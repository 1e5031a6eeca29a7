//! The public face: schemas and answers of `serde_json`, and texts.

use hpd_json::{Limits, Node, SyntaxError};
use serde_json::Value;

use crate::dialect::{self, Dialect, DialectError, DialectErrorKind, SchemaChange};

/// Writes the schema of a tool's arguments in a dialect. Its properties follow the order of serde's map: by name,
/// unless the program enables `serde_json/preserve_order`. Models write arguments in this order, so [`convert_text`] is
/// often the better choice.
///
/// The schema may follow draft 2020-12 or draft-07, with the deviations common in real tool lists.
///
/// # Errors
///
/// A [`DialectError`] in the cases that [Refused schemas](crate#refused-schemas) lists.
pub fn convert(schema: &Value, dialect: Dialect) -> Result<Converted, DialectError> {
    dialect.convert(&Node::from_value(schema)).map(Converted::new)
}

/// As [`convert`], for a schema that is given as JSON text. Properties keep their order.
///
/// # Errors
///
/// As [`convert`], and if the text is not JSON.
pub fn convert_text(schema: &str, dialect: Dialect) -> Result<Converted, DialectError> {
    let tree = Node::parse(schema, &Limits::UNLIMITED).map_err(|error| DialectError {
        dialect,
        pointer: String::new(),
        kind: DialectErrorKind::IllFormed(error.to_string()),
    })?;
    dialect.convert(&tree).map(Converted::new)
}

/// A schema in a dialect, its report, and the way back.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Converted {
    /// The schema as the provider takes it.
    pub schema: Value,
    /// The schema as compact JSON: equal bytes each time, with properties in their order.
    pub text: String,
    /// Differences from the original.
    pub report: Vec<SchemaChange>,
    inner: dialect::Converted,
}

impl Converted {
    fn new(mut inner: dialect::Converted) -> Self {
        let report = std::mem::take(&mut inner.report);
        Self { schema: inner.schema.to_value(), text: inner.schema.to_json(), report, inner }
    }

    /// Converts an answer for this schema into one for the original. Nulls that mean "absent" are dropped. JSON
    /// texts that replace values are parsed. Renamed properties get their original names. Values that break the schema
    /// stay unchanged.
    pub fn restore(&self, answer: &mut Value) {
        if self.restores_nothing() {
            return;
        }
        let mut tree = Node::from_value(answer);
        self.inner.restore(&mut tree);
        *answer = tree.to_value();
    }

    /// As [`restore`](Self::restore), for an answer that is given as JSON text. Numbers keep every digit.
    ///
    /// # Errors
    ///
    /// A [`SyntaxError`] if the text is not JSON, or breaks one of hpd's limits on arguments.
    pub fn restore_text(&self, answer: &str) -> Result<String, SyntaxError> {
        let mut tree = Node::parse(answer, &Limits::default())?;
        self.inner.restore(&mut tree);
        Ok(tree.to_json())
    }

    /// Whether [`restore`](Self::restore) leaves every answer as it is.
    pub const fn restores_nothing(&self) -> bool {
        self.inner.is_restored_as_is()
    }

    /// Whether the tool takes no arguments. Gemini refuses an object without properties: leave `parameters` out then.
    pub fn takes_nothing(&self) -> bool {
        self.inner.takes_nothing()
    }
}
