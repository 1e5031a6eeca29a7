//! How the toolbox and the model talk with each other.

#[cfg(feature = "guardrail")]
use std::sync::Arc;

#[cfg(feature = "guardrail")]
use hpd_guardrail::ClaimDetector;
use hpd_runtime::args::Leniency;
use hpd_runtime::schema::Nested;

use super::replace;
use crate::toolbox::added_names::RawAddedNames;
use crate::toolbox::recovery::{Recovery, RecoveryScope};
use crate::toolbox::spelling::Spelling;

/// How the toolbox and the model talk with each other: how tools are written for the model, and how its calls and texts
/// are read. A group of settings of a toolbox.
///
/// ```
/// use hpd_host::args::Leniency;
/// use hpd_host::list::{ModelOptions, Spelling};
/// use hpd_host::{Toolbox, plugin};
///
/// struct Clock;
///
/// #[plugin]
/// impl Clock {
///     /// Tells the time zone.
///     #[ai_function]
///     fn time_zone(&self) -> &'static str {
///         "UTC"
///     }
/// }
///
/// let options = ModelOptions::new().rename_all(Spelling::Camel).leniency(Leniency::Strict);
/// let toolbox = Toolbox::builder().plugin(Clock).model(options).build()?;
/// assert_eq!(toolbox.all_tools()[0].name(), "timeZone");
/// # Ok::<(), hpd_host::BuildError>(())
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct ModelOptions {
    nested: Option<Nested>,
    leniency: Option<Leniency>,
    warnings: Option<bool>,
    pub(in crate::toolbox) spelling: Option<Spelling>,
    pub(in crate::toolbox) added_names: RawAddedNames,
    recovery: Option<Recovery>,
    pub(in crate::toolbox) recoveries: Vec<(RecoveryScope, Recovery)>,
    #[cfg(feature = "guardrail")]
    pub(in crate::toolbox) detector: Option<Arc<dyn ClaimDetector>>,
}

impl ModelOptions {
    /// The default options.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether types inside parameters are written where they are used (the default), or once under `$defs`.
    #[must_use]
    pub const fn nested_schemas(mut self, nested: Nested) -> Self {
        self.nested = Some(nested);
        self
    }

    /// The spelling of the names of all tools of this program: functions, skills, containers, and the tools that the
    /// toolbox adds. Names from the host or a third party stay unchanged: prefixes of
    /// [`plugin_as`](crate::ToolboxBuilder::plugin_as), external tools, skills from folders. So do qualified ids:
    /// filters, permissions and sessions refer to tools by them. The names of parameters stay unchanged too:
    /// `rename_all_params` of the macros renames these.
    ///
    /// ```
    /// use hpd_host::list::{ModelOptions, Spelling};
    /// use hpd_host::{plugin, RawCall, Session, Toolbox};
    ///
    /// struct Clock;
    ///
    /// #[plugin]
    /// impl Clock {
    ///     /// Tells the time zone.
    ///     #[ai_function]
    ///     fn time_zone(&self) -> &'static str {
    ///         "UTC"
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let toolbox = Toolbox::builder()
    ///     .plugin(Clock)
    ///     .model(ModelOptions::new().rename_all(Spelling::Pascal))
    ///     .build()?;
    /// assert_eq!(toolbox.tool("TimeZone").unwrap().id().as_str(), "Clock.time_zone");
    /// let outcome = toolbox.call(&Session::new(), &RawCall::new("1", "TimeZone", "{}")).await;
    /// assert_eq!(outcome.for_model().text, "UTC");
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub const fn rename_all(mut self, spelling: Spelling) -> Self {
        self.spelling = Some(spelling);
        self
    }

