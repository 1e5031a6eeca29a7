//! The checks that the typed reader needs at each node: computed bottom-up, until nothing changes.

use hpd_json::Node;

use super::{Guard, ShapeId, ShapeNode};

/// The facts about a node so far.
#[derive(Clone, Copy, PartialEq)]
struct Verdict {
    /// As a value by itself.
    alone: Guard,
    /// As an alternative of a union. The Rust type decides which alternative a value is, so names and tags of variants
    /// need no guard.
    as_alternative: Guard,
}

/// Sets the guard of every node.
pub(super) fn assign(nodes: &mut [ShapeNode]) {
    let nothing = Verdict { alone: Guard::Nothing, as_alternative: Guard::Nothing };
    let mut verdicts = vec![nothing; nodes.len()];
    // Guards only grow, and there are three, so this ends. Subschemas mostly follow their parents, so going backwards
    // ends soon.
    loop {
        let before = verdicts.clone();
        for (index, node) in nodes.iter().enumerate().rev() {
            let judge = Judge { nodes, verdicts: &verdicts };
            verdicts[index] =
                Verdict { alone: judge.guard(node, false), as_alternative: judge.guard(node, true) };
        }
        if before == verdicts {
            break;
        }
    }
    for (node, verdict) in nodes.iter_mut().zip(verdicts) {
        node.guard = verdict.alone;
    }
}

struct Judge<'n> {
    nodes: &'n [ShapeNode],
    verdicts: &'n [Verdict],
}

impl Judge<'_> {
    fn guard(&self, node: &ShapeNode, is_alternative: bool) -> Guard {
        let own =
            own_rules(node, is_alternative).max(self.unions(node)).max(self.below(node, is_alternative));
        let Some(target) = node.reference else { return own };
        let target = self.verdict(target);
        let target = if is_alternative { target.as_alternative } else { target.alone };
        match (own, target) {
            (Guard::Nothing, target) => target,
            // The reader follows a reference; rules beside it are only found in the whole value.
            _ => Guard::Tree,
        }
    }

    fn verdict(&self, id: ShapeId) -> Verdict {
        self.verdicts[id.0 as usize]
    }

    fn unions(&self, node: &ShapeNode) -> Guard {
        let mut alternatives = node.all_of.iter().chain(&node.any_of).chain(&node.one_of);
        let has_rules = alternatives.any(|id| self.verdict(*id).as_alternative != Guard::Nothing);
        if has_rules || node.not.is_some() || node.condition.is_some() { Guard::Tree } else { Guard::Nothing }
    }

    /// The guards of the contents of an array or object.
    fn below(&self, node: &ShapeNode, is_alternative: bool) -> Guard {
        let mut guard = Guard::Nothing;
        if let Some(rules) = node.array.as_deref() {
            for id in rules.prefix_items.iter().chain(&rules.items) {
                guard = guard.max(self.verdict(*id).alone);
            }
        }
        if let Some(rules) = node.object.as_deref() {
            for property in &rules.properties {
                let is_tag = is_alternative && is_text_constant(&self.nodes[property.shape.0 as usize]);
                if !is_tag {
                    guard = guard.max(self.verdict(property.shape).alone);
                }
            }
            let additional = rules.additional_properties.map(|id| self.verdict(id).alone);
            guard = guard.max(additional.unwrap_or_default());
        }
        guard
    }
}

/// The guard that the node's own rules need.
fn own_rules(node: &ShapeNode, is_alternative: bool) -> Guard {
    let needs_tree =
        node.array.as_deref().is_some_and(|rules| rules.unique_items || rules.contains.is_some())
            || node.object.as_deref().is_some_and(|rules| {
                !rules.pattern_properties.is_empty()
                    || rules.property_names.is_some()
                    || !rules.dependents.is_empty()
            });
    if needs_tree {
        return Guard::Tree;
    }
    let lists_values = match node.one_of_values.as_deref() {
        Some(values) => !(is_alternative && values.iter().all(|value| matches!(value, Node::String(_)))),
        None => false,
    };
    let is_tuple = node.array.as_deref().is_some_and(|rules| {
        let length = Some(rules.prefix_items.len() as u64);
        rules.min_items == length && rules.max_items == length
    });
    let counts_items = !is_tuple
        && node.array.as_deref().is_some_and(|rules| rules.min_items.is_some() || rules.max_items.is_some());
    let counts_entries = node
        .object
        .as_deref()
        .is_some_and(|rules| rules.min_properties.is_some() || rules.max_properties.is_some());
    let needs_stream = lists_values
        || node.exact_number
        || node.number.as_deref().is_some_and(|rules| !rules.by_type)
        || node.string.is_some()
        || counts_items
        || counts_entries;
    if needs_stream { Guard::Stream } else { Guard::Nothing }
}

/// The tag of a variant: one text and no more rules.
fn is_text_constant(node: &ShapeNode) -> bool {
    matches!(node.one_of_values.as_deref(), Some([Node::String(_)]))
        && node.string.is_none()
        && node.any_of.is_empty()
        && node.one_of.is_empty()
        && node.all_of.is_empty()
        && node.not.is_none()
        && node.condition.is_none()
        && node.reference.is_none()
}
