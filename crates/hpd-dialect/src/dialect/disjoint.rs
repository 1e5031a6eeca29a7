//! Whether at most one of several alternatives can hold.

use hpd_json::Node;
use hpd_schema::__private::shape::TypeSet;

use super::members::Members;
use super::place::Place;
use super::types;

/// Whether it is plain that no value satisfies two of the alternatives.
pub(super) fn are_disjoint(branches: &[(Members, Place)]) -> bool {
    branches
        .iter()
        .enumerate()
        .all(|(index, (left, _))| branches[index + 1..].iter().all(|(right, _)| exclude(left, right)))
}

/// Whether two schemas accept no common value: by their types, their listed values, or a property that tells them
/// apart.
fn exclude(left: &Members, right: &Members) -> bool {
    let declared = |members: &Members| members.get("type").map_or(TypeSet::ANY, types::declared);
    let common = declared(left).both(declared(right));
    if common == TypeSet::NONE {
        return true;
    }
    if list_others(left, right) {
        return true;
    }
    if common != TypeSet::OBJECT {
        return false;
    }
    let (Some(Node::Object(own)), Some(Node::Object(others))) =
        (left.get("properties"), right.get("properties"))
    else {
        return false;
    };
    own.iter().any(|(name, schema)| {
        let other = others.iter().find(|(other, _)| other == name).map(|(_, schema)| schema);
        match (schema, other) {
            (Node::Object(schema), Some(Node::Object(other))) => {
                (requires(left, name) || requires(right, name))
                    && list_others(&Members(schema.clone()), &Members(other.clone()))
            }
            _ => false,
        }
    })
}

/// Whether both list values, and none in common.
fn list_others(left: &Members, right: &Members) -> bool {
    match (listed(left), listed(right)) {
        (Some(left), Some(right)) => !left.iter().any(|value| right.contains(value)),
        _ => false,
    }
}

fn listed(members: &Members) -> Option<&[Node<'static>]> {
    match (members.get("const"), members.get("enum")) {
        (Some(value), _) => Some(std::slice::from_ref(value)),
        (None, Some(Node::Array(values))) => Some(values),
        _ => None,
    }
}

fn requires(members: &Members, name: &str) -> bool {
    matches!(members.get("required"), Some(Node::Array(names)) if names.iter().any(|other| other.as_str() == Some(name)))
}
