//! Yes or no: whether a value is accepted.

use std::borrow::Cow;
use std::cell::{Cell, LazyCell, RefCell};
use std::collections::{HashMap, HashSet};

use hpd_json::__private::{KeyHash, are_surely_distinct};
use hpd_json::{Decimal, Node};

use super::budget::Budget;
use super::pattern::{Pattern, Searches};
use super::{
    ArrayRules, Condition, Dependent, NumberRules, ObjectRules, Shape, ShapeId, ShapeNode, StringRules,
    TypeSet,
};

/// How deep a check may go: a value's depth times that of the alternatives and references at each level.
const DEEPEST: u32 = 512;
/// Properties of an object that are gone through in one step.
pub(super) const PROPERTIES_A_STEP: usize = 16;
/// Extra steps for a format such as a date, on top of those for its text.
const FORM: usize = 4;
/// Bytes of a form that are read in one step.
pub(super) const BYTES_A_STEP: usize = 16;

/// Answers for one value. A check that takes too long is answered with no.
pub(super) struct Judge<'s> {
    pub(super) shape: &'s Shape,
    budget: &'s Budget,
    /// Steps of the budget that are for others.
    reserve: u32,
    gave_up: Cell<bool>,
    depth: Cell<u32>,
    searches: RefCell<Searches<'s>>,
}

impl<'s> Judge<'s> {
    /// A judge that leaves `reserve` steps of the budget to others.
    pub(super) fn new(shape: &'s Shape, budget: &'s Budget, reserve: u32) -> Self {
        let (gave_up, depth) = (Cell::new(false), Cell::new(0));
        Self { shape, budget, reserve, gave_up, depth, searches: RefCell::default() }
    }

    /// Notes that an object has a key that some node does not list.
    pub(super) fn note_unknown_key(&self) {
        self.budget.note_unknown_key();
    }

    /// Whether the check ended because it took too long.
    pub(super) const fn gave_up(&self) -> bool {
        self.gave_up.get()
    }

    /// Goes one step down; `false` if the check has to end.
    pub(super) fn enter(&self) -> bool {
        let depth = self.depth.get();
        if self.gave_up() || depth >= DEEPEST || !self.budget.take(1, self.reserve) {
            self.gave_up.set(true);
            return false;
        }
        self.depth.set(depth + 1);
        true
    }

    /// Spends steps on work other than checking. `false` if too few are left, which ends the check.
    pub(super) fn spend(&self, steps: usize) -> bool {
        let is_taken = |steps| self.budget.take(steps, self.reserve);
        if self.gave_up() || !u32::try_from(steps).is_ok_and(is_taken) {
            self.gave_up.set(true);
        }
        !self.gave_up()
    }

    /// Goes up again.
    pub(super) fn leave(&self) {
        self.depth.set(self.depth.get() - 1);
    }

    pub(super) fn accepts(&self, id: ShapeId, value: &Node<'_>) -> bool {
        if !self.enter() {
            return false;
        }
        let accepts = self.accepts_by(self.shape.node(id), value);
        self.leave();
        accepts
    }

    fn accepts_by(&self, node: &'s ShapeNode, value: &Node<'_>) -> bool {
        if node.nullable && matches!(value, Node::Null) {
            return true;
        }
        !node.never
            && is_of_type(value, node.types)
            && node.lists(value)
            && self.accepts_by_type(node, value)
            && node.all_of.iter().all(|id| self.accepts(*id, value))
            && (node.any_of.is_empty() || node.any_of.iter().any(|id| self.accepts(*id, value)))
            && (node.one_of.is_empty() || self.count_accepting(&node.one_of, value) == 1)
            && node.not.is_none_or(|id| !self.accepts(id, value) && !self.gave_up())
            && node.condition.as_deref().is_none_or(|condition| self.accepts_under(condition, value))
            && node.reference.is_none_or(|id| self.accepts(id, value))
    }

    fn accepts_under(&self, condition: &Condition, value: &Node<'_>) -> bool {
        let rule = self.rule_of(condition, value);
        !self.gave_up() && rule.is_none_or(|id| self.accepts(id, value))
    }

    /// The part of a condition that holds for a value.
    pub(super) fn rule_of(&self, condition: &Condition, value: &Node<'_>) -> Option<ShapeId> {
        if self.accepts(condition.if_accepted, value) { condition.then } else { condition.otherwise }
    }

    pub(super) fn count_accepting(&self, alternatives: &[ShapeId], value: &Node<'_>) -> usize {
        alternatives.iter().filter(|id| self.accepts(**id, value)).take(2).count()
    }

    fn accepts_by_type(&self, node: &'s ShapeNode, value: &Node<'_>) -> bool {
        match value {
            Node::Number(text) => {
                node.number.as_deref().is_none_or(|rules| rules.allows_digits(text))
                    && node.holds_digits(text)
            }
            Node::String(text) => {
                node.string.as_deref().is_none_or(|rules| self.accepts_text(rules, text))
                    && node.allows_exact(text)
            }
            Node::Array(items) => node.array.as_deref().is_none_or(|rules| self.accepts_items(rules, items)),
            Node::Object(members) => node.object.as_deref().is_none_or(|rules| {
                self.accepts_members(rules, members)
                    && self.dependents(rules, members).iter().all(|dependent| {
                        dependent.lacking(members).next().is_none()
                            && dependent.schema.is_none_or(|id| self.accepts(id, value))
                    })
                    && !self.gave_up()
            }),
            Node::Null | Node::Bool(_) => true,
        }
    }

