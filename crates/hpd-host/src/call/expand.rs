//! The expansion of a container: its members become visible, and the model reads about them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hpd_runtime::list::{Access, ListMode};

use crate::listing::{self, Visit};
use crate::outcome::{Expansion, MemberSchema};
use crate::session::Session;
use crate::skill::SkillDocument;
use crate::tool::{ContainerKind, ContainerRole, Role, Tool, ToolIndex};
use crate::toolbox::{Toolbox, Ways};

/// A container that is to be expanded.
pub(super) struct ExpandCall<'t> {
    pub(super) toolbox: &'t Toolbox,
    pub(super) index: ToolIndex,
    pub(super) container: &'t ContainerRole,
}

impl<'t> ExpandCall<'t> {
    /// `None` if the tool is no container.
    pub(super) fn new(toolbox: &'t Toolbox, index: ToolIndex) -> Option<Self> {
        match &toolbox.at(index).role {
            Role::Container(container) => Some(Self { toolbox, index, container }),
            Role::Function(_) | Role::Bridge(_) => None,
        }
    }
}

/// Expands a container in a session, for the host. `None` if the tool is no container.
pub(crate) fn expand_container(
    toolbox: &Toolbox,
    session: &Session,
    container: ToolIndex,
) -> Option<Expansion> {
    ExpandCall::new(toolbox, container).map(|call| expand(session, &call))
}

/// Expands a container in a session. Doing so again is harmless.
pub(super) fn expand(session: &Session, call: &ExpandCall<'_>) -> Expansion {
    let ExpandCall { toolbox, index, container } = *call;
    let instructions = instructions_of(toolbox.at(index), &container.kind);
    let Ways { access, list, .. } = toolbox.ways();
    // A session whose list never changes, and whose calls need no expansion, remembers only what permissions ask. A
    // native list does not change either, but the model has loaded the members: a growing list has them later.
    let expanded = match (access, list) {
        (Access::Open, ListMode::Constant | ListMode::Flat)
            if !toolbox.safeguards().has_permissions_of(toolbox.at(index).id()) =>
        {
            listing::Expanded::default()
        }
        _ => listing::expand(toolbox, session, index),
    };
    // A container that is never collapsed has its members listed in its place, and can't be called.
    let members = container.members.iter().copied();
    let visible: Vec<_> = members
        .filter(|&member| listing::may_call(toolbox, session, member, Visit::Look))
        .map(|member| toolbox.at(member))
        .collect();
    let members = || visible.iter().copied();
    let collapsed = expanded.collapsed.into_iter().filter(|_| access == Access::Expanded);
    let names = |kind| members().filter(|member| kind_of(member) == kind).map(name_of).collect();
    // A constant list can't show their parameters, and nobody keeps a growing one for a client without memory.
    let is_described = list == ListMode::Constant || (access == Access::Open && list == ListMode::Growing);
    let schemas = if is_described { members().map(schema_of).collect() } else { Vec::new() };
    let loads = if list == ListMode::Native { loaded(session, members()) } else { Vec::new() };
    Expansion {
        container: toolbox.at(index).name().to_owned(),
        access,
        // Documentation is the same at any time.
        already_expanded: access == Access::Expanded && !expanded.is_new,
        functions: names(Kind::Function),
        skills: names(Kind::Skill),
        containers: names(Kind::Container),
        collapsed: collapsed.map(|tool| name_of(toolbox.at(tool))).collect(),
        schemas,
        instructions: instructions.filter(|text| !text.trim().is_empty()),
        documents: documents_of(&container.kind),
        short: None,
        added_names: toolbox.added_names().clone(),
        is_bridged: list == ListMode::Constant,
        loads,
    }
}

/// The model's text if the body of a skill panicked.
const NO_INSTRUCTIONS: &str = "The instructions of this skill can't be shown because of an internal error.";

fn instructions_of(tool: &Tool, container: &ContainerKind) -> Option<String> {
    match container {
        ContainerKind::Scope(_) | ContainerKind::External(_) => container.post_expansion().map(str::to_owned),
        ContainerKind::Skill { plugin, skill, .. } => {
            // The plugin guards its own state, as it does in a function.
            let written = catch_unwind(AssertUnwindSafe(|| plugin.instructions(*skill)));
            let Ok(instructions) = written else {
                tracing::error!(target: "hpd::call", tool = tool.id().as_str(), "the body of a skill panicked");
                return Some(NO_INSTRUCTIONS.to_owned());
            };
            instructions.map(Into::into)
        }
        ContainerKind::Imported(skill) => Some(skill.instructions.clone()),
    }
}

/// The names of tools that the session's list has: functions, skills, then containers. A provider refuses others.
pub(super) fn loaded<'t>(session: &Session, tools: impl Iterator<Item = &'t Tool> + Clone) -> Vec<String> {
    let dialect = session.list_dialect();
    let listed = tools.filter(|tool| dialect.is_none_or(|dialect| !tool.seen_schema().is_left_out(dialect)));
    let of = |kind| listed.clone().filter(move |tool| kind_of(tool) == kind).map(name_of);
    of(Kind::Function).chain(of(Kind::Skill)).chain(of(Kind::Container)).collect()
}

/// The kind of a member, for the model.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Function,
    Skill,
    Container,
}

fn kind_of(tool: &Tool) -> Kind {
    match &tool.role {
        Role::Function(_) | Role::Bridge(_) => Kind::Function,
        Role::Container(container) if container.kind.is_skill() => Kind::Skill,
        Role::Container(_) => Kind::Container,
    }
}

fn documents_of(container: &ContainerKind) -> Vec<SkillDocument> {
    match container {
        ContainerKind::Skill { info, .. } => info.documents.iter().map(SkillDocument::of).collect(),
        ContainerKind::Imported(skill) => skill.documents.clone(),
        ContainerKind::Scope(_) | ContainerKind::External(_) => Vec::new(),
    }
}

fn name_of(tool: &Tool) -> String {
    tool.name().to_owned()
}

pub(super) fn schema_of(tool: &Tool) -> MemberSchema {
    MemberSchema {
        name: name_of(tool),
        description: tool.description().to_owned(),
        // Containers take nothing.
        input_schema: (!tool.is_container()).then(|| tool.input_schema().to_owned()),
    }
}
