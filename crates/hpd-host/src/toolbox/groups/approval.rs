//! Which calls may run, and what the user is asked.

use std::sync::Arc;
use std::time::Duration;

use hpd_journal::pending::{PendingStore, PendingView};
use hpd_runtime::Principal;
use hpd_runtime::spec::Risk;

use super::replace;
use crate::approval::{
    ApprovalTimeouts, Approvers, Escalation, Permission, Permissions, Preview, ScopedEscalation, ToolScope,
};

/// Which calls may run, and how the user is asked: a group of settings of a toolbox.
///
/// ```
/// use hpd_host::approval::Permission;
/// use hpd_host::outcome::OutcomeKind;
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
///
///     /// Deletes all notes.
///     #[ai_function(write, risk = high)]
///     fn clear(&self) -> &'static str {
///         "Cleared."
///     }
/// }
///
/// # futures_executor::block_on(async {
/// let approval =
///     Approval::new().writes(Permission::Allow).permission("Notes.clear", Permission::Ask);
/// let toolbox = Toolbox::builder().plugin(Notes).approval(approval).build()?;
///
/// let session = Session::new();
/// let saved =
///     toolbox.call(&session, &RawCall::new("1", "save", r#"{"text": "milk"}"#)).await;
/// assert_eq!(saved.for_model().text, "Saved: milk");
/// let cleared = toolbox.call(&session, &RawCall::new("2", "clear", "{}")).await;
/// assert!(matches!(cleared.kind, OutcomeKind::Confirm(_)));
/// # Ok::<(), hpd_host::BuildError>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Approval {
    pub(in crate::toolbox) permissions: Permissions,
    pub(in crate::toolbox) escalations: Vec<ScopedEscalation>,
    pub(in crate::toolbox) previews: Vec<(String, Arc<dyn Preview>)>,
    pub(in crate::toolbox) policy_version: Option<String>,
    pub(in crate::toolbox) store: Option<Arc<dyn PendingStore>>,
    pub(in crate::toolbox) approvers: Option<Approvers>,
    input_timeout: Option<Duration>,
    timeouts: Vec<(Risk, Duration)>,
    pub(in crate::toolbox) max_pending_calls: Option<usize>,
}

impl Approval {
    /// No settings: the user is asked about every write.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The permission for a tool, a plugin, a source or a pattern.
    ///
    /// | `scope` | covers |
    /// |---|---|
    /// | `Bank.pay`, `MCP_books.pay`, `books.pay` | one tool, by its full id |
    /// | `Bank`, `MCP_books`, `books` | all functions of a plugin or a source |
    /// | `books.*`, `*.delete_*` | all functions whose full id fits; `*` is any number of characters |
    ///
    /// [`Permission::Deny`] holds against every other setting. Between [`Permission::Ask`] and [`Permission::Allow`] the
    /// most specific setting counts: a tool, then a plugin or source, then a pattern, then the class
    /// ([`writes`](Self::writes), [`unclassified`](Self::unclassified)). Among equals, `Ask` counts. Only the full id of
    /// a tool allows calls of high risk.
    ///
    /// A scope that covers no tool fails the build.
    #[must_use]
    pub fn permission(mut self, scope: &str, permission: Permission) -> Self {
        self.permissions.add(scope, permission);
        self
    }

    /// The permission for the functions of a skill, while the skill is expanded in a session: those that its
    /// `allowed-tools` names. `skill` is its name or its qualified id.
    ///
    /// It counts above the permission of a class, and below every setting for a tool, a plugin or a pattern. A model
    /// expands skills by itself: allow only what the skill may do unasked. Calls of high risk are still asked about. A skill that
    /// is not there fails the build.
    ///
    /// ```
    /// use hpd_host::approval::Permission;
    /// use hpd_host::outcome::OutcomeKind;
    /// use hpd_host::skills::ImportedSkill;
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
    /// let diary = ImportedSkill::new("diary", "Keeps a diary.").allowed_tools(["save"]);
    /// let approval = Approval::new().skill_permission("diary", Permission::Allow);
    /// let toolbox = Toolbox::builder().plugin(Notes).skill(diary).approval(approval).build()?;
    ///
    /// let session = Session::new();
    /// let save = RawCall::new("1", "save", r#"{"text": "sunny"}"#);
    /// assert!(matches!(toolbox.call(&session, &save).await.kind, OutcomeKind::Confirm(_)));
    /// toolbox.call(&session, &RawCall::new("2", "diary", "{}")).await;
    /// let save = RawCall::new("3", "save", r#"{"text": "rainy"}"#);
    /// assert_eq!(toolbox.call(&session, &save).await.for_model().text, "Saved: rainy");
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn skill_permission(mut self, skill: &str, permission: Permission) -> Self {
        self.permissions.add_skill(skill, permission);
        self
    }

