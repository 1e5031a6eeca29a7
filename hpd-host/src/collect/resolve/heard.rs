//! What the conversation gives: the user's values, the model's, and which of the model's are the user's.

use std::borrow::Cow;

use hpd_runtime::Provenance;
use hpd_runtime::args::Node;

use super::{Accepts, Given};
use crate::collect::PluginConfig;
use crate::collect::plan::{CollectPlan, FieldPlan};
use crate::collect::values::is_blank;

/// What the conversation gives.
pub(super) struct Heard {
    /// One for each field of the plan.
    pub(super) fields: Vec<FieldHeard>,
    /// What the model sent and the tool does not know.
    pub(super) unknown: Vec<(Cow<'static, str>, Node<'static>)>,
}

/// What the conversation gives for one parameter.
pub(super) enum FieldHeard {
    Value {
        value: Node<'static>,
        source: Provenance,
        /// What the model sent under the same key before, for the later check to refuse.
        twice: Vec<Node<'static>>,
    },
    Nothing {
        /// What the model sent and must not.
        refused: Option<Node<'static>>,
    },
}

impl Heard {
    /// What is not an object has no values: the reading before has refused it.
    pub(super) fn new(
        plan: &CollectPlan,
        sent: Node<'static>,
        config: Option<&PluginConfig>,
        given: Given<'_>,
        accepts: &Accepts<'_>,
    ) -> Self {
        let Node::Object(members) = sent else {
            return Self::new(plan, Node::Object(Vec::new()), config, given, accepts);
        };
        let mut of_fields: Vec<Vec<Node<'static>>> = plan.fields.iter().map(|_| Vec::new()).collect();
        let mut unknown = Vec::new();
        for (name, value) in members {
            match plan.fields.iter().position(|field| *field.name == *name) {
                Some(index) => of_fields[index].push(value),
                None => unknown.push((name, value)),
            }
        }
        let hear = |(field, sent): (&FieldPlan, Vec<Node<'static>>)| {
            let is_hidden = plan.is_hidden(field, config);
            hear(field, sent, is_hidden, given, accepts)
        };
        let fields = plan.fields.iter().zip(of_fields).map(hear).collect();
        Self { fields, unknown }
    }
}

fn hear(
    field: &FieldPlan,
    mut sent: Vec<Node<'static>>,
    is_hidden: bool,
    given: Given<'_>,
    accepts: &Accepts<'_>,
) -> FieldHeard {
    let counts = |value: &Node<'_>| {
        // What the model is to obtain is not looked for elsewhere: an empty value is its mistake, and it is told so.
        let is_looked_for = field.required && !field.is_obtainable();
        let is_missing = is_looked_for && is_blank(value) && !accepts(&field.name, value);
        !matches!(value, Node::Null) && !is_missing
    };
    let supplied = given.supplied.iter().rev().find(|(name, _)| **name == *field.name);
    if let Some((_, value)) = supplied.filter(|(_, value)| counts(value)) {
        return FieldHeard::Value { value: value.clone(), source: Provenance::User, twice: Vec::new() };
    }
    // A key that stands there twice is for the later check to refuse: neither value is dropped, and neither is the user's.
    let is_twice = sent.len() > 1;
    let Some(value) = sent.pop().filter(|value| is_twice || counts(value)) else {
        return FieldHeard::Nothing { refused: None };
    };
    let is_users = !is_twice
        && ((given.said)(&field.name, &value) || given.confirmed.contains(given.tool, &field.name, &value));
    match (is_users, is_hidden) {
        (true, _) => FieldHeard::Value { value, source: Provenance::User, twice: Vec::new() },
        (false, true) => FieldHeard::Nothing { refused: Some(value) },
        (false, false) => FieldHeard::Value { value, source: Provenance::Model, twice: sent },
    }
}
