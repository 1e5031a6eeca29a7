//! What was found for the parameters of a call.

use std::collections::BTreeMap;
use std::fmt;

use hpd_runtime::Provenance;
use hpd_runtime::args::Node;

use super::{CollectPlan, FieldPlan};

/// What was found for the parameters of a call.
pub(crate) struct Resolution {
    /// All values that were found, uncertain ones among them: an object, parameters in the order of declaration, then what
    /// the model sent and the tool does not know.
    pub(crate) arguments: Node<'static>,
    /// Where each value comes from.
    pub(crate) provenance: BTreeMap<String, Provenance>,
    /// Required parameters without a value, in the order of declaration.
    pub(crate) missing: Vec<Missing>,
    /// Parameters whose value the user has to confirm, in the order of declaration.
    pub(crate) uncertain: Vec<Uncertain>,
    /// Parameters that the configuration fills and the model must not, with what it sent, and not in the user's words.
    pub(crate) refused: Vec<(String, Node<'static>)>,
}

impl Resolution {
    /// What a function was called with, where that came from as far as is known, and what the function says is missing.
    pub(crate) fn lacking(
        arguments: Node<'static>,
        source: impl Fn(&str) -> Option<Provenance>,
        missing: Vec<Missing>,
    ) -> Self {
        let names = match &arguments {
            Node::Object(members) => members.iter().map(|(name, _)| name.as_ref()).collect(),
            _ => Vec::new(),
        };
        let provenance =
            names.into_iter().filter_map(|name| Some((name.to_owned(), source(name)?))).collect();
        Self { arguments, provenance, missing, uncertain: Vec::new(), refused: Vec::new() }
    }

    /// The parameters without a value that the user is asked for. All others are the model's to find, and it is told of all of
    /// them: where it can obtain one itself, and where none is the user's to give.
    pub(crate) fn asked_for<'p>(&self, plan: &'p CollectPlan) -> Vec<&'p str> {
        let missing = || self.missing.iter().filter_map(|missing| plan.fields.get(missing.field));
        let has_asked = missing().any(FieldPlan::is_asked_for);
        let has_obtainable = missing().any(FieldPlan::is_obtainable);
        let is_asked = |field: &&FieldPlan| field.is_users() || (has_asked && !has_obtainable);
        missing().filter(is_asked).map(|field| &*field.name).collect()
    }

    /// All parameters without a value: what the model could not find in its calls is asked of the user.
    pub(crate) fn all_missing<'p>(&self, plan: &'p CollectPlan) -> Vec<&'p str> {
        let missing = self.missing.iter().filter_map(|missing| plan.fields.get(missing.field));
        missing.map(|field| &*field.name).collect()
    }
}

/// A required parameter without a value, and where one was looked for besides the conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Missing {
    /// The place in the plan's fields.
    pub(crate) field: usize,
    /// It has a key of the profile.
    pub(crate) in_profile: bool,
    /// It has a key of the configuration, or the configuration has a value that is of no use.
    pub(crate) in_config: bool,
    /// A source had a value that the parameter does not take.
    pub(crate) unusable: Option<Provenance>,
}

/// A parameter whose value the user has to confirm.
#[derive(Clone, PartialEq)]
pub(crate) struct Uncertain {
    /// The place in the plan's fields.
    pub(crate) field: usize,
    pub(crate) value: Node<'static>,
    pub(crate) source: Provenance,
}

/// Where values come from, and none of them; nor names that the model made up, which may be values too.
impl fmt::Debug for Resolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resolution")
            .field("sources", &self.provenance.values())
            .field("missing", &self.missing)
            .field("uncertain", &self.uncertain)
            .field("refused", &self.refused.iter().map(|(name, _)| name).collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Uncertain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Uncertain")
            .field("field", &self.field)
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}
