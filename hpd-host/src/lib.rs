//! What an agent depends on: the toolbox, sessions, and the checked path of a call.

#![forbid(unsafe_code)]

mod call;
mod external;
mod outcome;
mod session;
mod toolbox;
mod turn;
mod visibility;

pub use call::{CallError, FunctionError, HiddenTool, TooManyCalls, UnknownTool};
pub use external::{ExternalTool, ExternalTools};
pub use outcome::{Expansion, ForwardedCall, FunctionResult, ModelMessage, Outcome, OutcomeKind};
pub use session::Session;
pub use toolbox::{BuildError, BuildProblem, Checked, Tool, Toolbox, ToolboxBuilder};

#[doc(hidden)]
pub use hpd_runtime::__private;
pub use hpd_runtime::*;
// The macros again, with this crate as the root of what they emit, so that one dependency is enough.
pub use hpd_macros::{
    ai_function_host as ai_function, plugin_host as plugin, plugin_scope_host as plugin_scope,
    scope_host as scope, skill_host as skill,
};
