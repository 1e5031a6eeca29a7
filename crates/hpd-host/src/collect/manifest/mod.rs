//! The file form of a plugin's parameters.

mod export;
#[cfg(feature = "yaml")]
mod file;
mod import;
mod model;
mod schema;
#[cfg(feature = "yaml")]
mod write;

#[cfg(feature = "yaml")]
pub use file::ManifestError;
pub use model::{CapabilityManifest, ParameterManifest, PluginManifest};
