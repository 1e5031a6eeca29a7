//! The order of keywords and properties, so that a schema is the same text each time.

use std::borrow::Cow;

use hpd_json::__private::Path;
use hpd_json::__private::order::sort_by;
use hpd_json::Node;

/// Keywords in the order in which they are written; others follow by name.
const KEYWORDS: [&str; 40] = [
    "$ref",
    "title",
    "description",
    "type",
    "nullable",
    "enum",
    "const",
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "properties",
    "required",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "additionalProperties",
    "prefixItems",
    "items",
    "contains",
    "minContains",
    "maxContains",
    "minItems",
    "maxItems",
    "uniqueItems",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "default",
    "examples",
    "deprecated",
    "unevaluatedProperties",
    "$defs",
];

/// The contents of a keyword's value.
enum Inside {
    /// A schema.
    Schema,
    /// A list of schemas.
    List,
    /// Schemas by name.
    Named,
    /// A schema, or a list of them.
    SchemaOrList,
    /// No schema.
    Data,
}

impl Inside {
    fn of(keyword: &str) -> Self {
        match keyword {
            "additionalProperties"
            | "propertyNames"
            | "contains"
            | "not"
            | "if"
            | "then"
            | "else"
            | "unevaluatedProperties"
            | "unevaluatedItems"
            | "additionalItems" => Self::Schema,
            "prefixItems" | "anyOf" | "oneOf" | "allOf" => Self::List,
            "items" => Self::SchemaOrList,
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => Self::Named,
            _ => Self::Data,
        }
    }
}

/// Applies `change` to the subschemas directly below a schema.
pub fn change_below(schema: &mut Node<'static>, change: &mut dyn FnMut(&mut Node<'static>)) {
    let Node::Object(members) = schema else { return };
    for (keyword, value) in members {
        match (Inside::of(keyword), value) {
            (Inside::Schema | Inside::SchemaOrList, schema @ Node::Object(_)) => change(schema),
            (Inside::List | Inside::SchemaOrList, Node::Array(schemas)) => {
                for schema in schemas {
                    change(schema);
                }
            }
            (Inside::Named, Node::Object(schemas)) => {
                for (_, schema) in schemas {
                    change(schema);
                }
            }
            _ => {}
        }
    }
}

/// Asks each schema that values have to match, with its place, until one has an answer. The schema itself comes first.
pub fn find_schema<T>(
    schema: &Node<'_>,
    path: &Path<'_>,
    ask: &mut dyn FnMut(&Node<'_>, &Path<'_>) -> Option<T>,
) -> Option<T> {
    if let Some(answer) = ask(schema, path) {
        return Some(answer);
    }
    let Node::Object(members) = schema else { return None };
    members.iter().find_map(|(keyword, value)| {
        let here = path.key(keyword);
        match (Inside::of(keyword), value) {
            // No value has to match these.
            (Inside::Schema, _) if matches!(keyword.as_ref(), "not" | "if") => None,
            (Inside::Schema | Inside::SchemaOrList, Node::Object(_)) => find_schema(value, &here, ask),
            (Inside::List | Inside::SchemaOrList, Node::Array(schemas)) => {
                let mut schemas = schemas.iter().enumerate();
                schemas.find_map(|(index, schema)| find_schema(schema, &here.index(index), ask))
            }
            (Inside::Named, Node::Object(schemas)) => {
                schemas.iter().find_map(|(name, schema)| find_schema(schema, &here.key(name), ask))
            }
            _ => None,
        }
    })
}

/// Puts the keywords of a type's schema into their order, and required properties before the others.
pub fn sort(schema: &mut Node<'static>) {
    change_below(schema, &mut sort);
    if let Node::Object(members) = schema {
        sort_properties(members);
        sort_keywords(members);
    }
}

/// Puts the keywords of one schema into their order.
pub fn sort_keywords(members: &mut [(Cow<'static, str>, Node<'static>)]) {
    let rank = |keyword: &str| KEYWORDS.iter().position(|known| *known == keyword).unwrap_or(KEYWORDS.len());
    sort_by(members, |(left, _), (right, _)| rank(left).cmp(&rank(right)).then_with(|| left.cmp(right)));
}

fn sort_properties(members: &mut [(Cow<'static, str>, Node<'static>)]) {
    let required: Vec<String> = match members.iter().find(|(keyword, _)| keyword == "required") {
        Some((_, Node::Array(names))) => names.iter().filter_map(Node::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let rank = |name: &str| required.iter().position(|required| required == name).unwrap_or(required.len());
    for (keyword, value) in members {
        if let ("properties", Node::Object(properties)) = (keyword.as_ref(), value) {
            sort_by(properties, |(left, _), (right, _)| {
                rank(left).cmp(&rank(right)).then_with(|| left.cmp(right))
            });
        }
    }
}
