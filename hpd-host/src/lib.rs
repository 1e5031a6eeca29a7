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
