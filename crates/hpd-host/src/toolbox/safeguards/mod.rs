//! The safeguards between a call and its effect: sources of values, questions, and their store.

mod policy;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[cfg(feature = "guardrail")]
use hpd_guardrail::ClaimDetector;
use hpd_journal::__private::PublicNames;
use hpd_journal::journal::{FreeText, Journal, JournalOptions};
use hpd_journal::pending::{MemoryStore, PendingStore};
use hpd_journal::{Clock, KeyRing, Random, Timestamp};
use hpd_runtime::__private::nearest;
use hpd_runtime::spec::QualifiedId;

pub(crate) use policy::Policy;
use policy::check_scopes;

use super::groups::ReadsAre;
use super::journal::Registry;
use super::retention::LastRemoval;
use super::{Retention, ToolboxBuilder};
use crate::approval::{ApprovalTimeouts, Approvers, Deadlines, Preview, check_fields};
use crate::collect::{CollectPlan, ConfigSource, PluginConfig, Profile, ReplyWords};
use crate::patience::PatientStore;
use crate::problem::BuildProblem;
use crate::results::{LargeResults, MemoryResults};
use crate::tool::{FunctionRole, Narrowing, Role, Tool, ToolIndex};

/// Maximum open questions of one session: with more, the user loses track.
const MAX_OPEN: usize = 16;

/// How long a step of a stored call waits for a store that names no time.
const PATIENCE: Duration = Duration::from_secs(2);

/// The safeguards.
pub(crate) struct Safeguards {
    pub(crate) clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    pub(crate) store: Arc<dyn PendingStore>,
    pub(crate) retention: Option<Retention>,
    pub(crate) last_removal: Arc<LastRemoval>,
    /// The ends of the questions of this process.
    pub(crate) deadlines: Arc<Deadlines>,
    pub(crate) journal: Option<Arc<dyn Journal>>,
    /// Whether calls that only read wait for the journal.
    pub(crate) reads: ReadsAre,
    /// The host's keys, which seal stored calls.
    pub(crate) keys: Option<KeyRing>,
    /// Whether the journal records free text, if the host chose.
    pub(crate) free_text: Option<FreeText>,
    /// Whether spans have the arguments and results of calls, masked.
    pub(crate) traces_contents: bool,
    /// Whether a tool has sensitive parameters.
    pub(crate) has_sensitive_parameters: bool,
    /// Names that a sensitive value does not hide; empty where there is none.
    pub(crate) public_names: Arc<PublicNames>,
    /// The host's detector of claims in final answers.
    #[cfg(feature = "guardrail")]
    pub(crate) detector: Option<Arc<dyn ClaimDetector>>,
    pub(in crate::toolbox) large_results: LargeResults,
    /// Long results, where neither the host nor the journal keeps them.
    pub(in crate::toolbox) results: Arc<MemoryResults>,
    /// Whether the journal knows the tools of this snapshot.
    pub(in crate::toolbox) is_registered: AtomicBool,
    pub(in crate::toolbox) registry: Arc<Registry>,
    pub(crate) profile: Option<Arc<dyn Profile>>,
    /// Whether values that users give or confirm are stored in the profile.
    pub(crate) remember: bool,
    pub(crate) config: Option<Arc<dyn ConfigSource>>,
    pub(crate) words: ReplyWords,
    pub(crate) policy_version: String,
    pub(crate) approval_timeouts: ApprovalTimeouts,
    pub(crate) max_open: usize,
    pub(crate) approvers: Approvers,
    /// How often a model may correct the arguments of a write before the user is asked.
    pub(crate) max_corrections: u32,
    previews: Vec<(ToolIndex, Arc<dyn Preview>)>,
    /// By tool.
    policies: Box<[Policy]>,
    /// By tool; empty where no tool has anything to collect.
    plans: Box<[Option<Arc<CollectPlan>>]>,
    /// The same for every function, for texts about its parameters.
    words_of: Box<[Option<Arc<CollectPlan>>]>,
}

