//! Keys and variants that a schema declares. A type may read others, such as aliases of its fields: those never reach it.

use std::collections::HashSet;

use hpd_json::Node;

use super::{ArrayRules, Guard, ObjectRules, Shape, ShapeId, ShapeNode, TypeSet};

/// The declared variants of an enum: their names, with the Shapes of their contents.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct DeclaredVariants<'s> {
    /// Each name once for each alternative; `None` for a variant without contents.
    pub all: Vec<(&'s str, Option<ShapeId>)>,
}

impl DeclaredVariants<'_> {
    /// Whether a variant has this name.
    pub fn has(&self, name: &str) -> bool {
        self.all.iter().any(|(declared, _)| *declared == name)
    }
}

#[doc(hidden)]
impl Shape {
    /// The node at `id` whose own rules are all rules for the value. `None` where a union or several nodes have rules.
    pub fn only_node(&self, id: ShapeId) -> Option<&ShapeNode> {
        self.only_id(id).map(|id| self.node(id))
    }

    fn only_id(&self, mut id: ShapeId) -> Option<ShapeId> {
        let mut node = self.node(id);
        // References form no circle without rules between them: compilation refuses those.
        while let Some(target) = node.reference {
            if !node.has_no_rules() {
                return None;
            }
            id = target;
            node = self.node(target);
        }
        (node.alternatives().next().is_none() && node.all_of.is_empty() && node.not.is_none()).then_some(id)
    }

    /// Whether every value is accepted at `id`, so that every key is declared.
    pub fn is_free(&self, id: ShapeId) -> bool {
        self.only_node(id).is_some_and(|node| node.has_no_rules() && node.types == TypeSet::ANY)
    }

    /// The declared variants of the enum at `id`, if serde's external form describes it.
    pub fn declared_variants(&self, id: ShapeId) -> Option<DeclaredVariants<'_>> {
        let mut declared = DeclaredVariants::default();
        self.add_variants(id, &mut declared, DEEPEST).then_some(declared)
    }

    fn add_variants<'s>(&'s self, id: ShapeId, declared: &mut DeclaredVariants<'s>, far: usize) -> bool {
        let Some(far) = far.checked_sub(1) else { return false };
        let node = self.node(id);
        if !node.all_of.is_empty() || node.not.is_some() {
            return false;
        }
        if let Some(target) = node.reference {
            return node.has_no_rules() && self.add_variants(target, declared, far);
        }
        if node.alternatives().next().is_some() {
            return node.one_of_values.is_none()
                && node.object.is_none()
                && node.alternatives().all(|id| self.add_variants(id, declared, far));
        }
        if let Some(values) = node.one_of_values.as_deref() {
            let names = values.iter().map_while(|value| Some((value.as_str()?, None)));
            let before = declared.all.len();
            declared.all.extend(names);
            return declared.all.len() - before == values.len();
        }
        let only = node.object.as_deref().filter(|rules| !rules.is_open(self));
        match only.map(|rules| rules.properties.as_slice()) {
            Some([property]) => {
                declared.all.push((&property.name, Some(property.shape)));
                true
            }
            _ => false,
        }
    }

    /// Makes the guarded reading compare keys with the declared ones, in a value at `id`. `places` are the objects whose
    /// types may read undeclared keys. With `None`, all objects in the value are compared.
    ///
    /// The guard becomes [`Guard::Tree`] where only the whole value tells which alternative of a union it is.
    pub fn compare_keys(&mut self, id: ShapeId, places: Option<&[ShapeId]>) {
        let below = self.reachable(id);
        let places = places.filter(|_| below.iter().all(|id| self.node(*id).is_simple()));
        for id in below {
            let node = &mut self.nodes[id.0 as usize];
            node.guard = node.guard.max(if places.is_none() { Guard::Tree } else { Guard::Stream });
        }
        for id in places.into_iter().flatten().filter_map(|id| self.only_id(*id)).collect::<Vec<_>>() {
            let is_open = self.node(id).object.as_deref().is_none_or(|rules| rules.is_open(self));
            let rules = self.nodes[id.0 as usize].object.as_deref_mut().filter(|_| !is_open);
            if let Some(rules) = rules {
                rules.refuses_undeclared = true;
            }
        }
    }

    /// Makes the reading of a value refuse keys that its object does not declare, also where the schema takes them.
    pub fn refuse_undeclared(&mut self, id: ShapeId) {
        let node = &mut self.nodes[id.0 as usize];
        node.guard = node.guard.max(Guard::Stream);
        if let Some(rules) = node.object.as_deref_mut() {
            rules.refuses_undeclared = true;
        }
    }

    /// The node `id`, and all that it leads to.
    fn reachable(&self, id: ShapeId) -> HashSet<ShapeId> {
        let (mut reached, mut waiting) = (HashSet::new(), vec![id]);
        while let Some(id) = waiting.pop() {
            if !reached.insert(id) {
                continue;
            }
            let node = self.node(id);
            waiting.extend(node.reference.iter().chain(&node.all_of).chain(&node.any_of).chain(&node.one_of));
            if let Some(rules) = node.array.as_deref() {
                waiting.extend(rules.prefix_items.iter().chain(&rules.items));
            }
            if let Some(rules) = node.object.as_deref() {
                waiting.extend(rules.properties.iter().map(|property| property.shape));
                waiting.extend(rules.pattern_properties.iter().map(|(_, id)| *id));
                waiting.extend(rules.additional_properties);
            }
        }
        reached
    }

    /// Takes members out of objects in `value` whose keys are not declared for it. Returns whether there were any. Of
    /// several alternatives, those that accept the value count.
    pub fn drop_undeclared(&self, id: ShapeId, value: &mut Node<'_>) -> bool {
        self.drop_by(&[id], value)
    }

    /// The same for a value that several nodes describe.
    fn drop_by(&self, ids: &[ShapeId], value: &mut Node<'_>) -> bool {
        if !matches!(value, Node::Array(_) | Node::Object(_)) {
            return false;
        }
        let mut nodes = Vec::new();
        let mut is_free = false;
        for id in ids {
            is_free |= self.collect(*id, value, &mut nodes, DEEPEST);
        }
        let mut is_changed = false;
        match value {
            Node::Array(items) => {
                let rules: Vec<_> = nodes.iter().filter_map(|node| node.array.as_deref()).collect();
                for (index, item) in (0..).zip(items) {
                    let below: Vec<_> = rules.iter().filter_map(|rules| rules.item(index)).collect();
                    is_changed |= self.drop_by(&below, item);
                }
            }
            Node::Object(members) => {
                let rules: Vec<_> = nodes.iter().filter_map(|node| node.object.as_deref()).collect();
                let is_free = is_free
                    || rules
                        .iter()
                        .all(|rules| rules.properties.is_empty() && rules.additional_properties.is_none());
                let before = members.len();
                members.retain_mut(|(key, member)| {
                    let below: Vec<_> = rules.iter().flat_map(|rules| rules.declared(self, key)).collect();
                    is_changed |= self.drop_by(&below, member);
                    is_free || !below.is_empty()
                });
                is_changed |= members.len() < before;
            }
            _ => {}
        }
        is_changed
    }

    /// The nodes with rules for `value`, from `id` on. Returns whether one alternative accepts everything.
    fn collect<'s>(
        &'s self,
        id: ShapeId,
        value: &Node<'_>,
        nodes: &mut Vec<&'s ShapeNode>,
        far: usize,
    ) -> bool {
        let Some(far) = far.checked_sub(1) else { return false };
        let node = self.node(id);
        nodes.push(node);
        let mut is_free = false;
        for part in node.reference.iter().chain(&node.all_of) {
            is_free |= self.collect(*part, value, nodes, far);
        }
        for alternative in node.alternatives().filter(|id| self.accepts_at(*id, value)) {
            is_free |= self.is_free(alternative) || self.collect(alternative, value, nodes, far);
        }
        is_free
    }
}