    /// The name of the tool that reads documents of skills, in place of `read_skill_document`. Its qualified id stays
    /// the same.
    ///
    /// ```
    /// use hpd_host::list::ModelOptions;
    /// use hpd_host::{Toolbox, plugin};
    ///
    /// #[derive(Default)]
    /// struct Desk;
    ///
    /// #[plugin]
    /// impl Desk {
    ///     /// How to tidy up.
    ///     #[skill(documents(document(
    ///         id = "steps",
    ///         description = "What to do",
    ///         text = "Begin on the left."
    ///     )))]
    ///     fn tidy(&self) {}
    /// }
    ///
    /// let options = ModelOptions::new().read_skill_document_as("ReadSkillDocument");
    /// let toolbox = Toolbox::builder().plugin(Desk).model(options).build()?;
    /// assert_eq!(
    ///     toolbox.tool("ReadSkillDocument").unwrap().id().as_str(),
    ///     "read_skill_document"
    /// );
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    #[must_use]
    pub fn read_skill_document_as(mut self, name: impl Into<String>) -> Self {
        self.added_names.reader = Some(name.into());
        self
    }

    /// The name of the tool that calls functions by name where the list of tools never changes, in place of
    /// `call_function`. Its qualified id stays the same.
    ///
    /// ```
    /// use hpd_host::list::{ListMode, ModelOptions, VisibilityPolicy};
    /// use hpd_host::Toolbox;
    ///
    /// let constant = VisibilityPolicy::new().list(ListMode::Constant);
    /// let options = ModelOptions::new().call_function_as("CallFunction");
    /// let toolbox = Toolbox::builder().visibility(constant).model(options).build()?;
    /// assert_eq!(toolbox.tool("CallFunction").unwrap().id().as_str(), "call_function");
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    #[must_use]
    pub fn call_function_as(mut self, name: impl Into<String>) -> Self {
        self.added_names.bridge = Some(name.into());
        self
    }

    /// The name of the tool that reads long results, in place of `read_result`. Its qualified id stays the same.
    #[must_use]
    pub fn read_result_as(mut self, name: impl Into<String>) -> Self {
        self.added_names.results = Some(name.into());
        self
    }

    /// The name of the tool that searches for tools, in place of `search_tools`. Its qualified id stays the same.
    #[must_use]
    pub fn search_tools_as(mut self, name: impl Into<String>) -> Self {
        self.added_names.search = Some(name.into());
        self
    }

    /// How forgiving the reading of arguments is, where a function does not say: [`Leniency::Safe`] by default.
    #[must_use]
    pub const fn leniency(mut self, leniency: Leniency) -> Self {
        self.leniency = Some(leniency);
        self
    }

    /// Whether the model reads the warnings about its arguments beside the result: repairs and promotions. By default
    /// only the host reads them, in [`Outcome::warnings`](crate::Outcome::warnings). The note never repeats values, and
    /// has at most five warnings.
    ///
    /// After a text, or after content parts, the note is a separate line. A JSON result stays JSON. An object gets the
    /// note as its last member, `argument_warnings`; any other value becomes the member `result` beside it. The
    /// structured content of MCP is the result alone, as its output schema says. Errors, results for the user, and
    /// results of forwarded calls have no note.
    ///
    /// ```
    /// use hpd_host::list::ModelOptions;
    /// use hpd_host::{RawCall, Session, Toolbox, plugin};
    ///
    /// struct Lamp;
    ///
    /// #[plugin]
    /// impl Lamp {
    ///     /// Whether the lamp would shine.
    ///     #[ai_function]
    ///     fn would_shine(&self, /** Whether it is switched on. */ on: bool) -> String {
    ///         if on { "It would." } else { "It would not." }.to_owned()
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let toolbox =
    ///     Toolbox::builder().plugin(Lamp).model(ModelOptions::new().warnings(true)).build()?;
    /// let outcome = toolbox
    ///     .call(&Session::new(), &RawCall::new("1", "would_shine", r#"{"on": "true"}"#))
    ///     .await;
    /// assert_eq!(
    ///     outcome.for_model().text,
    ///     "It would.\n\n\
    ///      [Warnings about the arguments: on: string literal converted to boolean true]"
    /// );
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub const fn warnings(mut self, told: bool) -> Self {
        self.warnings = Some(told);
        self
    }

