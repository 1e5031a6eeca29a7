//! What is done about calls that are wrong although it is plain what was meant: by tool, and by class of tools.

use hpd_runtime::error::nearest;

use super::{BuildProblem, ContainerKind, Role, Tool, ToolIndex, Toolbox, ToolboxBuilder};

/// What is done about a call that is wrong although it is plain what was meant: a container called with arguments, a
/// function inside a container that is not expanded, a name with the container's before it.
///
/// The order is that of care: the first is the most careful.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Recovery {
    /// It is an error that says what to do.
    #[default]
    Reject,
    /// The container is expanded, and the model is told to call the function.
    Expand,
    /// The container is expanded and, where the call names one function, that one is run with the rest of the
    /// arguments, through every check. A name that is one tool's but for case and separators is taken as meant, too.
    ExpandAndRun,
}

/// The tools that a rule for [`Recovery`] is about: one by name, or a class.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecoveryScope {
    /// Functions that only read.
    Reads,
    /// Functions that write, and tools from outside of which the host has not said whether they do.
    Writes,
    /// Tools from outside, and their containers.
    External,
    /// A function by its qualified id, `Plugin.function`; or all tools of a plugin or source, by its name.
    Named(String),
}

impl From<&str> for RecoveryScope {
    fn from(name: &str) -> Self {
        Self::Named(name.to_owned())
    }
}

impl From<String> for RecoveryScope {
    fn from(name: String) -> Self {
        Self::Named(name)
    }
}

/// What was decided, before the tools are known.
#[derive(Debug, Clone, Default)]
pub(super) struct RawRecoveries {
    otherwise: Recovery,
    rules: Vec<(RecoveryScope, Recovery)>,
}

/// What was decided for each tool.
#[derive(Debug)]
pub(super) struct Recoveries {
    otherwise: Recovery,
    /// The least careful of all: where it is [`Recovery::Reject`], nothing is ever recovered.
    max: Recovery,
    /// By index of the tool; empty if there are no rules.
    by_tool: Box<[Recovery]>,
}

impl Recoveries {
    /// Works out what holds for each tool.
    pub(super) fn new(raw: &RawRecoveries, tools: &[Tool], problems: &mut Vec<BuildProblem>) -> Self {
        let RawRecoveries { otherwise, rules } = raw;
        problems.extend(rules.iter().filter_map(|(scope, _)| unknown_name(scope, tools)));
        let all = if rules.is_empty() { &[] } else { tools };
        let by_tool: Box<[_]> = all.iter().map(|tool| rule_of(tool, tools, raw)).collect();
        let max = by_tool.iter().copied().max().unwrap_or_default().max(*otherwise);
        Self { otherwise: *otherwise, max, by_tool }
    }

    fn of(&self, tool: ToolIndex) -> Recovery {
        self.by_tool.get(tool).copied().unwrap_or(self.otherwise)
    }
}

/// The rule for the tool itself counts. Without one, it is the most careful of those that fit.
fn rule_of(tool: &Tool, tools: &[Tool], raw: &RawRecoveries) -> Recovery {
    let rules = || raw.rules.iter();
    let own = rules().rev().find(|(scope, _)| is_own_name(scope, tool));
    let fitting = || rules().filter(|(scope, _)| fits(scope, tool, tools)).map(|(_, recovery)| *recovery);
    own.map(|(_, recovery)| *recovery).or_else(|| fitting().min()).unwrap_or(raw.otherwise)
}

fn is_own_name(scope: &RecoveryScope, tool: &Tool) -> bool {
    let RecoveryScope::Named(name) = scope else { return false };
    let is_function = matches!(tool.role, Role::Function(_));
    (tool.id().as_str() == name && (is_function || name.contains('.'))) || is_name_at_source(tool, name)
}

/// Whether a name is made of what the host calls the source, and what the source calls the tool.
fn is_name_at_source(tool: &Tool, name: &str) -> bool {
    let Some(function) = tool.outside() else { return false };
    name.strip_prefix(&*function.source).and_then(|rest| rest.strip_prefix('.')) == Some(&*function.name)
}

