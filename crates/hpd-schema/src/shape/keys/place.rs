//! Everything that a schema says about the keys of one object.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::HashMap;

use hpd_json::Node;

use crate::shape::accept::Judge;
use crate::shape::promote::{fold, fold_loosely, has_only_separators};
use crate::shape::{Condition, ObjectRules, Shape, ShapeId, ShapeNode, TypeSet};

pub(super) type Members<'n, 'a> = &'n [(Cow<'a, str>, Node<'a>)];

/// The nodes that may describe one value: its own, with all references, parts and alternatives. A name in any of them is
/// a listed one.
pub(super) struct KeyPlace<'s> {
    nodes: Vec<&'s ShapeNode>,
    /// A value that is none of the described objects is right here, too.
    is_free: bool,
    /// A node that always counts lists all keys there are. The check reports the others.
    is_closed: bool,
    /// A node that lists properties counts always, or as an alternative.
    has_properties: bool,
}

/// When a node describes the value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    /// One of several ways.
    Alternative,
    /// Under a condition, or as one.
    Condition,
}

/// One key of an object that the schema does not list.
pub(super) struct Stray<'s> {
    /// Its place among the members.
    pub(super) index: usize,
    pub(super) kind: Kind<'s>,
}

/// What a key that is not listed may be.
pub(super) enum Kind<'s> {
    /// The one spelling of this absent property.
    Misspelt(&'s str),
    /// Another spelling of this property, which is there, or has yet another spelling there.
    Repeated(&'s str),
    /// Another spelling of several properties.
    Ambiguous(&'s str),
    /// This absent property, but for characters such as `$`, `.` or blanks that are not seen.
    Near(&'s str),
    /// Nothing that the schema knows.
    Unknown,
}

impl<'s> KeyPlace<'s> {
    /// The place of a value that all of `ids` describe; `None` if that takes too long.
    pub(super) fn new(judge: &Judge<'s>, ids: &[ShapeId]) -> Option<Self> {
        let mut place = Self { nodes: Vec::new(), is_free: false, is_closed: false, has_properties: false };
        ids.iter().all(|id| place.add(judge, *id, When::Always)).then_some(place)
    }

    fn add(&mut self, judge: &Judge<'s>, id: ShapeId, when: When) -> bool {
        let shape = judge.shape;
        let node = shape.node(id);
        if self.nodes.iter().any(|seen| std::ptr::eq(*seen, node)) {
            return true;
        }
        if !judge.spend(1 + self.nodes.len() / NODES_A_STEP) {
            return false;
        }
        let rules = node.object.as_deref();
        self.is_free |= when == When::Alternative && takes_any_object(node);
        self.is_closed |= when == When::Always && rules.is_some_and(|rules| is_closed(shape, rules));
        self.has_properties |=
            when != When::Condition && rules.is_some_and(|rules| !rules.properties.is_empty());
        self.nodes.push(node);
        let alternative = if when == When::Always { When::Alternative } else { when };
        let dependents = rules.into_iter().flat_map(|rules| &rules.dependents);
        let conditions = node.condition.as_deref().into_iter().flat_map(Condition::ids);
        let conditions = conditions.chain(dependents.filter_map(|dependent| dependent.schema));
        node.reference.iter().chain(&node.all_of).all(|id| self.add(judge, *id, when))
            && node.any_of.iter().chain(&node.one_of).all(|id| self.add(judge, *id, alternative))
            && conditions.into_iter().all(|id| self.add(judge, id, When::Condition))
    }

    fn rules(&self) -> impl Iterator<Item = &'s ObjectRules> {
        self.nodes.iter().filter_map(|node| node.object.as_deref())
    }

    /// The nodes of a member.
    pub(super) fn member(&self, judge: &Judge<'s>, key: &str) -> Vec<ShapeId> {
        let mut ids = Vec::new();
        for rules in self.rules() {
            let before = ids.len();
            ids.extend(rules.position(key).map(|position| rules.properties[position].shape));
            ids.extend(judge.matching(rules, key).into_iter().flatten());
            if ids.len() == before {
                ids.extend(rules.additional_properties);
            }
        }
        ids
    }

    /// The nodes of an item.
    pub(super) fn item(&self, index: usize) -> Vec<ShapeId> {
        let rules = self.nodes.iter().filter_map(|node| node.array.as_deref());
        rules.filter_map(|rules| rules.item(index as u64)).collect()
    }

    /// Whether unknown keys are welcome: as entries of a map, or by a keyword of which the names are not known.
    pub(super) fn takes_unknown(&self, shape: &Shape) -> bool {
        self.is_free
            || self.rules().any(|rules| {
                rules.names_unknown || rules.additional_properties.is_some_and(|id| !shape.node(id).never)
            })
    }

    /// The keys of an object that are not listed; none where the schema lists none, or lists all there are.
    pub(super) fn strays(&self, judge: &Judge<'s>, members: Members<'_, '_>) -> Vec<Stray<'s>> {
        if self.is_closed || !self.has_properties {
            return Vec::new();
        }
        let unknown: Vec<usize> =
            (0..members.len()).filter(|index| !self.lists(judge, &members[*index].0)).collect();
        let declared: usize = self.rules().map(|rules| rules.names().count()).sum();
        if unknown.is_empty() || !judge.spend(declared * NAME + members.len() * KEY) {
            return Vec::new();
        }
        let spelt = Spelt::new(self.rules().flat_map(ObjectRules::names), members, fold);
        let takes_unknown = self.takes_unknown(judge.shape);
        let loosely =
            LazyCell::new(|| Spelt::new(self.rules().flat_map(ObjectRules::names), members, fold_loosely));
        let kind = |index: usize| {
            let key = &members[index].0;
            match spelt.kind(key) {
                // Further keys are described: they may differ in anything.
                Kind::Unknown if takes_unknown => Kind::Unknown,
                Kind::Unknown => loosely.loose_kind(key),
                kind => kind,
            }
        };
        unknown.into_iter().map(|index| Stray { index, kind: kind(index) }).collect()
    }

    /// Whether the schema lists a key. Without budget, it counts as listed.
    pub(super) fn lists(&self, judge: &Judge<'s>, key: &str) -> bool {
        self.rules().any(|rules| {
            rules.position(key).is_some()
                || rules.names_elsewhere().any(|name| name == key)
                || judge.matching(rules, key).is_none_or(|matching| !matching.is_empty())
                || rules.property_names.is_some_and(|id| lists_name(judge.shape.node(id), key))
        })
    }

    /// Whether a key is another spelling of a listed one. Without budget, it counts as one.
    pub(super) fn lists_spelling(&self, judge: &Judge<'s>, key: &str) -> bool {
        let declared: usize = self.rules().map(|rules| rules.names().count()).sum();
        let spelling = fold(key);
        !judge.spend(declared * NAME)
            || self.rules().any(|rules| rules.names().any(|name| fold(name) == spelling))
    }

    /// Whether properties are listed.
    pub(super) const fn has_properties(&self) -> bool {
        self.has_properties
    }

    /// The names of properties that an object does not have.
    pub(super) fn absent(&self, members: Members<'_, '_>) -> Vec<&'s str> {
        let mut absent: Vec<&'s str> = Vec::new();
        for name in self.rules().flat_map(ObjectRules::names) {
            if !absent.contains(&name) && !members.iter().any(|(key, _)| key == name) {
                absent.push(name);
            }
        }
        absent
    }

    /// Those of them that must be there.
    pub(super) fn missing(&self, members: Members<'_, '_>) -> Vec<&'s str> {
        let is_absent = |name: &&str| !members.iter().any(|(key, _)| key == *name);
        let declared = |rules: &'s ObjectRules| {
            rules.properties.iter().filter(|property| property.required).map(|property| &*property.name)
        };
        let elsewhere = |rules: &'s ObjectRules| rules.required_elsewhere.iter().map(|name| &**name);
        self.rules().flat_map(|rules| declared(rules).chain(elsewhere(rules))).filter(is_absent).collect()
    }
}

