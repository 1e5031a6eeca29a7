// The links of the README lead to pages of this documentation: the first definition of a link counts.
#![cfg_attr(
    docsrs,
    doc = "\
[Apache-2.0]: https://docs.rs/crate/hpd-host/latest/source/LICENSE-APACHE
[MIT]: https://docs.rs/crate/hpd-host/latest/source/LICENSE-MIT
[approvals]: guides::approvals
[bench/RESULTS.md]: https://docs.rs/crate/hpd-host/latest/source/docs/RESULTS.md
[events-and-journal]: guides::events_and_journal
[external-tools]: guides::external_tools
[first-hour]: guides::first_hour
[hpd-dialect]: https://docs.rs/hpd-dialect
[hpd-journal]: https://docs.rs/hpd-journal
[hpd-repair]: https://docs.rs/hpd-repair
[hpd-schema]: https://docs.rs/hpd-schema
[inspector]: https://docs.rs/hpd-inspector
[mcp]: https://docs.rs/hpd-mcp/latest/hpd_mcp/guide/
[migration]: guides::migration
[large-results]: guides::large_results
[parameters]: guides::parameters
[providers]: guides::providers
[results-and-errors]: guides::results_and_errors
[skills]: guides::skills
[testing-plugins]: guides::testing_plugins
[values]: guides::values

"
)]
#![doc = include_str!("../README.md")]
//!
//! # Paths
//!
//! One dependency is enough. This crate re-exports the modules of `hpd-runtime`. The code that its macros generate
//! refers to `hpd_host` alone. Where an example imports from `hpd_runtime`, write `hpd_host`: the paths are the same.
//! Where it imports from another crate of hpd, such as `hpd_journal`, a module of `hpd_host` exports the same item. The
//! search of this documentation finds the module. The names at the root are those that almost every program uses.
#![cfg_attr(docsrs, feature(doc_cfg), doc(auto_cfg(hide(docsrs))))]
#![forbid(unsafe_code)]

pub mod approval;
mod background;
mod call;
mod call_error;
mod class;
mod collect;
mod counters;
pub mod events;
mod export;
pub mod external;
mod facade;
pub mod filter;
#[cfg(feature = "guardrail")]
pub mod guardrail;
#[cfg(docsrs)]
pub mod guides;
mod listing;
#[cfg(feature = "metrics")]
mod metrics;
pub mod outcome;
mod patience;
mod problem;
pub mod provider;
pub mod results;
#[cfg(feature = "search")]
mod search;
mod session;
mod skill;
mod telemetry;
mod tool;
mod toolbox;
mod turn;
mod visibility;

/// Errors of calls, of builds and of arguments.
pub mod error {
    #[doc(inline)]
    pub use hpd_runtime::error::{
        ContainerInvocationError, ErrorCode, Inside, IntoViolations, NameList, ValidationError,
        ValidationErrorResponse, Violation,
    };

    pub use crate::call_error::{
        CallMistake, Denied, DocumentError, FunctionError, HiddenTool, NotApproved, NotReleased,
        RepeatedCall, StillPending, TooManyCalls, UnknownTool,
    };
    pub use crate::counters::Counters;
    pub use crate::problem::{BuildProblem, WithinProblem};
    pub use crate::session::SessionError;
    #[cfg(any(feature = "yaml", feature = "toml"))]
    #[doc(inline)]
    pub use hpd_document::FileProblem;
    #[cfg(feature = "yaml")]
    #[doc(inline)]
    pub use hpd_document::YamlProblem;
    #[doc(inline)]
    pub use hpd_journal::KeyError;
}

