//! Configuration of one function, or of a whole plugin.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use hpd_runtime::args::Node;
use serde_json::Value;

/// Configuration of one function. See [`PluginConfig`](super::PluginConfig).
#[derive(Clone, Default, PartialEq)]
#[must_use]
pub struct CapabilityConfig {
    pub(super) defaults: BTreeMap<String, Node<'static>>,
    /// `None`: not declared.
    pub(super) all_directly: Option<bool>,
    /// `None`: not declared.
    pub(super) directly_for: Option<BTreeSet<String>>,
}

impl CapabilityConfig {
    /// An empty configuration.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a parameter's value, for when neither the conversation nor the profile gives one. `null` counts as no
    /// value.
    pub fn default_parameter(mut self, parameter: impl Into<String>, value: impl Into<Value>) -> Self {
        self.defaults.insert(parameter.into(), owned_node(&value.into()));
        self
    }

    /// Whether all values of the configuration are used without asking, and before those of the profile.
    pub const fn use_defaults_directly(mut self, directly: bool) -> Self {
        self.all_directly = Some(directly);
        self
    }

    /// The parameters whose values of the configuration are used without asking, and before those of the profile. The
    /// model does not see such parameters while there is a value.
    pub fn use_default_directly_for<N: Into<String>>(
        mut self,
        parameters: impl IntoIterator<Item = N>,
    ) -> Self {
        self.directly_for = Some(parameters.into_iter().map(Into::into).collect());
        self
    }
}

/// The names of parameters, never a value.
impl fmt::Debug for CapabilityConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CapabilityConfig")
            .field("default_parameters", &self.defaults.keys())
            .field("use_defaults_directly", &self.all_directly)
            .field("use_default_directly_for", &self.directly_for)
            .finish()
    }
}

/// The same value, with nothing borrowed.
pub(super) fn owned_node(value: &Value) -> Node<'static> {
    Node::from_value(value).into_owned()
}
