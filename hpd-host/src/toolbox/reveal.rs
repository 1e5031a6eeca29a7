//! Which container reveals which tool.
//!
//! A tool is listed from the start, or while one of the containers that reveal it is expanded. Members of a scope are
//! revealed by its container, whatever was registered how. Without a scope, members of a plugin that the host registered
//! are listed from the start; those of one that only a skill refers to wait for the skill.

use std::collections::HashMap;

use hpd_runtime::spec::{PluginRef, SkillInfo};

use super::builder::Entry;
use super::plugins::{Plugins, Registered, qualified};
use super::{BuildProblem, ContainerKind, Role, Tool, ToolIndex};

/// Fills in `reveal` of every tool and `members` of every container.
pub(super) fn link(tools: &mut [Tool], plugins: &Plugins, problems: &mut Vec<BuildProblem>) {
    check_skill_cycles(plugins, problems);
    let index = Index::new(tools);
    for entry in &plugins.entries {
        match entry {
            Entry::Plugin(registered) => link_plugin(tools, &index, registered, plugins, problems),
            Entry::External(external) => {
                if let Some(container) = index.get(&external.source) {
                    tools[container].reveal.always = true;
                    for tool in &external.tools {
                        reveal(tools, container, index.get(&format!("{}.{}", external.source, tool.name)));
                    }
                }
            }
            Entry::Function(_) | Entry::ReferencedFunction(_) => {}
        }
    }
    for container in 0..tools.len() {
        if let Role::Container(role) = &tools[container].role
            && let ContainerKind::Skill { info, .. } = role.kind
        {
            link_skill(tools, &index, container, info);
        }
    }
}

fn link_plugin(
    tools: &mut [Tool],
    index: &Index,
    registered: &Registered,
    plugins: &Plugins,
    problems: &mut Vec<BuildProblem>,
) {
    let plugin = &registered.plugin;
    let functions = plugin.functions().map(|info| info.name);
    let names: Vec<_> = functions.chain(plugin.skills().map(|info| info.name)).collect();
    let members = names.iter().map(|name| index.get(&format!("{}.{name}", plugin.name())));
    let Some(scope) = plugin.scope() else {
        members.flatten().for_each(|member| tools[member].reveal.always = registered.explicit);
        return;
    };
    let Some(container) = index.get(plugin.name()) else { return };
    members.for_each(|member| reveal(tools, container, member));
    let outer = scope.within.and_then(|outer| scope_container(&outer(), plugins, index));
    match outer {
        Some(_) if lies_in_itself(registered, plugins) => {
            problems.push(BuildProblem::ScopeCycle { path: scope_path(registered, plugins) });
        }
        Some(outer) => reveal(tools, outer, Some(container)),
        // The container of a plugin that only skills refer to stays hidden: its functions appear through the skills.
        None => tools[container].reveal.always = registered.explicit,
    }
}

fn link_skill(tools: &mut [Tool], index: &Index, container: ToolIndex, info: &SkillInfo) {
    for function in info.functions {
        reveal(tools, container, index.get(&function.qualified()));
    }
    for skill in info.skills {
        reveal(tools, container, index.get(&qualified(skill)));
    }
}

fn reveal(tools: &mut [Tool], container: ToolIndex, member: Option<ToolIndex>) {
    let Some(member) = member else { return };
    if tools[member].reveal.by.contains(&container) {
        return;
    }
    tools[member].reveal.by.push(container);
    if let Role::Container(role) = &mut tools[container].role {
        role.members.push(member);
    }
}

fn scope_container(plugin: &PluginRef, plugins: &Plugins, index: &Index) -> Option<ToolIndex> {
    plugins.plugin_of(plugin)?.plugin.scope()?;
    index.get(plugin.name)
}

/// The plugins from a scope outwards, as far as they are registered; ends where one comes again.
fn scope_path(registered: &Registered, plugins: &Plugins) -> Vec<String> {
    let mut path = vec![registered.plugin.name().to_owned()];
    let mut scope = registered.plugin.scope();
    while let Some(outer) = scope.and_then(|scope| scope.within) {
        let outer = outer();
        let name = outer.name.to_owned();
        let again = path.contains(&name);
        path.push(name);
        if again {
            break;
        }
        scope = plugins.plugin_of(&outer).and_then(|registered| registered.plugin.scope());
    }
    path
}

fn lies_in_itself(registered: &Registered, plugins: &Plugins) -> bool {
    let path = scope_path(registered, plugins);
    path.len() > 1 && path.first() == path.last()
}

/// The compiler refuses a circle within a crate; generic plugins are seen only here.
fn check_skill_cycles(plugins: &Plugins, problems: &mut Vec<BuildProblem>) {
    for entry in &plugins.entries {
        let Entry::Plugin(registered) = entry else { continue };
        for skill in registered.plugin.skills() {
            let mut path = vec![qualified(skill)];
            if find_circle(skill, &mut path) {
                problems.push(BuildProblem::SkillCycle { path });
                return;
            }
        }
    }
}

fn find_circle(skill: &SkillInfo, path: &mut Vec<String>) -> bool {
    for next in skill.skills {
        let name = qualified(next);
        let again = path.contains(&name);
        path.push(name);
        if again || find_circle(next, path) {
            return true;
        }
        path.pop();
    }
    false
}

/// Tools by qualified id.
struct Index(HashMap<Box<str>, ToolIndex>);

impl Index {
    fn new(tools: &[Tool]) -> Self {
        Self(tools.iter().enumerate().map(|(index, tool)| (tool.id.as_str().into(), index)).collect())
    }

    fn get(&self, id: &str) -> Option<ToolIndex> {
        self.0.get(id).copied()
    }
}