impl Safeguards {
    pub(in crate::toolbox) fn new(
        builder: &ToolboxBuilder,
        random: Arc<dyn Random>,
        tools: &mut [Tool],
        problems: &mut Vec<BuildProblem>,
    ) -> Self {
        let ToolboxBuilder { approval, values, journal, .. } = builder;
        let words: Box<[_]> = tools.iter().map(plan_of).collect();
        let collected = |plan: &Arc<CollectPlan>| values.config.is_some() || plan.is_needed(None);
        let plans: Box<[_]> = words.iter().map(|plan| plan.clone().filter(collected)).collect();
        let plans = if plans.iter().any(Option::is_some) { plans } else { Box::default() };
        if let Some(config) = &values.config {
            narrow(tools, &plans, config);
        }
        let tools = &*tools;
        check_scopes(approval, tools, problems);
        check_fields(&approval.escalations, tools, problems);
        let previews = approval.previews.iter().filter_map(|(id, preview)| {
            let tool = find("preview", id, tools, problems)?;
            Some((tool, Arc::clone(preview)))
        });
        let policies = tools.iter().map(|tool| Policy::new(approval, tool, tools)).collect();
        let has_sensitive_parameters = tools.iter().any(|tool| !tool.sensitive_parameters().is_empty());
        Self {
            previews: previews.collect(),
            plans,
            words_of: words,
            clock: builder.system.clock_or_default(),
            random,
            retention: builder.retention.clone(),
            last_removal: Arc::clone(&builder.last_removal),
            deadlines: Arc::clone(&builder.deadlines),
            store: patient(builder, store_of(approval.store.clone(), journal.as_ref())),
            journal: journal.clone(),
            large_results: builder.large_results.clone(),
            results: Arc::clone(&builder.results),
            reads: builder.reads,
            keys: builder.keys.clone(),
            free_text: values.free_text,
            traces_contents: values.traces_contents.unwrap_or_default(),
            has_sensitive_parameters,
            public_names: public_names(if has_sensitive_parameters { tools } else { &[] }),
            #[cfg(feature = "guardrail")]
            detector: builder.model.detector.clone(),
            is_registered: AtomicBool::new(false),
            registry: Arc::clone(&builder.registry),
            profile: values.profile.clone(),
            remember: values.remember,
            config: values.config.clone(),
            words: values.words.clone().unwrap_or_default(),
            policy_version: approval.policy_version.clone().unwrap_or_default(),
            approval_timeouts: approval.timeouts(),
            max_open: approval.max_pending_calls.unwrap_or(MAX_OPEN),
            approvers: approval.approvers.clone().unwrap_or_default(),
            max_corrections: builder.limits.corrections_or_default(),
            policies,
        }
    }

    /// The sources of a tool's values; `None` if its arguments come from the model alone.
    #[inline]
    pub(crate) fn plan_of(&self, tool: ToolIndex) -> Option<&CollectPlan> {
        self.plans.get(tool)?.as_deref()
    }

    /// The texts about a tool's parameters, whether or not values are collected for them.
    pub(crate) fn words_of(&self, tool: ToolIndex) -> Option<&CollectPlan> {
        self.words_of.get(tool)?.as_deref()
    }

    /// The configuration of the plugin that a plan is for.
    pub(crate) fn config_of(&self, plan: &CollectPlan) -> Option<Arc<PluginConfig>> {
        self.config.as_ref()?.plugin(&plan.plugin)
    }

    /// The host's rules and permission for a tool.
    pub(crate) fn policy_of(&self, tool: ToolIndex) -> &Policy {
        &self.policies[tool]
    }

    /// Whether permissions depend on the expansion of this skill.
    pub(crate) fn has_permissions_of(&self, skill: &QualifiedId) -> bool {
        self.policies.iter().any(|policy| policy.depends_on(skill))
    }

    /// Whether calls of a tool are stored before they run, and perhaps asked about.
    #[inline]
    pub(crate) fn is_guarded(&self, tool: ToolIndex) -> bool {
        self.policies.get(tool).is_none_or(|policy| policy.is_guarded)
    }

    /// Whether the host left to the default which free text the journal has.
    pub(in crate::toolbox) fn hides_free_text_by_default(&self) -> bool {
        self.journal.is_some() && self.free_text.is_none()
    }

