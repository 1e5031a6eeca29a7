//! What was found for the parameters of a call.

use std::collections::BTreeMap;
use std::fmt;

use hpd_runtime::Provenance;
use hpd_runtime::args::Node;

use super::CollectPlan;

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
    /// Parameters that the configuration fills and the model must not: it sent one, and not in the user's words.
    pub(crate) refused: Vec<String>,
}

impl Resolution {
    /// What the model sent, and what a function says is missing.
    pub(crate) const fn lacking(arguments: Node<'static>, missing: Vec<Missing>) -> Self {
        Self { arguments, provenance: BTreeMap::new(), missing, uncertain: Vec::new(), refused: Vec::new() }
    }

    /// Whether a parameter has no value.
    pub(crate) fn is_missing(&self, plan: &CollectPlan, name: &str) -> bool {
        let missing = self.missing.iter().filter_map(|missing| plan.fields.get(missing.field));
        missing.into_iter().any(|field| *field.name == *name)
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
            .field("refused", &self.refused)
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
