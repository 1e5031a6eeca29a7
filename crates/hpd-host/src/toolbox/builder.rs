//! The builder of a toolbox.

use std::sync::Arc;

use hpd_runtime::Plugin;
use hpd_runtime::args::{Leniency, Limits};
use hpd_runtime::schema::{Nested, SchemaSettings};
use hpd_runtime::spec::{AiFunction, BoundPlugin, FunctionSpec};

use super::added_names::RawAddedNames;
use super::assemble::Assembly;
use super::handling::RawHandling;
use super::plugins::{Plugins, Registered};
use super::safeguards::RawSafeguards;
use super::skills::RawDocuments;
use super::snapshot::Past;
use super::spelling::Spelling;
use super::{Amounts, Toolbox};
use crate::external::ExternalSource;
use crate::outcome::{LEAST_RESULT_BYTES, RESULT_BYTES};
use crate::problem::BuildError;
#[cfg(doc)]
use crate::problem::BuildProblem;
use crate::skill::ImportedSkill;
use crate::tool::AddedNames;
use crate::visibility::{ListMode, VisibilityPolicy};

/// Builds a toolbox. Tools are listed in order of registration.
///
/// ```
/// use hpd_host::{Toolbox, plugin};
///
/// struct Clock { zone: &'static str }
///
/// #[plugin]
/// impl Clock {
///     /// Tells the time zone.
///     #[ai_function]
///     fn zone(&self) -> &'static str {
///         self.zone
///     }
/// }
///
/// let toolbox = Toolbox::builder().plugin(Clock { zone: "UTC" }).build()?;
/// assert_eq!(toolbox.all_tools().len(), 1);
/// # Ok::<(), hpd_host::BuildError>(())
/// ```
///
/// [`Toolbox::to_builder`] makes a builder from an existing toolbox, with its contents and settings.
#[derive(Clone, Default)]
pub struct ToolboxBuilder {
    pub(super) entries: Vec<Entry>,
    pub(super) past: Past,
    settings: SchemaSettings,
    limits: Limits,
    max_calls_per_turn: Option<usize>,
    max_forwarded_calls: Option<usize>,
    max_result_bytes: Option<usize>,
    leniency: Leniency,
    pub(super) spelling: Option<Spelling>,
    pub(super) added_names: RawAddedNames,
    pub(super) visibility: VisibilityPolicy,
    pub(super) handling: RawHandling,
    pub(super) safeguards: RawSafeguards,
    pub(super) documents: RawDocuments,
}

