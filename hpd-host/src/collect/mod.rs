//! Values from elsewhere than the model: profile and configuration, what the user said, and questions for the rest.

#![allow(dead_code, reason = "the path of a call does not use it yet")]

mod config;
pub(crate) mod confirmed;
#[cfg(any(feature = "yaml", feature = "toml"))]
mod file;
pub(crate) mod plan;
mod profile;
#[cfg(test)]
mod recorded;
pub(crate) mod resolution;
pub(crate) mod resolve;
pub(crate) mod said;
mod values;

pub use config::{CapabilityConfig, ConfigSource, MapConfig, PluginConfig};
#[cfg(any(feature = "yaml", feature = "toml"))]
pub use config::{ConfigFile, ConfigFolder};
#[cfg(any(feature = "yaml", feature = "toml"))]
pub use file::{FileError, FileProblem};
#[cfg(any(feature = "yaml", feature = "toml"))]
pub use profile::FileProfile;
pub use profile::{MapProfile, Profile, SourceError, SourceFuture, Subject};
