//! Values of the conversation: the user's, the model's, and which of the model's are the user's.

use std::borrow::Cow;

use hpd_runtime::args::Node;
use hpd_runtime::values::Provenance;

use super::{Accepts, Given};
use crate::collect::PluginConfig;
use crate::collect::plan::{CollectPlan, FieldPlan};
use crate::collect::values::is_blank;

/// Values of the conversation.
pub(super) struct ConversationValues {
    /// One for each field of the plan.
    pub(super) fields: Vec<ConversationValue>,
    /// The model's unknown keys.
    pub(super) unknown: Vec<(Cow<'static, str>, Node<'static>)>,
}

/// The conversation's value of one parameter.
pub(super) enum ConversationValue {
    Value {
        value: Node<'static>,
        source: Provenance,
        /// Earlier values under the same key, for the later check to refuse.
        twice: Vec<Node<'static>>,
    },
    Nothing {
        /// The model's value of a parameter that it must not send.
        refused: Option<Node<'static>>,
    },
}

impl ConversationValues {
    /// A value that is no object has no members: the read before refused it.
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
) -> ConversationValue {
    let counts = |value: &Node<'_>| {
        // A value that the model is to obtain has no other source. An empty one is its mistake, and the error says so.
        let is_looked_for = field.required && !field.is_obtainable();
        let is_missing = is_looked_for && is_blank(value) && !accepts(&field.name, value);
        !matches!(value, Node::Null) && !is_missing
    };
    let supplied = given.supplied.iter().rev().find(|(name, _)| **name == *field.name);
    if let Some((_, value)) = supplied.filter(|(_, value)| counts(value)) {
        return ConversationValue::Value {
            value: value.clone(),
            source: Provenance::User,
            twice: Vec::new(),
        };
    }
    // A duplicate key is left for the later check to refuse: both values are kept, and neither counts as the user's.
    let is_twice = sent.len() > 1;
    let Some(value) = sent.pop().filter(|value| is_twice || counts(value)) else {
        return ConversationValue::Nothing { refused: None };
    };
    let is_users = !is_twice
        && ((given.said)(&field.name, &value) || given.confirmed.contains(given.tool, &field.name, &value));
    match (is_users, is_hidden) {
        (true, _) => ConversationValue::Value { value, source: Provenance::User, twice: Vec::new() },
        (false, true) => ConversationValue::Nothing { refused: Some(value) },
        (false, false) => ConversationValue::Value { value, source: Provenance::Model, twice: sent },
    }
}
