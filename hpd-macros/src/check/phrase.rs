//! The phrase that a user types.

use proc_macro2::Span;

use crate::errors::Errors;
use crate::model::Param;
use crate::parse::{Field, Text, any_of};

/// The phrase is filled in from the arguments: a name that is no parameter would stay empty.
pub(super) fn check_phrase(phrase: &Field<Text>, params: &[Param], errors: &mut Errors) {
    let Some(text) = phrase.value() else { return };
    match placeholders(&text.value) {
        Ok(names) => {
            for name in names {
                check_placeholder(name, params, text.span, errors);
            }
        }
        Err(()) => errors.at(
            text.span,
            "`confirm_phrase` has a brace without its partner: a placeholder is written `{Parameter}`",
        ),
    }
}

fn check_placeholder(name: &str, params: &[Param], at: Span, errors: &mut Errors) {
    if params.iter().any(|param| param.name == name) {
        return;
    }
    let known = any_of(params.iter().map(|param| param.name.as_str()));
    if known.is_empty() {
        errors.at(at, format!("`confirm_phrase` names the parameter `{name}`, and the function has none"));
    } else {
        errors.at(at, format!("`confirm_phrase` names the unknown parameter `{name}`: write {known}"));
    }
}

/// The names in braces.
fn placeholders(phrase: &str) -> Result<Vec<&str>, ()> {
    let mut names = Vec::new();
    let mut rest = phrase;
    while let Some(open) = rest.find(['{', '}']) {
        let after = rest[open..].strip_prefix('{').ok_or(())?;
        let close = after.find(['{', '}']).ok_or(())?;
        names.push(&after[..close]);
        rest = after[close..].strip_prefix('}').ok_or(())?;
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_stand_in_braces() {
        assert_eq!(placeholders("VOID {InvoiceId} OF {Year}"), Ok(vec!["InvoiceId", "Year"]));
        assert_eq!(placeholders("VOID"), Ok(vec![]));
        assert_eq!(placeholders("{}"), Ok(vec![""]));
        for broken in ["{", "}", "{a", "a}", "{a{b}}", "{a}}"] {
            assert_eq!(placeholders(broken), Err(()), "{broken}");
        }
    }
}
