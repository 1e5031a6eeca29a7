//! Parameters.

use std::collections::HashMap;

use proc_macro2::{Ident, Span};
use syn::Pat;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;

use super::constraint::check_constraints;
use super::description::check_description;
use super::flatten::{check_alone, check_flatten};
use super::kind::Kind;
use super::leaf::leaves_of;
use super::literal::{check_held, check_literal, check_literal_kind};
use super::names::spelt;
use super::signature::{check_context_type, check_owned, is_request};
use crate::errors::Errors;
use crate::model::{Argument, Case, Default, Param};
use crate::parse::{Field, JsonValue, RawDefault, RawDescription, RawInput, RawParam, RawTyped, Text};

/// Providers refuse schemas with other property names.
const MAX_PARAMETER_NAME: usize = 64;

/// The parameters for the model, and the arguments of the method. Names are the user's, or the Rust names in the
/// spelling `case`.
pub(super) fn check_params(
    inputs: Vec<RawInput>,
    case: Option<Case>,
    errors: &mut Errors,
) -> (Vec<Param>, Vec<Argument>) {
    let mut params = Vec::new();
    let mut arguments = Vec::new();
    let mut names: HashMap<String, Span> = HashMap::new();
    let mut flattened: Option<Span> = None;
    for input in inputs {
        let RawInput::Typed(typed) = input else { continue };
        check_no_condition(&typed, errors);
        if typed.context.is_some() {
            check_context(&typed, errors);
            let at = typed.ty.span();
            arguments.push(if is_request(&typed.ty) { Argument::Request(at) } else { Argument::Context(at) });
            continue;
        }
        let Some(ident) = check_pattern(&typed.pat, errors) else { continue };
        if let Some(given) = typed.options.flatten.given() {
            flattened.get_or_insert(given.key);
            arguments.push(Argument::Param(params.len()));
            params.push(check_flatten(*typed, ident, errors));
            continue;
        }
        if let Some(given) = typed.options.fields.given() {
            errors.at(
                given.key,
                "`fields` is about the fields of a struct that takes all arguments: add `flatten`",
            );
        }
        let name = check_param_name(&typed.options.name, &ident, case, &mut names, errors);
        let param = check_param(*typed, ident, name, errors);
        arguments.push(Argument::Param(params.len()));
        params.push(param);
    }
    if let Some(at) = flattened {
        check_alone(&params, at, errors);
    }
    (params, arguments)
}

/// The table has one list of parameters.
fn check_no_condition(typed: &RawTyped, errors: &mut Errors) {
    if let Some(span) = typed.cfg {
        errors.at(span, "a parameter of a tool is always there: put `#[cfg(..)]` on the whole function, and write it twice");
    }
}

/// The context comes from the host. The model never sees it.
fn check_context(typed: &RawTyped, errors: &mut Errors) {
    if let Some(span) = typed.param {
        errors.at(span, "`#[context]` is not filled by the model: remove `#[param]`");
    }
    check_context_type(&typed.ty, errors);
}

/// A model fills parameters by name.
fn check_pattern(pat: &Pat, errors: &mut Errors) -> Option<Ident> {
    match pat {
        Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => Some(pat.ident.clone()),
        other => {
            errors.on(other, "a parameter of a tool needs a plain name, which the model fills: take the value apart in the body");
            None
        }
    }
}

fn check_param(typed: RawTyped, ident: Ident, name: String, errors: &mut Errors) -> Param {
    let RawTyped { ty, docs, mut options, .. } = typed;
    if !check_owned(&ty, errors) && options.description.is_absent() {
        // A reference without docs is meant to be the context, most likely.
        options.description = Field::Broken;
    }
    let what = format!("the parameter `{}`", ident.unraw());
    let kind = Kind::of(&ty);
    let constraints = check_constraints(&options, &ty, kind, errors);
    let literal = |value: &JsonValue, what: &str, errors: &mut Errors| {
        check_literal_kind(value, kind, what, errors);
        check_held(value, &ty, what, errors);
        check_literal(value, &constraints, what, errors);
    };
    if let Some(RawDefault::Literal(value)) = options.default.value() {
        literal(value, "default", errors);
    }
    if let Some(value) = options.example.value() {
        literal(value, "example", errors);
    }
    let RawParam { title, description, default, example, hint, obtain, profile_key, config_key, ask, .. } =
        options;
    let text = |field: Field<Text>| field.into_value().map(|text| text.value);
    let sensitive = options.sensitive.value().is_some();
    Param {
        name,
        title: text(title),
        description: check_description(
            RawDescription { option: description, docs },
            ident.span(),
            &what,
            errors,
        )
        .unwrap_or_default(),
        default: default.into_value().map(default_of),
        example: example.into_value().map(|value| value.value),
        constraints,
        custom: options.custom.into_value().map(|path| path.0),
        sensitive,
        lenient: options.lenient.value().is_some(),
        hint: text(hint),
        obtain: obtain.into_value().map(|path| path.0),
        profile_key: text(profile_key),
        config_key: text(config_key),
        confirm_if_uncertain: sensitive || options.confirm_if_uncertain.value().is_some(),
        ask: text(ask),
        flatten: None,
        is_of_unknown_kind: kind == Kind::Unknown,
        place: ty.clone(),
        leaves: leaves_of(&ty),
        ty,
        ident,
    }
}

fn default_of(raw: RawDefault) -> Default {
    match raw {
        RawDefault::Standard => Default::Standard,
        RawDefault::Literal(JsonValue { value, .. }) => Default::Json(value),
        RawDefault::Computed(expr) => Default::Computed(expr),
    }
}

/// A key occurs once in the arguments, and every provider accepts it in a schema.
fn check_param_name(
    option: &Field<Text>,
    ident: &Ident,
    case: Option<Case>,
    names: &mut HashMap<String, Span>,
    errors: &mut Errors,
) -> String {
    let (name, at) = match option.value() {
        Some(text) => (text.value.clone(), text.span),
        None => (spelt(ident, case), ident.span()),
    };
    let legal = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    if name.is_empty() || name.len() > MAX_PARAMETER_NAME || !name.bytes().all(legal) {
        errors.at(at, format!("`{name}` can't be a parameter's name: providers accept up to {MAX_PARAMETER_NAME} letters, digits, `_`, `-` and `.` of ASCII; write `#[param(name = \"..\")]`"));
    }
    if let Some(first) = names.get(&name) {
        errors.at(*first, format!("the first parameter called `{name}` is here"));
        errors.at(at, format!("two parameters are called `{name}`: rename one"));
    } else {
        names.insert(name.clone(), at);
    }
    name
}
