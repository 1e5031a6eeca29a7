//! Gemini, `parameters`: a subset of the Schema Object of `OpenAPI` 3.0.
//!
//! Source: the references of `Schema` and `FunctionDeclaration`. A parameter name has at most 64 characters: a letter
//! or `_` first, then letters, digits and `_`. The API's own errors: "only `enum` and `date-time` are supported for
//! STRING type"; "when using `any_of`, it must be the only field set"; `properties` "should be non-empty for OBJECT
//! type". `enum` takes non-empty strings. `required` names defined properties.

use super::{Dialect, ListedValues, NullForm, References, Rules, SizeLimits};

pub(super) const RULES: Rules = Rules {
    dialect: Dialect::GeminiOpenApi,
    keywords: Some(&[
        "type",
        "enum",
        "format",
        "pattern",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "properties",
        "required",
        "minProperties",
        "maxProperties",
        "items",
        "minItems",
        "maxItems",
        "anyOf",
        "description",
    ]),
    formats: Some(&["date-time"]),
    values: ListedValues::Strings,
    references: References::Copied,
    null: NullForm::Flag,
    typed: true,
    closed: false,
    all_required: false,
    root_unions: false,
    lone_unions: true,
    bare_unions: true,
    plain_patterns: false,
    max_min_items: None,
    takes_name: is_name,
    limits: SizeLimits::NONE,
};

fn is_name(name: &str) -> bool {
    name.len() <= 64
        && name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
