//! Descriptions: models choose tools by them.

use proc_macro2::Span;

use crate::errors::Errors;
use crate::parse::{Field, RawDescription};

/// A model chooses by descriptions. It does not find a tool without one, or guesses.
pub(super) fn check_description(
    raw: RawDescription,
    at: Span,
    what: &str,
    errors: &mut Errors,
) -> Option<String> {
    require_description(raw, at, what, "write a doc comment, or `description = \"..\"`", errors)
}

/// The same for a scope, which can say it more shortly.
pub(super) fn check_scope_description(raw: RawDescription, errors: &mut Errors) -> Option<String> {
    let fix = "write `#[scope(\"..\")]`, or a doc comment";
    require_description(raw, Span::call_site(), "a scope", fix, errors)
}

fn require_description(
    raw: RawDescription,
    at: Span,
    what: &str,
    fix: &str,
    errors: &mut Errors,
) -> Option<String> {
    let RawDescription { option, docs } = raw;
    match option {
        Field::Given(given) => return Some(given.value.value.trim().to_owned()),
        Field::Broken => return None,
        Field::Absent => {}
    }
    if let Some(span) = docs.unreadable {
        errors.at(
            span,
            "a description has to be a literal: the macro can't read this; write `description = \"..\"`",
        );
        return None;
    }
    if let Some(span) = docs.empty {
        errors.at(span, format!("the description of {what} is empty: write what a model has to know"));
        return None;
    }
    if docs.text.is_none() {
        errors.at(at, format!("{what} needs a description: {fix}"));
    }
    docs.text
}

/// A plugin without a scope is no container: people may read its description, models never do.
pub(super) fn optional_description(raw: RawDescription) -> String {
    let RawDescription { option, docs } = raw;
    option.into_value().map(|text| text.value.trim().to_owned()).or(docs.text).unwrap_or_default()
}
