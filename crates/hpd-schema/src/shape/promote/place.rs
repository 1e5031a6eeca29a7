//! The rules at one place of a value: its own, and those of all references.

use hpd_json::Node;

use super::formats;
use crate::shape::accept::{Judge, is_of_type, type_of};
use crate::shape::{Shape, ShapeId, ShapeNode, TypeSet};

/// The depth to which alternatives are searched for their types.
const FAR: usize = 4;

/// The nodes that a value has to be accepted by: mostly one.
#[derive(Debug, Clone)]
pub(super) enum Ids {
    /// This one.
    One(ShapeId),
    /// All of these.
    All(Vec<ShapeId>),
}

impl Ids {
    const NONE: Self = Self::All(Vec::new());

    pub(super) fn as_slice(&self) -> &[ShapeId] {
        match self {
            Self::One(id) => std::slice::from_ref(id),
            Self::All(ids) => ids,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }

    fn push(&mut self, id: ShapeId) {
        match self {
            Self::One(first) => *self = Self::All(vec![*first, id]),
            Self::All(ids) if ids.is_empty() => *self = Self::One(id),
            Self::All(ids) => ids.push(id),
        }
    }
}

impl Extend<ShapeId> for Ids {
    fn extend<I: IntoIterator<Item = ShapeId>>(&mut self, ids: I) {
        ids.into_iter().for_each(|id| self.push(id));
    }
}

/// All that holds for a value at one place at once.
pub(super) struct Place<'s> {
    /// A value is right here if all of these accept it.
    pub(super) ids: Ids,
    /// These nodes and their references, without alternatives.
    pub(super) nodes: Vec<&'s ShapeNode>,
    /// The alternatives of the nodes.
    pub(super) unions: Vec<&'s [ShapeId]>,
    /// The types that all nodes accept. Null needs a check.
    pub(super) types: TypeSet,
}

impl<'s> Place<'s> {
    pub(super) fn new(shape: &'s Shape, ids: &Ids) -> Self {
        let mut place = Self { ids: ids.clone(), nodes: Vec::new(), unions: Vec::new(), types: TypeSet::ANY };
        for id in ids.as_slice() {
            place.add(shape, *id);
        }
        place
    }

    fn add(&mut self, shape: &'s Shape, id: ShapeId) {
        let node = shape.node(id);
        if self.nodes.iter().any(|seen| std::ptr::eq(*seen, node)) {
            return;
        }
        self.nodes.push(node);
        self.types = self.types.both(own_types(node));
        self.unions.extend([&*node.any_of, &*node.one_of].into_iter().filter(|union| !union.is_empty()));
        for part in node.reference.iter().chain(&node.all_of) {
            self.add(shape, *part);
        }
    }

    /// The same place, if the value is one of the alternatives of its first union.
    pub(super) fn narrowed(&self, shape: &'s Shape, alternative: ShapeId) -> Self {
        let mut place = Self {
            ids: self.ids.clone(),
            nodes: self.nodes.clone(),
            unions: self.unions.get(1..).unwrap_or_default().to_vec(),
            types: self.types,
        };
        place.add(shape, alternative);
        place.ids.push(alternative);
        place
    }

    /// The same place, where the value may have one type alone.
    pub(super) fn only(&self, target: TypeSet) -> Self {
        // A number is a target whether it has to be whole or not.
        let target = if target == TypeSet::INTEGER { TypeSet::NUMBER } else { target };
        Self {
            ids: self.ids.clone(),
            nodes: self.nodes.clone(),
            unions: self.unions.clone(),
            types: self.types.both(target),
        }
    }

    /// Whether a value has a type that is asked for, and is listed where values are.
    pub(super) fn fits(&self, value: &Node<'_>) -> bool {
        is_of_type(value, self.types) && self.nodes.iter().all(|node| node.lists(value))
    }

    /// Whether values are listed.
    pub(super) fn is_listed(&self) -> bool {
        self.nodes.iter().any(|node| node.one_of_values.is_some())
    }

    /// Whether the schema names types, rather than only values of them.
    pub(super) fn names_types(&self) -> bool {
        self.nodes.iter().any(|node| node.types != TypeSet::ANY)
    }

