//! Objects.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashSet;

use hpd_json::__private::Path;
use hpd_json::Node;

use super::{Checker, Place, is_plain};
use crate::error::{nearest, text};
use crate::shape::checked_items::CheckedItems;
use crate::shape::describe::NON_EMPTY_STRING;
use crate::shape::{ObjectRules, Property, ShapeId, ShapeNode, TypeSet};

type Members<'n, 'a> = &'n [(Cow<'a, str>, Node<'a>)];

/// The number of unknown keys that are compared with missing names.
const COMPARED: usize = 64;

impl<'s> Checker<'s, '_> {
    pub(super) fn check_members(
        &mut self,
        place: Place<'_>,
        node: &'s ShapeNode,
        members: Members<'_, '_>,
        value: &Node<'_>,
    ) {
        let Some(rules) = node.object.as_deref() else { return };
        let named = if place.checked_items.knows_members() && !rules.properties.is_empty() {
            members.len()
        } else {
            members.iter().filter(|(key, _)| rules.position(key).is_some()).count()
        };
        let keys = if named < members.len() {
            self.judge.note_unknown_key();
            self.unknown_keys(rules, members)
        } else {
            Vec::new()
        };
        let mut unknown = Unknown { keys, told: Vec::new() };
        match place.checked_items.refused_members() {
            // No property is absent, and there are as many keys.
            Some(refused) if self.has_unique_keys && members.len() == rules.properties.len() => {
                self.check_refused(place, rules, members, refused, &mut unknown);
            }
            _ => self.check_properties(place, rules, members, &mut unknown),
        }
        for name in &rules.required_elsewhere {
            if value.get(name).is_none() {
                self.report_missing(place.path, name, None, &mut unknown);
            }
        }
        if named < members.len() || rules.property_names.is_some() || !rules.pattern_properties.is_empty() {
            self.check_other_members(place, rules, members, &unknown.told, named > 0);
        }
        self.check_dependents(place, rules, members, value);
        self.check_entry_count(place, rules, members, value);
    }

    /// Checks the members of properties, in the order of declaration.
    fn check_properties(
        &mut self,
        place: Place<'_>,
        rules: &'s ObjectRules,
        members: Members<'_, '_>,
        unknown: &mut Unknown<'_>,
    ) {
        // Models write members in the same order.
        let mut next = 0;
        for property in &rules.properties {
            let found = match members.get(next) {
                Some((key, _)) if **key == *property.name => Some(next),
                // The last one, if the key occurs more than once.
                _ => members.iter().rposition(|(key, _)| **key == *property.name),
            };
            next += usize::from(found.is_some());
            let member = found.and_then(|at| Some((&members.get(at)?.1, place.checked_items.member(at))));
            match member {
                Some((member, Some(checked_items))) => {
                    self.check_member(place, property, member, checked_items, unknown);
                }
                None if property.required => {
                    self.report_missing(place.path, &property.name, Some(property.shape), unknown);
                }
                _ => {}
            }
        }
    }

    /// The same for an object with each property once, of which only some members may be wrong.
    fn check_refused(
        &mut self,
        place: Place<'_>,
        rules: &'s ObjectRules,
        members: Members<'_, '_>,
        refused: &[(usize, CheckedItems)],
        unknown: &mut Unknown<'_>,
    ) {
        let mut refused: Vec<_> = refused
            .iter()
            .filter_map(|(at, checked_items)| {
                let (key, member) = members.get(*at)?;
                Some((rules.position(key)?, member, checked_items))
            })
            .collect();
        refused.sort_unstable_by_key(|(position, ..)| *position);
        for (position, member, checked_items) in refused {
            if let Some(property) = rules.properties.get(position) {
                self.check_member(place, property, member, checked_items, unknown);
            }
        }
    }

    fn check_member(
        &mut self,
        place: Place<'_>,
        property: &'s Property,
        member: &Node<'_>,
        checked_items: &CheckedItems,
        unknown: &mut Unknown<'_>,
    ) {
        if self.is_right_scalar(property.shape, member) {
            return;
        }
        // `null` for a required field is as good as nothing.
        if self.is_nothing(property, member) {
            return self.report_missing(place.path, &property.name, Some(property.shape), unknown);
        }
        let path = place.path.key(&property.name);
        let place = Place::new(property.shape, &path).with(checked_items);
        if !(property.required && self.report_blank(place, member)) {
            self.check(place, member);
        }
    }

    /// The rules that hold because a property was sent.
    fn check_dependents(
        &mut self,
        place: Place<'_>,
        rules: &'s ObjectRules,
        members: Members<'_, '_>,
        value: &Node<'_>,
    ) {
        let mut lacking = HashSet::new();
        for dependent in self.judge.dependents(rules, members) {
            for name in dependent.lacking(members) {
                let path = place.path.key(name);
                let awaited = place.path.is_root() && (self.awaited)(name);
                // A property that is required anyway, or with another one, was reported before.
                if !awaited && !rules.requires(name) && lacking.insert(name) {
                    let because = &dependent.property;
                    self.findings.report(&path, None, || text::required_with(&path.property(), because));
                }
            }
            match dependent.schema {
                Some(id) if self.shape().node(id).never => {
                    let path = place.path.key(&dependent.property);
                    let sent = value.get(&dependent.property).unwrap_or(value);
                    self.report(&path, sent, text::not_allowed);
                }
                Some(id) => self.check(Place::new(id, place.path), value),
                None => {}
            }
        }
    }

    /// The keys that neither `properties` names nor a pattern matches.
    fn unknown_keys<'n>(&self, rules: &'s ObjectRules, members: Members<'n, '_>) -> Vec<&'n str> {
        // They are asked for where something is missing, or may be.
        let are_asked =
            !rules.required_elsewhere.is_empty() || rules.properties.iter().any(|property| property.required);
        if !are_asked {
            return Vec::new();
        }
        let is_matched =
            |key: &str| self.judge.matching(rules, key).is_none_or(|matching| !matching.is_empty());
        let keys = members.iter().map(|(key, _)| key.as_ref());
        keys.filter(|key| rules.position(key).is_none() && !is_matched(key)).collect()
    }

    /// Whether a required field has `null` and may not.
    fn is_nothing(&self, property: &Property, member: &Node<'_>) -> bool {
        // Without budget, its validity is unknown.
        property.required && matches!(member, Node::Null) && !self.judge.gave_up()
    }

    /// Reports a blank text for a required field that refuses it. It counts as absent, and is one error. Returns
    /// whether it was such a text.
    fn report_blank(&mut self, place: Place<'_>, member: &Node<'_>) -> bool {
        let is_blank = member.as_str().is_some_and(|text| text.trim().is_empty());
        if !is_blank || self.judge.accepts(place.id, member) || self.judge.gave_up() {
            return false;
        }
        let shape = self.shape();
        let node = shape.target(place.id);
        let is_array = node.types.without(TypeSet::NULL) == TypeSet::ARRAY;
        let least = node.array.as_deref().and_then(|rules| rules.min_items).unwrap_or(0);
        match (is_array, least) {
            // An empty one would be right.
            (true, 0) => return false,
            (true, 1) => self.report(place.path, member, text::empty_array),
            _ => self.report(place.path, member, |property| {
                let expected = shape.expectation(place.id);
                let is_text = ["a string", NON_EMPTY_STRING].iter().any(|words| expected.starts_with(words));
                let says_more = !is_plain(&expected) && !is_text;
                text::with_expected(text::empty(property), says_more.then_some(expected))
            }),
        }
        true
    }

    /// Reports a required property that is absent. An unknown key with a similar name is the same mistake, so one error
    /// names both.
    fn report_missing(
        &mut self,
        path: &Path<'_>,
        name: &str,
        shape: Option<ShapeId>,
        unknown: &mut Unknown<'_>,
    ) {
        if path.is_root() && (self.awaited)(name) {
            return;
        }
        let path = path.key(name);
        let candidates = unknown.keys.iter().copied().take(COMPARED);
        let sent = if unknown.keys.is_empty() { None } else { nearest(name, candidates) };
        if let Some(sent) = sent {
            unknown.keys.retain(|key| *key != sent);
            unknown.told.push(sent);
        }
        let whole = self.shape();
        self.findings.report(&path, None, || {
            let shape = shape.map(|id| whole.expectation(id)).filter(|words| !is_plain(words));
            let finding = match sent {
                Some(sent) => text::required_misspelt(&path.property(), name, sent),
                None => text::required(&path.property()),
            };
            text::with_expected(finding, shape)
        });
    }

    /// Members that `properties` does not name, and the names of all. Those that were `told` were taken for the name of
    /// something missing.
    fn check_other_members(
        &mut self,
        place: Place<'_>,
        rules: &'s ObjectRules,
        members: Members<'_, '_>,
        told: &[&str],
        any_named: bool,
    ) {
        let absent = OnceCell::new();
        for (at, (key, member)) in members.iter().enumerate() {
            let path = place.path.key(key);
            // Without budget, no further error is added.
            let Some(matching) = self.judge.matching(rules, key) else { return };
            for id in matching.iter().copied() {
                self.check(Place::new(id, &path), member);
            }
            let is_named = (any_named && rules.position(key).is_some()) || !matching.is_empty();
            match rules.additional_properties {
                Some(id) if !is_named && self.shape().node(id).never && told.contains(&key.as_ref()) => {}
                Some(id) if !is_named && self.shape().node(id).never => {
                    let absent = || absent.get_or_init(|| absent_names(rules, members));
                    self.report_unknown(&path, key, absent, member);
                }
                Some(id) if !is_named => {
                    if let Some(checked_items) = place.checked_items.member(at) {
                        self.check(Place::new(id, &path).with(checked_items), member);
                    }
                }
                _ => {}
            }
            if !self.judge.accepts_name(rules, key) {
                self.report(&path, member, text::bad_name);
            }
        }
    }

    /// `absent` are the names that may have been meant.
    fn report_unknown<'n>(
        &mut self,
        path: &Path<'_>,
        key: &str,
        absent: impl FnOnce() -> &'n Vec<&'n str>,
        member: &Node<'_>,
    ) {
        self.report(path, member, |property| {
            let mut finding = text::unknown(property);
            finding.suggestion = nearest(key, absent().iter().copied()).map(str::to_owned);
            finding
        });
    }

    fn check_entry_count(
        &mut self,
        place: Place<'_>,
        rules: &ObjectRules,
        members: Members<'_, '_>,
        value: &Node<'_>,
    ) {
        let count = members.len() as u64;
        if count == 0 && rules.min_properties.is_some_and(|least| least > 0) {
            return self.report(place.path, value, text::empty);
        }
        let bounds = [
            (rules.min_properties.filter(|least| count < *least), "at least"),
            (rules.max_properties.filter(|max| count > *max), "at most"),
        ];
        for (bound, words) in bounds {
            let Some(bound) = bound else { continue };
            self.report(place.path, value, |property| {
                text::wrong_length(property, &format!("{words} {}", text::counted(bound, "field")))
            });
        }
    }
}

impl ObjectRules {
    /// Whether a property must be there.
    fn requires(&self, name: &str) -> bool {
        self.position(name).is_some_and(|position| self.properties[position].required)
            || self.required_elsewhere.iter().any(|required| **required == *name)
    }
}

/// Keys that neither `properties` names nor a pattern matches.
struct Unknown<'n> {
    /// Keys without an error so far.
    keys: Vec<&'n str>,
    /// Those that were taken for the name of something missing.
    told: Vec<&'n str>,
}

/// The names of properties that an object does not have.
fn absent_names<'s>(rules: &'s ObjectRules, members: Members<'_, '_>) -> Vec<&'s str> {
    let mut is_there = vec![false; rules.properties.len()];
    for position in members.iter().filter_map(|(key, _)| rules.position(key)) {
        is_there[position] = true;
    }
    let absent = rules.properties.iter().zip(is_there).filter(|(_, is_there)| !is_there);
    absent.map(|(property, _)| &*property.name).collect()
}
