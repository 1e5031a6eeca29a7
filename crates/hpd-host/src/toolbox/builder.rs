//! The builder of a toolbox.

use std::sync::Arc;

use hpd_journal::KeyRing;
use hpd_journal::journal::Journal;
use hpd_journal::pending::MemoryStore;
use hpd_runtime::Plugin;
use hpd_runtime::list::ListMode;
use hpd_runtime::schema::SchemaSettings;
use hpd_runtime::spec::{BoundFunction, BoundPlugin};

use super::Toolbox;
use super::assemble::Assembly;
use super::external::RegisteredSource;
use super::groups::{Approval, Limits, ModelOptions, ReadsAre, System, Values};
use super::journal::Registry;
use super::plugins::{Plugins, Registered};
use super::prepare::Prepared;
use super::retention::{LastRemoval, Retention};
use super::snapshot::Past;
use crate::approval::Deadlines;
use crate::background::{KnownEnds, Threads};
use crate::counters::Counts;
use crate::external::ExternalSource;
use crate::filter::{Filter, Filters};
use crate::problem::BuildError;
#[cfg(doc)]
use crate::problem::BuildProblem;
use crate::results::{LargeResults, MemoryResults};
use crate::skill::{DocumentSource, ImportedSkill};
use crate::tool::{AddedNames, ToolSearch};
use crate::visibility::VisibilityPolicy;

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
    pub(super) visibility: VisibilityPolicy,
    pub(super) documents: Vec<Arc<dyn DocumentSource>>,
    pub(super) journal: Option<Arc<dyn Journal>>,
    pub(super) reads: ReadsAre,
    pub(super) keys: Option<KeyRing>,
    pub(super) registry: Arc<Registry>,
    /// Shared by all snapshots of a toolbox.
    pub(super) counts: Arc<Counts>,
    /// Shared by all snapshots of a toolbox.
    pub(super) threads: Arc<Threads>,
    /// The same.
    pub(super) known_ends: Arc<KnownEnds>,
    /// The same.
    pub(super) deadlines: Arc<Deadlines>,
    /// The same.
    pub(super) last_removal: Arc<LastRemoval>,
    pub(super) retention: Option<Retention>,
    pub(super) approval: Approval,
    pub(super) limits: Limits,
    pub(super) large_results: LargeResults,
    pub(super) search: Option<Arc<dyn ToolSearch>>,
    /// Shared by all snapshots of a toolbox.
    pub(super) results: Arc<MemoryResults>,
    pub(super) values: Values,
    pub(super) model: ModelOptions,
    pub(super) filters: Filters,
    pub(super) system: System,
    /// Dialects whose schemas are written when the toolbox is built.
    pub(super) prepared: Option<Prepared>,
}

#[derive(Clone)]
pub(super) enum Entry {
    Plugin(Registered),
    Function(BoundFunction),
    /// A free function that only a skill refers to.
    ReferencedFunction(BoundFunction),
    External(RegisteredSource),
    Skill(Arc<ImportedSkill>),
}

impl ToolboxBuilder {
    /// Registers a plugin with its instance.
    #[must_use]
    pub fn plugin<P: Plugin>(self, instance: P) -> Self {
        self.bound(BoundPlugin::new(instance), None)
    }

    /// Registers a plugin whose tools are called `prefix__name`, to tell them from tools of the same name. With an
    /// empty prefix, the build [fails](BuildProblem::EmptyPrefix).
    ///
    /// A plugin that is registered once keeps the plugin's name for the container and the qualified ids. A plugin that
    /// is registered several times has several instances, for example one for each account. Then each instance is known
    /// by its prefix: in qualified ids, metadata and the container, and for filters, permissions and configuration. If
    /// a skill refers to functions of its plugin, it gets those of its instance. Skills of other plugins get the
    /// functions of the instance that was registered without a prefix, by [`plugin`](Self::plugin). If all of several
    /// instances have prefixes, such a skill makes the build fail.
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
    /// let toolbox = Toolbox::builder()
    ///     .plugin_as("home", Mail("Ann"))
    ///     .plugin_as("work", Mail("Acme"))
    ///     .build()?;
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

