//! The schema of a tool's arguments, in each dialect that was asked for.

use std::sync::OnceLock;

use hpd_journal::__private::parse_trusted;
use hpd_runtime::dialect::{Converted, Dialect, DialectError, DialectErrorKind};

/// The schema of a tool's arguments.
#[derive(Debug)]
pub(crate) struct InputSchema {
    text: Box<str>,
    written: [OnceLock<Result<Box<WrittenSchema>, DialectError>>; Dialect::ALL.len()],
    outline: OnceLock<Box<Self>>,
}

/// The schema in one dialect.
#[derive(Debug)]
pub(crate) struct WrittenSchema {
    pub(crate) text: Box<str>,
    pub(crate) converted: Converted,
}

impl InputSchema {
    pub(crate) const fn text(&self) -> &str {
        &self.text
    }

    /// The schema in a dialect, which is written once.
    pub(crate) fn in_dialect(&self, dialect: Dialect) -> Result<&WrittenSchema, &DialectError> {
        let written = self.written[dialect as usize].get_or_init(|| write(&self.text, dialect));
        written.as_deref()
    }

    /// An outline of the schema, which `make` is asked for once.
    pub(crate) fn outlined(&self, make: impl FnOnce(&str) -> String) -> &Self {
        self.outline.get_or_init(|| Box::new(make(&self.text).into()))
    }
}

impl<T: Into<Box<str>>> From<T> for InputSchema {
    fn from(text: T) -> Self {
        Self { text: text.into(), written: Default::default(), outline: OnceLock::new() }
    }
}

fn write(text: &str, dialect: Dialect) -> Result<Box<WrittenSchema>, DialectError> {
    let schema = parse_trusted(text).map_err(|error| DialectError {
        dialect,
        pointer: String::new(),
        kind: DialectErrorKind::IllFormed(error.to_string()),
    })?;
    let converted = dialect.convert(&schema)?;
    Ok(Box::new(WrittenSchema { text: converted.schema.to_json().into(), converted }))
}