    /// The text formats or number widths that the schema names.
    pub(super) fn declared_formats(&self) -> impl Iterator<Item = &'s str> {
        self.nodes.iter().filter_map(|node| node.declared_format.as_deref())
    }

    /// Whether free texts are accepted: no enums, dates or other formats.
    pub(super) fn takes_free_text(&self, judge: &Judge<'s>) -> bool {
        self.takes_free_text_within(judge, FAR)
    }

    fn takes_free_text_within(&self, judge: &Judge<'s>, far: usize) -> bool {
        if !self.types.contains(TypeSet::STRING) || self.is_listed() {
            return false;
        }
        if self.nodes.iter().any(|node| formats::is_checked(node)) {
            return false;
        }
        match self.unions.first() {
            // Without budget, a text counts as a text.
            Some(alternatives) if far > 0 && judge.spend(alternatives.len()) => alternatives
                .iter()
                .any(|id| self.narrowed(judge.shape, *id).takes_free_text_within(judge, far - 1)),
            _ => true,
        }
    }

    /// Whether a value of this JSON type is taken in itself, so that it is not meant as one of another type. A text is
    /// meant as such where it is free; words and dates are looked for in all alternatives.
    pub(super) fn takes_kind_of(&self, judge: &Judge<'s>, value: &Node<'_>) -> bool {
        match value {
            Node::String(_) => self.takes_free_text(judge),
            // A word of a list, as some write it.
            Node::Object(members) if matches!(members.as_slice(), [(_, Node::Null)]) => false,
            Node::Number(_) => self.takes_type_within(judge, TypeSet::INTEGER, FAR),
            value => self.takes_type_within(judge, type_of(value), FAR),
        }
    }

    fn takes_type_within(&self, judge: &Judge<'s>, kind: TypeSet, far: usize) -> bool {
        self.types.contains(kind)
            && match self.unions.first() {
                Some(alternatives) if far > 0 && judge.spend(alternatives.len()) => alternatives
                    .iter()
                    .any(|id| self.narrowed(judge.shape, *id).takes_type_within(judge, kind, far - 1)),
                _ => true,
            }
    }

    /// Whether texts have exactly one character.
    pub(super) fn is_character(&self) -> bool {
        let mut rules = self.nodes.iter().filter_map(|node| node.string.as_deref());
        rules.any(|rules| rules.min_length == Some(1) && rules.max_length == Some(1))
    }

    /// Whether arrays have a meaning by position.
    pub(super) fn is_tuple(&self) -> bool {
        let mut rules = self.nodes.iter().filter_map(|node| node.array.as_deref());
        rules.any(|rules| !rules.prefix_items.is_empty())
    }

    /// Whether an array must hold something.
    pub(super) fn asks_for_items(&self) -> bool {
        let mut rules = self.nodes.iter().filter_map(|node| node.array.as_deref());
        rules.any(|rules| rules.min_items.is_some_and(|least| least > 0))
    }

    /// Whether objects have fields that are known by name.
    pub(super) fn is_struct(&self) -> bool {
        let mut rules = self.nodes.iter().filter_map(|node| node.object.as_deref());
        rules.any(|rules| !rules.properties.is_empty())
    }

    /// Whether the schema names a field.
    pub(super) fn knows_field(&self, judge: &Judge<'s>, key: &str) -> bool {
        let mut rules = self.nodes.iter().filter_map(|node| node.object.as_deref());
        rules.any(|rules| {
            rules.position(key).is_some()
                || judge.matching(rules, key).is_none_or(|matching| !matching.is_empty())
                || rules.required_elsewhere.iter().any(|name| **name == *key)
        })
    }

    /// The node of an array item.
    pub(super) fn item(&self, index: usize) -> Ids {
        let mut ids = Ids::NONE;
        let rules = self.nodes.iter().filter_map(|node| node.array.as_deref());
        ids.extend(rules.filter_map(|rules| rules.item(index as u64)));
        ids
    }

    /// The node of an object member.
    pub(super) fn member(&self, judge: &Judge<'s>, key: &str) -> Ids {
        let mut ids = Ids::NONE;
        for rules in self.nodes.iter().filter_map(|node| node.object.as_deref()) {
            let before = ids.as_slice().len();
            ids.extend(rules.position(key).map(|position| rules.properties[position].shape));
            ids.extend(judge.matching(rules, key).into_iter().flatten());
            if ids.as_slice().len() == before {
                ids.extend(rules.additional_properties);
            }
        }
        ids
    }
}

/// The types that a node takes by itself.
fn own_types(node: &ShapeNode) -> TypeSet {
    if node.never {
        return TypeSet::NONE;
    }
    match node.one_of_values.as_deref() {
        Some(values) => node.types.both(values.iter().map(type_of).fold(TypeSet::NONE, TypeSet::with)),
        None => node.types,
    }
}
