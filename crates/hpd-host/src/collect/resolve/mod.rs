//! Resolves all values of a call, each with its provenance.

mod conversation;

use std::collections::BTreeMap;
use std::error::Error;
use std::future::Future;
use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use hpd_runtime::Principal;
use hpd_runtime::args::{Decimal, Node};
use hpd_runtime::spec::QualifiedId;
use hpd_runtime::values::Provenance;

use super::confirmed::Confirmed;
use super::plan::{CollectPlan, FieldPlan};
use super::resolution::{Missing, Resolution, Uncertain};
use super::values::is_blank;
use super::{Heard, PluginConfig, Profile};
use conversation::{ConversationValue, ConversationValues};

/// Where values are looked for that the conversation does not give.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sources<'a> {
    pub(crate) profile: Option<&'a dyn Profile>,
    pub(crate) config: Option<&'a PluginConfig>,
}

/// The user's values.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a> {
    pub(crate) tool: &'a QualifiedId,
    /// What the user's statements say about the model's values of these parameters, all those of the call at once.
    pub(crate) heard: &'a Hear<'a>,
    /// By saying that values are right.
    pub(crate) confirmed: &'a Confirmed,
    /// For this call, over the user channel.
    pub(crate) supplied: &'a [(String, Node<'static>)],
}

/// What the user's statements say about values, by the names of their parameters.
pub(crate) type Hear<'a> = dyn Fn(&[(&str, &Node<'_>)]) -> Vec<Heard> + 'a;

/// Whether a parameter of this name takes a value.
pub(crate) type Accepts<'a> = dyn Fn(&str, &Node<'_>) -> bool + Sync + 'a;

/// Finds the values of a call.
///
/// `sent` is the model's object, repaired and promoted. Each parameter takes the first value of: user, model, profile,
/// configuration, default. Direct configuration values precede the profile. A failing source has no value, and neither
/// has one whose value the parameter refuses. The model's value is kept even then: the later check reports it.
///
/// The user's values are read at once, and not kept: the future may outlive the locks of a session.
pub(crate) fn resolve<'a>(
    plan: &'a CollectPlan,
    sources: Sources<'a>,
    principal: &'a Principal,
    sent: Node<'static>,
    given: Given<'_>,
    accepts: &'a Accepts<'a>,
) -> impl Future<Output = Resolution> + Send + use<'a> {
    let conversation = ConversationValues::new(plan, sent, sources.config, given, accepts);
    let (tool, confirmed) = (given.tool.clone(), given.confirmed.clone());
    let search = Search { plan, sources, principal, accepts, tool, confirmed };
    async move { search.all(conversation).await }
}

/// A value, and whether it may be used where only certain ones may.
struct Found {
    value: Node<'static>,
    source: Provenance,
    is_certain: bool,
}

struct Search<'a> {
    plan: &'a CollectPlan,
    sources: Sources<'a>,
    principal: &'a Principal,
    accepts: &'a Accepts<'a>,
    tool: QualifiedId,
    confirmed: Confirmed,
}

