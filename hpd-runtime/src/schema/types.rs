//! The JSON types that a schema takes, as far as it says so.

use hpd_json::Node;
use hpd_schema::__private::shape::TypeSet;

/// How deep alternatives and references are followed.
const FAR: usize = 16;

/// The types that `schema` takes. References are to `definitions`.
pub(super) fn types_of(schema: &Node<'_>, definitions: &Node<'_>) -> TypeSet {
    types_within(schema, definitions, FAR)
}

fn types_within(schema: &Node<'_>, definitions: &Node<'_>, far: usize) -> TypeSet {
    let Some(far) = far.checked_sub(1) else { return TypeSet::ANY };
    let mut types = match schema.get("type") {
        Some(Node::Array(names)) => names.iter().map(named).fold(TypeSet::NONE, TypeSet::with),
        Some(name) => named(name),
        None => TypeSet::ANY,
    };
    if let Some(reference) = schema.get("$ref").and_then(Node::as_str) {
        let name = reference.strip_prefix("#/$defs/").unwrap_or(reference);
        if let Some(target) = definitions.get(&name.replace("~1", "/").replace("~0", "~")) {
            types = types.both(types_within(target, definitions, far));
        }
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Node::Array(alternatives)) = schema.get(keyword) {
            let each = alternatives.iter().map(|schema| types_within(schema, definitions, far));
            types = types.both(each.fold(TypeSet::NONE, TypeSet::with));
        }
    }
    types
}

fn named(name: &Node<'_>) -> TypeSet {
    name.as_str().and_then(TypeSet::of_name).unwrap_or(TypeSet::ANY)
}
