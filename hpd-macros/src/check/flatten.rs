//! One struct that takes all arguments. What holds for a single field is said in the struct, or in `fields(..)`.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt as _;

use super::leaf::leaves_of;
use super::signature::check_owned;
use crate::errors::Errors;
use crate::model::{Param, StructField};
use crate::parse::{Field, RawParam, RawStructField, RawTyped, Text};

/// The struct.
pub(super) fn check_flatten(typed: RawTyped, ident: Ident, errors: &mut Errors) -> Param {
    let RawTyped { ty, options, .. } = typed;
    check_owned(&ty, errors);
    check_no_rules(&options, errors);
    let fields = options.fields.into_value().unwrap_or_default();
    Param {
        name: ident.unraw().to_string(),
        title: None,
        description: String::new(),
        default: None,
        example: None,
        constraints: Vec::new(),
        custom: None,
        sensitive: false,
        lenient: false,
        hint: None,
        obtain: None,
        profile_key: None,
        config_key: None,
        confirm_if_uncertain: false,
        ask: None,
        flatten: Some(fields.into_iter().map(field).collect()),
        is_of_unknown_kind: false,
        place: ty.clone(),
        leaves: leaves_of(&ty),
        ty,
        ident,
    }
}

fn field(raw: RawStructField) -> StructField {
    let text = |field: Field<Text>| field.into_value().map(|text| text.value);
    let sensitive = raw.sensitive.value().is_some();
    StructField {
        name: raw.name.unraw().to_string(),
        sensitive,
        lenient: raw.lenient.value().is_some(),
        hint: text(raw.hint),
        obtain: raw.obtain.into_value().map(|path| path.0),
        profile_key: text(raw.profile_key),
        config_key: text(raw.config_key),
        confirm_if_uncertain: sensitive || raw.confirm_if_uncertain.value().is_some(),
        ask: text(raw.ask),
    }
}

/// A rule for the struct as a whole has no place in a schema whose parameters are its fields.
fn check_no_rules(options: &RawParam, errors: &mut Errors) {
    fn key<T>(name: &'static str, field: &Field<T>) -> Option<(&'static str, Span)> {
        field.given().map(|given| (name, given.key))
    }
    let by_struct = [
        key("name", &options.name),
        key("title", &options.title),
        key("description", &options.description),
        key("default", &options.default),
        key("example", &options.example),
        key("range", &options.range),
        key("multiple_of", &options.multiple_of),
        key("length", &options.length),
        key("items", &options.items),
        key("pattern", &options.pattern),
        key("non_empty", &options.non_empty),
        key("one_of", &options.one_of),
        key("format", &options.format),
    ];
    for (name, at) in by_struct.into_iter().flatten() {
        errors.at(at, format!("`{name}` is about one value, and `flatten` takes all arguments: write it in the struct, at the field"));
    }
    if let Some((_, at)) = key("custom", &options.custom) {
        errors.at(at, "`custom` is about one value: write `check = path` on the `#[ai_function]`, which gets the struct");
    }
    let by_field = [
        key("sensitive", &options.sensitive),
        key("lenient", &options.lenient),
        key("hint", &options.hint),
        key("obtain", &options.obtain),
        key("profile_key", &options.profile_key),
        key("config_key", &options.config_key),
        key("confirm_if_uncertain", &options.confirm_if_uncertain),
        key("ask", &options.ask),
    ];
    for (name, at) in by_field.into_iter().flatten() {
        errors.at(at, format!("`{name}` is about one field: write `flatten, fields(field_name({name}..))`"));
    }
}

/// The fields of the struct are all parameters: others could have the same names.
pub(super) fn check_alone(params: &[Param], at: Span, errors: &mut Errors) {
    if params.len() > 1 {
        errors.at(at, "`flatten` takes all arguments: the other parameters belong into the struct");
        for param in params.iter().filter(|param| param.flatten.is_none()) {
            errors.at(
                param.ident.span(),
                format!("`{}` is a parameter beside the struct: make it a field", param.ident),
            );
        }
        if params.iter().all(|param| param.flatten.is_some()) {
            errors
                .at(params[1].ident.span(), "a second struct is a parameter beside the first: make them one");
        }
    }
}
