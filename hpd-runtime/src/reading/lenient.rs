//! The tree of the second reading, repaired and promoted as the leniency allows.

use std::collections::{HashMap, HashSet};

use hpd_json::text::HIDDEN;
use hpd_json::{Leniency, Limits, Node, Reading, SyntaxError, SyntaxErrorKind, Warning};
use hpd_repair::__private::{Repaired, merge_duplicates, repair};
use hpd_schema::__private::error::Findings;
use hpd_schema::__private::shape::{Budget, CheckedItems, KeyRules, PromoteRules, Shape, UnknownKeys};

use super::own_names::OwnNames;
use super::{call_list, call_text, keyword_call, named_call, unwrap};

/// How often keys are renamed: a value that is promoted after its key may have keys of its own.
const ROUNDS: usize = 4;

/// The text to read, and its settings.
#[derive(Clone, Copy)]
pub(super) struct Lenient<'p> {
    pub(super) reading: Reading,
    pub(super) limits: &'p Limits,
    pub(super) shape: &'p Shape,
    /// The names of the tool.
    pub(super) names: &'p OwnNames,
    /// The form of a call in the arguments is an error by itself. Where the schema is closed, its keys are errors.
    pub(super) refuses_calls: bool,
    /// How keys that the schema does not list are treated; `None` if the check does all of it.
    pub(super) unknown: Option<UnknownKeys>,
    /// A value that the schema accepts needs no second look, if all of its keys are listed.
    pub(super) has_one_way: bool,
    /// The parameters that are read as under [`Leniency::Lenient`].
    pub(super) forgiven: &'p [&'static str],
}

