//! Schemas with keywords that are not checked: that they accept a value is not certain, so that nothing is refused for it.

use crate::shape::{Condition, ShapeId, ShapeNode};

/// Takes out the rules that would refuse a value because such a schema accepts it. `partial` has the nodes with
/// unchecked keywords; the nodes above them are found here.
pub(super) fn relax(nodes: &mut Vec<ShapeNode>, partial: &[ShapeId]) {
    if partial.is_empty() {
        return;
    }
    let is_partial = spread(nodes, partial);
    let is_partial = |id: ShapeId| is_partial[id.0 as usize];
    for index in 0..nodes.len() {
        let node = &mut nodes[index];
        if node.not.is_some_and(is_partial) {
            node.not = None;
        }
        if node.condition.as_deref().is_some_and(|condition| is_partial(condition.if_accepted)) {
            node.condition = None;
            // The names in its parts are gone with it.
            if let Some(rules) = node.object.as_deref_mut() {
                rules.names_unknown = true;
            }
        }
        if let Some(rules) = node.array.as_deref_mut()
            && rules.contains.is_some_and(is_partial)
        {
            rules.max_contains = None;
        }
        if node.one_of.iter().copied().any(is_partial) {
            let alternatives = std::mem::take(&mut node.one_of);
            if node.any_of.is_empty() {
                node.any_of = alternatives;
            } else if let Ok(last) = u32::try_from(nodes.len()) {
                nodes.push(ShapeNode { any_of: alternatives, ..ShapeNode::default() });
                let all_of = &mut nodes[index].all_of;
                *all_of = all_of.iter().copied().chain([ShapeId(last)]).collect();
            }
        }
    }
}

/// For each node, whether it or one below it has unchecked keywords.
fn spread(nodes: &[ShapeNode], partial: &[ShapeId]) -> Vec<bool> {
    let mut above: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        for id in below(node) {
            above[id.0 as usize].push(index);
        }
    }
    let mut is_partial = vec![false; nodes.len()];
    let mut next: Vec<usize> = partial.iter().map(|id| id.0 as usize).collect();
    while let Some(index) = next.pop() {
        if !std::mem::replace(&mut is_partial[index], true) {
            next.append(&mut above[index]);
        }
    }
    is_partial
}

/// All nodes to which a node leads.
fn below(node: &ShapeNode) -> Vec<ShapeId> {
    let mut ids: Vec<ShapeId> = Vec::new();
    ids.extend(node.all_of.iter().chain(&node.any_of).chain(&node.one_of));
    ids.extend(node.not.iter().chain(&node.reference));
    ids.extend(node.condition.as_deref().into_iter().flat_map(Condition::ids));
    if let Some(rules) = node.array.as_deref() {
        ids.extend(rules.prefix_items.iter().chain(&rules.items).chain(&rules.contains));
    }
    if let Some(rules) = node.object.as_deref() {
        ids.extend(rules.properties.iter().map(|property| property.shape));
        ids.extend(rules.pattern_properties.iter().map(|(_, id)| *id));
        ids.extend(rules.additional_properties.iter().chain(&rules.property_names));
        ids.extend(rules.dependents.iter().filter_map(|dependent| dependent.schema));
    }
    ids
}
