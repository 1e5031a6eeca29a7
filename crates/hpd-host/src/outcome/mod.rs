//! Outcomes of calls, and their forms for the model and the host.

mod call_tool_result;
mod checked;
mod debug_mask;
mod expansion;
mod extra;
mod host;
mod limit;
mod model;
mod note;
mod recovered;
mod replied;
pub(crate) mod whole;

use std::fmt;
use std::sync::Arc;

use hpd_journal::pending::{PendingId, Question, StoredOutcome};
use hpd_runtime::spec::QualifiedId;
use hpd_runtime::{Output, Principal};

pub(crate) use call_tool_result::{CallToolResult, structured_of};
pub use checked::CheckedCall;
pub(crate) use debug_mask::DebugMask;
pub use expansion::{Expansion, MemberSchema};
pub(crate) use extra::ResultExtra;
pub use model::ModelMessage;
pub(crate) use model::{json_of, parts_text};
pub(crate) use note::WarningNote;
pub use recovered::Recovered;
pub use replied::Replied;
pub(crate) use whole::Outcome;

pub use crate::session::{AwaitedCall, NotForwarded};

use crate::call_error::CallError;
use crate::collect::AskUser;

/// The kinds of outcomes.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum OutcomeKind {
    /// The function's result.
    Result(FunctionResult),
    /// A container was expanded.
    Expanded(Box<Expansion>),
    /// An error, for the model to act on.
    Error(CallError),
    /// Values are missing or uncertain, and the user is asked for them. Nothing ran.
    AskUser(Box<AskUser>),
    /// The user is asked whether the call may run. Nothing ran yet; the answer goes to
    /// [`Toolbox::decide`](crate::Toolbox::decide).
    Confirm(Box<Question>),
    /// The call had already ended, and the user's decision was repeated. Nothing ran. Contains the earlier end.
    Settled(Box<StoredOutcome>),
    /// The call is forwarded: its code is not in this program. Its result goes to
    /// [`Toolbox::complete`](crate::Toolbox::complete).
    Forward(Box<ForwardedCall>),
}

/// A function's result.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct FunctionResult {
    /// The answer: a preview, where it is longer than [a model may read](crate::results::LargeResults::limit).
    pub output: Output,
    /// The result goes to the user; the model learns only that the user has the result.
    pub direct: bool,
    /// The number of attempts. It is more than one if the first attempt failed, and a [repetition was
    /// harmless](hpd_runtime::output::FailureEffect).
    pub attempts: u32,
    /// The answer as the function gave it, where `output` is a preview.
    pub whole: Option<Box<Output>>,
    pub(crate) extra: ResultExtra,
}

/// How much of an answer its output is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All of it.
    Whole,
    /// A part of something longer: it is never cut again.
    Part,
    /// A preview, or the beginning.
    Short(Box<Shortened>),
    /// Parts, some of which are previews of texts that were kept under these ids. The others may be too long.
    WithPreviews(Vec<String>),
    /// Tools that were found.
    Found(Box<FoundTools>),
}

/// Tools that were found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FoundTools {
    pub(crate) tools: Vec<MemberSchema>,
    /// How many of them fit into a result with their schemas; one at least.
    pub(crate) fit: usize,
    /// The names of those that a provider loads, which has them in its list.
    pub(crate) loads: Vec<String>,
}

impl FoundTools {
    /// The tools whose schemas fit into a result.
    pub(crate) fn that_fit(&self) -> &[MemberSchema] {
        self.tools.get(..self.fit).unwrap_or(&self.tools)
    }
}

/// A result that was too long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shortened {
    /// By which its texts are kept; none if it was cut.
    pub(crate) ids: Vec<String>,
    /// What clients of MCP get beside the content.
    pub(crate) structured: ShortStructured,
}

/// The structured content of a result that was too long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ShortStructured {
    /// It is left out.
    None,
    /// Its beginning, or all of it without sensitive values: the tool publishes the schema of its results, and clients refuse
    /// one without structured content.
    Replaced(String),
    /// The schema takes nothing shorter, and it has no sensitive value.
    Whole,
}

/// A call that passed every check and runs at the client.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ForwardedCall {
    /// The tool's qualified id.
    pub tool: QualifiedId,
    /// The source of the tool, as the host named it.
    pub source: Arc<str>,
    /// The name that the tool's source gave it.
    pub name: Arc<str>,
    /// The arguments, as a JSON text.
    pub arguments: String,
    /// The id of its stored row, if it was approved.
    pub(crate) pending: Option<PendingId>,
    /// Whose call it is.
    pub(crate) principal: Principal,
}

/// Leaves out the arguments: debug output may be logged.
impl fmt::Debug for ForwardedCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ForwardedCall")
            .field("tool", &self.tool)
            .field("source", &self.source)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
