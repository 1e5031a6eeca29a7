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
pub mod collect;
mod counters;
#[cfg(any(feature = "yaml", feature = "toml"))]
mod document;
pub mod events;
mod export;
mod external;
mod facade;
mod filter;
pub mod guardrail;
mod listing;
mod outcome;
mod problem;
pub mod provider;
mod session;
mod skill;
mod telemetry;
mod tool;
mod toolbox;
mod turn;
mod visibility;

pub use call::Replied;
pub use call_error::{
    CallError, CallMistake, Denied, DocumentError, FunctionError, HiddenTool, NotApproved, RepeatedCall,
    StillPending, TooManyCalls, UnclassifiedWrite, UnknownTool,
};
pub use counters::Counters;
#[cfg(feature = "yaml")]
pub use document::YamlProblem;
pub use export::{ExportedSkill, SkillExportError};
#[cfg(feature = "yaml")]
pub use external::RulesError;
pub use external::{
    Classification, ExternalHandler, ExternalSource, ExternalTool, ExternalToolError, ExternalToolList,
    Rules, ToolAnnotations, ToolRules,
};
pub use filter::{
    AsyncFilter, Filter, FilterContext, ListContext, ListFilter, NamedListFilter, Stage, Verdict,
};
#[cfg(feature = "testing")]
pub use hpd_journal::testing;
pub use hpd_journal::{
    BoxFuture, Clock, Random, RandomError, SystemClock, SystemRandom, SystemTimer, Timer, Timestamp,
};
pub use hpd_journal::{journal, receipt};
pub use listing::ToolList;
pub use outcome::{
    Expansion, ForwardedCall, FunctionResult, MemberSchema, ModelMessage, Outcome, OutcomeKind, Recovered,
};
pub use problem::{BuildError, BuildProblem, WithinProblem};
pub use provider::{ModelResponse, Provider, ProviderError};
pub use session::{AwaitedCall, NotForwarded, Session, SessionError};
pub use skill::{DocumentSource, DocumentText, ImportedSkill, SkillDocument, SkillProblem};
#[cfg(feature = "yaml")]
pub use skill::{SkillFolder, SkillFolderError, SkillFolders};
pub use tool::Tool;
pub use toolbox::{
    ApprovalTimeouts, CheckedCall, Recovery, RecoveryScope, Spelling, Toolbox, ToolboxBuilder,
};
pub use visibility::{ExpandedContainers, Explanation, ListMode, Rule, ToolOrder, VisibilityPolicy};

#[doc(hidden)]
pub use hpd_runtime::__private;
pub use hpd_runtime::*;
// The macros again, with this crate as the root of the emitted paths, so that one dependency is enough.
#[doc(inline)]
pub use hpd_macros::{
    ai_function_host as ai_function, plugin_host as plugin, plugin_scope_host as plugin_scope,
    scope_host as scope, skill_host as skill,
};
