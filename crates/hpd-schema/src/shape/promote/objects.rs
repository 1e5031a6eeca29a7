//! Objects: their fields, the spelling of their keys, and `null` for optional fields.

use std::borrow::Cow;
use std::collections::HashMap;

use hpd_json::__private::Path;
use hpd_json::{Leniency, Node, WarningCode};

use super::arrays::looks_like_object;
use super::place::{Ids, Place};
use super::promoter::{At, Promoter, is_null_word};
use super::spelling::fold;
use crate::shape::ObjectRules;
use crate::shape::checked_items::CheckedItems;

pub(super) type Members<'a> = Vec<(Cow<'a, str>, Node<'a>)>;

/// Unknown keys beside as many as there are fields, among which a misspelt one is looked for.
const STRANGE: usize = 64;
/// Steps for the spelling of a field.
const FIELD: usize = 6;
/// Steps for the spelling of a key.
const KEY: usize = 4;

/// The result for a member.
pub(super) enum Promoted {
    /// It says no more than that its field is absent.
    Ignored,
    /// It is a value, of which this is known.
    Value(CheckedItems),
}

impl<'s> Promoter<'s, '_> {
    pub(super) fn promote_members(&mut self, place: &Place<'s>, at: At<'_>, members: &mut Members<'_>) {
        if at.leniency != Leniency::Strict {
            self.rename_keys(place, at.path, members);
        }
        let mut ignored = Vec::new();
        for index in 0..members.len() {
            let ids = place.member(&self.judge, &members[index].0);
            // A field that is always refused has no better reading, except that it is absent.
            if matches!(ids, Ids::One(id) if self.shape().node(id).never)
                && !is_optional(place, &members[index].0)
            {
                continue;
            }
            let leniency = self.leniency_of(at, &members[index].0);
            if leniency == Leniency::Strict || self.is_right_scalar(ids.as_slice(), &members[index].1) {
                continue;
            }
            let at = At { leniency, ..at };
            let promoted = self.promote_member(at, members, index, &ids, |key| is_optional(place, key));
            if let Promoted::Ignored = promoted {
                ignored.push(index);
            }
        }
        take_out(members, &ignored);
    }

    /// The leniency for the value under a key.
    pub(super) fn leniency_of(&self, at: At<'_>, key: &str) -> Leniency {
        let is_lenient = at.is_root && self.rules.lenient_params.contains(&key);
        if is_lenient { Leniency::Lenient } else { at.leniency }
    }

    /// Promotes a member of the object at `at` that is not a right scalar.
    pub(super) fn promote_member(
        &mut self,
        at: At<'_>,
        members: &mut Members<'_>,
        index: usize,
        ids: &Ids,
        is_optional: impl FnOnce(&str) -> bool,
    ) -> Promoted {
        let (key, value) = &mut members[index];
        let path = at.path.key(key);
        let checked_items = self.promote_refused(ids, at.below(&path), value);
        let is_ignored = is_empty_word(value)
            && is_optional(key)
            && self.is_nothing(value, ids)
            && is_only_spelling(members, index);
        if is_ignored {
            self.note_ignored(at.path, &members[index]);
            return Promoted::Ignored;
        }
        Promoted::Value(checked_items)
    }

    /// Whether a `null` for an optional field says that it is absent, since the schema does not take it. A text says
    /// that only where texts mean nothing else.
    fn is_nothing(&self, value: &Node<'_>, ids: &Ids) -> bool {
        if self.accepts(ids.as_slice(), value) || self.judge.gave_up() {
            return false;
        }
        matches!(value, Node::Null) || !Place::new(self.shape(), ids).takes_free_text(&self.judge)
    }

    fn note_ignored(&mut self, path: &Path<'_>, (key, value): &(Cow<'_, str>, Node<'_>)) {
        let (code, message) = match value {
            Node::String(_) => {
                (WarningCode::StringToNull, "string literal converted to null, which was read as absent")
            }
            _ => (WarningCode::NullIgnored, "null was read as absent"),
        };
        self.log.note(code, &path.key(key), message, value, None);
    }

    /// Renames keys that match a field up to case and separators. Only where the object is wrong otherwise: the field
    /// is required, or the key is refused.
    fn rename_keys(&mut self, place: &Place<'s>, path: &Path<'_>, members: &mut Members<'_>) {
        let rules: Vec<&ObjectRules> = place.nodes.iter().filter_map(|node| node.object.as_deref()).collect();
        let declared =
            rules.iter().map(|rules| rules.properties.len() + rules.required_elsewhere.len()).sum::<usize>();
        if declared == 0 {
            return;
        }
        self.judge.note_unknown_key();
        let refuses = rules
            .iter()
            .any(|rules| rules.additional_properties.is_some_and(|id| self.shape().node(id).never));
        // Most of so many are refused, however some of them are spelt.
        let max = if refuses { declared + STRANGE } else { usize::MAX };
        let is_unknown = |index: &usize| !place.knows_field(&self.judge, &members[*index].0);
        let unknown: Vec<usize> = (0..members.len()).filter(is_unknown).take(max.saturating_add(1)).collect();
        if unknown.is_empty() || unknown.len() > max {
            return;
        }
        if !self.judge.spend(declared * FIELD + members.len() * KEY) {
            return;
        }
        let fields = fields_by_spelling(&rules);
        let spelt = unknown.into_iter().map(|index| (index, fold(&members[index].0)));
        let spelt: Vec<_> = spelt.filter(|(_, spelling)| fields.contains_key(spelling)).collect();
        if spelt.is_empty() {
            return;
        }
        let mut spellings: HashMap<String, usize> = HashMap::new();
        for (key, _) in members.iter() {
            *spellings.entry(fold(key)).or_default() += 1;
        }
        for (index, spelling) in spelt {
            let key = &members[index].0;
            // Two keys spell the field: the intended one is ambiguous.
            let Some([Field { name, is_required }]) = fields.get(&spelling).map(Vec::as_slice) else {
                continue;
            };
            if spellings.get(&spelling) != Some(&1) || !(*is_required || refuses) {
                continue;
            }
            let (from, to) = (Node::String(key.as_ref().into()), Node::String((*name).into()));
            let message = "spelling of a field name corrected";
            self.log.note(WarningCode::KeySpelling, &path.key(name), message, &from, Some(&to));
            members[index].0 = Cow::Owned((*name).to_owned());
        }
    }

    /// Reads a string as the object that the string contains.
    pub(super) fn read_object<'a>(
        &mut self,
        place: &Place<'s>,
        at: At<'_>,
        value: &Node<'a>,
    ) -> Option<Node<'a>> {
        let Node::String(text) = value else { return None };
        if !looks_like_object(text) {
            return None;
        }
        self.parse_text(at, text, |promoter, object| {
            let message = "string literal converted to object";
            promoter.log.note(WarningCode::StringToObject, at.path, message, value, Some(object));
            let Node::Object(members) = object else { return false };
            promoter.promote_members(place, at.converted(), members);
            true
        })
    }
}

