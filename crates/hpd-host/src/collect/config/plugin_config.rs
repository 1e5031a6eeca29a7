//! Configuration of a plugin's parameters.

use std::collections::BTreeMap;
use std::fmt;

use hpd_runtime::args::Node;
use serde_json::Value;

use super::CapabilityConfig;
use super::scope::owned_node;
use crate::collect::values::at_path;

/// Configuration of a plugin's parameters: values, and which of the values need no question. By default, values of the
/// conversation and the profile come first.
///
/// A value is looked up first among the values that are configured for the function (the *capability*), then among
/// those for the whole plugin. Last comes the parameter's `config_key` in the further settings; a dotted key leads into
/// tables.
///
/// ```
/// use hpd_host::values::{CapabilityConfig, PluginConfig};
///
/// let buy = PluginConfig::new()
///     .default_parameter("contact_name", "John")
///     .default_parameter("address", "123 Main St, City")
///     .capability(
///         "place_order",
///         CapabilityConfig::new().default_parameter("address", "123 Main St"),
///     )
///     .use_default_directly_for(["address"])
///     .setting("default_address", "1 Old Rd");
///
/// // Values may be secret: they are not shown.
/// assert!(!format!("{buy:?}").contains("Main"));
/// ```
///
/// With the features `yaml` and `toml` it is read from files: see [`ConfigFolder`](super::ConfigFolder).
#[derive(Clone, PartialEq)]
#[must_use]
pub struct PluginConfig {
    pub(super) plugin: CapabilityConfig,
    pub(super) capabilities: BTreeMap<String, CapabilityConfig>,
    /// An object.
    pub(super) settings: Node<'static>,
}

impl PluginConfig {
    /// An empty configuration.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a parameter's value for every function. `null` counts as no value.
    pub fn default_parameter(mut self, parameter: impl Into<String>, value: impl Into<Value>) -> Self {
        self.plugin = self.plugin.default_parameter(parameter, value);
        self
    }

    /// The configuration of one function, by its name without the plugin's; replaces an earlier one.
    pub fn capability(mut self, function: impl Into<String>, config: CapabilityConfig) -> Self {
        self.capabilities.insert(function.into(), config);
        self
    }

    /// All values of this configuration are used without asking, and before those of the profile.
    pub fn use_defaults_directly(mut self) -> Self {
        self.plugin = self.plugin.use_defaults_directly(true);
        self
    }

    /// The parameters whose values of this configuration are used without asking, and before those of the profile. The
    /// model does not see such parameters while there is a value.
    pub fn use_default_directly_for<N: Into<String>>(
        mut self,
        parameters: impl IntoIterator<Item = N>,
    ) -> Self {
        self.plugin = self.plugin.use_default_directly_for(parameters);
        self
    }

    /// A further setting, for parameters whose `config_key` names it.
    pub fn setting(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        let (key, value) = (key.into(), owned_node(&value.into()));
        if let Node::Object(settings) = &mut self.settings {
            settings.retain(|(known, _)| *known != key);
            settings.push((key.into(), value));
        }
        self
    }

    /// The values for a parameter, in order of priority.
    pub(crate) fn values<'c>(
        &'c self,
        function: &str,
        parameter: &str,
        config_key: Option<&str>,
    ) -> impl Iterator<Item = &'c Node<'static>> + use<'c> {
        let own = self.capabilities.get(function).and_then(|scope| scope.defaults.get(parameter));
        let shared = self.plugin.defaults.get(parameter);
        let setting = config_key.and_then(|key| at_path(&self.settings, key));
        [own, shared, setting].into_iter().flatten().filter(|value| !matches!(value, Node::Null))
    }

    /// Whether the values for a parameter are used without asking.
    pub(crate) fn is_direct(&self, function: &str, parameter: &str) -> bool {
        let own = self.capabilities.get(function);
        let all = own.and_then(|scope| scope.all_directly).or(self.plugin.all_directly);
        all == Some(true) || self.is_listed(function, parameter)
    }

    /// Whether a parameter is listed in `use_default_directly_for`.
    pub(crate) fn is_listed(&self, function: &str, parameter: &str) -> bool {
        let own = self.capabilities.get(function).and_then(|scope| scope.directly_for.as_ref());
        let list = own.or(self.plugin.directly_for.as_ref());
        list.is_some_and(|list| list.contains(parameter))
    }
}

