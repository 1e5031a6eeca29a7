//! Texts of a container: for all, and for a principal who does not see all of its members.

use std::collections::HashSet;

use hpd_runtime::__private::first_names;
use hpd_runtime::spec::{Metadata, ToolKind};

use super::{ContainerRole, Reveal, Role, Tool, ToolIndex};

/// The input schema of containers: no parameters.
pub(crate) const NO_PARAMETERS: &str = r#"{"type":"object","properties":{},"additionalProperties":false}"#;

/// A container without its hidden members: neither its text nor its metadata names them. `None` if the tool is no
/// container.
pub(crate) fn partial_container(
    tools: &[Tool],
    container: ToolIndex,
    is_hidden: impl Fn(ToolIndex) -> bool,
) -> Option<Tool> {
    let whole = &tools[container];
    let Role::Container(role) = &whole.role else { return None };
    let (gone, members): (Vec<_>, Vec<_>) =
        role.members.iter().copied().partition(|&member| is_hidden(member));
    let names: HashSet<_> =
        gone.iter().flat_map(|&gone| [tools[gone].name(), tools[gone].id.as_str()]).collect();
    let mut metadata = whole.metadata.clone();
    forget(&mut metadata, &names);
    let skills: Vec<_> = match &metadata.kind {
        ToolKind::Container(container) => container.skill_names.clone(),
        ToolKind::Skill(_) | ToolKind::Function { .. } => {
            let skills = members.iter().map(|&member| &tools[member]).filter(|member| member.is_skill());
            skills.map(|skill| skill.name().to_owned()).collect()
        }
    };
    let description =
        container_description(role.kind.text(), role.kind.named(), metadata.function_names(), &skills);
    let Reveal { place, always, by } = &whole.reveal;
    Some(Tool {
        name: whole.name.clone(),
        original_name: whole.original_name.clone(),
        id: whole.id.clone(),
        title: whole.title.clone(),
        description: description.into(),
        input_schema: NO_PARAMETERS.into(),
        narrowing: None,
        metadata,
        role: Role::Container(ContainerRole {
            members,
            sensitive: role.sensitive.clone(),
            kind: role.kind.clone(),
        }),
        reveal: Reveal { place: *place, always: *always, by: by.clone() },
        is_plain: whole.is_plain,
    })
}

fn forget(metadata: &mut Metadata, names: &HashSet<&str>) {
    let forget = |list: &mut Vec<String>| list.retain(|name| !names.contains(name.as_str()));
    match &mut metadata.kind {
        ToolKind::Function { .. } => {}
        ToolKind::Container(container) => {
            forget(&mut container.function_names);
            forget(&mut container.skill_names);
        }
        ToolKind::Skill(skill) => {
            forget(&mut skill.function_names);
            forget(&mut skill.referenced_functions);
            let left = &skill.referenced_functions;
            let is_left = |plugin: &String| left.iter().any(|id| is_of(id, plugin));
            skill.referenced_plugins.retain(is_left);
        }
    }
}

fn is_of(id: &str, plugin: &str) -> bool {
    id.split_once('.').is_some_and(|(of, _)| of == plugin)
}

/// How many members the description of a container names.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Named {
    /// The first ones: its author describes the contents.
    First,
    /// All, as far as they are not too long together: nobody describes the contents.
    All,
}

/// The longest list of all names, in bytes.
const ALL_NAMES: usize = 2_000;

impl Named {
    fn list(self, names: &[String]) -> String {
        let is_short = names.iter().map(|name| name.len() + 2).sum::<usize>() <= ALL_NAMES;
        if matches!(self, Self::All) && is_short { names.join(", ") } else { first_names(names) }
    }
}

/// The model's description of a container: the author's text, and how to expand it.
pub(crate) fn container_description(
    text: &str,
    named: Named,
    functions: &[String],
    skills: &[String],
) -> String {
    match members(named, functions, skills) {
        None => text.to_owned(),
        Some(members) => {
            let inside = sentence(&format!("Call it without arguments to reveal {members}"));
            format!("{} {inside}", sentence(text))
        }
    }
}

impl Tool {
    /// The model's description of the tools in a container that its provider loads: of a scope or a source, which is not called,
    /// the author's texts and its members. `None` if the tool is no container.
    pub(crate) fn namespace_description(&self) -> Option<String> {
        let Role::Container(role) = &self.role else { return None };
        let ToolKind::Container(container) = &self.metadata.kind else {
            return Some(format!("For the skill {}: {}", self.name(), role.kind.text()));
        };
        let members = members(role.kind.named(), &container.function_names, &container.skill_names);
        let has = members.map(|members| sentence(&format!("It has {members}")));
        let texts = [Some(sentence(role.kind.text())), has, role.kind.post_expansion().map(str::to_owned)];
        Some(texts.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

/// The number and the names of the members of a container; `None` without any.
fn members(named: Named, functions: &[String], skills: &[String]) -> Option<String> {
    let groups: Vec<_> = [("function", functions), ("skill", skills)]
        .into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(what, names)| {
            let plural = if names.len() == 1 { "" } else { "s" };
            format!("{} {what}{plural}: {}", names.len(), named.list(names))
        })
        .collect();
    (!groups.is_empty()).then(|| groups.join(" and "))
}

fn sentence(text: &str) -> String {
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}
