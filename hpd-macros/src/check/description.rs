//! Descriptions: what models choose tools by.

use proc_macro2::Span;

use crate::errors::Errors;
use crate::parse::{Docs, Field, Text};

/// A model chooses by descriptions: what has none is not found, or guessed at.
pub(super) fn check_description(
    option: Field<Text>,
    docs: Docs,
    at: Span,
    what: &str,
    errors: &mut Errors,
) -> Option<String> {
    match option {
        Field::Given(given) => return Some(given.value.value),
        Field::Broken => return None,
        Field::Absent => {}
    }
    if let Some(span) = docs.unreadable {
        errors.at(span, "a description has to be a literal: the macro can't read this; write `description = \"..\"`");
        return None;
    }
    if let Some(span) = docs.empty {
        errors.at(span, format!("the description of {what} is empty: write what a model has to know"));
        return None;
    }
    if docs.text.is_none() {
        errors.at(at, format!("{what} needs a description: write a doc comment, or `description = \"..\"`"));
    }
    docs.text
}

/// A plugin without a scope is no container: people may read its description, models never do.
pub(super) fn optional_description(option: Field<Text>, docs: Docs) -> String {
    option.into_value().map(|text| text.value).or(docs.text).unwrap_or_default()
}
