//! Texts that are filled in from the arguments: the phrase that a user types, and the question.

use proc_macro2::Span;

use crate::errors::Errors;
use crate::model::{Param, Question, is_flat};
use crate::parse::{Field, RawFunction, Text, any_of};

/// The phrase is filled in from the arguments: a name that is no parameter would stay empty.
pub(super) fn check_phrase(phrase: &Field<Text>, params: &[Param], errors: &mut Errors) {
    let Some(text) = phrase.value() else { return };
    let template = Template { key: "confirm_phrase", text, params, preview: &[] };
    for name in template.names(errors) {
        template.check_name(name, errors);
    }
}

/// The question is filled from the arguments and from the preview.
pub(super) fn check_question(raw: &RawFunction, params: &[Param], errors: &mut Errors) -> Option<Question> {
    let text = raw.question.value()?;
    if text.value.chars().any(char::is_control) {
        errors.at(text.span, "`question` is one line: leave out line breaks and tabs");
    }
    let preview = raw.preview.value().map_or(&[][..], Vec::as_slice);
    let template = Template { key: "question", text, params, preview };
    let names = template.names(errors);
    // A list of names that could not be read may have had any name.
    if !matches!(raw.preview, Field::Broken) {
        for name in &names {
            template.check_name(name, errors);
        }
    }
    for shown in preview {
        check_shown(shown, &names, params, errors);
    }
    let preview = preview.iter().map(|name| name.value.clone()).collect();
    Some(Question { template: text.value.clone(), preview })
}

/// A name of the preview is one of the question, and no parameter: which value is meant would be open.
fn check_shown(shown: &Text, names: &[&str], params: &[Param], errors: &mut Errors) {
    let name = &shown.value;
    if params.iter().any(|param| param.name == *name) {
        errors.at(shown.span, format!("`preview` names the parameter `{name}`: give it a name of its own"));
    } else if !names.contains(&name.as_str()) {
        errors.at(
            shown.span,
            format!(
                "`preview` names `{name}`, which `question` does not show: add `{{{name}}}`, or remove it"
            ),
        );
    }
}

/// A text with names in braces.
struct Template<'t> {
    key: &'static str,
    text: &'t Text,
    params: &'t [Param],
    /// The names that the preview provides.
    preview: &'t [Text],
}

impl<'t> Template<'t> {
    fn names(&self, errors: &mut Errors) -> Vec<&'t str> {
        placeholders(&self.text.value).unwrap_or_else(|()| {
            let key = self.key;
            let message =
                format!("`{key}` has a brace without its partner: a placeholder is written `{{Parameter}}`");
            errors.at(self.text.span, message);
            Vec::new()
        })
    }

    fn check_name(&self, name: &str, errors: &mut Errors) {
        let Self { key, params, preview, .. } = self;
        let at: Span = self.text.span;
        let mut known = params.iter().map(|param| param.name.as_str());
        // The fields of a struct are known when the toolbox is built.
        let is_open = is_flat(params);
        if is_open || known.any(|param| param == name) || preview.iter().any(|shown| shown.value == name) {
            return;
        }
        let is_question = *key == "question";
        if let Some((param, _)) = name.split_once('.').filter(|_| is_question) {
            return errors.at(
                at,
                format!("`{key}` names what lies below `{param}`: it shows whole parameters; let the preview give `{name}` under a name of its own"),
            );
        }
        let known = any_of(
            params.iter().map(|param| param.name.as_str()).chain(preview.iter().map(|name| &*name.value)),
        );
        let hint = if is_question {
            format!("; or, if the preview gives it, add `preview(\"{name}\")`")
        } else {
            String::new()
        };
        if known.is_empty() {
            errors.at(at, format!("`{key}` names the parameter `{name}`, and the function has none{hint}"));
        } else {
            errors.at(at, format!("`{key}` names the unknown parameter `{name}`: write {known}{hint}"));
        }
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
