//! The types that a schema accepts: by `type`, and by its other keywords.

use hpd_json::Node;
use hpd_schema::__private::shape::TypeSet;

use super::members::{Members, text};

/// Types by name, in the order in which they are written.
const NAMES: [(&str, TypeSet); 7] = [
    ("string", TypeSet::STRING),
    ("number", TypeSet::NUMBER),
    ("integer", TypeSet::INTEGER),
    ("boolean", TypeSet::BOOLEAN),
    ("array", TypeSet::ARRAY),
    ("object", TypeSet::OBJECT),
    ("null", TypeSet::NULL),
];

/// The types that `type` says.
pub(super) fn declared(value: &Node<'_>) -> TypeSet {
    let kind = |name: &Node<'_>| name.as_str().and_then(TypeSet::of_name).unwrap_or(TypeSet::NONE);
    match value {
        Node::Array(names) => names.iter().map(kind).fold(TypeSet::NONE, TypeSet::with),
        name => kind(name),
    }
}

/// The types that a schema accepts; `None` if it names none.
pub(super) fn of(members: &Members) -> Option<TypeSet> {
    if let Some(value) = members.get("type") {
        return Some(declared(value));
    }
    let listed = match (members.get("enum"), members.get("const")) {
        (_, Some(value)) => Some(of_value(value)),
        (Some(Node::Array(values)), _) => {
            Some(values.iter().map(of_value).fold(TypeSet::NONE, TypeSet::with))
        }
        _ => None,
    };
    if listed.is_some() {
        return listed;
    }
    let about = members.0.iter().filter_map(|(keyword, _)| about(keyword));
    about.reduce(TypeSet::with)
}

/// The type of a value.
pub(super) fn of_value(value: &Node<'_>) -> TypeSet {
    match value {
        Node::Null => TypeSet::NULL,
        Node::Bool(_) => TypeSet::BOOLEAN,
        Node::Number(number) if is_whole(number) => TypeSet::INTEGER,
        Node::Number(_) => TypeSet::NUMBER,
        Node::String(_) => TypeSet::STRING,
        Node::Array(_) => TypeSet::ARRAY,
        Node::Object(_) => TypeSet::OBJECT,
    }
}

fn is_whole(number: &str) -> bool {
    hpd_json::Decimal::parse(number).is_some_and(|number| !number.to_string().contains(['.', 'e', 'E']))
}

/// The type that a keyword is about, if it is about one.
pub(super) fn about(keyword: &str) -> Option<TypeSet> {
    Some(match keyword {
        "minLength" | "maxLength" | "pattern" | "format" => TypeSet::STRING,
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => TypeSet::NUMBER,
        "items" | "prefixItems" | "contains" | "minContains" | "maxContains" | "minItems" | "maxItems"
        | "uniqueItems" | "unevaluatedItems" => TypeSet::ARRAY,
        "properties"
        | "required"
        | "patternProperties"
        | "propertyNames"
        | "minProperties"
        | "maxProperties"
        | "additionalProperties"
        | "dependentRequired"
        | "dependentSchemas"
        | "unevaluatedProperties" => TypeSet::OBJECT,
        _ => return None,
    })
}

/// The names of types, `integer` only where `number` is not among them.
pub(super) fn names(types: TypeSet) -> Vec<&'static str> {
    let is_named = |(name, kind): &(&str, TypeSet)| {
        types.contains(*kind) && !(*name == "integer" && types.contains(TypeSet::NUMBER))
    };
    NAMES.iter().filter(|named| is_named(named)).map(|(name, _)| *name).collect()
}

/// The value of `type`; `None` for no type at all.
pub(super) fn to_node(types: TypeSet) -> Option<Node<'static>> {
    match names(types).as_slice() {
        [] => None,
        [name] => Some(text(*name)),
        names => Some(Node::Array(names.iter().map(|name| text(*name)).collect())),
    }
}
