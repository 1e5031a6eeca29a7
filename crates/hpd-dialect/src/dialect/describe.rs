//! Sentences for the model about rules that a dialect lacks.

use hpd_json::Node;
use hpd_schema::__private::error::text;

use super::members::Members;
use super::normal;

/// Characters of a schema that is shown in a description.
const LONGEST_SCHEMA: usize = 1_000;
/// Values of a list that are named.
const NAMED: usize = 50;

/// A keyword in one sentence; `None` if it says nothing.
pub(super) fn keyword(keyword: &str, value: &Node<'_>) -> Option<String> {
    Some(match (keyword, value) {
        ("minimum", value) => format!("At least {}.", plain(value)),
        ("maximum", value) => format!("At most {}.", plain(value)),
        ("exclusiveMinimum", value) => format!("Greater than {}.", plain(value)),
        ("exclusiveMaximum", value) => format!("Less than {}.", plain(value)),
        ("multipleOf", value) => format!("A multiple of {}.", plain(value)),
        ("minLength", value) => format!("At least {}.", counted(value, "character")?),
        ("maxLength", value) => format!("At most {}.", counted(value, "character")?),
        ("minItems", value) => format!("At least {}.", counted(value, "item")?),
        ("maxItems", value) => format!("At most {}.", counted(value, "item")?),
        ("minProperties", Node::Number(number)) if number == "1" => "At least 1 property.".to_owned(),
        ("minProperties", value) => format!("At least {} properties.", normal::count(value)?),
        ("maxProperties", Node::Number(number)) if number == "1" => "At most 1 property.".to_owned(),
        ("maxProperties", value) => format!("At most {} properties.", normal::count(value)?),
        ("pattern", Node::String(pattern)) => format!("Pattern: {pattern}"),
        ("format", Node::String(format)) => format_in_words(format),
        ("uniqueItems", Node::Bool(true)) => "No item twice.".to_owned(),
        ("enum", Node::Array(values)) => one_of(values),
        ("const", value) => format!("Always {}.", plain(value)),
        ("default", value) => format!("Default: {}.", plain(value)),
        ("examples", Node::Array(values)) => format!("For example {}.", list(values)),
        ("dependentRequired", Node::Object(dependencies)) => dependent(dependencies),
        ("required", Node::Array(names)) => format!("Needs {}.", list(names)),
        (
            "not"
            | "if"
            | "then"
            | "else"
            | "patternProperties"
            | "propertyNames"
            | "contains"
            | "dependentSchemas"
            | "anyOf"
            | "oneOf"
            | "allOf"
            | "additionalProperties"
            | "items"
            | "prefixItems"
            | "properties"
            | "minContains"
            | "maxContains"
            | "type",
            value,
        ) => also(keyword, value)?,
        _ => return None,
    })
}

fn plain(value: &Node<'_>) -> String {
    match value {
        Node::String(text) if text.is_empty() => "\"\"".to_owned(),
        Node::String(text) => text.to_string(),
        value => value.to_json(),
    }
}

