//! How large values of a Shape can be, as far as their types bound them.

use super::{Shape, ShapeId, ShapeNode, TypeSet};

/// The known bounds on the size of a value's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SizeBounds {
    /// There are maps, free values or recursion in it: nothing bounds its depth, and keys may come twice.
    pub is_open: bool,
    /// The fewest bytes of an item of any array in it.
    pub shortest_item: usize,
    /// The fewest bytes of the value.
    shortest: usize,
}

/// Shapes nested deeper than this count as open.
const DEEPEST: usize = 16;

#[doc(hidden)]
impl Shape {
    /// The known bounds on the size of a value at `id`.
    #[doc(hidden)]
    pub fn size_bounds(&self, id: ShapeId) -> SizeBounds {
        self.size_bounds_within(id, DEEPEST)
    }

    fn size_bounds_within(&self, id: ShapeId, levels: usize) -> SizeBounds {
        let node = self.node(id);
        let open = SizeBounds { is_open: true, shortest_item: 1, shortest: 1 };
        let Some(levels) = levels.checked_sub(1).filter(|_| !has_parts(node)) else { return open };
        let mut size_bounds = SizeBounds { is_open: false, shortest_item: usize::MAX, shortest: 1 };
        if node.types.contains(TypeSet::ARRAY) {
            let Some(rules) = node.array.as_deref() else { return open };
            let below = rules.prefix_items.iter().chain(&rules.items).copied();
            for item in below.map(|item| self.size_bounds_within(item, levels)) {
                size_bounds.is_open |= item.is_open;
                size_bounds.shortest_item =
                    size_bounds.shortest_item.min(item.shortest_item).min(item.shortest);
            }
            size_bounds.is_open |= rules.items.is_none() && rules.prefix_items.is_empty();
        }
        if node.types.contains(TypeSet::OBJECT) {
            let Some(rules) = node.object.as_deref() else { return open };
            // The braces, and for each required property quotes, a colon and a comma.
            let mut shortest = 2;
            for property in &rules.properties {
                let value = self.size_bounds_within(property.shape, levels);
                size_bounds.is_open |= value.is_open;
                size_bounds.shortest_item = size_bounds.shortest_item.min(value.shortest_item);
                if property.required {
                    shortest += property.name.len() + 3 + value.shortest;
                }
            }
            size_bounds.is_open |= rules.properties.is_empty() || !rules.pattern_properties.is_empty();
            size_bounds.is_open |= rules.additional_properties.is_some_and(|id| !self.node(id).never);
            if node.types == TypeSet::OBJECT {
                size_bounds.shortest = shortest;
            }
        }
        size_bounds
    }
}

/// Whether a value has alternatives, or a referenced description.
fn has_parts(node: &ShapeNode) -> bool {
    node.types == TypeSet::ANY
        || node.reference.is_some()
        || node.not.is_some()
        || [&node.all_of, &node.any_of, &node.one_of].into_iter().any(|parts| !parts.is_empty())
}