/// The names of properties and the keys of an object, by their spelling.
struct Spelt<'s> {
    names: HashMap<String, Vec<&'s str>>,
    sent: HashMap<String, usize>,
    spelling: fn(&str) -> String,
}

impl<'s> Spelt<'s> {
    fn new(
        names: impl Iterator<Item = &'s str>,
        members: Members<'_, '_>,
        spelling: fn(&str) -> String,
    ) -> Self {
        let mut spelt = Self { names: HashMap::new(), sent: HashMap::new(), spelling };
        for name in names {
            let same = spelt.names.entry(spelling(name)).or_default();
            if !same.contains(&name) {
                same.push(name);
            }
        }
        for (key, _) in members {
            *spelt.sent.entry(spelling(key)).or_default() += 1;
        }
        spelt
    }

    /// What a key is that is not listed.
    fn kind(&self, key: &str) -> Kind<'s> {
        let spelling = (self.spelling)(key);
        match self.names.get(&spelling).map(Vec::as_slice) {
            None => Kind::Unknown,
            Some(_) if spelling.is_empty() => Kind::Unknown,
            Some([name]) if self.sent.get(&spelling) == Some(&1) => Kind::Misspelt(name),
            Some([name]) => Kind::Repeated(name),
            Some(several) => Kind::Ambiguous(several.first().copied().unwrap_or_default()),
        }
    }

    /// The same by a loose spelling. Only separators are corrected.
    fn loose_kind(&self, key: &str) -> Kind<'s> {
        let is_plain = |kind: &Kind<'_>| match kind {
            Kind::Misspelt(name) | Kind::Repeated(name) | Kind::Ambiguous(name) | Kind::Near(name) => {
                has_only_separators(name)
            }
            Kind::Unknown => true,
        };
        match self.kind(key) {
            kind if has_only_separators(key) && is_plain(&kind) => kind,
            Kind::Misspelt(name) => Kind::Near(name),
            _ => Kind::Unknown,
        }
    }
}

impl ObjectRules {
    /// All names that are known.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.properties.iter().map(|property| &*property.name).chain(self.names_elsewhere())
    }

    /// The names in other keywords than `properties`.
    fn names_elsewhere(&self) -> impl Iterator<Item = &str> {
        let dependents = self.dependents.iter();
        let dependents = dependents.flat_map(|each| std::iter::once(&each.property).chain(&each.required));
        self.required_elsewhere.iter().chain(dependents).map(|name| &**name)
    }
}

/// Nodes of a place that are compared in one step.
const NODES_A_STEP: usize = 16;
/// Steps for the spelling of a name.
const NAME: usize = 10;
/// Steps for the spelling of a key.
const KEY: usize = 8;

fn is_closed(shape: &Shape, rules: &ObjectRules) -> bool {
    rules.additional_properties.is_some_and(|id| shape.node(id).never)
}

/// Whether an alternative has no rule at all for an object.
fn takes_any_object(node: &ShapeNode) -> bool {
    node.types.contains(TypeSet::OBJECT)
        && !node.never
        && node.object.is_none()
        && node.one_of_values.is_none()
        && node.reference.is_none()
        && node.not.is_none()
        && node.all_of.is_empty()
        && node.any_of.is_empty()
        && node.one_of.is_empty()
}

/// Whether a schema of names lists this one.
fn lists_name(names: &ShapeNode, key: &str) -> bool {
    names.one_of_values.as_deref().is_some_and(|listed| listed.iter().any(|name| name.as_str() == Some(key)))
}
