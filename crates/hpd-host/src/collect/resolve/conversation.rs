//! Values of the conversation: the user's, the model's, and which of the model's are the user's.

use std::borrow::Cow;

use hpd_runtime::args::Node;
use hpd_runtime::values::Provenance;

use super::{Accepts, Given};
use crate::collect::plan::{CollectPlan, FieldPlan};
use crate::collect::values::is_blank;
use crate::collect::{Heard, PluginConfig};

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
        /// The configuration fills the parameter, and the model does not see it.
        is_over_hidden: bool,
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
        let of_fields: Vec<_> = plan
            .fields
            .iter()
            .zip(of_fields)
            .map(|(field, sent)| Sent::new(field, sent, given, accepts))
            .collect();
        let mut heard = heard(plan, &of_fields, given).into_iter();
        let value = |(field, sent): (&FieldPlan, Sent)| {
            let heard = if sent.is_to_compare() { heard.next() } else { None };
            sent.value(plan.is_hidden(field, config), heard.unwrap_or(Heard::Nothing))
        };
        let fields = plan.fields.iter().zip(of_fields).map(value).collect();
        Self { fields, unknown }
    }
}

/// What the user's statements say about the values that are compared with them, in their order.
fn heard(plan: &CollectPlan, of_fields: &[Sent], given: Given<'_>) -> Vec<Heard> {
    let sent = plan.fields.iter().zip(of_fields).filter_map(|(field, sent)| match sent {
        Sent::Once(value) => Some((&*field.name, value)),
        _ => None,
    });
    let sent: Vec<_> = sent.collect();
    if sent.is_empty() { Vec::new() } else { (given.heard)(&sent) }
}

/// The conversation's value of one parameter, before the user's statements are asked.
enum Sent {
    Nothing,
    /// The user gave or confirmed it.
    Users(Node<'static>),
    /// The model's value.
    Once(Node<'static>),
    /// The model's values under one key.
    Twice(Vec<Node<'static>>),
}

impl Sent {
    fn new(field: &FieldPlan, mut sent: Vec<Node<'static>>, given: Given<'_>, accepts: &Accepts<'_>) -> Self {
        let counts = |value: &Node<'_>| {
            // A value that the model is to obtain has no other source. An empty one is its mistake, and the error says
            // so.
            let is_looked_for = field.required && !field.is_obtainable();
            let is_missing = is_looked_for && is_blank(value) && !accepts(&field.name, value);
            !matches!(value, Node::Null) && !is_missing
        };
        let supplied = given.supplied.iter().rev().find(|(name, _)| **name == *field.name);
        if let Some((_, value)) = supplied.filter(|(_, value)| counts(value)) {
            return Self::Users(value.clone());
        }
        if sent.len() > 1 {
            return Self::Twice(sent);
        }
        match sent.pop().filter(|value| counts(value)) {
            None => Self::Nothing,
            Some(value) if given.confirmed.contains(given.tool, &field.name, &value) => Self::Users(value),
            Some(value) => Self::Once(value),
        }
    }

    const fn is_to_compare(&self) -> bool {
        matches!(self, Self::Once(_))
    }

    fn value(self, is_hidden: bool, heard: Heard) -> ConversationValue {
        let found = |value, source| ConversationValue::Value {
            value,
            source,
            twice: Vec::new(),
            is_over_hidden: is_hidden,
        };
        match (self, heard) {
            (Self::Nothing, _) => ConversationValue::Nothing { refused: None },
            (Self::Users(value), _) | (Self::Once(value), Heard::Answered) => found(value, Provenance::User),
            (Self::Once(value), Heard::Mentioned) => found(value, Provenance::Mentioned),
            (Self::Once(value), Heard::Nothing) if is_hidden => {
                ConversationValue::Nothing { refused: Some(value) }
            }
            (Self::Once(value), Heard::Nothing) => found(value, Provenance::Model),
            // A duplicate key is left for the later check to refuse: all values are kept, and none counts as the user's.
            (Self::Twice(mut values), _) => match values.pop() {
                Some(value) if !is_hidden => ConversationValue::Value {
                    value,
                    source: Provenance::Model,
                    twice: values,
                    is_over_hidden: false,
                },
                refused => ConversationValue::Nothing { refused },
            },
        }
    }
}
