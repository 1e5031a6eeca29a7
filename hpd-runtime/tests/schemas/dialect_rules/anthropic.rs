//! Rules of Anthropic: "Tool use", "Structured outputs", and the answers of the API.

use super::Rule;
use super::common::{
    no_recursion, objects_are_closed, required_is_defined, root_has_no, says_what_it_is, unknown_format,
    unknown_keyword, values_are_scalars, values_fit_the_type,
};
use super::openai::references_stand_alone;
use super::visit::Visit;

pub const LENIENT: &[Rule] = &[no_unions_at_the_root, names_of_properties];

pub const STRICT: &[Rule] = &[
    known_keywords,
    known_formats,
    objects_are_closed,
    says_what_it_is,
    required_is_defined,
    values_are_scalars,
    values_fit_the_type,
    small_min_items,
    plain_patterns,
    references_stand_alone,
    no_recursion,
];

/// "`input_schema` does not support `oneOf`, `allOf`, or `anyOf` at the top level"
fn no_unions_at_the_root(visit: &Visit<'_>) -> Option<String> {
    root_has_no(visit, &["oneOf", "allOf", "anyOf"])
}

/// "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'"
fn names_of_properties(visit: &Visit<'_>) -> Option<String> {
    let is_legal = |name: &&str| {
        (1..=64).contains(&name.chars().count())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
    };
    let name = visit.properties().into_iter().find(|name| !is_legal(name))?;
    Some(format!("the name {name}"))
}

/// The keywords that "JSON Schema limitations" lists as supported.
fn known_keywords(visit: &Visit<'_>) -> Option<String> {
    const KNOWN: &[&str] = &[
        "type",
        "description",
        "enum",
        "const",
        "default",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minItems",
        "anyOf",
        "format",
        "pattern",
        "$ref",
        "$defs",
    ];
    unknown_keyword(visit, KNOWN)
}

fn known_formats(visit: &Visit<'_>) -> Option<String> {
    unknown_format(
        visit,
        &["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"],
    )
}

/// "array `minItems` (only values 0 and 1 supported)"
fn small_min_items(visit: &Visit<'_>) -> Option<String> {
    let least = visit.get("minItems")?.as_u64()?;
    (least > 1).then(|| format!("minItems of {least}"))
}

/// No look-around, no backward references, no word boundaries.
fn plain_patterns(visit: &Visit<'_>) -> Option<String> {
    let pattern = visit.get("pattern")?.as_str()?;
    ["(?=", "(?!", "(?<", "\\b", "\\B", "\\1"]
        .iter()
        .any(|part| pattern.contains(part))
        .then(|| format!("the pattern {pattern}"))
}