    /// The permission for writes: [`Permission::Ask`] by default. [`Permission::Allow`] covers low and medium risk. The
    /// user is still asked about a write of high risk. [`Permission::Deny`] denies unclassified tools too.
    #[must_use]
    pub const fn writes(mut self, permission: Permission) -> Self {
        self.permissions.writes = Some(permission);
        self
    }

    /// The permission for unclassified external tools: [`Permission::Ask`] by default. A source may have
    /// [its own](crate::external::ExternalSource::unclassified).
    #[must_use]
    pub const fn unclassified(mut self, permission: Permission) -> Self {
        self.permissions.unclassified = Some(permission);
        self
    }

    /// A rule that looks at all writes before the user is asked, and may raise their risk. A rule whose
    /// [fields](Escalation::fields) no write has fails the build.
    #[must_use]
    pub fn escalation(mut self, rule: impl Escalation + 'static) -> Self {
        self.escalations.push(ScopedEscalation::new(None, Arc::new(rule)));
        self
    }

    /// A rule for the tools that a scope covers, as for [`permission`](Self::permission): reads too.
    ///
    /// ```
    /// use hpd_host::approval::{Assessed, Raise};
    /// use hpd_host::args::Node;
    /// use hpd_host::{Approval, RawCall, Session, Toolbox, plugin};
    ///
    /// struct Files;
    ///
    /// #[plugin]
    /// impl Files {
    ///     /// Reads a file.
    ///     #[ai_function(read_only)]
    ///     fn read(&self, /** Its path. */ path: String) -> String {
    ///         format!("Contents of {path}")
    ///     }
    /// }
    ///
    /// let no_secrets = |call: &Assessed<'_>| match call.argument("path").and_then(Node::as_str) {
    ///     Some(path) if path.starts_with("/etc") => {
    ///         Raise::deny("This file is not available.", "a system file")
    ///     }
    ///     _ => Raise::No,
    /// };
    /// # futures_executor::block_on(async {
    /// let approval = Approval::new().escalation_for("Files.read", no_secrets);
    /// let toolbox = Toolbox::builder().plugin(Files).approval(approval).build()?;
    /// let call = RawCall::new("1", "read", r#"{"path": "/etc/shadow"}"#);
    /// let outcome = toolbox.call(&Session::new(), &call).await;
    /// assert!(outcome.for_model().text.contains("This file is not available."));
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn escalation_for(mut self, scope: &str, rule: impl Escalation + 'static) -> Self {
        self.escalations.push(ScopedEscalation::new(Some(scope), Arc::new(rule)));
        self
    }

    /// The preview of a tool's changes for the user, by the tool's qualified id.
    #[must_use]
    pub fn preview(mut self, tool: impl Into<String>, preview: impl Preview + 'static) -> Self {
        self.previews.push((tool.into(), Arc::new(preview)));
        self
    }

    /// The version of the host's policy. The user is asked again about pending calls of another version.
    #[must_use]
    pub fn policy_version(mut self, version: impl Into<String>) -> Self {
        self.policy_version = Some(version.into());
        self
    }

    /// The store of calls that wait for the user: in memory by default. The memory lasts as long as the toolbox and its
    /// [snapshots](crate::Toolbox::to_builder). A new toolbox, by [`Toolbox::builder`](crate::Toolbox::builder), has an
    /// empty memory: an answer to an earlier question finds no question. A store that both toolboxes share, or a
    /// [journal](crate::ToolboxBuilder::journal), keeps the question.
    #[must_use]
    pub fn pending_store(mut self, store: impl PendingStore + 'static) -> Self {
        self.store = Some(Arc::new(store));
        self
    }

