//! Values from elsewhere than the model: profile and configuration, what the user said, and questions for the rest.

#![allow(dead_code, reason = "the path of a call does not use it yet")]

mod ask_user;
mod manifest;
mod plan;
mod reply;
mod resolution;
mod words;

pub use ask_user::{AskUser, UncertainValue};
#[cfg(feature = "yaml")]
pub use manifest::ManifestError;
pub use manifest::{CapabilityManifest, ParameterManifest, PluginManifest};
pub use reply::ReplyWords;
