//! Keys that an external tool's schema does not list: other spellings of its properties, and keys that it does not know.
//!
//! A schema of an external tool is mostly open: by the schema, every further key is right. Yet `dryRun` where `dry_run`
//! was meant must not run for real. So a key in another spelling takes the place of the absent property, and all other
//! unknown keys are reported.

mod place;
mod report;
mod settle;

use std::borrow::Cow;

use hpd_json::{Leniency, Limits, Node, Warning};

use self::place::KeyPlace;
use super::accept::Judge;
use super::promote::has_only_fields;
use super::{Budget, Shape};
use crate::error::Findings;

/// What happens to keys that a tool's schema does not list, where the schema leaves that open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnknownKeys {
    /// They are errors.
    Reject,
    /// They are passed on, and the model reads a warning.
    Warn,
    /// They are passed on.
    Pass,
}

/// How keys that are not listed are treated.
#[derive(Debug, Clone, Copy)]
pub struct KeyRules<'r> {
    /// [`Leniency::Strict`] renames nothing: a key in another spelling is an error.
    pub leniency: Leniency,
    /// The treatment of keys that are no other spelling of a property.
    pub unknown: UnknownKeys,
    /// Limits for texts in warnings.
    pub limits: &'r Limits,
}

#[doc(hidden)]
impl Shape {
    /// Renames keys that are the only spelling of an absent property, up to case, `-`, `_` and spaces, at all levels.
    /// Returns whether there were any: their values are not promoted yet.
    pub fn settle_keys(
        &self,
        tree: &mut Node<'_>,
        rules: &KeyRules<'_>,
        budget: &Budget,
        warnings: &mut Vec<Warning>,
    ) -> bool {
        rules.leniency != Leniency::Strict && settle::settle(self, tree, rules, budget, warnings)
    }

    /// Whether the schema lists a key of the whole value, in any of its parts and alternatives.
    pub fn lists_key(&self, key: &str) -> bool {
        if self.property(key).is_some() {
            return true;
        }
        let budget = Budget::new();
        let judge = Judge::new(self, &budget, 0);
        KeyPlace::new(&judge, &[self.root()]).is_none_or(|place| place.lists(&judge, key))
    }

    /// Whether the schema lists a key of the whole value, or one of its spellings.
    pub fn lists_spelling(&self, key: &str) -> bool {
        if self.property(key).is_some() {
            return true;
        }
        let budget = Budget::new();
        let judge = Judge::new(self, &budget, 0);
        KeyPlace::new(&judge, &[self.root()])
            .is_none_or(|place| place.lists(&judge, key) || place.lists_spelling(&judge, key))
    }

    /// Whether `properties` of the whole schema lists all keys of an object.
    pub fn lists_all_at_once(&self, members: &[(Cow<'_, str>, Node<'_>)]) -> bool {
        let node = self.node(self.root());
        node.object.as_deref().is_some_and(|rules| has_only_fields(rules, members))
    }

    /// Whether keys of the whole value that are not listed have a meaning: there is no list, or further keys are described.
    pub fn takes_any_keys(&self) -> bool {
        let budget = Budget::new();
        let judge = Judge::new(self, &budget, 0);
        KeyPlace::new(&judge, &[self.root()])
            .is_none_or(|place| !place.has_properties() || place.takes_unknown(self))
    }

    /// Whether further keys of the whole value are described, by `additionalProperties` or the like.
    pub fn takes_unknown_keys(&self) -> bool {
        let budget = Budget::new();
        let judge = Judge::new(self, &budget, 0);
        KeyPlace::new(&judge, &[self.root()]).is_none_or(|place| place.takes_unknown(self))
    }

    /// Reports the keys that are not listed: errors to `findings`, and the one warning about the keys that are passed
    /// on.
    pub fn check_keys(
        &self,
        tree: &Node<'_>,
        rules: &KeyRules<'_>,
        budget: &Budget,
        findings: &mut Findings,
    ) -> Option<Warning> {
        report::report(self, tree, rules, budget, findings)
    }
}
