//! The schema of a tool's arguments, and everything that is written of it, once each.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use hpd_journal::__private::parse_trusted;
use hpd_runtime::dialect::{Converted, Dialect, DialectError, DialectErrorKind};

use super::once::OnceMap;

/// The schema of a tool's arguments.
#[derive(Debug)]
pub(crate) struct InputSchema {
    text: Box<str>,
    written: OnceMap<Dialect, Result<Box<WrittenSchema>, Box<DialectError>>>,
    definitions: OnceMap<Form, Option<Definition>>,
    outline: OnceLock<Box<Self>>,
}

/// The schema in one dialect.
#[derive(Debug)]
pub(crate) struct WrittenSchema {
    pub(crate) text: Box<str>,
    pub(crate) converted: Converted,
}

/// The definition of a tool: a part of the list in which it was first written, since lists are written again in nearly
/// the same order.
#[derive(Debug)]
pub(crate) struct Definition {
    list: Arc<str>,
    place: Range<usize>,
}

impl Definition {
    /// `None` if there is nothing at this place.
    pub(crate) fn new(list: Arc<str>, place: Range<usize>) -> Option<Self> {
        list.get(place.clone())?;
        Some(Self { list, place })
    }

    /// Its text, and that of its neighbours in the same list up to `last`, if they follow each other there with one
    /// character in between.
    #[inline]
    pub(crate) fn up_to(&self, last: &Self) -> &str {
        &self.list[self.place.start..last.place.end]
    }

    /// Whether another definition follows this one in the same list.
    #[inline]
    pub(crate) fn is_before(&self, next: &Self) -> bool {
        self.place.end + 1 == next.place.start && Arc::ptr_eq(&self.list, &next.list)
    }
}

/// The form of a tool's definition in a request: a number of the provider, and the dialect of the schema, if any.
pub(crate) type Form = (u8, Option<Dialect>);

impl InputSchema {
    pub(crate) const fn text(&self) -> &str {
        &self.text
    }

    /// The schema in a dialect, which is written once.
    pub(crate) fn in_dialect(&self, dialect: Dialect) -> Result<&WrittenSchema, &DialectError> {
        match self.written.get_or_make(&dialect, || write(&self.text, dialect)) {
            Ok(written) => Ok(written),
            Err(error) => Err(error),
        }
    }

    /// Whether it is known what the definition of its tool is in a form.
    #[inline]
    pub(crate) fn is_defined(&self, form: Form) -> bool {
        self.definitions.get(&form).is_some()
    }

    /// The definition of its tool in a form, if one was kept.
    #[inline]
    pub(crate) fn definition(&self, form: Form) -> Option<&Definition> {
        self.definitions.get(&form)?.as_ref()
    }

    /// Keeps the definition of its tool in a form; `None` if there is none in this form. The rest of the tool no longer changes.
    pub(crate) fn keep_definition(&self, form: Form, definition: Option<Definition>) {
        self.definitions.get_or_make(&form, || definition);
    }

    /// Whether lists in this dialect leave the tool out. It is known once one was written.
    pub(crate) fn is_left_out(&self, dialect: Dialect) -> bool {
        self.definitions.any(|(_, written), definition| definition.is_none() && *written == Some(dialect))
    }

    /// An outline of the schema, which is made if need be. No lock is held in between.
    pub(crate) fn outlined(&self, make: impl FnOnce(&str) -> String) -> &Self {
        if let Some(outline) = self.outline.get() {
            return outline;
        }
        let outline = Box::new(make(&self.text).into());
        self.outline.get_or_init(|| outline)
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