    /// The recovery of wrong calls with a clear intent: [`Recovery::Reject`] by default.
    /// [`recovery_for`](Self::recovery_for) sets it for some tools.
    #[must_use]
    pub const fn recovery(mut self, recovery: Recovery) -> Self {
        self.recovery = Some(recovery);
        self
    }

    /// The recovery of wrong calls of some tools: of one function, of a plugin or source, or of a
    /// [class](RecoveryScope).
    ///
    /// The rule for the intended function counts. Without one, the most careful of the other fitting rules counts, or
    /// else [`recovery`](Self::recovery). If the call names no function, the rules for the container count. With an
    /// unknown name, the build [fails](crate::error::BuildProblem::UnknownTool).
    ///
    /// ```
    /// use hpd_host::list::{ModelOptions, Recovery, RecoveryScope};
    /// use hpd_host::{scope, RawCall, Session, Toolbox};
    ///
    /// #[derive(Default)]
    /// struct Books;
    ///
    /// #[scope("Invoices")]
    /// impl Books {
    ///     /// Counts the invoices.
    ///     #[ai_function]
    ///     fn count(&self) -> u32 {
    ///         3
    ///     }
    ///
    ///     /// Deletes an invoice.
    ///     #[ai_function(write, risk = high)]
    ///     fn delete(&self, /** Which. */ id: String) -> String {
    ///         id
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let options = ModelOptions::new()
    ///     .recovery(Recovery::ExpandAndRun)
    ///     .recovery_for(RecoveryScope::Writes, Recovery::Reject);
    /// let toolbox = Toolbox::builder().plugin(Books).model(options).build()?;
    ///
    /// let read = toolbox.call(&Session::new(), &RawCall::new("1", "Books.count", "{}")).await;
    /// assert_eq!(read.for_model().text, "3");
    /// let write = toolbox
    ///     .call(&Session::new(), &RawCall::new("2", "Books.delete", r#"{"id": "7"}"#))
    ///     .await;
    /// assert_eq!(write.error().map(|error| error.error_type()), Some("tool_not_visible"));
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn recovery_for(mut self, scope: impl Into<RecoveryScope>, recovery: Recovery) -> Self {
        self.recoveries.push((scope.into(), recovery));
        self
    }

    /// The detector of claims in the model's texts, for
    /// [`Toolbox::check_final_answer`](crate::Toolbox::check_final_answer): a model as a judge, for example. The default
    /// finds plain English ones ([`WordingDetector`](crate::guardrail::WordingDetector)).
    #[cfg(feature = "guardrail")]
    #[must_use]
    pub fn claim_detector(mut self, detector: impl ClaimDetector + 'static) -> Self {
        self.detector = Some(Arc::new(detector));
        self
    }

    /// Takes over what a newer group says.
    pub(in crate::toolbox) fn merge(&mut self, newer: Self) {
        replace(&mut self.nested, newer.nested);
        replace(&mut self.leniency, newer.leniency);
        replace(&mut self.warnings, newer.warnings);
        replace(&mut self.spelling, newer.spelling);
        replace(&mut self.added_names.reader, newer.added_names.reader);
        replace(&mut self.added_names.bridge, newer.added_names.bridge);
        replace(&mut self.added_names.results, newer.added_names.results);
        replace(&mut self.added_names.search, newer.added_names.search);
        replace(&mut self.recovery, newer.recovery);
        self.recoveries.extend(newer.recoveries);
        #[cfg(feature = "guardrail")]
        replace(&mut self.detector, newer.detector);
    }

    pub(in crate::toolbox) fn nested_or_default(&self) -> Nested {
        self.nested.unwrap_or_default()
    }

    pub(in crate::toolbox) fn leniency_or_default(&self) -> Leniency {
        self.leniency.unwrap_or_default()
    }

    pub(in crate::toolbox) fn recovery_or_default(&self) -> Recovery {
        self.recovery.unwrap_or_default()
    }

    pub(in crate::toolbox) fn tells_warnings(&self) -> bool {
        self.warnings.unwrap_or_default()
    }
}
