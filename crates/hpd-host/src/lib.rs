//! The crate for agents: the [`Toolbox`], [`Session`]s, and the checked path of a call.
//!
//! In an agent's loop, send the model [`Toolbox::tools`] each turn. Answer its calls with [`Toolbox::turn`], and send
//! back [`Outcome::for_model`]:
//!
//! ```
//! use hpd_host::{RawCall, Session, Toolbox, plugin};
//!
//! struct Dice;
//!
//! #[plugin]
//! impl Dice {
//!     /// The highest sum of some dice.
//!     #[ai_function]
//!     fn highest(&self, /** How many dice. */ #[param(range(min = 1, max = 100))] dice: u32) -> u32 {
//!         dice * 6
//!     }
//! }
//!
//! # futures_executor::block_on(async {
//! let toolbox = Toolbox::builder().plugin(Dice).build()?;
//! let session = Session::new();
//! let calls = [RawCall::new("1", "highest", r#"{"dice": 2}"#), RawCall::new("2", "highest", r#"{"dice": 0}"#)];
//! let outcomes = toolbox.turn(&session, &calls).await;
//! assert_eq!(outcomes[0].for_model().text, "12");
//! assert!(outcomes[1].for_model().is_error);
//! # Ok::<(), hpd_host::BuildError>(())
//! # }).unwrap();
//! ```
//!
//! One dependency is enough. This crate re-exports `hpd-runtime`, with macros that expand to its own path: where an
//! example imports from `hpd_runtime`, write `hpd_host`. Parameters of your own types also need `serde` and `schemars`,
//! for their derives.
//!
//! | feature | adds |
//! |---|---|
//! | `tokio` (default) | functions on separate threads use the caller's tokio runtime; its timers limit the time of calls |
//! | `jsonschema` | checks of schema keywords that a Shape does not know, for external tools |
//! | `postgres` | a journal in a PostgreSQL database, for programs that run more than once at a time |
//! | `sqlite` | a journal in an SQLite database, which is compiled in |
//! | `testing` | doubles of a host's parts, and tests for stores and journals of your own |
//! | `yaml` | rules for external tools, configuration, profiles and plugin manifests from YAML, and skills from folders with a `SKILL.md` |
//! | `toml` | configuration and profiles from TOML |
//! | `chrono`, `jiff`, `rust_decimal`, `url`, `uuid` | parameter types of those crates |

#![forbid(unsafe_code)]

pub mod approval;
mod call;
mod call_error;
mod collect;
mod counters;
#[cfg(any(feature = "yaml", feature = "toml"))]
mod document;
pub mod events;
mod export;
pub mod external;
mod facade;
pub mod filter;
pub mod guardrail;
mod listing;
pub mod outcome;
mod problem;
pub mod provider;
mod session;
mod skill;
mod telemetry;
mod tool;
mod toolbox;
mod turn;
mod visibility;

/// Errors: why a call has no result, why a toolbox can't be built, and what is wrong with arguments.
pub mod error {
    #[doc(inline)]
    pub use hpd_runtime::error::{
        ContainerInvocationError, ErrorCode, Inside, IntoViolations, NameList, ValidationError,
        ValidationErrorResponse, Violation,
    };

    pub use crate::call_error::{
        CallMistake, Denied, DocumentError, FunctionError, HiddenTool, NotApproved, RepeatedCall,
        StillPending, TooManyCalls, UnclassifiedWrite, UnknownTool,
    };
    pub use crate::counters::Counters;
    #[cfg(any(feature = "yaml", feature = "toml"))]
    pub use crate::document::FileProblem;
    #[cfg(feature = "yaml")]
    pub use crate::document::YamlProblem;
    pub use crate::problem::{BuildProblem, WithinProblem};
    pub use crate::session::SessionError;
}

/// The lists of tools that models see: their rules, and the explanation of each list.
pub mod list {
    pub use crate::listing::ToolList;
    pub use crate::toolbox::{ModelOptions, Recovery, RecoveryScope, Spelling};
    pub use crate::visibility::{
        ExpandedContainers, Explanation, ListMode, Rule, ToolOrder, VisibilityPolicy,
    };
}

/// Skills from outside of the program: documents, folders, and their export.
pub mod skills {
    pub use crate::export::{ExportedSkill, SkillExportError};
    pub use crate::skill::{DocumentSource, DocumentText, ImportedSkill, SkillDocument, SkillProblem};
    #[cfg(feature = "yaml")]
    pub use crate::skill::{SkillFolder, SkillFolderError, SkillFolders};
}

/// A host's parts that tests replace: time, randomness and timers.
pub mod system {
    #[doc(inline)]
    pub use hpd_journal::{
        BoxFuture, Clock, Random, RandomError, SystemClock, SystemRandom, SystemTimer, Timer, Timestamp,
    };

    pub use crate::toolbox::System;
}

/// Values that the model does not give: from the profile, the configuration and the user.
pub mod values {
    #[doc(inline)]
    pub use hpd_reply::{ReplyWords, WordList};
    #[doc(inline)]
    pub use hpd_runtime::values::Provenance;

    #[cfg(feature = "yaml")]
    pub use crate::collect::ManifestError;
    pub use crate::collect::{
        AskUser, CapabilityConfig, CapabilityManifest, ConfigSource, MapConfig, MapProfile,
        ParameterManifest, PluginConfig, PluginManifest, Profile, SourceError, UncertainValue,
    };
    #[cfg(any(feature = "yaml", feature = "toml"))]
    pub use crate::collect::{ConfigFile, ConfigFolder, FileError, FileProfile};
}

pub use call_error::CallError;
#[doc(inline)]
pub use hpd_journal::journal;
#[cfg(feature = "testing")]
#[doc(inline)]
pub use hpd_journal::testing;
#[doc(hidden)]
pub use hpd_runtime::__private;
#[doc(inline)]
pub use hpd_runtime::{
    CallContext, ModelError, Output, Param, Plugin, Principal, RawCall, ToolError, TurnContext, args,
    context, dialect, output, reexports, repair, schema, shape, spec,
};
pub use outcome::whole::Outcome;
pub use problem::BuildError;
pub use provider::messages::Provider;
pub use session::Session;
pub use tool::Tool;
pub use toolbox::{Approval, Limits, Toolbox, ToolboxBuilder, Values};
// The macros again, with this crate as the root of the emitted paths, so that one dependency is enough.
#[doc(inline)]
pub use hpd_macros::{
    ai_function_host as ai_function, plugin_host as plugin, plugin_scope_host as plugin_scope,
    scope_host as scope, skill_host as skill,
};
