//! Where the value of an argument comes from.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The sources of a call's values, by parameter. Calls of one kind share them.
pub type ParameterSources = Arc<[(Box<str>, Provenance)]>;

/// Where the value of an argument comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Provenance {
    /// The user gave or confirmed it in this conversation: in an answer to a question about the parameter.
    User,
    /// The model sent it, and it occurs in a message of the user. It may be text that the user only quotes, so it is not
    /// the user's decision: where a parameter needs a certain value, the user is asked.
    Mentioned,
    /// The model sent it.
    Model,
    /// The user's profile.
    Profile,
    /// The configuration.
    Config,
    /// It is the parameter's declared default. Not called `Default`: rustc would write out `std::default::Default` in
    /// every error of a crate that depends on this one.
    #[serde(rename = "default")]
    Declared,
}

impl Provenance {
    /// The provenance as one word, as it is stored: `user`, `mentioned`, `model`, `profile`, `config` or `default`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Mentioned => "mentioned",
            Self::Model => "model",
            Self::Profile => "profile",
            Self::Config => "config",
            Self::Declared => "default",
        }
    }
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