fn list(values: &[Node<'_>]) -> String {
    let mut names: Vec<_> = values.iter().take(NAMED).map(plain).collect();
    if values.len() > NAMED {
        names.push("...".to_owned());
    }
    names.join(", ")
}

fn one_of(values: &[Node<'_>]) -> String {
    match values {
        [value] => format!("Always {}.", plain(value)),
        values => format!("One of: {}.", list(values)),
    }
}

fn counted(value: &Node<'_>, name: &str) -> Option<String> {
    Some(text::counted(normal::count(value)?, name))
}

fn format_in_words(format: &str) -> String {
    match format {
        "email" | "idn-email" => "An email address.".to_owned(),
        "uri" | "url" | "iri" => "A URL.".to_owned(),
        "date" => "A date: YYYY-MM-DD.".to_owned(),
        "time" => "A time: HH:MM:SS, with its offset.".to_owned(),
        "date-time" => "A date and time: YYYY-MM-DDTHH:MM:SSZ.".to_owned(),
        "duration" => "A duration in ISO 8601: P1DT12H.".to_owned(),
        "uuid" => "A UUID.".to_owned(),
        "hostname" | "idn-hostname" => "A host name.".to_owned(),
        "ipv4" => "An IPv4 address.".to_owned(),
        "ipv6" => "An IPv6 address.".to_owned(),
        format => format!("Format: {format}."),
    }
}

fn dependent(dependencies: &[(std::borrow::Cow<'_, str>, Node<'_>)]) -> String {
    let sentences = dependencies.iter().filter_map(|(name, needed)| match needed {
        Node::Array(names) if !names.is_empty() => Some(format!("`{name}` needs {}.", list(names))),
        _ => None,
    });
    sentences.collect::<Vec<_>>().join(" ")
}

/// Shows a keyword without a sentence of its own as JSON, if it is short and complete.
fn also(keyword: &str, value: &Node<'_>) -> Option<String> {
    let shown = Members::one("", value.clone().into_owned()).0.pop()?.1.to_json();
    if shown.len() > LONGEST_SCHEMA || shown.contains("\"$ref\"") {
        return None;
    }
    Some(format!("By JSON Schema also: {{\"{keyword}\":{shown}}}"))
}

/// `if` with its `then` and `else`, as one schema.
pub(super) fn condition(parts: &Members) -> Option<String> {
    let shown = parts.clone().into_node().to_json();
    let is_short = shown.len() <= LONGEST_SCHEMA && !shown.contains("\"$ref\"");
    is_short.then(|| format!("By JSON Schema also: {shown}"))
}

/// Alternatives that differ in the properties that they need: "Needs one of: `a`; `b` and `c`."
pub(super) fn alternatives(required: &[Vec<String>], exactly_one: bool) -> String {
    let sets: Vec<_> = required
        .iter()
        .map(|names| {
            if names.is_empty() {
                return "nothing more".to_owned();
            }
            names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ")
        })
        .collect();
    let how = if exactly_one { "Needs exactly one of" } else { "Needs at least one of" };
    format!("{how}: {}.", sets.join("; "))
}

/// A schema whose values are written as text because it is too long. Its properties are named unless even they are.
pub(super) fn cut(what: &str, schema: &Members, is_bare: bool) -> String {
    match schema.get("properties") {
        Some(Node::Object(properties)) if !is_bare && !properties.is_empty() => {
            let names: Vec<_> =
                properties.iter().map(|(name, _)| Node::String(name.as_ref().into())).collect();
            format!("{what}, as JSON text. Its properties: {}.", list(&names))
        }
        _ => format!("{what}, as JSON text."),
    }
}

/// A schema whose values are written as text.
pub(super) fn as_text(what: &str, schema: &Members) -> (String, bool) {
    let sentence = format!("{what}, as JSON text.");
    if schema.is_empty() {
        return (sentence, true);
    }
    let shown = schema.clone().into_node().to_json();
    if shown.len() > LONGEST_SCHEMA || shown.contains("\"$ref\"") {
        return (sentence, false);
    }
    (format!("{sentence} Its JSON Schema: {shown}"), true)
}

/// A description with sentences appended.
pub(super) fn join(description: Option<&str>, sentences: &[String]) -> Option<String> {
    let mut joined = description.map(str::trim_end).unwrap_or_default().to_owned();
    for sentence in sentences {
        // A description that has the sentence already does not repeat it.
        if joined.contains(sentence.as_str()) {
            continue;
        }
        if !joined.is_empty() {
            if joined.ends_with(|last: char| last.is_alphanumeric() || matches!(last, ')' | '"' | '\'' | '`'))
            {
                joined.push('.');
            }
            joined.push(' ');
        }
        joined.push_str(sentence);
    }
    if joined.is_empty() { None } else { Some(joined) }
}

#[cfg(test)]
mod tests;
