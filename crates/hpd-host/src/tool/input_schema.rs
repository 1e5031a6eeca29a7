//! The schema of a tool's arguments, and everything that is written of it, once each.

use std::sync::OnceLock;

use hpd_journal::__private::parse_trusted;
use hpd_runtime::dialect::{Converted, Dialect, DialectError, DialectErrorKind};

use super::once::OnceMap;

/// The schema of a tool's arguments.
#[derive(Debug)]
pub(crate) struct InputSchema {
    text: Box<str>,
    written: OnceMap<Dialect, Result<Box<WrittenSchema>, Box<DialectError>>>,
    definitions: OnceMap<Form, Option<Box<str>>>,
    outline: OnceLock<Box<Self>>,
}

/// The schema in one dialect.
#[derive(Debug)]
pub(crate) struct WrittenSchema {
    pub(crate) text: Box<str>,
    pub(crate) converted: Converted,
}

/// The form of a tool's definition in a request: a number of the provider, and the dialect of the schema, if any.
pub(crate) type Form = (u8, Option<Dialect>);

impl InputSchema {
    pub(crate) const fn text(&self) -> &str {
        &self.text
    }

    /// The schema in a dialect, which is written once.
    pub(crate) fn in_dialect(&self, dialect: Dialect) -> Result<&WrittenSchema, &DialectError> {
        match self.written.get_or_make(dialect, || write(&self.text, dialect)) {
            Ok(written) => Ok(written),
            Err(error) => Err(error),
        }
    }

    /// The definition of its tool in a form, if it was kept: `Some(None)` if there is none in this form.
    #[inline]
    pub(crate) fn definition(&self, form: Form) -> Option<Option<&str>> {
        self.definitions.get(&form).map(Option::as_deref)
    }

    /// Keeps the definition of its tool in a form. The rest of the tool no longer changes.
    pub(crate) fn keep_definition(&self, form: Form, definition: Option<String>) -> Option<&str> {
        self.definitions.get_or_make(form, || definition.map(String::into_boxed_str)).as_deref()
    }

    /// An outline of the schema, which `make` is asked for once.
    pub(crate) fn outlined(&self, make: impl FnOnce(&str) -> String) -> &Self {
        self.outline.get_or_init(|| Box::new(make(&self.text).into()))
    }
}

impl<T: Into<Box<str>>> From<T> for InputSchema {
    fn from(text: T) -> Self {
        Self {
            text: text.into(),
            written: OnceMap::default(),
            definitions: OnceMap::default(),
            outline: OnceLock::new(),
        }
    }
}

fn write(text: &str, dialect: Dialect) -> Result<Box<WrittenSchema>, Box<DialectError>> {
    let schema = parse_trusted(text).map_err(|error| DialectError {
        dialect,
        pointer: String::new(),
        kind: DialectErrorKind::IllFormed(error.to_string()),
    })?;
    let converted = dialect.convert(&schema)?;
    Ok(Box::new(WrittenSchema { text: converted.schema.to_json().into(), converted }))
}
