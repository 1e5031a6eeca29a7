//! The keys of a parameter.

use super::read_keywords;
use crate::collect::manifest::ParameterManifest;
use hpd_document::{Key, Place};

/// All keys of a parameter, in the order in which they are named.
const KEYS: [Key<ParameterManifest>; 17] = [
    ("name", |parameter, value| parameter.name = value.text().unwrap_or_default()),
    ("type", |parameter, value| parameter.types = read_types(value)),
    ("required", |parameter, value| parameter.required = value.flag() == Some(true)),
    ("allow_empty", |parameter, value| parameter.allow_empty = value.flag() == Some(true)),
    ("profile_key", |parameter, value| parameter.profile_key = value.text()),
    ("config_key", |parameter, value| parameter.config_key = value.text()),
    ("confirm_if_uncertain", |parameter, value| parameter.confirm_if_uncertain = value.flag() == Some(true)),
    ("sensitive", |parameter, value| parameter.sensitive = value.flag() == Some(true)),
    ("ask", |parameter, value| parameter.ask = value.text()),
    ("hint", |parameter, value| parameter.hint = value.text()),
    ("obtain", |parameter, value| parameter.obtain = value.text()),
    ("title", |parameter, value| parameter.title = value.text()),
    ("description", |parameter, value| parameter.description = value.text()),
    ("example", |parameter, value| parameter.example = Some(value.json())),
    ("default", |parameter, value| parameter.default = Some(value.json())),
    ("enum", |parameter, value| {
        let values: Vec<_> = value.items().iter().map(Place::json).collect();
        if value.is_list() && values.is_empty() {
            value.wrong("must list a value");
        }
        parameter.one_of = Some(values);
    }),
    // Read with the keys beside it.
    ("schema", |_, _| {}),
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

/// The keys that are keywords of JSON Schema, and the keyword.
const KEYWORDS: [(&str, &str); 6] = [
    ("example", "examples"),
    ("type", "type"),
    ("title", "title"),
    ("description", "description"),
    ("default", "default"),
    ("enum", "enum"),
];

pub(super) fn read_parameter(place: &Place<'_>) -> ParameterManifest {
    let mut parameter = ParameterManifest::default();
    place.object(&KEYS, &mut parameter);
    if !place.is_mapping() {
        return parameter;
    }
    let own = KEYWORDS.iter().filter(|(key, _)| place.has(&[key])).map(|(_, keyword)| *keyword);
    parameter.schema = read_keywords(place, &own.collect::<Vec<_>>());
    if parameter.name.is_empty() {
        place.wrong("needs a `name`");
    }
    if !place.has(&["type", "enum", "schema"]) {
        place.wrong("needs a `type`");
    }
    if parameter.required && parameter.default.is_some() {
        place.wrong("is `required` and has a `default`: one of them can't be");
    }
    parameter
}

/// One type, or a list of them.
fn read_types(place: &Place<'_>) -> Vec<String> {
    let word = |place: &Place<'_>| place.word(&TYPES).map(str::to_owned);
    if place.is_list() {
        return place.items().iter().filter_map(word).collect();
    }
    word(place).into_iter().collect()
}