fn fits(scope: &RecoveryScope, tool: &Tool, tools: &[Tool]) -> bool {
    let is_function = matches!(tool.role, Role::Function(_));
    let changes = tool.is_write() || tool.is_unclassified();
    match scope {
        RecoveryScope::Reads => is_function && !changes,
        RecoveryScope::Writes => is_function && changes,
        RecoveryScope::External => source_of(tool, tools).is_some(),
        RecoveryScope::Named(name) => {
            tool.plugin() == Some(name)
                || (tool.is_container() && tool.id().as_str() == name)
                || source_of(tool, tools) == Some(name)
        }
    }
}

/// What the host calls the source of a tool from outside, or of the container of such tools.
fn source_of<'t>(tool: &'t Tool, tools: &'t [Tool]) -> Option<&'t str> {
    match &tool.role {
        Role::Container(container) if matches!(container.kind, ContainerKind::External(_)) => {
            let member = container.members.first().and_then(|&member| tools.get(member));
            member.and_then(Tool::outside).map(|function| &*function.source)
        }
        _ => tool.outside().map(|function| &*function.source),
    }
}

/// A rule for nothing would leave what it was meant for to another one.
fn unknown_name(scope: &RecoveryScope, tools: &[Tool]) -> Option<BuildProblem> {
    let RecoveryScope::Named(name) = scope else { return None };
    if tools.iter().any(|tool| is_own_name(scope, tool) || fits(scope, tool, tools)) {
        return None;
    }
    let groups = tools.iter().filter_map(Tool::plugin);
    let sources = tools.iter().filter_map(|tool| source_of(tool, tools));
    let known = tools.iter().map(|tool| tool.id().as_str()).chain(groups).chain(sources);
    let suggestion = nearest(name, known).map(str::to_owned);
    Some(BuildProblem::UnknownTool { setting: "recovery", id: name.clone(), suggestion })
}

impl ToolboxBuilder {
    /// What is done about a call that is wrong although it is plain what was meant: [`Recovery::Reject`] by default.
    /// [`recovery_for`](Self::recovery_for) says it for some tools.
    #[must_use]
    pub fn recovery(mut self, recovery: Recovery) -> Self {
        self.handling.recoveries.otherwise = recovery;
        self
    }

    /// What is done about wrong calls of some tools: of one function, of a plugin or source, or of a
    /// [class](RecoveryScope).
    ///
    /// The rule for the function that was meant counts. Without one, it is the most careful of the other rules that
    /// fit, or else what [`recovery`](Self::recovery) says. Where no function was meant, the rules for the container
    /// count. A name that nothing has is a [problem](BuildProblem::UnknownTool) of the build.
    ///
    /// ```
    /// use hpd_host::{RawCall, Recovery, RecoveryScope, Session, Toolbox, scope};
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
    /// let toolbox = Toolbox::builder()
    ///     .plugin(Books)
    ///     .recovery(Recovery::ExpandAndRun)
    ///     .recovery_for(RecoveryScope::Writes, Recovery::Reject)
    ///     .build()?;
    ///
    /// let read = toolbox.call(&Session::new(), &RawCall::new("1", "Books.count", "{}")).await;
    /// assert_eq!(read.for_model().text, "3");
    /// let write = toolbox.call(&Session::new(), &RawCall::new("2", "Books.delete", r#"{"id": "7"}"#)).await;
    /// assert_eq!(write.error().map(|error| error.error_type()), Some("tool_not_visible"));
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn recovery_for(mut self, scope: impl Into<RecoveryScope>, recovery: Recovery) -> Self {
        self.handling.recoveries.rules.push((scope.into(), recovery));
        self
    }
}

impl Toolbox {
    /// What is done about a call that is wrong although it is plain what was meant, where no
    /// [rule](ToolboxBuilder::recovery_for) says otherwise.
    pub fn recovery(&self) -> Recovery {
        self.tools.handling.recoveries.otherwise
    }

    /// What is done about a wrong call of a tool.
    pub(crate) fn recovery_of(&self, tool: ToolIndex) -> Recovery {
        self.tools.handling.recoveries.of(tool)
    }

    /// The least careful of what is done about wrong calls of any tool.
    #[inline]
    pub(crate) fn max_recovery(&self) -> Recovery {
        self.tools.handling.recoveries.max
    }
}
