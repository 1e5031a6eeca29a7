//! The keys of a parameter.

use super::{read_json, read_keywords};
use crate::collect::manifest::ParameterManifest;
use crate::yaml::Place;

const KEYS: [&str; 17] = [
    "name",
    "type",
    "required",
    "allow_empty",
    "profile_key",
    "config_key",
    "confirm_if_uncertain",
    "sensitive",
    "ask",
    "hint",
    "obtain",
    "title",
    "description",
    "example",
    "default",
    "enum",
    "schema",
];

const TYPES: [(&str, &str); 7] = [
    ("string", "string"),
    ("integer", "integer"),
    ("number", "number"),
    ("boolean", "boolean"),
    ("array", "array"),
    ("object", "object"),
    ("null", "null"),
];

pub(super) fn read_parameter(place: &Place<'_>) -> ParameterManifest {
    let mut parameter = ParameterManifest::default();
    let members = place.members();
    if !place.is_mapping() {
        return parameter;
    }
    let own: Vec<_> = members.iter().filter_map(|(key, _)| keyword_of(key)).collect();
    for (key, value) in &members {
        if key == "schema" {
            parameter.schema = read_keywords(value, &own);
        } else {
            read_key(&mut parameter, key, value);
        }
    }
    if parameter.name.is_empty() {
        place.wrong("needs a `name`");
    }
    let is_typed = ["type", "enum", "schema"].iter().any(|key| members.iter().any(|(name, _)| name == key));
    if !is_typed {
        place.wrong("needs a `type`");
    }
    if parameter.required && parameter.default.is_some() {
        place.wrong("is `required` and has a `default`: one of them can't be");
    }
    parameter
}

/// The JSON Schema keyword of a key, if it has one.
fn keyword_of(key: &str) -> Option<&str> {
    match key {
        "example" => Some("examples"),
        "type" | "title" | "description" | "default" | "enum" => Some(key),
        _ => None,
    }
}

fn read_key(parameter: &mut ParameterManifest, key: &str, value: &Place<'_>) {
    match key {
        "name" => parameter.name = value.text().unwrap_or_default(),
        "type" if value.is_list() => {
            parameter.types =
                value.items().iter().filter_map(|one| one.word(&TYPES)).map(str::to_owned).collect();
        }
        "type" => parameter.types = value.word(&TYPES).map(str::to_owned).into_iter().collect(),
        "required" => parameter.required = value.flag() == Some(true),
        "allow_empty" => parameter.allow_empty = value.flag() == Some(true),
        "profile_key" => parameter.profile_key = value.text(),
        "config_key" => parameter.config_key = value.text(),
        "confirm_if_uncertain" => parameter.confirm_if_uncertain = value.flag() == Some(true),
        "sensitive" => parameter.sensitive = value.flag() == Some(true),
        "ask" => parameter.ask = value.text(),
        "hint" => parameter.hint = value.text(),
        "obtain" => parameter.obtain = value.text(),
        "title" => parameter.title = value.text(),
        "description" => parameter.description = value.text(),
        "example" => parameter.example = read_json(value),
        "default" => parameter.default = read_json(value),
        "enum" => {
            let values: Option<Vec<_>> = value.items().iter().map(read_json).collect();
            if value.is_list() && values.as_ref().is_some_and(Vec::is_empty) {
                value.wrong("must list a value");
            }
            parameter.one_of = values;
        }
        _ => value.unknown_key(key, &KEYS),
    }
}
