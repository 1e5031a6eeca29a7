//! Values from other sources than the model: profile, configuration, the user's statements, and questions for the rest.

mod ask_user;
mod config;
mod confirmed;
#[cfg(any(feature = "yaml", feature = "toml"))]
mod file;
mod manifest;
mod plan;
mod profile;
mod resolution;
mod resolve;
mod user_statements;
mod values;

pub use ask_user::{AskUser, UncertainValue};
pub(crate) use ask_user::{Cause, FailedField, Form, base_of};
pub use config::{CapabilityConfig, ConfigSource, MapConfig, PluginConfig};
#[cfg(any(feature = "yaml", feature = "toml"))]
pub use config::{ConfigFile, ConfigFolder};
pub(crate) use confirmed::Confirmed;
#[cfg(any(feature = "yaml", feature = "toml"))]
pub use file::FileError;
#[cfg(feature = "yaml")]
pub use manifest::ManifestError;
pub use manifest::{CapabilityManifest, ParameterManifest, PluginManifest};
pub(crate) use plan::{CollectPlan, FieldPlan};
#[cfg(any(feature = "yaml", feature = "toml"))]
pub use profile::FileProfile;
pub use profile::{MapProfile, Profile, SourceError};
pub(crate) use resolution::{Missing, Resolution};
pub(crate) use resolve::{Given, Sources, resolve};
pub(crate) use user_statements::{Heard, Sought, Statement, UserStatements, occurring};

pub(crate) use hpd_reply::ReplyWords;
pub(crate) use values::is_blank;