/// The append-only record of all events, chained by hash. An event shares a transaction with the change that it reports.
///
/// A [`Journal`](journal::Journal) is also a [`PendingStore`](approval::PendingStore): each step of a pending call is
/// written together with its events. [`MemoryJournal`](journal::MemoryJournal) is for tests and for programs that keep
/// nothing. Some examples import from `hpd_journal::journal`: these are the same items.
#[cfg_attr(docsrs, doc = "", doc = include_str!("../docs/journal.md"))]
pub mod journal {
    pub use crate::toolbox::Retention;
    #[doc(inline)]
    pub use hpd_journal::journal::{
        BatchStatus, BreakerStatus, CallKey, CallTimeline, ChainHead, ChainKey, CommitStatus, CommitTime,
        Compacted, Damage, Durability, Entry, Erasure, EventFilter, ExportError, ExportFailure, Exported,
        FreeText, Journal, JournalOptions, JournalStatus, LostStatus, MemoryJournal, MissingEvents,
        QueueStatus, RegisteredTool, SessionFilter, SessionOverview, SessionOverviews, SessionSummary,
        Verification, VerifyProgress, VerifySlice, call_timeline, call_timelines, export, health,
        session_overviews, timelines, verify_with,
    };

    pub use crate::toolbox::ReadsAre;

    #[cfg(feature = "postgres")]
    #[doc(inline)]
    pub use hpd_journal::journal::{PostgresFailure, PostgresJournal, PostgresJournalError};
    #[cfg(feature = "sqlite")]
    #[doc(inline)]
    pub use hpd_journal::journal::{SqliteJournal, SqliteJournalError};
}

/// The lists of tools that models see: their rules, and the explanation of each list.
pub mod list {
    #[doc(inline)]
    pub use hpd_runtime::list::{Access, ListMode, LongResults};

    pub use crate::class::ClassReason;
    pub use crate::listing::ToolList;
    #[cfg(feature = "search")]
    pub use crate::search::Bm25;
    pub use crate::session::SessionChanged;
    pub use crate::tool::ToolSearch;
    pub use crate::toolbox::{ModelOptions, Recovery, RecoveryScope, Spelling, ToolReport};
    pub use crate::visibility::{ExpandedContainers, Explanation, Rule, ToolOrder, VisibilityPolicy};
}

/// Skills from outside of the program: documents, folders, and their export.
pub mod skills {
    pub use crate::export::{ExportedSkill, SkillExportError, SkillFiles};
    pub use crate::skill::{DocumentSource, DocumentText, ImportedSkill, SkillDocument, SkillProblem};
    #[cfg(feature = "yaml")]
    pub use crate::skill::{SkillFolder, SkillFolderError, SkillFolders};
}

/// A host's parts that tests replace: time, randomness and timers.
pub mod system {
    #[doc(inline)]
    pub use hpd_journal::{
        BoxFuture, Clock, MonotonicClock, Random, RandomError, SystemClock, SystemMonotonicClock,
        SystemRandom, SystemTimer, Timer, Timestamp,
    };

    #[cfg(feature = "tokio")]
    pub use crate::facade::housekeeping::Housekeeping;
    pub use crate::facade::housekeeping::{HousekeepingError, HousekeepingPart, HousekeepingReport};
    pub use crate::facade::resume::ResumedCall;
    #[cfg(feature = "tokio")]
    pub use crate::facade::resume::Resuming;
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
#[cfg(feature = "testing")]
#[doc(inline)]
pub use hpd_journal::testing;
#[doc(inline)]
pub use hpd_journal::{KeyRing, receipt};
#[doc(hidden)]
pub use hpd_runtime::__private;
#[doc(inline)]
pub use hpd_runtime::{
    CallContext, OrTell, Output, Param, Plugin, Principal, RawCall, ToolError, TurnContext, args, context,
    dialect, output, reexports, repair, schema, shape, spec,
};
// The trait alone: the derive of this name comes from the macros below.
#[doc(inline)]
pub use hpd_runtime::__private::ModelError;
pub use outcome::whole::Outcome;
pub use problem::BuildError;
pub use provider::messages::Provider;
pub use session::{NoSessions, Session, SessionSource};
pub use tool::Tool;
pub use toolbox::{Approval, Limits, Toolbox, ToolboxBuilder, Values};
// The macros again, with this crate as the root of the emitted paths, so that one dependency is enough.
#[doc(inline)]
pub use hpd_macros::{
    ModelErrorHost as ModelError, ai_function_host as ai_function, plugin_host as plugin,
    plugin_scope_host as plugin_scope, scope_host as scope, skill_host as skill,
};