impl Default for PluginConfig {
    fn default() -> Self {
        Self {
            plugin: CapabilityConfig::new(),
            capabilities: BTreeMap::new(),
            settings: Node::Object(Vec::new()),
        }
    }
}

/// The names of parameters and settings, never a value.
impl fmt::Debug for PluginConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings: Vec<_> = match &self.settings {
            Node::Object(settings) => settings.iter().map(|(key, _)| key).collect(),
            _ => Vec::new(),
        };
        f.debug_struct("PluginConfig")
            .field("plugin", &self.plugin)
            .field("capabilities", &self.capabilities)
            .field("settings", &settings)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use hpd_runtime::args::Node;
    use serde_json::{Value, json};

    use super::{CapabilityConfig, PluginConfig};

    fn found(config: &PluginConfig, parameter: &str, key: Option<&str>) -> Vec<Value> {
        config.values("place_order", parameter, key).map(Node::to_value).collect()
    }

    #[test]
    fn the_capability_comes_before_the_plugin_and_that_before_the_key() {
        let config = PluginConfig::new()
            .setting("home", json!({"address": "3"}))
            .default_parameter("address", "2")
            .capability("place_order", CapabilityConfig::new().default_parameter("address", "1"))
            .capability("cancel_order", CapabilityConfig::new().default_parameter("address", "0"));
        assert_eq!(found(&config, "address", Some("home.address")), [json!("1"), json!("2"), json!("3")]);
        assert_eq!(found(&config, "address", None), [json!("1"), json!("2")]);
        assert_eq!(found(&config, "phone", Some("home.address")), [json!("3")]);
        assert_eq!(found(&config, "phone", Some("home.phone")), [] as [Value; 0]);
    }

    #[test]
    fn null_is_no_value() {
        let config = PluginConfig::new()
            .default_parameter("address", "2")
            .capability("place_order", CapabilityConfig::new().default_parameter("address", Value::Null));
        assert_eq!(found(&config, "address", None), [json!("2")]);
    }

    #[test]
    fn what_is_said_of_a_capability_holds_instead_of_what_is_said_of_the_plugin() {
        let config = PluginConfig::new()
            .use_defaults_directly()
            .use_default_directly_for(["address"])
            .capability("careful", CapabilityConfig::new().use_defaults_directly(false))
            .capability("more_careful", {
                CapabilityConfig::new().use_defaults_directly(false).use_default_directly_for(["phone"])
            });
        assert!(config.is_direct("place_order", "phone"));
        assert!(!config.is_listed("place_order", "phone"));
        assert!(config.is_direct("careful", "address"));
        assert!(!config.is_direct("careful", "phone"));
        assert!(!config.is_direct("more_careful", "address"));
        assert!(config.is_direct("more_careful", "phone"));
    }

    #[test]
    fn debug_shows_keys_and_no_values() {
        let config = PluginConfig::new()
            .default_parameter("pin", "s3cret")
            .setting("token", json!({"value": "s3cret"}))
            .capability("pay", CapabilityConfig::new().default_parameter("card", "s3cret"));
        assert_eq!(
            format!("{config:?}"),
            "PluginConfig { plugin: CapabilityConfig { default_parameters: [\"pin\"], use_defaults_directly: None, \
             use_default_directly_for: None }, capabilities: {\"pay\": CapabilityConfig { default_parameters: \
             [\"card\"], use_defaults_directly: None, use_default_directly_for: None }}, settings: [\"token\"] }"
        );
    }
}
