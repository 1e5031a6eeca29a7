//! Rules of Gemini: the references of `responseJsonSchema`, `Schema` and `FunctionDeclaration`, and the answers of the
//! API.

use serde_json::Value;

use super::Rule;
use super::common::{
    no_recursion, required_is_defined, root_has_no, unknown_format, unknown_keyword, values_fit_the_type,
};
use super::openai::references_stand_alone;
use super::visit::Visit;

pub const JSON_SCHEMA: &[Rule] = &[
    known_keywords,
    no_unions_at_the_root,
    values_are_strings_or_numbers,
    unions_stand_apart,
    references_stand_alone,
    no_recursion,
    required_is_defined,
];

pub const OPENAPI: &[Rule] = &[
    known_fields,
    no_unions_at_the_root,
    one_type_or_a_union,
    unions_stand_alone,
    values_are_strings,
    values_fit_the_type,
    formats_of_texts,
    nested_objects_are_not_empty,
    required_is_defined,
    names_of_parameters,
];

/// "only the following properties are supported"
fn known_keywords(visit: &Visit<'_>) -> Option<String> {
    const KNOWN: &[&str] = &[
        "$id",
        "$defs",
        "$ref",
        "$anchor",
        "type",
        "format",
        "title",
        "description",
        "enum",
        "items",
        "prefixItems",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "anyOf",
        "oneOf",
        "properties",
        "additionalProperties",
        "required",
        "propertyOrdering",
    ];
    unknown_keyword(visit, KNOWN)
}

/// "enum (for strings and numbers)"
fn values_are_strings_or_numbers(visit: &Visit<'_>) -> Option<String> {
    let values = visit.get("enum")?.as_array()?;
    let other = values.iter().find(|value| !value.is_string() && !value.is_number())?;
    Some(format!("the listed value {other}"))
}

/// The parameters are one object.
fn no_unions_at_the_root(visit: &Visit<'_>) -> Option<String> {
    root_has_no(visit, &["oneOf", "anyOf", "allOf"])
}

/// A schema with alternatives says nothing else of the value.
fn unions_stand_apart(visit: &Visit<'_>) -> Option<String> {
    let other = visit.keywords().find(|keyword| !matches!(*keyword, "anyOf" | "description"))?;
    visit.has("anyOf").then(|| format!("{other} beside anyOf"))
}

/// The fields of `Schema`. No `$ref`, no `$defs`, no `const`, no `additionalProperties`, no `$schema`.
fn known_fields(visit: &Visit<'_>) -> Option<String> {
    const KNOWN: &[&str] = &[
        "type",
        "format",
        "description",
        "nullable",
        "enum",
        "items",
        "minItems",
        "maxItems",
        "properties",
        "required",
        "minProperties",
        "maxProperties",
        "minLength",
        "maxLength",
        "pattern",
        "anyOf",
        "minimum",
        "maximum",
    ];
    unknown_keyword(visit, KNOWN)
}

/// `type` is one value, and required where there are no alternatives.
fn one_type_or_a_union(visit: &Visit<'_>) -> Option<String> {
    let is_one = matches!(visit.get("type"), Some(Value::String(name)) if name != "null");
    (!is_one && !visit.has("anyOf")).then(|| "not of one type".to_owned())
}

/// Beside `anyOf` the API refuses every other field of a schema.
fn unions_stand_alone(visit: &Visit<'_>) -> Option<String> {
    (visit.has("anyOf") && visit.keywords().count() > 1).then(|| "fields beside anyOf".to_owned())
}

/// `enum` lists strings that are not empty, beside the type string.
fn values_are_strings(visit: &Visit<'_>) -> Option<String> {
    let values = visit.get("enum")?.as_array()?;
    let is_text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
    let is_right = visit.is_of("string") && values.iter().all(is_text);
    (!is_right).then(|| "listed values that are not strings".to_owned())
}

/// "only 'enum' and 'date-time' are supported for STRING type"
fn formats_of_texts(visit: &Visit<'_>) -> Option<String> {
    unknown_format(visit, &["enum", "date-time"])
}

/// "should be non-empty for OBJECT type"
fn nested_objects_are_not_empty(visit: &Visit<'_>) -> Option<String> {
    (!visit.is_root() && visit.is_of("object") && visit.properties().is_empty())
        .then(|| "an object without any property".to_owned())
}

/// "must start with a letter or an underscore and must only contain chars a-z, A-Z, 0-9, or underscores"
fn names_of_parameters(visit: &Visit<'_>) -> Option<String> {
    let is_legal = |name: &&str| {
        name.len() <= 64
            && name.chars().next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let name = visit.properties().into_iter().find(|name| !is_legal(name))?;
    Some(format!("the name {name}"))
}