/// References and unions that describe one value are followed so far.
const DEEPEST: usize = 64;

impl ShapeNode {
    /// The alternatives of its unions.
    fn alternatives(&self) -> impl Iterator<Item = ShapeId> + '_ {
        self.any_of.iter().chain(&self.one_of).copied()
    }

    /// Whether it has no rules for objects, arrays and listed values, and no parts beside a reference.
    fn has_no_rules(&self) -> bool {
        !self.never
            && self.one_of_values.is_none()
            && self.object.is_none()
            && self.array.is_none()
            && self.all_of.is_empty()
            && self.not.is_none()
            && self.alternatives().next().is_none()
    }

    /// Whether the reading reaches all its rules value by value.
    fn is_simple(&self) -> bool {
        self.one_of_values.is_none()
            && self.all_of.is_empty()
            && self.not.is_none()
            && self.alternatives().next().is_none()
            && (self.reference.is_none() || self.has_no_rules())
            && self.object.as_deref().is_none_or(|rules| rules.pattern_properties.is_empty())
    }

    /// Whether the schema accepts neither arrays nor objects, by the type alone.
    #[doc(hidden)]
    pub fn is_scalar(&self) -> bool {
        self.types.without(TypeSet::ARRAY) == self.types && self.types.without(TypeSet::OBJECT) == self.types
    }
}

impl ObjectRules {
    /// Whether keys beyond the properties are declared: by a pattern, or because their values are collected.
    fn is_open(&self, shape: &Shape) -> bool {
        self.properties.is_empty() && self.additional_properties.is_none()
            || !self.pattern_properties.is_empty()
            || self.collects(shape).is_some()
    }

    /// The Shapes of a key that the rules declare.
    fn declared(&self, shape: &Shape, key: &str) -> Vec<ShapeId> {
        let named = self.position(key).map(|position| self.properties[position].shape);
        let matching = self.pattern_properties.iter().filter(|(pattern, _)| pattern.is_match(key));
        let mut declared: Vec<_> = named.into_iter().chain(matching.map(|(_, id)| *id)).collect();
        if declared.is_empty() {
            declared.extend(self.collects(shape));
        }
        declared
    }
}

#[doc(hidden)]
impl ObjectRules {
    /// The rules for the values of keys that are not properties, if the schema accepts such keys with rules.
    pub fn collects(&self, shape: &Shape) -> Option<ShapeId> {
        self.additional_properties.filter(|id| !shape.node(*id).never)
    }

    /// Whether it has rules for keys that match a pattern.
    pub fn has_patterns(&self) -> bool {
        !self.pattern_properties.is_empty()
    }

    /// Whether a key that is no property is refused while the type reads it.
    #[inline]
    pub fn refuses_undeclared(&self) -> bool {
        self.refuses_undeclared
    }
}

#[doc(hidden)]
impl ArrayRules {
    /// How many items have Shapes of their own.
    pub fn prefix_count(&self) -> usize {
        self.prefix_items.len()
    }
}
