//! The toolbox: an immutable set of tools that sessions share.

mod added_names;
mod assemble;
mod blocked;
mod bridge;
mod builder;
mod called;
mod external;
mod free_functions;
mod groups;
mod handling;
mod journal;
mod kept;
mod lookup;
mod names;
mod nested;
mod plugin_names;
mod plugins;
mod prepare;
mod recovery;
mod report;
mod retention;
mod reveal;
mod running;
mod safeguards;
mod search;
mod settings;
mod shown;
mod skills;
mod snapshot;
mod spelling;
mod waiting;
mod ways;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hpd_runtime::args::Leniency;
use rustc_hash::FxHashMap;

use crate::problem::BuildProblem;
use crate::tool::{AddedNames, Tool, ToolIndex};
use crate::visibility::{Plan, View, Views};

pub use builder::ToolboxBuilder;
pub(crate) use called::is_search;
pub use groups::{Approval, Limits, ModelOptions, ReadsAre, System, Values};
pub(crate) use handling::Handling;
pub use recovery::{Recovery, RecoveryScope};
pub use report::ToolReport;
pub use retention::Retention;
pub(crate) use safeguards::Safeguards;
pub use spelling::Spelling;
pub(crate) use ways::Ways;

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
///     #[ai_function(read_only)]
///     fn add(
///         &self,
///         /** The first number. */
///         a: i64,
///         /** The second number. */
///         b: i64,
///     ) -> i64 {
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
    /// The choices of the turn, if this is the view of one.
    ways: Ways,
}

/// A toolbox that others keep alive.
#[cfg(feature = "tokio")]
pub(crate) struct WeakToolbox {
    tools: std::sync::Weak<Tools>,
}

#[cfg(feature = "tokio")]
impl WeakToolbox {
    /// `None` once nothing else has the toolbox.
    pub(crate) fn upgrade(&self) -> Option<Toolbox> {
        Some(Toolbox::of(self.tools.upgrade()?))
    }
}

pub(crate) struct Tools {
    /// The tools, and last those that the lists of this toolbox do not have from the start: the one that reads long
    /// results, and the one that calls functions.
    pub(crate) list: Vec<Tool>,
    /// The number of tools without these.
    pub(crate) count: usize,
    /// The host chooses the keys, so hash collisions can't be provoked.
    pub(crate) by_name: FxHashMap<Box<str>, ToolIndex>,
    pub(crate) reports: Vec<BuildProblem>,
    pub(crate) amounts: Amounts,
    pub(crate) leniency: Leniency,
    pub(crate) plan: Plan,
    /// Some conversation can come to call a tool with sensitive parameters.
    pub(super) reaches_sensitive: bool,
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
    pub(crate) result_tokens: usize,
}

/// A number that no other toolbox of the program has.
fn toolbox_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Toolbox {
    /// A builder of a toolbox.
    pub fn builder() -> ToolboxBuilder {
        ToolboxBuilder::default()
    }

    pub(crate) fn new(tools: Tools) -> Self {
        Self::of(Arc::new(tools))
    }

    fn of(tools: Arc<Tools>) -> Self {
        let ways = Ways::of_toolbox(&tools.plan.policy);
        Self { tools, view: None, ways }
    }

    /// The same toolbox, without keeping it alive.
    #[cfg(feature = "tokio")]
    pub(crate) fn downgrade(&self) -> WeakToolbox {
        WeakToolbox { tools: Arc::downgrade(&self.tools) }
    }

    /// All tools, in the order of registration, whether the model sees them or not. `call_function` is one of them if the
    /// toolbox was built with a [constant](crate::list::ListMode::Constant) list.
    pub fn all_tools(&self) -> &[Tool] {
        &self.tools.list[..self.tools.count]
    }

    /// The same, with `call_function` in any case.
    pub(crate) fn tools_and_bridge(&self) -> &[Tool] {
        &self.tools.list
    }

    /// The problems that did not prevent the build:
    ///
    /// - external tools that are left out, renamed or partly unchecked;
    /// - rules for unknown tools or fields of external tools;
    /// - functions that an imported skill wants and that are not in the toolbox;
    /// - unknown containers in [`never_collapse`](crate::list::VisibilityPolicy::never_collapse);
    /// - functions of this program that have write-like names, but neither `write` nor `read_only`;
    /// - questions that name values of a preview, where no preview is registered;
    /// - settings for tools that are no longer in the toolbox;
    /// - tools whose sensitive parameters make the journal hide messages and claims, where the host did not choose.
    ///
    /// Tools of plugins are never left out.
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

    /// External tools that nothing classifies, and functions of this program that are named like a write and declare
    /// neither `write` nor `read_only`. The user is asked about the former; the latter run. Without either word, a name
    /// that begins with `create`, `delete` or the like does not compile. [`tools_report`](Self::tools_report) has all
    /// tools.
    pub fn unclassified(&self) -> Vec<&Tool> {
        self.all_tools().iter().filter(|tool| tool.is_unclassified()).collect()
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

    #[inline]
    pub(crate) fn max_result_tokens(&self) -> usize {
        self.tools.amounts.result_tokens
    }
}

impl std::fmt::Debug for Toolbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.all_tools().iter().map(|tool| tool.id.as_str())).finish()
    }
}