#[derive(Clone)]
pub(super) enum Entry {
    Plugin(Registered),
    Function(&'static FunctionSpec<()>),
    /// A free function that only a skill refers to.
    ReferencedFunction(&'static FunctionSpec<()>),
    External(Arc<ExternalSource>),
    Skill(Arc<ImportedSkill>),
}

/// More calls than this in one message are a model out of hand.
const MAX_CALLS_PER_TURN: usize = 16;
/// More forwarded calls than this are likely abandoned.
const MAX_WAITING_CALLS: usize = 64;

impl ToolboxBuilder {
    /// Registers a plugin with its instance.
    #[must_use]
    pub fn plugin<P: Plugin>(self, instance: P) -> Self {
        self.bound(BoundPlugin::new(instance), None)
    }

    /// Registers a plugin whose tools are called `prefix__name`, to tell them from tools of the same name. An empty
    /// prefix is a [problem](BuildProblem::EmptyPrefix) of the build.
    ///
    /// A plugin that is registered once keeps the plugin's name for the container and the qualified ids. A plugin that
    /// is registered several times has several instances, for example one for each account. Then each instance is known
    /// by its prefix: in qualified ids, metadata and the container, and for filters, permissions and configuration. If
    /// a skill refers to functions of its plugin, it gets those of its instance. Skills of other plugins get the
    /// functions of the instance that [`plugin`](Self::plugin) registered. Without such an instance, the build fails.
    ///
    /// ```
    /// use hpd_host::{RawCall, Session, Toolbox, scope};
    ///
    /// struct Mail(&'static str);
    ///
    /// #[scope("Letters")]
    /// impl Mail {
    ///     /// Says whose letters these are.
    ///     #[ai_function]
    ///     fn owner(&self) -> &'static str {
    ///         self.0
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let toolbox = Toolbox::builder().plugin_as("home", Mail("Ann")).plugin_as("work", Mail("Acme")).build()?;
    /// let session = Session::new();
    /// toolbox.call(&session, &RawCall::new("1", "work", "{}")).await;
    /// let outcome = toolbox.call(&session, &RawCall::new("2", "work__owner", "{}")).await;
    /// assert_eq!(outcome.for_model().text, "Acme");
    /// assert_eq!(toolbox.tool("work__owner").unwrap().id().as_str(), "work.owner");
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn plugin_as<P: Plugin>(self, prefix: impl Into<String>, instance: P) -> Self {
        self.bound(BoundPlugin::new(instance), Some(prefix.into()))
    }

    /// Registers a plugin whose instance is shared with the program.
    #[must_use]
    pub fn shared_plugin<P: Plugin>(self, instance: Arc<P>) -> Self {
        self.bound(BoundPlugin::shared(instance), None)
    }

    /// Registers a free function, by the type of the same name that `#[ai_function]` leaves beside it.
    #[must_use]
    pub fn function<F: AiFunction>(mut self) -> Self {
        self.entries.push(Entry::Function(F::SPEC));
        self
    }

    /// Registers tools whose code is not in this program. Tools that can't be offered are left out and
    /// [reported](Toolbox::reports).
    #[must_use]
    pub fn external(mut self, source: ExternalSource) -> Self {
        self.entries.push(Entry::External(Arc::new(source)));
        self
    }

    /// Whether types inside parameters are written where they are used (the default), or once under `$defs`.
    #[must_use]
    pub fn nested_schemas(mut self, nested: Nested) -> Self {
        self.settings.nested = nested;
        self
    }

    /// How much the arguments of one call may hold.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// How forgiving the reading of arguments is, where a function does not say: [`Leniency::Safe`] by default.
    #[must_use]
    pub fn leniency(mut self, leniency: Leniency) -> Self {
        self.leniency = leniency;
        self
    }

    /// The policy for the lists of tools that models see.
    #[must_use]
    pub fn visibility(mut self, policy: VisibilityPolicy) -> Self {
        self.visibility = policy;
        self
    }

    /// How many calls of one model message are answered; the rest are errors. 16 by default.
    #[must_use]
    pub fn max_calls_per_turn(mut self, calls: usize) -> Self {
        self.max_calls_per_turn = Some(calls);
        self
    }

    /// Maximum [forwarded](crate::outcome::OutcomeKind::Forward) calls of a session without a result; a further one is an error.
    /// 64 by default.
    #[must_use]
    pub fn max_forwarded_calls(mut self, calls: usize) -> Self {
        self.max_forwarded_calls = Some(calls);
        self
    }

    /// Maximum bytes of one result for the model: 64 KiB by default, at least 1 KiB. A longer one is cut, with a note
    /// about the missing part. [`Outcome::for_host`](crate::Outcome::for_host) has the whole. Images are not cut, nor
    /// are results for the user.
    ///
    /// ```
    /// use hpd_host::{RawCall, Session, Toolbox, plugin};
    ///
    /// struct Logs;
    ///
    /// #[plugin]
    /// impl Logs {
    ///     /// The whole log.
    ///     #[ai_function]
    ///     fn whole_log(&self) -> String {
    ///         "x".repeat(2000)
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let toolbox = Toolbox::builder().plugin(Logs).max_result_bytes(1024).build()?;
    /// let outcome = toolbox.call(&Session::new(), &RawCall::new("1", "whole_log", "{}")).await;
    /// assert_eq!(
    ///     outcome.for_model().text.trim_start_matches('x'),
    ///     "\n\n[Cut: these are the first 916 of 2000 bytes of the result. To see what is missing, ask for less at once.]"
    /// );
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn max_result_bytes(mut self, bytes: usize) -> Self {
        self.max_result_bytes = Some(bytes);
        self
    }

    /// Checks everything and builds the toolbox. Plugins that only skills refer to are built by `Default`.
    ///
    /// # Errors
    ///
    /// [`BuildError`] lists everything that is wrong: names that collide, plugins without an instance, contradictory
    /// parameters, skills in a circle.
    pub fn build(mut self) -> Result<Toolbox, BuildError> {
        self.safeguards.settle_store();
        let mut recipe = self.clone();
        let mut problems = Vec::new();
        let names = AddedNames::new(&self.added_names, self.spelling);
        let plugins = Plugins::collect(self.entries, self.spelling, &self.past, &mut problems);
        recipe.remember(&plugins);
        let mut assembly = Assembly::new(self.settings, self.limits, self.leniency, names, problems);
        if self.visibility.list == ListMode::Constant {
            assembly.add_bridge(self.limits, self.leniency);
        }
        assembly.add_all(&plugins);
        let amounts = Amounts {
            calls_per_turn: self.max_calls_per_turn.unwrap_or(MAX_CALLS_PER_TURN),
            waiting_calls: self.max_forwarded_calls.unwrap_or(MAX_WAITING_CALLS),
            result_bytes: self.max_result_bytes.unwrap_or(RESULT_BYTES).max(LEAST_RESULT_BYTES),
        };
        assembly.add_documents(&self.documents, amounts.result_bytes);
        assembly.finish(&plugins, amounts, recipe)
    }

    fn bound(mut self, plugin: BoundPlugin, prefix: Option<String>) -> Self {
        self.entries.push(Entry::Plugin(Registered { plugin, prefix, instance: None, explicit: true }));
        self
    }
}