    fn accepts_items(&self, rules: &'s ArrayRules, items: &[Node<'_>]) -> bool {
        rules.allows_count(items.len() as u64)
            && (0..).zip(items).all(|(index, item)| rules.item(index).is_none_or(|id| self.accepts(id, item)))
            && rules.contains.is_none_or(|id| rules.allows_contained(self.count_contained(id, items)))
            && (!rules.unique_items || repeated_item(items).is_none())
    }

    /// How many items a node accepts.
    pub(super) fn count_contained(&self, id: ShapeId, items: &[Node<'_>]) -> u64 {
        items.iter().filter(|item| self.accepts(id, item)).count() as u64
    }

    fn accepts_members(&self, rules: &'s ObjectRules, members: &[(Cow<'_, str>, Node<'_>)]) -> bool {
        if !self.spend(1 + rules.properties.len() / PROPERTIES_A_STEP) {
            return false;
        }
        let mut required = rules.properties.iter().filter(|property| property.required).count();
        let mut next = 0;
        for (key, value) in members {
            let position = rules.position_from(next, key);
            next = position.map_or(next, |position| position + 1);
            let property = position.map(|position| &rules.properties[position]);
            match property {
                Some(property) => required = required.saturating_sub(usize::from(property.required)),
                None => self.budget.note_unknown_key(),
            }
            let Some(matching) = self.matching(rules, key) else { return false };
            let is_accepted = property.is_none_or(|property| self.accepts(property.shape, value))
                && matching.iter().all(|id| self.accepts(*id, value))
                && (property.is_some() || !matching.is_empty() || self.accepts_additional(rules, value))
                && self.accepts_name(rules, key);
            if !is_accepted {
                return false;
            }
        }
        required == 0
            && rules.required_elsewhere.iter().all(|name| members.iter().any(|(key, _)| *key == **name))
            && rules.allows_count(members.len() as u64)
    }

    /// The rules of the properties that an object has. None if that takes too long, which ends the check.
    pub(super) fn dependents(&self, rules: &'s ObjectRules, members: Members<'_, '_>) -> Vec<&'s Dependent> {
        let steps = rules.dependents.len() * (1 + members.len() / PROPERTIES_A_STEP);
        if steps == 0 || !self.spend(steps) {
            return Vec::new();
        }
        let is_there = |name: &str| members.iter().any(|(key, _)| *key == name);
        rules.dependents.iter().filter(|dependent| is_there(&dependent.property)).collect()
    }

    fn accepts_additional(&self, rules: &ObjectRules, value: &Node<'_>) -> bool {
        rules.additional_properties.is_none_or(|id| self.accepts(id, value))
    }

    fn accepts_text(&self, rules: &'s StringRules, text: &str) -> bool {
        self.spend_on_form(rules, text)
            && rules.allows_form(text)
            && rules.pattern.as_ref().is_none_or(|pattern| self.search(pattern, text) == Some(true))
    }

    /// Takes the steps for the form and the length of a text.
    pub(super) fn spend_on_form(&self, rules: &StringRules, text: &str) -> bool {
        let form = if rules.format.is_some() { FORM + text.len() / BYTES_A_STEP } else { 0 };
        self.spend(form + text.len() / (BYTES_A_STEP * BYTES_A_STEP))
    }

    /// Whether a pattern occurs in a text. `None` if the search is too long and the check ends.
    pub(super) fn search(&self, pattern: &'s Pattern, text: &str) -> Option<bool> {
        self.searches.borrow_mut().search(pattern, text, &|steps| self.spend(steps))
    }

    /// The nodes of the patterns that occur in a key. `None` if the search is too long and the check ends.
    #[inline]
    pub(super) fn matching(&self, rules: &'s ObjectRules, key: &str) -> Option<Vec<ShapeId>> {
        if rules.pattern_properties.is_empty() { Some(Vec::new()) } else { self.search_patterns(rules, key) }
    }

    #[inline(never)]
    fn search_patterns(&self, rules: &'s ObjectRules, key: &str) -> Option<Vec<ShapeId>> {
        let mut matching = Vec::new();
        for (pattern, id) in &rules.pattern_properties {
            if self.search(pattern, key)? {
                matching.push(*id);
            }
        }
        Some(matching)
    }

    pub(super) fn accepts_name(&self, rules: &ObjectRules, key: &str) -> bool {
        rules.property_names.is_none_or(|id| self.accepts(id, &Node::String(Cow::Borrowed(key))))
    }
}

impl NumberRules {
    /// Whether a number's text passes.
    fn allows_digits(&self, text: &str) -> bool {
        if self.surely_allows(text) {
            return true;
        }
        match text.parse::<i64>() {
            Ok(number) => self.allows_integer(number.into()),
            Err(_) => Decimal::parse(text).is_some_and(|number| self.allows(&number)),
        }
    }
}

type Members<'n, 'a> = &'n [(Cow<'a, str>, Node<'a>)];

impl Dependent {
    /// The properties that an object lacks.
    pub(super) fn lacking(&self, members: Members<'_, '_>) -> impl Iterator<Item = &str> {
        let is_absent = |name: &&str| members.iter().all(|(key, _)| *key != *name);
        self.required.iter().map(|name| &**name).filter(is_absent)
    }
}

impl ArrayRules {
    /// Whether an array may hold this many of the items that `contains` asks for.
    pub(super) fn allows_contained(&self, count: u64) -> bool {
        count >= self.min_contains.unwrap_or(1) && self.max_contains.is_none_or(|max| count <= max)
    }
}

impl ShapeNode {
    /// Whether the value is listed, if the node lists values.
    pub(super) fn lists(&self, value: &Node<'_>) -> bool {
        let Some(values) = self.one_of_values.as_deref() else { return true };
        let Node::Number(text) = value else { return values.contains(value) };
        // A long number is read once, not for each that is listed.
        let number = LazyCell::new(|| Decimal::parse(text));
        values.iter().any(|listed| match listed {
            Node::Number(other) => other == text || Decimal::parse(other) == *number,
            _ => false,
        })
    }

    /// For decimals in a text, the rules for numbers hold too: an amount is above zero however it is written.
    pub(super) fn allows_exact(&self, text: &str) -> bool {
        self.holds_digits(text)
            && match self.number.as_deref() {
                Some(rules) if self.exact_number => {
                    decimal_in(text).is_none_or(|number| rules.allows(&number))
                }
                _ => true,
            }
    }
}

/// The number in a text that matches the pattern of decimals, which allows zeros in front.
pub(super) fn decimal_in(text: &str) -> Option<Decimal> {
    Decimal::parse(text).or_else(|| {
        let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
        let plain = digits.trim_start_matches('0');
        let zero = if plain.starts_with(|c: char| c.is_ascii_digit()) { "" } else { "0" };
        Decimal::parse(&format!("{sign}{zero}{plain}"))
    })
}

/// The type of a value. Integers differ from other numbers.
pub(super) fn type_of(value: &Node<'_>) -> TypeSet {
    match value {
        Node::Null => TypeSet::NULL,
        Node::Bool(_) => TypeSet::BOOLEAN,
        Node::Number(text) if is_integer(text) => TypeSet::INTEGER,
        Node::Number(_) => TypeSet::FRACTION,
        Node::String(_) => TypeSet::STRING,
        Node::Array(_) => TypeSet::ARRAY,
        Node::Object(_) => TypeSet::OBJECT,
    }
}

pub(super) fn is_of_type(value: &Node<'_>, types: TypeSet) -> bool {
    match value {
        Node::Number(_) if types.contains(TypeSet::NUMBER) => true,
        value => types.contains(type_of(value)),
    }
}

fn is_integer(text: &str) -> bool {
    !text.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E'))
        || Decimal::parse(text).is_some_and(|number| number.is_integer())
}

/// The places of two items that are equal.
pub(super) fn repeated_item(items: &[Node<'_>]) -> Option<(usize, usize)> {
    let mut seen = HashSet::with_capacity(items.len());
    let second = items.iter().position(|item| {
        let mut text = String::new();
        item.write_canonical(&mut text);
        !seen.insert(text)
    })?;
    let first = items.iter().position(|item| *item == items[second])?;
    Some((first, second))
}

/// Objects of this many members are searched for repeated keys without an allocation.
const FEW: usize = 16;

/// Whether an object somewhere in a value has a key twice.
pub fn has_repeated_key(value: &Node<'_>) -> bool {
    match value {
        Node::Array(items) => items.iter().any(has_repeated_key),
        Node::Object(members) => {
            repeats_key(members) || members.iter().any(|(_, value)| has_repeated_key(value))
        }
        _ => false,
    }
}

/// Whether an object has a key twice.
pub(super) fn repeats_key(members: Members<'_, '_>) -> bool {
    !are_surely_distinct(members) && repeated_keys(members).next().is_some()
}

/// The keys that an object has more than once, each once.
pub(super) fn repeated_keys<'n>(members: &'n [(Cow<'_, str>, Node<'_>)]) -> impl Iterator<Item = &'n str> {
    let room = if members.len() > FEW { members.len() } else { 0 };
    let mut seen: HashMap<&str, usize, KeyHash> = HashMap::with_capacity_and_hasher(room, KeyHash::default());
    members.iter().enumerate().filter_map(move |(place, (key, _))| {
        let earlier = if members.len() > FEW {
            let times = seen.entry(key).or_default();
            *times += 1;
            *times - 1
        } else {
            members[..place].iter().filter(|(other, _)| other == key).count()
        };
        (earlier == 1).then_some(key.as_ref())
    })
}
