//! Rules of all dialects.

use serde_json::Value;

use super::Rule;
use super::visit::Visit;

pub const ALL: &[Rule] = &[
    is_a_schema,
    root_is_an_object,
    no_titles,
    no_defaults_of_null,
    no_formats_of_number_types,
    objects_have_properties,
    arrays_have_items,
    no_name_of_the_draft,
    references_lead_somewhere,
];

/// Every value in the place of a schema has to be one.
fn is_a_schema(visit: &Visit<'_>) -> Option<String> {
    (!visit.schema.is_object() && !visit.schema.is_boolean()).then(|| "not a schema".to_owned())
}

/// Arguments are an object: the Model Context Protocol says so, and all providers do.
fn root_is_an_object(visit: &Visit<'_>) -> Option<String> {
    let is_object = visit.get("type").and_then(Value::as_str) == Some("object");
    (visit.is_root() && !is_object).then(|| "the root is not of type object".to_owned())
}

/// Titles that generators write cost tokens and say nothing.
fn no_titles(visit: &Visit<'_>) -> Option<String> {
    visit.has("title").then(|| "a title".to_owned())
}

/// Absent values need no default of null.
fn no_defaults_of_null(visit: &Visit<'_>) -> Option<String> {
    matches!(visit.get("default"), Some(Value::Null)).then(|| "a default of null".to_owned())
}

/// `uint32` and its like are no formats of JSON Schema; some providers refuse them.
fn no_formats_of_number_types(visit: &Visit<'_>) -> Option<String> {
    let format = visit.get("format")?.as_str()?;
    let stem = format.trim_end_matches(|last: char| last.is_ascii_digit());
    matches!(stem, "int" | "uint" | "float" | "double").then(|| format!("the format {format}"))
}

/// Some providers refuse an object without `properties`.
fn objects_have_properties(visit: &Visit<'_>) -> Option<String> {
    (visit.is_of("object") && !visit.has("properties")).then(|| "an object without properties".to_owned())
}

/// Some providers refuse an array without `items`.
fn arrays_have_items(visit: &Visit<'_>) -> Option<String> {
    (visit.is_of("array") && !visit.has("items") && !visit.has("prefixItems"))
        .then(|| "an array without items".to_owned())
}

/// All are of draft 2020-12, or of none.
fn no_name_of_the_draft(visit: &Visit<'_>) -> Option<String> {
    let found = ["$schema", "$id", "definitions"].into_iter().find(|keyword| visit.has(keyword))?;
    Some(format!("the keyword {found}"))
}

/// A reference is to a definition of the same schema.
fn references_lead_somewhere(visit: &Visit<'_>) -> Option<String> {
    let reference = visit.get("$ref")?;
    let pointer = reference.as_str().and_then(|reference| reference.strip_prefix('#'));
    let target = pointer.and_then(|pointer| visit.root.pointer(pointer));
    target.is_none().then(|| format!("a reference to {reference}"))
}

/// No definition leads back to itself.
pub fn no_recursion(visit: &Visit<'_>) -> Option<String> {
    fn collect(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => {
                let own = members.get("$ref").and_then(Value::as_str);
                found.extend(own.and_then(|own| own.strip_prefix('#')).map(str::to_owned));
                members.values().for_each(|value| collect(value, found));
            }
            Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
            _ => {}
        }
    }
    let definitions = visit.is_root().then(|| visit.get("$defs")?.as_object())??;
    definitions.iter().find_map(|(name, definition)| {
        let own = format!("/$defs/{}", name.replace('~', "~0").replace('/', "~1"));
        let (mut next, mut seen) = (Vec::new(), Vec::new());
        collect(definition, &mut next);
        while let Some(pointer) = next.pop() {
            if pointer == own {
                return Some(format!("the definition {name} contains itself"));
            }
            if !seen.contains(&pointer) {
                visit.root.pointer(&pointer).into_iter().for_each(|target| collect(target, &mut next));
                seen.push(pointer);
            }
        }
        None
    })
}

/// Keywords that are not in a list.
pub fn unknown_keyword(visit: &Visit<'_>, known: &[&str]) -> Option<String> {
    let found = visit.keywords().find(|keyword| !known.contains(keyword))?;
    Some(format!("the keyword {found}"))
}

/// Each value declares its type, or is one of alternatives, or is a reference.
pub fn says_what_it_is(visit: &Visit<'_>) -> Option<String> {
    let says = ["type", "anyOf", "$ref"].iter().any(|keyword| visit.has(keyword));
    (!says).then(|| "it does not say its type".to_owned())
}

/// Objects are closed.
pub fn objects_are_closed(visit: &Visit<'_>) -> Option<String> {
    let is_closed = matches!(visit.get("additionalProperties"), Some(Value::Bool(false)));
    (visit.is_of("object") && !is_closed).then(|| "an open object".to_owned())
}

/// The root takes no alternatives.
pub fn root_has_no(visit: &Visit<'_>, keywords: &[&str]) -> Option<String> {
    let found = keywords.iter().find(|keyword| visit.is_root() && visit.has(keyword))?;
    Some(format!("{found} at the root"))
}

/// Formats that are not in a list.
pub fn unknown_format(visit: &Visit<'_>, known: &[&str]) -> Option<String> {
    let format = visit.get("format")?.as_str()?;
    (!known.contains(&format)).then(|| format!("the format {format}"))
}

/// `required` names properties that are there.
pub fn required_is_defined(visit: &Visit<'_>) -> Option<String> {
    let required = visit.get("required")?.as_array()?;
    let properties = visit.properties();
    let unknown =
        required.iter().find(|name| !name.as_str().is_some_and(|name| properties.contains(&name)))?;
    Some(format!("{unknown} is required, but no property"))
}

/// Values of one type only, and of no array or object.
pub fn values_are_scalars(visit: &Visit<'_>) -> Option<String> {
    let values = visit.get("enum")?.as_array()?;
    let kind = |value: &Value| match value {
        Value::Null => None,
        Value::Bool(_) => Some("boolean"),
        Value::Number(_) => Some("number"),
        Value::String(_) => Some("string"),
        Value::Array(_) | Value::Object(_) => Some("compound"),
    };
    let kinds: Vec<_> = values.iter().filter_map(kind).collect();
    let is_mixed = kinds.iter().any(|other| *other != kinds[0] || *other == "compound");
    is_mixed.then(|| "listed values of several types, or compound ones".to_owned())
}

/// A listed value has to be of the type beside it.
pub fn values_fit_the_type(visit: &Visit<'_>) -> Option<String> {
    let types = visit.types();
    let listed = visit.get("enum").and_then(Value::as_array).into_iter().flatten().chain(visit.get("const"));
    let fits = |value: &Value| {
        types.iter().any(|name| match *name {
            "string" => value.is_string(),
            "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            _ => false,
        })
    };
    let unfit = listed.into_iter().find(|value| !types.is_empty() && !fits(value))?;
    Some(format!("the listed value {unfit} is of another type"))
}