impl Lenient<'_> {
    /// From text to tree. Text that is JSON is never repaired.
    ///
    /// # Errors
    ///
    /// The text has no meaning, more than one, or may have been cut off.
    pub(super) fn parse<'t>(&self, text: &'t str) -> Result<Repaired<'t>, SyntaxError> {
        let mut read = match repair(text, &self.reading, self.limits) {
            Ok(read) => read,
            Err(error) => self.parse_call(text, error)?,
        };
        call_text::refuse_others(text, &read.warnings, self)?;
        if self.reading.leniency != Leniency::Strict {
            merge_duplicates(&mut read.tree, &mut read.warnings);
        }
        match unwrap::unwrap(&mut read.tree, self, &mut read.warnings) {
            Ok(()) => Ok(read),
            Err(kind) => Err(SyntaxError { offset: 0, kind }),
        }
    }

    /// Reads a call of this tool in a text that is no object.
    fn parse_call<'t>(&self, text: &'t str, error: SyntaxError) -> Result<Repaired<'t>, SyntaxError> {
        let list = if call_list::may_be_list(text, &error) { call_list::read(text, self) } else { None };
        let call = || keyword_call::read(text, self, &error).or_else(|| named_call::read(text, self, &error));
        list.unwrap_or_else(|| call().ok_or(error))
    }

    /// Refuses the form of a call, if that is an error by itself.
    pub(super) const fn refuse_call(&self, kind: SyntaxErrorKind) -> Result<(), SyntaxErrorKind> {
        if self.refuses_calls { Err(kind) } else { Ok(()) }
    }

    /// Whether a name is that of the tool. Without a known name, every name is.
    pub(super) fn is_own_name(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.has(name)
    }

    /// Whether names of the tool are known.
    pub(super) fn has_names(&self) -> bool {
        !self.names.is_empty()
    }

    /// The same, in any case and with any separators, since text around an object has none of its own.
    pub(super) fn is_like_own_name(&self, name: &str) -> bool {
        self.is_own_name(name) || self.names.resembles(name)
    }

    /// Whether a name is known to be that of the tool.
    pub(super) fn is_known_name(&self, name: &str) -> bool {
        self.names.has(name)
    }

    /// Parses a text and promotes the tree. Several spellings of one field are errors: it is not known which one is meant. A
    /// `null` for a defaulted argument means that the argument is absent. So
    /// does a `null` for a required argument that does not accept it.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse).
    pub(super) fn understand<'t>(
        &self,
        text: &'t str,
        default: impl Fn(&str) -> Option<Node<'static>>,
        findings: &mut Findings,
    ) -> Result<Repaired<'t>, SyntaxError> {
        let budget = Budget::new();
        let (mut read, _) = self.promote_and_learn(self.parse(text)?, default, &budget);
        // Unknown keys are errors of the check, which comes later.
        let unknown = self.unknown.map(|unknown| match unknown {
            UnknownKeys::Reject => UnknownKeys::Pass,
            unknown => unknown,
        });
        Self { unknown, ..*self }.check_keys(&mut read, &budget, findings);
        Ok(read)
    }

    /// The same, and lists the remaining errors.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse).
    pub(super) fn understand_and_check<'t>(
        &self,
        text: &'t str,
        default: impl Fn(&str) -> Option<Node<'static>>,
        findings: &mut Findings,
    ) -> Result<Repaired<'t>, SyntaxError> {
        let read = self.parse(text)?;
        // Nearly all arguments are right.
        if self.is_surely_right(&read.tree) {
            return Ok(read);
        }
        let budget = Budget::new();
        let (mut read, known) = self.promote_and_learn(read, default, &budget);
        self.shape.check_rest(&read.tree, &known, &budget, findings);
        self.check_keys(&mut read, &budget, findings);
        Ok(read)
    }

    /// Reports the keys that the schema does not list. The warning comes before all others, which may be cut off.
    fn check_keys(&self, read: &mut Repaired<'_>, budget: &Budget, findings: &mut Findings) {
        let is_strict = self.reading.leniency == Leniency::Strict;
        let Some(rules) = self.key_rules() else { return };
        // A strict reading that was not checked has not looked at any key.
        if !is_strict && !budget.met_unknown_key() {
            return;
        }
        // The check may have spent nearly all.
        if let Some(warning) = self.shape.check_keys(&read.tree, &rules, &Budget::new(), findings) {
            read.warnings.insert(0, warning);
        }
    }

    fn key_rules(&self) -> Option<KeyRules<'_>> {
        let unknown = self.unknown?;
        Some(KeyRules { leniency: self.reading.leniency, unknown, limits: self.limits })
    }

    /// Whether neither promotion nor check has anything to say. A strict reading compares all keys.
    fn is_surely_right(&self, tree: &Node<'_>) -> bool {
        self.has_one_way && self.reading.leniency != Leniency::Strict && self.shape.accepts_and_lists(tree)
    }

    fn promote_and_learn<'t>(
        &self,
        mut read: Repaired<'t>,
        default: impl Fn(&str) -> Option<Node<'static>>,
        budget: &Budget,
    ) -> (Repaired<'t>, CheckedItems) {
        let defaulted = replace_nulls(&mut read.tree, default);
        let rules = PromoteRules {
            leniency: self.reading.leniency,
            lenient_params: self.forgiven,
            limits: self.limits,
        };
        let mut known = self.shape.promote_and_learn(&mut read.tree, &rules, budget, &mut read.warnings);
        for _ in 0..ROUNDS {
            let keys = self.key_rules().filter(|_| budget.met_unknown_key());
            let is_settled = keys.is_none_or(|keys| {
                !self.shape.settle_keys(&mut read.tree, &keys, budget, &mut read.warnings)
            });
            if is_settled {
                break;
            }
            known = self.shape.promote_and_learn(&mut read.tree, &rules, budget, &mut read.warnings);
        }
        // Known facts are stored by member index.
        let is_changed = self.withdraw(&mut read.tree, &defaulted, budget);
        (read, if is_changed { CheckedItems::Nothing } else { known })
    }

    /// Takes out arguments that say no more than that they are absent; whether there were any.
    fn withdraw(&self, tree: &mut Node<'_>, defaulted: &HashSet<String>, budget: &Budget) -> bool {
        let Node::Object(members) = tree else { return false };
        let is_refused = |key: &str, value: &Node<'_>| {
            matches!(value, Node::Null)
                && self.shape.requires(key)
                && self.shape.property(key).is_some_and(|id| !self.shape.accepts_within(id, value, budget))
        };
        let is_nothing = |key: &str, value: &Node<'_>| defaulted.contains(key) || is_refused(key, value);
        if !members.iter().any(|(key, value)| is_nothing(key, value)) {
            return false;
        }
        let mut times: HashMap<String, usize> = HashMap::new();
        for (key, _) in members.iter() {
            *times.entry(key.clone().into_owned()).or_default() += 1;
        }
        // Duplicate members are refused, and all of them are shown.
        members.retain(|(key, value)| !is_nothing(key, value) || times.get(key.as_ref()) != Some(&1));
        true
    }
}

/// Puts defaults in the place of `null`, so that promotion sees nothing odd there; their names.
fn replace_nulls(tree: &mut Node<'_>, default: impl Fn(&str) -> Option<Node<'static>>) -> HashSet<String> {
    let mut replaced = HashSet::new();
    let Node::Object(members) = tree else { return replaced };
    for (key, value) in members.iter_mut().filter(|(_, value)| matches!(value, Node::Null)) {
        if let Some(default) = default(key) {
            *value = default;
            replaced.insert(key.clone().into_owned());
        }
    }
    replaced
}

/// Hides sensitive values in warnings.
pub(super) fn hide_sensitive(warnings: &mut [Warning], findings: &Findings) {
    for warning in warnings {
        if findings.hides_at(&warning.pointer) {
            for shown in [&mut warning.from, &mut warning.to].into_iter().flatten() {
                HIDDEN.clone_into(shown);
            }
        }
    }
}