    /// Whether nothing is collected for calls of a tool, and none is stored.
    pub(in crate::toolbox) fn are_nothing_to(&self, tool: ToolIndex) -> bool {
        self.plan_of(tool).is_none() && !self.is_guarded(tool)
    }

    pub(crate) fn preview_of(&self, tool: ToolIndex) -> Option<&dyn Preview> {
        self.previews.iter().find(|(index, _)| *index == tool).map(|(_, preview)| &**preview)
    }

    pub(crate) fn random(&self) -> &dyn Random {
        &*self.random
    }

    /// How long a step of a stored call waits for the store.
    pub(crate) fn patience(&self) -> Duration {
        self.journal.as_ref().map_or(PATIENCE, Journal::patience)
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }
}

/// The store, waited for as long as the journal says.
fn patient(builder: &ToolboxBuilder, store: Arc<dyn PendingStore>) -> Arc<dyn PendingStore> {
    let patience = builder.journal.as_ref().map_or(JournalOptions::default().patience, Journal::patience);
    Arc::new(PatientStore::new(store, builder.system.timer_or_default(), patience))
}

/// The store of pending calls: the journal, if there is one, so that each step and its events share a transaction.
fn store_of(
    store: Option<Arc<dyn PendingStore>>,
    journal: Option<&Arc<dyn Journal>>,
) -> Arc<dyn PendingStore> {
    let store = match (journal, store) {
        (Some(journal), _) => Arc::clone(journal) as Arc<dyn PendingStore>,
        (None, Some(store)) => store,
        (None, None) => Arc::new(MemoryStore::default()),
    };
    if !store.keeps_session_records() {
        tracing::warn!(
            target: "hpd::toolbox",
            "the store of pending calls keeps no session records: permissions and counts end with a session in memory"
        );
    }
    store
}

/// The names of tools and of their parameters.
fn public_names(tools: &[Tool]) -> Arc<PublicNames> {
    let names = tools.iter().map(|tool| tool.name().to_owned());
    let groups = tools.iter().filter_map(Tool::plugin).map(str::to_owned);
    Arc::new(names.chain(groups).chain(tools.iter().flat_map(Tool::parameter_names)).collect())
}

/// The place of a tool that a setting names.
fn find(
    setting: &'static str,
    id: &str,
    tools: &[Tool],
    problems: &mut Vec<BuildProblem>,
) -> Option<ToolIndex> {
    let found = tools.iter().position(|tool| tool.id().as_str() == id);
    if found.is_none() {
        let suggestion = nearest(id, tools.iter().map(|tool| tool.id().as_str())).map(str::to_owned);
        problems.push(BuildProblem::UnknownTool { setting, id: id.to_owned(), suggestion });
    }
    found
}

impl std::fmt::Debug for Safeguards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Safeguards")
            .field("policies", &self.policies)
            .field("policy_version", &self.policy_version)
            .field("approval_timeouts", &self.approval_timeouts)
            .field("max_open", &self.max_open)
            .finish_non_exhaustive()
    }
}

/// Lets the configuration narrow the schemas of tools whose values it may give.
fn narrow(tools: &mut [Tool], plans: &[Option<Arc<CollectPlan>>], config: &Arc<dyn ConfigSource>) {
    for (tool, plan) in tools.iter_mut().zip(plans) {
        let narrowing = |plan: &Arc<_>| Box::new(Narrowing::new(Arc::clone(plan), Arc::clone(config)));
        tool.narrowing = plan.as_ref().map(narrowing);
    }
}

/// The sources of a tool's values, and texts about its parameters; `None` for other tools than functions.
fn plan_of(tool: &Tool) -> Option<Arc<CollectPlan>> {
    let Role::Function(function) = &tool.role else { return None };
    match function {
        FunctionRole::Here(function) => {
            let plugin = tool.plugin().unwrap_or_default();
            let plan = CollectPlan::of_function(plugin, function.plan.info(), function.plan.schema());
            Some(Arc::new(plan))
        }
        FunctionRole::External(function) => Some(Arc::clone(function.collect_plan())),
        FunctionRole::Added(_) => None,
    }
}
