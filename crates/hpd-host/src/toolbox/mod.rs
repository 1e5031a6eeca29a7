//! The toolbox: an immutable set of tools that sessions share.

mod added_names;
mod assemble;
mod bridge;
mod builder;
mod error;
mod external;
mod external_function;
mod guardrail;
mod handling;
mod input_schema;
mod journal;
mod lookup;
mod names;
mod narrowed;
mod nested;
mod partial;
mod pending;
mod plugin_names;
mod plugins;
mod reading;
mod recovery;
mod reveal;
mod running;
mod safeguards;
mod shown;
mod skills;
mod snapshot;
mod spelling;
mod tool;
mod view;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hpd_runtime::args::Reader;
use hpd_runtime::spec::Leniency;
use hpd_runtime::{Output, RawCall, ToolError, TurnContext, Warning};
use rustc_hash::FxHashMap;

use crate::call::{self, CallError};
use crate::outcome::Outcome;
use crate::session::{NotForwarded, Session};
use crate::turn;
use crate::visibility::{Plan, View, Views};

pub(crate) use added_names::AddedNames;
pub use builder::ToolboxBuilder;
pub use error::{BuildError, BuildProblem};
pub(crate) use external_function::ExternalFunction;
pub(crate) use handling::Handling;
pub(crate) use input_schema::WrittenSchema;
pub(crate) use lookup::{fold, own_name};
pub use nested::WithinProblem;
pub(crate) use partial::partial_container;
pub use recovery::{Recovery, RecoveryScope};
pub use safeguards::ApprovalTimeouts;
pub(crate) use safeguards::Safeguards;
pub use spelling::Spelling;
pub use tool::Tool;
pub(crate) use tool::{
    BridgeRole, ContainerKind, ContainerRole, FunctionRole, Reveal, Role, RustFunction, SourceContainer,
    Target, ToolIndex,
};

/// An immutable set of tools, shared by all sessions. Cloning it copies a pointer.
///
/// ```
/// use hpd_host::{RawCall, Session, Toolbox, scope};
///
/// #[derive(Default)]
/// struct Math;
///
/// #[scope("Arithmetic")]
/// impl Math {
///     /// Adds two numbers.
///     #[ai_function]
///     fn add(&self, /** The first number. */ a: i64, /** The second number. */ b: i64) -> i64 {
///         a + b
///     }
/// }
///
/// # futures_executor::block_on(async {
/// let toolbox = Toolbox::builder().plugin(Math).build()?;
/// let session = Session::new();
///
/// let expanded = toolbox.call(&session, &RawCall::new("1", "Math", "{}")).await;
/// assert_eq!(expanded.for_model().text, "Math expanded. Functions: add.");
///
/// let sum = toolbox.call(&session, &RawCall::new("2", "add", r#"{"a": 5, "b": 10}"#)).await;
/// assert_eq!(sum.for_model().text, "15");
/// # Ok::<(), hpd_host::BuildError>(())
/// # }).unwrap();
/// ```
#[derive(Clone)]
pub struct Toolbox {
    tools: Arc<Tools>,
    /// The rest of the toolbox after list filters, if this is the view of one turn. Every search for tools uses it
    /// then.
    view: Option<Arc<View>>,
}

pub(crate) struct Tools {
    pub(crate) list: Vec<Tool>,
    /// The host chooses the keys, so hash collisions can't be provoked.
    pub(crate) by_name: FxHashMap<Box<str>, ToolIndex>,
    pub(crate) reports: Vec<BuildProblem>,
    pub(crate) amounts: Amounts,
    pub(crate) leniency: Leniency,
    pub(crate) plan: Plan,
    pub(crate) handling: Handling,
    pub(crate) safeguards: Safeguards,
    views: Views,
    /// Told apart from all other toolboxes of the program.
    pub(crate) number: u64,
    pub(crate) added_names: AddedNames,
    /// Its builder, for the next snapshot.
    recipe: ToolboxBuilder,
}

/// How much of everything there may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Amounts {
    pub(crate) calls_per_turn: usize,
    pub(crate) waiting_calls: usize,
    pub(crate) result_bytes: usize,
}

/// A number that no other toolbox of the program has.
fn toolbox_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The result of [`Toolbox::check`] for a call that would run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedCall {
    /// The arguments that the function would receive, as a JSON text; `None` for a container, which would be expanded.
    pub arguments: Option<String>,
    /// The warnings about the arguments.
    pub warnings: Vec<Warning>,
}

impl Toolbox {
    /// A builder of a toolbox.
    pub fn builder() -> ToolboxBuilder {
        ToolboxBuilder::default()
    }

    pub(crate) fn new(tools: Tools) -> Self {
        Self { tools: Arc::new(tools), view: None }
    }

    /// All tools, in the order of registration, whether the model sees them or not.
    pub fn all_tools(&self) -> &[Tool] {
        &self.tools.list
    }

    /// Problems with external tools (left out, renamed or partly unchecked), and unknown names in the leniency
    /// settings. Tools of plugins are never left out.
    pub fn reports(&self) -> &[BuildProblem] {
        &self.tools.reports
    }

    /// How forgiving the reading of arguments is, where a function does not say.
    pub fn leniency(&self) -> Leniency {
        self.tools.leniency
    }

