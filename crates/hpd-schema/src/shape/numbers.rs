//! The numbers of a value, with the nodes that describe them.

use std::borrow::Cow;

use hpd_json::__private::Path;
use hpd_json::Node;

use super::{Shape, ShapeId, ShapeNode, TypeSet};

/// A visit of a number: the nodes that describe it, its place, and its text.
type Visit<'v> = &'v mut dyn FnMut(&[ShapeId], &Path<'_>, &mut Cow<'_, str>);

/// How a schema says that a number is held.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeclaredNumber {
    /// With every digit: an integer, or a decimal.
    Exact,
    /// In 32 bits.
    Float,
    /// In 64 bits.
    Double,
}

#[doc(hidden)]
impl Shape {
    /// Visits all numbers in the value of the property `name`. A number is described by the nodes for it, or by a node
    /// around it that accepts everything. Of alternatives, the first that accepts the value counts.
    pub fn visit_numbers(&self, name: &str, value: &mut Node<'_>, visit: Visit<'_>) {
        if let Some(id) = self.property(name) {
            self.visit_numbers_at(&[id], value, &Path::ROOT.key(name), visit);
        }
    }

    fn visit_numbers_at(&self, ids: &[ShapeId], value: &mut Node<'_>, path: &Path<'_>, visit: Visit<'_>) {
        if !matches!(value, Node::Number(_) | Node::Array(_) | Node::Object(_)) {
            return;
        }
        let mut all = Vec::new();
        for id in ids {
            self.describe_value(*id, value, &mut all);
        }
        match value {
            Node::Number(text) => visit(&all, path, text),
            Node::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    let below = self.below(&all, |node| node.array.as_deref()?.item(index as u64));
                    self.visit_numbers_at(&below, item, &path.index(index), visit);
                }
            }
            Node::Object(members) => {
                for (key, member) in members {
                    let below = self.below(&all, |node| node.object.as_deref()?.member(key));
                    self.visit_numbers_at(&below, member, &path.key(key), visit);
                }
            }
            _ => {}
        }
    }

    /// The nodes for a part of a value. Where none has rules for it, nodes that accept everything describe it too.
    fn below(&self, ids: &[ShapeId], part: impl Fn(&ShapeNode) -> Option<ShapeId>) -> Vec<ShapeId> {
        let below: Vec<_> = ids.iter().filter_map(|id| part(self.node(*id))).collect();
        if below.is_empty() { ids.iter().copied().filter(|id| self.is_free(*id)).collect() } else { below }
    }

    fn describe_value(&self, id: ShapeId, value: &Node<'_>, all: &mut Vec<ShapeId>) {
        if all.contains(&id) {
            return;
        }
        all.push(id);
        let node = self.node(id);
        for part in node.reference.iter().chain(&node.all_of) {
            self.describe_value(*part, value, all);
        }
        for alternatives in [&node.any_of, &node.one_of] {
            if let Some(first) = alternatives.iter().find(|id| self.accepts_at(**id, value)) {
                self.describe_value(*first, value, all);
            }
        }
    }

    /// How the node `id` says that a number is held, if it does.
    pub fn declared_number(&self, id: ShapeId) -> Option<DeclaredNumber> {
        let node = self.node(id);
        let is_integer = node.types.contains(TypeSet::INTEGER) && !node.types.contains(TypeSet::NUMBER);
        match node.declared_format.as_deref() {
            _ if node.exact_number || is_integer => Some(DeclaredNumber::Exact),
            Some("float") => Some(DeclaredNumber::Float),
            Some("double") => Some(DeclaredNumber::Double),
            _ => None,
        }
    }
}
