//! The next snapshot of a toolbox: with other tools, and everything else unchanged.

use std::collections::{BTreeMap, BTreeSet};

use hpd_runtime::__private::nearest;
use hpd_runtime::spec::{BoundPlugin, PluginRef, QualifiedId};

use super::builder::Entry;
use super::external::RegisteredSource;
use super::plugins::Plugins;
use super::{Toolbox, ToolboxBuilder};
use crate::external::ExternalSource;
use crate::problem::{BuildError, BuildProblem};
use crate::tool::Tool;

/// A builder's data about the previous snapshot.
#[derive(Clone, Default)]
pub(super) struct Past {
    /// Plugins that the host did not register: the instances that the toolbox made.
    made: Vec<BoundPlugin>,
    /// The targets of settings: these names are no misprints, even if their tools are gone.
    meant: BTreeSet<String>,
    /// The fields that rules read, and the external tools that had them.
    pub(super) ruled: BTreeSet<(String, QualifiedId)>,
    /// The fields that rules read.
    fields: BTreeSet<String>,
    /// The fingerprints of tools whose change blocks them, each with the version of its source: as the host agreed to
    /// them.
    agreed: BTreeMap<QualifiedId, (Option<String>, String)>,
}

impl Past {
    /// The instance that the snapshot before made of a plugin.
    pub(super) fn instance(&self, reference: &PluginRef) -> Option<BoundPlugin> {
        self.made.iter().find(|plugin| plugin.type_id() == reference.type_id).cloned()
    }

    /// Whether a tool is another one than the host agreed to, in the same version of its source. The host agrees to new
    /// tools and to new versions.
    pub(super) fn has_changed(&mut self, tool: &Tool, version: Option<&str>) -> bool {
        let fingerprint = tool.fingerprint();
        match self.agreed.get(tool.id()) {
            Some((agreed_version, agreed)) if agreed_version.as_deref() == version => *agreed != fingerprint,
            _ => {
                self.agreed.insert(tool.id().clone(), (version.map(str::to_owned), fingerprint));
                false
            }
        }
    }

    /// Takes out the problems whose only cause is a setting for a removed tool.
    pub(super) fn take_gone(&self, problems: &mut Vec<BuildProblem>) -> Vec<BuildProblem> {
        let is_gone = |problem: &mut BuildProblem| match problem {
            BuildProblem::UnknownFilterScope { name, .. } => self.meant.contains(name),
            BuildProblem::UnknownTool { id, .. } => self.meant.contains(id),
            BuildProblem::EscalationField { field, .. } => self.fields.contains(field),
            _ => false,
        };
        problems.extract_if(.., is_gone).collect()
    }
}

impl ToolboxBuilder {
    /// Keeps the instances that the toolbox makes.
    pub(super) fn remember(&mut self, plugins: &Plugins) {
        let made = plugins.registered().filter(|registered| !registered.explicit);
        self.past.made = made.map(|registered| registered.plugin.clone()).collect();
    }

    /// Keeps the targets of settings, once all of them are known to exist, or to have existed.
    pub(super) fn remember_settings(&mut self) {
        let filters = self.filters.calls.iter().filter_map(|filter| filter.is_for());
        let meant = filters.chain(self.approval.tools()).map(str::to_owned).collect();
        self.past.meant = meant;
        self.past.fields = self.approval.rule_fields().map(str::to_owned).collect();
    }

    /// Replaces the source of the same name, or appends the new one.
    fn put_source(&mut self, source: ExternalSource) {
        let name = source.plugin_name();
        let is_same =
            |entry: &&mut Entry| matches!(entry, Entry::External(other) if other.plugin_name() == name);
        let source = Entry::External(RegisteredSource::new(source));
        match self.entries.iter_mut().find(is_same) {
            Some(entry) => *entry = source,
            None => self.entries.push(source),
        }
    }

    /// Takes a source out.
    fn remove_source(&mut self, name: &str) -> Result<(), BuildProblem> {
        let names: Vec<_> = self.entries.iter().filter_map(source_name).collect();
        if !names.iter().any(|known| known == name) {
            // The host's own name for a source is the likeliest mistake.
            let own = self.entries.iter().find_map(|entry| match entry {
                Entry::External(source) if source.name == name => Some(source.plugin_name()),
                _ => None,
            });
            let near = || nearest(name, names.iter().map(String::as_str)).map(str::to_owned);
            return Err(BuildProblem::UnknownSource { name: name.to_owned(), suggestion: own.or_else(near) });
        }
        self.entries.retain(|entry| source_name(entry).is_none_or(|known| known != name));
        Ok(())
    }
}