    /// A tool by the name that the model calls, or that its source gave it.
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.by_name.get(name).map(|&index| &self.tools.list[index])
    }

    /// Answers one call.
    #[inline]
    pub fn call<'a>(
        &'a self,
        session: &'a Session,
        call: &'a RawCall,
    ) -> impl Future<Output = Outcome> + Send + 'a {
        call::answer(self, session, const { &TurnContext::empty() }, call)
    }

    /// Answers one call, with the host's data about the turn.
    #[inline]
    pub fn call_with<'a>(
        &'a self,
        session: &'a Session,
        turn: &'a TurnContext,
        call: &'a RawCall,
    ) -> impl Future<Output = Outcome> + Send + 'a {
        call::answer(self, session, turn, call)
    }

    /// Answers the calls of one model message, in their order. Read-only calls run concurrently; an expansion takes
    /// effect for the calls after it.
    pub async fn turn(&self, session: &Session, calls: &[RawCall]) -> Vec<Outcome> {
        self.turn_with(session, const { &TurnContext::empty() }, calls).await
    }

    /// Answers the calls of one model message, with the host's data about the turn.
    pub async fn turn_with(
        &self,
        session: &Session,
        context: &TurnContext,
        calls: &[RawCall],
    ) -> Vec<Outcome> {
        turn::answer(self, session, context, calls).await
    }

    /// Completes a [forwarded](crate::OutcomeKind::Forward) call with its result. Several may be completed in any
    /// order, and the session may have been stored in between.
    ///
    /// An approved write must be completed within one day; after that its effect is unknown. If the completion can't be
    /// stored, the call stays forwarded, and the host may submit the result again.
    ///
    /// ```
    /// use hpd_host::{ExternalSource, ExternalTool, Output, RawCall, Session, ToolError, Toolbox};
    /// use serde_json::json;
    ///
    /// # futures_executor::block_on(async {
    /// let open_tab = ExternalTool::new("open_tab", "Opens a tab", json!({"type": "object"}));
    /// let toolbox = Toolbox::builder().external(ExternalSource::frontend("browser", vec![open_tab])).build()?;
    /// let session = Session::new();
    ///
    /// let forwarded = toolbox.call(&session, &RawCall::new("call_1", "open_tab", "{}")).await;
    /// assert_eq!(forwarded.status(), "forward");
    /// // The client opens the tab, and later:
    /// let outcome = toolbox.complete(&session, "call_1", Ok(Output::Text("It is open.".to_owned()))).await?;
    /// assert_eq!(outcome.for_model().text, "It is open.");
    /// # let again = toolbox.complete(&session, "call_1", Err(ToolError::new("The user closed the window."))).await;
    /// # assert!(again.is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// No forwarded call has this id: each is completed once.
    pub async fn complete(
        &self,
        session: &Session,
        call_id: &str,
        result: Result<Output, ToolError>,
    ) -> Result<Outcome, NotForwarded> {
        call::complete(self, session, call_id, result).await
    }

    /// Unclassified tools with write-like names (`create_..`, `update_..`, `delete_..`, `void_..`, `approve_..`,
    /// `send_..` and the like). External ones are blocked until they are classified. Functions from the macros are not
    /// in this list: with such a name, they must declare `write` or `read_only`.
    pub fn unclassified(&self) -> Vec<&Tool> {
        self.all_tools().iter().filter(|tool| tool.is_unclassified()).collect()
    }

    /// Follows the path of a call up to, but not including, the run or the expansion.
    ///
    /// # Errors
    ///
    /// The error that the model would read.
    pub fn check(&self, session: &Session, call: &RawCall) -> Result<CheckedCall, CallError> {
        self.check_with(session, const { &TurnContext::empty() }, call)
    }

    /// The arguments of a valid call as the function receives them, defaults among them, as a JSON text. It reads them
    /// again; no session is asked.
    pub(crate) fn received(&self, call: &RawCall) -> Option<String> {
        match &self.tool(&call.name)?.role {
            Role::Function(FunctionRole::Here(function)) => {
                Reader::received(&call.arguments, call.stop_reason, &function.plan)
            }
            Role::Function(FunctionRole::External(function)) => {
                Some(function.read(&call.arguments, call.stop_reason).ok()?.arguments)
            }
            Role::Function(FunctionRole::Documents(reader)) => {
                Some(reader.read(&call.arguments, call.stop_reason).ok()?.arguments)
            }
            Role::Bridge(bridge) => self.received(&call::inner_call(bridge, call).ok()?.call),
            Role::Container(_) => None,
        }
    }

    #[inline]
    pub(crate) fn safeguards(&self) -> &Safeguards {
        &self.tools.safeguards
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.tools.plan
    }

    pub(crate) fn number(&self) -> u64 {
        self.tools.number
    }

    pub(crate) fn max_calls_per_turn(&self) -> usize {
        self.tools.amounts.calls_per_turn
    }

    pub(crate) fn max_forwarded_calls(&self) -> usize {
        self.tools.amounts.waiting_calls
    }

    #[inline]
    pub(crate) fn max_result_bytes(&self) -> usize {
        self.tools.amounts.result_bytes
    }
}

impl std::fmt::Debug for Toolbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.tools.list.iter().map(|tool| tool.id.as_str())).finish()
    }
}
