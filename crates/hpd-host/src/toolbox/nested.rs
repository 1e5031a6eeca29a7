//! Sources and imported skills that lie in the container of another plugin or source.

use hpd_runtime::__private::nearest;
use hpd_runtime::spec::ToolKind;

use super::assemble::Assembly;
use super::plugins::Plugins;
use super::reveal;
use crate::external::ExternalSource;
use crate::problem::{BuildProblem, Why, WithinProblem};
use crate::tool::{Place, Role, Tool, ToolIndex, container_description};

/// A source or a skill that the host put into the container of something else.
pub(super) struct Nested {
    /// Its name in an error.
    pub(super) id: String,
    /// The name of the container, as the host wrote it.
    pub(super) within: String,
    /// The container of the source, its one tool, or the skill; `None` for a source without tools.
    pub(super) child: Option<ToolIndex>,
}

impl Plugins {
    /// Whether something lies in a source, so that it needs a container however few tools it has.
    pub(super) fn has_nested(&self, source: &ExternalSource, container: &str) -> bool {
        let plugin = source.plugin_name();
        self.nested_in().any(|within| within == plugin || within == container)
    }
}

impl Assembly {
    /// Puts nested items into their containers. Comes after all containers are linked.
    pub(super) fn link_nested(&mut self, plugins: &Plugins) {
        let nested = std::mem::take(&mut self.nested);
        let mut links = Vec::new();
        for nested in &nested {
            match find_container(&self.tools, &nested.within, plugins) {
                Ok(outer) => links.extend(nested.child.map(|child| (child, outer))),
                Err((why, suggestion)) => self.report(BuildProblem::Within(WithinProblem {
                    id: nested.id.clone(),
                    within: nested.within.clone(),
                    suggestion,
                    why,
                })),
            }
        }
        for &(child, outer) in &links {
            match circle(&links, child) {
                None => self.nest(child, outer),
                Some(path) if path.iter().min() == path.first() => {
                    let path = path.iter().map(|&tool| self.tools[tool].id.to_string()).collect();
                    self.report(BuildProblem::ScopeCycle { path });
                }
                Some(_) => {}
            }
        }
    }

    fn nest(&mut self, child: ToolIndex, outer: ToolIndex) {
        let (parent, plugin) = match &self.tools[outer].metadata.kind {
            ToolKind::Container(container) => {
                (self.tools[outer].name().to_owned(), container.plugin_name.clone())
            }
            ToolKind::Function { .. } | ToolKind::Skill(_) => return,
        };
        let tool = &mut self.tools[child];
        let name = tool.name().to_owned();
        tool.reveal.place = match &tool.role {
            Role::Container(role) if !role.kind.is_skill() => {
                Place::Container { explicit: true, outer: Some(outer) }
            }
            _ => Place::Scope { container: outer, explicit: true },
        };
        match &mut tool.metadata.kind {
            ToolKind::Skill(skill) => skill.parent_skill_container = Some(parent),
            ToolKind::Function { parent_plugin } => *parent_plugin = Some(plugin),
            ToolKind::Container(_) => {}
        }
        let is_function = matches!(tool.role, Role::Function(_));
        let is_skill = matches!(tool.metadata.kind, ToolKind::Skill(_));
        reveal::reveal(&mut self.tools, outer, child);
        let outer = &mut self.tools[outer];
        let (Role::Container(role), ToolKind::Container(inside)) = (&outer.role, &mut outer.metadata.kind)
        else {
            return;
        };
        inside.function_names.extend(is_function.then(|| name.clone()));
        inside.skill_names.extend(is_skill.then_some(name));
        outer.description = container_description(
            role.kind.text(),
            role.kind.named(),
            &inside.function_names,
            &inside.skill_names,
        )
        .into();
    }
}

/// The way from a container outwards back to itself.
fn circle(links: &[(ToolIndex, ToolIndex)], child: ToolIndex) -> Option<Vec<ToolIndex>> {
    let mut path = vec![child];
    let mut at = child;
    while let Some(&(_, outer)) = links.iter().find(|(inner, _)| *inner == at) {
        path.push(outer);
        if outer == child {
            return Some(path);
        }
        // A circle further out is reported for its own members.
        if path.len() > links.len() + 1 {
            return None;
        }
        at = outer;
    }
    None
}

/// The container of a plugin or source, by its qualified id or its name.
fn find_container(
    tools: &[Tool],
    within: &str,
    plugins: &Plugins,
) -> Result<ToolIndex, (Why, Option<String>)> {
    let find = |is_meant: &dyn Fn(&Tool) -> bool| {
        tools.iter().position(|tool| tool.is_container() && is_meant(tool))
    };
    let found = find(&|tool| tool.id.as_str() == within).or_else(|| find(&|tool| tool.name() == within));
    let Some(index) = found else {
        if plugins.is_group(within) {
            return Err((Why::NoScope, None));
        }
        let containers = tools.iter().filter(|tool| can_hold(tool)).map(|tool| tool.id.as_str());
        return Err((Why::Unknown, nearest(within, containers).map(str::to_owned)));
    };
    match tools[index].reveal.place {
        _ if !can_hold(&tools[index]) => Err((Why::Skill, None)),
        Place::Container { explicit: false, .. } => Err((Why::Implicit, None)),
        _ => Ok(index),
    }
}

fn can_hold(tool: &Tool) -> bool {
    matches!(&tool.role, Role::Container(role) if !role.kind.is_skill())
}
