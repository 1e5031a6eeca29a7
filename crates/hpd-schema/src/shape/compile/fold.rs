//! "X or null".

use crate::shape::{ShapeId, ShapeNode, TypeSet};

/// How far references are followed to find out whether null is refused.
const FAR: usize = 16;

/// Turns "X or null" into a reference to X that may be null, so that it can be checked like an X.
pub(super) fn fold_nulls(nodes: &mut [ShapeNode]) {
    for index in 0..nodes.len() {
        if let Some(other) = other_than_null(nodes, &nodes[index]) {
            let node = &mut nodes[index];
            node.any_of = Box::default();
            node.one_of = Box::default();
            node.nullable = true;
            node.reference = Some(other);
        }
    }
}

/// The X of a node that is "X or null" and accepts null.
fn other_than_null(nodes: &[ShapeNode], node: &ShapeNode) -> Option<ShapeId> {
    let (alternatives, is_one) = match (&*node.any_of, &*node.one_of) {
        ([first, second], []) => ([*first, *second], false),
        ([], [first, second]) => ([*first, *second], true),
        _ => return None,
    };
    if !allows_null_besides(node) {
        return None;
    }
    let [first, second] = alternatives;
    let null_and_other = [(first, second), (second, first)];
    let (_, other) = null_and_other.into_iter().find(|(null, _)| is_null_only(&nodes[null.0 as usize]))?;
    // With `oneOf`, an X that accepts null itself would be one alternative too many.
    (!is_one || refuses_null(nodes, other, FAR)).then_some(other)
}

/// Whether the rules of a node, but for its alternatives, accept null.
fn allows_null_besides(node: &ShapeNode) -> bool {
    node.types.contains(TypeSet::NULL)
        && node.one_of_values.is_none()
        && node.all_of.is_empty()
        && node.not.is_none()
        && node.condition.is_none()
        && node.reference.is_none()
        && !node.never
}

/// Whether a node accepts null and nothing else. Rules for other types say nothing about null.
fn is_null_only(node: &ShapeNode) -> bool {
    node.types == TypeSet::NULL
        && node.any_of.is_empty()
        && node.one_of.is_empty()
        && allows_null_besides(node)
}

fn refuses_null(nodes: &[ShapeNode], id: ShapeId, far: usize) -> bool {
    let node = &nodes[id.0 as usize];
    let by_type = !node.types.contains(TypeSet::NULL) && !node.nullable;
    by_type
        || (far > 0
            && !node.nullable
            && node.reference.is_some_and(|target| refuses_null(nodes, target, far - 1)))
}
