//! Rules of `OpenAI`: "Function calling", "Structured model outputs", and the answers of the API.

use serde_json::Value;

use super::Rule;
use super::common::{
    objects_are_closed, root_has_no, says_what_it_is, unknown_format, unknown_keyword, values_are_scalars,
    values_fit_the_type,
};
use super::visit::{self, Visit};

pub const LENIENT: &[Rule] = &[no_unions_at_the_root];

pub const STRICT: &[Rule] = &[
    known_keywords,
    known_formats,
    objects_are_closed,
    everything_is_required,
    says_what_it_is,
    references_stand_alone,
    ten_levels,
    sizes,
    values_are_scalars,
    values_fit_the_type,
    plain_patterns,
];

/// "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'const'/'not' at the top level"
fn no_unions_at_the_root(visit: &Visit<'_>) -> Option<String> {
    root_has_no(visit, &["oneOf", "anyOf", "allOf", "enum", "const", "not"])
}

/// The keywords of "Supported schemas".
fn known_keywords(visit: &Visit<'_>) -> Option<String> {
    const KNOWN: &[&str] = &[
        "type",
        "description",
        "enum",
        "const",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "anyOf",
        "$ref",
        "$defs",
        "pattern",
        "format",
        "multipleOf",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minItems",
        "maxItems",
    ];
    unknown_keyword(visit, KNOWN)
}

fn known_formats(visit: &Visit<'_>) -> Option<String> {
    unknown_format(
        visit,
        &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"],
    )
}

/// "All fields or function parameters must be specified as required."
fn everything_is_required(visit: &Visit<'_>) -> Option<String> {
    if !visit.is_of("object") {
        return None;
    }
    let required = visit.get("required").and_then(Value::as_array).into_iter().flatten();
    let mut required: Vec<_> = required.filter_map(Value::as_str).collect();
    let mut properties = visit.properties();
    required.sort_unstable();
    properties.sort_unstable();
    (required != properties).then(|| "`required` does not list the properties".to_owned())
}

/// "`$ref` cannot have keywords"
pub fn references_stand_alone(visit: &Visit<'_>) -> Option<String> {
    (visit.has("$ref") && visit.keywords().count() > 1).then(|| "keywords beside $ref".to_owned())
}

/// "up to 10 levels of nesting"
fn ten_levels(visit: &Visit<'_>) -> Option<String> {
    (visit.level > 10).then(|| format!("{} levels", visit.level))
}

/// "up to 5000 object properties", 1,000 values of enums, 120,000 characters in names and values.
fn sizes(visit: &Visit<'_>) -> Option<String> {
    if !visit.is_root() {
        return None;
    }
    let (mut properties, mut values, mut text) = (0, 0, 0);
    visit::each(visit.root, &mut |visit| {
        properties += visit.properties().len();
        text += visit.properties().iter().map(|name| name.len()).sum::<usize>();
        let listed = visit.get("enum").and_then(Value::as_array);
        values += listed.map_or(0, Vec::len);
        text += listed.into_iter().flatten().map(|value| value.as_str().map_or(0, str::len)).sum::<usize>();
    });
    (properties > 5_000 || values > 1_000 || text > 120_000).then(|| "too large".to_owned())
}

/// Patterns are without look-around.
fn plain_patterns(visit: &Visit<'_>) -> Option<String> {
    let pattern = visit.get("pattern")?.as_str()?;
    ["(?=", "(?!", "(?<"].iter().any(|part| pattern.contains(part)).then(|| format!("the pattern {pattern}"))
}
