//! Alternatives: the one that accepts the value once it is promoted, if there is exactly one.

use std::cell::LazyCell;
use std::mem::{discriminant, replace};

use hpd_json::Node;

use super::log::Log;
use super::place::Place;
use super::promoter::{At, Promoter, is_null_word, size};
use super::spelling::fold;
use crate::shape::accept::PROPERTIES_A_STEP;
use crate::shape::{ShapeId, TypeSet};

/// Steps for an attempt, on top of those for each value.
const ATTEMPT: usize = 16;

/// Whether a text may be promoted to one of the values that are listed.
fn may_spell(text: &str, values: &[Node<'_>]) -> bool {
    let spelling = LazyCell::new(|| fold(text));
    values.iter().any(|value| value.as_str().is_none_or(|word| word == text || fold(word) == *spelling))
}

impl<'s> Promoter<'s, '_> {
    /// Promotes a value as the one alternative that then accepts all of it. Two are one too many: the value could mean
    /// either.
    pub(super) fn choose<'a>(&mut self, place: &Place<'s>, at: At<'_>, value: &mut Node<'a>) {
        let Some(alternatives) = place.unions.first() else { return };
        let cost = size(value);
        // If an alternative accepts values of this type, its objection to this one is an error of its own.
        let keeps_type = place.takes_kind_of(&self.judge, value);
        let kind = discriminant(&*value);
        let nodes_left = self.nodes_left;
        let mut found: Option<(Node<'a>, Log, usize)> = None;
        let mut least_as_other_kind = usize::MAX;
        for id in *alternatives {
            if self.names_another(*id, value) {
                continue;
            }
            if !self.judge.spend(cost.saturating_add(ATTEMPT)) {
                break;
            }
            self.nodes_left = nodes_left;
            let narrowed = place.narrowed(self.shape(), *id);
            let (attempt, log) = self.attempt(&narrowed, at, value);
            // By this alternative, and by the whole: values for another alternative are found there.
            if !self.accepts(narrowed.ids.as_slice(), &attempt) {
                continue;
            }
            if keeps_type && discriminant(&attempt) != kind {
                least_as_other_kind = least_as_other_kind.min(log.total());
                continue;
            }
            if found.is_some() {
                self.nodes_left = nodes_left;
                return;
            }
            found = Some((attempt, log, self.nodes_left));
        }
        self.nodes_left = nodes_left;
        // `[5]` for a number or texts could be `5` as well as `["5"]`. `["5"]` for a number or several numbers is
        // closer to `[5]`. Lenient reading turns nearly everything into texts, so there the sent type decides.
        let is_nearest = |log: &Log| at.is_lenient() || log.total() < least_as_other_kind;
        // Where time ran out, there may have been another.
        let clear = found.filter(|(_, log, _)| is_nearest(log) && !self.judge.gave_up());
        if let Some((attempt, log, left)) = clear {
            self.log.merge(log);
            self.nodes_left = left;
            *value = attempt;
        }
    }

    /// Whether a text in an object, in any spelling, differs from all values that an alternative lists for it. Then no
    /// promotion makes the object this alternative.
    fn names_another(&self, alternative: ShapeId, value: &Node<'_>) -> bool {
        let Node::Object(members) = value else { return false };
        let Some(node) = self.plain_node(alternative, TypeSet::OBJECT) else { return false };
        let Some(rules) = node.object.as_deref().filter(|_| node.types == TypeSet::OBJECT) else {
            return false;
        };
        if !self.judge.spend(1 + rules.properties.len() / PROPERTIES_A_STEP) {
            return false;
        }
        let mut tags = rules.properties.iter().filter_map(|property| {
            let values = self.shape().node(property.shape).one_of_values.as_deref()?;
            property.required.then_some((&*property.name, values))
        });
        tags.any(|(name, values)| {
            let sent = members.iter().find(|(key, _)| *key == *name).map(|(_, value)| value);
            sent.filter(|sent| !is_null_word(sent))
                .and_then(Node::as_str)
                .is_some_and(|sent| !may_spell(sent, values))
        })
    }

    /// A copy of the value, promoted.
    fn attempt<'a>(&mut self, place: &Place<'s>, at: At<'_>, value: &Node<'a>) -> (Node<'a>, Log) {
        let mut attempt = value.clone();
        let branch = self.log.branch();
        let outer = replace(&mut self.log, branch);
        if self.judge.enter() {
            self.promote_at(place, at, &mut attempt);
            self.judge.leave();
        }
        (attempt, replace(&mut self.log, outer))
    }
}