    /// Registers tools whose code is not in this program. Tools that can't be offered are left out and
    /// [reported](Toolbox::reports).
    #[must_use]
    pub fn external(mut self, source: ExternalSource) -> Self {
        self.entries.push(Entry::External(RegisteredSource::new(source)));
        self
    }

    /// Registers a skill that no macro declares. Functions that it wants and the toolbox does not have are
    /// [reported](crate::Toolbox::reports).
    #[must_use]
    pub fn skill(mut self, skill: ImportedSkill) -> Self {
        self.entries.push(Entry::Skill(Arc::new(skill)));
        self
    }

    /// Registers a source of documents: skills that declare a document with `source` have its text from there. Of
    /// several sources, the first that [knows](DocumentSource::has) a document gives it.
    #[must_use]
    pub fn documents(mut self, source: impl DocumentSource + 'static) -> Self {
        self.documents.push(Arc::new(source));
        self
    }

    /// A filter that is asked about every call of a function, before the filters of plugins and functions. For all
    /// other kinds, there is the group [`filters`](Self::filters).
    #[must_use]
    pub fn filter(self, filter: impl Filter + 'static) -> Self {
        self.filters(Filters::new().all(filter))
    }

    /// Where everything that happens to calls is kept: nowhere by default. Calls that wait for the user are kept there
    /// too, in place of a [`pending_store`](Approval::pending_store).
    ///
    /// ```
    /// use hpd_host::approval::Permission;
    /// use hpd_host::journal::{EventFilter, Journal, MemoryJournal};
    /// use hpd_host::{Approval, RawCall, Session, Toolbox, plugin};
    ///
    /// struct Notes;
    ///
    /// #[plugin]
    /// impl Notes {
    ///     /// Saves a note.
    ///     #[ai_function(write, risk = low)]
    ///     fn save(&self, /** The text. */ text: String) -> String {
    ///         format!("Saved: {text}")
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let approval = Approval::new().writes(Permission::Allow);
    /// let toolbox = Toolbox::builder()
    ///     .plugin(Notes)
    ///     .approval(approval)
    ///     .journal(MemoryJournal::new())
    ///     .build()?;
    /// let session = Session::with_id("s1");
    /// session.user_says("Note that we need milk");
    /// toolbox.call(&session, &RawCall::new("1", "save", r#"{"text": "milk"}"#)).await;
    ///
    /// let journal = toolbox.journal().expect("it has one");
    /// let events = journal.read(&EventFilter::default()).await?;
    /// let kinds: Vec<_> = events.iter().map(|record| record.event.kind()).collect();
    /// assert_eq!(
    ///     kinds,
    ///     ["turn_started", "tool_call", "write_validation", "tool_started", "tool_result"]
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn journal(mut self, journal: impl Journal + 'static) -> Self {
        self.journal = Some(Arc::new(journal));
        // Another one knows no tools yet.
        self.registry = Arc::default();
        self
    }

    /// How long the journal keeps its entries: for ever by default. [`Toolbox::housekeeping`] removes older ones.
    #[must_use]
    pub fn retention(mut self, retention: Retention) -> Self {
        self.retention = Some(retention);
        self
    }