    /// Who may answer the question about a write: by default, the principal who was asked. The view is without nonce,
    /// phrase and sensitive values. The call runs on behalf of its owner, whoever confirmed it.
    ///
    /// Two kinds of principals may never answer, and the rule is not asked about them. One is a principal of another
    /// tenant. The other is a principal who changed values of the call, and is not its owner. A rule that panics means
    /// no. A principal who may not answer gets [`DecisionError::NotFound`](crate::approval::DecisionError::NotFound).
    ///
    /// ```
    /// use hpd_host::Approval;
    ///
    /// // Four eyes: the asker approves no own payment.
    /// let approval = Approval::new().may_answer(|principal, view| {
    ///     *principal != view.owner.principal && principal.id() == Some("treasurer")
    /// });
    /// # let _ = approval;
    /// ```
    #[must_use]
    pub fn may_answer(
        mut self,
        rule: impl Fn(&Principal, &PendingView) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.approvers = Some(Approvers::by(rule));
        self
    }

    /// Sets how long a write of the given risk waits for the user's answer. By default, this is 15 minutes for a low
    /// risk, 10 for a medium one, 5 for a high one.
    #[must_use]
    pub fn timeout(mut self, risk: Risk, time: Duration) -> Self {
        self.timeouts.push((risk, time));
        self
    }

    /// How long a call waits for missing and uncertain values: 15 minutes by default.
    #[must_use]
    pub const fn input_timeout(mut self, time: Duration) -> Self {
        self.input_timeout = Some(time);
        self
    }

    /// How many calls of a session may wait for the user at once: 16 by default. A further one is an error.
    #[must_use]
    pub const fn max_pending_calls(mut self, calls: usize) -> Self {
        self.max_pending_calls = Some(calls);
        self
    }

    /// Takes over what a newer group says.
    pub(in crate::toolbox) fn merge(&mut self, newer: Self) {
        self.permissions.merge(newer.permissions);
        self.escalations.extend(newer.escalations);
        self.previews.extend(newer.previews);
        replace(&mut self.policy_version, newer.policy_version);
        replace(&mut self.store, newer.store);
        replace(&mut self.approvers, newer.approvers);
        replace(&mut self.input_timeout, newer.input_timeout);
        self.timeouts.extend(newer.timeouts);
        replace(&mut self.max_pending_calls, newer.max_pending_calls);
    }

    /// How long each kind of answer is waited for.
    pub(in crate::toolbox) fn timeouts(&self) -> ApprovalTimeouts {
        let mut timeouts = ApprovalTimeouts::default();
        if let Some(input) = self.input_timeout {
            timeouts.input = input;
        }
        for &(risk, time) in &self.timeouts {
            *timeouts.of_mut(risk) = time;
        }
        timeouts
    }

    /// Whether a rule, or a permission other than [`Permission::Allow`], is for exactly this scope.
    pub(in crate::toolbox) fn is_strict_about(&self, scope: &str) -> bool {
        let is_ruled = |rule: &ScopedEscalation| rule.scope().is_some_and(|other| other.as_str() == scope);
        self.permissions.is_strict_about(scope) || self.escalations.iter().any(is_ruled)
    }

    pub(in crate::toolbox) fn rules(&self) -> &[ScopedEscalation] {
        &self.escalations
    }

    /// The fields that rules read.
    pub(in crate::toolbox) fn rule_fields(&self) -> impl Iterator<Item = &str> {
        self.escalations.iter().flat_map(|scoped| scoped.rule.fields())
    }

    /// The tools that permissions, rules and previews are for.
    pub(in crate::toolbox) fn tools(&self) -> impl Iterator<Item = &str> {
        let previews = self.previews.iter().map(|(id, _)| id.as_str());
        let rules = self.escalations.iter().filter_map(ScopedEscalation::scope);
        self.permissions.scopes().chain(rules).map(ToolScope::as_str).chain(previews)
    }
}