/// A field that the schema names.
struct Field<'s> {
    name: &'s str,
    is_required: bool,
}

/// The fields of an object by their folded spelling.
fn fields_by_spelling<'s>(rules: &[&'s ObjectRules]) -> HashMap<String, Vec<Field<'s>>> {
    let mut fields: HashMap<String, Vec<Field<'s>>> = HashMap::new();
    for rules in rules {
        let declared = rules.properties.iter().map(|property| (&*property.name, property.required));
        let elsewhere = rules.required_elsewhere.iter().map(|name| (&**name, true));
        for (name, is_required) in declared.chain(elsewhere) {
            let same = fields.entry(fold(name)).or_default();
            match same.iter_mut().find(|field| field.name == name) {
                Some(field) => field.is_required |= is_required,
                None => same.push(Field { name, is_required }),
            }
        }
    }
    fields
}

/// Whether a value is null, or the word for it.
fn is_empty_word(value: &Node<'_>) -> bool {
    matches!(value, Node::Null) || is_null_word(value)
}

/// Takes members out of an object, by their places in ascending order.
pub(super) fn take_out(members: &mut Members<'_>, places: &[usize]) {
    if places.is_empty() {
        return;
    }
    let mut index = 0;
    members.retain(|_| {
        index += 1;
        places.binary_search(&(index - 1)).is_err()
    });
}

/// Whether a field is one that the schema names and does not require.
fn is_optional(place: &Place<'_>, key: &str) -> bool {
    let mut is_declared = false;
    for rules in place.nodes.iter().filter_map(|node| node.object.as_deref()) {
        if let Some(position) = rules.position(key) {
            is_declared = true;
            if rules.properties[position].required {
                return false;
            }
        }
        if rules.required_elsewhere.iter().any(|name| **name == *key) {
            return false;
        }
    }
    is_declared
}

/// Whether no other key of the object spells the same field.
fn is_only_spelling(members: &Members<'_>, index: usize) -> bool {
    let spelling = fold(&members[index].0);
    members.iter().enumerate().all(|(other, (key, _))| other == index || fold(key) != spelling)
}
