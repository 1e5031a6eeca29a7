//! The host's rules and permission for each tool.

use std::sync::Arc;

use hpd_runtime::__private::nearest;
use hpd_runtime::spec::QualifiedId;

use crate::approval::{Escalation, HostPermission, Permission};
use crate::problem::BuildProblem;
use crate::session::Session;
use crate::tool::{Role, Tool};
use crate::toolbox::Toolbox;
use crate::toolbox::groups::Approval;

/// The host's rules and permission for a tool.
pub(crate) struct Policy {
    pub(crate) permission: HostPermission,
    /// Permissions while a skill is expanded.
    of_skills: Box<[(QualifiedId, HostPermission)]>,
    /// The rules that look at its calls.
    pub(crate) rules: Vec<Arc<dyn Escalation>>,
    /// Whether calls are stored before they run, and perhaps asked about.
    pub(super) is_guarded: bool,
}

impl Policy {
    pub(super) fn new(approval: &Approval, tool: &Tool, tools: &[Tool]) -> Self {
        if !matches!(tool.role, Role::Function(_)) {
            return Self {
                permission: HostPermission::of_class(Permission::Allow),
                of_skills: Box::default(),
                rules: Vec::new(),
                is_guarded: false,
            };
        }
        let permission = approval.permissions.of(tool, tools);
        let of_skills = approval.permissions.of_skills(tool, tools);
        let for_tool = approval.escalations.iter().filter(|scoped| scoped.is_for(tool));
        let rules: Vec<_> = for_tool.map(|scoped| Arc::clone(&scoped.rule)).collect();
        let asks = |host: &HostPermission| host.permission > Permission::Allow;
        let is_guarded = tool.is_write()
            || asks(&permission)
            || of_skills.iter().any(|(_, host)| asks(host))
            || !rules.is_empty();
        Self { permission, of_skills, rules, is_guarded }
    }

    /// Whether it depends on a skill.
    pub(super) fn depends_on(&self, skill: &QualifiedId) -> bool {
        self.of_skills.iter().any(|(of, _)| of == skill)
    }

    /// The permission in a session, with those of its expanded skills. A skill allows nothing for whom list filters hide it,
    /// nor where a text from outside alone says that it is expanded.
    pub(crate) fn permission_in(&self, toolbox: &Toolbox, session: &Session) -> HostPermission {
        let holds = |skill: &QualifiedId, host: &HostPermission| {
            if host.permission > Permission::Allow {
                return session.is_expanded(skill);
            }
            let is_hidden = || toolbox.index_of(skill).is_none_or(|index| toolbox.hides(index));
            session.seen().expansions.permits(skill) && !is_hidden()
        };
        let expanded = self.of_skills.iter().filter(|(skill, host)| holds(skill, host));
        expanded.fold(self.permission, |permission, (_, of_skill)| permission.or(*of_skill))
    }
}

impl std::fmt::Debug for Policy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Policy");
        debug.field("permission", &self.permission).field("rules", &self.rules.len()).finish_non_exhaustive()
    }
}

/// Reports scopes of permissions and rules that cover no function.
pub(super) fn check_scopes(approval: &Approval, tools: &[Tool], problems: &mut Vec<BuildProblem>) {
    let permissions = approval.permissions.scopes().map(|scope| ("permission", scope));
    let rules = approval.escalations.iter().filter_map(|rule| Some(("escalation_for", rule.scope()?)));
    let is_function = |tool: &&Tool| matches!(tool.role, Role::Function(_));
    let functions = || tools.iter().filter(is_function);
    for (setting, scope) in permissions.chain(rules) {
        if functions().any(|tool| scope.level_for(tool).is_some()) {
            continue;
        }
        let names = functions().flat_map(|tool| [Some(tool.id().as_str()), tool.plugin()]).flatten();
        let suggestion = nearest(scope.as_str(), names).map(str::to_owned);
        problems.push(BuildProblem::UnknownTool { setting, id: scope.as_str().to_owned(), suggestion });
    }
    for skill in approval.permissions.skills() {
        if !tools.iter().any(|tool| tool.is_skill_named(skill)) {
            let names = tools.iter().filter(|tool| tool.is_skill()).map(Tool::name);
            let suggestion = nearest(skill, names).map(str::to_owned);
            let (setting, id) = ("skill_permission", skill.to_owned());
            problems.push(BuildProblem::UnknownTool { setting, id, suggestion });
        }
    }
}