fn source_name(entry: &Entry) -> Option<String> {
    match entry {
        Entry::External(source) => Some(source.plugin_name()),
        _ => None,
    }
}

/// # Snapshots
///
/// A toolbox never changes; a changed list of tools is a new snapshot. Sessions refer to tools by qualified id. They
/// keep their state from one snapshot to the next: expansions, forwarded calls, open questions. State for a tool
/// missing from a snapshot is kept, and ignored until a later snapshot has the tool.
impl Toolbox {
    /// A builder with all parts of this toolbox: plugins and their instances, sources, skills, filters, rules,
    /// permissions, profile, configuration, journal, policies. The store of pending calls and the
    /// [counters](Self::counters) are shared: the next snapshot answers open questions too.
    ///
    /// A setting for a removed tool is no error. It is [reported](Self::reports), and applies again once the tool is
    /// back.
    ///
    /// ```
    /// use hpd_host::approval::{Answer, UserChannel};
    /// use hpd_host::outcome::OutcomeKind;
    /// use hpd_host::{plugin, RawCall, Session, Toolbox};
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
    /// struct Clock;
    ///
    /// #[plugin]
    /// impl Clock {
    ///     /// Tells the time zone.
    ///     #[ai_function]
    ///     fn zone(&self) -> &'static str {
    ///         "UTC"
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let first = Toolbox::builder().plugin(Notes).build()?;
    /// let session = Session::new();
    /// let asked = first.call(&session, &RawCall::new("1", "save", r#"{"text": "milk"}"#)).await;
    /// let OutcomeKind::Confirm(question) = &asked.kind else {
    ///     panic!("a write is asked about")
    /// };
    ///
    /// let second = first.to_builder().plugin(Clock).build()?;
    /// let answer = Answer::confirm(question);
    /// let outcome = second.decide(&session, &UserChannel::local().decision(answer)).await?;
    /// assert_eq!(outcome.for_model().text, "Saved: milk");
    /// assert_eq!(second.counters(), first.counters());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    pub fn to_builder(&self) -> ToolboxBuilder {
        self.tools.recipe.clone()
    }

    /// The next snapshot, with the tools of a source: a client that brings tools, or a server whose list changed. The
    /// source replaces the one of the same kind and name; a new one comes last. Everything else is kept, as by
    /// [`to_builder`](Self::to_builder).
    ///
    /// ```
    /// use hpd_host::external::{ExternalSource, ExternalTool};
    /// use hpd_host::{Session, Toolbox};
    /// use serde_json::json;
    ///
    /// let tool = |name: &str| {
    ///     ExternalTool::new(name, "Something in the browser", json!({"type": "object"}))
    /// };
    /// let all = Toolbox::builder().build()?;
    /// // The tools of one client, for its session alone.
    /// let first =
    ///     all.with_source(ExternalSource::frontend("browser", vec![tool("open_tab")]))?;
    /// let second =
    ///     first.with_source(ExternalSource::frontend("browser", vec![tool("close_tab")]))?;
    ///
    /// let names: Vec<_> =
    ///     second.tools(&Session::new()).into_iter().map(|tool| tool.name()).collect();
    /// assert_eq!(names, ["close_tab"]);
    /// assert!(all.all_tools().is_empty());
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BuildError`]: the source's rules contradict each other, or a plugin already has the source's name.
    pub fn with_source(&self, source: ExternalSource) -> Result<Self, BuildError> {
        let mut builder = self.to_builder();
        builder.put_source(source);
        builder.build()
    }

    /// Returns the next snapshot without the named source: for example `Frontend_browser`, `MCP_github`, or the name of
    /// a plain [list](ExternalSource::list). All else is kept, as by [`to_builder`](Self::to_builder).
    ///
    /// ```
    /// use hpd_host::external::{ExternalSource, ExternalTool};
    /// use hpd_host::Toolbox;
    /// use serde_json::json;
    ///
    /// let open_tab = ExternalTool::new("open_tab", "Opens a tab", json!({"type": "object"}));
    /// let toolbox = Toolbox::builder()
    ///     .external(ExternalSource::frontend("browser", vec![open_tab]))
    ///     .build()?;
    /// assert!(toolbox.without_source("Frontend_browser")?.all_tools().is_empty());
    /// assert_eq!(
    ///     toolbox.without_source("browser").unwrap_err().to_string(),
    ///     "the toolbox can't be built: there is no source `browser`: \
    ///      did you mean `Frontend_browser`?"
    /// );
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BuildError`]: there is no such source.
    pub fn without_source(&self, name: &str) -> Result<Self, BuildError> {
        let mut builder = self.to_builder();
        builder.remove_source(name).map_err(BuildError::of)?;
        builder.build()
    }
}
