//! Walks through arrays and objects that one node describes. Nearly all values are of this kind, and nearly all their
//! contents are right. So a place and its lists are computed only after the first error.

use std::borrow::Cow;

use hpd_json::{Leniency, Node};

use super::objects::{Members, Promoted, take_out};
use super::place::Ids;
use super::promoter::{At, Promoter};
use crate::shape::accept::type_of;
use crate::shape::checked_items::CheckedItems;
use crate::shape::{ArrayRules, ObjectRules, ShapeId, ShapeNode, TypeSet};

/// References that are followed one after the other.
const FAR: usize = 8;

impl<'s> Promoter<'s, '_> {
    /// Promotes the contents of an array or object, and returns the known facts about it. `None` if several nodes
    /// describe the value.
    pub(super) fn walk(&mut self, ids: &Ids, at: At<'_>, value: &mut Node<'_>) -> Option<CheckedItems> {
        let (Ids::One(id), Node::Array(_) | Node::Object(_)) = (ids, &*value) else { return None };
        let node = self.plain_node(*id, type_of(value))?;
        match value {
            Node::Array(items) => Some(
                node.array
                    .as_deref()
                    .map_or(CheckedItems::Nothing, |rules| self.walk_items(rules, at, items)),
            ),
            Node::Object(members) => match node.object.as_deref() {
                Some(rules) => self.walk_members(rules, at, members),
                None => Some(CheckedItems::Nothing),
            },
            _ => None,
        }
    }

    /// The node with all rules for arrays or objects at `id`: itself, or its reference.
    pub(super) fn plain_node(&self, id: ShapeId, kind: TypeSet) -> Option<&'s ShapeNode> {
        let mut node = self.shape().node(id);
        for _ in 0..FAR {
            let is_plain = !node.never
                && node.types.contains(kind)
                && node.one_of_values.is_none()
                && node.all_of.is_empty()
                && node.any_of.is_empty()
                && node.one_of.is_empty();
            match node.reference {
                _ if !is_plain => return None,
                None => return Some(node),
                Some(target) if node.array.is_none() && node.object.is_none() => {
                    node = self.shape().node(target);
                }
                Some(_) => return None,
            }
        }
        None
    }

    fn walk_items(&mut self, rules: &'s ArrayRules, at: At<'_>, items: &mut [Node<'_>]) -> CheckedItems {
        let mut refused = Vec::new();
        for (index, item) in items.iter_mut().enumerate() {
            let Some(id) = rules.item(index as u64) else { continue };
            if !self.judge.accepts(id, item) {
                let path = at.path.index(index);
                let checked_items = self.promote_refused(&Ids::One(id), at.below(&path), item);
                refused.push((index, checked_items));
            }
        }
        CheckedItems::Items(refused)
    }

    /// The members of an object; `None`, before any is touched, if there are keys that are not the names of fields.
    fn walk_members(
        &mut self,
        rules: &'s ObjectRules,
        at: At<'_>,
        members: &mut Members<'_>,
    ) -> Option<CheckedItems> {
        if !rules.pattern_properties.is_empty() || !rules.required_elsewhere.is_empty() {
            self.judge.note_unknown_key();
            return None;
        }
        // Without fields there is no key that could be the name of one.
        let is_map = rules.properties.is_empty();
        let positions = if is_map { Some(Vec::new()) } else { positions_of(rules, members) };
        let Some(positions) = positions else {
            self.judge.note_unknown_key();
            return None;
        };
        let (mut ignored, mut refused) = (Vec::new(), Vec::new());
        for index in 0..members.len() {
            let (key, value) = &members[index];
            let property = positions.get(index).map(|position| &rules.properties[*position]);
            let Some(id) = property.map(|property| property.shape).or(rules.additional_properties) else {
                continue;
            };
            if self.is_right_scalar(&[id], value) {
                continue;
            }
            let leniency = self.leniency_of(at, key);
            // Those before it that are ignored are taken out.
            let place = index - ignored.len();
            if leniency == Leniency::Strict {
                refused.push((place, CheckedItems::Nothing));
                continue;
            }
            let at = At { leniency, ..at };
            let is_optional = property.is_some_and(|property| !property.required);
            match self.promote_member(at, members, index, &Ids::One(id), |_| is_optional) {
                Promoted::Ignored => ignored.push(index),
                Promoted::Value(below) => refused.push((place, below)),
            }
        }
        take_out(members, &ignored);
        Some(CheckedItems::Members(refused))
    }
}

/// The place in `properties` of each key of an object. `None` if they do not list all.
fn positions_of(rules: &ObjectRules, members: &[(Cow<'_, str>, Node<'_>)]) -> Option<Vec<usize>> {
    let mut next = 0;
    let mut positions = Vec::with_capacity(members.len());
    for (key, _) in members {
        let position = rules.position_from(next, key)?;
        positions.push(position);
        next = position + 1;
    }
    Some(positions)
}

/// Whether `properties` lists all keys of an object.
pub(in crate::shape) fn has_only_fields(rules: &ObjectRules, members: &[(Cow<'_, str>, Node<'_>)]) -> bool {
    let mut next = 0;
    members.iter().all(|(key, _)| {
        let position = rules.position_from(next, key);
        next = position.map_or(next, |position| position + 1);
        position.is_some()
    })
}