impl Search<'_> {
    async fn all(&self, conversation: ConversationValues) -> Resolution {
        let mut members = Vec::new();
        let mut resolution = Resolution {
            arguments: Node::Null,
            provenance: BTreeMap::new(),
            missing: Vec::new(),
            uncertain: Vec::new(),
            refused: Vec::new(),
        };
        for (index, (field, said)) in self.plan.fields.iter().zip(conversation.fields).enumerate() {
            let name = String::from(&*field.name);
            let mut unusable = None;
            // A mention would replace the host's own value.
            let is_over_hidden = matches!(said, ConversationValue::Value { is_over_hidden: true, .. });
            let (found, twice) = match said {
                ConversationValue::Value { value, source, twice, .. } => {
                    (Some(Found { value, source, is_certain: source == Provenance::User }), twice)
                }
                ConversationValue::Nothing { refused } => {
                    resolution.refused.extend(refused.map(|sent| (name.clone(), sent)));
                    (self.elsewhere(field, &mut unusable).await, Vec::new())
                }
            };
            let Some(Found { value, source, is_certain }) = found else {
                if field.required {
                    resolution.missing.push(self.missing(index, field, unusable));
                }
                continue;
            };
            if (field.must_be_certain() || is_over_hidden) && !is_certain {
                resolution.uncertain.push(Uncertain { field: index, value: value.clone(), source });
            }
            let values = twice.into_iter().chain([value]);
            members.extend(values.map(|value| (name.clone().into(), value)));
            resolution.provenance.insert(name, source);
        }
        for (name, value) in conversation.unknown {
            resolution.provenance.insert(name.to_string(), Provenance::Model);
            members.push((name, value));
        }
        resolution.arguments = Node::Object(members);
        resolution
    }

    /// Looks for a value that the conversation does not give. `unusable` becomes the first source whose value does not
    /// fit.
    async fn elsewhere(&self, field: &FieldPlan, unusable: &mut Option<Provenance>) -> Option<Found> {
        let mut in_config = self.in_config(field);
        if self.sources.config.is_some_and(|config| config.is_direct(&self.plan.function, &field.name)) {
            let values = std::mem::take(&mut in_config);
            if let Some(value) = self.usable(field, values, Provenance::Config, unusable) {
                return Some(Found { value, source: Provenance::Config, is_certain: true });
            }
        }
        let in_profile = self.in_profile(field).await;
        let default = field.default.clone();
        let sources = [
            (in_profile, Provenance::Profile),
            (in_config, Provenance::Config),
            (default.into_iter().collect(), Provenance::Declared),
        ];
        sources.into_iter().find_map(|(values, source)| {
            let value = self.usable(field, values, source, unusable)?;
            // Confirmed values need no second question.
            let is_certain = self.confirmed.contains(&self.tool, &field.name, &value);
            let source = if is_certain { Provenance::User } else { source };
            Some(Found { value, source, is_certain })
        })
    }

    fn in_config(&self, field: &FieldPlan) -> Vec<Node<'static>> {
        let values = |config: &PluginConfig| {
            config.values(&self.plan.function, &field.name, field.config_key.as_deref()).cloned().collect()
        };
        self.sources.config.map(values).unwrap_or_default()
    }

    async fn in_profile(&self, field: &FieldPlan) -> Vec<Node<'static>> {
        let (Some(profile), Some(key)) = (self.sources.profile, field.profile_key.as_deref()) else {
            return Vec::new();
        };
        // A profile is the host's code. Its state is dropped with the panic.
        let answer = AssertUnwindSafe(async { profile.get(self.principal, key).await }).catch_unwind().await;
        match answer {
            Ok(Ok(value)) => {
                let value = value.iter().map(|value| Node::from_value(value).into_owned());
                value.filter(|value| !matches!(value, Node::Null)).collect()
            }
            Ok(Err(error)) => {
                let why = error.source().map(ToString::to_string).unwrap_or_default();
                tracing::warn!(
                    target: "hpd::collect",
                    { profile_key = key, %error, why },
                    "no value from the profile"
                );
                Vec::new()
            }
            Err(_) => {
                tracing::warn!(
                    target: "hpd::collect",
                    { profile_key = key, error = "the profile panicked" },
                    "no value from the profile"
                );
                Vec::new()
            }
        }
    }

    /// The first value that the parameter takes.
    fn usable(
        &self,
        field: &FieldPlan,
        values: Vec<Node<'static>>,
        source: Provenance,
        unusable: &mut Option<Provenance>,
    ) -> Option<Node<'static>> {
        for value in values {
            let is_empty = is_blank(&value);
            if let Some(value) = self.fitting(field, value) {
                return Some(value);
            }
            // An empty place in a form is no value.
            if !is_empty {
                let (plugin, function, parameter) = (&*self.plan.plugin, &*self.plan.function, &*field.name);
                tracing::warn!(
                    target: "hpd::collect",
                    { plugin, function, parameter, %source },
                    "a value does not fit its parameter"
                );
                unusable.get_or_insert(source);
            }
        }
        None
    }

    /// The value as the parameter takes it. Files and databases do not always tell numbers from their texts.
    fn fitting(&self, field: &FieldPlan, value: Node<'static>) -> Option<Node<'static>> {
        if (self.accepts)(&field.name, &value) {
            return Some(value);
        }
        let other = match value {
            Node::Number(text) => Node::String(text),
            Node::String(text) if Decimal::parse(&text).is_some() => Node::Number(text),
            _ => return None,
        };
        (self.accepts)(&field.name, &other).then_some(other)
    }

    fn missing(&self, index: usize, field: &FieldPlan, unusable: Option<Provenance>) -> Missing {
        Missing {
            field: index,
            in_profile: field.profile_key.is_some(),
            in_config: field.config_key.is_some() || self.plan.has_config(field, self.sources.config),
            unusable,
        }
    }
}

#[cfg(test)]
mod tests;