    /// Whether calls that only read wait for the journal: they do by default. A read that hands its end over is answered
    /// without waiting for a disk or a database. A crash may lose the last events of reads:
    ///
    /// - the journal shows a read's `tool_call` without its `tool_result`, or nothing of it;
    /// - a restored session may not know that it read something, so a
    ///   checked answer (`Toolbox::check_final_answer`) may lose a true sentence about read data.
    ///
    /// Without a crash, the journal and checked answers are the same as by default: the check waits until everything
    /// handed over before is written. Readers of the journal that need the last reads call
    /// [`Journal::flush`](hpd_journal::journal::Journal::flush) before.
    ///
    /// ```
    /// use hpd_host::journal::{EventFilter, MemoryJournal, ReadsAre};
    /// use hpd_host::{RawCall, Session, Toolbox, plugin};
    ///
    /// struct Clock;
    ///
    /// #[plugin]
    /// impl Clock {
    ///     /// Tells the time.
    ///     #[ai_function]
    ///     fn time(&self) -> &'static str {
    ///         "noon"
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let journal = MemoryJournal::new();
    /// let toolbox =
    ///     Toolbox::builder().plugin(Clock).journal(journal).reads(ReadsAre::HandedOver).build()?;
    /// let session = Session::with_id("s1");
    /// toolbox.call(&session, &RawCall::new("1", "time", "{}")).await;
    ///
    /// let journal = toolbox.journal().expect("it has one");
    /// journal.flush().await?;
    /// assert_eq!(journal.read(&EventFilter::default()).await?.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub const fn reads(mut self, reads: ReadsAre) -> Self {
        self.reads = reads;
        self
    }

    /// The host's secret keys. They seal stored calls, with question, nonce and phrase. A call without a seal of these
    /// keys is refused: it can't be answered, and never runs. So a writer of the store can't change a call, and calls
    /// that were stored without keys have to be made again. Session records are sealed, too: those without a seal are
    /// refused, and writes of their sessions do not run.
    ///
    /// A host of one process whose store has no other writers needs no keys.
    ///
    /// ```
    /// use hpd_host::journal::{JournalOptions, MemoryJournal};
    /// use hpd_host::{KeyRing, Toolbox};
    ///
    /// # let (new, old) = ([2; 32], [1; 32]);
    /// // 32 random bytes each, from the host's secrets.
    /// let keys = KeyRing::new("2026-11", new)?.verifying("2026-10", old)?;
    /// let options = JournalOptions { key: Some(keys.chain_key()), ..JournalOptions::default() };
    /// let toolbox = Toolbox::builder()
    ///     .journal(MemoryJournal::with_options(options))
    ///     .keys(keys)
    ///     .build()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn keys(mut self, keys: KeyRing) -> Self {
        self.keys = Some(keys);
        self
    }

    /// Checks everything and builds the toolbox. Plugins that only skills refer to are built by `Default`.
    ///
    /// # Errors
    ///
    /// [`BuildError`] lists everything that is wrong: names that collide, plugins without an instance, contradictory
    /// parameters, skills in a circle.
    pub fn build(mut self) -> Result<Toolbox, BuildError> {
        // The next snapshot of the toolbox has the same store.
        self.approval.store.get_or_insert_with(|| Arc::new(MemoryStore::default()));
        let mut recipe = self.clone();
        let mut problems = Vec::new();
        let (arguments, leniency) = (self.limits.arguments_or_default(), self.model.leniency_or_default());
        let names = AddedNames::new(&self.model.added_names, self.model.spelling);
        let plugins = Plugins::collect(self.entries, self.model.spelling, &self.past, &mut problems);
        recipe.remember(&plugins);
        let settings = SchemaSettings { nested: self.model.nested_or_default() };
        let mut assembly = Assembly::new(settings, arguments, leniency, names, problems);
        let is_constant = self.visibility.list == ListMode::Constant;
        if is_constant {
            assembly.add_bridge(arguments, leniency);
        }
        if let Some(search) = &self.search {
            assembly.add_search(search, arguments, leniency);
        }
        assembly.add_all(&plugins);
        assembly.add_documents(&self.documents, self.limits.part_bytes());
        if self.large_results.is_on() {
            assembly.add_results(arguments, leniency);
        }
        if !is_constant {
            assembly.add_spare_bridge(arguments, leniency);
        }
        assembly.finish(&plugins, recipe)
    }

    fn bound(mut self, plugin: BoundPlugin, prefix: Option<String>) -> Self {
        self.entries.push(Entry::Plugin(Registered { plugin, prefix, instance: None, explicit: true }));
        self
    }
}
