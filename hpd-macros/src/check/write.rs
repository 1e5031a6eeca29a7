//! Functions that change something.

use hpd_words::write_word;
use proc_macro2::{Ident, Span};
use syn::ext::IdentExt as _;

use super::phrase::check_phrase;
use crate::errors::Errors;
use crate::model::{Effect, Param, Risk, ToolName};
use crate::parse::{Field, RawFunction, Text};

/// The function's effect, and its safeguards. The table of keys requires `write` and `risk` together.
pub(super) fn check_effect(raw: &RawFunction, params: &[Param], errors: &mut Errors) -> Effect {
    let Some(write) = raw.write.given() else { return Effect::Read };
    check_not_read_only(raw, write.key, errors);
    check_phrase_needs_high_risk(&raw.confirm_phrase, &raw.risk, errors);
    check_phrase(&raw.confirm_phrase, params, errors);
    check_no_confirmation(params, errors);
    Effect::Write {
        // Without a risk there is an error already.
        risk: raw.risk.value().copied().unwrap_or(Risk::High),
        confirm_phrase: raw.confirm_phrase.value().map(|text| text.value.clone()),
        allow_empty: raw.allow_empty.value().is_some(),
    }
}

/// Clients run tools that are marked as reads without asking.
fn check_not_read_only(raw: &RawFunction, write: Span, errors: &mut Errors) {
    if let Some(hint) = raw.read_only.given().filter(|hint| hint.value.0) {
        errors.at(write, "`write` contradicts `read_only`: remove one");
        errors.at(hint.key, "`read_only` contradicts `write`");
    }
}

/// Without `write`, a function runs unasked. So a name that begins like a write's needs `write` or `read_only`. One
/// mistake is one error, so the Rust name is not compared after a refused tool name.
pub(super) fn check_write_name(
    raw: &RawFunction,
    ident: &Ident,
    name: Option<&ToolName>,
    errors: &mut Errors,
) {
    if lacks_write(raw) && lacks_read_only(raw) {
        report_write_name(raw, ident, name, errors);
    }
}

fn report_write_name(raw: &RawFunction, ident: &Ident, name: Option<&ToolName>, errors: &mut Errors) {
    let given = raw.name.value().map(|text| (text.value.clone(), text.span));
    let own = (ident.unraw().to_string(), ident.span());
    let spelt = name.map(|name| (name.to_string(), ident.span()));
    let mut names = [given, Some(own), spelt].into_iter().flatten();
    if let Some((name, at)) = names.find(|(name, _)| begins_like_write(name)) {
        errors.at(
            at,
            format!("`{name}` is named like a write: add `write` with a `risk`, or `read_only` if it changes nothing"),
        );
    }
}

/// Keys that need `write` are reported without it, with the words to write. That is the same mistake.
fn lacks_write(raw: &RawFunction) -> bool {
    raw.write.is_absent()
        && raw.risk.is_absent()
        && raw.confirm_phrase.is_absent()
        && raw.question.is_absent()
        && raw.allow_empty.is_absent()
}

/// `read_only = false` is no decision: the function may write, and `write` is missing.
fn lacks_read_only(raw: &RawFunction) -> bool {
    match &raw.read_only {
        Field::Absent => true,
        Field::Broken => false,
        Field::Given(given) => !given.value.0,
    }
}

/// Whether the first word always means a change. The toolbox reports other words: they have other readings, too.
fn begins_like_write(name: &str) -> bool {
    write_word(name).is_some_and(|found| found.is_first && found.is_anywhere)
}

/// The phrase is asked for at the highest risk alone.
fn check_phrase_needs_high_risk(phrase: &Field<Text>, risk: &Field<Risk>, errors: &mut Errors) {
    if let (Some(phrase), Some(risk)) = (phrase.given(), risk.given())
        && risk.value != Risk::High
    {
        errors.at(
            phrase.key,
            "`confirm_phrase` is asked for at `risk = high` alone: write that, or remove the phrase",
        );
    }
}

/// Whoever fills the arguments is the model: it would confirm to itself.
fn check_no_confirmation(params: &[Param], errors: &mut Errors) {
    for param in params {
        let confirms = |name: &str| matches!(name.to_ascii_lowercase().as_str(), "confirm" | "confirmed");
        if confirms(&param.name) || confirms(&param.ident.to_string()) {
            errors.at(
                param.ident.span(),
                format!("a confirmation that the model can give is none: remove `{}`; `risk` decides how the user is asked", param.ident),
            );
        }
    }
}
