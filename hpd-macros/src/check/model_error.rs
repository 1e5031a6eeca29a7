//! Error types: each case has one text for the model, and its fields are there.

use proc_macro2::{Ident, Span};
use syn::Path;

use crate::errors::Errors;
use crate::model::{Conversion, ErrorCase, ErrorEffect, ErrorField, ErrorText, ErrorType, Runtime};
use crate::parse::{RawErrorBody, RawErrorCase, RawErrorText, RawModelError, Text, any_of};

/// An error type. With mistakes it has no cases, and keeps its promise.
pub(crate) fn check_model_error(raw: RawModelError, home: &Path, errors: &mut Errors) -> ErrorType {
    let RawModelError { ident, generics, body } = raw;
    let mut conversions = Vec::new();
    let cases: Vec<_> = match body {
        RawErrorBody::Struct(case) => {
            conversions.extend(check_from(&case, errors));
            vec![check_case(case, None, errors)]
        }
        RawErrorBody::Enum { own, variants } => {
            let for_all = check_own(&own, errors);
            conversions.extend(variants.iter().filter_map(|case| check_from(case, errors)));
            variants.into_iter().map(|case| check_case(case, for_all, errors)).collect()
        }
        RawErrorBody::Other(span) => {
            errors.at(span, "a union can't say which text the model reads: write an enum");
            Vec::new()
        }
    };
    let cases = cases.into_iter().collect::<Option<Vec<_>>>().filter(|_| errors.is_empty());
    ErrorType { runtime: Runtime::new(home), ident, generics, cases, conversions }
}

/// `?` knows one value. With `thiserror` beside it, the conversion is there already.
fn check_from(case: &RawErrorCase, errors: &mut Errors) -> Option<Conversion> {
    let RawErrorCase { ident, is_variant, fields, is_thiserror, .. } = case;
    let at = fields.iter().find_map(|field| field.from).filter(|_| !is_thiserror)?;
    let [field] = fields.as_slice() else {
        errors.at(at, format!("`#[from]` makes `{ident}` of its one field, and it has {}: remove it, and write `.map_err(..)?`", fields.len()));
        return None;
    };
    Some(Conversion {
        variant: is_variant.then(|| ident.clone()),
        member: field.member.clone(),
        ty: field.ty.clone(),
    })
}

/// An enum may say `display` for all of its variants. Everything else is a matter of one variant.
fn check_own(own: &RawErrorText, errors: &mut Errors) -> Option<Span> {
    let stray = [
        (own.text.given().map(|given| given.key), "a text"),
        (own.transparent.given().map(|given| given.key), "`transparent`"),
        (own.did_not_run.given().map(|given| given.key), "`did_not_run`"),
        (own.outcome_unknown.given().map(|given| given.key), "`outcome_unknown`"),
    ];
    for (span, what) in stray {
        if let Some(span) = span {
            errors.at(span, format!("{what} belongs to one variant: write it above that; an enum itself takes `#[model_error(display)]`"));
        }
    }
    own.display.given().map(|given| given.key)
}

fn check_case(raw: RawErrorCase, for_all: Option<Span>, errors: &mut Errors) -> Option<ErrorCase> {
    let RawErrorCase { ident, is_variant, fields, text, .. } = raw;
    let effect = effect_of(&text);
    let text = check_text(&ident, is_variant, &fields, &text, for_all, errors)?;
    Some(ErrorCase { variant: is_variant.then_some(ident), fields, text, effect })
}

fn effect_of(text: &RawErrorText) -> Option<ErrorEffect> {
    let did_not_run = text.did_not_run.value().map(|_| ErrorEffect::NotRun);
    did_not_run.or_else(|| text.outcome_unknown.value().map(|_| ErrorEffect::Unknown))
}

/// The model reads exactly one thing.
fn check_text(
    ident: &Ident,
    is_variant: bool,
    fields: &[ErrorField],
    text: &RawErrorText,
    for_all: Option<Span>,
    errors: &mut Errors,
) -> Option<ErrorText> {
    let display = text.display.given().map(|given| given.key);
    let transparent = text.transparent.given().map(|given| given.key);
    if let (Some(given), Some((other, key))) =
        (text.text.given(), display.map(|at| (at, "display")).or(transparent.map(|at| (at, "transparent"))))
    {
        errors.at(given.key, "the text is given here");
        errors.at(other, format!("`{key}` gives another text: remove one"));
        return None;
    }
    if let Some(given) = text.text.given() {
        return check_template(&given.value, fields, errors);
    }
    if let Some(at) = display {
        return Some(ErrorText::Display(at));
    }
    if let Some(at) = transparent {
        if fields.len() != 1 {
            errors.at(
                at,
                format!(
                    "`transparent` passes on the one field of `{ident}`, which has {}: write a text",
                    fields.len()
                ),
            );
            return None;
        }
        return Some(ErrorText::Transparent);
    }
    let is_broken = !(text.text.is_absent() && text.display.is_absent() && text.transparent.is_absent());
    match for_all {
        Some(at) => Some(ErrorText::Display(at)),
        None if is_broken => None,
        None => {
            let what = if is_variant { "variant" } else { "type" };
            errors.at(ident.span(), format!("`{ident}` has no text for the model: write `#[model_error(\"..\")]` above the {what}, or `#[model_error(display)]` if its `Display` may be read"));
            None
        }
    }
}

/// A text with fields in braces, as `format!` has them.
fn check_template(text: &Text, fields: &[ErrorField], errors: &mut Errors) -> Option<ErrorText> {
    let before = errors.len();
    let mut format = String::new();
    let mut used: Vec<usize> = Vec::new();
    let mut rest = text.value.as_str();
    while let Some(at) = rest.find(['{', '}']) {
        let (plain, braces) = rest.split_at(at);
        format.push_str(plain);
        if let Some(after) = braces.strip_prefix("{{").or_else(|| braces.strip_prefix("}}")) {
            format.push_str(&braces[..2]);
            rest = after;
            continue;
        }
        let Some((inside, after)) = braces.strip_prefix('{').and_then(|inside| inside.split_once('}')) else {
            errors.at(
                text.span,
                "the text has a brace without its partner: a field is written `{name}`, and a brace `{{`",
            );
            return None;
        };
        rest = after;
        let (name, how) = inside.split_once(':').map_or((inside, None), |(name, how)| (name, Some(how)));
        if let Some(index) = check_field(name, text.span, fields, errors) {
            format.push_str("{field_");
            format.push_str(name);
            format.extend(how.map(|how| format!(":{how}")));
            format.push('}');
            if !used.contains(&index) {
                used.push(index);
            }
        }
    }
    format.push_str(rest);
    if errors.len() > before {
        return None;
    }
    Some(if format.contains(['{', '}']) {
        ErrorText::Filled { format, at: text.span, fields: used }
    } else {
        ErrorText::Fixed(format)
    })
}

fn check_field(name: &str, at: Span, fields: &[ErrorField], errors: &mut Errors) -> Option<usize> {
    let found = fields.iter().position(|field| field.name == name);
    if found.is_none() {
        let names: Vec<String> = fields.iter().map(|field| format!("{{{}}}", field.name)).collect();
        let known = match names.as_slice() {
            [] => "there are no fields".to_owned(),
            names => format!("write {}", any_of(names.iter().map(String::as_str))),
        };
        errors.at(at, format!("the text names the unknown field `{{{name}}}`: {known}"));
    }
    found
}
