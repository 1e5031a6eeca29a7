//! A plugin's configuration for its parameters: in code, and in files.

#[cfg(any(feature = "yaml", feature = "toml"))]
mod files;
mod plugin_config;
#[cfg(any(feature = "yaml", feature = "toml"))]
mod read;
mod scope;
mod source;

#[cfg(any(feature = "yaml", feature = "toml"))]
pub use files::{ConfigFile, ConfigFolder};
pub use plugin_config::PluginConfig;
pub use scope::CapabilityConfig;
pub use source::{ConfigSource, MapConfig};
