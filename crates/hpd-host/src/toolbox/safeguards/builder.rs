//! Builder methods for the safeguards between a call and its effect.

use std::sync::Arc;

use hpd_journal::Clock;
use hpd_journal::journal::{FreeText, Journal};
use hpd_journal::pending::PendingStore;
use hpd_runtime::QualifiedId;

use super::ApprovalTimeouts;
use crate::approval::{Escalation, Permission, Preview};
use crate::collect::{ConfigSource, Profile, ReplyWords};
use crate::guardrail::ClaimDetector;
use crate::toolbox::ToolboxBuilder;

impl ToolboxBuilder {
    /// Where values of users come from: parameters with a `profile_key` are filled from it.
    #[must_use]
    pub fn profile(mut self, profile: impl Profile + 'static) -> Self {
        self.safeguards.profile = Some(Arc::new(profile));
        self
    }

    /// Stores in the [profile](Self::profile) the values that users give or confirm when they are
    /// [asked](crate::Toolbox::reply), for parameters with a `profile_key`. Nothing else is ever stored, and nothing
    /// without this setting. If storing fails, the failure is logged and the call continues.
    #[must_use]
    pub const fn remember_confirmed_values(mut self) -> Self {
        self.safeguards.remember = true;
        self
    }

    /// The source of configuration values: for parameters with a `config_key`, and for default parameters.
    #[must_use]
    pub fn config(mut self, config: impl ConfigSource + 'static) -> Self {
        self.safeguards.config = Some(Arc::new(config));
        self
    }

    /// The user's words for yes, no and cancel: English by default.
    #[must_use]
    pub fn reply_words(mut self, words: ReplyWords) -> Self {
        self.safeguards.words = Some(words);
        self
    }

    /// The store of calls that wait for the user: in memory by default. The memory lasts as long as the toolbox and its
    /// [snapshots](crate::Toolbox::to_builder). A new toolbox, by [`Toolbox::builder`](crate::Toolbox::builder), has an
    /// empty memory: an answer to an earlier question finds no question. A store that both toolboxes share, or a
    /// [journal](Self::journal), keeps the question.
    #[must_use]
    pub fn pending_store(mut self, store: impl PendingStore + 'static) -> Self {
        self.safeguards.store = Some(Arc::new(store));
        self
    }

    /// Where everything that happens to calls is kept: nowhere by default. Calls that wait for the user are kept there
    /// too, in place of a [`pending_store`](Self::pending_store).
    ///
    /// ```
    /// use hpd_host::approval::Permission;
    /// use hpd_host::journal::{EventFilter, Journal, MemoryJournal};
    /// use hpd_host::{RawCall, Session, Toolbox, plugin};
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
    /// let toolbox = Toolbox::builder().plugin(Notes).writes(Permission::Allow).journal(MemoryJournal::new()).build()?;
    /// let session = Session::with_id("s1");
    /// session.user_says("Note that we need milk");
    /// toolbox.call(&session, &RawCall::new("1", "save", r#"{"text": "milk"}"#)).await;
    ///
    /// let journal = toolbox.journal().expect("it has one");
    /// let events = journal.read(&EventFilter::default()).await?;
    /// let kinds: Vec<_> = events.iter().map(|record| record.event.kind()).collect();
    /// assert_eq!(kinds, ["turn_started", "tool_call", "write_validation", "tool_started", "tool_result"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn journal(mut self, journal: impl Journal + 'static) -> Self {
        self.safeguards.journal = Some(Arc::new(journal));
        // Another one knows no tools yet.
        self.safeguards.registry = Arc::default();
        self
    }

    /// Whether the [journal](Self::journal) records user texts and models' false claims. By default only where no tool
    /// has a sensitive parameter.
    #[must_use]
    pub const fn journal_free_text(mut self, free_text: FreeText) -> Self {
        self.safeguards.free_text = free_text;
        self
    }

    /// The permission for a tool by its qualified id. Of several for one tool the strictest counts:
    /// [`Permission::Deny`] over [`Permission::Ask`] over [`Permission::Allow`].
    #[must_use]
    pub fn permission(mut self, tool: &str, permission: Permission) -> Self {
        let permissions = std::mem::take(&mut self.safeguards.permissions);
        self.safeguards.permissions = permissions.tool(QualifiedId::from(tool), permission);
        self
    }

    /// The permission for writes without their own: [`Permission::Ask`] by default.
    #[must_use]
    pub const fn writes(mut self, permission: Permission) -> Self {
        self.safeguards.writes = Some(permission);
        self
    }

    /// A rule that looks at writes before the user is asked, and may raise their risk.
    #[must_use]
    pub fn escalation(mut self, rule: impl Escalation + 'static) -> Self {
        self.safeguards.escalations.push(Arc::new(rule));
        self
    }

    /// The preview of a tool's changes for the user, by the tool's qualified id.
    #[must_use]
    pub fn preview(mut self, tool: impl Into<String>, preview: impl Preview + 'static) -> Self {
        self.safeguards.previews.push((tool.into(), Arc::new(preview)));
        self
    }

    /// The version of the host's policy. The user is asked again about pending calls of another version.
    #[must_use]
    pub fn policy_version(mut self, version: impl Into<String>) -> Self {
        self.safeguards.policy_version = version.into();
        self
    }

    /// How long answers are waited for.
    #[must_use]
    pub const fn approval_timeouts(mut self, time: ApprovalTimeouts) -> Self {
        self.safeguards.approval_timeouts = time;
        self
    }

    /// How many calls of a session may wait for the user at once: 16 by default. A further one is an error.
    #[must_use]
    pub const fn max_pending_calls(mut self, calls: usize) -> Self {
        self.safeguards.max_open = Some(calls);
        self
    }

    /// Maximum failed corrections of a write before the user is asked for the details: two by default.
    #[must_use]
    pub const fn max_corrections(mut self, corrections: u32) -> Self {
        self.safeguards.max_corrections = Some(corrections);
        self
    }

    /// The clock that decides whether an answer comes too late: the machine's clock by default.
    #[must_use]
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.safeguards.clock = Some(Arc::new(clock));
        self
    }

    /// The detector of claims in the model's texts, for
    /// [`Toolbox::check_final_answer`](crate::Toolbox::check_final_answer): a model as a judge, for example. The default
    /// finds plain English ones ([`WordingDetector`](crate::guardrail::WordingDetector)).
    #[must_use]
    pub fn claim_detector(mut self, detector: impl ClaimDetector + 'static) -> Self {
        self.safeguards.detector = Some(Arc::new(detector));
        self
    }
}
