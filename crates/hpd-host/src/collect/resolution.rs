//! The values found for a call's parameters.

use std::collections::BTreeMap;
use std::fmt;

use hpd_runtime::CallContext;
use hpd_runtime::args::Node;
use hpd_runtime::values::Provenance;

use super::{CollectPlan, FieldPlan};

/// The values found for a call's parameters.
pub(crate) struct Resolution {
    /// All values, uncertain ones included: an object with the parameters in order of declaration, then unknown keys of
    /// the model.
    pub(crate) arguments: Node<'static>,
    /// Where each value comes from.
    pub(crate) provenance: BTreeMap<String, Provenance>,
    /// Required parameters without a value, in the order of declaration.
    pub(crate) missing: Vec<Missing>,
    /// Parameters whose value the user has to confirm, in the order of declaration.
    pub(crate) uncertain: Vec<Uncertain>,
    /// Parameters that only the configuration may fill, with the model's values, which are not the user's.
    pub(crate) refused: Vec<(String, Node<'static>)>,
}

impl Resolution {
    /// The arguments of a function that reports missing parameters, with their provenance as far as it is known.
    pub(crate) fn lacking(
        arguments: Node<'static>,
        context: &CallContext<'_>,
        missing: Vec<Missing>,
    ) -> Self {
        let names = match &arguments {
            Node::Object(members) => members.iter().map(|(name, _)| name.as_ref()).collect(),
            _ => Vec::new(),
        };
        let provenance =
            names.into_iter().filter_map(|name| Some((name.to_owned(), context.provenance(name)?))).collect();
        Self { arguments, provenance, missing, uncertain: Vec::new(), refused: Vec::new() }
    }

    /// The missing parameters that the user is asked for. Others are the model's to find, and its error lists all of
    /// them.
    pub(crate) fn asked_for<'p>(&self, plan: &'p CollectPlan) -> Vec<&'p str> {
        let missing = || self.missing.iter().filter_map(|missing| plan.fields.get(missing.field));
        let has_asked = missing().any(FieldPlan::is_asked_for);
        let has_obtainable = missing().any(FieldPlan::is_obtainable);
        let is_asked = |field: &&FieldPlan| field.is_users() || (has_asked && !has_obtainable);
        missing().filter(is_asked).map(|field| &*field.name).collect()
    }

    /// All parameters without a value. The user is asked for the values that the model could not find in its calls.
    pub(crate) fn all_missing<'p>(&self, plan: &'p CollectPlan) -> Vec<&'p str> {
        let missing = self.missing.iter().filter_map(|missing| plan.fields.get(missing.field));
        missing.map(|field| &*field.name).collect()
    }
}

/// A required parameter without a value, and the searched sources, except for the conversation.
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
