//! Where configuration comes from.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use super::PluginConfig;

/// The source of plugins' configuration. It is read for each call and each list of tools, so changes apply at once. It
/// must not block.
///
/// ```
/// use std::sync::Arc;
///
/// use hpd_host::values::{ConfigSource, PluginConfig};
///
/// /// The same for all plugins.
/// struct Household(Arc<PluginConfig>);
///
/// impl ConfigSource for Household {
///     fn plugin(&self, _plugin: &str) -> Option<Arc<PluginConfig>> {
///         Some(self.0.clone())
///     }
/// }
///
/// let home =
///     Household(Arc::new(PluginConfig::new().default_parameter("address", "123 Main St")));
/// assert!(home.plugin("buy").is_some());
/// ```
pub trait ConfigSource: Send + Sync {
    /// The configuration of a plugin by its name, or of a source of external tools by the source's. `None` if there is
    /// none, or if it is unreadable. In both cases, no value comes from the configuration, and no parameter is exempt
    /// from questions.
    fn plugin(&self, plugin: &str) -> Option<Arc<PluginConfig>>;
}

impl<S: ConfigSource + ?Sized> ConfigSource for Arc<S> {
    fn plugin(&self, plugin: &str) -> Option<Arc<PluginConfig>> {
        (**self).plugin(plugin)
    }
}

impl fmt::Debug for dyn ConfigSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ConfigSource")
    }
}

/// Configuration in memory, by plugin.
///
/// ```
/// use hpd_host::values::{ConfigSource, MapConfig, PluginConfig};
///
/// let config = MapConfig::new()
///     .with("buy", PluginConfig::new().default_parameter("address", "123 Main St"));
/// assert!(config.plugin("buy").is_some());
///
/// config.set("buy", PluginConfig::new());
/// assert_eq!(config.plugin("buy").as_deref(), Some(&PluginConfig::new()));
///
/// config.remove("buy");
/// assert!(config.plugin("buy").is_none());
/// ```
#[derive(Default)]
pub struct MapConfig {
    plugins: RwLock<BTreeMap<String, Arc<PluginConfig>>>,
}

impl MapConfig {
    /// A source without any configuration.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the configuration of a plugin.
    #[must_use]
    pub fn with(self, plugin: impl Into<String>, config: PluginConfig) -> Self {
        self.set(plugin, config);
        self
    }

    /// Replaces a plugin's configuration, from the next call on.
    pub fn set(&self, plugin: impl Into<String>, config: PluginConfig) {
        let mut plugins = self.plugins.write().unwrap_or_else(PoisonError::into_inner);
        plugins.insert(plugin.into(), Arc::new(config));
    }

    /// Removes the configuration of a plugin.
    pub fn remove(&self, plugin: &str) {
        self.plugins.write().unwrap_or_else(PoisonError::into_inner).remove(plugin);
    }
}

impl ConfigSource for MapConfig {
    fn plugin(&self, plugin: &str) -> Option<Arc<PluginConfig>> {
        self.plugins.read().unwrap_or_else(PoisonError::into_inner).get(plugin).cloned()
    }
}

/// The names of plugins and parameters, never a value.
impl fmt::Debug for MapConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plugins = self.plugins.read().unwrap_or_else(PoisonError::into_inner);
        f.debug_map().entries(plugins.iter()).finish()
    }
}
